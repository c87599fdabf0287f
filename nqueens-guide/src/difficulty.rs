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
/// For [`Difficulty::Easy`], three techniques suffice:
///
/// - a line (a rank or file) has a single square left for its queen;
/// - the remaining squares of some lines lie on equally many other lines, such as the squares of two ranks on two
///   files, so that these files have no other queens;
/// - a queen is impossible because she would attack all remaining squares of a line.
///
/// [`Difficulty::Medium`] needs chains: a supposed queen forces further queens, until a line has no square left.
/// [`Difficulty::Hard`] needs case distinctions: a queen is supposed on each square of a line in turn, until she leads
/// to a contradiction.
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
