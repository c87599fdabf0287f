//! Functions as nodes of the diagram itself, for searches of which not every layer has one true variable.

use std::ops::Range;

use super::room::Room;
use super::slots::{Slots, hash};
use super::{Function, Store};
use crate::bdd::{Bdd, Index, Level, Node, terminals};
use crate::budget::Stopped;

/// What a layer decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// Which one of some consecutive variables is true: a choice is the place of a variable.
    OneOf {
        /// The first of the variables.
        first: Level,
        /// Their number.
        length: Level,
    },
    /// The value of one variable: choice 0 makes it false, choice 1 true.
    Either(Level),
}

impl Layer {
    /// The number of choices.
    pub(crate) fn length(self) -> Level {
        match self {
            Layer::OneOf { length, .. } => length,
            Layer::Either(_) => 2,
        }
    }

    /// The first variable.
    pub(crate) fn first(self) -> Level {
        match self {
            Layer::OneOf { first, .. } | Layer::Either(first) => first,
        }
    }

    /// The variable after the last.
    pub(crate) fn end(self) -> Level {
        match self {
            Layer::OneOf { first, length } => first + length,
            Layer::Either(variable) => variable + 1,
        }
    }
}

/// The functions of any layers in the order of their variables: nodes with two different children each, shared by a
/// table, as in the usual packages for binary decision diagrams. Variables of no layer make no difference.
pub(crate) struct Nodes {
    layers: Vec<Layer>,
    variables: usize,
    /// Both terminals, and the nodes with their levels, children before parents.
    nodes: Vec<Node>,
    levels: Vec<Level>,
    slots: Slots,
    /// The last result of [`Nodes::after_false`]: for false variables down to a level and a function below, the first
    /// level and the function.
    last_after_false: ((Level, Function), Level, Function),
}

/// A function on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Partial {
    /// Nothing was chosen yet.
    Nothing,
    /// The function that begins with a variable of the layer, by its place; the variables before it are undecided.
    From(Function, u32),
    /// The function for a true variable.
    IfTrue(Function),
    /// The functions for a false variable and a true one.
    Both(Function, Function),
}

impl Nodes {
    const SLOTS: usize = 1 << 10;

    /// No nodes yet, over layers in the order of their variables.
    pub(crate) fn new(layers: Vec<Layer>, variables: usize, room: &mut Room<'_, '_>) -> Result<Nodes, Stopped> {
        room.take(layers.len() * size_of::<Layer>() + Nodes::bytes(Nodes::SLOTS))?;
        let (mut nodes, mut levels) = (Vec::with_capacity(Nodes::SLOTS / 2), Vec::with_capacity(Nodes::SLOTS / 2));
        nodes.extend(terminals());
        levels.resize(nodes.len(), variables as Level);
        let last_after_false = ((0, Function::FALSE), 0, Function::FALSE);
        Ok(Nodes { layers, variables, nodes, levels, slots: Slots::new(Nodes::SLOTS), last_after_false })
    }

    /// What the tables take with so many slots.
    fn bytes(slots: usize) -> usize {
        slots / 2 * (size_of::<Node>() + size_of::<Level>()) + Slots::bytes(slots)
    }

    fn hash(level: Level, Node { low, high }: Node) -> u64 {
        hash(&[(u64::from(low) | u64::from(high) << 32) ^ u64::from(level).rotate_right(10)])
    }

    /// The function that decides a variable.
    fn node(
        &mut self,
        level: Level,
        low: Function,
        high: Function,
        room: &mut Room<'_, '_>,
    ) -> Result<Function, Stopped> {
        if low == high {
            return Ok(low);
        }
        let node = Node { low: low.0, high: high.0 };
        let hash = Nodes::hash(level, node);
        let is = |number: u32| self.nodes[number as usize] == node && self.levels[number as usize] == level;
        let mut slot = match self.slots.find(hash, is) {
            Ok(number) => return Ok(Function(number)),
            Err(slot) => slot,
        };
        if self.nodes.len() == self.slots.capacity() {
            self.grow(room)?;
            // Still not there, but elsewhere.
            slot = self.slots.find(hash, |_| false).err().unwrap_or(slot);
        }
        let number = self.nodes.len() as Index;
        self.slots.put(slot, number);
        self.nodes.push(node);
        self.levels.push(level);
        Ok(Function(number))
    }

    #[cold]
    fn grow(&mut self, room: &mut Room<'_, '_>) -> Result<(), Stopped> {
        let slots = self.slots.length() * 2;
        room.take(Nodes::bytes(slots) - Nodes::bytes(slots / 2))?;
        self.nodes.reserve_exact(slots / 2 - self.nodes.len());
        self.levels.reserve_exact(slots / 2 - self.levels.len());
        let Nodes { nodes, levels, slots: numbers, .. } = self;
        let hash = |number| Nodes::hash(levels[number as usize], nodes[number as usize]);
        numbers.grow(slots, 2..nodes.len() as u32, hash, room)
    }

    /// The function for false variables on these levels, and this function below them.
    fn after_false(
        &mut self,
        levels: Range<Level>,
        below: Function,
        room: &mut Room<'_, '_>,
    ) -> Result<Function, Stopped> {
        let Range { start, end } = levels;
        // Neighbouring choices often lead to the same function.
        let (from, mut function) = match self.last_after_false {
            (known, from, function) if known == (end, below) && from >= start => (from, function),
            _ => (end, below),
        };
        room.spend(u32::from(from - start))?;
        for level in (start..from).rev() {
            function = self.node(level, function, Function::FALSE, room)?;
        }
        self.last_after_false = ((end, below), start, function);
        Ok(function)
    }
}

impl Store for Nodes {
    type Partial = Partial;

    const NOTHING: Partial = Partial::Nothing;

    fn prepend(
        &mut self,
        layer: usize,
        choice: usize,
        child: Function,
        rest: Partial,
        room: &mut Room<'_, '_>,
    ) -> Result<Partial, Stopped> {
        match (self.layers[layer], rest) {
            (Layer::OneOf { .. }, rest) if child == Function::FALSE => Ok(rest),
            (layer @ Layer::OneOf { first, .. }, rest) => {
                let level = first + choice as Level;
                let low = match rest {
                    Partial::From(rest, place) => self.after_false(level + 1..first + place as Level, rest, room)?,
                    _ => Function::FALSE,
                };
                let high = self.after_false(level + 1..layer.end(), child, room)?;
                Ok(Partial::From(self.node(level, low, high, room)?, choice as u32))
            }
            (Layer::Either(_), _) if choice == 1 => Ok(Partial::IfTrue(child)),
            (Layer::Either(_), Partial::IfTrue(high)) => Ok(Partial::Both(child, high)),
            (Layer::Either(_), _) => Ok(Partial::Both(child, Function::FALSE)),
        }
    }

    fn finish(&mut self, layer: usize, partial: Partial, room: &mut Room<'_, '_>) -> Result<Function, Stopped> {
        let first = self.layers[layer].first();
        match partial {
            Partial::Nothing => Ok(Function::FALSE),
            Partial::From(function, place) => self.after_false(first..first + place as Level, function, room),
            Partial::IfTrue(high) => self.node(first, Function::FALSE, high, room),
            Partial::Both(low, high) => self.node(first, low, high, room),
        }
    }

    fn into_bdd(self, root: Function, mut room: Room<'_, '_>) -> Result<Bdd, Stopped> {
        let Nodes { variables, nodes, levels, slots, .. } = self;
        room.give_back(Slots::bytes(slots.length()));
        drop(slots);
        let order = size_of::<Node>() + 3 * size_of::<Index>();
        room.check(nodes.len().saturating_mul(order).saturating_add(variables * 2 * size_of::<Vec<Index>>()))?;
        Bdd::ordered(&nodes, |_, index| levels[index as usize], variables, root.0, room.budget)
    }
}
