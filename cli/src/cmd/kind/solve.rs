//! `solve`: the solution, or that there is none, or two of several; or the best ones.

use bdd_core::{Goal, Weighed};
use puzzle_core::kind::Role;
use puzzle_core::report::Report;
use puzzle_core::{Completions, Entry, Marks, Playable, Variable, report};

use super::{Asked, rate, wait};
use crate::cmd::Failure;
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    let with_steps = asked.arguments.role(Role::Steps).is_some();
    let goal = asked.goal()?;
    asked.answer_each(out, asked.verb, |line, entry| {
        let puzzle = &**entry.puzzle();
        let marks = asked.marks(puzzle)?;
        if let Some(goal) = goal {
            return best(asked, line, entry, &marks, goal);
        }
        if with_steps {
            let (found, path) = rate::way(&asked.limits, puzzle, &marks)?;
            return Ok(asked.hoped_for(!found.is_empty(), report::steps(puzzle, &found, &path)));
        }
        let found = wait::with_clock(&asked.limits, "solving", |budget| puzzle.first_completions(&marks, 2, budget));
        let found = found.map_err(Failure::failed)?;
        Ok(asked.hoped_for(!found.is_empty(), report::solve(puzzle, &found)))
    })
}

/// The solutions with the best totals.
fn best(asked: &Asked, line: usize, entry: &Entry, marks: &Marks, goal: Goal) -> Result<Report, Failure> {
    let puzzle: &dyn Playable = &**entry.puzzle();
    let Some(weights) = puzzle.weights() else {
        return Err(Failure::Failed(format!("the {} on line {line} has no prices to compare", puzzle.whole())));
    };
    let count = asked.number(Role::Best).unwrap_or(1);
    let source = asked.open(line, entry)?;
    let found = wait::with_clock(&asked.limits, "comparing", |budget| match source.completions(marks, budget)? {
        Completions::Diagram(all) => {
            let mut best = all.models_by_weight(weights, goal, budget)?;
            Ok(Some((0..count).map_while(|_| best.next()).collect::<Vec<Weighed>>()))
        }
        Completions::Reordered(all) => {
            let mut best = all.bdd.models_by_weight(&all.order.weights(weights), goal, budget)?;
            let of_variables = |Weighed { total, model }| {
                let mut model: Vec<Variable> = model.into_iter().map(|level| all.order.variable(level)).collect();
                model.sort_unstable();
                Weighed { total, model }
            };
            Ok(Some((0..count).map_while(|_| best.next()).map(of_variables).collect()))
        }
        Completions::Tally(_) => Ok(None),
    });
    match found.map_err(|stopped: bdd_core::Stopped| Failure::failed(stopped))? {
        Some(found) => Ok(asked.hoped_for(!found.is_empty(), report::best(puzzle, marks, weights, &found))),
        None => Err(Failure::Failed(format!(
            "the {} on line {line} has too many solutions to compare all of them; place or block something",
            puzzle.whole()
        ))),
    }
}

impl Asked {
    /// Which totals are wanted, if any.
    fn goal(&self) -> Result<Option<Goal>, Failure> {
        let is_said = |role| self.arguments.role(role).is_some();
        let goal = match (is_said(Role::Cheapest), is_said(Role::Dearest)) {
            (true, _) => Some(Goal::Cheapest),
            (_, true) => Some(Goal::Dearest),
            _ => None,
        };
        if goal.is_none() && is_said(Role::Best) {
            return Err(Failure::Usage("--best is for --cheapest or --dearest, and has no meaning alone".to_owned()));
        }
        Ok(goal)
    }
}
