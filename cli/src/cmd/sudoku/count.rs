//! `nqueens sudoku count`: the number of solutions.

use std::io::Write;

use clap::Args;
use nqueens_guide::BigUint;
use puzzle_core::answer::Value;
use serde::Serialize;
use sudoku_guide::Sudoku;

use super::super::Failure;
use super::puzzles::{Outcome, Puzzles, write_answer};
use super::wait;
use crate::cli::Output;

/// Print the number of solutions, alone on a line
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Count {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Stop at so many solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    limit: Option<u64>,
    /// Print one JSON object a puzzle
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  echo 1...............  | nqueens sudoku count --box 2x2
  nqueens sudoku generate --seed 1 --clues 30 | nqueens sudoku count --limit 2

The number is exact, however large, as long as a diagram of all solutions can be built in some seconds; otherwise, and
where the limit is reached, it is what was found: at least so many.";

#[derive(Serialize)]
struct CountJson {
    solutions: Value,
    exact: bool,
}

impl Count {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        self.puzzles.answer(out, |out, puzzle| {
            let sudoku = Sudoku::new(puzzle.grid.clone());
            let count = wait::with_clock("counting", || match self.limit {
                Some(limit) => sudoku.count_to(limit),
                None => sudoku.count(),
            });
            if self.json {
                write_answer(out, puzzle, CountJson { solutions: Value::from(&count), exact: count.is_exact() })?;
            } else {
                writeln!(out, "{count}")?;
            }
            let is_none = *count.value() == BigUint::ZERO;
            Ok(if is_none { Outcome::Negative } else { Outcome::Positive })
        })
    }
}
