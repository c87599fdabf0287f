//! Names of all variables of the rules, auxiliary ones among them, for explanations and exports.
//!
//! An explanation may speak of the rules' auxiliary variables, of which [`Words`] knows nothing but
//! [`Words::auxiliary_name`]: its other methods are asked for the puzzle's own variables alone. So whoever words an
//! explanation asks here.

use bdd_core::{LineId, Literal, Variable};

use crate::explain::Cover;
use crate::words::{Words, list};

/// Returns the number of an auxiliary variable, counted from 0; `None` for a variable of the puzzle itself.
fn auxiliary(words: &dyn Words, variable: Variable) -> Option<usize> {
    variable.index().checked_sub(words.variables())
}

/// Returns the name of any variable of the rules: [`Words::name`] for the puzzle's own, [`Words::auxiliary_name`] for
/// the others.
#[must_use]
pub fn name(words: &dyn Words, variable: Variable) -> String {
    match auxiliary(words, variable) {
        Some(number) => words.auxiliary_name(number),
        None => words.name(variable),
    }
}

/// Returns [`Words::thing`] of any literal.
pub(crate) fn thing(words: &dyn Words, literal: Literal) -> String {
    match (auxiliary(words, literal.variable), literal.value) {
        (None, _) => words.thing(literal),
        (Some(number), true) => words.auxiliary_name(number),
        (Some(number), false) => format!("no {}", words.auxiliary_name(number)),
    }
}

/// Returns [`Words::must`] of any literal.
pub(crate) fn must(words: &dyn Words, literal: Literal) -> String {
    match (auxiliary(words, literal.variable), literal.value) {
        (None, _) => words.must(literal),
        (Some(number), true) => format!("it has to be {}", words.auxiliary_name(number)),
        (Some(number), false) => format!("it can't be {}", words.auxiliary_name(number)),
    }
}

/// Returns [`Words::line_has`] of any variable.
pub(crate) fn line_has(words: &dyn Words, line: LineId, variable: Variable) -> String {
    match auxiliary(words, variable) {
        Some(number) => format!("{} has {}", words.line_name(line), words.auxiliary_name(number)),
        None => words.line_has(line, variable),
    }
}

/// Returns [`Words::along`] of any two variables.
pub(crate) fn along(words: &dyn Words, by: Variable, excluded: Variable) -> Option<String> {
    if are_own(words, &[by, excluded]) {
        return words.along(by, excluded);
    }
    // The line of a pair says no more than its two names.
    let line = common_line(words, by, excluded).filter(|&line| words.rules().line_rule(line).variables().len() > 2)?;
    Some(format!("in {}", words.line_name(line)))
}

/// Returns [`Words::shared`] of any two variables.
pub(crate) fn shared(words: &dyn Words, a: Variable, b: Variable) -> Option<String> {
    if are_own(words, &[a, b]) {
        return words.shared(a, b);
    }
    common_line(words, a, b).map(|line| words.line_name(line))
}

/// Returns the first line that has at most one of its variables true, and these two among them.
fn common_line(words: &dyn Words, a: Variable, b: Variable) -> Option<LineId> {
    let rules = words.rules();
    let is_common = |line: &[Variable]| [a, b].iter().all(|variable| line.contains(variable));
    let lines = rules.numbered_lines().map(|(line, _)| (line, rules.line_rule(line)));
    let mut common = lines.filter(|(_, rule)| rule.most() == 1 && rule.is_positive() && is_common(rule.variables()));
    common.next().map(|(line, _)| line)
}

/// Returns [`Words::cover_name`] of any cover.
pub(crate) fn cover_name(words: &dyn Words, cover: &Cover) -> String {
    match cover {
        Cover::Clique(variables) if !are_own(words, variables) => {
            list(variables.iter().map(|&variable| name(words, variable)))
        }
        cover => words.cover_name(cover),
    }
}

fn are_own(words: &dyn Words, variables: &[Variable]) -> bool {
    variables.iter().all(|&variable| auxiliary(words, variable).is_none())
}
