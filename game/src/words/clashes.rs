//! Sentences about clashes, and about an excess of pieces.

use puzzle_core::{Conflict, Marks};
use puzzle_kind::Playable;

use crate::clash::clash;
use crate::model::Model;

/// Describes the first clash under the cursor, or else the first of all clashes, and states the number of clashes;
/// empty if [`Model::clashes`] is empty.
#[must_use]
pub fn clashes(model: &Model) -> Vec<String> {
    let puzzle = model.board().puzzle();
    let conflicts = model.clashes();
    let here: Vec<&Conflict> = {
        let variables = model.board().variables(model.cursor());
        conflicts
            .iter()
            .filter(|conflict| variables.iter().any(|variable| model.in_conflict(conflict).contains(variable)))
            .collect()
    };
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "es" });
    match (here.as_slice(), conflicts) {
        ([], []) => Vec::new(),
        ([], [only]) => vec![clash(puzzle, only)],
        ([], [first, ..]) => vec![clash(puzzle, first), format!("{} in all.", count(conflicts.len(), "clash"))],
        ([only], _) => vec![format!("{} Press w to see it.", clash(puzzle, only))],
        ([first, ..], _) => {
            vec![format!("{} {} here. Press w to see them.", clash(puzzle, first), count(here.len(), "clash"))]
        }
    }
}

/// Reports an excess of placed variables, such as `5 queens for 4 places: 1 too many.`; `None` if there is none.
#[must_use]
pub fn excess(puzzle: &dyn Playable, marks: &Marks) -> Option<String> {
    let (placed, places) = (marks.placed.len(), puzzle.places()?);
    let more = placed.checked_sub(places).filter(|&more| more > 0)?;
    let pieces = puzzle.piece().map_or_else(|| "values".to_owned(), |piece| format!("{piece}s"));
    Some(format!("{placed} {pieces} for {places} places: {more} too many."))
}
