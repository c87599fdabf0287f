//! One list for each variable, all lists in one array.

use crate::budget::{Budget, Interrupted};
use crate::id::Variable;

/// One list of items of type `T` for each variable. The lists are stored one after the other in one array.
pub(crate) struct Groups<T> {
    /// For each list, the index in `items` of its first item; then the end of the last list.
    begins: Vec<usize>,
    items: Vec<T>,
}

impl<T: Copy + Default> Groups<T> {
    /// Groups the pairs that `pairs` returns into one list for each variable, keeping their order. `pairs` is called
    /// twice, and must return the same pairs both times. `taken` bytes of the budget's memory are in use already.
    pub(crate) fn of<I: Iterator<Item = (Variable, T)>>(
        variables: usize,
        pairs: impl Fn() -> I,
        taken: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Groups<T>, Interrupted> {
        let mut begins = vec![0; variables + 1];
        for (variable, _) in pairs() {
            budget.spend(1, || 0.0)?;
            begins[variable.index() + 1] += 1;
        }
        for place in 0..variables {
            begins[place + 1] += begins[place];
        }
        let length = begins[variables];
        budget.check_memory(taken.saturating_add(2 * begins.len() * size_of::<usize>() + length * size_of::<T>()))?;
        let mut items = vec![T::default(); length];
        let mut ends = begins.clone();
        for (variable, item) in pairs() {
            budget.spend(1, || 0.0)?;
            items[ends[variable.index()]] = item;
            ends[variable.index()] += 1;
        }
        Ok(Groups { begins, items })
    }
}

impl<T> Groups<T> {
    /// Returns the list of items of `variable`.
    #[inline]
    pub(crate) fn get(&self, variable: Variable) -> &[T] {
        &self.items[self.range(variable)]
    }

    /// Returns the range of the items of `variable` in the array of all items.
    #[inline]
    pub(crate) fn range(&self, variable: Variable) -> std::ops::Range<usize> {
        self.begins[variable.index()]..self.begins[variable.index() + 1]
    }

    /// Returns the item at index `place` in the array of all items.
    #[inline]
    pub(crate) fn item(&self, place: usize) -> &T {
        &self.items[place]
    }

    /// Returns the number of bytes that the lists take.
    pub(crate) fn bytes(&self) -> usize {
        self.begins.len() * size_of::<usize>() + self.items.len() * size_of::<T>()
    }
}
