//! Reading a file: from its text to the puzzle, or to what is wrong with it and where.

use std::ops::Range;

use toml::de::DeTable;

use crate::board::Board;
use crate::puzzle::{FilePuzzle, Texts};
use crate::statements::{Cells, Reader};
use crate::tree::{Checked, Fault, Table};
use crate::values::Values;

/// The most bytes of a file.
pub(crate) const MOST_BYTES: usize = 1 << 18;
/// The most variables of a puzzle.
const MOST_VARIABLES: usize = 20_000;

/// Why a text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct ReadFault {
    /// The text line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected and what was found, as a clause.
    pub what: String,
}

impl FilePuzzle {
    /// Reads a puzzle from the text of its file.
    ///
    /// ```
    /// use puzzle_core::{Budget, Marks, Playable, Words};
    /// use puzzle_files::FilePuzzle;
    ///
    /// let rooks = FilePuzzle::read(
    ///     r#"
    ///     rows = 3
    ///     [[rule]]
    ///     exactly = 1
    ///     every = ["row", "column"]
    ///     "#,
    /// )?;
    /// let found = rooks.first_completions(&Marks::default(), 10, &mut Budget::unlimited())?;
    /// assert_eq!(found.len(), 6);
    ///
    /// let fault = FilePuzzle::read("rows = 3\ncolums = 4\n").unwrap_err();
    /// assert_eq!(fault.to_string(), "line 2, column 1: there is no key \"colums\": did you mean \"columns\"?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ReadFault`] if the text is no TOML, says what no puzzle has, or is too large.
    pub fn read(text: &str) -> Result<FilePuzzle, ReadFault> {
        puzzle(text).map_err(|fault| {
            let (line, column) = line_and_column(text, fault.at.start);
            ReadFault { line, column, what: fault.what }
        })
    }
}

fn puzzle(text: &str) -> Checked<FilePuzzle> {
    if text.len() > MOST_BYTES {
        return Fault::at(&(MOST_BYTES..MOST_BYTES), format!("expected {MOST_BYTES} bytes at most"));
    }
    let file = match DeTable::parse(text) {
        Ok(file) => file,
        Err(error) => return Fault::at(&error.span().unwrap_or(0..0), in_one_line(error.message())),
    };
    let own = Texts::KEYS.iter().chain(&Board::KEYS).chain(&Values::KEYS).chain(&Reader::KEYS);
    let file = Table::root(&file, &own.copied().collect::<Vec<_>>())?;
    let texts = Texts::read(&file)?;
    let board = Board::read(&file)?;
    let values = Values::read(&file)?;
    if board.cells() * values.len() > MOST_VARIABLES {
        let what = format!("{} cells of {} values are too many: {MOST_VARIABLES} at most", board.cells(), values.len());
        return Fault::at(&(0..0), what);
    }
    let cells = Cells::new(board, values);
    if cells.variables() == 0 {
        return Fault::at(&(0..0), "expected a cell at least in which something can be placed");
    }
    let mut reader = Reader::new(&cells);
    reader.read(&file)?;
    let (statements, givens) = (reader.statements, reader.givens);
    Ok(FilePuzzle::new(text, texts, cells, statements, givens))
}

fn in_one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where a byte of a text stands.
pub(crate) fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let mut start = byte.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let before = &text[..start];
    let line = before.rsplit('\n').next().unwrap_or("");
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// The text line on which a range begins.
pub(crate) fn line_of(text: &str, at: &Range<usize>) -> usize {
    line_and_column(text, at.start).0
}
