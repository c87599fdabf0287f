//! The diagram: flat arrays of nodes in one canonical order.
//!
//! The type is the crate's own. `biodivine-lib-bdd` orders nodes depth first, stores a 16-bit variable in each, and
//! its readers accept damaged input. The canonical order gives three things: equal functions are equal values,
//! whichever way they were built; every pass is a walk through memory in one direction, children before parents or
//! parents before children; and the `.bdd` file leaves out every first reference, which is most references.

use std::fmt;
use std::ops::Range;

use crate::budget::{Budget, Interrupted};
use crate::id::{NodeId, Variable};

/// A [`NodeId`] as a plain number, for the loops over all nodes.
pub(crate) type Index = u32;

/// [`NodeId::FALSE`] as a plain number.
pub(crate) const FALSE: Index = 0;
/// [`NodeId::TRUE`] as a plain number.
pub(crate) const TRUE: Index = 1;

/// A [`Variable`] as a plain number, that of its nodes' level; the terminals' level is the number of variables.
pub(crate) type Level = u16;

/// Nodes between two looks at the budget.
const STRIDE: usize = 1 << 14;

/// A decision node: where to go if its variable is false, and where if it is true.
///
/// The variable is not stored: it follows from the node's place (see [`Bdd::level`]). A node takes 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub(crate) low: Index,
    pub(crate) high: Index,
}

impl Node {
    /// The child for a false variable; a terminal's is the terminal itself.
    #[inline]
    #[must_use]
    pub const fn low(self) -> NodeId {
        NodeId::new(self.low)
    }

    /// The child for a true variable; a terminal's is the terminal itself.
    #[inline]
    #[must_use]
    pub const fn high(self) -> NodeId {
        NodeId::new(self.high)
    }
}

/// A reduced ordered binary decision diagram, in canonical order: equal functions over equally many variables are
/// equal values.
///
/// The nodes lie in one array, both terminals first, then level by level from the last variable's to the root, which
/// is last. Within a level they are in the order in which a walk from the root down, level by level and low child
/// first, first refers to them. So a pass from front to back sees children before parents, a pass from back to front
/// parents before children, and both touch memory in order; and the `.bdd` file, which lists the nodes in this same
/// order, can leave out every first reference.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bdd {
    nodes: Vec<Node>,
    /// Where the nodes of each variable begin; one entry more, for the terminals.
    level_start: Vec<Index>,
}

impl Bdd {
    /// A function of this many variables that has one value everywhere.
    ///
    /// # Panics
    ///
    /// If there are more than [`Variable::MAX_COUNT`] variables.
    #[must_use]
    #[track_caller]
    pub fn constant(variables: usize, value: bool) -> Bdd {
        assert!(
            variables <= Variable::MAX_COUNT,
            "there are at most {} variables, not {variables}",
            Variable::MAX_COUNT
        );
        let mut nodes = terminals();
        nodes.truncate(1 + usize::from(value));
        let mut level_start = vec![nodes.len() as Index; variables];
        level_start.push(0);
        Bdd { nodes, level_start }
    }

    /// Puts reduced nodes into canonical order and drops those that `root` does not reach.
    ///
    /// `nodes` starts with both terminals; the nodes of variable `v` begin at `level_start[v]`, and deeper levels come
    /// first. No two nodes of a level may be equal and none may have equal children: this is the caller's to see to.
    pub(crate) fn from_reduced(
        nodes: &[Node],
        level_start: &[Index],
        root: Index,
        budget: &mut Budget<'_>,
    ) -> Result<Bdd, Interrupted> {
        let levels = Levels { level_start, len: nodes.len() as Index };
        Bdd::ordered(nodes, |first, index| levels.level_from(first, index), level_start.len() - 1, root, budget)
    }

    /// Puts the nodes that the root reaches into canonical order, whatever order they lie in. `level` tells the level of a
    /// node, given one that the node is not above.
    pub(crate) fn ordered(
        nodes: &[Node],
        level: impl Fn(Level, Index) -> Level,
        variables: usize,
        root: Index,
        budget: &mut Budget<'_>,
    ) -> Result<Bdd, Interrupted> {
        if root <= TRUE {
            return Ok(Bdd::constant(variables, root == TRUE));
        }

        // Walk down level by level; `found[v]` lists the nodes of a level as they are first referred to.
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

        // Now that the levels' lengths are known, places within levels become places in the diagram.
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
        Ok(Bdd { nodes: new_nodes, level_start: new_start })
    }

    /// Takes over nodes that are known to be reduced and in canonical order.
    pub(crate) fn from_canonical(nodes: Vec<Node>, level_start: Vec<Index>) -> Bdd {
        debug_assert!(nodes.len() > 2);
        // To look at millions of nodes again would take as much memory once more.
        #[cfg(debug_assertions)]
        if nodes.len() < 1 << 20 {
            let again = Bdd::from_reduced(&nodes, &level_start, nodes.len() as Index - 1, &mut Budget::unlimited());
            assert_eq!(again.map(|again| again.nodes).as_ref(), Ok(&nodes));
        }
        Bdd { nodes, level_start }
    }

    /// The number of variables, which the function need not all depend on.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.level_start.len() - 1
    }

    /// The level of the terminals, which is the number of variables.
    pub(crate) fn depth(&self) -> Level {
        self.variables() as Level
    }

    /// The number of nodes, terminals included: 1 for the constant false, otherwise both terminals count, as in
    /// `biodivine_lib_bdd::Bdd::size`.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the function is never true.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Whether the function is always true.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.nodes.len() == 2
    }

    /// The root: the last node, or the terminal of a constant.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId::new(self.root_index())
    }

    pub(crate) fn root_index(&self) -> Index {
        self.nodes.len() as Index - 1
    }

    /// The level of the root, which is also the number of variables before it.
    pub(crate) fn top(&self) -> Level {
        self.levels().level(self.root_index()).min(self.depth())
    }

    /// Returns the children of a node.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[inline]
    #[must_use]
    pub fn node(&self, node: NodeId) -> Node {
        self.nodes[node.index()]
    }

    /// All nodes, each at the place that its [`NodeId`] tells: the terminals first (each its own child) and the root
    /// last.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that decide a variable, in the order in which they lie.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    pub fn level_nodes(
        &self,
        variable: Variable,
    ) -> impl DoubleEndedIterator<Item = (NodeId, Node)> + ExactSizeIterator {
        let range = self.level_range(variable.into());
        range.map(|index| (NodeId::new(index as Index), self.nodes[index]))
    }

    /// Where the nodes of a level lie.
    pub(crate) fn level_range(&self, level: Level) -> Range<usize> {
        self.levels().range(level)
    }

    /// The variable that a node decides; `None` for a terminal.
    ///
    /// # Panics
    ///
    /// If this diagram has no such node.
    #[must_use]
    pub fn level(&self, node: NodeId) -> Option<Variable> {
        assert!(node.index() < self.nodes.len(), "there is no node {node}: there are {}", self.nodes.len());
        (!node.is_terminal()).then(|| Variable::new(self.levels().level(node.into())))
    }

    /// The value of the function.
    ///
    /// # Panics
    ///
    /// If the number of values is not the number of variables.
    #[must_use]
    pub fn is_satisfied_by(&self, valuation: &[bool]) -> bool {
        assert_eq!(valuation.len(), self.variables(), "one value a variable");
        let mut index = self.root_index();
        while index > TRUE {
            let node = self.nodes[index as usize];
            index = if valuation[usize::from(self.levels().level(index))] { node.high } else { node.low };
        }
        index == TRUE
    }

    /// Returns the children of a node for a false and a true variable of `level`; the node itself if it lies deeper.
    pub(crate) fn cofactors(&self, from: Index, level: Level) -> [Index; 2] {
        if self.levels().level(from) > level {
            return [from; 2];
        }
        let Node { low, high } = self.nodes[from as usize];
        [low, high]
    }

    pub(crate) fn levels(&self) -> Levels<'_> {
        Levels { level_start: &self.level_start, len: self.nodes.len() as Index }
    }
}

/// The number of variables and of nodes, and of a small diagram the number of models as well; never the nodes, which may
/// be millions.
impl fmt::Debug for Bdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Counted faster than printed.
        const SMALL: usize = 1000;
        let counted = |bdd: &Bdd| bdd.model_count_in::<u128>(&mut Budget::unlimited()).ok().flatten();
        let models = if self.node_count() <= SMALL { counted(self) } else { None };
        let mut debug = f.debug_struct("Bdd");
        debug.field("variables", &self.variables()).field("nodes", &self.node_count());
        if let Some(models) = models {
            debug.field("models", &models);
        }
        debug.finish_non_exhaustive()
    }
}

/// Both terminals, each its own child.
pub(crate) fn terminals() -> Vec<Node> {
    vec![Node { low: FALSE, high: FALSE }, Node { low: TRUE, high: TRUE }]
}

/// Tells the level of a node from where it lies.
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

    /// Where the nodes of a level begin; those of deeper levels come before.
    pub(crate) fn start(self, level: Level) -> Index {
        self.level_start[usize::from(level)]
    }

    pub(crate) fn level(self, index: Index) -> Level {
        // The starts fall from level to level; empty levels share theirs with the level above.
        self.level_start.partition_point(|&start| start > index) as Level
    }

    /// The level of a node that is known to be on level `first` or deeper, where `first` is the likeliest answer.
    pub(crate) fn level_from(self, first: Level, index: Index) -> Level {
        if index >= self.level_start[usize::from(first)] { first } else { self.level(index) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::smaller_in_miri;

    /// The first of two variables.
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
    fn a_diagram_is_described_in_a_constraint() {
        assert_eq!(format!("{:?}", first()), "Bdd { variables: 2, nodes: 3, models: 2, .. }");
        assert_eq!(format!("{:?}", Bdd::constant(200, true)), "Bdd { variables: 200, nodes: 2, .. }");
        let (n, total) = smaller_in_miri((10u16, 3_628_800), (8, 40_320));
        let large = crate::testing::conjoin(&crate::testing::permutations(n));
        let nodes = large.node_count();
        assert_eq!(format!("{large:?}"), format!("Bdd {{ variables: {}, nodes: {nodes}, .. }}", n * n));
        let ranking = crate::Ranking::new(large.clone(), &mut Budget::unlimited()).unwrap();
        assert_eq!(format!("{ranking:?}"), format!("Ranking {{ bdd: {large:?}, total: {total}, .. }}"));
        let mut models = large.models();
        models.next();
        assert_eq!(format!("{models:?}"), format!("Models {{ bdd: {large:?}, is_done: false, .. }}"));
    }

    #[test]
    #[should_panic(expected = "there is no node 3: there are 3")]
    fn a_node_that_is_not_there_has_no_level() {
        let _ = first().level(NodeId::new(3));
    }
}
