//! `check`: whether puzzles are proper ones, or marks a part of a solution.

use puzzle_kind::report;

use super::{Asked, wait};
use crate::cmd::Failure;
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    asked.answer_each(out, asked.verb, |_, entry| {
        let puzzle = &**entry.puzzle();
        let marks = asked.marks(puzzle)?;
        wait::with_clock(&asked.limits, "checking", |budget| report::check(puzzle, &marks, budget))
            .map_err(Failure::failed)
    })
}
