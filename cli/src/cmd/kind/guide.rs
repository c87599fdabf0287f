//! `guide`: what is left, and in how many solutions.

use puzzle_kind::{Report, report};
use puzzle_kind::{Role, Verb};

use super::{Asked, Form, explain};
use crate::cmd::Failure;
use crate::drawing;
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    if asked.arguments.role(Role::Explained).is_some() {
        return explain::run(asked, out);
    }
    let color = out.color;
    asked.answer_each(out, Verb::Guide, |line, entry| {
        let puzzle = &**entry.puzzle();
        let (_, guide) = asked.guide(line, entry)?;
        let report = match asked.form() {
            Form::Json => Report::new(report::guide(puzzle, &guide), []),
            Form::Text | Form::Line => {
                let text = drawing::guide(puzzle, &guide, color);
                Report::new(puzzle.head(), text.lines().map(str::to_owned))
            }
        };
        Ok(asked.hoped_for(guide.is_completable(), report))
    })
}
