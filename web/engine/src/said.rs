//! Announcements for players who do not see the board: the outcome of every action, and every step of an argument.

use game::Model;

use crate::view::{self, Line};

/// What was announced last.
#[derive(Debug, Default)]
pub(crate) struct Said {
    number: u64,
    lines: Vec<Line>,
    standing: Option<String>,
}

/// What is announced when it is new: the other lines are of the cell under the cursor, which has a name of its own.
const ANNOUNCED: [&str; 6] = ["news", "hint", "clash", "lesson", "step", "summary"];

impl Said {
    /// What is to be announced now, if anything, with a number that is another one for every announcement; `is_wish` if the player has
    /// just asked for something, so that what is answered is said even if it was said before.
    pub(crate) fn after(&mut self, model: &Model, is_wish: bool) -> Option<(u64, String)> {
        let lines = view::lines(model);
        let is_news = |line: &&Line| {
            let is_new = !self.lines.contains(line) || (is_wish && line.about == "news");
            is_new && ANNOUNCED.contains(&line.about)
        };
        let mut parts: Vec<String> = lines.iter().filter(is_news).map(|line| line.text.clone()).collect();
        let standing = standing(model);
        if standing != self.standing {
            parts.extend(standing.clone().filter(|_| self.standing.is_some() && !model.is_solved()));
        }
        (self.lines, self.standing) = (lines, standing);
        if parts.is_empty() {
            return None;
        }
        self.number += 1;
        Some((self.number, parts.join(" ")))
    }
}

/// How much is placed, and how many solutions are left, if that may be told.
fn standing(model: &Model) -> Option<String> {
    let guide = model.guide()?;
    let standing = game::words::standing(model.board().puzzle(), guide.marks());
    Some(match model.assist().is_guided() {
        true => format!("{standing}, {}.", game::words::remaining(guide.total())),
        false => format!("{standing}."),
    })
}
