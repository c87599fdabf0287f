//! Phrases for variables, literals and lines, from which sentences and exports are made.
//!
//! A [`Words`] implementation names only the variables of its puzzle. The functions here also accept the auxiliary
//! variables of the rules, which explanations may mention by [`Words::auxiliary_name`].

use bdd_core::{ConstraintId, Literal, Variable};

use crate::explain::Cover;
use crate::puzzle::Visibility;
use crate::words::{Words, list, list_or, with_article};

/// The words by which a sentence refers to a variable.
pub(crate) enum Subject<'a> {
    /// A piece and its cell, such as `a queen on d4`.
    Piece(&'a str, String),
    /// A value and its cell, such as `5 in r4c7`.
    Value(String, String),
    /// The name of any other variable.
    Name(String),
}

/// Returns the number of an auxiliary variable, counted from 0; `None` for a variable of the puzzle itself.
fn auxiliary(words: &dyn Words, variable: Variable) -> Option<usize> {
    variable.index().checked_sub(words.variables())
}

fn are_own(words: &dyn Words, variables: &[Variable]) -> bool {
    variables.iter().all(|&variable| auxiliary(words, variable).is_none())
}

/// Returns the words by which a sentence refers to `variable`.
pub(crate) fn subject(words: &dyn Words, variable: Variable) -> Subject<'_> {
    let name = name(words, variable);
    if auxiliary(words, variable).is_some() {
        return Subject::Name(name);
    }
    match (words.piece(), words.cell_and_value(variable)) {
        (Some(piece), _) => Subject::Piece(piece, name),
        (None, Some((cell, value))) => Subject::Value(value, cell),
        (None, None) => Subject::Name(name),
    }
}

/// Returns the cell of a variable that is a value in a cell; `None` for any other variable.
pub(crate) fn value_cell(words: &dyn Words, variable: Variable) -> Option<String> {
    match subject(words, variable) {
        Subject::Value(_, cell) => Some(cell),
        Subject::Piece(..) | Subject::Name(_) => None,
    }
}

/// Returns the cell and the value of each variable; `None` if some variable is not a value in a cell.
fn cells_and_values(words: &dyn Words, variables: &[Variable]) -> Option<Vec<(String, String)>> {
    let value = |&variable: &Variable| match subject(words, variable) {
        Subject::Value(value, cell) => Some((cell, value)),
        Subject::Piece(..) | Subject::Name(_) => None,
    };
    variables.iter().map(value).collect()
}

/// Returns the name of a variable of the rules: [`Words::name`] for a variable of the puzzle, [`Words::auxiliary_name`]
/// for an auxiliary variable.
#[must_use]
pub fn name(words: &dyn Words, variable: Variable) -> String {
    match auxiliary(words, variable) {
        Some(number) => words.auxiliary_name(number),
        None => words.name(variable),
    }
}

/// Returns the names of variables, such as `b2, c4 and e1`.
pub(crate) fn names<'a>(words: &dyn Words, variables: impl IntoIterator<Item = &'a Variable>) -> String {
    list(variables.into_iter().map(|&variable| name(words, variable)))
}

/// Returns a variable as the subject of a sentence, such as `d4`, `5 in r4c7` or `x0`.
pub(crate) fn topic(words: &dyn Words, variable: Variable) -> String {
    match subject(words, variable) {
        Subject::Piece(_, name) | Subject::Name(name) => name,
        Subject::Value(value, cell) => format!("{value} in {cell}"),
    }
}

/// Groups the values of equal keys. The groups are in the order in which their keys first occur.
pub(crate) fn grouped<K: PartialEq, V>(items: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in items {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// Returns variables as one subject of a sentence, and `true` if it takes a plural verb: `b2 and c4`, `5 in r1c2 and
/// r1c3`, `3 and 5 in r1c2`.
pub(crate) fn topics<'a>(words: &dyn Words, variables: impl IntoIterator<Item = &'a Variable>) -> (String, bool) {
    let variables = &variables.into_iter().copied().collect::<Vec<_>>();
    let Some(values) = cells_and_values(words, variables) else {
        return (names(words, variables), variables.len() > 1);
    };
    let by_cell = grouped(values.iter().map(|(cell, value)| (cell.clone(), value.clone())));
    if let [(cell, values)] = by_cell.as_slice() {
        return (format!("{} in {cell}", list(values.iter().cloned())), values.len() > 1);
    }
    let by_value = grouped(values.into_iter().map(|(cell, value)| (value, cell)));
    let is_plural = by_value.len() > 1;
    (list(by_value.into_iter().map(|(value, cells)| format!("{value} in {}", list(cells)))), is_plural)
}

/// Returns the name of a candidate of `line`, without the part that the name of the line says already: the value alone
/// if the line is a cell, the cell alone if all variables of the line have the same value, otherwise the whole name.
pub(crate) fn candidate(words: &dyn Words, line: ConstraintId, variable: Variable) -> String {
    let Subject::Value(value, cell) = subject(words, variable) else { return name(words, variable) };
    let has_value = |&other: &Variable| matches!(subject(words, other), Subject::Value(other, _) if other == value);
    match words.visibility(line) {
        Visibility::Cell => value,
        _ if words.rules().constraint(line).variables().iter().all(has_value) => cell,
        _ => format!("{value} in {cell}"),
    }
}

/// Returns the names of several candidates of `line` as a list; see [`candidate`].
pub(crate) fn candidates(words: &dyn Words, line: ConstraintId, variables: &[Variable]) -> String {
    list(variables.iter().map(|&variable| candidate(words, line, variable)))
}

/// Returns a literal as a noun phrase, such as `a queen on d4` or `no queen on d4`.
#[must_use]
pub fn literal_phrase(words: &dyn Words, literal: Literal) -> String {
    match (subject(words, literal.variable), literal.value) {
        (Subject::Piece(piece, place), true) => format!("{} on {place}", with_article(piece)),
        (Subject::Piece(piece, place), false) => format!("no {piece} on {place}"),
        (Subject::Value(value, cell), true) => format!("{value} in {cell}"),
        (Subject::Value(value, cell), false) => format!("anything but {value} in {cell}"),
        (Subject::Name(name), true) => name,
        (Subject::Name(name), false) => format!("no {name}"),
    }
}

/// Returns a literal as the object of `suppose`, such as `a queen on d4`, `d4 is empty` or `r4c7 is 5`.
#[must_use]
pub fn supposition(words: &dyn Words, literal: Literal) -> String {
    match (subject(words, literal.variable), literal.value) {
        (Subject::Piece(piece, place), true) => format!("{} on {place}", with_article(piece)),
        (Subject::Piece(_, place), false) => format!("{place} is empty"),
        (Subject::Value(value, cell), true) => format!("{cell} is {value}"),
        (Subject::Value(value, cell), false) => format!("{cell} is not {value}"),
        (Subject::Name(name), true) => name,
        (Subject::Name(name), false) => format!("{name} is false"),
    }
}

/// Returns the words for a true variable whose cell has just been named, such as `a queen there`.
pub(crate) fn piece_there(words: &dyn Words, variable: Variable) -> String {
    match subject(words, variable) {
        Subject::Piece(piece, _) => format!("{} there", with_article(piece)),
        Subject::Value(..) | Subject::Name(_) => "it".to_owned(),
    }
}

/// Returns true variables with an article, such as `the queen on d4`, `the queens on d4 and e6` or `the 5 in r4c7`.
pub(crate) fn placed(words: &dyn Words, variables: &[Variable]) -> String {
    if let Some(piece) = words.piece() {
        let plural = if variables.len() == 1 { "" } else { "s" };
        return format!("the {piece}{plural} on {}", names(words, variables));
    }
    list(variables.iter().map(|&variable| match subject(words, variable) {
        Subject::Value(value, cell) if value.chars().count() == 1 => format!("the {value} in {cell}"),
        Subject::Value(value, cell) => format!("{value} in {cell}"),
        Subject::Piece(_, name) | Subject::Name(name) => name,
    }))
}

/// Returns the clause for a true variable, such as `a queen is on d4`.
#[must_use]
pub fn placed_clause(words: &dyn Words, variable: Variable) -> String {
    match subject(words, variable) {
        Subject::Piece(piece, place) => format!("{} is on {place}", with_article(piece)),
        Subject::Value(value, cell) => format!("{cell} is {value}"),
        Subject::Name(name) => format!("{name} is placed"),
    }
}

/// Returns the clause for a true variable that is blocked as well, such as `the queen on d4 is on a blocked square`.
pub(crate) fn on_blocked(words: &dyn Words, variable: Variable) -> String {
    match subject(words, variable) {
        Subject::Piece(piece, place) => format!("the {piece} on {place} is on a blocked {}", words.cell_noun()),
        Subject::Value(value, cell) => format!("{cell} is {value}, which is ruled out there"),
        Subject::Name(name) => format!("{name} is placed and ruled out"),
    }
}

/// Returns the clause for the true variable of `line` in a case split, such as `the queen of rank 4 is on d4`.
pub(crate) fn line_has(words: &dyn Words, line: ConstraintId, variable: Variable) -> String {
    let line = words.line_name(line);
    match subject(words, variable) {
        Subject::Piece(piece, place) => format!("the {piece} of {line} is on {place}"),
        Subject::Value(value, cell) => format!("{cell} is {value}"),
        Subject::Name(variable) => format!("{line} has {variable}"),
    }
}

/// Returns the clause for a variable that an argument supposes to be false, such as `d4 is supposed to be empty`.
pub(crate) fn supposed_false(words: &dyn Words, variable: Variable) -> String {
    match subject(words, variable) {
        Subject::Piece(_, place) => format!("{place} is supposed to be empty"),
        Subject::Value(value, cell) => format!("{cell} is supposed not to be {value}"),
        Subject::Name(name) => format!("{name} is supposed to be false"),
    }
}

/// Returns the clause for a literal that must hold, such as `d4 must have a queen` or `r4c7 can't be 5`.
pub(crate) fn must(words: &dyn Words, literal: Literal) -> String {
    match (subject(words, literal.variable), literal.value) {
        (Subject::Piece(piece, place), true) => format!("{place} must have {}", with_article(piece)),
        (Subject::Piece(_, place), false) => format!("{place} must be empty"),
        (Subject::Value(value, cell), true) => format!("{cell} must be {value}"),
        (Subject::Value(value, cell), false) => format!("{cell} can't be {value}"),
        (Subject::Name(name), true) => format!("{name} must be true"),
        (Subject::Name(name), false) => format!("{name} can't be true"),
    }
}

/// Returns the clause for variables that must be false, such as `d4 and e6 must be empty` or `r1c2 and r1c3 can't be
/// 5`.
pub(crate) fn must_be_false(words: &dyn Words, variables: &[Variable]) -> String {
    let Some(values) = cells_and_values(words, variables) else {
        let is_empty = words.piece().is_some() && are_own(words, variables);
        return format!("{} {}", names(words, variables), if is_empty { "must be empty" } else { "can't be true" });
    };
    // Cells with the same impossible values share a clause.
    let by_cell = grouped(values);
    let by_values = grouped(by_cell.into_iter().map(|(cell, values)| (list_or(values), cell)));
    list(by_values.into_iter().map(|(values, cells)| format!("{} can't be {values}", list(cells))))
}

/// Returns the phrase for the line along which `by` excludes `excluded`; see [`Words::along`]. If one of the two
/// variables is auxiliary, the phrase names a line that contains both variables. Returns `None` if there is no such
/// phrase, or if the sentence does not need it.
pub(crate) fn along(words: &dyn Words, by: Variable, excluded: Variable) -> Option<String> {
    if are_own(words, &[by, excluded]) {
        return words.along(by, excluded);
    }
    // A line of only two variables need not be named, since the sentence names both variables.
    let line = common_line(words, by, excluded).filter(|&line| words.rules().constraint(line).variables().len() > 2)?;
    Some(format!("in {}", words.line_name(line)))
}

/// Returns the name of the line that two mutually exclusive variables share; see [`Words::shared`]. If one of the
/// variables is auxiliary, the result is the name of a line that contains both variables. Returns `None` if there is no
/// such name.
pub(crate) fn shared(words: &dyn Words, a: Variable, b: Variable) -> Option<String> {
    if are_own(words, &[a, b]) {
        return words.shared(a, b);
    }
    common_line(words, a, b).map(|line| words.line_name(line))
}

/// Returns the first at-most-one line that contains both variables; `None` if there is no such line.
fn common_line(words: &dyn Words, a: Variable, b: Variable) -> Option<ConstraintId> {
    let rules = words.rules();
    let is_common = |line: &[Variable]| [a, b].iter().all(|variable| line.contains(variable));
    let mut common = rules
        .numbered_constraints()
        .filter(|(_, rule)| rule.max() == 1 && rule.is_positive() && is_common(rule.variables()));
    common.next().map(|(line, _)| line)
}

/// Returns the name of a cover: the name of its line, or the names of its variables.
pub(crate) fn cover_name(words: &dyn Words, cover: &Cover) -> String {
    match cover {
        Cover::Line(line) => words.line_name(*line),
        Cover::Clique(variables) => names(words, variables),
    }
}
