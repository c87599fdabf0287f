//! Hints in three grades: where to look, the move, and why.

use bdd_core::BigUint;
use puzzle_core::{Count, Look as EngineLook, Why as EngineWhy};

use crate::board::Size;
use crate::explain::{Explanation, RankOrFile};
use crate::guide::Guide;
use crate::session::Move;
use crate::solutions::Solutions;
use crate::square::Square;

/// A hint, to be given away bit by bit. It is the engine's [`Hint`](puzzle_core::Hint), in squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// First: where to look.
    pub look: Look,
    /// Second: what to do.
    pub play: Move,
    /// Third: why.
    pub why: Why,
    pub(crate) size: Size,
    pub(crate) engine: puzzle_core::Hint,
}

/// Where to look.
pub type Look = EngineLook<RankOrFile>;

/// Why the move is a good one.
pub type Why = EngineWhy<Square, BigUint, Explanation>;

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
    let size = guide.size();
    assert_eq!(size, solutions.size(), "solutions and placement of the same board");
    let engine = puzzle_core::hint(solutions, guide.as_ref())?;
    let squares = |variables: &[_]| variables.iter().map(|&variable| size.square_of(variable)).collect();
    let exact = |count: &Count| count.value().clone();
    let look = match engine.look {
        EngineLook::ForcedOn(line) => Look::ForcedOn(RankOrFile::of(size, line)),
        EngineLook::Narrowest(line, open) => Look::Narrowest(RankOrFile::of(size, line), open),
        EngineLook::Astray(marks) => Look::Astray(marks),
    };
    let why = match &engine.why {
        EngineWhy::Forced(why) => Why::Forced(Box::new(Explanation::of(size, why.as_ref().clone()))),
        EngineWhy::KeepsMost { open, total } => Why::KeepsMost {
            open: open.iter().map(|(variable, count)| (size.square_of(*variable), exact(count))).collect(),
            total: exact(total),
        },
        EngineWhy::Repair { lift, unblock, solutions } => {
            Why::Repair { lift: squares(lift), unblock: squares(unblock), solutions: exact(solutions) }
        }
    };
    let play = engine.play.map(|variable| size.square_of(variable));
    Some(Hint { look, play, why, size, engine })
}

#[cfg(test)]
mod tests {
    use super::*;
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
