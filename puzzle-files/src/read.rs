//! Readers of puzzles: TOML files, DIMACS CNF and OPB files, feature models, and links.

use puzzle_kind::input::InputError;
use toml::de::DeTable;

use crate::board::FileBoard;
use crate::constraints::Listing;
use crate::puzzle::{FilePuzzle, Texts};
use crate::statements::{CellVariables, StatementReader};
use crate::tree::{MAX_VARIABLES, ReadResult, SpannedError, TomlTable, fail, line_and_column};
use crate::values::Values;
use crate::{dimacs, featureide, links, opb, uvl};

/// The maximum size of a file in bytes: positions in the text and the parsed rules take several times as much memory.
pub(crate) const MAX_BYTES: usize = 1 << 28;
/// The maximum size of a TOML file or a link, in bytes.
const MAX_TOML_BYTES: usize = 1 << 18;

impl FilePuzzle {
    /// Reads a puzzle from the text of its file: TOML, DIMACS CNF, OPB, UVL, the XML of FeatureIDE, or a link of
    /// puzz.link, f-puzzles or Penpa+.
    ///
    /// ```
    /// use puzzle_core::{Budget, Marks, Words};
    /// use puzzle_kind::Playable;
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
    /// let error = FilePuzzle::read("rows = 3\ncolums = 4\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 1: there is no key \"colums\": did you mean \"columns\"?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InputError`] with the line and the column if the text is malformed, has unknown keys or names, or is too
    /// large.
    pub fn read(text: &str) -> Result<FilePuzzle, InputError> {
        puzzle(text).map_err(|error| error.located(text))
    }

    /// Reads a puzzle from a DIMACS CNF or OPB file (`text`), and the names of its variables from a second file
    /// (`names`). The second file has a name on each line, in the order of the variables, or the number of a variable
    /// and its name on each line. The names become comments of the puzzle's text.
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
    /// The errors of [`FilePuzzle::read`]. The message begins with `in the names:` if the position is in `names`.
    pub fn read_with_names(text: &str, names: &str) -> Result<FilePuzzle, InputError> {
        let listing = listing(text).map_err(|error| error.located(text))?;
        let Some(listing) = listing.filter(|listing| listing.feature_model.is_none()) else {
            let message = "names of variables are only for files in DIMACS or OPB: all other files name their variables themselves";
            return Err(InputError::malformed(1, Some(1), message));
        };
        let named = listing.names.listed(names).map_err(|error| {
            let mut error = error.located(names);
            error.fault = format!("in the names: {}", error.fault);
            error
        })?;
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let comments = named.into_iter().map(|(number, name)| format!("{}{number} {name}\n", listing.comment));
        FilePuzzle::read(&format!("{text}{end}{}", comments.collect::<String>()))
    }
}

/// Reads the contents of a DIMACS CNF or OPB file or of a feature model; `None` for any other text.
fn listing(text: &str) -> ReadResult<Option<Listing>> {
    let read = match text {
        _ if dimacs::is_dimacs(text) => dimacs::read,
        _ if opb::is_opb(text) => opb::read,
        _ if uvl::is_uvl(text) => uvl::read,
        _ if featureide::is_xml(text) => featureide::read,
        _ => return Ok(None),
    };
    check_size(text, MAX_BYTES)?;
    read(text).map(Some)
}

fn puzzle(text: &str) -> ReadResult<FilePuzzle> {
    if links::is_link(text) {
        check_size(text, MAX_TOML_BYTES)?;
        let file = links::file_of(text)?;
        // A position in the translated file would mean nothing to the user, who only has the link.
        return of_toml(&file)
            .or_else(|error| fail(&(0..0), format!("the puzzle in this link can't be read: {}", error.message)));
    }
    match listing(text)? {
        Some(listing) => listing.puzzle(text),
        None => of_toml(text),
    }
}

fn check_size(text: &str, max_bytes: usize) -> ReadResult<()> {
    if text.len() > max_bytes {
        return fail(&(max_bytes..max_bytes), format!("expected a file of at most {max_bytes} bytes"));
    }
    Ok(())
}

fn of_toml(text: &str) -> ReadResult<FilePuzzle> {
    check_size(text, MAX_TOML_BYTES)?;
    let file = match DeTable::parse(text) {
        Ok(file) => file,
        Err(error) => {
            return fail(
                &error.span().unwrap_or(0..0),
                error.message().split_whitespace().collect::<Vec<_>>().join(" "),
            );
        }
    };
    let own = Texts::KEYS.iter().chain(&FileBoard::KEYS).chain(&Values::KEYS).chain(&StatementReader::KEYS);
    let file = TomlTable::root(&file, &own.copied().collect::<Vec<_>>())?;
    let texts = Texts::read(&file)?;
    let board = FileBoard::read(&file)?;
    let values = Values::read(&file)?;
    if board.cells() * values.len() > MAX_VARIABLES {
        let message = format!(
            "expected at most {MAX_VARIABLES} variables, found {} cells with {} values each",
            board.cells(),
            values.len()
        );
        return fail(&(0..0), message);
    }
    let cells = CellVariables::new(board, values);
    if cells.variables() == 0 {
        return fail(&(0..0), "expected at least one open cell (without a clue)");
    }
    let mut reader = StatementReader::new(&cells);
    reader.read(&file)?;
    let contents = reader.contents;
    Ok(FilePuzzle::new(text, texts, cells, contents))
}

impl SpannedError {
    /// Returns the error with its line and column in `text`.
    fn located(self, text: &str) -> InputError {
        let (line, column) = line_and_column(text, self.span.start);
        InputError::malformed(line, Some(column), self.message)
    }
}
