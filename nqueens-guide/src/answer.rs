//! Answers about n-queens as data, beside those that [`puzzle_core::answer`] has for every puzzle: what the commands
//! print as JSON, and what the server sends.

use nqueens_board::{Size, Square};
use puzzle_core::BigUint;
use puzzle_core::answer::Facts;
use puzzle_kind::Playable;

use crate::check::{Conflict, Verdict};
use crate::queens::Queens;

/// The number of a solution, counted from 0, among a number of solutions; told counted from 1.
#[must_use]
pub fn ranked(size: Size, number: BigUint, total: &BigUint) -> Facts {
    Queens::new(size).head().with("rank", &(number + 1u8)).with("solutions", total)
}

/// What the checker says of boards, each judged by [`judged`].
#[must_use]
pub fn checked(size: Size, boards: Vec<Facts>) -> Facts {
    Queens::new(size).head().with("boards", boards)
}

/// What the checker says of a board that stands on a line, counted from 1.
#[must_use]
pub fn judged(line: usize, queens: &[Square], verdict: &Verdict) -> Facts {
    let facts = Facts::new().with("line", line).with("queens", names(queens)).with("verdict", verdict.name());
    match verdict {
        Verdict::Completable(rest) => facts.with("completion", names(rest)),
        Verdict::Conflicting(conflicts) => facts.with("conflicts", conflicts.iter().map(named).collect::<Vec<_>>()),
        Verdict::Solution | Verdict::NotCompletable | Verdict::Unknown(_) => facts,
    }
}

fn named(conflict: &Conflict) -> Facts {
    let Conflict { first, second, direction } = conflict;
    Facts::new().with("queens", names(&[*first, *second])).with("line", direction.to_string())
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

/// Two queens that attack each other, in words.
#[must_use]
pub fn conflict(conflict: &Conflict) -> String {
    let Conflict { first, second, direction } = conflict;
    format!("the queens on {first} and {second} attack each other along {}", direction.through(*first))
}
