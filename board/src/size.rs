//! The size of a board: [`Size`].

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use bdd_core::Variable;

use crate::square::{MAX_SIZE, Square};

/// The number of ranks, and of files, of a square board: 1 to 255.
///
/// With one variable for each square, a board of size 256 would exceed the limit of [`Variable::MAX_COUNT`].
///
/// ```
/// use nqueens_board::Size;
///
/// let size: Size = "4".parse()?;
/// assert_eq!((size.get(), size.square_count()), (4, 16));
/// let rank: Vec<String> = size.rank(0).map(|square| square.to_string()).collect();
/// assert_eq!(rank, ["a1", "b1", "c1", "d1"]);
/// assert!(Size::new(256).is_err());
/// # Ok::<(), nqueens_board::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(NonZeroU8);

impl Size {
    /// The largest size, 255.
    pub const MAX: usize = MAX_SIZE;

    /// Returns the size of a board of `n` ranks and `n` files.
    ///
    /// # Errors
    ///
    /// [`SizeError`] unless `n` is between 1 and [`Size::MAX`].
    pub fn new(n: usize) -> Result<Size, SizeError> {
        u8::try_from(n).ok().and_then(NonZeroU8::new).map(Size).ok_or_else(|| SizeError { found: n.to_string() })
    }

    /// Returns the number of ranks, which is also the number of files, and of queens in a solution.
    #[must_use]
    pub fn get(self) -> usize {
        usize::from(self.0.get())
    }

    /// Returns the number of squares, `n * n`.
    #[must_use]
    pub fn square_count(self) -> usize {
        self.get() * self.get()
    }

    /// Returns all squares in the order of their variables: rank 1 from file a on, then rank 2, and so on up to rank
    /// `n`.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        let n = self.get();
        (0..n * n).map(move |variable| Square::at(variable % n, variable / n))
    }

    /// Returns the squares of `rank` (counted from 0 at the bottom), from file a on.
    pub fn rank(self, rank: usize) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..self.get()).map(move |file| Square::at(file, rank))
    }

    /// Returns the squares of `file` (counted from 0 at the left), from rank 1 on.
    pub fn file(self, file: usize) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..self.get()).map(move |rank| Square::at(file, rank))
    }

    /// Returns `true` if the board has `square`.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        square.file() < self.get() && square.rank() < self.get()
    }

    /// Returns the variable that is true if a queen stands on `square`: `rank * n + file`, both counted from 0.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    #[must_use]
    pub fn variable(self, square: Square) -> Variable {
        assert!(self.contains(square), "{square} is off a board of {self}");
        // 255 * 255 squares fit 16 bits, so `from_index` does not panic.
        Variable::from_index(square.rank() * self.get() + square.file())
    }

    /// Returns the square of `variable`. This is the inverse of [`Size::variable`].
    ///
    /// # Panics
    ///
    /// If the board has no such variable.
    #[must_use]
    pub fn square_of(self, variable: Variable) -> Square {
        let variable = variable.index();
        assert!(variable < self.square_count(), "variable {variable} is off a board of {self}");
        Square::at(variable % self.get(), variable / self.get())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        text.parse::<NonZeroU8>().map(Size).map_err(|_| SizeError { found: text.to_owned() })
    }
}

/// An error of [`Size::new`]: a number that is not the size of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the board size must be a whole number from 1 to {}, not {found:?}", Size::MAX)]
pub struct SizeError {
    found: String,
}

/// The error for a square that the board does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{square} is off the board: a board of size {size} ends at {}", Square::at(size.get() - 1, size.get() - 1))]
pub struct OffBoard {
    /// The square.
    pub square: Square,
    /// The board size.
    pub size: Size,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_1_to_255_are_refused() {
        for bad in [0, 256, 300, usize::MAX] {
            assert!(Size::new(bad).is_err(), "{bad}");
        }
        for bad in ["", "0", "-1", "256", "8x8", "8.0", " 8"] {
            let error = bad.parse::<Size>().unwrap_err().to_string();
            assert!(error.contains(&format!("{bad:?}")), "{error}");
        }
        assert_eq!("255".parse::<Size>().unwrap().get(), 255);
    }

    #[test]
    fn variables_number_the_squares_row_by_row_from_a1() {
        for n in [1, 2, 8, 255] {
            let size = Size::new(n).unwrap();
            assert_eq!(size.squares().len(), n * n);
            for (variable, square) in size.squares().enumerate() {
                assert_eq!(usize::from(size.variable(square)), variable);
                assert_eq!(size.square_of(size.variable(square)), square);
            }
        }
    }
}
