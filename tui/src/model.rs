//! All that the screen is drawn from.

use nqueens_guide::{Move, Refusal, Session, Size, Square};

use crate::theme::Theme;

/// The state of the game and of the screen. Only [`crate::update::update`] changes it.
#[derive(Debug)]
pub struct Model {
    /// The game, once its diagram is there.
    pub session: Option<Session>,
    /// The load under way.
    pub loading: Option<Loading>,
    /// The number of loads begun; tells their messages apart.
    pub(crate) tickets: u64,
    /// The size of the board shown: the session's, or that of the first load.
    pub size: Size,
    /// Where the cursor is; always on the board.
    pub cursor: Square,
    /// The file and the rank of the square shown at the lower left, on a terminal too small for the board.
    pub origin: (usize, usize),
    /// The outcome of what the player did last; `None` after moving the cursor.
    pub notice: Option<Notice>,
    /// Whether the counts stand on the board.
    pub counts_shown: bool,
    /// How many lines of the help are scrolled past; `None` while it is hidden.
    pub help: Option<u16>,
    /// What was typed of the name of a square to go to; `None` while none is being typed.
    pub entry: Option<String>,
    /// How things look.
    pub theme: Theme,
    /// Columns and rows of the terminal.
    pub screen: (u16, u16),
}

/// A diagram on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loading {
    /// Which load.
    pub ticket: u64,
    /// The size of the board it is for.
    pub size: Size,
    /// How far it is, from 0 to 1.
    pub fraction: f64,
}

/// The outcome of what the player did last, as data; [`crate::words`] has the sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A game has begun.
    NewGame(Size),
    /// A game has begun, although something went wrong with the cache.
    NewGameDespite(Size, String),
    /// A move was made.
    Made(Move),
    /// A move was taken back.
    Undone(Move),
    /// A move was made again.
    Redone(Move),
    /// A queen would be a mistake there.
    Refused(Square, Refusal),
    /// A queen stands on the square to be blocked.
    QueenInTheWay(Square),
    /// Every completion has a queen on the square to be blocked.
    NeedsQueen(Square),
    /// There is no move to take back.
    NothingToUndo,
    /// There is no move to make again.
    NothingToRedo,
    /// The board is empty already.
    NothingToClear,
    /// There is no smaller or larger board to play on.
    NoSuchSize,
    /// The load for this size was broken off.
    Cancelled(Size),
    /// The load failed, for this reason.
    Failed(String),
    /// The typed text is no square of the board, for this reason.
    NoSquare(String),
    /// The theme with this name is on.
    Theme(&'static str),
    /// Nobody could bring the game back.
    CannotSuspend,
    /// There is no board to play on yet.
    NotLoaded,
}

impl Notice {
    /// Whether the player's wish was not fulfilled.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        !matches!(self, Notice::NewGame(_) | Notice::Made(_) | Notice::Undone(_) | Notice::Redone(_) | Notice::Theme(_))
    }
}

impl Model {
    /// The largest board that can be played: the largest whose diagram of all solutions fits a computer's memory.
    pub const LARGEST: usize = 15;

    /// The state before anything has happened: no game, no load.
    ///
    /// `screen` is the terminal's columns and rows.
    #[must_use]
    pub fn new(size: Size, theme: Theme, screen: (u16, u16)) -> Model {
        Model {
            session: None,
            loading: None,
            tickets: 0,
            size,
            cursor: first_square(),
            origin: (0, 0),
            notice: None,
            counts_shown: false,
            help: None,
            entry: None,
            theme,
            screen,
        }
    }

    /// Whether all queens stand and the board is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.placement().is_solution())
    }
}

/// The square a1, which every board has.
pub(crate) fn first_square() -> Square {
    Square::new(0, 0).expect("every board has the square a1")
}
