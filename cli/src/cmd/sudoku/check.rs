//! `nqueens sudoku check`: what is wrong with a grid, if anything.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use sudoku_guide::{Answer, Grid, solve};

use super::super::Failure;
use super::puzzles::{ConflictJson, Outcome, Puzzles, conflict, write_answer};
use super::wait;
use crate::cli::Output;

/// Check whether grids are solutions, or part of one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Print one JSON object a puzzle
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens sudoku generate --seed 1 | nqueens sudoku check
  nqueens sudoku generate --seed 1 | nqueens sudoku solve | nqueens sudoku check --json

What is said of a grid:
  a solution                 every cell has a value, and no row, column or block has one twice
  one solution completes it  as a puzzle should be
  several complete it        it is no puzzle yet, but nothing is wrong
  nothing completes it       no value is there twice, and yet it can't be completed
  not consistent             cells that exclude each other, all of them
Exit code 1 for the last two.";

#[derive(Serialize)]
struct CheckJson {
    verdict: &'static str,
    filled: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts: Vec<ConflictJson>,
}

impl Check {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        self.puzzles.answer(out, |out, puzzle| {
            let grid = &puzzle.grid;
            let conflicts = grid.conflicts();
            let verdict = match conflicts.is_empty() {
                false => "conflicting",
                true if grid.is_solution() => "solution",
                true => wait::with_clock("checking", || solve(grid)).name(),
            };
            if self.json {
                let conflicts = ConflictJson::all(grid);
                write_answer(out, puzzle, CheckJson { verdict, filled: grid.clues(), conflicts })?;
            } else if conflicts.is_empty() {
                writeln!(out, "line {}: {}", puzzle.line, sentence(verdict, grid))?;
            } else {
                for pair in &conflicts {
                    writeln!(out, "line {}: not consistent: {}", puzzle.line, conflict(grid.shape(), pair))?;
                }
            }
            let is_negative = verdict == "conflicting" || verdict == Answer::None.name();
            Ok(if is_negative { Outcome::Negative } else { Outcome::Positive })
        })
    }
}

fn sentence(verdict: &str, grid: &Grid) -> String {
    if verdict == "solution" {
        return "a solution".to_owned();
    }
    let end = match verdict {
        "unique" => "and one solution completes it",
        "multiple" => "and several solutions complete it",
        _ => "but nothing completes it",
    };
    format!("consistent, {} of {} cells filled, {end}", grid.clues(), grid.values().len())
}
