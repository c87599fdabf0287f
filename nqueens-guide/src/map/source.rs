//! A [`Source`] of completions for large boards, with a [`Map`] for each placement.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bdd_core::{Budget, Interrupted};
use nqueens_board::Size;
use puzzle_core::{BigUint, Completions, Count, Marks, Puzzle, Source, Tally, Variable};

use super::Map;
use crate::halves::Halves;
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
    /// The process that visits all completions and counts them, in total and for each square. It begins when `map` is
    /// finished. `None` before that, and if there are too many completions to visit.
    counting: Option<Tallying>,
    /// The count of the total by halves ([`Halves`]). It is much faster than the count one by one, but has no numbers
    /// for single squares. It begins once `map` is finished; `None` before it begins, after it has ended, and if it is
    /// not feasible.
    halving: Option<Halving>,
    /// The exact number of completions; `None` until it is counted.
    total: Option<BigUint>,
    /// `true` if the map and all feasible counts are finished.
    is_over: bool,
    /// The elementary steps spent on the placement so far.
    steps: u64,
}

/// A count by halves that can be interrupted and continued between two sets of files; see [`Halves::counter`].
#[derive(Debug)]
struct Halving {
    halves: Halves,
    /// The number of the next set of files to count.
    next: u64,
    /// The number of completions for the sets of files counted so far.
    total: u128,
}

impl Halving {
    /// Continues the count and returns the total.
    fn work(&mut self, budget: &mut Budget<'_>) -> Result<u128, Interrupted> {
        let mut counter = self.halves.counter(1);
        while self.next < self.halves.sets() {
            self.total += u128::from(counter.count(self.next, budget)?.unwrap_or(0));
            self.next += 1;
        }
        Ok(self.total)
    }
}

impl OngoingMap {
    /// Wraps a map on which no work was done yet.
    fn new(map: Map) -> OngoingMap {
        OngoingMap { map, counting: None, halving: None, total: None, is_over: false, steps: 0 }
    }

    /// Continues the work on `map`, then on `halving` and on `counting`, until all are finished.
    fn work(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        self.map.work(budget)?;
        if self.counting.is_none() && self.halving.is_none() && self.total.is_none() {
            self.begin_counts();
        }
        if let Some(halving) = &mut self.halving {
            self.total = Some(halving.work(budget)?.into());
            // Frees the tables of the count, which take megabytes.
            self.halving = None;
            // The total is reported at once, before the completions through every square are counted.
            self.is_over = self.counting.is_none();
            return Ok(());
        }
        if let Some(counting) = &mut self.counting {
            counting.work(NonZeroUsize::MIN, budget)?;
        }
        self.is_over = true;
        Ok(())
    }

    /// Prepares `halving` and `counting`, each if it is feasible on this placement.
    fn begin_counts(&mut self) {
        if self.map.is_completable() != Some(true) {
            return;
        }
        let placement = self.map.placement();
        let counting = Tallying::new(placement);
        let nodes = counting.as_ref().map_or(f64::INFINITY, Tallying::search_nodes);
        self.counting = counting.filter(|_| nodes <= Mapped::COUNTED);
        let missing = placement.size().get().saturating_sub(placement.queens().len());
        let is_for_halves = nodes > Mapped::QUICKLY_COUNTED && missing <= Mapped::HALVED;
        self.halving = Some(placement).filter(|_| is_for_halves).and_then(Halves::new).map(|halves| Halving {
            halves,
            next: 0,
            total: 0,
        });
    }

    fn tally(&self) -> Tally {
        if let Some(counts) = self.counting.as_ref().and_then(Tallying::counts) {
            return Tally::from(counts);
        }
        let mut tally = self.map.tally();
        if let Some(total) = &self.total {
            // The map has counted only the completions that it has found. But a forced square has a queen in all
            // completions, so that its count is the total.
            let found = std::mem::replace(&mut tally.total, Count::Exact(total.clone()));
            for (variable, count) in (0u16..).map(Variable::from).zip(&mut tally.by_variable) {
                if *count == found && !tally.unknown.contains(&variable) {
                    *count = tally.total.clone();
                }
            }
        }
        tally
    }
}

impl Mapped {
    /// The largest number of elementary steps of a [`Budget`] for an answer about a placement: some seconds of work.
    /// Squares that are still undecided then have an unknown status in the answer.
    const STEPS: u64 = 200_000_000;
    /// The largest number of elementary steps of a [`Budget`] for an estimate: some milliseconds of work, so that a
    /// screen can wait for the estimate.
    const ESTIMATE_STEPS: u64 = 500_000;
    /// The limit of a call of [`Source::refine`], in elementary steps of a [`Budget`]. If the earlier work on the
    /// placement took more steps, the limit is the number of steps of that work.
    const FIRST: u64 = 5_000_000;
    /// The number of elementary steps of a [`Budget`], spent on one placement, after which [`Source::refine`] ends the
    /// work on it: some minutes.
    const PATIENCE: u64 = 10_000_000_000;
    /// The largest number of search nodes for which completions are counted one by one during a game: some 20 seconds.
    const COUNTED: f64 = 2e9;
    /// The largest number of search nodes for which completions are only counted one by one, in some tenths of a
    /// second. For more search nodes, the total number of completions is counted by halves first, if that is feasible.
    const QUICKLY_COUNTED: f64 = 2e7;
    /// The largest number of missing queens for which the total is counted by halves during a game. The count takes
    /// some seconds with 18 missing queens, and ten times as long with each further queen.
    const HALVED: usize = 18;
    /// The largest number of maps that are kept for later answers. A map of a 200 x 200 board takes at most some
    /// hundreds of kilobytes, and its SAT solver more.
    const KEPT: usize = 4;

    /// Creates the source of the empty board of `size`.
    #[must_use]
    pub fn new(size: Size) -> Mapped {
        Mapped::completing(&Placement::empty(size))
    }

    /// Creates a source for the completions of `start`. The queens and the blocked squares of `start` are given: they
    /// belong to the puzzle.
    #[must_use]
    pub fn completing(start: &Placement) -> Mapped {
        Mapped { queens: Queens::completing(start), start: start.marks(), recent: Arc::default() }
    }

    /// Runs `work` on the map of the placement `marks`, and returns the state of this map afterwards. `work` may take
    /// at most `steps(spent)` elementary steps, where `spent` is the number of steps that earlier calls took on the
    /// same map.
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

    /// Takes the map of `marks` out of the kept maps and returns it. If no map of `marks` is kept, returns a new map
    /// that learns from the kept maps ([`Map::learn`]).
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
        OngoingMap::new(map)
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

#[cfg(test)]
mod tests {
    use puzzle_core::{Guide, Status};

    use super::*;

    /// Checks that the statuses stay the same while the knowledge of the counts grows: first a sample, then the exact
    /// total, then all counts.
    #[test]
    fn the_total_is_counted_before_the_squares() {
        let placement = Placement::new(Size::new(16).unwrap(), ["a1".parse().unwrap()], []).unwrap();
        let source = Mapped::completing(&placement);
        let (marks, budget) = (Marks::default(), &mut Budget::unlimited());
        let guide = |completions: Completions, budget: &mut Budget<'_>| {
            Guide::of(source.puzzle(), marks.clone(), &completions, budget).unwrap()
        };
        let first = guide(source.completions(&marks, budget).unwrap(), budget);
        assert!(!first.total().is_exact());
        let statuses = |guide: &Guide| guide.variables().map(|(_, status, _)| status).collect::<Vec<Status>>();
        let total = Halves::new(&placement).unwrap().count(NonZeroUsize::MIN, budget).unwrap();
        let mut is_partial = false;
        while let Some(completions) = source.refine(&marks, budget).unwrap() {
            let refined = guide(completions, budget);
            assert_eq!(statuses(&refined), statuses(&first));
            assert!(!refined.total().is_exact() || *refined.total() == Count::Exact(total.into()));
            let is_by_square = refined.variables().all(|(.., completions)| completions.is_exact());
            is_partial |= refined.total().is_exact() && !is_by_square;
            if refined.total().is_exact() {
                break;
            }
        }
        assert!(is_partial);
    }
}
