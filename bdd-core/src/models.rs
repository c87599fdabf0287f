//! Iteration over the models of a function.

use std::fmt;

use crate::diagram::{DecisionDiagram, FALSE, Index, Level};
use crate::id::Variable;
use crate::reduction::{EqualChildren, Reduction};

/// An iterator over the models of a function, made by [`Bdd::models`](crate::Bdd::models).
///
/// ```
/// use bdd_core::{Bdd, Budget, Variable};
///
/// let bdd = Bdd::from_expression("a ^ b", &["a", "b"], &mut Budget::unlimited())?;
/// let mut models = bdd.models();
/// assert_eq!(models.next(), Some(vec![Variable::new(0)]));
/// assert_eq!(models.next(), Some(vec![Variable::new(1)]));
/// assert_eq!(models.next(), None);
/// # Ok::<(), bdd_core::ExpressionError>(())
/// ```
#[derive(Clone)]
pub struct Models<'a, R: Reduction = EqualChildren> {
    bdd: &'a DecisionDiagram<R>,
    /// The values of all variables in the last model returned.
    values: Vec<bool>,
    /// The branches not taken yet; the last one is taken next. A branch is a number and a node: it keeps this number of
    /// leading `values`, makes the last of them false, and goes on at the node.
    ahead: Vec<(usize, Index)>,
}

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns an iterator over the models, each as the list of its true variables in order.
    ///
    /// Models come in lexicographic order, true before false: the models in which variable 0 is true come first.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Rules, Variable};
    ///
    /// let mut rules = Rules::new(3);
    /// rules.exactly(2, &[0, 1, 2]);
    /// let bdd = DiagramBuilder::new(&rules).build(&mut Budget::unlimited())?;
    /// let models: Vec<Vec<u16>> = bdd.models().map(|model| model.into_iter().map(u16::from).collect()).collect();
    /// assert_eq!(models, [[0, 1], [0, 2], [1, 2]]);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    #[must_use]
    pub fn models(&self) -> Models<'_, R> {
        let ahead = if self.is_false() { Vec::new() } else { vec![(0, self.root_index())] };
        Models { bdd: self, values: Vec::with_capacity(self.variables()), ahead }
    }
}

impl<R: Reduction> Iterator for Models<'_, R> {
    type Item = Vec<Variable>;

    fn next(&mut self) -> Option<Vec<Variable>> {
        let (shared, mut at) = self.ahead.pop()?;
        self.values.truncate(shared);
        if let Some(last) = self.values.last_mut() {
            *last = false;
        }
        for level in shared as Level..self.bdd.depth() {
            // Every node except FALSE has a model below it, so that one of the two branches leads on.
            let [low, high] = self.bdd.cofactors(at, level);
            if high != FALSE && low != FALSE {
                self.ahead.push((usize::from(level) + 1, low));
            }
            self.values.push(high != FALSE);
            at = if high == FALSE { low } else { high };
        }
        let variables = Variable::all(self.values.len()).zip(&self.values);
        Some(variables.filter(|(_, value)| **value).map(|(variable, _)| variable).collect())
    }
}

/// Writes the diagram in short, and `is_done`, which is `true` if no model is left. Never writes the values, which may
/// be many.
impl<R: Reduction> fmt::Debug for Models<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models").field("bdd", self.bdd).field("is_done", &self.ahead.is_empty()).finish_non_exhaustive()
    }
}

impl<R: Reduction> std::iter::FusedIterator for Models<'_, R> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bdd;
    use crate::testing::{random_rules, valuations, variables};
    use proptest::prelude::*;

    #[test]
    fn constants() {
        assert_eq!(Bdd::constant(2, false).models().count(), 0);
        let all: Vec<_> = Bdd::constant(2, true).models().collect();
        assert_eq!(all, [variables([0, 1]), variables([0]), variables([1]), variables([])]);
        assert_eq!(Bdd::constant(0, true).models().collect::<Vec<_>>(), [Vec::<Variable>::new()]);
    }

    proptest! {
        #[test]
        fn the_models_are_all_satisfying_valuations_in_order(seed in any::<u64>(), exclusions in 0usize..20, constraints in 0usize..6) {
            let rules = random_rules(9, exclusions, constraints, seed);
            let bdd = crate::testing::conjoin(&rules);
            let expected: Vec<Vec<Variable>> = valuations(9)
                .filter(|valuation| rules.are_satisfied_by(valuation))
                .map(|valuation| Variable::all(9).filter(|variable| valuation[variable.index()]).collect())
                .collect();
            prop_assert_eq!(bdd.models().collect::<Vec<_>>(), expected);
        }
    }
}
