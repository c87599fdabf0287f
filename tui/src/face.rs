//! The state of the game on the screen: the [`Model`], and the theme, size, scrolling and help.

use game::keys::{Command, Keymap, PaletteEntry};
use game::{Effect, Message, Model};
use puzzle_kind::Cell;

use crate::palette::{CommandPalette, PaletteInput};
use crate::theme::{Palette, Theme};

/// The state of the game and of the screen. [`Face::start`] and [`Face::update`] change it.
///
/// ```
/// use std::sync::Arc;
///
/// use game::{Model, Series};
/// use nqueens_guide::{Queens, Size};
/// use nqueens_tui::{face::Face, run::ColorChoice, theme::Theme, view::view};
/// use ratatui::{Terminal, backend::TestBackend};
///
/// let puzzle = Arc::new(Queens::new(Size::new(4).unwrap()));
/// let model = Model::new(Arc::new(Series::of(Vec::new())), 4, puzzle);
/// let theme = Theme::from_env(ColorChoice::Never, |_| None);
/// let face = Face::new(model, theme, (60, 16));
/// let mut terminal = Terminal::new(TestBackend::new(60, 16)).unwrap();
/// terminal.draw(|frame| view(&face, frame)).unwrap();
/// assert!(terminal.backend().to_string().contains("4 × 4"));
/// ```
#[derive(Debug)]
pub struct Face {
    /// The state of the game.
    pub model: Model,
    pub(crate) theme: Theme,
    /// The key bindings.
    pub keymap: Keymap,
    /// The columns and rows of the terminal, in characters.
    pub screen: (u16, u16),
    /// The cell shown at the upper left. On a board larger than the screen, it need not be the first cell.
    pub(crate) origin: Cell,
    /// `true` to draw cells a single column wide if the board doesn't fit otherwise.
    pub(crate) is_narrow: bool,
    /// The last cell of the mouse drag that is blocking or selecting cells; `None` while there is no drag.
    pub(crate) swept: Option<Cell>,
    /// The first line of the help that is shown; `None` while the help is hidden.
    pub help: Option<u16>,
    /// `true` if the help lists the keys of all screens, and `false` if it lists those of the present screen.
    pub(crate) is_help_whole: bool,
    /// The palette of commands; `None` while it is closed.
    pub palette: Option<CommandPalette>,
}

/// An input of [`Face::update`], from the terminal or from a job.
#[derive(Debug)]
pub enum Input {
    /// The command of a key that was pressed.
    Command(Command),
    /// A message for [`Face::model`].
    Game(Message),
    /// The last letters of the text that is being typed are erased, this number of them.
    Erased(usize),
    /// An input of the open [`Face::palette`].
    Palette(PaletteInput),
    /// The new columns and rows of the terminal, in characters.
    Resized(u16, u16),
}

/// An effect of [`Face::update`] that the event loop carries out.
#[derive(Debug)]
pub enum Outcome {
    /// An [`Effect`] that [`Face::model`] returned, for the program to carry out.
    Game(Effect),
    /// The palette to store for the next game.
    Remember(Palette),
    /// The suspension of the program, as by Ctrl-Z.
    Suspend,
    /// The end of the program.
    Quit,
}

impl Face {
    /// Creates the face of a game that has not begun, for a terminal with the columns and rows `screen`.
    #[must_use]
    pub fn new(mut model: Model, theme: Theme, screen: (u16, u16)) -> Face {
        model.shows_trees = true;
        let origin = model.board().first_cell();
        Face {
            model,
            theme,
            keymap: Keymap::default(),
            screen,
            origin,
            is_narrow: false,
            swept: None,
            help: None,
            is_help_whole: false,
            palette: None,
        }
    }

    /// Returns the commands that match the text of `palette`, the best match first.
    #[must_use]
    pub fn palette_commands(&self, palette: &CommandPalette) -> Vec<PaletteEntry> {
        palette.commands(&self.keymap, &self.model, self.theme)
    }
}
