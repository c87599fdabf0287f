//! The record of a game beside its moves: its time, hints and checkpoints.

use std::time::Duration;

use puzzle_core::Marks;

use crate::board::GameBoard;

/// What is known of a game beside its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// How long it was played.
    pub time: Duration,
    /// How many hints were given, each grade being one.
    pub hints: usize,
    /// Whether the screen has told what only the solutions know, or a solution was taken over.
    pub is_helped: bool,
    /// Whether the solution has been counted: once a game, however often it is taken back and made again.
    pub is_counted: bool,
    /// The marks to go back to.
    pub checkpoint: Option<Marks>,
}

/// By whom a puzzle was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedBy {
    /// By the player alone.
    Alone,
    /// By the player, with so many hints.
    Hints(usize),
    /// With the help of those who know the solutions.
    Helped,
}

/// A puzzle that was solved.
#[derive(Debug)]
pub struct Solve {
    /// The kind and the level of the puzzle, in words.
    pub what: String,
    /// How long it took; zero if the clock was off.
    pub time: Duration,
    /// By whom it was solved.
    pub how: SolvedBy,
}

impl Attempt {
    /// By whom the puzzle was solved, if it is.
    pub(crate) fn how(&self) -> SolvedBy {
        match self.hints {
            _ if self.is_helped => SolvedBy::Helped,
            0 => SolvedBy::Alone,
            hints => SolvedBy::Hints(hints),
        }
    }
}

/// The kind and the level of a puzzle, under which its solutions are counted.
#[must_use]
pub(crate) fn category(board: &GameBoard) -> String {
    let (size, kind) = (format!("{} x {}", board.columns(), board.rows()), board.puzzle().kind());
    match board.puzzle().difficulty() {
        Some(difficulty) => format!("{size} {kind}, {difficulty}"),
        None => format!("{size} {kind}"),
    }
}
