//! Readers of text with a limit for the length of a line: a line of more than [`MAX_LINE`] bytes is an error, so that
//! it can't fill the memory.
//!
//! [`Lines`] reads lines for all kinds of puzzle, and [`Grids`] reads square boards with a character for each square.
//! Their errors are [`InputError`]s, with the line and column.

use std::fmt;
use std::io::{self, BufRead, Read};

/// The maximum length of a line in bytes, without its end.
pub const MAX_LINE: usize = 1 << 20;

/// Appends a line with its end to `text`, as [`BufRead::read_line`] does, and returns its length in bytes: 0 at the
/// end of the input.
///
/// ```
/// use puzzle_kind::input::{MAX_LINE, read_line};
///
/// let mut text = String::new();
/// assert_eq!(read_line(&mut &b"8\n9\n"[..], &mut text)?, 2);
/// assert_eq!(text, "8\n");
/// let endless = vec![0; MAX_LINE + 1];
/// assert!(read_line(&mut endless.as_slice(), &mut text).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The errors of the input, and [`io::ErrorKind::InvalidData`] for a line of more than [`MAX_LINE`] bytes.
pub fn read_line(from: &mut impl BufRead, text: &mut String) -> io::Result<usize> {
    let read = from.take(MAX_LINE as u64 + 1).read_line(text)?;
    if read > MAX_LINE && !text.ends_with('\n') {
        let fault = format!("the line is longer than {MAX_LINE} bytes: is this a text file?");
        return Err(io::Error::new(io::ErrorKind::InvalidData, fault));
    }
    Ok(read)
}

/// Returns a text as messages quote it: unchanged up to 40 characters, otherwise its first 40 characters and `...`.
///
/// ```
/// assert_eq!(puzzle_kind::input::shortened("a1"), "a1");
/// assert_eq!(puzzle_kind::input::shortened(&"a".repeat(100)).len(), 43);
/// ```
#[must_use]
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// An error in reading puzzles, with its position in the text.
///
/// ```
/// use puzzle_kind::input::InputError;
///
/// let error = InputError::malformed(3, Some(1), "expected 9 rows, found 8");
/// assert_eq!(error.to_string(), "line 3, column 1: expected 9 rows, found 8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{fault}", self.place().map_or(String::new(), |place| place + ": "))]
#[non_exhaustive]
pub struct InputError {
    /// The line, counted from 1; `None` if the error concerns no particular line.
    pub line: Option<usize>,
    /// The column in characters, counted from 1; `None` if the error concerns the whole line.
    pub column: Option<usize>,
    /// The message without a full stop, such as `expected 9 rows, found 8`.
    pub fault: String,
    /// `true` if the text was read but is not a puzzle; `false` if reading failed.
    pub is_malformed: bool,
}

impl InputError {
    /// Creates the error of a text that is not a puzzle.
    #[must_use]
    pub fn malformed(line: usize, column: Option<usize>, fault: impl fmt::Display) -> InputError {
        InputError { line: Some(line), column, fault: fault.to_string(), is_malformed: true }
    }

    /// Creates the error of a text that can't be read.
    #[must_use]
    pub fn unreadable(fault: impl fmt::Display) -> InputError {
        InputError { line: None, column: None, fault: fault.to_string(), is_malformed: false }
    }

    /// Returns the position in words, such as `line 2, column 3`; `None` without a line.
    #[must_use]
    pub fn place(&self) -> Option<String> {
        let line = self.line?;
        Some(self.column.map_or_else(|| format!("line {line}"), |column| format!("line {line}, column {column}")))
    }
}

/// The error for an invalid argument, name or board. Its message has no full stop: for example, `expected a name such
/// as a1`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadArgument(String);

impl From<String> for BadArgument {
    fn from(message: String) -> BadArgument {
        BadArgument(message)
    }
}

impl From<&str> for BadArgument {
    fn from(message: &str) -> BadArgument {
        BadArgument(message.to_owned())
    }
}

/// The lines of an input, numbered from 1.
///
/// ```
/// use puzzle_kind::input::Lines;
///
/// let mut lines = Lines::new(&b"8\n9"[..]);
/// assert_eq!(lines.read()?.as_deref(), Some("8\n"));
/// assert_eq!(lines.number(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    from: R,
    /// The number of lines read.
    count: usize,
    /// `true` after the end of the input or an error.
    is_over: bool,
}

impl<R: BufRead> Lines<R> {
    /// Creates a reader of lines.
    pub fn new(from: R) -> Lines<R> {
        Lines { from, count: 0, is_over: false }
    }

    /// Returns the number of the line read last; at the end of the input, the number of the line that would follow.
    #[must_use]
    pub fn number(&self) -> usize {
        self.count + usize::from(self.is_over)
    }

    /// Reads the next line with its end; `None` at the end of the input. A byte order mark at the beginning of the
    /// input is removed.
    ///
    /// # Errors
    ///
    /// The errors of [`read_line`].
    pub fn read(&mut self) -> io::Result<Option<String>> {
        let mut text = String::new();
        self.is_over = true;
        if read_line(&mut self.from, &mut text)? == 0 {
            return Ok(None);
        }
        self.is_over = false;
        self.count += 1;
        if self.count == 1 && text.starts_with('\u{feff}') {
            text = text.trim_start_matches('\u{feff}').to_owned();
        }
        Ok(Some(text))
    }
}

/// A text format for square boards: each line is a row, with a character for each square.
///
/// Blanks between squares are ignored, empty lines separate boards, and `#` begins a comment.
#[derive(Clone, Copy, Debug)]
pub struct GridFormat<T> {
    /// Converts a character of the text to the character of a square; `None` if the character stands for no square.
    pub sign: fn(char) -> Option<char>,
    /// The end of the message about a character that stands for no square, such as `is not a region: expected a
    /// letter`.
    pub refusal: &'static str,
    /// The maximum number of squares in a row.
    pub max_squares: usize,
    /// The reason for `max_squares`, appended to the message about a row with too many squares.
    pub limit_reason: &'static str,
    /// Reads a board from a single line; `None` if the line is a row of a board on several lines.
    pub line: fn(&str) -> Option<Result<T, BadArgument>>,
    /// Makes the board from its rows, the top row first.
    pub board: fn(Vec<Vec<char>>) -> Result<T, BadArgument>,
}

/// An iterator over the boards of a text, each with the number of its first line. It ends after the first error.
#[derive(Debug)]
pub struct Grids<R, T> {
    lines: Lines<R>,
    format: GridFormat<T>,
    is_over: bool,
}

impl<R: BufRead, T> Grids<R, T> {
    /// Creates a reader of boards in a format.
    pub fn new(format: GridFormat<T>, from: R) -> Grids<R, T> {
        Grids { lines: Lines::new(from), format, is_over: false }
    }

    fn error(&self, column: usize, fault: impl fmt::Display) -> InputError {
        InputError::malformed(self.lines.number(), Some(column), fault)
    }

    /// Reads the next line without its comment; `None` at the end of the input. Skips lines with a comment only.
    fn line(&mut self) -> Result<Option<String>, InputError> {
        loop {
            let read = self.lines.read();
            let read = read.map_err(|error| {
                let fault = self.error(1, format!("can't read: {error}"));
                InputError { is_malformed: false, ..fault }
            })?;
            let Some(mut text) = read else { return Ok(None) };
            let Some(comment) = text.find('#') else { return Ok(Some(text)) };
            text.truncate(comment);
            if !text.trim().is_empty() {
                return Ok(Some(text));
            }
        }
    }

    /// Parses a line of text as a row of a board. Returns the characters of its squares, each with its column in the
    /// text, counted from 1.
    fn row(&self, text: &str) -> Result<Vec<(usize, char)>, InputError> {
        let signs = (1..).zip(text.chars()).filter_map(|(column, character)| match (self.format.sign)(character) {
            Some(sign) => Some(Ok((column, sign))),
            None if character.is_whitespace() => None,
            None => Some(Err(self.error(column, format!("{character:?} {}", self.format.refusal)))),
        });
        signs.collect()
    }

    /// Reads the next board, and returns it with the number of its first line; `None` at the end of the input.
    fn board(&mut self) -> Result<Option<(usize, T)>, InputError> {
        let row = loop {
            let Some(text) = self.line()? else { return Ok(None) };
            if let Some(board) = (self.format.line)(&text) {
                let column = 1 + text.chars().take_while(|character| character.is_whitespace()).count();
                let board = board.map_err(|fault| self.error(column, fault))?;
                return Ok(Some((self.lines.number(), board)));
            }
            let row = self.row(&text)?;
            if !row.is_empty() {
                break row;
            }
        };
        let (line, first, expected) = (self.lines.number(), row[0].0, row.len());
        let GridFormat { max_squares, limit_reason, board, .. } = self.format;
        if expected > max_squares {
            let fault = format!("expected at most {max_squares} squares on a line, found {expected}{limit_reason}");
            return Err(self.error(first, fault));
        }
        let signs = |row: Vec<(usize, char)>| row.into_iter().map(|(_, sign)| sign).collect();
        let mut rows: Vec<Vec<char>> = vec![signs(row)];
        while let Some(text) = self.line()? {
            let row = self.row(&text)?;
            let (Some(&(first, _)), Some(&(last, _))) = (row.first(), row.last()) else { break };
            let found = row.len();
            if rows.len() == expected {
                let fault =
                    format!("expected an empty line after {expected} lines of {expected} squares, found another line");
                return Err(self.error(first, fault));
            }
            if found != expected {
                let fault = format!("expected {expected} squares, as on the first line of the board, found {found}");
                return Err(self.error(last + 1, fault));
            }
            rows.push(signs(row));
        }
        if rows.len() < expected {
            let fault = format!("expected {expected} lines of {expected} squares, found {}", rows.len());
            return Err(self.error(1, fault));
        }
        let board = board(rows).map_err(|fault| InputError::malformed(line, Some(first), fault))?;
        Ok(Some((line, board)))
    }
}

impl<R: BufRead, T> Iterator for Grids<R, T> {
    type Item = Result<(usize, T), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let board = self.board().transpose();
        self.is_over = !matches!(board, Some(Ok(_)));
        board
    }
}

/// Returns the region of every cell of a grid, row by row. Regions are numbered from 0 in the order of their first
/// cells. `is_border(cell, next)` returns `true` if a border separates `cell` from the cell `next`, to its right or
/// below.
///
/// ```
/// let halves = puzzle_kind::input::regions_between(2, 2, |cell, next| next == cell + 1);
/// assert_eq!(halves, [0, 1, 0, 1]);
/// ```
pub fn regions_between(rows: usize, columns: usize, is_border: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut regions: Vec<Option<usize>> = vec![None; rows * columns];
    let mut count = 0;
    for start in 0..rows * columns {
        if regions[start].is_some() {
            continue;
        }
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if regions[cell].replace(count).is_some() {
                continue;
            }
            let (row, column) = (cell / columns, cell % columns);
            let next = [
                (column + 1 < columns && !is_border(cell, cell + 1)).then(|| cell + 1),
                (column > 0 && !is_border(cell - 1, cell)).then(|| cell - 1),
                (row + 1 < rows && !is_border(cell, cell + columns)).then(|| cell + columns),
                (row > 0 && !is_border(cell - columns, cell)).then(|| cell - columns),
            ];
            open.extend(next.into_iter().flatten().filter(|&next| regions[next].is_none()));
        }
        count += 1;
    }
    regions.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_one_by_one_up_to_the_limit() {
        let longest = "x".repeat(MAX_LINE);
        let input = format!("a\r\n\n{longest}\nend");
        let mut from = input.as_bytes();
        let mut lines = Vec::new();
        loop {
            let mut text = String::new();
            if read_line(&mut from, &mut text).unwrap() == 0 {
                break;
            }
            lines.push(text);
        }
        assert!(lines == ["a\r\n", "\n", &format!("{longest}\n"), "end"]);
        let longer = format!("{longest}y");
        let mut from = longer.as_bytes();
        let error = read_line(&mut from, &mut String::new()).unwrap_err();
        assert!(error.to_string().starts_with("the line is longer than 1048576 bytes"), "{error}");
    }
}
