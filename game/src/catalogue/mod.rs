//! Where the puzzles of a game come from, one after the other.

mod series;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use bdd_core::Budget;
use puzzle_core::{Puzzle, Session};

use crate::assist::Assist;
pub use series::Series;

/// Puzzles by number.
pub trait Catalogue: fmt::Debug + Send + Sync {
    /// The numbers that there are.
    fn numbers(&self) -> RangeInclusive<usize>;

    /// What the numbers are.
    fn counts(&self) -> Counts;

    /// The level of help that most will want with these.
    fn usual_assist(&self) -> Assist {
        match self.counts() {
            Counts::Sizes => Assist::Dead,
            // Such puzzles mostly have one solution, and the guide knows it: all that is left would be to copy it.
            Counts::Puzzles => Assist::Attacks,
        }
    }

    /// The game of a number, from its beginning. This may take minutes.
    ///
    /// # Errors
    ///
    /// Why there is none, as a clause.
    fn load(&self, number: usize, budget: &mut Budget<'_>) -> Result<Loaded, String>;
}

/// What the numbers of a catalogue are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Sizes of boards.
    Sizes,
    /// Puzzles, one after the other.
    Puzzles,
}

/// A game to be played.
#[derive(Debug)]
pub struct Loaded {
    /// The puzzle.
    pub puzzle: Arc<dyn Puzzle>,
    /// The game, at its beginning.
    pub session: Box<Session>,
    /// What the player should know about how it was come by.
    pub note: Option<String>,
}
