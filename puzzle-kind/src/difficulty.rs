//! The difficulty of a puzzle for a person: easy, medium or hard.

use std::fmt;

/// The difficulty of a puzzle for a person: the hardest kind of reasoning on the easiest path to its solution.
///
/// Each kind of puzzle decides which reasoning is easy, medium or hard. For a number on one scale for all puzzles, see
/// [`Path::rating`](puzzle_core::deduce::Path::rating).
///
/// ```
/// use puzzle_kind::Difficulty;
///
/// assert_eq!(Difficulty::named("medium"), Some(Difficulty::Medium));
/// assert!(Difficulty::Easy < Difficulty::Hard);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Every step is visible at once, such as a row with a single candidate.
    Easy,
    /// Some steps combine several lines (rows, columns or other constraints), or follow a chain of consequences.
    Medium,
    /// Some steps distinguish cases: they try the candidates of a row or another line in turn.
    Hard,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns the name on the command line and in JSON: `easy`, `medium` or `hard`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }

    /// Returns the difficulty with the given name; `None` if there is no such difficulty.
    #[must_use]
    pub fn named(name: &str) -> Option<Difficulty> {
        Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == name)
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
