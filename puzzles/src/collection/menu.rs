//! The choices of the menu.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Assist, OpenedCatalogue, Save};
use jiff::civil::Date;
use nqueens_guide::Size;
use puzzle_kind::Kind;
use puzzle_kind::Verb;

use super::{Collection, Daily, Taken, Unplayable, read_by};

/// The size of the n-queens board that the menu offers.
pub(super) const USUAL: usize = 8;
/// The size of the board in the lesson.
const SMALL: usize = 5;

/// A choice in the menu, opened by [`Collection::open`].
#[derive(Clone, Debug)]
pub enum Choice {
    /// The most recently saved game that is not solved, [`Collection::unfinished`].
    Continue,
    /// The daily puzzle of this kind, for today.
    Daily(Daily),
    /// The daily puzzle of another day.
    PastDaily(Daily, Date),
    /// Boards of n-queens, starting at size 8.
    Queens,
    /// New puzzles of this kind.
    New(Arc<dyn Kind>),
    /// New puzzles of a kind with these options.
    NewWith(Arc<dyn Kind>, BTreeMap<String, String>),
    /// Boards of n-queens, starting at this size.
    Board(Size),
    /// This saved game.
    Saved(Box<Save>),
    /// The puzzle with this number, counted from 1, among the puzzles of [`Choice::Files`].
    File(usize),
    /// The puzzle files of the player, then the [`examples`](crate::examples()).
    Files,
    /// The lesson about n-queens, on a small board.
    Learn,
    /// The lesson about queens with regions, on a small board.
    LearnRegions,
    /// The lesson about Sudoku, on a small grid.
    LearnSudoku,
}

/// The kind and the options of new puzzles. The start menu preselects the new puzzles that the player chose last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The name of the kind; `queens` for boards of n-queens.
    pub kind: String,
    /// The options, such as `rating` with the value `hard`.
    pub options: BTreeMap<String, String>,
}

impl Choice {
    /// Returns the text of the menu item, such as `Daily Sudoku`.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Choice::Continue => "Continue".to_owned(),
            Choice::Daily(puzzle) | Choice::PastDaily(puzzle, _) => format!("Daily {}", puzzle.noun()),
            Choice::Queens | Choice::Board(_) => "N-Queens".to_owned(),
            Choice::Saved(_) => "Saved game".to_owned(),
            Choice::File(_) => "Puzzle file".to_owned(),
            Choice::Files => "More puzzles".to_owned(),
            Choice::New(kind) | Choice::NewWith(kind, _) => capital(kind.name()),
            Choice::Learn => "Learn to play".to_owned(),
            Choice::LearnRegions => "Learn regions".to_owned(),
            Choice::LearnSudoku => "Learn Sudoku".to_owned(),
        }
    }
}

impl Choice {
    /// Returns the kind and the options of a choice of new puzzles or boards; `None` for other choices.
    #[must_use]
    pub fn new_game(&self) -> Option<NewGame> {
        match self {
            Choice::NewWith(kind, options) => Some(NewGame { kind: kind.name().to_owned(), options: options.clone() }),
            Choice::Board(size) => {
                let options = BTreeMap::from([("size".to_owned(), size.get().to_string())]);
                Some(NewGame { kind: "queens".to_owned(), options })
            }
            _ => None,
        }
    }
}

impl Collection {
    /// Returns the choices in menu order; [`Choice::Continue`] only if a game is saved.
    ///
    /// ```
    /// let collection = puzzles::Collection::new(nqueens_guide::Library::embedded());
    /// let labels: Vec<String> = collection.choices().iter().map(|choice| choice.label()).collect();
    /// assert_eq!(labels[..3], ["Daily queens", "Daily regions", "Daily Sudoku"]);
    /// assert_eq!(labels.last().unwrap(), "Learn to play");
    /// ```
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let has_latest = self.unfinished().is_some();
        let kinds = self.kinds().iter().filter(|kind| kind.verbs().contains(&Verb::Generate)).cloned();
        let choices = has_latest.then_some(Choice::Continue).into_iter().chain(Daily::ALL.map(Choice::Daily));
        let choices = choices.chain([Choice::Queens]).chain(kinds.map(Choice::New));
        choices.chain([Choice::Files, Choice::Learn]).collect()
    }

    /// Opens the puzzle of one of the program's own texts, without saved games.
    fn text(&self, text: &str) -> Result<Taken, Unplayable> {
        let read = self.kinds().iter().find_map(|kind| read_by(&**kind, text));
        read.ok_or_else(|| Unplayable::new("the text is no puzzle"))
    }

    /// Opens `choice`. [`Choice::Daily`] opens the daily puzzle of `today`.
    ///
    /// `own` are the texts of the player's puzzle files. `assist` returns the help level that the player chose
    /// last. The levels for n-queens boards and for other puzzles are separate: `assist(true)` is the level for
    /// n-queens boards.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if the choice can't be opened.
    pub fn open(
        &self,
        choice: &Choice,
        today: Date,
        own: impl IntoIterator<Item = String>,
        assist: impl Fn(bool) -> Option<Assist>,
    ) -> Result<OpenedCatalogue, Unplayable> {
        let size = |size| Size::new(size).map_err(Unplayable::new);
        let taken = match choice {
            Choice::Continue => {
                let latest = self.unfinished().ok_or_else(|| Unplayable::new("there is no game to continue"))?;
                self.resumed(&latest)?
            }
            Choice::Daily(puzzle) => self.by_recipe(puzzle.recipe(self.kinds(), today)?)?,
            Choice::PastDaily(puzzle, day) => self.by_recipe(puzzle.recipe(self.kinds(), *day)?)?,
            Choice::Queens => self.queens(size(USUAL)?),
            Choice::Files => self.files(own, 1)?,
            Choice::File(number) => self.files(own, *number)?,
            Choice::Saved(save) => self.resumed(save)?,
            Choice::Board(size) => self.queens(*size),
            Choice::NewWith(kind, options) => self.new_puzzles(kind, options.clone(), None)?,
            Choice::New(kind) => self.new_puzzles(kind, BTreeMap::new(), None)?,
            Choice::Learn => return Ok(lesson(self.boards(size(SMALL)?))),
            Choice::LearnRegions => return self.text(REGIONS).map(lesson),
            Choice::LearnSudoku => return self.text(SUDOKU).map(lesson),
        };
        let remembered = assist(taken.catalogue.is_by_size());
        Ok(taken.opened(remembered))
    }
}

/// The board of the lesson about regions.
const REGIONS: &str = "AAAAA\nBAAAA\nCCCCD\nEECCC\nEECCC\n";
/// The grid of the lesson about Sudoku.
const SUDOKU: &str = "12.4..1.2....3.1";

/// Opens a puzzle as a lesson.
fn lesson(taken: Taken) -> OpenedCatalogue {
    OpenedCatalogue { is_lesson: true, ..taken.opened(Some(Assist::Attacks)) }
}

/// Returns the word with a capital first letter.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
