//! The rules of the puzzle at the present position: which of them are satisfied, open or broken.

use std::collections::BTreeSet;

use puzzle_core::{Literal, Status, Variable};
use puzzle_kind::{Cell, RuleCount, RuleScope};

use crate::assist::Assist;
use crate::model::Model;

/// The state of a rule in a [`RuleScope`], as far as the player's own pieces and marks tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleState {
    /// No completion of the marks satisfies the rule.
    Broken,
    /// The rule is neither satisfied nor broken so far.
    Open,
    /// The number of true literals is within the bounds of the rule. A rule with the lower bound 0 is within its bounds
    /// from the start: it becomes satisfied only when the undecided literals can't exceed the upper bound any more.
    Satisfied,
}

/// The state of a rule in a [`RuleScope`], and the bounds of the scope that are not satisfied.
pub(crate) struct ScopeState<'a> {
    pub(crate) state: RuleState,
    /// The bounds that are not reached yet, each with the number of true literals that are missing.
    pub(crate) needs: Vec<(&'a RuleCount, usize)>,
    /// The bounds that no completion of the marks satisfies.
    pub(crate) broken: Vec<BrokenCount<'a>>,
}

/// Broken bounds: in every completion of the marks, the number of true literals is out of the bounds.
pub(crate) struct BrokenCount<'a> {
    pub(crate) count: &'a RuleCount,
    /// The number of literals of the rule that are true.
    pub(crate) standing: usize,
    /// The largest number of true literals that the marks allow.
    pub(crate) possible: usize,
}

impl Model {
    /// Returns `true` if the state of rules is shown beside the board without being asked for: the help level is above
    /// [`Assist::Nothing`].
    pub(crate) fn has_rule_states(&self) -> bool {
        self.settings.assist > Assist::Nothing
    }

    /// Returns the state of the rule in `scope`; `None` if no puzzle is loaded, or if the scope is about auxiliary
    /// variables, whose values the player doesn't know. The help level makes no difference: a player who asks for the
    /// rules learns which of them are satisfied.
    pub(crate) fn scope_state<'a>(&self, scope: &'a RuleScope) -> Option<ScopeState<'a>> {
        let board = &self.play.board;
        let is_known = |count: &RuleCount| count.literals.iter().all(|literal| board.is_shown(literal.variable));
        if self.guide().is_none() || scope.counts.is_empty() || !scope.counts.iter().all(is_known) {
            return None;
        }
        let mut result = ScopeState { state: RuleState::Satisfied, needs: Vec::new(), broken: Vec::new() };
        for count in &scope.counts {
            let (min, max) = (*count.bounds.start(), *count.bounds.end());
            let known = |literal: &Literal| Some(self.known_value(literal.variable)? == literal.value);
            let standing = count.literals.iter().filter(|literal| known(literal) == Some(true)).count();
            let open = || count.literals.iter().filter(|literal| known(literal).is_none());
            let possible = standing + open().count();
            let state = if standing > max || possible < min {
                result.broken.push(BrokenCount { count, standing, possible });
                RuleState::Broken
            } else if standing < min {
                // A requirement such as `a requires b` is the clause `not a or b`. As long as its negative literal is
                // undecided, nothing is missing.
                if open().all(|literal| literal.value) {
                    result.needs.push((count, min - standing));
                }
                RuleState::Open
            } else if min > 0 || possible <= max {
                RuleState::Satisfied
            } else {
                RuleState::Open
            };
            result.state = result.state.min(state);
        }
        Some(result)
    }

    /// Returns the value of a variable as far as it is visible without reasoning: `true` if it is given or placed,
    /// `false` if it is blocked, if its cell has another value, or if it is shown as excluded; `None` otherwise.
    fn known_value(&self, variable: Variable) -> Option<bool> {
        let guide = self.guide()?;
        let cell = self.play.board.variables(self.play.board.puzzle().cell(variable));
        match guide.status(variable) {
            Status::Given | Status::Placed => Some(true),
            Status::Blocked => Some(false),
            Status::Excluded if self.marks_itself() => Some(false),
            _ if cell.len() > 1 && cell.iter().any(|&other| guide.status(other).stands()) => Some(false),
            _ => None,
        }
    }

    /// Returns the neighbours of the cell under the cursor in rules such as the colouring of a map. Empty if the grid
    /// itself shows which cells are neighbours.
    #[must_use]
    pub fn neighbours_of_cursor(&self) -> BTreeSet<Cell> {
        let board = &self.play.board;
        board.scopes_at(self.play.cursor).flat_map(|(_, scope)| scope.neighbours.iter().copied()).collect()
    }
}
