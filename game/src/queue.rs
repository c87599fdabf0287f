//! Input that waits while a job may change the board or the screen.
//!
//! The meaning of a key may depend on the job's result, so keys wait in order, at most 1,000 of them. Esc cancels the
//! job.

use std::collections::VecDeque;

use crate::action::Action;
use crate::message::Message;
use crate::model::Model;

/// The treatment of an input while [`Model::is_held`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Cancels the job at once, and all input that waits before it.
    Cancel,
    /// Ends or suspends the program at once. Input that waits before it goes on waiting.
    Leave,
    /// The same as [`InputKind::Cancel`], by a letter: part of a line, where input that waits before it opens one.
    CancelByLetter,
    /// Changes what the face shows beside the game, such as its help or its colours: at once if no input waits before it.
    Aside,
    /// Asks for another puzzle. It replaces the one that is loaded, if no input waits before it.
    Puzzle,
    /// Points at a cell of the board shown. It is dropped if another board replaces that one, since the player has not
    /// seen its cells.
    Pointer,
    /// Opens a line to type in.
    OpensLine,
    /// Completes the line that is typed.
    EndsLine,
    /// Any other input. It waits, since its meaning may depend on the board that the job brings.
    Other,
}

impl InputKind {
    /// Returns the kind of an action.
    #[must_use]
    pub fn of_action(action: Action) -> InputKind {
        match action {
            Action::Cancel => InputKind::Cancel,
            Action::NextPuzzle | Action::PreviousPuzzle => InputKind::Puzzle,
            Action::Go | Action::Command => InputKind::OpensLine,
            _ => InputKind::Other,
        }
    }

    /// Returns the kind of a message that stems from the player's input.
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

/// The player's input in order, in any type that a face receives.
///
/// While [`Model::is_held`], input waits here, and a face applies it when the job has ended: keys typed ahead mean the
/// same as keys typed later. [`InputKind`] names the exceptions.
///
/// ```
/// use game::{InputKind, InputQueue, Model};
///
/// fn apply(queue: &mut InputQueue<char>, model: &Model) -> String {
///     let kind = |key: &char| if *key == '+' { InputKind::Puzzle } else { InputKind::Other };
///     std::iter::from_fn(|| queue.next(model, kind)).collect()
/// }
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
    /// The limit for waiting inputs. A key, a click and a pasted text count as one input each.
    pub const MAX: usize = 1000;

    /// Adds an input. Call [`InputQueue::next`] afterwards until it returns `None`.
    ///
    /// # Errors
    ///
    /// The input itself, if [`InputQueue::MAX`] inputs wait already, unless it cancels or leaves. Tell the player by
    /// [`words::too_many_inputs`](crate::words::too_many_inputs).
    pub fn push(&mut self, input: T, kind: InputKind) -> Result<(), T> {
        let is_urgent = matches!(kind, InputKind::Cancel | InputKind::Leave);
        if self.waiting.len() >= Self::MAX && !is_urgent {
            return Err(input);
        }
        self.waiting.push_back(input);
        Ok(())
    }

    /// Returns the input to apply now, if there is one. `kind` classifies an input in the present state of the game.
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
        let is_now = match kind(self.waiting.front()?) {
            InputKind::Aside => true,
            InputKind::Puzzle => model.working().is_none(),
            _ => false,
        };
        if is_now { self.waiting.pop_front() } else { None }
    }

    /// Drops all waiting input.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Returns the last input that takes effect at once: its index, and whether it cancels or leaves.
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
