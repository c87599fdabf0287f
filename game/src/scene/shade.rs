//! The ground that a cell is drawn on: like a chessboard's, or that of its region.

use puzzle_kind::{Cell, Playable};

use crate::board::GameBoard;

/// The ground of a cell.
#[derive(Clone, Copy)]
pub struct Shade {
    /// Whether the ground is one of the light ones.
    pub light: bool,
    /// The region whose background the ground has, where palettes have any.
    pub region: Option<usize>,
}

impl Shade {
    /// The ground of a cell. Regions that have letters are anything and have backgrounds of their own; others are blocks
    /// side by side, which are light and dark in turn.
    #[must_use]
    pub fn of(board: &GameBoard, cell: Cell) -> Shade {
        let puzzle = board.puzzle();
        let region = puzzle.region(cell);
        let is_named = region.is_some_and(|region| puzzle.region_letter(region).is_some());
        let light = match region {
            Some(_) if !is_named => borders_before(puzzle, cell).is_multiple_of(2),
            _ => (cell.column + board.rows() - 1 - cell.row) % 2 == 1,
        };
        Shade { light, region: region.filter(|_| is_named) }
    }
}

/// The number of borders between the upper left corner and a cell, down and then to the right.
fn borders_before(puzzle: &dyn Playable, cell: Cell) -> usize {
    let differ = |a: Cell, b: Cell| usize::from(puzzle.region(a) != puzzle.region(b));
    let down: usize = (0..cell.row).map(|row| differ(Cell { row, column: 0 }, Cell { row: row + 1, column: 0 })).sum();
    let right: usize =
        (0..cell.column).map(|column| differ(Cell { column, ..cell }, Cell { column: column + 1, ..cell })).sum();
    down + right
}
