//! The measurements of `--stats`, for people and as JSON.

use std::fmt;
use std::time::Duration;

use cpu_time::ProcessTime;
use nqueens_guide::search::Statistics;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// A clock of the CPU time of this process since [`start`](Self::start); `None` on a system that does not report this
/// time.
pub(crate) struct CpuClock(Option<ProcessTime>);

impl CpuClock {
    pub(crate) fn start() -> CpuClock {
        // On a system that does not report this time, there is no clock.
        CpuClock(ProcessTime::try_now().ok())
    }

    /// Returns the CPU time of all threads since the start, if the system provides it.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.0.and_then(|start| start.try_elapsed().ok())
    }
}

/// The measurements of `--stats` in order, each with its name in JSON and its label for people.
#[derive(Default)]
pub(crate) struct MeasureReport(Vec<(&'static str, &'static str, Value)>);

impl MeasureReport {
    /// Adds a measurement with its name in JSON and its label for people; does nothing if `value` is `None`.
    pub(crate) fn add(&mut self, name: &'static str, label: &'static str, value: Option<impl Into<Value>>) {
        self.0.extend(value.map(|value| (name, label, value.into())));
    }
}

impl Serialize for MeasureReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, _, value)| (name, value)))
    }
}

impl fmt::Display for MeasureReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(_, label, value)| match value {
            Value::String(text) => writeln!(f, "{label:<18} {text}"),
            Value::Array(squares) => writeln!(f, "{label:<18} {}", names(squares.iter().filter_map(Value::as_str))),
            Value::Number(seconds) if seconds.is_f64() => {
                writeln!(f, "{label:<18} {:.1} ms", seconds.as_f64().unwrap_or_default() * 1e3)
            }
            number => writeln!(f, "{label:<18} {number}"),
        })
    }
}

/// Returns the names of the squares of [`Statistics::squares_never_used`], if they are known.
pub(crate) fn squares_never_used(statistics: &Statistics) -> Option<Vec<String>> {
    Some(statistics.squares_never_used.as_ref()?.iter().map(ToString::to_string).collect())
}

/// Returns the names of `squares` separated by commas, or the word `none` if there are no squares.
pub(crate) fn names<'a>(squares: impl Iterator<Item = &'a str>) -> String {
    let squares: Vec<&str> = squares.collect();
    if squares.is_empty() { "none".to_owned() } else { squares.join(", ") }
}
