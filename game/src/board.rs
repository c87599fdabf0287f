//! The grid that a puzzle is played on: the variables of each cell, and the row or column of a line of the rules.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use puzzle_core::{ConstraintId, Variable};
use puzzle_kind::{Cell, Playable};

/// A puzzle with its cells.
#[derive(Debug)]
pub struct GameBoard {
    puzzle: Arc<dyn Playable>,
    /// The variables of every cell in order, row by row from the top.
    variables: Vec<Vec<Variable>>,
    columns: usize,
    rows: usize,
    row_label_width: usize,
    side_numbers: (usize, bool),
    /// How often each value stands in a solution, once somebody has asked.
    needed: OnceLock<Vec<(char, usize)>>,
}

/// Where a line of the rules lies, if that is in one row or one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The row with this number, counted from 0 at the top.
    Row(usize),
    /// The column with this number, counted from 0 at the left.
    Column(usize),
}

impl GameBoard {
    /// The grid of a puzzle.
    pub(crate) fn new(puzzle: Arc<dyn Playable>) -> GameBoard {
        let (columns, rows) = puzzle.grid();
        let mut variables = vec![Vec::new(); columns * rows];
        for variable in Variable::all(puzzle.variables()) {
            let Cell { row, column } = puzzle.cell(variable);
            variables[row * columns + column].push(variable);
        }
        let widths = (0..rows).map(|row| puzzle.row_label(row).chars().count());
        let row_label_width = widths.max().unwrap_or(0);
        let numbers = (0..rows).filter_map(|row| Some(puzzle.row_clue(row)?.number.to_string().len()));
        let side_numbers =
            (numbers.max().unwrap_or(0), (0..columns).any(|column| puzzle.column_clue(column).is_some()));
        GameBoard { puzzle, variables, columns, rows, row_label_width, side_numbers, needed: OnceLock::new() }
    }

    /// The puzzle that is played on this grid.
    #[must_use]
    pub fn puzzle(&self) -> &dyn Playable {
        &*self.puzzle
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The columns that the longest name of a row takes on the screen.
    #[must_use]
    pub fn row_label_width(&self) -> usize {
        self.row_label_width
    }

    /// The columns that the widest number beside a row takes on the screen, 0 where there is none, and whether columns have
    /// numbers.
    #[must_use]
    pub fn side_numbers(&self) -> (usize, bool) {
        self.side_numbers
    }

    /// Whether a cell is one of this grid.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// Where the cursor is at the beginning: at the first variable.
    #[must_use]
    pub fn first_cell(&self) -> Cell {
        self.puzzle.cell(Variable::new(0))
    }

    /// The variables of a cell, in order.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    #[must_use]
    pub fn variables(&self, cell: Cell) -> &[Variable] {
        assert!(self.contains(cell), "there is no cell {cell:?}");
        &self.variables[cell.row * self.columns + cell.column]
    }

    /// The variable of a cell that has but one.
    #[must_use]
    pub fn only(&self, cell: Cell) -> Option<Variable> {
        match self.variables(cell) {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The most variables that a cell has: more than one where cells have values.
    #[must_use]
    pub fn values(&self) -> usize {
        self.variables.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether cells have values, of which one is chosen, and are not just taken or not.
    #[must_use]
    pub fn has_values(&self) -> bool {
        self.values() > 1
    }

    /// Whether the grid has regions with names, which are anything, and not blocks side by side.
    #[must_use]
    pub fn has_named_regions(&self) -> bool {
        let region = self.puzzle.region(self.first_cell());
        region.is_some_and(|region| self.puzzle.region_letter(region).is_some())
    }

    /// The variables of a cell that somebody may mean who has typed this so far: the symbol of a value, or its number
    /// among the values of the cell, counted from 1. The first is meant exactly, if the flag says so.
    pub(crate) fn matching_values(&self, cell: Cell, typed: &str) -> (Vec<Variable>, bool) {
        let mut exactly = Vec::new();
        let mut perhaps = Vec::new();
        for (number, &variable) in (1..).zip(self.variables(cell)) {
            let number: usize = number;
            let names = [self.puzzle.symbol(variable).to_string(), number.to_string()];
            if names.iter().any(|name| name.eq_ignore_ascii_case(typed)) {
                exactly.push(variable);
            } else if names.iter().any(|name| name.starts_with(typed)) {
                perhaps.push(variable);
            }
        }
        let is_exact = !exactly.is_empty();
        exactly.extend(perhaps);
        (exactly, is_exact)
    }

    /// How often each value stands in every solution, as far as the rules say so; nothing where cells have no values.
    pub(crate) fn needed(&self) -> &[(char, usize)] {
        self.needed.get_or_init(|| if self.has_values() { self.count_needed() } else { Vec::new() })
    }

    /// A line has one true variable. Where lines that have nothing in common and no other value hold all of a value, there
    /// are as many of it as lines.
    fn count_needed(&self) -> Vec<(char, usize)> {
        let puzzle = self.puzzle();
        let symbols: Vec<char> = Variable::all(puzzle.variables()).map(|variable| puzzle.symbol(variable)).collect();
        let excludes_itself = |line: &[Variable]| {
            line.iter().enumerate().all(|(i, &a)| line[i + 1..].iter().all(|&b| puzzle.excludes(a, b)))
        };
        let mut needed = Vec::new();
        let values = self.variables.iter().max_by_key(|variables| variables.len()).map_or(&[][..], Vec::as_slice);
        for symbol in values.iter().map(|variable| symbols[variable.index()]) {
            let mut left: BTreeSet<Variable> =
                Variable::all(symbols.len()).filter(|variable| symbols[variable.index()] == symbol).collect();
            let mut lines = 0;
            for line in puzzle.rules().constraints().map(|line| line.variables()) {
                if line.iter().all(|variable| left.contains(variable)) && excludes_itself(line) {
                    line.iter().for_each(|variable| {
                        left.remove(variable);
                    });
                    lines += 1;
                }
            }
            if left.is_empty() {
                needed.push((symbol, lines));
            }
        }
        needed
    }

    /// The variables of a line of the rules that are shown, in order.
    ///
    /// # Panics
    ///
    /// If there is no such line.
    pub(crate) fn line(&self, line: ConstraintId) -> &[Variable] {
        let line = self.puzzle.rules().constraint(line).variables();
        // Hidden ones come last.
        &line[..line.partition_point(|&variable| self.is_shown(variable))]
    }

    /// Whether a variable is one of the grid's: hidden ones, of which explanations speak, are in no cell.
    pub(crate) fn is_shown(&self, variable: Variable) -> bool {
        variable.index() < self.puzzle.variables()
    }

    /// The row or the column that a line of the rules is, or lies in. Lines within one cell, and all others, have no side.
    ///
    /// # Panics
    ///
    /// If there is no such line.
    pub(crate) fn side(&self, line: ConstraintId) -> Option<Side> {
        let cells: Vec<Cell> = self.line(line).iter().map(|&variable| self.puzzle.cell(variable)).collect();
        let first = *cells.first()?;
        let in_row = cells.iter().all(|cell| cell.row == first.row);
        let in_column = cells.iter().all(|cell| cell.column == first.column);
        match (in_row, in_column) {
            (true, false) => Some(Side::Row(first.row)),
            (false, true) => Some(Side::Column(first.column)),
            _ => None,
        }
    }
}

/// The cells on the straight way from one to another, without the first; the last alone if there is no straight way.
pub(crate) fn way(from: Cell, to: Cell) -> Vec<Cell> {
    let (down, right) = (to.row as isize - from.row as isize, to.column as isize - from.column as isize);
    let steps = down.abs().max(right.abs());
    if down != 0 && right != 0 && down.abs() != right.abs() {
        return vec![to];
    }
    let at = |step: isize| Cell {
        row: from.row.wrapping_add_signed(down.signum() * step),
        column: from.column.wrapping_add_signed(right.signum() * step),
    };
    (1..=steps).map(at).collect()
}

impl Side {
    /// Whether a cell lies in this row or column.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        match self {
            Side::Row(row) => cell.row == row,
            Side::Column(column) => cell.column == column,
        }
    }
}
