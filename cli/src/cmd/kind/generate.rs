//! `generate`: new puzzles with one solution.

use std::io::Write;

use puzzle_kind::Playable;
use puzzle_kind::Role;

use super::{Form, KindRequest};
use crate::cmd::{Failure, any_seed, wait, write_json};
use crate::drawing;
use crate::output::{self, Output};

pub(super) fn run(asked: &KindRequest, out: &mut Output) -> Result<(), Failure> {
    let said = asked.number(Role::Seed);
    let seed = said.unwrap_or_else(any_seed);
    let mut puzzles =
        asked.kind.generator(&asked.arguments, seed).map_err(|error| Failure::Usage(error.to_string()))?;
    let form = asked.form();
    let is_drawn = asked.arguments.role(Role::Format).is_some();
    let mut is_told = form == Form::Json;
    for number in 1..=asked.number(Role::Number).unwrap_or(1) {
        let made = wait::shown(&asked.limits, "generating", |budget| puzzles.next(budget)).map_err(Failure::failed)?;
        let puzzle = &**made.entry.puzzle();
        if form == Form::Text && number > 1 {
            writeln!(out)?;
        }
        if form != Form::Json {
            is_told |= made.comment.is_some();
            made.comment.iter().try_for_each(|comment| writeln!(out, "# {comment}"))?;
        }
        match form {
            Form::Json => write_json(out, &made.facts)?,
            Form::Line => out.write_all(puzzle.text().as_bytes())?,
            Form::Text if is_drawn => {
                drawing::solution(puzzle, puzzle.givens(), out.color)
                    .iter()
                    .try_for_each(|line| writeln!(out, "{line}"))?;
            }
            Form::Text => out.write_all(text(puzzle, out.color).as_bytes())?,
        }
        out.flush()?;
    }
    if said.is_none() && !is_told {
        output::note(&format!("made with --seed {seed}"));
    }
    Ok(())
}

/// Returns the text of a puzzle. If `color` is set and the puzzle has regions, returns a coloured drawing of the
/// regions instead, which no command can read.
fn text(puzzle: &dyn Playable, color: bool) -> String {
    match drawing::letters(puzzle) {
        Some(lines) if color => lines.into_iter().map(|line| line + "\n").collect(),
        _ => puzzle.text(),
    }
}
