//! Squares and their names in algebraic notation.

use std::fmt;
use std::str::FromStr;

use puzzle_kind::input::shortened;

/// The largest number of ranks and files of a board.
pub(crate) const MAX_SIZE: usize = 255;

/// A square of a board, named as in chess: the letter of its file, then the number of its rank, such as `c4`.
///
/// Files are lettered from the left, `a` to `z`, then `aa`, `ab`, ... up to `iu` on the largest board; ranks are
/// numbered from 1 at the bottom. Squares are ordered as their variables: by rank, then by file.
///
/// ```
/// use nqueens_board::Square;
///
/// let c4: Square = "c4".parse()?;
/// assert_eq!((c4.file(), c4.rank()), (2, 3));
/// assert_eq!(c4, Square::at(2, 3));
/// assert_eq!(Square::at(27, 0).to_string(), "ab1");
/// # Ok::<(), nqueens_board::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    // The derived `Ord` compares ranks before files, since `rank` is the first field.
    rank: u8,
    file: u8,
}

impl Square {
    /// Returns the square on this file and rank, both counted from 0; `None` if even the largest board has no such
    /// square.
    #[must_use]
    pub fn new(file: usize, rank: usize) -> Option<Square> {
        (file < MAX_SIZE && rank < MAX_SIZE).then(|| Square::at(file, rank))
    }

    /// Returns the square on this file and rank, both counted from 0.
    ///
    /// # Panics
    ///
    /// If even the largest board has no such square. [`Square::new`] returns `None` instead.
    #[must_use]
    pub fn at(file: usize, rank: usize) -> Square {
        assert!(file < MAX_SIZE && rank < MAX_SIZE, "no board has file {file} and rank {rank}");
        Square { rank: rank as u8, file: file as u8 }
    }

    /// Returns the file, counted from 0 at the left.
    #[must_use]
    pub fn file(self) -> usize {
        usize::from(self.file)
    }

    /// Returns the rank, counted from 0 at the bottom.
    #[must_use]
    pub fn rank(self) -> usize {
        usize::from(self.rank)
    }
}

/// Returns the letters of the file with the index `file`, counted from 0: `a`, ..., `z`, `aa`, ...
#[must_use]
pub fn file_name(file: usize) -> String {
    // Bijective base 26: there is no digit zero.
    let before = if file < 26 { String::new() } else { file_name(file / 26 - 1) };
    format!("{before}{}", char::from(b'a' + (file % 26) as u8))
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", file_name(self.file()), self.rank() + 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Parses a name such as `c4`, also with capital letters.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        let error = || SquareError { found: shortened(text) };
        let digits = text.find(|c: char| !c.is_ascii_alphabetic()).ok_or_else(error)?;
        let (letters, digits) = text.split_at(digits);
        // Rust would parse "+4" and "04" as numbers too.
        if letters.is_empty() || letters.len() > 2 || !digits.starts_with(|c: char| ('1'..='9').contains(&c)) {
            return Err(error());
        }
        let file =
            letters.bytes().fold(0, |file, letter| file * 26 + usize::from(letter.to_ascii_lowercase() - b'a') + 1) - 1;
        let rank = digits.parse::<usize>().map_err(|_| error())? - 1;
        Square::new(file, rank).ok_or_else(error)
    }
}

/// A list of squares, read and written as text such as `b4,d1`; the empty text is the empty list.
///
/// ```
/// use nqueens_board::Squares;
///
/// let squares: Squares = "B4, d1".parse()?;
/// assert_eq!((squares.0.len(), squares.to_string().as_str()), (2, "b4,d1"));
/// # Ok::<(), nqueens_board::SquareError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Squares(pub Vec<Square>);

impl FromStr for Squares {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Squares, SquareError> {
        if text.trim().is_empty() {
            return Ok(Squares(Vec::new()));
        }
        Ok(Squares(text.split(',').map(|name| name.trim().parse()).collect::<Result<_, _>>()?))
    }
}

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(Square::to_string).collect::<Vec<_>>().join(","))
    }
}

/// The error for a text that is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: expected the file's letters and the rank's number, such as c4", self.fault())]
pub struct SquareError {
    found: String,
}

impl SquareError {
    fn fault(&self) -> String {
        match self.found.as_str() {
            "" => "the name of a square is missing".to_owned(),
            found => format!("{found:?} is not a square"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Size;

    #[test]
    fn every_square_prints_and_parses_back() {
        for square in Size::new(255).unwrap().squares() {
            assert_eq!(square.to_string().parse::<Square>().unwrap(), square);
            assert_eq!(square.to_string().to_uppercase().parse::<Square>().unwrap(), square);
        }
    }

    #[test]
    fn files_are_lettered_as_in_a_spreadsheet() {
        for (file, name) in [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (254, "iu")] {
            assert_eq!(file_name(file), name);
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for bad in [
            "",
            "a",
            "4",
            "4a",
            "a0",
            "a04",
            "a+4",
            "a-1",
            "a4b",
            "a 4",
            " a4",
            "ä4",
            "iv1",
            "a256",
            "zzz1",
            "a99999999999999999999",
        ] {
            assert!(bad.parse::<Square>().is_err(), "{bad:?}");
        }
    }
}
