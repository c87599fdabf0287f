//! Conversions between squares and the cells of a drawn board, and the words for queens and squares in answers.

use std::ops::RangeInclusive;

use bdd_core::Variable;
use puzzle_core::Terms;
use puzzle_kind::{Cell, RuleScope, StatedRule};

use crate::direction::Direction;
use crate::size::{OffBoard, Size};
use crate::square::{Square, SquareError, file_name};

/// The words for variables, placements and conflicts in JSON answers about queens; see [`puzzle_core::answer`].
pub const TERMS: Terms = Terms {
    stands: Some("queen"),
    variable: "square",
    variables: "squares",
    placed: "queens",
    excluded: "attacked",
    conflict: "queens-attack",
    placed_on_blocked: "queen-on-blocked",
    shared: "line",
};

/// Returns the cell in which `square` is drawn: rank 1 is at the bottom, file a at the left.
///
/// ```
/// use nqueens_board::{Size, cell_of, square_in};
///
/// let size = Size::new(8).unwrap();
/// let a1 = "a1".parse().unwrap();
/// let cell = cell_of(size, a1);
/// assert_eq!((cell.row, cell.column), (7, 0));
/// assert_eq!(square_in(size, cell), Some(a1));
/// ```
///
/// # Panics
///
/// If the square is off the board.
#[must_use]
pub fn cell_of(size: Size, square: Square) -> Cell {
    assert!(size.contains(square), "{}", OffBoard { square, size });
    Cell { row: size.get() - 1 - square.rank(), column: square.file() }
}

/// Returns the square drawn in `cell`; `None` if the cell is off the board. This is the inverse of [`cell_of`].
#[must_use]
pub fn square_in(size: Size, cell: Cell) -> Option<Square> {
    let rank = size.get().checked_sub(cell.row.checked_add(1)?)?;
    Square::new(cell.column, rank).filter(|&square| size.contains(square))
}

/// An error of [`square_named`]: a text that is not the name of a square of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum SquareNameError {
    /// The text is not the name of a square.
    NoSquare(#[from] SquareError),
    /// The board does not have the square.
    OffBoard(#[from] OffBoard),
}

/// Parses the name of a square of a board of `size`.
///
/// ```
/// use nqueens_board::{Size, square_named};
///
/// let size = Size::new(8).unwrap();
/// assert_eq!(square_named(size, "C4").unwrap().to_string(), "c4");
/// let error = square_named(size, "a9").unwrap_err();
/// assert_eq!(error.to_string(), "a9 is off the board: a board of size 8 ends at h8");
/// ```
///
/// # Errors
///
/// [`SquareNameError`] if the board has no square of this name.
pub fn square_named(size: Size, text: &str) -> Result<Square, SquareNameError> {
    let square: Square = text.parse()?;
    if size.contains(square) { Ok(square) } else { Err(OffBoard { square, size }.into()) }
}

/// Returns the ranks (counted from 0) of queens in the order of their files; `None` unless every file has one queen.
#[must_use]
pub fn ranks_of(size: Size, queens: &[Square]) -> Option<Vec<u8>> {
    let mut ranks = vec![None; size.get()];
    for queen in queens {
        if ranks.get_mut(queen.file())?.replace(queen.rank() as u8).is_some() {
            return None;
        }
    }
    ranks.into_iter().collect()
}

/// Returns the ranks (counted from 1) of the queens of a solution from file a on, such as `1, 5, 8, 6, 3, 7, 2, 4`;
/// `None` unless every file has one queen.
#[must_use]
pub fn rank_list(size: Size, solution: &[Variable]) -> Option<String> {
    let queens: Vec<Square> = solution.iter().map(|&variable| size.square_of(variable)).collect();
    let ranks = ranks_of(size, &queens)?;
    Some(ranks.iter().map(|rank| (rank + 1).to_string()).collect::<Vec<_>>().join(", "))
}

/// Returns a scope (a set of cells to which a rule applies) with the name `name`. The number of pieces on `squares`
/// must be within `bounds`.
#[must_use]
pub fn scope_of(size: Size, name: String, squares: &[Square], bounds: RangeInclusive<usize>) -> RuleScope {
    let cells = squares.iter().map(|&square| cell_of(size, square)).collect();
    RuleScope::new(name, cells).counting(bounds, squares.iter().map(|&square| size.variable(square)))
}

/// Returns the scopes (sets of cells to which a rule applies) of all ranks and files of a board, such as `rank 1`. The
/// number of pieces in each must be within `bounds`.
#[must_use]
pub fn rank_and_file_scopes(size: Size, bounds: &RangeInclusive<usize>) -> Vec<RuleScope> {
    let rank = |rank: usize| (format!("rank {}", rank + 1), size.rank(rank).collect::<Vec<_>>());
    let file = |file: usize| (format!("file {}", file_name(file)), size.file(file).collect::<Vec<_>>());
    let lines = (0..size.get()).map(rank).chain((0..size.get()).map(file));
    lines.map(|(name, squares)| scope_of(size, name, &squares, bounds.clone())).collect()
}

/// Returns the rule that no two `pieces`, such as `queens`, are on a common diagonal, with a scope for each diagonal of
/// at least two squares.
///
/// ```
/// use nqueens_board::{Size, diagonal_rule};
///
/// let rule = diagonal_rule(Size::new(3)?, "queens");
/// assert_eq!(rule.sentence, "No two queens are on a common diagonal.");
/// assert_eq!(rule.scopes.len(), 6);
/// assert_eq!(rule.scopes[0].name, "the diagonal a2-b3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn diagonal_rule(size: Size, pieces: &str) -> StatedRule {
    let n = size.get();
    let mut scopes = Vec::new();
    for (kind, direction) in [("diagonal", Direction::Diagonal), ("anti-diagonal", Direction::AntiDiagonal)] {
        // On a diagonal, the file minus the rank is constant; on an anti-diagonal, the file plus the rank.
        for index in 1..2 * n - 2 {
            let rank_at = |file: usize| match direction {
                Direction::Diagonal => (file + n - 1).checked_sub(index),
                _ => index.checked_sub(file),
            };
            let squares: Vec<Square> =
                (0..n).filter_map(|file| Some(Square::at(file, rank_at(file).filter(|&rank| rank < n)?))).collect();
            if let [first, .., last] = squares.as_slice() {
                let name = format!("the {kind} {first}-{last}");
                scopes.push(scope_of(size, name, &squares, 0..=1));
            }
        }
    }
    StatedRule { sentence: format!("No two {pieces} are on a common diagonal."), scopes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_squares_are_the_same_things() {
        for n in [1, 4, 30] {
            let size = Size::new(n).unwrap();
            assert_eq!(cell_of(size, "a1".parse().unwrap()), Cell { row: n - 1, column: 0 }, "a1 is at the lower left");
            for square in size.squares() {
                assert_eq!(square_in(size, cell_of(size, square)), Some(square));
            }
            for off in [Cell { row: n, column: 0 }, Cell { row: 0, column: n }, Cell { row: usize::MAX, column: 0 }] {
                assert_eq!(square_in(size, off), None);
            }
        }
    }

    #[test]
    fn names_off_the_board_say_where_it_ends() {
        let size = Size::new(8).unwrap();
        assert_eq!(square_named(size, "C4").unwrap().to_string(), "c4");
        assert!(square_named(size, "a9").unwrap_err().to_string().contains("ends at h8"));
        assert!(square_named(size, "4c").unwrap_err().to_string().contains("such as c4"));
    }
}
