//! Catalogues: numbered puzzles, such as boards by size, the puzzles of a file, or an endless series of new puzzles.

mod series;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use puzzle_core::{Budget, Session};
use puzzle_kind::{Entry, OpenError, Opened, Playable};

use crate::save::{Origin, Start};
pub use series::Series;

/// A numbered collection of puzzles.
pub trait Catalogue: fmt::Debug + Send + Sync {
    /// Returns the range of the catalogue's puzzle numbers.
    fn numbers(&self) -> RangeInclusive<usize>;

    /// Returns `true` if the number of a puzzle is its board size, and `false` if the numbers only count the puzzles.
    fn is_by_size(&self) -> bool {
        false
    }

    /// Returns the data that identifies a puzzle in a saved game, besides the text of the puzzle; `None` if games of
    /// this catalogue are not saved.
    fn origin(&self, _puzzle: &dyn Playable) -> Option<Origin> {
        None
    }

    /// Returns the ID by which other players can open the puzzle with this number; `None` if the puzzle has no ID.
    fn id(&self, _number: usize) -> Option<String> {
        None
    }

    /// Returns the daily puzzle with this number, of any day; `None` if the puzzle with this number is no daily puzzle.
    fn daily(&self, _number: usize) -> Option<DailyPuzzle> {
        None
    }

    /// Returns the day of the daily puzzle with this number, in days since 1 January 1970. Returns `None` if the puzzle
    /// is no daily puzzle, or if its day is not today.
    fn day(&self, _number: usize) -> Option<i32> {
        None
    }

    /// Returns the shell command that plays the puzzle with this number; `None` if there is no such command.
    fn command(&self, number: usize) -> Option<String> {
        self.id(number).map(|id| format!("nqueens play {id}"))
    }

    /// Returns the puzzle with this number. Generating a new puzzle may take seconds.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if there is no such puzzle, or if the budget is used up.
    fn entry(&self, number: usize, budget: &mut Budget<'_>) -> Result<Entry, OpenError>;

    /// Loads the puzzle with this number, and the state in which its game starts. The default implementation starts a
    /// new game. A load may take minutes.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if there is no such puzzle, if its [`Source`](puzzle_core::Source) fails to open, or if the budget
    /// is used up.
    fn load(&self, number: usize, budget: &mut Budget<'_>) -> Result<LoadedPuzzle, OpenError> {
        let entry = self.entry(number, budget)?;
        let Opened { source, note } = entry.open_early(budget)?;
        let session = Box::new(Session::new(source, budget)?);
        let puzzle = Arc::clone(entry.puzzle());
        Ok(LoadedPuzzle { start: Start::new(session, &*puzzle), puzzle, note })
    }
}

/// The name and the day of a daily puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyPuzzle {
    /// The name of the kind, such as `Sudoku` or `regions`. With a capital letter it is the label of the puzzle in the
    /// menu.
    pub name: &'static str,
    /// The day of the puzzle, in days since 1 January 1970.
    pub day: i32,
}

/// A puzzle with the state in which its game starts.
#[derive(Debug)]
pub struct LoadedPuzzle {
    /// The loaded puzzle.
    pub puzzle: Arc<dyn Playable>,
    /// The state in which the game starts.
    pub start: Start,
    /// A remark about the load for the player, such as a failure of the cache.
    pub note: Option<String>,
}
