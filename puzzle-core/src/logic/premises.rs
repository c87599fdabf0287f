//! The player's marks that an argument cites, and the literals that its steps presuppose.

use std::collections::BTreeSet;

use bdd_core::{Literal, Variable};

use super::adjacency::Adjacency;
use super::argument::{Reason, Step, all_steps};
use crate::marks::{Conflict, Marks};

/// The variables that the steps of an argument, and the steps of its cases, use as true, blocked or ruled out.
#[derive(Default)]
struct CitedVariables {
    /// The variables whose truth matters to the steps: the variables that exclude another variable, and all variables
    /// of the lines that the steps count ([`Step::counted_lines`]), true or not. On a counted line, a true variable
    /// matters even if it excludes no other variable.
    relevant: BTreeSet<Variable>,
    blocked: BTreeSet<Variable>,
    out: BTreeSet<Variable>,
}

impl CitedVariables {
    fn of(steps: &[Step], adjacency: &Adjacency<'_>) -> CitedVariables {
        let mut grounds = CitedVariables::default();
        for step in all_steps(steps) {
            if adjacency.counts.is_some() {
                grounds.relevant.extend(step.by());
                // A contradiction on a line with negated variables lists the true variables that it uses. In any other
                // step, all true variables of the line are the reason why they are not among the conclusions or cases.
                let is_listed = matches!(step, Step::Empty { .. });
                let lines =
                    step.counted_lines().filter(|line| !is_listed || adjacency.rules.constraint(*line).is_positive());
                lines.for_each(|line| grounds.relevant.extend(adjacency.lines[line.index()].iter()));
            }
            for reason in step.ruled_out() {
                match reason.because {
                    Reason::Excluded { by } => drop(grounds.relevant.insert(by)),
                    Reason::Blocked => drop(grounds.blocked.insert(reason.variable)),
                    Reason::Out => drop(grounds.out.insert(reason.variable)),
                    Reason::Full { .. } | Reason::Supposed => {}
                }
            }
        }
        grounds
    }
}

/// Returns the player's marks that the steps cite. `variable` is the variable that the argument is about.
pub(crate) fn cited(steps: &[Step], variable: Variable, marks: &Marks, adjacency: &Adjacency<'_>) -> Marks {
    let CitedVariables { mut relevant, mut blocked, .. } = CitedVariables::of(steps, adjacency);
    // A variable that the argument places is not cited as a mark, even if the player has placed it as well.
    for step in all_steps(steps) {
        match step {
            Step::Only { variable, .. } => drop(relevant.remove(variable)),
            Step::Decided { place, .. } => relevant.retain(|one| !place.contains(one)),
            Step::Split { cases, .. } => relevant.retain(|one| cases.iter().all(|case| case.variable != *one)),
            _ => {}
        }
    }
    for step in steps {
        match *step {
            Step::Excluded { by } => drop(relevant.insert(by)),
            Step::Blocked => drop(blocked.insert(variable)),
            Step::Full { ref by, .. } => relevant.extend(by),
            Step::Conflict(Conflict::Exclusion(a, b)) => relevant.extend([a, b]),
            Step::Conflict(Conflict::Blocked(on)) => {
                relevant.insert(on);
                blocked.insert(on);
            }
            _ => {}
        }
    }
    // Givens are not marks of the player either: only marks are kept.
    Marks { placed: &relevant & &marks.placed, blocked: &blocked & &marks.blocked }
}

/// Returns the literals that the steps presuppose: a positive literal for each excluding variable and for each variable
/// of a counted line ([`Step::counted_lines`]), and a negative literal for each variable that is ruled out by
/// [`Reason::Out`]. The result may contain conclusions of the steps themselves.
pub(crate) fn premises(steps: &[Step], adjacency: &Adjacency<'_>) -> BTreeSet<Literal> {
    let CitedVariables { mut relevant, out, .. } = CitedVariables::of(steps, adjacency);
    if let [Step::Excluded { by }] = steps {
        relevant.insert(*by);
    }
    let relevant = relevant.into_iter().map(Literal::positive);
    relevant.chain(out.into_iter().map(Literal::negative)).collect()
}
