//! The rules of a file as players know them: sentences, each with its scopes, the sets of cells to which the rule
//! applies.

use std::collections::{BTreeMap, BTreeSet};

use bdd_core::Literal;
use puzzle_kind::{Cell, RuleCount, RuleScope, StatedRule};

use crate::statements::{CellVariables, FileContents, Rule, Statement};
use crate::telling::TellingScopes;

/// Returns the rules of a file as players know them.
pub(crate) fn stated_rules(cells: &CellVariables, contents: &FileContents) -> Vec<StatedRule> {
    let mut stated: Vec<StatedRule> = Vec::new();
    if cells.board.wraps {
        let sentence = "Opposite sides of the board are joined: a line that leaves at one side comes in at the other.";
        stated.push(StatedRule { sentence: sentence.to_owned(), scopes: Vec::new() });
    }
    for statement in contents.statements.iter().filter(|statement| !statement.telling.sentence.is_empty()) {
        let scopes = scopes_of(cells, statement);
        match stated.last_mut().filter(|last| last.sentence == statement.telling.sentence) {
            Some(last) => last.scopes.extend(scopes),
            None => stated.push(StatedRule { sentence: statement.telling.sentence.clone(), scopes }),
        }
    }
    stated
}

fn scopes_of(cells: &CellVariables, statement: &Statement) -> Vec<RuleScope> {
    match &statement.telling.scopes {
        TellingScopes::Own(scopes) => scopes.clone(),
        TellingScopes::Neighbours(are_listed) => neighbour_scopes(cells, &statement.rules, *are_listed),
        TellingScopes::Groups => {
            let same = |a: &Rule, b: &Rule| a.group.name == b.group.name;
            statement.rules.chunk_by(same).map(|rules| scope_of(cells, rules)).collect()
        }
    }
}

/// Returns the scope (name, cells and bounds) of `rules`, all of which are about the same group of cells.
fn scope_of(cells: &CellVariables, rules: &[Rule]) -> RuleScope {
    let name = &rules[0].group.name;
    // The player reads `a requires b` instead of `the rule that a requires b`.
    let name = ["the rule that ", "the choice of "].iter().find_map(|start| name.strip_prefix(start)).unwrap_or(name);
    let literals = rules.iter().flat_map(|rule| &rule.literals);
    let of: BTreeSet<usize> =
        literals.filter_map(|&literal| cell_of(cells, literal)).chain(rules[0].group.of).collect();
    let scope = RuleScope::new(name, of.into_iter().map(|cell| cells.board.position(cell)).collect());
    RuleScope { counts: rules.iter().map(count_of).collect(), ..scope }
}

fn count_of(rule: &Rule) -> RuleCount {
    RuleCount { values: rule.group.values.clone(), bounds: rule.bounds.clone(), literals: rule.literals.clone() }
}

/// Returns the index of the cell that a literal is about; `None` for a hidden variable.
fn cell_of(cells: &CellVariables, literal: Literal) -> Option<usize> {
    (literal.variable.index() < cells.variables()).then(|| cells.cell_and_value(literal.variable).0)
}

/// Returns a scope for each cell, with the rules about this cell and a neighbour.
fn neighbour_scopes(cells: &CellVariables, rules: &[Rule], are_listed: bool) -> Vec<RuleScope> {
    let mut around: BTreeMap<usize, (BTreeSet<usize>, Vec<&Rule>)> = BTreeMap::new();
    for rule in rules {
        let of: BTreeSet<usize> = rule.literals.iter().filter_map(|&literal| cell_of(cells, literal)).collect();
        for &cell in &of {
            let (others, its_rules) = around.entry(cell).or_default();
            others.extend(of.iter().filter(|&&other| other != cell));
            its_rules.push(rule);
        }
    }
    let scope = |(cell, (others, rules)): (usize, (BTreeSet<usize>, Vec<&Rule>))| {
        let position = |cell: usize| cells.board.position(cell);
        let name = cells.board.names[cell].clone();
        let neighbours: Vec<Cell> = others.into_iter().filter(|_| are_listed).map(position).collect();
        let counts = rules.into_iter().map(count_of).collect();
        RuleScope { neighbours, counts, ..RuleScope::new(name, vec![position(cell)]) }
    };
    around.into_iter().map(scope).collect()
}
