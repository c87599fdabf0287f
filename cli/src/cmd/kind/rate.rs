//! `rate`: how hard puzzles are for a person.

use puzzle_core::deduce::Path;
use puzzle_core::{Marks, Variable};
use puzzle_kind::{Playable, report};

use super::{Asked, wait};
use crate::cmd::Failure;
use crate::machine::Limits;
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    asked.answer_each(out, asked.verb, |_, entry| {
        let (found, path) = way(&asked.limits, &**entry.puzzle(), &Marks::default())?;
        Ok(report::rate(&found, &path))
    })
}

/// The solutions of a puzzle under marks, or two of them, and the way there.
pub(super) fn way(
    limits: &Limits,
    puzzle: &dyn Playable,
    marks: &Marks,
) -> Result<(Vec<Vec<Variable>>, Path), Failure> {
    let way = wait::with_clock(limits, "reasoning", |budget| report::way(puzzle, marks, budget));
    way.map_err(Failure::failed)
}
