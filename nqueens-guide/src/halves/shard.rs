//! A count of all solutions shared between machines: the [`Plan`] of the tasks, the result of each task ([`Counted`]),
//! and the sum of the results ([`merge`]).
//!
//! The module has only data; the caller runs the tasks and stores the files.
//!
//! ```
//! use std::num::NonZeroUsize;
//!
//! use nqueens_guide::Budget;
//! use nqueens_guide::halves::shard::{Counted, Plan, merge};
//!
//! let plan = Plan::new(10, 3, 0.0, "1.0").expect("small enough");
//! let halves = plan.check("1.0")?;
//! let mut results = Vec::new();
//! for task in 1..=3 {
//!     let counts = plan.run(&halves, task, NonZeroUsize::MIN, &mut Budget::unlimited())?;
//!     results.push((format!("task {task}"), Ok(Counted::new(&plan, task, counts, 0.0))));
//! }
//! assert_eq!(merge(&plan, results)?, 724);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroUsize;

use bdd_core::{Budget, Interrupted};
use nqueens_board::Size;

use super::Halves;
use crate::placement::Placement;

/// The version of the counting method of [`Halves`]: the numbering of the sets of files, and the choice of the sets
/// that are counted. The version changes whenever a number gets another meaning, so that results of different versions
/// are not merged.
pub const METHOD: u32 = 1;

/// A plan that divides the count of the solutions of an empty board among tasks. The unit of work is a numbered set of
/// files on which the queens of the lower half stand; see [`Halves`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Plan {
    /// The size of the board whose solutions are counted.
    pub n: usize,
    /// The [`METHOD`] of the program that made the plan.
    pub method: u32,
    /// The version of the program that made the plan and must run its tasks.
    pub version: String,
    /// The tasks of the plan. The first task has the number 1.
    pub tasks: Vec<Task>,
}

/// A task of a [`Plan`], for one machine: to count the solutions for a range of the numbered sets of files.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Task {
    /// The number of the first set of files to count.
    pub first: u64,
    /// The number of the last set of files, plus 1.
    pub end: u64,
    /// The expected time in seconds, on one thread of the machine that made the plan.
    pub seconds: f64,
}

/// The result of a [`Task`]: the solutions counted for its sets of files.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Counted {
    /// The size of the board whose solutions were counted.
    pub n: usize,
    /// The [`METHOD`] of the plan to which the result belongs.
    pub method: u32,
    /// The version of the program that counted.
    pub version: String,
    /// The number of the task, counted from 1.
    pub task: usize,
    /// The number of the first set of files, as [`Task::first`].
    pub first: u64,
    /// The number of the last set of files plus 1, as [`Task::end`].
    pub end: u64,
    /// The time taken: the wall-clock seconds times the number of threads.
    pub seconds: f64,
    /// The number of solutions: the sum of `counts`.
    pub solutions: u64,
    /// The results of [`Counter::count`](super::Counter::count) for the sets of files in the task's range, in the order
    /// of the sets' numbers. Sets that another set represents are left out.
    pub counts: Vec<u64>,
}

/// The name of a result, such as the name of its file, with the result; an `Err` has the reason why the result can't be
/// read.
pub type Found = (String, Result<Counted, String>);

/// An error: a plan that this program can't run. The message has the reason and advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(String);

impl PlanError {
    fn size(n: usize) -> PlanError {
        PlanError(format!("the plan is for n = {n}: expected a size from 1 to {}", Halves::MAX))
    }
}

impl Plan {
    /// Creates a plan for the empty board of size `n`: its sets of files are distributed evenly among `tasks` tasks.
    /// The expected times assume `seconds_a_set` seconds for each set on average. Returns `None` if `n` is not between
    /// 1 and [`Halves::MAX`].
    #[must_use]
    pub fn new(n: usize, tasks: usize, seconds_a_set: f64, version: &str) -> Option<Plan> {
        let sets = halves(n)?.sets();
        let bound = |task: usize| (u128::from(sets) * task as u128 / tasks as u128) as u64;
        let task = |task| {
            let (first, end) = (bound(task), bound(task + 1));
            Task { first, end, seconds: (end - first) as f64 * seconds_a_set }
        };
        Some(Plan { n, method: METHOD, version: version.to_owned(), tasks: (0..tasks).map(task).collect() })
    }

    /// Checks that this program, whose version is `version`, can run the tasks of the plan, and returns the halves of
    /// its board for [`Plan::run`].
    ///
    /// # Errors
    ///
    /// [`PlanError`] if the plan has another method or version, or if its tasks do not cover each set of files exactly
    /// once.
    pub fn check(&self, version: &str) -> Result<Halves, PlanError> {
        let Plan { n, method, version: made_by, tasks } = self;
        if *method != METHOD {
            return Err(PlanError(format!(
                "the plan was made for method {method}, but this program has method {METHOD}: use the program that made the plan, or make a new plan"
            )));
        }
        if made_by != version {
            return Err(PlanError(format!(
                "the plan was made by version {made_by} of the program, but this is version {version}: use version {made_by}, or make a new plan"
            )));
        }
        let halves = halves(*n).ok_or_else(|| PlanError::size(*n))?;
        let expected = halves.sets();
        let damaged = |task, first, end| {
            PlanError(format!(
                "the plan is damaged: expected tasks that divide the sets 0..{expected} in order, found task {task} with the sets {first}..{end}"
            ))
        };
        let mut next = 0;
        for (task, &Task { first, end, .. }) in (1..).zip(tasks) {
            let last = task == tasks.len();
            if first != next || end < first || end > expected || last && end != expected {
                return Err(damaged(task, first, end));
            }
            next = end;
        }
        if tasks.is_empty() { Err(damaged(0, 0, 0)) } else { Ok(halves) }
    }

    /// Runs the task with the number `task`, counted from 1: counts the sets of files in its range. Returns the
    /// [`Counted::counts`].
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the plan has no task with this number, or if `halves` has fewer sets than the task.
    pub fn run(
        &self,
        halves: &Halves,
        task: usize,
        threads: NonZeroUsize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<u64>, Interrupted> {
        let Task { first, end, .. } = self.tasks[task - 1];
        let mut counts = Vec::new();
        halves.counts_on(threads, first..end, budget, |number, count| {
            counts.extend(count.map(|count| (number, count)));
        })?;
        counts.sort_unstable();
        Ok(counts.into_iter().map(|(_, count)| count).collect())
    }

    /// Returns the reason why `counted` is not a result of this plan, for [`Faults::foreign`]; `None` if it is a result
    /// of this plan.
    fn mismatch(&self, counted: &Counted) -> Option<String> {
        let task = counted.task.checked_sub(1).and_then(|task| self.tasks.get(task));
        if counted.method != self.method {
            Some(format!("a result of method {}, but the plan has method {}", counted.method, self.method))
        } else if counted.version != self.version {
            Some(format!("a result of version {}, but the plan has version {}", counted.version, self.version))
        } else if counted.n != self.n {
            Some(format!("a result for n = {}, but the plan has n = {}", counted.n, self.n))
        } else if task.is_none_or(|task| (task.first, task.end) != (counted.first, counted.end)) {
            Some(format!(
                "a result for task {} with the sets of files {} to {}, but the plan has no such task",
                counted.task, counted.first, counted.end
            ))
        } else {
            None
        }
    }
}

fn halves(n: usize) -> Option<Halves> {
    Halves::new(&Placement::empty(Size::new(n).ok()?))
}

impl Counted {
    /// Creates the result of task `task`, counted from 1, from the `counts` that [`Plan::run`] returned.
    ///
    /// # Panics
    ///
    /// If the plan has no task with this number.
    #[must_use]
    pub fn new(plan: &Plan, task: usize, counts: Vec<u64>, seconds: f64) -> Counted {
        let Task { first, end, .. } = plan.tasks[task - 1];
        let solutions = counts.iter().sum();
        Counted {
            n: plan.n,
            method: plan.method,
            version: plan.version.clone(),
            task,
            first,
            end,
            seconds,
            solutions,
            counts,
        }
    }

    /// Returns a message if the sum of the `counts` differs from `solutions`; `None` if they are equal.
    fn sum_fault(&self) -> Option<String> {
        let sum = self.counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        (sum != Some(self.solutions)).then(|| format!("its counts do not add up to its {} solutions", self.solutions))
    }

    /// Returns a message if the number of `counts` is wrong for the result's range of sets of files; `None` if it is
    /// right. Far too few counts are recognized at once; otherwise the check takes some tenths of a microsecond for
    /// each set of the range.
    fn count_fault(&self, halves: &Halves) -> Option<String> {
        let (found, range) = (self.counts.len(), self.first..self.end.min(halves.sets()));
        let counted = range.clone().filter(|&number| halves.is_counted(number));
        // One counted set more than `found` is enough to see that counts are missing.
        let expected = counted.take(found.saturating_add(1)).count();
        let sets = format!("sets {} to {}", range.start, range.end);
        match expected.cmp(&found) {
            Ordering::Equal => None,
            Ordering::Less => Some(format!("expected {expected} counts for {sets}, found {found}")),
            Ordering::Greater => Some(format!("expected more than {found} counts for {sets}")),
        }
    }
}

/// An error: the reasons why [`merge`] refuses results, with the names of the results.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct Faults {
    /// The numbers of the tasks without a result, counted from 1.
    pub missing: Vec<usize>,
    /// The numbers of the tasks with several results, counted from 1, each with the names of these results.
    pub doubled: Vec<(usize, Vec<String>)>,
    /// The names of the damaged results, each with a description of the damage.
    pub damaged: Vec<(String, String)>,
    /// The names of the results that belong to another plan, method, version or size, each with a description of the
    /// difference.
    pub foreign: Vec<(String, String)>,
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Faults { missing, doubled, damaged, foreign } = self;
        let mut parts = Vec::new();
        if !missing.is_empty() {
            let plural = if missing.len() == 1 { "task" } else { "tasks" };
            parts.push(format!("missing: {plural} {}", ranges(missing)));
        }
        parts.extend(
            doubled.iter().map(|(task, names)| format!("doubled: results of task {task} in {}", names.join(" and "))),
        );
        parts.extend(damaged.iter().map(|(name, damage)| format!("damaged: {name}: {damage}")));
        parts.extend(foreign.iter().map(|(name, difference)| format!("of another plan: {name} ({difference})")));
        f.write_str(&parts.join("; "))
    }
}

/// Returns ascending numbers as a text with ranges, such as `1, 4-6`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let run = |run: &[usize]| match run {
        [first, .., last] => format!("{first}-{last}"),
        single => single.iter().map(ToString::to_string).collect(),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

/// Returns the results of the tasks that have exactly one valid result, each with its name. The [`Faults`] are the
/// missing, repeated, damaged and foreign results.
#[must_use]
pub fn sort(plan: &Plan, results: Vec<Found>) -> (Vec<(String, Counted)>, Faults) {
    let mut faults = Faults::default();
    let mut sound: Vec<Vec<(String, Counted)>> = vec![Vec::new(); plan.tasks.len()];
    let halves = halves(plan.n);
    for (name, result) in results {
        match result.and_then(|counted| counted.sum_fault().map_or(Ok(counted), Err)) {
            Err(damage) => faults.damaged.push((name, damage)),
            Ok(counted) => match (plan.mismatch(&counted), &halves) {
                (Some(whose), _) => faults.foreign.push((name, whose)),
                (None, None) => faults.damaged.push((name, PlanError::size(plan.n).to_string())),
                (None, Some(halves)) => match counted.count_fault(halves) {
                    Some(damage) => faults.damaged.push((name, damage)),
                    None => sound[counted.task - 1].push((name, counted)),
                },
            },
        }
    }
    let mut single = Vec::new();
    for (task, mut results) in (1..).zip(sound) {
        match results.len() {
            0 => faults.missing.push(task),
            1 => single.append(&mut results),
            _ => faults.doubled.push((task, results.into_iter().map(|(name, _)| name).collect())),
        }
    }
    (single, faults)
}

/// Returns the number of solutions: the sum of the results of all tasks.
///
/// # Errors
///
/// [`Faults`] if a task has no result or several, or if a result is damaged or not of this plan.
pub fn merge(plan: &Plan, results: Vec<Found>) -> Result<u128, Faults> {
    let (single, faults) = sort(plan, results);
    if faults == Faults::default() {
        Ok(single.iter().map(|(_, counted)| u128::from(counted.solutions)).sum())
    } else {
        Err(faults)
    }
}
