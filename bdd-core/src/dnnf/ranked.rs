//! The best models of a decision-DNNF by their total weights.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::count::Fixed;
use super::{Dnnf, FALSE, Index, Node};
use crate::budget::{Budget, Interrupted};
use crate::id::Variable;
use crate::rules::Literal;
use crate::weights::{Objective, Weighed, Weights};

/// One of the best models of a node.
struct Ranked {
    cost: i128,
    /// For a product: the place of each free variable's value in [`free_values`], then the place of each factor's model
    /// in the list of the factor. For a decision: the branch (0 for the low branch, 1 for the high branch), and the
    /// place of the model in the list of the branch.
    places: Box<[u32]>,
}

impl Dnnf {
    /// Returns up to `count` models in which `literals` are true: the models with the best totals, the best first.
    ///
    /// The time and the memory grow with the number of nodes and list entries times `count`.
    ///
    /// ```
    /// use bdd_core::{Budget, Dnnf, Literal, Objective, Rules, Variable, Weights};
    ///
    /// let mut rules = Rules::new(3);
    /// rules.exactly(2, &[0, 1, 2]);
    /// let budget = &mut Budget::unlimited();
    /// let two = Dnnf::compile(&rules, &[], budget)?;
    /// let prices = Weights::new(vec![5, 1, 2]);
    /// let best = two.best_models(&prices, Objective::Cheapest, &[], 2, budget)?;
    /// assert_eq!(best[0].model, [Variable::new(1), Variable::new(2)]);
    /// assert_eq!((best[0].total, best[1].total), (3, 6));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of weights and of variables differ, or if a literal has a variable that the function does not
    /// have.
    #[track_caller]
    pub fn best_models(
        &self,
        weights: &Weights,
        goal: Objective,
        literals: &[Literal],
        count: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Weighed>, Interrupted> {
        assert_eq!(weights.units.len(), self.variables, "expected one weight for each variable");
        let fixed = Fixed::new(self.variables, literals);
        let cost = |variable: u32| goal.cost(weights.units[variable as usize].into());
        let values = |variable: u32| free_values(&fixed, variable, cost(variable));
        let mut best: Vec<Vec<Ranked>> = Vec::with_capacity(self.nodes.len());
        let mut bytes = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            let list = match *node {
                Node::Product { .. } if index == FALSE as usize => Vec::new(),
                Node::Product { literals, free, factors, end } => {
                    let literals = self.list(literals, free);
                    let own =
                        literals.iter().filter(|&&literal| literal & 1 == 0).map(|literal| cost(literal >> 1)).sum();
                    let mut list = Vec::new();
                    if !literals.iter().any(|&literal| fixed.is_false(literal)) {
                        list.push(Ranked { cost: own, places: Box::default() });
                    }
                    for &variable in self.list(free, factors) {
                        let costs: Vec<i128> = values(variable).iter().map(|&(_, cost)| cost).collect();
                        list = multiplied(&list, &costs, count, budget)?;
                    }
                    for &factor in self.list(factors, end) {
                        let costs: Vec<i128> = best[factor as usize].iter().map(|ranked| ranked.cost).collect();
                        list = multiplied(&list, &costs, count, budget)?;
                    }
                    list
                }
                Node::Decision { low, high } => {
                    let branch = |child: Index, number: u32| {
                        let list = best[child as usize].iter().zip(0..);
                        list.map(move |(ranked, place)| Ranked { cost: ranked.cost, places: [number, place].into() })
                    };
                    let mut list: Vec<Ranked> = branch(low, 0).chain(branch(high, 1)).collect();
                    list.sort_by_key(|ranked| ranked.cost);
                    list.truncate(count);
                    budget.spend(4 + list.len() as u32, || 0.0)?;
                    list
                }
            };
            bytes += list.iter().map(|ranked| size_of::<Ranked>() + size_of_val(&*ranked.places)).sum::<usize>();
            budget.check_memory(bytes)?;
            best.push(list);
        }
        let models = (0..best[self.root as usize].len()).map(|place| Weighed {
            total: goal.cost(best[self.root as usize][place].cost),
            model: self.model(&best, place as u32, &values),
        });
        Ok(models.collect())
    }

    /// Returns the model at index `place` of the root's list in `best`, as its true variables in ascending order.
    fn model(&self, best: &[Vec<Ranked>], place: u32, values: &dyn Fn(u32) -> Vec<(bool, i128)>) -> Vec<Variable> {
        let mut model = Vec::new();
        let mut waiting = vec![(self.root, place)];
        while let Some((node, place)) = waiting.pop() {
            let places = &best[node as usize][place as usize].places;
            match self.nodes[node as usize] {
                Node::Decision { low, high } => waiting.push(([low, high][places[0] as usize], places[1])),
                Node::Product { literals, free, factors, end } => {
                    let literals = self.list(literals, free).iter().filter(|&&literal| literal & 1 == 0);
                    model.extend(literals.map(|literal| literal >> 1));
                    let free = self.list(free, factors);
                    let (chosen, below) = places.split_at(free.len());
                    let is_true = |&(&variable, &place): &(&u32, &u32)| values(variable)[place as usize].0;
                    model.extend(free.iter().zip(chosen).filter(is_true).map(|(&variable, _)| variable));
                    waiting.extend(self.list(factors, end).iter().copied().zip(below.iter().copied()));
                }
            }
        }
        model.sort_unstable();
        model.into_iter().map(|variable| Variable::from_index(variable as usize)).collect()
    }
}

/// Returns the values that a free variable may have, each with its cost, the best first.
fn free_values(fixed: &Fixed, variable: u32, cost: i128) -> Vec<(bool, i128)> {
    let mut values = vec![(false, 0), (true, cost)];
    values.retain(|&(value, _)| !fixed.is_false(2 * variable + u32::from(!value)));
    values.sort_by_key(|&(_, cost)| cost);
    values
}

/// Returns the `count` least sums of the cost of an entry of `list` and an entry of `costs`. Both lists are in
/// ascending order, and so is the result.
fn multiplied(
    list: &[Ranked],
    costs: &[i128],
    count: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Ranked>, Interrupted> {
    let mut found = Vec::new();
    let mut heap = BinaryHeap::new();
    if !list.is_empty() && !costs.is_empty() {
        heap.push(Reverse((list[0].cost + costs[0], 0, 0)));
    }
    while found.len() < count
        && let Some(Reverse((cost, place, other))) = heap.pop()
    {
        budget.spend(4 + list[place].places.len() as u32, || 0.0)?;
        let places = list[place].places.iter().copied().chain([other as u32]).collect();
        found.push(Ranked { cost, places });
        if let Some(next) = costs.get(other + 1) {
            heap.push(Reverse((list[place].cost + next, place, other + 1)));
        }
        if other == 0
            && let Some(next) = list.get(place + 1)
        {
            heap.push(Reverse((next.cost + costs[0], place + 1, 0)));
        }
    }
    Ok(found)
}
