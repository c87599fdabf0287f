//! An exact guide for the n-queens puzzle: for any placement of queens and blocked squares, the status of every square
//! and the number of completions through it.
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
//! # Overview
//!
//! - **Describe a board**: [`Size`] and [`Square`] name it, a [`Placement`] has its queens and blocked squares, and
//!   [`attacks`] and [`Direction`] relate two queens.
//! - **Guide a placement**: [`Library::guide`] chooses the best method for the size. [`Solutions`] is the decision
//!   diagram of all solutions of a board, which a [`Library`] loads from a file or builds. [`Map`] finds the statuses
//!   of boards whose diagram fits no memory, beyond about 15 x 15.
//! - **Play, hint and explain**: [`Solutions`] and [`Mapped`] are sources for the sessions of [`puzzle_core`], and
//!   [`Queens`] is the puzzle. The engine works on variables; [`Size::variable`] and [`Size::square_of`] convert them.
//! - **List or draw solutions**: [`ByFile`] lists completions and numbers them, for example to draw one with a
//!   [`Sampler`]. [`search`] lists them without a diagram, in three ways. [`symmetry`] picks one of the solutions that
//!   rotations and reflections map to each other.
//! - **Count completions**: [`Solutions::completions`] and [`build_completions`] return a diagram, whose models are
//!   counted at once. [`Tallying`] counts completions one by one, also for each square. [`halves`] counts even
//!   more completions, on several machines if necessary ([`halves::shard`]).
//! - **Find one completion**: [`sat`] asks a SAT solver, [`Map::completable`] combines several methods.
//! - **Check a board**: [`mod@check`] judges full and partial boards, and reads them from text.
//! - **Make and read challenges**: [`challenge`] has placements with exactly one completion.
//! - **Prove all solutions**: [`certificate`] writes proofs for checkers that other people wrote.
//! - **Export**: [`export`] writes DIMACS, SMT-LIB and SVG, [`nqueens_rules`] returns the rules, and [`answer`] has
//!   answers as data for JSON.
//! - **Offer the puzzles in a program**: [`QueensKind`] and [`ChallengeKind`] are kinds for commands and games.
//!
//! Functions that may take long have a [`Budget`] parameter, which limits memory and steps, reports progress and
//! cancels. The crate has no colours, keys or screens.
//!
//! # Modules
//!
//! - The puzzle: `rules`, `queens`, `placement`, `kind`, [`answer`], [`export`], [`symmetry`], `mask` (sets of files as
//!   bits, and the squares that queens attack).
//! - Diagrams: `direct` builds them, `solutions` has the diagram of all solutions, `library` loads or builds and stores
//!   diagrams, `list` reads the completions from them.
//! - Without a diagram: `map` (every square of a large board), `tally` (completions one by one), [`halves`] (the number
//!   of solutions), [`sat`], [`search`] and `first`; `threads` distributes work.
//! - Challenges: [`challenge`], `difficulty`.
//! - [`mod@check`] states the puzzle by itself and shares only the names of squares and lines with the other modules.
//!
//! Completions are counted in four ways: by the conjunction of the rules, the direct construction, the searches and the
//! halves. These methods share no code except the sets of squares, so that each checks the others.

pub mod answer;
pub mod certificate;
pub mod challenge;
pub mod check;
mod difficulty;
mod direct;
pub mod export;
mod first;
pub mod halves;
mod kind;
mod known;
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
pub use direct::{build_completions, build_completions_zdd};
pub use kind::QueensKind;
pub use known::known_solutions;
pub use library::{
    CacheNote, Library, LoadError, Loaded, cached_name_of, file_name_of, memory_to_build, memory_to_build_bdd,
};
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

/// The README, whose examples run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
