//! All solutions of a board, as a diagram.

use std::sync::Arc;

use bdd_core::{Bdd, Budget, Literal, Order, Stopped};
use puzzle_core::{Completions, Guide, Marks, Numbered, Puzzle, Source};

use crate::direct::build_completions;
use crate::placement::Placement;
use crate::queens::Queens;
use nqueens_board::Size;
use nqueens_board::Square;

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
    /// Builds the diagram directly; see [`build_completions`], which also tells how far it is, can be cancelled and
    /// keeps to a memory limit.
    #[must_use]
    pub fn build(size: Size) -> Solutions {
        let bdd = build_completions(&Placement::empty(size), &mut Budget::unlimited());
        Solutions::from_bdd(size, bdd.expect("an unlimited budget suffices"))
    }

    /// Builds the diagram by conjoining the rules one relation after the other with the diagram library: the
    /// definition of what [`Solutions::build`] builds. It shares no code with it, and is slower: a quarter of a second
    /// for size 11, seconds for 12.
    #[cfg(feature = "biodivine")]
    #[must_use]
    pub fn conjoin(size: Size) -> Solutions {
        let rules = crate::rules::nqueens_rules(size);
        let bdd = bdd_core::DiagramBuilder::new(&rules)
            .build_by(bdd_core::Schedule::FirstLineFirst)
            .expect("at most 255 * 255 variables");
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

    /// The diagram of the solutions that extend a placement: equal to all solutions, conjoined with the queens and the
    /// blocked squares.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If the placement is one of another board.
    pub fn completions(&self, placement: &Placement, budget: &mut Budget<'_>) -> Result<Arc<Bdd>, Stopped> {
        assert_eq!(placement.size(), self.size(), "solutions and placement of the same board");
        if placement.is_empty() {
            return Ok(Arc::clone(&self.bdd));
        }
        // Around a queen they are built anew faster than they are selected: in a third of the time, from 8 x 8 on.
        if !placement.queens().is_empty() {
            return Ok(Arc::new(build_completions(placement, budget)?));
        }
        Ok(Arc::new(self.bdd.select(&placement.marks().literals().collect::<Vec<_>>(), budget)?))
    }

    /// The guide to a placement, by the variables of its squares (see [`Size::variable`]).
    ///
    /// # Panics
    ///
    /// If the placement is one of another board.
    #[must_use]
    pub fn guide(&self, placement: &Placement) -> Guide {
        let budget = &mut Budget::unlimited();
        let completions = self.completions(placement, budget);
        let counts = completions.and_then(|completions| completions.counts(budget));
        Guide::new(&*self.queens, placement.marks(), counts.expect("an unlimited budget suffices").into())
    }
}

impl Source for Solutions {
    fn puzzle(&self) -> &dyn Puzzle {
        &*self.queens
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Stopped> {
        Ok(Completions::Diagram(self.completions(&Placement::of(self.size(), marks), budget)?))
    }

    fn extend(
        &self,
        before: &Completions,
        marks: &Marks,
        added: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Completions, Stopped> {
        // Around a queen they are built anew in less time than it takes to select them, from those `before` as well.
        if marks.placed.is_empty()
            && let Some(selected) = before.select(added, budget)?
        {
            return Ok(selected);
        }
        Source::completions(self, marks, budget)
    }

    fn is_quick(&self) -> bool {
        // 1 ms at 11, more than 10 from 12 on.
        self.size().get() <= 11
    }

    fn explains_quickly(&self) -> bool {
        // The longest explanation takes 42 ms at 11.
        self.size().get() <= 9
    }

    /// In the order of [`ByFile`](crate::ByFile), as everything here numbers solutions.
    fn numbered(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Numbered>, Stopped> {
        let size = self.size();
        let by_file = self.completions(&Placement::of(size, marks).mirrored(), budget)?;
        let mirror = |square: Square| size.variable(Square::at(square.rank(), square.file()));
        let order = Order::new(size.squares().map(mirror).collect()).expect("each square has one opposite");
        Ok(Some(Numbered::new(by_file, budget)?.rearranged(order)))
    }
}
