//! The models of a decision-DNNF by their numbers.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;

use super::count::Fixed;
use super::{Dnnf, FALSE, Index, Node};
use crate::budget::{Budget, Interrupted};
use crate::id::Variable;
use crate::ranking::{Numbering, Ranking};
use crate::rules::Literal;

impl Ranking {
    /// Numbers the models of a compiled function in which `literals` are true. The models are in the order of the
    /// decisions, which is always the same for the same function and literals. Each access visits the nodes that make
    /// up the model.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use bdd_core::{Budget, Dnnf, Literal, Ranking, Rules};
    ///
    /// let mut rules = Rules::new(4);
    /// rules.exactly(2, &[0, 1, 2, 3]);
    /// let budget = &mut Budget::unlimited();
    /// let two = Arc::new(Dnnf::compile(&rules, &[], budget)?);
    /// let with_first = Ranking::compiled(two, &[Literal::positive(0)], budget)?;
    /// assert_eq!(with_first.total(), &3u32.into());
    /// let model = with_first.nth(&2u32.into()).expect("there are three");
    /// assert_eq!(with_first.rank(&model), Some(2u32.into()));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If a literal has a variable that the function does not have.
    #[track_caller]
    pub fn compiled(dnnf: Arc<Dnnf>, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Ranking, Interrupted> {
        let fixed = Fixed::new(dnnf.variables, literals);
        let counts = dnnf.upward(&fixed, budget)?;
        let total = counts[dnnf.root as usize].clone();
        Ok(Ranking::from_parts(total, Arc::new(Compiled { dnnf, fixed, counts })))
    }
}

/// A compiled function with the number of models of each node.
struct Compiled {
    dnnf: Arc<Dnnf>,
    fixed: Fixed,
    counts: Vec<BigUint>,
}

impl Compiled {
    fn count(&self, node: Index) -> &BigUint {
        &self.counts[node as usize]
    }
}

impl Numbering for Compiled {
    fn nth(&self, number: &BigUint) -> Vec<Variable> {
        let mut model = Vec::new();
        // The nodes to visit, each with the number of the model to take from this node.
        let mut waiting = vec![(self.dnnf.root, number.clone())];
        while let Some((node, mut number)) = waiting.pop() {
            match self.dnnf.nodes[node as usize] {
                Node::Decision { high, .. } if number < *self.count(high) => waiting.push((high, number)),
                Node::Decision { low, high } => waiting.push((low, number - self.count(high))),
                Node::Product { literals, free, factors, end } => {
                    model.extend(
                        self.dnnf.list(literals, free).iter().filter(|&&literal| literal & 1 == 0).map(|l| l >> 1),
                    );
                    for &variable in self.dnnf.list(free, factors) {
                        let is_true = match self.fixed.values(variable) {
                            2 => {
                                let is_odd = number.bit(0);
                                number >>= 1u32;
                                is_odd
                            }
                            _ => !self.fixed.is_false(2 * variable),
                        };
                        model.extend(is_true.then_some(variable));
                    }
                    for &factor in self.dnnf.list(factors, end) {
                        let count = self.count(factor);
                        waiting.push((factor, &number % count));
                        number /= count;
                    }
                }
            }
        }
        model.sort_unstable();
        model.into_iter().map(|variable| Variable::from_index(variable as usize)).collect()
    }

    fn rank(&self, valuation: &[bool]) -> Option<BigUint> {
        let is_true = |literal: u32| valuation[(literal >> 1) as usize] == (literal & 1 == 0);
        let mut rank = BigUint::ZERO;
        // The nodes to visit, each with its weight: the rank grows by the weight times the number of the node's model.
        let mut waiting = vec![(self.dnnf.root, BigUint::from(1u32))];
        while let Some((node, mut weight)) = waiting.pop() {
            if node == FALSE || *self.count(node) == BigUint::ZERO {
                return None;
            }
            match self.dnnf.nodes[node as usize] {
                Node::Decision { low, high } => {
                    let Node::Product { literals, .. } = self.dnnf.nodes[high as usize] else {
                        unreachable!("the branches of a decision are products")
                    };
                    if is_true(self.dnnf.lists[literals as usize]) {
                        waiting.push((high, weight));
                    } else {
                        rank += &weight * self.count(high);
                        waiting.push((low, weight));
                    }
                }
                Node::Product { literals, free, factors, end } => {
                    if !self.dnnf.list(literals, free).iter().all(|&literal| is_true(literal)) {
                        return None;
                    }
                    for &variable in self.dnnf.list(free, factors) {
                        let value = valuation[variable as usize];
                        if self.fixed.is_false(2 * variable + u32::from(!value)) {
                            return None;
                        }
                        if self.fixed.values(variable) == 2 {
                            if value {
                                rank += &weight;
                            }
                            weight <<= 1u32;
                        }
                    }
                    for &factor in self.dnnf.list(factors, end) {
                        waiting.push((factor, weight.clone()));
                        weight *= self.count(factor);
                    }
                }
            }
        }
        Some(rank)
    }

    fn variables(&self) -> usize {
        self.dnnf.variables
    }

    fn diagram(&self) -> &dyn fmt::Debug {
        &*self.dnnf
    }
}
