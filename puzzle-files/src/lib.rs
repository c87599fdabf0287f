//! Puzzles that are written as files, in TOML: cells, what they can have, and rules that count.
//!
//! Who has an idea for a puzzle writes a file, and has the guide, counts, explanations, hints and the game that every
//! other puzzle has. `docs/puzzle-files.md` in the repository tells of every key.
//!
//! ```
//! use puzzle_core::{Adaptive, Budget, Marks, Source};
//! use puzzle_files::FilePuzzle;
//!
//! // Two knights on a small board that do not attack each other.
//! let puzzle = FilePuzzle::read(
//!     r#"
//!     rows = 3
//!     piece = "knight"
//!     neighbours = "knight"
//!     [[rule]]
//!     exactly = 2
//!     every = "board"
//!     [[rule]]
//!     at-most = 1
//!     every = "pair"
//!     "#,
//! )?;
//! let budget = &mut Budget::unlimited();
//! let source = Adaptive::open(puzzle, budget)?;
//! assert_eq!(source.count(&Marks::default(), budget)?.to_string(), "28");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! - Reading: `read` (from a text to a puzzle, or to a fault with line and column), `tree` (the tree of a TOML file),
//!   `board`, `values`, `naming`.
//! - The statements: `statements`, `statements/counting.rs`, `statements/counting/relations.rs`,
//!   `statements/prices.rs`.
//! - The puzzle: `puzzle` for the engine, `puzzle/judge.rs` for contradictory and superfluous statements, `kind`.
//! - Files for solvers: `constraints`, `dimacs`, `opb`, `linear`, `resolve`, `counters`.
//! - Links of other programs: `links` (puzz.link, f-puzzles), `penpa` (Penpa+), `genres` (the files of the same puzzles).
//!
//! The author of a file chooses neither a solver nor an order of variables: [`Adaptive`](puzzle_core::Adaptive) does.

mod board;
mod constraints;
mod counters;
mod dimacs;
mod genres;
mod kind;
mod linear;
mod links;
mod naming;
mod opb;
mod penpa;
mod puzzle;
mod read;
mod resolve;
mod statements;
mod tree;
mod values;

pub use kind::{FileKind, TEMPLATES};
pub use puzzle::FilePuzzle;

/// The examples of the README run as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
