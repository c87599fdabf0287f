//! A game in turns: what one undo takes back can be more than one move.

use puzzle_core::{Guide, Move, Session, Status};

/// A session whose moves are grouped into turns. Every move belongs to one.
#[derive(Clone, Debug)]
pub struct Turns {
    session: Session,
    /// The number of moves of each turn, the last one last.
    past: Vec<usize>,
    /// The number of moves of each turn undone; the next to redo is last.
    future: Vec<usize>,
}

impl Turns {
    /// A game that begins where the session is now.
    #[must_use]
    pub fn new(session: Session) -> Turns {
        Turns { session, past: Vec::new(), future: Vec::new() }
    }

    /// The session, for looking at.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The guide to the current placement.
    #[must_use]
    pub fn guide(&self) -> &Guide {
        self.session.guide()
    }

    /// Makes moves as one turn, and then, if asked for, as part of it those that have become forced, which are
    /// returned. Without any change there is no turn.
    pub fn play(&mut self, moves: &[Move], with_forced: bool) -> Vec<Move> {
        let mut made = moves.iter().filter(|&&made| self.session.play(made)).count();
        if made == 0 {
            return Vec::new();
        }
        let forced: Vec<Move> = if with_forced {
            // What is forced rules no completion out: none becomes forced by them that was not before.
            let forced = self.guide().variables().filter(|(_, status, _)| *status == Status::Forced);
            forced.map(|(variable, ..)| Move::Place(variable)).collect()
        } else {
            Vec::new()
        };
        made += forced.iter().filter(|&&made| self.session.play(made)).count();
        self.past.push(made);
        self.future.clear();
        forced
    }

    /// Takes the last turn back and returns its moves, the first one first; `None` at the beginning.
    pub fn undo(&mut self) -> Option<Vec<Move>> {
        let count = self.past.pop()?;
        self.future.push(count);
        let mut moves: Vec<Move> = (0..count).map_while(|_| self.session.undo()).collect();
        moves.reverse();
        Some(moves)
    }

    /// Makes the turn that was undone last again and returns its moves; `None` if there is none.
    pub fn redo(&mut self) -> Option<Vec<Move>> {
        let count = self.future.pop()?;
        self.past.push(count);
        Some((0..count).map_while(|_| self.session.redo()).collect())
    }

    /// How many turns have to be undone, one at least, to where there last was a completion; `None` if it
    /// never had.
    #[must_use]
    pub fn turns_to_completable(&self) -> Option<usize> {
        let history: Vec<&Guide> = self.session.history().collect();
        let mut at = history.len();
        self.past.iter().rev().zip(1..).find_map(|(&count, turns)| {
            at -= count;
            history[at].is_completable().then_some(turns)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqueens_guide::{Library, Size, Square};
    use std::sync::Arc;

    fn game(n: usize) -> Turns {
        Turns::new(Session::new(Arc::new(Library::embedded().load(Size::new(n).unwrap()).unwrap())))
    }

    /// On a board of 4 x 4.
    fn place(name: &str) -> Move {
        Move::Place(Size::new(4).unwrap().variable(name.parse::<Square>().unwrap()))
    }

    #[test]
    fn what_was_forced_goes_with_the_move_that_forced_it() {
        let mut game = game(4);
        let forced = game.play(&[place("b1")], true);
        assert_eq!(forced, ["d2", "a3", "c4"].map(place));
        assert!(game.guide().is_solved());
        assert_eq!(game.undo().unwrap(), ["b1", "d2", "a3", "c4"].map(place));
        assert!(game.session().marks().is_empty());
        assert_eq!(game.redo().unwrap(), ["b1", "d2", "a3", "c4"].map(place));
        assert_eq!(game.redo(), None);
        game.undo();
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn a_turn_without_change_is_none_and_forgets_nothing() {
        let mut game = game(4);
        game.play(&[place("b1")], false);
        game.undo();
        assert!(game.play(&[Move::Clear], true).is_empty());
        assert_eq!(game.redo(), Some(vec![place("b1")]));
    }

    #[test]
    fn the_way_back_is_counted_in_turns() {
        let mut game = game(8);
        assert_eq!(game.turns_to_completable(), None);
        let place = |name: &str| Move::Place(Size::new(8).unwrap().variable(name.parse::<Square>().unwrap()));
        game.play(&[place("a1")], false);
        assert_eq!(game.turns_to_completable(), Some(1), "one at least");
        game.play(&[place("b2"), place("c3")], false);
        game.play(&[place("d8")], false);
        assert!(!game.guide().is_completable());
        assert_eq!(game.turns_to_completable(), Some(2));
    }
}
