//! Counts of completions, exact or lower bounds, and the range of their total weights.
//!
//! A [`Tally`] decides statuses exactly even if its counts are lower bounds: a variable with count zero is dead, and a
//! variable whose count equals the total is forced.

use std::collections::BTreeSet;
use std::fmt;

use bdd_core::{
    Best, BigUint, Budget, Counts, DecisionDiagram, Interrupted, Literal, Objective, Reduction, Variable, Weights,
};

/// The number of completions, exact or a lower bound.
///
/// ```
/// use puzzle_core::Count;
///
/// assert_eq!(Count::Exact(92u8.into()).to_string(), "92");
/// assert_eq!(Count::AtLeast(92u8.into()).to_string(), "at least 92");
/// // Only an exact zero proves that there is no completion.
/// assert!(Count::ZERO.is_zero() && !Count::UNKNOWN.is_zero());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// The exact number.
    Exact(BigUint),
    /// A lower bound: the number of completions found so far. Zero carries no information.
    AtLeast(BigUint),
}

impl Count {
    /// Exactly zero.
    pub const ZERO: Count = Count::Exact(BigUint::ZERO);
    /// The trivial lower bound zero.
    pub const UNKNOWN: Count = Count::AtLeast(BigUint::ZERO);

    /// Returns the number, or its lower bound.
    #[must_use]
    pub fn value(&self) -> &BigUint {
        match self {
            Count::Exact(value) | Count::AtLeast(value) => value,
        }
    }

    /// Returns `true` if there is certainly no completion.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Count::ZERO
    }

    /// Returns `true` for [`Count::Exact`].
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self, Count::Exact(_))
    }
}

impl fmt::Display for Count {
    /// Writes `92`, or `at least 92` for a lower bound.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Exact(value) => value.fmt(f),
            Count::AtLeast(value) => write!(f, "at least {value}"),
        }
    }
}

/// The number of completions, and for each variable the number of completions that contain it.
///
/// A [`Guide`](crate::Guide) derives statuses from a tally. Therefore the count of every variable outside of `unknown`
/// must satisfy two conditions, even if it is only a lower bound:
///
/// - it is [`Count::ZERO`] if and only if no completion contains the variable;
/// - it equals `total` if and only if every completion contains the variable.
///
/// A SAT solver satisfies both conditions as follows: for each variable that is in some completions but not in all, it
/// finds a completion with the variable and a completion without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of completions.
    pub total: Count,
    /// The number of completions that contain each variable.
    pub by_variable: Vec<Count>,
    /// The variables whose status is not decided: each may be dead, forced or open.
    pub unknown: BTreeSet<Variable>,
}

impl Tally {
    /// Creates a tally in which the status of every variable is decided.
    #[must_use]
    pub fn new(total: Count, by_variable: Vec<Count>) -> Tally {
        Tally { total, by_variable, unknown: BTreeSet::new() }
    }

    /// Returns `true` if it is certain that the literal `wanted` holds in no completion. If `wanted` is `None`, returns
    /// `true` if it is certain that there is no completion at all.
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

/// The minimum and maximum total weight, for all completions and for the completions with or without each variable, in
/// the units of [`Weights`]. Totals include the givens and the placed variables.
///
/// ```
/// use puzzle_core::{Budget, Diagram, Guide, Marks, Puzzle, Rules, Source, Variable, Weights};
///
/// /// One of three options with prices.
/// #[derive(Debug)]
/// struct Options(Rules, Weights);
///
/// impl Puzzle for Options {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
///
///     fn weights(&self) -> Option<&Weights> {
///         Some(&self.1)
///     }
/// }
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Diagram::conjoin(Options(rules, Weights::new(vec![10, 25, 40])), budget)?;
/// let completions = source.completions(&Marks::default(), budget)?;
/// let guide = Guide::of(source.puzzle(), Marks::default(), &completions, budget)?;
/// let totals = guide.totals().expect("a diagram knows them");
/// assert_eq!(totals.range(), Some((10, 40)));
/// assert_eq!(totals.range_with(Variable::new(1)), Some((25, 25)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// The minimum total weights, of all completions and for each variable.
    pub(crate) cheapest: Best,
    /// The maximum total weights, of all completions and for each variable.
    pub(crate) dearest: Best,
}

impl Totals {
    /// Computes the totals of all models of the diagram `completions`. `weights` must have a weight for each variable
    /// of the diagram.
    pub(crate) fn of<R: Reduction>(
        completions: &DecisionDiagram<R>,
        weights: &Weights,
        budget: &mut Budget<'_>,
    ) -> Result<Totals, Interrupted> {
        let mut best = |goal| completions.best_totals(weights, goal, budget);
        Ok(Totals { cheapest: best(Objective::Cheapest)?, dearest: best(Objective::Dearest)? })
    }

    /// Returns the minimum and maximum total of all completions; `None` if there is no completion.
    #[must_use]
    pub fn range(&self) -> Option<(i128, i128)> {
        self.cheapest.total.zip(self.dearest.total)
    }

    /// Returns the minimum and maximum total of the completions that contain `variable`; `None` if there is no such
    /// completion.
    ///
    /// # Panics
    ///
    /// Panics if the puzzle has no such variable.
    #[must_use]
    pub fn range_with(&self, variable: Variable) -> Option<(i128, i128)> {
        self.cheapest.with[variable.index()].zip(self.dearest.with[variable.index()])
    }

    /// Returns the approximate size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.cheapest.with.len() * size_of::<Option<i128>>()
    }
}
