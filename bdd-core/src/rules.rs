//! Rules over Boolean variables, as data.

/// A Boolean variable, numbered from 0. Variables are decided in this order, so a variable is also a level.
pub type Variable = u16;

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The variable.
    pub variable: Variable,
    /// The value that makes the literal true.
    pub value: bool,
}

impl Literal {
    /// The literal that is true when the variable is.
    #[must_use]
    pub const fn positive(variable: Variable) -> Literal {
        Literal { variable, value: true }
    }

    /// The literal that is true when the variable is not.
    #[must_use]
    pub const fn negative(variable: Variable) -> Literal {
        Literal { variable, value: false }
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

impl Rules {
    /// No rules yet, over this many variables.
    #[must_use]
    pub fn new(variables: Variable) -> Rules {
        Rules { excluded: vec![Vec::new(); usize::from(variables)], lines: Vec::new() }
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> Variable {
        self.excluded.len() as Variable
    }

    /// Adds an exclusion: not both `a` and `b`. Adding it again says nothing new.
    ///
    /// # Panics
    ///
    /// If `a` equals `b` (which would say `!a`, a literal and not a rule) or if there is no such variable.
    pub fn exclude(&mut self, a: Variable, b: Variable) {
        assert_ne!(a, b, "a variable does not exclude itself");
        for (a, b) in [(a, b), (b, a)] {
            assert!(b < self.variables(), "there is no variable {b}: there are {}", self.variables());
            let excluded = &mut self.excluded[usize::from(a)];
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
    pub fn at_least_one(&mut self, line: &[Variable]) {
        for &variable in line {
            assert!(variable < self.variables(), "there is no variable {variable}: there are {}", self.variables());
        }
        let mut line = line.to_vec();
        line.sort_unstable();
        line.dedup();
        self.lines.push(line);
    }

    /// Adds an at-most-one rule: an exclusion for every pair.
    ///
    /// # Panics
    ///
    /// If a variable is named twice, or if there is no such variable.
    pub fn at_most_one(&mut self, line: &[Variable]) {
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
    pub fn exactly_one(&mut self, line: &[Variable]) {
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
        &self.excluded[usize::from(variable)]
    }

    /// Every exclusion once, as a pair in order.
    pub fn exclusions(&self) -> impl Iterator<Item = (Variable, Variable)> {
        (0..self.variables()).flat_map(|a| self.excluded_by(a).iter().filter(move |&&b| a < b).map(move |&b| (a, b)))
    }

    /// The lines of the at-least-one rules, in the order they were added, each sorted.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &[Variable]> + Clone {
        self.lines.iter().map(Vec::as_slice)
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
        assert_eq!(rules.exclusions().collect::<Vec<_>>(), [(0, 1), (0, 2), (0, 3), (1, 3)]);
        assert_eq!(rules.excluded_by(3), [0, 1]);
        assert!(rules.is_at_most_one(&[0, 1, 3]) && !rules.is_at_most_one(&[1, 2]));
    }

    #[test]
    fn a_valuation_satisfies_all_rules_or_not() {
        let mut rules = Rules::new(3);
        rules.exactly_one(&[0, 1]);
        assert!(rules.are_satisfied_by(&[true, false, true]));
        assert!(!rules.are_satisfied_by(&[true, true, false]));
        assert!(!rules.are_satisfied_by(&[false, false, true]));
        rules.at_least_one(&[]);
        assert!(!rules.are_satisfied_by(&[true, false, true]));
    }

    #[test]
    #[should_panic(expected = "there is no variable 3")]
    fn a_variable_that_is_not_there_is_refused() {
        Rules::new(3).exclude(0, 3);
    }
}
