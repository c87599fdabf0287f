//! Statistics of solved puzzles by size, kind and difficulty.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::attempt::{Solve, SolvedBy};

/// The [`Record`]s of solved puzzles by category.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayStatistics(BTreeMap<String, Record>);

/// The statistics of one category of puzzles, such as `9 x 9 Sudoku, easy`.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// The number of solved puzzles.
    pub solved: u64,
    /// The number of puzzles solved without help.
    pub alone: u64,
    /// The number of consecutive puzzles, up to the latest, that were solved without help.
    pub streak: u64,
    /// The longest streak.
    pub longest: u64,
    /// The shortest time without help, in milliseconds; `None` if no puzzle was solved without help while the clock was
    /// on.
    pub(crate) best: Option<u64>,
}

impl PlayStatistics {
    /// Counts a [`Solve`] in its category. A solve with help ends the streak, and its time never is the best time.
    pub fn add(&mut self, Solve { category, time, solved_by }: &Solve) {
        let record = self.0.entry(category.clone()).or_default();
        record.solved += 1;
        if *solved_by != SolvedBy::Alone {
            record.streak = 0;
            return;
        }
        record.alone += 1;
        record.streak += 1;
        record.longest = record.longest.max(record.streak);
        let time = u64::try_from(time.as_millis()).ok().filter(|&time| time > 0);
        record.best = [record.best, time].into_iter().flatten().min();
    }

    /// Returns the record of a category; `None` before its first puzzle is solved.
    #[must_use]
    pub fn of(&self, category: &str) -> Option<&Record> {
        self.0.get(category)
    }

    /// Returns each category with its [`Record`].
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Record)> {
        self.0.iter().map(|(category, record)| (category.as_str(), record))
    }
}

impl Record {
    /// Returns the shortest time without help; `None` if no puzzle was solved without help while the clock was on.
    #[must_use]
    pub fn best_time(&self) -> Option<Duration> {
        self.best.map(Duration::from_millis)
    }
}
