//! `hint`: where to look, what to do, and why.

use puzzle_core::deduced_hint;
use puzzle_kind::report;

use super::{Asked, wait};
use crate::cmd::Failure;
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    asked.answer_each(out, asked.verb, |line, entry| {
        let puzzle = &**entry.puzzle();
        let (source, guide) = asked.guide(line, entry)?;
        let hint = wait::with_clock(&asked.limits, "reasoning", |budget| deduced_hint(&*source, &guide, budget));
        let report = report::hint(puzzle, &guide, hint.map_err(Failure::failed)?.as_ref());
        Ok(asked.hoped_for(guide.is_completable(), report))
    })
}
