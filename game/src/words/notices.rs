//! Sentences about the outcome of the player's actions.

use puzzle_core::sentences::{self, capital};
use puzzle_core::{Literal, Move, Status, Variable};
use puzzle_kind::Playable;

use super::progress_so_far;
use super::{assist, lower, noted, why_not};
use crate::action::Action;
use crate::model::Model;
use crate::notice::Notice;

/// The outcome of what the player did last.
#[must_use]
pub fn notice(model: &Model, notice: &Notice) -> String {
    let puzzle = model.play.board.puzzle();
    let is_by_size = model.play.catalogue.is_by_size();
    match notice {
        Notice::NewGame if !is_by_size && *model.play.catalogue.numbers().end() > 1 => {
            format!("Puzzle {}. {}", model.play.number, puzzle.task())
        }
        Notice::NewGame => puzzle.task(),
        Notice::Continued(note) => {
            let new = if is_by_size { "c clears." } else { "c clears, N new." };
            let note = note.iter().map(|note| format!(" Note: {note}."));
            format!("Continued: {}. {new}{}", progress_so_far(model), note.collect::<String>())
        }
        Notice::BroughtBack => format!("Back again: {}.", progress_so_far(model)),
        Notice::CheckpointSet => "Checkpoint set: R comes back here.".to_owned(),
        Notice::AtCheckpoint => "Back at the checkpoint; u takes that back.".to_owned(),
        Notice::NoSuchCommand(typed) => {
            format!("No command {typed:?}: w FILE writes the game as a text, w! FILE over another one.")
        }
        Notice::Copied(result) => format!("Copied: {result}"),
        Notice::SetUp => "This is the position; u goes back to what stood before.".to_owned(),
        Notice::NotPasted(Some(why)) => format!("What was pasted is no puzzle: {why}."),
        Notice::NotPasted(None) => {
            format!("What was pasted is no puzzle, and no list of names such as {}.", puzzle.name(Variable::new(0)))
        }
        Notice::Clock(true) => "The clock is on.".to_owned(),
        Notice::Clock(false) => "The clock is off: no time is taken.".to_owned(),
        Notice::NoCheckpoint => "No checkpoint yet: M sets one.".to_owned(),
        Notice::NewGameDespite(note) => format!("{} Note: {note}.", puzzle.task()),
        Notice::Made(made) => done(puzzle, *made),
        Notice::AndForced(first, forced) => {
            format!("{} Played for you: {}.", self::notice(model, first), names(puzzle, forced))
        }
        Notice::Undone(made) => format!("Undone: {}", lower(&all_done(puzzle, made))),
        Notice::Redone(made) => format!("Redone: {}", lower(&all_done(puzzle, made))),
        Notice::Repaired(made) => all_done(puzzle, made),
        Notice::Adopted(number) => format!("Solution {number} is {}; u takes it back.", puzzle.on_board()),
        Notice::Verified(true) => "Yes, there is still a solution.".to_owned(),
        Notice::NotVerified => "Not known yet: no solution was found, and none ruled out.".to_owned(),
        Notice::Verified(false) => "No, no solution is left: b goes back to where there was one.".to_owned(),
        Notice::WentBack(turns) => {
            format!("Back by {turns} move{}: there is a solution again.", if *turns == 1 { "" } else { "s" })
        }
        Notice::StillSolvable => "There is still a solution: no need to go back.".to_owned(),
        Notice::NeverSolvable => "There never was a solution to go back to.".to_owned(),
        Notice::Assist(level) => format!("Help {} of 4: {}.", level.level(), assist(puzzle, *level)),
        Notice::Noting(true) => "Notes: values are written as notes now, n ends that.".to_owned(),
        Notice::Noting(false) => "Values are placed again.".to_owned(),
        Notice::Noted(cell) => match noted(model, *cell).as_str() {
            "" => format!("No notes in {}.", puzzle.cell_name(*cell)),
            noted => format!("Notes in {}: {noted}.", puzzle.cell_name(*cell)),
        },
        Notice::NoPlaceForNotes(cell) => {
            format!("{} has its value: there is no place for notes.", puzzle.cell_name(*cell))
        }
        Notice::GivesAway(Action::Diagram) => "The diagram tells what the solution has: Enter shows it.".to_owned(),
        Notice::NoDiagram => format!("There is no diagram of this {}: it would be too large.", puzzle.puzzle_noun()),
        Notice::GivesAway(Action::Browse) => "There is one solution: Enter shows it.".to_owned(),
        Notice::GivesAway(_) => "This shows the solution: Enter shows it.".to_owned(),
        Notice::Marking(true) => {
            format!("What is {} is marked for you.", puzzle.status_name(Status::Excluded))
        }
        Notice::Marking(false) => "What is ruled out is for you to mark.".to_owned(),
        Notice::ClashesAlways(true) => "Clashes are shown at every level of help.".to_owned(),
        Notice::ClashesAlways(false) => "Clashes are shown from help level 1 on.".to_owned(),
        Notice::NotAtThisLevel => "Counts and heat are for help level 2 and above: press A.".to_owned(),
        Notice::NothingToRepair => "Nothing you did has to do with it: nothing to take away.".to_owned(),
        Notice::RepairUnknown => "What would have to go is not known: it takes too long to find out.".to_owned(),
        Notice::NoHint => "No hint: there is nothing left to do.".to_owned(),
        Notice::NothingToBrowse => "No solution is left to be shown.".to_owned(),
        Notice::NotNumbered => "The solutions can't be numbered: there are too many to know them all.".to_owned(),
        Notice::NoSuchSolution(typed) => format!("There is no solution number {typed}."),
        Notice::WorkFailed(reason) => format!("Not worked out: {reason}."),
        Notice::WorkCancelled => "Cancelled.".to_owned(),
        Notice::Refused(variable, refusal) => {
            // The reason begins with the name, and so has the beginning of the sentence.
            let reason = why_not(puzzle, *variable, *refusal);
            match reason.strip_prefix(&puzzle.name(*variable)).filter(|_| puzzle.piece().is_some()) {
                Some(rest) => {
                    format!("{}{rest}.", capital(&sentences::literal_phrase(puzzle, Literal::negative(*variable))))
                }
                None => format!("Not placed. {reason}."),
            }
        }
        Notice::InTheWay(variable) => {
            let what = if puzzle.piece().is_some() { format!("the {}", puzzle.cell_noun()) } else { "it".to_owned() };
            format!("{}: remove it before you block {what}.", capital(&sentences::placed_clause(puzzle, *variable)))
        }
        Notice::Needed(variable) => {
            format!(
                "Not blocked: every remaining solution needs {}.",
                sentences::literal_phrase(puzzle, Literal::positive(*variable))
            )
        }
        Notice::Given(variable) => format!("{} is given: it can't be changed.", puzzle.name(*variable)),
        Notice::NothingThere(cell) => format!("{} is empty: nothing to take away.", puzzle.cell_name(*cell)),
        Notice::NoSuchValue(cell, typed) => {
            let values = model.play.board.variables(*cell);
            let symbol = |variable: Option<&Variable>| variable.map_or(' ', |&variable| puzzle.symbol(variable));
            let (first, last) = (symbol(values.first()), symbol(values.last()));
            format!("{typed:?} is no value of {}: expected {first} to {last}.", puzzle.cell_name(*cell))
        }
        Notice::NothingToUndo => "Nothing to undo.".to_owned(),
        Notice::NothingToRedo => "Nothing to redo.".to_owned(),
        Notice::NothingToClear => format!("The {} is empty already.", puzzle.board()),
        Notice::NoSuchNumber => {
            let what = if is_by_size { "Boards" } else { "Puzzles" };
            let numbers = model.play.catalogue.numbers();
            match *numbers.end() {
                usize::MAX => format!("{what} go from {} on.", numbers.start()),
                last => format!("{what} go from {} to {last}.", numbers.start()),
            }
        }
        Notice::Cancelled(size) if is_by_size => format!("The board of {size} is cancelled."),
        Notice::Cancelled(number) => format!("Puzzle {number} is cancelled."),
        Notice::Failed(reason) => format!("No new {}: {reason}", puzzle.puzzle_noun()),
        Notice::Said { text, .. } => text.clone(),
        Notice::NotLoaded if is_by_size => "No board yet: + and - load one.".to_owned(),
        Notice::NotLoaded => "No puzzle yet: N and P load one.".to_owned(),
    }
}

fn done(puzzle: &dyn Playable, made: Move) -> String {
    match made {
        Move::Place(_) => placed(puzzle, &[made]),
        Move::Remove(_) => removed(puzzle, &[made]),
        Move::Block(variable) => format!("{} blocked.", puzzle.name(variable)),
        Move::Unblock(variable) => format!("{} unblocked.", puzzle.name(variable)),
        Move::Clear => format!("{} cleared.", capital(puzzle.board())),
    }
}

/// What the moves of a turn did, however many they are.
fn all_done(puzzle: &dyn Playable, moves: &[Move]) -> String {
    match moves {
        _ if moves.iter().all(|made| matches!(made, Move::Place(_))) => placed(puzzle, moves),
        _ if moves.iter().all(|made| matches!(made, Move::Remove(_))) => removed(puzzle, moves),
        _ => moves.iter().map(|&made| done(puzzle, made)).collect::<Vec<_>>().join(" "),
    }
}

/// `Queen placed on d4.`, `Queens placed on d4, e6.`, `r4c7=5 placed.`
fn placed(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let names = names(puzzle, moves);
    pieces(puzzle, moves).map_or_else(|| format!("{names} placed."), |pieces| format!("{pieces} placed on {names}."))
}

fn removed(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let names = names(puzzle, moves);
    let pieces = pieces(puzzle, moves);
    pieces.map_or_else(|| format!("{names} removed."), |pieces| format!("{pieces} removed from {names}."))
}

/// `Queen`, or `Queens`.
fn pieces(puzzle: &dyn Playable, moves: &[Move]) -> Option<String> {
    let plural = if moves.len() == 1 { "" } else { "s" };
    puzzle.piece().map(|piece| capital(piece) + plural)
}

/// The names of what some moves are about.
fn names(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let name = |made: &Move| made.variable().map_or_else(|| "all".to_owned(), |variable| puzzle.name(variable));
    moves.iter().map(name).collect::<Vec<_>>().join(", ")
}
