//! The puzzle of a day, the same for everybody.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Unplayable;
use crate::Recipe;
use jiff::civil::{Date, Weekday};
use puzzle_kind::Kind;

/// What can be played every day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Daily {
    /// Queens and blocked squares on a board, to be completed to n queens.
    Queens,
    /// A queen in every region.
    Regions,
    /// A Sudoku.
    Sudoku,
}

impl Daily {
    /// All of them.
    pub const ALL: [Daily; 3] = [Daily::Queens, Daily::Regions, Daily::Sudoku];

    /// The name in a command.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Daily::Queens => "queens",
            Daily::Regions => "regions",
            Daily::Sudoku => "sudoku",
        }
    }

    /// What it is, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Daily::Queens => "Queens and blocked squares on a board, to be completed to n queens",
            Daily::Regions => "A queen in every region",
            Daily::Sudoku => "A Sudoku",
        }
    }

    /// What the puzzle of a day is made from.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if there is no such puzzle.
    pub fn recipe(self, kinds: &[Arc<dyn Kind>], date: Date) -> Result<Recipe, Unplayable> {
        let name = if self == Daily::Queens { "challenge" } else { self.name() };
        let kind = kinds.iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| Unplayable::new(format!("there is no puzzle {name}")))?;
        // The date as it is read, such as 20261224.
        let year = u64::try_from(date.year()).map_err(|_| Unplayable::new(format!("{date} is before the year 0")))?;
        let seed = year * 10_000 + date.month() as u64 * 100 + date.day() as u64;
        Ok(Recipe { kind: Arc::clone(kind), said: self.said(date.weekday()), seed })
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
            Daily::Queens => vec![("size", size), ("level", level)],
            // Hard boards take seconds to find: those of the weekend are larger instead.
            Daily::Regions if level == "hard" => {
                let size = if day == Weekday::Saturday { "10" } else { "11" };
                vec![("size", size), ("rating", "medium")]
            }
            Daily::Regions => vec![("size", size), ("rating", level)],
            Daily::Sudoku => vec![("rating", level), ("symmetric", "")],
        };
        said.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}
