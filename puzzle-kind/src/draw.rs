//! Helpers for the generators of puzzles: random elements, and repeated tries.

use bdd_core::{Budget, Sampler};

use crate::OpenError;

/// Removes and returns a random element; `None` if `from` is empty. The order of the other elements changes.
///
/// ```
/// use puzzle_kind::take_random;
///
/// let mut letters = vec!["a", "b"];
/// let mut sampler = bdd_core::Sampler::new(1);
/// let taken = [(); 3].map(|()| take_random(&mut sampler, &mut letters));
/// assert!(taken[0] != taken[1] && taken[2].is_none());
/// ```
pub fn take_random<T>(sampler: &mut Sampler, from: &mut Vec<T>) -> Option<T> {
    Some(from.swap_remove(sampler.index(from.len())?))
}

/// Calls `make` until it returns a puzzle, at most `tries` times, and returns the puzzle. Returns `None` if every call
/// returns `None`. `make` gets `maker` and the number of the try, counted from 0, and returns `None` for a puzzle that
/// it rejects.
///
/// If a call is interrupted, `maker` gets back its value from before the first try, so that the next call of this
/// function makes the same puzzle.
///
/// ```
/// use puzzle_core::Budget;
/// use puzzle_kind::first_accepted;
///
/// let mut next = 10;
/// let even = first_accepted(&mut next, 5, &mut Budget::unlimited(), |next, _, _| {
///     *next += 1;
///     Ok((*next % 4 == 0).then_some(*next))
/// })?;
/// assert_eq!(even, Some(12));
/// # Ok::<(), puzzle_kind::OpenError>(())
/// ```
///
/// # Errors
///
/// The errors of `make`, which end the tries.
pub fn first_accepted<M: Clone, T>(
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
