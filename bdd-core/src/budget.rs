//! What a long computation may take, and how it is told to stop.

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
/// use bdd_core::{Budget, Cancel, Stopped};
///
/// let cancel = Cancel::new();
/// let budget = &mut Budget::unlimited().with_cancel(cancel.clone());
/// cancel.cancel();
/// assert_eq!(budget.check(), Err(Stopped::Cancelled));
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
pub enum Stopped {
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
}

/// What a computation may take: a limit of memory, a switch that stops it, and somebody who hears how far it is.
///
/// One budget goes through everything that may take long, by `&mut`. It has no clock: a computation says how many
/// elementary steps it has done ([`Budget::spend`]), and every [`Budget::STRIDE`] steps, which is about a millisecond,
/// the switch is looked at and progress is told.
///
/// ```
/// use bdd_core::Budget;
///
/// let mut heard = Vec::new();
/// let mut hear = |progress: bdd_core::Progress| heard.push(progress.fraction);
/// let mut budget = Budget::unlimited().with_memory(1 << 20).with_progress(&mut hear);
/// budget.begin(0.5..1.0);
/// budget.spend(Budget::STRIDE, || 0.5)?;
/// assert_eq!(heard, [0.75]);
/// # Ok::<(), bdd_core::Stopped>(())
/// ```
pub struct Budget<'a> {
    memory: usize,
    cancel: Option<Cancel>,
    progress: Option<&'a mut dyn FnMut(Progress)>,
    /// The part of the whole work that is being done.
    stage: Range<f64>,
    /// Steps until the next look at the switch.
    left: u32,
}

impl<'a> Budget<'a> {
    /// The elementary steps between two looks at the switch. A step is a search node, a node of a diagram, or whatever
    /// else takes some ten nanoseconds; what takes longer counts as several.
    pub const STRIDE: u32 = 1 << 16;

    /// No limits, nobody to stop it, and nobody to hear of it.
    #[must_use]
    pub fn unlimited() -> Budget<'a> {
        Budget { memory: usize::MAX, cancel: None, progress: None, stage: 0.0..1.0, left: Budget::STRIDE }
    }

    /// The same budget with at most so many bytes of memory for what a computation keeps: its tables, and the diagram.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Budget<'a> {
        Budget { memory: bytes, ..self }
    }

    /// The same budget with a switch that stops the computation.
    #[must_use]
    pub fn with_cancel(self, cancel: Cancel) -> Budget<'a> {
        Budget { cancel: Some(cancel), ..self }
    }

    /// The same budget with somebody who hears how far the computation is, about every millisecond; who wants to hear
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

    /// This budget for a part of the work that may take less memory: at most so many bytes.
    pub fn with_memory_at_most(&mut self, bytes: usize) -> Budget<'_> {
        Budget {
            memory: self.memory.min(bytes),
            cancel: self.cancel.clone(),
            // A trait object's lifetime can't be shortened behind `Option`.
            progress: match &mut self.progress {
                Some(progress) => Some(&mut **progress),
                None => None,
            },
            stage: self.stage.clone(),
            left: self.left,
        }
    }

    /// The switch that stops the computation, if there is one: for solvers that want to look at it themselves.
    #[must_use]
    pub fn cancel(&self) -> Option<&Cancel> {
        self.cancel.as_ref()
    }

    /// Begins a part of the work: the fractions from 0 to 1 that are told from now on become this range of the whole.
    pub fn begin(&mut self, stage: Range<f64>) {
        self.stage = stage;
    }

    /// Counts elementary steps; `done` is how much of this part of the work is done, from 0 to 1, and is asked only
    /// when it is told.
    ///
    /// # Errors
    ///
    /// [`Stopped::Cancelled`] if the switch was switched.
    #[inline]
    pub fn spend(&mut self, steps: u32, done: impl FnOnce() -> f64) -> Result<(), Stopped> {
        match self.left.checked_sub(steps) {
            Some(left) if left > 0 => {
                self.left = left;
                Ok(())
            }
            _ => self.look(done()),
        }
    }

    /// Looks at the switch at once.
    ///
    /// # Errors
    ///
    /// [`Stopped::Cancelled`] if it was switched.
    pub fn check(&self) -> Result<(), Stopped> {
        match &self.cancel {
            Some(cancel) if cancel.is_cancelled() => Err(Stopped::Cancelled),
            _ => Ok(()),
        }
    }

    /// Whether the computation may hold so many bytes at once.
    ///
    /// # Errors
    ///
    /// [`Stopped::TooLarge`] if the budget has less.
    pub fn check_memory(&self, needed: usize) -> Result<(), Stopped> {
        if needed > self.memory { Err(Stopped::TooLarge { needed, limit: self.memory }) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, done: f64) -> Result<(), Stopped> {
        self.left = Budget::STRIDE;
        if let Some(progress) = &mut self.progress {
            progress(Progress { fraction: self.stage.start + (self.stage.end - self.stage.start) * done });
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

    #[test]
    fn a_switch_stops_at_the_next_look() {
        let cancel = Cancel::new();
        let mut budget = Budget::unlimited().with_cancel(cancel.clone());
        assert_eq!(budget.spend(Budget::STRIDE, || 0.0), Ok(()));
        cancel.clone().cancel();
        assert_eq!(budget.spend(Budget::STRIDE - 1, || 0.0), Ok(()), "not yet");
        assert_eq!(budget.spend(1, || 0.0), Err(Stopped::Cancelled));
        assert_eq!(budget.check(), Err(Stopped::Cancelled));
    }

    #[test]
    fn fractions_are_those_of_the_whole() {
        let mut heard = Vec::new();
        let mut hear = |progress: Progress| heard.push(progress.fraction);
        let mut budget = Budget::unlimited().with_progress(&mut hear);
        for (stage, done) in [(0.0..0.8, 0.5), (0.8..1.0, 0.5)] {
            budget.begin(stage);
            // Many steps at once are one look.
            budget.spend(u32::MAX, || done).unwrap();
        }
        assert_eq!(heard, [0.4, 0.9]);
    }

    #[test]
    fn memory_is_limited() {
        let budget = Budget::unlimited().with_memory(100);
        assert_eq!(budget.check_memory(100), Ok(()));
        let stopped = budget.check_memory(3 << 20).unwrap_err();
        assert_eq!(stopped, Stopped::TooLarge { needed: 3 << 20, limit: 100 });
        assert!(stopped.to_string().contains("at least 3 MiB"), "{stopped}");
    }
}
