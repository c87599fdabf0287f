//! Numbers of completions: exact, or bounded from below.

use std::fmt;

use bdd_core::{BigUint, Counts, Literal};

/// A number of completions. Zero is always exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly so many.
    Exact(BigUint),
    /// So many were found, and there may be more.
    AtLeast(BigUint),
}

impl Count {
    /// None, exactly.
    pub const ZERO: Count = Count::Exact(BigUint::ZERO);

    /// The number, or the bound from below.
    #[must_use]
    pub fn value(&self) -> &BigUint {
        match self {
            Count::Exact(value) | Count::AtLeast(value) => value,
        }
    }

    /// Whether there is no completion.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self.value() == BigUint::ZERO
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
/// Whoever makes a tally promises two things whether or not its counts are exact, for the guide tells statuses by
/// them: a variable's count is zero if, and only if, no completion has it; and it equals the total if, and only if,
/// every completion has it. A solver keeps the promise if it finds, for every variable that is neither, a completion
/// with it and one without, and counts those that it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of completions.
    pub total: Count,
    /// For each variable, the number of completions in which it is true.
    pub by_variable: Vec<Count>,
}

impl Tally {
    /// Whether no completion makes `wanted` true; of nothing wanted, whether there is no completion.
    #[must_use]
    pub fn excludes(&self, wanted: Option<Literal>) -> bool {
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
        Tally {
            total: Count::Exact(counts.total),
            by_variable: counts.by_variable.into_iter().map(Count::Exact).collect(),
        }
    }
}
