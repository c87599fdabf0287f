//! Iteration over the models in the order of their totals.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::iter::FusedIterator;

use super::best::{NONE, costs_below};
use super::{Costs, Objective, Weights};
use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, FALSE, Index, Level, TRUE};
use crate::id::Variable;
use crate::reduction::{EqualChildren, Reduction};

/// A model with its total weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The sum of the weights of the true variables, in units of [`Weights`].
    pub total: i128,
    /// The true variables of the model, in order.
    pub model: Vec<Variable>,
}

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns an iterator over the models, the best total first: its first k models are the k best. Models of the same
    /// total come in an order that depends on the diagram and the weights only.
    ///
    /// One linear pass finds the best path from every node to the terminal TRUE. Then each model costs a walk down the
    /// diagram, which notes the alternatives at each level (Lawler, *A procedure for computing the k best solutions to
    /// discrete optimization problems*, 1972). The alternatives take up to 48 bytes of memory for every variable of
    /// every model so far.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Objective, Rules, Weights};
    ///
    /// let mut rules = Rules::new(4);
    /// rules.exactly(2, &[0, 1, 2, 3]);
    /// let budget = &mut Budget::unlimited();
    /// let pairs = DiagramBuilder::new(&rules).build(budget)?;
    /// let weights = Weights::new(vec![5, 1, 2, 4]);
    /// let totals = pairs.models_by_weight(&weights, Objective::Cheapest, budget)?.map(|weighed| weighed.total);
    /// assert!(totals.eq([3, 5, 6, 6, 7, 9]));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of weights and of variables differ.
    #[track_caller]
    pub fn models_by_weight(
        &self,
        weights: &Weights,
        goal: Objective,
        budget: &mut Budget<'_>,
    ) -> Result<ByWeight<'_, R>, Interrupted> {
        let costs = Costs::new::<R>(weights, goal, self.variables());
        let below = costs_below(self, &costs, budget)?;
        let mut models = ByWeight { bdd: self, costs, below, ahead: BinaryHeap::new(), found: Vec::new() };
        let cost = models.on(0, self.root_index());
        if cost != NONE {
            models.ahead.push(Reverse(Turn { cost, from: None }));
        }
        Ok(models)
    }
}

/// An iterator over the models of a function, the best total first, made by
/// [`Bdd::models_by_weight`](crate::Bdd::models_by_weight).
#[derive(Clone)]
pub struct ByWeight<'a, R: Reduction = EqualChildren> {
    bdd: &'a DecisionDiagram<R>,
    costs: Costs,
    below: Vec<i128>,
    ahead: BinaryHeap<Reverse<Turn>>,
    /// The models returned so far, each as the values of all variables.
    found: Vec<Box<[bool]>>,
}

/// A group of models not returned yet, and the cost of its best model. The group branches off an earlier model at some
/// level: before this level, its models have the same values as the earlier model, and on this level the opposite
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    cost: i128,
    /// The earlier model, as its index in [`ByWeight::found`], and the level at which the group branches off from it;
    /// `None` for the first group, which holds all models.
    from: Option<(usize, Level)>,
}

impl<R: Reduction> ByWeight<'_, R> {
    /// Returns the least cost of the variables from `level` on for a path that continues with the node `child`;
    /// [`NONE`] if `child` is FALSE. If `child` lies deeper than `level`, the cost includes the levels that the edge
    /// skips.
    fn on(&self, level: Level, child: Index) -> i128 {
        if child == FALSE {
            return NONE;
        }
        self.costs.skipped(level, self.bdd.levels().level(child)) + self.below[child as usize]
    }
}

impl<R: Reduction> Iterator for ByWeight<'_, R> {
    type Item = Weighed;

    fn next(&mut self) -> Option<Weighed> {
        let Reverse(Turn { cost, from }) = self.ahead.pop()?;
        let number = self.found.len();
        let mut values = Vec::with_capacity(self.bdd.variables());
        let (mut at, mut so_far) = (self.bdd.root_index(), 0);
        for level in 0..self.bdd.depth() {
            let place = usize::from(level);
            let [low, high] = self.bdd.cofactors(at, level);
            let value = match from {
                Some((model, turn)) if level < turn => self.found[model][place],
                Some((model, turn)) if level == turn => !self.found[model][place],
                _ => {
                    let ways = [self.on(level + 1, low), self.on(level + 1, high)];
                    let with = if ways[1] == NONE { NONE } else { ways[1] + self.costs.of[place] };
                    let value = with <= ways[0];
                    let other = if value { ways[0] } else { with };
                    if other != NONE {
                        self.ahead.push(Reverse(Turn { cost: so_far + other, from: Some((number, level)) }));
                    }
                    value
                }
            };
            values.push(value);
            if value {
                so_far += self.costs.of[place];
            }
            at = if value { high } else { low };
        }
        debug_assert_eq!((at, so_far), (TRUE, cost));
        let model = Variable::all(values.len()).filter(|variable| values[variable.index()]).collect();
        self.found.push(values.into());
        Some(Weighed { total: self.costs.goal.cost(cost), model })
    }
}

impl<R: Reduction> FusedIterator for ByWeight<'_, R> {}

/// Writes the diagram in short, and the number of models returned so far. Never writes the models.
impl<R: Reduction> fmt::Debug for ByWeight<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByWeight").field("bdd", self.bdd).field("found", &self.found.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bdd;
    use crate::testing::{random_rules, smaller_in_miri, valuations};
    use proptest::prelude::*;

    const GOALS: [Objective; 2] = [Objective::Cheapest, Objective::Dearest];

    /// Returns all models with their totals, the best total first, by trying every valuation.
    fn tried(is_model: impl Fn(&[bool]) -> bool, weights: &[i64], goal: Objective) -> Vec<Weighed> {
        let mut models: Vec<Weighed> = valuations(weights.len())
            .filter(|values| is_model(values))
            .map(|values| {
                let model: Vec<Variable> = Variable::all(values.len()).filter(|v| values[v.index()]).collect();
                Weighed { total: model.iter().map(|v| i128::from(weights[v.index()])).sum(), model }
            })
            .collect();
        models.sort_by_key(|weighed| weighed.total);
        if goal == Objective::Dearest {
            models.reverse();
        }
        models
    }

    fn check(bdd: &Bdd, is_model: impl Fn(&[bool]) -> bool, units: &[i64]) {
        let weights = Weights::new(units.to_vec());
        for goal in GOALS {
            let expected = tried(&is_model, units, goal);
            let found: Vec<Weighed> = bdd.models_by_weight(&weights, goal, &mut Budget::unlimited()).unwrap().collect();
            let totals = |models: &[Weighed]| models.iter().map(|weighed| weighed.total).collect::<Vec<_>>();
            assert_eq!(totals(&found), totals(&expected), "{goal:?} {units:?}");
            let sorted = |models: Vec<Weighed>| {
                let mut models: Vec<_> = models.into_iter().map(|weighed| (weighed.model, weighed.total)).collect();
                models.sort();
                models
            };
            let best = bdd.best_totals(&weights, goal, &mut Budget::unlimited()).unwrap();
            assert_eq!(best.total, expected.first().map(|weighed| weighed.total));
            for variable in Variable::all(units.len()) {
                let first = |value| expected.iter().find(|weighed| weighed.model.contains(&variable) == value);
                let total = |value| first(value).map(|weighed| weighed.total);
                let found = (best.with[variable.index()], best.without[variable.index()]);
                assert_eq!(found, (total(true), total(false)), "{goal:?} {variable} {units:?}");
            }
            assert_eq!(sorted(found), sorted(expected));
        }
    }

    #[test]
    fn free_variables_are_taken_where_that_is_better() {
        for units in [[3, -4, 0, 7, -1], [0; 5], [-1; 5], [1; 5]] {
            check(&Bdd::constant(5, true), |_| true, &units);
            check(&Bdd::constant(5, false), |_| false, &units);
            check(
                &Bdd::constant(5, true).select(&[crate::Literal::negative(2)], &mut Budget::unlimited()).unwrap(),
                |values| !values[2],
                &units,
            );
        }
        check(&Bdd::constant(0, true), |_| true, &[]);
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        let variables = smaller_in_miri(2000, 100);
        let bdd = Bdd::constant(variables, true);
        for extreme in [i64::MIN, i64::MAX] {
            let weights = Weights::new(vec![extreme; variables]);
            let goal = if extreme < 0 { Objective::Cheapest } else { Objective::Dearest };
            let all = i128::from(extreme) * variables as i128;
            assert_eq!(
                bdd.models_by_weight(&weights, goal, &mut Budget::unlimited()).unwrap().next().unwrap().total,
                all
            );
            let best = bdd.best_totals(&weights, goal, &mut Budget::unlimited()).unwrap();
            assert_eq!((best.with[7], best.without[7]), (Some(all), Some(all - i128::from(extreme))));
        }
    }

    #[test]
    fn a_budget_limits_the_passes() {
        let bdd = crate::testing::conjoin(&crate::testing::permutations(6));
        let weights = Weights::new(vec![1; 36]);
        let small = &mut Budget::unlimited().with_memory(100);
        assert!(matches!(bdd.best_totals(&weights, Objective::Cheapest, small), Err(Interrupted::TooLarge { .. })));
        assert!(bdd.models_by_weight(&weights, Objective::Cheapest, small).is_err());
        let short = &mut Budget::unlimited().with_steps(10);
        assert!(matches!(bdd.best_totals(&weights, Objective::Dearest, short), Err(Interrupted::TooLong { .. })));
    }

    #[test]
    fn the_best_come_before_there_are_many_others() {
        // There are 8! assignments of people to tasks (5! in Miri). The iterator makes only the first of these
        // assignments.
        let n = smaller_in_miri(8, 5);
        let bdd = crate::testing::conjoin(&crate::testing::permutations(n));
        let n = i64::from(n);
        let weights = Weights::new((0..n * n).map(|v| (v % n) * (v / n) % 5).collect());
        let mut models = bdd.models_by_weight(&weights, Objective::Cheapest, &mut Budget::unlimited()).unwrap();
        let totals: Vec<i128> = models.by_ref().take(100).map(|weighed| weighed.total).collect();
        assert!(totals.is_sorted());
        let mut all: Vec<i128> = bdd.models().map(|model| weights.total(&model)).collect();
        all.sort_unstable();
        assert_eq!(totals, all[..100]);
        assert!(format!("{models:?}").ends_with("found: 100, .. }"), "{models:?}");
    }

    proptest! {
        #[test]
        fn totals_agree_with_trying_every_valuation(
            seed in any::<u64>(),
            exclusions in 0usize..12,
            constraints in 0usize..5,
            units in prop::collection::vec(-20i64..20, 9),
        ) {
            let rules = random_rules(9, exclusions, constraints, seed);
            let bdd = crate::testing::conjoin(&rules);
            check(&bdd, |values| rules.are_satisfied_by(values), &units);
        }
    }
}
