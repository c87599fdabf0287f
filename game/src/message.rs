//! Messages: events that change the game.

use std::fmt;
use std::time::Duration;

use puzzle_core::{ExplainError, Variable};
use puzzle_kind::{Cell, OpenError};

use crate::action::Action;
use crate::catalogue::LoadedPuzzle;
use crate::menu::OpenedCatalogue;
use crate::model::{Model, Ticket};
use crate::text_input::InputPurpose;

/// An event for [`Model::update`](crate::Model::update).
///
/// ```
/// use game::{Action, Message};
///
/// let undo = Message::Act(Action::Undo);
/// let typed = Message::Typed('7');
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Message {
    /// The player triggered an [`Action`].
    Act(Action),
    /// A click on a cell, or on one of its values, to place or remove it.
    ClickPlace(Cell, Option<Variable>),
    /// A click on a cell, or on one of its values, to block or unblock it.
    ClickBlock(Cell, Option<Variable>),
    /// A drag from one cell to another, to block the empty cells on the straight line between them.
    Swept {
        /// The first cell, which stays as it is.
        from: Cell,
        /// The last cell.
        to: Cell,
    },
    /// The player pointed at a cell or named it: the cursor moves there.
    Point(Cell),
    /// The player named a variable for a [`InputPurpose`].
    Named(Variable, InputPurpose),
    /// Pasted text: names of variables to place, a puzzle, or its ID. While the player types, it is appended to the
    /// input.
    Pasted(String),
    /// A typed character.
    Typed(char),
    /// The last typed character is deleted.
    Erased,
    /// The typed input is complete.
    Entered,
    /// The player chose the puzzle with this number in the present [`Catalogue`](crate::Catalogue).
    Load(usize),
    /// A load has made progress.
    Progressed {
        /// The [`Ticket`] of the load.
        ticket: Ticket,
        /// The progress, from 0 to 1.
        fraction: f64,
    },
    /// A load has ended.
    Loaded {
        /// The [`Ticket`] of the load.
        ticket: Ticket,
        /// The [`LoadedPuzzle`], or the error.
        result: Result<LoadedPuzzle, OpenError>,
    },
    /// A [`Job`](crate::Job) other than a load has ended.
    Answered {
        /// The [`Ticket`] of the job.
        ticket: Ticket,
        /// The [`ModelChange`], or the error.
        answer: Result<ModelChange, ExplainError>,
    },
    /// Time passed since the last message of this kind, or since the start. A face sends it several times a second:
    /// the game has no clock, and saves on this message.
    Elapsed(Duration),
    /// The face is about to end.
    Leaving,
    /// The catalogue opened for [`Effect::Open`](crate::Effect::Open) or [`Effect::Read`](crate::Effect::Read).
    Opened(Box<OpenedCatalogue>),
    /// The text of [`Effect::Read`](crate::Effect::Read) is no puzzle. The reason is a clause, and present if the text
    /// looks like an ID.
    NotRead(Option<String>),
    /// The face reports an outcome of its own.
    Say {
        /// A sentence.
        text: String,
        /// `true` if the sentence is a refusal.
        is_refusal: bool,
    },
}

/// The outcome of a [`Job`](crate::Job): a change of the model.
pub struct ModelChange(pub(crate) Box<dyn FnOnce(&mut Model) + Send>);

impl ModelChange {
    /// Wraps a change of the model.
    pub(crate) fn new(change: impl FnOnce(&mut Model) + Send + 'static) -> ModelChange {
        ModelChange(Box::new(change))
    }
}

impl fmt::Debug for ModelChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Answer")
    }
}
