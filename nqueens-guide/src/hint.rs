//! Hints in three grades: where to look, the move, and why.

use bdd_core::BigUint;

use crate::explain::{Explanation, RankOrFile, Step, explain, quick_cost, smallest_repair};
use crate::guide::{Guide, Status};
use crate::session::Move;
use crate::solutions::Solutions;
use crate::square::Square;

/// A hint, to be given away bit by bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// First: where to look.
    pub look: Look,
    /// Second: what to do.
    pub play: Move,
    /// Third: why.
    pub why: Why,
}

/// Where to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Some square of this line has to have its queen.
    ForcedOn(RankOrFile),
    /// This line has the fewest squares that are still open: so many.
    Narrowest(RankOrFile, usize),
    /// The placement has no completion: so many queens or blocks have to go.
    Astray(usize),
}

/// Why the move is a good one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The square is forced.
    Forced(Box<Explanation>),
    /// Of the line's open squares it keeps the most completions.
    KeepsMost {
        /// The line's open squares in order, each with its number of completions.
        open: Vec<(Square, BigUint)>,
        /// The number of completions before the move.
        total: BigUint,
    },
    /// It is one of the fewest that have to go for a completion.
    Repair {
        /// The queens that have to go, in variable order.
        lift: Vec<Square>,
        /// The squares to be unblocked, in variable order.
        unblock: Vec<Square>,
        /// The number of completions once they are gone.
        solutions: BigUint,
    },
}

/// The hint for a placement; the same placement always has the same hint. `None` if all queens stand, or if the board
/// has no solution.
///
/// A forced square with the simplest explanation comes first; where nothing is forced, the rank or file with the
/// fewest open squares, and there the square that keeps the most completions.
///
/// # Panics
///
/// If the solutions are those of another board.
#[must_use]
pub fn hint(solutions: &Solutions, guide: &Guide) -> Option<Hint> {
    if guide.placement().is_solution() && guide.is_completable() {
        return None;
    }
    if !guide.is_completable() {
        return astray(solutions, guide);
    }
    let forced = guide.squares().filter(|(_, status, _)| *status == Status::Forced).map(|(square, ..)| square);
    if let Some(square) = forced.min_by_key(|&square| quick_cost(guide.placement(), square)) {
        let why = explain(solutions, guide, square).expect("a forced square can be explained");
        // The line that shows it, if one does at once; else the square's own rank.
        let line = match why.steps.as_slice() {
            [Step::Empty { on, .. }] if on.contains(square) => *on,
            _ => RankOrFile::Rank(square.rank()),
        };
        return Some(Hint { look: Look::ForcedOn(line), play: Move::Place(square), why: Why::Forced(Box::new(why)) });
    }
    let size = guide.size();
    let lines = (0..size.get()).map(RankOrFile::Rank).chain((0..size.get()).map(RankOrFile::File));
    let open_on = |line: RankOrFile| line.squares(size).filter(|&square| guide.status(square) == Status::Open);
    let line = lines.filter(|&line| open_on(line).next().is_some()).min_by_key(|&line| open_on(line).count())?;
    let open: Vec<_> = open_on(line).map(|square| (square, guide.completions(square).clone())).collect();
    // Of equally good squares the first.
    let (best, _) = open.iter().rev().max_by_key(|(_, completions)| completions)?;
    Some(Hint {
        look: Look::Narrowest(line, open.len()),
        play: Move::Place(*best),
        why: Why::KeepsMost { open, total: guide.total().clone() },
    })
}

fn astray(solutions: &Solutions, guide: &Guide) -> Option<Hint> {
    let (away, left) = smallest_repair(solutions, guide.placement())?;
    let lift: Vec<Square> = away.queens.into_iter().collect();
    let unblock: Vec<Square> = away.blocked.into_iter().collect();
    let play =
        lift.first().map(|&queen| Move::Remove(queen)).or(unblock.first().map(|&square| Move::Unblock(square)))?;
    Some(Hint {
        look: Look::Astray(lift.len() + unblock.len()),
        play,
        why: Why::Repair { lift, unblock, solutions: left },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::placement::Placement;
    use crate::session::Session;

    fn hint_for(n: usize, queens: &str, blocked: &str) -> Option<Hint> {
        let squares = |text: &str| text.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<_>>();
        let size = Size::new(n).unwrap();
        let solutions = Solutions::build(size);
        let placement = Placement::new(size, squares(queens), squares(blocked)).unwrap();
        hint(&solutions, &solutions.guide(&placement))
    }

    #[test]
    fn following_the_hints_solves_every_board_from_any_start() {
        for n in [1, 4, 5, 6, 7, 8] {
            let size = Size::new(n).unwrap();
            let solutions = Solutions::build(size);
            for start in size.squares() {
                let mut game = Session::resume(solutions.clone(), &Placement::new(size, [start], [start]).unwrap());
                let mut moves = 0;
                while let Some(hint) = hint(game.solutions(), game.guide()) {
                    assert!(game.play(hint.play), "{hint:?}");
                    moves += 1;
                    assert!(moves <= 2 + n, "no detours");
                }
                assert!(game.placement().is_solution(), "n={n} from {start}");
            }
        }
    }

    #[test]
    fn the_board_without_a_choice_is_forced() {
        let hint = hint_for(4, "b1", "").unwrap();
        assert_eq!(hint.look, Look::ForcedOn(RankOrFile::Rank(1)));
        assert_eq!(hint.play, Move::Place("d2".parse().unwrap()));
    }

    #[test]
    fn the_narrowest_line_of_the_empty_board_is_its_border() {
        let hint = hint_for(6, "", "").unwrap();
        assert_eq!(hint.look, Look::Narrowest(RankOrFile::Rank(0), 4));
        assert_eq!(hint.play, Move::Place("b1".parse().unwrap()));
    }

    #[test]
    fn a_board_without_solutions_has_no_hint_and_neither_has_a_solved_one() {
        assert_eq!(hint_for(3, "", ""), None);
        assert_eq!(hint_for(4, "b1 d2 a3 c4", ""), None);
    }

    #[test]
    fn a_queen_gone_astray_is_named() {
        let hint = hint_for(8, "a1 c2 e3 h8", "").unwrap();
        assert_eq!(hint.look, Look::Astray(1));
        assert!(matches!(hint.why, Why::Repair { .. }));
    }
}
