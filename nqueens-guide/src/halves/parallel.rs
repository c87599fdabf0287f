//! The counts of many sets, on one thread or several.

use std::num::NonZeroUsize;

use bdd_core::{Budget, Stopped};

use super::{Counter, Halves};
use crate::threads::on_threads;

impl Halves {
    /// What [`Counter::count`] says of sets by their numbers: on one thread in their order, on several in any.
    ///
    /// # Errors
    ///
    /// [`Stopped`], as the budget says; on more than one thread its steps are not limited.
    ///
    /// # Panics
    ///
    /// If one of them is the number of no set.
    pub fn counts_on(
        &self,
        threads: NonZeroUsize,
        numbers: impl Iterator<Item = u64> + Send,
        budget: &mut Budget<'_>,
        each: impl FnMut(u64, Option<u64>),
    ) -> Result<(), Stopped> {
        self.each_on(threads, numbers, Counter::count, budget, each)
    }

    /// What [`Counter::recount`] says of sets, as [`Halves::counts_on`] says what [`Counter::count`] does.
    ///
    /// # Errors
    ///
    /// As [`Halves::counts_on`].
    ///
    /// # Panics
    ///
    /// As [`Halves::counts_on`].
    pub fn recounts_on(
        &self,
        threads: NonZeroUsize,
        numbers: impl Iterator<Item = u64> + Send,
        budget: &mut Budget<'_>,
        each: impl FnMut(u64, Option<u64>),
    ) -> Result<(), Stopped> {
        self.each_on(threads, numbers, Counter::recount, budget, each)
    }

    fn each_on<'h>(
        &'h self,
        threads: NonZeroUsize,
        numbers: impl Iterator<Item = u64> + Send,
        count: fn(&mut Counter<'h>, u64, &mut Budget<'_>) -> Result<Option<u64>, Stopped>,
        budget: &mut Budget<'_>,
        mut each: impl FnMut(u64, Option<u64>),
    ) -> Result<(), Stopped> {
        let length = numbers.size_hint().0;
        if threads.get() > 1 {
            let counter = || self.counter(threads.get());
            let work = |counter: &mut _, number, budget: &mut Budget<'_>| Ok((number, count(counter, number, budget)?));
            return on_threads(threads, numbers, length, counter, work, budget, |(number, count)| each(number, count));
        }
        let mut counter = self.counter(1);
        for (at, number) in numbers.enumerate() {
            let part = at as f64 / length as f64..(at + 1) as f64 / length as f64;
            each(number, budget.part(part, |budget| count(&mut counter, number, budget))?);
        }
        Ok(())
    }
}
