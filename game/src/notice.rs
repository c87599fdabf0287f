//! Notices: the outcome of the player's last action.

use crate::action::Action;
use crate::screen_text::TextRole;

/// The refusal to repair a position that the player's moves did not cause.
pub(crate) const NOTHING_TO_REPAIR: &str = "Your moves did not cause this: removing them changes nothing.";

/// The outcome of the player's last action, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The kind of the outcome, which decides the look of the sentence.
    pub kind: NoticeKind,
    /// The sentence about the outcome.
    pub text: String,
    /// A shorter sentence for the smallest terminals; `None` if `text` is short enough.
    pub brief: Option<String>,
    /// The sentence for players who tap or click; `None` if it differs from `text` by no more than the names of keys.
    pub pointed: Option<String>,
}

/// The kind of an outcome, which decides the look of its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// The action was carried out.
    Done,
    /// The action was refused, or has failed.
    Refused,
    /// Another game has started, or a game that was left is on the board again.
    GameStarted,
    /// The attempt no longer counts as solved without help.
    Helped,
    /// A question to confirm: the action would reveal the only solution. [`Action::Place`] carries the action out; any
    /// other action drops the question.
    Question(Action),
}

impl Notice {
    pub(crate) fn new(kind: NoticeKind, text: impl Into<String>) -> Notice {
        Notice { kind, text: text.into(), brief: None, pointed: None }
    }

    /// Returns the role of the sentence: [`TextRole::Refusal`] or [`TextRole::Outcome`].
    #[must_use]
    pub fn role(&self) -> TextRole {
        if self.kind == NoticeKind::Refused { TextRole::Refusal } else { TextRole::Outcome }
    }
}
