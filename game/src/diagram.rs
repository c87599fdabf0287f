//! The diagram of the solutions that are left, as something to look at.

use std::sync::Arc;

use bdd_core::{Bdd, Budget, Literal, NodeId, Stopped, Variable};
use puzzle_core::{Completions, Guide, Source, Status};

/// The most nodes of a diagram that is told node by node.
const WHOLE: usize = 1000;

/// The diagram of the solutions that are left, and what becomes of it if something is placed.
#[derive(Clone, Debug)]
pub struct DiagramScreen {
    /// The diagram as it is.
    pub now: Shape,
    /// What is placed in thought, and the diagram with it; `None` where the cursor is on nothing that could be placed.
    pub then: Option<(Variable, Shape)>,
    /// The diagram itself, if it is small.
    whole: Option<Arc<Bdd>>,
    /// How many of its nodes are scrolled past.
    scrolled: usize,
}

/// How wide a diagram is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// For each variable, in order, the number of nodes that decide it.
    pub widths: Vec<usize>,
    /// The number of nodes in all, terminals included.
    pub nodes: usize,
}

/// A node of a diagram, and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeTold {
    /// The number of the node.
    pub node: NodeId,
    /// What it decides.
    pub variable: Variable,
    /// Where it leads if that is false, and if it is true.
    pub children: [NodeId; 2],
}

impl Shape {
    fn of(bdd: &Bdd) -> Shape {
        let widths = Variable::all(bdd.variables()).map(|variable| bdd.level_nodes(variable).len());
        Shape { widths: widths.collect(), nodes: bdd.node_count() }
    }
}

impl DiagramScreen {
    /// The diagram of the completions of a position, and with a variable placed if that is open or forced; `None` where
    /// there is no diagram.
    pub(crate) fn of(
        source: &dyn Source,
        guide: &Guide,
        variable: Option<Variable>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<DiagramScreen>, Stopped> {
        let Completions::Diagram(now) = source.completions(guide.marks(), budget)? else { return Ok(None) };
        let stands = |variable: &Variable| matches!(guide.status(*variable), Status::Given | Status::Placed);
        let then = variable.filter(|variable| !stands(variable));
        let then = then.map(|variable| {
            let bdd = now.select_within(&[Literal::positive(variable)], budget)?;
            Ok((variable, Shape::of(&bdd)))
        });
        Ok(Some(DiagramScreen {
            now: Shape::of(&now),
            then: then.transpose()?,
            whole: (now.node_count() <= WHOLE).then_some(now),
            scrolled: 0,
        }))
    }

    /// All nodes that decide something, from the root on; none where there are too many to be told.
    pub fn nodes(&self) -> impl Iterator<Item = NodeTold> + '_ {
        let levels =
            self.whole.iter().flat_map(|bdd| Variable::all(bdd.variables()).map(move |variable| (bdd, variable)));
        levels.flat_map(|(bdd, variable)| {
            let nodes = bdd.level_nodes(variable).rev();
            nodes.map(move |(id, node)| NodeTold { node: id, variable, children: [node.low(), node.high()] })
        })
    }

    /// How many nodes are scrolled past.
    #[must_use]
    pub fn scrolled(&self) -> usize {
        self.scrolled
    }

    /// Scrolls by so many nodes.
    pub(crate) fn scroll(&mut self, by: isize) {
        let last = self.nodes().count().saturating_sub(1);
        self.scrolled = self.scrolled.saturating_add_signed(by).min(last);
    }

    /// Keeps the place of another screen of the diagram, if it is the same one.
    pub(crate) fn scrolled_as(mut self, before: &DiagramScreen) -> DiagramScreen {
        if self.now == before.now {
            self.scrolled = before.scrolled;
        }
        self
    }
}
