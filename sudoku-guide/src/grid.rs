//! A grid: a value for some of the cells.

use std::fmt::{self, Write};

use crate::shape::{CellIndex, Shape, symbol};

/// The values of a puzzle or of a solution. A grid need not be consistent.
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
    /// 0 for an open cell.
    values: Vec<u8>,
}

/// Two cells of a house that hold the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RepeatedValue {
    /// The value.
    pub(crate) value: u8,
    /// The cells, the first one first.
    pub(crate) cells: [CellIndex; 2],
    /// The house, as in `row 4`.
    pub(crate) house: String,
}

impl Grid {
    /// A grid without values.
    #[must_use]
    pub fn empty(shape: Shape) -> Grid {
        Grid { shape, values: vec![0; shape.cells()] }
    }

    /// A grid from its values, 0 for an open cell, row by row; `None` unless there is a value from 0 to n for each cell.
    #[must_use]
    pub fn new(shape: Shape, values: Vec<u8>) -> Option<Grid> {
        let fits = values.len() == shape.cells() && values.iter().all(|&value| usize::from(value) <= shape.n());
        fits.then_some(Grid { shape, values })
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The value of a cell, 0 if it is open.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    #[must_use]
    pub fn value(&self, cell: CellIndex) -> u8 {
        self.values[usize::from(cell)]
    }

    /// All values row by row, 0 for open cells.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The cells that have a value, with it.
    pub fn filled(&self) -> impl Iterator<Item = (CellIndex, u8)> {
        (0..).zip(self.values.iter().copied()).filter(|&(_, value)| value != 0)
    }

    /// The number of cells that have a value.
    #[must_use]
    pub fn clues(&self) -> usize {
        self.filled().count()
    }

    /// The grid with a value in a cell, or with 0 to open the cell.
    ///
    /// # Panics
    ///
    /// If there is no such cell or no such value.
    #[must_use]
    pub fn with(&self, cell: CellIndex, value: u8) -> Grid {
        assert!(usize::from(value) <= self.shape.n(), "there is no value {value}");
        let mut values = self.values.clone();
        values[usize::from(cell)] = value;
        Grid { shape: self.shape, values }
    }

    /// Every two cells of a house with the same value, each pair once and house by house.
    pub(crate) fn conflicts(&self) -> Vec<RepeatedValue> {
        let mut conflicts: Vec<RepeatedValue> = Vec::new();
        for (number, house) in self.shape.houses().iter().enumerate() {
            for (i, &a) in house.iter().enumerate() {
                for &b in &house[i + 1..] {
                    let is_new = || !conflicts.iter().any(|known| known.cells == [a, b]);
                    if self.value(a) != 0 && self.value(a) == self.value(b) && is_new() {
                        let house = self.shape.house_name(number);
                        conflicts.push(RepeatedValue { value: self.value(a), cells: [a, b], house });
                    }
                }
            }
        }
        conflicts
    }

    /// Whether every cell has a value and no house has one twice.
    #[must_use]
    pub fn is_solution(&self) -> bool {
        !self.values.contains(&0) && self.conflicts().is_empty()
    }
}

/// A drawing of a grid with a text in every cell. Columns are as wide as their widest text, and texts stand at the left.
pub(crate) fn drawn(shape: Shape, text: impl Fn(CellIndex) -> String) -> String {
    let n = shape.n();
    let texts: Vec<String> = (0..shape.cells() as CellIndex).map(text).collect();
    let width = |column: usize| (0..n).map(|row| texts[row * n + column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n).map(width).collect();
    // One blank after each text, and one before the first.
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
                .expect("a String takes everything");
        }
        drawing.push_str("|\n");
    }
    drawing + &rule
}

/// The values in a line, row by row: 1-9, A = 10 and so on, `.` for an open cell.
impl fmt::Display for Grid {
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
            grid.conflicts().iter().map(name).collect::<Vec<_>>()
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
