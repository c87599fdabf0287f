//! The commands, one file each, with a struct of the command's arguments and its method `run`.

pub(crate) mod cache;
mod certificates;
pub(crate) mod certify;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod count;
pub(crate) mod daily;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod guide;
pub(crate) mod kind;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod precompute;
mod proofs;
pub(crate) mod rank;
pub(crate) mod sample;
pub(crate) mod sat;
pub(crate) mod serve;
pub(crate) mod shard;
pub(crate) mod solve;
pub(crate) mod tasking;
pub(crate) mod verify;

mod board_args;
mod listing;
mod manifest;
mod measure;
mod sizes;
mod wait;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};

use nqueens_guide::{LoadError, Queens};
use puzzle_kind::Playable;
use puzzle_kind::{Report, ReportPart};

use crate::drawing;
use crate::output::Output;

/// The reason why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A command line with wrong usage: exit code `2`.
    Usage(String),
    /// A failed run: exit code `1`.
    Failed(String),
    /// A failed run or a negative answer that the command has already reported: exit code `1`.
    Told,
    /// A failed write to the standard output: exit code `1`, or `0` for a closed pipe.
    Output(io::Error),
}

impl Failure {
    /// Wraps an error in [`Failure::Failed`].
    pub(crate) fn failed(error: impl std::fmt::Display) -> Failure {
        Failure::Failed(error.to_string())
    }
}

/// Returns the message of a [`LoadError`], with advice if a diagram is missing or damaged.
pub(crate) fn advised(error: &LoadError) -> String {
    match error {
        LoadError::Missing { size, .. } => format!(
            "{error}: make it with `nqueens precompute --sizes {size} --out DIR`, or omit --bdd-dir to use the \
             built-in one"
        ),
        LoadError::Embedded(_) => format!("{error}; install the program again"),
        error => error.to_string(),
    }
}

/// Converts an error of the standard output. Commands convert errors of other files themselves, to name the file.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Returns a random seed below 2^53.
pub(crate) fn any_seed() -> u64 {
    // `RandomState` is the only source of random numbers in `std`; seeds need not be secret.
    let random = RandomState::new().build_hasher().finish();
    // The seed is below 2^53, so that JSON readers with `f64` numbers read it exactly.
    random >> (u64::BITS - 53)
}

/// Returns the parser of an option for a whole number from `min` to `max`. The error message states both bounds.
pub(crate) fn whole<T: TryFrom<u64> + 'static>(
    min: u64,
    max: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text: &str| {
        let number = text.parse::<u64>().ok().filter(|number| (min..=max).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("expected a whole number from {min} to {max}, found {text:?}"))
    }
}

/// Writes `value` as one line of JSON.
pub(crate) fn write_json(out: &mut impl io::Write, value: &impl serde::Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Writes a report about n-queens as text, or as one JSON object if `json` is set.
pub(crate) fn write_report(out: &mut Output, queens: &Queens, report: Report, json: bool) -> Result<(), Failure> {
    if json {
        return write_json(out, &queens.head().and(report.facts));
    }
    Ok(write_parts(out, queens, "", &report.parts)?)
}

/// Writes the parts of a report. Each line of text and each line of a drawn guide begins with `number`, such as
/// `line 3: `; the lines of drawn solutions don't.
pub(crate) fn write_parts(
    out: &mut Output,
    puzzle: &dyn Playable,
    number: &str,
    parts: &[ReportPart],
) -> io::Result<()> {
    for part in parts {
        match part {
            ReportPart::Line(line) => writeln!(out, "{number}{line}")?,
            ReportPart::Solution(solution) => {
                let lines = drawing::solution(puzzle, solution, out.color);
                lines.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))?;
            }
            ReportPart::Guide(guide) => {
                let drawn = drawing::guide(puzzle, guide, out.color);
                drawn.lines().try_for_each(|line| writeln!(out, "{number}{line}"))?;
            }
            _ => {}
        }
    }
    Ok(())
}
