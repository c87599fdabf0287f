//! The layout of a puzzle on a grid.

use puzzle_core::Variable;

use crate::input::BadArgument;
use crate::options::OptionTree;

/// A cell of a grid. Rows and columns are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// The row; row 0 is at the top.
    pub row: usize,
    /// The column; column 0 is at the left.
    pub column: usize,
}

/// A number shown beside the grid: the number of true variables in a row or column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideClue {
    /// The number of true variables that a solution has in the row or column.
    pub number: usize,
    /// The variables of the row or column, in ascending order.
    pub variables: Vec<Variable>,
}

/// A sign between two cells that share a side, which compares their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSign {
    /// The left or upper cell.
    pub first: Cell,
    /// The right or lower cell.
    pub second: Cell,
    /// The relation of the value in `first` to the value in `second`.
    pub relation: Relation,
}

impl CellSign {
    /// Returns the sign, such as `<`, or `∧` between cells one above the other. Its tip points at the smaller value.
    #[must_use]
    pub fn text(self) -> &'static str {
        match (self.relation, self.first.row == self.second.row) {
            (Relation::Less, true) => "<",
            (Relation::Greater, true) => ">",
            (Relation::Less, false) => "∧",
            (Relation::Greater, false) => "∨",
            (Relation::AtMost, _) => "≤",
            (Relation::AtLeast, _) => "≥",
            (Relation::Equal, _) => "=",
            (Relation::Different, _) => "≠",
        }
    }
}

/// A relation of two values in the order of the puzzle's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The first value is smaller.
    Less,
    /// The first value is larger.
    Greater,
    /// The first value is smaller, or both are equal.
    AtMost,
    /// The first value is larger, or both are equal.
    AtLeast,
    /// Both values are equal.
    Equal,
    /// The values differ.
    Different,
}

impl Relation {
    /// Returns the relation of the second value to the first.
    ///
    /// ```
    /// use puzzle_kind::Relation;
    ///
    /// assert_eq!(Relation::Less.reversed(), Relation::Greater);
    /// assert_eq!(Relation::Equal.reversed(), Relation::Equal);
    /// ```
    #[must_use]
    pub fn reversed(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::Greater => Relation::Less,
            Relation::AtMost => Relation::AtLeast,
            Relation::AtLeast => Relation::AtMost,
            Relation::Equal | Relation::Different => self,
        }
    }
}

/// The layout of a puzzle: a grid of cells, and the cell of each variable.
///
/// Front ends need it to draw puzzles and to find the cell under the pointer. Guides, explanations and hints do not
/// need it.
///
/// ```
/// use puzzle_core::Variable;
/// use puzzle_kind::{Cell, Layout};
///
/// /// Two lamps side by side.
/// struct Lamps;
///
/// impl Layout for Lamps {
///     fn grid(&self) -> (usize, usize) {
///         (2, 1)
///     }
///     fn cell(&self, variable: Variable) -> Cell {
///         Cell { row: 0, column: variable.index() }
///     }
///     fn symbol(&self, _: Variable) -> char {
///         '*'
///     }
///     fn column_label(&self, column: usize) -> String {
///         ["a", "b"][column].to_owned()
///     }
/// }
///
/// assert_eq!(Lamps.cell_name(Cell { row: 0, column: 1 }), "b1");
/// assert_eq!(Lamps.cell_named("B1")?, Cell { row: 0, column: 1 });
/// # Ok::<(), puzzle_kind::BadArgument>(())
/// ```
#[expect(unused_variables, reason = "many default implementations ignore their arguments")]
pub trait Layout {
    /// Returns the number of columns and the number of rows, in this order.
    fn grid(&self) -> (usize, usize);

    /// Returns the cell of a variable. Several variables may share a cell, like the values of a Sudoku cell.
    fn cell(&self, variable: Variable) -> Cell;

    /// Returns the character that is drawn for a true variable.
    fn symbol(&self, variable: Variable) -> char;

    /// Returns the character that is drawn for a true variable in a drawing whose regions are shown by letters.
    fn symbol_among_letters(&self, variable: Variable) -> char {
        self.symbol(variable)
    }

    /// Returns the clue printed in a cell that takes no piece, such as a number of adjacent pieces.
    fn clue(&self, cell: Cell) -> Option<char> {
        None
    }

    /// Returns the noun for the clues with this sign, such as `tree`; `None` if they have none.
    fn clue_noun(&self, clue: char) -> Option<&str> {
        None
    }

    /// Returns the region of a cell; `None` if the grid has no regions. Borders are drawn between regions.
    fn region(&self, cell: Cell) -> Option<usize> {
        None
    }

    /// Returns the letter of a region, for drawings without room for borders; `None` if regions have no names.
    fn region_letter(&self, region: usize) -> Option<char> {
        None
    }

    /// Returns the short text in the corner of a cell, such as the number of pieces in the region that begins there.
    fn corner(&self, cell: Cell) -> Option<&str> {
        None
    }

    /// Returns the signs between cells.
    fn signs(&self) -> &[CellSign] {
        &[]
    }

    /// Returns the options of a configurator, which front ends show as a tree instead of a grid; `None` for other
    /// puzzles.
    fn options(&self) -> Option<&OptionTree> {
        None
    }

    /// Returns the label of a column.
    fn column_label(&self, column: usize) -> String {
        (column + 1).to_string()
    }

    /// Returns the label of a row.
    fn row_label(&self, row: usize) -> String {
        (row + 1).to_string()
    }

    /// Returns the number beside a row, if it has one.
    fn row_clue(&self, row: usize) -> Option<&SideClue> {
        None
    }

    /// Returns the number beside a column, if it has one.
    fn column_clue(&self, column: usize) -> Option<&SideClue> {
        None
    }

    /// Returns the name of a cell, such as `d4` or `r4c7`.
    fn cell_name(&self, cell: Cell) -> String {
        self.column_label(cell.column) + &self.row_label(cell.row)
    }

    /// Returns the cell with a name, ignoring case.
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
