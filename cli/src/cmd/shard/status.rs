//! `nqueens shard status` and `merge`: the state and the result of a count.

use std::io::Write;

use bdd_core::format::remove_abandoned;
use nqueens_guide::BigUint;
use nqueens_guide::halves::shard::{self, Faults, sort};
use puzzle_core::answer::Facts;

use super::super::{Failure, write_json};
use super::{Folder, duration, seconds};
use crate::output::Output;

/// Shows the number of finished tasks, the expected time of the other tasks, and the unusable results.
pub(super) fn status(folder: &Folder, json: bool, out: &mut Output) -> Result<(), Failure> {
    let (done, faults) = sort(&folder.plan, folder.results()?);
    let (n, tasks) = (folder.plan.n, folder.plan.tasks.len());
    let spent: f64 = done.iter().map(|(_, counted)| counted.seconds).sum();
    let planned = |task: usize| folder.plan.tasks[task - 1].seconds;
    let expected: f64 = done.iter().map(|(_, counted)| planned(counted.task)).sum();
    // The time of the finished tasks is a better estimate than the plan.
    let pace = if expected > 0.0 { spent / expected } else { 1.0 };
    let open: f64 = faults.missing.iter().map(|&task| planned(task)).sum();
    if json {
        let doubled =
            faults.doubled.iter().map(|(task, names)| Facts::new().with("task", *task).with("files", names.clone()));
        let answer = Facts::new()
            .with("n", n)
            .with("tasks", tasks)
            .with("done", done.len())
            .with("seconds", seconds(spent))
            .with("remaining_seconds", seconds(open * pace))
            .with("missing", faults.missing.clone())
            .with("doubled", doubled.collect::<Vec<_>>())
            .with("damaged", with_reasons(&faults.damaged))
            .with("foreign", with_reasons(&faults.foreign));
        return write_json(out, &answer);
    }
    writeln!(out, "n = {n}: {} of {tasks} tasks done", done.len())?;
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
pub(super) fn merge(folder: &Folder, json: bool, out: &mut Output) -> Result<(), Failure> {
    let shown = folder.path.display();
    let advice = "run the tasks that are missing, and remove the other files";
    let solutions = shard::merge(&folder.plan, folder.results()?)
        .map_err(|faults| Failure::Failed(format!("can't merge the results in {shown}: {faults}; {advice}")))?;
    // Killed tasks leave temporary files, which no other program would remove.
    remove_abandoned(&folder.path);
    if json {
        return write_json(out, &Facts::new().with("n", folder.plan.n).with("solutions", &BigUint::from(solutions)));
    }
    Ok(writeln!(out, "{solutions}")?)
}

/// Returns the JSON facts about unusable results, given by name and reason.
fn with_reasons(results: &[(String, String)]) -> Vec<Facts> {
    let fact =
        |(file, reason): &(String, String)| Facts::new().with("file", file.clone()).with("reason", reason.clone());
    results.iter().map(fact).collect()
}
