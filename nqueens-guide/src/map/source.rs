//! Large boards as a source of completions: what a map tells of them.

use std::sync::Arc;

use bdd_core::{Budget, Stopped};
use nqueens_board::Size;
use puzzle_core::{Completions, Marks, Puzzle, Source};

use super::Map;
use crate::placement::Placement;
use crate::queens::Queens;

/// n-queens on a board whose solutions no diagram holds, by the [`Map`] of each placement. Statuses are exact or unknown,
/// and counts mostly bounds from below.
#[derive(Clone, Debug)]
pub struct Mapped {
    queens: Queens,
}

impl Mapped {
    /// After so many elementary steps, some seconds, a placement is left as far as it is known.
    const STEPS: u64 = 200_000_000;

    /// The board of a size.
    #[must_use]
    pub fn new(size: Size) -> Mapped {
        Mapped { queens: Queens::new(size) }
    }
}

impl Source for Mapped {
    fn puzzle(&self) -> &dyn Puzzle {
        &self.queens
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Stopped> {
        let mut map = Map::new(&Placement::of(self.queens.size(), marks));
        match budget.limited(usize::MAX, Mapped::STEPS, |budget| map.work(budget)) {
            // Whoever breaks it off wants no answer; where it only takes too long, a part of one is better than none.
            Err(Stopped::Cancelled) => Err(Stopped::Cancelled),
            _ => Ok(Completions::Tally(Arc::new(map.tally()))),
        }
    }
}
