//! Projection: existential quantification of all but some variables.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Interrupted};
use crate::convert::converted;
use crate::diagram::{DecisionDiagram, FALSE, Index, Level, Node, TRUE, terminals};
use crate::id::Variable;
use crate::reduce::Reduced;
use crate::reduction::{EqualChildren, Reduction};

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns the projection on the variables `kept`: the function that is true where this function is true for some
    /// values of all other variables. All variables keep their numbers, and the result depends on the variables `kept`
    /// only.
    ///
    /// The projection is the existential quantification of all other variables at once. To quantify a few variables,
    /// call [`exists`](DecisionDiagram::exists).
    ///
    /// If the values of the kept variables determine the values of all other variables, the work is linear; in general
    /// it may be exponential. The method is the subset construction for automata (M. Rabin and D. Scott, *Finite
    /// Automata and Their Decision Problems*, 1959): each node of the projection stands for a set of nodes of this
    /// diagram.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Rules, Variable};
    ///
    /// // At least one of the variables 0 and 1 is true. Variable 2 may be true too, unless both of them are.
    /// let mut rules = Rules::new(3);
    /// rules.at_least_one(&[0, 1]);
    /// rules.at_most(2, &[0, 1, 2]);
    /// let budget = &mut Budget::unlimited();
    /// let all = DiagramBuilder::new(&rules).build(budget)?;
    /// let seen = all.project(&[Variable::new(0), Variable::new(1)], budget)?;
    /// // Three of the four values of the variables 0 and 1, each with both values of variable 2.
    /// assert_eq!((all.model_count(), seen.model_count()), (5u32.into(), 6u32.into()));
    /// assert_eq!(seen, all.exists(&[Variable::new(2)], budget)?);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If the diagram does not have one of the variables `kept`, or if `kept` is not in order.
    #[track_caller]
    pub fn project(&self, kept: &[Variable], budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        let renumbered = self.project_renumbered(kept, budget)?;
        if kept.len() == self.variables() {
            return Ok(renumbered);
        }
        let mut level = vec![None; self.variables()];
        (0..).zip(kept).for_each(|(place, variable)| level[variable.index()] = Some(place));
        // The result does not depend on the other variables. A binary diagram skips such variables, so the levels are
        // inserted in this form.
        let numbered = converted::<R, EqualChildren>(&renumbered, budget)?.with_levels(&level);
        converted::<EqualChildren, R>(&numbered, budget)
    }

    /// Returns the projection on the variables `kept`, renumbered from 0 in their order.
    #[track_caller]
    pub(crate) fn project_renumbered(&self, kept: &[Variable], budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        assert!(kept.is_sorted_by(|a, b| a < b), "variables in order");
        kept.iter().for_each(|variable| variable.expect_among(self.variables()));
        let mut projection = Projection::new(self, kept);
        let root = projection.state(vec![self.root_index()], budget)?;
        projection.search(budget)?;
        projection.diagram(root, budget)
    }
}

/// The ID of a set of nodes. [`FALSE`] is the ID of the empty set, and [`TRUE`] is the ID of the set that contains only
/// the terminal TRUE.
type State = Index;

struct Projection<'a, R: Reduction> {
    bdd: &'a DecisionDiagram<R>,
    /// The new number of each kept variable; `None` for a variable that is not kept.
    level_of: Vec<Option<Level>>,
    /// The number of kept variables, which is the number of variables of the result.
    depth: Level,
    /// The number of the last kept variable, plus 1.
    end: Level,
    numbers: FxHashMap<Box<[Index]>, State>,
    /// For each kept variable, by its new number: the states whose topmost nodes decide this variable, each with its
    /// set of nodes.
    found: Vec<Vec<(State, Box<[Index]>)>>,
    /// The low and the high successor of each state, indexed by state. A state is a set of nodes of the original
    /// diagram whose disjunction becomes one node of the projection.
    nodes: Vec<Node>,
    /// The estimated number of bytes of all sets of nodes.
    bytes: usize,
}

impl<'a, R: Reduction> Projection<'a, R> {
    fn new(bdd: &'a DecisionDiagram<R>, kept: &[Variable]) -> Self {
        let mut level_of = vec![None; bdd.variables()];
        for (level, variable) in kept.iter().enumerate() {
            level_of[variable.index()] = Some(level as Level);
        }
        Projection {
            bdd,
            level_of,
            depth: kept.len() as Level,
            end: kept.last().map_or(0, |last| last.index() as Level + 1),
            numbers: FxHashMap::default(),
            found: vec![Vec::new(); kept.len()],
            nodes: terminals(),
            bytes: 0,
        }
    }

    /// Returns the state of a set of nodes. While the topmost nodes of the set decide a variable that is not kept,
    /// these nodes are replaced by their children first.
    fn state(&mut self, mut set: Vec<Index>, budget: &mut Budget<'_>) -> Result<State, Interrupted> {
        loop {
            budget.spend(1 + 2 * set.len() as u32, || 0.0)?;
            // In a `Bdd`, skipped variables are free, so that a terminal TRUE makes the whole union true.
            if R::SKIPS_FREE && set.contains(&TRUE) {
                return Ok(TRUE);
            }
            // Deeper levels have smaller places: in descending order, the topmost nodes come first.
            set.retain(|&index| index != FALSE);
            set.sort_unstable_by(|a, b| b.cmp(a));
            set.dedup();
            let Some(&first) = set.first() else { return Ok(FALSE) };
            let top = self.bdd.levels().level(first);
            if top >= self.end {
                // Every node except FALSE has a model, and none of the variables left is kept.
                return Ok(TRUE);
            }
            let Some(level) = self.level_of[usize::from(top)] else {
                let begin = self.bdd.level_range(top).start as Index;
                let at_top = set.partition_point(|&index| index >= begin);
                let above: Vec<Index> = set.drain(..at_top).collect();
                set.extend(
                    above.iter().map(|&index| self.bdd.nodes()[index as usize]).flat_map(|node| [node.low, node.high]),
                );
                continue;
            };
            let set = set.into_boxed_slice();
            if let Some(&state) = self.numbers.get(&set) {
                return Ok(state);
            }
            // Each set is stored twice, and its tables take about 64 bytes.
            self.bytes += 2 * size_of_val(&*set) + 64;
            budget.check_memory(self.bytes)?;
            let state = self.nodes.len() as State;
            self.nodes.push(Node { low: FALSE, high: FALSE });
            self.numbers.insert(set.clone(), state);
            self.found[usize::from(level)].push((state, set));
            return Ok(state);
        }
    }

    /// Finds all states, which are sets of nodes of the original diagram, level by level.
    fn search(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        for level in 0..usize::from(self.depth) {
            let mut next = 0;
            while let Some((state, set)) = self.found[level].get(next).cloned() {
                next += 1;
                let begin = self.bdd.level_range(self.bdd.levels().level(set[0])).start as Index;
                let at_top = set.partition_point(|&index| index >= begin);
                let [low, high] = [0, 1].map(|value: usize| {
                    let below = set[..at_top].iter().map(|&index| self.bdd.nodes()[index as usize]);
                    let below = below.map(|Node { low, high }| [low, high][value]);
                    below.chain(set[at_top..].iter().map(|&index| R::skipping(index)[value])).collect::<Vec<Index>>()
                });
                self.nodes[state as usize] = Node { low: self.state(low, budget)?, high: self.state(high, budget)? };
            }
        }
        Ok(())
    }

    /// Builds the diagram of the projection from the states, from the last level up.
    fn diagram(self, root: State, budget: &mut Budget<'_>) -> Result<DecisionDiagram<R>, Interrupted> {
        let mut place: Vec<Index> = vec![FALSE; self.nodes.len()];
        place[TRUE as usize] = TRUE;
        let mut reduced = Reduced::new(self.depth);
        for level in (0..self.depth).rev() {
            reduced.begin_level(level);
            for (state, _) in &self.found[usize::from(level)] {
                budget.spend(1, || 0.9)?;
                let Node { low, high } = self.nodes[*state as usize];
                place[*state as usize] = reduced.node(Node { low: place[low as usize], high: place[high as usize] });
            }
        }
        reduced.finish(place[root as usize], budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_rules, valuations};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_projection_has_what_is_seen_of_the_models(
            seed in any::<u64>(),
            exclusions in 0usize..14,
            constraints in 0usize..7,
            kept in proptest::collection::btree_set(0usize..9, 0..9),
        ) {
            let rules = random_rules(9, exclusions, constraints, seed);
            let seen: BTreeSet<Vec<bool>> = valuations(9)
                .filter(|values| rules.are_satisfied_by(values))
                .map(|values| kept.iter().map(|&variable| values[variable]).collect())
                .collect();
            let kept: Vec<Variable> = kept.into_iter().map(Variable::from_index).collect();
            let budget = &mut Budget::unlimited();
            let all = crate::testing::conjoin(&rules);
            let bdd = all.project(&kept, budget).unwrap();
            for values in valuations(9) {
                let kept_values: Vec<bool> = kept.iter().map(|variable| values[variable.index()]).collect();
                prop_assert_eq!(bdd.is_satisfied_by(&values), seen.contains(&kept_values));
            }
            let zdd = all.to_zdd(budget).unwrap().project(&kept, budget).unwrap();
            prop_assert_eq!(zdd, bdd.to_zdd(budget).unwrap());
            let others: Vec<Variable> = Variable::all(9).filter(|variable| !kept.contains(variable)).collect();
            prop_assert_eq!(&bdd, &all.exists(&others, budget).unwrap());
            let renumbered = all.project_renumbered(&kept, budget).unwrap();
            prop_assert_eq!(renumbered.variables(), kept.len());
            let models: BTreeSet<Vec<bool>> = renumbered
                .models()
                .map(|model| Variable::all(kept.len()).map(|variable| model.contains(&variable)).collect())
                .collect();
            prop_assert_eq!(models, seen);
        }
    }

    #[test]
    fn a_projection_stops_within_its_budget() {
        let rules = crate::testing::permutations(6);
        let bdd = crate::testing::conjoin(&rules);
        let kept: Vec<Variable> = Variable::all(36).filter(|variable| variable.index() % 2 == 0).collect();
        assert!(bdd.project(&kept, &mut Budget::unlimited().with_memory(1000)).is_err());
        assert!(bdd.project(&kept, &mut Budget::unlimited().with_steps(100)).is_err());
        // A projection on all variables is the same diagram.
        let all: Vec<Variable> = Variable::all(36).collect();
        assert_eq!(bdd.project(&all, &mut Budget::unlimited()).unwrap(), bdd);
    }
}
