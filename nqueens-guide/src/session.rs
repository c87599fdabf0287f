//! A game: a placement that changes move by move, with undo and redo.

use std::sync::Arc;

use bdd_core::{Bdd, Literal};

use crate::board::Size;
use crate::guide::Guide;
use crate::placement::Placement;
use crate::solutions::Solutions;
use crate::square::Square;

/// A change of the placement. The session takes every move, wise or not; what the guide advises against is for the
/// front end to refuse (see [`Guide::refusal`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Put a queen on a square.
    Place(Square),
    /// Take the queen off a square.
    Remove(Square),
    /// Rule a square out.
    Block(Square),
    /// No longer rule a square out.
    Unblock(Square),
    /// Empty the board of queens and blocks.
    Clear,
}

/// A placement with what is known of it.
#[derive(Clone, Debug)]
struct Position {
    /// The diagram of the completions. The latest positions have theirs at hand; see [`Session::MEMORY`].
    completions: Option<Arc<Bdd>>,
    guide: Guide,
}

/// A game on one board: the current placement, its guide, and all positions before and after it.
///
/// Placing and blocking work on the diagram of the position before, which shrinks with every queen; undo and redo
/// only step through positions that are already known.
#[derive(Clone, Debug)]
pub struct Session {
    solutions: Solutions,
    present: Position,
    /// The moves made, each with the position it was made from.
    past: Vec<(Position, Move)>,
    /// The moves undone, each with the position it leads to; the next to redo is last.
    future: Vec<(Move, Position)>,
}

impl Session {
    /// The most nodes of past positions' diagrams that are kept for undo, about 256 MiB. Older positions keep their
    /// guide, which is all that showing them takes; their diagram is selected anew if a move is made from there.
    const MEMORY: usize = 32 << 20;

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
        let present = Position::new(solutions.completions(placement), placement.clone());
        Session { solutions, present, past: Vec::new(), future: Vec::new() }
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
        &self.present.guide
    }

    /// The current placement.
    #[must_use]
    pub fn placement(&self) -> &Placement {
        self.present.guide.placement()
    }

    /// The moves that led here, the first one first. Together with the placement the session began from, they are
    /// the whole game.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.past.iter().map(|&(_, made)| made)
    }

    /// The guides to the positions before this one, the first one first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &Guide> + ExactSizeIterator {
        self.past.iter().map(|(position, _)| &position.guide)
    }

    /// Makes a move and forgets what was undone; whether it changes anything. If not, nothing is forgotten either.
    ///
    /// # Panics
    ///
    /// If the move's square is off the board.
    pub fn play(&mut self, made: Move) -> bool {
        let mut placement = self.placement().clone();
        let changed = match made {
            Move::Place(square) => placement.place(square),
            Move::Remove(square) => placement.remove(square),
            Move::Block(square) => placement.block(square),
            Move::Unblock(square) => placement.unblock(square),
            Move::Clear => !placement.is_empty(),
        };
        if !changed {
            return false;
        }
        // The diagram of a large board without a queen is the one that is slow to select from.
        let shrunk = !self.placement().queens().is_empty() || self.size() < Solutions::FASTER_BUILT;
        let add = |literal: Literal| match &self.present.completions {
            Some(completions) if shrunk || !literal.value => Arc::new(completions.select(&[literal])),
            _ => self.solutions.completions(&placement),
        };
        let completions = match made {
            Move::Place(square) => add(Literal::positive(self.size().variable(square))),
            Move::Block(square) => add(Literal::negative(self.size().variable(square))),
            Move::Remove(_) | Move::Unblock(_) => self.solutions.completions(&placement),
            Move::Clear => {
                placement = Placement::empty(self.size());
                self.solutions.completions(&placement)
            }
        };
        let before = std::mem::replace(&mut self.present, Position::new(completions, placement));
        self.past.push((before, made));
        self.future.clear();
        self.forget_old_diagrams();
        true
    }

    /// Takes the last move back and returns it; `None` at the beginning.
    pub fn undo(&mut self) -> Option<Move> {
        let (before, made) = self.past.pop()?;
        let after = std::mem::replace(&mut self.present, before);
        self.future.push((made, after));
        Some(made)
    }

    /// Makes the move that was undone last again and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let (made, after) = self.future.pop()?;
        let before = std::mem::replace(&mut self.present, after);
        self.past.push((before, made));
        Some(made)
    }

    fn forget_old_diagrams(&mut self) {
        let mut kept = 0;
        for (position, _) in self.past.iter_mut().rev() {
            let Some(completions) = &position.completions else { break };
            // The diagram of all solutions is kept anyway and shared by every empty board.
            if !std::ptr::eq(Arc::as_ptr(completions), self.solutions.bdd()) {
                kept += completions.node_count();
            }
            if kept > Session::MEMORY {
                position.completions = None;
            }
        }
    }
}

impl Position {
    fn new(completions: Arc<Bdd>, placement: Placement) -> Position {
        let guide = Guide::new(placement, &completions.counts());
        Position { completions: Some(completions), guide }
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
                let square = game.size().square_of(variable);
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
            prop_assert_eq!(game.history().chain([game.guide()]).collect::<Vec<_>>(), guides.iter().collect::<Vec<_>>());
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
