//! `nqueens regions`: queens with coloured regions.

mod check;
mod count;
mod drawing;
mod generate;
mod guide;
mod input;
mod play;
mod solve;

use clap::{Args, Subcommand};
use nqueens_tui::run::ColorChoice;

use super::Failure;
use crate::cli::Output;

/// Solve, count, check, make and play boards with coloured regions, one queen in each
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = false)]
pub(crate) struct Regions {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  nqueens regions generate 8
  nqueens regions generate 8 --seed 1 > board.txt
  nqueens regions solve board.txt
  nqueens regions generate 6 --seed 1 | nqueens regions guide
  printf 'AABB\\nABBC\\nAACC\\nDDDC\\n' | nqueens regions solve

A board has as many regions as ranks. Exactly one queen goes in every rank, in every file and in every region, and no
two touch, not even at a corner; with --attack queen, no two share a diagonal either.

A board is written as a grid of letters, one for each region, a line a rank from the top. Small letters mean the same
as capital ones, blanks between letters mean nothing, # begins a comment, and empty lines stand between boards. Every
board of a file, or of the standard input, is answered in turn. Squares are named as in chess: a1 is at the lower left.";

#[derive(Debug, Subcommand)]
enum Verb {
    Solve(solve::Solve),
    Guide(guide::Guide),
    Count(count::Count),
    Check(check::Check),
    Generate(generate::Generate),
    Play(play::Play),
}

impl Regions {
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
