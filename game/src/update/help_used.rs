//! The help that an attempt has used, and the result of a solved attempt.

use puzzle_core::{BigUint, Count, Session};

use crate::model::Model;
use crate::notice::NoticeKind;
use crate::result::{PlayedTurn, ResultScreen};
use crate::screen::Mode;
use crate::words;

/// Records that the attempt has other help than hints. The first time, a notice says that it no longer counts as solved
/// without help.
pub(super) fn use_help(model: &mut Model) {
    tell_help(model);
    model.play.attempt.is_helped |= !model.play.attempt.is_counted;
}

/// Records a hint, as [`use_help`] records other help.
pub(super) fn use_hint(model: &mut Model) {
    tell_help(model);
    let hints = &mut model.play.attempt.hints;
    *hints = hints.saturating_add(usize::from(!model.play.attempt.is_counted));
}

/// Says that the attempt no longer counts as solved without help, if it did so far. A guided level was the player's
/// choice, so its first move needs no such sentence.
fn tell_help(model: &mut Model) {
    let attempt = &model.play.attempt;
    let is_expected = model.is_guided() && model.guide_helps();
    if !attempt.is_alone() || attempt.is_counted || model.play.lesson.is_some() || is_expected {
        return;
    }
    match &mut model.screen.notice {
        Some(notice) => notice.text = format!("{} {}", notice.text, words::HELPED),
        None => {
            model.notify(NoticeKind::Helped, words::HELPED);
        }
    }
}

/// Shows the result of the solved puzzle.
pub(super) fn show_result(model: &mut Model) {
    let Some(session) = &model.play.session else { return };
    // Without a clock, all times are zero.
    let attempt = &model.play.attempt;
    let times = attempt.times.iter().filter(|_| !attempt.time.is_zero());
    let times = times.copied().map(Some).chain(std::iter::repeat(None));
    let turns = session.turns().take(session.turn_count()).zip(times);
    let turns = turns.map(|((moves, _), time)| PlayedTurn { moves: moves.to_vec(), time, technique: None }).collect();
    let screen = ResultScreen::new(words::ending(model), turns, !model.preferences.is_still);
    model.screen.mode = Mode::Result(Box::new(screen));
}

impl Model {
    /// Returns `true` if a guided level counts as help at the present position. The guide alone reveals the solution if
    /// only one is left. Otherwise the guide counts as help from the first move.
    pub(super) fn guide_helps(&self) -> bool {
        let is_given_away = |session: &Session| {
            session.turn_count() > 0 || *session.guide().total() == Count::Exact(BigUint::from(1u8))
        };
        self.play.session.as_ref().is_some_and(is_given_away)
    }
}
