//! Messages: events that change the game.

use std::fmt;
use std::time::Duration;

use puzzle_core::{ExplainError, Variable};
use puzzle_kind::{Cell, OpenError};

use crate::action::Action;
use crate::catalogue::LoadedPuzzle;
use crate::menu::OpenedCatalogue;
use crate::model::{Model, Ticket};
use crate::text_input::Purpose;

/// Something that happened to the game, to be told by [`Model::update`](crate::Model::update).
#[derive(Debug)]
#[non_exhaustive]
pub enum Message {
    /// The player asked for something.
    Act(Action),
    /// The player clicked on a cell, and perhaps on one of its values, to place or remove it.
    ClickPlace(Cell, Option<Variable>),
    /// The player clicked on a cell, and perhaps on one of its values, to block or unblock it.
    ClickBlock(Cell, Option<Variable>),
    /// The player has drawn the pointer from one cell to another, to block all that is empty on the straight way.
    Swept {
        /// Where the pointer was: this cell is left as it is.
        from: Cell,
        /// Where the pointer is.
        to: Cell,
    },
    /// The player pointed at a cell, or named it: the cursor goes there.
    Point(Cell),
    /// The player named a variable, for one of the purposes that values are typed for.
    Named(Variable, Purpose),
    /// A text from elsewhere: names of what is to be placed, a puzzle, or the short name of one. Where something is typed, a
    /// part of that.
    Pasted(String),
    /// A character of what is being typed.
    Typed(char),
    /// The last typed character is to go.
    Erased,
    /// What was typed is complete.
    Entered,
    /// The player chose the puzzle with this number, of those that the present one is of.
    Load(usize),
    /// A load has made progress.
    Progressed {
        /// The ticket of the load.
        ticket: Ticket,
        /// How far the load is, from 0 to 1.
        fraction: f64,
    },
    /// A load has ended.
    Loaded {
        /// The ticket of the load.
        ticket: Ticket,
        /// The new game, or why there is none.
        result: Result<LoadedPuzzle, OpenError>,
    },
    /// What was to be worked out is there.
    Answered {
        /// The ticket of the work.
        ticket: Ticket,
        /// What came out of it.
        answer: Result<ModelChange, ExplainError>,
    },
    /// So much time has passed since the game was last told, or since it began. A face tells of it several times a second:
    /// the game has no clock, and asks to be kept when it hears of the time.
    Elapsed(Duration),
    /// The face is about to end.
    Leaving,
    /// The puzzles that were chosen from the menu.
    Opened(Box<OpenedCatalogue>),
    /// What was pasted is no puzzle; and why, as a clause, if it is nearly the short name of one.
    NotRead(Option<String>),
    /// The face of the game has something to say of itself.
    Say {
        /// A sentence.
        text: String,
        /// Whether the player's wish was not fulfilled.
        is_refusal: bool,
    },
}

/// The outcome of a job: the change of the model that it leads to.
pub struct ModelChange(pub(crate) Box<dyn FnOnce(&mut Model) + Send>);

impl ModelChange {
    /// The answer that is given by a change of the game.
    pub(crate) fn new(change: impl FnOnce(&mut Model) + Send + 'static) -> ModelChange {
        ModelChange(Box::new(change))
    }
}

impl fmt::Debug for ModelChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Answer")
    }
}
