//! The reasons of a step, as parts of a sentence.

use bdd_core::{ConstraintId, Variable};

use super::lines;
use crate::explain::{Reason, RuledOut, Step};
use crate::guide::Status;
use crate::naming::{self, Subject, grouped, topic, topics};
use crate::puzzle::Visibility;
use crate::words::{Words, list};

/// A reason that one clause gives for several variables together.
#[derive(PartialEq)]
enum SharedReason {
    /// The cells of the variables have other values.
    Filled,
    /// The variables are values of this cell, and other cells in its row, column or block already have these values.
    Sees(String),
    /// The variables have the same value as this true variable, which excludes them.
    SameValue(Variable),
    /// Any other reason.
    Other(Reason),
}

impl SharedReason {
    /// Returns the reason why a variable is ruled out. `are_cells` is `true` if the lines of the step are cells.
    fn of(words: &dyn Words, RuledOut { variable, because }: RuledOut, are_cells: bool) -> SharedReason {
        let Reason::Excluded { by } = because else { return SharedReason::Other(because) };
        match (naming::subject(words, variable), naming::subject(words, by)) {
            (Subject::Value(_, cell), Subject::Value(_, other)) if cell == other => SharedReason::Filled,
            (Subject::Value(a, cell), Subject::Value(b, _)) if a == b && are_cells => SharedReason::Sees(cell),
            (Subject::Value(a, _), Subject::Value(b, _)) if a == b => SharedReason::SameValue(by),
            _ => SharedReason::Other(because),
        }
    }
}

/// Returns the cells of the ruled-out variables, each cell once. Skips variables that are not values of a cell.
fn cells(words: &dyn Words, ruled_out: &[RuledOut]) -> Vec<String> {
    let cells = ruled_out.iter().filter_map(|out| Some((naming::value_cell(words, out.variable)?, ())));
    grouped(cells).into_iter().map(|(cell, _)| cell).collect()
}

/// Returns `true` if all variables of a line are values of one cell.
fn is_cell(words: &dyn Words, line: ConstraintId) -> bool {
    let of_line = words.rules().constraint(line).variables();
    let mut cells = of_line.iter().map(|&variable| naming::value_cell(words, variable));
    let first = cells.next().flatten();
    words.visibility(line) == Visibility::Cell || first.is_some() && cells.all(|cell| cell == first)
}

/// Returns `true` if the step follows because a variable is ruled out. On a line with negated variables, it may also
/// follow in spite of that.
fn matters(words: &dyn Words, step: &Step, RuledOut { variable, .. }: RuledOut) -> bool {
    let Step::Decided { on, place, out, .. } = step else { return true };
    let line = words.rules().constraint(*on);
    let sign = |one| line.literal(one).is_some_and(|literal| literal.value);
    // All conclusions make literals true, or all make literals false.
    let is_short = place.iter().any(|&one| sign(one)) || out.iter().any(|&one| !sign(one));
    line.is_positive() || sign(variable) == is_short
}

/// Returns the reasons of a step as the end of its sentence, such as `: a6 and d6 are attacked by b2; c6 is blocked.`
pub(super) fn clauses(words: &dyn Words, step: &Step) -> String {
    let are_cells = step.lines().iter().all(|&line| is_cell(words, line));
    let is_conditional = step.lines().first().is_some_and(|&line| lines::Conditional::of(words, line).is_some());
    let ruled_out = step.ruled_out().iter().copied().filter(|out| matters(words, step, *out));
    let mut groups = grouped(ruled_out.map(|out| (SharedReason::of(words, out, are_cells), out)));
    // A filled cell needs no second reason.
    let filled = groups.iter().find(|(reason, _)| *reason == SharedReason::Filled);
    let filled = filled.map_or_else(Vec::new, |(_, outs)| cells(words, outs));
    for (_, outs) in groups.iter_mut().filter(|(reason, _)| *reason != SharedReason::Filled) {
        outs.retain(|out| naming::value_cell(words, out.variable).is_none_or(|cell| !filled.contains(&cell)));
    }
    groups.retain(|(_, outs)| !outs.is_empty());
    let [excluded, blocked] = [Status::Excluded, Status::Blocked].map(|status| words.status_name(status));
    let mut clauses = Vec::new();
    // The clause of a conditional line names its true variables already.
    if let (false, Step::Empty { by, .. }) = (is_conditional, step)
        && !by.is_empty()
    {
        clauses.push(list(by.iter().map(|&variable| naming::placed_clause(words, variable))));
    }
    let mut has_verb = false;
    for (reason, outs) in &groups {
        let (topics, is_plural) = topics(words, outs.iter().map(|out| &out.variable));
        let are = if is_plural { "are" } else { "is" };
        // Consecutive exclusions share their verb.
        let verb = if has_verb { String::new() } else { format!("{are} {excluded} ") };
        has_verb = matches!(reason, SharedReason::Other(Reason::Excluded { .. }));
        clauses.push(match reason {
            SharedReason::Filled => {
                format!("{} {} filled", list(filled.iter().cloned()), if filled.len() == 1 { "is" } else { "are" })
            }
            SharedReason::Sees(cell) => {
                let by = outs.iter().filter_map(|out| match out.because {
                    Reason::Excluded { by } => Some(topic(words, by)),
                    _ => None,
                });
                format!("{} sees {}", if step.lines().len() == 1 { "it" } else { cell }, list(by))
            }
            SharedReason::SameValue(by) => {
                format!("{} rules out {}", naming::placed(words, &[*by]), list(cells(words, outs)))
            }
            SharedReason::Other(because) => match because {
                Reason::Excluded { by } => format!("{topics} {verb}by {}", topic(words, *by)),
                Reason::Full { on } => format!("{topics} {are} {excluded}: {}", lines::is_full(words, *on)),
                Reason::Blocked => format!("{topics} {are} {blocked}"),
                Reason::Out => format!("{topics} {are} ruled out already"),
                Reason::Supposed => naming::supposed_false(words, outs[0].variable),
            },
        });
    }
    if clauses.is_empty() { ".".to_owned() } else { format!(": {}.", clauses.join("; ")) }
}
