//! The help that an attempt has used, and the result of a solved attempt.

use puzzle_core::{BigUint, Count, Guide, Session, Status, Variable};

use crate::action::Action;
use crate::assist::Assist;
use crate::attempt::SolvedBy;
use crate::model::Model;
use crate::notice::NoticeKind;
use crate::result::{PlayedTurn, ResultScreen};
use crate::screen::Mode;
use crate::words;

/// Records that the attempt has other help than hints. The first time, a notice says that the attempt no longer counts
/// as solved without help.
pub(super) fn use_help(model: &mut Model) {
    tell_help(model);
    model.play.attempt.is_helped |= !model.play.attempt.is_counted;
}

/// Records that the attempt shows the guide: as help if the guide reveals the only solution or makes moves, and
/// otherwise as a game with the guide.
pub(super) fn use_guide(model: &mut Model) {
    let is_help = model.has_one_solution() || model.settings.assist == Assist::Forced;
    let attempt = &mut model.play.attempt;
    if !attempt.is_counted {
        attempt.is_helped |= is_help;
        attempt.is_guided |= !is_help;
    }
}

/// Records that the player has chosen a guided level, as [`use_guide`] does. The first time, a notice says how the
/// attempt counts from now on.
pub(super) fn begin_guide(model: &mut Model) {
    let before = model.play.attempt.solved_by();
    use_guide(model);
    let text = match model.play.attempt.solved_by() {
        now if now == before => return,
        SolvedBy::Guided => words::GUIDED,
        _ => words::HELPED,
    };
    tell(model, text);
}

/// Returns `true` if the player wants to be asked before `action`, since `action` would be the first help of the
/// attempt. Help that reveals the only solution has a question of its own.
pub(super) fn ends_alone(model: &Model, action: Action) -> bool {
    let level = |level: Assist| level.is_guided() && model.guide_helps() && !model.has_one_solution();
    let is_help = match action {
        Action::Why => !model.subject().is_some_and(|subject| {
            let status = model.guide().map(|guide| guide.status(subject));
            model.shows_reason(subject) || status == Some(Status::Placed) && model.conflicts_of(subject).is_empty()
        }),
        Action::Hint | Action::Verify | Action::BackToSolvable => true,
        Action::Browse | Action::Diagram => !model.has_one_solution(),
        Action::Assist(next) => level(next),
        Action::NextAssist => level(model.settings.assist.next()),
        Action::NextGuided => level(model.settings.assist.next_guided()),
        _ => false,
    };
    let is_playing = model.play.session.is_some() && matches!(model.screen.mode, Mode::Play) && !model.is_solved();
    let attempt = &model.play.attempt;
    let is_alone = attempt.is_alone() && !attempt.is_counted && model.play.lesson.is_none() && !model.is_guided();
    model.preferences.asks_before_help && is_help && is_playing && is_alone
}

/// Records a hint, as [`use_help`] records other help.
pub(super) fn use_hint(model: &mut Model) {
    tell_help(model);
    let turn = model.play.session.as_ref().map_or(0, Session::turn_count);
    let attempt = &mut model.play.attempt;
    if !attempt.is_counted {
        // A hint asked for again before the next turn is the same hint.
        attempt.hints += usize::from(attempt.hinted.insert(turn));
    }
}

/// Tells the player that the attempt now counts as helped, unless it did before.
fn tell_help(model: &mut Model) {
    if model.play.attempt.is_alone() {
        tell(model, words::HELPED);
    }
}

/// Adds `text`, which says how the attempt counts, to the notice. Has no effect if the attempt is not counted.
fn tell(model: &mut Model, text: &str) {
    if model.play.attempt.is_counted || model.play.lesson.is_some() || model.tree().is_some() {
        return;
    }
    match &mut model.screen.notice {
        Some(notice) => notice.text = format!("{} {text}", notice.text),
        None => {
            model.notify(NoticeKind::Helped, text);
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
    let mut screen = ResultScreen::new(words::ending(model), turns, !model.preferences.is_still);
    screen.tell_dailies(words::dailies_left(model));
    model.screen.mode = Mode::Result(Box::new(screen));
}

impl Model {
    /// Returns `true` if the board itself shows why `variable` clashes or is excluded, so that its explanation is no
    /// help.
    pub(super) fn shows_reason(&self, variable: Variable) -> bool {
        let is_excluded = |guide: &Guide| self.shown(guide.status(variable)) == Status::Excluded;
        self.guide().is_some_and(is_excluded)
            || self.clashes().iter().any(|conflict| self.in_conflict(conflict).contains(&variable))
    }

    /// Returns the variable that an explanation of the cell under the cursor is about: the cell's only variable, or
    /// else the variable that stands there. Returns `None` if the player has to name the variable.
    fn subject(&self) -> Option<Variable> {
        let (board, guide) = (&self.play.board, self.guide()?);
        let stands = |variable: &Variable| guide.status(*variable).stands();
        let standing = || board.variables(self.play.cursor).iter().copied().find(stands);
        board.only(self.play.cursor).or_else(standing)
    }

    /// Returns `true` if a [guided](Assist::is_guided) level counts as help at the present position. It always does
    /// after the first turn. Before the first turn it does only if the puzzle has exactly one solution, which the level
    /// reveals at once.
    pub(super) fn guide_helps(&self) -> bool {
        let is_given_away = |session: &Session| {
            session.turn_count() > 0 || *session.guide().total() == Count::Exact(BigUint::from(1u8))
        };
        self.play.session.as_ref().is_some_and(is_given_away)
    }
}
