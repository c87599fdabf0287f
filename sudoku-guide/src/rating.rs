//! The difficulty of a puzzle for a person, in three words.

use std::fmt;

use bdd_core::{Budget, Stopped};
use puzzle_core::Seen;
use puzzle_core::deduce::path;
use puzzle_core::explain::Kind;

use crate::puzzle::Sudoku;

/// How hard a puzzle with one solution is: the hardest kind of step on the easiest way to its solution.
///
/// [`Rating::of`] tells it. The rating as a number is that of [`Path::rating`](puzzle_core::deduce::Path::rating), which
/// is on one scale for all puzzles; a harder word never goes with a lower kind of step, but may go with a lower number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rating {
    /// One place or one value after the other is the only one left.
    Easy,
    /// Sets of cells or places have to be seen as well: pairs, pointing, fish.
    Medium,
    /// What would have to follow has to be thought through: chains and cases.
    Hard,
}

impl Rating {
    /// All three, the easiest first.
    pub const ALL: [Rating; 3] = [Rating::Easy, Rating::Medium, Rating::Hard];

    /// The name as it stands on the command line and in JSON: `easy`, `medium` or `hard`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Rating::Easy => "easy",
            Rating::Medium => "medium",
            Rating::Hard => "hard",
        }
    }

    /// The rating of a puzzle that has exactly one solution.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    pub fn of(puzzle: &Sudoku, budget: &mut Budget<'_>) -> Result<Rating, Stopped> {
        let path = path(puzzle, &Seen::default(), Kind::Locked, budget)?;
        Ok(match path.rating().hardest {
            _ if !path.is_complete => Rating::Hard,
            Some(hardest) if hardest > Kind::Only => Rating::Medium,
            _ => Rating::Easy,
        })
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
