//! Input that waits while a job may change the board or the screen.
//!
//! The meaning of a key may depend on the job's result, so keys wait in order, at most [`InputQueue::MAX`]. Esc cancels
//! the job.

use std::collections::VecDeque;

use crate::action::Action;
use crate::menu::Page;
use crate::message::Message;
use crate::model::Model;
use crate::screen::Mode;

/// The kind of an input, which decides its treatment while a job [holds the game](Model::is_held).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Cancels the job at once, and drops the input that waits before it.
    Cancel,
    /// Ends or suspends the program at once. Earlier input stays in the queue.
    Leave,
    /// A letter that cancels, like [`InputKind::Cancel`]. But after an [`InputKind::OpensLine`] in the queue, the
    /// letter is part of the line being typed.
    CancelByLetter,
    /// Changes only the face (user interface), such as its help or colours. Applies at once if no input waits before
    /// it.
    Aside,
    /// Requests another puzzle, or the menu. If no input waits before the request, it applies at once, and a new load
    /// replaces the [load under way](Model::loading).
    Puzzle,
    /// Points at a cell of the board shown. Dropped if a game is on the board and another puzzle is loading: the board
    /// may be replaced, and the cell was not meant for the new puzzle.
    Pointer,
    /// Opens a line to type in, as [`Action::Command`] does.
    OpensLine,
    /// Ends the typed line, as [`Message::Entered`] does.
    EndsLine,
    /// Any other input. It waits, since its meaning may depend on the result of the job.
    Other,
}

impl InputKind {
    /// Returns the kind of an action in [`Message::Act`].
    #[must_use]
    pub fn of_action(action: Action) -> InputKind {
        match action {
            Action::Cancel => InputKind::Cancel,
            Action::NextPuzzle | Action::AnotherPuzzle | Action::PreviousPuzzle | Action::Menu => InputKind::Puzzle,
            Action::Go | Action::Open | Action::Command | Action::Search | Action::SaveList => InputKind::OpensLine,
            _ => InputKind::Other,
        }
    }

    /// Returns the kind of a message that comes from the player.
    #[must_use]
    pub fn of_message(message: &Message) -> InputKind {
        match message {
            Message::Act(action) => InputKind::of_action(*action),
            Message::Load(_) => InputKind::Puzzle,
            Message::ClickPlace(..) | Message::ClickBlock(..) | Message::Swept { .. } | Message::Point(_) => {
                InputKind::Pointer
            }
            Message::Entered => InputKind::EndsLine,
            _ => InputKind::Other,
        }
    }
}

/// The queue of the player's input, in order; `T` is the type of an input in the face (user interface).
///
/// While [`Model::is_held`], input waits here until the job ends: keys typed ahead mean the same as keys typed later.
/// [`InputKind`] lists the exceptions.
///
/// ```
/// # use std::sync::Arc;
/// # use game::{InputKind, InputQueue, Model, Series};
/// # use nqueens_guide::{Queens, Size};
/// # let queens = Arc::new(Queens::new(Size::new(6)?));
/// # let mut model = Model::new(Arc::new(Series::of(Vec::new())), 1, queens);
/// let kind = |key: &char| if *key == 'q' { InputKind::Leave } else { InputKind::Other };
/// let mut queue = InputQueue::default();
/// let _load = model.start();
/// assert!(model.is_held(), "until the load ends");
/// for key in ['u', 'q'] {
///     queue.push(key, kind(&key)).expect("the queue has room");
/// }
/// assert_eq!(queue.next(&model, kind), Some('q'), "quitting is urgent");
/// assert_eq!(queue.next(&model, kind), None, "undo waits");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct InputQueue<T> {
    waiting: VecDeque<T>,
}

impl<T> Default for InputQueue<T> {
    fn default() -> InputQueue<T> {
        InputQueue { waiting: VecDeque::new() }
    }
}

impl<T> InputQueue<T> {
    /// The maximum number of waiting inputs. A key, a click and a pasted text count as one input each.
    pub const MAX: usize = 1000;

    /// Adds an input to the queue. Afterwards, call [`InputQueue::next`] until it returns `None`.
    ///
    /// # Errors
    ///
    /// Returns the input if [`InputQueue::MAX`] inputs wait already, unless it is an [`InputKind::Cancel`] or
    /// [`InputKind::Leave`]. Tell the player by [`words::too_many_inputs`](crate::words::too_many_inputs).
    pub fn push(&mut self, input: T, kind: InputKind) -> Result<(), T> {
        let is_urgent = matches!(kind, InputKind::Cancel | InputKind::Leave);
        if self.waiting.len() >= Self::MAX && !is_urgent {
            return Err(input);
        }
        self.waiting.push_back(input);
        Ok(())
    }

    /// Returns the next input to apply; `None` if all input has to wait. `kind` classifies an input in the present
    /// state of the game.
    pub fn next(&mut self, model: &Model, kind: impl Fn(&T) -> InputKind) -> Option<T> {
        if !model.is_held() {
            return self.waiting.pop_front();
        }
        if model.loading().is_some() && model.session().is_some() {
            self.waiting.retain(|input| kind(input) != InputKind::Pointer);
        }
        if let Some((at, kind)) = self.urgent(&kind) {
            if kind == InputKind::Cancel {
                self.waiting.drain(..at);
                return self.waiting.pop_front();
            }
            return self.waiting.remove(at);
        }
        // The menu stays open when the load ends, so that its keys mean the same then.
        let is_in_menu = matches!(model.mode(), Mode::Page(Page::Menu(_)));
        let is_now = match kind(self.waiting.front()?) {
            InputKind::Aside => true,
            _ if is_in_menu && model.session().is_some() => model.working().is_none(),
            InputKind::Puzzle => model.working().is_none(),
            _ => false,
        };
        if is_now { self.waiting.pop_front() } else { None }
    }

    /// Drops all inputs that wait in the queue.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Returns the last input that cancels a job, or that ends or suspends the program: its index, and
    /// [`InputKind::Cancel`] or [`InputKind::Leave`]. Returns `None` if no such input waits. `kind` classifies an
    /// input. A letter that cancels counts as [`InputKind::Cancel`], unless it is part of a line being typed.
    fn urgent(&self, kind: impl Fn(&T) -> InputKind) -> Option<(usize, InputKind)> {
        let (mut found, mut is_line) = (None, false);
        for (at, input) in self.waiting.iter().enumerate() {
            match kind(input) {
                kind @ (InputKind::Cancel | InputKind::Leave) => found = Some((at, kind)),
                InputKind::CancelByLetter if !is_line => found = Some((at, InputKind::Cancel)),
                InputKind::OpensLine => is_line = true,
                InputKind::EndsLine => is_line = false,
                _ => {}
            }
        }
        found
    }
}
