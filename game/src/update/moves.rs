//! The player's moves, and those taken back.

use puzzle_core::explain::NoRepair;
use puzzle_core::{Move, Status, Variable};

use super::Effect;
use super::work::{begin, not_loaded};
use crate::assist::Assist;
use crate::model::{Entry, Mode, Model, Notice, Purpose};
use crate::turns::Turns;
use crate::words;
use crate::work::Work;

/// Does something with the cell under the cursor. If it may have several values, and it is not clear which one is
/// meant, asks for it.
pub(super) fn on_cell(model: &mut Model, purpose: Purpose) -> Option<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    let variables = model.board.variables(model.cursor);
    let find = |status: Status| variables.iter().copied().find(|&variable| guide.status(variable) == status);
    let settled = find(Status::Given).or_else(|| find(Status::Placed));
    let clear = match purpose {
        // What is forced is what there is to explain.
        Purpose::Why => settled.or_else(|| find(Status::Forced).filter(|_| model.assist.is_guided())),
        Purpose::Place | Purpose::Block => settled,
        Purpose::Go => None,
    };
    match model.board.only(model.cursor).or(clear) {
        Some(variable) => act_on(model, variable, purpose),
        None if variables.is_empty() => None,
        None => {
            model.notice = None;
            model.entry = Some(Entry { purpose, text: String::new() });
            None
        }
    }
}

/// Does something with a variable.
pub(super) fn act_on(model: &mut Model, variable: Variable, purpose: Purpose) -> Option<Effect> {
    match purpose {
        Purpose::Place => place_or_remove(model, variable),
        Purpose::Block => block_or_unblock(model, variable),
        Purpose::Why => begin(model, Work::Explain(variable)),
        Purpose::Go => None,
    }
}

fn place_or_remove(model: &mut Model, variable: Variable) -> Option<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    if let Some(given) = given_there(model, variable) {
        model.notice = Some(Notice::Given(given));
        return None;
    }
    match (guide.status(variable), guide.refusal(variable)) {
        (Status::Placed, _) => make(model, vec![Move::Remove(variable)]),
        // Without a guide only what the player has ruled out is refused.
        (status, Some(refusal)) if model.assist.is_guided() || status == Status::Blocked => {
            model.notice = Some(Notice::Refused(variable, refusal));
            None
        }
        _ => {
            // Another value makes way.
            let replaced = placed_there(model, variable).into_iter().map(Move::Remove);
            make(model, replaced.chain([Move::Place(variable)]).collect())
        }
    }
}

fn block_or_unblock(model: &mut Model, variable: Variable) -> Option<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    match guide.status(variable) {
        Status::Given => model.notice = Some(Notice::Given(variable)),
        Status::Placed => model.notice = Some(Notice::InTheWay(variable)),
        Status::Forced if model.assist.is_guided() => model.notice = Some(Notice::Needed(variable)),
        Status::Blocked => return make(model, vec![Move::Unblock(variable)]),
        _ => return make(model, vec![Move::Block(variable)]),
    }
    None
}

/// Takes away what the player has placed in the cell under the cursor.
pub(super) fn remove(model: &mut Model) -> Option<Effect> {
    if model.guide().is_none() {
        return not_loaded(model);
    }
    let first = model.board.variables(model.cursor).first().copied();
    let placed = first.map(|variable| (given_there(model, variable), placed_there(model, variable)));
    match placed {
        Some((Some(given), _)) => model.notice = Some(Notice::Given(given)),
        Some((None, Some(placed))) => return make(model, vec![Move::Remove(placed)]),
        _ => model.notice = Some(Notice::NothingThere(model.cursor)),
    }
    None
}

/// What is given in the cell of a variable.
fn given_there(model: &Model, variable: Variable) -> Option<Variable> {
    there(model, variable, Status::Given)
}

/// What the player has placed in the cell of a variable.
fn placed_there(model: &Model, variable: Variable) -> Option<Variable> {
    there(model, variable, Status::Placed)
}

fn there(model: &Model, variable: Variable, status: Status) -> Option<Variable> {
    let guide = model.guide()?;
    let cell = model.board.puzzle().cell(variable);
    model.board.variables(cell).iter().copied().find(|&other| guide.status(other) == status)
}

/// Makes a move of the player, and at the highest level of help what it forces.
pub(super) fn make(model: &mut Model, moves: Vec<Move>) -> Option<Effect> {
    let last = *moves.last()?;
    let adds = matches!(last, Move::Place(_) | Move::Block(_));
    let with_forced = adds && model.assist == Assist::Forced;
    begin(model, Work::Play { moves, with_forced, done: Notice::Made(last) })
}

/// Takes away what the explanation shown says has to go.
pub(super) fn repair(model: &mut Model) -> Option<Effect> {
    let Mode::Why(screen) = &model.mode else { return None };
    let lift = match &screen.explanation.repair {
        Ok(repair) => &repair.lift,
        Err(reason) => {
            model.notice = Some(match reason {
                NoRepair::Impossible => Notice::NothingToRepair,
                NoRepair::Unknown => Notice::RepairUnknown,
            });
            return None;
        }
    };
    let away = lift.placed.iter().map(|&placed| Move::Remove(placed));
    let moves: Vec<Move> = away.chain(lift.blocked.iter().map(|&blocked| Move::Unblock(blocked))).collect();
    begin(model, Work::Play { done: Notice::Repaired(moves.clone()), moves, with_forced: false })
}

/// Places all that is true in the solution shown.
pub(super) fn adopt(model: &mut Model) -> Option<Effect> {
    let Mode::Browse(screen) = &model.mode else { return None };
    let moves: Vec<Move> = screen.solution().iter().map(|&variable| Move::Place(variable)).collect();
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

/// Back to where there last was a completion.
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
