//! `nqueens sudoku`: Sudoku of any block size, a module a verb.

mod check;
mod count;
mod generate;
mod guide;
mod play;
mod puzzles;
mod solve;
mod wait;

use clap::{Args, Subcommand};
use nqueens_tui::run::ColorChoice;

use super::Failure;
use crate::cli::Output;

/// Solve, guide, count, check, make and play Sudokus, of any block size
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = false)]
pub(crate) struct Sudoku {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Solve(solve::Solve),
    Guide(guide::Guide),
    Count(count::Count),
    Check(check::Check),
    Generate(generate::Generate),
    Play(play::Play),
}

const EXAMPLES: &str = "\
Examples:
  nqueens sudoku generate --seed 1 > puzzle.txt
  nqueens sudoku solve puzzle.txt
  nqueens sudoku guide puzzle.txt
  nqueens sudoku generate --box 4x4 --clues 120 | nqueens sudoku check
  echo 1.....3..4.....2 | nqueens sudoku solve

A puzzle is a line with the values of all cells, or a grid with a line a row. A value is 1 to 9, A for 10 and so on, or
a number where blanks stand between all values; an open cell is . or 0. Blanks and the rules | - + may stand between
values and rows, and a # begins a comment. A file may have several puzzles; each is answered in turn. The number of
values tells the size of the blocks where there is a usual one; --box tells it otherwise.";

impl Sudoku {
    pub(crate) fn run(self, out: &mut Output, color: ColorChoice) -> Result<(), Failure> {
        match self.verb {
            Verb::Solve(solve) => solve.run(out),
            Verb::Guide(guide) => guide.run(out),
            Verb::Count(count) => count.run(out),
            Verb::Check(check) => check.run(out),
            Verb::Generate(generate) => generate.run(out),
            Verb::Play(play) => play.run(color),
        }
    }
}
