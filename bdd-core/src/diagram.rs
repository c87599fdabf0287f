//! The [`DecisionDiagram`]: an array of nodes in a canonical order.
//!
//! The canonical order has three advantages. Diagrams of equal functions are equal values, however they were built.
//! Every pass over the nodes reads memory in one direction, from children to parents or from parents to children. And a
//! `.bdd` file needs no number for the first reference to a node; most references are first references.
//!
//! `biodivine-lib-bdd` has no such order: it stores nodes depth first, with a 16-bit variable in each, and its readers
//! accept damaged files.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Range;

use crate::budget::{Budget, Interrupted};
use crate::id::{NodeId, Variable};
pub use crate::node::Node;
pub(crate) use crate::node::{FALSE, Index, Level, TRUE, terminals};
use crate::reduction::{EqualChildren, Reduction, ZeroSuppressed};

/// The number of nodes between two checks of the budget.
const STRIDE: usize = 1 << 14;

/// A reduced ordered decision diagram in canonical order, a [`Bdd`] or a [`Zdd`]: diagrams of the same function over
/// the same number of variables are equal values.
///
/// Nodes lie in one array: the terminals first, then level by level from the last variable to the root, which is the
/// last node. Within a level, nodes are in the order of their first references in a walk from the root, level by level
/// and low child first. So a pass from front to back visits children before parents, a pass from back to front parents
/// before children, and both read memory in order. `.bdd` files list nodes in this order too, so that the first
/// reference to a node needs no number.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Literal, Rules};
///
/// // Exactly one of three, built in two ways.
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let bdd = DiagramBuilder::new(&rules).build(budget)?;
/// let mut same = Rules::new(3);
/// same.exactly(1, &[2, 1, 0]);
/// assert_eq!(DiagramBuilder::new(&same).build(budget)?, bdd);
///
/// assert_eq!((bdd.variables(), bdd.node_count(), bdd.model_count()), (3, 7, 3u32.into()));
/// assert!(bdd.is_satisfied_by(&[false, true, false]));
/// assert!(bdd.select(&[Literal::positive(0), Literal::positive(1)], budget)?.is_false());
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
pub struct DecisionDiagram<R: Reduction> {
    nodes: Vec<Node>,
    /// For each variable, the index in `nodes` at which its nodes begin; then a last entry for the terminals, which is
    /// 0.
    level_start: Vec<Index>,
    reduction: PhantomData<R>,
}

/// A binary decision diagram (Bryant, *Graph-Based Algorithms for Boolean Function Manipulation*, 1986): a variable
/// that a path skips may have either value. The smaller form for functions with many free variables. Its methods are
/// those of [`DecisionDiagram`].
///
/// ```
/// use bdd_core::Bdd;
///
/// // All subsets of 100 elements: no variable matters.
/// assert_eq!(Bdd::constant(100, true).node_count(), 2);
/// ```
pub type Bdd = DecisionDiagram<EqualChildren>;

/// A zero-suppressed decision diagram (Minato, 1993): a variable that a path skips is false. The smaller form for sets
/// of sets with few elements, such as the solutions of puzzles: the solutions of 14 queens take a tenth of the nodes of
/// a [`Bdd`]. Its methods are those of [`DecisionDiagram`].
///
/// ```
/// use bdd_core::{Bdd, Budget, Literal, Zdd};
///
/// // Only the first of 100 variables is true.
/// let budget = &mut Budget::unlimited();
/// let literals: Vec<Literal> = (0..100).map(|v| Literal { variable: v.into(), value: v == 0u16 }).collect();
/// let bdd = Bdd::constant(100, true).select(&literals, budget)?;
/// let zdd = bdd.to_zdd(budget)?;
/// assert_eq!((bdd.node_count(), zdd.node_count()), (102, 3));
/// assert_eq!(zdd.to_bdd(budget)?, bdd);
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
pub type Zdd = DecisionDiagram<ZeroSuppressed>;

impl<R: Reduction> Clone for DecisionDiagram<R> {
    fn clone(&self) -> Self {
        DecisionDiagram { nodes: self.nodes.clone(), level_start: self.level_start.clone(), reduction: PhantomData }
    }
}

impl<R: Reduction> PartialEq for DecisionDiagram<R> {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.level_start == other.level_start
    }
}

impl<R: Reduction> Eq for DecisionDiagram<R> {}

impl<R: Reduction> Hash for DecisionDiagram<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.nodes.hash(state);
        self.level_start.hash(state);
    }
}

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns the constant function `value` over `variables` variables.
    ///
    /// ```
    /// use bdd_core::Bdd;
    ///
    /// let always = Bdd::constant(4, true);
    /// assert!(always.is_true());
    /// assert_eq!((always.node_count(), always.model_count()), (2, 16u32.into()));
    /// assert_eq!(Bdd::constant(4, false).node_count(), 1);
    /// ```
    ///
    /// # Panics
    ///
    /// If `variables` exceeds [`Variable::MAX_COUNT`].
    #[must_use]
    #[track_caller]
    pub fn constant(variables: usize, value: bool) -> Self {
        assert!(
            variables <= Variable::MAX_COUNT,
            "expected at most {} variables, found {variables}",
            Variable::MAX_COUNT
        );
        if value && !R::SKIPS_FREE && variables > 0 {
            return Self::all_free(variables);
        }
        Self::terminal(variables, value)
    }

    /// Returns the diagram without decision nodes, whose root is a terminal.
    pub(crate) fn terminal(variables: usize, value: bool) -> Self {
        let mut nodes = terminals();
        nodes.truncate(1 + usize::from(value));
        let mut level_start = vec![nodes.len() as Index; variables];
        level_start.push(0);
        DecisionDiagram { nodes, level_start, reduction: PhantomData }
    }

    /// Returns the constant true under the rule of a [`Zdd`]: each variable has a node with equal children, since a
    /// variable without a node would be false.
    fn all_free(variables: usize) -> Self {
        let mut nodes = terminals();
        nodes.extend((TRUE..).take(variables).map(|child| Node { low: child, high: child }));
        let mut level_start: Vec<Index> = (2..).take(variables).collect();
        level_start.reverse();
        level_start.push(0);
        DecisionDiagram { nodes, level_start, reduction: PhantomData }
    }

    /// Puts reduced nodes into canonical order and drops the nodes that `root` does not reach.
    ///
    /// `nodes` starts with both terminals; the nodes of variable `v` begin at `level_start[v]`, and deeper levels come
    /// first. The caller guarantees that no two nodes of a level are equal and that no node is redundant.
    pub(crate) fn from_reduced(
        nodes: &[Node],
        level_start: &[Index],
        root: Index,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Interrupted> {
        let levels = Levels { level_start, len: nodes.len() as Index };
        Self::ordered(nodes, |first, index| levels.level_from(first, index), level_start.len() - 1, root, budget)
    }

    /// Builds the diagram of the nodes that `root` reaches, in canonical order.
    ///
    /// `nodes` are reduced and start with both terminals; the other nodes may be in any order. `level(first, index)`
    /// returns the level of the node at `index`; `first` is a level above which the node can't lie.
    pub(crate) fn ordered(
        nodes: &[Node],
        level: impl Fn(Level, Index) -> Level,
        variables: usize,
        root: Index,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Interrupted> {
        if root <= TRUE {
            return Ok(Self::terminal(variables, root == TRUE));
        }

        // Walk down level by level; `found[v]` lists the nodes of level `v` in the order of their first references.
        const UNSEEN: Index = Index::MAX;
        let mut place = vec![UNSEEN; nodes.len()];
        let mut found: Vec<Vec<Index>> = vec![Vec::new(); variables];
        let top = level(0, root);
        found[usize::from(top)].push(root);
        place[root as usize] = 0;
        for present in top..variables as Level {
            let (above, below) = found.split_at_mut(usize::from(present) + 1);
            for chunk in above[usize::from(present)].chunks(STRIDE) {
                budget.spend(2 * chunk.len() as u32, || 0.0)?;
                for &index in chunk {
                    let node = nodes[index as usize];
                    for child in [node.low, node.high] {
                        if child > TRUE && place[child as usize] == UNSEEN {
                            let list = &mut below[usize::from(level(present + 1, child) - present) - 1];
                            place[child as usize] = list.len() as Index;
                            list.push(child);
                        }
                    }
                }
            }
        }

        // Now that the number of nodes of each level is known, turn each place within a level into a place in the
        // diagram.
        let mut new_start = vec![0; variables + 1];
        let mut next = 2;
        for level in (0..variables).rev() {
            new_start[level] = next;
            for chunk in found[level].chunks(STRIDE) {
                budget.spend(chunk.len() as u32, || 0.5)?;
                for &index in chunk {
                    place[index as usize] += next;
                }
            }
            next += found[level].len() as Index;
        }
        place[FALSE as usize] = FALSE;
        place[TRUE as usize] = TRUE;
        let mut new_nodes = Vec::with_capacity(next as usize);
        new_nodes.extend(terminals());
        for chunk in found.iter().rev().flat_map(|list| list.chunks(STRIDE)) {
            budget.spend(chunk.len() as u32, || 0.7)?;
            new_nodes.extend(chunk.iter().map(|&index| {
                let node = nodes[index as usize];
                Node { low: place[node.low as usize], high: place[node.high as usize] }
            }));
        }
        Ok(DecisionDiagram { nodes: new_nodes, level_start: new_start, reduction: PhantomData })
    }

    /// Returns the diagram of nodes that are reduced and in canonical order; the nodes of variable `v` begin at
    /// `level_start[v]`.
    pub(crate) fn from_canonical(nodes: Vec<Node>, level_start: Vec<Index>) -> Self {
        debug_assert!(nodes.len() > 2);
        // The check builds the diagram again: for millions of nodes, that would double the memory.
        #[cfg(debug_assertions)]
        if nodes.len() < 1 << 20 {
            let again = Self::from_reduced(&nodes, &level_start, nodes.len() as Index - 1, &mut Budget::unlimited());
            assert_eq!(again.map(|again| again.nodes).as_ref(), Ok(&nodes));
        }
        DecisionDiagram { nodes, level_start, reduction: PhantomData }
    }

    /// Returns the diagram with `change` applied to both children of all decision nodes. The result must be canonical.
    pub(crate) fn map_children(&self, change: impl Fn(Index) -> Index) -> Self {
        let mut nodes = terminals();
        nodes.extend(self.nodes[2..].iter().map(|&Node { low, high }| Node { low: change(low), high: change(high) }));
        Self::from_canonical(nodes, self.level_start.clone())
    }

    /// Returns the diagram with its levels renumbered. For each new level, `old_level` names the old level whose nodes
    /// it gets, or `None` for a level without nodes. The old levels stay in order, and all old levels with nodes must
    /// be named.
    pub(crate) fn with_levels(&self, old_level: &[Option<Level>]) -> Self {
        let mut level_start = Vec::with_capacity(old_level.len() + 1);
        let mut above = self.nodes.len() as Index;
        for old in old_level {
            above = old.map_or(above, |old| self.level_start[usize::from(old)]);
            level_start.push(above);
        }
        level_start.push(0);
        DecisionDiagram { nodes: self.nodes.clone(), level_start, reduction: PhantomData }
    }

    /// Returns the number of variables. The function need not depend on all of them.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.level_start.len() - 1
    }

    /// Returns the level of the terminals, which is the number of variables.
    pub(crate) fn depth(&self) -> Level {
        self.variables() as Level
    }

    /// Returns the number of nodes, terminals included. The constant false has one node, the terminal FALSE; all other
    /// diagrams have both terminals. `biodivine_lib_bdd::Bdd::size` counts nodes in the same way.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `true` if the function is the constant false.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Returns `true` if the function is the constant true.
    #[must_use]
    pub fn is_true(&self) -> bool {
        let free = usize::from(!R::SKIPS_FREE) * self.variables();
        self.nodes.len() == 2 + free && self.nodes.iter().all(|node| node.low == node.high)
    }

    /// Returns the root: the last node, or the terminal of a constant.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId::new(self.root_index())
    }

    pub(crate) fn root_index(&self) -> Index {
        self.nodes.len() as Index - 1
    }

    /// Returns the level of the root. It equals the number of variables above the root: all variables for a constant.
    pub(crate) fn top(&self) -> Level {
        self.levels().level(self.root_index()).min(self.depth())
    }

    /// Returns the children of `node`.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, NodeId, Rules, Variable};
    ///
    /// let mut rules = Rules::new(2);
    /// rules.exclude(0, 1);
    /// let bdd = DiagramBuilder::new(&rules).build(&mut Budget::unlimited())?;
    /// let root = bdd.node(bdd.root());
    /// assert_eq!(root.low(), NodeId::TRUE);
    /// assert_eq!(bdd.level(root.high()), Some(Variable::new(1)));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the diagram does not have `node`.
    #[inline]
    #[must_use]
    pub fn node(&self, node: NodeId) -> Node {
        self.nodes[node.index()]
    }

    /// Returns all nodes, indexed by [`NodeId::index`]: the terminals first (each its own child) and the root last.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the nodes that decide `variable`, in the order of [`Bdd::nodes`].
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Rules, Variable};
    ///
    /// let mut rules = Rules::new(4);
    /// rules.exactly(2, &[0, 1, 2, 3]);
    /// let bdd = DiagramBuilder::new(&rules).build(&mut Budget::unlimited())?;
    /// let widths: Vec<usize> = Variable::all(4).map(|variable| bdd.level_nodes(variable).len()).collect();
    /// assert_eq!(widths, [1, 2, 3, 2]);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the diagram does not have `variable`.
    pub fn level_nodes(
        &self,
        variable: Variable,
    ) -> impl DoubleEndedIterator<Item = (NodeId, Node)> + ExactSizeIterator {
        let range = self.level_range(variable.into());
        range.map(|index| (NodeId::new(index as Index), self.nodes[index]))
    }

    /// Returns the range of indices at which the nodes of a level lie in [`Bdd::nodes`].
    pub(crate) fn level_range(&self, level: Level) -> Range<usize> {
        self.levels().range(level)
    }

    /// Returns the variable that `node` decides; `None` for a terminal.
    ///
    /// # Panics
    ///
    /// If the diagram does not have `node`.
    #[must_use]
    pub fn level(&self, node: NodeId) -> Option<Variable> {
        assert!(node.index() < self.nodes.len(), "there is no node {node} among the {} nodes", self.nodes.len());
        (!node.is_terminal()).then(|| Variable::new(self.levels().level(node.into())))
    }

    /// Returns the value of the function for `valuation`, which gives one value for each variable.
    ///
    /// # Panics
    ///
    /// If `valuation` does not have [`Bdd::variables`] values.
    #[must_use]
    pub fn is_satisfied_by(&self, valuation: &[bool]) -> bool {
        assert_eq!(valuation.len(), self.variables(), "expected one value for each variable");
        let mut index = self.root_index();
        for (level, &value) in (0..).zip(valuation) {
            index = self.cofactors(index, level)[usize::from(value)];
        }
        index == TRUE
    }

    /// Returns the cofactors of the node `from` by the variable of `level`, first for false, then for true. These are
    /// the children of the node if it lies on `level`, and twice the node itself if it lies deeper.
    pub(crate) fn cofactors(&self, from: Index, level: Level) -> [Index; 2] {
        if from < self.level_start[usize::from(level)] {
            return R::skipping(from);
        }
        let Node { low, high } = self.nodes[from as usize];
        [low, high]
    }

    pub(crate) fn levels(&self) -> Levels<'_> {
        Levels { level_start: &self.level_start, len: self.nodes.len() as Index }
    }
}

/// Writes the numbers of variables and nodes, and for a small diagram the number of models. Never lists the nodes, of
/// which there may be millions.
impl<R: Reduction> fmt::Debug for DecisionDiagram<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest number of nodes for which counting the models takes less time than printing the text.
        const SMALL: usize = 1000;
        let counted = |bdd: &Self| bdd.model_count_in::<u128>(&mut Budget::unlimited()).ok().flatten();
        let models = if self.node_count() <= SMALL { counted(self) } else { None };
        let mut debug = f.debug_struct(R::NAME);
        debug.field("variables", &self.variables()).field("nodes", &self.node_count());
        if let Some(models) = models {
            debug.field("models", &models);
        }
        debug.finish_non_exhaustive()
    }
}

/// The index ranges of all levels, by which the level of a node is found from its index.
#[derive(Clone, Copy)]
pub(crate) struct Levels<'a> {
    level_start: &'a [Index],
    len: Index,
}

impl Levels<'_> {
    pub(crate) fn range(self, level: Level) -> Range<usize> {
        let level = usize::from(level);
        let end = if level == 0 { self.len } else { self.level_start[level - 1] };
        self.level_start[level] as usize..end as usize
    }

    /// Returns the index of the first node of a level. Nodes of deeper levels have smaller indices.
    pub(crate) fn start(self, level: Level) -> Index {
        self.level_start[usize::from(level)]
    }

    pub(crate) fn level(self, index: Index) -> Level {
        // The starts fall from the root's level down; an empty level has the same start as the level above it.
        self.level_start.partition_point(|&start| start > index) as Level
    }

    /// Returns the level of the node at `index`, which must not lie above the level `first`. The call is fastest if the
    /// node lies on `first`, the most frequent case.
    pub(crate) fn level_from(self, first: Level, index: Index) -> Level {
        if index >= self.level_start[usize::from(first)] { first } else { self.level(index) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::smaller_in_miri;

    /// Returns the function of two variables that is true if the first variable is true.
    fn first() -> Bdd {
        Bdd::constant(2, true).select(&[crate::Literal::positive(0)], &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn a_node_decides_a_variable_and_a_terminal_none() {
        let bdd = first();
        assert_eq!(bdd.level(bdd.root()), Some(Variable::new(0)));
        assert_eq!([NodeId::FALSE, NodeId::TRUE].map(|terminal| bdd.level(terminal)), [None; 2]);
    }

    #[test]
    fn a_diagram_is_described_in_a_line() {
        assert_eq!(format!("{:?}", first()), "Bdd { variables: 2, nodes: 3, models: 2, .. }");
        assert_eq!(format!("{:?}", Bdd::constant(200, true)), "Bdd { variables: 200, nodes: 2, .. }");
        let (n, total) = smaller_in_miri((10u16, 3_628_800), (8, 40_320));
        let large = crate::testing::conjoin(&crate::testing::permutations(n));
        let nodes = large.node_count();
        assert_eq!(format!("{large:?}"), format!("Bdd {{ variables: {}, nodes: {nodes}, .. }}", n * n));
        let ranking = crate::Ranking::new(large.clone(), &mut Budget::unlimited()).unwrap();
        assert_eq!(format!("{ranking:?}"), format!("Ranking {{ diagram: {large:?}, total: {total}, .. }}"));
        let mut models = large.models();
        models.next();
        assert_eq!(format!("{models:?}"), format!("Models {{ bdd: {large:?}, is_done: false, .. }}"));
    }

    #[test]
    #[should_panic(expected = "there is no node 3 among the 3 nodes")]
    fn a_node_that_is_not_there_has_no_level() {
        let _ = first().level(NodeId::new(3));
    }
}
