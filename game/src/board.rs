//! The grid of a puzzle: the variables of each cell, and the row or column of each line (constraint).

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use puzzle_core::{ConstraintId, Variable};
use puzzle_kind::{Cell, Playable, RuleScope, StatedRule};

/// A puzzle with the grid of its cells, from [`Model::board`](crate::Model::board).
///
/// ```
/// use std::sync::Arc;
///
/// use game::{Model, Series};
/// use puzzle_kind::Cell;
/// use sudoku_guide::{Grid, Shape, Sudoku};
///
/// let sudoku = Sudoku::new(Grid::parse(Shape::new(2, 2)?, "1...............")?);
/// let model = Model::new(Arc::new(Series::of(Vec::new())), 1, Arc::new(sudoku));
/// let board = model.board();
/// assert_eq!(board.variables(Cell { row: 0, column: 1 }).len(), 4, "a variable for each value");
/// assert!(board.has_values());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameBoard {
    puzzle: Arc<dyn Playable>,
    /// The variables of each cell in ascending order. The cells come row by row from the top, each row from the left.
    variables: Vec<Vec<Variable>>,
    columns: usize,
    rows: usize,
    row_label_width: usize,
    side_numbers: (usize, bool),
    /// Each value that occurs the same number of times in every solution, with this number; see [`GameBoard::needed`].
    needed: OnceLock<Vec<(char, usize)>>,
    stated: OnceLock<StatedRules>,
}

/// The rules of a puzzle as players know them.
#[derive(Clone, Debug)]
struct StatedRules {
    rules: Vec<StatedRule>,
    /// For each cell, in the order of [`GameBoard::variables`], the [scopes](RuleScope) (sets of cells) that contain
    /// the cell. Each scope is the index of a rule and the index of the scope in this rule.
    of_cells: Vec<Vec<(usize, usize)>>,
}

/// A row or a column of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The row with this number, counted from 0 at the top.
    Row(usize),
    /// The column with this number, counted from 0 at the left.
    Column(usize),
}

impl GameBoard {
    /// Builds the grid of a puzzle.
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
        GameBoard {
            puzzle,
            variables,
            columns,
            rows,
            row_label_width,
            side_numbers,
            needed: OnceLock::new(),
            stated: OnceLock::new(),
        }
    }

    /// Returns the puzzle of this grid.
    #[must_use]
    pub fn puzzle(&self) -> &dyn Playable {
        &*self.puzzle
    }

    /// Returns the puzzle of this grid, to share it with a job.
    pub(crate) fn shared_puzzle(&self) -> &Arc<dyn Playable> {
        &self.puzzle
    }

    /// Returns the rules as players know them, computed at the first call.
    #[must_use]
    pub fn stated_rules(&self) -> &[StatedRule] {
        &self.stated().rules
    }

    /// Returns each [scope](RuleScope) that contains a cell of the grid, with the rule of the scope. A scope is a set
    /// of cells to which a rule applies.
    pub(crate) fn scopes_at(&self, cell: Cell) -> impl Iterator<Item = (&StatedRule, &RuleScope)> {
        let StatedRules { rules, of_cells } = self.stated();
        let indices = &of_cells[cell.row * self.columns + cell.column];
        indices.iter().map(|&(rule, scope)| (&rules[rule], &rules[rule].scopes[scope]))
    }

    fn stated(&self) -> &StatedRules {
        self.stated.get_or_init(|| {
            let rules = self.puzzle.stated_rules();
            let mut of_cells = vec![Vec::new(); self.columns * self.rows];
            for (rule, stated) in rules.iter().enumerate() {
                for (scope, RuleScope { cells, .. }) in stated.scopes.iter().enumerate() {
                    for cell in cells.iter().filter(|&&cell| self.contains(cell)) {
                        of_cells[cell.row * self.columns + cell.column].push((rule, scope));
                    }
                }
            }
            StatedRules { rules, of_cells }
        })
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the width of the longest [row label](puzzle_kind::Layout::row_label), in characters.
    #[must_use]
    pub fn row_label_width(&self) -> usize {
        self.row_label_width
    }

    /// Returns the width in characters of the widest clue number beside a row; 0 if no row has a clue number. The
    /// `bool` is `true` if a column has a clue number.
    #[must_use]
    pub fn side_numbers(&self) -> (usize, bool) {
        self.side_numbers
    }

    /// Returns `true` if the grid has the cell.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// Returns the cell of the first variable, where the cursor of a new game starts.
    #[must_use]
    pub fn first_cell(&self) -> Cell {
        self.puzzle.cell(Variable::new(0))
    }

    /// Returns the variables of a cell in ascending order; empty for cells without a variable.
    ///
    /// # Panics
    ///
    /// Panics if the grid does not have `cell`.
    #[must_use]
    pub fn variables(&self, cell: Cell) -> &[Variable] {
        assert!(self.contains(cell), "there is no cell {cell:?}");
        &self.variables[cell.row * self.columns + cell.column]
    }

    /// Returns the variable of `cell` if the cell has exactly one; `None` otherwise.
    #[must_use]
    pub fn only(&self, cell: Cell) -> Option<Variable> {
        match self.variables(cell) {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Returns the largest number of variables that a cell has: above 1 if cells take values.
    #[must_use]
    pub fn values(&self) -> usize {
        self.variables.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns `true` if cells take one of several values, as in Sudoku; `false` if cells are only taken or empty, as
    /// in N-Queens.
    #[must_use]
    pub fn has_values(&self) -> bool {
        self.values() > 1
    }

    /// Returns `true` if the grid has regions named by letters. The blocks of a Sudoku have no names.
    #[must_use]
    pub fn has_named_regions(&self) -> bool {
        let region = self.puzzle.region(self.first_cell());
        region.is_some_and(|region| self.puzzle.region_letter(region).is_some())
    }

    /// Returns the symbols of the values, in the order of the values of a cell; of a cell with all values, if cells
    /// differ.
    #[must_use]
    pub fn symbols(&self) -> Vec<char> {
        let values = self.variables.iter().max_by_key(|variables| variables.len());
        values.into_iter().flatten().map(|&variable| self.puzzle.symbol(variable)).collect()
    }

    /// Returns the variables of `cell` that `typed` may mean. Their symbol, or their number in the cell counted from 1,
    /// begins with `typed`. Variables whose symbol or number equals `typed` come first; the `bool` is `true` if there
    /// is such a variable. If `typed` is the symbol of a value and the number of another, it means the symbol: with the
    /// values 0 and 1, `1` is the value 1.
    pub(crate) fn matching_values(&self, cell: Cell, typed: &str) -> (Vec<Variable>, bool) {
        let is_symbol = |variable: Variable| self.puzzle.symbol(variable).to_string().eq_ignore_ascii_case(typed);
        let has_symbol = self.variables(cell).iter().any(|&variable| is_symbol(variable));
        let mut exactly = Vec::new();
        let mut perhaps = Vec::new();
        for (number, &variable) in (1..).zip(self.variables(cell)) {
            let number: usize = number;
            let names = [self.puzzle.symbol(variable).to_string(), number.to_string()];
            let is_number = number.to_string() == typed;
            if is_symbol(variable) || is_number && !has_symbol {
                exactly.push(variable);
            } else if !is_number && names.iter().any(|name| name.starts_with(typed)) {
                perhaps.push(variable);
            }
        }
        let is_exact = !exactly.is_empty();
        exactly.extend(perhaps);
        (exactly, is_exact)
    }

    /// Returns each value that by the rules occurs the same number of times in every solution, with this number, such
    /// as `('5', 9)` for Sudoku. Empty if cells have no values.
    pub(crate) fn needed(&self) -> &[(char, usize)] {
        self.needed.get_or_init(|| if self.has_values() { self.count_needed() } else { Vec::new() })
    }

    /// Computes [`GameBoard::needed`]. Looks for disjoint lines (constraints such as rows) that together contain all
    /// variables of a value. If exactly one variable of each line is true, the value occurs once for each line.
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

    /// Returns the variables of the constraint `line` in ascending order. Leaves out auxiliary variables, which have no
    /// cell.
    ///
    /// # Panics
    ///
    /// Panics if the rules do not have `line`.
    pub(crate) fn line(&self, line: ConstraintId) -> &[Variable] {
        let line = self.puzzle.rules().constraint(line).variables();
        // Auxiliary variables have the highest numbers.
        &line[..line.partition_point(|&variable| self.is_shown(variable))]
    }

    /// Returns `true` if a variable has a cell. Auxiliary variables, which explanations may mention, have none.
    pub(crate) fn is_shown(&self, variable: Variable) -> bool {
        variable.index() < self.puzzle.variables()
    }

    /// Returns the row or column that contains all cells of the constraint `line`. Returns `None` if the line lies
    /// within one cell, or extends across several rows and columns.
    ///
    /// # Panics
    ///
    /// Panics if the rules do not have `line`.
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

/// Returns the cells on the straight path from `from` to `to`, without `from`; only `to` if no straight path exists.
pub(crate) fn path(from: Cell, to: Cell) -> Vec<Cell> {
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
    /// Returns `true` if the row or column contains the cell.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        match self {
            Side::Row(row) => cell.row == row,
            Side::Column(column) => cell.column == column,
        }
    }
}
