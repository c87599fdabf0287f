//! Autosave: the times at which a game is saved, and the return to a game that was left for another.

use std::sync::Arc;
use std::time::Duration;

use puzzle_core::{BigUint, Count, Marks};

use super::Effect;
use super::work::cancel_work;
use crate::catalogue::Numbering;
use crate::left::LeftGame;
use crate::model::Model;
use crate::notice::Notice;
use crate::played::{Played, Solve, category};
use crate::save::{Save, history};
use crate::screen::Mode;

/// The longest that a game is not kept in which nothing but time has changed.
const TIME_KEPT: Duration = Duration::from_secs(10);
/// The longest time that passes at once. If a face is silent for longer, the program was stopped.
const LONGEST: Duration = Duration::from_secs(2);

/// Time has passed: what has changed is to be kept.
pub(super) fn elapsed(model: &mut Model, time: Duration) -> Vec<Effect> {
    let time = time.min(LONGEST);
    if model.is_clock_running() {
        model.played.time += time;
        model.unkept.1 += time;
    }
    let is_due = model.unkept.0 || model.unkept.1 >= TIME_KEPT;
    is_due.then(|| keep(model)).flatten().into_iter().collect()
}

/// Has the game kept, if there is anything in it.
pub(super) fn keep(model: &mut Model) -> Option<Effect> {
    model.unkept = (false, Duration::ZERO);
    // A board can be had again; a puzzle that somebody has begun to look at perhaps not.
    let was_looked_at = model.catalogue.numbering() == Numbering::Puzzles && !model.played.time.is_zero();
    let is_worth_it = was_looked_at || model.played.hints > 0 || !model.notes().is_empty();
    let save = model.save().filter(|save| is_worth_it || save.has_moves())?;
    Some(Effect::Keep(Box::new(save)))
}

/// Leaves the game for another one that is about to take its place; it can be brought back.
pub(super) fn leave(model: &mut Model) -> Option<Effect> {
    let kept = keep(model);
    // What comes next is not part of a lesson, unless that is said anew.
    model.left = model.session.take().map(|session| {
        Box::new(LeftGame {
            catalogue: Arc::clone(&model.catalogue),
            number: model.number,
            board: model.board.clone(),
            session,
            cursor: model.cursor,
            notes: std::mem::take(&mut model.notes),
            played: std::mem::take(&mut model.played),
            assist: model.assist,
            lesson: model.lesson.take(),
        })
    });
    kept
}

/// Brings back the game that was left.
pub(super) fn bring_back(model: &mut Model, left: LeftGame) -> Vec<Effect> {
    let mut effects = cancel_work(model);
    effects.extend(keep(model));
    let LeftGame { catalogue, number, board, session, cursor, notes, played, assist, lesson } = left;
    let is_other_numbering = catalogue.numbering() != model.catalogue.numbering();
    model.lesson = lesson;
    (model.catalogue, model.number, model.board) = (catalogue, number, board);
    (model.session, model.cursor, model.notes, model.played) = (Some(session), cursor, notes, played);
    model.show_board();
    // That the player wanted to see another puzzle's solution says nothing of this one's.
    if is_other_numbering || model.has_one_solution() && model.assist.is_guided() {
        model.set_assist(assist);
    }
    model.notice = Some(Notice::BroughtBack);
    effects
}

/// Notes what has come of anything but time: help that was shown, a solution, a game that has to be kept.
pub(super) fn settle(model: &mut Model) -> Option<Effect> {
    if let (Some(lesson), Some(guide)) = (model.lesson, model.guide()) {
        let is_why = matches!(model.mode, Mode::Why(_));
        model.lesson = Some(lesson.after(&model.board, guide.marks(), model.cursor, is_why));
    }
    let session = model.session.as_ref()?;
    model.unkept.0 = true;
    // A puzzle with one solution is given away as soon as the guide is on, any other one by the moves made with it.
    let is_given_away = || session.made() > 0 || *session.guide().total() == Count::Exact(BigUint::from(1u8));
    model.played.is_helped |= model.assist.is_guided() && is_given_away() || model.mode.tells_solutions();
    if !model.is_solved() || model.played.is_counted {
        return None;
    }
    model.played.is_counted = true;
    if model.lesson.is_some() {
        return None;
    }
    let Played { time, .. } = model.played;
    let solve = Solve { what: category(&model.board), time, how: model.played.how() };
    model.statistics.add(&solve);
    Some(Effect::Record(solve))
}

impl Model {
    /// The game as it can be kept; `None` while there is none, and if its catalogue does not know where its puzzles come
    /// from.
    #[must_use]
    pub fn save(&self) -> Option<Save> {
        let (session, puzzle) = (self.session.as_ref()?, self.board.puzzle());
        let game = Save::of_puzzle(self.catalogue.origin(puzzle)?, puzzle);
        let (turns, undone) = history::written(puzzle, session);
        let Played { time, hints, is_helped, is_counted, checkpoint } = &self.played;
        let moves = |marks: &Marks| history::leading_to(puzzle, marks);
        Some(Save {
            number: self.number,
            cursor: Some(puzzle.cell_name(self.cursor)),
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            hints: *hints,
            helped: *is_helped,
            counted: *is_counted,
            turns,
            undone,
            notes: self.notes().iter().map(|&variable| puzzle.name(variable)).collect(),
            checkpoint: checkpoint.as_ref().map(moves),
            ..game
        })
    }
}
