//! What the engine needs to know of a puzzle.

use std::fmt;

use bdd_core::{LineId, Literal, Rules, Variable};

use crate::guide::Status;
use crate::sentences::list;

/// A cell of the grid that a puzzle is drawn on, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row; row 0 is drawn at the top.
    pub row: usize,
    /// The column; column 0 is drawn at the left.
    pub column: usize,
}

/// A puzzle: variables with names, the rules over them, what is given, and how it is written and drawn.
///
/// Placing a variable makes it true; a solution is a choice of true variables that satisfies the rules. All the
/// engine knows of a puzzle is here. The words have defaults that are right for any puzzle and dull for each; a
/// puzzle overrides those that it has better words for.
pub trait Puzzle: fmt::Debug + Send + Sync {
    /// The rules: which variables exclude each other, and the lines of which one must be true.
    fn rules(&self) -> &Rules;

    /// The variables that are true from the beginning, in order. The player can't take them away.
    fn givens(&self) -> &[Variable] {
        &[]
    }

    /// Whether two variables exclude each other. A puzzle whose rules are large can say so without having them made.
    fn excludes(&self, a: Variable, b: Variable) -> bool {
        self.rules().excluded_by(a).binary_search(&b).is_ok()
    }

    // How it is drawn.

    /// The number of columns and of rows of the grid.
    fn grid(&self) -> (usize, usize);

    /// The cell in which a variable is drawn. Several variables may share one, such as the values of a cell.
    fn cell(&self, variable: Variable) -> Cell;

    /// What is drawn where a variable is true.
    fn symbol(&self, variable: Variable) -> char;

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

    /// The symmetries of the rules, as lists of where each variable goes. Solutions that they turn into each other count
    /// as the same. None by default: then solutions are not compared.
    fn symmetries(&self) -> Vec<Vec<Variable>> {
        Vec::new()
    }

    /// What is written below or above a column.
    fn column_label(&self, column: usize) -> String {
        (column + 1).to_string()
    }

    /// What is written beside a row.
    fn row_label(&self, row: usize) -> String {
        (row + 1).to_string()
    }

    /// The number of variables that the player has to make true, if that is the same for every solution.
    fn places(&self) -> Option<usize> {
        None
    }

    // What it is called.

    /// What kind of puzzle it is, after the size of its grid: `8 x 8 queens`.
    fn kind(&self) -> &'static str {
        "puzzle"
    }

    /// What is placed, as in `queen`; `None` where the name of a variable says it, as `r4c7=5` does.
    fn piece(&self) -> Option<&'static str> {
        None
    }

    /// What a cell of the grid is called, as in `square`.
    fn spot(&self) -> &'static str {
        "cell"
    }

    /// The name of a cell.
    fn cell_name(&self, cell: Cell) -> String {
        self.column_label(cell.column) + &self.row_label(cell.row)
    }

    /// The cell that somebody has typed the name of, or what is wrong with that name.
    ///
    /// # Errors
    ///
    /// A clause that says what was found and what is expected.
    fn cell_named(&self, text: &str) -> Result<Cell, String> {
        let (columns, rows) = self.grid();
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column }));
        cells.into_iter().find(|&cell| self.cell_name(cell).eq_ignore_ascii_case(text)).ok_or_else(|| {
            let last = self.cell_name(Cell { row: rows.saturating_sub(1), column: columns.saturating_sub(1) });
            format!("there is no {} {text:?}: expected a name such as {last}", self.spot())
        })
    }

    /// What is to be done, as a sentence.
    fn task(&self) -> String {
        "Solve the puzzle.".to_owned()
    }

    /// That it is done, as a sentence.
    fn solved(&self) -> String {
        "Solved!".to_owned()
    }

    /// That as much is placed as should be, and that it is no solution.
    fn unsolved(&self) -> String {
        "All is filled, but it is no solution.".to_owned()
    }

    /// That the puzzle has no solution, as a clause.
    fn unsolvable(&self) -> String {
        "this puzzle has no solution".to_owned()
    }

    /// A solution in one line, where there is a usual way to write it.
    fn solution_line(&self, solution: &[Variable]) -> Option<String> {
        let _ = solution;
        None
    }

    // How it is written.

    /// The name of a variable, as in `d4` or `r4c7=5`: one word, for the command line and for JSON.
    fn name(&self, variable: Variable) -> String;

    /// The name of a line of the rules, as in `rank 4`, `r4c7`, `5 in row 4`.
    fn line_name(&self, line: LineId) -> String;

    /// Where a line's alternatives are, as in `on rank 4`, `in r4c7`, `for 5 in row 4`.
    fn in_line(&self, line: LineId) -> String {
        format!("in {}", self.line_name(line))
    }

    /// What the alternatives of a line are, as in `square`, `value`, `place`. An `s` makes the plural.
    fn alternative(&self, line: LineId) -> &'static str {
        let _ = line;
        "place"
    }

    /// What a line is short of, in the words `Look at rank 4: its queen has only one square`.
    fn its_own(&self) -> &'static str {
        "it"
    }

    /// What a status is called.
    fn status_name(&self, status: Status) -> &'static str {
        status.name()
    }

    /// What two variables do to each other, as in `attack`; the participle is the name of [`Status::Excluded`].
    fn exclude(&self) -> &'static str {
        "exclude"
    }

    /// Where one variable excludes another, as in `along the diagonal`, `in row 4`; `None` if that needs no saying.
    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let _ = (by, excluded);
        None
    }

    /// The same in the fewest words, as in `on the diagonal`.
    fn across(&self, by: Variable, excluded: Variable) -> Option<String> {
        self.along(by, excluded)
    }

    /// A literal as a thing, as in `a queen on d4` or `no queen on d4`.
    fn thing(&self, literal: Literal) -> String {
        let name = self.name(literal.variable);
        if literal.value { name } else { format!("no {name}") }
    }

    /// The same where the place is known, as in `a queen there`.
    fn thing_there(&self) -> &'static str {
        "it"
    }

    /// Variables that are true, as things, as in `the queen on d4`, `the queens on d4 and e6`.
    fn placed(&self, variables: &[Variable]) -> String {
        list(variables.iter().map(|&variable| self.name(variable)))
    }

    /// Variables that were ruled out, as things, as in `the block on d4`, `the blocks on d4 and e6`.
    fn blocked(&self, variables: &[Variable]) -> String {
        let blocks = if variables.len() == 1 { "the block on" } else { "the blocks on" };
        format!("{blocks} {}", list(variables.iter().map(|&variable| self.name(variable))))
    }

    /// That a variable is true, as a clause, as in `a queen stands on d4`.
    fn stands(&self, variable: Variable) -> String {
        format!("{} is placed", self.name(variable))
    }

    /// That a true variable was ruled out, as a clause, as in `the queen on d4 stands on a blocked square`.
    fn stands_on_block(&self, variable: Variable) -> String {
        format!("{} is placed and blocked", self.name(variable))
    }

    /// That a line's true variable is this one, as a clause, as in `the queen of rank 4 is on d4`.
    fn line_has(&self, line: LineId, variable: Variable) -> String {
        format!("{} has {}", self.line_name(line), self.name(variable))
    }

    /// What a variable is of which the argument supposes that it is false, as in `supposed to be empty`.
    fn supposed_false(&self) -> &'static str {
        "supposed to be false"
    }

    /// That a variable must be true, or can't be, as a clause, as in `a queen has to stand on d4`.
    fn must(&self, literal: Literal) -> String {
        let name = self.name(literal.variable);
        if literal.value { format!("it has to be {name}") } else { format!("it can't be {name}") }
    }
}
