//! The diagram of the solutions that are left, in words.

use puzzle_core::{Playable, Variable};

use crate::board::Board;
use crate::diagram::{DiagramScreen, NodeTold, Shape};

/// What a diagram is like as a whole, and what becomes of it if something is placed.
#[must_use]
pub fn diagram(puzzle: &dyn Playable, screen: &DiagramScreen) -> Vec<String> {
    let Shape { nodes, widths } = &screen.now;
    let widest =
        widest(puzzle, widths).map_or(String::new(), |(most, name)| format!(", at most {most} on one level ({name})"));
    let now = format!("{} on {} levels{widest}.", counted(*nodes), widths.len());
    let then = screen.then.as_ref().map(|(variable, shape)| {
        let name = puzzle.name(*variable);
        match puzzle.piece() {
            Some(piece) => format!("With a {piece} on {name}: {}.", counted(shape.nodes)),
            None => format!("With {name}: {}.", counted(shape.nodes)),
        }
    });
    [now].into_iter().chain(then).collect()
}

/// A node and where it leads, as in `12: if a1 is true to 7, if not to 9`; the terminals by what they mean.
#[must_use]
pub fn diagram_node(puzzle: &dyn Playable, told: &NodeTold) -> String {
    let to = |node: bdd_core::NodeId| match node {
        bdd_core::NodeId::FALSE => "no solution".to_owned(),
        bdd_core::NodeId::TRUE => "a solution".to_owned(),
        node => node.to_string(),
    };
    let [low, high] = told.children.map(to);
    format!("{}: with {} to {high}, without to {low}", told.node, puzzle.name(told.variable))
}

/// The widths of the levels, for each row of the board a line.
#[must_use]
pub fn level_widths(board: &Board, shape: &Shape) -> Vec<String> {
    let puzzle = board.puzzle();
    let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
    for (variable, width) in Variable::all(shape.widths.len()).zip(&shape.widths) {
        let row = puzzle.cell(variable).row;
        match rows.last_mut() {
            Some((last, widths)) if *last == row => widths.push(width.to_string()),
            _ => rows.push((row, vec![width.to_string()])),
        }
    }
    rows.into_iter()
        .map(|(row, widths)| format!("row {}: {}.", puzzle.row_label(row).trim(), widths.join(" ")))
        .collect()
}

fn counted(nodes: usize) -> String {
    format!("{} node{}", super::grouped(&nodes.into()), if nodes == 1 { "" } else { "s" })
}

/// The width of the widest level, and what is decided there.
fn widest(puzzle: &dyn Playable, widths: &[usize]) -> Option<(usize, String)> {
    let (variable, most) = Variable::all(widths.len()).zip(widths).max_by_key(|&(_, width)| *width)?;
    (*most > 0).then(|| (*most, puzzle.name(variable)))
}
