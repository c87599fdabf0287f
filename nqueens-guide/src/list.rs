//! Listing the completions that a diagram holds.

use std::ops::ControlFlow;

use crate::library::{Library, LoadError, OnProgress};
use crate::placement::Placement;
use crate::square::Square;

impl Library {
    /// Hands the completions of a placement, from their diagram, to the visitor until it breaks: each as the ranks
    /// (counted from 0) of its queens in file order, in lexicographic order. Returns how many were handed over.
    ///
    /// # Errors
    ///
    /// As [`Library::completions`].
    pub fn list(
        &self,
        placement: &Placement,
        progress: OnProgress,
        mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<u64, LoadError> {
        // The diagram goes rank by rank and lists its models in that order. Solutions mirrored at the diagonal a1-b2
        // are solutions, so the mirrored placement's models, mirrored, come in the order that is wanted here.
        let mirrored = self.completions(&mirrored(placement), progress)?;
        let n = placement.size().get();
        let mut listed = 0;
        let mut ranks = vec![0; n];
        for model in mirrored.models() {
            for (rank, variable) in ranks.iter_mut().zip(model) {
                *rank = (usize::from(variable) % n) as u8;
            }
            listed += 1;
            if visit(&ranks).is_break() {
                break;
            }
        }
        Ok(listed)
    }
}

fn mirrored(placement: &Placement) -> Placement {
    let mirror = |&square: &Square| Square::at(square.rank(), square.file());
    let [queens, blocked] = [placement.queens(), placement.blocked()].map(|squares| squares.iter().map(mirror));
    Placement::new(placement.size(), queens, blocked).expect("a mirrored square is on the same board")
}
