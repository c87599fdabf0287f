//! A line of literals, and how many of them are true.

use std::fmt;
use std::ops::RangeInclusive;

use super::Literal;
use crate::id::Variable;

/// A rule that counts: of the literals of a line at least so many are true, and at most so many.
///
/// It is one of the lines of some [`Rules`](crate::Rules), which make it; see
/// [`Rules::count`](crate::Rules::count).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Sorted, without duplicates.
    variables: Vec<Variable>,
    /// Those of the variables that are negated, sorted.
    negated: Vec<Variable>,
    least: usize,
    /// No more than there are variables.
    most: usize,
}

impl Line {
    /// Returns the line that asks for a number of true literals within `bounds`; all their variables differ.
    #[track_caller]
    pub(crate) fn new(mut literals: Vec<Literal>, bounds: RangeInclusive<usize>) -> Line {
        literals.sort_unstable();
        for pair in literals.windows(2) {
            assert_ne!(pair[0].variable, pair[1].variable, "variable {} is named twice", pair[0].variable);
        }
        Line::of_sorted(&literals, *bounds.start(), *bounds.end())
    }

    /// At least one of these literals.
    pub(crate) fn clause(mut literals: Vec<Literal>) -> Line {
        literals.sort_unstable();
        literals.dedup();
        // A variable and its negation are one true literal, whatever is true.
        let twice: Vec<Variable> = literals
            .windows(2)
            .filter(|pair| pair[0].variable == pair[1].variable)
            .map(|pair| pair[0].variable)
            .collect();
        literals.retain(|literal| twice.binary_search(&literal.variable).is_err());
        let least = usize::from(twice.is_empty());
        Line::of_sorted(&literals, least, literals.len())
    }

    fn of_sorted(literals: &[Literal], least: usize, most: usize) -> Line {
        let variables: Vec<Variable> = literals.iter().map(|literal| literal.variable).collect();
        let negated = literals.iter().filter(|literal| !literal.value).map(|literal| literal.variable).collect();
        Line { most: most.min(variables.len()), variables, negated, least }
    }

    /// The variables of the literals, in order.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The literals, in the order of their variables.
    pub fn literals(&self) -> impl ExactSizeIterator<Item = Literal> + Clone {
        self.variables.iter().map(|&variable| Literal { variable, value: self.sign(variable) })
    }

    /// The value that makes the literal of one of the line's variables true.
    fn sign(&self, variable: Variable) -> bool {
        self.negated.is_empty() || self.negated.binary_search(&variable).is_err()
    }

    /// The literal of one of the line's variables; `None` of any other variable.
    #[must_use]
    pub fn literal(&self, variable: Variable) -> Option<Literal> {
        self.variables.binary_search(&variable).ok().map(|_| Literal { variable, value: self.sign(variable) })
    }

    /// The variables that are negated, in order.
    pub(crate) fn negated(&self) -> &[Variable] {
        &self.negated
    }

    /// How many of the literals are true at least. It may be more than there are: then nothing satisfies the line.
    #[must_use]
    pub fn least(&self) -> usize {
        self.least
    }

    /// How many of the literals are true at most: no more than there are. It may be fewer than [`Line::least`]: then
    /// nothing satisfies the line.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    /// Whether no variable is negated.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.negated.is_empty()
    }

    /// Whether it asks for at least one of its literals and for no more than that: a clause.
    #[must_use]
    pub fn is_clause(&self) -> bool {
        self.least == 1 && self.most == self.variables.len()
    }

    /// What is left to say of [`Line::most`] beside the rules' exclusions: the number of literals, which says nothing, of
    /// a line of which any two variables exclude each other.
    #[must_use]
    pub fn most_beside_exclusions(&self) -> usize {
        if self.most == 1 && self.is_positive() { self.variables.len() } else { self.most }
    }

    /// Whether it says, beside the rules' exclusions, just that one of its variables is true.
    #[must_use]
    pub fn is_at_least_one(&self) -> bool {
        self.least == 1 && self.is_positive() && self.most_beside_exclusions() == self.variables.len()
    }

    /// Whether it says nothing beside the rules' exclusions.
    pub(crate) fn is_void(&self) -> bool {
        self.least == 0 && self.most_beside_exclusions() == self.variables.len()
    }

    /// Whether a total assignment, one value a variable, satisfies the line.
    ///
    /// # Panics
    ///
    /// If there are too few values.
    #[must_use]
    pub fn is_satisfied_by(&self, valuation: &[bool]) -> bool {
        let trues = self.literals().filter(|literal| valuation[literal.variable.index()] == literal.value).count();
        self.least <= trues && trues <= self.most
    }
}

/// The literals, a negated variable with a `!` before it.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, literal) in self.literals().enumerate() {
            let (space, sign) = (if place == 0 { "" } else { " " }, if literal.value { "" } else { "!" });
            write!(f, "{space}{sign}{}", literal.variable)?;
        }
        Ok(())
    }
}
