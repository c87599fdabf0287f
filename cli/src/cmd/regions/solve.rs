//! `nqueens regions solve`: the solution, or that there is none, or two of several.

use std::io::Write;

use clap::Args;
use puzzle_core::Marks;
use regions_guide::{RegionsPuzzle, Square, first_solutions};
use serde::Serialize;

use super::drawing;
use super::input::{BoardJson, BoardsArgs};
use crate::cli::Output;
use crate::cmd::{Failure, write_json};

/// Print the solution of each board, or say that there is none, or several
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Solve {
    #[command(flatten)]
    boards: BoardsArgs,
}

const EXAMPLES: &str = "\
Examples:
  nqueens regions generate 8 --seed 1 | nqueens regions solve
  nqueens regions solve board.txt
  nqueens regions solve board.txt --attack queen --json

Of several solutions two are shown. Exit code 1 if a board has none.";

#[derive(Serialize)]
struct SolveJson {
    #[serde(flatten)]
    board: BoardJson,
    /// `unique`, `none` or `multiple`.
    status: &'static str,
    /// The queens by rank; null if there is no solution.
    solution: Option<Vec<String>>,
    /// Another solution, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Vec<String>>,
}

impl Solve {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let mut all_solved = true;
        self.boards.answer_each(out, true, Failure::Usage, |out, line, puzzle| {
            let found = first_solutions(&puzzle, &Marks::default(), 2);
            all_solved &= !found.is_empty();
            if self.boards.json {
                return write_json(out, &SolveJson::new(line, &puzzle, &found));
            }
            match found.as_slice() {
                [] => writeln!(out, "no solution")?,
                [solution] => writeln!(out, "one solution: {}", names(solution).join(" "))?,
                [first, second, ..] => {
                    let (first, second) = (names(first).join(" "), names(second).join(" "));
                    writeln!(out, "several solutions, two of which are: {first} and {second}")?;
                }
            }
            for solution in &found {
                for line in drawing::with_queens(puzzle.board(), solution, out.color) {
                    writeln!(out, "{}", line.trim_end())?;
                }
            }
            Ok(())
        })?;
        if all_solved { Ok(()) } else { Err(Failure::Told) }
    }
}

pub(super) fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

/// What a number of solutions, counted up to two, is called.
pub(super) fn status(solutions: usize) -> &'static str {
    match solutions {
        0 => "none",
        1 => "unique",
        _ => "multiple",
    }
}

impl SolveJson {
    fn new(line: usize, puzzle: &RegionsPuzzle, found: &[Vec<Square>]) -> SolveJson {
        let solution = |number: usize| found.get(number).map(|solution| names(solution));
        SolveJson {
            board: BoardJson::new(line, puzzle),
            status: status(found.len()),
            solution: solution(0),
            other: solution(1),
        }
    }
}
