//! Steps as such: counting them, and what they cite.

use std::collections::BTreeSet;

use bdd_core::{LineId, Literal, Variable};

use super::adjacency::Adjacency;
use super::argument::{Because, Cover, RuledOut, Step};
use crate::marks::{Conflict, Marks};

fn for_each_reason(steps: &[Step], visit: &mut dyn FnMut(&RuledOut)) {
    for step in steps {
        step.ruled_out().iter().for_each(&mut *visit);
        if let Step::Split { cases, .. } = step {
            for case in cases {
                for_each_reason(&case.steps, visit);
            }
        }
    }
}

impl Step {
    /// The variables that the step has ruled out before it, each with its reason.
    #[must_use]
    pub fn ruled_out(&self) -> &[RuledOut] {
        match self {
            Step::Only { ruled_out, .. }
            | Step::Decided { ruled_out, .. }
            | Step::Locked { ruled_out, .. }
            | Step::Common { ruled_out, .. }
            | Step::Empty { ruled_out, .. }
            | Step::Split { ruled_out, .. } => ruled_out,
            Step::Excluded { .. } | Step::Full { .. } | Step::Blocked | Step::Conflict(_) => &[],
        }
    }
}

/// The number of steps, those of cases included.
pub(crate) fn count(steps: &[Step]) -> usize {
    let nested = steps.iter().map(|step| match step {
        Step::Split { cases, .. } => cases.iter().map(|case| count(&case.steps)).sum(),
        _ => 0,
    });
    steps.len() + nested.sum::<usize>()
}

/// The player's marks that steps about a variable cite.
pub(crate) fn cited(steps: &[Step], variable: Variable, marks: &Marks, adjacency: &Adjacency<'_>) -> Marks {
    let mut cited = Marks::default();
    if adjacency.counts.is_some() {
        // What stands on a line counts, even where it excludes nothing.
        for_each_line(steps, &mut |line| cited.placed.extend(adjacency.lines[line.index()]));
    }
    for_each_reason(steps, &mut |reason| match reason.because {
        Because::Excluded { by } => drop(cited.placed.insert(by)),
        Because::Blocked => drop(cited.blocked.insert(reason.variable)),
        Because::Full { .. } | Because::Out | Because::Supposed => {}
    });
    // What the argument itself places is not the player's, even where the player has placed it too.
    let mut own = BTreeSet::new();
    collect_own(steps, &mut own);
    cited.placed = &cited.placed - &own;
    for step in steps {
        match *step {
            Step::Excluded { by } => drop(cited.placed.insert(by)),
            Step::Blocked => drop(cited.blocked.insert(variable)),
            Step::Full { ref by, .. } => cited.placed.extend(by),
            Step::Conflict(Conflict::Exclusion(a, b)) => cited.placed.extend([a, b]),
            Step::Conflict(Conflict::Blocked(on)) => {
                cited.placed.insert(on);
                cited.blocked.insert(on);
            }
            _ => {}
        }
    }
    // Neither is what the puzzle says from the beginning.
    cited.placed.retain(|placed| marks.placed.contains(placed));
    cited.blocked.retain(|blocked| marks.blocked.contains(blocked));
    cited
}

/// Returns the premises of steps that were shown before them: that they exclude by, that stands on lines that they count, and
/// that they have as ruled out. What they place or rule out themselves may be among it.
pub(crate) fn premises(steps: &[Step], adjacency: &Adjacency<'_>) -> BTreeSet<Literal> {
    let mut premises = BTreeSet::new();
    if adjacency.counts.is_some() {
        for_each_line(steps, &mut |line| {
            premises.extend(adjacency.lines[line.index()].iter().map(|&variable| Literal::positive(variable)));
        });
    }
    for_each_reason(steps, &mut |reason| match reason.because {
        Because::Excluded { by } => drop(premises.insert(Literal::positive(by))),
        Because::Out => drop(premises.insert(Literal::negative(reason.variable))),
        Because::Full { .. } | Because::Blocked | Because::Supposed => {}
    });
    if let [Step::Excluded { by }] = steps {
        premises.insert(Literal::positive(*by));
    }
    premises
}

/// The lines that steps are about, and those that are full.
fn for_each_line(steps: &[Step], visit: &mut dyn FnMut(LineId)) {
    for step in steps {
        match step {
            Step::Only { on, .. }
            | Step::Decided { on, .. }
            | Step::Empty { on, .. }
            | Step::Split { on, .. }
            | Step::Full { on, .. }
            | Step::Conflict(Conflict::TooMany(on)) => visit(*on),
            Step::Locked { base, covers, .. } => {
                let lines = covers.iter().filter_map(|cover| match cover {
                    Cover::Line(line) => Some(*line),
                    Cover::Clique(_) => None,
                });
                base.iter().copied().chain(lines).for_each(&mut *visit);
            }
            _ => {}
        }
        for reason in step.ruled_out() {
            if let Because::Full { on } = reason.because {
                visit(on);
            }
        }
        if let Step::Split { cases, .. } = step {
            cases.iter().for_each(|case| for_each_line(&case.steps, visit));
        }
    }
}

fn collect_own(steps: &[Step], own: &mut BTreeSet<Variable>) {
    for step in steps {
        match step {
            Step::Only { variable, .. } => drop(own.insert(*variable)),
            Step::Decided { place, .. } => own.extend(place),
            Step::Split { cases, .. } => {
                for case in cases {
                    own.insert(case.variable);
                    collect_own(&case.steps, own);
                }
            }
            _ => {}
        }
    }
}
