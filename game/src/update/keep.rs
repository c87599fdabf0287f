//! Autosave, solved puzzles, and the return to a game that was left for another.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use puzzle_core::{Count, Marks, Variable};
use puzzle_kind::Cell;

use super::Effect;
use super::help_used::{show_result, use_guide};
use super::work::{cancel_work, not_loaded};
use crate::action::Action;
use crate::assist::Assist;
use crate::attempt::{Attempt, FoundSolution, Solve};
use crate::lesson::{Lesson, LessonAnswer};
use crate::message::Message;
use crate::model::{Grade, LeftGame, Model, Play};
use crate::notice::NoticeKind;
use crate::play_statistics::LESSON;
use crate::save::{Save, history};
use crate::screen::Mode;
use crate::text_input::InputPurpose;
use crate::words;

/// The autosave interval while only the clock advances. A page that is reloaded loses the time since the last save.
const TIME_KEPT: Duration = Duration::from_secs(4);
/// The maximum time that one [`Message::Elapsed`](crate::Message::Elapsed) adds to the clock. If more time has passed,
/// the program was suspended.
const LONGEST: Duration = Duration::from_secs(2);

/// The part of a message that a lesson judges by its outcome, and the screen before the message.
pub(super) struct Request {
    /// `true` if the message asks for an explanation.
    is_why: bool,
    /// `true` if the message loads a game, perhaps with marks from a link or the command line.
    is_loading: bool,
    /// The variable explained on the screen before the message.
    explained: Option<Variable>,
}

impl Request {
    /// Returns the request made by `message`.
    pub(super) fn of(model: &Model, message: &Message) -> Request {
        let is_play = matches!(model.screen.mode, Mode::Play);
        let is_why = matches!(message, Message::Act(Action::Why) | Message::Named(_, InputPurpose::Why));
        let explained = match &model.screen.mode {
            Mode::Why(screen) => Some(screen.argument.subject()),
            _ => None,
        };
        Request { is_why: is_why && is_play, is_loading: matches!(message, Message::Loaded { .. }), explained }
    }
}

/// Advances the clock, and saves the game if that is due.
pub(super) fn elapsed(model: &mut Model, time: Duration) -> Vec<Effect> {
    let time = time.min(LONGEST);
    if model.is_clock_running() {
        model.play.attempt.time += time;
        model.record.time += time;
    }
    if let Mode::Result(screen) = &mut model.screen.mode {
        screen.pass(time, &model.play.board);
    }
    let is_due = model.record.has_changed || model.record.time >= TIME_KEPT;
    is_due.then(|| keep(model)).flatten().into_iter().collect()
}

/// Returns the effect that saves the game. Returns `None` if the game is not worth saving, such as a new board without
/// moves, notes and help.
pub(super) fn keep(model: &mut Model) -> Option<Effect> {
    (model.record.has_changed, model.record.time) = (false, Duration::ZERO);
    // A puzzle that the player has only looked at would fill the list of saved games. A saved game stays up to date
    // even if a restart has emptied the board.
    let Play { attempt, annotations, is_kept, .. } = &model.play;
    let is_worth_it = *is_kept || attempt.hints > 0 || attempt.is_helped || !annotations.is_empty();
    let save = model.save().filter(|save| is_worth_it || save.has_moves())?;
    model.play.is_kept = true;
    Some(Effect::Keep(Box::new(save)))
}

/// Replaces the game by `other`. Returns the effect that saves the replaced game; `None` if that game is not worth
/// saving. [`bring_back`] returns to the replaced game.
pub(super) fn leave(model: &mut Model, other: Play) -> Option<Effect> {
    let kept = keep(model);
    let left = std::mem::replace(&mut model.play, other);
    let assist = model.settings.assist;
    model.left = left.session.is_some().then(|| Box::new(LeftGame { play: left, assist, is_ahead: false }));
    kept
}

/// Returns to `left`, the game that the present game has replaced. Restores its help level `assist` if the present
/// level was chosen for another kind of catalogue, or would reveal the only solution. The present game is the one to
/// which a redo leads, or an undo if `left` was ahead.
pub(super) fn bring_back(model: &mut Model, left: LeftGame) -> Vec<Effect> {
    let LeftGame { play, assist, is_ahead } = left;
    let mut effects = cancel_work(model);
    effects.extend(keep(model));
    let is_other_numbering = play.catalogue.is_by_size() != model.play.catalogue.is_by_size();
    let present =
        LeftGame { assist: model.settings.assist, is_ahead: !is_ahead, play: std::mem::replace(&mut model.play, play) };
    model.left = Some(Box::new(present));
    model.show_board();
    // A guided level that was chosen for another puzzle must not reveal the solution of this one.
    if is_other_numbering || model.has_one_solution() && model.is_guided() {
        model.set_assist(assist);
    }
    model.notify(NoticeKind::GameStarted, words::crossed(model));
    effects
}

/// Updates the lesson, the [`Attempt`] and the state of autosave after a message. If the message has solved the game
/// for the first time, returns the effects that add the game to the statistics, and for a daily puzzle those that save
/// the game and list the daily puzzles that are left. A lesson is only marked as finished. `asked`
/// is the [`Request`] made by the message.
pub(super) fn record_changes(model: &mut Model, asked: &Request) -> Vec<Effect> {
    if let (Some(lesson), Some(guide)) = (model.play.lesson, model.guide()) {
        let explained = match &model.screen.mode {
            Mode::Why(screen) if asked.explained != Some(screen.argument.subject()) => screen.explained(),
            _ => None,
        };
        let has_no_answer = matches!(model.screen.mode, Mode::Play) && model.screen.typing.is_none();
        model.play.lesson = Some(lesson.after(&LessonAnswer {
            board: &model.play.board,
            guide,
            cursor: model.play.cursor,
            explained,
            explains_clash: matches!(model.screen.mode, Mode::Clash(_)),
            is_asked_in_vain: asked.is_why && has_no_answer && !model.is_held(),
            is_guided: model.is_guided(),
            has_hint: model.screen.hint.as_ref().is_some_and(|hint| hint.grade > Grade::Look),
        }));
    }
    if model.play.session.is_none() {
        return Vec::new();
    }
    model.record.has_changed = true;
    // A complete configuration does not count as a solved puzzle.
    if model.play.attempt.is_counted || model.tree().is_some() {
        return Vec::new();
    }
    if model.is_guided() && model.guide_helps() {
        use_guide(model);
    }
    if !model.is_solved() {
        return Vec::new();
    }
    model.play.attempt.is_counted = true;
    if let Some(lesson) = model.play.lesson {
        let category = format!("{LESSON}{}", lesson.course.name());
        let (time, solved_by) = (Duration::ZERO, model.play.attempt.solved_by());
        let solve = Solve { category, time, solved_by, day: None, solved_on: None, found: None };
        model.statistics.add(&solve);
        return vec![Effect::Record(solve)];
    }
    // A solution that a link sets up is not the player's.
    if asked.is_loading {
        model.play.attempt.is_helped = true;
        show_result(model);
        return Vec::new();
    }
    let Play { attempt, catalogue, number, .. } = &model.play;
    let solve = Solve {
        category: words::category(model),
        time: attempt.time,
        solved_by: attempt.solved_by(),
        day: catalogue.day(*number),
        solved_on: model.today,
        found: found_solution(model),
    };
    let found_before = model.statistics.found(&solve.category);
    model.play.is_new_find =
        solve.found.as_ref().is_some_and(|found| !found_before.is_some_and(|before| before.has(found)));
    model.play.best_before = model.statistics.of(&solve.category).and_then(|record| record.times_by(solve.solved_by).0);
    model.statistics.add(&solve);
    // The result takes the place of the notice of the last move, unless the notice lists moves of the game.
    if model.settings.assist != Assist::Forced {
        model.screen.notice = None;
    }
    show_result(model);
    let is_daily = solve.day.is_some() && model.has_menu();
    let listed = is_daily.then(|| keep(model).into_iter().chain([Effect::ListChoices])).into_iter().flatten();
    [Effect::Record(solve)].into_iter().chain(listed).collect()
}

/// Returns the solution on a board [by size](crate::Catalogue::is_by_size) of at most 26 columns; `None` for other
/// puzzles.
fn found_solution(model: &Model) -> Option<FoundSolution> {
    let (puzzle, session) = (model.board().puzzle(), model.play.session.as_ref()?);
    if !model.play.catalogue.is_by_size() || puzzle.grid().0 > 26 {
        return None;
    }
    let mut cells: Vec<Cell> = session.marks().placed.iter().map(|&placed| puzzle.cell(placed)).collect();
    cells.sort_by_key(|cell| cell.row);
    let columns = cells.iter().map(|cell| char::from(b'a' + cell.column as u8)).collect();
    // The first count is that of the empty board.
    let of = match session.count_history().next() {
        Some(Count::Exact(all)) => Some(all.to_string()),
        _ => None,
    };
    Some(FoundSolution { columns, of })
}

/// Begins a new attempt at the puzzle. [`bring_back`] returns to the present attempt.
pub(super) fn restart(model: &mut Model) -> Vec<Effect> {
    let Some(session) = &model.play.session else { return not_loaded(model) };
    let (session, lesson) = (session.restarted(), model.play.lesson.map(|lesson| Lesson::start(lesson.course)));
    let new = Play::new(Arc::clone(&model.play.catalogue), model.play.number, model.play.board.clone());
    let attempt = model.play.attempt.restarted();
    let mut effects = cancel_work(model);
    effects.extend(leave(model, Play { session: Some(session), lesson, attempt, ..new }));
    model.play.is_kept = model.left.as_ref().is_some_and(|left| left.play.is_kept);
    model.show_board();
    model.notify(NoticeKind::GameStarted, words::restarted(model));
    effects
}

impl Model {
    /// Returns the game as a [`Save`]; `None` until the puzzle is loaded, or if its catalogue has no
    /// [origin](crate::Catalogue::origin) for it.
    #[must_use]
    pub fn save(&self) -> Option<Save> {
        let (session, puzzle) = (self.play.session.as_ref()?, self.play.board.puzzle());
        let game = Save::of_puzzle(self.play.catalogue.origin(puzzle)?, puzzle);
        let (turns, undone) = history::written(puzzle, session);
        let attempt = &self.play.attempt;
        let Attempt { time, times, hints, hinted, retried, is_helped, is_guided, is_counted, checkpoint, .. } = attempt;
        let milliseconds = |time: &Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let moves = |marks: &Marks| history::leading_to(puzzle, marks);
        let names = |notes: &BTreeSet<Variable>| notes.iter().map(|&variable| puzzle.name(variable)).collect();
        Some(Save {
            number: self.play.number,
            cursor: Some(puzzle.cell_name(self.play.cursor)),
            milliseconds: milliseconds(time),
            times: times.iter().map(milliseconds).collect(),
            hints: *hints,
            hinted: hinted.clone(),
            retried: retried.clone(),
            helped: *is_helped,
            guided: *is_guided,
            counted: *is_counted,
            solved_before: attempt.solved_before.as_ref().map(milliseconds),
            solved_alone: attempt.was_solved_alone,
            turns,
            undone,
            notes: names(self.notes()),
            corner_notes: names(self.corner_notes()),
            colours: self.cell_colours().written(puzzle),
            checkpoint: checkpoint.as_ref().map(moves),
            ..game
        })
    }
}
