//! The board in words, for players who do not see it.

use puzzle_core::{Status, Variable};
use puzzle_kind::Cell;

use super::{describe_cell, notes_described};
use crate::model::Model;

/// Describes a cell with its region, such as `b4, region C: attacked by a4 on rank 4.`
#[must_use]
pub fn cell_spoken(model: &Model, cell: Cell) -> String {
    let puzzle = model.board().puzzle();
    let name = puzzle.cell_name(cell);
    let text = describe_cell(model, cell, false).unwrap_or_else(|| name.clone());
    let letter = puzzle.region(cell).and_then(|region| puzzle.region_letter(region));
    match (letter, text.strip_prefix(&name)) {
        (Some(letter), Some(rest)) => format!("{name}, region {letter}{rest}."),
        _ => format!("{text}."),
    }
}

/// Describes a row: its values in order, or its cells grouped by status.
pub(crate) fn row_spoken(model: &Model, row: usize) -> String {
    let board = model.board();
    let cells = (0..board.columns()).map(|column| Cell { row, column });
    let text = if board.has_values() { in_order(model, cells).join(", ") } else { by_status(model, cells).join("; ") };
    format!("row {}: {text}.", board.puzzle().row_label(row).trim())
}

/// Groups the cells with the same status or clue, such as `attacked a4 c4`, in the order of their first cells.
fn by_status(model: &Model, cells: impl Iterator<Item = Cell>) -> Vec<String> {
    let puzzle = model.board().puzzle();
    let mut alike: Vec<(String, Vec<String>)> = Vec::new();
    for cell in cells {
        let what = match (model.board().only(cell), puzzle.clue(cell)) {
            (Some(variable), _) => status(model, variable),
            (None, Some(clue)) => format!("printed {clue}"),
            (None, None) => continue,
        };
        match alike.iter_mut().find(|(known, _)| *known == what) {
            Some((_, names)) => names.push(puzzle.cell_name(cell)),
            None => alike.push((what, vec![puzzle.cell_name(cell)])),
        }
    }
    if alike.is_empty() {
        return vec!["nothing to place".to_owned()];
    }
    alike.into_iter().map(|(what, names)| format!("{what} {}", names.join(" "))).collect()
}

/// Returns the word for the [`Status`] with which the board shows a variable, such as `queen`, `attacked` or `empty`.
fn status(model: &Model, variable: Variable) -> String {
    let puzzle = model.board().puzzle();
    let Some(guide) = model.guide() else { return "empty".to_owned() };
    match (model.shown(guide.status(variable)), puzzle.piece()) {
        (Status::Placed, Some(piece)) => piece.to_owned(),
        (Status::Given, Some(piece)) => format!("given {piece}"),
        (Status::Open, _) if !model.assist().is_guided() => "empty".to_owned(),
        (status, _) => puzzle.status_name(status).to_owned(),
    }
}

/// Lists the values of cells; adjacent empty cells are counted, such as `2 empty`.
fn in_order(model: &Model, cells: impl Iterator<Item = Cell>) -> Vec<String> {
    let values: Vec<Option<String>> = cells.map(|cell| value(model, cell)).collect();
    let text = |alike: &[Option<String>]| match alike {
        [Some(value)] => value.clone(),
        [None] => "empty".to_owned(),
        empty => format!("{} empty", empty.len()),
    };
    values.chunk_by(|a, b| a.is_none() && b.is_none()).map(text).collect()
}

/// Returns the values placed in a cell, or else its notes, such as `(1 4 noted)`; `None` if the cell has neither.
fn value(model: &Model, cell: Cell) -> Option<String> {
    let puzzle = model.board().puzzle();
    let guide = model.guide()?;
    let stands = |variable: &&Variable| guide.status(**variable).stands();
    let standing = model.board().variables(cell).iter().filter(stands);
    let standing: Vec<String> = standing.map(|&variable| puzzle.symbol(variable).to_string()).collect();
    if !standing.is_empty() {
        return Some(standing.join(" and "));
    }
    let notes = notes_described(model, cell);
    (!notes.is_empty()).then(|| format!("({notes})"))
}
