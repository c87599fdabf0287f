//! The shape of a puzzle: how many rows and columns its blocks have.

use std::fmt;
use std::str::FromStr;

/// A cell, numbered row by row from the top, from 0.
pub type CellIndex = u16;

/// The shape of a Sudoku: its blocks have `rows` rows and `columns` columns, so that there are `rows * columns` values,
/// and as many rows, columns and blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u8,
    columns: u8,
}

/// A block that no puzzle here has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a block is ROWSxCOLUMNS such as 3x3 or 2x3, with 1 to {most} of each, not {found:?}", most = Shape::MAX)]
pub struct BadShape {
    found: String,
}

impl Shape {
    /// The most rows and the most columns of a block.
    pub const MAX: usize = 5;

    /// The usual 9 x 9.
    pub const NINE: Shape = Shape { rows: 3, columns: 3 };

    /// The shape with blocks of so many rows and columns.
    ///
    /// # Errors
    ///
    /// [`BadShape`] unless both are from 1 to [`Shape::MAX`].
    pub fn new(rows: usize, columns: usize) -> Result<Shape, BadShape> {
        let fits = |length: usize| (1..=Shape::MAX).contains(&length);
        if fits(rows) && fits(columns) {
            Ok(Shape { rows: rows as u8, columns: columns as u8 })
        } else {
            Err(BadShape { found: format!("{rows}x{columns}") })
        }
    }

    /// The shape that people mean by so many values: blocks as square as can be, lying rather than standing. `None`
    /// where there is no block of more than one row.
    #[must_use]
    pub fn of_values(n: usize) -> Option<Shape> {
        let mut shapes = (1..=Shape::MAX).filter(|&rows| n.is_multiple_of(rows)).map(|rows| (rows, n / rows));
        let (rows, columns) = shapes.rfind(|(rows, columns)| rows <= columns)?;
        if rows == 1 && n > 1 { None } else { Shape::new(rows, columns).ok() }
    }

    /// The rows of a block.
    #[must_use]
    pub fn block_rows(self) -> usize {
        usize::from(self.rows)
    }

    /// The columns of a block.
    #[must_use]
    pub fn block_columns(self) -> usize {
        usize::from(self.columns)
    }

    /// The number of values, and of rows, columns and blocks.
    #[must_use]
    pub fn n(self) -> usize {
        self.block_rows() * self.block_columns()
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(self) -> usize {
        self.n() * self.n()
    }

    /// The cell on a row and a column, both counted from 0 at the upper left.
    pub(crate) fn cell(self, row: usize, column: usize) -> CellIndex {
        (row * self.n() + column) as CellIndex
    }

    /// A cell's row, from 0.
    #[must_use]
    pub fn row(self, cell: CellIndex) -> usize {
        usize::from(cell) / self.n()
    }

    /// A cell's column, from 0.
    #[must_use]
    pub fn column(self, cell: CellIndex) -> usize {
        usize::from(cell) % self.n()
    }

    /// A cell's block, from 0 at the upper left and then row by row.
    #[must_use]
    pub fn block(self, cell: CellIndex) -> usize {
        // A band of blocks has as many blocks as a block has rows.
        self.row(cell) / self.block_rows() * self.block_rows() + self.column(cell) / self.block_columns()
    }

    /// The cell's place in the order in which cells are decided; of such a place, the cell.
    ///
    /// Rows come one after the other, or columns where blocks are wider than high. Along the side on which there are
    /// more blocks fewer different remainders are met: the diagram of the empty 6 x 6 has a third of the nodes then.
    pub(crate) fn turned(self, cell: CellIndex) -> CellIndex {
        if self.rows < self.columns { self.cell(self.column(cell), self.row(cell)) } else { cell }
    }

    /// A cell's name, such as `r4c7`: row 4 from the top, column 7 from the left.
    pub(crate) fn cell_name(self, cell: CellIndex) -> String {
        format!("r{}c{}", self.row(cell) + 1, self.column(cell) + 1)
    }

    /// The houses that a cell is in: its row, its column and its block.
    pub(crate) fn houses_of(self, cell: CellIndex) -> [usize; 3] {
        [self.row(cell), self.n() + self.column(cell), 2 * self.n() + self.block(cell)]
    }

    /// The cells of every house: of the rows, then of the columns, then of the blocks.
    pub(crate) fn houses(self) -> Vec<Vec<CellIndex>> {
        let mut houses = vec![Vec::with_capacity(self.n()); 3 * self.n()];
        for cell in 0..self.cells() as CellIndex {
            self.houses_of(cell).into_iter().for_each(|house| houses[house].push(cell));
        }
        houses
    }

    /// A house's name, as in `row 4`.
    pub(crate) fn house_name(self, house: usize) -> String {
        format!("{} {}", ["row", "column", "block"][house / self.n()], house % self.n() + 1)
    }
}

/// The character for a value: 1 to 9, then A for 10 and so on; `.` for 0, an open cell.
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
