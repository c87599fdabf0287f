//! The screens of the game. [`Mode`] tells them apart for the game and its faces (user interfaces).
//!
//! Each screen keeps its state, steps and sentences in a file: `why`, `clash`, `browse`, `diagram` and `result`; `menu`
//! has the pages. `scene` draws a screen's marks on the board.

use bdd_core::Sampler;
use puzzle_core::{Marks, Move};
use puzzle_kind::{Cell, Playable};

use crate::action::Action;
use crate::board::{GameBoard, Side};
use crate::browse::BrowseScreen;
use crate::clash::ClashScreen;
use crate::diagram::DiagramScreen;
use crate::menu::Page;
use crate::notice::NOTHING_TO_REPAIR;
use crate::result::ResultScreen;
use crate::screen_step::ScreenStep;
use crate::screen_text::ScreenText;
use crate::why::WhyScreen;

/// The screen shown, [`Mode::Play`] by default.
#[derive(Debug, Default)]
pub enum Mode {
    /// No screen besides the board: the player makes moves.
    #[default]
    Play,
    /// The steps of an explanation or a deduction.
    Why(Box<WhyScreen>),
    /// The clashes of a placed or given variable.
    Clash(Box<ClashScreen>),
    /// The remaining solutions, one at a time ([`Action::Browse`]).
    Browse(Box<BrowseScreen>),
    /// The diagram of the remaining solutions ([`Action::Diagram`]).
    Diagram(Box<DiagramScreen>),
    /// The result of a solved puzzle, and its replay ([`Action::Replay`]).
    Result(Box<ResultScreen>),
    /// A page that covers the board.
    Page(Page),
}

/// The context that decides the command of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyContext {
    /// The board, and the help, which scrolls with the keys that move the cursor on the board.
    Board,
    /// An explanation, or clashes: [`Mode::Why`] and [`Mode::Clash`].
    Why,
    /// The solutions: [`Mode::Browse`].
    Browse,
    /// The diagram: [`Mode::Diagram`].
    Diagram,
    /// The result: [`Mode::Result`]. Keys without a meaning there have the same meaning as on the board.
    Result,
    /// A page: [`Mode::Page`].
    Page,
    /// Every context: the keys apply on all screens.
    Anywhere,
}

impl KeyContext {
    /// Returns the heading on the help screen.
    pub(crate) fn title(self) -> &'static str {
        match self {
            KeyContext::Board => "On the board",
            KeyContext::Why => "In an explanation",
            KeyContext::Browse => "Among the solutions",
            KeyContext::Diagram => "At the diagram",
            KeyContext::Result => "After the solution",
            KeyContext::Page => "In the menu",
            KeyContext::Anywhere => "Everywhere",
        }
    }
}

impl Mode {
    /// Returns the context whose keys apply, besides [`KeyContext::Anywhere`].
    #[must_use]
    pub fn key_context(&self) -> KeyContext {
        match self {
            Mode::Play => KeyContext::Board,
            Mode::Why(_) | Mode::Clash(_) => KeyContext::Why,
            Mode::Browse(_) => KeyContext::Browse,
            Mode::Diagram(_) => KeyContext::Diagram,
            Mode::Result(_) => KeyContext::Result,
            Mode::Page(_) => KeyContext::Page,
        }
    }

    /// Returns the name of the screen in one word, such as `browse`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Mode::Play => "play",
            Mode::Why(_) => "why",
            Mode::Clash(_) => "clash",
            Mode::Browse(_) => "browse",
            Mode::Diagram(_) => "diagram",
            Mode::Result(_) => "result",
            Mode::Page(Page::Paused) => "paused",
            Mode::Page(Page::Technique(_)) => "technique",
            Mode::Page(Page::Statistics) => "statistics",
            Mode::Page(Page::Found(_)) => "found",
            Mode::Page(Page::Rules(_)) => "rules",
            Mode::Page(Page::Settings(_)) => "settings",
            Mode::Page(Page::Menu(_)) => "menu",
        }
    }

    /// Returns `true` if the board shows the statuses of all variables, and `false` if it shows only the subject of the
    /// screen.
    pub(crate) fn shows_statuses(&self) -> bool {
        matches!(self, Mode::Play | Mode::Diagram(_) | Mode::Result(_))
    }

    /// Returns `true` if the screen itself reveals solutions, at any help level.
    pub(crate) fn tells_solutions(&self) -> bool {
        matches!(self, Mode::Browse(_) | Mode::Diagram(_))
    }

    /// Returns the number of the step or clash shown, counted from 1, and the number of steps or clashes; `None` on
    /// screens other than [`Mode::Why`] and [`Mode::Clash`].
    #[must_use]
    pub fn progress(&self) -> Option<(usize, usize)> {
        match self {
            Mode::Why(screen) => Some(screen.progress()),
            Mode::Clash(screen) => Some(screen.progress()),
            _ => None,
        }
    }

    /// Returns the text beside the board; `None` in [`Mode::Play`] and [`Mode::Page`].
    #[must_use]
    pub fn describe(&self, puzzle: &dyn Playable) -> Option<ScreenText> {
        match self {
            Mode::Play | Mode::Page(_) => None,
            Mode::Why(screen) => Some(screen.describe(puzzle)),
            Mode::Clash(screen) => Some(screen.describe(puzzle)),
            Mode::Browse(screen) => Some(screen.describe(puzzle)),
            Mode::Diagram(screen) => Some(screen.describe(puzzle)),
            Mode::Result(screen) => Some(screen.describe(puzzle)),
        }
    }

    /// Returns each step of an argument or of clashes as a sentence, with the number of nested cases (alternatives
    /// tried in turn) that contain the step. Empty on other screens.
    #[must_use]
    pub fn steps(&self, puzzle: &dyn Playable) -> Vec<(String, usize)> {
        match self {
            Mode::Why(screen) => screen.steps(puzzle),
            Mode::Clash(screen) => screen.steps(puzzle),
            _ => Vec::new(),
        }
    }

    /// Reads the screen out, for players who do not see the board.
    pub(crate) fn read_out(&self, board: &GameBoard) -> Vec<String> {
        match self {
            Mode::Play | Mode::Page(_) => Vec::new(),
            Mode::Why(screen) => screen.read_out(board.puzzle()),
            Mode::Clash(screen) => screen.steps(board.puzzle()).into_iter().map(|(text, _)| text).collect(),
            Mode::Browse(screen) => screen.read_out(board.puzzle()),
            Mode::Diagram(screen) => screen.read_out(board),
            Mode::Result(screen) => screen.read_out(board.puzzle()),
        }
    }

    /// Goes to another step, clash, solution or node of the screen shown.
    pub(crate) fn step(&mut self, step: ScreenStep, board: &GameBoard, sampler: &mut Sampler) {
        match self {
            Mode::Play | Mode::Page(_) => {}
            Mode::Why(screen) => screen.step(step),
            Mode::Clash(screen) => screen.step(step),
            Mode::Browse(screen) => screen.step(step, sampler),
            Mode::Diagram(screen) => screen.step(step),
            Mode::Result(screen) => screen.step(step, board),
        }
    }

    /// Returns `Some(true)` if `action` is possible now, and `Some(false)` if it is not; `None` if the screen does not
    /// have the action.
    pub(crate) fn offers(&self, action: Action) -> Option<bool> {
        match self {
            Mode::Play | Mode::Page(_) => None,
            Mode::Why(screen) => screen.offers(action),
            Mode::Clash(screen) => screen.offers(action),
            Mode::Browse(_) => Some(true),
            Mode::Diagram(screen) => screen.offers(action),
            Mode::Result(screen) => screen.offers(action),
        }
    }

    /// Returns the label of the button for `action` if it depends on this screen. Returns `None` if the button has its
    /// fixed label from the table of commands.
    pub(crate) fn label(&self, action: Action) -> Option<&'static str> {
        match (self, action) {
            (Mode::Clash(_), Action::Repair) => Some("Remove it"),
            (Mode::Diagram(screen), Action::Conjunction) => screen.conjunction_label(),
            _ => None,
        }
    }

    /// Returns the moves that repair the position, or the reason why there are none; `None` on screens other than
    /// [`Mode::Why`] and [`Mode::Clash`].
    pub(crate) fn repair(&self, board: &GameBoard, marks: &Marks) -> Option<Result<Vec<Move>, &'static str>> {
        match self {
            Mode::Play | Mode::Browse(_) | Mode::Diagram(_) | Mode::Result(_) | Mode::Page(_) => None,
            Mode::Why(screen) => Some(screen.repair()),
            Mode::Clash(screen) => {
                let made = screen.repair(board.puzzle(), marks);
                Some(made.map(|made| vec![made]).ok_or(NOTHING_TO_REPAIR))
            }
        }
    }

    /// Returns the cell that must stay visible if the board does not fit on the screen.
    pub(crate) fn focus(&self, board: &GameBoard, cursor: Cell) -> Cell {
        match self {
            Mode::Play | Mode::Browse(_) | Mode::Diagram(_) | Mode::Result(_) | Mode::Page(_) => cursor,
            Mode::Why(screen) => screen.focus(board),
            Mode::Clash(screen) => board.puzzle().cell(screen.variable),
        }
    }

    /// Returns the cell to draw a frame around; `None` in [`Mode::Browse`], [`Mode::Result`] and
    /// [`Mode::Page`].
    pub(crate) fn bracketed_cell(&self, board: &GameBoard, cursor: Cell) -> Option<Cell> {
        match self {
            Mode::Play | Mode::Diagram(_) => Some(cursor),
            Mode::Why(screen) => Some(board.puzzle().cell(screen.argument.subject())),
            Mode::Clash(screen) => Some(board.puzzle().cell(screen.variable)),
            Mode::Browse(_) | Mode::Result(_) | Mode::Page(_) => None,
        }
    }

    /// Returns the row or column that the argument or clash shown is about. Returns `None` if there is no such row or
    /// column, as for a diagonal, and on other screens.
    pub(crate) fn pointed_side(&self, board: &GameBoard) -> Option<Side> {
        match self {
            Mode::Why(screen) => board.side(screen.frame()?.line()?),
            Mode::Clash(screen) => screen.side(board),
            _ => None,
        }
    }

    /// Returns the diagram screen in [`Mode::Diagram`]; `None` on other screens.
    pub(crate) fn diagram(&mut self) -> Option<&mut DiagramScreen> {
        if let Mode::Diagram(screen) = self { Some(screen) } else { None }
    }
}
