//! Daily puzzles, the same for every player.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Unplayable;
use crate::Recipe;
use jiff::civil::{Date, Weekday};
use puzzle_kind::Kind;

/// A kind of daily puzzle: every day has a new puzzle.
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

    /// Returns the name of the puzzle in a sentence, such as `queens` or `Sudoku`.
    pub(crate) fn noun(self) -> &'static str {
        if self == Daily::Sudoku { "Sudoku" } else { self.name() }
    }

    /// Returns a short description of the puzzle.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Daily::Queens => "A queens challenge: add the missing queens",
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
        // The seed is the date as a decimal number, such as 20261224.
        let year = u64::try_from(date.year()).map_err(|_| Unplayable::new(format!("{date} is before the year 0")))?;
        let seed = year * 10_000 + date.month() as u64 * 100 + date.day() as u64;
        Ok(Recipe { kind: Arc::clone(kind), options: self.options(date.weekday()), seed })
    }

    /// Returns the day whose daily puzzle `recipe` makes, in days since 1 January 1970; `None` for other puzzles.
    pub(crate) fn day_of(recipe: &Recipe) -> Option<i32> {
        Daily::of(recipe).map(|(_, day)| day)
    }

    /// Returns the daily puzzle that `recipe` makes, with its day in days since 1 January 1970; `None` for other
    /// puzzles.
    pub(crate) fn of(recipe: &Recipe) -> Option<(Daily, i32)> {
        let part = |divisor: u64, modulus: u64| i8::try_from(recipe.seed / divisor % modulus).ok();
        let year = i16::try_from(recipe.seed / 10_000).ok()?;
        let date = Date::new(year, part(100, 100)?, part(1, 100)?).ok()?;
        // An ID leaves out options with their defaults, so that equal puzzles have equal IDs.
        let (kinds, id) = ([Arc::clone(&recipe.kind)], recipe.id()?);
        let is_of =
            |daily: &Daily| daily.recipe(&kinds, date).ok().and_then(|of_date| of_date.id()).as_ref() == Some(&id);
        Some((Daily::ALL.into_iter().find(is_of)?, Daily::number_of(date)))
    }

    /// Returns the number of days from 1 January 1970 to `date`.
    #[must_use]
    pub fn number_of(date: Date) -> i32 {
        (date - Date::constant(1970, 1, 1)).get_days()
    }

    /// Returns the options of the puzzle on a day of the week.
    fn options(self, day: Weekday) -> BTreeMap<String, String> {
        let (size, level) = match (self, day) {
            // An easy board of queens is nearly filled: only as many squares are free as queens are missing.
            (Daily::Queens, Weekday::Monday) => ("7", "medium"),
            (Daily::Queens, Weekday::Tuesday) => ("8", "medium"),
            (_, day) => Daily::size_and_level(day),
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

    /// Returns the size of a board and the difficulty of a puzzle on a day of the week.
    fn size_and_level(day: Weekday) -> (&'static str, &'static str) {
        match day {
            Weekday::Monday => ("7", "easy"),
            Weekday::Tuesday => ("8", "easy"),
            Weekday::Wednesday => ("8", "medium"),
            Weekday::Thursday => ("9", "medium"),
            Weekday::Friday => ("10", "medium"),
            Weekday::Saturday => ("8", "hard"),
            Weekday::Sunday => ("10", "hard"),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use nqueens_guide::Library;
    use puzzle_core::{Budget, Session, Status};

    use super::*;

    #[test]
    fn a_daily_puzzle_is_known_by_its_recipe() {
        let kinds = crate::kinds(Library::embedded());
        let day = |recipe: &Recipe| Daily::day_of(recipe);
        for daily in Daily::ALL {
            let recipe = daily.recipe(&kinds, date(2026, 11, 25)).unwrap();
            assert_eq!(day(&recipe), Some(20_782), "{}", daily.name());
            let by_id = Recipe::named(&kinds, &recipe.id().unwrap()).unwrap();
            assert_eq!(day(&by_id), Some(20_782));
            assert_eq!(day(&recipe.numbered(2)), None);
            assert_eq!(day(&Recipe { seed: 20_261_132, ..recipe.clone() }), None, "there is no such date");
            // The seed is the date of a Sunday, whose puzzle has another size or level than the puzzle of a Monday.
            assert_eq!(day(&Recipe { seed: 20_261_129, ..daily.recipe(&kinds, date(2026, 11, 23)).unwrap() }), None);
        }
    }

    /// Checks that the daily board of queens leaves a choice: if a board has hardly more free squares than missing
    /// queens, nearly all moves are forced.
    #[test]
    fn daily_queens_leave_a_choice() {
        let kinds = crate::kinds(Library::embedded());
        let budget = &mut Budget::unlimited();
        for day in (0..28).map(|days| date(2026, 11, 23).saturating_add(jiff::ToSpan::days(days))) {
            let recipe = Daily::Queens.recipe(&kinds, day).unwrap();
            let entry = recipe.kind.generator(&recipe.arguments(), recipe.seed).unwrap().next(budget).unwrap().entry;
            let session = Session::new(entry.open(budget).unwrap().source, budget).unwrap();
            let guide = session.guide();
            let has = |wanted: &[Status]| guide.variables().filter(|(_, status, _)| wanted.contains(status)).count();
            let missing = entry.puzzle().grid().0 - has(&[Status::Given]);
            let free = has(&[Status::Open, Status::Forced, Status::Dead]);
            assert!(missing >= 4 && free >= 2 * missing, "{day}: {free} squares for {missing} queens");
        }
    }
}
