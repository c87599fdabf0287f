//! Messages: events that change the game.

use std::fmt;
use std::time::Duration;

use puzzle_core::{ExplainError, Variable};
use puzzle_kind::{Cell, OpenError};

use crate::action::Action;
use crate::catalogue::LoadedPuzzle;
use crate::menu::{MenuChoice, OpenedCatalogue};
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
    /// A click in a cell, to place or remove a variable. The variable is the value that was clicked. `None` stands for
    /// the only variable of the cell, or for a click beside the values of a cell.
    ClickPlace(Cell, Option<Variable>),
    /// A click in a cell, to block or unblock a variable. The variable is the value that was clicked. `None` stands for
    /// the only variable of the cell, or for a click beside the values of a cell.
    ClickBlock(Cell, Option<Variable>),
    /// A drag of the pointer from one cell to another, or a part of a longer drag: blocks the empty cells on the
    /// straight line between them, or selects the cells if cells take values.
    Swept {
        /// The cell from which the pointer comes. The message may select this cell, but does not block it.
        from: Cell,
        /// The cell to which the pointer has moved. The message selects or blocks this cell as well.
        to: Cell,
    },
    /// The player pointed at a cell or named it: the cursor moves there.
    Point(Cell),
    /// The player named a variable, and the purpose for which it is named.
    Named(Variable, InputPurpose),
    /// Pasted text: names of variables to place, a puzzle, or the ID of a puzzle. While the player types, the text is
    /// appended to the input.
    Pasted(String),
    /// The player typed a character.
    Typed(char),
    /// The symbol of a value, typed while the letter keys enter values ([`Model::takes_as_value`]).
    ValueTyped(char),
    /// The player deleted the last typed character.
    Erased,
    /// The player completed the typed input, for example by Enter.
    Entered,
    /// The player chose the puzzle with this number in the present [`Catalogue`](crate::Catalogue).
    Load(usize),
    /// The load of a puzzle has made progress.
    Progressed {
        /// The [`Ticket`] of the load.
        ticket: Ticket,
        /// The progress of the load, from 0 to 1.
        fraction: f64,
    },
    /// The load of a puzzle has ended.
    Loaded {
        /// The [`Ticket`] of the load.
        ticket: Ticket,
        /// The [`LoadedPuzzle`], or the reason why it can't be played.
        result: Result<LoadedPuzzle, OpenError>,
    },
    /// A [`Job`](crate::Job) other than a load has ended.
    Answered {
        /// The [`Ticket`] of the job.
        ticket: Ticket,
        /// The [`ModelChange`] to apply, or the reason why there is none.
        answer: Result<ModelChange, ExplainError>,
        /// The time that the job took, if the face (user interface) measured it; see [`Message::timed`].
        time: Option<Duration>,
    },
    /// Time has passed since the last `Elapsed` message, or since the start. A face (user interface) sends this message
    /// several times a second, since the game has no clock of its own. Autosave happens here.
    Elapsed(Duration),
    /// The face (user interface) is about to end: the game has to be saved now.
    Leaving,
    /// The face (user interface) has opened this catalogue, as requested by [`Effect::Open`](crate::Effect::Open) or
    /// [`Effect::Read`](crate::Effect::Read).
    Opened(Box<OpenedCatalogue>),
    /// The choices of the menu, as requested by [`Effect::ListChoices`](crate::Effect::ListChoices).
    Choices(Vec<MenuChoice>),
    /// The player took the choices of the menu with these indices, each in the list that the choice before it opens, as
    /// [`PaletteChoice::Takes`](crate::keys::PaletteChoice::Takes) says.
    Choose(Vec<usize>),
    /// The player chose a value for a [`Setting`](crate::Setting).
    Set {
        /// The name of the setting.
        name: String,
        /// The new value of the setting.
        value: String,
    },
    /// The text of [`Effect::Read`](crate::Effect::Read) is not a puzzle. If the text looks like an ID, the field has
    /// the reason, without a full stop, to follow a colon. Otherwise the field is `None`.
    NotRead(Option<String>),
    /// The face (user interface) reports the outcome of work of its own, to be shown as a notice.
    Say {
        /// The sentence to show.
        text: String,
        /// `true` if the sentence is a refusal.
        is_refusal: bool,
    },
}

impl Message {
    /// Adds to the answer of a job the `time` that the job took. The game has no clock, so only the face (user
    /// interface) can measure the time.
    #[must_use]
    pub fn timed(self, time: Duration) -> Message {
        match self {
            Message::Answered { ticket, answer, .. } => Message::Answered { ticket, answer, time: Some(time) },
            other => other,
        }
    }
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
