//! All solutions by a depth-first search.

use std::ops::ControlFlow;

use bdd_core::{Budget, Stopped};

use crate::field::Field;
use crate::shape::Cell;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All solutions were visited.
    Complete,
    /// Whoever received the solutions had enough.
    Stopped,
    /// So many search nodes did not suffice.
    GivenUp,
}

/// Visits the solutions of a settled field, each once, with at most so many search nodes. `pick` chooses among the
/// values of a cell the one to try first.
///
/// The cell with the fewest values is decided first, and simple conclusions are drawn after every decision. The depth of
/// the search is at most the number of cells.
///
/// # Errors
///
/// [`Stopped`] if the budget does not suffice.
pub(crate) fn search(
    field: &Field,
    nodes: u64,
    pick: &mut dyn FnMut(u32) -> u32,
    visit: &mut dyn FnMut(&Field) -> ControlFlow<()>,
    budget: &mut Budget<'_>,
) -> Result<End, Stopped> {
    match (Search { nodes, pick, visit }).below(field, budget)? {
        ControlFlow::Continue(()) => Ok(End::Complete),
        ControlFlow::Break(end) => Ok(end),
    }
}

/// The lowest value first.
pub(crate) fn lowest(values: u32) -> u32 {
    values & values.wrapping_neg()
}

struct Search<'a> {
    /// The search nodes left.
    nodes: u64,
    pick: &'a mut dyn FnMut(u32) -> u32,
    visit: &'a mut dyn FnMut(&Field) -> ControlFlow<()>,
}

impl Search<'_> {
    fn below(&mut self, field: &Field, budget: &mut Budget<'_>) -> Result<ControlFlow<End>, Stopped> {
        let Some(cell): Option<Cell> = field.narrowest() else {
            return Ok((self.visit)(field).map_break(|()| End::Stopped));
        };
        let mut values = field.candidates(cell);
        while values != 0 {
            let Some(left) = self.nodes.checked_sub(1) else { return Ok(ControlFlow::Break(End::GivenUp)) };
            self.nodes = left;
            budget.spend(field.steps(), || 0.0)?;
            let value = (self.pick)(values);
            values &= !value;
            if let Ok(child) = field.with(cell, value)
                && let end @ ControlFlow::Break(_) = self.below(&child, budget)?
            {
                return Ok(end);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
