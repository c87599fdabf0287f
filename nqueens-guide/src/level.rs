//! The difficulty of a challenge for a person.

use std::fmt;

use bdd_core::{Budget, Stopped};
use puzzle_core::deduce::path;
use puzzle_core::explain::Kind;
use puzzle_core::{Marks, Puzzle};

/// The most ranks of a challenge: larger boards take too long to rate.
pub(crate) const MOST: usize = 14;

/// How hard a challenge is: the hardest kind of reasoning that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A line with one square left, squares that all of a line's squares attack, and lines that lie within others.
    Easy,
    /// Queens that have to follow one after the other until a line has no square left.
    Medium,
    /// Trying the squares of a line in turn.
    Hard,
}

impl Level {
    /// All three, the easiest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// The name as it stands on the command line and in JSON: `easy`, `medium` or `hard`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }

    /// The level of a puzzle that is known to have exactly one solution.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    pub fn of(puzzle: &dyn Puzzle, budget: &mut Budget<'_>) -> Result<Level, Stopped> {
        let mut solves = |hardest| Ok(path(puzzle, &Marks::default().into(), hardest, budget)?.is_complete);
        Ok(match () {
            () if solves(Kind::EmptyLine)? => Level::Easy,
            () if solves(Kind::Chain)? => Level::Medium,
            () => Level::Hard,
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
