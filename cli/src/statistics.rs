//! The statistics of solved puzzles, in files.
//!
//! Each solved puzzle is a line that is appended to `statistics.jsonl`. So programs that run at the same time lose none
//! of each other's lines, and no lock is needed. The totals that earlier versions wrote to `statistics.json` count as
//! well; this version adds nothing to that file.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use game::{FoundSolution, PlayStatistics, Solve, SolvedBy};
use serde::{Deserialize, Serialize};

use crate::kept::{self, FileNotes, PATIENCE, StoredFile, in_turn};

/// The largest accepted file, in bytes: it has space for half a million solved puzzles.
const LIMIT: u64 = 64 << 20;

/// A line of `statistics.jsonl`: one solved puzzle.
#[derive(Debug, Serialize, Deserialize)]
struct StatisticsRow {
    /// The kind and the level of the puzzle, in words.
    what: String,
    /// The time taken in milliseconds; `0` without a clock.
    milliseconds: u64,
    /// The number of hints that the player was given.
    hints: usize,
    /// `true` if the player had other help than hints and the guide.
    helped: bool,
    /// `true` if the player saw the guide, and had no other help.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    guided: bool,
    /// The day whose daily puzzle was solved, in days since 1 January 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    day: Option<i32>,
    /// The day on which the puzzle was solved, in days since 1 January 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solved_on: Option<i32>,
    /// The solution found, as [`FoundSolution::columns`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    /// The number of all solutions of the board, in decimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<String>,
}

impl From<&Solve> for StatisticsRow {
    fn from(Solve { category, time, solved_by, day, solved_on, found }: &Solve) -> StatisticsRow {
        let (hints, helped) = match *solved_by {
            SolvedBy::Alone | SolvedBy::Guided => (0, false),
            SolvedBy::Hints(hints) => (hints, false),
            SolvedBy::Helped => (0, true),
        };
        StatisticsRow {
            what: category.clone(),
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            hints,
            helped,
            guided: *solved_by == SolvedBy::Guided,
            day: *day,
            solved_on: *solved_on,
            found: found.as_ref().map(|found| found.columns.clone()),
            of: found.as_ref().and_then(|found| found.of.clone()),
        }
    }
}

impl From<StatisticsRow> for Solve {
    fn from(row: StatisticsRow) -> Solve {
        let StatisticsRow { what, milliseconds, hints, helped, guided, day, solved_on, found, of } = row;
        let solved_by = match hints {
            _ if helped => SolvedBy::Helped,
            0 if guided => SolvedBy::Guided,
            0 => SolvedBy::Alone,
            hints => SolvedBy::Hints(hints),
        };
        let found = found.map(|columns| FoundSolution { columns, of });
        Solve { category: what, time: Duration::from_millis(milliseconds), solved_by, day, solved_on, found }
    }
}

/// Returns the path of `statistics.jsonl`, in the same folder as the file of the totals.
fn lines(totals: &Path) -> PathBuf {
    totals.with_extension("jsonl")
}

/// Returns the sum of the statistics in two files: the totals in `totals`, which is `statistics.json`, and the lines of
/// `statistics.jsonl` in the same folder. Parts that can't be read are left out, with a note for the player in `notes`.
/// A damaged file of totals is set aside.
pub(crate) fn read(totals: &Path, notes: &FileNotes) -> PlayStatistics {
    let unread = |file: &Path, why: &str| {
        notes.add(format!("The statistics in {} can't be read and are left out: {why}.", kept::name(file)));
    };
    let parsed = || kept::read(totals, LIMIT, |text| serde_json::from_slice(&text));
    let mut statistics = match parsed() {
        StoredFile::Missing => PlayStatistics::default(),
        StoredFile::Read(statistics) => statistics,
        StoredFile::Unreadable(why) => {
            unread(totals, &why);
            PlayStatistics::default()
        }
        StoredFile::Damaged(_) => {
            in_turn(totals, PATIENCE, || {
                // Another program may have set the file aside meanwhile.
                let StoredFile::Damaged(why) = parsed() else { return };
                match kept::set_aside(totals, "damaged") {
                    Ok(aside) => notes.add(format!("The statistics were set aside as {} ({why}).", kept::name(&aside))),
                    Err(error) => unread(totals, &format!("{why}; the file can't be set aside: {error}")),
                }
            });
            PlayStatistics::default()
        }
    };
    let file = lines(totals);
    let text = match kept::bytes(&file, LIMIT) {
        Ok(text) => text,
        Err(error) if kept::is_missing(&error) => return statistics,
        Err(error) => {
            unread(&file, &error.to_string());
            return statistics;
        }
    };
    let mut damaged = Vec::new();
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')).filter(|(_, line)| !line.is_empty()) {
        match serde_json::from_slice::<StatisticsRow>(line) {
            Ok(line) => statistics.add(&line.into()),
            Err(_) => damaged.push(number),
        }
    }
    if let Some(first) = damaged.first() {
        let (count, name) = (damaged.len(), kept::name(&file));
        notes.add(match count {
            1 => format!("Line {first} of {name} is damaged and is left out."),
            _ => format!("{count} lines of {name} are damaged and are left out: the first is line {first}."),
        });
    }
    statistics
}

/// Adds a solved puzzle to `statistics.jsonl`, beside the file of the totals. Returns a sentence for the player if that
/// fails.
pub(crate) fn record(totals: &Path, solve: &Solve) -> Option<String> {
    let file = lines(totals);
    let error = append(&file, &StatisticsRow::from(solve)).err()?;
    Some(format!("This solution is not counted: {}: {error}.", file.display()))
}

fn append(file: &Path, line: &StatisticsRow) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    match kept::check_regular(file) {
        Err(error) if !kept::is_missing(&error) => return Err(error),
        _ => {}
    }
    let mut open = OpenOptions::new().read(true).append(true).create(true).open(file)?;
    let mut text = serde_json::to_string(line)? + "\n";
    // If a full disk has cut the last line short, the new line must not be joined to it.
    if open.metadata()?.len() > 0 {
        let mut last = [0];
        open.seek(SeekFrom::End(-1))?;
        open.read_exact(&mut last)?;
        if last != *b"\n" {
            text.insert(0, '\n');
        }
    }
    // The line is appended in one piece, so that it is not mixed with the lines of other programs.
    open.write_all(text.as_bytes())?;
    open.sync_data()
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn solve(what: &str, how: SolvedBy) -> Solve {
        let time = Duration::from_millis(1500);
        Solve { category: what.to_owned(), time, solved_by: how, day: None, solved_on: None, found: None }
    }

    fn json(statistics: &PlayStatistics) -> serde_json::Value {
        serde_json::to_value(statistics).unwrap()
    }

    #[test]
    fn lines_are_added_to_the_totals_of_before() {
        let folder = tempfile::tempdir().unwrap();
        let totals = folder.path().join("new").join("statistics.json");
        let (notes, mut expected) = (FileNotes::default(), PlayStatistics::default());
        assert_eq!(read(&totals, &notes), expected);
        let solves = [SolvedBy::Alone, SolvedBy::Guided, SolvedBy::Hints(3), SolvedBy::Helped, SolvedBy::Alone]
            .map(|how| solve("queens", how));
        fs::create_dir(totals.parent().unwrap()).unwrap();
        expected.add(&solves[0]);
        let before = serde_json::to_string_pretty(&expected).unwrap();
        fs::write(&totals, &before).unwrap();
        for solve in &solves[1..] {
            assert_eq!(record(&totals, solve), None);
            expected.add(solve);
            assert_eq!(json(&read(&totals, &notes)), json(&expected));
        }
        assert_eq!(json(&expected)["queens"]["solved"], 5);
        assert_eq!((fs::read_to_string(&totals).unwrap(), notes.take(" ")), (before, None));
    }

    #[test]
    fn days_are_read_again_and_lines_without_are_fine() {
        let folder = tempfile::tempdir().unwrap();
        let totals = folder.path().join("statistics.json");
        for day in [None, Some(20_000), Some(20_001)] {
            let solve = Solve { day, solved_on: day, ..solve("queens", SolvedBy::Helped) };
            assert_eq!(record(&totals, &solve), None);
        }
        assert!(fs::read_to_string(lines(&totals)).unwrap().lines().next().unwrap().ends_with("\"helped\":true}"));
        let statistics = read(&totals, &FileNotes::default());
        assert_eq!((statistics.of("queens").unwrap().solved, statistics.days().unwrap().streak), (3, 2));
        assert_eq!([19_999, 20_000, 20_001].map(|day| statistics.solved_on(day)), [0, 1, 1]);
    }

    #[test]
    fn totals_of_before_are_read_and_written_alike() {
        let text = r#"{"9 x 9 Sudoku":{"solved":3,"alone":2,"streak":1,"longest":2,"best":1500}}"#;
        let mut statistics: PlayStatistics = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&statistics).unwrap(), text);
        statistics.add(&Solve { day: Some(20_000), ..solve("queens", SolvedBy::Alone) });
        let again: PlayStatistics = serde_json::from_str(&serde_json::to_string(&statistics).unwrap()).unwrap();
        assert_eq!(statistics, again);
    }

    #[test]
    fn a_line_cut_short_costs_no_other_line() {
        let folder = tempfile::tempdir().unwrap();
        let totals = folder.path().join("statistics.json");
        assert_eq!(record(&totals, &solve("a", SolvedBy::Alone)), None);
        let text = fs::read_to_string(lines(&totals)).unwrap();
        fs::write(lines(&totals), format!("{text}{}", &text[..text.len() / 2])).unwrap();
        assert_eq!(record(&totals, &solve("b", SolvedBy::Alone)), None);
        let notes = FileNotes::default();
        let statistics = read(&totals, &notes);
        assert_eq!(["a", "b"].map(|what| statistics.of(what).unwrap().solved), [1, 1]);
        let note = notes.take(" ").unwrap();
        assert_eq!(note, "Line 2 of statistics.jsonl is damaged and is left out.");
    }

    #[test]
    fn totals_that_are_damaged_are_set_aside_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let totals = folder.path().join("statistics.json");
        for (number, aside) in [(1, "statistics.json.damaged"), (2, "statistics.json.damaged-2")] {
            fs::write(&totals, format!("damaged {number}")).unwrap();
            let notes = FileNotes::default();
            assert_eq!(json(&read(&totals, &notes)).as_object().unwrap().len(), number - 1);
            assert_eq!(record(&totals, &solve("a", SolvedBy::Alone)), None);
            let note = notes.take(" ").unwrap();
            assert!(note.starts_with(&format!("The statistics were set aside as {aside} (")), "{note}");
        }
        let content = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(content("statistics.json.damaged"), "damaged 1");
        assert_eq!(content("statistics.json.damaged-2"), "damaged 2");
        assert!(!totals.exists());
    }

    /// Puts a folder in the place of a file, which not even root can read as a file.
    #[test]
    fn files_that_cannot_be_read_stay_and_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let totals = folder.path().join("statistics.json");
        fs::create_dir(&totals).unwrap();
        let notes = FileNotes::default();
        assert_eq!(record(&totals, &solve("a", SolvedBy::Alone)), None);
        assert_eq!(read(&totals, &notes).of("a").unwrap().solved, 1);
        assert!(notes.take(" ").unwrap().contains("statistics.json can't be read and are left out: it is a folder."));
        fs::remove_file(lines(&totals)).unwrap();
        fs::create_dir(lines(&totals)).unwrap();
        let told = record(&totals, &solve("a", SolvedBy::Alone)).unwrap();
        assert!(told.starts_with("This solution is not counted: ") && told.ends_with("it is a folder."), "{told}");
        assert_eq!(read(&totals, &notes), PlayStatistics::default());
        assert!(notes.take(" ").unwrap().contains("statistics.jsonl can't be read"));
    }

    #[test]
    fn solutions_recorded_at_once_all_count() {
        let folder = tempfile::tempdir().unwrap();
        let totals = folder.path().join("statistics.json");
        thread::scope(|scope| {
            for _ in 0..20 {
                scope.spawn(|| (0..20).for_each(|_| assert_eq!(record(&totals, &solve("a", SolvedBy::Alone)), None)));
            }
        });
        assert_eq!(read(&totals, &FileNotes::default()).of("a").unwrap().longest, 400);
    }
}
