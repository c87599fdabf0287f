//! The choices of the menu.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Assist, OpenedCatalogue};
use jiff::civil::Date;
use nqueens_guide::Size;
use puzzle_kind::Kind;
use puzzle_kind::Verb;

use super::{Collection, Daily, Unplayable};

/// The size of the board that most begin with, and of the one to learn on.
const USUAL: usize = 8;
const SMALL: usize = 4;

/// Something that a menu offers.
#[derive(Clone, Debug)]
pub enum Choice {
    /// The game that was played last.
    Continue,
    /// The puzzle of today.
    Daily(Daily),
    /// Boards of n-queens.
    Queens,
    /// New puzzles of a kind.
    New(Arc<dyn Kind>),
    /// The puzzles that are there as files: the player's own, and the examples.
    Files,
    /// How to play.
    Learn,
}

impl Choice {
    /// What it is called.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Choice::Continue => "Continue".to_owned(),
            Choice::Daily(Daily::Sudoku) => "Daily Sudoku".to_owned(),
            Choice::Daily(puzzle) => format!("Daily {}", puzzle.name()),
            Choice::Queens => "N-Queens".to_owned(),
            Choice::Files => "More puzzles".to_owned(),
            Choice::New(kind) => capital(kind.name()),
            Choice::Learn => "Learn to play".to_owned(),
        }
    }
}

impl Collection {
    /// All that there is to choose from.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let has_latest = self.latest().is_some();
        let kinds = self.kinds().iter().filter(|kind| kind.verbs().contains(&Verb::Generate)).cloned();
        let choices = has_latest.then_some(Choice::Continue).into_iter().chain(Daily::ALL.map(Choice::Daily));
        let choices = choices.chain([Choice::Queens]).chain(kinds.map(Choice::New));
        choices.chain([Choice::Files, Choice::Learn]).collect()
    }

    /// Opens a choice on a day, with the puzzles that the player has as texts, and the help that was chosen last for boards by
    /// size (`true`), or for other puzzles.
    ///
    /// # Errors
    ///
    /// [`Unplayable`] if that can't be played.
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
                let latest = self.latest().ok_or_else(|| Unplayable::new("no game is kept any more"))?;
                self.resumed(&latest)?
            }
            Choice::Daily(puzzle) => self.by_recipe(puzzle.recipe(self.kinds(), today)?)?,
            Choice::Queens => self.queens(size(USUAL)?),
            Choice::Files => self.files(own)?,
            Choice::New(kind) => self.new_puzzles(kind, BTreeMap::new(), None)?,
            Choice::Learn => {
                let opened = self.boards(size(SMALL)?).opened(Some(Assist::Attacks));
                return Ok(OpenedCatalogue { is_lesson: true, ..opened });
            }
        };
        let remembered = assist(taken.catalogue.is_by_size());
        Ok(taken.opened(remembered))
    }
}

/// A word with a capital letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
