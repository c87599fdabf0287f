//! The verbs that answer a question about each puzzle, and the output of the answers.

use std::io::Write;

use puzzle_core::answer::Facts;
use puzzle_kind::{BadArgument, ReportPart, Role, Verb};

use super::{Form, KindRequest};
use crate::cmd::proofs;
use crate::cmd::{Failure, any_seed, wait, write_json, write_parts};
use crate::output::{self, Output};

/// Runs the command for one puzzle after the other. Each answer is written before the next puzzle is read.
pub(super) fn run(asked: &KindRequest, out: &mut Output) -> Result<(), Failure> {
    let (style, form, seed) = (asked.kind.style(), asked.form(), any_seed());
    let usage = |error: BadArgument| Failure::Usage(error.to_string());
    // The output of `guide --explain` has the layout of `explain`.
    let looks = if asked.arguments.role(Role::Explained).is_some() { Verb::Explain } else { asked.verb };
    let (mut is_first, mut all_positive, mut is_proved) = (true, true, false);
    asked.each(|line, entry| {
        let puzzle = &**entry.puzzle();
        let is_apart = form == Form::Text && style.apart.contains(&looks);
        let gap = if is_apart && !std::mem::take(&mut is_first) { "\n" } else { "" };
        // The empty line is written before the answer is computed, so that it also separates an error message.
        out.write_all(gap.as_bytes())?;
        let marks = asked.arguments.marks(puzzle).map_err(usage)?;
        let operation = asked.arguments.operation(asked.verb, puzzle, seed).map_err(usage)?;
        let operation = operation.expect("the other verbs have commands of their own");
        let place = format!(" on line {line}");
        let answer = wait::shown(&asked.limits, &format!("line {line}"), |budget| {
            operation.answer(&entry, &marks, &place, budget)
        });
        let answer = answer.map_err(Failure::failed)?;
        if let Some(folder) = &asked.proof {
            if std::mem::replace(&mut is_proved, true) {
                return Err(Failure::Failed(format!("expected one puzzle with --proof, found another one{place}")));
            }
            let found = answer.report.parts.iter().filter(|part| matches!(part, ReportPart::Solution(_))).count();
            wait::shown(&asked.limits, "proving", |budget| {
                proofs::of_entry(folder, &entry, &marks, &operation, found, budget)
            })?;
        }
        answer.note.iter().for_each(output::note);
        let is_unwanted = !answer.is_completable && style.negative.contains(&asked.verb);
        all_positive &= !answer.report.is_negative && !is_unwanted;
        match (form, &answer.report.line) {
            (Form::Json, _) => {
                let about = Facts::new().with("line", line).and(puzzle.head());
                write_json(out, &about.and(answer.facts(puzzle)))?;
            }
            (Form::Line, Some(line)) => writeln!(out, "{line}")?,
            (Form::Line | Form::Text, _) => {
                let is_numbered = style.numbered.contains(&looks);
                let number = if is_numbered { format!("line {line}: ") } else { String::new() };
                write_parts(out, puzzle, &number, &answer.report.parts)?;
            }
        }
        Ok(out.flush()?)
    })?;
    if asked.verb == Verb::Sample && asked.number(Role::Seed).is_none() && form != Form::Json {
        output::note(&format!("drawn with --seed {seed}"));
    }
    if all_positive { Ok(()) } else { Err(Failure::Told) }
}
