//! The difficulty of a puzzle for a person, in three words.

use bdd_core::{Budget, Stopped};
use puzzle_core::Seen;
use puzzle_core::deduce::path;
use puzzle_core::explain::Kind;
use puzzle_kind::Difficulty;

use crate::puzzle::Sudoku;

/// Returns the difficulty of a puzzle that has exactly one solution: easy if one place or one value after the other is the
/// only one left, medium if sets of cells or places (pairs, pointing, fish) have to be seen as well, and hard if it takes
/// chains or cases.
///
/// A harder word never goes with a lower kind of step, but may go with a lower number of
/// [`Path::rating`](puzzle_core::deduce::Path::rating).
///
/// # Errors
///
/// [`Stopped`] if the budget does not suffice.
pub fn difficulty(puzzle: &Sudoku, budget: &mut Budget<'_>) -> Result<Difficulty, Stopped> {
    let path = path(puzzle, &Seen::default(), Kind::Locked, budget)?;
    Ok(match path.techniques().last() {
        _ if !path.is_complete => Difficulty::Hard,
        Some((hardest, _)) if *hardest > Kind::Only => Difficulty::Medium,
        _ => Difficulty::Easy,
    })
}
