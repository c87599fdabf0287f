//! The difficulty of a challenge for a person.

use bdd_core::{Budget, Interrupted};
use puzzle_core::deduce::path;
use puzzle_core::explain::Technique;
use puzzle_core::{Marks, Puzzle};
use puzzle_kind::Difficulty;

/// The most ranks of a challenge: larger boards take too long to rate.
pub(crate) const MOST: usize = 14;

/// Returns the difficulty of a puzzle that has exactly one solution. An easy one takes lines with one square left, squares that
/// all of a line's squares attack, and lines that lie within others; a medium one, queens that follow one after the other until
/// a line has no square left; a hard one, the squares of a line tried in turn.
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
