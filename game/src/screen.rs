//! The screens of the game: the one place that tells them apart, for the game and its faces.
//!
//! Each screen has a file with its state, its steps and its sentences: `why`, `clash`, `browse`, `diagram`, and `menu` for the
//! pages. `scene` marks on the board what a screen is about.

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
use crate::screen_step::ScreenStep;
use crate::screen_text::ScreenText;
use crate::why::WhyScreen;

/// The screen shown: the board to play on, or something to look at.
#[derive(Debug, Default)]
pub enum Mode {
    /// Playing.
    #[default]
    Play,
    /// Stepping through an explanation.
    Why(Box<WhyScreen>),
    /// Stepping through the clashes of something that stands.
    Clash(Box<ClashScreen>),
    /// Leafing through the solutions that are left.
    Browse(Box<BrowseScreen>),
    /// Looking at the diagram of the solutions that are left.
    Diagram(Box<DiagramScreen>),
    /// Something that covers the board.
    Page(Page),
}

/// Where keys mean what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyContext {
    /// On the board, where the game is played; the help scrolls by the same keys.
    Board,
    /// In an explanation.
    Why,
    /// Among the solutions.
    Browse,
    /// Beside the diagram of the solutions.
    Diagram,
    /// On a page that covers the board.
    Page,
    /// Everywhere.
    Anywhere,
}

impl KeyContext {
    /// All places, in the order of the help screen.
    pub(crate) const ALL: [KeyContext; 6] = [
        KeyContext::Board,
        KeyContext::Why,
        KeyContext::Browse,
        KeyContext::Diagram,
        KeyContext::Page,
        KeyContext::Anywhere,
    ];

    /// The heading on the help screen.
    pub(crate) fn title(self) -> &'static str {
        match self {
            KeyContext::Board => "Keys",
            KeyContext::Why => "In an explanation",
            KeyContext::Browse => "Among the solutions",
            KeyContext::Diagram => "At the diagram",
            KeyContext::Page => "In the menu",
            KeyContext::Anywhere => "Everywhere",
        }
    }
}

impl Mode {
    /// The place whose keys are in use.
    #[must_use]
    pub fn key_context(&self) -> KeyContext {
        match self {
            Mode::Play => KeyContext::Board,
            Mode::Why(_) | Mode::Clash(_) => KeyContext::Why,
            Mode::Browse(_) => KeyContext::Browse,
            Mode::Diagram(_) => KeyContext::Diagram,
            Mode::Page(_) => KeyContext::Page,
        }
    }

    /// The name of the screen, in one word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Mode::Play => "play",
            Mode::Why(_) => "why",
            Mode::Clash(_) => "clash",
            Mode::Browse(_) => "browse",
            Mode::Diagram(_) => "diagram",
            Mode::Page(Page::Paused) => "paused",
            Mode::Page(Page::Statistics) => "statistics",
            Mode::Page(Page::Menu(_)) => "menu",
        }
    }

    /// Whether cells that are taken or not show their statuses, and not only what the screen is about.
    pub(crate) fn shows_statuses(&self) -> bool {
        matches!(self, Mode::Play | Mode::Diagram(_))
    }

    /// Whether the screen tells what only the solutions know.
    pub(crate) fn tells_solutions(&self) -> bool {
        matches!(self, Mode::Browse(_) | Mode::Diagram(_))
    }

    /// The step shown of an argument or of clashes, counted from 1, and the number of steps.
    #[must_use]
    pub fn progress(&self) -> Option<(usize, usize)> {
        match self {
            Mode::Why(screen) => Some(screen.progress()),
            Mode::Clash(screen) => Some(screen.progress()),
            _ => None,
        }
    }

    /// The account of the screen beside the board; `None` where the game is played, and on pages.
    #[must_use]
    pub fn describe(&self, puzzle: &dyn Playable) -> Option<ScreenText> {
        match self {
            Mode::Play | Mode::Page(_) => None,
            Mode::Why(screen) => Some(screen.describe(puzzle)),
            Mode::Clash(screen) => Some(screen.describe(puzzle)),
            Mode::Browse(screen) => Some(screen.describe(puzzle)),
            Mode::Diagram(screen) => Some(screen.describe(puzzle)),
        }
    }

    /// All steps of an argument or of clashes in words, each with the number of cases that it is in; none elsewhere.
    #[must_use]
    pub fn steps(&self, puzzle: &dyn Playable) -> Vec<(String, usize)> {
        match self {
            Mode::Why(screen) => screen.steps(puzzle),
            Mode::Clash(screen) => screen.steps(puzzle),
            _ => Vec::new(),
        }
    }

    /// The screen read out as a whole, for players who do not see the board.
    pub(crate) fn read_out(&self, board: &GameBoard) -> Vec<String> {
        match self {
            Mode::Play | Mode::Page(_) => Vec::new(),
            Mode::Why(screen) => screen.read_out(board.puzzle()),
            Mode::Clash(screen) => screen.steps(board.puzzle()).into_iter().map(|(text, _)| text).collect(),
            Mode::Browse(screen) => screen.read_out(board.puzzle()),
            Mode::Diagram(screen) => screen.read_out(board),
        }
    }

    /// Goes to another step.
    pub(crate) fn step(&mut self, step: ScreenStep, sampler: &mut Sampler) {
        match self {
            Mode::Play | Mode::Page(_) => {}
            Mode::Why(screen) => screen.step(step),
            Mode::Clash(screen) => screen.step(step),
            Mode::Browse(screen) => screen.step(step, sampler),
            Mode::Diagram(screen) => screen.step(step),
        }
    }

    /// Whether an action on what is shown can be carried out now; `None` if the screen has no such action.
    pub(crate) fn offers(&self, action: Action) -> Option<bool> {
        match self {
            Mode::Play | Mode::Page(_) => None,
            Mode::Why(screen) => screen.offers(action),
            Mode::Clash(screen) => screen.offers(action),
            Mode::Browse(_) => Some(true),
            Mode::Diagram(screen) => screen.offers(action),
        }
    }

    /// The text on the button of an action, where the screen has one of its own.
    pub(crate) fn label(&self, action: Action) -> Option<&'static str> {
        match (self, action) {
            (Mode::Clash(_), Action::Repair) => Some("Remove it"),
            (Mode::Diagram(screen), Action::Conjunction) => screen.conjunction_label(),
            _ => None,
        }
    }

    /// The moves that take away what an argument or a clash says has to go; `None` where nothing is argued.
    pub(crate) fn repair(&self, board: &GameBoard, marks: &Marks) -> Option<Result<Vec<Move>, &'static str>> {
        match self {
            Mode::Play | Mode::Browse(_) | Mode::Diagram(_) | Mode::Page(_) => None,
            Mode::Why(screen) => Some(screen.repair()),
            Mode::Clash(screen) => {
                let made = screen.repair(board.puzzle(), marks);
                Some(made.map(|made| vec![made]).ok_or(NOTHING_TO_REPAIR))
            }
        }
    }

    /// The cell that has to be in view, on a screen too small for the board.
    pub(crate) fn focus(&self, board: &GameBoard, cursor: Cell) -> Cell {
        match self {
            Mode::Play | Mode::Browse(_) | Mode::Diagram(_) | Mode::Page(_) => cursor,
            Mode::Why(screen) => screen.focus(board),
            Mode::Clash(screen) => board.puzzle().cell(screen.variable),
        }
    }

    /// The cell that is spoken of, if any.
    pub(crate) fn bracketed_cell(&self, board: &GameBoard, cursor: Cell) -> Option<Cell> {
        match self {
            Mode::Play | Mode::Diagram(_) => Some(cursor),
            Mode::Why(screen) => Some(board.puzzle().cell(screen.argument.subject())),
            Mode::Clash(screen) => Some(board.puzzle().cell(screen.variable)),
            Mode::Browse(_) | Mode::Page(_) => None,
        }
    }

    /// The row or column that an argument or a clash speaks of.
    pub(crate) fn pointed_side(&self, board: &GameBoard) -> Option<Side> {
        match self {
            Mode::Why(screen) => board.side(screen.frame()?.line()?),
            Mode::Clash(screen) => screen.side(board),
            _ => None,
        }
    }

    /// The diagram, if it is shown.
    pub(crate) fn diagram(&mut self) -> Option<&mut DiagramScreen> {
        if let Mode::Diagram(screen) = self { Some(screen) } else { None }
    }
}
