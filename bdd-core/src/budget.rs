//! Budgets of long computations: limits of memory and steps, progress, and cancellation.
//!
//! One `&mut Budget` is passed to every function that may take long, from the construction of diagrams to the SAT
//! solver and the generation of puzzles. It has no clock, since some targets have none: a computation reports its
//! elementary steps, and the budget checks the [`Cancel`] switch every 65,536 steps.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The progress of a computation, which the listener of its [`Budget`] receives.
///
/// ```
/// use bdd_core::{Budget, Progress};
///
/// let mut percent = 0.0;
/// let mut listener = |progress: Progress| percent = 100.0 * progress.fraction;
/// let mut budget = Budget::unlimited().with_progress(&mut listener);
/// budget.spend(Budget::STRIDE, || 0.25)?;
/// assert_eq!(percent, 25.0);
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The estimated fraction of the work that is finished, from 0 to 1. It never falls, but it may rise unevenly over
    /// time.
    pub fraction: f64,
}

/// A switch that cancels computations from any thread. Clones share the switch, which can't be reset.
///
/// ```
/// use bdd_core::{Budget, Cancel, Interrupted};
///
/// let cancel = Cancel::new();
/// let budget = &mut Budget::unlimited().with_cancel(cancel.clone());
/// cancel.cancel();
/// assert_eq!(budget.check(), Err(Interrupted::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Returns a switch that is not set.
    #[must_use]
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Cancels the computations whose [`Budget`] holds a clone of this switch. They end within a few milliseconds.
    pub fn cancel(&self) {
        // `Relaxed` suffices: readers of the switch only stop, and read no other data because of it.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` after [`Cancel::cancel`] on this switch or a clone of it.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The reason why a computation ended without a result.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Interrupted, Rules};
///
/// let mut rules = Rules::new(100);
/// rules.exactly(50, &(0..100).collect::<Vec<u16>>());
/// let built = DiagramBuilder::new(&rules).build(&mut Budget::unlimited().with_steps(1000));
/// assert_eq!(built, Err(Interrupted::TooLong { limit: 1000 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Interrupted {
    /// The budget's [`Cancel`] switch was set.
    #[error("cancelled")]
    Cancelled,
    /// The computation needs more memory than the budget allows.
    #[error(
        "the diagram is too large: the work needs at least {} MiB, and the limit is {} MiB",
        needed.div_ceil(1 << 20),
        limit >> 20
    )]
    TooLarge {
        /// The number of bytes of the tables in use and of the next allocation together. The whole computation may need
        /// more.
        needed: usize,
        /// The limit in bytes; see [`Budget::with_memory`].
        limit: usize,
    },
    /// The computation needs more elementary steps than the budget allows.
    #[error("the work takes too long: it needs more than the limit of {limit} steps")]
    TooLong {
        /// The limit in steps; see [`Budget::with_steps`].
        limit: u64,
    },
}

/// The limits of a computation: memory, elementary steps, a [`Cancel`] switch, and a listener for [`Progress`].
///
/// A program passes one budget by `&mut` to every function that may take long. The budget has no clock: a computation
/// reports its elementary steps ([`Budget::spend`]), and every [`Budget::STRIDE`] steps, about a millisecond, the
/// budget checks the switch and reports progress. So, unlike a timeout, a limit of steps is exceeded by the same work
/// on every machine.
///
/// ```
/// use bdd_core::Budget;
///
/// let mut heard = Vec::new();
/// let mut hear = |progress: bdd_core::Progress| heard.push(progress.fraction);
/// let mut budget = Budget::unlimited().with_memory(1 << 20).with_progress(&mut hear);
/// budget.part(0.5..1.0, |budget| budget.spend(Budget::STRIDE, || 0.5))?;
/// assert_eq!(heard, [0.75]);
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
///
/// A budget that a button cancels:
///
/// ```
/// use bdd_core::{Bdd, Budget, Cancel, Interrupted};
///
/// let cancel = Cancel::new();
/// let mut budget = Budget::unlimited().with_cancel(cancel.clone());
/// assert!(budget.check().is_ok());
/// cancel.cancel();
/// assert_eq!(budget.check(), Err(Interrupted::Cancelled));
/// ```
pub struct Budget<'a> {
    memory: usize,
    /// The bytes of the tables in use; see [`Budget::take`].
    taken: usize,
    cancel: Option<Cancel>,
    progress: Option<&'a mut dyn FnMut(Progress)>,
    /// The part of the whole work that is in progress, as a range of fractions from 0 to 1; see [`Budget::part`].
    stage: Range<f64>,
    /// The last reported fraction. Later reports are never smaller.
    told: f64,
    /// The number of steps until the next check of the [`Cancel`] switch.
    left: u32,
    /// The number of steps that are still allowed when the `left` steps until the next check are done; [`u64::MAX`]
    /// without a limit.
    beyond: u64,
    /// The limit of steps that [`Interrupted::TooLong`] reports; [`u64::MAX`] without a limit.
    steps: u64,
}

impl<'a> Budget<'a> {
    /// The number of elementary steps between two checks of the [`Cancel`] switch. A step is a search node, a diagram
    /// node, or other work of about 10 ns; longer work counts as several steps.
    pub const STRIDE: u32 = 1 << 16;

    /// Returns a budget without limits, switch or listener.
    #[must_use]
    pub fn unlimited() -> Budget<'a> {
        Budget {
            memory: usize::MAX,
            taken: 0,
            cancel: None,
            progress: None,
            stage: 0.0..1.0,
            told: 0.0,
            left: Budget::STRIDE,
            beyond: u64::MAX,
            steps: u64::MAX,
        }
    }

    /// Limits the memory of a computation, its tables and its diagram together, to `bytes` bytes.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Budget<'a> {
        Budget { memory: bytes, ..self }
    }

    /// Limits the number of elementary steps from now on to `steps`; see [`Budget::spend`].
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Budget<'a> {
        self.allow(steps);
        self
    }

    /// Sets the switch that cancels the computation.
    #[must_use]
    pub fn with_cancel(self, cancel: Cancel) -> Budget<'a> {
        Budget { cancel: Some(cancel), ..self }
    }

    /// Sets the listener for progress, which is called about every millisecond. A slow listener should use a clock of
    /// its own to skip calls.
    #[must_use]
    pub fn with_progress(self, progress: &'a mut dyn FnMut(Progress)) -> Budget<'a> {
        Budget { progress: Some(progress), ..self }
    }

    /// Returns the limit of memory in bytes, [`usize::MAX`] without a limit.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Returns the switch that cancels the computation; `None` if no switch was set. A solver with its own loop checks
    /// the switch itself.
    #[must_use]
    pub fn cancel(&self) -> Option<&Cancel> {
        self.cancel.as_ref()
    }

    /// Runs `work` as one part of the computation, and returns its result. The fractions from 0 to 1 that `work`
    /// reports as progress are mapped to `range`: within the part `0.5..1.0`, a fraction of 0.5 is reported as 0.75.
    ///
    /// Parts can be nested: the `range` of an inner part lies within the fractions of the surrounding part, from 0 to
    /// 1.
    ///
    /// ```
    /// use bdd_core::{Budget, Progress};
    ///
    /// let mut fractions = Vec::new();
    /// let mut listener = |progress: Progress| fractions.push(progress.fraction);
    /// let mut budget = Budget::unlimited().with_progress(&mut listener);
    /// for part in [0.0..0.25, 0.25..1.0] {
    ///     budget.part(part, |budget| budget.spend(Budget::STRIDE, || 1.0))?;
    /// }
    /// assert_eq!(fractions, [0.25, 1.0]);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    pub fn part<T>(&mut self, range: Range<f64>, work: impl FnOnce(&mut Budget<'a>) -> T) -> T {
        let stage = self.stage.clone();
        let within = |fraction: f64| stage.start + (stage.end - stage.start) * fraction;
        self.stage = within(range.start)..within(range.end);
        let result = work(self);
        self.stage = stage;
        result
    }

    /// Runs `work` with limits of its own: at most `memory` bytes and `steps` elementary steps. If this budget has a
    /// lower limit of memory or fewer steps left, its limit applies instead. The steps of `work` count for this budget
    /// too.
    ///
    /// ```
    /// use bdd_core::{Budget, Interrupted};
    ///
    /// let mut budget = Budget::unlimited().with_steps(100);
    /// let first = budget.limited(usize::MAX, 30, |budget| budget.spend(31, || 0.0));
    /// assert_eq!(first, Err(Interrupted::TooLong { limit: 30 }));
    /// // The refused steps do not count.
    /// assert_eq!(budget.spend(70, || 0.0), Ok(()));
    /// ```
    pub fn limited<T>(&mut self, memory: usize, steps: u64, work: impl FnOnce(&mut Budget<'a>) -> T) -> T {
        let (all_memory, all_steps, left, until_check) = (self.memory, self.steps, self.steps_left(), self.left);
        let allowed = steps.min(left);
        self.memory = memory.min(all_memory);
        self.allow(allowed);
        self.check_within(until_check);
        let result = work(self);
        // Without a limit of steps, the next check of the switch stays due when it was due at the end of `work`. With a
        // limit, the steps of `work` are subtracted from the steps until the check that was due before `work`. If no
        // steps are left until this check, `work` made it, and a full stride begins.
        let (spent, until_check) = if allowed == u64::MAX {
            (0, self.left)
        } else {
            let spent = allowed - self.steps_left();
            let rest = u64::from(until_check).checked_sub(spent).filter(|&rest| rest > 0);
            (spent, rest.map_or(Budget::STRIDE, |rest| rest as u32))
        };
        self.allow(if left == u64::MAX { left } else { left - spent });
        self.check_within(until_check);
        (self.memory, self.steps) = (all_memory, all_steps);
        result
    }

    /// Returns the number of elementary steps left; [`u64::MAX`] without a limit. Solvers that count their own steps
    /// call this method first, and report their steps afterwards.
    #[must_use]
    pub fn steps_left(&self) -> u64 {
        self.beyond.saturating_add(self.left.into())
    }

    /// Returns the error [`Interrupted::TooLong`] with the limit of this budget. Solvers that count their own steps
    /// return it when they need more steps than are left.
    #[must_use]
    pub fn too_long(&self) -> Interrupted {
        Interrupted::TooLong { limit: self.steps }
    }

    /// Makes the next check of the switch come after at most `steps` steps.
    fn check_within(&mut self, steps: u32) {
        let later = self.left.saturating_sub(steps);
        self.left -= later;
        if self.beyond < u64::MAX {
            self.beyond += u64::from(later);
        }
    }

    /// Sets the limit of steps and the number of steps left to `steps`.
    fn allow(&mut self, steps: u64) {
        self.left = u64::from(Budget::STRIDE).min(steps) as u32;
        self.beyond = if steps == u64::MAX { steps } else { steps - u64::from(self.left) };
        self.steps = steps;
    }

    /// Counts `steps` elementary steps. Every [`Budget::STRIDE`] steps, the budget checks the switch and reports
    /// progress. Only then does it call `done`, which returns the finished fraction of the current part
    /// ([`Budget::part`]), from 0 to 1.
    ///
    /// # Errors
    ///
    /// [`Interrupted::Cancelled`] if the switch is set, and [`Interrupted::TooLong`] if `steps` exceeds the steps left.
    #[inline]
    pub fn spend(&mut self, steps: u32, done: impl FnOnce() -> f64) -> Result<(), Interrupted> {
        if steps < self.left {
            self.left -= steps;
            Ok(())
        } else {
            self.look(steps, done())
        }
    }

    /// Checks the [`Cancel`] switch now.
    ///
    /// # Errors
    ///
    /// [`Interrupted::Cancelled`] if the switch is set.
    pub fn check(&self) -> Result<(), Interrupted> {
        match &self.cancel {
            Some(cancel) if cancel.is_cancelled() => Err(Interrupted::Cancelled),
            _ => Ok(()),
        }
    }

    /// Checks that the limit of memory allows `needed` bytes in addition to the tables in use.
    ///
    /// # Errors
    ///
    /// [`Interrupted::TooLarge`] if the limit is lower.
    pub fn check_memory(&self, needed: usize) -> Result<(), Interrupted> {
        let needed = self.taken.saturating_add(needed);
        if needed > self.memory { Err(Interrupted::TooLarge { needed, limit: self.memory }) } else { Ok(()) }
    }

    /// Runs `work`, whose tables count their memory by [`Budget::take`] and [`Budget::give_back`]. At the end of
    /// `work`, all its memory counts as given back.
    ///
    /// During `work`, the limit of memory is at most 32 GiB: 8 bytes for each of the 2^32 numbers of 32 bits. Lists,
    /// memo entries and nodes are numbered in 32 bits and take 8 bytes or more each, so that the memory runs out before
    /// the numbers do.
    pub(crate) fn with_tables<T>(&mut self, work: impl FnOnce(&mut Budget<'a>) -> T) -> T {
        let (memory, taken) = (self.memory, self.taken);
        self.memory = memory.min((u32::MAX as usize).saturating_mul(8));
        let result = work(self);
        (self.memory, self.taken) = (memory, taken);
        result
    }

    /// Counts `bytes` bytes of memory for a table, before they are allocated. A table that grows counts only the bytes
    /// that it grows by.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Interrupted> {
        self.check_memory(bytes)?;
        self.taken += bytes;
        Ok(())
    }

    /// Counts `bytes` bytes of memory as freed; the inverse of [`Budget::take`].
    pub(crate) fn give_back(&mut self, bytes: usize) {
        self.taken -= bytes;
    }

    #[cold]
    fn look(&mut self, steps: u32, done: f64) -> Result<(), Interrupted> {
        let more = u64::from(steps - self.left);
        if more > self.beyond {
            return Err(Interrupted::TooLong { limit: self.steps });
        }
        if self.beyond < u64::MAX {
            self.beyond -= more;
        }
        self.left = self.beyond.min(Budget::STRIDE.into()) as u32;
        if self.beyond < u64::MAX {
            self.beyond -= u64::from(self.left);
        }
        if let Some(progress) = &mut self.progress {
            let fraction = self.stage.start + (self.stage.end - self.stage.start) * done;
            self.told = fraction.max(self.told).min(1.0);
            progress(Progress { fraction: self.told });
        }
        self.check()
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("memory", &self.memory).field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::smaller_in_miri;

    #[test]
    fn a_switch_stops_at_the_next_look() {
        let cancel = Cancel::new();
        let mut budget = Budget::unlimited().with_cancel(cancel.clone());
        assert_eq!(budget.spend(Budget::STRIDE, || 0.0), Ok(()));
        cancel.clone().cancel();
        assert_eq!(budget.spend(Budget::STRIDE - 1, || 0.0), Ok(()), "not yet");
        assert_eq!(budget.spend(1, || 0.0), Err(Interrupted::Cancelled));
        assert_eq!(budget.check(), Err(Interrupted::Cancelled));
    }

    #[test]
    fn fractions_are_those_of_the_whole() {
        let mut heard = Vec::new();
        let mut hear = |progress: Progress| heard.push(progress.fraction);
        let mut budget = Budget::unlimited().with_progress(&mut hear);
        // `u32::MAX` steps are more than a stride, so that each call of `look` reports progress once.
        let look = |budget: &mut Budget, done| budget.spend(u32::MAX, || done).unwrap();
        budget.part(0.0..0.8, |budget| look(budget, 0.5));
        budget.part(0.8..1.0, |budget| {
            budget.part(0.0..0.5, |budget| look(budget, 1.0));
            look(budget, 1.0);
        });
        look(&mut budget, 1.0);
        assert_eq!(heard, [0.4, 0.9, 1.0, 1.0]);
    }

    #[test]
    fn steps_are_limited_exactly() {
        for limit in [0, 1, 5, u64::from(Budget::STRIDE), smaller_in_miri(200_000, 70_000)] {
            let mut budget = Budget::unlimited().with_steps(limit);
            let done = (0..).find(|_| budget.spend(1, || 0.0).is_err());
            assert_eq!(done, Some(limit));
            assert_eq!(budget.spend(1, || 0.0), Err(Interrupted::TooLong { limit }));
        }
    }

    #[test]
    fn parts_with_limits_check_the_switch_as_often() {
        let cancel = Cancel::new();
        let mut budget = Budget::unlimited().with_cancel(cancel.clone());
        cancel.cancel();
        let part = |budget: &mut Budget| budget.limited(usize::MAX, 1000, |budget| budget.spend(100, || 0.0));
        let parts = (1u32..).find(|_| part(&mut budget).is_err()).unwrap();
        assert_eq!(parts, Budget::STRIDE.div_ceil(100));
        assert_eq!(budget.steps_left(), u64::MAX, "the whole has no limit");
    }

    #[test]
    fn a_part_may_take_no_more_than_the_whole() {
        let mut budget = Budget::unlimited().with_steps(100_000);
        let count = |budget: &mut Budget| (0u32..).find(|_| budget.spend(1, || 0.0).is_err());
        assert_eq!(budget.limited(usize::MAX, 10, count), Some(10));
        assert_eq!(budget.limited(1 << 20, 70_000, count), Some(70_000));
        assert_eq!(budget.limited(1 << 20, 70_000, count), Some(29_990));
        let mut unlimited = Budget::unlimited();
        assert_eq!(unlimited.limited(0, 70_000, count), Some(70_000));
        assert_eq!(unlimited.spend(u32::MAX, || 0.0), Ok(()));
        assert_eq!(unlimited.limited(5, 1, |budget| budget.memory()), 5);
        assert_eq!(unlimited.memory(), usize::MAX);
    }

    #[test]
    fn memory_is_limited() {
        let budget = Budget::unlimited().with_memory(100);
        assert_eq!(budget.check_memory(100), Ok(()));
        let stopped = budget.check_memory(3 << 20).unwrap_err();
        assert_eq!(stopped, Interrupted::TooLarge { needed: 3 << 20, limit: 100 });
        assert!(stopped.to_string().contains("at least 3 MiB"), "{stopped}");
    }
}
