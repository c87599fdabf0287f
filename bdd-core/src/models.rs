//! The models of a function, one after the other.

use std::fmt;

use crate::bdd::{Bdd, FALSE, Index, Level};
use crate::id::Variable;

/// Iterates over the models of a function; see [`Bdd::models`].
#[derive(Clone)]
pub struct Models<'a> {
    bdd: &'a Bdd,
    /// The values of the model before.
    values: Vec<bool>,
    /// Where the models to come begin: how many of these values they share, but that the last of them is false, and the
    /// node that follows. The next ones come last.
    ahead: Vec<(usize, Index)>,
}

impl Bdd {
    /// The models, each as the list of its true variables in order.
    ///
    /// They come in lexicographic order where true comes before false: first those in which variable 0 is true.
    #[must_use]
    pub fn models(&self) -> Models<'_> {
        let ahead = if self.is_false() { Vec::new() } else { vec![(0, self.root_index())] };
        Models { bdd: self, values: Vec::with_capacity(self.variables()), ahead }
    }
}

impl Iterator for Models<'_> {
    type Item = Vec<Variable>;

    fn next(&mut self) -> Option<Vec<Variable>> {
        let (shared, mut at) = self.ahead.pop()?;
        self.values.truncate(shared);
        if let Some(last) = self.values.last_mut() {
            *last = false;
        }
        for level in shared as Level..self.bdd.depth() {
            // A node other than FALSE has a model below it, so one of the two ways always leads on.
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

/// The diagram in short, and whether there are models to come; never the values, which may be many.
impl fmt::Debug for Models<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models").field("bdd", self.bdd).field("is_done", &self.ahead.is_empty()).finish_non_exhaustive()
    }
}

impl std::iter::FusedIterator for Models<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
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
