//! Numbers of completions: exact, or bounded from below.
//!
//! The statuses that a [`Tally`] gives are exact even where its counts are bounds: a count of zero means that the
//! variable is dead, a count equal to the total that it is forced.

use std::collections::BTreeSet;
use std::fmt;

use bdd_core::{BigUint, Counts, Literal, Variable};

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
    #[must_use]
    pub fn excludes(&self, wanted: Option<Literal>) -> bool {
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
