//! The rules of the puzzle in words, with their states.

use puzzle_core::sentences::{list, with_article};
use puzzle_kind::{RuleScope, StatedRule};

use crate::model::Model;
use crate::rules::{RuleState, ScopeState};

/// The maximum number of [scopes](RuleScope) that a line names one by one.
const MAX_NAMED: usize = 40;
/// The maximum number of lines of a rule in [`rules_here`], one for each [scope](RuleScope) that contains the cell
/// under the cursor. A rule with more such scopes takes a single line.
const MAX_HERE: usize = 3;

/// The word for a rule that is satisfied.
const SATISFIED: &str = "satisfied";
/// The word for a rule that is neither satisfied nor broken, and has as many true literals as it needs: more true
/// literals may break it.
const OPEN: &str = "open";

/// A line about a rule: the rule in words, or its state in some of its scopes. A scope is a part of the board for which
/// the rule holds, such as a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// The state; `None` if the state is unknown, or not shown at the help level.
    pub state: Option<RuleState>,
    /// The rule in words, or the names of scopes with their state, such as `row 3: needs 1 and 5`.
    pub text: String,
}

/// Returns the rules as sentences, each with the worst state of its scopes. The [scopes](RuleScope) of a rule are the
/// sets of cells to which the rule applies.
#[must_use]
pub fn rules(model: &Model) -> Vec<RuleLine> {
    let line = |rule: &StatedRule| RuleLine { state: worst(model, rule.scopes.iter()), text: rule.sentence.clone() };
    model.board().stated_rules().iter().map(line).collect()
}

/// Returns the worst state of scopes; `None` if there are no scopes, or if the state of any scope is unknown.
fn worst<'a>(model: &Model, scopes: impl Iterator<Item = &'a RuleScope>) -> Option<RuleState> {
    let states: Option<Vec<RuleState>> = scopes.map(|scope| Some(model.scope_state(scope)?.state)).collect();
    states?.into_iter().min()
}

/// Returns lines about the [scopes](RuleScope) of the rule with this index: the sets of cells to which the rule
/// applies. Scopes with the same state share a line, such as `needs 2: row 1, row 3`. Returns no lines if there is no
/// such rule, or if the rule has a single scope and its state is only `satisfied`, `open` or unknown.
#[must_use]
pub fn rule_scopes(model: &Model, index: usize) -> Vec<RuleLine> {
    let Some(rule) = model.board().stated_rules().get(index) else { return Vec::new() };
    let mut alike: Vec<(Option<RuleState>, String, Vec<String>)> = Vec::new();
    for scope in &rule.scopes {
        let state = model.scope_state(scope);
        let about = state.as_ref().map_or_else(String::new, |state| in_words(model, state));
        let state = state.map(|state| state.state);
        match alike.iter_mut().find(|(other, words, _)| (*other, words.as_str()) == (state, about.as_str())) {
            Some((.., names)) => names.push(with_neighbours(model, scope)),
            None => alike.push((state, about, vec![with_neighbours(model, scope)])),
        }
    }
    if let ([_], [(_, about, _)]) = (rule.scopes.as_slice(), alike.as_slice())
        && ["", OPEN, SATISFIED].contains(&about.as_str())
    {
        return Vec::new();
    }
    alike.sort_by_key(|(state, ..)| state.map_or(3, |state| state as u8));
    let line = |(state, about, mut names): (Option<RuleState>, String, Vec<String>)| {
        let more = names.len().saturating_sub(MAX_NAMED);
        names.truncate(MAX_NAMED);
        let separator = if names.iter().any(|name| name.contains(',')) { "; " } else { ", " };
        let mut text = names.join(separator);
        if more > 0 {
            text.push_str(&format!(" and {more} more"));
        }
        RuleLine { state, text: if about.is_empty() { text } else { format!("{about}: {text}") } }
    };
    alike.into_iter().map(line).collect()
}

/// Returns the rules in which the cell under the cursor takes part, each with its state, such as `row 3: needs 1 and
/// 5`. A rule may apply to several sets of cells (scopes), such as each row. If more than three of them contain the
/// cell, the rule takes a single line.
#[must_use]
pub fn rules_here(model: &Model) -> Vec<RuleLine> {
    let scopes: Vec<(&StatedRule, &RuleScope)> = model.board().scopes_at(model.cursor()).collect();
    let of_rule = scopes.chunk_by(|(a, _), (b, _)| std::ptr::eq(*a, *b));
    let lines = |scopes: &[(&StatedRule, &RuleScope)]| match scopes {
        [(rule, _), ..] if scopes.len() > MAX_HERE => {
            let state = worst(model, scopes.iter().map(|(_, scope)| *scope)).filter(|_| model.has_rule_states());
            vec![RuleLine { state, text: rule.sentence.clone() }]
        }
        scopes => scopes.iter().map(|(rule, scope)| rule_here(model, rule, scope)).collect(),
    };
    of_rule.flat_map(lines).collect()
}

/// Returns the state of a rule that the piece or value of the cell under the cursor breaks, such as `column a: broken, has
/// 1, none allowed`; `None` if no rule is broken there.
pub(crate) fn broken_here(model: &Model) -> Option<String> {
    let scopes = model.board().scopes_at(model.cursor());
    let mut broken = scopes.filter_map(|(rule, scope)| {
        let state = model.scope_state(scope).filter(|state| state.state == RuleState::Broken)?;
        let name = if scope.name.is_empty() { rule.sentence.trim_end_matches('.') } else { scope.name.as_str() };
        Some(format!("{name}: {}", in_words(model, &state)))
    });
    broken.next()
}

/// Returns the line of text about `rule` in `scope`, a scope of the rule that contains the cell under the cursor.
fn rule_here(model: &Model, rule: &StatedRule, scope: &RuleScope) -> RuleLine {
    let state = model.scope_state(scope).filter(|_| model.has_rule_states());
    let text = match (scope.neighbours.is_empty(), scope.cells.len()) {
        (false, _) => format!("{} {}.", rule.sentence, with_neighbours(model, scope)),
        // A scope that consists of a cell and the cells around it has the name of this cell, which does not state the
        // rule. So the rule's own sentence is used.
        (true, 1) => rule.sentence.clone(),
        (true, _) => {
            let about = state.as_ref().map_or_else(String::new, |state| format!(": {}", in_words(model, state)));
            format!("{}{about}", scope.name)
        }
    };
    RuleLine { state: state.map(|state| state.state), text }
}

/// Returns the name of a scope with the neighbours that the grid doesn't show, such as `WA: NT, SA`.
fn with_neighbours(model: &Model, scope: &RuleScope) -> String {
    let puzzle = model.board().puzzle();
    let names: Vec<String> = scope.neighbours.iter().map(|&cell| puzzle.cell_name(cell)).collect();
    if names.is_empty() { scope.name.clone() } else { format!("{}: {}", scope.name, names.join(", ")) }
}

/// Returns the legend of the values whose symbols are not their names, such as `A Ann`; empty if there are no such
/// values.
#[must_use]
pub fn value_names(model: &Model) -> Vec<(String, String)> {
    let board = model.board();
    let puzzle = board.puzzle();
    let values = board.variables(board.first_cell()).iter().filter_map(|&variable| {
        let (_, name) = puzzle.cell_and_value(variable)?;
        Some((puzzle.symbol(variable).to_string(), name))
    });
    let names: Vec<(String, String)> = values.collect();
    if names.iter().all(|(symbol, name)| symbol == name) { Vec::new() } else { names }
}

/// Returns the prices of all cells or values that have a price, such as `diesel 1900, hybrid 3400`; `None` if the
/// puzzle has no prices.
#[must_use]
pub fn prices(model: &Model) -> Option<String> {
    let puzzle = model.board().puzzle();
    let weights = puzzle.weights()?;
    let priced = puzzle_core::Variable::all(puzzle.variables()).filter(|&variable| weights.of(variable) != 0);
    let price = |variable| format!("{} {}", puzzle.name(variable), weights.written(i128::from(weights.of(variable))));
    let mut prices: Vec<String> = priced.map(price).collect();
    let more = prices.len().saturating_sub(10 * MAX_NAMED);
    prices.truncate(10 * MAX_NAMED);
    if more > 0 {
        prices.push(format!("and {more} more"));
    }
    Some(format!("Prices: {}.", prices.join(", ")))
}

/// Describes the state of a rule in a [scope](RuleScope), such as `needs 3, 2 still missing`.
fn in_words(model: &Model, ScopeState { state, needs, broken }: &ScopeState<'_>) -> String {
    if let Some(first) = broken.first() {
        let (min, max) = (*first.count.bounds.start(), *first.count.bounds.end());
        let values = &first.count.values;
        let (literals, of_values) = (&first.count.literals, format!(" for {values}"));
        let of_values = if values.is_empty() { "" } else { &of_values };
        let too_many = |has: usize, allowed: usize| match allowed {
            0 => format!("broken{of_values}, has {has}, none allowed"),
            _ => format!("broken{of_values}, has {has}, at most {allowed} allowed"),
        };
        // Two cells that exclude each other have no number to state, and neither have a piece here and none there.
        let is_mixed = literals.iter().any(|literal| literal.value != literals[0].value);
        if is_mixed || (values.is_empty() && literals.len() == 2) {
            return "broken".to_owned();
        }
        let is_positive = literals.iter().all(|literal| literal.value);
        return match first.standing > max {
            true if is_positive => too_many(first.standing, max),
            false if is_positive => format!("broken{of_values}, needs {min}, but has room for {}", first.possible),
            // The bounds count the cells without a piece.
            true => {
                let (needs, room) = (literals.len() - max, literals.len() - first.standing);
                format!("broken{of_values}, needs {needs}, but has room for {room}")
            }
            false => too_many(literals.len() - first.possible, literals.len() - min),
        };
    }
    match state {
        RuleState::Satisfied => return SATISFIED.to_owned(),
        RuleState::Broken | RuleState::Open if needs.is_empty() => return OPEN.to_owned(),
        _ => {}
    }
    let [(first, number), ..] = needs.as_slice() else { return OPEN.to_owned() };
    if first.values.is_empty() {
        let min = *first.bounds.start();
        return match (min, model.board().puzzle().piece()) {
            (1, Some(piece)) => format!("needs {}", with_article(piece)),
            (1, None) => "needs 1".to_owned(),
            (_, Some(piece)) if *number == min => format!("needs {min} {piece}s"),
            _ => format!("needs {min}, {number} still missing"),
        };
    }
    let need = |(count, number): &(&puzzle_kind::RuleCount, usize)| match count.bounds.start() {
        1 => count.values.clone(),
        _ => format!("{number} more {}", count.values),
    };
    format!("needs {}", list(needs.iter().map(need)))
}
