//! All kinds of puzzle, all puzzles that can be played, and the short names of new ones.
//!
//! Commands, the game and the page take the kinds from here: a new one is a crate and a line of [`kinds`]. What a player can
//! choose of them, the games that were kept included, is a [`Collection`]. The crate knows no files, clocks or screens.
//!
//! ```
//! let names = puzzles::kinds(nqueens_guide::Library::embedded()).into_iter().map(|kind| kind.name());
//! assert_eq!(names.collect::<Vec<_>>(), ["queens", "challenge", "sudoku", "regions", "puzzle"]);
//! ```

mod collection;
mod id;

use std::sync::Arc;

use nqueens_guide::{ChallengeKind, Library, QueensKind};
use puzzle_files::FileKind;
use puzzle_kind::Kind;
use regions_guide::RegionsKind;
use sudoku_guide::SudokuKind;

pub use collection::{Choice, Collection, Daily, Keeper, QueensCatalogue, Taken, Unplayable, name_of};
pub use id::{PuzzleIdError, Recipe};

/// All kinds of puzzle, in the order in which they are listed; the diagrams of n-queens come from this library.
#[must_use]
pub fn kinds(library: Library) -> Vec<Arc<dyn Kind>> {
    vec![
        Arc::new(QueensKind::new(library)),
        Arc::new(ChallengeKind),
        Arc::new(SudokuKind),
        Arc::new(RegionsKind),
        Arc::new(FileKind),
    ]
}

/// The kind of the puzzles that people write, and the texts of those that come with it.
#[must_use]
pub fn examples() -> (Arc<dyn Kind>, Vec<&'static str>) {
    (Arc::new(FileKind), puzzle_files::TEMPLATES.iter().map(|&(_, text)| text).collect())
}

/// The examples of the README run as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
