//! Saved games: moves written with the puzzle's own names, independent of diagrams.
//!
//! A save is a transcript that people can read and edit, with a checksum at the end. The game does no file access: it
//! returns [`Effect::Keep`](crate::Effect::Keep) with a [`Save`], and the face (user interface) writes it.
//! [`Save::resume`] replays every move, so that no file leads to a position that play can't reach.

pub(crate) mod history;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bdd_core::{Budget, Interrupted, Variable};
use puzzle_core::{Marks, Session};
use puzzle_kind::{Cell, Playable};
use serde::{Deserialize, Serialize};

use crate::attempt::Attempt;
use crate::cell_colours::CellColours;

/// The data that identifies a puzzle besides its text, from [`Catalogue::origin`](crate::Catalogue::origin).
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The name of the kind, such as `sudoku`.
    pub kind: String,
    /// The values of the kind's parameters by name, `seed` included.
    pub options: BTreeMap<String, String>,
}

/// A saved game: the puzzle, and the state of its game.
///
/// ```
/// use game::{Origin, Save};
/// use nqueens_guide::{Queens, Size};
///
/// let origin = Origin { kind: "queens".to_owned(), ..Origin::default() };
/// let save = Save::of_puzzle(origin, &Queens::new(Size::new(8)?));
/// let text = save.sealed();
/// assert_eq!(Save::from_sealed(text.as_bytes())?, save);
/// let damaged = text.replace("queens", "quests");
/// assert!(Save::from_sealed(damaged.as_bytes()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The version of the format of saved games.
    pub(crate) version: u32,
    /// The name of the kind of puzzle, such as `sudoku`.
    pub kind: String,
    /// The text of the puzzle, in the format of its kind.
    pub puzzle: String,
    /// The number of the puzzle in its catalogue.
    #[serde(default = "first")]
    pub number: usize,
    /// The name of the cell under the cursor; `None` for the first cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cursor: Option<String>,
    /// The time played, in milliseconds.
    #[serde(default)]
    pub(crate) milliseconds: u64,
    /// The number of hints that the player was given.
    #[serde(default)]
    pub(crate) hints: usize,
    /// The turns that followed a hint; see [`Attempt::hinted`].
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) hinted: BTreeSet<usize>,
    /// The turns that took the place of undone turns; see [`Attempt::retried`].
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) retried: BTreeSet<usize>,
    /// `true` if the player had other help than hints; see [`Attempt::is_helped`].
    #[serde(default)]
    pub(crate) helped: bool,
    /// `true` if a guided level was shown; see [`Attempt::is_guided`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) guided: bool,
    /// `true` if this game was solved and is counted in the statistics.
    #[serde(default)]
    pub(crate) counted: bool,
    /// The shortest time of earlier attempts that solved the puzzle, in milliseconds; see [`Attempt::solved_before`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) solved_before: Option<u64>,
    /// `true` if an earlier attempt solved the puzzle without help; see [`Attempt::was_solved_alone`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) solved_alone: bool,
    /// The turns in order, such as `place d1; forced e5, f2`: the moves of the player, then the forced moves made by
    /// the game.
    #[serde(default)]
    pub(crate) turns: Vec<String>,
    /// The undone turns, in the order in which they were made.
    #[serde(default)]
    pub(crate) undone: Vec<String>,
    /// The time of the clock at each turn of `turns` and then `undone`, in milliseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) times: Vec<u64>,
    /// The names of the values that the player has noted in the middle of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// The names of the values that the player has noted in corners of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) corner_notes: Vec<String>,
    /// The colours of cells by the names of the cells.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) colours: BTreeMap<String, u8>,
    /// The moves from the empty board to the checkpoint, if one is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) checkpoint: Option<Vec<String>>,
    /// The values of the kind's parameters; see [`Origin::options`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

fn first() -> usize {
    1
}

/// An error in the text of a saved game, or from [`Save::resume`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The text is invalid, or one of its moves is impossible in the puzzle. The string is the reason without a full
    /// stop, such as `turn 2, "place b4": this turn changes nothing`.
    #[error("{0}")]
    Malformed(String),
    /// The budget of [`Save::resume`] was used up, or its work was cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// The state in which a game starts: new, or from [`Save::resume`].
#[derive(Debug)]
pub struct Start {
    /// The session, with the moves made and undone.
    pub session: Box<Session>,
    /// The cell under the cursor.
    pub cursor: Cell,
    /// The variables that the player has noted in the middle of their cells.
    pub notes: BTreeSet<Variable>,
    /// The variables that the player has noted in corners of their cells.
    pub corner_notes: BTreeSet<Variable>,
    /// The colours that the player has given to cells.
    pub colours: CellColours,
    /// The time, hints, help and checkpoint.
    pub attempt: Box<Attempt>,
}

impl Start {
    /// Creates the start of a new game, with the cursor at the first variable.
    pub(crate) fn new(session: Box<Session>, puzzle: &dyn Playable) -> Start {
        let cursor = puzzle.cell(Variable::new(0));
        let [notes, corner_notes] = [BTreeSet::new(), BTreeSet::new()];
        Start { session, cursor, notes, corner_notes, colours: CellColours::default(), attempt: Box::default() }
    }
}

impl Save {
    /// The version of the format. [`Save::from_transcript`] refuses other versions.
    const VERSION: u32 = 1;

    /// Restores the game by replaying its moves in a new session of its puzzle.
    ///
    /// # Errors
    ///
    /// [`SaveError::Malformed`] if a move or a name is invalid, [`SaveError::Interrupted`] if the budget ends.
    ///
    /// # Panics
    ///
    /// Panics if `session` is of another puzzle than `puzzle`.
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
            times: self.turn_times(),
            hints: self.hints,
            hinted: self.hinted.clone(),
            retried: self.retried.clone(),
            is_helped: self.helped,
            is_guided: self.guided,
            is_counted: self.counted,
            solved_before: self.solved_before.map(Duration::from_millis),
            was_solved_alone: self.solved_alone,
            checkpoint: self.checkpoint.as_ref().map(marks).transpose()?,
        };
        let notes = history::noted(puzzle, &self.notes)?;
        let corner_notes = history::noted(puzzle, &self.corner_notes)?;
        let colours = CellColours::read(puzzle, &self.colours).map_err(SaveError::Malformed)?;
        Ok(Start { session, cursor, notes, corner_notes, colours, attempt: Box::new(attempt) })
    }

    /// Returns the times of the turns. Returns no times if they do not fit the turns or the clock, since a player may
    /// have edited the file.
    fn turn_times(&self) -> Vec<Duration> {
        let is_fit = self.times.len() <= self.turns.len() + self.undone.len()
            && self.times.is_sorted()
            && self.times.last().is_none_or(|&last| last <= self.milliseconds);
        self.times.iter().filter(|_| is_fit).map(|&time| Duration::from_millis(time)).collect()
    }

    /// Creates the save of a new game.
    #[must_use]
    pub fn of_puzzle(Origin { kind, options }: Origin, puzzle: &dyn Playable) -> Save {
        Save { version: Save::VERSION, kind, puzzle: puzzle.text(), number: first(), options, ..Save::default() }
    }

    /// Returns `true` if the puzzle was ever solved, by this attempt or an earlier one.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.counted || self.solved_before.is_some()
    }

    /// Returns `true` if the puzzle was ever solved without help, by this attempt or an earlier one.
    #[must_use]
    pub fn is_solved_alone(&self) -> bool {
        self.solved_alone || self.counted && self.hints == 0 && !self.helped && !self.guided
    }

    /// Returns `true` if this attempt is solved, so that there is nothing to continue.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.counted
    }

    /// Returns the shortest time in which the puzzle was solved, zero without a clock; `None` if it is not solved yet.
    #[must_use]
    pub fn solved_in(&self) -> Option<Duration> {
        let own = self.counted.then_some(self.milliseconds);
        own.into_iter().chain(self.solved_before).min().map(Duration::from_millis)
    }

    /// Returns the time played.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }

    /// Returns the marks after the last turn. Unlike [`Save::resume`], this does not check that the turns are possible.
    ///
    /// # Errors
    ///
    /// [`SaveError::Malformed`] if a name in a turn is invalid.
    pub fn marks(&self, puzzle: &dyn Playable) -> Result<Marks, SaveError> {
        history::final_marks(puzzle, &self.turns)
    }

    /// Returns `true` if the saves are equal, except perhaps for the time played and the cursor.
    #[must_use]
    pub fn differs_in_time_alone(&self, other: &Save) -> bool {
        let still = |save: &Save| Save { milliseconds: 0, cursor: None, ..save.clone() };
        still(self) == still(other)
    }

    /// Returns `true` if turns were made, even if they are undone.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        !self.turns.is_empty() || !self.undone.is_empty()
    }
}
