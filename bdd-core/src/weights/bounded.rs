//! Models whose totals lie within bounds.

use std::ops::RangeInclusive;

use rustc_hash::{FxHashMap, FxHashSet};

use super::best::{NONE, costs_below};
use super::{Costs, Goal, Weights};
use crate::bdd::{Bdd, FALSE, Index, Level, Node, TRUE};
use crate::budget::{Budget, Stopped};
use crate::reduce::Reduced;

/// What remains below a level: the next node, and the total of what was chosen so far.
type State = (Index, i128);

/// The bytes that a state takes with its place, in a table that is half full, and its two children.
const STATE_BYTES: usize = 160;

impl Bdd {
    /// Those of the models whose total lies within these bounds, in units: `..=10000` where prices in cents may come to 100
    /// at most. [`Bdd::constant`] with the value `true` makes a linear constraint of it.
    ///
    /// Level by level every node is paired with the totals that lead to it. What can only stay within the bounds is left as
    /// it is, and what can't come into them is dropped, both by the best totals of every node. So there are at most as many
    /// pairs as nodes times different totals: few where weights are small numbers, and possibly as many as there are
    /// models where they are large and all different.
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
        let reach = Reach::new(self, weights, bounds, budget)?;
        let depth = self.depth();
        let root = (self.root_index(), 0);
        if let Some(kept) = reach.settled(0, root) {
            return Ok(if kept { self.clone() } else { Bdd::constant(self.variables(), false) });
        }
        // For each level its states, and where the two values of its variable lead.
        let mut levels: Vec<Vec<State>> = vec![Vec::new(); usize::from(depth) + 1];
        levels[0].push(root);
        let mut taken = 0;
        for level in 0..depth {
            let mut seen: FxHashSet<State> = FxHashSet::default();
            let (here, below) = levels.split_at_mut(usize::from(level) + 1);
            for &state in &here[usize::from(level)] {
                budget.spend(16, || 0.3)?;
                for value in [false, true] {
                    let next = reach.next(level, state, value);
                    if reach.settled(level + 1, next).is_none() && seen.insert(next) {
                        below[0].push(next);
                        taken += STATE_BYTES;
                    }
                }
            }
            budget.check_memory(taken)?;
        }

        // What is kept whole is reached by its own levels as well.
        let mut kept = vec![false; self.node_count()];
        for (level, states) in (0..depth).zip(&levels) {
            for &state in states {
                for value in [false, true] {
                    let next = reach.next(level, state, value);
                    if reach.settled(level + 1, next) == Some(true) {
                        kept[next.0 as usize] = true;
                    }
                }
            }
        }
        for index in (2..self.node_count()).rev() {
            if kept[index] {
                let Node { low, high } = self.nodes()[index];
                kept[low as usize] = true;
                kept[high as usize] = true;
            }
        }

        let mut reduced = Reduced::new(depth);
        let mut place: Vec<Index> = vec![FALSE; self.node_count()];
        if let Some(place) = place.get_mut(TRUE as usize) {
            *place = TRUE;
        }
        let mut deeper: FxHashMap<State, Index> = FxHashMap::default();
        for level in (0..depth).rev() {
            reduced.begin_level(level);
            for index in self.level_range(level) {
                if kept[index] {
                    let Node { low, high } = self.nodes()[index];
                    place[index] = reduced.node(Node { low: place[low as usize], high: place[high as usize] });
                }
            }
            let mut here = FxHashMap::default();
            for &state in &levels[usize::from(level)] {
                budget.spend(16, || 0.7)?;
                let [low, high] = [false, true].map(|value| {
                    let next = reach.next(level, state, value);
                    match reach.settled(level + 1, next) {
                        Some(false) => FALSE,
                        Some(true) => place[next.0 as usize],
                        None => deeper[&next],
                    }
                });
                here.insert(state, reduced.node(Node { low, high }));
            }
            deeper = here;
        }
        reduced.finish(deeper[&root], budget)
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

    /// Whether all models of a state, on a level or above its node, are within the bounds, or none is; `None` if some may
    /// be.
    fn settled(&self, level: Level, (node, total): State) -> Option<bool> {
        if node == FALSE || self.bounds.is_empty() {
            return Some(false);
        }
        let rest = |(costs, below): &(Costs, Vec<i128>)| {
            debug_assert_ne!(below[node as usize], NONE);
            costs.free(level, self.bdd.levels().level(node)) + below[node as usize]
        };
        let (least, most) = (total + rest(&self.least), total - rest(&self.most));
        if least >= *self.bounds.start() && most <= *self.bounds.end() {
            return Some(true);
        }
        if most < *self.bounds.start() || least > *self.bounds.end() { Some(false) } else { None }
    }

    /// The state on the next level.
    fn next(&self, level: Level, (node, total): State, value: bool) -> State {
        let weight = if value { self.least.0.of[usize::from(level)] } else { 0 };
        (self.bdd.follow(node, level, value), total + weight)
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
