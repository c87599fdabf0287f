//! The same count on several threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bdd_core::{Budget, Cancel, Stopped};

use super::{Counter, Halves};

/// How often the budget's switch is looked at while no count comes in.
const LOOK: Duration = Duration::from_millis(20);

impl Halves {
    /// [`Halves::counts`] on several threads: the counts come in any order.
    ///
    /// # Errors
    ///
    /// [`Stopped`], as the budget says; on more than one thread its steps are not limited.
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
        let length = range.end - range.start;
        self.each_on(threads, range, length, Counter::count, budget, &mut |number, count| {
            count.into_iter().for_each(|count| each(number, count));
        })
    }

    /// What [`Counter::count`] says of some sets, on several threads, in any order.
    ///
    /// # Errors
    ///
    /// [`Stopped`], as the budget says; on more than one thread its steps are not limited.
    ///
    /// # Panics
    ///
    /// If one of them is the number of no set.
    pub fn counts_of(
        &self,
        threads: NonZeroUsize,
        numbers: &[u64],
        budget: &mut Budget<'_>,
        mut each: impl FnMut(u64, Option<u64>),
    ) -> Result<(), Stopped> {
        self.each_on(threads, numbers.iter().copied(), numbers.len() as u64, Counter::count, budget, &mut each)
    }

    /// What [`Counter::recount`] says of sets, on several threads, in any order.
    ///
    /// # Errors
    ///
    /// [`Stopped`], as the budget says; on more than one thread its steps are not limited.
    ///
    /// # Panics
    ///
    /// If one of them is the number of no set.
    pub fn recounts_on(
        &self,
        threads: NonZeroUsize,
        numbers: &[u64],
        budget: &mut Budget<'_>,
        mut each: impl FnMut(u64, Option<u64>),
    ) -> Result<(), Stopped> {
        self.each_on(threads, numbers.iter().copied(), numbers.len() as u64, Counter::recount, budget, &mut each)
    }

    fn each_on<'h>(
        &'h self,
        threads: NonZeroUsize,
        numbers: impl Iterator<Item = u64> + Send,
        length: u64,
        work: Work<'h>,
        budget: &mut Budget<'_>,
        each: &mut impl FnMut(u64, Option<u64>),
    ) -> Result<(), Stopped> {
        if threads.get() > 1 {
            return self.together(threads, numbers, length, work, budget, each);
        }
        let mut counter = self.counter(1);
        for (at, number) in (0_u64..).zip(numbers) {
            let part = at as f64 / length as f64..(at + 1) as f64 / length as f64;
            each(number, budget.part(part, |budget| work(&mut counter, number, budget))?);
        }
        Ok(())
    }

    fn together<'h>(
        &'h self,
        threads: NonZeroUsize,
        numbers: impl Iterator<Item = u64> + Send,
        length: u64,
        work: Work<'h>,
        budget: &mut Budget<'_>,
        each: &mut impl FnMut(u64, Option<u64>),
    ) -> Result<(), Stopped> {
        let (numbers, stop) = (Mutex::new(numbers), Cancel::new());
        let (send, receive) = channel();
        thread::scope(|scope| {
            for _ in 0..threads.get() {
                let (numbers, stop, send) = (&numbers, stop.clone(), send.clone());
                scope.spawn(move || {
                    let mut counter = self.counter(threads.get());
                    let budget = &mut Budget::unlimited().with_cancel(stop);
                    let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some(number) = next() {
                        let Ok(count) = work(&mut counter, number, budget) else { return };
                        // Nobody listens any more once the switch was switched.
                        if send.send((number, count)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let mut done = 0;
            loop {
                match receive.recv_timeout(LOOK) {
                    Ok((number, count)) => {
                        done += 1;
                        each(number, count);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                budget.spend(Budget::STRIDE, || done as f64 / length as f64).inspect_err(|_| stop.cancel())?;
            }
        })
    }
}

/// What a counter does with the number of a set.
type Work<'h> = fn(&mut Counter<'h>, u64, &mut Budget<'_>) -> Result<Option<u64>, Stopped>;
