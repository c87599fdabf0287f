//! `nqueens count`: the number of solutions.

use std::io::Write;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use nqueens_guide::halves::Halves;
use nqueens_guide::search::{self, SolutionOrder};
use nqueens_guide::symmetry::is_representative;
use nqueens_guide::{Library, Placement, Queens, Tallying};
use puzzle_core::answer::{self, Facts};
use puzzle_core::{BigUint, Count as Number};
use puzzle_kind::Playable;

use super::board_args::BoardArgs;
use super::shard::duration;
use super::{Failure, wait, whole, write_json};
use crate::machine;
use crate::output::Output;

/// Print the number of solutions
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CountCommand {
    #[command(flatten)]
    board: BoardArgs,
    /// Count fundamental solutions only, without their rotations and reflections; takes as long as listing all
    /// solutions
    #[arg(long)]
    fundamental: bool,
    /// The counting method [default: the method expected to be fastest]
    #[arg(long, conflicts_with = "fundamental")]
    method: Option<Method>,
    /// For halves and search: the number of threads, 1 to 1024 [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The counting methods of `--method`, which all return the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Load or build the diagram of the solutions, and count its models
    Diagram,
    /// Cut the board in the middle, and count the pairs of halves that fit; up to 32 x 32
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

impl CountCommand {
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
        match self.method {
            Some(Method::Diagram) => Ok(wait::completions(library, placement)?.model_count()),
            Some(Method::Halves) => self.by_halves(placement),
            Some(Method::Search) => Ok(self.by_search(placement, |_| {})?.into()),
            None => self.by_the_quickest(library, placement),
        }
    }

    /// Counts by the method expected to be fastest. If a diagram exceeds the memory, counts by [`Halves`] instead. If
    /// that would take days, returns an error with advice.
    fn by_the_quickest(&self, library: &Library, placement: &Placement) -> Result<BigUint, Failure> {
        let n = placement.size().get();
        // Counting one by one is not for boards with a precomputed diagram, which is loaded in milliseconds, nor for
        // empty boards, which are counted faster by their symmetries.
        let tallying = Some(placement).filter(|placement| !placement.is_empty() && !library.has_file(placement.size()));
        let limit = if n > Halves::MAX && !is_sparse(placement) { MANY } else { FEW };
        if let Some(mut tallying) = tallying.and_then(Tallying::new).filter(|tallying| tallying.search_nodes() <= limit)
        {
            return CountCommand::one_by_one(placement, &mut tallying, self.threads);
        }
        // Building the diagram of such a board would only fill the memory before it fails.
        let is_hopeless = missing(placement) > LARGEST
            && !is_sparse(placement)
            && placement.is_consistent()
            && !library.has_file(placement.size());
        if n > Halves::MAX {
            if is_hopeless && !placement.is_empty() {
                return Err(Failure::Failed(format!(
                    "there are too many completions to count, and no diagram for n = {n} fits in memory: place more \
                     queens, or print the status of every square with 'nqueens guide {n}'"
                )));
            }
            return Ok(wait::completions(library, placement)?.model_count());
        }
        if is_for_halves(library, placement) {
            return self.by_halves(placement);
        }
        if is_hopeless {
            return Err(Failure::Failed(CountCommand::advice(placement)));
        }
        match wait::completions_that_fit(library, placement)? {
            Some(all) => Ok(all.model_count()),
            None if missing(placement) <= LARGEST => self.by_halves(placement),
            None => Err(Failure::Failed(CountCommand::advice(placement))),
        }
    }

    /// Returns the advice for a count that takes days, with an estimate of its time.
    fn advice(placement: &Placement) -> String {
        /// The seconds for counting a board with [`LARGEST`] missing queens by [`Halves`] on one thread
        /// (docs/measurements.md). Each further queen takes about ten times as long, since there are about ten times as
        /// many solutions.
        const SECONDS: f64 = 39_290.0;
        const CENTURY: f64 = 3.156e9;
        let n = placement.size().get();
        let seconds = SECONDS * 10_f64.powi((missing(placement) - LARGEST) as i32);
        let time = if seconds < CENTURY { format!("about {}", duration(seconds)) } else { "centuries".to_owned() };
        let begin = format!(
            "no diagram for n = {n} fits in memory, and counting by halves takes {time} on one thread: start that with \
             `--method halves`"
        );
        if placement.is_empty() {
            format!("{begin}, or share the work among machines with `nqueens shard plan {n} --tasks T --out DIR`")
        } else {
            format!("{begin}, or place more queens")
        }
    }

    /// Counts all completions by the backtracking search of [`Tallying`], which visits every completion without storing
    /// it.
    fn one_by_one(placement: &Placement, tallying: &mut Tallying, threads: Option<u16>) -> Result<BigUint, Failure> {
        wait::counting(&format!("counting solutions for n = {}", placement.size()), |budget| {
            tallying.work(machine::threads(threads), budget)
        })?;
        Ok(tallying.counts().expect("all is counted").total)
    }

    fn by_halves(&self, placement: &Placement) -> Result<BigUint, Failure> {
        let halves = Halves::new(placement).ok_or_else(|| {
            let (size, max) = (placement.size(), Halves::MAX);
            Failure::Failed(format!(
                "expected a board of at most {max} x {max} to count by halves, found {size} x {size}"
            ))
        })?;
        let threads = machine::threads(self.threads);
        let counting = format!("counting solutions for n = {}", placement.size());
        Ok(wait::counting(&counting, |budget| halves.count(threads, budget))?.into())
    }

    /// Calls `visit` for every completion, found by backtracking, and returns their number.
    fn by_search(&self, placement: &Placement, mut visit: impl FnMut(&[u8]) + Send) -> Result<u64, Failure> {
        let (cutoff, threads) = (search::default_cutoff(placement.size()), machine::threads(self.threads));
        let statistics = search::spawn(placement, cutoff, threads, SolutionOrder::Any, |ranks| {
            visit(ranks);
            ControlFlow::Continue(())
        });
        Ok(statistics.map_err(Failure::failed)?.solutions)
    }

    fn count_fundamental(&self, placement: &Placement, out: &mut Output) -> Result<(), Failure> {
        let mut fundamental = 0_u64;
        let solutions =
            self.by_search(placement, |ranks| fundamental += u64::from(is_representative(placement, ranks)))?;
        if self.json {
            return write_json(out, &position(placement, solutions.into()).with("fundamental", fundamental));
        }
        Ok(writeln!(out, "{fundamental}")?)
    }
}

/// Returns `true` if counting by [`Halves`] is expected to be fastest, which depends on the size, the queens and the
/// blocked squares.
fn is_for_halves(library: &Library, placement: &Placement) -> bool {
    let smallest = if placement.is_empty() { SMALLEST } else { SMALLEST + 1 };
    // An existing diagram is loaded in milliseconds.
    !is_sparse(placement) && !library.has_file(placement.size()) && (smallest..=LARGEST).contains(&missing(placement))
}

/// Returns `true` if more than a third of the squares are blocked. Then counting by the diagram is faster than by
/// [`Halves`]: blocked squares make the diagram smaller, while [`Halves`] still counts the same number of sets of files
/// (columns).
fn is_sparse(placement: &Placement) -> bool {
    3 * placement.blocked().len() > placement.size().square_count()
}

/// The largest number of search nodes for which a board is counted by backtracking. Such a search takes at most about
/// three seconds, hardly any memory, and less time than counting by halves.
const FEW: f64 = 3e8;

/// The largest number of search nodes for which a board is counted by backtracking if it is too large for counting by
/// halves and not [sparse](is_sparse). Such a search takes at most some minutes, and a diagram would exceed any memory.
const MANY: f64 = 2e10;

fn missing(placement: &Placement) -> usize {
    placement.size().get().saturating_sub(placement.queens().len())
}

/// The smallest number of missing queens for which an empty board is counted by [`Halves`]: the diagrams of smaller
/// boards are built quickly, and cached. For a board with given queens, the smallest number is one more.
const SMALLEST: usize = 13;

/// The largest number of missing queens for which counting by [`Halves`] is chosen: 22 missing queens take hours, and
/// 24 take weeks.
const LARGEST: usize = 22;

/// Returns the [`Facts`] to print about a placement that has `solutions` completions.
pub(crate) fn position(placement: &Placement, solutions: BigUint) -> Facts {
    let queens = Queens::new(placement.size());
    queens.head().and(answer::position(&queens, &placement.marks(), &Number::Exact(solutions)))
}
