//! The [`Catalogue`] of n-queens boards.

use std::ops::RangeInclusive;
use std::sync::Arc;

use game::Catalogue;
use nqueens_guide::{Library, LoadError, Queens, QueensKind, Size};
use puzzle_core::Budget;
use puzzle_kind::{Entry, OpenError, Playable};

/// The n-queens boards with up to [`LARGEST`](QueensCatalogue::LARGEST) rows; the number of a board is its size.
#[derive(Clone, Debug)]
pub struct QueensCatalogue {
    kind: QueensKind,
}

impl QueensCatalogue {
    /// The largest playable size. On a board of this size, the guide answers a move within one or two frames of the
    /// screen.
    pub const LARGEST: usize = 200;

    /// Builds the catalogue. If `library` lacks a diagram, `advice` turns the error into a message for the player.
    #[must_use]
    pub fn new(library: Library, advice: fn(&LoadError) -> String) -> QueensCatalogue {
        QueensCatalogue { kind: QueensKind::new(library).with_advice(advice) }
    }

    /// Returns the empty board of this size, to show while its solutions are loaded.
    #[must_use]
    pub fn puzzle(size: Size) -> Arc<dyn Playable> {
        Arc::new(Queens::new(size))
    }
}

impl Catalogue for QueensCatalogue {
    fn numbers(&self) -> RangeInclusive<usize> {
        1..=QueensCatalogue::LARGEST
    }

    fn is_by_size(&self) -> bool {
        true
    }

    fn command(&self, number: usize) -> Option<String> {
        Some(format!("nqueens play {number}"))
    }

    fn entry(&self, number: usize, _: &mut Budget<'_>) -> Result<Entry, OpenError> {
        let size = Size::new(number).map_err(|error| OpenError::Failed(error.to_string()))?;
        Ok(self.kind.entry(size))
    }
}
