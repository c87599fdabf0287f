//! [`Collection`], the playable puzzles for every front end: n-queens boards, new puzzles, daily puzzles, puzzle texts
//! and saved games.

mod daily;
mod menu;
mod queens;
mod saved;
mod source;
mod start;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Cursor;
use std::sync::Arc;

use game::{Assist, Catalogue, OpenedCatalogue, Save, SaveError, Series};
use jiff::civil::Date;
use nqueens_guide::{Library, LoadError, QueensKind, Size};
use puzzle_kind::{Arguments, Verb};
use puzzle_kind::{Entry, Kind, Playable};

use crate::id::SHORT_SEEDS;
use crate::{PuzzleIdError, Recipe};

pub use daily::Daily;
pub use menu::{Choice, NewGame};
pub use queens::QueensCatalogue;
use saved::SavedCatalogue;
pub use source::name_of;
pub use start::{PlayerData, StartMenu, StoredGame};

/// All kinds of puzzle, and the saved games.
///
/// A choice from the collection is a [`Taken`]: a [`Catalogue`] of numbered puzzles, and the number of the puzzle to
/// play first. If the [`Keeper`] has a saved game of a puzzle, this game is resumed. The front end supplies the storage
/// and the date; this crate has no files, clocks or screens, and compiles to WebAssembly.
///
/// ```
/// use nqueens_guide::{Library, Size};
/// use puzzle_core::Budget;
/// use puzzles::Collection;
///
/// let collection = Collection::new(Library::embedded());
/// let taken = collection.queens(Size::new(6)?);
/// let game = taken.catalogue.load(taken.number, &mut Budget::unlimited())?;
/// assert_eq!(game.puzzle.task(), "Place 6 queens so that none attacks another.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Collection {
    kinds: Vec<Arc<dyn Kind>>,
    library: Library,
    keeper: Option<Arc<dyn Keeper>>,
    advice: fn(&LoadError) -> String,
    any_seed: fn() -> u64,
    /// The function that returns the present day; its result is `None` in a front end without a clock.
    today: fn() -> Option<Date>,
}

/// The store of saved games, implemented by each front end.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use game::{Save, SaveError};
/// use nqueens_guide::{Library, Size};
/// use puzzle_core::Budget;
/// use puzzles::{Collection, Keeper};
///
/// #[derive(Debug, Default)]
/// struct InMemory(Mutex<Vec<Save>>);
///
/// impl Keeper for InMemory {
///     fn find(&self, like: &Save) -> Option<Save> {
///         let saves = self.0.lock().unwrap();
///         saves.iter().find(|save| save.kind == like.kind && save.puzzle == like.puzzle).cloned()
///     }
///     fn latest(&self, is_meant: &dyn Fn(&Save) -> bool) -> Option<Save> {
///         self.0.lock().unwrap().iter().rev().find(|save| is_meant(save)).cloned()
///     }
///     fn refuse(&self, _: &Save, _: &SaveError) {}
///     fn notes(&self) -> Option<String> {
///         None
///     }
/// }
///
/// let keeper = Arc::new(InMemory::default());
/// let collection = Collection::new(Library::embedded()).with_keeper(keeper.clone());
/// assert!(collection.latest().is_none());
///
/// let taken = collection.queens(Size::new(6)?);
/// let origin = taken.catalogue.origin(&*taken.puzzle).unwrap();
/// keeper.0.lock().unwrap().push(Save::of_puzzle(origin, &*taken.puzzle));
/// let resumed = collection.resumed(&collection.latest().unwrap())?;
/// assert_eq!(resumed.number, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Keeper: std::fmt::Debug + Send + Sync {
    /// Returns the saved game of the same puzzle as `like`, which is a [`Save`] without moves.
    fn find(&self, like: &Save) -> Option<Save>;

    /// Returns the most recently saved game that `is_meant` accepts.
    fn latest(&self, is_meant: &dyn Fn(&Save) -> bool) -> Option<Save>;

    /// Returns the text of the new puzzle with this ID, if it was made before. By default every new puzzle is made
    /// again, unless there is a saved game of it.
    fn text_of(&self, _id: &str) -> Option<String> {
        None
    }

    /// Sets aside the saved game of the same puzzle as `like`, and stores a message for the player. The saved game is
    /// unusable because of `error`.
    fn refuse(&self, like: &Save, error: &SaveError);

    /// Returns the messages about saved games that were set aside since the last call; `None` if there are none.
    fn notes(&self) -> Option<String>;
}

/// The reason why a puzzle can't be played. [`to_string`](ToString::to_string) returns the reason in words, such as
/// `there is no saved game`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unplayable(String);

impl Unplayable {
    pub(crate) fn new(why: impl Display) -> Unplayable {
        Unplayable(why.to_string())
    }
}

/// A catalogue of puzzles to play, and the number of the puzzle to play first.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The puzzles to play.
    pub catalogue: Arc<dyn Catalogue>,
    /// The number in `catalogue` of the puzzle to play first.
    pub number: usize,
    /// The puzzle to play first, or an outline of it to show while the puzzle is being made.
    pub puzzle: Arc<dyn Playable>,
}

impl Taken {
    /// Returns the catalogue, ready to be opened in place of the present game. `assist` is the help level; `None`
    /// selects [`Assist::usual`].
    #[must_use]
    pub fn opened(self, assist: Option<Assist>) -> OpenedCatalogue {
        let Taken { catalogue, number, puzzle } = self;
        let assist = assist.unwrap_or_else(|| Assist::usual(&*catalogue));
        OpenedCatalogue { catalogue, number, puzzle, assist, is_lesson: false }
    }
}

impl Collection {
    /// Builds a collection with the n-queens diagrams of `library`. Games are not saved, and a new puzzle without a
    /// seed has seed 1.
    #[must_use]
    pub fn new(library: Library) -> Collection {
        let kinds = crate::kinds(library.clone());
        Collection { kinds, library, keeper: None, advice: ToString::to_string, any_seed: || 1, today: || None }
    }

    /// Makes the collection save games in `keeper` and resume them from it.
    #[must_use]
    pub fn with_keeper(self, keeper: Arc<dyn Keeper>) -> Collection {
        Collection { keeper: Some(keeper), ..self }
    }

    /// Sets the function that turns a [`LoadError`] into a message for the player; the default is `to_string`.
    #[must_use]
    pub fn with_advice(self, advice: fn(&LoadError) -> String) -> Collection {
        Collection { advice, ..self }
    }

    /// Sets the function that returns random seeds for new puzzles. The default function always returns 1.
    #[must_use]
    pub fn with_seeds(self, any_seed: fn() -> u64) -> Collection {
        Collection { any_seed, ..self }
    }

    /// Sets the function that returns the present day. Then only the daily puzzles of the present day count for the
    /// statistics of daily puzzles and for the streak. By default, a daily puzzle counts for its own day.
    #[must_use]
    pub fn with_clock(self, today: fn() -> Option<Date>) -> Collection {
        Collection { today, ..self }
    }

    /// Returns all kinds of puzzle, in the order of [`kinds`](crate::kinds()).
    #[must_use]
    pub fn kinds(&self) -> &[Arc<dyn Kind>] {
        &self.kinds
    }

    /// Returns the most recently saved game, solved or not; `None` if there is no saved game or no [`Keeper`].
    #[must_use]
    pub fn latest(&self) -> Option<Save> {
        self.keeper.as_ref()?.latest(&|_| true)
    }

    /// Returns the most recently saved game that is not solved; `None` if there is no such game or no [`Keeper`].
    #[must_use]
    pub fn unfinished(&self) -> Option<Save> {
        self.keeper.as_ref()?.latest(&|save| !save.is_over())
    }

    /// Returns a random seed that takes at most six digits in an ID.
    fn any_short_seed(&self) -> u64 {
        (self.any_seed)() & SHORT_SEEDS
    }

    /// Returns the catalogue of n-queens boards with their saved games, starting at `size`. A board whose saved game is
    /// solved begins anew, since it has other solutions to find.
    #[must_use]
    pub fn queens(&self, size: Size) -> Taken {
        let boards = self.boards(size);
        match self.saved(&boards, QueensKind::NAME, BTreeMap::new()) {
            Some(saved) => Taken { catalogue: Arc::new(saved), ..boards },
            None => boards,
        }
    }

    /// Returns the catalogue of n-queens boards with their saved games, starting with the game on the board of `size`
    /// as it was left, even if it is solved.
    #[must_use]
    pub fn queens_as_left(&self, size: Size) -> Taken {
        self.with_saves(self.boards(size), QueensKind::NAME, BTreeMap::new())
    }

    /// Returns the catalogue of n-queens boards, opened at `size`. It contains no saved games.
    fn boards(&self, size: Size) -> Taken {
        let catalogue = Arc::new(QueensCatalogue::new(self.library.clone(), self.advice));
        Taken { catalogue, number: size.get(), puzzle: QueensCatalogue::puzzle(size) }
    }

    /// Returns new puzzles of `kind` with these `options`, starting with the puzzle of `seed`.
    ///
    /// Without a seed, the latest unsolved game with the same options is resumed; if there is no such game, a random
    /// seed is used.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if `kind` refuses the options.
    pub fn new_puzzles(
        &self,
        kind: &Arc<dyn Kind>,
        options: BTreeMap<String, String>,
        seed: Option<u64>,
    ) -> Result<Taken, Unplayable> {
        let any = || self.any_short_seed();
        let recipe = Recipe { kind: Arc::clone(kind), options, seed: seed.unwrap_or_else(any) };
        let outline = kind.generator(&recipe.arguments(), recipe.seed).map_err(Unplayable::new)?.outline();
        if seed.is_none() {
            let like = source::origin(&**kind, &recipe.options, &*outline).options;
            let is_meant = |save: &Save| goes_on(save, kind.name(), &like);
            let latest = self.keeper.as_ref().and_then(|keeper| keeper.latest(&is_meant));
            if let Some(taken) = latest.and_then(|save| self.resumed(&save).ok()) {
                return Ok(taken);
            }
        }
        self.by_recipe(recipe)
    }

    /// Returns a catalogue of new puzzles, which begins with the puzzle of `recipe`.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if the kind refuses the options of `recipe`.
    pub fn by_recipe(&self, recipe: Recipe) -> Result<Taken, Unplayable> {
        let puzzle = recipe.kind.generator(&recipe.arguments(), recipe.seed).map_err(Unplayable::new)?.outline();
        let (name, mut options) = (recipe.kind.name(), recipe.options.clone());
        options.insert(source::SEED.to_owned(), recipe.seed.to_string());
        let taken = Taken { catalogue: Arc::new(source::series(recipe)?), number: 1, puzzle };
        Ok(self.with_saves(taken, name, options))
    }

    /// Returns the puzzles in `text`, read by the first kind that can read them. If `text` is the ID of a new puzzle,
    /// returns the series of new puzzles that begins with this puzzle.
    ///
    /// ```
    /// # use {nqueens_guide::Library, puzzles::Collection};
    /// let collection = Collection::new(Library::embedded());
    /// assert_eq!(collection.of_text("1...............").unwrap().puzzle.kind(), "Sudoku");
    /// assert_eq!(collection.of_text("sudoku-res-180").unwrap().puzzle.kind(), "Sudoku");
    /// assert!(matches!(collection.of_text("sudoku-res-181"), Err(Some(_))));
    /// assert!(matches!(collection.of_text("hello"), Err(None)));
    /// ```
    ///
    /// # Errors
    ///
    /// `Some` with the reason if `text` resembles an ID or a puzzle file, `None` if it is neither an ID nor a puzzle.
    pub fn of_text(&self, text: &str) -> Result<Taken, Option<Unplayable>> {
        let nearly = match Recipe::named(&self.kinds, text) {
            Ok(recipe) => return self.by_recipe(recipe).map_err(Some),
            Err(error @ (PuzzleIdError::Mistyped | PuzzleIdError::UnknownPart { .. })) => Some(Unplayable::new(error)),
            Err(_) => None,
        };
        let read = self
            .kinds
            .iter()
            .find_map(|kind| Some(self.with_saves(read_by(&**kind, text)?, kind.name(), BTreeMap::new())));
        read.ok_or_else(|| nearly.or_else(|| file_fault(text)).or_else(|| grid_fault(&self.kinds, text)))
    }

    /// Returns puzzle `number`, counted from 1, of the [`file_entries`]: the puzzles in the player's files `own`, then
    /// the example puzzles. The catalogue contains all these puzzles.
    fn files(&self, own: impl IntoIterator<Item = String>, number: usize) -> Result<Taken, Unplayable> {
        let entries = file_entries(own);
        let chosen = number.checked_sub(1).and_then(|index| entries.get(index));
        let chosen = chosen.ok_or_else(|| Unplayable::new("there is no such puzzle any more"))?;
        let puzzle = Arc::clone(chosen.puzzle());
        let taken = Taken { catalogue: Arc::new(Series::of(entries)), number, puzzle };
        let (kind, _) = crate::examples();
        Ok(self.with_saves(taken, kind.name(), BTreeMap::new()))
    }

    /// Returns `taken` with a catalogue that saves and resumes the games of its puzzles. All these puzzles are of the
    /// kind with the name `kind`, and have the same `options`.
    ///
    /// Returns `taken` unchanged if the collection has no [`Keeper`] or no kind with this name.
    #[must_use]
    pub fn with_saves(&self, taken: Taken, kind: &str, options: BTreeMap<String, String>) -> Taken {
        match self.saved(&taken, kind, options) {
            Some(saved) => Taken { catalogue: Arc::new(saved.resuming(taken.number)), ..taken },
            None => taken,
        }
    }

    fn saved(&self, taken: &Taken, kind: &str, options: BTreeMap<String, String>) -> Option<SavedCatalogue> {
        let kind = self.kinds.iter().find(|known| known.name() == kind)?;
        let (catalogue, keeper) = (Arc::clone(&taken.catalogue), Arc::clone(self.keeper.as_ref()?));
        Some(SavedCatalogue::new(catalogue, Arc::clone(kind), options, keeper).opened_on((self.today)()))
    }
}

/// Returns the puzzles in the texts `own`, which are the player's files, followed by the example puzzles. Invalid
/// puzzles are skipped.
fn file_entries(own: impl IntoIterator<Item = String>) -> Vec<Entry> {
    let (kind, examples) = crate::examples();
    let texts = own.into_iter().chain(examples.into_iter().map(str::to_owned));
    let entries = texts.flat_map(|text| {
        // Errors are dropped here: `nqueens puzzle check` reports them.
        kind.read(&Arguments::default(), Box::new(Cursor::new(text))).map_while(Result::ok).collect::<Vec<_>>()
    });
    entries.map(|(_, entry)| entry).collect()
}

/// Returns a catalogue of the puzzles in a text, without saved games; `None` if `kind` does not read the text.
fn read_by(kind: &dyn Kind, text: &str) -> Option<Taken> {
    let arguments = source::arguments(kind, Verb::Count, &BTreeMap::new());
    let read = kind.read(&arguments, Box::new(Cursor::new(text.to_owned())));
    let entries: Vec<_> = read.collect::<Result<_, _>>().ok()?;
    in_order(entries.into_iter().map(|(_, entry)| entry).collect())
}

/// Returns a catalogue of `entries` in this order; `None` if there are no entries.
fn in_order(entries: Vec<Entry>) -> Option<Taken> {
    let puzzle = Arc::clone(entries.first()?.puzzle());
    Some(Taken { catalogue: Arc::new(Series::of(entries)), number: 1, puzzle })
}

/// Returns the reason why a puzzle file can't be read, with the line of the error. Returns `None` if `text` is no
/// puzzle file, since it has no lines such as `rows = 5`.
fn file_fault(text: &str) -> Option<Unplayable> {
    let is_key =
        |line: &str| line.split_once(" = ").is_some_and(|(name, _)| !name.trim().contains(char::is_whitespace));
    if !text.lines().any(is_key) {
        return None;
    }
    let (kind, _) = crate::examples();
    let arguments = source::arguments(&*kind, Verb::Count, &BTreeMap::new());
    let error = kind.read(&arguments, Box::new(Cursor::new(text.to_owned()))).find_map(Result::err);
    error.map(Unplayable::new)
}

/// Returns the reason why a grid can't be read. Returns `None` if `text` is no grid of letters, digits and dots.
fn grid_fault(kinds: &[Arc<dyn Kind>], text: &str) -> Option<Unplayable> {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let width = rows.first()?.chars().count();
    let all = |is_of_grid: fn(char) -> bool| rows.iter().all(|row| row.chars().all(is_of_grid));
    let is_regions = all(|sign| sign.is_ascii_alphabetic());
    let is_digits = all(|sign| sign.is_ascii_digit() || sign == '.');
    match rows.len() {
        1 => {
            // A Sudoku in one line has a fourth power of cells.
            let is_sudoku = width > SMALLEST_SUDOKU && is_digits;
            let cells = (2..=5_usize).map(|side| side.pow(4)).min_by_key(|cells| cells.abs_diff(width))?;
            (is_sudoku && cells != width).then(|| Unplayable::new(format!("expected {cells} digits, found {width}")))
        }
        count if count < 3 || !all(|sign| sign.is_ascii_alphanumeric() || sign == '.') => None,
        count if width > 3 && count != width && rows.iter().all(|row| row.chars().count() == width) => {
            Some(Unplayable::new(format!("expected {width} rows of {width} cells, found {count}")))
        }
        _ => {
            let kind = kinds.iter().find(|kind| kind.name() == if is_regions { "regions" } else { "sudoku" })?;
            let arguments = source::arguments(&**kind, Verb::Count, &BTreeMap::new());
            let error = kind.read(&arguments, Box::new(Cursor::new(text.to_owned()))).find_map(Result::err);
            error.map(Unplayable::new)
        }
    }
}

/// The number of cells of the smallest Sudoku.
const SMALLEST_SUDOKU: usize = 16;

/// Returns `true` if `save` is an unsolved game of a new puzzle of `kind` with the options `like`. The seed does not
/// matter.
fn goes_on(save: &Save, kind: &str, like: &BTreeMap<String, String>) -> bool {
    let mut options = save.options.clone();
    let is_new = options.remove(source::SEED).is_some();
    save.kind == kind && is_new && !save.is_solved() && options == *like
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_puzzles_ids_or_errors() {
        let collection = Collection::new(Library::embedded());
        let read = |text: &str| collection.of_text(text).map(|taken| taken.puzzle.kind().to_owned());
        assert_eq!(read("sudoku-res-180"), Ok("Sudoku".to_owned()));
        assert_eq!(read("1...............").as_deref(), Ok("Sudoku"));
        assert!(read("sudoku-res-181").unwrap_err().unwrap().to_string().contains("typing error"));
        assert_eq!(read("anything at all"), Err(None));
        let fault = read("rows = 5\nvalues = [oops\n").unwrap_err().unwrap().to_string();
        assert!(fault.contains("line 2"), "{fault}");
        assert_eq!(read(""), Err(None));
        let fault = |text: &str| read(text).unwrap_err().unwrap().to_string();
        assert_eq!(fault("53..7....\n6..195...\n.98....6.\n8...6...3\n"), "expected 9 rows of 9 cells, found 4");
        assert_eq!(fault(&"5".repeat(80)), "expected 81 digits, found 80");
        let says = "line 4, column 4: expected 4 squares, as on the first line of the board, found 3";
        assert_eq!(fault("AABB\nABBC\nAACC\nDDD\n"), says);
        assert!(fault("AABB\nABBC\nAACC\nACCC\n").contains("expected 4 regions"), "a region less");
        let nine = "53..7....\n".repeat(8);
        assert!(fault(&format!("{nine}53..7...A\n")).contains("found A"));
        assert_eq!(read("anything\nat\nall at once"), Err(None));
    }
}
