//! Construction of a reduced diagram, from the last level up.

use rustc_hash::FxHashMap;

use crate::bdd::{Bdd, Index, Level, Node, TRUE, terminals};
use crate::budget::{Budget, Interrupted};

/// A diagram under construction, from the last variable's level up to the root. It has no equal nodes, and no nodes
/// with two equal children.
///
/// Most nodes are the first parent of one of their children. Such a node equals no earlier node. A later node that
/// equals it has the same child, and each child stores its first parent: so the equal node is found without a hash
/// table. Only the few nodes that are the first parent of no child need a hash table.
pub(crate) struct Reduced {
    nodes: Vec<Node>,
    level_start: Vec<Index>,
    /// The index of the first node of the level under construction.
    begin: Index,
    /// For each node, its first parent; `NOBODY` if it has no parent yet.
    first_parent: Vec<Index>,
    /// The nodes of the level under construction that are the first parent of no node.
    others: FxHashMap<Node, Index>,
}

const NOBODY: Index = Index::MAX;

impl Reduced {
    pub(crate) fn new(variables: Level) -> Reduced {
        let mut level_start = vec![2; usize::from(variables) + 1];
        level_start[usize::from(variables)] = 0;
        Reduced {
            nodes: terminals(),
            level_start,
            begin: 2,
            first_parent: vec![NOBODY; 2],
            others: FxHashMap::default(),
        }
    }

    /// Begins a level. Each level is above the one begun before; skipped levels stay empty.
    pub(crate) fn begin_level(&mut self, level: Level) {
        self.others.clear();
        self.begin = self.nodes.len() as Index;
        self.level_start[..=usize::from(level)].fill(self.begin);
    }

    /// Returns the index of a node on the current level, and adds the node if it is new. Returns the child if both
    /// children are equal.
    pub(crate) fn node(&mut self, node: Node) -> Index {
        if node.low == node.high {
            return node.low;
        }
        let next = Index::try_from(self.nodes.len())
            .expect("there are fewer than 2^32 nodes, since more would not fit in memory");
        let mut is_first = false;
        for child in [node.low, node.high] {
            if child <= TRUE {
                continue;
            }
            let first_parent = &mut self.first_parent[child as usize];
            if *first_parent == NOBODY {
                *first_parent = next;
                is_first = true;
            } else if *first_parent >= self.begin && self.nodes.get(*first_parent as usize) == Some(&node) {
                return *first_parent;
            }
        }
        if !is_first {
            let place = *self.others.entry(node).or_insert(next);
            if place != next {
                return place;
            }
        }
        self.push(node)
    }

    /// Adds a node that is known to be new and to have different children. Returns its index.
    pub(crate) fn push(&mut self, node: Node) -> Index {
        debug_assert_ne!(node.low, node.high);
        self.nodes.push(node);
        self.first_parent.push(NOBODY);
        self.nodes.len() as Index - 1
    }

    /// Returns the diagram under `root`, in canonical order.
    pub(crate) fn finish(self, root: Index, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        Bdd::from_reduced(&self.nodes, &self.level_start, root, budget)
    }
}
