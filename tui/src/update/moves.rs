//! The player's moves, and those taken back.

use nqueens_guide::{Move, Status};

use super::Effect;
use super::work::{begin, not_loaded};
use crate::assist::Assist;
use crate::model::{Mode, Model, Notice};
use crate::turns::Turns;
use crate::words;
use crate::work::Work;

pub(super) fn place_or_remove(model: &mut Model) -> Option<Effect> {
    let square = model.cursor;
    let Some(guide) = model.guide() else { return not_loaded(model) };
    match (guide.status(square), guide.refusal(square)) {
        (Status::Queen, _) => make(model, Move::Remove(square)),
        // Without a guide only what the player has ruled out is refused.
        (status, Some(refusal)) if model.assist.is_guided() || status == Status::Blocked => {
            model.notice = Some(Notice::Refused(square, refusal));
            None
        }
        _ => make(model, Move::Place(square)),
    }
}

pub(super) fn block_or_unblock(model: &mut Model) -> Option<Effect> {
    let square = model.cursor;
    let Some(guide) = model.guide() else { return not_loaded(model) };
    match guide.status(square) {
        Status::Queen => model.notice = Some(Notice::QueenInTheWay(square)),
        Status::Forced if model.assist.is_guided() => model.notice = Some(Notice::NeedsQueen(square)),
        Status::Blocked => return make(model, Move::Unblock(square)),
        _ => return make(model, Move::Block(square)),
    }
    None
}

/// Makes a move of the player, and at the highest level of help what it forces.
pub(super) fn make(model: &mut Model, made: Move) -> Option<Effect> {
    let adds = matches!(made, Move::Place(_) | Move::Block(_));
    let with_forced = adds && model.assist == Assist::Forced;
    begin(model, Work::Play { moves: vec![made], with_forced, done: Notice::Made(made) })
}

/// Takes away what the explanation shown says has to go.
pub(super) fn repair(model: &mut Model) -> Option<Effect> {
    let Mode::Why(screen) = &model.mode else { return None };
    let Some(repair) = &screen.explanation.repair else {
        model.notice = Some(Notice::NothingToRepair);
        return None;
    };
    let lift = repair.lift.iter().map(|&queen| Move::Remove(queen));
    let moves: Vec<Move> = lift.chain(repair.unblock.iter().map(|&square| Move::Unblock(square))).collect();
    begin(model, Work::Play { done: Notice::Repaired(moves.clone()), moves, with_forced: false })
}

/// Places all queens of the solution shown.
pub(super) fn adopt(model: &mut Model) -> Option<Effect> {
    let Mode::Browse(screen) = &model.mode else { return None };
    let moves: Vec<Move> = screen.queens().map(Move::Place).collect();
    let done = Notice::Adopted(words::grouped(&screen.number()));
    begin(model, Work::Play { moves, with_forced: false, done })
}

pub(super) fn travel(
    model: &mut Model,
    step: fn(&mut Turns) -> Option<Vec<Move>>,
    done: fn(Vec<Move>) -> Notice,
    nothing: Notice,
) {
    model.notice = Some(match &mut model.game {
        None => Notice::NotLoaded,
        Some(game) => match step(game) {
            None => nothing,
            Some(moves) => {
                model.hint = None;
                done(moves)
            }
        },
    });
}

/// Back to the last placement that had a completion.
pub(super) fn go_back(model: &mut Model) {
    model.notice = Some(match &mut model.game {
        None => Notice::NotLoaded,
        Some(game) if game.guide().is_completable() => Notice::StillSolvable,
        Some(game) => match game.turns_to_completable() {
            None => Notice::NeverSolvable,
            Some(turns) => {
                for _ in 0..turns {
                    game.undo();
                }
                model.hint = None;
                Notice::WentBack(turns)
            }
        },
    });
}
