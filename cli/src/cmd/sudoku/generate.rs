//! `nqueens sudoku generate`: new puzzles with one solution.

use std::io::Write;

use bdd_core::{Budget, Dice};
use clap::Args;
use sudoku_guide::{Shape, Wish, generate};

use super::super::{Failure, any_seed, write_json};
use super::puzzles::{Format, FormatArgs};
use super::wait;
use crate::cli::{self, Output};

/// Make new puzzles with exactly one solution
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Generate {
    /// The rows and columns of a block
    #[arg(long = "box", value_name = "RxC", default_value_t = Shape::NINE)]
    shape: Shape,
    /// How many cells are given [default: about three of eight, half beyond 16 values]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    clues: Option<usize>,
    /// Let the given cells look the same turned by half a turn
    #[arg(long)]
    symmetric: bool,
    /// Give no cell without need: without any one of them (or any pair, if symmetric) there are several solutions
    #[arg(long)]
    minimal: bool,
    /// Where the random numbers start: the same seed makes the same puzzles, on every machine [default: a random one]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How many puzzles to make
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    count: u64,
    #[command(flatten)]
    format: FormatArgs,
}

const EXAMPLES: &str = "\
Examples:
  nqueens sudoku generate
  nqueens sudoku generate --seed 1 --symmetric --minimal
  nqueens sudoku generate --seed 1 --clues 24 --count 3 --format line
  nqueens sudoku generate --box 2x3

Without a seed the one that was taken is told on the standard error.";

impl Generate {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let cells = self.shape.cells();
        if let Some(clues) = self.clues.filter(|&clues| clues > cells) {
            return Err(Failure::Usage(format!(
                "--clues {clues}: a Sudoku with blocks of {} has {cells} cells",
                self.shape
            )));
        }
        let format = self.format.chosen();
        let seed = self.seed.unwrap_or_else(any_seed);
        let mut dice = Dice::new(seed);
        let wish = Wish { shape: self.shape, clues: self.clues, symmetric: self.symmetric, minimal: self.minimal };
        for number in 0..self.count {
            let made = wait::with_clock("generating", || generate(&wish, &mut dice, &mut Budget::unlimited()));
            let puzzle = made.map_err(Failure::failed)?;
            match format {
                Format::Line => writeln!(out, "{puzzle}")?,
                Format::Grid => write!(out, "{}{}", if number == 0 { "" } else { "\n" }, puzzle.drawn())?,
                Format::Json => write_json(
                    out,
                    &serde_json::json!({
                        "box": self.shape.to_string(),
                        "puzzle": puzzle.to_string(),
                        "clues": puzzle.clues(),
                        "seed": seed,
                    }),
                )?,
            }
            out.flush()?;
        }
        if self.seed.is_none() && format != Format::Json {
            cli::note(&format!("made with --seed {seed}"));
        }
        Ok(())
    }
}
