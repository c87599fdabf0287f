//! `nqueens count`: the number of solutions.

use std::io::Write;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use nqueens_guide::halves::Halves;
use nqueens_guide::search::{self, Order};
use nqueens_guide::symmetry::is_representative;
use nqueens_guide::{Library, Placement, Queens};
use puzzle_core::answer::{self, Facts};
use puzzle_core::{BigUint, Count as Number, Playable};

use super::board_args::BoardArgs;
use super::{Failure, wait, write_json};
use crate::machine;
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
    /// How to count [default: what is expected to be quickest]
    #[arg(long, conflicts_with = "fundamental")]
    method: Option<Method>,
    /// For halves and search: the number of threads, 1 to 1024 [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024), allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// All of them give the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Load or build the diagram of the solutions, and count its models
    Diagram,
    /// Cut the board in the middle, and count the pairs of halves that go together; to 32 x 32
    Halves,
    /// List all solutions by backtracking
    Search,
}

const EXAMPLES: &str = "\
Examples:
  nqueens count 8
  nqueens count 8 --queens a1
  nqueens count 8 --fundamental
  nqueens count 10 --queens a1 --blocked c2,b3 --json
  nqueens count 15 --method halves --threads 1

Two queens that attack each other leave 0 solutions.";

impl Count {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        if self.fundamental {
            return self.count_fundamental(&placement, out);
        }
        let solutions = self.solutions(library, &placement)?;
        if self.json {
            return write_json(out, &position(&placement, solutions));
        }
        Ok(writeln!(out, "{solutions}")?)
    }

    fn solutions(&self, library: &Library, placement: &Placement) -> Result<BigUint, Failure> {
        match self.method.unwrap_or_else(|| quickest(library, placement)) {
            Method::Diagram => Ok(wait::completions(library, placement)?.model_count()),
            Method::Halves => {
                let halves = Halves::new(placement).ok_or_else(|| {
                    let (size, max) = (placement.size(), Halves::MAX);
                    Failure::Failed(format!(
                        "a board of {size} x {size} is not counted by halves: {max} x {max} is the widest"
                    ))
                })?;
                let mut total = 0_u128;
                let threads = machine::threads(self.threads);
                let counting = format!("counting n = {}", placement.size());
                let counted = wait::with_time_left(counting, |budget| {
                    halves.counts_on(threads, 0..halves.sets(), budget, |_, count| total += u128::from(count))
                });
                counted.map_err(Failure::failed)?;
                Ok(total.into())
            }
            Method::Search => {
                let cutoff = search::default_cutoff(placement.size());
                let threads = machine::threads(self.threads);
                let statistics = search::spawn(placement, cutoff, threads, Order::Any, |_| ControlFlow::Continue(()));
                Ok(statistics.map_err(Failure::failed)?.solutions.into())
            }
        }
    }

    fn count_fundamental(&self, placement: &Placement, out: &mut Output) -> Result<(), Failure> {
        let threads = machine::threads(self.threads);
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

/// What counts a placement in the shortest time, as far as its size, its queens and its blocked squares tell.
fn quickest(library: &Library, placement: &Placement) -> Method {
    let n = placement.size().get();
    let missing = n.saturating_sub(placement.queens().len());
    let smallest = if placement.is_empty() { SMALLEST } else { SMALLEST + 1 };
    // A diagram is the smaller the more is blocked; the sets of files that the halves can take are as many as before.
    let sparse = 3 * placement.blocked().len() > n * n;
    // One that is there already is loaded in milliseconds.
    let by_diagram = sparse || n > Halves::MAX || library.has_file(placement.size());
    if by_diagram || !(smallest..=LARGEST).contains(&missing) { Method::Diagram } else { Method::Halves }
}

/// The fewest queens that are missing on an empty board that is counted by halves: smaller diagrams take no time, and are
/// kept in the cache. With queens on it, diagrams take a few milliseconds for one queen more.
const SMALLEST: usize = 13;

/// The most: 22 queens take hours, and 24 weeks.
const LARGEST: usize = 22;

/// A placement with the number of its completions, as data.
pub(crate) fn position(placement: &Placement, solutions: BigUint) -> Facts {
    let queens = Queens::new(placement.size());
    queens.head().and(answer::position(&queens, &placement.marks(), &Number::Exact(solutions)))
}
