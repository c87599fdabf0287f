//! Models whose totals lie within bounds.

use std::ops::RangeInclusive;

use super::best::{NONE, costs_below};
use super::{Costs, Goal, Weights};
use crate::bdd::{Bdd, FALSE, Index, Level};
use crate::budget::{Budget, Stopped};
use crate::construct::{Layer, Search, construct_over};

/// The state below a level: the next node, and the total chosen so far, if it still matters.
type State = (Index, Option<i128>);

impl Bdd {
    /// Those of the models whose total lies within these bounds, in units: `..=10000` where prices in cents may come to 100
    /// at most. [`Bdd::constant`] with the value `true` makes a linear constraint of it.
    ///
    /// A search goes down the diagram with the total so far, and remembers what it finds for every node and total. By the
    /// best totals of every node it forgets a total that can only stay within the bounds, and turns back where it can't come
    /// into them. So there are at most as many pairs as nodes times different totals: few where weights are small numbers,
    /// and possibly as many as there are models where they are large and all different.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, Weights};
    ///
    /// // Subsets of four things that cost 4 to 6.
    /// let weights = Weights::new(vec![1, 2, 3, 4]);
    /// let subsets = Bdd::constant(4, true).within_total(&weights, 4..=6, &mut Budget::unlimited())?;
    /// assert_eq!(subsets.model_count(), 6u32.into());
    /// # Ok::<(), bdd_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as variables.
    pub fn within_total(
        &self,
        weights: &Weights,
        bounds: RangeInclusive<i128>,
        budget: &mut Budget<'_>,
    ) -> Result<Bdd, Stopped> {
        let mut reach = Reach::new(self, weights, bounds, budget)?;
        match reach.enter(0, self.root_index(), 0) {
            None => Ok(Bdd::constant(self.variables(), false)),
            Some((_, None)) => Ok(self.clone()),
            Some(root) => {
                let layers = (0..self.depth()).map(Layer::Either).collect();
                construct_over(&mut reach, root, layers, self.variables(), budget)
            }
        }
    }
}

/// What totals are to come below every node.
struct Reach<'a> {
    bdd: &'a Bdd,
    bounds: RangeInclusive<i128>,
    /// The weights and the smallest total from every node on.
    least: (Costs, Vec<i128>),
    /// The weights and the largest total, both negated.
    most: (Costs, Vec<i128>),
}

impl<'a> Reach<'a> {
    fn new(
        bdd: &'a Bdd,
        weights: &Weights,
        bounds: RangeInclusive<i128>,
        budget: &mut Budget<'_>,
    ) -> Result<Reach<'a>, Stopped> {
        let mut all = |goal| -> Result<(Costs, Vec<i128>), Stopped> {
            let costs = Costs::new(weights, goal, bdd.variables());
            let below = costs_below(bdd, &costs, budget)?;
            Ok((costs, below))
        };
        Ok(Reach { bdd, bounds, least: all(Goal::Cheapest)?, most: all(Goal::Dearest)? })
    }

    /// The state of a node below a level, with the total so far; `None` if no model of it is within the bounds.
    fn enter(&self, level: Level, node: Index, total: i128) -> Option<State> {
        if node == FALSE || self.bounds.is_empty() {
            return None;
        }
        let rest = |(costs, below): &(Costs, Vec<i128>)| {
            debug_assert_ne!(below[node as usize], NONE);
            costs.free(level, self.bdd.levels().level(node)) + below[node as usize]
        };
        let (least, most) = (total + rest(&self.least), total - rest(&self.most));
        if most < *self.bounds.start() || least > *self.bounds.end() {
            return None;
        }
        let are_all_within = least >= *self.bounds.start() && most <= *self.bounds.end();
        Some((node, (!are_all_within).then_some(total)))
    }
}

impl Search for Reach<'_> {
    type State = State;

    fn last_choice(&self, _: usize, _: &State, before: usize) -> Option<usize> {
        before.checked_sub(1)
    }

    fn choose(&mut self, layer: usize, &(node, total): &State, choice: usize) -> Option<State> {
        let child = self.bdd.follow(node, layer as Level, choice == 1);
        match total {
            None => (child != FALSE).then_some((child, None)),
            Some(total) => {
                let weight = if choice == 1 { self.least.0.of[layer] } else { 0 };
                self.enter(layer as Level + 1, child, total + weight)
            }
        }
    }

    fn remainder(&mut self, _: usize, &(node, total): &State, words: &mut Vec<u64>) -> bool {
        let so_far = total.unwrap_or(0);
        words.extend([u64::from(node) << 1 | u64::from(total.is_some()), so_far as u64, (so_far >> 64) as u64]);
        true
    }

    fn bytes(&self) -> usize {
        2 * self.bdd.node_count() * size_of::<i128>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_rules, valuations};
    use proptest::prelude::*;

    #[test]
    fn bounds_at_the_edges() {
        let budget = &mut Budget::unlimited();
        let weights = Weights::new(vec![i64::MAX, i64::MIN, 0]);
        let all = Bdd::constant(3, true);
        assert_eq!(all.within_total(&weights, i128::MIN..=i128::MAX, budget), Ok(all.clone()));
        #[expect(clippy::reversed_empty_ranges, reason = "no total lies within these")]
        let none = all.within_total(&weights, 1..=0, budget).unwrap();
        assert!(none.is_false());
        // Both or none of the first two: -1 and 0.
        assert_eq!(all.within_total(&weights, -1..=0, budget).unwrap().model_count(), 4u32.into());
        assert!(Bdd::constant(3, false).within_total(&weights, -1..=0, budget).unwrap().is_false());
        assert!(Bdd::constant(0, true).within_total(&Weights::new(vec![]), 0..=0, budget).unwrap().is_true());
        assert!(Bdd::constant(0, true).within_total(&Weights::new(vec![]), 1..=2, budget).unwrap().is_false());
        // Twenty things with all different totals: a million pairs.
        let powers = Weights::new((0..20).map(|place| 1 << place).collect());
        let small = &mut Budget::unlimited().with_memory(1 << 16);
        let odd = Weights::new(powers.units.iter().map(|unit| unit * 7919 % 1_000_003).collect());
        assert!(matches!(
            Bdd::constant(20, true).within_total(&odd, 3_000_000..=3_000_100, small),
            Err(Stopped::TooLarge { .. })
        ));
    }

    proptest! {
        #[test]
        fn models_within_bounds_are_those_of_trying_all(
            seed in any::<u64>(),
            exclusions in 0usize..12,
            lines in 0usize..4,
            units in prop::collection::vec(-9i64..9, 9),
            (least, more) in (-30i128..30, 0i128..30),
        ) {
            let rules = random_rules(9, exclusions, lines, seed);
            let bdd = crate::testing::conjoin(&rules);
            let bounds = least..=least + more;
            let within = bdd.within_total(&Weights::new(units.clone()), bounds.clone(), &mut Budget::unlimited()).unwrap();
            for values in valuations(9) {
                let total: i128 = values.iter().zip(&units).filter(|(value, _)| **value).map(|(_, unit)| i128::from(*unit)).sum();
                prop_assert_eq!(within.is_satisfied_by(&values), bdd.is_satisfied_by(&values) && bounds.contains(&total));
            }
        }
    }
}
