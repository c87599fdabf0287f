//! The options of a game in the terminal, the world around it, and how it ends.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use game::keys::Keymap;
use game::{Assist, Catalogue, Manner, Opened, Save, Solve, Statistics};
use puzzle_core::Marks;
use puzzle_kind::Playable;

use crate::signals::Ending;
use crate::theme::{ColorChoice, Palette};

/// What to play, and how.
#[derive(Clone, Debug)]
pub struct GameOptions {
    /// Where the puzzles come from.
    pub catalogue: Arc<dyn Catalogue>,
    /// The number of the first puzzle in the catalogue.
    pub number: usize,
    /// The first puzzle, or the outline of one that has still to be made, to be shown until the game can begin.
    pub puzzle: Arc<dyn Playable>,
    /// The command that prints the puzzle where there is no terminal, as in `nqueens guide 8`.
    pub instead: String,
    /// Whether the keys come by the standard input; if that has been read for a puzzle, they come from the terminal.
    pub reads_input: bool,
    /// The bytes of memory that the diagram of a puzzle may take.
    pub memory: usize,
    /// Whether to use colours.
    pub color: ColorChoice,
    /// The colours to begin with; `None` for those that suit the terminal, which also has to be able to show them.
    pub palette: Option<Palette>,
    /// Whether to draw with the characters of ASCII alone, whatever the locale says.
    pub ascii: bool,
    /// Whether to listen to the mouse.
    pub mouse: bool,
    /// How the player likes to play.
    pub manner: Manner,
    /// The keys.
    pub keymap: Keymap,
    /// The level of help to begin with; `None` for the one that suits the puzzles.
    pub assist: Option<Assist>,
    /// What the first game is to begin with, if not as it was left.
    pub marks: Option<Marks>,
    /// Whether to play line by line, in sentences, and not on a screen.
    pub is_plain: bool,
    /// Whether to begin with the menu.
    pub shows_menu: bool,
    /// Whether to take time.
    pub has_clock: bool,
    /// A file to append the time of every frame to, in milliseconds.
    pub timings: Option<PathBuf>,
}

impl GameOptions {
    /// A game as most want it: colours as the terminal can, the usual help, no log.
    #[must_use]
    pub fn new(
        catalogue: Arc<dyn Catalogue>,
        number: usize,
        puzzle: Arc<dyn Playable>,
        instead: String,
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
            manner: Manner::default(),
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

/// What the game wants done outside of the terminal. It is asked between two frames: what may take long is for another
/// thread.
pub trait Host {
    /// Remembers a level of help for the next game of a catalogue of boards by size, or of other puzzles.
    fn remember(&mut self, assist: Assist, is_by_size: bool);

    /// Remembers these colours for the next game.
    fn remember_palette(&mut self, palette: Palette);

    /// Remembers for the next game whether to take time.
    fn remember_clock(&mut self, is_on: bool);

    /// What the menu offers, in words.
    fn menu(&self) -> Vec<String>;

    /// Opens the choice of the menu with this number, counted from 0.
    ///
    /// # Errors
    ///
    /// Why that can't be played, as a clause.
    fn open(&mut self, number: usize) -> Result<Opened, Box<dyn Error>>;

    /// The puzzle that a text is, or names.
    ///
    /// # Errors
    ///
    /// That it is none; and why, as a clause, if it is nearly the short name of one.
    fn read(&mut self, text: &str) -> Result<Opened, Option<Box<dyn Error>>>;

    /// Writes a text to a file that the player has named; one that is there is overwritten only if that is wished for.
    ///
    /// # Errors
    ///
    /// Why it was not written, as a clause.
    fn write(&mut self, file: &str, text: &str, overwrites: bool) -> Result<(), Box<dyn Error>>;

    /// Keeps a game, in place of what was kept of it before.
    fn keep(&mut self, save: Save);

    /// Adds to what was solved.
    fn record(&mut self, solve: &Solve);

    /// What was solved so far.
    fn statistics(&self) -> Statistics;

    /// What the player has to be told of what was wished for before, as a sentence; nothing is told twice.
    fn trouble(&mut self) -> Option<String>;

    /// Waits until all is kept that was to be.
    fn finish(&mut self);
}

/// Why there was no game, or no more.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// Input or output is no terminal that can show the game.
    #[error("the game needs a terminal, but {obstacle}: `{instead}` prints the {what} instead")]
    NoTerminal {
        /// What is in the way.
        obstacle: &'static str,
        /// What the puzzle is called.
        what: &'static str,
        /// The command that prints it.
        instead: String,
    },
    /// The puzzle came by the standard input, and so would what the player says.
    #[error("the commands come by the standard input, from which the puzzle was read: give the puzzle's file instead")]
    NoInput,
    /// The first puzzle could not be loaded, for this reason.
    #[error("{0}")]
    Load(String),
    /// The terminal could not be talked to.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
    /// The log of timings could not be opened.
    #[error("the file for the timings can't be opened: {0}")]
    Timings(#[source] io::Error),
}

/// How the game ended.
pub(crate) struct GameEnd {
    /// The signal that ended it; `None` if the player quit.
    pub(crate) signal: Option<Ending>,
    /// What the player copied last, where the terminal may have no clipboard.
    pub(crate) copied: Option<String>,
    /// What is still to be told of keeping the game.
    pub(crate) trouble: Option<String>,
}
