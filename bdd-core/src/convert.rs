//! Conversion between the two reduction rules, in linear time.
//!
//! The two kinds of diagrams give skipped variables different meanings. So where an edge of the old diagram skips
//! variables, the new diagram has a chain of nodes. All edges to the same node share one chain, long enough for the
//! edge that skips the most variables.

use crate::budget::{Budget, Interrupted};
use crate::diagram::{Bdd, DecisionDiagram, FALSE, Index, Level, Node, TRUE, Zdd};
use crate::reduce::Reduced;
use crate::reduction::{EqualChildren, Reduction, ZeroSuppressed};

impl Bdd {
    /// Returns the zero-suppressed diagram of the same function.
    ///
    /// The time is linear in the nodes of both diagrams. Edges of a [`Bdd`] that skip variables become chains of nodes.
    /// The edges to one node share a chain, with at most one new node for each variable. The new diagram counts as
    /// memory of the budget.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Rules};
    ///
    /// let mut rules = Rules::new(50);
    /// rules.exactly_one(&(0..50).collect::<Vec<u16>>());
    /// let budget = &mut Budget::unlimited();
    /// let bdd = DiagramBuilder::new(&rules).build(budget)?;
    /// let zdd = bdd.to_zdd(budget)?;
    /// assert_eq!((bdd.node_count(), zdd.node_count()), (101, 52));
    /// assert_eq!(bdd.model_count(), zdd.model_count());
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn to_zdd(&self, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
        converted::<EqualChildren, ZeroSuppressed>(self, budget)
    }
}

/// A diagram under either reduction rule; see [`DiagramBuilder::build_smaller`](crate::DiagramBuilder::build_smaller)
/// and [`Bdd::smaller`].
///
/// ```
/// use bdd_core::{AnyDiagram, Budget, DiagramBuilder, Rules};
///
/// let mut rules = Rules::new(20);
/// rules.exactly_one(&(0..20).collect::<Vec<u16>>());
/// let nodes = match DiagramBuilder::new(&rules).build_smaller(&mut Budget::unlimited())? {
///     AnyDiagram::Bdd(bdd) => bdd.node_count(),
///     AnyDiagram::Zdd(zdd) => zdd.node_count(),
/// };
/// assert_eq!(nodes, 22);
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyDiagram {
    /// The binary decision diagram, for functions with many free variables.
    Bdd(Bdd),
    /// The zero-suppressed diagram, for functions whose models have few true variables.
    Zdd(Zdd),
}

impl Bdd {
    /// Returns this diagram, or the zero-suppressed diagram of the same function if that has fewer nodes.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, AnyDiagram};
    ///
    /// let free = Bdd::constant(10, true);
    /// assert_eq!(free.clone().smaller(&mut Budget::unlimited())?, AnyDiagram::Bdd(free));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn smaller(self, budget: &mut Budget<'_>) -> Result<AnyDiagram, Interrupted> {
        let zdd = self.to_zdd(budget)?;
        Ok(if zdd.node_count() < self.node_count() { AnyDiagram::Zdd(zdd) } else { AnyDiagram::Bdd(self) })
    }
}

impl Zdd {
    /// Returns the binary decision diagram of the same function.
    ///
    /// The time is linear in the nodes of both diagrams. Edges of a [`Zdd`] that skip variables become chains of nodes.
    /// The edges to one node share a chain, with at most one new node for each variable. The new diagram counts as
    /// memory of the budget.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn to_bdd(&self, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        converted::<ZeroSuppressed, EqualChildren>(self, budget)
    }
}

/// Converts a diagram to the reduction rule `New`. From the last level up, each new level gets the nodes of the old
/// level, and one more node for each old node to which edges lead that skip the level.
pub(crate) fn converted<Old: Reduction, New: Reduction>(
    old: &DecisionDiagram<Old>,
    budget: &mut Budget<'_>,
) -> Result<DecisionDiagram<New>, Interrupted> {
    let depth = old.depth();
    if old.is_false() {
        return Ok(DecisionDiagram::constant(old.variables(), false));
    }
    // For each node, the highest level of its chain: the level below its highest parent.
    let levels = old.levels();
    let mut needed: Vec<Level> = vec![depth; old.node_count()];
    let mut grow = |child: Index, from: Level| {
        if child != FALSE {
            let needed = &mut needed[child as usize];
            *needed = from.min(*needed);
        }
    };
    grow(old.root_index(), 0);
    for level in 0..depth {
        let range = levels.range(level);
        budget.spend(range.len() as u32, || 0.0)?;
        for &Node { low, high } in &old.nodes()[range] {
            grow(low, level + 1);
            grow(high, level + 1);
        }
    }
    let mut reduced = Reduced::<New>::new(depth);
    // For each old node, the top of its chain so far: the new node of the same function over the variables below the
    // current level.
    let mut top: Vec<Index> = vec![FALSE, TRUE];
    top.reserve_exact(old.node_count() - 2);
    // The nodes whose chains have not reached their highest level yet.
    let mut growing: Vec<Index> = Vec::new();
    let begins = |node: Index, level: Level| needed[node as usize] < level;
    growing.extend([TRUE].into_iter().filter(|&node| begins(node, depth)));
    for level in (0..depth).rev() {
        reduced.begin_level(level);
        let range = levels.range(level);
        // The memory for each new node: the node itself, and the index of its first parent.
        budget
            .check_memory((reduced.len() + growing.len() + range.len()) * (size_of::<Node>() + size_of::<Index>()))?;
        budget.spend((growing.len() + range.len()) as u32, || 0.5)?;
        for &Node { low, high } in &old.nodes()[range.clone()] {
            top.push(reduced.node(Node { low: top[low as usize], high: top[high as usize] }));
        }
        for &node in &growing {
            let [low, high] = Old::skipping(top[node as usize]);
            top[node as usize] = reduced.node(Node { low, high });
        }
        growing.extend(range.map(|index| index as Index));
        growing.retain(|&node| begins(node, level));
    }
    reduced.finish(top[old.root_index() as usize], budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{conjoin, random_rules, valuations};
    use proptest::prelude::*;

    #[test]
    fn constants_convert() {
        let budget = &mut Budget::unlimited();
        for variables in [0, 1, 5] {
            for value in [false, true] {
                let (bdd, zdd) = (Bdd::constant(variables, value), Zdd::constant(variables, value));
                assert_eq!((zdd.is_true(), zdd.is_false()), (value, !value));
                assert_eq!(bdd.to_zdd(budget).as_ref(), Ok(&zdd));
                assert_eq!(zdd.to_bdd(budget).as_ref(), Ok(&bdd));
            }
        }
    }

    proptest! {
        #[test]
        fn both_forms_are_the_same_function(seed in any::<u64>(), exclusions in 0usize..20, constraints in 0usize..6) {
            let budget = &mut Budget::unlimited();
            let bdd = conjoin(&random_rules(9, exclusions, constraints, seed));
            let zdd = bdd.to_zdd(budget).unwrap();
            prop_assert_eq!(&zdd.to_bdd(budget).unwrap(), &bdd);
            for valuation in valuations(9) {
                prop_assert_eq!(zdd.is_satisfied_by(&valuation), bdd.is_satisfied_by(&valuation));
            }
        }
    }
}
