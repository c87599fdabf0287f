//! Announcements for players who do not see the board: the outcome of every action, and every step of an argument.

use game::{Model, words};
use serde::Serialize;

/// A line of the panel, in a tone, about a part of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) tone: &'static str,
    pub(crate) about: &'static str,
}

/// An announcement, with a number that no other one of the game has.
#[derive(Serialize)]
pub(crate) struct Announcement {
    n: u64,
    text: String,
}

/// The last announcement, and the state of which it was made.
#[derive(Debug, Default)]
pub(crate) struct Said {
    number: u64,
    lines: Vec<Line>,
    standing: Option<String>,
}

/// The lines that are announced when they are new: the other lines are of the cell under the cursor, which has a name of its own.
const ANNOUNCED: [&str; 6] = ["news", "hint", "clash", "lesson", "step", "summary"];

impl Said {
    /// Returns the announcement of what is new in the lines of the panel, with a number of its own. If the player has just
    /// asked for something, `is_wish`, the answer is announced even if it was announced before.
    pub(crate) fn after(&mut self, model: &Model, lines: &[Line], is_wish: bool) -> Option<Announcement> {
        let is_news = |line: &&Line| {
            let is_new = !self.lines.contains(line) || (is_wish && line.about == "news");
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
