//! The difficulty of a challenge for a person.

use bdd_core::{Budget, Interrupted};
use puzzle_core::deduce::path;
use puzzle_core::explain::Technique;
use puzzle_core::{Marks, Puzzle};
use puzzle_kind::Difficulty;

/// The largest rated size: larger boards take too long.
pub(crate) const MAX_SIZE: usize = 14;

/// Returns the difficulty of a puzzle with exactly one solution. [`Difficulty::Easy`] needs lines with a single square
/// left, squares that all squares of a line attack, and lines that lie within others; [`Difficulty::Medium`] needs
/// chains of queens that leave a line without a square; [`Difficulty::Hard`] needs the squares of a line tried in turn.
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice.
pub(crate) fn difficulty(puzzle: &dyn Puzzle, budget: &mut Budget<'_>) -> Result<Difficulty, Interrupted> {
    let mut solves = |hardest| Ok(path(puzzle, &Marks::default().into(), hardest, budget)?.is_complete);
    Ok(match () {
        () if solves(Technique::EmptyLine)? => Difficulty::Easy,
        () if solves(Technique::Chain)? => Difficulty::Medium,
        () => Difficulty::Hard,
    })
}
