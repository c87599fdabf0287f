//! n-queens on boards of any size that can be played.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use bdd_core::Budget;
use game::catalogue::{Catalogue, Counts, Loaded};
use nqueens_guide::{Library, Progress, Queens, Size};
use puzzle_core::{Marks, Puzzle, Session};

/// The boards of a library, by their size.
#[derive(Clone, Debug)]
pub struct QueensCatalogue {
    library: Library,
}

impl QueensCatalogue {
    /// The largest board that can be played: the largest whose diagram of all solutions fits a computer's memory.
    pub const LARGEST: usize = 15;

    /// The boards whose diagrams are in this library.
    #[must_use]
    pub fn new(library: Library) -> QueensCatalogue {
        QueensCatalogue { library }
    }

    /// The empty board, which can be shown before the solutions are known.
    #[must_use]
    pub fn puzzle(size: Size) -> Arc<dyn Puzzle> {
        Arc::new(Queens::new(size))
    }
}

impl Catalogue for QueensCatalogue {
    fn numbers(&self) -> RangeInclusive<usize> {
        1..=QueensCatalogue::LARGEST
    }

    fn counts(&self) -> Counts {
        Counts::Sizes
    }

    fn load(&self, number: usize, budget: &mut Budget<'_>) -> Result<Loaded, String> {
        let size = Size::new(number).map_err(|error| error.to_string())?;
        let mut on_progress = |progress| heard(budget, progress);
        let loaded = self.library.load_with(size, &mut on_progress).map_err(|error| error.to_string())?;
        let session = Session::open(Arc::new(loaded.solutions), Marks::default(), budget);
        Ok(Loaded {
            puzzle: QueensCatalogue::puzzle(size),
            session: Box::new(session.map_err(|stopped| stopped.to_string())?),
            note: loaded.notes.first().map(ToString::to_string),
        })
    }
}

/// Tells a budget how far something is that has none of its own, and whether it is to go on.
pub(crate) fn heard(budget: &mut Budget<'_>, Progress { fraction }: Progress) -> ControlFlow<()> {
    budget.spend(Budget::STRIDE, || fraction).map_or(ControlFlow::Break(()), ControlFlow::Continue)
}
