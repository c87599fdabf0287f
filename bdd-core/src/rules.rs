//! Rules over Boolean variables, as data.
//!
//! Rules know no diagrams: the conjunction, the exports, the searches and the SAT solver read the same [`Rules`].
//! Another puzzle is another set of rules.
//!
//! A [`Line`] is a set of literals with a lower and an upper bound on the number of true ones. A clause is a line with
//! a lower bound of one, an implication a clause of two literals. A line keeps its bounds and is not expanded into
//! pairs, with one exception: the pairs of a line of variables with at most one true are exclusions as well. So a
//! reader that asks which variables exclude each other does not need to know lines, and "exactly one" is propagated as
//! exclusions and one clause.

mod line;

use std::ops::RangeInclusive;

use crate::id::{LineId, Variable};
pub use line::Line;

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Literal {
    /// The variable.
    pub variable: Variable,
    /// The value that makes the literal true.
    pub value: bool,
}

impl Literal {
    /// The literal that is true when the variable is. A number stands for the variable with that number.
    #[must_use]
    pub fn positive(variable: impl Into<Variable>) -> Literal {
        Literal { variable: variable.into(), value: true }
    }

    /// The literal that is true when the variable is not. A number stands for the variable with that number.
    #[must_use]
    pub fn negative(variable: impl Into<Variable>) -> Literal {
        Literal { variable: variable.into(), value: false }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    /// The literal that is true when this one is not.
    fn not(self) -> Literal {
        Literal { value: !self.value, ..self }
    }
}

/// The literal that is true when the variable is.
impl From<Variable> for Literal {
    fn from(variable: Variable) -> Literal {
        Literal::positive(variable)
    }
}

/// The literal that is true when the variable with this number is.
impl From<u16> for Literal {
    fn from(variable: u16) -> Literal {
        Literal::positive(variable)
    }
}

/// A set of rules: *exclusions* (two variables are not both true) and *lines* that count (of some literals so many are
/// true). Their conjunction is the function that a [`Bdd`](crate::Bdd) represents.
///
/// A clause is a line of which at least one literal is true, and an implication a clause of two. Where a line may be of
/// literals, variables and their numbers stand for the literals that are true when they are.
///
/// The last variables may be *hidden*: auxiliary ones, which rules need to say what they say, and of which nothing is shown,
/// asked or counted; see [`Rules::with_hidden`].
///
/// Rules know nothing of diagrams, so that diagrams, exports and searches can all be made from the same rules.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Literal, Rules};
///
/// // Two of four friends come, and the first only with the last.
/// let mut rules = Rules::new(4);
/// rules.exactly(2, &[0, 1, 2, 3]);
/// rules.imply(Literal::positive(0), Literal::positive(3));
/// assert_eq!(DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap().model_count(), 4u32.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// For each variable those that it excludes: sorted, without duplicates, and symmetric.
    excluded: Vec<Vec<Variable>>,
    lines: Vec<Line>,
    /// The number of hidden variables, which are the last ones.
    hidden: usize,
}

/// More variables than there can be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{taker} fewer than {limit} variables, not {variables}")]
pub struct TooManyVariables {
    /// Who can't have so many, with the verb.
    pub(crate) taker: &'static str,
    pub(crate) limit: usize,
    pub(crate) variables: usize,
}

impl Rules {
    /// No rules yet, over this many variables.
    ///
    /// # Panics
    ///
    /// If they are more than [`Variable::MAX_COUNT`]; [`Rules::try_new`] returns an error instead.
    #[must_use]
    #[track_caller]
    pub fn new(variables: usize) -> Rules {
        match Rules::try_new(variables) {
            Ok(rules) => rules,
            Err(error) => panic!("{error}"),
        }
    }

    /// No rules yet, over this many variables.
    ///
    /// # Errors
    ///
    /// [`TooManyVariables`] if they are more than [`Variable::MAX_COUNT`].
    pub fn try_new(variables: usize) -> Result<Rules, TooManyVariables> {
        if variables > Variable::MAX_COUNT {
            return Err(TooManyVariables { taker: "rules have", limit: Variable::MAX_COUNT + 1, variables });
        }
        Ok(Rules { excluded: vec![Vec::new(); variables], lines: Vec::new(), hidden: 0 })
    }

    /// These rules with so many more variables, which are hidden: auxiliary ones. Two models that differ in hidden variables
    /// alone look the same. Diagrams and valuations are still of all variables; [`Bdd::project`](crate::Bdd::project) leaves
    /// those that are shown, and exports say which ones count.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Literal, Rules};
    ///
    /// // One of two pairs is complete: a hidden variable for each says which.
    /// let mut rules = Rules::new(4).with_hidden(2);
    /// for (pair, one) in [(4, 0), (4, 1), (5, 2), (5, 3)] {
    ///     rules.imply(Literal::positive(pair), Literal::positive(one));
    /// }
    /// rules.at_least_one(&[4, 5]);
    /// let shown = DiagramBuilder::new(&rules).projected().build(&mut Budget::unlimited())?;
    /// assert_eq!((shown.variables(), shown.model_count()), (4, 7u32.into()));
    /// # Ok::<(), bdd_core::Stopped>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If they are more than [`Variable::MAX_COUNT`] in all, or if there are hidden variables already.
    #[must_use]
    #[track_caller]
    pub fn with_hidden(mut self, hidden: usize) -> Rules {
        let variables = self.variables() + hidden;
        assert!(variables <= Variable::MAX_COUNT, "at most {} variables, not {variables}", Variable::MAX_COUNT);
        assert_eq!(self.hidden, 0, "variables are hidden once");
        self.excluded.resize(variables, Vec::new());
        Rules { hidden, ..self }
    }

    /// The number of variables, hidden ones included.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.excluded.len()
    }

    /// The number of variables that are shown: those before the hidden ones.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.variables() - self.hidden
    }

    /// Adds an exclusion: not both `a` and `b`. Adding it again says nothing new.
    ///
    /// # Panics
    ///
    /// If `a` equals `b` (which would say `!a`, a literal and not a rule) or if there is no such variable.
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

    /// Adds a line of which at least one literal is true: a clause. An empty line can't be satisfied. Naming a literal
    /// again says nothing new, and a line with a variable and its negation always holds.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    #[track_caller]
    pub fn at_least_one<L: Into<Literal> + Copy>(&mut self, line: &[L]) {
        let literals = self.literals(line);
        self.lines.push(Line::clause(literals));
    }

    /// Adds an implication: where the first literal is true, so is the second. It is a clause of two: a line, as
    /// [`Rules::at_least_one`] adds one.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    #[track_caller]
    pub fn imply(&mut self, if_true: impl Into<Literal>, then: impl Into<Literal>) {
        self.at_least_one(&[!if_true.into(), then.into()]);
    }

    /// Adds an at-most-one rule: an exclusion for every pair, and no line; for a line with negated variables see
    /// [`Rules::at_most`].
    ///
    /// # Panics
    ///
    /// If a variable is named twice, or if there is no such variable.
    #[track_caller]
    pub fn at_most_one<V: Into<Variable> + Copy>(&mut self, line: &[V]) {
        for (i, &a) in line.iter().enumerate() {
            for &b in &line[i + 1..] {
                self.exclude(a, b);
            }
        }
    }

    /// Adds an exactly-one rule: at least one, which is a line, and at most one. It means what [`Rules::exactly`] one
    /// of these variables means.
    ///
    /// # Panics
    ///
    /// If a variable is named twice, or if there is no such variable.
    #[track_caller]
    pub fn exactly_one<V: Into<Variable> + Copy>(&mut self, line: &[V]) {
        self.at_least_one(&line.iter().map(|&variable| variable.into()).collect::<Vec<Variable>>());
        self.at_most_one(line);
    }

    /// Adds a line of which so many literals are true, neither more nor fewer. See [`Rules::count`].
    ///
    /// # Panics
    ///
    /// If a variable is named twice, or if there is no such variable.
    #[track_caller]
    pub fn exactly<L: Into<Literal> + Copy>(&mut self, number: usize, line: &[L]) {
        self.count(number..=number, line);
    }

    /// Adds a line of which so many literals are true, or more. See [`Rules::count`].
    ///
    /// # Panics
    ///
    /// If a variable is named twice, or if there is no such variable.
    #[track_caller]
    pub fn at_least<L: Into<Literal> + Copy>(&mut self, number: usize, line: &[L]) {
        self.count(number..=line.len().max(number), line);
    }

    /// Adds a line of which so many literals are true, or fewer. See [`Rules::count`].
    ///
    /// # Panics
    ///
    /// If a variable is named twice, or if there is no such variable.
    #[track_caller]
    pub fn at_most<L: Into<Literal> + Copy>(&mut self, number: usize, line: &[L]) {
        self.count(0..=number, line);
    }

    /// Adds a line of which the number of true literals lies within these bounds. Bounds that no number of them meets
    /// can't be satisfied.
    ///
    /// It is one line in any case. Of a line of variables of which one may be true at most, any two exclude each other
    /// as well, so that whoever asks what a variable excludes need not know of lines.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, LineId, Rules};
    ///
    /// let mut rules = Rules::new(5);
    /// rules.count(2..=3, &[0, 1, 2, 3, 4]);
    /// let line = rules.line_rule(LineId::at(0));
    /// assert_eq!((line.least(), line.most()), (2, 3));
    /// assert_eq!(DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap().model_count(), 20u32.into());
    /// ```
    ///
    /// # Panics
    ///
    /// If a variable is named twice, negated or not, or if there is no such variable.
    #[track_caller]
    pub fn count<L: Into<Literal> + Copy>(&mut self, bounds: RangeInclusive<usize>, line: &[L]) {
        let literals = self.literals(line);
        let line = Line::new(literals, bounds);
        if line.most() == 1 && line.is_positive() {
            let variables = line.variables().to_vec();
            self.at_most_one(&variables);
        }
        self.lines.push(line);
    }

    /// Adds what is asked of a line of other rules.
    pub(crate) fn add(&mut self, line: &Line, literal: impl Fn(Literal) -> Literal) {
        self.count(RangeInclusive::new(line.least(), line.most()), &line.literals().map(literal).collect::<Vec<_>>());
    }

    /// These as literals, all of them of variables that there are.
    #[track_caller]
    fn literals<L: Into<Literal> + Copy>(&self, line: &[L]) -> Vec<Literal> {
        let literals: Vec<Literal> = line.iter().map(|&literal| literal.into()).collect();
        literals.iter().for_each(|literal| literal.variable.expect_among(self.variables()));
        literals
    }

    /// The variables that can't be true together with this one, in order.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    #[must_use]
    pub fn excluded_by(&self, variable: Variable) -> &[Variable] {
        &self.excluded[variable.index()]
    }

    /// Every exclusion once, as a pair in order.
    pub fn exclusions(&self) -> impl Iterator<Item = (Variable, Variable)> {
        Variable::all(self.variables())
            .flat_map(|a| self.excluded_by(a).iter().filter(move |&&b| a < b).map(move |&b| (a, b)))
    }

    /// The variables of the lines, in the order they were added, each sorted. What is asked of them is told by
    /// [`Rules::line_rules`].
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &[Variable]> + Clone {
        self.lines.iter().map(Line::variables)
    }

    /// The variables of the lines with what tells the lines apart, in the order they were added, each sorted.
    pub fn numbered_lines(&self) -> impl ExactSizeIterator<Item = (LineId, &[Variable])> + Clone {
        self.lines.iter().enumerate().map(|(index, line)| (LineId::at(index), line.variables()))
    }

    /// The variables of the line that was added as the `line`th, sorted.
    ///
    /// # Panics
    ///
    /// If there is no such line.
    #[must_use]
    pub fn line(&self, line: LineId) -> &[Variable] {
        self.line_rule(line).variables()
    }

    /// The lines with what is asked of them, in the order they were added.
    pub fn line_rules(&self) -> impl ExactSizeIterator<Item = &Line> + Clone {
        self.lines.iter()
    }

    /// The line that was added as the `line`th, with what is asked of it.
    ///
    /// # Panics
    ///
    /// If there is no such line.
    #[must_use]
    pub fn line_rule(&self, line: LineId) -> &Line {
        &self.lines[line.index()]
    }

    /// Whether any two variables of a line, which are sorted, exclude each other.
    pub(crate) fn is_at_most_one(&self, line: &[Variable]) -> bool {
        line.iter().enumerate().all(|(place, &variable)| {
            let mut excluded = self.excluded_by(variable).iter();
            line[place + 1..].iter().all(|other| excluded.find(|excluded| *excluded >= other) == Some(other))
        })
    }

    /// Whether a total assignment, one value a variable, satisfies every rule.
    ///
    /// # Panics
    ///
    /// If the number of values is not the number of variables.
    #[must_use]
    pub fn are_satisfied_by(&self, valuation: &[bool]) -> bool {
        assert_eq!(valuation.len(), self.excluded.len(), "one value a variable");
        self.exclusions().all(|(a, b)| !(valuation[usize::from(a)] && valuation[usize::from(b)]))
            && self.line_rules().all(|line| line.is_satisfied_by(valuation))
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
        assert_eq!(error.to_string(), "rules have fewer than 65536 variables, not 65536");
    }

    #[test]
    fn lines_that_count_are_kept_as_they_were_said() {
        let mut rules = Rules::new(5);
        rules.exactly(2, &[3, 0, 1]);
        rules.at_least(3, &[0, 1, 2, 3]);
        rules.at_most(1, &[1, 4]);
        rules.count(1..=2, &[Literal::negative(2), Literal::positive(0), Literal::negative(4)]);
        rules.imply(4, Literal::negative(0));
        let said: Vec<_> = rules.line_rules().map(|line| (line.to_string(), line.least(), line.most())).collect();
        let expected = [("0 1 3", 2, 2), ("0 1 2 3", 3, 4), ("1 4", 0, 1), ("0 !2 !4", 1, 2), ("!0 !4", 1, 2)];
        assert_eq!(said, expected.map(|(literals, least, most)| (literals.to_owned(), least, most)));
        // At most one of two variables is an exclusion as well.
        assert!(rules.exclusions().eq([(Variable::new(1), Variable::new(4))]));
        let satisfies = |values: [u8; 5]| rules.are_satisfied_by(&values.map(|value| value == 1));
        assert!(satisfies([1, 0, 1, 1, 0]));
        assert!(!satisfies([1, 1, 1, 1, 0]), "three of the first line");
        assert!(!satisfies([1, 0, 0, 1, 0]), "two of the second one");
        assert!(!satisfies([0, 1, 1, 1, 1]), "both of the third one");
        assert!(!satisfies([1, 0, 1, 1, 1]), "the implication");
    }

    #[test]
    fn clauses_are_sets_of_literals() {
        let mut rules = Rules::new(2);
        rules.at_least_one(&[Literal::positive(0), Literal::positive(0)]);
        assert_eq!(rules.line_rule(LineId::at(0)).to_string(), "0");
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
    fn a_line_that_counts_names_no_variable_twice() {
        Rules::new(2).exactly(1, &[Literal::positive(1), Literal::negative(1)]);
    }

    #[test]
    fn lines_are_told_apart_by_their_place() {
        let mut rules = Rules::new(3);
        rules.at_least_one(&[2, 0]);
        rules.at_least_one(&[1]);
        assert!(rules.numbered_lines().eq([LineId::at(0), LineId::at(1)].map(|line| (line, rules.line(line)))));
        assert_eq!(rules.line(LineId::at(0)), [0, 2].map(Variable::new));
    }
}
