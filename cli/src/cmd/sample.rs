//! `nqueens sample`: random solutions, every one as likely as every other.

use clap::Args;
use nqueens_guide::{BigUint, Dice, Library};
use serde::Serialize;

use super::board_args::{BoardArgs, why_none};
use super::listing::{Format, Listing};
use super::{Failure, any_seed, wait};
use crate::output::{self, Output};

/// Draw random solutions, each with the same probability
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Sample {
    #[command(flatten)]
    board: BoardArgs,
    /// How many to draw
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    count: u64,
    /// Where the random numbers start: the same seed draws the same solutions, on every machine [default: a random one]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Draw no solution twice
    #[arg(long)]
    distinct: bool,
    /// How to print a solution
    #[arg(long, default_value = "rows")]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  nqueens sample 8
  nqueens sample 8 --count 5 --seed 1
  nqueens sample 12 --queens a1 --blocked l12 --format board
  nqueens sample 8 --count 92 --distinct --seed 1 --format json

The diagram counts the solutions exactly, so a random number picks one: none is tried and thrown away. Without a seed
the one that was taken is told on the standard error. The idea is that of constrained random in SystemVerilog, where
randomize() draws a board.";

/// What stands beside the solutions in JSON.
#[derive(Serialize)]
struct About {
    seed: u64,
}

impl Sample {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        let solutions = wait::by_file(library, &placement)?.numbered();
        if *solutions.total() == BigUint::ZERO {
            return Err(Failure::Failed(format!("no solution: {}", why_none(&placement))));
        }
        if self.distinct && *solutions.total() < self.count.into() {
            let (total, count) = (solutions.total(), self.count);
            return Err(Failure::Failed(format!("there are only {total} distinct solutions to draw, not {count}")));
        }
        let seed = self.seed.unwrap_or_else(any_seed);
        let mut dice = Dice::new(seed);
        let mut listing = Listing::new(out, self.format, placement.size().get())?;
        if self.distinct {
            let mut draws = solutions.draw_distinct(&mut dice);
            (0..self.count).map_while(|_| draws.next()).try_for_each(|ranks| listing.write(&ranks))?;
        } else {
            let mut draws = (0..self.count).map_while(|_| solutions.draw(&mut dice));
            draws.try_for_each(|ranks| listing.write(&ranks))?;
        }
        listing.end(&About { seed })?;
        if self.seed.is_none() && self.format != Format::Json {
            output::note(&format!("drawn with --seed {seed}"));
        }
        Ok(())
    }
}
