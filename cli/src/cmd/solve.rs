//! `nqueens solve`: the solutions themselves, by four methods.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::{Args, ValueEnum};
use nqueens_guide::search::{self, SolutionOrder, Statistics};
use nqueens_guide::symmetry::is_representative;
use nqueens_guide::{BigUint, Library, Placement, Queens, ranks_in};
use puzzle_core::Budget;
use puzzle_kind::report as answers;

use super::board_args::{BoardArgs, why_none};
use super::listing::{ListFormat, SolutionPrinter};
use super::measure::{CpuClock, MeasureReport, squares_never_used};
use super::{Failure, wait, whole, write_report};
use crate::machine;
use crate::output::Output;

/// List solutions: the first, some, or all
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveCommand {
    #[command(flatten)]
    board: BoardArgs,
    /// List all solutions, not only the first
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// The largest number of solutions to list
    #[arg(long, value_name = "K", default_value = "1", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    limit: u64,
    /// List only the K-th solution in lexicographic order, counted from 1; see nqueens rank
    #[arg(long, value_name = "K", value_parser = solution_number, allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["all", "limit", "fundamental", "method", "threads", "cutoff", "unordered", "stats"])]
    nth: Option<BigUint>,
    /// List fundamental solutions only, without their rotations and reflections
    #[arg(long)]
    fundamental: bool,
    /// The method that finds the solutions
    #[arg(long, default_value = "sequential")]
    method: SolveMethod,
    #[command(flatten)]
    pool: PoolArgs,
    /// For spawn: a task with at most this number of empty files searches them by itself and starts no more tasks; 0
    /// starts a task for each queen [default: N - 2]
    #[arg(long, value_name = "C", value_parser = whole::<u8>(0, 255), allow_negative_numbers = true)]
    cutoff: Option<u8>,
    /// List solutions as they are found, not in lexicographic order
    #[arg(long)]
    unordered: bool,
    /// Print time and memory: on the standard error, or in the JSON object
    #[arg(long)]
    stats: bool,
    /// How to print a solution
    #[arg(long, default_value = "rows")]
    format: ListFormat,
    /// Print the steps by which a person finds the solution, each step the easiest one. If there are several solutions,
    /// stop where the next step would be to try out a square
    #[arg(long)]
    #[arg(conflicts_with_all = ["all", "limit", "nth", "fundamental", "method", "threads", "cutoff", "unordered", "stats", "format"])]
    steps: bool,
    /// Print the steps as one JSON object
    #[arg(long, requires = "steps")]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolveMethod {
    /// The diagram of all solutions
    Bdd,
    /// Backtracking
    Sequential,
    /// A task for every queen placed
    Spawn,
    /// A long-lived task for every square; the tasks hand each other partial boards
    Square,
}

#[derive(Debug, Args)]
pub(crate) struct PoolArgs {
    /// For spawn and square: the number of threads, 1 to 1024 [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,
}

impl PoolArgs {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        machine::threads(self.threads)
    }
}

const EXAMPLES: &str = "\
Examples:
  nqueens solve 8
  nqueens solve 8 --queens b4 --all
  nqueens solve 6 --all --format board
  nqueens solve 8 --nth 17
  nqueens solve 8 --queens b4,c2 --steps
  nqueens solve 8 --all --fundamental
  nqueens solve 10 --all --method square --stats > solutions
  nqueens solve 8 --all --method spawn --cutoff 0 --threads 2 --format json --stats

A solution is printed as the ranks of its queens, file a first. Exit code 1 if there is no solution. \
The methods sequential, spawn and square are those of Clapp, Mudge and Volz, Solutions to \
the n Queens Problem Using Tasking in Ada (1986); see nqueens tasking.";

/// The largest board size at which backtracking finds the first solution of an empty board without a noticeable delay.
const LARGE: usize = 25;

/// Parses `--nth`, a number counted from `1`.
fn solution_number(text: &str) -> Result<BigUint, String> {
    let number = text.parse().ok().filter(|number| *number != BigUint::ZERO);
    number.ok_or_else(|| "expected a whole number; the first solution is number 1".to_owned())
}

impl SolveCommand {
    pub(crate) fn run(self, library: &Library, out: &mut Output) -> Result<(), Failure> {
        let placement = self.board.placement()?;
        if self.steps {
            return self.run_steps(&placement, out);
        }
        self.check_options()?;
        if let Some(nth) = &self.nth {
            return self.run_nth(nth, library, &placement, out);
        }
        let mut listing = SolutionPrinter::new(out, self.format, placement.size().get())?;
        let mut result = Ok(());
        let (start, clock) = (Instant::now(), CpuClock::start());
        let n = placement.size().get();
        let advice = format!(
            "the first solution may take very long on a board of {n}; to find any solution, run `nqueens sat {n}`"
        );
        let advice = Some(&*advice).filter(|_| n > LARGE);
        let visit = |ranks: &[u8]| {
            if self.fundamental && !is_representative(&placement, ranks) {
                return ControlFlow::Continue(());
            }
            result = listing.write(ranks);
            if result.is_err() || !self.all && listing.written() == self.limit {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let statistics = wait::with_advice(advice, || self.search(library, &placement, visit))?;
        let report = self.report(&placement, &statistics, listing.written(), start, &clock);
        result?;
        let none = listing.written() == 0;
        listing.end(&self.stats.then(|| BTreeMap::from([("statistics", &report)])))?;
        if self.stats && self.format != ListFormat::Json {
            // A failed write is ignored: nobody reads a closed standard error.
            let _ = io::Write::write_all(&mut io::stderr(), report.to_string().as_bytes());
        }
        if none {
            return Err(Failure::Failed(format!("no solution: {}", why_none(&placement))));
        }
        Ok(())
    }

    fn run_steps(&self, placement: &Placement, out: &mut Output) -> Result<(), Failure> {
        let (queens, marks) = (Queens::new(placement.size()), placement.marks());
        let (found, path) = answers::solve_path(&queens, &marks, &mut Budget::unlimited()).map_err(Failure::failed)?;
        if found.is_empty() {
            return Err(Failure::Failed(format!("no solution: {}", why_none(placement))));
        }
        let report = answers::steps(&queens, &found, &path);
        write_report(out, &queens, report, self.json)
    }

    fn run_nth(
        &self,
        nth: &BigUint,
        library: &Library,
        placement: &Placement,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let solutions = wait::numbered(library, placement)?;
        let Some(ranks) = solutions.nth(&(nth - 1u8)).and_then(|solution| ranks_in(placement.size(), &solution)) else {
            let why = match solutions.total() {
                total if *total == BigUint::ZERO => why_none(placement),
                total => format!("the number of solutions is {total}"),
            };
            return Err(Failure::Failed(format!("there is no solution number {nth}: {why}")));
        };
        let mut listing = SolutionPrinter::new(out, self.format, placement.size().get())?;
        listing.write(&ranks)?;
        Ok(listing.end(&())?)
    }

    /// Returns a usage error if an option has no effect with the chosen `--method`.
    fn check_options(&self) -> Result<(), Failure> {
        let useless = |option: &str, methods: &str| {
            let method = self.method_name();
            Err(Failure::Usage(format!("{option} is only for --method {methods}, not for --method {method}")))
        };
        if self.pool.threads.is_some() && !matches!(self.method, SolveMethod::Spawn | SolveMethod::Square) {
            return useless("--threads", "spawn or square");
        }
        if self.cutoff.is_some() && self.method != SolveMethod::Spawn {
            return useless("--cutoff", "spawn");
        }
        Ok(())
    }

    fn search(
        &self,
        library: &Library,
        placement: &Placement,
        mut visit: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
    ) -> Result<Statistics, Failure> {
        let order = if self.unordered { SolutionOrder::Any } else { SolutionOrder::Lexicographic };
        let threads = self.pool.threads();
        match self.method {
            SolveMethod::Bdd => {
                let mut solutions = 0;
                for ranks in wait::by_file(library, placement)?.iter() {
                    solutions += 1;
                    if visit(&ranks).is_break() {
                        break;
                    }
                }
                Ok(Statistics { solutions, ..Statistics::default() })
            }
            SolveMethod::Sequential => Ok(search::sequential(placement, visit)),
            SolveMethod::Spawn => {
                search::spawn(placement, self.cutoff(placement), threads, order, visit).map_err(Failure::failed)
            }
            SolveMethod::Square => search::square(placement, threads, order, visit).map_err(Failure::failed),
        }
    }

    fn cutoff(&self, placement: &Placement) -> usize {
        self.cutoff.map_or_else(|| search::default_cutoff(placement.size()), usize::from)
    }

    fn report(
        &self,
        placement: &Placement,
        statistics: &Statistics,
        written: u64,
        start: Instant,
        clock: &CpuClock,
    ) -> MeasureReport {
        let is_parallel = matches!(self.method, SolveMethod::Spawn | SolveMethod::Square);
        let searched = |number: u64| (self.method != SolveMethod::Bdd).then_some(number);
        let mut report = MeasureReport::default();
        report.add("method", "method", Some(self.method_name()));
        report.add("threads", "threads", is_parallel.then(|| self.pool.threads().get()));
        report.add("cutoff", "cut-off", (self.method == SolveMethod::Spawn).then(|| self.cutoff(placement)));
        report.add("solutions", "solutions", Some(statistics.solutions));
        report.add("fundamental", "fundamental", self.fundamental.then_some(written));
        report.add("search_nodes", "search nodes", searched(statistics.search_nodes));
        report.add("tasks_created", "tasks created", searched(statistics.tasks_created));
        report.add("peak_tasks", "peak tasks alive", searched(statistics.peak_tasks));
        report.add("messages", "messages", searched(statistics.messages));
        report.add("squares_never_used", "squares never used", squares_never_used(statistics));
        report.add("elapsed_seconds", "elapsed", Some(start.elapsed().as_secs_f64()));
        report.add("cpu_seconds", "CPU time", clock.elapsed().map(|elapsed| elapsed.as_secs_f64()));
        report
    }

    fn method_name(&self) -> String {
        self.method.to_possible_value().expect("every method has a name on the command line").get_name().to_owned()
    }
}
