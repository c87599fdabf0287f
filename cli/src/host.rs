//! What the game finds outside of the terminal: the puzzles of all kinds, and the folder in which things are kept.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use game::{Assist, Numbering, Opened, Save, Series, Solve, Statistics};
use jiff::Zoned;
use nqueens_guide::{Library, QueensKind, Size};
use nqueens_tui::run::{GameOptions, Host};
use nqueens_tui::theme::Palette;
use puzzle_core::kind::{Arguments, Verb};
use puzzle_core::{Entry, Kind};
use puzzles::Recipe;

use crate::cmd::{Failure, any_short_seed};
use crate::daily::Daily;
use crate::games::{self, Games, Kept, Source};
use crate::machine;
use crate::queens::QueensCatalogue;
use crate::{settings, statistics};

/// Something that the menu offers.
#[derive(Clone, Debug)]
enum Choice {
    /// The game that was played last.
    Continue,
    /// The puzzle of today.
    Daily(Daily),
    /// Boards of n-queens.
    Queens,
    /// New puzzles of a kind.
    New(Arc<dyn Kind>),
    /// The puzzles that are there as files: the examples, and those that the player has put beside them.
    Files,
    /// How to play.
    Learn,
}

/// All kinds of puzzle, and what is kept of their games.
pub(crate) struct Outside {
    pub(crate) kinds: Vec<Arc<dyn Kind>>,
    pub(crate) library: Library,
    /// The games kept; none for a user without a home.
    pub(crate) games: Option<Arc<Games>>,
    /// The folder in which things are kept.
    state: Option<PathBuf>,
    menu: Vec<Choice>,
}

/// The size of the board that most begin with, and of the one to learn on.
const USUAL: usize = 8;
const SMALL: usize = 4;

impl Outside {
    /// Puzzles of these kinds, n-queens by this library, and a folder to keep things in.
    pub(crate) fn new(kinds: Vec<Arc<dyn Kind>>, library: Library, state: Option<PathBuf>) -> Outside {
        let games = state.as_ref().map(|state| Arc::new(Games::new(kinds.clone(), state.join("games"))));
        Outside { kinds, library, games, state, menu: Vec::new() }
    }

    /// These, with what the menu offers: only whoever plays looks for the game that was played last.
    pub(crate) fn with_menu(mut self) -> Outside {
        let has_latest = self.latest().is_some();
        let kinds = self.kinds.iter().filter(|kind| kind.verbs().contains(&Verb::Generate)).cloned();
        let choices = has_latest.then_some(Choice::Continue).into_iter().chain(Daily::ALL.map(Choice::Daily));
        let choices = choices.chain([Choice::Queens]).chain(kinds.map(Choice::New));
        self.menu = choices.chain([Choice::Files, Choice::Learn]).collect();
        self
    }

    /// The game that was played last.
    pub(crate) fn latest(&self) -> Option<Save> {
        self.games.as_ref()?.latest(|_| true)
    }

    /// The level of help last chosen for puzzles that are numbered like this.
    pub(crate) fn assist(&self, numbering: Numbering) -> Option<Assist> {
        settings::assist(&self.settings()?, numbering)
    }

    /// The colours last chosen.
    pub(crate) fn palette(&self) -> Option<Palette> {
        settings::palette(&self.settings()?)
    }

    /// Whether to take time.
    pub(crate) fn has_clock(&self) -> bool {
        self.settings().and_then(|file| settings::clock(&file)).unwrap_or(true)
    }

    /// A board of n-queens.
    pub(crate) fn queens(&self, size: Size) -> GameOptions {
        let catalogue = Arc::new(QueensCatalogue::new(self.library.clone()));
        let source = Source { catalogue, number: size.get(), puzzle: QueensCatalogue::puzzle(size) };
        self.kept(source, QueensKind::NAME, BTreeMap::new(), format!("nqueens guide {size}"))
    }

    /// New puzzles of a kind, of which this was said, from a seed on. Without a seed the one that was begun goes on, if
    /// there is one.
    ///
    /// # Errors
    ///
    /// What is wrong with what was said, as a message.
    pub(crate) fn new_puzzles(
        &self,
        kind: &Arc<dyn Kind>,
        said: BTreeMap<String, String>,
        seed: Option<u64>,
        instead: String,
    ) -> Result<GameOptions, String> {
        let recipe = Recipe { kind: Arc::clone(kind), said, seed: seed.unwrap_or_else(any_short_seed) };
        let outline = kind.generator(&recipe.arguments(), recipe.seed)?.outline();
        if seed.is_none() {
            let like = games::origin(&**kind, &recipe.said, &*outline).options;
            let latest = self.games.as_ref().and_then(|games| games.latest(|save| goes_on(save, kind.name(), &like)));
            if let Some(options) = latest.and_then(|save| self.resumed(&save).ok()) {
                return Ok(GameOptions { instead, ..options });
            }
        }
        self.by_recipe(recipe, instead)
    }

    /// New puzzles, the first one by a recipe.
    ///
    /// # Errors
    ///
    /// What is wrong with what is said in it, as a message.
    pub(crate) fn by_recipe(&self, recipe: Recipe, instead: String) -> Result<GameOptions, String> {
        let puzzle = recipe.kind.generator(&recipe.arguments(), recipe.seed)?.outline();
        let (name, mut said) = (recipe.kind.name(), recipe.said.clone());
        said.insert(games::SEED.to_owned(), recipe.seed.to_string());
        let source = Source { catalogue: Arc::new(games::series(recipe)?), number: 1, puzzle };
        Ok(self.kept(source, name, said, instead))
    }

    /// What is played instead of the present game, with the help that was chosen last.
    fn opened(&self, options: GameOptions) -> Opened {
        let GameOptions { catalogue, number, puzzle, .. } = options;
        let remembered = self.assist(catalogue.numbering());
        let assist = remembered.unwrap_or_else(|| catalogue.usual_assist());
        Opened { catalogue, number, puzzle, assist, is_lesson: false }
    }

    /// The puzzles of a text, of whichever kind they are; `None` if it is none of any.
    fn text(&self, text: &str) -> Option<GameOptions> {
        self.kinds.iter().find_map(|kind| {
            let said = BTreeMap::new();
            let arguments = games::arguments(&**kind, Verb::Count, &said);
            let read = kind.read(&arguments, Box::new(Cursor::new(text.to_owned())));
            let entries: Vec<_> = read.collect::<Result<_, _>>().ok()?;
            let entries: Vec<Entry> = entries.into_iter().map(|(_, entry)| entry).collect();
            let puzzle = Arc::clone(entries.first()?.puzzle());
            let source = Source { catalogue: Arc::new(Series::of(entries)), number: 1, puzzle };
            Some(self.kept(source, kind.name(), said, String::new()))
        })
    }

    /// The puzzles that are written as files: those in the player's own folder, and the examples.
    fn files(&self) -> Result<GameOptions, String> {
        let folder = machine::puzzles();
        let own = folder.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
        let mut own: Vec<PathBuf> = own.map(|entry| entry.path()).collect();
        own.retain(|file| file.extension() == Some(OsStr::new("toml")));
        own.sort();
        let (kind, examples) = puzzles::examples();
        let own = own.iter().filter_map(|file| fs::read_to_string(file).ok());
        let entries = own.chain(examples.into_iter().map(str::to_owned)).flat_map(|text| {
            // What is no puzzle is for `nqueens puzzle check`, which tells why.
            kind.read(&Arguments::default(), Box::new(Cursor::new(text))).map_while(Result::ok).collect::<Vec<_>>()
        });
        let entries: Vec<Entry> = entries.map(|(_, entry)| entry).collect();
        let first = entries.first().ok_or("no puzzle is there")?;
        let puzzle = Arc::clone(first.puzzle());
        let source = Source { catalogue: Arc::new(Series::of(entries)), number: 1, puzzle };
        Ok(self.kept(source, kind.name(), BTreeMap::new(), String::new()))
    }

    /// The file in which the game remembers what was chosen.
    pub(crate) fn settings(&self) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join("settings.json"))
    }

    fn statistics_file(&self) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join("statistics.json"))
    }

    /// A game of puzzles of the kind with this name, which is kept, and goes on if it was kept before. `said` is what was
    /// said of the puzzles, and `instead` the command that prints them.
    pub(crate) fn kept(
        &self,
        source: Source,
        kind: &str,
        said: BTreeMap<String, String>,
        instead: String,
    ) -> GameOptions {
        let Source { catalogue, number, puzzle } = source;
        let kind = self.kinds.iter().find(|known| known.name() == kind);
        match (kind, &self.games) {
            (Some(kind), Some(games)) => {
                let kept = Kept::new(catalogue, Arc::clone(kind), said, Arc::clone(games));
                GameOptions::new(Arc::new(kept), number, puzzle, instead)
            }
            _ => GameOptions::new(catalogue, number, puzzle, instead),
        }
    }

    /// A game that was kept.
    pub(crate) fn resumed(&self, save: &Save) -> Result<GameOptions, String> {
        let source = games::source(&self.kinds, &self.library, save)?;
        Ok(self.kept(source, &save.kind, save.options.clone(), "nqueens --help".to_owned()))
    }

    /// The game of a transcript, which takes the place of what is kept of its puzzle.
    pub(crate) fn of_file(&self, file: &Path) -> Result<GameOptions, Failure> {
        let failed = |why: String| Failure::Failed(format!("{}: {why}", file.display()));
        let games = self.games.as_ref().ok_or_else(|| failed("there is no home to keep the game in".to_owned()))?;
        let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
        let save = games::read_transcript(&self.kinds, &text).map_err(failed)?;
        let options = self.resumed(&save).map_err(failed)?;
        games.put(save);
        Ok(options)
    }
}

/// Whether a kept game is an unsolved one of new puzzles for which the same was said, whatever the seed.
fn goes_on(save: &Save, kind: &str, like: &BTreeMap<String, String>) -> bool {
    let mut options = save.options.clone();
    let is_new = options.remove(games::SEED).is_some();
    save.kind == kind && is_new && !save.is_solved() && options == *like
}

/// A word with a capital letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Host for Outside {
    fn remember_palette(&mut self, palette: Palette) {
        if let Some(file) = self.settings() {
            settings::remember_palette(&file, palette);
        }
    }

    fn remember_clock(&mut self, is_on: bool) {
        if let Some(file) = self.settings() {
            settings::remember_clock(&file, is_on);
        }
    }

    fn menu(&self) -> Vec<String> {
        let label = |choice: &Choice| match choice {
            Choice::Continue => "Continue".to_owned(),
            Choice::Daily(Daily::Sudoku) => "Daily Sudoku".to_owned(),
            Choice::Daily(puzzle) => format!("Daily {}", puzzle.name()),
            Choice::Queens => "N-Queens".to_owned(),
            Choice::Files => "More puzzles".to_owned(),
            Choice::New(kind) => capital(kind.name()),
            Choice::Learn => "Learn to play".to_owned(),
        };
        self.menu.iter().map(label).collect()
    }

    fn open(&mut self, number: usize) -> Result<Opened, String> {
        let choice = self.menu.get(number).ok_or("there is no such choice")?;
        let size = |size| Size::new(size).map_err(|error| error.to_string());
        let options = match choice {
            Choice::Continue => self.resumed(&self.latest().ok_or("no game is kept any more")?)?,
            Choice::Daily(puzzle) => {
                let recipe = puzzle.recipe(&self.kinds, Zoned::now().date())?;
                self.by_recipe(recipe, String::new())?
            }
            Choice::Queens => self.queens(size(USUAL)?),
            Choice::Files => self.files()?,
            Choice::New(kind) => self.new_puzzles(kind, BTreeMap::new(), None, String::new())?,
            Choice::Learn => {
                let catalogue = Arc::new(QueensCatalogue::new(self.library.clone()));
                GameOptions::new(catalogue, SMALL, QueensCatalogue::puzzle(size(SMALL)?), String::new())
            }
        };
        let is_lesson = matches!(choice, Choice::Learn);
        let opened = self.opened(options);
        Ok(if is_lesson { Opened { assist: Assist::Attacks, is_lesson, ..opened } } else { opened })
    }

    fn read(&mut self, text: &str) -> Option<Opened> {
        let options = match Recipe::named(&self.kinds, text) {
            Ok(recipe) => self.by_recipe(recipe, String::new()).ok()?,
            Err(_) => self.text(text)?,
        };
        Some(self.opened(options))
    }

    fn write(&mut self, file: &str, text: &str, overwrites: bool) -> Result<(), String> {
        let told = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => format!("{file} is there already, :w! {file} overwrites it"),
            _ => format!("{file}: {error}"),
        };
        if overwrites {
            return bdd_core::format::replace_file(Path::new(file), text.as_bytes()).map_err(|error| error.to_string());
        }
        let mut new = fs::File::create_new(file).map_err(told)?;
        new.write_all(text.as_bytes()).map_err(told)
    }

    fn remember(&mut self, assist: Assist, numbering: Numbering) {
        if let Some(file) = self.settings() {
            settings::remember_assist(&file, numbering, assist);
        }
    }

    fn keep(&mut self, save: Save) {
        if let Some(games) = &self.games {
            games.keep(save);
        }
    }

    fn record(&mut self, solve: &Solve) {
        if let Some(file) = self.statistics_file() {
            statistics::record(&file, solve);
        }
    }

    fn statistics(&self) -> Statistics {
        self.statistics_file().map(|file| statistics::read(&file)).unwrap_or_default()
    }

    fn trouble(&mut self) -> Option<String> {
        let trouble = self.games.as_ref()?.trouble()?;
        Some(format!("This game is not kept: {trouble}."))
    }

    fn finish(&mut self) {
        if let Some(games) = &self.games {
            games.finish();
        }
    }
}
