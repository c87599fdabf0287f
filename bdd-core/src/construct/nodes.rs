//! Functions as nodes of the diagram itself, for searches in which some layers are single variables that may be false.

use std::ops::Range;

use super::table::NodeTable;
use super::{LayerFunction, Store};
use crate::budget::{Budget, Interrupted};
use crate::diagram::{Bdd, Level};

/// A layer of the search: the variables that are decided together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// Consecutive variables, exactly one of which is true. A choice is the place of this variable, counted from 0.
    OneOf {
        /// The first variable of the layer.
        first: Level,
        /// The number of variables of the layer.
        length: Level,
    },
    /// One variable, which may be false or true: choice 0 makes it false, choice 1 true.
    Either(Level),
}

impl Layer {
    /// Returns the number of choices of the layer.
    pub(crate) fn length(self) -> Level {
        match self {
            Layer::OneOf { length, .. } => length,
            Layer::Either(_) => 2,
        }
    }

    /// Returns the first variable of the layer.
    pub(crate) fn first(self) -> Level {
        match self {
            Layer::OneOf { first, .. } | Layer::Either(first) => first,
        }
    }

    /// Returns the number of the last variable, plus 1.
    pub(crate) fn end(self) -> Level {
        match self {
            Layer::OneOf { first, length } => first + length,
            Layer::Either(variable) => variable + 1,
        }
    }
}

/// A [`Store`] for layers of any kind, which are in the order of their variables. Variables of no layer are free.
pub(crate) struct Nodes {
    layers: Vec<Layer>,
    table: NodeTable,
    /// The last call of [`Nodes::after_false`], as `((end, below), start, result)`: its arguments were the levels
    /// `start..end` and the function `below`.
    last_after_false: ((Level, LayerFunction), Level, LayerFunction),
}

/// A partially built function of a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Partial {
    /// For [`Layer::Either`]: the function that follows if the variable is false, and the function that follows if it
    /// is true. Each is [`LayerFunction::FALSE`] until its choice is added. A function of [`Layer::OneOf`] without
    /// choices has the same form.
    Values(LayerFunction, LayerFunction),
    /// For [`Layer::OneOf`]: a function, and its first choice, as a place in the layer. The function is over the
    /// variables from this place on. Earlier choices may still be added.
    From(LayerFunction, u32),
}

impl Nodes {
    /// Returns a store for `layers`, which are in the order of their variables. The store has no nodes yet.
    pub(crate) fn new(layers: Vec<Layer>, variables: usize, budget: &mut Budget<'_>) -> Result<Nodes, Interrupted> {
        budget.take(layers.len() * size_of::<Layer>())?;
        let table = NodeTable::new(variables, budget)?;
        Ok(Nodes { layers, table, last_after_false: ((0, LayerFunction::FALSE), 0, LayerFunction::FALSE) })
    }

    /// Returns the diagram of a function of the first layer.
    pub(super) fn into_bdd(self, root: LayerFunction, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        self.table.into_bdd(root, budget)
    }

    /// Returns the conjunction of `below` with the negations of all variables of `levels`, which lie above `below`.
    fn after_false(
        &mut self,
        levels: Range<Level>,
        below: LayerFunction,
        budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted> {
        let Range { start, end } = levels;
        // Neighbouring choices often lead to the same function, so that the nodes of the last call can be used again.
        let (from, mut function) = match self.last_after_false {
            (known, from, function) if known == (end, below) && from >= start => (from, function),
            _ => (end, below),
        };
        budget.spend(u32::from(from - start), || 0.0)?;
        for level in (start..from).rev() {
            function = self.table.node(level, function, LayerFunction::FALSE, budget)?;
        }
        self.last_after_false = ((end, below), start, function);
        Ok(function)
    }
}

impl Store for Nodes {
    type Partial = Partial;

    const NOTHING: Partial = Partial::Values(LayerFunction::FALSE, LayerFunction::FALSE);

    fn prepend(
        &mut self,
        layer: usize,
        choice: usize,
        child: LayerFunction,
        rest: Partial,
        budget: &mut Budget<'_>,
    ) -> Result<Partial, Interrupted> {
        match (self.layers[layer], rest) {
            (Layer::OneOf { .. }, rest) if child == LayerFunction::FALSE => Ok(rest),
            (layer @ Layer::OneOf { first, .. }, rest) => {
                let level = first + choice as Level;
                let low = match rest {
                    Partial::From(rest, place) => self.after_false(level + 1..first + place as Level, rest, budget)?,
                    _ => LayerFunction::FALSE,
                };
                let high = self.after_false(level + 1..layer.end(), child, budget)?;
                Ok(Partial::From(self.table.node(level, low, high, budget)?, choice as u32))
            }
            (Layer::Either(_), Partial::Values(_, high)) if choice == 0 => Ok(Partial::Values(child, high)),
            (Layer::Either(_), _) => Ok(Partial::Values(LayerFunction::FALSE, child)),
        }
    }

    fn finish(
        &mut self,
        layer: usize,
        partial: Partial,
        budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted> {
        let first = self.layers[layer].first();
        match partial {
            Partial::Values(low, high) => self.table.node(first, low, high, budget),
            Partial::From(function, place) => self.after_false(first..first + place as Level, function, budget),
        }
    }
}
