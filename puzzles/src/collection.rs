//! The puzzles that can be played, for any face of the game: boards and new puzzles, those of a day and of texts, and games
//! that were kept.

mod daily;
mod kept;
mod menu;
mod queens;
mod source;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Cursor;
use std::sync::Arc;

use game::{Assist, Catalogue, OpenedCatalogue, Save, SaveError, Series};
use nqueens_guide::{Library, LoadError, QueensKind, Size};
use puzzle_kind::{Arguments, Verb};
use puzzle_kind::{Entry, Kind, Playable};

use crate::id::SHORT_SEEDS;
use crate::{PuzzleIdError, Recipe};

pub use daily::Daily;
use kept::Kept;
pub use menu::Choice;
pub use queens::QueensCatalogue;
pub use source::name_of;

/// All kinds of puzzle, and the games that were kept.
///
/// A puzzle taken from it is a [`Taken`]: a catalogue and a first puzzle, whose game goes on where it was left if a [`Keeper`]
/// has it. The face knows where games are kept, and the day: this crate has no files, clocks or screens, and compiles to
/// WebAssembly.
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
}

/// The store of kept games.
pub trait Keeper: std::fmt::Debug + Send + Sync {
    /// The game kept of a puzzle, by what a save of it would say.
    fn of(&self, like: &Save) -> Option<Save>;

    /// The game that was kept last among those that `is_meant` picks.
    fn latest(&self, is_meant: &dyn Fn(&Save) -> bool) -> Option<Save>;

    /// What is kept of a puzzle is no game of it, for this reason: it is to be set aside, and the player to be told.
    fn refuse(&self, like: &Save, error: &SaveError);

    /// What the player is to be told of games that were set aside, once.
    fn notes(&self) -> Option<String>;
}

/// The reason why a puzzle can't be played, as a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unplayable(String);

impl Unplayable {
    pub(crate) fn new(why: impl Display) -> Unplayable {
        Unplayable(why.to_string())
    }
}

/// Something to play.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The puzzles.
    pub catalogue: Arc<dyn Catalogue>,
    /// The number of the first one among them.
    pub number: usize,
    /// The first one, or an outline of it, to be shown until it is there.
    pub puzzle: Arc<dyn Playable>,
}

impl Taken {
    /// This as what is played instead of the present game, with a level of help, or the usual one of such puzzles.
    #[must_use]
    pub fn opened(self, assist: Option<Assist>) -> OpenedCatalogue {
        let Taken { catalogue, number, puzzle } = self;
        let assist = assist.unwrap_or_else(|| Assist::usual(&*catalogue));
        OpenedCatalogue { catalogue, number, puzzle, assist, is_lesson: false }
    }
}

impl Collection {
    /// All kinds of puzzle, n-queens by this library. Nothing is kept, and new puzzles of no seed are always the same.
    #[must_use]
    pub fn new(library: Library) -> Collection {
        let kinds = crate::kinds(library.clone());
        Collection { kinds, library, keeper: None, advice: ToString::to_string, any_seed: || 1 }
    }

    /// This collection with games that are kept.
    #[must_use]
    pub fn with_keeper(self, keeper: Arc<dyn Keeper>) -> Collection {
        Collection { keeper: Some(keeper), ..self }
    }

    /// This collection with what a player is told who lacks a file of the library.
    #[must_use]
    pub fn with_advice(self, advice: fn(&LoadError) -> String) -> Collection {
        Collection { advice, ..self }
    }

    /// This collection with any numbers, from which new puzzles are made.
    #[must_use]
    pub fn with_seeds(self, any_seed: fn() -> u64) -> Collection {
        Collection { any_seed, ..self }
    }

    /// All kinds of puzzle.
    #[must_use]
    pub fn kinds(&self) -> &[Arc<dyn Kind>] {
        &self.kinds
    }

    /// The game that was played last.
    #[must_use]
    pub fn latest(&self) -> Option<Save> {
        self.keeper.as_ref()?.latest(&|_| true)
    }

    /// A seed whose puzzle has a short name.
    fn any_short_seed(&self) -> u64 {
        (self.any_seed)() & SHORT_SEEDS
    }

    /// The boards of n-queens, the first one of this size.
    #[must_use]
    pub fn queens(&self, size: Size) -> Taken {
        self.kept(self.boards(size), QueensKind::NAME, BTreeMap::new())
    }

    /// The boards of n-queens, of whose games nothing is kept.
    fn boards(&self, size: Size) -> Taken {
        let catalogue = Arc::new(QueensCatalogue::new(self.library.clone(), self.advice));
        Taken { catalogue, number: size.get(), puzzle: QueensCatalogue::puzzle(size) }
    }

    /// New puzzles of a kind, of which this was said, from a seed on. Without a seed the one that was begun goes on, if
    /// there is one.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if something is wrong with what was said.
    pub fn new_puzzles(
        &self,
        kind: &Arc<dyn Kind>,
        said: BTreeMap<String, String>,
        seed: Option<u64>,
    ) -> Result<Taken, Unplayable> {
        let any = || self.any_short_seed();
        let recipe = Recipe { kind: Arc::clone(kind), said, seed: seed.unwrap_or_else(any) };
        let outline = kind.generator(&recipe.arguments(), recipe.seed).map_err(Unplayable::new)?.outline();
        if seed.is_none() {
            let like = source::origin(&**kind, &recipe.said, &*outline).options;
            let is_meant = |save: &Save| goes_on(save, kind.name(), &like);
            let latest = self.keeper.as_ref().and_then(|keeper| keeper.latest(&is_meant));
            if let Some(taken) = latest.and_then(|save| self.resumed(&save).ok()) {
                return Ok(taken);
            }
        }
        self.by_recipe(recipe)
    }

    /// New puzzles, the first one by a recipe.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if something is wrong with what is said in it.
    pub fn by_recipe(&self, recipe: Recipe) -> Result<Taken, Unplayable> {
        let puzzle = recipe.kind.generator(&recipe.arguments(), recipe.seed).map_err(Unplayable::new)?.outline();
        let (name, mut said) = (recipe.kind.name(), recipe.said.clone());
        said.insert(source::SEED.to_owned(), recipe.seed.to_string());
        let taken = Taken { catalogue: Arc::new(source::series(recipe)?), number: 1, puzzle };
        Ok(self.kept(taken, name, said))
    }

    /// The puzzles of a text, of whichever kind they are, or the new ones that it names by an ID.
    ///
    /// # Errors
    ///
    /// That it is neither; and why, if it is nearly an ID.
    pub fn of_text(&self, text: &str) -> Result<Taken, Option<Unplayable>> {
        let nearly = match Recipe::named(&self.kinds, text) {
            Ok(recipe) => return self.by_recipe(recipe).map_err(Some),
            Err(error @ (PuzzleIdError::Mistyped | PuzzleIdError::UnknownPart { .. })) => Some(Unplayable::new(error)),
            Err(_) => None,
        };
        let read = self.kinds.iter().find_map(|kind| {
            let said = BTreeMap::new();
            let arguments = source::arguments(&**kind, Verb::Count, &said);
            let read = kind.read(&arguments, Box::new(Cursor::new(text.to_owned())));
            let entries: Vec<_> = read.collect::<Result<_, _>>().ok()?;
            let entries = entries.into_iter().map(|(_, entry)| entry).collect();
            Some(self.kept(in_order(entries)?, kind.name(), said))
        });
        read.ok_or(nearly)
    }

    /// The puzzles that are written as files: these, then the examples. What is no puzzle is left out.
    fn files(&self, own: impl IntoIterator<Item = String>) -> Result<Taken, Unplayable> {
        let (kind, examples) = crate::examples();
        let entries = own.into_iter().chain(examples.into_iter().map(str::to_owned)).flat_map(|text| {
            // What is no puzzle is for `nqueens puzzle check`, which tells why.
            kind.read(&Arguments::default(), Box::new(Cursor::new(text))).map_while(Result::ok).collect::<Vec<_>>()
        });
        let taken =
            in_order(entries.map(|(_, entry)| entry).collect()).ok_or_else(|| Unplayable::new("no puzzle is there"))?;
        Ok(self.kept(taken, kind.name(), BTreeMap::new()))
    }

    /// A game of puzzles of the kind with this name, which goes on if it was kept before. `said` is what was said of the
    /// puzzles.
    #[must_use]
    pub fn kept(&self, taken: Taken, kind: &str, said: BTreeMap<String, String>) -> Taken {
        let kind = self.kinds.iter().find(|known| known.name() == kind);
        match (kind, &self.keeper) {
            (Some(kind), Some(keeper)) => {
                let kept = Kept::new(taken.catalogue, Arc::clone(kind), said, Arc::clone(keeper));
                Taken { catalogue: Arc::new(kept), ..taken }
            }
            _ => taken,
        }
    }
}

/// These puzzles one after the other; `None` if there is none.
fn in_order(entries: Vec<Entry>) -> Option<Taken> {
    let puzzle = Arc::clone(entries.first()?.puzzle());
    Some(Taken { catalogue: Arc::new(Series::of(entries)), number: 1, puzzle })
}

/// Whether a kept game is an unsolved one of new puzzles for which the same was said, whatever the seed.
fn goes_on(save: &Save, kind: &str, like: &BTreeMap<String, String>) -> bool {
    let mut options = save.options.clone();
    let is_new = options.remove(source::SEED).is_some();
    save.kind == kind && is_new && !save.is_solved() && options == *like
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_puzzle_or_an_id_or_what_it_nearly_is_is_told() {
        let collection = Collection::new(Library::embedded());
        let read = |text: &str| collection.of_text(text).map(|taken| taken.puzzle.kind().to_owned());
        assert_eq!(read("sudoku-res-180"), Ok("Sudoku".to_owned()));
        assert_eq!(read("1...............").as_deref(), Ok("Sudoku"));
        assert!(read("sudoku-res-181").unwrap_err().unwrap().to_string().contains("typing error"));
        assert_eq!(read("anything at all"), Err(None));
        assert_eq!(read(""), Err(None));
    }
}
