//! All solutions of a board, as a diagram.

use std::sync::{Arc, OnceLock};

use bdd_core::{Bdd, Budget, Interrupted, Literal, Zdd};
use nqueens_board::Size;
use puzzle_core::{Completions, Guide, Marks, Numbered, Puzzle, Source};

use crate::direct::build_completions_zdd;
use crate::list::ByFile;
use crate::placement::Placement;
use crate::queens::Queens;

/// The diagram of all solutions of a board. Clones share the diagram. It is a [`Source`] for sessions and hints.
///
/// ```
/// use nqueens_guide::{Size, Solutions};
///
/// let counts = [1, 2, 3, 4, 5, 6, 7, 8].map(|n| Solutions::build(Size::new(n).unwrap()).bdd().model_count());
/// assert_eq!(counts, [1u8, 0, 0, 2, 10, 4, 40, 92].map(Into::into));
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    queens: Arc<Queens>,
    zdd: Arc<Zdd>,
    /// The same solutions as a binary decision diagram, built by the first call of [`Solutions::bdd`].
    bdd: Arc<OnceLock<Bdd>>,
}

impl Solutions {
    /// Builds the diagram of all solutions by a backtracking search. [`build_completions_zdd`] does the same with
    /// progress, cancellation and a memory limit.
    #[must_use]
    pub fn build(size: Size) -> Solutions {
        let zdd = build_completions_zdd(&Placement::empty(size), &mut Budget::unlimited());
        Solutions::from_zdd(size, zdd.expect("an unlimited budget is never used up"))
    }

    /// Builds the diagram of all solutions by conjoining the rules one after the other with the library
    /// `biodivine-lib-bdd`. This diagram defines the right result of [`Solutions::build`], which shares no code with
    /// this function. Conjoining is slower: it takes a quarter of a second for size 11, and seconds for size 12.
    #[cfg(feature = "biodivine")]
    #[must_use]
    pub fn conjoin(size: Size) -> Solutions {
        let rules = crate::rules::nqueens_rules(size);
        let bdd = bdd_core::DiagramBuilder::new(&rules)
            .build_by(bdd_core::Schedule::FirstConstraintFirst)
            .expect("a board has at most 255 * 255 variables");
        Solutions::from_bdd(size, bdd)
    }

    /// Wraps `bdd`, which must be the diagram of all solutions of `size`.
    #[cfg(any(feature = "biodivine", feature = "file"))]
    pub(crate) fn from_bdd(size: Size, bdd: Bdd) -> Solutions {
        let zdd = bdd.to_zdd(&mut Budget::unlimited()).expect("an unlimited budget is never used up");
        Solutions { bdd: Arc::new(OnceLock::from(bdd)), ..Solutions::from_zdd(size, zdd) }
    }

    /// Wraps `zdd`, which must be the zero-suppressed diagram of all solutions of `size`.
    pub(crate) fn from_zdd(size: Size, zdd: Zdd) -> Solutions {
        Solutions { queens: Arc::new(Queens::new(size)), zdd: Arc::new(zdd), bdd: Arc::default() }
    }

    /// Returns the board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.queens.size()
    }

    /// Returns the diagram, with one variable for each square ([`Size::variable`]).
    #[must_use]
    pub fn zdd(&self) -> &Zdd {
        &self.zdd
    }

    /// Returns the same solutions as a binary decision diagram. The first call converts the diagram. On large boards,
    /// the result takes ten times the memory.
    #[must_use]
    pub fn bdd(&self) -> &Bdd {
        let converted = || self.zdd.to_bdd(&mut Budget::unlimited()).expect("an unlimited budget is never used up");
        self.bdd.get_or_init(converted)
    }

    /// Returns the diagram of the solutions that extend a placement: the solutions with all its queens, and with no
    /// queen on its blocked squares.
    ///
    /// ```
    /// use nqueens_guide::{Budget, Placement, Size, Solutions};
    ///
    /// let size = Size::new(6)?;
    /// let solutions = Solutions::build(size);
    /// let blocked = Placement::new(size, [], ["b1".parse()?])?;
    /// let completions = solutions.completions(&blocked, &mut Budget::unlimited())?;
    /// assert_eq!(completions.model_count(), 3u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If `placement` is of another board size.
    pub fn completions(&self, placement: &Placement, budget: &mut Budget<'_>) -> Result<Arc<Zdd>, Interrupted> {
        assert_eq!(placement.size(), self.size(), "the placement must have the board size of the solutions");
        if placement.is_empty() {
            return Ok(Arc::clone(&self.zdd));
        }
        // If there is a queen, building the diagram anew is faster: from 8 x 8 on, it takes a third of the time of
        // selecting from all solutions.
        if !placement.queens().is_empty() {
            return Ok(Arc::new(build_completions_zdd(placement, budget)?));
        }
        Ok(Arc::new(self.zdd.select(&placement.marks().literals().collect::<Vec<_>>(), budget)?))
    }

    /// Returns the guide of a placement. Its variables stand for squares (see [`Size::variable`]).
    ///
    /// ```
    /// use nqueens_guide::{Placement, Size, Solutions};
    /// use puzzle_core::Status;
    ///
    /// let size = Size::new(4)?;
    /// let guide = Solutions::build(size).guide(&Placement::new(size, ["b1".parse()?], [])?);
    /// assert_eq!(guide.total().to_string(), "1");
    /// assert_eq!(guide.status(size.variable("d2".parse()?)), Status::Forced);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `placement` is of another board size.
    #[must_use]
    pub fn guide(&self, placement: &Placement) -> Guide {
        let budget = &mut Budget::unlimited();
        let counts = self.completions(placement, budget).and_then(|completions| completions.counts(budget));
        Guide::new(&*self.queens, placement.marks(), counts.expect("an unlimited budget is never used up").into())
    }
}

impl Source for Solutions {
    fn puzzle(&self) -> &dyn Puzzle {
        &*self.queens
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        Ok(Completions::Sparse(self.completions(&Placement::of(self.size(), marks), budget)?))
    }

    fn extend(
        &self,
        before: &Completions,
        marks: &Marks,
        added: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Completions, Interrupted> {
        // If there is a queen, building the diagram anew is faster than selecting from all solutions, or from the
        // completions `before`.
        if marks.placed.is_empty()
            && let Some(selected) = before.select(added, budget)?
        {
            return Ok(selected);
        }
        Source::completions(self, marks, budget)
    }

    fn is_quick(&self) -> bool {
        // An answer takes at most 5 ms at size 13, and more than a frame from size 14 on.
        self.size().get() <= 13
    }

    fn explains_quickly(&self) -> bool {
        // The longest explanation takes 42 ms at size 11.
        self.size().get() <= 9
    }

    /// Numbers the completions in the order of [`ByFile`].
    fn numbered(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Numbered>, Interrupted> {
        let mirrored = self.completions(&Placement::of(self.size(), marks).mirrored(), budget)?;
        Ok(Some(ByFile::new(self.size(), mirrored).numbered(budget)?))
    }
}
