//! Statistics of solved puzzles by size, kind and difficulty, and of daily puzzles by day.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::attempt::{FoundSolution, Solve, SolvedBy};

/// The [`Record`]s of solved puzzles by category, and the days whose daily puzzles are solved.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayStatistics {
    /// The days with a solved daily puzzle, in days since 1 January 1970. They are saved as the field `days`, beside
    /// the fields of the categories. No category is named `days`.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    days: BTreeSet<i32>,
    /// The number of puzzles solved on each day, in days since 1 January 1970, for the latest [`MOST_DAYS`] days with
    /// solved puzzles. No category is named `history`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    history: BTreeMap<i32, u32>,
    /// The solutions found of the boards that have many, by category. No category is named `found`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    found: BTreeMap<String, FoundSolutions>,
    /// The names of the finished lessons. No category is named `lessons`.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    lessons: BTreeSet<String>,
    #[serde(flatten)]
    records: BTreeMap<String, Record>,
}

/// The statistics of one category of puzzles, such as `9 x 9 Sudoku, easy`.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// The number of solved puzzles of the category.
    pub solved: u64,
    /// The number of puzzles solved without help.
    pub alone: u64,
    /// The number of consecutive puzzles, up to the latest, that were solved without help.
    pub streak: u64,
    /// The largest number of consecutive puzzles that were solved without help.
    pub longest: u64,
    /// The shortest time without help, in milliseconds; `None` if no puzzle was solved without help while the clock was
    /// on.
    pub(crate) best: Option<u64>,
    /// The latest times without help, in milliseconds, at most [`MOST_TIMES`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) times: Vec<u64>,
    /// The puzzles solved with the guide alone.
    #[serde(skip_serializing_if = "TimeRecord::is_empty")]
    pub(crate) guided: TimeRecord,
    /// The puzzles solved with hints or other help.
    #[serde(skip_serializing_if = "TimeRecord::is_empty")]
    pub(crate) helped: TimeRecord,
}

/// The puzzles of a category that were solved with one kind of help.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct TimeRecord {
    /// The number of solved puzzles.
    pub(crate) solved: u64,
    /// The shortest time, in milliseconds; `None` if no puzzle was solved while the clock was on.
    pub(crate) best: Option<u64>,
    /// The latest times, in milliseconds, at most [`MOST_TIMES`].
    pub(crate) times: Vec<u64>,
}

/// The different solutions that the player has found of a board.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct FoundSolutions {
    /// The solutions, each as [`FoundSolution::columns`](crate::attempt::FoundSolution::columns).
    columns: BTreeSet<String>,
    /// The number of all solutions, in decimal; `None` if it is unknown.
    of: Option<String>,
}

impl FoundSolutions {
    /// Returns the number of solutions found, and of all solutions if it is known, such as `3 of 92`.
    pub(crate) fn progress(&self) -> String {
        let found = self.columns.len();
        self.of.as_ref().map_or_else(|| found.to_string(), |of| format!("{found} of {of}"))
    }

    /// Iterates over the solutions, each as [`FoundSolution::columns`], in alphabetical order.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(String::as_str)
    }

    /// Returns the number of solutions still to be found; `None` if it is unknown.
    pub(crate) fn left(&self) -> Option<usize> {
        self.of.as_ref()?.parse::<usize>().ok()?.checked_sub(self.columns.len())
    }

    /// Returns `true` if the player has found all solutions.
    pub(crate) fn is_complete(&self) -> bool {
        self.of.as_ref().is_some_and(|of| *of == self.columns.len().to_string())
    }

    /// Returns `true` if the player has found this solution.
    pub(crate) fn has(&self, FoundSolution { columns, .. }: &FoundSolution) -> bool {
        self.columns.contains(columns)
    }
}

/// The number of latest times of which a [`Record`] has the average and the distribution.
const MOST_TIMES: usize = 100;

/// The beginning of [`Solve::category`] for a lesson, before the name of the lesson.
pub(crate) const LESSON: &str = "lesson: ";

/// The number of latest days in the history.
const MOST_DAYS: usize = 400;

impl TimeRecord {
    fn is_empty(&self) -> bool {
        self.solved == 0
    }
}

/// Adds a time to the best and the latest times.
fn add_time(best: &mut Option<u64>, times: &mut Vec<u64>, time: Duration) {
    let Some(time) = u64::try_from(time.as_millis()).ok().filter(|&time| time > 0) else { return };
    *best = Some(best.map_or(time, |best| best.min(time)));
    times.push(time);
    times.drain(..times.len().saturating_sub(MOST_TIMES));
}

/// The days with a solved daily puzzle of any kind, from [`PlayStatistics::days`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayRecord {
    /// The number of days with a solved daily puzzle.
    pub days: usize,
    /// The number of consecutive days with a solved daily puzzle, up to the latest such day.
    pub streak: usize,
    /// The largest number of consecutive days with a solved daily puzzle.
    pub longest: usize,
}

impl PlayStatistics {
    /// Counts a [`Solve`] in its category. A solve with hints or other help ends the streak; a solve with the guide
    /// alone, and a solution that the player had found before, neither end nor extend it. Times without help, with the
    /// guide and with other help have records of their own.
    ///
    /// A solve of a lesson belongs to no category, and only marks the lesson as finished.
    pub fn add(&mut self, Solve { category, time, solved_by, day, solved_on, found }: &Solve) {
        if let Some(lesson) = category.strip_prefix(LESSON) {
            self.lessons.insert(lesson.to_owned());
            return;
        }
        self.days.extend(day);
        let mut is_new = true;
        if let Some(FoundSolution { columns, of }) = found {
            let all = self.found.entry(category.clone()).or_default();
            is_new = all.columns.insert(columns.clone());
            all.of = of.clone().or(all.of.take());
        }
        if let Some(day) = solved_on {
            let number = self.history.entry(*day).or_default();
            *number = number.saturating_add(1);
            if self.history.len() > MOST_DAYS {
                self.history.pop_first();
            }
        }
        let record = self.records.entry(category.clone()).or_default();
        record.solved += 1;
        let with = match solved_by {
            SolvedBy::Alone => {
                record.alone += 1;
                record.streak += u64::from(is_new);
                record.longest = record.longest.max(record.streak);
                return add_time(&mut record.best, &mut record.times, *time);
            }
            SolvedBy::Guided => &mut record.guided,
            SolvedBy::Hints(_) | SolvedBy::Helped => {
                record.streak = 0;
                &mut record.helped
            }
        };
        with.solved += 1;
        add_time(&mut with.best, &mut with.times, *time);
    }

    /// Returns the record of a category; `None` before its first puzzle is solved.
    #[must_use]
    pub fn of(&self, category: &str) -> Option<&Record> {
        self.records.get(category)
    }

    /// Returns the solutions found of a category; `None` before the first one, and for puzzles with one solution.
    pub(crate) fn found(&self, category: &str) -> Option<&FoundSolutions> {
        self.found.get(category)
    }

    /// Returns each category with solutions found, in the order of [`PlayStatistics::in_order`].
    pub(crate) fn found_in_order(&self) -> Vec<(&str, &FoundSolutions)> {
        let mut all: Vec<_> = self.found.iter().map(|(category, found)| (category.as_str(), found)).collect();
        all.sort_by_key(|(category, _)| pieces(category));
        all
    }

    /// Returns the number of solutions found of a category, such as `3 of 92`; `None` before the first one, and for
    /// puzzles with one solution.
    #[must_use]
    pub fn found_progress(&self, category: &str) -> Option<String> {
        Some(self.found(category)?.progress())
    }

    /// Returns `true` if the lesson with this name, such as `Sudoku`, is finished.
    #[must_use]
    pub fn has_finished(&self, lesson: &str) -> bool {
        self.lessons.contains(lesson)
    }

    /// Returns `true` if a daily puzzle of this day was solved; `day` is the number of days since 1 January 1970.
    #[must_use]
    pub fn has_solved_on(&self, day: i32) -> bool {
        self.days.contains(&day)
    }

    /// Returns the number of puzzles solved on a day; `day` is the number of days since 1 January 1970.
    #[must_use]
    pub fn solved_on(&self, day: i32) -> u32 {
        self.history.get(&day).copied().unwrap_or(0)
    }

    /// Returns the record of daily puzzles by day; `None` before the first daily puzzle is solved.
    #[must_use]
    pub fn days(&self) -> Option<DayRecord> {
        let days: Vec<i32> = self.days.iter().copied().collect();
        let streaks = || days.chunk_by(|day, next| day.checked_add(1) == Some(*next)).map(<[i32]>::len);
        Some(DayRecord { days: days.len(), streak: streaks().next_back()?, longest: streaks().max()? })
    }

    /// Returns each category with its [`Record`], in natural order: `4 x 4` comes before `10 x 10`.
    pub(crate) fn in_order(&self) -> Vec<(&str, &Record)> {
        let mut all: Vec<_> = self.records.iter().map(|(category, record)| (category.as_str(), record)).collect();
        all.sort_by_key(|(category, _)| pieces(category));
        all
    }
}

/// Splits a text into words and numbers, so that numbers compare by value.
fn pieces(text: &str) -> Vec<(u64, &str)> {
    text.split(' ').map(|word| (word.parse().unwrap_or(u64::MAX), word)).collect()
}

impl Record {
    /// Returns the shortest time without help; `None` if no puzzle was solved without help while the clock was on.
    #[must_use]
    pub fn best_time(&self) -> Option<Duration> {
        self.best.map(Duration::from_millis)
    }

    /// Returns the shortest time and the latest times of the puzzles solved with the same kind of help as `solved_by`.
    pub(crate) fn times_by(&self, solved_by: SolvedBy) -> (Option<Duration>, &[u64]) {
        let (best, times) = match solved_by {
            SolvedBy::Alone => (self.best, &self.times),
            SolvedBy::Guided => (self.guided.best, &self.guided.times),
            SolvedBy::Hints(_) | SolvedBy::Helped => (self.helped.best, &self.helped.times),
        };
        (best.map(Duration::from_millis), times)
    }
}

/// Returns the average of times in milliseconds; `None` without times.
pub(crate) fn average(times: &[u64]) -> Option<Duration> {
    let sum: u64 = times.iter().fold(0, |sum, &time| sum.saturating_add(time));
    sum.checked_div(times.len() as u64).map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(category: &str, day: Option<i32>) -> Solve {
        let (time, solved_by) = (Duration::ZERO, SolvedBy::Alone);
        Solve { category: category.to_owned(), time, solved_by, day, solved_on: None, found: None }
    }

    #[test]
    fn categories_are_in_numerical_order() {
        let mut statistics = PlayStatistics::default();
        for category in ["10 x 10 queens", "4 x 4 queens", "9 x 9 Sudoku, easy", "10 x 4 queens"] {
            statistics.add(&solve(category, None));
        }
        let order: Vec<&str> = statistics.in_order().into_iter().map(|(category, _)| category).collect();
        assert_eq!(order, ["4 x 4 queens", "9 x 9 Sudoku, easy", "10 x 4 queens", "10 x 10 queens"]);
    }

    #[test]
    fn times_with_the_guide_and_with_help_have_records_of_their_own() {
        let mut statistics = PlayStatistics::default();
        let solves = [(SolvedBy::Alone, 9), (SolvedBy::Guided, 4), (SolvedBy::Guided, 6), (SolvedBy::Hints(2), 3)];
        for (solved_by, seconds) in solves {
            statistics.add(&Solve { solved_by, time: Duration::from_secs(seconds), ..solve("queens", None) });
        }
        let record = statistics.of("queens").unwrap();
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs());
        let of = |solved_by| {
            let (best, times) = record.times_by(solved_by);
            (seconds(best), seconds(average(times)))
        };
        assert_eq!(of(SolvedBy::Alone), (Some(9), Some(9)));
        assert_eq!(of(SolvedBy::Guided), (Some(4), Some(5)));
        assert_eq!(of(SolvedBy::Helped), (Some(3), Some(3)));
        assert_eq!((record.solved, record.alone, record.streak, record.longest), (4, 1, 0, 1));
        // The guide alone does not end a streak.
        statistics.add(&solve("queens", None));
        statistics.add(&Solve { solved_by: SolvedBy::Guided, ..solve("queens", None) });
        assert_eq!(statistics.of("queens").unwrap().streak, 1);
    }

    #[test]
    fn the_history_counts_the_puzzles_of_a_day() {
        let mut statistics = PlayStatistics::default();
        let days = [Some(3), Some(3), None, Some(5)].into_iter().chain((10..).map(Some).take(MOST_DAYS - 1));
        for solved_on in days {
            statistics.add(&Solve { solved_on, ..solve("queens", None) });
        }
        // The oldest day is dropped.
        assert_eq!([3, 4, 5, 10].map(|day| statistics.solved_on(day)), [0, 0, 1, 1]);
        statistics.add(&Solve { solved_on: Some(10), ..solve("queens", None) });
        let read: PlayStatistics = serde_json::from_str(&serde_json::to_string(&statistics).unwrap()).unwrap();
        assert_eq!((read.solved_on(10), &read), (2, &statistics));
    }

    #[test]
    fn a_solution_found_again_is_no_new_one() {
        let mut statistics = PlayStatistics::default();
        let found = |columns: &str, of: Option<&str>| {
            Some(FoundSolution { columns: columns.to_owned(), of: of.map(str::to_owned) })
        };
        let finds = [found("bdac", None), found("bdac", Some("2")), found("cadb", None)];
        for (found, progress) in finds.into_iter().zip(["1", "1 of 2", "2 of 2"]) {
            statistics.add(&Solve { found, ..solve("4 x 4 queens", None) });
            assert_eq!(statistics.found_progress("4 x 4 queens").as_deref(), Some(progress));
        }
        let record = statistics.of("4 x 4 queens").unwrap();
        assert_eq!((record.solved, record.alone, record.streak), (3, 3, 2), "the streak counts new solutions");
        assert!(statistics.found("4 x 4 queens").unwrap().is_complete());
        let read: PlayStatistics = serde_json::from_str(&serde_json::to_string(&statistics).unwrap()).unwrap();
        assert_eq!((read.in_order().len(), &read), (1, &statistics));
    }

    #[test]
    fn days_in_a_row_are_a_streak() {
        let mut statistics = PlayStatistics::default();
        assert_eq!(statistics.days(), None);
        // Several daily puzzles of a day count as one day, and the days may come in any order.
        for day in [7, 3, 2, 1, 8, 8] {
            statistics.add(&solve("queens", Some(day)));
        }
        assert_eq!(statistics.days(), Some(DayRecord { days: 5, streak: 2, longest: 3 }));
    }
}
