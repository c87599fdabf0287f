//! The same count on several threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use bdd_core::{Budget, Cancel, Stopped};

use super::Halves;

/// How often the budget's switch is looked at while no count comes in.
const LOOK: Duration = Duration::from_millis(20);

impl Halves {
    /// [`Halves::counts`] on several threads: the counts come in any order.
    ///
    /// # Errors
    ///
    /// [`Stopped::Cancelled`] if the budget's switch was switched. Steps are not limited.
    ///
    /// # Panics
    ///
    /// If there are fewer sets.
    pub fn counts_on(
        &self,
        threads: NonZeroUsize,
        range: Range<u64>,
        budget: &mut Budget<'_>,
        mut each: impl FnMut(u64, u64),
    ) -> Result<(), Stopped> {
        if threads.get() == 1 {
            return self.counts(range, budget, each);
        }
        let (next, stop) = (AtomicU64::new(range.start), Cancel::new());
        let (send, receive) = channel();
        thread::scope(|scope| {
            for _ in 0..threads.get() {
                let (next, range, stop, send) = (&next, range.clone(), stop.clone(), send.clone());
                scope.spawn(move || {
                    let mut counter = self.counter(threads.get());
                    let budget = &mut Budget::unlimited().with_cancel(stop);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        // Nobody listens any more once the switch was switched.
                        if number >= range.end
                            || counter.count(number, budget).map(|count| send.send((number, count))).is_err()
                        {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let mut done = 0;
            let sets = range.end.saturating_sub(range.start) as f64;
            loop {
                match receive.recv_timeout(LOOK) {
                    Ok((number, count)) => {
                        done += 1;
                        if let Some(count) = count {
                            each(number, count);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                budget.spend(Budget::STRIDE, || done as f64 / sets).inspect_err(|_| stop.cancel())?;
            }
        })
    }
}
