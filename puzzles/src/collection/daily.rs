//! Daily puzzles, the same for every player.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Unplayable;
use crate::Recipe;
use jiff::civil::{Date, Weekday};
use puzzle_kind::Kind;

/// A daily puzzle, of which there is a new one every day.
///
/// ```
/// use jiff::civil::date;
/// use puzzles::Daily;
///
/// let kinds = puzzles::kinds(nqueens_guide::Library::embedded());
/// let recipe = Daily::Sudoku.recipe(&kinds, date(2026, 12, 24))?;
/// assert_eq!((recipe.seed, recipe.options["rating"].as_str()), (20_261_224, "medium"));
/// # Ok::<(), puzzles::Unplayable>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Daily {
    /// A board with queens and blocked squares, to complete to n queens: a puzzle of the kind `challenge`.
    Queens,
    /// A board with one queen in every region: a puzzle of the kind `regions`.
    Regions,
    /// A Sudoku: a puzzle of the kind `sudoku`.
    Sudoku,
}

impl Daily {
    /// All daily puzzles, in menu order.
    pub const ALL: [Daily; 3] = [Daily::Queens, Daily::Regions, Daily::Sudoku];

    /// Returns the name of the puzzle on the command line, such as `queens`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Daily::Queens => "queens",
            Daily::Regions => "regions",
            Daily::Sudoku => "sudoku",
        }
    }

    /// Returns a short description of the puzzle.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Daily::Queens => "Queens and blocked squares on a board, to be completed to n queens",
            Daily::Regions => "A queen in every region",
            Daily::Sudoku => "A Sudoku",
        }
    }

    /// Returns the recipe of the puzzle for `date`. The puzzles are harder towards the end of the week, and the date is
    /// their seed.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if `kinds` lacks the kind of the puzzle, or `date` is before the year 0.
    pub fn recipe(self, kinds: &[Arc<dyn Kind>], date: Date) -> Result<Recipe, Unplayable> {
        let name = if self == Daily::Queens { "challenge" } else { self.name() };
        let kind = kinds.iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| Unplayable::new(format!("there is no puzzle {name}")))?;
        // The date as a decimal number, such as 20261224.
        let year = u64::try_from(date.year()).map_err(|_| Unplayable::new(format!("{date} is before the year 0")))?;
        let seed = year * 10_000 + date.month() as u64 * 100 + date.day() as u64;
        Ok(Recipe { kind: Arc::clone(kind), options: self.options(date.weekday()), seed })
    }

    /// Returns the options of the puzzle on a day of the week.
    fn options(self, day: Weekday) -> BTreeMap<String, String> {
        let (size, level) = match day {
            Weekday::Monday => ("7", "easy"),
            Weekday::Tuesday => ("8", "easy"),
            Weekday::Wednesday => ("8", "medium"),
            Weekday::Thursday => ("9", "medium"),
            Weekday::Friday => ("10", "medium"),
            Weekday::Saturday => ("8", "hard"),
            Weekday::Sunday => ("10", "hard"),
        };
        let options = match self {
            Daily::Queens => vec![("size", size), ("level", level)],
            // A hard board takes seconds to make; the boards of the weekend are larger instead.
            Daily::Regions if level == "hard" => {
                let size = if day == Weekday::Saturday { "10" } else { "11" };
                vec![("size", size), ("rating", "medium")]
            }
            Daily::Regions => vec![("size", size), ("rating", level)],
            Daily::Sudoku => vec![("rating", level), ("symmetric", "")],
        };
        options.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}
