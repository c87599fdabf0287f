//! A catalogue that resumes saved games.
//!
//! The catalogue wraps another catalogue, so that a puzzle is resumed from its saved game however the player reaches
//! it: as the next or previous puzzle, as a larger board, or after a restart of the program.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::Recipe;
use jiff::civil::Date;

use game::{Catalogue, DailyPuzzle, LoadedPuzzle, Origin, Save, SaveError, Series};
use puzzle_core::Budget;
use puzzle_kind::{Entry, Kind, OpenError, Playable};

use super::{Daily, Keeper, source};

/// A [`Catalogue`] of puzzles of one kind, with their saved games.
#[derive(Debug)]
pub(crate) struct SavedCatalogue {
    catalogue: Arc<dyn Catalogue>,
    kind: Arc<dyn Kind>,
    /// The options of the puzzles, including the seed under [`source::SEED`].
    options: BTreeMap<String, String>,
    keeper: Arc<dyn Keeper>,
    /// The recipe of the first puzzle of a series of new puzzles. `None` for puzzles from a text, and for n-queens
    /// boards.
    recipe: Option<Recipe>,
    /// The daily puzzle with which the series of new puzzles begins; `None` for other puzzles.
    daily: Option<DailyPuzzle>,
    /// The day on which the catalogue was opened, the only day whose daily puzzles count; `None` to count the daily
    /// puzzles of every day.
    opened: Option<Date>,
    /// The number of the only board [by size](Catalogue::is_by_size) that is shown solved, if its saved game is. The
    /// others begin anew, since a board has other solutions to find.
    as_left: Option<usize>,
}

impl SavedCatalogue {
    /// Wraps `catalogue`, whose puzzles are of this kind and have these `options`.
    pub(crate) fn new(
        catalogue: Arc<dyn Catalogue>,
        kind: Arc<dyn Kind>,
        options: BTreeMap<String, String>,
        keeper: Arc<dyn Keeper>,
    ) -> SavedCatalogue {
        let recipe = source::recipe(&kind, &options);
        let daily = recipe.as_ref().and_then(Daily::of);
        let daily = daily.map(|(daily, day)| DailyPuzzle { name: daily.noun(), day });
        SavedCatalogue { catalogue, kind, options, keeper, recipe, daily, opened: None, as_left: None }
    }

    /// Returns a catalogue with only the puzzle of `recipe`, if its text is known: making it again may take seconds.
    #[inline(never)]
    fn made(&self, recipe: &Recipe) -> Option<Series> {
        let id = recipe.id()?;
        let is_of = |save: &Save| {
            let made_by = || Some(source::recipe(&self.kind, &save.options)?.numbered(save.number).id()? == id);
            save.kind == self.kind.name() && made_by() == Some(true)
        };
        let text = self.keeper.text_of(&id).or_else(|| Some(self.keeper.latest(&is_of)?.puzzle))?;
        Some(Series::of(vec![source::read(&self.kind, &self.options, text).ok()?]))
    }

    /// Sets the day on which the catalogue is opened.
    pub(crate) fn opened_on(self, opened: Option<Date>) -> SavedCatalogue {
        SavedCatalogue { opened, ..self }
    }

    /// Makes the catalogue show the saved game of this puzzle as it was left, even if it is solved.
    pub(crate) fn resuming(self, number: usize) -> SavedCatalogue {
        SavedCatalogue { as_left: Some(number), ..self }
    }
}

impl Catalogue for SavedCatalogue {
    fn numbers(&self) -> RangeInclusive<usize> {
        self.catalogue.numbers()
    }

    fn is_by_size(&self) -> bool {
        self.catalogue.is_by_size()
    }

    fn origin(&self, puzzle: &dyn Playable) -> Option<Origin> {
        Some(source::origin(&*self.kind, &self.options, puzzle))
    }

    fn id(&self, number: usize) -> Option<String> {
        self.recipe.as_ref()?.numbered(number).id()
    }

    fn daily(&self, number: usize) -> Option<DailyPuzzle> {
        // The later puzzles of the series have random seeds.
        self.daily.filter(|_| number <= 1)
    }

    fn day(&self, number: usize) -> Option<i32> {
        let day = self.daily(number)?.day;
        self.opened.is_none_or(|opened| Daily::number_of(opened) == day).then_some(day)
    }

    fn command(&self, number: usize) -> Option<String> {
        let of_id = self.id(number).map(|id| format!("nqueens play {id}"));
        let of_text = || {
            // A puzzle without an ID comes from a text, so that the catalogue has it already.
            let entry = self.catalogue.entry(number, &mut Budget::unlimited()).ok()?;
            Some(source::command(&*self.kind, &**entry.puzzle()))
        };
        of_id.or_else(|| self.catalogue.command(number)).or_else(of_text)
    }

    fn entry(&self, number: usize, budget: &mut Budget<'_>) -> Result<Entry, OpenError> {
        self.catalogue.entry(number, budget)
    }

    fn load(&self, number: usize, budget: &mut Budget<'_>) -> Result<LoadedPuzzle, OpenError> {
        let LoadedPuzzle { puzzle, mut start, note } =
            match self.recipe.as_ref().and_then(|recipe| self.made(&recipe.numbered(number))) {
                Some(made) => made.load(1, budget)?,
                None => self.catalogue.load(number, budget)?,
            };
        if start.session.turns().len() > 0 {
            return Ok(LoadedPuzzle { puzzle, start, note });
        }
        let like = Save::of_puzzle(source::origin(&*self.kind, &self.options, &*puzzle), &*puzzle);
        // The keeper finds saves by a digest. Another puzzle may have the same digest, and its save must not be
        // resumed.
        let kept = self.keeper.find(&like).filter(|kept| kept.kind == like.kind && kept.puzzle == like.puzzle);
        if let Some(save) = kept {
            match save.resume(&*puzzle, start.session.clone(), budget) {
                Ok(resumed) if self.is_by_size() && self.as_left != Some(number) && save.is_over() => {
                    start.attempt = Box::new(resumed.attempt.restarted());
                }
                Ok(resumed) => start = resumed,
                Err(SaveError::Interrupted(stopped)) => return Err(stopped.into()),
                Err(error) => self.keeper.refuse(&like, &error),
            }
        }
        let notes: Vec<String> = note.into_iter().chain(self.keeper.notes()).collect();
        Ok(LoadedPuzzle { puzzle, start, note: (!notes.is_empty()).then(|| notes.join("; ")) })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use nqueens_guide::Library;

    use super::*;
    use crate::Collection;

    #[derive(Debug)]
    struct NoGames;

    impl Keeper for NoGames {
        fn find(&self, _: &Save) -> Option<Save> {
            None
        }

        fn latest(&self, _: &dyn Fn(&Save) -> bool) -> Option<Save> {
            None
        }

        fn refuse(&self, _: &Save, _: &SaveError) {}

        fn notes(&self) -> Option<String> {
            None
        }
    }

    /// The text of one board, whatever its ID, and no saved games.
    #[derive(Debug)]
    struct OneText(&'static str);

    impl Keeper for OneText {
        fn find(&self, _: &Save) -> Option<Save> {
            None
        }

        fn latest(&self, _: &dyn Fn(&Save) -> bool) -> Option<Save> {
            None
        }

        fn text_of(&self, id: &str) -> Option<String> {
            (id == "regions-n4-7F6").then(|| self.0.to_owned())
        }

        fn refuse(&self, _: &Save, _: &SaveError) {}

        fn notes(&self) -> Option<String> {
            None
        }
    }

    #[test]
    fn a_new_puzzle_whose_text_is_known_is_not_made_again() {
        let board = "ABBB\nAAAB\nCDDD\nCCCD\n";
        let collection = Collection::new(Library::embedded()).with_keeper(Arc::new(OneText(board)));
        let kind = collection.kinds().iter().find(|kind| kind.name() == "regions").unwrap();
        let recipe = |seed| Recipe {
            kind: Arc::clone(kind),
            options: BTreeMap::from([("size".to_owned(), "4".to_owned())]),
            seed,
        };
        let loaded = |seed| {
            let catalogue = collection.by_recipe(recipe(seed)).unwrap().catalogue;
            catalogue.load(1, &mut Budget::unlimited()).unwrap().puzzle.text()
        };
        assert_eq!(recipe(7).id().unwrap(), "regions-n4-7F6");
        assert_eq!(loaded(7), board);
        assert_ne!(loaded(8), board);
    }

    #[test]
    fn a_daily_puzzle_counts_on_its_day_alone() {
        let timeless = Collection::new(Library::embedded()).with_keeper(Arc::new(NoGames));
        let on_thursday = timeless.clone().with_clock(|| Some(date(2026, 11, 26)));
        let day = |collection: &Collection, date| {
            let recipe = Daily::Regions.recipe(collection.kinds(), date).unwrap();
            collection.by_recipe(recipe).unwrap().catalogue.day(1)
        };
        assert_eq!(day(&timeless, date(2026, 11, 25)), Some(20_782));
        let counted = [25, 26, 27].map(|number| day(&on_thursday, date(2026, 11, number)));
        assert_eq!(counted, [None, Some(20_783), None]);
    }
}
