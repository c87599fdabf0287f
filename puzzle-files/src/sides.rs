//! The numbers beside rows and columns.

use std::collections::BTreeMap;

use bdd_core::{Literal, Variable};
use puzzle_kind::Wanted;

use crate::board::{Board, Group};

/// The numbers beside the rows and the columns of a grid, where a file lists one for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides {
    pub(crate) rows: BTreeMap<usize, Wanted>,
    pub(crate) columns: BTreeMap<usize, Wanted>,
}

impl Sides {
    /// Notes how many of these variables are wanted in a group of cells, if it is a whole row or column that has no number yet.
    pub(crate) fn note(&mut self, board: &Board, group: &Group, number: usize, literals: &[Literal]) {
        let Some(&first) = group.cells.first() else { return };
        let [row, column] = [first / board.columns, first % board.columns];
        let is_all = |cells: &mut dyn Iterator<Item = usize>| cells.eq(group.cells.iter().copied());
        let of_row = is_all(&mut (row * board.columns..(row + 1) * board.columns));
        let place = match of_row {
            _ if board.is_list => return,
            true => self.rows.entry(row),
            false if is_all(&mut (column..board.cells()).step_by(board.columns)) => self.columns.entry(column),
            false => return,
        };
        let mut variables: Vec<Variable> = literals.iter().map(|literal| literal.variable).collect();
        variables.sort_unstable();
        place.or_insert(Wanted { number, variables });
    }
}
