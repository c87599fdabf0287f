//! The size of a diagram.

use bdd_core::{Bdd, Variable};
use puzzle_kind::Playable;

use crate::words::grouped;

/// The maximum number of nodes of a diagram whose nodes can be shown. Of a larger diagram, only the size is kept.
pub(crate) const WHOLE: usize = 1000;

/// The size of a decision diagram: its numbers of nodes, overall and on each level.
#[derive(Debug, PartialEq)]
pub(crate) struct DiagramShape {
    /// The number of nodes of each level.
    pub(crate) widths: Vec<usize>,
    /// The number of nodes, terminals included.
    pub(crate) nodes: usize,
}

impl DiagramShape {
    pub(crate) fn of(bdd: &Bdd) -> DiagramShape {
        let widths = Variable::all(bdd.variables()).map(|variable| bdd.level_nodes(variable).len());
        DiagramShape { widths: widths.collect(), nodes: bdd.node_count() }
    }

    /// Lists the numbers of nodes on the levels, with a line for each row of the board, such as `Nodes by level, row 1: 1 2
    /// 3 4.`
    pub(crate) fn describe(&self, puzzle: &dyn Playable) -> Vec<String> {
        let levels: Vec<(usize, usize)> = Variable::all(self.widths.len())
            .map(|variable| puzzle.cell(variable).row)
            .zip(self.widths.clone())
            .collect();
        let of_row = |levels: &[(usize, usize)]| {
            let widths: Vec<String> = levels.iter().map(|(_, width)| width.to_string()).collect();
            format!("Nodes by level, row {}: {}.", puzzle.row_label(levels[0].0).trim(), widths.join(" "))
        };
        levels.chunk_by(|(a, _), (b, _)| a == b).map(of_row).collect()
    }
}

/// Formats a number of nodes, such as `1 node` or `1,204 nodes`.
pub(crate) fn nodes_text(nodes: usize) -> String {
    format!("{} node{}", grouped(&nodes.into()), if nodes == 1 { "" } else { "s" })
}
