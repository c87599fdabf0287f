//! The marks that steps cite, and their premises.

use std::collections::BTreeSet;

use bdd_core::{Literal, Variable};

use super::adjacency::Adjacency;
use super::argument::{Because, Step, all_steps};
use crate::marks::{Conflict, Marks};

/// Returns the player's marks that steps about a variable cite.
pub(crate) fn cited(steps: &[Step], variable: Variable, marks: &Marks, adjacency: &Adjacency<'_>) -> Marks {
    let mut cited = Marks::default();
    let mut own = BTreeSet::new();
    for step in all_steps(steps) {
        if adjacency.counts.is_some() {
            // What stands on a line counts, even where it excludes nothing.
            step.counted_lines().for_each(|line| cited.placed.extend(adjacency.lines[line.index()]));
        }
        for reason in step.ruled_out() {
            match reason.because {
                Because::Excluded { by } => drop(cited.placed.insert(by)),
                Because::Blocked => drop(cited.blocked.insert(reason.variable)),
                Because::Full { .. } | Because::Out | Because::Supposed => {}
            }
        }
        match step {
            Step::Only { variable, .. } => drop(own.insert(*variable)),
            Step::Decided { place, .. } => own.extend(place),
            Step::Split { cases, .. } => own.extend(cases.iter().map(|case| case.variable)),
            _ => {}
        }
    }
    // What the argument itself places is not the player's, even where the player has placed it too.
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
    for step in all_steps(steps) {
        if adjacency.counts.is_some() {
            let counted = step.counted_lines().flat_map(|line| adjacency.lines[line.index()]);
            premises.extend(counted.map(|&variable| Literal::positive(variable)));
        }
        for reason in step.ruled_out() {
            match reason.because {
                Because::Excluded { by } => drop(premises.insert(Literal::positive(by))),
                Because::Out => drop(premises.insert(Literal::negative(reason.variable))),
                Because::Full { .. } | Because::Blocked | Because::Supposed => {}
            }
        }
    }
    if let [Step::Excluded { by }] = steps {
        premises.insert(Literal::positive(*by));
    }
    premises
}
