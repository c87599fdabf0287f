//! Functions as nodes of the diagram itself, for searches with layers that do not have exactly one true variable.

use std::ops::Range;

use super::table::NodeTable;
use super::{Function, Store};
use crate::budget::{Budget, Interrupted};
use crate::diagram::{Bdd, Level};

/// The decision of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// One of some consecutive variables is true: a choice is the place of a variable.
    OneOf {
        /// The first variable.
        first: Level,
        /// The number of variables.
        length: Level,
    },
    /// The value of one variable: choice 0 makes it false, choice 1 true.
    Either(Level),
}

impl Layer {
    /// Returns the number of choices.
    pub(crate) fn length(self) -> Level {
        match self {
            Layer::OneOf { length, .. } => length,
            Layer::Either(_) => 2,
        }
    }

    /// Returns the first variable.
    pub(crate) fn first(self) -> Level {
        match self {
            Layer::OneOf { first, .. } | Layer::Either(first) => first,
        }
    }

    /// Returns the variable after the last.
    pub(crate) fn end(self) -> Level {
        match self {
            Layer::OneOf { first, length } => first + length,
            Layer::Either(variable) => variable + 1,
        }
    }
}

/// The functions of layers of any kind, in the order of their variables. Variables of no layer are free.
pub(crate) struct Nodes {
    layers: Vec<Layer>,
    table: NodeTable,
    /// The last call of [`Nodes::after_false`]: its end and lower function, its first level, and its result.
    last_after_false: ((Level, Function), Level, Function),
}

/// A partially built function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Partial {
    /// The function if the variable is false, and the function if it is true; both begin as [`Function::FALSE`]. A
    /// function of [`Layer::OneOf`] begins in the same state.
    Values(Function, Function),
    /// The function from a variable of the layer on, by its place; the earlier variables are undecided.
    From(Function, u32),
}

impl Nodes {
    /// Returns a store without nodes for layers in the order of their variables.
    pub(crate) fn new(layers: Vec<Layer>, variables: usize, budget: &mut Budget<'_>) -> Result<Nodes, Interrupted> {
        budget.take(layers.len() * size_of::<Layer>())?;
        let table = NodeTable::new(variables, budget)?;
        Ok(Nodes { layers, table, last_after_false: ((0, Function::FALSE), 0, Function::FALSE) })
    }

    /// Returns the diagram of a function of the first layer.
    pub(super) fn into_bdd(self, root: Function, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        self.table.into_bdd(root, budget)
    }

    /// Returns the function in which the variables of `levels` are false and the rest is `below`.
    fn after_false(
        &mut self,
        levels: Range<Level>,
        below: Function,
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        let Range { start, end } = levels;
        // Neighbouring choices often lead to the same function.
        let (from, mut function) = match self.last_after_false {
            (known, from, function) if known == (end, below) && from >= start => (from, function),
            _ => (end, below),
        };
        budget.spend(u32::from(from - start), || 0.0)?;
        for level in (start..from).rev() {
            function = self.table.node(level, function, Function::FALSE, budget)?;
        }
        self.last_after_false = ((end, below), start, function);
        Ok(function)
    }
}

impl Store for Nodes {
    type Partial = Partial;

    const NOTHING: Partial = Partial::Values(Function::FALSE, Function::FALSE);

    fn prepend(
        &mut self,
        layer: usize,
        choice: usize,
        child: Function,
        rest: Partial,
        budget: &mut Budget<'_>,
    ) -> Result<Partial, Interrupted> {
        match (self.layers[layer], rest) {
            (Layer::OneOf { .. }, rest) if child == Function::FALSE => Ok(rest),
            (layer @ Layer::OneOf { first, .. }, rest) => {
                let level = first + choice as Level;
                let low = match rest {
                    Partial::From(rest, place) => self.after_false(level + 1..first + place as Level, rest, budget)?,
                    _ => Function::FALSE,
                };
                let high = self.after_false(level + 1..layer.end(), child, budget)?;
                Ok(Partial::From(self.table.node(level, low, high, budget)?, choice as u32))
            }
            (Layer::Either(_), Partial::Values(_, high)) if choice == 0 => Ok(Partial::Values(child, high)),
            (Layer::Either(_), _) => Ok(Partial::Values(Function::FALSE, child)),
        }
    }

    fn finish(&mut self, layer: usize, partial: Partial, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        let first = self.layers[layer].first();
        match partial {
            Partial::Values(low, high) => self.table.node(first, low, high, budget),
            Partial::From(function, place) => self.after_false(first..first + place as Level, function, budget),
        }
    }
}
