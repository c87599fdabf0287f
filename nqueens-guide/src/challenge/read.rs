//! Reading challenges from text.

use std::io::{self, BufRead};

use crate::placement::Placement;
use nqueens_board::{Size, Square};
use puzzle_kind::input::read_line;

/// Reads challenges from a text, one after the other.
///
/// A challenge is a grid, a rank a line from the top: `Q` is a queen that stands, `x` a blocked square, and `.` any
/// other. A number alone is a board of that size with nothing on it. Blanks between squares mean nothing. Empty lines stand between challenges; `#` begins a comment, which ends
/// with its line. After an error nothing more is read.
#[derive(Debug)]
pub struct ChallengeReader<R> {
    from: R,
    /// The number of lines read.
    line: usize,
    done: bool,
}

/// Where and why a text is no challenge. Lines and columns are counted from 1.
#[derive(Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct ChallengeError {
    /// The line that is wrong.
    pub line: usize,
    /// The place in the line, in characters.
    pub column: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a text that is no challenge.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The text can't be read.
    #[error("can't read on: {0}")]
    Unreadable(io::Error),
    /// A character is no square.
    #[error(
        "{0:?} is no square: expected Q for a queen, x for a blocked square, . for any other, or # before a comment"
    )]
    Symbol(char),
    /// A line is longer or shorter than the challenge's first line.
    #[error("the line has {found} squares: expected {expected}, as the board's first line has")]
    Width {
        /// The squares there are.
        found: usize,
        /// The squares of the first line.
        expected: usize,
    },
    /// The first line is too long.
    #[error("the line has {found} squares: expected {max} at the most", max = Fault::WIDEST)]
    TooLarge {
        /// The squares there are.
        found: usize,
    },
    /// The board ends too early.
    #[error("the board ends after line {found} of its {expected}: expected as many lines as squares on a line")]
    TooFewLines {
        /// The lines there are.
        found: usize,
        /// The squares of the first line.
        expected: usize,
    },
    /// The board goes on where it should end.
    #[error("one line too many: expected an empty line after {0} lines, as many as squares on a line")]
    TooManyLines(usize),
}

impl Fault {
    /// The widest board: the diagram of a wider one may be too large for any memory.
    const WIDEST: usize = 32;
}

/// A line with something on it: its squares, and where the first one stands and the last one ends.
struct Row {
    squares: Vec<char>,
    first: usize,
    end: usize,
    /// The size of the empty board that the line stands for, if it begins a challenge and is nothing but a number.
    size: Option<Size>,
}

/// The size of the board that a line with nothing but a number stands for, as a board with nothing on it is written.
fn size_of_empty(line: &str) -> Option<Size> {
    let size: usize = line.trim().parse().ok()?;
    Size::new(size).ok().filter(|_| size <= Fault::WIDEST)
}

impl<R: BufRead> ChallengeReader<R> {
    /// Reads from here.
    pub fn new(from: R) -> ChallengeReader<R> {
        ChallengeReader { from, line: 0, done: false }
    }

    fn error(&self, column: usize, fault: Fault) -> ChallengeError {
        ChallengeError { line: self.line, column, fault }
    }

    /// The next line's squares: none of an empty line, `None` at the end. Lines of a comment alone are skipped. Only a
    /// line that begins a challenge can be a number.
    fn row(&mut self, begins: bool) -> Result<Option<Row>, ChallengeError> {
        loop {
            let mut text = String::new();
            self.line += 1;
            let read = read_line(&mut self.from, &mut text).map_err(|error| self.error(1, Fault::Unreadable(error)))?;
            if read == 0 {
                return Ok(None);
            }
            let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
            let (text, has_comment) = text.split_once('#').map_or((text, false), |(before, _)| (before, true));
            let mut row = Row { squares: Vec::new(), first: 1, end: 1, size: size_of_empty(text).filter(|_| begins) };
            if row.size.is_some() {
                return Ok(Some(row));
            }
            for (column, character) in (1..).zip(text.chars()) {
                match character {
                    'Q' | 'q' | 'X' | 'x' | '.' => {
                        if row.squares.is_empty() {
                            row.first = column;
                        }
                        row.end = column + 1;
                        row.squares.push(character.to_ascii_lowercase());
                    }
                    blank if blank.is_whitespace() => {}
                    _ => return Err(self.error(column, Fault::Symbol(character))),
                }
            }
            if !(row.squares.is_empty() && has_comment) {
                return Ok(Some(row));
            }
        }
    }

    /// The next challenge and its first line's number; `None` at the end.
    fn placement(&mut self) -> Result<Option<(usize, Placement)>, ChallengeError> {
        let mut row = loop {
            match self.row(true)? {
                None => return Ok(None),
                Some(Row { size: Some(size), .. }) => return Ok(Some((self.line, Placement::empty(size)))),
                Some(row) if !row.squares.is_empty() => break row,
                Some(_) => {}
            }
        };
        let (line, expected) = (self.line, row.squares.len());
        let Some(size) = Size::new(expected).ok().filter(|_| expected <= Fault::WIDEST) else {
            return Err(self.error(row.first, Fault::TooLarge { found: expected }));
        };
        let mut placement = Placement::empty(size);
        for found in 1..=expected {
            if row.squares.len() != expected {
                return Err(self.error(row.end, Fault::Width { found: row.squares.len(), expected }));
            }
            for (file, symbol) in row.squares.into_iter().enumerate() {
                let square = Square::at(file, expected - found);
                match symbol {
                    'q' => drop(placement.place(square)),
                    'x' => drop(placement.block(square)),
                    _ => {}
                }
            }
            row = match self.row(false)?.filter(|row| !row.squares.is_empty()) {
                Some(row) if found == expected => return Err(self.error(row.first, Fault::TooManyLines(expected))),
                Some(row) => row,
                None if found < expected => return Err(self.error(1, Fault::TooFewLines { found, expected })),
                None => break,
            };
        }
        Ok(Some((line, placement)))
    }
}

impl<R: BufRead> Iterator for ChallengeReader<R> {
    /// The number of the challenge's first line, and the placement.
    type Item = Result<(usize, Placement), ChallengeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let placement = self.placement().transpose();
        self.done = !matches!(placement, Some(Ok(_)));
        placement
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::drawn;

    fn read(text: &str) -> Vec<Result<(usize, String), String>> {
        ChallengeReader::new(text.as_bytes())
            .map(|read| read.map(|(line, board)| (line, drawn(&board))).map_err(|error| error.to_string()))
            .collect()
    }

    #[test]
    fn challenges_with_blanks_and_comments() {
        let text = "\u{feff}# two\n\n. X\r\n# in between\n  Q.  # rank 1\n\n\n\nq\n";
        assert_eq!(read(text), [Ok((3, ".x\nQ.\n".to_owned())), Ok((9, "Q\n".to_owned()))]);
        assert_eq!(read("\n# nothing\n"), []);
    }

    #[test]
    fn an_empty_board_is_a_number_or_dots() {
        let empty = ".\n".to_owned();
        assert_eq!(read("1 # one\n\n.\n"), [Ok((1, empty.clone())), Ok((3, empty))]);
        let number = |text| read(text).pop().unwrap().unwrap_err();
        for text in ["0", "33", "-1", "3x", "3\n.x\nQ.\n3"] {
            assert!(number(text).contains("is no square"), "{text}");
        }
    }

    #[test]
    fn the_first_line_is_the_highest_rank() {
        let (_, board) = ChallengeReader::new(&b"..x\n...\nQ..\n"[..]).next().unwrap().unwrap();
        let names =
            |squares: &std::collections::BTreeSet<Square>| squares.iter().map(Square::to_string).collect::<Vec<_>>();
        assert_eq!((names(board.queens()), names(board.blocked())), (vec!["a1".to_owned()], vec!["c3".to_owned()]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, expected) in [
            ("..\n.?", "line 2, column 2: '?' is no square: expected Q for a queen"),
            ("..\n .", "line 2, column 3: the line has 1 squares: expected 2, as the board's first line has"),
            ("..\n. ..", "line 2, column 5: the line has 3 squares: expected 2"),
            ("\n...\n...\n\n.", "line 4, column 1: the board ends after line 2 of its 3: expected as many lines"),
            ("...\n...", "line 3, column 1: the board ends after line 2 of its 3"),
            (".\n.", "line 2, column 1: one line too many: expected an empty line after 1 lines"),
        ] {
            let found = read(text);
            let message = found.last().unwrap().as_ref().unwrap_err();
            assert!(message.starts_with(expected), "{text:?}\n{message}\n{expected}");
        }
        assert!(read(&".".repeat(33))[0].as_ref().unwrap_err().contains("33 squares: expected 32 at the most"));
        assert_eq!(read(".\n\n?\n\n.\n").len(), 2, "after an error nothing is read");
        let error = ChallengeReader::new(&b"..\n\xff\xfe\n"[..]).next().unwrap().unwrap_err();
        assert!(error.to_string().starts_with("line 2, column 1: can't read on: "), "{error}");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[Qx.# \n?é]{0,40}") {
            for board in ChallengeReader::new(text.as_bytes()).flatten() {
                let text = drawn(&board.1);
                let again = ChallengeReader::new(text.as_bytes()).next().unwrap().unwrap();
                proptest::prop_assert_eq!(again.1, board.1);
            }
        }
    }
}
