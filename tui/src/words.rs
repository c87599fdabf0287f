//! The sentences on the screen.

use nqueens_guide::{BigUint, Guide, Move, Refusal, Square, Status};

use crate::model::{Model, Notice};

/// A number with a comma after every three digits, as in `14,200`.
#[must_use]
pub fn grouped(number: &BigUint) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many solutions remain, as in `4 remaining solutions`.
#[must_use]
pub fn remaining(total: &BigUint) -> String {
    format!("{} remaining solution{}", grouped(total), plural(total))
}

fn plural(number: &BigUint) -> &'static str {
    if *number == BigUint::from(1u8) { "" } else { "s" }
}

/// What a square is, in words.
#[must_use]
pub fn square(guide: &Guide, square: Square) -> String {
    let completions = guide.completions(square);
    match guide.status(square) {
        Status::Queen => format!("{square}: your queen"),
        Status::Open if *completions == BigUint::from(1u8) => format!("{square}: open, 1 solution has a queen here"),
        Status::Open => format!("{square}: open, {} solutions have a queen here", grouped(completions)),
        Status::Forced if *guide.total() == BigUint::from(1u8) => {
            format!("{square}: forced, the 1 remaining solution has a queen here")
        }
        Status::Forced => {
            format!("{square}: forced, all {} remaining solutions have a queen here", grouped(completions))
        }
        Status::Blocked | Status::Attacked | Status::Dead => {
            guide.refusal(square).map_or_else(|| square.to_string(), |refusal| why_not(square, refusal))
        }
    }
}

/// Why a queen on a square would be a mistake.
#[must_use]
pub fn why_not(square: Square, refusal: Refusal) -> String {
    match refusal {
        Refusal::Blocked => format!("{square}: blocked by you"),
        Refusal::Attacked(queen, line) => {
            format!("{square}: attacked by {queen} on {}", line.through(square))
        }
        Refusal::Dead => format!("{square}: dead, a queen here leaves no solution"),
    }
}

/// What a square is in few words, for the smallest terminals.
#[must_use]
pub fn square_briefly(guide: &Guide, square: Square) -> String {
    match (guide.status(square), guide.refusal(square)) {
        (_, Some(refusal)) => why_not_briefly(square, refusal),
        (Status::Queen, None) => format!("{square}: your queen"),
        (status, None) => format!("{square}: {}, {}", status.name(), grouped(guide.completions(square))),
    }
}

/// Why a queen on a square would be a mistake, in few words.
#[must_use]
pub fn why_not_briefly(square: Square, refusal: Refusal) -> String {
    match refusal {
        Refusal::Dead => format!("{square}: dead, leaves no solution"),
        other => why_not(square, other),
    }
}

/// The outcome of what the player did last.
#[must_use]
pub fn notice(notice: &Notice) -> String {
    match notice {
        Notice::NewGame(size) => format!("Place {size} queens so that none attacks another."),
        Notice::NewGameDespite(size, note) => format!("Place {size} queens. Note: {note}."),
        Notice::Made(made) => done(*made),
        Notice::Undone(made) => format!("Undone: {}", lower(&done(*made))),
        Notice::Redone(made) => format!("Redone: {}", lower(&done(*made))),
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

fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (14_200, "14,200"), (2_279_184, "2,279,184")]
        {
            assert_eq!(grouped(&number.into()), text);
        }
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(remaining(&1u8.into()), "1 remaining solution");
        assert_eq!(remaining(&0u8.into()), "0 remaining solutions");
    }
}
