//! `nqueens sudoku solve`: the solution, or that there is none, or that there are several.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use sudoku_guide::{Answer, Cell, Grid, solve};

use super::super::Failure;
use super::puzzles::{Format, FormatArgs, Numbered, Outcome, Puzzles, why_none, write_answer};
use super::wait;
use crate::cli::Output;

/// Print the solution, or two that differ, or that there is none
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Solve {
    #[command(flatten)]
    puzzles: Puzzles,
    #[command(flatten)]
    format: FormatArgs,
}

const EXAMPLES: &str = "\
Examples:
  nqueens sudoku generate --seed 1 --count 3 > puzzles.txt
  nqueens sudoku solve puzzles.txt
  nqueens sudoku solve puzzles.txt --format line
  nqueens sudoku solve puzzles.txt --json

On a line the answer is the solution, or the word none, or the word multiple and two solutions.
Exit code 1 if a puzzle has no solution.";

#[derive(Serialize)]
struct AnswerJson {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    /// A second solution, and the cells where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differ: Option<Vec<String>>,
}

impl Solve {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let format = self.format.chosen();
        let mut is_first = true;
        self.puzzles.answer(out, |out, puzzle| {
            let answer = wait::with_clock("solving", || solve(&puzzle.grid));
            match format {
                Format::Json => write_answer(out, puzzle, AnswerJson::from(&answer))?,
                Format::Line => writeln!(out, "{}", line(&answer))?,
                Format::Grid => {
                    let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
                    write!(out, "{gap}{}", drawn(puzzle, &answer))?;
                }
            }
            Ok(if answer == Answer::None { Outcome::Negative } else { Outcome::Positive })
        })
    }
}

fn line(answer: &Answer) -> String {
    match answer {
        Answer::None => "none".to_owned(),
        Answer::Unique(solution) => solution.to_string(),
        Answer::Multiple(first, second) => format!("multiple {first} {second}"),
    }
}

fn drawn(puzzle: &Numbered, answer: &Answer) -> String {
    match answer {
        Answer::None => format!("no solution: {}\n", why_none(&puzzle.grid)),
        Answer::Unique(solution) => solution.drawn(),
        Answer::Multiple(first, second) => {
            let cells = differing(first, second).join(", ");
            let (first, second) = (first.drawn(), second.drawn());
            format!("several solutions: two of them\n{first}{second}differ in {cells}\n")
        }
    }
}

/// The cells where two grids differ.
fn differing(first: &Grid, second: &Grid) -> Vec<String> {
    let cells = (0..first.shape().cells() as Cell).filter(|&cell| first.value(cell) != second.value(cell));
    cells.map(|cell| first.shape().cell_name(cell)).collect()
}

impl From<&Answer> for AnswerJson {
    fn from(answer: &Answer) -> AnswerJson {
        let (solution, other, differ) = match answer {
            Answer::None => (None, None, None),
            Answer::Unique(solution) => (Some(solution), None, None),
            Answer::Multiple(first, second) => (Some(first), Some(second), Some(differing(first, second))),
        };
        let [solution, other] = [solution, other].map(|grid| grid.map(Grid::to_string));
        AnswerJson { status: answer.name(), solution, other, differ }
    }
}
