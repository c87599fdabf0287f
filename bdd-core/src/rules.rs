//! Rules over Boolean variables, as data.
//!
//! [`Rules`] know no diagrams: the conjunction, the exports, the searches and the SAT solver all read them. A different
//! puzzle is a different value of [`Rules`].
//!
//! A [`Constraint`] is a set of literals with a lower and an upper bound on the number of true literals. A clause is a
//! constraint with lower bound 1, and an implication is a clause of two literals.
//!
//! A constraint keeps its bounds and is not expanded into pairs, with one exception: if at most one of some variables
//! may be true, their pairwise exclusions are stored too. So [`Rules::excluded_by`] returns all variables that a
//! variable excludes, and "exactly one" is propagated as exclusions and one clause.

mod constraint;

use std::ops::RangeInclusive;

use crate::id::{ConstraintId, Variable};
pub use constraint::Constraint;

/// A variable or its negation.
///
/// A [`Variable`] or its number converts into its positive literal; `!literal` is the negation.
///
/// ```
/// use bdd_core::{Literal, Variable};
///
/// let literal = Literal::positive(3);
/// assert_eq!(literal, Variable::new(3).into());
/// assert_eq!(!literal, Literal::negative(3));
/// assert_eq!(!literal, Literal { variable: Variable::new(3), value: false });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Literal {
    /// The variable that occurs in the literal.
    pub variable: Variable,
    /// The value that makes the literal true.
    pub value: bool,
}

impl Literal {
    /// Returns the literal that is true when `variable` is true.
    #[must_use]
    pub fn positive(variable: impl Into<Variable>) -> Literal {
        Literal { variable: variable.into(), value: true }
    }

    /// Returns the literal that is true when `variable` is false.
    #[must_use]
    pub fn negative(variable: impl Into<Variable>) -> Literal {
        Literal { variable: variable.into(), value: false }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    /// Returns the negation of the literal.
    fn not(self) -> Literal {
        Literal { value: !self.value, ..self }
    }
}

/// Converts a variable into its positive literal.
impl From<Variable> for Literal {
    fn from(variable: Variable) -> Literal {
        Literal::positive(variable)
    }
}

/// Converts the number of a variable into its positive literal.
impl From<u16> for Literal {
    fn from(variable: u16) -> Literal {
        Literal::positive(variable)
    }
}

/// A set of rules over Boolean variables: *exclusions* (two variables are not both true) and [`Constraint`]s (bounds on
/// the number of true literals). Their conjunction is the function that a [`DecisionDiagram`](crate::DecisionDiagram)
/// represents.
///
/// A clause is a constraint with lower bound 1, and an implication is a clause of two literals. Methods that take
/// literals also take variables and their numbers, which stand for positive literals.
///
/// The last variables may be *auxiliary*: the rules need them to express a relation, but they do not distinguish
/// solutions. Models are projected on the variables before them; see [`Rules::with_auxiliary`].
///
/// Rules know no diagrams, so that diagrams, exports and searches can all be made from the same rules.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Literal, Rules};
///
/// // Two of four friends come. The first friend comes only with the last friend.
/// let mut rules = Rules::new(4);
/// rules.exactly(2, &[0, 1, 2, 3]);
/// rules.imply(Literal::positive(0), Literal::positive(3));
/// assert_eq!(DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap().model_count(), 4u32.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// For each variable, the variables that it excludes, sorted and without duplicates. If `a` excludes `b`, then `b`
    /// excludes `a`.
    excluded: Vec<Vec<Variable>>,
    constraints: Vec<Constraint>,
    /// The number of auxiliary variables, which come last.
    auxiliary: usize,
}

/// An error: too many variables for [`Rules`], or for an operation on them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected fewer than {limit} variables {scope}, found {variables}")]
pub struct TooManyVariables {
    /// The words of the message after "variables", such as `in rules`.
    pub(crate) scope: &'static str,
    pub(crate) limit: usize,
    pub(crate) variables: usize,
}

impl Rules {
    /// Returns rules over `variables` variables without any exclusion or constraint.
    ///
    /// # Panics
    ///
    /// If `variables` exceeds [`Variable::MAX_COUNT`]; [`Rules::try_new`] returns an error instead.
    #[must_use]
    #[track_caller]
    pub fn new(variables: usize) -> Rules {
        match Rules::try_new(variables) {
            Ok(rules) => rules,
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns rules over `variables` variables without any exclusion or constraint. Unlike [`Rules::new`], it does not
    /// panic.
    ///
    /// ```
    /// use bdd_core::Rules;
    ///
    /// assert_eq!(Rules::try_new(81).unwrap().variables(), 81);
    /// let error = Rules::try_new(70_000).unwrap_err();
    /// assert_eq!(error.to_string(), "expected fewer than 65536 variables in rules, found 70000");
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooManyVariables`] if `variables` exceeds [`Variable::MAX_COUNT`].
    pub fn try_new(variables: usize) -> Result<Rules, TooManyVariables> {
        if variables > Variable::MAX_COUNT {
            return Err(TooManyVariables { scope: "in rules", limit: Variable::MAX_COUNT + 1, variables });
        }
        Ok(Rules { excluded: vec![Vec::new(); variables], constraints: Vec::new(), auxiliary: 0 })
    }

    /// Appends `auxiliary` auxiliary variables after the variables of these rules.
    ///
    /// Models that differ only in auxiliary variables are the same projected model. Diagrams and valuations include the
    /// auxiliary variables, except the diagrams of [`DiagramBuilder::projected`](crate::DiagramBuilder::projected). The
    /// exports state on which variables to project.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Literal, Rules};
    ///
    /// // At least one of two pairs is complete; the auxiliary variable of a pair implies both its members.
    /// let mut rules = Rules::new(4).with_auxiliary(2);
    /// for (pair, member) in [(4, 0), (4, 1), (5, 2), (5, 3)] {
    ///     rules.imply(Literal::positive(pair), Literal::positive(member));
    /// }
    /// rules.at_least_one(&[4, 5]);
    /// let members = DiagramBuilder::new(&rules).projected().build(&mut Budget::unlimited())?;
    /// assert_eq!((members.variables(), members.model_count()), (4, 7u32.into()));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the number of all variables exceeds [`Variable::MAX_COUNT`], or if the rules have auxiliary variables
    /// already.
    #[must_use]
    #[track_caller]
    pub fn with_auxiliary(mut self, auxiliary: usize) -> Rules {
        let variables = self.variables() + auxiliary;
        assert!(
            variables <= Variable::MAX_COUNT,
            "expected at most {} variables, found {variables}",
            Variable::MAX_COUNT
        );
        assert_eq!(self.auxiliary, 0, "auxiliary variables can be appended only once");
        self.excluded.resize(variables, Vec::new());
        Rules { auxiliary, ..self }
    }

    /// Returns the number of variables, auxiliary variables included.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.excluded.len()
    }

    /// Returns the number of variables that models are projected on: the variables before the auxiliary variables.
    ///
    /// ```
    /// let rules = bdd_core::Rules::new(4).with_auxiliary(2);
    /// assert_eq!((rules.variables(), rules.projected_variables()), (6, 4));
    /// ```
    #[must_use]
    pub fn projected_variables(&self) -> usize {
        self.variables() - self.auxiliary
    }

    /// Adds an exclusion: `a` and `b` are not both true. Adding the same exclusion again changes nothing.
    ///
    /// ```
    /// use bdd_core::{Rules, Variable};
    ///
    /// let mut rules = Rules::new(3);
    /// rules.exclude(0, 2);
    /// assert_eq!(rules.excluded_by(Variable::new(2)), [Variable::new(0)]);
    /// assert!(!rules.are_satisfied_by(&[true, false, true]));
    /// ```
    ///
    /// # Panics
    ///
    /// If `a` equals `b`, or if the rules do not have both variables.
    pub fn exclude(&mut self, a: impl Into<Variable>, b: impl Into<Variable>) {
        let (a, b) = (a.into(), b.into());
        assert_ne!(a, b, "a variable does not exclude itself");
        a.expect_among(self.variables());
        b.expect_among(self.variables());
        for (a, b) in [(a, b), (b, a)] {
            let excluded = &mut self.excluded[a.index()];
            if let Err(place) = excluded.binary_search(&b) {
                excluded.insert(place, b);
            }
        }
    }

    /// Adds a clause: at least one of `literals` is true. The empty clause can't be satisfied. Repeated literals count
    /// once, and a clause with a variable and its negation is always satisfied.
    ///
    /// ```
    /// use bdd_core::{Literal, Rules};
    ///
    /// let mut rules = Rules::new(3);
    /// rules.at_least_one(&[0, 1]);
    /// rules.at_least_one(&[Literal::negative(0), Literal::positive(2)]);
    /// assert!(rules.are_satisfied_by(&[false, true, false]));
    /// assert!(!rules.are_satisfied_by(&[true, true, false]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the rules do not have the variable of a literal.
    #[track_caller]
    pub fn at_least_one<L: Into<Literal> + Copy>(&mut self, literals: &[L]) {
        let literals = self.literals(literals);
        self.constraints.push(Constraint::clause(literals));
    }

    /// Adds an implication: if `premise` is true, so is `conclusion`. It is a clause of two literals.
    ///
    /// ```
    /// use bdd_core::{Literal, Rules};
    ///
    /// let mut rules = Rules::new(2);
    /// rules.imply(0, Literal::negative(1));
    /// assert!(rules.are_satisfied_by(&[false, true]));
    /// assert!(!rules.are_satisfied_by(&[true, true]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the rules do not have the variable of a literal.
    #[track_caller]
    pub fn imply(&mut self, premise: impl Into<Literal>, conclusion: impl Into<Literal>) {
        self.at_least_one(&[!premise.into(), conclusion.into()]);
    }

    /// Adds an exclusion for every pair of `variables`, and no constraint. See [`Rules::at_most`] for negated literals.
    ///
    /// ```
    /// let mut rules = bdd_core::Rules::new(4);
    /// rules.at_most_one(&[0, 1, 2, 3]);
    /// assert_eq!((rules.exclusions().count(), rules.constraints().len()), (6, 0));
    /// ```
    ///
    /// # Panics
    ///
    /// If a variable is repeated, or if the rules do not have one of the variables.
    #[track_caller]
    pub fn at_most_one<V: Into<Variable> + Copy>(&mut self, variables: &[V]) {
        for (i, &a) in variables.iter().enumerate() {
            for &b in &variables[i + 1..] {
                self.exclude(a, b);
            }
        }
    }

    /// Adds an exactly-one rule: a clause of `variables`, and an exclusion for every pair of them.
    ///
    /// It has the same models as [`Rules::exactly`] with the number 1.
    ///
    /// ```
    /// let mut rules = bdd_core::Rules::new(3);
    /// rules.exactly_one(&[0, 1, 2]);
    /// assert!(rules.are_satisfied_by(&[false, true, false]));
    /// assert!(!rules.are_satisfied_by(&[false, true, true]));
    /// assert!(!rules.are_satisfied_by(&[false, false, false]));
    /// ```
    ///
    /// # Panics
    ///
    /// If a variable is repeated, or if the rules do not have one of the variables.
    #[track_caller]
    pub fn exactly_one<V: Into<Variable> + Copy>(&mut self, variables: &[V]) {
        self.at_least_one(&variables.iter().map(|&variable| variable.into()).collect::<Vec<Variable>>());
        self.at_most_one(variables);
    }

    /// Adds a constraint: exactly `number` of `literals` are true. See [`Rules::count`].
    ///
    /// ```
    /// let mut rules = bdd_core::Rules::new(3);
    /// rules.exactly(2, &[0, 1, 2]);
    /// assert!(rules.are_satisfied_by(&[true, false, true]));
    /// assert!(!rules.are_satisfied_by(&[true, true, true]));
    /// ```
    ///
    /// # Panics
    ///
    /// If a variable is repeated, or if the rules do not have the variable of a literal.
    #[track_caller]
    pub fn exactly<L: Into<Literal> + Copy>(&mut self, number: usize, literals: &[L]) {
        self.count(number..=number, literals);
    }

    /// Adds a constraint: `number` or more of `literals` are true. See [`Rules::count`].
    ///
    /// ```
    /// use bdd_core::{Literal, Rules};
    ///
    /// // At least two of: x0, not x1, x2.
    /// let mut rules = Rules::new(3);
    /// rules.at_least(2, &[Literal::positive(0), Literal::negative(1), Literal::positive(2)]);
    /// assert!(rules.are_satisfied_by(&[true, false, false]));
    /// assert!(!rules.are_satisfied_by(&[true, true, false]));
    /// ```
    ///
    /// # Panics
    ///
    /// If a variable is repeated, or if the rules do not have the variable of a literal.
    #[track_caller]
    pub fn at_least<L: Into<Literal> + Copy>(&mut self, number: usize, literals: &[L]) {
        self.count(number..=literals.len().max(number), literals);
    }

    /// Adds a constraint: `number` or fewer of `literals` are true. See [`Rules::count`].
    ///
    /// # Panics
    ///
    /// If a variable is repeated, or if the rules do not have the variable of a literal.
    #[track_caller]
    pub fn at_most<L: Into<Literal> + Copy>(&mut self, number: usize, literals: &[L]) {
        self.count(0..=number, literals);
    }

    /// Adds a constraint: the number of true `literals` lies within `bounds`. If the bounds contain no number from 0 to
    /// the number of literals, the rules can't be satisfied.
    ///
    /// The method always adds one [`Constraint`]. If the upper bound is 1 and no literal is negative, it also adds an
    /// exclusion for every pair of the variables, so that [`Rules::excluded_by`] is complete.
    ///
    /// ```
    /// use bdd_core::{Budget, ConstraintId, DiagramBuilder, Rules};
    ///
    /// let mut rules = Rules::new(5);
    /// rules.count(2..=3, &[0, 1, 2, 3, 4]);
    /// let constraint = rules.constraint(ConstraintId::new(0));
    /// assert_eq!((constraint.min(), constraint.max()), (2, 3));
    /// assert_eq!(DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap().model_count(), 20u32.into());
    /// ```
    ///
    /// # Panics
    ///
    /// If two literals have the same variable, or if the rules do not have the variable of a literal.
    #[track_caller]
    pub fn count<L: Into<Literal> + Copy>(&mut self, bounds: RangeInclusive<usize>, literals: &[L]) {
        let constraint = Constraint::new(self.literals(literals), bounds);
        if constraint.max() == 1 && constraint.is_positive() {
            self.at_most_one(constraint.variables());
        }
        self.constraints.push(constraint);
    }

    /// Adds a copy of `constraint`, which belongs to other rules. `literal` returns the literal that replaces a literal
    /// of `constraint`.
    pub(crate) fn add(&mut self, constraint: &Constraint, literal: impl Fn(Literal) -> Literal) {
        let bounds = RangeInclusive::new(constraint.min(), constraint.max());
        self.count(bounds, &constraint.literals().map(literal).collect::<Vec<_>>());
    }

    /// Converts `literals` into values of the type [`Literal`]. Panics if the rules do not have the variable of a
    /// literal.
    #[track_caller]
    fn literals<L: Into<Literal> + Copy>(&self, literals: &[L]) -> Vec<Literal> {
        let literals: Vec<Literal> = literals.iter().map(|&literal| literal.into()).collect();
        literals.iter().for_each(|literal| literal.variable.expect_among(self.variables()));
        literals
    }

    /// Returns the variables that `variable` excludes, in order: an exclusion forbids each of them to be true together
    /// with it.
    ///
    /// # Panics
    ///
    /// If the rules do not have `variable`.
    #[must_use]
    pub fn excluded_by(&self, variable: Variable) -> &[Variable] {
        &self.excluded[variable.index()]
    }

    /// Returns every exclusion once, as a pair with the smaller variable first.
    pub fn exclusions(&self) -> impl Iterator<Item = (Variable, Variable)> {
        Variable::all(self.variables())
            .flat_map(|a| self.excluded_by(a).iter().filter(move |&&b| a < b).map(move |&b| (a, b)))
    }

    /// Returns the constraints in the order in which they were added.
    ///
    /// ```
    /// let mut rules = bdd_core::Rules::new(4);
    /// rules.at_least_one(&[0, 1]);
    /// rules.exactly(2, &[1, 2, 3]);
    /// let bounds: Vec<_> = rules.constraints().map(|constraint| (constraint.min(), constraint.max())).collect();
    /// assert_eq!(bounds, [(1, 2), (2, 2)]);
    /// ```
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = &Constraint> + Clone {
        self.constraints.iter()
    }

    /// Returns the constraints with their [`ConstraintId`]s, in the order in which they were added.
    pub fn numbered_constraints(&self) -> impl ExactSizeIterator<Item = (ConstraintId, &Constraint)> + Clone {
        self.constraints.iter().enumerate().map(|(index, constraint)| (ConstraintId::from_index(index), constraint))
    }

    /// Returns the constraint with the number `id`, which is its index in [`Rules::constraints`].
    ///
    /// # Panics
    ///
    /// If the rules have no constraint with this number.
    #[must_use]
    pub fn constraint(&self, id: ConstraintId) -> &Constraint {
        &self.constraints[id.index()]
    }

    /// Returns `true` if all pairs of `variables` exclude each other. `variables` must be sorted.
    pub(crate) fn is_at_most_one(&self, variables: &[Variable]) -> bool {
        variables.iter().enumerate().all(|(place, &variable)| {
            let mut excluded = self.excluded_by(variable).iter();
            variables[place + 1..].iter().all(|other| excluded.find(|excluded| *excluded >= other) == Some(other))
        })
    }

    /// Returns `true` if `valuation`, which has one value for each variable, satisfies every exclusion and every
    /// constraint.
    ///
    /// # Panics
    ///
    /// If `valuation` does not have [`Rules::variables`] values.
    #[must_use]
    pub fn are_satisfied_by(&self, valuation: &[bool]) -> bool {
        assert_eq!(valuation.len(), self.excluded.len(), "expected one value for each variable");
        self.exclusions().all(|(a, b)| !(valuation[usize::from(a)] && valuation[usize::from(b)]))
            && self.constraints().all(|constraint| constraint.is_satisfied_by(valuation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exclusions_are_symmetric_and_counted_once() {
        let mut rules = Rules::new(4);
        rules.exclude(2, 0);
        rules.exclude(0, 2);
        rules.at_most_one(&[3, 1, 0]);
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 3)].map(|(a, b)| (Variable::new(a), Variable::new(b)));
        assert_eq!(rules.exclusions().collect::<Vec<_>>(), pairs);
        assert_eq!(rules.excluded_by(Variable::new(3)), [0, 1].map(Variable::new));
        assert!(rules.is_at_most_one(&[0, 1, 3].map(Variable::new)));
        assert!(!rules.is_at_most_one(&[1, 2].map(Variable::new)));
    }

    #[test]
    fn a_valuation_satisfies_all_rules_or_not() {
        let mut rules = Rules::new(3);
        rules.exactly_one(&[0, 1]);
        assert!(rules.are_satisfied_by(&[true, false, true]));
        assert!(!rules.are_satisfied_by(&[true, true, false]));
        assert!(!rules.are_satisfied_by(&[false, false, true]));
        rules.at_least_one::<Variable>(&[]);
        assert!(!rules.are_satisfied_by(&[true, false, true]));
    }

    #[test]
    #[should_panic(expected = "there is no variable 3")]
    fn a_variable_that_is_not_there_is_refused() {
        Rules::new(3).exclude(0, 3);
    }

    #[test]
    fn there_are_as_many_variables_as_can_be_numbered() {
        assert_eq!(Rules::new(Variable::MAX_COUNT).variables(), 65_535);
        let error = Rules::try_new(65_536).unwrap_err();
        assert_eq!(error.to_string(), "expected fewer than 65536 variables in rules, found 65536");
    }

    #[test]
    fn constraints_that_count_are_kept_as_they_were_said() {
        let mut rules = Rules::new(5);
        rules.exactly(2, &[3, 0, 1]);
        rules.at_least(3, &[0, 1, 2, 3]);
        rules.at_most(1, &[1, 4]);
        rules.count(1..=2, &[Literal::negative(2), Literal::positive(0), Literal::negative(4)]);
        rules.imply(4, Literal::negative(0));
        let said: Vec<_> = rules
            .constraints()
            .map(|constraint| (constraint.to_string(), constraint.min(), constraint.max()))
            .collect();
        let expected = [("0 1 3", 2, 2), ("0 1 2 3", 3, 4), ("1 4", 0, 1), ("0 !2 !4", 1, 2), ("!0 !4", 1, 2)];
        assert_eq!(said, expected.map(|(literals, min, max)| (literals.to_owned(), min, max)));
        // A constraint of at most one of two variables adds an exclusion too.
        assert!(rules.exclusions().eq([(Variable::new(1), Variable::new(4))]));
        let satisfies = |values: [u8; 5]| rules.are_satisfied_by(&values.map(|value| value == 1));
        assert!(satisfies([1, 0, 1, 1, 0]));
        assert!(!satisfies([1, 1, 1, 1, 0]), "three of the first constraint");
        assert!(!satisfies([1, 0, 0, 1, 0]), "two of the second one");
        assert!(!satisfies([0, 1, 1, 1, 1]), "both of the third one");
        assert!(!satisfies([1, 0, 1, 1, 1]), "the implication");
    }

    #[test]
    fn clauses_are_sets_of_literals() {
        let mut rules = Rules::new(2);
        rules.at_least_one(&[Literal::positive(0), Literal::positive(0)]);
        assert_eq!(rules.constraint(ConstraintId::new(0)).to_string(), "0");
        rules.at_least_one(&[Literal::negative(1), Literal::positive(1), Literal::positive(0)]);
        assert!(rules.are_satisfied_by(&[true, false]) && rules.are_satisfied_by(&[true, true]));
        assert!(!rules.are_satisfied_by(&[false, true]));
    }

    #[test]
    fn bounds_that_nothing_meets_are_satisfied_by_nothing() {
        for bounds in [3..=3, 3..=9, RangeInclusive::new(2, 1)] {
            let mut rules = Rules::new(2);
            rules.count(bounds.clone(), &[0, 1]);
            assert!(crate::testing::valuations(2).all(|values| !rules.are_satisfied_by(&values)), "{bounds:?}");
        }
    }

    #[test]
    #[should_panic(expected = "variable 1 is named twice")]
    fn a_constraint_that_counts_names_no_variable_twice() {
        Rules::new(2).exactly(1, &[Literal::positive(1), Literal::negative(1)]);
    }

    #[test]
    fn constraints_are_told_apart_by_their_place() {
        let mut rules = Rules::new(3);
        rules.at_least_one(&[2, 0]);
        rules.at_least_one(&[1]);
        let ids = [ConstraintId::new(0), ConstraintId::new(1)];
        assert!(rules.numbered_constraints().eq(ids.map(|id| (id, rules.constraint(id)))));
        assert_eq!(rules.constraint(ConstraintId::new(0)).variables(), [0, 2].map(Variable::new));
    }
}
