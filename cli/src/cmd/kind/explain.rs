//! `explain`: why something is ruled out, or forced.

use puzzle_core::{Budget, ExplainError, Guide, Source, Variable, answer, explain, sentences};
use puzzle_kind::Playable;
use puzzle_kind::Report;
use puzzle_kind::{Role, Verb, refusal};

use super::{Asked, wait};
use crate::cmd::Failure;
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    asked.answer_each(out, Verb::Explain, |line, entry| {
        let puzzle = &**entry.puzzle();
        let (parameter, names) = asked.arguments.role(Role::Explained).expect("it is required");
        let (source, guide) = asked.guide(line, entry)?;
        let variable = puzzle.named(&names[0]).map_err(|why| Failure::Usage(refusal(parameter, &names[0], why)))?;
        let report =
            wait::with_clock(&asked.limits, "explaining", |budget| report(&*source, puzzle, &guide, variable, budget));
        let report = report.map_err(|error| match error {
            // The error knows the variable by its number alone.
            ExplainError::NotFound(variable) => Failure::Failed(format!(
                "{} is {}, but no explanation was found within the limit of the search",
                puzzle.name(variable),
                puzzle.status_name(guide.status(variable)),
            )),
            error => Failure::failed(error),
        })?;
        Ok(asked.hoped_for(guide.is_completable(), report))
    })
}

/// Why a variable is what it is under the marks of a guide.
pub(crate) fn report(
    source: &dyn Source,
    puzzle: &dyn Playable,
    guide: &Guide,
    variable: Variable,
    budget: &mut Budget<'_>,
) -> Result<Report, ExplainError> {
    let why = explain(source, guide, variable, budget)?;
    let lines = match &why {
        Some(why) => sentences::explanation(puzzle, why),
        None => vec![sentences::nothing_to_explain(puzzle, guide, variable)],
    };
    Ok(Report::new(answer::explanation(puzzle, guide, variable, why.as_ref()), lines))
}
