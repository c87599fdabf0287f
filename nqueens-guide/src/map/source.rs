//! A [`Source`] of completions for large boards, with a [`Map`] for each placement.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bdd_core::{Budget, Interrupted};
use nqueens_board::Size;
use puzzle_core::{Completions, Marks, Puzzle, Source, Tally};

use super::Map;
use crate::placement::Placement;
use crate::queens::Queens;
use crate::tally::Tallying;

/// The [`Source`] of the n-queens puzzle on a board whose diagram of solutions fits no memory. Its answers come from
/// the [`Map`] of each placement: statuses are exact or unknown, and counts are mostly lower bounds.
///
/// Clones of the source share the maps of the latest placements. Work on a placement continues where it ended, and dead
/// squares stay dead when a queen is added.
///
/// ```
/// use nqueens_guide::{Budget, Mapped, Size};
/// use puzzle_core::{Count, Marks, Source};
///
/// let large = Mapped::new(Size::new(20)?);
/// let count = large.count(&Marks::default(), &mut Budget::unlimited())?;
/// assert!(matches!(count, Count::AtLeast(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mapped {
    queens: Queens,
    /// The given queens and blocked squares of the puzzle.
    start: Marks,
    recent: Arc<Mutex<VecDeque<OngoingMap>>>,
}

/// A map of a placement, with the work done on it so far.
#[derive(Debug)]
struct OngoingMap {
    map: Map,
    /// The counting of all completions, one by one: begun once `map` is finished, if it is feasible.
    counting: Option<Tallying>,
    /// `true` if the map and the count are finished.
    is_over: bool,
    /// The elementary steps spent on the placement so far.
    steps: u64,
}

impl OngoingMap {
    /// Continues the work on `map`, and then on `counting`, until both are finished.
    fn work(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        self.map.work(budget)?;
        if self.counting.is_none() && self.map.is_completable() == Some(true) {
            let counting = Tallying::new(self.map.placement());
            self.counting = counting.filter(|counting| counting.search_nodes() <= Mapped::COUNTED);
        }
        if let Some(counting) = &mut self.counting {
            counting.work(NonZeroUsize::MIN, budget)?;
        }
        self.is_over = true;
        Ok(())
    }

    fn tally(&self) -> Tally {
        let counts = self.counting.as_ref().and_then(Tallying::counts);
        counts.map_or_else(|| self.map.tally(), Tally::from)
    }
}

impl Mapped {
    /// The largest number of elementary steps of a [`Budget`] for an answer about a placement, which take some seconds.
    /// Squares that are still undecided then have an unknown status in the answer.
    const STEPS: u64 = 200_000_000;
    /// The largest number of elementary steps of a [`Budget`] for an estimate. They take some milliseconds, so that a
    /// screen can wait for it.
    const ESTIMATE_STEPS: u64 = 500_000;
    /// The least number of elementary steps of a [`Budget`] for a call of [`Source::refine`]. A call may take as many
    /// steps as all earlier work on the placement took, if they are more.
    const FIRST: u64 = 5_000_000;
    /// The number of elementary steps of a [`Budget`], spent on one placement, after which [`Source::refine`] ends the
    /// work on it: some minutes.
    const PATIENCE: u64 = 10_000_000_000;
    /// The largest number of search nodes for which completions are counted one by one during a game: some 20 seconds.
    const COUNTED: f64 = 2e9;
    /// The largest number of maps kept. A map of a 200 x 200 board takes at most some hundreds of kilobytes, and its
    /// SAT solver more.
    const KEPT: usize = 4;

    /// Creates the source of the empty board of `size`.
    #[must_use]
    pub fn new(size: Size) -> Mapped {
        Mapped::completing(&Placement::empty(size))
    }

    /// Creates a source for the completions of `start`. The queens of `start` are the givens of the puzzle, and its
    /// blocked squares are the closed squares.
    #[must_use]
    pub fn completing(start: &Placement) -> Mapped {
        Mapped { queens: Queens::completing(start), start: start.marks(), recent: Arc::default() }
    }

    /// Runs `work` on the map that belongs to `marks`, and returns everything known from that map by now. `work` may take
    /// at most `steps(spent)` elementary steps, where `spent` is the number that earlier calls took on the same map.
    fn work(
        &self,
        marks: &Marks,
        steps: impl FnOnce(u64) -> u64,
        budget: &mut Budget<'_>,
        work: impl FnOnce(&mut OngoingMap, &mut Budget<'_>) -> Result<(), Interrupted>,
    ) -> Result<Completions, Interrupted> {
        let mut ongoing = self.ongoing(marks);
        let (steps, left) = (steps(ongoing.steps), budget.steps_left());
        let result = budget.limited(usize::MAX, steps, |budget| work(&mut ongoing, budget));
        // If a single step of the work exceeds the limit, the whole limit is counted as spent, so that the step is not
        // tried again forever.
        let taken = match left - budget.steps_left() {
            0 => steps.min(left),
            taken => taken,
        };
        // A cancelled caller wants no answer; after a limit, a partial answer is better than none.
        let answer = match result {
            Err(Interrupted::Cancelled) => Err(Interrupted::Cancelled),
            _ => {
                ongoing.steps = ongoing.steps.saturating_add(taken);
                Ok(Completions::Tally(Arc::new(ongoing.tally())))
            }
        };
        let mut recent = self.recent();
        recent.push_front(ongoing);
        recent.truncate(Mapped::KEPT);
        answer
    }

    /// Returns the kept map of `marks`, which is taken out of the list, or a new map that learns from the kept maps
    /// ([`Map::learn`]).
    fn ongoing(&self, marks: &Marks) -> OngoingMap {
        let mut all = self.start.clone();
        all.placed.extend(&marks.placed);
        all.blocked.extend(&marks.blocked);
        let placement = Placement::of(self.queens.size(), &all);
        let mut recent = self.recent();
        let at = recent.iter().position(|ongoing| *ongoing.map.placement() == placement);
        if let Some(ongoing) = at.and_then(|at| recent.remove(at)) {
            return ongoing;
        }
        let mut map = Map::new(&placement);
        recent.iter().for_each(|other| map.learn(&other.map));
        OngoingMap { map, counting: None, is_over: false, steps: 0 }
    }

    fn recent(&self) -> MutexGuard<'_, VecDeque<OngoingMap>> {
        // A panic leaves no half-changed map in the list, since a map is taken out before work on it.
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for Mapped {
    fn puzzle(&self) -> &dyn Puzzle {
        &self.queens
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        self.work(marks, |_| Mapped::STEPS, budget, |ongoing, budget| ongoing.map.work(budget))
    }

    fn is_gradual(&self) -> bool {
        true
    }

    fn estimate(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        self.work(marks, |_| Mapped::ESTIMATE_STEPS, budget, |ongoing, budget| ongoing.map.estimate(budget))
    }

    fn refine(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        let ongoing = self.ongoing(marks);
        let is_over = ongoing.is_over || ongoing.steps >= Mapped::PATIENCE;
        self.recent().push_front(ongoing);
        if is_over {
            return Ok(None);
        }
        self.work(marks, |steps| steps.max(Mapped::FIRST), budget, OngoingMap::work).map(Some)
    }
}
