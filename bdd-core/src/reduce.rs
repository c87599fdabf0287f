//! Building a reduced diagram level by level.

use rustc_hash::FxHashMap;

use crate::bdd::{Bdd, Index, Level, Node, TRUE, terminals};
use crate::budget::{Budget, Interrupted};

/// A diagram under construction, from the last variable's level up to the root: equal nodes are shared and nodes
/// that decide nothing are left out.
///
/// Most nodes are the first to refer to one of their children. Such a node equals none before it, and whoever equals
/// it later refers to that child as well: so the child remembers it, and only the few other nodes need a table.
pub(crate) struct Reduced {
    nodes: Vec<Node>,
    level_start: Vec<Index>,
    /// Where the level that is being built begins.
    begin: Index,
    /// For each node the first that referred to it; `NOBODY` if none did.
    first_parent: Vec<Index>,
    /// The nodes of the level that is being built that are nobody's first parent.
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

    /// Goes on to a level; levels come in falling order, and those left out stay empty.
    pub(crate) fn begin_level(&mut self, level: Level) {
        self.others.clear();
        self.begin = self.nodes.len() as Index;
        self.level_start[..=usize::from(level)].fill(self.begin);
    }

    /// The place of a node on the current level; a new one if it decides something and was not there yet.
    pub(crate) fn node(&mut self, node: Node) -> Index {
        if node.low == node.high {
            return node.low;
        }
        let next =
            Index::try_from(self.nodes.len()).expect("fewer than 2^32 nodes, for which no machine has the memory");
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

    /// Adds a node that is known to decide something and to be new.
    pub(crate) fn push(&mut self, node: Node) -> Index {
        debug_assert_ne!(node.low, node.high);
        self.nodes.push(node);
        self.first_parent.push(NOBODY);
        self.nodes.len() as Index - 1
    }

    /// The diagram under this root, in canonical order.
    pub(crate) fn finish(self, root: Index, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        Bdd::from_reduced(&self.nodes, &self.level_start, root, budget)
    }
}
