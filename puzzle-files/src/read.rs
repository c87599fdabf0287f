//! Reading a file: from its text to the puzzle, or to a fault and its place.

use puzzle_kind::input::ReadError;
use toml::de::DeTable;

use crate::board::FileBoard;
use crate::constraints::Listing;
use crate::puzzle::{FilePuzzle, Texts};
use crate::statements::{CellVariables, StatementReader};
use crate::tree::{MOST_VARIABLES, ReadResult, SpannedError, TomlTable, line_and_column};
use crate::values::Values;
use crate::{dimacs, links, opb};

/// The most bytes of a file.
pub(crate) const MOST_BYTES: usize = 1 << 22;
/// The most bytes of a file in TOML, which somebody writes by hand.
const MOST_BYTES_OF_TOML: usize = 1 << 18;

impl FilePuzzle {
    /// Reads a puzzle from the text of its file.
    ///
    /// ```
    /// use puzzle_core::{Budget, Marks, Words};
    /// use puzzle_kind::{Playable};
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
    /// [`ReadError`] if the text is no TOML, says what no puzzle has, or is too large.
    pub fn read(text: &str) -> Result<FilePuzzle, ReadError> {
        puzzle(text).map_err(|fault| fault.told(text))
    }

    /// Reads a puzzle from a file for solvers, and the names of its variables from another one: a name on each line, or
    /// each after the number of its variable. They are a part of the puzzle's text from then on.
    ///
    /// ```
    /// use puzzle_core::{Variable, Words};
    /// use puzzle_files::FilePuzzle;
    ///
    /// let puzzle = FilePuzzle::read_with_names("p cnf 2 1\n1 -2 0\n", "petrol\nelectric\n")?;
    /// assert_eq!(puzzle.name(Variable::new(1)), "electric");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ReadError`] as [`FilePuzzle::read`] has it; of the names if they are wrong, which the error then says.
    pub fn read_with_names(text: &str, names: &str) -> Result<FilePuzzle, ReadError> {
        let Some(listing) = listing(text).map_err(|fault| fault.told(text))? else {
            let what = "names are for files in DIMACS or OPB: expected none beside this one";
            return Err(ReadError::malformed(1, Some(1), what));
        };
        let named = listing.names.listed(names).map_err(|fault| {
            let mut error = fault.told(names);
            error.fault = format!("in the names: {}", error.fault);
            error
        })?;
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let comments = named.into_iter().map(|(number, name)| format!("{}{number} {name}\n", listing.comment));
        FilePuzzle::read(&format!("{text}{end}{}", comments.collect::<String>()))
    }
}

/// Reads what a file for solvers says; `None` if the text is none.
fn listing(text: &str) -> ReadResult<Option<Listing>> {
    let read = match text {
        _ if dimacs::is_dimacs(text) => dimacs::read,
        _ if opb::is_opb(text) => opb::read,
        _ => return Ok(None),
    };
    limited(text, MOST_BYTES)?;
    read(text).map(Some)
}

fn puzzle(text: &str) -> ReadResult<FilePuzzle> {
    if links::is_link(text) {
        limited(text, MOST_BYTES_OF_TOML)?;
        let file = links::file_of(text)?;
        // What is wrong with what was made of the link is wrong with the link.
        return of_toml(&file)
            .or_else(|fault| SpannedError::at(&(0..0), format!("the puzzle of this link: {}", fault.what)));
    }
    match listing(text)? {
        Some(listing) => listing.puzzle(text),
        None => of_toml(text),
    }
}

fn limited(text: &str, most: usize) -> ReadResult<()> {
    if text.len() > most {
        return SpannedError::at(&(most..most), format!("expected {most} bytes at most"));
    }
    Ok(())
}

fn of_toml(text: &str) -> ReadResult<FilePuzzle> {
    limited(text, MOST_BYTES_OF_TOML)?;
    let file = match DeTable::parse(text) {
        Ok(file) => file,
        Err(error) => return SpannedError::at(&error.span().unwrap_or(0..0), in_one_line(error.message())),
    };
    let own = Texts::KEYS.iter().chain(&FileBoard::KEYS).chain(&Values::KEYS).chain(&StatementReader::KEYS);
    let file = TomlTable::root(&file, &own.copied().collect::<Vec<_>>())?;
    let texts = Texts::read(&file)?;
    let board = FileBoard::read(&file)?;
    let values = Values::read(&file)?;
    if board.cells() * values.len() > MOST_VARIABLES {
        let what = format!("{} cells of {} values are too many: {MOST_VARIABLES} at most", board.cells(), values.len());
        return SpannedError::at(&(0..0), what);
    }
    let cells = CellVariables::new(board, values);
    if cells.variables() == 0 {
        return SpannedError::at(&(0..0), "expected a cell at least in which something can be placed");
    }
    let mut reader = StatementReader::new(&cells);
    reader.read(&file)?;
    let said = reader.said;
    Ok(FilePuzzle::new(text, texts, cells, said))
}

impl SpannedError {
    /// The fault with the line and the column at which it stands in a text.
    fn told(self, text: &str) -> ReadError {
        let (line, column) = line_and_column(text, self.at.start);
        ReadError::malformed(line, Some(column), self.what)
    }
}

fn in_one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}
