//! Statistics of solved puzzles, by kind and level.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::attempt::{Solve, SolvedBy};

/// What was solved so far, by kind and level in words.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayStatistics(BTreeMap<String, Record>);

/// What was solved of one kind and level.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// How many were solved, in any way.
    pub solved: u64,
    /// How many of them without hints and without the guide's help.
    pub alone: u64,
    /// How many were last solved alone in a row.
    pub streak: u64,
    /// How many were ever solved alone in a row, at most.
    pub longest: u64,
    /// The shortest time of those solved alone, in milliseconds, if any was taken.
    pub(crate) best: Option<u64>,
}

impl PlayStatistics {
    /// Counts a solution. One that took help ends a streak, and is no best time.
    pub fn add(&mut self, Solve { what, time, how }: &Solve) {
        let record = self.0.entry(what.clone()).or_default();
        record.solved += 1;
        if *how != SolvedBy::Alone {
            record.streak = 0;
            return;
        }
        record.alone += 1;
        record.streak += 1;
        record.longest = record.longest.max(record.streak);
        let time = u64::try_from(time.as_millis()).ok().filter(|&time| time > 0);
        record.best = [record.best, time].into_iter().flatten().min();
    }

    /// What was solved of a kind and level, if anything was.
    #[must_use]
    pub fn of(&self, what: &str) -> Option<&Record> {
        self.0.get(what)
    }

    /// All kinds and levels of which something was solved.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Record)> {
        self.0.iter().map(|(what, record)| (what.as_str(), record))
    }
}

impl Record {
    /// The shortest time of those solved alone.
    #[must_use]
    pub fn best_time(&self) -> Option<Duration> {
        self.best.map(Duration::from_millis)
    }
}
