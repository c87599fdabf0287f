//! `nqueens count`: the number of solutions.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use clap::Args;
use nqueens_guide::search::{self, Order};
use nqueens_guide::symmetry::is_representative;
use nqueens_guide::{Library, Placement, Queens};
use puzzle_core::answer::{self, Facts};
use puzzle_core::{BigUint, Count as Number, Playable};

use super::board_args::BoardArgs;
use super::{Failure, wait, write_json};
use crate::output::Output;

/// Print the number of solutions, alone on a line
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Count {
    #[command(flatten)]
    board: BoardArgs,
    /// Count solutions that are the same up to rotation and reflection once, by listing all of them
    #[arg(long)]
    fundamental: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens count 8
  nqueens count 8 --queens a1
  nqueens count 8 --fundamental
  nqueens count 10 --queens a1 --blocked c2,b3 --json

Two queens that attack each other leave 0 solutions.";

impl Count {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        if self.fundamental {
            return self.count_fundamental(&placement, out);
        }
        let solutions = wait::completions(library, &placement)?.model_count();
        if self.json {
            return write_json(out, &position(&placement, solutions));
        }
        Ok(writeln!(out, "{solutions}")?)
    }

    fn count_fundamental(&self, placement: &Placement, out: &mut Output) -> Result<(), Failure> {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let cutoff = search::default_cutoff(placement.size());
        let mut fundamental = 0_u64;
        let statistics = search::spawn(placement, cutoff, threads, Order::Any, |ranks| {
            fundamental += u64::from(is_representative(placement, ranks));
            ControlFlow::Continue(())
        });
        let solutions = statistics.map_err(Failure::failed)?.solutions;
        if self.json {
            return write_json(out, &position(placement, solutions.into()).with("fundamental", fundamental));
        }
        Ok(writeln!(out, "{fundamental}")?)
    }
}

/// A placement with the number of its completions, as data.
pub(crate) fn position(placement: &Placement, solutions: BigUint) -> Facts {
    let queens = Queens::new(placement.size());
    queens.head().and(answer::position(&queens, &placement.marks(), &Number::Exact(solutions)))
}
