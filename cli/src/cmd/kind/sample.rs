//! `sample`: random solutions, every one as likely as every other.

use bdd_core::{BigUint, Dice};
use puzzle_core::Count;
use puzzle_kind::Role;
use puzzle_kind::report;

use super::{Asked, Form, wait};
use crate::cmd::{Failure, any_seed};
use crate::output::{self, Output};

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    let said = asked.number(Role::Seed);
    let seed = said.unwrap_or_else(any_seed);
    let count = asked.number(Role::Number).unwrap_or(1);
    let is_distinct = asked.arguments.role(Role::Distinct).is_some();
    asked.answer_each(out, asked.verb, |line, entry| {
        let puzzle = &**entry.puzzle();
        let marks = asked.marks(puzzle)?;
        let source = asked.open(line, entry)?;
        let numbered = wait::with_clock(&asked.limits, "counting", |budget| source.numbered(&marks, budget))
            .map_err(Failure::failed)?;
        let Some(solutions) = numbered else {
            return Err(Failure::Failed(format!(
                "the {} on line {line} has too many solutions to draw from all of them; place or block something",
                puzzle.whole()
            )));
        };
        let total = solutions.total();
        if *total == BigUint::ZERO {
            return Err(Failure::Failed(format!("no solution: {}", report::why_none(puzzle, &marks))));
        }
        if is_distinct && *total < count.into() {
            return Err(Failure::Failed(format!("there are only {total} distinct solutions to draw, not {count}")));
        }
        // Each puzzle from the beginning, so that what is drawn of it depends on the seed alone.
        let mut dice = Dice::new(seed);
        let numbers: Vec<BigUint> = if is_distinct {
            let mut distinct = dice.distinct(total.clone());
            (0..count).map_while(|_| distinct.next()).collect()
        } else {
            (0..count).map_while(|_| dice.below(total)).collect()
        };
        let drawn: Vec<_> = numbers.iter().filter_map(|number| solutions.nth(number)).collect();
        Ok(report::samples(puzzle, &marks, &Count::Exact(total.clone()), seed, &drawn))
    })?;
    if said.is_none() && asked.form() != Form::Json {
        output::note(&format!("drawn with --seed {seed}"));
    }
    Ok(())
}
