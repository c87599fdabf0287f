//! Grids of values, and their drawing.

use std::fmt::{self, Write};

use crate::shape::{CellIndex, Shape, symbol};

/// The values of a puzzle or of a solution. Any cell may be open, and the values may break the rules.
///
/// ```
/// use sudoku_guide::{Grid, Shape};
///
/// let grid = Grid::parse(Shape::of_values(4).unwrap(), "1...  ..3.  .4..  ...2").unwrap();
/// assert_eq!(grid.to_string(), "1.....3..4.....2");
/// assert_eq!(grid.clues(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    /// The values row by row, 0 for an open cell.
    values: Vec<u8>,
}

/// Two cells of a house (a row, column or block) with the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RepeatedValue {
    pub(crate) value: u8,
    /// The cells in ascending order.
    pub(crate) cells: [CellIndex; 2],
    /// The name of the house, such as `row 4`.
    pub(crate) house: String,
}

impl Grid {
    /// Returns the grid whose cells are all open.
    #[must_use]
    pub fn empty(shape: Shape) -> Grid {
        Grid { shape, values: vec![0; shape.cells()] }
    }

    /// Returns the grid with these values row by row, 0 for an open cell; `None` unless each cell has a value from 0 to
    /// [`Shape::n`].
    ///
    /// ```
    /// use sudoku_guide::{Grid, Shape};
    ///
    /// let shape = Shape::of_values(4).unwrap();
    /// let grid = Grid::new(shape, vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2]).unwrap();
    /// assert_eq!(grid.filled().collect::<Vec<_>>(), [(0, 1), (6, 3), (9, 4), (15, 2)]);
    /// assert_eq!(Grid::new(shape, vec![5; 16]), None);
    /// ```
    #[must_use]
    pub fn new(shape: Shape, values: Vec<u8>) -> Option<Grid> {
        let fits = values.len() == shape.cells() && values.iter().all(|&value| usize::from(value) <= shape.n());
        fits.then_some(Grid { shape, values })
    }

    /// Returns the shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the value of a cell, 0 if the cell is open.
    ///
    /// # Panics
    ///
    /// If `cell` is no cell of the shape.
    #[must_use]
    pub fn value(&self, cell: CellIndex) -> u8 {
        self.values[usize::from(cell)]
    }

    /// Returns all values row by row, 0 for open cells.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the cells with a value, each with its value, in ascending order.
    pub fn filled(&self) -> impl Iterator<Item = (CellIndex, u8)> {
        (0..).zip(self.values.iter().copied()).filter(|&(_, value)| value != 0)
    }

    /// Returns the number of cells with a value.
    #[must_use]
    pub fn clues(&self) -> usize {
        self.filled().count()
    }

    /// Returns the grid with `value` in a cell; 0 opens the cell.
    ///
    /// ```
    /// use sudoku_guide::{Grid, Shape};
    ///
    /// let grid = Grid::empty(Shape::NINE).with(0, 5).with(80, 5);
    /// assert_eq!(grid.clues(), 2);
    /// assert_eq!(grid.with(0, 0).values()[..3], [0, 0, 0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If `cell` or `value` is out of range.
    #[must_use]
    pub fn with(&self, cell: CellIndex, value: u8) -> Grid {
        assert!(usize::from(value) <= self.shape.n(), "there is no value {value}");
        let mut values = self.values.clone();
        values[usize::from(cell)] = value;
        Grid { shape: self.shape, values }
    }

    /// Returns all pairs of cells with the same value in a house (a row, column or block). A pair that shares two
    /// houses is returned once.
    pub(crate) fn repeated_values(&self) -> Vec<RepeatedValue> {
        let mut repeated: Vec<RepeatedValue> = Vec::new();
        for (number, house) in self.shape.houses().iter().enumerate() {
            for (i, &a) in house.iter().enumerate() {
                for &b in &house[i + 1..] {
                    let is_new = || !repeated.iter().any(|known| known.cells == [a, b]);
                    if self.value(a) != 0 && self.value(a) == self.value(b) && is_new() {
                        let house = self.shape.house_name(number);
                        repeated.push(RepeatedValue { value: self.value(a), cells: [a, b], house });
                    }
                }
            }
        }
        repeated
    }

    /// Returns `true` if every cell has a value, and no row, column or block has a value twice.
    ///
    /// ```
    /// use sudoku_guide::{Grid, Shape};
    ///
    /// let shape = Shape::of_values(4).unwrap();
    /// assert!(Grid::parse(shape, "1234 3412 2143 4321")?.is_solution());
    /// assert!(!Grid::parse(shape, "1234 3412 2143 432.")?.is_solution());
    /// # Ok::<(), puzzle_kind::input::InputError>(())
    /// ```
    #[must_use]
    pub fn is_solution(&self) -> bool {
        !self.values.contains(&0) && self.repeated_values().is_empty()
    }
}

/// Draws a grid with a text in every cell, aligned to the left. A column is as wide as its widest text.
pub(crate) fn drawn(shape: Shape, text: impl Fn(CellIndex) -> String) -> String {
    let n = shape.n();
    let texts: Vec<String> = (0..shape.cells() as CellIndex).map(text).collect();
    let width = |column: usize| (0..n).map(|row| texts[row * n + column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n).map(width).collect();
    // A blank precedes the first text of each block, and a blank follows each text.
    let rule: Vec<String> = widths
        .chunks(shape.block_columns())
        .map(|block| "-".repeat(block.iter().map(|width| width + 1).sum::<usize>() + 1))
        .collect();
    let rule = format!("+{}+\n", rule.join("+"));
    let mut drawing = String::new();
    for row in 0..n {
        if row % shape.block_rows() == 0 {
            drawing.push_str(&rule);
        }
        for column in 0..n {
            if column % shape.block_columns() == 0 {
                drawing.push_str("| ");
            }
            write!(drawing, "{:width$} ", texts[row * n + column], width = widths[column])
                .expect("writing to a string never fails");
        }
        drawing.push_str("|\n");
    }
    drawing + &rule
}

impl fmt::Display for Grid {
    /// Writes the values row by row on one line: `1` to `9`, then `A` for 10 and so on, and `.` for an open cell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.iter().try_for_each(|&value| f.write_char(symbol(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_named_once_with_their_house() {
        let shape = Shape::of_values(4).unwrap();
        let named = |text: &str| {
            let grid = Grid::parse(shape, text).unwrap();
            let name = |conflict: &RepeatedValue| {
                let [a, b] = conflict.cells.map(|cell| shape.cell_name(cell));
                format!("{} in {a} and {b}, {}", conflict.value, conflict.house)
            };
            grid.repeated_values().iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(named("1234 3412 2143 4321"), [] as [&str; 0]);
        // Two cells that share a row and a block conflict once.
        assert_eq!(named("11.. .... .... ...."), ["1 in r1c1 and r1c2, row 1"]);
        assert_eq!(named("2... .2.. .... 2..."), ["2 in r1c1 and r4c1, column 1", "2 in r1c1 and r2c2, block 1"]);
    }

    #[test]
    fn a_drawing_is_read_as_the_grid_it_shows() {
        for shape in [Shape::NINE, Shape::new(2, 3).unwrap(), Shape::new(5, 4).unwrap(), Shape::new(1, 3).unwrap()] {
            let values = (0..shape.cells()).map(|cell| (cell * 7 % (shape.n() + 1)) as u8).collect();
            let grid = Grid::new(shape, values).unwrap();
            assert_eq!(
                Grid::parse(shape, &drawn(shape, |cell| symbol(grid.value(cell)).to_string())),
                Ok(grid.clone())
            );
            assert_eq!(Grid::parse(shape, &grid.to_string()), Ok(grid));
        }
    }
}
