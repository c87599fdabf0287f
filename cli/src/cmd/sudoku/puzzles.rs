//! The puzzles that a verb is given, one after the other, and how grids are printed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_guide::{Conflict, Grid, Shape, Unread, read, symbol};

use super::super::{Failure, write_json};
use crate::cli::Output;

/// Where the puzzles are.
#[derive(Debug, Args)]
pub(super) struct Puzzles {
    /// A file with puzzles, or - for the standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// The rows and columns of a block [default: as the number of values tells]
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<Shape>,
}

/// A puzzle, and the line on which it begins.
pub(super) struct Numbered {
    pub(super) line: usize,
    pub(super) grid: Grid,
}

/// Whether an answer is the one hoped for: the exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Positive,
    Negative,
}

impl Puzzles {
    /// Those of a file, or of the standard input for `-`.
    pub(super) fn of(file: PathBuf, shape: Option<Shape>) -> Puzzles {
        Puzzles { file, shape }
    }

    /// Answers every puzzle in turn; each answer is written out before the next puzzle is read.
    pub(super) fn answer(
        &self,
        out: &mut Output,
        mut answer: impl FnMut(&mut Output, &Numbered) -> Result<Outcome, Failure>,
    ) -> Result<(), Failure> {
        let mut outcome = Outcome::Positive;
        self.each(|puzzle| {
            if answer(out, &puzzle)? == Outcome::Negative {
                outcome = Outcome::Negative;
            }
            Ok(out.flush()?)
        })?;
        match outcome {
            Outcome::Negative => Err(Failure::Told),
            Outcome::Positive => Ok(()),
        }
    }

    /// Does something with every puzzle in turn, each as soon as it is read.
    pub(super) fn each(&self, mut take: impl FnMut(Numbered) -> Result<(), Failure>) -> Result<(), Failure> {
        let is_stdin = self.file.as_os_str() == "-";
        let name = if is_stdin { "standard input".to_owned() } else { self.file.display().to_string() };
        let from: Box<dyn BufRead> = if is_stdin {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(&self.file).map_err(|error| Failure::Failed(format!("{name}: {error}")))?;
            Box::new(BufReader::new(file))
        };
        let mut puzzles = 0;
        for puzzle in read(self.shape, from) {
            let (line, grid) = match puzzle {
                Ok(puzzle) => puzzle,
                Err(Unread::Malformed(error)) => return Err(Failure::Usage(format!("{name}, {error}"))),
                Err(Unread::Io(error)) => return Err(Failure::Failed(format!("{name}: {error}"))),
            };
            puzzles += 1;
            take(Numbered { line, grid })?;
        }
        match puzzles {
            0 => Err(Failure::Usage(format!("{name}: expected a puzzle, found none; see nqueens sudoku --help"))),
            _ => Ok(()),
        }
    }
}

/// How grids are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Drawn, with an empty line between two
    Grid,
    /// The values of all cells on one line
    Line,
    /// One JSON object a puzzle
    Json,
}

/// The option for it, and the short one that every verb has.
#[derive(Debug, Args)]
pub(super) struct FormatArgs {
    /// How to print the answers
    #[arg(long, default_value = "grid")]
    format: Format,
    /// Print one JSON object a puzzle, as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl FormatArgs {
    pub(super) fn chosen(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// What stands first in every JSON answer.
#[derive(Serialize)]
pub(super) struct PuzzleJson {
    line: usize,
    #[serde(rename = "box")]
    shape: String,
    puzzle: String,
}

impl From<&Numbered> for PuzzleJson {
    fn from(Numbered { line, grid }: &Numbered) -> PuzzleJson {
        PuzzleJson { line: *line, shape: grid.shape().to_string(), puzzle: grid.to_string() }
    }
}

/// An answer behind what it is about, on a line.
pub(super) fn write_answer(out: &mut Output, puzzle: &Numbered, answer: impl Serialize) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Whole<A> {
        #[serde(flatten)]
        puzzle: PuzzleJson,
        #[serde(flatten)]
        answer: A,
    }
    write_json(out, &Whole { puzzle: puzzle.into(), answer })
}

/// A conflict in JSON.
#[derive(Serialize)]
pub(super) struct ConflictJson {
    value: String,
    cells: [String; 2],
    house: String,
}

impl ConflictJson {
    pub(super) fn all(grid: &Grid) -> Vec<ConflictJson> {
        let json = |conflict: Conflict| ConflictJson {
            value: symbol(conflict.value).to_string(),
            cells: conflict.cells.map(|cell| grid.shape().cell_name(cell)),
            house: conflict.house,
        };
        grid.conflicts().into_iter().map(json).collect()
    }
}

/// A conflict as a clause.
pub(super) fn conflict(shape: Shape, conflict: &Conflict) -> String {
    let [a, b] = conflict.cells.map(|cell| shape.cell_name(cell));
    format!("{a} and {b} both have {}, in {}", symbol(conflict.value), conflict.house)
}

/// Why a grid has no solution.
pub(super) fn why_none(grid: &Grid) -> String {
    match grid.conflicts().first() {
        Some(first) => conflict(grid.shape(), first),
        None => "nothing completes this grid".to_owned(),
    }
}
