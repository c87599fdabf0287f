//! Attempts. An attempt is one try of a puzzle from its start, with its own clock, hints, help and checkpoint.
//!
//! The record of an attempt is final once the puzzle is solved. It does not change if the player then looks at the
//! solutions, or undoes turns and solves the puzzle again. [`Action::Restart`](crate::Action::Restart) begins a new
//! attempt.

use std::collections::BTreeSet;
use std::time::Duration;

use puzzle_core::Marks;

/// The record of the player's attempt at a puzzle, apart from its moves; see [`Model::attempt`](crate::Model::attempt).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// The time played, up to the solution.
    pub time: Duration,
    /// The time of the clock at each turn of the session, undone turns included, in ascending order. Has fewer items
    /// than the session has turns if the times of some turns are unknown, as in games saved by earlier versions.
    pub times: Vec<Duration>,
    /// The number of hints given. A hint counts once, with its place, move and reason.
    pub hints: usize,
    /// The turns that followed a hint, counted from 0.
    pub hinted: BTreeSet<usize>,
    /// The turns that took the place of undone turns, counted from 0.
    pub retried: BTreeSet<usize>,
    /// `true` if the player had other help than hints and the guide: an explanation that the board does not show, a
    /// look at the solutions or their diagram, an answer about the solvability of the position, forced moves made by
    /// the game, or a [guided](crate::Assist::is_guided) level that reveals the only solution.
    pub is_helped: bool,
    /// `true` if a [guided](crate::Assist::is_guided) level was shown during the attempt, on a board with several
    /// solutions. Games with the guide have best times of their own.
    pub is_guided: bool,
    /// `true` if this attempt was solved and is counted in the statistics. Its record is final.
    pub is_counted: bool,
    /// The marks of the checkpoint; `None` until [`Action::SetCheckpoint`](crate::Action::SetCheckpoint).
    pub checkpoint: Option<Marks>,
    /// The shortest time of the earlier attempts that solved this puzzle, zero without a clock; `None` if no earlier
    /// attempt solved it.
    pub solved_before: Option<Duration>,
    /// `true` if an earlier attempt solved the puzzle without help.
    pub was_solved_alone: bool,
}

/// The help with which a puzzle was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedBy {
    /// The player had no help at all.
    Alone,
    /// The player saw the guide, and had no other help; see [`Attempt::is_guided`].
    Guided,
    /// The player had this number of hints, with or without the guide, and no other help.
    Hints(usize),
    /// The player had other help; see [`Attempt::is_helped`].
    Helped,
}

/// A solved puzzle, for [`PlayStatistics::add`](crate::PlayStatistics::add).
#[derive(Debug)]
pub struct Solve {
    /// The category of the puzzle: size, kind and difficulty, such as `9 x 9 Sudoku, easy`; for a lesson, its name
    /// after `lesson: `.
    pub category: String,
    /// The time taken; zero if the clock was off.
    pub time: Duration,
    /// The help with which the puzzle was solved.
    pub solved_by: SolvedBy,
    /// The day whose daily puzzle was solved, from [`Catalogue::day`](crate::Catalogue::day); `None` for other puzzles.
    pub day: Option<i32>,
    /// The day on which the puzzle was solved, in days since 1 January 1970; `None` if it is unknown.
    pub solved_on: Option<i32>,
    /// The solution, on a board [by size](crate::Catalogue::is_by_size); `None` for other puzzles.
    pub found: Option<FoundSolution>,
}

/// A solution of an empty board, which usually has many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSolution {
    /// The column of the piece in each row, from the top, as a letter: `a` is the first column.
    pub columns: String,
    /// The number of all solutions of the board, in decimal; `None` if it is unknown.
    pub of: Option<String>,
}

impl Attempt {
    /// Adds the time of a new turn. `before` is the number of turns made before the new turn. The records of undone
    /// turns are dropped, since the new turn replaces them.
    pub(crate) fn time_turn(&mut self, before: usize) {
        // The undone turns have times, too.
        let has_undone = self.times.len() > before;
        self.retried.retain(|&turn| turn < before);
        self.retried.extend(has_undone.then_some(before));
        if self.times.len() >= before {
            self.times.truncate(before);
            self.times.push(self.time);
        }
    }

    /// Returns `true` if the player has asked for no help so far. The guide is no help that a player asks for.
    pub(crate) fn is_alone(&self) -> bool {
        matches!(self.solved_by(), SolvedBy::Alone | SolvedBy::Guided)
    }

    /// Returns the shortest time in which this puzzle was solved, zero without a clock; `None` if it is not solved yet.
    pub(crate) fn solved_in(&self) -> Option<Duration> {
        self.is_counted.then_some(self.time).into_iter().chain(self.solved_before).min()
    }

    /// Returns the record of the next attempt at the puzzle, which has its own clock, hints and help.
    #[must_use]
    pub fn restarted(&self) -> Attempt {
        let (solved_before, was_solved_alone) = (self.solved_in(), self.is_solved_alone());
        Attempt { solved_before, was_solved_alone, ..Attempt::default() }
    }

    /// Returns `true` if an attempt, this one or an earlier one, has solved the puzzle without help.
    #[must_use]
    pub fn is_solved_alone(&self) -> bool {
        self.was_solved_alone || self.is_counted && self.solved_by() == SolvedBy::Alone
    }

    /// Returns the help used so far.
    #[must_use]
    pub fn solved_by(&self) -> SolvedBy {
        match self.hints {
            _ if self.is_helped => SolvedBy::Helped,
            0 if self.is_guided => SolvedBy::Guided,
            0 => SolvedBy::Alone,
            hints => SolvedBy::Hints(hints),
        }
    }
}
