//! Pages that cover the board, and the choice of another catalogue.

use std::sync::Arc;
use std::time::Duration;

use puzzle_core::Marks;
use puzzle_kind::{Cell, Playable};

use crate::action::Action;
use crate::assist::Assist;
use crate::board::GameBoard;
use crate::catalogue::Catalogue;
use crate::words::TechniqueText;

/// A page that covers the board.
#[derive(Clone, Copy, Debug)]
pub enum Page {
    /// A pause: the board is hidden and the clock stands still.
    Paused,
    /// The technique of a hint or argument, with an example.
    Technique(&'static TechniqueText),
    /// The statistics of solved puzzles; see [`PlayStatistics`](crate::PlayStatistics).
    Statistics,
    /// The pictures of the found solutions, with the index of the selected picture among those of all
    /// [`Model::found_boards`](crate::Model::found_boards).
    Found(usize),
    /// The rules of the puzzle, with the index of the selected rule. The page lists the sets of cells to which the
    /// selected rule applies.
    Rules(usize),
    /// The settings, with the selected index of [`Model::options`](crate::Model::options).
    Settings(usize),
    /// The menu, with the selected index of [`Model::listed_choices`](crate::Model::listed_choices).
    Menu(usize),
}

/// A catalogue that the face (user interface) has opened, from the menu or for a pasted text; for
/// [`Message::Opened`](crate::Message::Opened).
#[derive(Debug)]
pub struct OpenedCatalogue {
    /// The catalogue of the puzzles to play.
    pub catalogue: Arc<dyn Catalogue>,
    /// The number in `catalogue` of the puzzle to start with.
    pub number: usize,
    /// The puzzle to start with, or the [outline](puzzle_kind::Generator::outline) of a puzzle that is still to be
    /// generated.
    pub puzzle: Arc<dyn Playable>,
    /// The help level of the new game.
    pub assist: Assist,
    /// `true` if the game starts with the lesson.
    pub is_lesson: bool,
}

/// The number of days on a row of a [`MenuTarget::Calendar`].
pub const WEEK: usize = 7;

/// A choice of the menu.
///
/// ```
/// use game::{MenuChoice, MenuTarget};
///
/// let sizes = (4..7).map(|size| MenuChoice::new(format!("{size} x {size}"), MenuTarget::Opens(size))).collect();
/// let queens = MenuChoice::new("Queens", MenuTarget::Lists(sizes)).in_section("New game").with_detail("4 to 6");
/// assert_eq!((queens.label.as_str(), queens.section.as_str()), ("Queens", "New game"));
/// ```
#[derive(Clone, Debug)]
pub struct MenuChoice {
    /// The heading above this choice and its neighbours with the same heading; empty for no heading.
    pub section: String,
    /// The text of the choice, as the menu shows it.
    pub label: String,
    /// A short remark beside the label, such as the state of a game; may be empty.
    pub detail: String,
    /// A small picture of the puzzle; `None` if there is no picture, or if the puzzle is not made yet.
    pub thumbnail: Option<Thumbnail>,
    /// The effect of the choice.
    pub target: MenuTarget,
    /// The progress of the game that the choice opens; `None` for choices that open no game, or a new one. A day of a
    /// [`MenuTarget::Calendar`] has the progress of its puzzles: [`GameProgress::Solved`] once one of them is solved.
    pub progress: Option<GameProgress>,
    /// `true` if the game was solved without help.
    pub is_solved_alone: bool,
    /// The shortest time in which the game was solved, zero without a clock; `None` for other choices.
    pub solved_in: Option<Duration>,
    /// `true` for a daily puzzle of today.
    pub is_daily: bool,
    /// `true` for a lesson. The lessons are the choices of one list, in the order in which to take them.
    pub is_lesson: bool,
    /// `true` if the choice leads nowhere at present, as to continue a game if there is none. The choice remains, so
    /// that the keys of the others stay the same; faces show it in a quiet colour.
    pub is_idle: bool,
    /// `true` if the choice is selected when the list that contains it opens, such as the size chosen last, or the
    /// usual size.
    pub is_preferred: bool,
    /// The name of the saved game that the choice stands for, by which [`Effect::Delete`](crate::Effect::Delete)
    /// deletes it; `None` for other choices.
    pub saved: Option<String>,
}

/// The progress of a game in a list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameProgress {
    /// The game was not opened.
    New,
    /// The game was opened, but not solved.
    Begun,
    /// The game was solved.
    Solved,
}

/// The effect of a [`MenuChoice`].
#[derive(Clone, Debug)]
pub enum MenuTarget {
    /// Opens a puzzle by [`Effect::Open`](crate::Effect::Open) with this number.
    Opens(usize),
    /// Leads to these further choices, one below the other.
    Lists(Vec<MenuChoice>),
    /// Leads to these further choices, the days of a calendar, on rows of [`WEEK`] days that begin on Mondays. Their
    /// labels are dates such as `1 November 2026`, and their [`MenuChoice::progress`] is set.
    Calendar(Vec<MenuChoice>),
    /// Performs an action, such as [`Action::Statistics`].
    Acts(Action),
}

impl MenuChoice {
    /// Creates a choice without section, detail and thumbnail.
    #[must_use]
    pub fn new(label: impl Into<String>, target: MenuTarget) -> MenuChoice {
        MenuChoice {
            section: String::new(),
            label: label.into(),
            detail: String::new(),
            thumbnail: None,
            target,
            progress: None,
            is_solved_alone: false,
            solved_in: None,
            is_daily: false,
            is_lesson: false,
            is_idle: false,
            is_preferred: false,
            saved: None,
        }
    }

    /// Sets the heading above the choice.
    #[must_use]
    pub fn in_section(self, section: impl Into<String>) -> MenuChoice {
        MenuChoice { section: section.into(), ..self }
    }

    /// Sets the short remark beside the label.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> MenuChoice {
        MenuChoice { detail: detail.into(), ..self }
    }

    /// Sets whether the choice is selected when the list that contains it opens.
    #[must_use]
    pub fn preferred(self, is_preferred: bool) -> MenuChoice {
        MenuChoice { is_preferred, ..self }
    }

    /// Sets the progress of the game.
    #[must_use]
    pub fn with_progress(self, progress: GameProgress) -> MenuChoice {
        MenuChoice { progress: Some(progress), ..self }
    }

    /// Sets the name of the saved game.
    #[must_use]
    pub fn of_saved(self, name: String) -> MenuChoice {
        MenuChoice { saved: Some(name), ..self }
    }

    /// Sets whether the choice leads nowhere at present.
    #[must_use]
    pub fn idle(self, is_idle: bool) -> MenuChoice {
        MenuChoice { is_idle, ..self }
    }

    /// Sets the small picture of the puzzle; `None` for no picture.
    #[must_use]
    pub fn with_thumbnail(self, thumbnail: Option<Thumbnail>) -> MenuChoice {
        MenuChoice { thumbnail, ..self }
    }
}

/// A small picture of a puzzle: the region and the value or piece of every cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thumbnail {
    /// The number of columns, at least 1.
    pub columns: usize,
    /// The cells of the picture, row by row.
    pub cells: Vec<ThumbnailCell>,
    /// `true` if the cells of the puzzle have values, so that its regions have no colours.
    pub has_values: bool,
}

/// A cell of a [`Thumbnail`], a small picture of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThumbnailCell {
    /// The number of the region; `None` in a puzzle without regions.
    pub region: Option<usize>,
    /// The symbol of the given or placed value or piece; `None` for an empty cell.
    pub symbol: Option<char>,
    /// `true` for a square that is blocked from the beginning.
    pub is_closed: bool,
}

impl Thumbnail {
    /// Creates the picture of an empty board without regions. `columns` and `rows` are at least 1.
    #[must_use]
    pub fn empty(columns: usize, rows: usize) -> Thumbnail {
        let cells = vec![ThumbnailCell::default(); columns * rows];
        Thumbnail { columns, cells, has_values: false }
    }

    /// Creates the picture of an empty board with `side` regions. Each cell belongs to the region of the nearest of
    /// `side` centres, one in each row and column, and a knight's move apart where possible.
    #[must_use]
    pub fn of_regions(side: usize) -> Thumbnail {
        let centre = |row: usize| (row, if 2 * row + 1 < side { 2 * row + 1 } else { 2 * row + 1 - (side | 1) });
        let cell = |index: usize| {
            let (row, column) = (index / side, index % side);
            let distance = |of: &usize| {
                let (of_row, of_column) = centre(*of);
                row.abs_diff(of_row).pow(2) + column.abs_diff(of_column).pow(2)
            };
            ThumbnailCell { region: (0..side).min_by_key(distance), ..ThumbnailCell::default() }
        };
        Thumbnail { columns: side.max(1), cells: (0..side * side).map(cell).collect(), has_values: false }
    }

    /// Creates the picture of a Sudoku grid with blocks of `rows` rows and `columns` columns, both at least 1. The grid
    /// has as many blocks as a block has cells, and each block has one value, another one in each block.
    #[must_use]
    pub fn of_blocks(rows: usize, columns: usize) -> Thumbnail {
        let side = rows * columns;
        let block = |index: usize| (index / side / rows) * rows + index % side / columns;
        let cell = |index: usize| {
            let (row, column, block) = (index / side, index % side, block(index));
            let has_value = (row % rows, column % columns) == (block / columns, block % columns);
            let value = ('1'..='9').chain('A'..='Z').nth(block).filter(|_| has_value);
            ThumbnailCell { region: Some(block), symbol: value, is_closed: false }
        };
        Thumbnail { columns: side, cells: (0..side * side).map(cell).collect(), has_values: true }
    }

    /// Draws the givens, the regions and the blocked squares of `puzzle`.
    #[must_use]
    pub fn of(puzzle: &Arc<dyn Playable>) -> Thumbnail {
        Thumbnail::with(puzzle, &Marks::default())
    }

    /// Draws the regions and the blocked squares of `puzzle`, its givens, and the placed pieces or values of `marks`.
    #[must_use]
    pub fn with(puzzle: &Arc<dyn Playable>, marks: &Marks) -> Thumbnail {
        let board = GameBoard::new(Arc::clone(puzzle));
        let standing = marks.standing(&**puzzle);
        let drawn = |cell: Cell| {
            let mut variables = board.variables(cell).iter();
            let stands = variables.clone().find(|variable| standing.contains(variable));
            let is_closed = !board.has_values()
                && puzzle.clue(cell).is_none()
                && variables.any(|variable| puzzle.closed().binary_search(variable).is_ok());
            let symbol = stands.map(|&variable| puzzle.symbol(variable));
            ThumbnailCell { region: puzzle.region(cell), symbol, is_closed }
        };
        let (columns, rows) = (board.columns(), board.rows());
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column }));
        Thumbnail { columns, cells: cells.map(drawn).collect(), has_values: board.has_values() }
    }
}
