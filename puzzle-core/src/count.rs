//! Numbers of completions, exact or bounded from below, and the totals of their weights.
//!
//! The statuses that a [`Tally`] gives are exact even where its counts are bounds: a count of zero means that the
//! variable is dead, a count equal to the total that it is forced.

use std::collections::BTreeSet;
use std::fmt;

use bdd_core::{Bdd, Best, BigUint, Budget, Counts, Interrupted, Literal, Objective, Variable, Weights};

/// A number of completions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly so many.
    Exact(BigUint),
    /// So many were found, and there may be more; none found says nothing.
    AtLeast(BigUint),
}

impl Count {
    /// None, exactly.
    pub const ZERO: Count = Count::Exact(BigUint::ZERO);
    /// Nothing is known.
    pub const UNKNOWN: Count = Count::AtLeast(BigUint::ZERO);

    /// The number, or the bound from below.
    #[must_use]
    pub fn value(&self) -> &BigUint {
        match self {
            Count::Exact(value) | Count::AtLeast(value) => value,
        }
    }

    /// Whether it is certain that there is no completion.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Count::ZERO
    }

    /// Whether this is the number itself.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self, Count::Exact(_))
    }
}

impl fmt::Display for Count {
    /// `92`, or `at least 92`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Exact(value) => value.fmt(f),
            Count::AtLeast(value) => write!(f, "at least {value}"),
        }
    }
}

/// What a guide is made of: the number of completions in all, and of those in which each variable is true.
///
/// Whoever makes a tally promises two things of every variable that is not named as unknown, whether or not the counts are
/// exact, for the guide tells statuses by them: a variable's count is exactly zero if, and only if, no completion has it;
/// and it equals the total if, and only if, every completion has it. A solver keeps the promise if it finds, for every
/// variable that is neither, a completion with it and one without, and counts those that it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of completions.
    pub total: Count,
    /// For each variable, the number of completions in which it is true.
    pub by_variable: Vec<Count>,
    /// The variables of which it is not known whether some completion has them, or all have.
    pub unknown: BTreeSet<Variable>,
}

impl Tally {
    /// A tally in which nothing is unknown.
    #[must_use]
    pub fn new(total: Count, by_variable: Vec<Count>) -> Tally {
        Tally { total, by_variable, unknown: BTreeSet::new() }
    }

    /// Whether it is certain that no completion makes `wanted` true; of nothing wanted, that there is no completion.
    pub(crate) fn excludes(&self, wanted: Option<Literal>) -> bool {
        if wanted.is_some_and(|literal| self.unknown.contains(&literal.variable)) {
            return self.total.is_zero();
        }
        let count = |literal: Literal| &self.by_variable[usize::from(literal.variable)];
        match wanted {
            None => self.total.is_zero(),
            Some(literal) if literal.value => count(literal).is_zero(),
            Some(literal) => *count(literal) == self.total,
        }
    }
}

impl From<Counts> for Tally {
    fn from(counts: Counts) -> Tally {
        Tally::new(Count::Exact(counts.total), counts.by_variable.into_iter().map(Count::Exact).collect())
    }
}

/// The cheapest and the dearest total of all completions of some marks, and of those with or without every variable, in
/// the units of the puzzle's [`Weights`]. What stands counts as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// The smallest totals.
    pub(crate) cheapest: Best,
    /// The largest totals.
    pub(crate) dearest: Best,
}

impl Totals {
    /// Computes the totals of all models of a diagram, which has as many variables as there are weights.
    pub(crate) fn of(completions: &Bdd, weights: &Weights, budget: &mut Budget<'_>) -> Result<Totals, Interrupted> {
        let mut best = |goal| completions.best_totals(weights, goal, budget);
        Ok(Totals { cheapest: best(Objective::Cheapest)?, dearest: best(Objective::Dearest)? })
    }

    /// Returns the cheapest and the dearest total of all completions; `None` if there are none.
    #[must_use]
    pub fn range(&self) -> Option<(i128, i128)> {
        self.cheapest.total.zip(self.dearest.total)
    }

    /// Returns the cheapest and the dearest total of the completions in which a variable is true; `None` if there are none.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    #[must_use]
    pub fn range_with(&self, variable: Variable) -> Option<(i128, i128)> {
        self.cheapest.with[variable.index()].zip(self.dearest.with[variable.index()])
    }

    /// Returns the bytes of memory that they take, about.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.cheapest.with.len() * size_of::<Option<i128>>()
    }
}
