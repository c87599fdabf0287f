//! `solve`: the solution, or that there is none, or two of several.

use puzzle_core::{Marks, report};

use super::{Asked, wait};
use crate::cmd::Failure;
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    asked.answer_each(out, asked.verb, |_, entry| {
        let puzzle = &**entry.puzzle();
        let found = wait::with_clock("solving", |budget| puzzle.first_completions(&Marks::default(), 2, budget));
        let found = found.map_err(Failure::failed)?;
        Ok(asked.hoped_for(!found.is_empty(), report::solve(puzzle, &found)))
    })
}
