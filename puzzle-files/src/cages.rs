//! Cages: groups of cells that a rule of a puzzle file lists, drawn with borders around them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::board::FileBoard;

/// A group of cells that a rule of the file lists, with the bounds of the rule, and a short text to print in the group,
/// such as `2`.
#[derive(Clone, Debug)]
pub(crate) struct Cage {
    pub(crate) name: String,
    pub(crate) bounds: RangeInclusive<usize>,
    pub(crate) cells: Vec<usize>,
    pub(crate) text: String,
}

/// The cages that a board draws with borders. A board with regions draws no cages, since the borders of cages and of
/// regions would look the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cages {
    /// The index of the cage of each cell; empty if the board draws no cages.
    of: Vec<Option<usize>>,
    /// The texts of the cages by their first cells.
    texts: BTreeMap<usize, String>,
}

impl Cages {
    /// Arranges cages on a board. Borders can show the cages only if the board is a grid without regions, no two cages
    /// overlap, and each cage is connected along the sides of its cells. Otherwise the result has no cages.
    pub(crate) fn on(board: &FileBoard, cages: &[Cage]) -> Cages {
        let mut of = vec![None; board.cells()];
        if board.is_list || !board.letters.is_empty() || cages.is_empty() {
            return Cages::default();
        }
        for (index, cage) in cages.iter().enumerate() {
            if cage.cells.iter().any(|&cell| of[cell].is_some()) || !is_connected(board, &cage.cells) {
                return Cages::default();
            }
            cage.cells.iter().for_each(|&cell| of[cell] = Some(index));
        }
        let first = |cage: &Cage| Some((*cage.cells.iter().min()?, cage.text.clone()));
        Cages { of, texts: cages.iter().filter_map(first).filter(|(_, text)| !text.is_empty()).collect() }
    }

    /// Returns the index of the cage that contains a cell; `None` if no drawn cage contains it.
    pub(crate) fn of(&self, cell: usize) -> Option<usize> {
        self.of.get(cell).copied().flatten()
    }

    /// Returns the text of the cage whose first cell is `cell`; `None` if no cage begins there.
    pub(crate) fn text(&self, cell: usize) -> Option<&str> {
        self.texts.get(&cell).map(String::as_str)
    }
}

/// Returns `true` if a path along sides, within `cells`, connects any two of the cells.
fn is_connected(board: &FileBoard, cells: &[usize]) -> bool {
    let is_beside = |a: usize, b: usize| {
        let (a, b) = (board.position(a), board.position(b));
        a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1
    };
    let (mut reached, mut left) = match cells {
        [first, rest @ ..] => (vec![*first], rest.to_vec()),
        [] => return false,
    };
    while let Some(cell) = reached.pop() {
        reached.extend(left.extract_if(.., |other| is_beside(cell, *other)));
    }
    left.is_empty()
}
