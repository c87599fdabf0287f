//! The one list of all kinds of puzzle.
//!
//! Commands, the game and the page take the kinds from here: a new one is a crate and a line of [`kinds`]. The crate
//! knows nothing of screens.
//!
//! ```
//! let names = puzzles::kinds(nqueens_guide::Library::embedded()).into_iter().map(|kind| kind.name());
//! assert_eq!(names.collect::<Vec<_>>(), ["queens", "challenge", "sudoku", "regions", "puzzle"]);
//! ```

use std::sync::Arc;

use nqueens_guide::{ChallengeKind, Library, QueensKind};
use puzzle_core::Kind;
use puzzle_files::FileKind;
use regions_guide::RegionsKind;
use sudoku_guide::SudokuKind;

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
