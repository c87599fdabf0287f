//! Reading a file: from its text to the puzzle, or to a fault and its place.

use toml::de::DeTable;

use crate::board::Board;
use crate::constraints::Listing;
use crate::puzzle::{FilePuzzle, Texts};
use crate::statements::{Cells, Reader};
use crate::tree::{Checked, Fault, MOST_VARIABLES, Table, line_and_column};
use crate::values::Values;
use crate::{dimacs, links, opb};

/// The most bytes of a file.
pub(crate) const MOST_BYTES: usize = 1 << 22;
/// The most bytes of a file in TOML, which somebody writes by hand.
const MOST_BYTES_OF_TOML: usize = 1 << 18;

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
    /// [`ReadFault`] if the text is no TOML, says what no puzzle has, or is too large.
    pub fn read(text: &str) -> Result<FilePuzzle, ReadFault> {
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
    /// [`ReadFault`] as [`FilePuzzle::read`] has it; of the names if they are wrong, which `what` then says.
    pub fn read_with_names(text: &str, names: &str) -> Result<FilePuzzle, ReadFault> {
        let format = Format::of(text);
        let listing = format.listing(text).map_err(|fault| fault.told(text))?;
        let Some(listing) = listing else {
            let what = "names are for files in DIMACS or OPB: expected none beside this one".to_owned();
            return Err(ReadFault { line: 1, column: 1, what });
        };
        let named = listing.names.listed(names).map_err(|fault| {
            let fault = fault.told(names);
            ReadFault { what: format!("in the names: {}", fault.what), ..fault }
        })?;
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let sign = if format == Format::Opb { "* x" } else { "c " };
        let comments = named.into_iter().map(|(number, name)| format!("{sign}{number} {name}\n"));
        FilePuzzle::read(&format!("{text}{end}{}", comments.collect::<String>()))
    }
}

/// What a file is written in, as its first words tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Toml,
    Dimacs,
    Opb,
}

impl Format {
    fn of(text: &str) -> Format {
        if dimacs::is_dimacs(text) {
            Format::Dimacs
        } else if opb::is_opb(text) {
            Format::Opb
        } else {
            Format::Toml
        }
    }

    /// What a file for solvers says.
    fn listing(self, text: &str) -> Checked<Option<Listing>> {
        match self {
            Format::Toml => Ok(None),
            Format::Dimacs => limited(text, MOST_BYTES).and_then(|()| dimacs::read(text)).map(Some),
            Format::Opb => limited(text, MOST_BYTES).and_then(|()| opb::read(text)).map(Some),
        }
    }
}

fn puzzle(text: &str) -> Checked<FilePuzzle> {
    if links::is_link(text) {
        limited(text, MOST_BYTES_OF_TOML)?;
        let file = links::file_of(text)?;
        // What is wrong with what was made of the link is wrong with the link.
        return of_toml(&file).or_else(|fault| Fault::at(&(0..0), format!("the puzzle of this link: {}", fault.what)));
    }
    let format = Format::of(text);
    match format.listing(text)? {
        Some(listing) => listing.puzzle(text, if format == Format::Opb { "Constraints" } else { "Clauses" }),
        None => of_toml(text),
    }
}

fn limited(text: &str, most: usize) -> Checked<()> {
    if text.len() > most {
        return Fault::at(&(most..most), format!("expected {most} bytes at most"));
    }
    Ok(())
}

fn of_toml(text: &str) -> Checked<FilePuzzle> {
    limited(text, MOST_BYTES_OF_TOML)?;
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
    let said = reader.said;
    Ok(FilePuzzle::new(text, texts, cells, said))
}

impl Fault {
    /// The fault with the line and the column at which it stands in a text.
    fn told(self, text: &str) -> ReadFault {
        let (line, column) = line_and_column(text, self.at.start);
        ReadFault { line, column, what: self.what }
    }
}

fn in_one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}
