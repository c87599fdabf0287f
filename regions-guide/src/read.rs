//! Reading boards from text.

use std::io::{self, BufRead};
use std::str::FromStr;

use nqueens_board::Size;
use puzzle_kind::input::read_line;

use crate::board::{Board, RegionCount};
use crate::sbn::{SbnError, is_meant, read_sbn};

/// Reads boards from a text, one after the other.
///
/// A board is a grid of letters, a rank a line from the top; small letters mean the same as capital ones, and blanks
/// between letters mean nothing. Empty lines stand between boards; `#` begins a comment, which ends with its line.
/// A board may also be a line in Star Battle Notation, as [`read_sbn`] reads it. After an error nothing more is read.
#[derive(Debug)]
pub struct BoardReader<R> {
    from: R,
    /// The number of lines read.
    line: usize,
    done: bool,
    /// What the board that was read last says of its stars.
    stars: Option<usize>,
}

/// Where and why a text is no board. Lines and columns are counted from 1.
#[derive(Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct BoardError {
    /// The line that is wrong, or the board's first where the board is wrong as a whole.
    pub line: usize,
    /// The place in the line, in characters.
    pub column: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a text that is no board.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The text can't be read.
    #[error("can't read on: {0}")]
    Unreadable(io::Error),
    /// There is no board.
    #[error("no board: expected a grid of letters, a line a rank, such as ABB, AAB, CCC")]
    Nothing,
    /// A character is no letter.
    #[error("{0:?} is no region: expected a letter from A to Z, or # before a comment")]
    Letter(char),
    /// A line is longer or shorter than the board's first line.
    #[error("the line has {found} squares: expected {expected}, as the board's first line has")]
    Width {
        /// The letters there are.
        found: usize,
        /// The letters of the first line.
        expected: usize,
    },
    /// The first line is too long.
    #[error("the line has {0} squares: expected {max} at the most, for a board has a region a letter", max = Board::MAX)]
    TooLarge(usize),
    /// The board ends too early.
    #[error("the board ends after line {found} of its {expected}: expected as many lines as squares on a line")]
    TooFewLines {
        /// The lines there are.
        found: usize,
        /// The letters of the first line.
        expected: usize,
    },
    /// The board goes on where it should end.
    #[error("one line too many: expected an empty line after {0} lines, as many as squares on a line")]
    TooManyLines(usize),
    /// A board in Star Battle Notation is none.
    #[error(transparent)]
    Notation(SbnError),
    /// The letters are too many or too few.
    #[error(transparent)]
    Regions(#[from] RegionCount),
}

/// A line with something on it: its letters, and where the first one stands and the last one ends; or a board.
struct Row {
    board: Option<Board>,
    letters: Vec<char>,
    first: usize,
    end: usize,
}

impl<R: BufRead> BoardReader<R> {
    /// Reads from here.
    pub fn new(from: R) -> BoardReader<R> {
        BoardReader { from, line: 0, done: false, stars: None }
    }

    fn error(&self, column: usize, fault: Fault) -> BoardError {
        BoardError { line: self.line, column, fault }
    }

    /// The next line's letters: none of an empty line, `None` at the end. Lines of a comment alone are skipped.
    fn row(&mut self, is_first: bool) -> Result<Option<Row>, BoardError> {
        loop {
            let mut text = String::new();
            self.line += 1;
            let read = read_line(&mut self.from, &mut text).map_err(|error| self.error(1, Fault::Unreadable(error)))?;
            if read == 0 {
                return Ok(None);
            }
            let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
            let (text, has_comment) = text.split_once('#').map_or((text, false), |(before, _)| (before, true));
            let mut row = Row { board: None, letters: Vec::new(), first: 1, end: 1 };
            if is_first && is_meant(text.trim_start()) {
                let column = 1 + text.chars().take_while(|letter| letter.is_whitespace()).count();
                let (board, stars) = read_sbn(text).map_err(|error| self.error(column, Fault::Notation(error)))?;
                (row.board, self.stars) = (Some(board), Some(stars));
                return Ok(Some(row));
            }
            for (column, character) in (1..).zip(text.chars()) {
                match character.to_ascii_uppercase() {
                    letter if letter.is_ascii_uppercase() => {
                        if row.letters.is_empty() {
                            row.first = column;
                        }
                        row.end = column + 1;
                        row.letters.push(letter);
                    }
                    blank if blank.is_whitespace() => {}
                    _ => return Err(self.error(column, Fault::Letter(character))),
                }
            }
            if !(row.letters.is_empty() && has_comment) {
                return Ok(Some(row));
            }
        }
    }

    /// The number of stars that the board that was read last says itself: one in Star Battle Notation does.
    #[must_use]
    pub fn stars(&self) -> Option<usize> {
        self.stars
    }

    /// The next board and its first line's number; `None` at the end.
    fn board(&mut self) -> Result<Option<(usize, Board)>, BoardError> {
        self.stars = None;
        let (first, width) = loop {
            match self.row(true)? {
                None => return Ok(None),
                Some(Row { board: Some(board), .. }) => return Ok(Some((self.line, board))),
                Some(row) if !row.letters.is_empty() => break (row.first, row.letters),
                Some(_) => {}
            }
        };
        let (line, mut letters) = (self.line, width);
        let expected = letters.len();
        let Some(size) = Size::new(expected).ok().filter(|_| expected <= Board::MAX) else {
            return Err(self.error(first, Fault::TooLarge(expected)));
        };
        // Read from the top and kept from the bottom, as the variables are.
        let mut found = 1;
        while let Some(row) = self.row(false)?.filter(|row| !row.letters.is_empty()) {
            if found == expected {
                return Err(self.error(row.first, Fault::TooManyLines(expected)));
            }
            if row.letters.len() != expected {
                return Err(self.error(row.end, Fault::Width { found: row.letters.len(), expected }));
            }
            letters.splice(0..0, row.letters);
            found += 1;
        }
        if found < expected {
            return Err(self.error(1, Fault::TooFewLines { found, expected }));
        }
        let board = Board::new(size, &letters);
        board.map(|board| Some((line, board))).map_err(|count| BoardError { line, column: first, fault: count.into() })
    }
}

impl<R: BufRead> Iterator for BoardReader<R> {
    /// The number of the board's first line, and the board.
    type Item = Result<(usize, Board), BoardError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let board = self.board().transpose();
        self.done = !matches!(board, Some(Ok(_)));
        board
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads one board; what comes after it has to be empty.
    fn from_str(text: &str) -> Result<Board, BoardError> {
        let mut reader = BoardReader::new(text.as_bytes());
        let (_, board) = reader.next().unwrap_or_else(|| Err(reader.error(1, Fault::Nothing)))?;
        match reader.row(false)? {
            None => Ok(board),
            Some(_) => Err(reader.error(1, Fault::TooManyLines(board.size().get()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(text: &str) -> Vec<Result<(usize, String), String>> {
        BoardReader::new(text.as_bytes())
            .map(|board| board.map(|(line, board)| (line, board.to_string())).map_err(|error| error.to_string()))
            .collect()
    }

    #[test]
    fn boards_with_blanks_comments_and_small_letters() {
        let text = "\u{feff}# two boards\n\nA b\r\n# in between\n  bB  # rank 1\n\n\n\nx\n";
        assert_eq!(boards(text), [Ok((3, "AB\nBB\n".to_owned())), Ok((9, "X\n".to_owned()))]);
        assert_eq!(boards("\n# nothing\n"), []);
    }

    #[test]
    fn boards_in_star_battle_notation_stand_on_a_line_each() {
        let text = "551W4Lo0YpJ\n 552W4Lo0YpJ # two stars\nA\n\n551W\n";
        let board = "AABBB\nAACCB\nAADEB\nDDDEE\nDDDDD\n".to_owned();
        let read = boards(text);
        assert_eq!(read[..3], [Ok((1, board.clone())), Ok((2, board)), Ok((3, "A\n".to_owned()))]);
        assert_eq!(read[3], Err("line 5, column 1: the borders take 7 characters, not 0".to_owned()));
        let mut reader = BoardReader::new(text.as_bytes());
        let stars: Vec<Option<usize>> = (0..3).map(|_| (reader.next().unwrap().unwrap(), reader.stars()).1).collect();
        assert_eq!(stars, [Some(1), Some(2), None]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, expected) in [
            ("AB\nB?", "line 2, column 2: '?' is no region: expected a letter from A to Z, or # before a comment"),
            ("A1\nBB", "line 1, column 2: '1' is no region"),
            ("AB\n B", "line 2, column 3: the line has 1 squares: expected 2, as the board's first line has"),
            ("AB\nB BA", "line 2, column 5: the line has 3 squares: expected 2"),
            (
                "\nABC\nABC\n\nA",
                "line 4, column 1: the board ends after line 2 of its 3: expected as many lines as squares on a line",
            ),
            ("ABC\nABC", "line 3, column 1: the board ends after line 2 of its 3"),
            ("A\nB", "line 2, column 1: one line too many: expected an empty line after 1 lines"),
            (
                "\n AA\nAA",
                "line 2, column 2: a board of 2 x 2 needs 2 regions, as many as it has ranks, but there are 1: A",
            ),
            (
                "AB\nCA",
                "line 1, column 1: a board of 2 x 2 needs 2 regions, as many as it has ranks, but there are 3: A B C",
            ),
        ] {
            let found = boards(text);
            let message = found.last().unwrap().as_ref().unwrap_err();
            assert!(message.starts_with(expected), "{text:?}\n{message}\n{expected}");
        }
        let long = boards(&"A".repeat(27));
        assert!(long[0].as_ref().unwrap_err().contains("27 squares: expected 26 at the most"), "{long:?}");
    }

    #[test]
    fn after_an_error_nothing_is_read() {
        assert_eq!(boards("A\n\n?\n\nB\n").len(), 2);
        assert!("A\n\nB".parse::<Board>().is_err() && "".parse::<Board>().is_err());
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error() {
        let error = BoardReader::new(&b"AB\n\xff\xfe\n"[..]).next().unwrap().unwrap_err();
        assert!(error.to_string().starts_with("line 2, column 1: can't read on: "), "{error}");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[AB# \n?é]{0,40}") {
            for board in BoardReader::new(text.as_bytes()).flatten() {
                let again: Board = board.1.to_string().parse().unwrap();
                proptest::prop_assert_eq!(again, board.1);
            }
        }
    }
}
