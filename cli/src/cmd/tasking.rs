//! `nqueens tasking`: the measurements of a paper of 1986 about tasks, repeated on this machine.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use clap::Args;
use nqueens_guide::search::{self, SolutionOrder, Statistics};
use nqueens_guide::{Placement, Size};
use serde::Serialize;

use super::measure::{names, squares_never_used};
use super::sizes::Sizes;
use super::solve::PoolArgs;
use super::{Failure, whole, write_json};
use crate::output::Output;

/// Compare backtracking with and without tasks, as a 1986 paper did
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TaskingCommand {
    /// The board sizes: a range, or several separated by commas
    #[arg(long, default_value = "4-10")]
    sizes: Sizes,
    #[command(flatten)]
    pool: PoolArgs,
    /// For the method spawn: a task with at most this number of empty files searches them by itself and starts no more
    /// tasks; 0 starts a task for each queen, as in the paper
    #[arg(long, value_name = "C", default_value = "0", value_parser = whole::<u8>(0, 255), allow_negative_numbers = true)]
    cutoff: u8,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens tasking
  nqueens tasking --sizes 8-9 --threads 1
  nqueens tasking --sizes 8 --cutoff 5 --json

After Clapp, Mudge and Volz, Solutions to the n Queens Problem Using Tasking in Ada (1986).";

/// For each board size, the seconds that the paper reports for `sequential`, `spawn` and `square`, in Ada on a VAX
/// 11/750. The available copy of the paper lacks the column of sizes; the sizes 4 to 8 fit the growth of the search
/// tree.
const PAPER: [(usize, [f64; 3]); 5] =
    [(4, [0.2, 0.4, 0.5]), (5, [0.4, 1.0, 1.1]), (6, [0.4, 2.2, 1.4]), (7, [1.8, 8.2, 4.0]), (8, [4.9, 32.4, 11.0])];

const TIMES: &str = "\
Columns of this machine: the milliseconds to find all solutions in any order and
count them, in the fastest of RUNS runs, each of which starts its own threads.
Columns of the paper: the seconds in Ada on a VAX 11/750 with one processor; its
table does not state the sizes, which are inferred.";

const COUNTS: &str = "\
The columns tasks and alive are about spawn: the number of tasks created, and
the largest number that ran or waited at once, which may differ between runs.
Spawn creates one task for the empty board and one for each queen after which
at least --cutoff files, and at least one, are empty: with --cutoff 0, these are
1 + search nodes - solutions tasks. Square has n x n tasks, one for each square.
Each of its messages passes a board to the square of the last queen on it, so
there is one message for each search node. The squares in the column never used
get no message.";

/// The measurements of one board size, a row of the comparison.
#[derive(Serialize)]
struct TaskingRow {
    n: usize,
    solutions: u64,
    search_nodes: u64,
    sequential_seconds: f64,
    spawn_seconds: f64,
    square_seconds: f64,
    spawn_tasks_created: u64,
    spawn_peak_tasks: u64,
    square_tasks: u64,
    square_messages: u64,
    squares_never_used: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paper_seconds: Option<PaperSeconds>,
}

#[derive(Serialize)]
struct PaperSeconds {
    sequential: f64,
    spawn: f64,
    square: f64,
}

#[derive(Serialize)]
struct Comparison {
    threads: usize,
    cutoff: usize,
    runs: usize,
    sizes: Vec<TaskingRow>,
}

impl TaskingCommand {
    /// The number of runs of each method. The fastest run is reported, since it depends least on other load.
    const RUNS: usize = 3;

    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let threads = self.pool.threads();
        if self.json {
            let sizes = self.sizes.0.iter().map(|&size| self.measure(size)).collect::<Result<_, _>>()?;
            let comparison =
                Comparison { threads: threads.get(), cutoff: self.cutoff.into(), runs: TaskingCommand::RUNS, sizes };
            return write_json(out, &comparison);
        }
        let (threads, cutoff) = (threads_in_words(threads), self.cutoff);
        let machine = format!("this machine, {threads}, --cutoff {cutoff}");
        writeln!(out, "{machine:>44}{:>31}", "the paper")?;
        writeln!(out, " n      sequential        spawn       square   sequential    spawn   square")?;
        let mut rows = Vec::new();
        for &size in &self.sizes.0 {
            let row = self.measure(size)?;
            let times = [row.sequential_seconds, row.spawn_seconds, row.square_seconds].map(|seconds| seconds * 1e3);
            write!(out, "{:>2} {:>12.4} ms {:>9.3} ms {:>9.3} ms", row.n, times[0], times[1], times[2])?;
            if let Some(paper) = &row.paper_seconds {
                write!(out, " {:>10.1} s {:>6.1} s {:>6.1} s", paper.sequential, paper.spawn, paper.square)?;
            }
            writeln!(out)?;
            out.flush()?;
            rows.push(row);
        }
        writeln!(out, "\n n    solutions  search nodes        tasks    alive     messages   never used")?;
        for row in rows {
            let TaskingRow {
                n, solutions, search_nodes, spawn_tasks_created, spawn_peak_tasks, square_messages, ..
            } = row;
            write!(out, "{n:>2} {solutions:>12} {search_nodes:>13} {spawn_tasks_created:>12} {spawn_peak_tasks:>8} ")?;
            writeln!(out, "{square_messages:>12}   {}", names(row.squares_never_used.iter().map(String::as_str)))?;
        }
        writeln!(out, "\n{}\n\n{COUNTS}", TIMES.replace("RUNS", &TaskingCommand::RUNS.to_string()))?;
        Ok(())
    }

    fn measure(&self, size: Size) -> Result<TaskingRow, Failure> {
        let board = Placement::empty(size);
        let threads = self.pool.threads();
        let count = |_: &[u8]| ControlFlow::Continue(());
        let sequential = fastest(|| Ok(search::sequential(&board, count)))?;
        let spawn = fastest(|| {
            search::spawn(&board, self.cutoff.into(), threads, SolutionOrder::Any, count).map_err(Failure::failed)
        })?;
        let square = fastest(|| search::square(&board, threads, SolutionOrder::Any, count).map_err(Failure::failed))?;
        let paper = PAPER.into_iter().find(|&(n, _)| n == size.get());
        Ok(TaskingRow {
            n: size.get(),
            solutions: sequential.solutions,
            search_nodes: sequential.search_nodes,
            sequential_seconds: sequential.elapsed.as_secs_f64(),
            spawn_seconds: spawn.elapsed.as_secs_f64(),
            square_seconds: square.elapsed.as_secs_f64(),
            spawn_tasks_created: spawn.tasks_created,
            spawn_peak_tasks: spawn.peak_tasks,
            square_tasks: square.tasks_created,
            square_messages: square.messages,
            squares_never_used: squares_never_used(&square).unwrap_or_default(),
            paper_seconds: paper.map(|(_, [sequential, spawn, square])| PaperSeconds { sequential, spawn, square }),
        })
    }
}

fn fastest(search: impl Fn() -> Result<Statistics, Failure>) -> Result<Statistics, Failure> {
    let mut best = search()?;
    for _ in 1..TaskingCommand::RUNS {
        let again = search()?;
        if again.elapsed < best.elapsed {
            best = again;
        }
    }
    Ok(best)
}

fn threads_in_words(threads: NonZeroUsize) -> String {
    if threads.get() == 1 { "1 thread".to_owned() } else { format!("{threads} threads") }
}
