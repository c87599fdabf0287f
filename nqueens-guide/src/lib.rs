//! An exact guide for the N-Queens puzzle.
//!
//! [`Queens`] is n-queens as a puzzle for the engine of [`puzzle_core`], and [`Solutions`] are where its completions come
//! from: the diagram of all solutions of a board, read from a file or built ([`Library`]). Guides, games, explanations
//! and hints are the engine's, by variables; [`Size::variable`] and [`Size::square_of`] lead from squares to them and
//! back. A [`Placement`] says in squares which queens stand and which squares are ruled out.
//!
//! The [`search`] module lists all solutions without a diagram, in three ways, and [`symmetry`] tells which of them are
//! the same up to rotation and reflection.
//!
//! ```
//! use nqueens_guide::{Placement, Size, Solutions, Square};
//! use puzzle_core::Status;
//!
//! let size = Size::new(8)?;
//! let solutions = Solutions::build(size);
//! let guide = solutions.guide(&Placement::new(size, ["a1".parse()?], [])?);
//! assert_eq!(guide.total().to_string(), "4");
//! let c3: Square = "c3".parse()?;
//! assert_eq!(guide.status(size.variable(c3)), Status::Excluded);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows nothing of colours, keys or screens.
//!
//! # Modules
//!
//! - The puzzle: `rules`, `queens`, `placement`, `kind`, `answer`, [`export`], [`symmetry`], `mask` (sets of files as
//!   bits, and what queens attack).
//! - Diagrams: `direct` builds, `solutions` holds, `library` loads or builds and keeps; `list` reads the completions.
//! - Without a diagram: `map` (every square of a large board), `tally` (completions counted one by one), [`halves`]
//!   (the number of solutions), [`sat`], [`search`] and `first`; `threads` shares work out.
//! - Challenges: [`challenge`], `level`.
//! - [`mod@check`] states the puzzle by itself and shares nothing with the rest.
//!
//! The methods that count share no more than sets of squares, so that each checks the others: the conjunction of the rules,
//! the direct construction, the searches and the halves.

pub mod answer;
pub mod challenge;
pub mod check;
mod difficulty;
mod direct;
pub mod export;
mod first;
pub mod halves;
mod kind;
mod library;
mod list;
mod map;
mod mask;
mod placement;
mod queens;
mod rules;
pub mod sat;
pub mod search;
mod solutions;
pub mod symmetry;
mod tally;
mod threads;

pub use bdd_core::{BigUint, Budget, Interrupted, Progress, Sampler};
pub use challenge::ChallengeKind;
pub use direct::build_completions;
pub use kind::QueensKind;
pub use library::{CacheNote, Library, LoadError, Loaded, file_name_of, memory_to_build};
#[cfg(feature = "file")]
pub use library::{Unproven, label, prove_solutions};
pub use list::{ByFile, ranks_in};
pub use map::{Known, Map, Mapped};
pub use nqueens_board::{
    Direction, OffBoard, Size, SizeError, Square, SquareError, Squares, attacks, file_name, ranks_of,
};
pub use placement::Placement;
pub use queens::Queens;
pub use rules::nqueens_rules;
pub use solutions::Solutions;
pub use tally::Tallying;

/// The examples of the README run as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
