//! The game in the terminal, from the outside.

use std::env;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use nqueens_guide::{Library, LoadError, Size};
use signal_hook::low_level::emulate_default_handler;

use crate::app::{self, End};
use crate::assist::Assist;
use crate::model::Model;
use crate::terminal;
use crate::theme::Theme;

/// Whether to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// As the terminal can and NO_COLOR says.
    #[default]
    Auto,
    /// Also if NO_COLOR is set.
    Always,
    /// None at all.
    Never,
}

/// What to play, and how.
#[derive(Clone, Debug)]
pub struct GameOptions {
    /// The size of the first board.
    pub size: Size,
    /// Where diagrams come from.
    pub library: Library,
    /// Whether to use colours.
    pub color: ColorChoice,
    /// The level of help to begin with; `None` for the one that was chosen last.
    pub assist: Option<Assist>,
    /// The file in which the level of help is remembered; it need not exist.
    pub settings: Option<PathBuf>,
    /// A file to append the time of every frame to, in milliseconds.
    pub timings: Option<PathBuf>,
}

impl GameOptions {
    /// A game as most want it: colours as the terminal can, nothing remembered, no log.
    #[must_use]
    pub fn new(size: Size, library: Library) -> GameOptions {
        GameOptions { size, library, color: ColorChoice::default(), assist: None, settings: None, timings: None }
    }
}

/// Why there was no game, or no more.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// Input or output is no terminal that can show the game.
    #[error("the game needs a terminal, but {obstacle}: `nqueens guide {size}` prints the board instead")]
    NoTerminal {
        /// What is in the way.
        obstacle: String,
        /// The size of the board that was to be played on.
        size: Size,
    },
    /// The board is too large to be played on.
    #[error("a board of {0} is too large for the game, whose guide knows all solutions: choose a size from 1 to {max}", max = Model::LARGEST)]
    TooLarge(Size),
    /// The first board could not be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The terminal could not be talked to.
    #[error("the terminal failed: {0}")]
    Terminal(#[source] io::Error),
    /// The log of timings could not be opened.
    #[error("the file for the timings can't be opened: {0}")]
    Timings(#[source] io::Error),
}

/// Plays until the player quits. The terminal is as before afterwards, however the game ends. If a signal ends it,
/// this does not return: the process ends by that signal.
///
/// # Errors
///
/// [`GameError`] if the game can't begin, or the terminal is lost.
pub fn run(options: GameOptions) -> Result<(), GameError> {
    let began = Instant::now();
    let size = options.size;
    // TERM may be anything, or not even text.
    let variable = |name: &str| env::var(name).ok();
    terminal::check(variable("TERM").as_deref()).map_err(|obstacle| GameError::NoTerminal { obstacle, size })?;
    if size.get() > Model::LARGEST {
        return Err(GameError::TooLarge(size));
    }
    let color = options.color;
    if color == ColorChoice::Always {
        crossterm::style::force_color_output(true);
    }
    let theme = Theme::from_env(color, variable);
    match app::play(options, theme, began)? {
        End::Quit => Ok(()),
        End::Signal(signal) => emulate_default_handler(signal).map_err(GameError::Terminal),
    }
}
