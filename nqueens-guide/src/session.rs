//! A game: a placement that changes move by move, with undo and redo.

use std::sync::Arc;

use crate::board::Size;
use crate::guide::Guide;
use crate::placement::Placement;
use crate::solutions::Solutions;
use crate::square::Square;

/// A change of the placement. The session takes every move, wise or not; what the guide advises against is for the
/// front end to refuse (see [`Guide::refusal`]).
pub type Move = puzzle_core::Move<Square>;

/// A game on one board: the current placement, its guide, and all positions before and after it. It is the engine's
/// [`Session`](puzzle_core::Session), in squares.
#[derive(Clone, Debug)]
pub struct Session {
    solutions: Solutions,
    game: puzzle_core::Session,
    guide: Guide,
}

impl Session {
    /// A game from the empty board.
    #[must_use]
    pub fn new(solutions: Solutions) -> Session {
        let placement = Placement::empty(solutions.size());
        Session::resume(solutions, &placement)
    }

    /// A game from a placement, consistent or not.
    ///
    /// # Panics
    ///
    /// If the placement is one of another board.
    #[must_use]
    pub fn resume(solutions: Solutions, placement: &Placement) -> Session {
        assert_eq!(placement.size(), solutions.size(), "solutions and placement of the same board");
        let game = puzzle_core::Session::resume(Arc::new(solutions.clone()), placement.marks());
        let guide = Guide::from(game.guide().as_ref().clone());
        Session { solutions, game, guide }
    }

    /// The solutions that the game is played with.
    #[must_use]
    pub fn solutions(&self) -> &Solutions {
        &self.solutions
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.solutions.size()
    }

    /// The guide to the current placement.
    #[must_use]
    pub fn guide(&self) -> &Guide {
        &self.guide
    }

    /// The current placement.
    #[must_use]
    pub fn placement(&self) -> &Placement {
        self.guide().placement()
    }

    /// The moves that led here, the first one first. Together with the placement the session began from, they are
    /// the whole game.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.game.moves().map(|made| self.in_squares(made))
    }

    /// Makes a move and forgets what was undone; whether it changes anything. If not, nothing is forgotten either.
    ///
    /// # Panics
    ///
    /// If the move's square is off the board.
    pub fn play(&mut self, made: Move) -> bool {
        let size = self.size();
        let changes = self.game.play(made.map(|square| size.variable(square)));
        self.guide = Guide::from(self.game.guide().as_ref().clone());
        changes
    }

    /// Takes the last move back and returns it; `None` at the beginning.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.game.undo();
        self.after(undone)
    }

    /// Makes the move that was undone last again and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let redone = self.game.redo();
        self.after(redone)
    }

    fn after(&mut self, moves: Option<Vec<puzzle_core::Move>>) -> Option<Move> {
        self.guide = Guide::from(self.game.guide().as_ref().clone());
        // Every turn is one move.
        Some(self.in_squares(*moves?.last()?))
    }

    fn in_squares(&self, made: puzzle_core::Move) -> Move {
        made.map(|variable| self.size().square_of(variable))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::Status;
    use proptest::prelude::*;

    fn sq(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn session(n: usize) -> Session {
        Session::new(Solutions::build(Size::new(n).unwrap()))
    }

    #[test]
    fn a_game_to_its_end_and_back() {
        let mut game = session(4);
        assert_eq!(game.guide().total(), &2u32.into());
        assert_eq!(game.guide().status(sq("a1")), Status::Dead);
        assert!(game.play(Move::Place(sq("b1"))));
        assert_eq!(game.guide().status(sq("d2")), Status::Forced);
        for square in ["d2", "a3", "c4"] {
            assert!(game.play(Move::Place(sq(square))));
        }
        assert!(game.placement().is_solution());
        // The session takes what the guide advises against, and then knows that nothing is left.
        assert!(game.play(Move::Place(sq("a1"))));
        assert_eq!(game.guide().total(), &0u32.into());
        assert!(!game.placement().is_consistent());
        while game.undo().is_some() {}
        assert_eq!(game.guide().total(), &2u32.into());
        assert_eq!(std::iter::from_fn(|| game.redo()).count(), 5);
        assert_eq!(game.redo(), None);
    }

    #[test]
    fn a_move_that_changes_nothing_is_no_move() {
        let mut game = session(4);
        assert!(!game.play(Move::Clear));
        assert!(!game.play(Move::Remove(sq("a1"))));
        game.play(Move::Block(sq("b1")));
        game.undo();
        assert!(!game.play(Move::Unblock(sq("b1"))));
        assert_eq!(game.redo(), Some(Move::Block(sq("b1"))), "and so forgets nothing");
        assert!(!game.play(Move::Block(sq("b1"))));
    }

    proptest! {
        #[test]
        fn any_game_is_guided_as_its_placement_is_and_can_be_undone(
            moves in proptest::collection::vec((0usize..5, 0u16..36), 1..20),
            undone in 0usize..20,
        ) {
            let mut game = session(6);
            let mut guides = vec![game.guide().clone()];
            for (kind, variable) in moves {
                let square = game.size().square_of(variable.into());
                let made = match kind {
                    0 | 1 => Move::Place(square),
                    2 => Move::Remove(square),
                    3 => Move::Block(square),
                    _ => Move::Unblock(square),
                };
                if game.play(made) {
                    guides.push(game.guide().clone());
                }
                prop_assert_eq!(game.guide(), &game.solutions().guide(game.placement()));
            }
            let last = guides.len() - 1;
            let undone = undone.min(last);
            for step in 1..=undone {
                game.undo();
                prop_assert_eq!(game.guide(), &guides[last - step]);
            }
            for step in (0..undone).rev() {
                game.redo();
                prop_assert_eq!(game.guide(), &guides[last - step]);
            }
        }
    }
}
