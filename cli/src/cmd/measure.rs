//! The measurements of a listing, for people and as JSON.

use std::fmt;
use std::time::Duration;

use cpu_time::ProcessTime;
use nqueens_guide::search::Statistics;
use serde::Serialize;

/// The time that the processors spend on this program, from the start on.
pub(crate) struct CpuClock(Option<ProcessTime>);

impl CpuClock {
    pub(crate) fn start() -> CpuClock {
        // A system that can't tell has no clock.
        CpuClock(ProcessTime::try_now().ok())
    }

    /// All threads' time together, if the system tells.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.0.and_then(|start| start.try_elapsed().ok())
    }
}

/// What `--stats` says. What a method does not have is left out.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cutoff: Option<usize>,
    /// All that were found.
    pub(crate) solutions: u64,
    /// Those of them that were listed, if not all are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fundamental: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) search_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tasks_created: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) peak_tasks: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) messages: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) squares_never_used: Option<Vec<String>>,
    pub(crate) elapsed_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cpu_seconds: Option<f64>,
}

/// The squares' names.
pub(crate) fn squares_never_used(statistics: &Statistics) -> Option<Vec<String>> {
    Some(statistics.squares_never_used.as_ref()?.iter().map(ToString::to_string).collect())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, value: Option<String>| match value {
            Some(value) => writeln!(f, "{name:<18} {value}"),
            None => Ok(()),
        };
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let seconds = |seconds: f64| Some(format!("{:.1} ms", seconds * 1e3));
        line("method", Some(self.method.clone()))?;
        line("threads", self.threads.map(|threads| threads.to_string()))?;
        line("cut-off", self.cutoff.map(|cutoff| cutoff.to_string()))?;
        line("solutions", Some(self.solutions.to_string()))?;
        line("fundamental", number(self.fundamental))?;
        line("search nodes", number(self.search_nodes))?;
        line("tasks created", number(self.tasks_created))?;
        line("peak tasks alive", number(self.peak_tasks))?;
        line("messages", number(self.messages))?;
        line("squares never used", self.squares_never_used.as_deref().map(names))?;
        line("elapsed", seconds(self.elapsed_seconds))?;
        line("CPU time", self.cpu_seconds.and_then(seconds))
    }
}

/// Names in a list, or `none`.
pub(crate) fn names(squares: &[String]) -> String {
    if squares.is_empty() { "none".to_owned() } else { squares.join(", ") }
}
