//! The state of the screen: the model of the game, and the theme, size, scrolling and help of this face.

use game::keys::{Command, Keymap};
use game::{Effect, Message, Model};
use puzzle_kind::Cell;

use crate::theme::{Palette, Theme};

/// The state of the game and of the screen. Only [`Face::start`] and [`Face::update`] change it.
#[derive(Debug)]
pub struct Face {
    /// The game.
    pub model: Model,
    /// How things look.
    pub(crate) theme: Theme,
    /// The keys in use.
    pub keymap: Keymap,
    /// Columns and rows of the terminal.
    pub screen: (u16, u16),
    /// The cell shown at the upper left, on a terminal too small for the board.
    pub(crate) origin: Cell,
    /// Whether cells take a single column where the board does not fit, so that more of it is shown.
    pub(crate) is_narrow: bool,
    /// The cell that the pointer was drawn to last, while it marks what it is drawn over.
    pub(crate) swept: Option<Cell>,
    /// How many lines of the help are scrolled past; `None` while it is hidden.
    pub help: Option<u16>,
}

/// Something that happened to the terminal or to the game.
#[derive(Debug)]
pub enum Input {
    /// A key asks for something.
    Command(Command),
    /// Something happened to the game.
    Game(Message),
    /// The terminal now has this many columns and rows.
    Resized(u16, u16),
}

/// What is to be done outside of the face.
#[derive(Debug)]
pub enum Outcome {
    /// What the game wants done.
    Game(Effect),
    /// Remember this palette for the next game.
    Remember(Palette),
    /// Stop the program and return to the shell.
    Suspend,
    /// End the program.
    Quit,
}

impl Face {
    /// The face of a game that has not begun; `screen` is the terminal's columns and rows.
    #[must_use]
    pub fn new(model: Model, theme: Theme, screen: (u16, u16)) -> Face {
        let origin = model.board().first_cell();
        Face { model, theme, keymap: Keymap::default(), screen, origin, is_narrow: false, swept: None, help: None }
    }
}
