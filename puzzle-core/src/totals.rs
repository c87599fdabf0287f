//! The cheapest and the dearest total of the completions, for puzzles whose variables have weights.

use bdd_core::{Bdd, Best, Budget, Goal, Stopped, Variable, Weights};

/// The cheapest and the dearest total of all completions of some marks, and of those with or without every variable, in
/// the units of the puzzle's [`Weights`]. What stands counts as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// The smallest totals.
    pub cheapest: Best,
    /// The largest totals.
    pub dearest: Best,
}

impl Totals {
    /// The totals of all models of a diagram.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as variables.
    pub fn of(completions: &Bdd, weights: &Weights, budget: &mut Budget<'_>) -> Result<Totals, Stopped> {
        let mut best = |goal| completions.best_totals(weights, goal, budget);
        Ok(Totals { cheapest: best(Goal::Cheapest)?, dearest: best(Goal::Dearest)? })
    }

    /// The cheapest and the dearest total of all completions; `None` if there are none.
    #[must_use]
    pub fn range(&self) -> Option<(i128, i128)> {
        self.cheapest.total.zip(self.dearest.total)
    }

    /// The cheapest and the dearest total of the completions in which a variable is true; `None` if there are none.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    #[must_use]
    pub fn range_with(&self, variable: Variable) -> Option<(i128, i128)> {
        self.cheapest.with[variable.index()].zip(self.dearest.with[variable.index()])
    }

    /// The bytes of memory that they take, about.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.cheapest.with.len() * size_of::<Option<i128>>()
    }
}
