//! Loads of puzzles, and the start of their games.

use std::sync::Arc;

use puzzle_kind::{OpenError, Playable};

use super::Effect;
use super::keep::{keep, leave};
use super::moves::set_up;
use super::work::cancel_work;
use crate::annotations::Annotations;
use crate::assist::Assist;
use crate::board::GameBoard;
use crate::catalogue::{Catalogue, LoadedPuzzle};
use crate::job::Job;
use crate::lesson::{Course, Lesson};
use crate::menu::{MenuTarget, OpenedCatalogue, Page};
use crate::message::Message;
use crate::model::{Loading, Model, Play, Ticket};
use crate::notice::NoticeKind;
use crate::screen::Mode;
use crate::words;

/// The ticket of the first load.
const FIRST: Ticket = 1;

/// Loads the next puzzle: the next daily puzzle that is left today, or else the next puzzle of the catalogue.
pub(super) fn next_puzzle(model: &mut Model) -> Vec<Effect> {
    match model.next_daily().map(|daily| daily.target) {
        Some(&MenuTarget::Opens(number)) if model.pending.loading.is_none() => vec![Effect::Open(number)],
        _ => other_puzzle(model, 1),
    }
}

/// Loads the puzzle whose number is higher by `by`, which may be negative. Counts from the puzzle that is loading, or
/// else from the present puzzle.
pub(super) fn other_puzzle(model: &mut Model, by: isize) -> Vec<Effect> {
    let from = model.pending.loading.map_or(model.play.number, |loading| loading.number);
    // If the first load was cancelled, the command for the next puzzle loads the first puzzle. But in a catalogue by
    // size, the player may want another size.
    let is_missing = model.play.session.is_none() && model.pending.loading.is_none();
    let by = if is_missing && !model.play.catalogue.is_by_size() { 0 } else { by };
    match from.checked_add_signed(by) {
        Some(number) => to_puzzle(model, number),
        None => model.refuse(words::no_such_number(model, None)),
    }
}

/// Loads the puzzle with a number, if the catalogue has it.
pub(super) fn to_puzzle(model: &mut Model, number: usize) -> Vec<Effect> {
    if !model.awaited().numbers().contains(&number) {
        return model.refuse(words::no_such_number(model, Some(number)));
    }
    if model.play.session.is_some() && number == model.play.number && model.pending.opening.is_none() {
        // The player is still at this puzzle, so its game goes on.
        model.notify(NoticeKind::GameStarted, words::brought_back(model));
        let overtaken = model.pending.loading.take();
        return overtaken.map(|loading| Effect::Cancel(loading.ticket)).into_iter().collect();
    }
    load(model, number)
}

/// Returns `true` if the loaded `puzzle` is the puzzle being played, and its catalogue saves games.
fn is_played(model: &Model, puzzle: &dyn Playable) -> bool {
    let of =
        |catalogue: &Arc<dyn Catalogue>, puzzle: &dyn Playable| Some((catalogue.origin(puzzle)?.kind, puzzle.text()));
    let present = model.play.session.as_ref().and_then(|_| of(&model.play.catalogue, model.play.board.puzzle()));
    present.is_some() && of(model.awaited(), puzzle) == present
}

pub(super) fn load(model: &mut Model, number: usize) -> Vec<Effect> {
    let ticket = model.next_ticket();
    // The new load replaces the load under way.
    let overtaken = model.pending.loading.replace(Loading { ticket, number, fraction: 0.0 });
    model.screen.notice = None;
    let cancelled = overtaken.map(|loading| Effect::Cancel(loading.ticket));
    let catalogue = Arc::clone(model.awaited());
    let job = Job::new(ticket, move |budget| Message::Loaded { ticket, result: catalogue.load(number, budget) });
    // The puzzle to load may be the present one, so this game is saved first.
    keep(model).into_iter().chain(cancelled).chain([Effect::Run(job)]).collect()
}

pub(super) fn loaded(model: &mut Model, ticket: Ticket, result: Result<LoadedPuzzle, OpenError>) -> Vec<Effect> {
    // A load that was cancelled or replaced may still answer.
    let Some(loading) = model.pending.loading.take_if(|loading| loading.ticket == ticket) else { return Vec::new() };
    match result {
        Ok(LoadedPuzzle { puzzle, start, note }) => {
            if is_played(model, &*puzzle) {
                // The player has chosen the present puzzle again: its game goes on.
                model.play.number = loading.number;
                if let Some(OpenedCatalogue { catalogue, assist, .. }) = model.pending.opening.take() {
                    model.play.catalogue = catalogue;
                    model.set_assist(assist);
                }
                return model.notify(NoticeKind::GameStarted, words::brought_back(model));
            }
            let opening = model.pending.opening.take();
            let catalogue = opening.as_ref().map_or(&model.play.catalogue, |opened| &opened.catalogue);
            let mut play = Play::new(Arc::clone(catalogue), loading.number, GameBoard::new(puzzle));
            let has_moves = start.session.turns().len() > 0;
            play.is_kept = has_moves;
            (play.session, play.cursor, play.attempt) = (Some(*start.session), start.cursor, *start.attempt);
            play.annotations = Annotations::of(start.notes, start.corner_notes, start.colours);
            // The next puzzle begins a lesson only if it was opened as a lesson.
            let is_lesson = opening.as_ref().is_some_and(|opened| opened.is_lesson);
            play.lesson = is_lesson.then(|| Lesson::start(Course::of(&play.board)));
            let is_untouched = model.play.session.as_ref().is_some_and(|session| session.turns().len() == 0);
            let kept = leave(model, play);
            if let Some(opened) = opening {
                model.set_assist(opened.assist);
                // Undo does not return to a board without moves, such as the one behind the menu.
                model.left.take_if(|_| is_untouched && kept.is_none());
            }
            // A menu that the player has opened meanwhile stays open.
            let menu = match model.screen.mode {
                Mode::Page(page @ Page::Menu(_)) => Some(page),
                _ => None,
            };
            model.show_board();
            model.screen.mode = menu.map_or(Mode::Play, Mode::Page);
            // A guided level that was chosen for another puzzle must not reveal the solution of this one.
            if ticket != FIRST && model.has_one_solution() && model.is_guided() {
                model.set_assist(Assist::Attacks);
            }
            // The next board must not play itself.
            if ticket != FIRST && !has_moves && model.settings.assist == Assist::Forced {
                model.set_assist(Assist::Dead);
            }
            // An attempt with no help but hints must not end as guided because the level is guided at its return.
            let attempt = &model.play.attempt;
            let had_guide = attempt.is_helped || attempt.is_guided;
            if has_moves && !had_guide && !attempt.is_counted && model.is_guided() {
                model.set_assist(Assist::Attacks);
            }
            // In a configurator, the game always shows which options are left, and never chooses an option by itself.
            if model.tree().is_some() {
                model.set_assist(Assist::Dead);
            }
            if has_moves {
                model.screen.notice = Some(words::resumed(model, note.as_deref()));
            } else {
                model.screen.notice = Some(words::new_game(model, note.as_deref()));
            }
            // The running job is about another game.
            let cancelled = cancel_work(model);
            kept.into_iter().chain(cancelled).chain(set_up(model)).collect()
        }
        Err(error) if ticket == FIRST && model.pending.opening.is_none() => {
            vec![Effect::Fail(error.to_string())]
        }
        Err(error) => {
            model.pending.opening = None;
            model.refuse(format!("Can't make a new {}: {error}", model.board().puzzle().puzzle_noun()))
        }
    }
}
