//! All that the screen is drawn from.

use nqueens_guide::{Dice, Guide, Hint, Move, Refusal, Size, Square};

use crate::assist::Assist;
use crate::browse::BrowseScreen;
use crate::theme::Theme;
use crate::turns::Turns;
use crate::why::WhyScreen;

/// The state of the game and of the screen. Only [`crate::update::update`] changes it.
#[derive(Debug)]
pub struct Model {
    /// The game, once its diagram is there.
    pub game: Option<Turns>,
    /// The load under way.
    pub loading: Option<Loading>,
    /// The ticket of what is being worked out. Until its answer is there, the game stands still.
    pub working: Option<u64>,
    /// The number of loads and works begun; tells their messages apart.
    pub(crate) tickets: u64,
    /// The size of the board shown: the session's, or that of the first load.
    pub size: Size,
    /// Where the cursor is; always on the board.
    pub cursor: Square,
    /// The file and the rank of the square shown at the lower left, on a terminal too small for the board.
    pub origin: (usize, usize),
    /// The outcome of what the player did last; `None` after moving the cursor.
    pub notice: Option<Notice>,
    /// What the screen is for at the moment.
    pub mode: Mode,
    /// How much the program tells and does by itself.
    pub assist: Assist,
    /// Whether the counts are to stand on the board, if the level of help allows it.
    pub counts_shown: bool,
    /// Whether the heat is to stand on the board, if the level of help allows it.
    pub heat_shown: bool,
    /// The hint for this placement, as far as it was given.
    pub hint: Option<GivenHint>,
    /// How many hints were given in this game, each grade being one.
    pub hints: usize,
    /// How many lines of the help are scrolled past; `None` while it is hidden.
    pub help: Option<u16>,
    /// What was typed of the square or the number to go to; `None` while none is being typed.
    pub entry: Option<String>,
    /// For random solutions.
    pub dice: Dice,
    /// How things look.
    pub theme: Theme,
    /// Columns and rows of the terminal.
    pub screen: (u16, u16),
}

/// What the screen is for.
#[derive(Clone, Debug)]
pub enum Mode {
    /// To play.
    Play,
    /// To step through an explanation.
    Why(Box<WhyScreen>),
    /// To leaf through the solutions that are left.
    Browse(Box<BrowseScreen>),
}

/// A hint, and how much of it was given.
#[derive(Clone, Debug)]
pub struct GivenHint {
    /// The whole hint.
    pub hint: Box<Hint>,
    /// How much of it was given.
    pub grade: Grade,
}

/// How much of a hint was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Where to look.
    Look,
    /// The move as well.
    Play,
    /// And why.
    Why,
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
    /// A turn was made, and what it forced was played with it.
    AndForced(Box<Notice>, Vec<Move>),
    /// A turn was taken back.
    Undone(Vec<Move>),
    /// A turn was made again.
    Redone(Vec<Move>),
    /// These were taken away, so that the square is as wished.
    Repaired(Vec<Move>),
    /// The solution with this number, as it is shown, was taken over.
    Adopted(String),
    /// Whether the placement has a completion.
    Verified(bool),
    /// So many turns were taken back, to where there was a completion.
    WentBack(usize),
    /// There is a completion: no need to go back.
    StillSolvable,
    /// There never was a completion.
    NeverSolvable,
    /// A level of help is on.
    Assist(Assist),
    /// Counts and heat are not for this level of help.
    NotAtThisLevel,
    /// Nothing rules the square out, or a queen stands there: there is nothing to explain, for this reason.
    NothingToExplain(String),
    /// The rules alone have it so: there is nothing to take away.
    NothingToRepair,
    /// There is nothing to hint at.
    NoHint,
    /// No solution is left to be shown.
    NothingToBrowse,
    /// There is no solution with the typed number.
    NoSuchSolution(String),
    /// The work was broken off.
    WorkCancelled,
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
        !matches!(
            self,
            Notice::NewGame(_)
                | Notice::Made(_)
                | Notice::AndForced(..)
                | Notice::Undone(_)
                | Notice::Redone(_)
                | Notice::Repaired(_)
                | Notice::Adopted(_)
                | Notice::Verified(true)
                | Notice::WentBack(_)
                | Notice::StillSolvable
                | Notice::Assist(_)
                | Notice::NothingToExplain(_)
                | Notice::Theme(_)
        )
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
            game: None,
            loading: None,
            working: None,
            tickets: 0,
            size,
            cursor: first_square(),
            origin: (0, 0),
            notice: None,
            mode: Mode::Play,
            assist: Assist::default(),
            counts_shown: false,
            heat_shown: false,
            hint: None,
            hints: 0,
            help: None,
            entry: None,
            dice: Dice::new(1),
            theme,
            screen,
        }
    }

    /// The guide to the current placement, once there is a game.
    #[must_use]
    pub fn guide(&self) -> Option<&Guide> {
        self.game.as_ref().map(Turns::guide)
    }

    /// The square that has to be in view, on a terminal too small for the board.
    #[must_use]
    pub fn focus(&self) -> Square {
        let Mode::Why(screen) = &self.mode else { return self.cursor };
        let of_frame = screen.frame().and_then(|frame| {
            let on_line = frame.line().and_then(|line| line.squares(self.size).next());
            frame.left().first().copied().or(on_line)
        });
        of_frame.unwrap_or(screen.explanation.square)
    }

    /// Whether all queens stand and the board is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.guide().is_some_and(|guide| guide.placement().is_solution())
    }

    /// Whether counts stand on the board.
    #[must_use]
    pub fn has_counts(&self) -> bool {
        self.counts_shown && self.assist.is_guided()
    }

    /// Whether heat stands on the board.
    #[must_use]
    pub fn has_heat(&self) -> bool {
        self.heat_shown && self.assist.is_guided()
    }

    /// Sets the level of help, and what stands on the board at that level.
    pub(crate) fn set_assist(&mut self, assist: Assist) {
        self.assist = assist;
        self.counts_shown = assist >= Assist::Counts;
        self.heat_shown = self.counts_shown;
    }
}

/// The square a1, which every board has.
pub(crate) fn first_square() -> Square {
    Square::new(0, 0).expect("every board has the square a1")
}
