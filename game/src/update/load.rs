//! Other puzzles: asking for them, and beginning with them.

use std::collections::BTreeSet;
use std::sync::Arc;

use puzzle_kind::{OpenError, Playable};

use super::Effect;
use super::keep::{keep, leave};
use super::moves::set_up;
use super::work::cancel_work;
use crate::assist::Assist;
use crate::board::Board;
use crate::catalogue::{Catalogue, Loaded, Numbering, Start};
use crate::job::{Job, Ticket};
use crate::lesson::Lesson;
use crate::menu::Opened;
use crate::model::{Loading, Model};
use crate::notes::Notes;
use crate::notice::Notice;
use crate::played::Played;
use crate::save::Resumed;

/// Has the puzzle loaded that comes so many numbers later.
pub(super) fn other_puzzle(model: &mut Model, by: isize) -> Vec<Effect> {
    let from = model.loading.map_or(model.number, |loading| loading.number);
    // Where the first puzzle was broken off, it is the one that comes next; of boards another size may be wanted.
    let is_missing = model.session.is_none() && model.loading.is_none();
    let by = if is_missing && model.catalogue.numbering() == Numbering::Puzzles { 0 } else { by };
    match from.checked_add_signed(by) {
        Some(number) => to_puzzle(model, number),
        None => {
            model.notice = Some(Notice::NoSuchNumber);
            Vec::new()
        }
    }
}

/// Has the puzzle with a number loaded, if there is one.
pub(super) fn to_puzzle(model: &mut Model, number: usize) -> Vec<Effect> {
    if !model.awaited().numbers().contains(&number) {
        model.notice = Some(Notice::NoSuchNumber);
        return Vec::new();
    }
    if model.session.is_some() && number == model.number && model.opening.is_none() {
        // Back to where the player still is: the game goes on.
        model.notice = Some(Notice::BroughtBack);
        let overtaken = model.loading.take();
        return overtaken.map(|loading| Effect::Cancel(loading.ticket)).into_iter().collect();
    }
    load(model, number)
}

/// Whether a puzzle that was loaded is the one that is played already, and kept.
fn is_played(model: &Model, puzzle: &dyn Playable) -> bool {
    let of =
        |catalogue: &Arc<dyn Catalogue>, puzzle: &dyn Playable| Some((catalogue.origin(puzzle)?.kind, puzzle.text()));
    let present = model.session.as_ref().and_then(|_| of(&model.catalogue, model.board.puzzle()));
    present.is_some() && of(model.awaited(), puzzle) == present
}

/// Has the puzzle with a number loaded.
pub(super) fn load(model: &mut Model, number: usize) -> Vec<Effect> {
    let ticket = model.next_ticket();
    // The puzzle that was on its way is not wanted any more.
    let overtaken = model.loading.replace(Loading { ticket, number, fraction: 0.0 });
    model.notice = None;
    let cancelled = overtaken.map(|loading| Effect::Cancel(loading.ticket));
    // What is loaded may be this very game.
    let kept = keep(model);
    kept.into_iter()
        .chain(cancelled)
        .chain([Effect::Run(Job::load(ticket, Arc::clone(model.awaited()), number))])
        .collect()
}

/// A load has ended.
pub(super) fn loaded(model: &mut Model, ticket: Ticket, result: Result<Loaded, OpenError>) -> Vec<Effect> {
    // What was cancelled or overtaken may still arrive.
    let Some(loading) = model.loading.take_if(|loading| loading.ticket == ticket) else { return Vec::new() };
    match result {
        Ok(Loaded { puzzle, start, note }) => {
            if is_played(model, &*puzzle) {
                // Chosen once more, from elsewhere: the game goes on.
                model.number = loading.number;
                if let Some(Opened { catalogue, assist, .. }) = model.opening.take() {
                    model.catalogue = catalogue;
                    model.set_assist(assist);
                }
                model.notice = Some(Notice::BroughtBack);
                return Vec::new();
            }
            let kept = leave(model);
            if let Some(Opened { catalogue, assist, is_lesson, .. }) = model.opening.take() {
                model.catalogue = catalogue;
                model.set_assist(assist);
                model.lesson = is_lesson.then_some(Lesson::Move);
            }
            model.number = loading.number;
            model.board = Board::new(puzzle);
            let is_resumed = matches!(start, Start::Resumed(_));
            let resumed = match start {
                Start::Resumed(resumed) => resumed,
                Start::New(session) => Resumed {
                    session,
                    cursor: model.board.first_cell(),
                    notes: BTreeSet::new(),
                    played: Played::default(),
                },
            };
            let Resumed { session, cursor, notes, played } = resumed;
            let has_moves = session.turns().len() > 0;
            (model.session, model.cursor, model.played) = (Some(*session), cursor, played);
            model.notes = Notes::of(notes);
            model.show_board();
            // That the player wanted to see another puzzle's solution says nothing of this one's.
            if ticket != Ticket::FIRST && model.has_one_solution() && model.assist.is_guided() {
                model.set_assist(Assist::Attacks);
            }
            model.notice = Some(match note {
                note if is_resumed && has_moves => Notice::Continued(note),
                Some(note) => Notice::NewGameDespite(note),
                None => Notice::NewGame,
            });
            // What is being worked out is about another game.
            let cancelled = cancel_work(model);
            kept.into_iter().chain(cancelled).chain(set_up(model)).collect()
        }
        Err(error) if ticket == Ticket::FIRST && model.opening.is_none() => vec![Effect::Fail(error.to_string())],
        Err(error) => {
            model.opening = None;
            model.notice = Some(Notice::Failed(error.to_string()));
            Vec::new()
        }
    }
}
