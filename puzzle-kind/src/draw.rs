//! New puzzles by chance: elements taken at random, and puzzles made until one is as wanted.

use bdd_core::{Budget, Sampler};

use crate::OpenError;

/// Takes out a random element; `None` if there is none. The order of the others changes.
///
/// ```
/// let mut left = vec!["a", "b"];
/// let mut sampler = bdd_core::Sampler::new(1);
/// let taken = [(); 3].map(|()| puzzle_kind::take(&mut sampler, &mut left));
/// assert!(taken[0] != taken[1] && taken[2].is_none());
/// ```
pub fn take<T>(sampler: &mut Sampler, from: &mut Vec<T>) -> Option<T> {
    Some(from.swap_remove(sampler.index(from.len())?))
}

/// Lets a maker of puzzles make up to `tries` of them, until one is as wanted; `None` if none was. `make` is given the number
/// of the try, from 0, and returns `None` for a puzzle that is not wanted.
///
/// An interrupted call leaves the maker as it was, so that the next call makes the same puzzle.
///
/// # Errors
///
/// Those of `make`, which end the tries.
pub fn first_wanted<M: Clone, T>(
    maker: &mut M,
    tries: usize,
    budget: &mut Budget<'_>,
    mut make: impl FnMut(&mut M, usize, &mut Budget<'_>) -> Result<Option<T>, OpenError>,
) -> Result<Option<T>, OpenError> {
    let before = maker.clone();
    let made = (0..tries).find_map(|number| make(maker, number, budget).transpose()).transpose();
    if let Err(OpenError::Interrupted(_)) = made {
        *maker = before;
    }
    made
}
