//! The row, column or block with a single empty cell, which a person sees before any other argument.

use std::collections::BTreeSet;

use bdd_core::Variable;

use crate::explain::Technique;
use crate::hint::Hint;
use crate::marks::{Marks, Move};
use crate::naming;
use crate::puzzle::Visibility;
use crate::words::Words;

/// Returns the name of the row, column or block whose only empty cell the hint fills at the position of `marks`, such
/// as `block 8`. Returns `None` for other hints, and in puzzles of pieces.
#[must_use]
pub fn last_cell(words: &dyn Words, marks: &Marks, hint: &Hint) -> Option<String> {
    let is_single = match hint {
        Hint::Deduced(deduction) => deduction.technique() == Technique::Only,
        Hint::Forced { .. } => true,
        Hint::KeepsMost { .. } | Hint::Repair { .. } => false,
    };
    match hint.moves().first() {
        Some(&Move::Place(variable)) if is_single => house_of(words, marks, variable),
        _ => None,
    }
}

/// Returns the row, column or block in which the cell of `variable` is the only empty cell. Prefers blocks.
fn house_of(words: &dyn Words, marks: &Marks, variable: Variable) -> Option<String> {
    let cell = naming::value_cell(words, variable)?;
    let filled: BTreeSet<String> =
        marks.standing(words).iter().filter_map(|&placed| naming::value_cell(words, placed)).collect();
    let is_done =
        |&other: &Variable| naming::value_cell(words, other).is_some_and(|at| at == cell || filled.contains(&at));
    let houses = words.rules().numbered_constraints().filter(|(line, constraint)| {
        let variables = constraint.variables();
        words.visibility(*line) != Visibility::Cell
            && constraint.is_at_least_one()
            && variables.len() > 1
            && variables.contains(&variable)
            && variables.iter().all(is_done)
    });
    let (line, _) = houses.min_by_key(|(line, _)| (words.visibility(*line), *line))?;
    // The line of a value in a house has a name such as `7 in block 8`.
    words.line_name(line).split_once(" in ").map(|(_, house)| house.to_owned())
}
