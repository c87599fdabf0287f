//! A game: marks that change move by move, with undo and redo.

use std::sync::Arc;

use bdd_core::{Literal, Variable};

use crate::guide::Guide;
use crate::marks::Marks;
use crate::puzzle::Puzzle;
use crate::source::{Completions, Source};

/// A change of the marks, of variables or of whatever else stands for them. The session takes every move, wise or
/// not; what the guide advises against is for the front end to refuse (see [`Guide::refusal`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move<P = Variable> {
    /// Make it true.
    Place(P),
    /// Take it back.
    Remove(P),
    /// Rule it out.
    Block(P),
    /// No longer rule it out.
    Unblock(P),
    /// Take all marks away.
    Clear,
}

impl<P> Move<P> {
    /// What it changes; `None` if that is everything.
    pub fn place(self) -> Option<P> {
        match self {
            Move::Place(place) | Move::Remove(place) | Move::Block(place) | Move::Unblock(place) => Some(place),
            Move::Clear => None,
        }
    }

    /// The same move of something else.
    pub fn map<Q>(self, convert: impl FnOnce(P) -> Q) -> Move<Q> {
        match self {
            Move::Place(place) => Move::Place(convert(place)),
            Move::Remove(place) => Move::Remove(convert(place)),
            Move::Block(place) => Move::Block(convert(place)),
            Move::Unblock(place) => Move::Unblock(convert(place)),
            Move::Clear => Move::Clear,
        }
    }
}

/// Marks with what is known of them.
#[derive(Clone, Debug)]
struct Position<G> {
    /// The completions. The latest positions have theirs at hand; see [`Session::MEMORY`].
    completions: Option<Completions>,
    guide: G,
}

/// A game of one puzzle: the current marks, their guide, and all positions before and after.
///
/// Placing and blocking work on the completions of the position before, which shrink with every move; undo and redo
/// only step through positions that are already known.
///
/// `G` is the form in which guides are kept: a puzzle's own, if it has one that is made of a [`Guide`] and shows it.
#[derive(Clone, Debug)]
pub struct Session<G = Guide> {
    source: Arc<dyn Source>,
    present: Position<G>,
    /// The moves made, each with the position it was made from.
    past: Vec<(Position<G>, Move)>,
    /// The moves undone, each with the position it leads to; the next to redo is last.
    future: Vec<(Move, Position<G>)>,
}

impl<G: From<Guide> + AsRef<Guide>> Session<G> {
    /// The most nodes of past positions' diagrams that are kept for undo, about 256 MiB. Older positions keep their
    /// guide, which is all that showing them takes; their diagram is made anew if a move is made from there.
    const MEMORY: usize = 32 << 20;

    /// A game from the beginning.
    #[must_use]
    pub fn new(source: Arc<dyn Source>) -> Session<G> {
        Session::resume(source, Marks::default())
    }

    /// A game from marks, consistent or not.
    ///
    /// # Panics
    ///
    /// If the marks are those of a larger puzzle.
    #[must_use]
    pub fn resume(source: Arc<dyn Source>, marks: Marks) -> Session<G> {
        let present = Position::new(&*source, source.completions(&marks), marks);
        Session { source, present, past: Vec::new(), future: Vec::new() }
    }

    /// Where the completions come from.
    #[must_use]
    pub fn source(&self) -> &Arc<dyn Source> {
        &self.source
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &dyn Puzzle {
        self.source.puzzle()
    }

    /// The guide to the current marks.
    #[must_use]
    pub fn guide(&self) -> &G {
        &self.present.guide
    }

    /// The current marks.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        self.guide().as_ref().marks()
    }

    /// The moves that led here, the first one first. Together with the marks that the session began from, they are
    /// the whole game.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.past.iter().map(|&(_, made)| made)
    }

    /// The guides to the positions before this one, the first one first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &G> + ExactSizeIterator {
        self.past.iter().map(|(position, _)| &position.guide)
    }

    /// Makes a move and forgets what was undone; whether it changes anything. If not, nothing is forgotten either.
    /// Givens can be neither placed nor taken away.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    pub fn play(&mut self, made: Move) -> bool {
        if let Some(variable) = made.place() {
            let there_is = usize::from(variable) < self.guide().as_ref().variables().len();
            assert!(there_is, "there is no variable {variable}");
        }
        let mut marks = self.marks().clone();
        let (changed, added) = match made {
            Move::Place(variable) => (
                !self.puzzle().givens().contains(&variable) && marks.placed.insert(variable),
                Some(Literal::positive(variable)),
            ),
            Move::Block(variable) => (marks.blocked.insert(variable), Some(Literal::negative(variable))),
            Move::Remove(variable) => (marks.placed.remove(&variable), None),
            Move::Unblock(variable) => (marks.blocked.remove(&variable), None),
            Move::Clear => (!std::mem::take(&mut marks).is_empty(), None),
        };
        if !changed {
            return false;
        }
        let completions = match (&self.present.completions, added) {
            (Some(before), Some(added)) => self.source.extend(before, &marks, added),
            _ => self.source.completions(&marks),
        };
        let before = std::mem::replace(&mut self.present, Position::new(&*self.source, completions, marks));
        self.past.push((before, made));
        self.future.clear();
        self.forget_old_diagrams(Self::MEMORY);
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

    /// Keeps the diagrams of the latest positions, of so many nodes at the most.
    fn forget_old_diagrams(&mut self, most: usize) {
        let mut kept = 0;
        for (position, _) in self.past.iter_mut().rev() {
            let Some(completions) = &position.completions else { break };
            kept += match completions {
                // A diagram that others hold as well, such as the one of all solutions, would stay anyway.
                Completions::Diagram(bdd) if Arc::strong_count(bdd) == 1 => bdd.node_count(),
                _ => 0,
            };
            if kept > most {
                position.completions = None;
            }
        }
    }
}

impl<G: From<Guide>> Position<G> {
    fn new(source: &dyn Source, completions: Completions, marks: Marks) -> Position<G> {
        let guide = Guide::new(source.puzzle(), marks, completions.tally()).into();
        Position { completions: Some(completions), guide }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;
    use crate::puzzle::Cell;
    use bdd_core::{LineId, Rules};

    /// Of ten variables one at least.
    #[derive(Debug)]
    struct Ten(Rules);

    impl Puzzle for Ten {
        fn rules(&self) -> &Rules {
            &self.0
        }
        fn grid(&self) -> (usize, usize) {
            (10, 1)
        }
        fn cell(&self, variable: Variable) -> Cell {
            Cell { row: 0, column: variable.into() }
        }
        fn symbol(&self, _: Variable) -> char {
            'x'
        }
        fn name(&self, variable: Variable) -> String {
            variable.to_string()
        }
        fn line_name(&self, _: LineId) -> String {
            "all".to_owned()
        }
    }

    #[test]
    fn old_diagrams_are_forgotten_and_made_anew_when_they_are_needed() {
        let mut rules = Rules::new(10);
        rules.at_least_one(&Vec::from_iter(Variable::all(10)));
        let mut game: Session = Session::new(Arc::new(Diagram::conjoin(Ten(rules)).unwrap()));
        for variable in Variable::all(6) {
            game.play(Move::Block(variable));
        }
        let known =
            |game: &Session| game.past.iter().map(|(before, _)| before.completions.is_some()).collect::<Vec<_>>();
        assert_eq!(known(&game), [true; 6]);
        let Some(Completions::Diagram(last)) = &game.past[5].0.completions else { panic!("it is the latest") };
        let most = 2 * last.node_count();
        game.forget_old_diagrams(most);
        assert_eq!(known(&game), [false, false, false, false, true, true]);

        while game.moves().len() > 3 {
            game.undo();
        }
        assert!(game.present.completions.is_none());
        assert_eq!(*game.guide().total().value(), 127u8.into());
        game.play(Move::Block(Variable::new(9)));
        assert_eq!(*game.guide().total().value(), 63u8.into());
    }
}
