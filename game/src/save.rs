//! A game as it can be kept: data with the words of the puzzle, which says nothing of a diagram.
//!
//! The same text is a transcript for people and, with a checksum at its end, what a face keeps from one time to the
//! next. Everything in it is checked when it is taken up again: moves are made anew, one by one, and whatever cannot
//! have been a game is refused.
//!
//! A [`Save`] names the puzzle and the moves in words. The game has no files: time comes in as a message, and the save
//! goes out with an effect. A reader makes every move anew, so no file can reach a position that play could not.

pub(crate) mod history;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bdd_core::{Budget, Interrupted, Variable};
use puzzle_core::Session;
use puzzle_kind::{Cell, Playable};
use serde::{Deserialize, Serialize};

use crate::attempt::Attempt;

/// What has to be known of a puzzle beside its text, so that somebody who knows all kinds can find it again.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The name of the kind, as in `sudoku`.
    pub kind: String,
    /// What was said of the puzzles, by the names of the kind's parameters, `seed` included.
    pub options: BTreeMap<String, String>,
}

/// A game as it can be kept: which puzzle it is, and all that the player has done to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The version of the format.
    pub(crate) version: u32,
    /// The name of the kind of puzzle.
    pub kind: String,
    /// The puzzle as its kind reads it.
    pub puzzle: String,
    /// The number of the puzzle in its catalogue.
    #[serde(default = "first")]
    pub number: usize,
    /// The name of the cell under the cursor; the first one if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cursor: Option<String>,
    /// How long the game was played.
    #[serde(default)]
    pub(crate) milliseconds: u64,
    /// The number of hints given.
    #[serde(default)]
    pub(crate) hints: usize,
    /// Whether the screen has told what only the solutions know.
    #[serde(default)]
    pub(crate) helped: bool,
    /// Whether the solution has been counted.
    #[serde(default)]
    pub(crate) counted: bool,
    /// The turns made, the first one first: moves with commas between them, then what these forced.
    #[serde(default)]
    pub(crate) turns: Vec<String>,
    /// The turns taken back, in the order in which they were made.
    #[serde(default)]
    pub(crate) undone: Vec<String>,
    /// What the player has noted by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// The moves that lead from the empty board to the checkpoint, if one is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) checkpoint: Option<Vec<String>>,
    /// What was said of the puzzles of the catalogue, by the names of the kind's parameters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

fn first() -> usize {
    1
}

/// Why a text is no game, or no game of a puzzle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The text is no game, or no game of the puzzle, for this reason.
    #[error("{0}")]
    Malformed(String),
    /// The moves could not be made within the budget.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// The start of a game: its beginning, or the position where it was left.
#[derive(Debug)]
pub struct Start {
    /// The moves made and undone.
    pub session: Box<Session>,
    /// The cell under the cursor.
    pub cursor: Cell,
    /// What the player has noted by hand.
    pub notes: BTreeSet<Variable>,
    /// What else is known of the game.
    pub played: Attempt,
}

impl Start {
    /// The beginning of a game.
    pub(crate) fn new(session: Box<Session>, puzzle: &dyn Playable) -> Start {
        let cursor = puzzle.cell(Variable::new(0));
        Start { session, cursor, notes: BTreeSet::new(), played: Attempt::default() }
    }
}

impl Save {
    /// The version of the format that is written; it is the only one that is read.
    const VERSION: u32 = 1;

    /// Takes the game up again: makes all its moves, from the beginning of a game of its puzzle.
    ///
    /// # Errors
    ///
    /// [`SaveError`] if this can't have been a game of the puzzle, or if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If the session is not one of the puzzle.
    pub fn resume(
        &self,
        puzzle: &dyn Playable,
        session: Box<Session>,
        budget: &mut Budget<'_>,
    ) -> Result<Start, SaveError> {
        let session = history::replayed(puzzle, session, &self.turns, &self.undone, budget)?;
        let cell = |name: &String| puzzle.cell_named(name).map_err(|why| SaveError::Malformed(why.to_string()));
        let cursor = self.cursor.as_ref().map_or_else(|| Ok(puzzle.cell(0u16.into())), cell)?;
        let marks = |moves: &Vec<String>| history::marks(puzzle, moves);
        let played = Attempt {
            time: Duration::from_millis(self.milliseconds),
            hints: self.hints,
            is_helped: self.helped,
            is_counted: self.counted,
            checkpoint: self.checkpoint.as_ref().map(marks).transpose()?,
        };
        let notes = history::noted(puzzle, &self.notes)?;
        Ok(Start { session, cursor, notes, played })
    }

    /// The game of a puzzle in which nothing has happened yet.
    #[must_use]
    pub fn of_puzzle(Origin { kind, options }: Origin, puzzle: &dyn Playable) -> Save {
        Save { version: Save::VERSION, kind, puzzle: puzzle.text(), number: first(), options, ..Save::default() }
    }

    /// Whether the player has solved the puzzle, at any time.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.counted
    }

    /// Returns whether another save is of the same game in the same state: at most the clock and the cursor differ.
    #[must_use]
    pub fn differs_in_time_alone(&self, other: &Save) -> bool {
        let still = |save: &Save| Save { milliseconds: 0, cursor: None, ..save.clone() };
        still(self) == still(other)
    }

    /// Whether the player has made moves.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        !self.turns.is_empty() || !self.undone.is_empty()
    }
}
