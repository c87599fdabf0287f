//! The join of two sets of sets.
//!
//! A state is a set of pairs, each with one node of each operand. It stands for the union of the joins of these pairs.
//! As in a product of diagrams, the states are found level by level from the root down and become nodes from the last
//! level up, without recursion.

use std::collections::HashMap;

use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, FALSE, Index, Level, Node, TRUE};
use crate::reduce::Reduced;
use crate::reduction::Reduction;

/// A set of pairs in ascending order. Each pair has one node of each operand, and neither node is FALSE.
type JoinState = Vec<[Index; 2]>;

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns the join of two sets of sets: all unions of a set of `self` with a set of `other` (Minato 1993).
    ///
    /// A model is the set of its true variables. [`or`](DecisionDiagram::or) is the union of two sets of sets,
    /// [`and_not`](DecisionDiagram::and_not) their difference.
    ///
    /// ```
    /// use bdd_core::{Budget, Zdd};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let names = ["a", "b", "c"];
    /// // {{a}, {b}} joined with {{c}, {a}} is {{a, c}, {a}, {b, c}, {a, b}}.
    /// let left = Zdd::from_expression("(a ^ b) & !c", &names, budget)?;
    /// let right = Zdd::from_expression("(a ^ c) & !b", &names, budget)?;
    /// let join = left.join(&right, budget)?;
    /// assert_eq!(join.model_count(), 4u32.into());
    /// assert!(join.is_satisfied_by(&[true, true, false]) && !join.is_satisfied_by(&[false, true, false]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The number of states may grow exponentially with the number of nodes, so give a budget that bounds it.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables differ.
    #[track_caller]
    pub fn join(&self, other: &Self, budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        assert_eq!(self.variables(), other.variables(), "expected diagrams over the same number of variables");
        let depth = self.depth();
        let operands = [self, other];
        let mut search = JoinSearch { frontier: vec![HashMap::new(); usize::from(depth)], count: 2, bytes: 0 };
        let root = search.number(operands, vec![operands.map(DecisionDiagram::root_index)]);
        let mut children = vec![Node { low: FALSE, high: FALSE }; 2];
        let mut by_level = vec![Vec::new(); usize::from(depth)];
        for level in 0..depth {
            let states = std::mem::take(&mut search.frontier[usize::from(level)]);
            for (state, id) in states {
                budget.spend(16 * state.len() as u32, || f64::from(level) / f64::from(depth) / 2.0)?;
                let (mut low, mut high) = (Vec::with_capacity(state.len()), Vec::with_capacity(3 * state.len()));
                for [left, right] in state {
                    let [[left_low, left_high], [right_low, right_high]] =
                        [self.cofactors(left, level), other.cofactors(right, level)];
                    low.push([left_low, right_low]);
                    high.extend([[left_high, right_low], [left_low, right_high], [left_high, right_high]]);
                }
                let [low, high] = [low, high].map(|state| search.number(operands, state));
                budget.check_memory(search.bytes)?;
                children.resize(search.count as usize, Node { low: FALSE, high: FALSE });
                children[id as usize] = Node { low, high };
                by_level[usize::from(level)].push(id);
            }
        }

        // The reduced node of each state, and of both terminals.
        let mut nodes = vec![FALSE; search.count as usize];
        nodes[TRUE as usize] = TRUE;
        let mut reduced = Reduced::<R>::new(depth);
        for level in (0..depth).rev() {
            reduced.begin_level(level);
            for &id in &by_level[usize::from(level)] {
                budget.spend(2, || 1.0 - f64::from(level) / f64::from(depth) / 2.0)?;
                let Node { low, high } = children[id as usize];
                nodes[id as usize] = reduced.node(Node { low: nodes[low as usize], high: nodes[high as usize] });
            }
        }
        reduced.finish(nodes[root as usize], budget)
    }
}

/// The states found, by the level that they decide next, with their numbers.
struct JoinSearch {
    frontier: Vec<HashMap<JoinState, Index>>,
    /// The number of states found so far, plus 2 for the terminals.
    count: Index,
    /// An upper bound of the memory of all states, in bytes.
    bytes: usize,
}

impl JoinSearch {
    /// Returns the number of a state, adding the state if it is new. Returns a terminal if the state has no variable
    /// left to decide.
    fn number<R: Reduction>(&mut self, operands: [&DecisionDiagram<R>; 2], mut state: JoinState) -> Index {
        state.retain(|pair| !pair.contains(&FALSE));
        state.sort_unstable();
        state.dedup();
        let top = |[left, right]: &[Index; 2]| -> Level {
            operands[0].levels().level(*left).min(operands[1].levels().level(*right))
        };
        // The join skips a level that all pairs skip, under both reduction rules.
        let Some(first) = state.iter().map(top).min() else { return FALSE };
        let Some(frontier) = self.frontier.get_mut(usize::from(first)) else { return TRUE };
        if let Some(&id) = frontier.get(&state) {
            return id;
        }
        let id = self.count;
        self.count += 1;
        self.bytes += 96 + 24 * state.len();
        frontier.insert(state, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bdd, Literal, Variable, Zdd};

    /// Returns the set of the sets whose bit is set in `family`.
    fn diagram<R: Reduction>(variables: usize, family: u32) -> DecisionDiagram<R> {
        let budget = &mut Budget::unlimited();
        let mut result = DecisionDiagram::constant(variables, false);
        for set in (0..1u32 << variables).filter(|set| family >> set & 1 == 1) {
            let mut one = DecisionDiagram::constant(variables, true);
            for place in 0..variables {
                let literal = Literal { variable: Variable::from_index(place), value: set >> place & 1 == 1 };
                one = one.and(&DecisionDiagram::literal(variables, literal), budget).unwrap();
            }
            result = result.or(&one, budget).unwrap();
        }
        result
    }

    fn agrees_with_sets<R: Reduction>(variables: usize, step: usize) {
        let sets = 1u32 << variables;
        let diagrams: Vec<DecisionDiagram<R>> = (0..1u32 << sets).map(|family| diagram(variables, family)).collect();
        for left in 0..diagrams.len() {
            for right in (left % step..diagrams.len()).step_by(step) {
                let mut expected = 0usize;
                for a in (0..sets).filter(|a| left >> a & 1 == 1) {
                    for b in (0..sets).filter(|b| right >> b & 1 == 1) {
                        expected |= 1 << (a | b);
                    }
                }
                let join = diagrams[left].join(&diagrams[right], &mut Budget::unlimited()).unwrap();
                assert_eq!(join, diagrams[expected], "{left:b} joined with {right:b}");
            }
        }
    }

    #[test]
    fn a_join_has_the_unions_of_all_pairs_of_sets() {
        for variables in 0..=2 {
            agrees_with_sets::<crate::EqualChildren>(variables, 1);
            agrees_with_sets::<crate::ZeroSuppressed>(variables, 1);
        }
        let step = crate::testing::smaller_in_miri(7, 255);
        agrees_with_sets::<crate::EqualChildren>(3, step);
        agrees_with_sets::<crate::ZeroSuppressed>(3, step);
    }

    #[test]
    fn a_join_without_memory_is_interrupted() {
        let budget = &mut Budget::unlimited().with_memory(1);
        let [a, b]: [Zdd; 2] = [0b0110, 0b1010].map(|family| diagram(2, family));
        assert!(a.join(&b, budget).is_err());
        let truth = Bdd::constant(2, true);
        assert_eq!(truth.join(&truth, &mut Budget::unlimited()), Ok(truth.clone()));
    }
}
