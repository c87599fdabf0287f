//! The budget of a long computation: its limits of memory and steps, its progress, and its cancellation.
//!
//! One `&mut Budget` goes through constructions, counts, selection, reading of files, blame, explanations, hints,
//! numbering, the SAT solver and the making of puzzles. It has no clock, since not every target has one: a computation
//! reports its elementary steps, and the budget looks at the [`Cancel`] switch every 65,536 of them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How far a computation has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// From 0 to 1, and not falling. An estimate: parts of the work that are equally large here may take different
    /// times.
    pub fraction: f64,
}

/// A switch that tells a computation to stop, from any thread. Clones are the same switch, and it is never switched
/// back.
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
    /// A switch that nobody has switched yet.
    #[must_use]
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Tells the computations that hold a clone of this switch to stop; they do within a few milliseconds.
    pub fn cancel(&self) {
        // Nothing else is published by this: whoever reads it only stops.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`Cancel::cancel`] was called on this switch or a clone of it.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a computation ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Interrupted {
    /// Somebody switched the budget's [`Cancel`].
    #[error("cancelled")]
    Cancelled,
    /// The computation would have taken more memory than the budget allows.
    #[error(
        "the diagram is too large: the work needs at least {} MiB, and the limit is {} MiB",
        needed.div_ceil(1 << 20),
        limit >> 20
    )]
    TooLarge {
        /// The bytes that the next step would have had allocated; the whole work may need more.
        needed: usize,
        /// The bytes allowed.
        limit: usize,
    },
    /// The computation would have taken more elementary steps than the budget allows.
    #[error("the work takes too long: more than the {limit} steps that are allowed")]
    TooLong {
        /// The steps allowed.
        limit: u64,
    },
}

/// What a computation may take: limits of memory and of steps, a switch that stops it, and somebody who hears how far
/// it is.
///
/// One budget goes through everything that may take long, by `&mut`. It has no clock: a computation says how many
/// elementary steps it has done ([`Budget::spend`]), and every [`Budget::STRIDE`] steps, which is about a millisecond,
/// the switch is looked at and progress is told. So a limit of steps, unlike one of time, is exceeded by the same work
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
pub struct Budget<'a> {
    memory: usize,
    /// The bytes of the tables that are being worked with; see [`Budget::take`].
    taken: usize,
    cancel: Option<Cancel>,
    progress: Option<&'a mut dyn FnMut(Progress)>,
    /// The part of the whole work that is being done.
    stage: Range<f64>,
    /// The last fraction that was told. None after it is smaller, whatever the computation says.
    told: f64,
    /// Steps until the next look at the switch.
    left: u32,
    /// Steps allowed after those.
    beyond: u64,
    /// All steps allowed.
    steps: u64,
}

impl<'a> Budget<'a> {
    /// The elementary steps between two looks at the switch. A step is a search node, a node of a diagram, or whatever
    /// else takes some ten nanoseconds; what takes longer counts as several.
    pub const STRIDE: u32 = 1 << 16;

    /// No limits, nobody to stop it, and nobody to hear of it.
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

    /// This budget with a limit of memory, in bytes, for what a computation keeps: its tables, and the diagram.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Budget<'a> {
        Budget { memory: bytes, ..self }
    }

    /// This budget with a limit of elementary steps from now on; see [`Budget::spend`].
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Budget<'a> {
        self.allow(steps);
        self
    }

    /// This budget with a switch that stops the computation.
    #[must_use]
    pub fn with_cancel(self, cancel: Cancel) -> Budget<'a> {
        Budget { cancel: Some(cancel), ..self }
    }

    /// This budget with somebody who hears how far the computation is, about every millisecond; who wants to hear
    /// it less often has to look at a clock.
    #[must_use]
    pub fn with_progress(self, progress: &'a mut dyn FnMut(Progress)) -> Budget<'a> {
        Budget { progress: Some(progress), ..self }
    }

    /// The bytes of memory that a computation may take.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The switch that stops the computation, if there is one: for solvers that want to look at it themselves.
    #[must_use]
    pub fn cancel(&self) -> Option<&Cancel> {
        self.cancel.as_ref()
    }

    /// Does a part of the work: the fractions from 0 to 1 that it tells become this range of the present part, which
    /// is the whole at first. Parts may have parts.
    pub fn part<T>(&mut self, range: Range<f64>, work: impl FnOnce(&mut Budget<'a>) -> T) -> T {
        let stage = self.stage.clone();
        let within = |fraction: f64| stage.start + (stage.end - stage.start) * fraction;
        self.stage = within(range.start)..within(range.end);
        let result = work(self);
        self.stage = stage;
        result
    }

    /// Does a part of the work that may take at most so many bytes of memory and elementary steps, and no more than the
    /// whole may still take.
    ///
    /// ```
    /// use bdd_core::{Budget, Interrupted};
    ///
    /// let mut budget = Budget::unlimited().with_steps(100);
    /// let first = budget.limited(usize::MAX, 30, |budget| budget.spend(31, || 0.0));
    /// assert_eq!(first, Err(Interrupted::TooLong { limit: 30 }));
    /// // The steps that were too many were not done.
    /// assert_eq!(budget.spend(70, || 0.0), Ok(()));
    /// ```
    pub fn limited<T>(&mut self, memory: usize, steps: u64, work: impl FnOnce(&mut Budget<'a>) -> T) -> T {
        let (all_memory, all_steps, left) = (self.memory, self.steps, self.steps_left());
        let allowed = steps.min(left);
        self.memory = memory.min(all_memory);
        self.allow(allowed);
        let result = work(self);
        let kept = left - (allowed - self.steps_left());
        self.allow(kept);
        (self.memory, self.steps) = (all_memory, all_steps);
        result
    }

    /// The elementary steps that may still be taken, [`u64::MAX`] without a limit: for solvers that count their own steps,
    /// and say afterwards how many they took.
    #[must_use]
    pub fn steps_left(&self) -> u64 {
        self.beyond.saturating_add(self.left.into())
    }

    /// Returns the error of a computation that counts its own steps, and needs more than may still be taken.
    #[must_use]
    pub fn too_long(&self) -> Interrupted {
        Interrupted::TooLong { limit: self.steps }
    }

    /// Sets the steps that may still be taken.
    fn allow(&mut self, steps: u64) {
        self.left = u64::from(Budget::STRIDE).min(steps) as u32;
        self.beyond = if steps == u64::MAX { steps } else { steps - u64::from(self.left) };
        self.steps = steps;
    }

    /// Counts elementary steps; `done` is how much of this part of the work is done, from 0 to 1, and is asked only
    /// when it is told.
    ///
    /// # Errors
    ///
    /// [`Interrupted::Cancelled`] if the switch was switched, and [`Interrupted::TooLong`] if these are more steps than may
    /// still be taken.
    #[inline]
    pub fn spend(&mut self, steps: u32, done: impl FnOnce() -> f64) -> Result<(), Interrupted> {
        if steps < self.left {
            self.left -= steps;
            Ok(())
        } else {
            self.look(steps, done())
        }
    }

    /// Looks at the switch at once.
    ///
    /// # Errors
    ///
    /// [`Interrupted::Cancelled`] if it was switched.
    pub fn check(&self) -> Result<(), Interrupted> {
        match &self.cancel {
            Some(cancel) if cancel.is_cancelled() => Err(Interrupted::Cancelled),
            _ => Ok(()),
        }
    }

    /// Whether the computation may hold so many bytes at once.
    ///
    /// # Errors
    ///
    /// [`Interrupted::TooLarge`] if the budget has less.
    pub fn check_memory(&self, needed: usize) -> Result<(), Interrupted> {
        let needed = self.taken.saturating_add(needed);
        if needed > self.memory { Err(Interrupted::TooLarge { needed, limit: self.memory }) } else { Ok(()) }
    }

    /// Does work with tables whose memory it takes and gives back by the methods below; at its end all is given back.
    ///
    /// Lists, entries and nodes have numbers of 32 bits. Each takes 8 bytes or more, so that they do not run out of
    /// numbers before they run out of memory.
    pub(crate) fn with_tables<T>(&mut self, work: impl FnOnce(&mut Budget<'a>) -> T) -> T {
        let (memory, taken) = (self.memory, self.taken);
        self.memory = memory.min((u32::MAX as usize).saturating_mul(8));
        let result = work(self);
        (self.memory, self.taken) = (memory, taken);
        result
    }

    /// Takes bytes of memory for a table, before they are allocated. What a table takes while it moves to a larger one
    /// is not counted twice.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Interrupted> {
        self.check_memory(bytes)?;
        self.taken += bytes;
        Ok(())
    }

    /// Gives back bytes of memory that were freed.
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
        // Many steps at once are one look.
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
