//! Announcements for screen readers: the outcome of every action, and every step of an argument.

use game::{Model, words};
use serde::Serialize;

/// A line of the panel beside the board, with its text, its style (`tone`) and its topic (`about`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PanelLine {
    pub(crate) text: String,
    pub(crate) tone: &'static str,
    pub(crate) about: &'static str,
    /// The whole line for players who tap or click, if it differs by more than its keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pointed: Option<String>,
}

/// An announcement, with a number that is unique in the game.
#[derive(Serialize)]
pub(crate) struct Announcement {
    n: u64,
    text: String,
}

/// The source of announcements. It remembers the number of the last announcement, and the panel lines and the state
/// from which this announcement was made.
#[derive(Debug, Default)]
pub(crate) struct Announcer {
    number: u64,
    lines: Vec<PanelLine>,
    standing: Option<String>,
}

/// The topics (`about`) of the panel lines that are announced. Most lines with other topics describe the cell under the
/// cursor, whose name a screen reader reads anyway.
const ANNOUNCED: [&str; 8] = ["news", "move", "result", "hint", "clash", "lesson", "step", "summary"];

impl Announcer {
    /// Returns an announcement of the panel's `lines` that are new since the last call, and of the state of the game,
    /// such as the number of placed queens, if the state has changed. Returns `None` if there is no change. If
    /// `is_wish` is `true`, the player has just acted, and the outcome is announced even if it is the same as before.
    pub(crate) fn after(&mut self, model: &Model, lines: &[PanelLine], is_wish: bool) -> Option<Announcement> {
        let is_news = |line: &&PanelLine| {
            let is_new = !self.lines.contains(line) || (is_wish && matches!(line.about, "news" | "move"));
            is_new && ANNOUNCED.contains(&line.about)
        };
        let mut parts: Vec<String> = lines.iter().filter(is_news).map(|line| line.text.clone()).collect();
        let standing = words::state(model);
        if standing != self.standing {
            parts.extend(standing.clone().filter(|_| self.standing.is_some() && !model.is_solved()));
        }
        (self.lines, self.standing) = (lines.to_vec(), standing);
        if parts.is_empty() {
            return None;
        }
        self.number += 1;
        Some(Announcement { n: self.number, text: parts.join(" ") })
    }
}
