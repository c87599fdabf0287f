//! Listing the completions that a diagram holds.

use std::sync::Arc;

use bdd_core::{Bdd, Budget, Stopped};

use crate::library::{CacheNote, Library, LoadError};
use crate::numbered::Numbered;
use crate::placement::Placement;
use crate::solutions::Solutions;

/// The completions of a placement, to be listed file by file; see [`Library::by_file`].
#[derive(Clone, Debug)]
pub struct ByFile {
    files: usize,
    /// The completions of the placement mirrored at the diagonal a1-b2, where ranks are files.
    mirrored: Arc<Bdd>,
}

impl Library {
    /// The completions of a placement, from their diagram, in the order of the backtracking searches, and
    /// what went wrong with the cache on the way.
    ///
    /// # Errors
    ///
    /// As [`Library::completions`].
    pub fn by_file(
        &self,
        placement: &Placement,
        budget: &mut Budget<'_>,
    ) -> Result<(ByFile, Vec<CacheNote>), LoadError> {
        // The diagram goes rank by rank and lists its models in that order. Solutions mirrored are solutions, so the
        // mirrored placement's models, mirrored back, come file by file.
        let (mirrored, notes) = self.completions(&placement.mirrored(), budget)?;
        Ok((ByFile { files: placement.size().get(), mirrored }, notes))
    }
}

impl Solutions {
    /// The completions of a placement by number, in the order of [`ByFile`].
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If the placement is one of another board.
    pub fn numbered(&self, placement: &Placement, budget: &mut Budget<'_>) -> Result<Numbered, Stopped> {
        let completions = self.completions(&placement.mirrored(), budget)?;
        Numbered::new(placement.size().get(), completions, budget)
    }
}

impl ByFile {
    /// The completions by number, in the same order.
    #[must_use]
    pub fn numbered(&self) -> Numbered {
        let budget = &mut Budget::unlimited();
        Numbered::new(self.files, Arc::clone(&self.mirrored), budget).expect("an unlimited budget suffices")
    }

    /// Each completion as the ranks (counted from 0) of its queens in file order, in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<u8>> {
        let rank = |variable| (usize::from(variable) % self.files) as u8;
        self.mirrored.models().map(move |model| model.into_iter().map(rank).collect())
    }
}
