//! The size of a diagram.

use bdd_core::{Bdd, Variable};

/// The most nodes of a diagram that is told node by node.
pub(crate) const WHOLE: usize = 1000;

/// How wide a diagram is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// For each variable, in order, the number of nodes that decide it.
    pub widths: Vec<usize>,
    /// The number of nodes in all, terminals included.
    pub nodes: usize,
}

impl Shape {
    pub(crate) fn of(bdd: &Bdd) -> Shape {
        let widths = Variable::all(bdd.variables()).map(|variable| bdd.level_nodes(variable).len());
        Shape { widths: widths.collect(), nodes: bdd.node_count() }
    }
}
