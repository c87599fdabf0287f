//! Construction of a reduced diagram, from the last level up.

use std::marker::PhantomData;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, Index, Level, Node, TRUE, terminals};
use crate::reduction::Reduction;

/// A diagram under construction, from the last variable's level up to the root, without equal nodes and without
/// redundant nodes.
///
/// Most nodes are the first parent of one of their children. Such a node equals no earlier node, and a later equal node
/// has the same child: so the child stores its first parent, and only the few other nodes need a hash table.
pub(crate) struct Reduced<R> {
    nodes: Vec<Node>,
    level_start: Vec<Index>,
    /// The index of the first node of the level under construction.
    begin: Index,
    /// For each node, its first parent; `NOBODY` if it has no parent yet.
    first_parent: Vec<Index>,
    /// The nodes of the level under construction that are not the first parent of either child, with their indices.
    others: FxHashMap<Node, Index>,
    reduction: PhantomData<R>,
}

const NOBODY: Index = Index::MAX;

impl<R: Reduction> Reduced<R> {
    pub(crate) fn new(variables: Level) -> Self {
        let mut level_start = vec![2; usize::from(variables) + 1];
        level_start[usize::from(variables)] = 0;
        Reduced {
            nodes: terminals(),
            level_start,
            begin: 2,
            first_parent: vec![NOBODY; 2],
            others: FxHashMap::default(),
            reduction: PhantomData,
        }
    }

    /// Returns the number of nodes so far, terminals included.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Begins a level. Every level must begin, from the last level to the first, even if it has no nodes.
    pub(crate) fn begin_level(&mut self, level: Level) {
        self.others.clear();
        self.begin = self.nodes.len() as Index;
        self.level_start[usize::from(level)] = self.begin;
    }

    /// Returns the index of a node on the current level, and adds the node if it is new. For a redundant node, returns
    /// the child that replaces the node.
    pub(crate) fn node(&mut self, node: Node) -> Index {
        if let Some(child) = R::replacement(node) {
            return child;
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
        debug_assert_eq!(R::replacement(node), None);
        self.nodes.push(node);
        self.first_parent.push(NOBODY);
        self.nodes.len() as Index - 1
    }

    /// Returns the diagram of all nodes. Each level must have at most one node: then the nodes are already in canonical
    /// order.
    pub(crate) fn into_canonical(self) -> DecisionDiagram<R> {
        match self.nodes.len() {
            2 => DecisionDiagram::terminal(self.level_start.len() - 1, true),
            _ => DecisionDiagram::from_canonical(self.nodes, self.level_start),
        }
    }

    /// Returns the diagram under `root`, in canonical order.
    pub(crate) fn finish(&self, root: Index, budget: &mut Budget<'_>) -> Result<DecisionDiagram<R>, Interrupted> {
        DecisionDiagram::from_reduced(&self.nodes, &self.level_start, root, budget)
    }
}
