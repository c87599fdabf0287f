//! The record of an attempt at a puzzle, besides its moves: time, hints, help and checkpoint.

use std::time::Duration;

use puzzle_core::Marks;

use crate::board::GameBoard;

/// The record of the player's attempt at a puzzle, besides the moves; from [`Model::attempt`](crate::Model::attempt).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// The time played.
    pub time: Duration,
    /// The number of hints given. The place, the move and the reason of a hint count as one each.
    pub hints: usize,
    /// `true` if the player played with the help of a [guided](crate::Assist::is_guided) level, or saw a solution.
    pub is_helped: bool,
    /// `true` if this game was solved and is counted in the statistics. Undoing and solving it again does not count.
    pub is_counted: bool,
    /// The marks of the checkpoint; `None` until [`Action::SetCheckpoint`](crate::Action::SetCheckpoint).
    pub checkpoint: Option<Marks>,
}

/// The help with which a puzzle was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedBy {
    /// No help.
    Alone,
    /// This number of hints, and no other help.
    Hints(usize),
    /// The help of a guided level, or a look at the solutions.
    Helped,
}

/// A solved puzzle, for [`PlayStatistics::add`](crate::PlayStatistics::add).
#[derive(Debug)]
pub struct Solve {
    /// The category of the puzzle: size, kind and difficulty, as in `9 x 9 Sudoku, easy`.
    pub category: String,
    /// The time taken; zero if the clock was off.
    pub time: Duration,
    /// The help used.
    pub solved_by: SolvedBy,
}

impl Attempt {
    /// Returns the help used so far.
    pub(crate) fn solved_by(&self) -> SolvedBy {
        match self.hints {
            _ if self.is_helped => SolvedBy::Helped,
            0 => SolvedBy::Alone,
            hints => SolvedBy::Hints(hints),
        }
    }
}

/// Returns the category of a puzzle in the statistics, as in `9 x 9 Sudoku, easy`.
#[must_use]
pub(crate) fn category(board: &GameBoard) -> String {
    let (size, kind) = (format!("{} x {}", board.columns(), board.rows()), board.puzzle().kind());
    match board.puzzle().difficulty() {
        Some(difficulty) => format!("{size} {kind}, {difficulty}"),
        None => format!("{size} {kind}"),
    }
}
