//! `nqueens shard status` and `merge`: the state and the result of a count.

use std::io::Write;

use bdd_core::format::remove_abandoned;
use nqueens_guide::halves::shard::{self, Faults, sort};

use super::super::Failure;
use super::{Folder, duration};
use crate::output::Output;

/// Shows the number of finished tasks, the expected time of the other tasks, and the unusable results.
pub(super) fn status(folder: &Folder, out: &mut Output) -> Result<(), Failure> {
    let (done, faults) = sort(&folder.plan, folder.results()?);
    let (n, tasks) = (folder.plan.n, folder.plan.tasks.len());
    writeln!(out, "n = {n}: {} of {tasks} tasks done", done.len())?;
    let spent: f64 = done.iter().map(|(_, counted)| counted.seconds).sum();
    let planned = |task: usize| folder.plan.tasks[task - 1].seconds;
    let expected: f64 = done.iter().map(|(_, counted)| planned(counted.task)).sum();
    // The time of finished tasks predicts better than the plan.
    let pace = if expected > 0.0 { spent / expected } else { 1.0 };
    let open: f64 = faults.missing.iter().map(|&task| planned(task)).sum();
    if !done.is_empty() {
        writeln!(out, "these tasks took {} on one thread", duration(spent))?;
    }
    if open > 0.0 {
        writeln!(out, "the other tasks will take about {} on one thread", duration(open * pace))?;
    }
    if faults != Faults::default() {
        writeln!(out, "{faults}")?;
    }
    Ok(())
}

/// Prints the number of solutions, if there is exactly one valid result of each task.
pub(super) fn merge(folder: &Folder, out: &mut Output) -> Result<(), Failure> {
    let shown = folder.path.display();
    let advice = "run the tasks that are missing, and remove the other files";
    let solutions = shard::merge(&folder.plan, folder.results()?)
        .map_err(|faults| Failure::Failed(format!("can't merge the results in {shown}: {faults}; {advice}")))?;
    // Killed tasks leave temporary files, which no other program would remove.
    remove_abandoned(&folder.path);
    Ok(writeln!(out, "{solutions}")?)
}
