//! Catalogues: the puzzles of a game by number, such as boards by size, the puzzles of a file, or new ones without
//! end.

mod series;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use puzzle_core::{Budget, Session};
use puzzle_kind::{Entry, OpenError, Opened, Playable};

use crate::assist::Assist;
use crate::save::{Origin, Start};
pub use series::Series;

/// Puzzles by number.
pub trait Catalogue: fmt::Debug + Send + Sync {
    /// The numbers that have a puzzle.
    fn numbers(&self) -> RangeInclusive<usize>;

    /// Whether the numbers are sizes of boards; otherwise they count the puzzles.
    fn is_by_size(&self) -> bool {
        false
    }

    /// The level of help that most will want with these puzzles.
    fn usual_assist(&self) -> Assist {
        // Puzzles mostly have one solution, and the guide knows it: all that is left would be to copy it.
        if self.is_by_size() { Assist::Dead } else { Assist::Attacks }
    }

    /// What has to be kept of a puzzle of this catalogue beside its text to find it again; `None` where its games are not
    /// to be kept.
    fn origin(&self, _puzzle: &dyn Playable) -> Option<Origin> {
        None
    }

    /// The short name of the puzzle with a number, by which it can be had elsewhere; `None` if it has none.
    fn id(&self, _number: usize) -> Option<String> {
        None
    }

    /// The command that plays the puzzle with a number; `None` if none does.
    fn command(&self, number: usize) -> Option<String> {
        self.id(number).map(|id| format!("nqueens play {id}"))
    }

    /// The puzzle with a number; a new one may have to be made first, which may take seconds.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if there is none, or if the budget does not suffice to make it.
    fn entry(&self, number: usize, budget: &mut Budget<'_>) -> Result<Entry, OpenError>;

    /// The game of a number: by default one from the beginning. This may take minutes.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if there is no such puzzle, if its completions can't be come by, or if the budget does not suffice.
    fn load(&self, number: usize, budget: &mut Budget<'_>) -> Result<LoadedPuzzle, OpenError> {
        let entry = self.entry(number, budget)?;
        let Opened { source, note } = entry.open(budget)?;
        let session = Box::new(Session::new(source, budget)?);
        let puzzle = Arc::clone(entry.puzzle());
        Ok(LoadedPuzzle { start: Start::new(session, &*puzzle), puzzle, note })
    }
}

/// A game to be played.
#[derive(Debug)]
pub struct LoadedPuzzle {
    /// The puzzle.
    pub puzzle: Arc<dyn Playable>,
    /// Where the game starts.
    pub start: Start,
    /// What the player should know about how it was come by.
    pub note: Option<String>,
}
