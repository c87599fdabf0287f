//! The difficulty of a challenge for a person.

use bdd_core::{Budget, Interrupted};
use puzzle_core::deduce::path;
use puzzle_core::explain::Technique;
use puzzle_core::{Marks, Puzzle};
use puzzle_kind::Difficulty;

/// The largest board size whose difficulty is rated: larger boards take too long.
pub(crate) const MAX_SIZE: usize = 14;

/// Returns the difficulty of a puzzle with exactly one solution, by the hardest technique that solving it needs.
///
/// For [`Difficulty::Easy`] it suffices to find a line (rank or file) with a single square left, lines whose squares
/// all lie on equally many other lines, and queens that would leave a line without a square at once.
/// [`Difficulty::Medium`] needs chains of queens that leave a line without a square, and [`Difficulty::Hard`] needs the
/// squares of a line tried in turn.
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
