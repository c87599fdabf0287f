//! Conjunction with literals.
//!
//! A selection keeps the selected variables in the function, so that counts before and after it refer to the same
//! variables. A *restriction* drops them; see [`DecisionDiagram::restrict`].

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, FALSE, Index, Level, Node, TRUE};
use crate::reduce::Reduced;
use crate::reduction::Reduction;
use crate::rules::Literal;

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns the conjunction with `literals`: the models in which all of them are true.
    ///
    /// Unlike a restriction, a selection keeps the variables of `literals` in the function, so that counts before and
    /// after the selection refer to the same variables. The cost is linear in the number of nodes that the selection
    /// reaches.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Literal, Rules};
    ///
    /// let mut rules = Rules::new(4);
    /// rules.exactly(2, &[0, 1, 2, 3]);
    /// let budget = &mut Budget::unlimited();
    /// let bdd = DiagramBuilder::new(&rules).build(budget)?;
    /// let selected = bdd.select(&[Literal::positive(0), Literal::negative(3)], budget)?;
    /// assert_eq!((selected.variables(), selected.model_count()), (4, 2u32.into()));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the diagram does not have the variable of a literal.
    pub fn select(&self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Self, Interrupted> {
        let mut decided = vec![None; self.variables()];
        for &Literal { variable, value } in literals {
            variable.expect_among(self.variables());
            if decided[variable.index()].replace(value).is_some_and(|before| before != value) {
                return Ok(Self::constant(self.variables(), false));
            }
        }
        match decided.iter().rposition(Option::is_some) {
            Some(last) => Selection::new(self, decided, last as Level).run(budget),
            None => Ok(self.clone()),
        }
    }
}

/// The state of a selection: it finds the reached nodes level by level from the root, then builds the new nodes level
/// by level back up. It visits nodes in the order in which they lie in memory.
struct Selection<'a, R: Reduction> {
    bdd: &'a DecisionDiagram<R>,
    /// The selected value of each variable; `None` for a variable without a selected value.
    decided: Vec<Option<bool>>,
    /// For each level, the first variable from this level on whose selected value changes the edges that skip the
    /// variable; the number of variables if there is no such variable. In a [`Zdd`](crate::Zdd) only the selected value
    /// true changes these edges.
    next_decided: Vec<Level>,
    reached: NodeSet,
    /// The index of the first node on the level of the last selected variable. Nodes with smaller indices are on deeper
    /// levels. The selection does not change the functions of these nodes: the new diagram keeps all of them that are
    /// reached, in the same order.
    kept: usize,
    /// For each reached node from index `kept` on, its index in the new diagram. The first entry belongs to the node at
    /// index `kept`.
    place: Vec<Index>,
    /// The nodes inserted into edges of a [`Bdd`](crate::Bdd) that skip a selected variable. The key is this variable
    /// with the lower end of the edge; the value is the index of the inserted node in the new diagram.
    inserted: FxHashMap<(Level, Index), Index>,
    to_insert: Vec<Vec<Index>>,
}

impl<'a, R: Reduction> Selection<'a, R> {
    fn new(bdd: &'a DecisionDiagram<R>, decided: Vec<Option<bool>>, last: Level) -> Self {
        let variables = bdd.variables();
        let mut next_decided = vec![bdd.depth(); variables + 1];
        for variable in (0..variables).rev() {
            // In a `Zdd` a skipped variable is false already, so that only the selected value true changes an edge.
            let changes = if R::SKIPS_FREE { decided[variable].is_some() } else { decided[variable] == Some(true) };
            next_decided[variable] = if changes { variable as Level } else { next_decided[variable + 1] };
        }
        let kept = bdd.level_range(last).start;
        let mut reached = NodeSet::none(bdd.node_count());
        reached.mark(FALSE);
        reached.mark(TRUE);
        Selection {
            bdd,
            decided,
            next_decided,
            reached,
            kept,
            place: vec![FALSE; bdd.node_count() - kept],
            inserted: FxHashMap::default(),
            to_insert: vec![Vec::new(); variables],
        }
    }

    fn run(mut self, budget: &mut Budget<'_>) -> Result<DecisionDiagram<R>, Interrupted> {
        let variables = self.bdd.depth();
        self.reach(0, self.bdd.root_index());
        for level in 0..variables {
            let mut nodes = self.bdd.level_range(level);
            budget.spend(nodes.len() as u32, || 0.0)?;
            while let Some(index) = self.reached.next(&nodes) {
                nodes.start = index + 1;
                let node = self.open(level, index as Index);
                self.reach(level + 1, node.low);
                self.reach(level + 1, node.high);
            }
            for i in 0..self.to_insert[usize::from(level)].len() {
                self.reach(level + 1, self.to_insert[usize::from(level)][i]);
            }
        }
        self.reached.count();
        let mut reduced = Reduced::new(variables);
        for level in (0..variables).rev() {
            reduced.begin_level(level);
            let mut nodes = self.bdd.level_range(level);
            budget.spend(nodes.len() as u32, || 0.5)?;
            while let Some(index) = self.reached.next(&nodes) {
                nodes.start = index + 1;
                let node = self.open(level, index as Index);
                let node = Node { low: self.placed(level + 1, node.low), high: self.placed(level + 1, node.high) };
                match index.checked_sub(self.kept) {
                    None => _ = reduced.push(node),
                    Some(changed) => self.place[changed] = reduced.node(node),
                }
            }
            for &child in &self.to_insert[usize::from(level)] {
                let child_place = self.placed(level + 1, child);
                let node = match self.decided[usize::from(level)] {
                    Some(true) => Node { low: FALSE, high: child_place },
                    _ => Node { low: child_place, high: FALSE },
                };
                self.inserted.insert((level, child), reduced.node(node));
            }
        }
        let root = self.placed(0, self.bdd.root_index());
        reduced.finish(root, budget)
    }

    /// Returns the children of a node on `level`. A child that the selected value of the variable excludes is replaced
    /// by FALSE.
    fn open(&self, level: Level, index: Index) -> Node {
        let Node { low, high } = self.bdd.nodes()[index as usize];
        match self.decided[usize::from(level)] {
            None => Node { low, high },
            Some(false) => Node { low, high: FALSE },
            Some(true) => Node { low: FALSE, high },
        }
    }

    /// Returns the first skipped variable whose selected value changes an edge; `None` if there is no such variable.
    /// The edge comes from above `level` and ends at `child`.
    fn skips_decided(&self, level: Level, child: Index) -> Option<Level> {
        let next = self.next_decided[usize::from(level)];
        // Deeper levels have smaller indices. If no selected value changes the edge below `level`, `next` is the level
        // of the terminals, whose first index is 0.
        (child < self.bdd.levels().start(next)).then_some(next)
    }

    /// Follows an edge from above `level` to `child`, and marks `child` as reached if the edge stays as it is. The edge
    /// changes if it skips a variable with a selected value that the reduction rule does not imply. In a
    /// [`Bdd`](crate::Bdd) such an edge gets a new node for the variable, so it is noted. In a [`Zdd`](crate::Zdd) it
    /// will lead to FALSE.
    fn reach(&mut self, level: Level, child: Index) {
        if child == FALSE {
        } else if let Some(skipped) = self.skips_decided(level, child) {
            // In a `Zdd` the skipped variable is false but selected as true: the edge leads to FALSE, and needs no
            // node.
            if R::SKIPS_FREE && self.inserted.insert((skipped, child), FALSE).is_none() {
                self.to_insert[usize::from(skipped)].push(child);
            }
        } else {
            self.reached.mark(child);
        }
    }

    /// Returns the index in the new diagram at which an edge from above `level` to `child` ends. If a selected variable
    /// changes the edge, the result is the node inserted for this variable in a [`Bdd`](crate::Bdd), and FALSE in a
    /// [`Zdd`](crate::Zdd).
    fn placed(&self, level: Level, child: Index) -> Index {
        if child == FALSE {
            return FALSE;
        }
        match self.skips_decided(level, child) {
            Some(_) if !R::SKIPS_FREE => FALSE,
            Some(skipped) => self.inserted[&(skipped, child)],
            None => match (child as usize).checked_sub(self.kept) {
                None => self.reached.rank(child),
                Some(changed) => self.place[changed],
            },
        }
    }
}

/// A set of nodes, with one bit for each node of a diagram.
struct NodeSet {
    words: Vec<u64>,
    /// For each word, the number of nodes of the set before it; empty until [`NodeSet::count`] is called.
    ranks: Vec<Index>,
}

impl NodeSet {
    fn none(nodes: usize) -> NodeSet {
        NodeSet { words: vec![0; nodes.div_ceil(64)], ranks: Vec::new() }
    }

    fn mark(&mut self, index: Index) {
        self.words[index as usize / 64] |= 1 << (index % 64);
    }

    /// Returns the first node of the range `nodes` that is in the set.
    fn next(&self, nodes: &Range<usize>) -> Option<usize> {
        let mut word = nodes.start / 64;
        let mut bits = self.words.get(word)? & u64::MAX << (nodes.start % 64);
        while bits == 0 {
            word += 1;
            if word * 64 >= nodes.end {
                return None;
            }
            bits = self.words[word];
        }
        Some(word * 64 + bits.trailing_zeros() as usize).filter(|&index| index < nodes.end)
    }

    /// Counts the nodes of the set before each word, for [`NodeSet::rank`]. Call it after the last [`NodeSet::mark`].
    fn count(&mut self) {
        self.ranks = Vec::with_capacity(self.words.len());
        let mut sum = 0;
        for word in &self.words {
            self.ranks.push(sum);
            sum += word.count_ones();
        }
    }

    /// Returns the number of nodes of the set before the node `index`.
    fn rank(&self, index: Index) -> Index {
        let word = index as usize / 64;
        self.ranks[word] + (self.words[word] & !(u64::MAX << (index % 64))).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bdd;
    use crate::testing::random_rules;
    use proptest::prelude::*;

    #[test]
    fn contradictory_literals_leave_nothing() {
        let yes = Bdd::constant(3, true);
        assert!(
            yes.select(&[Literal::positive(1), Literal::negative(1)], &mut Budget::unlimited()).unwrap().is_false()
        );
        assert_eq!(
            yes.select(&[Literal::positive(1), Literal::positive(1)], &mut Budget::unlimited()).unwrap().model_count(),
            4u32.into()
        );
        assert_eq!(yes.select(&[], &mut Budget::unlimited()).unwrap(), yes);
        let no = Bdd::constant(3, false);
        assert_eq!(no.select(&[Literal::negative(1)], &mut Budget::unlimited()).unwrap(), no);
    }

    #[test]
    #[should_panic(expected = "there is no variable 3 among the 3 variables")]
    fn the_variable_after_the_last_is_none() {
        let _ = Bdd::constant(3, true).select(&[Literal::positive(3)], &mut Budget::unlimited()).unwrap();
    }

    #[test]
    fn a_selection_spends_two_steps_a_node_and_four_for_each_that_is_left() {
        let bdd = crate::testing::conjoin(&random_rules(9, 6, 2, 3));
        let mut budget = Budget::unlimited().with_steps(10_000);
        let selected = bdd.select(&[Literal::positive(4)], &mut budget).unwrap();
        let nodes = |bdd: &Bdd| bdd.node_count() as u64 - 2;
        assert!(nodes(&selected) > 4 && nodes(&bdd) > nodes(&selected));
        assert_eq!(budget.steps_left(), 10_000 - 2 * nodes(&bdd) - 4 * nodes(&selected));
    }

    proptest! {
        #[test]
        fn a_selection_keeps_exactly_the_agreeing_models(
            seed in any::<u64>(),
            exclusions in 0usize..20,
            constraints in 0usize..6,
            literals in proptest::collection::vec((0u16..9, any::<bool>()), 0..5),
        ) {
            let literals: Vec<_> = literals.into_iter().map(|(variable, value)| Literal { variable: variable.into(), value }).collect();
            let bdd = crate::testing::conjoin(&random_rules(9, exclusions, constraints, seed));
            let selected = bdd.select(&literals, &mut Budget::unlimited()).unwrap();
            let expected: Vec<_> = bdd
                .models()
                .filter(|model| literals.iter().all(|literal| model.contains(&literal.variable) == literal.value))
                .collect();
            prop_assert_eq!(selected.models().collect::<Vec<_>>(), expected);
            // Diagrams are canonical: selecting one literal at a time gives an equal diagram.
            let stepwise = literals.iter().fold(bdd, |bdd, &literal| bdd.select(&[literal], &mut Budget::unlimited()).unwrap());
            prop_assert_eq!(stepwise, selected);
        }
    }
}
