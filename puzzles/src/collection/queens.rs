//! n-queens on boards of any size that can be played.

use std::ops::RangeInclusive;
use std::sync::Arc;

use game::Catalogue;
use nqueens_guide::{Library, LoadError, Queens, QueensKind, Size};
use puzzle_core::Budget;
use puzzle_kind::{Entry, OpenError, Playable};

/// The boards of a library, by their size.
#[derive(Clone, Debug)]
pub struct QueensCatalogue {
    kind: QueensKind,
}

impl QueensCatalogue {
    /// The largest board that can be played: a move on it is answered within a frame or two.
    pub const LARGEST: usize = 200;

    /// The boards whose diagrams are in this library, and what a player is told who lacks a file of it.
    #[must_use]
    pub fn new(library: Library, advice: fn(&LoadError) -> String) -> QueensCatalogue {
        QueensCatalogue { kind: QueensKind::new(library).with_advice(advice) }
    }

    /// The empty board, which can be shown before the solutions are known.
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
