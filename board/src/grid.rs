//! Conversions between squares and the cells of a drawn board, and the words for queens and squares in answers.

use bdd_core::Variable;
use puzzle_core::Terms;
use puzzle_kind::Cell;

use crate::size::{OffBoard, Size};
use crate::square::{Square, SquareError};

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

/// Returns the square drawn in `cell`; `None` if the cell is off the board. The inverse of [`cell_of`].
#[must_use]
pub fn square_in(size: Size, cell: Cell) -> Option<Square> {
    let rank = size.get().checked_sub(cell.row.checked_add(1)?)?;
    Square::new(cell.column, rank).filter(|&square| size.contains(square))
}

/// An error: a text that is not the name of a square of the board, from [`square_named`].
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

/// Returns the ranks (counted from 1) of the queens of a solution from file a on, as in `1, 5, 8, 6, 3, 7, 2, 4`;
/// `None` unless every file has one queen.
#[must_use]
pub fn rank_list(size: Size, solution: &[Variable]) -> Option<String> {
    let queens: Vec<Square> = solution.iter().map(|&variable| size.square_of(variable)).collect();
    let ranks = ranks_of(size, &queens)?;
    Some(ranks.iter().map(|rank| (rank + 1).to_string()).collect::<Vec<_>>().join(", "))
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
