//! Rules over Boolean variables, as data.

use crate::id::{LineId, Variable};

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

/// A set of rules: *exclusions* (two variables are not both true) and *at-least-one* rules (some variable of a line
/// is true). Their conjunction is the function that a [`Bdd`](crate::Bdd) represents.
///
/// Rules know nothing of diagrams, so that diagrams, exports and searches can all be made from the same rules.
///
/// ```
/// use bdd_core::{Rules, conjoin};
///
/// // Exactly one of three variables.
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// assert_eq!(conjoin(&rules).unwrap().model_count(), 3u32.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// For each variable those that it excludes: sorted, without duplicates, and symmetric.
    excluded: Vec<Vec<Variable>>,
    lines: Vec<Vec<Variable>>,
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

impl TooManyVariables {
    /// How many variables were asked for.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }
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
        Ok(Rules { excluded: vec![Vec::new(); variables], lines: Vec::new() })
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.excluded.len()
    }

    /// Adds an exclusion: not both `a` and `b`. Adding it again says nothing new.
    ///
    /// # Panics
    ///
    /// If `a` equals `b` (which would say `!a`, a literal and not a rule) or if there is no such variable.
    pub fn exclude(&mut self, a: impl Into<Variable>, b: impl Into<Variable>) {
        let (a, b) = (a.into(), b.into());
        assert_ne!(a, b, "a variable does not exclude itself");
        self.expect_variable(a);
        self.expect_variable(b);
        for (a, b) in [(a, b), (b, a)] {
            let excluded = &mut self.excluded[a.index()];
            if let Err(place) = excluded.binary_search(&b) {
                excluded.insert(place, b);
            }
        }
    }

    /// Adds an at-least-one rule. An empty line can't be satisfied.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    pub fn at_least_one<V: Into<Variable> + Copy>(&mut self, line: &[V]) {
        let mut line: Vec<Variable> = line.iter().map(|&variable| variable.into()).collect();
        line.iter().for_each(|&variable| self.expect_variable(variable));
        line.sort_unstable();
        line.dedup();
        self.lines.push(line);
    }

    /// Adds an at-most-one rule: an exclusion for every pair.
    ///
    /// # Panics
    ///
    /// If a variable is named twice, or if there is no such variable.
    pub fn at_most_one<V: Into<Variable> + Copy>(&mut self, line: &[V]) {
        for (i, &a) in line.iter().enumerate() {
            for &b in &line[i + 1..] {
                self.exclude(a, b);
            }
        }
    }

    /// Adds an exactly-one rule: at least one, and at most one.
    ///
    /// # Panics
    ///
    /// If a variable is named twice, or if there is no such variable.
    pub fn exactly_one<V: Into<Variable> + Copy>(&mut self, line: &[V]) {
        self.at_least_one(line);
        self.at_most_one(line);
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

    /// The lines of the at-least-one rules, in the order they were added, each sorted.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &[Variable]> + Clone {
        self.lines.iter().map(Vec::as_slice)
    }

    /// The lines of the at-least-one rules with what tells them apart, in the order they were added, each sorted.
    pub fn numbered_lines(&self) -> impl ExactSizeIterator<Item = (LineId, &[Variable])> + Clone {
        self.lines.iter().enumerate().map(|(index, line)| (LineId::at(index), line.as_slice()))
    }

    /// The variables of the at-least-one rule that was added as the `line`th, sorted.
    ///
    /// # Panics
    ///
    /// If there is no such line.
    #[must_use]
    pub fn line(&self, line: LineId) -> &[Variable] {
        &self.lines[line.index()]
    }

    #[track_caller]
    fn expect_variable(&self, variable: Variable) {
        assert!(variable.index() < self.variables(), "there is no variable {variable}: there are {}", self.variables());
    }

    /// Whether any two variables of a line exclude each other.
    #[must_use]
    pub fn is_at_most_one(&self, line: &[Variable]) -> bool {
        line.iter()
            .enumerate()
            .all(|(i, &a)| line[i + 1..].iter().all(|b| self.excluded_by(a).binary_search(b).is_ok()))
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
            && self.lines().all(|line| line.iter().any(|&variable| valuation[usize::from(variable)]))
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
        assert_eq!(error.variables(), 65_536);
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
