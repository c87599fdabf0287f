//! Grounds: the backgrounds of cells, in the pattern of a chessboard, of blocks or of regions.

use puzzle_kind::{Cell, Playable};

use crate::board::GameBoard;

/// The background of a cell; faces (user interfaces) choose the colours.
#[derive(Clone, Copy)]
pub struct Shade {
    /// `true` for a light background.
    pub light: bool,
    /// The region of the cell if it is named by a letter, and so has a background of its own; otherwise `None`.
    pub region: Option<usize>,
}

impl Shade {
    /// Returns the background of a cell. Regions without names, such as the blocks of a Sudoku, are light and dark in
    /// turn. On other boards, the cells are light and dark in turn as on a chessboard.
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

/// Returns the number of borders between regions on the path from the upper left corner down to the row of `cell`, then
/// right to `cell`.
fn borders_before(puzzle: &dyn Playable, cell: Cell) -> usize {
    let differ = |a: Cell, b: Cell| usize::from(puzzle.region(a) != puzzle.region(b));
    let down: usize = (0..cell.row).map(|row| differ(Cell { row, column: 0 }, Cell { row: row + 1, column: 0 })).sum();
    let right: usize =
        (0..cell.column).map(|column| differ(Cell { column, ..cell }, Cell { column: column + 1, ..cell })).sum();
    down + right
}
