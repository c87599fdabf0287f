//! What came of the player's wishes, in words.

use nqueens_guide::Move;

use super::{assist, lower, why_not};
use crate::model::{Model, Notice};

/// The outcome of what the player did last.
#[must_use]
pub fn notice(notice: &Notice) -> String {
    match notice {
        Notice::NewGame(size) => format!("Place {size} queens so that none attacks another."),
        Notice::NewGameDespite(size, note) => format!("Place {size} queens. Note: {note}."),
        Notice::Made(made) => done(*made),
        Notice::AndForced(first, forced) => format!("{} Played for you: {}.", self::notice(first), squares(forced)),
        Notice::Undone(made) => format!("Undone: {}", lower(&all_done(made))),
        Notice::Redone(made) => format!("Redone: {}", lower(&all_done(made))),
        Notice::Repaired(made) => all_done(made),
        Notice::Adopted(number) => format!("Solution {number} is on the board; u takes it back."),
        Notice::Verified(true) => "Yes, there is still a solution.".to_owned(),
        Notice::Verified(false) => "No, no solution is left: b goes back to where there was one.".to_owned(),
        Notice::WentBack(turns) => {
            format!("Back by {turns} move{}: there is a solution again.", if *turns == 1 { "" } else { "s" })
        }
        Notice::StillSolvable => "There is still a solution: no need to go back.".to_owned(),
        Notice::NeverSolvable => "There never was a solution to go back to.".to_owned(),
        Notice::Assist(level) => format!("Assist {}: {}.", level.level(), assist(*level)),
        Notice::NotAtThisLevel => "Counts and heat are for assist 2 and above: press a.".to_owned(),
        Notice::NothingToExplain(reason) => reason.clone(),
        Notice::NothingToRepair => "Nothing you did has to do with it: nothing to take away.".to_owned(),
        Notice::NoHint => "No hint: there is nothing left to do.".to_owned(),
        Notice::NothingToBrowse => "No solution is left to be shown.".to_owned(),
        Notice::NoSuchSolution(typed) => format!("There is no solution number {typed}."),
        Notice::WorkCancelled => "Cancelled.".to_owned(),
        Notice::Refused(square, refusal) => format!("No queen on {}.", why_not(*square, *refusal)),
        Notice::QueenInTheWay(square) => format!("A queen stands on {square}: remove it before you block the square."),
        Notice::NeedsQueen(square) => format!("Not blocked: every remaining solution needs a queen on {square}."),
        Notice::NothingToUndo => "Nothing to undo.".to_owned(),
        Notice::NothingToRedo => "Nothing to redo.".to_owned(),
        Notice::NothingToClear => "The board is empty already.".to_owned(),
        Notice::NoSuchSize => format!("Boards go from 1 to {}.", Model::LARGEST),
        Notice::Cancelled(size) => format!("The board of {size} is cancelled."),
        Notice::Failed(reason) => format!("No new board: {reason}"),
        Notice::NoSquare(reason) => reason.clone(),
        Notice::Theme(name) => format!("Theme: {name}."),
        Notice::CannotSuspend => "Not suspended: no shell is there to bring the game back.".to_owned(),
        Notice::NotLoaded => "No board yet: + and - load one.".to_owned(),
    }
}

fn done(made: Move) -> String {
    match made {
        Move::Place(square) => format!("Queen placed on {square}."),
        Move::Remove(square) => format!("Queen removed from {square}."),
        Move::Block(square) => format!("{square} blocked."),
        Move::Unblock(square) => format!("{square} unblocked."),
        Move::Clear => "Board cleared.".to_owned(),
    }
}

/// What the moves of a turn did, however many they are.
fn all_done(moves: &[Move]) -> String {
    match moves {
        [only] => done(*only),
        _ if moves.iter().all(|made| matches!(made, Move::Place(_))) => format!("Queens placed on {}.", squares(moves)),
        _ if moves.iter().all(|made| matches!(made, Move::Remove(_))) => {
            format!("Queens removed from {}.", squares(moves))
        }
        _ => moves.iter().map(|&made| done(made)).collect::<Vec<_>>().join(" "),
    }
}

/// The squares of some moves.
fn squares(moves: &[Move]) -> String {
    let name = |made: &Move| match made {
        Move::Place(square) | Move::Remove(square) | Move::Block(square) | Move::Unblock(square) => square.to_string(),
        Move::Clear => "all".to_owned(),
    };
    moves.iter().map(name).collect::<Vec<_>>().join(", ")
}
