//! `nqueens daily`: the puzzle of a day, the same for everybody.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use jiff::Zoned;
use jiff::civil::{Date, Weekday};
use puzzle_core::Kind;
use puzzle_core::kind::Verb;

use super::Failure;
use super::kind::wait;
use super::play::{GameArgs, Table};
use crate::games;
use crate::output::Output;

/// Play the puzzle of the day, the same for everybody: easy on Mondays, hard at the weekend
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Daily {
    /// What to play
    #[arg(value_name = "PUZZLE", default_value = "queens")]
    puzzle: Puzzle,
    /// The day, such as 2026-12-24 [default: today]
    #[arg(long, value_name = "DATE")]
    date: Option<Date>,
    /// Print the puzzle instead, as `solve` and the other verbs of its kind read it
    #[arg(long, conflicts_with_all = ["assist", "from"])]
    print: bool,
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Puzzle {
    /// Queens and blocked squares on a board, to be completed to n queens
    Queens,
    /// A queen in every region
    Regions,
    /// A Sudoku
    Sudoku,
}

const EXAMPLES: &str = "\
Examples:
  nqueens daily
  nqueens daily sudoku
  nqueens daily regions --date 2026-12-24
  nqueens daily --print | nqueens challenge solve --steps

The puzzle of a day is made from its date, so that it is the same on every machine.";

impl Puzzle {
    /// The name of the kind.
    fn kind(self) -> &'static str {
        match self {
            Puzzle::Queens => "challenge",
            Puzzle::Regions => "regions",
            Puzzle::Sudoku => "sudoku",
        }
    }

    /// What is said to the kind on a day of the week.
    fn said(self, day: Weekday) -> BTreeMap<String, String> {
        let (size, level) = match day {
            Weekday::Monday => ("7", "easy"),
            Weekday::Tuesday => ("8", "easy"),
            Weekday::Wednesday => ("8", "medium"),
            Weekday::Thursday => ("9", "medium"),
            Weekday::Friday => ("10", "medium"),
            Weekday::Saturday => ("8", "hard"),
            Weekday::Sunday => ("10", "hard"),
        };
        let said = match self {
            Puzzle::Queens => vec![("size", size), ("level", level)],
            Puzzle::Regions => vec![("size", size), ("rating", level)],
            Puzzle::Sudoku => vec![("rating", level), ("symmetric", "")],
        };
        said.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

/// Where the random numbers of a day start: the date as it is read, such as 20261224.
fn seed(date: Date) -> Result<u64, Failure> {
    let year = u64::try_from(date.year()).map_err(|_| Failure::Usage(format!("{date} is before the year 0")))?;
    Ok(year * 10_000 + date.month() as u64 * 100 + date.day() as u64)
}

impl Daily {
    pub(crate) fn run(self, kinds: &[Arc<dyn Kind>], table: Table, out: &mut Output) -> Result<(), Failure> {
        let date = self.date.unwrap_or_else(|| Zoned::now().date());
        let kind = kinds.iter().find(|kind| kind.name() == self.puzzle.kind());
        let kind = kind.ok_or_else(|| Failure::Failed(format!("there is no puzzle {}", self.puzzle.kind())))?;
        let (said, seed) = (self.puzzle.said(date.weekday()), seed(date)?);
        if self.print {
            let arguments = games::arguments(&**kind, Verb::Play, &said);
            let mut generator = kind.generator(&arguments, seed).map_err(Failure::Usage)?;
            let made = wait::with_clock("making", |budget| generator.next(budget)).map_err(Failure::failed)?;
            out.write_all(made.entry.puzzle().text().as_bytes())?;
            return Ok(());
        }
        let instead =
            format!("nqueens daily {} --print", if self.puzzle == Puzzle::Queens { "queens" } else { kind.name() });
        let options = table.outside.new_puzzles(kind, said, Some(seed), instead).map_err(Failure::Usage)?;
        self.game.play(options, table)
    }
}
