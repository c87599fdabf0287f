//! The layout of a puzzle on a grid.

use bdd_core::Variable;

/// A cell of the grid that a puzzle is drawn on, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// The row; row 0 is drawn at the top.
    pub row: usize,
    /// The column; column 0 is drawn at the left.
    pub column: usize,
}

/// A number beside the grid: how many of some variables, those of a row or a column, are true in every solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// How many.
    pub number: usize,
    /// Of which, in order.
    pub variables: Vec<Variable>,
}

/// How a puzzle is laid out: a grid of cells, and which variables lie in which.
///
/// This is for those who draw puzzles or let people point at them; the guide, explanations and hints do without.
pub trait Layout {
    /// The number of columns and of rows of the grid.
    fn grid(&self) -> (usize, usize);

    /// The cell in which a variable is drawn. Several variables may share one, such as the values of a cell.
    fn cell(&self, variable: Variable) -> Cell;

    /// What is drawn where a variable is true.
    fn symbol(&self, variable: Variable) -> char;

    /// What is drawn where a variable is true and the other cells show the letters of their regions.
    fn symbol_among_letters(&self, variable: Variable) -> char {
        self.symbol(variable)
    }

    /// What is printed in a cell in which nothing can be placed, such as a number that tells of its neighbours.
    fn clue(&self, cell: Cell) -> Option<char> {
        let _ = cell;
        None
    }

    /// The region that a cell belongs to, if the grid has regions: borders are drawn between them.
    fn region(&self, cell: Cell) -> Option<usize> {
        let _ = cell;
        None
    }

    /// A letter for a region, where regions have names: it is drawn where there is no room for borders.
    fn region_letter(&self, region: usize) -> Option<char> {
        let _ = region;
        None
    }

    /// What is written below or above a column.
    fn column_label(&self, column: usize) -> String {
        (column + 1).to_string()
    }

    /// What is written beside a row.
    fn row_label(&self, row: usize) -> String {
        (row + 1).to_string()
    }

    /// The number that stands beside a row, where the puzzle asks for another one in each.
    fn row_wanted(&self, row: usize) -> Option<&Wanted> {
        let _ = row;
        None
    }

    /// The number that stands above or below a column, where the puzzle asks for another one in each.
    fn column_wanted(&self, column: usize) -> Option<&Wanted> {
        let _ = column;
        None
    }

    /// The name of a cell, as in `d4` or `r4c7`.
    fn cell_name(&self, cell: Cell) -> String {
        self.column_label(cell.column) + &self.row_label(cell.row)
    }

    /// The cell that somebody has typed the name of.
    ///
    /// # Errors
    ///
    /// What is wrong with the name, as a clause that says what was found and what is expected.
    fn cell_named(&self, text: &str) -> Result<Cell, String> {
        let (columns, rows) = self.grid();
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column }));
        cells.into_iter().find(|&cell| self.cell_name(cell).eq_ignore_ascii_case(text)).ok_or_else(|| {
            let last = self.cell_name(Cell { row: rows.saturating_sub(1), column: columns.saturating_sub(1) });
            format!("there is no cell {text:?}: expected a name such as {last}")
        })
    }
}
