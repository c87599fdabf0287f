//! `count`: the number of solutions.

use puzzle_kind::Role;
use puzzle_kind::report;

use super::{Asked, wait};
use crate::cmd::Failure;
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    asked.answer_each(out, asked.verb, |line, entry| {
        let puzzle = &**entry.puzzle();
        let marks = asked.marks(puzzle)?;
        let total = match asked.number(Role::Limit) {
            Some(limit) => wait::with_clock(&asked.limits, "counting", |budget| puzzle.count_to(&marks, limit, budget)),
            None => {
                let source = asked.open(line, entry)?;
                wait::with_clock(&asked.limits, "counting", |budget| source.count(&marks, budget))
            }
        };
        let total = total.map_err(Failure::failed)?;
        Ok(asked.hoped_for(!total.is_zero(), report::count(puzzle, &marks, &total)))
    })
}
