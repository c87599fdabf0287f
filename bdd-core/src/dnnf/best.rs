//! The best total weights of the models of a decision-DNNF, in two passes.

use super::count::Fixed;
use super::{Dnnf, FALSE, Node};
use crate::budget::{Budget, Interrupted};
use crate::rules::Literal;
use crate::weights::{Best, Objective, Weights};

impl Dnnf {
    /// Returns the best total of the models in which `literals` are true. For each variable, also returns the best
    /// totals of such models with the variable true, and with the variable false. The time is linear in the number of
    /// nodes and list entries.
    ///
    /// ```
    /// use bdd_core::{Budget, Dnnf, Literal, Objective, Rules, Weights};
    ///
    /// let mut rules = Rules::new(3);
    /// rules.exactly(2, &[0, 1, 2]);
    /// let budget = &mut Budget::unlimited();
    /// let two = Dnnf::compile(&rules, &[], budget)?;
    /// let prices = Weights::new(vec![5, 1, 2]);
    /// assert_eq!(two.best_totals(&prices, Objective::Cheapest, &[], budget)?.total, Some(3));
    /// let without_last = two.best_totals(&prices, Objective::Cheapest, &[Literal::negative(2)], budget)?;
    /// assert_eq!(without_last.with, [Some(6), Some(6), None]);
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
    pub fn best_totals(
        &self,
        weights: &Weights,
        goal: Objective,
        literals: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Best, Interrupted> {
        assert_eq!(weights.units.len(), self.variables, "expected one weight for each variable");
        let fixed = Fixed::new(self.variables, literals);
        let cost = |variable: u32| goal.cost(weights.units[variable as usize].into());
        // The least cost of the values that a free variable may have.
        let free_cost = |variable: u32| match [0, 1].map(|sign| fixed.is_false(2 * variable + sign)) {
            [false, false] => Some(cost(variable).min(0)),
            [false, true] => Some(cost(variable)),
            [true, false] => Some(0),
            [true, true] => None,
        };
        budget.check_memory(2 * self.nodes.len() * size_of::<Option<i128>>())?;
        let mut below: Vec<Option<i128>> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            below.push(match *node {
                Node::Product { .. } if index == FALSE as usize => None,
                Node::Product { literals, free, factors, end } => {
                    budget.spend(4 + end - literals, || 0.0)?;
                    let literal_cost = |&literal: &u32| {
                        let is_positive = literal & 1 == 0;
                        (!fixed.is_false(literal)).then(|| if is_positive { cost(literal >> 1) } else { 0 })
                    };
                    let literals = self.list(literals, free).iter().map(literal_cost);
                    let free = self.list(free, factors).iter().map(|&variable| free_cost(variable));
                    let factors = self.list(factors, end).iter().map(|&factor| below[factor as usize]);
                    literals.chain(free).chain(factors).sum()
                }
                Node::Decision { low, high } => {
                    budget.spend(2, || 0.0)?;
                    [below[low as usize], below[high as usize]].into_iter().flatten().min()
                }
            });
        }

        let mut best = [vec![None; self.variables], vec![None; self.variables]];
        let mut note = |variable: u32, value: bool, total: i128| {
            let place: &mut Option<i128> = &mut best[usize::from(value)][variable as usize];
            *place = Some(place.map_or(total, |best| best.min(total)));
        };
        // For each node, the least cost of completing one of its models to a model of the root.
        let mut around: Vec<Option<i128>> = vec![None; self.nodes.len()];
        around[self.root as usize] = Some(0);
        for index in (0..self.nodes.len()).rev() {
            let (Some(cost_around), Some(cost_below)) = (around[index], below[index]) else { continue };
            let total = cost_around + cost_below;
            let mut reach = |child: u32, cost: i128| {
                let place = &mut around[child as usize];
                *place = Some(place.map_or(cost, |least| least.min(cost)));
            };
            match self.nodes[index] {
                Node::Decision { low, high } => {
                    budget.spend(2, || 0.5)?;
                    reach(low, cost_around);
                    reach(high, cost_around);
                }
                Node::Product { literals, free, factors, end } => {
                    budget.spend(4 + end - literals, || 0.5)?;
                    for &literal in self.list(literals, free) {
                        note(literal >> 1, literal & 1 == 0, total);
                    }
                    for &variable in self.list(free, factors) {
                        let others = total - free_cost(variable).expect("the product has a model");
                        for (literal, value, cost) in
                            [(2 * variable, true, cost(variable)), (2 * variable + 1, false, 0)]
                        {
                            if !fixed.is_false(literal) {
                                note(variable, value, others + cost);
                            }
                        }
                    }
                    for &factor in self.list(factors, end) {
                        reach(factor, total - below[factor as usize].expect("the product has a model"));
                    }
                }
            }
        }
        let total = |cost: Option<i128>| cost.map(|cost| goal.cost(cost));
        let [without, with] = best.map(|best| best.into_iter().map(total).collect());
        Ok(Best { total: total(below[self.root as usize]), with, without })
    }
}
