//! The host of the terminal game, with the puzzles of all kinds and the stored files.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bdd_core::format::{create_file, replace_file};
use game::{Action, Assist, MenuChoice, MenuTarget, OpenedCatalogue, PlayStatistics, Save, Solve};
use jiff::Zoned;
use nqueens_guide::Library;
use nqueens_tui::run::{GameOptions, Host};
use nqueens_tui::theme::Palette;
use puzzles::{Choice, Collection, Daily, Keeper, PlayerData, Recipe, Taken};

use crate::cmd::{Failure, advised, any_seed};
use crate::config;
use crate::games::{self, Games};
use crate::kept::FileNotes;
use crate::machine::{self, MemoryLimit};
use crate::settings::{self, SavedSettings};
use crate::thumbnails::Thumbnails;
use crate::{kept, statistics};

/// The host of the terminal game: the [`Collection`] of puzzles, and the saved games, settings and statistics.
pub(crate) struct GameHost {
    pub(crate) collection: Collection,
    /// The saved games; `None` for a user without a home folder.
    pub(crate) games: Option<Arc<Games>>,
    /// The folder of stored files, such as `~/.local/state/nqueens`; `None` for a user without a home folder.
    state: Option<PathBuf>,
    /// `true` if the game has a menu.
    has_menu: bool,
    /// The puzzles that the choices of the latest menu open.
    opens: Vec<Choice>,
    thumbnails: Thumbnails,
    /// Sentences for the player about settings and statistics.
    notes: FileNotes,
}

/// The name of the file with the [`SavedSettings`].
const SETTINGS: &str = "settings.json";
/// The name of the file with the totals of solved puzzles. [`statistics::record`] and [`statistics::read`] take its
/// path.
const STATISTICS: &str = "statistics.json";

/// The largest accepted puzzle file in the player's own folder, in bytes.
const PUZZLE_LIMIT: u64 = 16 << 20;

impl GameHost {
    /// Creates the host; `state` is the folder of stored files.
    pub(crate) fn new(library: Library, state: Option<PathBuf>) -> GameHost {
        let collection = Collection::new(library).with_advice(advised).with_seeds(any_seed);
        let collection = collection.with_clock(|| Some(Zoned::now().date()));
        let games = state.as_ref().map(|state| Arc::new(Games::new(collection.kinds().to_vec(), state.join("games"))));
        let collection = match &games {
            Some(games) => collection.with_keeper(Arc::clone(games) as Arc<dyn Keeper>),
            None => collection,
        };
        GameHost {
            collection,
            games,
            state,
            has_menu: false,
            opens: Vec::new(),
            thumbnails: Thumbnails::default(),
            notes: FileNotes::default(),
        }
    }

    /// Gives the game a menu.
    pub(crate) fn with_menu(self) -> GameHost {
        GameHost { has_menu: true, ..self }
    }

    /// Returns the [`SavedSettings`] last chosen.
    pub(crate) fn settings(&self) -> SavedSettings {
        self.kept_file(SETTINGS).map(|file| SavedSettings::of(&file)).unwrap_or_default()
    }

    fn change_settings(&self, change: impl FnOnce(&mut SavedSettings)) {
        self.note(self.kept_file(SETTINGS).and_then(|file| settings::remember(&file, change)));
    }

    fn kept_file(&self, name: &str) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join(name))
    }

    /// Adds a note for the player, if `told` is `Some`.
    fn note(&self, told: Option<String>) {
        told.into_iter().for_each(|told| self.notes.add(told));
    }

    /// Returns the options of a game of new puzzles. The series begins with the puzzle of `recipe`, whose ID is `id`.
    pub(crate) fn of_recipe(&self, recipe: Recipe, id: &str) -> Result<GameOptions, Failure> {
        let instead = format!("nqueens {} guide {id}", recipe.kind.name());
        let taken = self.collection.by_recipe(recipe).map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(game(taken, Some(instead)))
    }

    /// Returns the options of a game of the puzzles in a file: grids, a link, an ID, or a puzzle written as TOML.
    pub(crate) fn of_puzzle_file(&self, file: &Path) -> Result<GameOptions, Failure> {
        let failed = |why: &dyn Display| Failure::Failed(format!("{}: {why}", file.display()));
        let text = kept::text(file, PUZZLE_LIMIT).map_err(|error| failed(&error))?;
        let taken = self.collection.of_text(&text).map_err(|why| match why {
            Some(why) => failed(&why),
            None => failed(&"expected a puzzle: a grid, a link, an ID or TOML; --from continues a saved game"),
        })?;
        Ok(game(taken, None))
    }

    /// Loads a game from a file that the command `:w` wrote. The game replaces the saved game of its puzzle.
    pub(crate) fn of_file(&self, file: &Path, memory: MemoryLimit) -> Result<GameOptions, Failure> {
        let failed = |why: String| Failure::Failed(format!("{}: {why}", file.display()));
        let games =
            self.games.as_ref().ok_or_else(|| failed("there is no home folder to save the game in".to_owned()))?;
        let text = kept::text(file, games::LIMIT).map_err(|error| failed(error.to_string()))?;
        let budget = &mut memory.budget();
        let save = self.collection.transcript(&text, budget).map_err(|error| failed(error.to_string()))?;
        let taken = self.collection.resumed(&save).map_err(|error| failed(error.to_string()))?;
        games.put(save);
        Ok(game(taken, None))
    }
}

/// Returns the options of a game that begins with the puzzle of `taken` and goes on through its catalogue. If the
/// terminal can't show the game, the error suggests `instead`, a command that prints the puzzle.
pub(crate) fn game(taken: Taken, instead: Option<String>) -> GameOptions {
    let Taken { catalogue, number, puzzle } = taken;
    GameOptions::new(catalogue, number, puzzle, instead)
}

/// Returns the texts of the puzzles in the player's own folder.
fn own_puzzles() -> impl Iterator<Item = String> {
    let folder = machine::puzzles();
    let files = folder.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension() == Some(OsStr::new("toml")));
    files.sort();
    files.into_iter().filter_map(|file| kept::text(&file, PUZZLE_LIMIT).ok())
}

impl Host for GameHost {
    fn remember_palette(&mut self, palette: Palette) {
        self.change_settings(|settings| settings.set_palette(palette));
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Box<dyn Error>> {
        let file = machine::config().ok_or("there is no home folder for a configuration file")?;
        config::set(&file, name, value)
    }

    fn remember_clock(&mut self, is_on: bool) {
        self.change_settings(|settings| settings.clock = Some(is_on));
    }

    fn has_menu(&self) -> bool {
        self.has_menu
    }

    fn menu(&mut self) -> Vec<MenuChoice> {
        if !self.has_menu {
            return Vec::new();
        }
        let today = Zoned::now().date();
        let player = PlayerData {
            puzzles: own_puzzles().collect(),
            games: self.games.as_ref().map(|games| games.all()).unwrap_or_default(),
            statistics: self.statistics(),
            last: self.settings().new_game(),
            selects_latest: true,
        };
        let menu = self.collection.start_menu(today, player, |daily| self.thumbnails.of(daily, today));
        self.opens = menu.opens;
        // The web page has settings of its own, so that the collection offers no choice for settings: it is added here.
        let settings = MenuChoice::new("Settings", MenuTarget::Acts(Action::Settings)).in_section("More");
        menu.choices.into_iter().chain([settings]).collect()
    }

    fn delete(&mut self, name: &str) -> Result<(), Box<dyn Error>> {
        self.games.as_ref().ok_or("there are no saved games")?.delete(name)
    }

    fn rename(&mut self, saved: &str, title: &str) -> Result<(), Box<dyn Error>> {
        self.games.as_ref().ok_or("there are no saved games")?.rename(saved, title)
    }

    fn restore(&mut self) -> Result<(), Box<dyn Error>> {
        self.games.as_ref().ok_or("there are no saved games")?.restore()
    }

    fn draw_menu(&mut self) {
        self.thumbnails.make(&self.collection, Zoned::now().date());
    }

    fn changed_menu(&mut self) -> Option<Vec<MenuChoice>> {
        self.thumbnails.has_news().then(|| self.menu())
    }

    fn open(&mut self, number: usize) -> Result<OpenedCatalogue, Box<dyn Error>> {
        let choice = self.opens.get(number).ok_or("the menu has no such choice")?;
        if let Some(last) = choice.new_game() {
            self.change_settings(|settings| settings.set_new_game(last));
        }
        let assist = |is_by_size| self.settings().assist(is_by_size);
        Ok(self.collection.open(choice, Zoned::now().date(), own_puzzles(), assist)?)
    }

    fn read(&mut self, text: &str) -> Result<OpenedCatalogue, Option<Box<dyn Error>>> {
        // A player may name a file instead of pasting its text.
        let file = Path::new(text.trim());
        let of_file = file.is_file().then(|| kept::text(file, PUZZLE_LIMIT)).transpose();
        let of_file = of_file.map_err(|error| Some(format!("{}: {error}", file.display()).into()))?;
        let taken = self.collection.of_text(of_file.as_deref().unwrap_or(text)).map_err(|why| why.map(Box::from))?;
        let assist = self.settings().assist(taken.catalogue.is_by_size());
        Ok(taken.opened(assist))
    }

    fn write(&mut self, file: &str, text: &str, overwrites: bool) -> Result<(), Box<dyn Error>> {
        let (path, bytes) = (Path::new(file), text.as_bytes());
        let written = if overwrites { replace_file(path, bytes) } else { create_file(path, bytes) };
        written.map_err(|error| match error.io().map(io::Error::kind) {
            Some(io::ErrorKind::AlreadyExists) => format!("{file} exists already; :w! {file} overwrites it").into(),
            _ => error.into(),
        })
    }

    fn remember(&mut self, assist: Assist, is_by_size: bool) {
        self.change_settings(|settings| settings.set_assist(is_by_size, assist));
    }

    fn keep(&mut self, save: Save) {
        if let Some(games) = &self.games {
            games.keep(save);
        }
    }

    fn record(&mut self, solve: &Solve) {
        self.note(self.kept_file(STATISTICS).and_then(|file| statistics::record(&file, solve)));
    }

    fn statistics(&self) -> PlayStatistics {
        self.kept_file(STATISTICS).map(|file| statistics::read(&file, &self.notes)).unwrap_or_default()
    }

    fn today(&self) -> Option<i32> {
        Some(Daily::number_of(Zoned::now().date()))
    }

    fn trouble(&mut self) -> Option<String> {
        self.note(self.games.as_ref().and_then(|games| games.trouble()));
        self.notes.take(" ")
    }

    fn finish(&mut self) {
        if let Some(games) = &self.games {
            games.finish();
        }
    }
}
