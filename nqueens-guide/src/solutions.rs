//! All solutions of a board, as a diagram.

use std::ops::ControlFlow;
use std::sync::Arc;

use bdd_core::{Bdd, Literal, Schedule, conjoin_by};
use puzzle_core::{Completions, Marks, Numbered, Puzzle, Question, Source};

use crate::board::Size;
use crate::direct::build_completions;
use crate::guide::Guide;
use crate::list::mirrored;
use crate::placement::Placement;
use crate::queens::Queens;
use crate::rules::nqueens_rules;
use crate::square::Square;

/// The diagram of all solutions of a board. Cloning it shares the diagram.
#[derive(Clone, Debug)]
pub struct Solutions {
    queens: Arc<Queens>,
    bdd: Arc<Bdd>,
}

impl PartialEq for Solutions {
    fn eq(&self, other: &Solutions) -> bool {
        self.size() == other.size() && self.bdd == other.bdd
    }
}

impl Eq for Solutions {}

impl Solutions {
    /// From this size on, building the completions of some queens directly is faster than selecting them from the
    /// diagram of all solutions: at 14, 30 ms instead of up to 260.
    pub(crate) const FASTER_BUILT: Size = Size::literal(12);

    /// Builds the diagram directly; see [`build_completions`], which also tells how far it is, can be cancelled and
    /// keeps to a memory limit.
    #[must_use]
    pub fn build(size: Size) -> Solutions {
        let bdd = build_completions(&Placement::empty(size), usize::MAX, &mut |_| ControlFlow::Continue(()));
        Solutions::from_bdd(size, bdd.expect("no limit, and nobody to cancel"))
    }

    /// Builds the diagram by conjoining the rules one relation after the other with the diagram library: the
    /// definition of what [`Solutions::build`] builds. It shares no code with it, and is slower: a quarter of a second
    /// for size 11, seconds for 12.
    #[must_use]
    pub fn conjoin(size: Size) -> Solutions {
        let bdd = conjoin_by(&nqueens_rules(size), Schedule::FirstLineFirst).expect("at most 255 * 255 variables");
        Solutions::from_bdd(size, bdd)
    }

    /// Takes over a diagram that was built before. The caller knows that it is that of this size.
    pub(crate) fn from_bdd(size: Size, bdd: Bdd) -> Solutions {
        Solutions { queens: Arc::new(Queens::new(size)), bdd: Arc::new(bdd) }
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.queens.size()
    }

    /// The diagram, with one variable a square.
    #[must_use]
    pub fn bdd(&self) -> &Bdd {
        &self.bdd
    }

    /// The diagram of the solutions that extend a placement: all solutions, conjoined with the queens and the
    /// blocked squares.
    ///
    /// # Panics
    ///
    /// If the placement is one of another board.
    #[must_use]
    pub fn completions(&self, placement: &Placement) -> Arc<Bdd> {
        assert_eq!(placement.size(), self.size(), "solutions and placement of the same board");
        if placement.is_empty() {
            return Arc::clone(&self.bdd);
        }
        if self.size() >= Solutions::FASTER_BUILT && !placement.queens().is_empty() {
            let bdd = build_completions(placement, usize::MAX, &mut |_| ControlFlow::Continue(()));
            return Arc::new(bdd.expect("no limit, and nobody to cancel"));
        }
        Arc::new(self.bdd.select(&placement.marks().literals().collect::<Vec<_>>()))
    }

    /// The guide to a placement.
    ///
    /// # Panics
    ///
    /// If the placement is one of another board.
    #[must_use]
    pub fn guide(&self, placement: &Placement) -> Guide {
        Guide::new(placement, self.completions(placement).counts())
    }
}

impl Source for Solutions {
    fn puzzle(&self) -> &dyn Puzzle {
        &*self.queens
    }

    fn completions(&self, marks: &Marks) -> Completions {
        Completions::Diagram(self.completions(&Placement::of(self.size(), marks)))
    }

    fn extend(&self, before: &Completions, marks: &Marks, added: Literal) -> Completions {
        // The diagram of a large board without a queen is the one that is slow to select from.
        let is_first_queen = added.value && marks.placed.len() == 1;
        let selected =
            if is_first_queen && self.size() >= Solutions::FASTER_BUILT { None } else { before.select(added) };
        selected.unwrap_or_else(|| Source::completions(self, marks))
    }

    fn is_quick(&self, question: Question) -> bool {
        let largest = match question {
            // 1 ms at 11, more than 10 from 12 on.
            Question::Completions => 11,
            // The longest explanation takes 42 ms at 11.
            Question::Explanation => 9,
        };
        self.size().get() <= largest
    }

    /// In the order of [`ByFile`](crate::ByFile), as everything here numbers solutions.
    fn numbered(&self, marks: &Marks) -> Option<Numbered> {
        let size = self.size();
        let by_file = self.completions(&mirrored(&Placement::of(size, marks)));
        let mirror = |square: Square| size.variable(Square::at(square.rank(), square.file()));
        Some(Numbered::new(by_file).rearranged(size.squares().map(mirror).collect()))
    }
}
