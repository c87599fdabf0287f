//! The diagram of the solutions that are left, in words.

use puzzle_core::{Variable, sentences};
use puzzle_kind::Playable;

use crate::board::Board;
use bdd_core::{Part, Schedule};

use crate::conjunction::Conjunction;
use crate::diagram::{DiagramScreen, NodeTold};
use crate::shape::Shape;

/// What a diagram is like as a whole, and what becomes of it if something is placed; on the way to it, which rules it is of.
#[must_use]
pub fn diagram(puzzle: &dyn Playable, screen: &DiagramScreen) -> Vec<String> {
    let Shape { nodes, widths } = screen.shape();
    let widest =
        widest(puzzle, widths).map_or(String::new(), |(most, name)| format!(", at most {most} on one level ({name})"));
    let now = format!("{} on {} levels{widest}.", counted(*nodes), widths.len());
    if let Some(conjunction) = screen.conjunction() {
        let [step, way] = on_the_way(puzzle, conjunction);
        return vec![step, now, way];
    }
    let then = screen.effect().map(|(variable, shape)| {
        let name = puzzle.name(variable);
        match puzzle.piece() {
            Some(piece) => format!("With a {piece} on {name}: {}.", counted(shape.nodes)),
            None => format!("With {name}: {}.", counted(shape.nodes)),
        }
    });
    [now].into_iter().chain(then).collect()
}

/// What has joined the conjunction, and how large it gets.
fn on_the_way(puzzle: &dyn Playable, conjunction: &Conjunction) -> [String; 2] {
    let (now, last) = (conjunction.now(), conjunction.steps.len());
    let schedule = match conjunction.schedule {
        Schedule::FirstLineFirst => "Line by line",
        Schedule::LastLineFirst => "From the last line on",
        Schedule::BalancedTree => "In pairs",
        _ => "Rule by rule",
    };
    let part = match now.part {
        _ if conjunction.schedule == Schedule::BalancedTree => {
            format!("rules {} to {} with each other", now.rules.start + 1, now.rules.end)
        }
        Part::Exclusion(a, b) => format!("not both {} and {}", sentences::name(puzzle, a), sentences::name(puzzle, b)),
        Part::Line(line) => format!("what {} asks for", puzzle.line_name(line)),
        Part::Relation(line) => format!("{} and what it excludes", puzzle.line_name(line)),
        Part::Exclusions(variable) => format!("what {} excludes", sentences::name(puzzle, variable)),
        _ => "one more rule".to_owned(),
    };
    let step = format!("{schedule}, step {} of {}: {part}.", conjunction.at() + 1, conjunction.of);
    let largest = conjunction.largest();
    let most = counted(conjunction.steps[largest].shape.nodes);
    let way = if last < conjunction.of {
        format!("After step {last} it is too much to go on: at most {most} by then.")
    } else {
        format!("The largest on the way has {most}, after step {}.", largest + 1)
    };
    [step, way]
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
    format!("{}: with {} to {high}, without to {low}", told.node, sentences::name(puzzle, told.variable))
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
    (*most > 0).then(|| (*most, sentences::name(puzzle, variable)))
}
