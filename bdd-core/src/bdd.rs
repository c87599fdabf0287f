//! The diagram: flat arrays in one canonical order.

use std::ops::Range;

use crate::rules::Variable;

/// A node's place in the diagram. 0 and 1 are the terminals; children stand before their parents.
pub type Index = u32;

/// The terminal of the function that is never true.
pub const FALSE: Index = 0;
/// The terminal of the function that is always true.
pub const TRUE: Index = 1;

/// A decision node: where to go if its variable is false, and where if it is true.
///
/// The variable is not stored: it follows from the node's place (see [`Bdd::level`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The child for a false variable.
    pub low: Index,
    /// The child for a true variable.
    pub high: Index,
}

/// A reduced ordered binary decision diagram, in canonical order: equal functions over equally many variables are
/// equal values.
///
/// The nodes lie in one array, both terminals first, then level by level from the last variable's to the root, which
/// is last. Within a level they are in the order in which a walk from the root down, level by level and low child
/// first, first refers to them. So a pass from front to back sees children before parents, a pass from back to front
/// parents before children, and both touch memory in order; and the `.bdd` file, which lists the nodes in this same
/// order, can leave out every first reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bdd {
    nodes: Vec<Node>,
    /// Where the nodes of each variable begin; one entry more, for the terminals.
    level_start: Vec<Index>,
}

impl Bdd {
    /// A function that has one value everywhere.
    #[must_use]
    pub fn constant(variables: Variable, value: bool) -> Bdd {
        let mut nodes = terminals();
        nodes.truncate(1 + usize::from(value));
        let mut level_start = vec![nodes.len() as Index; usize::from(variables)];
        level_start.push(0);
        Bdd { nodes, level_start }
    }

    /// Puts reduced nodes into canonical order and drops those that `root` does not reach.
    ///
    /// `nodes` starts with both terminals; the nodes of variable `v` begin at `level_start[v]`, and deeper levels come
    /// first. No two nodes of a level may be equal and none may have equal children: this is the caller's to see to.
    pub(crate) fn from_reduced(nodes: &[Node], level_start: &[Index], root: Index) -> Bdd {
        let variables = (level_start.len() - 1) as Variable;
        if root <= TRUE {
            return Bdd::constant(variables, root == TRUE);
        }
        let old = Levels { level_start, len: nodes.len() as Index };

        // Walk down level by level; `found[v]` lists the nodes of a level as they are first referred to.
        const UNSEEN: Index = Index::MAX;
        let mut place = vec![UNSEEN; nodes.len()];
        let mut found: Vec<Vec<Index>> = vec![Vec::new(); usize::from(variables)];
        let top = old.level(root);
        found[usize::from(top)].push(root);
        place[root as usize] = 0;
        for level in top..variables {
            let (above, below) = found.split_at_mut(usize::from(level) + 1);
            for &index in &above[usize::from(level)] {
                let node = nodes[index as usize];
                for child in [node.low, node.high] {
                    if child > TRUE && place[child as usize] == UNSEEN {
                        let list = &mut below[usize::from(old.level_from(level + 1, child) - level) - 1];
                        place[child as usize] = list.len() as Index;
                        list.push(child);
                    }
                }
            }
        }

        // Now that the levels' lengths are known, places within levels become places in the diagram.
        let mut new_start = vec![0; level_start.len()];
        let mut next = 2;
        for level in (0..usize::from(variables)).rev() {
            new_start[level] = next;
            for &index in &found[level] {
                place[index as usize] += next;
            }
            next += found[level].len() as Index;
        }
        place[FALSE as usize] = FALSE;
        place[TRUE as usize] = TRUE;
        let mut new_nodes = Vec::with_capacity(next as usize);
        new_nodes.extend(terminals());
        for list in found.iter().rev() {
            new_nodes.extend(list.iter().map(|&index| {
                let node = nodes[index as usize];
                Node { low: place[node.low as usize], high: place[node.high as usize] }
            }));
        }
        Bdd { nodes: new_nodes, level_start: new_start }
    }

    /// Takes over nodes that are known to be reduced and in canonical order.
    pub(crate) fn from_canonical(nodes: Vec<Node>, level_start: Vec<Index>) -> Bdd {
        debug_assert!(nodes.len() > 2);
        debug_assert_eq!(Bdd::from_reduced(&nodes, &level_start, nodes.len() as Index - 1).nodes, nodes);
        Bdd { nodes, level_start }
    }

    /// The number of variables, which the function need not all depend on.
    #[must_use]
    pub fn variables(&self) -> Variable {
        (self.level_start.len() - 1) as Variable
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
    pub fn root(&self) -> Index {
        self.nodes.len() as Index - 1
    }

    /// All nodes, the terminals first (each its own child) and the root last.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Where the nodes of a variable lie.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    #[must_use]
    pub fn level_range(&self, variable: Variable) -> Range<usize> {
        self.levels().range(variable)
    }

    /// The variable that a node decides, or the number of variables for a terminal.
    #[must_use]
    pub fn level(&self, index: Index) -> Variable {
        self.levels().level(index)
    }

    /// The value of the function.
    ///
    /// # Panics
    ///
    /// If the number of values is not the number of variables.
    #[must_use]
    pub fn is_satisfied_by(&self, valuation: &[bool]) -> bool {
        assert_eq!(valuation.len(), usize::from(self.variables()), "one value a variable");
        let mut index = self.root();
        while index > TRUE {
            let node = self.nodes[index as usize];
            index = if valuation[usize::from(self.level(index))] { node.high } else { node.low };
        }
        index == TRUE
    }

    /// Where a decision leads from a node on the variable's level or deeper.
    pub(crate) fn follow(&self, from: Index, variable: Variable, value: bool) -> Index {
        if self.level(from) > variable {
            return from;
        }
        let node = self.nodes[from as usize];
        if value { node.high } else { node.low }
    }

    pub(crate) fn levels(&self) -> Levels<'_> {
        Levels { level_start: &self.level_start, len: self.nodes.len() as Index }
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
    pub(crate) fn range(self, variable: Variable) -> Range<usize> {
        let variable = usize::from(variable);
        let end = if variable == 0 { self.len } else { self.level_start[variable - 1] };
        self.level_start[variable] as usize..end as usize
    }

    /// Where the nodes of a variable begin; those of later variables come before.
    pub(crate) fn start(self, variable: Variable) -> Index {
        self.level_start[usize::from(variable)]
    }

    pub(crate) fn level(self, index: Index) -> Variable {
        // The starts fall from level to level; empty levels share theirs with the level above.
        self.level_start.partition_point(|&start| start > index) as Variable
    }

    /// The same for a node known to be on level `first` or deeper, where `first` is the likeliest answer.
    pub(crate) fn level_from(self, first: Variable, index: Index) -> Variable {
        if index >= self.level_start[usize::from(first)] { first } else { self.level(index) }
    }
}
