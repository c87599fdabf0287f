//! The players' names of Sudoku's counting arguments.

use bdd_core::ConstraintId;
use puzzle_core::explain::Cover;

use crate::shape::Shape;

/// The kind of the lines (constraints) that give each cell one value, as an index among the four kinds of lines.
/// [`sudoku_rules`](crate::rules::sudoku_rules) lists the kinds one after the other: lines of cells, of values in rows,
/// of values in columns, of values in blocks. Each kind has one line for every cell of the grid, which is a quarter of
/// all lines.
const CELLS: usize = 0;
const ROWS: usize = 1;
const COLUMNS: usize = 2;
const BLOCKS: usize = 3;

/// Returns the players' name for a counting argument, such as `naked pair`; `None` if the argument has no name.
///
/// In a counting argument, all candidates of the lines `base` lie in the covers, and there is one cover for each line.
/// Each [`Cover`] can have only one true candidate. So the candidates that are in a cover but on none of the lines are
/// ruled out.
pub(crate) fn pattern(shape: Shape, base: &[ConstraintId], covers: &[Cover]) -> Option<&'static str> {
    let quarter = |lines: &[ConstraintId]| {
        let mut quarters = lines.iter().map(|line| line.index() / shape.cells());
        let first = quarters.next()?;
        quarters.all(|quarter| quarter == first).then_some(first)
    };
    let line = |cover: &Cover| match cover {
        Cover::Line(line) => Some(*line),
        Cover::Clique(_) => None,
    };
    let covers = covers.iter().map(line).collect::<Option<Vec<ConstraintId>>>()?;
    let names = match (quarter(base)?, quarter(&covers)?) {
        (BLOCKS, ROWS | COLUMNS) => ["pointing", "", "", ""],
        (ROWS | COLUMNS, BLOCKS) => ["claiming", "", "", ""],
        (CELLS, _) => ["", "naked pair", "naked triplet", "naked quad"],
        (_, CELLS) => ["", "hidden pair", "hidden triplet", "hidden quad"],
        (ROWS, COLUMNS) | (COLUMNS, ROWS) => ["", "X-wing", "swordfish", "jellyfish"],
        _ => return None,
    };
    names.get(base.len().checked_sub(1)?).copied().filter(|name| !name.is_empty())
}
