//! `nqueens shard run`: one task of a count.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use nqueens_guide::halves::shard::Counted;

use super::super::{Failure, whole};
use super::{Folder, FolderArgs, duration, wait};
use crate::machine;
use crate::output::Output;

/// Run a task, unless its result is there already
#[derive(Debug, Args)]
pub(super) struct Run {
    #[command(flatten)]
    folder: FolderArgs,
    /// The number of the task, counted from 1
    #[arg(value_name = "I", value_parser = whole::<usize>(0, u64::MAX), allow_negative_numbers = true)]
    task: usize,
    /// The number of threads, 1 to 1024 [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,
}

impl Run {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let folder = Folder::open(self.folder.folder)?;
        let (task, tasks) = (self.task, folder.plan.tasks.len());
        if !(1..=tasks).contains(&task) {
            return Err(Failure::Failed(format!("there is no task {task}: the plan has 1 to {tasks}")));
        }
        if let Some(counted) = folder.result(task)? {
            writeln!(out, "task {task} of {tasks}: was done before; {} solutions", counted.solutions)?;
            return Ok(());
        }
        let start = Instant::now();
        let threads = machine::threads(self.threads);
        let counts = wait::counting(&format!("task {task} of {tasks}"), |budget| {
            folder.plan.run(&folder.halves, task, threads, budget)
        })?;
        let seconds = start.elapsed().as_secs_f64();
        // `Counted::new` gets the time of all threads together, which can be compared with the plan's time on one
        // thread.
        let counted = Counted::new(&folder.plan, task, counts, seconds * threads.get() as f64);
        folder.keep(&counted)?;
        writeln!(out, "task {task} of {tasks}: {} solutions in {}", counted.solutions, duration(seconds))?;
        Ok(())
    }
}
