//! The options of a game in the terminal, its [`Host`], and its errors.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use game::keys::Keymap;
use game::{Assist, Catalogue, MenuChoice, OpenedCatalogue, PlayStatistics, Preferences, Save, Setting, Solve};
use puzzle_core::Marks;
use puzzle_kind::Playable;

use crate::signals::Ending;
use crate::theme::{ColorChoice, Palette};

/// The options of [`run`](crate::run::run): the puzzle, the screen and the preferences of the player.
#[derive(Clone, Debug)]
pub struct GameOptions {
    /// The catalogue of the puzzles to play.
    pub catalogue: Arc<dyn Catalogue>,
    /// The number in `catalogue` of the puzzle to start with.
    pub number: usize,
    /// The puzzle to start with. For a puzzle still to be generated, its [outline](puzzle_kind::Generator::outline),
    /// which is shown until the puzzle is ready.
    pub puzzle: Arc<dyn Playable>,
    /// The command to suggest if the game can't be shown: it prints the puzzle instead, such as `nqueens guide 8`.
    /// `None` if no command prints the puzzle.
    pub instead: Option<String>,
    /// `true` to read keys from the standard input; `false` to read them from the terminal itself, because the puzzle
    /// came from the standard input.
    pub reads_input: bool,
    /// The memory limit of each job, in bytes.
    pub memory: usize,
    /// The player's choice whether to use colours.
    pub color: ColorChoice,
    /// The initial palette, if the terminal can show it; `None` for the default of the terminal.
    pub palette: Option<Palette>,
    /// `true` to draw with ASCII characters only; `false` to follow the locale.
    pub ascii: bool,
    /// `true` to handle the mouse.
    pub mouse: bool,
    /// The player's preferences.
    pub preferences: Preferences,
    /// The settings that the player can change in the game.
    pub settings: Vec<Setting>,
    /// The key bindings.
    pub keymap: Keymap,
    /// The initial help level; `None` for [`Assist::usual`].
    pub assist: Option<Assist>,
    /// The initial marks of the first game. With `None` a saved game keeps its marks, and a new game has none.
    pub marks: Option<Marks>,
    /// `true` to play line by line instead of on a screen.
    pub is_plain: bool,
    /// `true` to begin with the menu.
    pub shows_menu: bool,
    /// `true` to measure and show the time.
    pub has_clock: bool,
    /// The file of `--timings`, to which the drawing time of every frame is appended, in milliseconds.
    pub timings: Option<PathBuf>,
}

impl GameOptions {
    /// Creates the default options for a puzzle: the colours of the terminal, the mouse, the clock, no `timings`.
    #[must_use]
    pub fn new(
        catalogue: Arc<dyn Catalogue>,
        number: usize,
        puzzle: Arc<dyn Playable>,
        instead: Option<String>,
    ) -> GameOptions {
        GameOptions {
            catalogue,
            number,
            puzzle,
            instead,
            reads_input: true,
            memory: usize::MAX,
            color: ColorChoice::Auto,
            palette: None,
            ascii: false,
            mouse: true,
            preferences: Preferences::default(),
            settings: Vec::new(),
            keymap: Keymap::default(),
            assist: None,
            marks: None,
            is_plain: false,
            shows_menu: false,
            has_clock: true,
            timings: None,
        }
    }
}

/// The program around the game: it stores games, settings and statistics, and opens puzzles.
///
/// The event loop calls the methods between two frames, so a method that may take longer must work on another thread.
pub trait Host {
    /// Stores the help level for the next game. `is_by_size` is [`Catalogue::is_by_size`].
    fn remember(&mut self, assist: Assist, is_by_size: bool);

    /// Stores the palette for the next game.
    fn remember_palette(&mut self, palette: Palette);

    /// Stores for the next game whether the clock is on.
    fn remember_clock(&mut self, is_on: bool);

    /// Stores the value of a [`Setting`] of [`GameOptions::settings`].
    ///
    /// # Errors
    ///
    /// The reason why the setting was not stored, without a full stop.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Box<dyn Error>>;

    /// Returns `true` if the game has a menu.
    fn has_menu(&self) -> bool;

    /// Determines the choices of the menu; empty without a menu.
    fn menu(&mut self) -> Vec<MenuChoice>;

    /// Begins to make the thumbnails of the menu on another thread, unless they are made already.
    fn draw_menu(&mut self) {}

    /// Returns the choices of the menu if a thumbnail was made since the last call; `None` otherwise.
    fn changed_menu(&mut self) -> Option<Vec<MenuChoice>> {
        None
    }

    /// Deletes the saved game with the name in [`MenuChoice::saved`].
    ///
    /// # Errors
    ///
    /// The reason why the game was not deleted, without a full stop.
    fn delete(&mut self, name: &str) -> Result<(), Box<dyn Error>>;

    /// Renames the saved game whose [`MenuChoice::saved`] is `saved`: the menu then shows `title`. An empty `title`
    /// stands for the name of the game's puzzle.
    ///
    /// # Errors
    ///
    /// The reason why the game was not renamed, without a full stop.
    fn rename(&mut self, saved: &str, title: &str) -> Result<(), Box<dyn Error>>;

    /// Restores the saved game that was deleted last.
    ///
    /// # Errors
    ///
    /// The reason why no game was restored, without a full stop.
    fn restore(&mut self) -> Result<(), Box<dyn Error>>;

    /// Opens the puzzle of a choice of the menu. `number` is the number in
    /// [`MenuTarget::Opens`](game::MenuTarget::Opens), from the choices that were returned last.
    ///
    /// # Errors
    ///
    /// The reason why the choice can't be played. It completes the sentence `The puzzle can't be played: ...`, so it has
    /// no full stop.
    fn open(&mut self, number: usize) -> Result<OpenedCatalogue, Box<dyn Error>>;

    /// Opens the puzzle that `text` describes in full, or names by an ID.
    ///
    /// # Errors
    ///
    /// The text is not a puzzle. The error is `Some` with the reason if the text resembles an ID, and `None` otherwise.
    /// The reason completes the sentence `Can't read this as a puzzle: ...`, so it has no full stop.
    fn read(&mut self, text: &str) -> Result<OpenedCatalogue, Option<Box<dyn Error>>>;

    /// Writes `text` to the file that the player has named. An existing file is replaced only if `overwrites`.
    ///
    /// # Errors
    ///
    /// The reason why the file was not written. It completes the sentence `Not written: ...`, so it has no full stop.
    fn write(&mut self, file: &str, text: &str, overwrites: bool) -> Result<(), Box<dyn Error>>;

    /// Saves a game, in place of its earlier state.
    fn keep(&mut self, save: Save);

    /// Adds a solved puzzle to the statistics.
    fn record(&mut self, solve: &Solve);

    /// Returns the statistics of all solved puzzles.
    fn statistics(&self) -> PlayStatistics;

    /// Returns the present day, in days since 1 January 1970; `None` if it is unknown.
    fn today(&self) -> Option<i32> {
        None
    }

    /// Removes and returns the error of an earlier [`keep`](Host::keep) or [`record`](Host::record), as a sentence;
    /// `None` if there was none.
    fn trouble(&mut self) -> Option<String>;

    /// Blocks until all games that [`keep`](Host::keep) received are written.
    fn finish(&mut self);
}

/// An error of [`run`](crate::run::run), which prevents or ends a game.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The input or output is not a terminal, or not a terminal that can show the game.
    #[error("the game needs a terminal, but {obstacle}{advice}")]
    NoTerminal {
        /// The reason, which completes `the game needs a terminal, but ...`.
        obstacle: &'static str,
        /// The end of the message: a command that needs no terminal, such as `: "nqueens guide 8" prints the board
        /// instead`.
        advice: String,
    },
    /// The puzzle was read from the standard input, but the plain game must read its commands there.
    #[error(
        "the puzzle was read from the standard input, where the commands come from: give the puzzle's file instead"
    )]
    NoInput,
    /// The reason why the first puzzle could not be loaded, as a sentence.
    #[error("{0}")]
    Load(String),
    /// A failure to read from or write to the terminal.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
    /// A failure to open the log of [`GameOptions::timings`].
    #[error("the file for the timings can't be opened: {0}")]
    Timings(#[source] io::Error),
}

/// The outcome of a game that ended without an error.
pub(crate) struct GameEnd {
    /// The signal that ended the game; `None` if the player quit.
    pub(crate) signal: Option<Ending>,
    /// The text that the player copied last. It is printed, since the terminal may have no clipboard.
    pub(crate) copied: Option<String>,
    /// The error of the last save, if any.
    pub(crate) trouble: Option<String>,
}
