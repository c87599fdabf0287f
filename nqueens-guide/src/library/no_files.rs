//! The files of programs without the feature `file`: there are none, and every diagram is built.

use bdd_core::{Budget, Zdd};
use nqueens_board::Size;

use super::{CacheNote, LoadError};
use crate::solutions::Solutions;

/// The diagram files of a program without the feature `file`: there are none.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {}

impl Files {
    pub(super) fn has(&self, _: Size) -> bool {
        false
    }

    pub(super) fn load_precomputed(&self, _: Size, _: &mut Budget<'_>) -> Result<Option<Solutions>, LoadError> {
        Ok(None)
    }

    pub(super) fn load_cached(&self, _: Size, _: &mut Budget<'_>) -> Option<Result<Solutions, LoadError>> {
        None
    }

    pub(super) fn store(&self, _: Size, _: &Zdd) -> Option<CacheNote> {
        None
    }
}
