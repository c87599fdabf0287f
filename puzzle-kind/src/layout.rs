//! The layout of a puzzle on a grid.

use puzzle_core::Variable;

use crate::input::BadArgument;

/// A cell of the grid that a puzzle is drawn on, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// The row; row 0 is drawn at the top.
    pub row: usize,
    /// The column; column 0 is drawn at the left.
    pub column: usize,
}

/// A number beside the grid: the count of true variables of a row or a column in every solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideClue {
    /// The count.
    pub number: usize,
    /// The variables of the row or column, in order.
    pub variables: Vec<Variable>,
}

/// The layout of a puzzle: a grid of cells, and the cell of each variable.
///
/// Front ends draw puzzles by it, and find the cell under a pointer; the guide, explanations and hints do without.
#[expect(unused_variables, reason = "many defaults do not depend on what they are asked of")]
pub trait Layout {
    /// Returns the numbers of columns and of rows of the grid.
    fn grid(&self) -> (usize, usize);

    /// Returns the cell in which a variable is drawn. Several variables may share a cell, as the values of a Sudoku do.
    fn cell(&self, variable: Variable) -> Cell;

    /// Returns the character of a true variable.
    fn symbol(&self, variable: Variable) -> char;

    /// Returns the character of a true variable in a drawing whose other cells show the letters of their regions.
    fn symbol_among_letters(&self, variable: Variable) -> char {
        self.symbol(variable)
    }

    /// Returns the clue printed in a cell that takes no piece, such as the number of pieces beside it.
    fn clue(&self, cell: Cell) -> Option<char> {
        None
    }

    /// Returns the region of a cell, if the grid has regions: borders are drawn between them.
    fn region(&self, cell: Cell) -> Option<usize> {
        None
    }

    /// Returns the letter of a region, if regions have names: it is drawn where there is no room for borders.
    fn region_letter(&self, region: usize) -> Option<char> {
        None
    }

    /// Returns the label below or above a column.
    fn column_label(&self, column: usize) -> String {
        (column + 1).to_string()
    }

    /// Returns the label beside a row.
    fn row_label(&self, row: usize) -> String {
        (row + 1).to_string()
    }

    /// Returns the number beside a row, if the puzzle asks for its own number in each.
    fn row_clue(&self, row: usize) -> Option<&SideClue> {
        None
    }

    /// Returns the number above or below a column, if the puzzle asks for its own number in each.
    fn column_clue(&self, column: usize) -> Option<&SideClue> {
        None
    }

    /// Returns the name of a cell, as in `d4` or `r4c7`.
    fn cell_name(&self, cell: Cell) -> String {
        self.column_label(cell.column) + &self.row_label(cell.row)
    }

    /// Returns the cell with a typed name.
    ///
    /// # Errors
    ///
    /// [`BadArgument`] if no cell has the name.
    fn cell_named(&self, text: &str) -> Result<Cell, BadArgument> {
        let (columns, rows) = self.grid();
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column }));
        cells.into_iter().find(|&cell| self.cell_name(cell).eq_ignore_ascii_case(text)).ok_or_else(|| {
            let last = self.cell_name(Cell { row: rows.saturating_sub(1), column: columns.saturating_sub(1) });
            format!("there is no cell {text:?}: expected a name such as {last}").into()
        })
    }
}
