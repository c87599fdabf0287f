//! A saved game: data in the puzzle's own names, independent of diagrams.
//!
//! The text is a transcript that people can read and edit. With a checksum at its end it is the format of saved games.
//!
//! The game itself has no files: a face writes the [`Save`] of an [`Effect`](crate::Effect). A reader makes every move
//! anew, so that no file can reach a position that play could not reach.

pub(crate) mod history;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bdd_core::{Budget, Interrupted, Variable};
use puzzle_core::Session;
use puzzle_kind::{Cell, Playable};
use serde::{Deserialize, Serialize};

use crate::attempt::Attempt;

/// The data that identifies a puzzle besides its text.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The name of the kind, such as `sudoku`.
    pub kind: String,
    /// The values of the kind's parameters by their names, with `seed`.
    pub options: BTreeMap<String, String>,
}

/// A saved game: the puzzle, and the state of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The version of the format.
    pub(crate) version: u32,
    /// The name of the kind of puzzle.
    pub kind: String,
    /// The text of the puzzle, as its kind reads it.
    pub puzzle: String,
    /// The number of the puzzle in its catalogue.
    #[serde(default = "first")]
    pub number: usize,
    /// The name of the cell under the cursor; `None` for the first cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cursor: Option<String>,
    /// The time played.
    #[serde(default)]
    pub(crate) milliseconds: u64,
    /// The number of hints given.
    #[serde(default)]
    pub(crate) hints: usize,
    /// Whether the game has shown guided help or a solution.
    #[serde(default)]
    pub(crate) helped: bool,
    /// Whether the solution is in the statistics.
    #[serde(default)]
    pub(crate) counted: bool,
    /// The turns in order, as in `place d1; forced e5, f2`: the moves, then the moves they forced.
    #[serde(default)]
    pub(crate) turns: Vec<String>,
    /// The undone turns, in the order in which they were made.
    #[serde(default)]
    pub(crate) undone: Vec<String>,
    /// The notes of the player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// The moves that lead from the empty board to the checkpoint, if one is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) checkpoint: Option<Vec<String>>,
    /// The values of the kind's parameters by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

fn first() -> usize {
    1
}

/// An invalid saved game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The text is no saved game, or not one of the puzzle, for this reason.
    #[error("{0}")]
    Malformed(String),
    /// The budget was used up by the moves.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// The state in which a game starts: a new game, or a saved one.
#[derive(Debug)]
pub struct Start {
    /// The moves made and undone.
    pub session: Box<Session>,
    /// The cell under the cursor.
    pub cursor: Cell,
    /// The notes of the player.
    pub notes: BTreeSet<Variable>,
    /// The record of the game besides its moves.
    pub attempt: Attempt,
}

impl Start {
    /// Creates the start of a new game.
    pub(crate) fn new(session: Box<Session>, puzzle: &dyn Playable) -> Start {
        let cursor = puzzle.cell(Variable::new(0));
        Start { session, cursor, notes: BTreeSet::new(), attempt: Attempt::default() }
    }
}

impl Save {
    /// The version of the format that is written. No other version is read.
    const VERSION: u32 = 1;

    /// Restores the game by making all its moves in a new session of its puzzle.
    ///
    /// # Errors
    ///
    /// [`SaveError`] if a move is not possible, or if the budget is used up.
    ///
    /// # Panics
    ///
    /// If `session` is not one of `puzzle`.
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
        let attempt = Attempt {
            time: Duration::from_millis(self.milliseconds),
            hints: self.hints,
            is_helped: self.helped,
            is_counted: self.counted,
            checkpoint: self.checkpoint.as_ref().map(marks).transpose()?,
        };
        let notes = history::noted(puzzle, &self.notes)?;
        Ok(Start { session, cursor, notes, attempt })
    }

    /// Creates the save of a game without moves.
    #[must_use]
    pub fn of_puzzle(Origin { kind, options }: Origin, puzzle: &dyn Playable) -> Save {
        Save { version: Save::VERSION, kind, puzzle: puzzle.text(), number: first(), options, ..Save::default() }
    }

    /// Returns `true` if the puzzle was solved at any time.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.counted
    }

    /// Returns `true` if two saves differ at most in clock and cursor.
    #[must_use]
    pub fn differs_in_time_alone(&self, other: &Save) -> bool {
        let still = |save: &Save| Save { milliseconds: 0, cursor: None, ..save.clone() };
        still(self) == still(other)
    }

    /// Returns `true` if moves were made.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        !self.turns.is_empty() || !self.undone.is_empty()
    }
}
