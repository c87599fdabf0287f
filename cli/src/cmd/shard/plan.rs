//! `nqueens shard plan`: the tasks of a count.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use nqueens_guide::halves::Halves;
use nqueens_guide::halves::shard;
use nqueens_guide::{Budget, Interrupted, Size};

use super::super::{Failure, whole};
use super::{Folder, VERSION, duration, halves};
use crate::output::Output;

/// Divide the count of an empty board's solutions into tasks, with the expected time of each task
#[derive(Debug, Args)]
pub(super) struct PlanArguments {
    /// The number of ranks, of files and of queens, 1 to 32
    #[arg(value_name = "N", allow_negative_numbers = true)]
    size: Size,
    /// The number of tasks, 1 to 100000; tasks of some minutes are best
    #[arg(long, value_name = "T", value_parser = whole::<u32>(1, 100_000), allow_negative_numbers = true)]
    tasks: u32,
    /// The folder to create for the plan and the results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// The minimum duration of the trial count. The trial counts the first sets of files (columns of the board), to measure
/// the average time for a set.
const TRIAL: Duration = Duration::from_secs(1);

/// The minimum number of sets of files (columns of the board) that the trial count includes, even if it then takes
/// longer than [`TRIAL`].
const ENOUGH: u64 = 40;

impl PlanArguments {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let n = self.size.get();
        let halves = halves(self.size)?;
        let seconds = seconds_a_set(&halves).map_err(Failure::failed)?;
        let plan = shard::Plan::new(n, self.tasks as usize, seconds, VERSION).expect("`halves` checked the size");
        Folder::create(&self.out, &plan)?;
        let longest = plan.tasks.iter().map(|task| task.seconds).fold(0.0, f64::max);
        let all: f64 = plan.tasks.iter().map(|task| task.seconds).sum();
        writeln!(
            out,
            "{}: n = {n}, {} sets in {} tasks of about {} each; all tasks take {} on one thread of this machine",
            self.out.display(),
            halves.sets(),
            plan.tasks.len(),
            duration(longest),
            duration(all)
        )?;
        Ok(())
    }
}

/// Measures the average time of counting one set of files (columns of the board), in seconds. The measured sets are the
/// first ones, which are a fair sample. About three in four sets cost no time, because a symmetry maps them to a set
/// that is counted in their place. The average includes these sets.
fn seconds_a_set(halves: &Halves) -> Result<f64, Interrupted> {
    let mut counter = halves.counter(1);
    let start = Instant::now();
    let mut sets = 0;
    // About one set in four is counted; the other sets cost no time.
    while sets < halves.sets() && (sets < ENOUGH || start.elapsed() < TRIAL) {
        counter.count(sets, &mut Budget::unlimited())?;
        sets += 1;
    }
    Ok(start.elapsed().as_secs_f64() / sets as f64)
}
