//! Cardinality constraints: sets of literals with bounds on the number of true literals.

use std::fmt;
use std::ops::RangeInclusive;

use super::Literal;
use crate::id::Variable;

/// A cardinality constraint: at least [`min`](Constraint::min) and at most [`max`](Constraint::max) of its literals are
/// true.
///
/// Constraints are made by the methods of [`Rules`](crate::Rules), such as [`Rules::count`](crate::Rules::count).
///
/// ```
/// use bdd_core::{ConstraintId, Literal, Rules, Variable};
///
/// let mut rules = Rules::new(4);
/// rules.at_most(2, &[Literal::positive(0), Literal::negative(1), Literal::positive(3)]);
/// let constraint = rules.constraint(ConstraintId::new(0));
/// assert_eq!((constraint.min(), constraint.max()), (0, 2));
/// assert_eq!(constraint.variables(), [0, 1, 3].map(Variable::new));
/// assert_eq!(constraint.to_string(), "0 !1 3");
/// assert!(!constraint.is_satisfied_by(&[true, false, false, true]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The variables of the literals, sorted and without duplicates.
    variables: Vec<Variable>,
    /// The variables of negative literals, sorted.
    negated: Vec<Variable>,
    min: usize,
    /// The upper bound, which is never more than the number of variables.
    max: usize,
}

impl Constraint {
    /// Returns the constraint that the number of true `literals` is within `bounds`.
    ///
    /// # Panics
    ///
    /// If two literals have the same variable.
    #[track_caller]
    pub(crate) fn new(mut literals: Vec<Literal>, bounds: RangeInclusive<usize>) -> Constraint {
        literals.sort_unstable();
        for pair in literals.windows(2) {
            assert_ne!(pair[0].variable, pair[1].variable, "variable {} is named twice", pair[0].variable);
        }
        Constraint::of_sorted(&literals, *bounds.start(), *bounds.end())
    }

    /// Returns the clause that at least one of `literals` is true.
    pub(crate) fn clause(mut literals: Vec<Literal>) -> Constraint {
        literals.sort_unstable();
        literals.dedup();
        // A clause with a variable and its negation always holds. Both literals are dropped, and the lower bound
        // becomes 0.
        let twice: Vec<Variable> = literals
            .windows(2)
            .filter(|pair| pair[0].variable == pair[1].variable)
            .map(|pair| pair[0].variable)
            .collect();
        literals.retain(|literal| twice.binary_search(&literal.variable).is_err());
        let min = usize::from(twice.is_empty());
        Constraint::of_sorted(&literals, min, literals.len())
    }

    fn of_sorted(literals: &[Literal], min: usize, max: usize) -> Constraint {
        let variables: Vec<Variable> = literals.iter().map(|literal| literal.variable).collect();
        let negated = literals.iter().filter(|literal| !literal.value).map(|literal| literal.variable).collect();
        Constraint { max: max.min(variables.len()), variables, negated, min }
    }

    /// Returns the variables of the literals, in order.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the literals, in the order of their variables.
    pub fn literals(&self) -> impl ExactSizeIterator<Item = Literal> + Clone {
        self.variables.iter().map(|&variable| Literal { variable, value: self.sign(variable) })
    }

    /// Returns the value of `variable` that makes its literal true. The constraint must contain the variable.
    fn sign(&self, variable: Variable) -> bool {
        self.negated.is_empty() || self.negated.binary_search(&variable).is_err()
    }

    /// Returns the constraint's literal of `variable`; `None` if the constraint does not contain the variable.
    #[must_use]
    pub fn literal(&self, variable: Variable) -> Option<Literal> {
        self.variables.binary_search(&variable).ok().map(|_| Literal { variable, value: self.sign(variable) })
    }

    /// Returns the variables of the negative literals, in order.
    pub(crate) fn negated(&self) -> &[Variable] {
        &self.negated
    }

    /// Returns the lower bound on the number of true literals. If it exceeds [`Constraint::max`] or the number of
    /// literals, the constraint can't be satisfied.
    #[must_use]
    pub fn min(&self) -> usize {
        self.min
    }

    /// Returns the upper bound on the number of true literals, which never exceeds the number of literals.
    #[must_use]
    pub fn max(&self) -> usize {
        self.max
    }

    /// Returns `true` if no literal is negative.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.negated.is_empty()
    }

    /// Returns `true` if the constraint is a clause: lower bound 1 and no upper bound below the number of literals.
    #[must_use]
    pub fn is_clause(&self) -> bool {
        self.min == 1 && self.max == self.variables.len()
    }

    /// Returns the upper bound that must be enforced in addition to the exclusions of the [`Rules`](crate::Rules).
    ///
    /// If [`Constraint::max`] is 1 and no literal is negative, the rules have an exclusion for every pair of the
    /// variables. These exclusions enforce the bound, so the result is the number of literals. Otherwise the result is
    /// [`Constraint::max`].
    ///
    /// ```
    /// use bdd_core::{ConstraintId, Rules};
    ///
    /// let mut rules = Rules::new(3);
    /// rules.exactly(1, &[0, 1, 2]);
    /// let constraint = rules.constraint(ConstraintId::new(0));
    /// assert_eq!((constraint.max(), constraint.max_beside_exclusions()), (1, 3));
    /// assert!(constraint.is_at_least_one());
    /// ```
    #[must_use]
    pub fn max_beside_exclusions(&self) -> usize {
        if self.max == 1 && self.is_positive() { self.variables.len() } else { self.max }
    }

    /// Returns `true` if the constraint and the exclusions of the [`Rules`](crate::Rules) together amount to an
    /// at-least-one constraint: no literal is negative, the lower bound is 1, and there is no further upper bound to
    /// enforce ([`Constraint::max_beside_exclusions`]). An exactly-one rule is an at-least-one constraint in this
    /// sense.
    #[must_use]
    pub fn is_at_least_one(&self) -> bool {
        self.min == 1 && self.is_positive() && self.max_beside_exclusions() == self.variables.len()
    }

    /// Returns `true` if the exclusions of the [`Rules`](crate::Rules) alone enforce the constraint.
    pub(crate) fn is_trivial(&self) -> bool {
        self.min == 0 && self.max_beside_exclusions() == self.variables.len()
    }

    /// Returns `true` if `valuation`, which gives one value for each variable, satisfies the constraint.
    ///
    /// # Panics
    ///
    /// If `valuation` has no value for a variable of the constraint.
    #[must_use]
    pub fn is_satisfied_by(&self, valuation: &[bool]) -> bool {
        let trues = self.literals().filter(|literal| valuation[literal.variable.index()] == literal.value).count();
        self.min <= trues && trues <= self.max
    }
}

/// Writes the literals as the numbers of their variables, with a `!` before the number for a negative literal.
impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, literal) in self.literals().enumerate() {
            let (space, sign) = (if place == 0 { "" } else { " " }, if literal.value { "" } else { "!" });
            write!(f, "{space}{sign}{}", literal.variable)?;
        }
        Ok(())
    }
}
