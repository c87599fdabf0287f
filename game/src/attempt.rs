//! Attempts. An attempt is one try of a puzzle from its start, with its own clock, hints, help and checkpoint.
//!
//! The record of an attempt is final once the puzzle is solved. It does not change if the player then looks at the
//! solutions, or undoes turns and solves the puzzle again. [`Action::Restart`](crate::Action::Restart) begins a new
//! attempt.

use std::time::Duration;

use puzzle_core::Marks;

use crate::board::GameBoard;

/// The record of the player's attempt at a puzzle, apart from its moves; see [`Model::attempt`](crate::Model::attempt).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// The time played, up to the solution.
    pub time: Duration,
    /// The time of the clock at each turn of the session, undone turns included, in ascending order. Has fewer items
    /// than the session has turns if the times of some turns are unknown, as in games saved by earlier versions.
    pub times: Vec<Duration>,
    /// The number of hints given. The place, the move and the reason of a hint count as one hint each.
    pub hints: usize,
    /// `true` if the player had other help than hints: a [guided](crate::Assist::is_guided) level, an explanation, a
    /// look at the solutions or their diagram, or an answer about the solvability of the position.
    pub is_helped: bool,
    /// `true` if this attempt was solved and is counted in the statistics. Its record is final.
    pub is_counted: bool,
    /// The marks of the checkpoint; `None` until [`Action::SetCheckpoint`](crate::Action::SetCheckpoint).
    pub checkpoint: Option<Marks>,
}

/// The help with which a puzzle was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedBy {
    /// The player had no help at all.
    Alone,
    /// The player had this number of hints, and no other help.
    Hints(usize),
    /// The player had help other than hints; see [`Attempt::is_helped`].
    Helped,
}

/// A solved puzzle, for [`PlayStatistics::add`](crate::PlayStatistics::add).
#[derive(Debug)]
pub struct Solve {
    /// The category of the puzzle: size, kind and difficulty, such as `9 x 9 Sudoku, easy`.
    pub category: String,
    /// The time taken; zero if the clock was off.
    pub time: Duration,
    /// The help with which the puzzle was solved.
    pub solved_by: SolvedBy,
    /// The day whose daily puzzle was solved, from [`Catalogue::day`](crate::Catalogue::day); `None` for other puzzles.
    pub day: Option<i32>,
}

impl Attempt {
    /// Adds the time of a new turn. `before` is the number of turns made before the new turn. The times of undone turns
    /// are dropped, since the new turn replaces them.
    pub(crate) fn time_turn(&mut self, before: usize) {
        if self.times.len() >= before {
            self.times.truncate(before);
            self.times.push(self.time);
        }
    }

    /// Returns `true` if the player has had no help so far.
    pub(crate) fn is_alone(&self) -> bool {
        self.solved_by() == SolvedBy::Alone
    }

    /// Returns the help used so far.
    pub(crate) fn solved_by(&self) -> SolvedBy {
        match self.hints {
            _ if self.is_helped => SolvedBy::Helped,
            0 => SolvedBy::Alone,
            hints => SolvedBy::Hints(hints),
        }
    }
}

/// Returns the category of a puzzle in the statistics, such as `9 x 9 Sudoku, easy`.
#[must_use]
pub(crate) fn category(board: &GameBoard) -> String {
    let (size, kind) = (format!("{} x {}", board.columns(), board.rows()), board.puzzle().kind());
    match board.puzzle().difficulty() {
        Some(difficulty) => format!("{size} {kind}, {difficulty}"),
        None => format!("{size} {kind}"),
    }
}
