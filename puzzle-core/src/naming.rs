//! Words for all variables of the rules, auxiliary ones among them, for sentences and exports.
//!
//! An explanation may speak of the rules' auxiliary variables, of which [`Words`] knows nothing but
//! [`Words::auxiliary_name`]: its other methods are asked for the puzzle's own variables alone. So whoever words an
//! explanation asks here.

use bdd_core::{ConstraintId, Literal, Variable};

use crate::explain::Cover;
use crate::puzzle::Sight;
use crate::words::{Words, list, with_article};

/// The way in which sentences speak of a variable.
enum Said<'a> {
    /// By a piece and its place, as in `a queen on d4`.
    Piece(&'a str, String),
    /// By a value and its cell, as in `5 in r4c7`.
    Value(char, String),
    /// By its name.
    Name(String),
}

/// Returns the number of an auxiliary variable, counted from 0; `None` for a variable of the puzzle itself.
fn auxiliary(words: &dyn Words, variable: Variable) -> Option<usize> {
    variable.index().checked_sub(words.variables())
}

fn are_own(words: &dyn Words, variables: &[Variable]) -> bool {
    variables.iter().all(|&variable| auxiliary(words, variable).is_none())
}

fn said(words: &dyn Words, variable: Variable) -> Said<'_> {
    let name = name(words, variable);
    if auxiliary(words, variable).is_some() {
        return Said::Name(name);
    }
    match (words.piece(), words.cell_and_value(variable)) {
        (Some(piece), _) => Said::Piece(piece, name),
        (None, Some((cell, value))) => Said::Value(value, cell),
        (None, None) => Said::Name(name),
    }
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

/// Returns the names of variables, as in `b2, c4 and e1`.
pub(crate) fn names<'a>(words: &dyn Words, variables: impl IntoIterator<Item = &'a Variable>) -> String {
    list(variables.into_iter().map(|&variable| name(words, variable)))
}

/// Returns a literal as a thing, as in `a queen on d4` or `no queen on d4`.
#[must_use]
pub fn thing(words: &dyn Words, literal: Literal) -> String {
    match (said(words, literal.variable), literal.value) {
        (Said::Piece(piece, place), true) => format!("{} on {place}", with_article(piece)),
        (Said::Piece(piece, place), false) => format!("no {piece} on {place}"),
        (Said::Value(value, cell), true) => format!("{value} in {cell}"),
        (Said::Value(value, cell), false) => format!("anything but {value} in {cell}"),
        (Said::Name(name), true) => name,
        (Said::Name(name), false) => format!("no {name}"),
    }
}

/// Returns what is placed, where it is known already which place is meant, as in `a queen there`.
pub(crate) fn thing_there(words: &dyn Words, variable: Variable) -> String {
    match said(words, variable) {
        Said::Piece(piece, _) => format!("{} there", with_article(piece)),
        Said::Value(..) => "that value there".to_owned(),
        Said::Name(_) => "it".to_owned(),
    }
}

/// Returns variables that are true as things, as in `the queen on d4`, `the queens on d4 and e6`.
pub(crate) fn placed(words: &dyn Words, variables: &[Variable]) -> String {
    if let Some(piece) = words.piece() {
        let plural = if variables.len() == 1 { "" } else { "s" };
        return format!("the {piece}{plural} on {}", names(words, variables));
    }
    list(variables.iter().map(|&variable| match said(words, variable) {
        Said::Value(value, cell) => format!("the {value} in {cell}"),
        Said::Piece(_, name) | Said::Name(name) => name,
    }))
}

/// Returns the clause that a variable is true, as in `a queen stands on d4`.
#[must_use]
pub fn stands(words: &dyn Words, variable: Variable) -> String {
    match said(words, variable) {
        Said::Piece(piece, place) => format!("{} stands on {place}", with_article(piece)),
        Said::Value(value, cell) => format!("{cell} is {value}"),
        Said::Name(name) => format!("{name} is placed"),
    }
}

/// Returns the clause that a true variable was ruled out, as in `the queen on d4 stands on a blocked square`.
pub(crate) fn stands_on_block(words: &dyn Words, variable: Variable) -> String {
    match said(words, variable) {
        Said::Piece(piece, place) => format!("the {piece} on {place} stands on a blocked {}", words.spot()),
        Said::Value(value, cell) => format!("{cell} is {value}, which was ruled out there"),
        Said::Name(name) => format!("{name} is placed and blocked"),
    }
}

/// Returns the clause that a line's true variable is this one, as in `the queen of rank 4 is on d4`.
pub(crate) fn line_has(words: &dyn Words, line: ConstraintId, variable: Variable) -> String {
    let name = words.line_name(line);
    match said(words, variable) {
        Said::Piece(piece, place) => format!("the {piece} of {name} is on {place}"),
        Said::Value(value, cell) if words.sight(line) == Sight::Cell => format!("{cell} is {value}"),
        Said::Value(_, cell) => format!("{name} is in {cell}"),
        Said::Name(variable) => format!("{name} has {variable}"),
    }
}

/// Returns the words for a variable that an argument supposes to be false, as in `supposed to be empty`.
pub(crate) fn supposed_false(words: &dyn Words, variable: Variable) -> &'static str {
    match (words.piece(), said(words, variable)) {
        (Some(_), _) => "supposed to be empty",
        (None, Said::Value(..)) => "supposed not to be so",
        (None, _) => "supposed to be false",
    }
}

/// Returns the clause that a variable must be true, or can't be, as in `a queen has to stand on d4`.
pub(crate) fn must(words: &dyn Words, literal: Literal) -> String {
    match (said(words, literal.variable), literal.value) {
        (Said::Piece(piece, place), true) => format!("{} has to stand on {place}", with_article(piece)),
        (Said::Piece(piece, place), false) => format!("no {piece} can stand on {place}"),
        (Said::Value(value, cell), true) => format!("{cell} has to be {value}"),
        (Said::Value(value, cell), false) => format!("{cell} can't be {value}"),
        (Said::Name(name), true) => format!("it has to be {name}"),
        (Said::Name(name), false) => format!("it can't be {name}"),
    }
}

/// Returns [`Words::along`] of any two variables.
pub(crate) fn along(words: &dyn Words, by: Variable, excluded: Variable) -> Option<String> {
    if are_own(words, &[by, excluded]) {
        return words.along(by, excluded);
    }
    // The line of a pair says no more than its two names.
    let line = common_line(words, by, excluded).filter(|&line| words.rules().constraint(line).variables().len() > 2)?;
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
fn common_line(words: &dyn Words, a: Variable, b: Variable) -> Option<ConstraintId> {
    let rules = words.rules();
    let is_common = |line: &[Variable]| [a, b].iter().all(|variable| line.contains(variable));
    let mut common = rules
        .numbered_constraints()
        .filter(|(_, rule)| rule.max() == 1 && rule.is_positive() && is_common(rule.variables()));
    common.next().map(|(line, _)| line)
}

/// Returns the name of the variables of which one is true at most, as in `rank 4`.
pub(crate) fn cover_name(words: &dyn Words, cover: &Cover) -> String {
    match cover {
        Cover::Line(line) => words.line_name(*line),
        Cover::Clique(variables) => names(words, variables),
    }
}
