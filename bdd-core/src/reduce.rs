//! Building a reduced diagram level by level.

use rustc_hash::FxHashMap;

use crate::bdd::{Bdd, Index, Node, terminals};
use crate::rules::Variable;

/// A diagram under construction, from the last variable's level up to the root: equal nodes are shared and nodes
/// that decide nothing are left out.
pub(crate) struct Reduced {
    nodes: Vec<Node>,
    level_start: Vec<Index>,
    /// The nodes of the level that is being built.
    unique: FxHashMap<Node, Index>,
}

impl Reduced {
    pub(crate) fn new(variables: Variable) -> Reduced {
        let mut level_start = vec![2; usize::from(variables) + 1];
        level_start[usize::from(variables)] = 0;
        Reduced { nodes: terminals(), level_start, unique: FxHashMap::default() }
    }

    /// Goes on to a level; levels come in falling order, and those left out stay empty.
    pub(crate) fn begin_level(&mut self, level: Variable) {
        self.unique.clear();
        self.level_start[..=usize::from(level)].fill(self.nodes.len() as Index);
    }

    /// The place of a node on the current level; a new one if it decides something and was not there yet.
    ///
    /// # Panics
    ///
    /// If there are more than 2^32 nodes, for which no machine here has the memory.
    pub(crate) fn node(&mut self, node: Node) -> Index {
        if node.low == node.high {
            return node.low;
        }
        let next = Index::try_from(self.nodes.len()).expect("fewer than 2^32 nodes");
        let place = *self.unique.entry(node).or_insert(next);
        if place == next {
            self.nodes.push(node);
        }
        place
    }

    /// The same for a node that is known to decide something and to be new.
    pub(crate) fn push(&mut self, node: Node) -> Index {
        debug_assert_ne!(node.low, node.high);
        self.nodes.push(node);
        self.nodes.len() as Index - 1
    }

    /// The diagram under this root, in canonical order.
    pub(crate) fn finish(self, root: Index) -> Bdd {
        Bdd::from_reduced(&self.nodes, &self.level_start, root)
    }
}
