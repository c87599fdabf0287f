//! Counts by two passes over the nodes of a decision-DNNF.

use num_bigint::BigUint;

use super::{Code, Dnnf, FALSE, Index, Node, code};
use crate::budget::{Budget, Interrupted};
use crate::count::Counts;
use crate::rules::Literal;

/// The fixed literals, as the set of false literals: for each code of a literal, `true` if this literal is false.
pub(super) struct Fixed(Vec<bool>);

impl Fixed {
    #[track_caller]
    pub(super) fn new(variables: usize, literals: &[Literal]) -> Fixed {
        let mut is_false = vec![false; 2 * variables];
        for &literal in literals {
            literal.variable.expect_among(variables);
            is_false[(code(literal) ^ 1) as usize] = true;
        }
        Fixed(is_false)
    }

    pub(super) fn is_false(&self, literal: Code) -> bool {
        self.0[literal as usize]
    }

    /// Returns the number of values that a free variable may have under the fixed literals: 0, 1 or 2.
    pub(super) fn values(&self, variable: u32) -> u32 {
        (0..2).filter(|sign| !self.is_false(2 * variable + sign)).count() as u32
    }
}

impl Dnnf {
    /// Returns the exact number of models in which `literals` are true.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If a literal has a variable that the function does not have.
    #[track_caller]
    pub fn model_count(&self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<BigUint, Interrupted> {
        let counts = self.upward(&Fixed::new(self.variables, literals), budget)?;
        Ok(counts[self.root as usize].clone())
    }

    /// Returns `true` if there is a model in which `literals` are true. The time is linear in the number of nodes and
    /// list entries.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If a literal has a variable that the function does not have.
    #[track_caller]
    pub fn is_satisfiable(&self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        let fixed = Fixed::new(self.variables, literals);
        let mut has_model: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            has_model.push(match *node {
                Node::Product { literals, free, factors, end } => {
                    budget.spend(2 + (end - literals) / 2, || 0.0)?;
                    index != FALSE as usize
                        && self.list(literals, free).iter().all(|&literal| !fixed.is_false(literal))
                        && self.list(free, factors).iter().all(|&variable| fixed.values(variable) > 0)
                        && self.list(factors, end).iter().all(|&factor| has_model[factor as usize])
                }
                Node::Decision { low, high } => has_model[low as usize] || has_model[high as usize],
            });
        }
        Ok(has_model[self.root as usize])
    }

    /// Counts the models in which `literals` are true: all of them, and for each variable the models in which it is
    /// true. The time is linear in the number of nodes and list entries, without another compilation.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If a literal has a variable that the function does not have.
    #[track_caller]
    pub fn counts(&self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Counts, Interrupted> {
        let fixed = Fixed::new(self.variables, literals);
        let counts = self.upward(&fixed, budget)?;
        let total = counts[self.root as usize].clone();
        let mut by_variable = vec![BigUint::ZERO; self.variables];
        // For each node, the number of ways to complete one of its models to a model of the root.
        let mut around = vec![BigUint::ZERO; self.nodes.len()];
        around[self.root as usize] = BigUint::from(1u32);
        for index in (0..self.nodes.len()).rev() {
            let ways = std::mem::take(&mut around[index]);
            if ways == BigUint::ZERO || counts[index] == BigUint::ZERO {
                continue;
            }
            match self.nodes[index] {
                Node::Decision { low, high } => {
                    budget.spend(2, || 0.5)?;
                    around[low as usize] += &ways;
                    around[high as usize] += ways;
                }
                Node::Product { literals, free, factors, end } => {
                    budget.spend(4 + end - literals, || 0.5)?;
                    let models = ways * &counts[index];
                    for &literal in self.list(literals, free).iter().filter(|&&literal| literal & 1 == 0) {
                        by_variable[(literal >> 1) as usize] += &models;
                    }
                    for &variable in self.list(free, factors) {
                        if fixed.values(variable) == 2 {
                            by_variable[variable as usize] += &models >> 1u32;
                        } else if !fixed.is_false(2 * variable) {
                            by_variable[variable as usize] += &models;
                        }
                    }
                    for &factor in self.list(factors, end) {
                        around[factor as usize] += &models / &counts[factor as usize];
                    }
                }
            }
        }
        Ok(Counts { total, by_variable })
    }

    /// Returns, for each node, the number of models over the variables that the node and its descendants name.
    pub(super) fn upward(&self, fixed: &Fixed, budget: &mut Budget<'_>) -> Result<Vec<BigUint>, Interrupted> {
        let mut counts: Vec<BigUint> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            counts.push(match *node {
                Node::Product { .. } if index == FALSE as usize => BigUint::ZERO,
                Node::Product { literals, free, factors, end } => {
                    budget.spend(4 + end - literals, || 0.0)?;
                    let is_false = self.list(literals, free).iter().any(|&literal| fixed.is_false(literal));
                    let mut count = BigUint::from(u32::from(!is_false));
                    let mut twos = 0;
                    for &variable in self.list(free, factors) {
                        match fixed.values(variable) {
                            0 => count = BigUint::ZERO,
                            values => twos += values - 1,
                        }
                    }
                    for &factor in self.list(factors, end) {
                        count *= &counts[factor as usize];
                    }
                    count << twos
                }
                Node::Decision { low, high } => {
                    budget.spend(2, || 0.0)?;
                    &counts[low as usize] + &counts[high as usize]
                }
            });
        }
        Ok(counts)
    }

    pub(crate) fn list(&self, begin: u32, end: u32) -> &[Index] {
        &self.lists[begin as usize..end as usize]
    }
}
