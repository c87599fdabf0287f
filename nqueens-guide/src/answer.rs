//! The answers of n-queens commands as data ([`Facts`]), which commands print as JSON and the server sends.
//! [`puzzle_core::answer`] has the answers that every puzzle can give.

use nqueens_board::{Size, Square};
use puzzle_core::BigUint;
use puzzle_core::answer::Facts;
use puzzle_kind::Playable;

use crate::check::{AttackingPair, Verdict};
use crate::queens::Queens;

/// Returns the answer with the place of a solution in the order of all `total` solutions. `number` is the place counted
/// from 0; the fact `rank` in the answer is counted from 1.
#[must_use]
pub fn ranked(size: Size, number: BigUint, total: &BigUint) -> Facts {
    Queens::new(size).head().with("rank", &(number + 1u8)).with("solutions", total)
}

/// Returns the answer with the verdicts on several boards; `boards` has a verdict from [`judged`] for each.
#[must_use]
pub fn checked(size: Size, boards: Vec<Facts>) -> Facts {
    Queens::new(size).head().with("boards", boards)
}

/// Returns the verdict on a board with these `queens` as JSON facts. They include a `completion` if the board is
/// completable, and the `conflicts` if queens attack each other. `line` is the number of the board's last line in the
/// input, counted from 1.
#[must_use]
pub fn judged(line: usize, queens: &[Square], verdict: &Verdict) -> Facts {
    let facts = Facts::new().with("line", line).with("queens", names(queens)).with("verdict", verdict.name());
    match verdict {
        Verdict::Completable(rest) => facts.with("completion", names(rest)),
        Verdict::Conflicting(conflicts) => facts.with("conflicts", conflicts.iter().map(named).collect::<Vec<_>>()),
        Verdict::Solution | Verdict::NotCompletable | Verdict::Unknown(_) => facts,
    }
}

fn named(conflict: &AttackingPair) -> Facts {
    let AttackingPair { first, second, direction } = conflict;
    Facts::new().with("queens", names(&[*first, *second])).with("line", direction.to_string())
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

/// Returns the sentence about two attacking queens, such as `the queens on a1 and a5 attack each other along file a`.
///
/// ```
/// use nqueens_guide::check::{Verdict, check};
/// use nqueens_guide::{Size, answer};
///
/// let Verdict::Conflicting(pairs) = check(Size::new(8)?, &["a1".parse()?, "c3".parse()?], 0) else { panic!() };
/// assert_eq!(answer::conflict(&pairs[0]), "the queens on a1 and c3 attack each other along the diagonal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn conflict(conflict: &AttackingPair) -> String {
    let AttackingPair { first, second, direction } = conflict;
    format!("the queens on {first} and {second} attack each other along {}", direction.through(*first))
}
