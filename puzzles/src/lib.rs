//! All kinds of puzzle of nqueens, and every puzzle that can be played.
//!
//! | Task | Item |
//! |---|---|
//! | List the kinds of puzzle | [`kinds`] |
//! | Make a new puzzle from a kind, options and a seed | [`Recipe`] |
//! | Write and read the ID of a new puzzle | [`Recipe::id`], [`Recipe::named`] |
//! | Find the puzzle of a date | [`Daily::recipe`] |
//! | Offer a menu and open a choice | [`Collection::choices`], [`Collection::open`] |
//! | Open a puzzle text or an ID | [`Collection::of_text`] |
//! | Save and resume games | [`Keeper`], [`Collection::with_keeper`] |
//! | Open a shared transcript | [`Collection::transcript`] |
//!
//! A new kind of puzzle needs a crate and a line in [`kinds`]. This crate has no files, clocks or screens.
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

pub use collection::{
    Choice, Collection, Daily, Keeper, NewGame, PlayerData, QueensCatalogue, StartMenu, StoredGame, Taken, Unplayable,
    name_of,
};
pub use id::{PuzzleIdError, Recipe};

/// Returns all kinds of puzzle, in the order in which front ends list them. The n-queens boards use the diagrams of
/// `library`.
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

/// Returns the kind of puzzle files and the texts of the example puzzles.
///
/// ```
/// let (kind, texts) = puzzles::examples();
/// assert_eq!(kind.name(), "puzzle");
/// assert!(texts.iter().all(|text| text.contains("[[rule]]")));
/// ```
#[must_use]
pub fn examples() -> (Arc<dyn Kind>, Vec<&'static str>) {
    (Arc::new(FileKind), puzzle_files::TEMPLATES.iter().map(|&(_, text)| text).collect())
}

/// Runs the examples of the README as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
