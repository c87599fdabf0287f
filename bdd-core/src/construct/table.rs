//! The unique table: the nodes of a diagram under construction, as in the usual BDD packages.

use super::LayerFunction;
use crate::budget::{Budget, Interrupted};
use crate::diagram::{Bdd, Index, Level, Node, terminals};
use crate::slots::{Slots, hash_of};

/// A table of the terminals and of distinct nodes, each with two different children. Children come before their
/// parents. The number of a node is the number of its function.
pub(crate) struct NodeTable {
    variables: usize,
    nodes: Vec<Node>,
    levels: Vec<Level>,
    slots: Slots,
}

impl NodeTable {
    const SLOTS: usize = 1 << 10;

    /// Returns a table with the terminals only.
    pub(crate) fn new(variables: usize, budget: &mut Budget<'_>) -> Result<NodeTable, Interrupted> {
        budget.take(NodeTable::bytes(NodeTable::SLOTS))?;
        let half = NodeTable::SLOTS / 2;
        let (mut nodes, mut levels) = (Vec::with_capacity(half), Vec::with_capacity(half));
        nodes.extend(terminals());
        levels.resize(nodes.len(), variables as Level);
        Ok(NodeTable { variables, nodes, levels, slots: Slots::new(NodeTable::SLOTS) })
    }

    /// Returns the number of bytes of a table with `slots` slots.
    fn bytes(slots: usize) -> usize {
        slots / 2 * (size_of::<Node>() + size_of::<Level>()) + Slots::bytes(slots)
    }

    /// Returns the number of nodes, terminals included.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the level of a function's root node. The level of a terminal is the number of variables.
    pub(crate) fn level(&self, function: LayerFunction) -> Level {
        self.levels[function.number()]
    }

    /// Returns the cofactors of a function by the variable of `level`, first for false, then for true. The function
    /// must not depend on a variable above `level`.
    pub(crate) fn cofactors(&self, function: LayerFunction, level: Level) -> [LayerFunction; 2] {
        if self.level(function) > level {
            return [function; 2];
        }
        let Node { low, high } = self.nodes[function.number()];
        [LayerFunction(low), LayerFunction(high)]
    }

    /// Returns the function that is `low` if the variable of `level` is false, and `high` if it is true; adds its node
    /// if it is new.
    pub(crate) fn node(
        &mut self,
        level: Level,
        low: LayerFunction,
        high: LayerFunction,
        budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted> {
        if low == high {
            return Ok(low);
        }
        let node = Node { low: low.0, high: high.0 };
        let hash = hash_of(level, low.0, high.0);
        let is = |number: u32| self.nodes[number as usize] == node && self.levels[number as usize] == level;
        let mut slot = match self.slots.find(hash, is) {
            Ok(number) => return Ok(LayerFunction(number)),
            Err(slot) => slot,
        };
        if self.nodes.len() == self.slots.capacity() {
            self.grow(budget)?;
            // The node is still absent, but the table has grown, so that the free slot for the node has moved.
            slot = self.slots.find(hash, |_| false).err().unwrap_or(slot);
        }
        let number = self.nodes.len() as Index;
        self.slots.put(slot, number);
        self.nodes.push(node);
        self.levels.push(level);
        Ok(LayerFunction(number))
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let slots = self.slots.length() * 2;
        budget.take(NodeTable::bytes(slots) - NodeTable::bytes(slots / 2))?;
        self.nodes.reserve_exact(slots / 2 - self.nodes.len());
        self.levels.reserve_exact(slots / 2 - self.levels.len());
        let NodeTable { nodes, levels, slots: numbers, .. } = self;
        let hash = |number| hash_at(levels, nodes, number);
        numbers.grow(slots, 2..nodes.len() as u32, hash, budget)
    }

    /// Drops all nodes that `root` does not reach, and renumbers the others. Returns the new number of `root`.
    pub(crate) fn keep(&mut self, root: LayerFunction, budget: &mut Budget<'_>) -> Result<LayerFunction, Interrupted> {
        budget.spend(self.nodes.len() as u32, || 0.0)?;
        let mut place: Vec<Index> = vec![0; self.nodes.len()];
        place[root.number()] = 1;
        // Parents come after their children: a backward walk visits all parents of a node before the node.
        for number in (2..=root.number()).rev() {
            if place[number] > 0 {
                let Node { low, high } = self.nodes[number];
                place[low as usize] = 1;
                place[high as usize] = 1;
            }
        }
        let mut kept = 2;
        (place[0], place[1]) = (0, 1);
        for number in 2..self.nodes.len() {
            if place[number] > 0 {
                let Node { low, high } = self.nodes[number];
                self.nodes[kept] = Node { low: place[low as usize], high: place[high as usize] };
                self.levels[kept] = self.levels[number];
                place[number] = kept as Index;
                kept += 1;
            }
        }
        self.nodes.truncate(kept);
        self.levels.truncate(kept);
        let NodeTable { nodes, levels, slots, .. } = self;
        let hash = |number| hash_at(levels, nodes, number);
        slots.grow(slots.length(), 2..kept as u32, hash, budget)?;
        Ok(LayerFunction(place[root.number()]))
    }

    /// Returns the diagram of the function `root`.
    pub(crate) fn into_bdd(self, root: LayerFunction, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        let NodeTable { variables, nodes, levels, slots } = self;
        budget.give_back(Slots::bytes(slots.length()));
        drop(slots);
        let order = size_of::<Node>() + 3 * size_of::<Index>();
        budget
            .check_memory(nodes.len().saturating_mul(order).saturating_add(variables * 2 * size_of::<Vec<Index>>()))?;
        Bdd::ordered(&nodes, |_, index| levels[index as usize], variables, root.0, budget)
    }
}

fn hash_at(levels: &[Level], nodes: &[Node], number: u32) -> u64 {
    let Node { low, high } = nodes[number as usize];
    hash_of(levels[number as usize], low, high)
}
