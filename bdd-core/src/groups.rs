//! A list for each variable, all of them in one array.

use crate::budget::{Budget, Interrupted};
use crate::id::Variable;

/// A list for each variable, one after the other in one array.
pub(crate) struct Groups<T> {
    /// Where the list of each variable begins, and where the last one ends.
    begins: Vec<usize>,
    items: Vec<T>,
}

impl<T: Copy + Default> Groups<T> {
    /// The lists of so many variables, each in the order of these pairs, which are asked for twice; so many bytes of
    /// the budget's memory are taken already.
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
    /// The list of a variable.
    #[inline]
    pub(crate) fn get(&self, variable: Variable) -> &[T] {
        &self.items[self.range(variable)]
    }

    /// Where the list of a variable lies in the array.
    #[inline]
    pub(crate) fn range(&self, variable: Variable) -> std::ops::Range<usize> {
        self.begins[variable.index()]..self.begins[variable.index() + 1]
    }

    /// The item at a place of the array.
    #[inline]
    pub(crate) fn item(&self, place: usize) -> &T {
        &self.items[place]
    }

    /// The bytes that the lists take.
    pub(crate) fn bytes(&self) -> usize {
        self.begins.len() * size_of::<usize>() + self.items.len() * size_of::<T>()
    }
}
