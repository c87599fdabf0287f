//! [`Shape`], the shape of a Sudoku: the number of rows and of columns of its blocks.

use std::fmt;
use std::str::FromStr;

/// The number of a cell. Cells are numbered from 0 at the upper left, row by row.
pub type CellIndex = u16;

/// The shape of a Sudoku, given by the rows and columns of its blocks.
///
/// Blocks of R rows and C columns make R * C values, and the same number of rows, columns and blocks.
///
/// ```
/// use sudoku_guide::Shape;
///
/// let shape: Shape = "2x3".parse()?;
/// assert_eq!((shape.n(), shape.cells()), (6, 36));
/// // The last cell of the second row is in the second block.
/// assert_eq!((shape.row(11), shape.column(11), shape.block(11)), (1, 5, 1));
/// assert_eq!(Shape::of_values(9), Some(Shape::NINE));
/// # Ok::<(), sudoku_guide::BadShape>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u8,
    columns: u8,
}

/// The error for a text, or for numbers, that stand for no [`Shape`].
///
/// ```
/// let error = "3x9".parse::<sudoku_guide::Shape>().unwrap_err();
/// assert_eq!(error.to_string(), "expected ROWSxCOLUMNS of a block such as 3x3 or 2x3, each from 1 to 5, found \"3x9\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected ROWSxCOLUMNS of a block such as 3x3 or 2x3, each from 1 to {max}, found {found:?}", max = Shape::MAX)]
pub struct BadShape {
    found: String,
}

impl Shape {
    /// The maximum number of rows and of columns of a block.
    pub const MAX: usize = 5;

    /// The usual shape with 9 x 9 cells.
    pub const NINE: Shape = Shape { rows: 3, columns: 3 };

    /// Returns the shape with blocks of these numbers of rows and columns.
    ///
    /// # Errors
    ///
    /// [`BadShape`] unless `rows` and `columns` are from 1 to [`Shape::MAX`].
    pub fn new(rows: usize, columns: usize) -> Result<Shape, BadShape> {
        let fits = |length: usize| (1..=Shape::MAX).contains(&length);
        if fits(rows) && fits(columns) {
            Ok(Shape { rows: rows as u8, columns: columns as u8 })
        } else {
            Err(BadShape { found: format!("{rows}x{columns}") })
        }
    }

    /// Returns the usual shape for `n` values: its blocks are as square as possible, and at least as wide as high.
    /// Returns `None` if such blocks would have a single row, or too many columns.
    #[must_use]
    pub fn of_values(n: usize) -> Option<Shape> {
        let mut shapes = (1..=Shape::MAX).filter(|&rows| n.is_multiple_of(rows)).map(|rows| (rows, n / rows));
        let (rows, columns) = shapes.rfind(|(rows, columns)| rows <= columns)?;
        if rows == 1 && n > 1 { None } else { Shape::new(rows, columns).ok() }
    }

    /// Returns the number of rows of a block.
    #[must_use]
    pub fn block_rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Returns the number of columns of a block.
    #[must_use]
    pub fn block_columns(self) -> usize {
        usize::from(self.columns)
    }

    /// Returns the number of values, which is also the number of rows, of columns and of blocks.
    #[must_use]
    pub fn n(self) -> usize {
        self.block_rows() * self.block_columns()
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cells(self) -> usize {
        self.n() * self.n()
    }

    /// Returns the cell in a row and a column, both counted from 0 at the upper left.
    pub(crate) fn cell(self, row: usize, column: usize) -> CellIndex {
        (row * self.n() + column) as CellIndex
    }

    /// Returns the row of a cell, from 0 at the top.
    #[must_use]
    pub fn row(self, cell: CellIndex) -> usize {
        usize::from(cell) / self.n()
    }

    /// Returns the column of a cell, from 0 at the left.
    #[must_use]
    pub fn column(self, cell: CellIndex) -> usize {
        usize::from(cell) % self.n()
    }

    /// Returns the block of a cell, from 0 at the upper left, row by row.
    #[must_use]
    pub fn block(self, cell: CellIndex) -> usize {
        // The number of blocks side by side equals the number of rows of a block.
        self.row(cell) / self.block_rows() * self.block_rows() + self.column(cell) / self.block_columns()
    }

    /// Converts a cell to its position in the order of the variables. The same function converts a position to its
    /// cell.
    ///
    /// The order is row by row or, if blocks are wider than high, column by column. In the order column by column, the
    /// diagram of the empty 6 x 6 grid with blocks of 2 x 3 has a third of the nodes that it has row by row.
    pub(crate) fn transposed(self, cell: CellIndex) -> CellIndex {
        if self.rows < self.columns { self.cell(self.column(cell), self.row(cell)) } else { cell }
    }

    /// Returns the name of a cell, such as `r4c7` for row 4 from the top and column 7 from the left.
    pub(crate) fn cell_name(self, cell: CellIndex) -> String {
        format!("r{}c{}", self.row(cell) + 1, self.column(cell) + 1)
    }

    /// Returns the houses of a cell: its row, its column and its block, as indices into [`Shape::houses`].
    pub(crate) fn houses_of(self, cell: CellIndex) -> [usize; 3] {
        [self.row(cell), self.n() + self.column(cell), 2 * self.n() + self.block(cell)]
    }

    /// Returns the cells of every house: of the rows, then of the columns, then of the blocks.
    pub(crate) fn houses(self) -> Vec<Vec<CellIndex>> {
        let mut houses = vec![Vec::with_capacity(self.n()); 3 * self.n()];
        for cell in 0..self.cells() as CellIndex {
            self.houses_of(cell).into_iter().for_each(|house| houses[house].push(cell));
        }
        houses
    }

    /// Returns the name of a house, such as `row 4`.
    pub(crate) fn house_name(self, house: usize) -> String {
        format!("{} {}", ["row", "column", "block"][house / self.n()], house % self.n() + 1)
    }
}

/// Returns the character of a value: `1` to `9`, then `A` for 10 and so on, and `.` for 0, an open cell.
pub(crate) fn symbol(value: u8) -> char {
    match value {
        0 => '.',
        1..=9 => char::from(b'0' + value),
        _ => char::from(b'A' + value - 10),
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Shape {
    type Err = BadShape;

    fn from_str(text: &str) -> Result<Shape, BadShape> {
        let bad = || BadShape { found: text.to_owned() };
        let (rows, columns) = text.split_once(['x', 'X']).ok_or_else(bad)?;
        let length = |text: &str| text.parse().map_err(|_| bad());
        Shape::new(length(rows)?, length(columns)?).map_err(|_| bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_values_tells_the_usual_block() {
        let guesses = [1, 4, 6, 8, 9, 10, 12, 15, 16, 20, 25].map(|n| Shape::of_values(n).unwrap().to_string());
        assert_eq!(guesses, ["1x1", "2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "3x5", "4x4", "4x5", "5x5"]);
        for n in [0, 2, 3, 5, 7, 11, 14, 18, 26, 81] {
            assert_eq!(Shape::of_values(n), None, "{n}");
        }
    }

    #[test]
    fn a_shape_is_read_as_it_is_written() {
        for rows in 1..=5 {
            for columns in 1..=5 {
                let shape = Shape::new(rows, columns).unwrap();
                assert_eq!(shape.to_string().parse(), Ok(shape));
            }
        }
        for text in ["", "3", "3x", "x3", "0x3", "6x1", "3x3x3", "-1x3", "3 x 3"] {
            assert!(text.parse::<Shape>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_house_has_every_cell_once() {
        for (rows, columns) in [(1, 1), (2, 3), (3, 2), (1, 4), (5, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let n = shape.n();
            let houses = shape.houses();
            assert_eq!(houses.len(), 3 * n);
            for family in houses.chunks(n) {
                assert!(family.iter().all(|house| house.len() == n));
                let mut cells = family.concat();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..shape.cells() as CellIndex));
            }
            let block = &houses[2 * n];
            assert_eq!(shape.row(*block.last().unwrap()) + 1, rows);
            assert_eq!(shape.column(*block.last().unwrap()) + 1, columns);
        }
    }
}
