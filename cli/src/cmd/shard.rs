//! `nqueens shard`: counts the solutions of a large board on many machines. The count is divided into tasks, which an
//! engine such as Slurm runs.
//!
//! A task counts the solutions for some of the *sets of files*. A set of files is a choice of files (columns of the
//! board) for the queens of the lower half; see [`Halves`]. The counts of all sets add up to the number of solutions.

mod audit;
mod estimate;
mod folder;
mod plan;
mod run;
mod script;
mod status;

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};
use nqueens_guide::halves::Halves;
use nqueens_guide::{BigUint, Placement, Sampler, Size};
use puzzle_core::answer::Value;

use super::{Failure, wait};
use crate::output::Output;
use folder::Folder;

/// Count all solutions of a large board on many machines
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, subcommand_value_name = "VERB", subcommand_help_heading = "Verbs", arg_required_else_help = false, disable_help_subcommand = true)]
pub(crate) struct ShardCommand {
    #[command(subcommand)]
    verb: ShardVerb,
}

#[derive(Debug, Subcommand)]
enum ShardVerb {
    Estimate(estimate::Estimate),
    Plan(plan::PlanArguments),
    Run(run::Run),
    /// Show the number of finished tasks, the expected time of the other tasks, and the unusable results
    Status(ReportArgs),
    /// Print the number of solutions, if there is exactly one valid result of each task
    Merge(ReportArgs),
    Audit(audit::Audit),
    Script(script::Script),
}

const EXAMPLES: &str = "\
Examples:
  nqueens shard estimate 15 --share 5%               estimate result and time
  nqueens shard plan 12 --tasks 3 --out q12          distribute the work
  nqueens shard run q12 1                            the first task, on any machine
  nqueens shard status q12                           show the progress
  nqueens shard script q12 --engine parallel > q.sh  or let GNU parallel run all tasks
  nqueens shard run q12 2; nqueens shard run q12 3
  nqueens shard merge q12                            the number of solutions
  nqueens shard audit q12 --share 10%                count a tenth again, in another way

A task can be killed, run again, and run twice: its result is one file, which is there whole or not at all.";

// The folder of a plan and its results. (A doc comment would replace the description of the verb.)
#[derive(Debug, Args)]
struct FolderArgs {
    /// The folder of the plan and the results, as `nqueens shard plan` made it
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

// The folder of a plan, and the form of the answer about it.
#[derive(Debug, Args)]
struct ReportArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ShardCommand {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Failure> {
        match self.verb {
            ShardVerb::Estimate(estimate) => estimate.run(out),
            ShardVerb::Plan(plan) => plan.run(out),
            ShardVerb::Run(run) => run.run(out),
            ShardVerb::Status(of) => status::status(&Folder::open(of.folder.folder)?, of.json, out),
            ShardVerb::Merge(of) => status::merge(&Folder::open(of.folder.folder)?, of.json, out),
            ShardVerb::Audit(audit) => audit.run(out),
            ShardVerb::Script(script) => script.run(out),
        }
    }
}

/// Returns the [`Halves`] of an empty board, or an error if it is too wide.
fn halves(size: Size) -> Result<Halves, Failure> {
    Halves::new(&Placement::empty(size))
        .ok_or_else(|| Failure::Failed(format!("boards wider than {0} x {0} can't be counted", Halves::MAX)))
}

/// The version of this program, which is recorded in plans and results.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns a JSON number of `seconds`, to the millisecond.
fn seconds(seconds: f64) -> Value {
    Value::Decimal(format!("{seconds:.3}"))
}

/// Formats `seconds` in words, with about two digits.
pub(super) fn duration(seconds: f64) -> String {
    let (amount, unit) = match seconds {
        s if s < 1.0 => (s * 1e3, "ms"),
        s if s < 120.0 => (s, "s"),
        s if s < 7200.0 => (s / 60.0, "min"),
        s if s < 172_800.0 => (s / 3600.0, "h"),
        s => (s / 86_400.0, "days"),
    };
    if amount < 10.0 { format!("{amount:.1} {unit}") } else { format!("{amount:.0} {unit}") }
}

/// A fraction above 0 and up to 1, parsed from a percentage such as `1%`.
#[derive(Clone, Copy, Debug)]
struct ShardShare(f64);

impl ShardShare {
    /// Draws this share of the numbers below `all` at random, without repetition. Draws at least one number, unless
    /// `all` is 0.
    fn draw(self, all: usize, sampler: &mut Sampler) -> impl Iterator<Item = usize> {
        let some = (all as f64 * self.0).ceil() as usize;
        let drawn = sampler.distinct(BigUint::from(all)).take(some);
        drawn.map(|at| usize::try_from(&at).expect("a number below a length fits in a usize"))
    }
}

impl FromStr for ShardShare {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardShare, String> {
        let number = text.strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
        match number {
            Some(percent) if percent > 0.0 && percent <= 100.0 => Ok(ShardShare(percent / 100.0)),
            _ => Err(format!("expected a percentage above 0% and up to 100%, such as 1%, found {text:?}")),
        }
    }
}
