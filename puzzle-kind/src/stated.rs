//! The rules of a puzzle as players know them: sentences, and the cells to which each rule applies.

use std::ops::RangeInclusive;

use bdd_core::{Literal, Variable};
use puzzle_core::Words;

use crate::layout::{Cell, Layout};

/// A rule as players know it: a sentence with scopes. A scope is a set of cells to which the rule applies, such as a
/// row.
///
/// ```
/// use puzzle_core::Variable;
/// use puzzle_kind::{Cell, RuleScope, StatedRule};
///
/// let cells = [0, 1].map(|column| Cell { row: 0, column });
/// let row = RuleScope::new("row 1", cells.to_vec()).counting(1..=1, [0, 1].map(Variable::new));
/// let rule = StatedRule { sentence: "Each row has one lamp.".to_owned(), scopes: vec![row] };
/// assert_eq!(rule.scopes[0].counts[0].literals.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedRule {
    /// The rule as a sentence, such as `Each row and each column has each value once.`
    pub sentence: String,
    /// The scopes of the rule. A solution satisfies the rule in each scope.
    pub scopes: Vec<RuleScope>,
}

/// A set of cells to which a [`StatedRule`] applies, such as a row, with the bounds that the rule sets there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleScope {
    /// The name, such as `row 3` or `a1 < b1`.
    pub name: String,
    /// The cells whose content the player compares with the rule, such as the cells of a row.
    pub cells: Vec<Cell>,
    /// The neighbours of the only cell in `cells`, for grids that don't show which cells are neighbours, such as a
    /// map to colour. The list is empty for other scopes.
    pub neighbours: Vec<Cell>,
    /// The bounds that the rule sets in this scope, each on the number of true literals in a set.
    pub counts: Vec<RuleCount>,
}

/// Bounds on the number of true literals in a [`RuleScope`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCount {
    /// The values that are counted, such as `5` or `2 or 3`; empty if pieces are counted.
    pub values: String,
    /// The allowed numbers of true literals.
    pub bounds: RangeInclusive<usize>,
    /// The literals that are counted: the number of true literals must be within `bounds`.
    pub literals: Vec<Literal>,
}

impl RuleScope {
    /// Creates a scope without bounds; [`RuleScope::counting`] adds them.
    #[must_use]
    pub fn new(name: impl Into<String>, cells: Vec<Cell>) -> RuleScope {
        RuleScope { name: name.into(), cells, neighbours: Vec::new(), counts: Vec::new() }
    }

    /// Adds bounds on the number of pieces: the number of true `variables` must be within `bounds`.
    #[must_use]
    pub fn counting(self, bounds: RangeInclusive<usize>, variables: impl IntoIterator<Item = Variable>) -> RuleScope {
        self.counting_values("", bounds, variables)
    }

    /// Adds bounds on the number of cells with certain values. `values` names these values, such as `5`.
    #[must_use]
    pub fn counting_values(
        mut self,
        values: impl Into<String>,
        bounds: RangeInclusive<usize>,
        variables: impl IntoIterator<Item = Variable>,
    ) -> RuleScope {
        let literals = variables.into_iter().map(Literal::positive).collect();
        self.counts.push(RuleCount { values: values.into(), bounds, literals });
        self
    }
}

/// Returns the rules of a puzzle that has no stated rules of its own: a single rule with the task as its sentence, and
/// a scope for each line (constraint).
pub(crate) fn of_lines(puzzle: &(impl Words + Layout + ?Sized)) -> Vec<StatedRule> {
    let rules = puzzle.rules();
    let excludes_itself = |variables: &[Variable]| {
        variables.iter().enumerate().all(|(i, &a)| variables[i + 1..].iter().all(|&b| puzzle.excludes(a, b)))
    };
    let scope = |(id, line): (_, &bdd_core::Constraint)| {
        // The bound "at most one" may be stated by exclusions: a rank with one queen is then a line with only the bound
        // "at least one".
        let is_exclusive = line.is_positive() && excludes_itself(line.variables());
        let max = if is_exclusive { 1 } else { line.max() };
        let mut cells: Vec<Cell> = line
            .variables()
            .iter()
            .filter(|variable| variable.index() < puzzle.variables())
            .map(|&variable| puzzle.cell(variable))
            .collect();
        cells.dedup();
        let literals = line.literals().collect();
        let counts = vec![RuleCount { values: String::new(), bounds: line.min()..=max, literals }];
        RuleScope { name: puzzle.line_name(id), cells, neighbours: Vec::new(), counts }
    };
    vec![StatedRule { sentence: puzzle.task(), scopes: rules.numbered_constraints().map(scope).collect() }]
}
