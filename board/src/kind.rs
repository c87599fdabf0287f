//! The parts that all puzzles of queens on square boards share: command-line options for marked squares, and random
//! placements of queens.

use bdd_core::Sampler;
use puzzle_kind::{Parameter, Role, take_random};

use crate::size::Size;
use crate::square::{Square, Squares};

/// Returns the command-line options `--queens` and `--blocked`, each of which takes a list of squares.
#[must_use]
pub fn marks() -> [Parameter; 2] {
    let squares = |name, help| Parameter::option(name, "SQUARES", help).parsed::<Squares>();
    [
        squares("queens", "Squares with a queen, such as b4,d1; they may attack each other").with_role(Role::Placed),
        squares("blocked", "Squares ruled out for queens, such as a1,c3").with_role(Role::Blocked),
    ]
}

/// Adds a random queen on each rank without a queen, so that no added queen attacks another queen. `attacks` returns
/// `true` if queens on two squares attack each other.
///
/// `queens` must contain one queen on each of the first ranks, in order. Returns `false`, with `queens` unchanged, if
/// the queens can't be added.
pub fn extend(
    queens: &mut Vec<Square>,
    size: Size,
    sampler: &mut Sampler,
    attacks: &dyn Fn(Square, Square) -> bool,
) -> bool {
    if queens.len() == size.get() {
        return true;
    }
    let mut squares: Vec<Square> = size.rank(queens.len()).collect();
    while let Some(square) = take_random(sampler, &mut squares) {
        if !queens.iter().any(|&queen| attacks(queen, square)) {
            queens.push(square);
            if extend(queens, size, sampler, attacks) {
                return true;
            }
            queens.pop();
        }
    }
    false
}
