//! Queens with regions: an n x n board with n coloured regions, and one queen on every rank and file and in every
//! region, so that no two attack each other. Star Battle, with several stars on every line, is included.
//!
//! The crate reads, solves, rates and generates boards. With the engine of `puzzle_core` it counts solutions and offers
//! a guide, games, explanations and hints.
//!
//! ```
//! use puzzle_core::Marks;
//! use puzzle_kind::Difficulty;
//! use regions_guide::{Attack, RegionsPuzzle, first_solutions, rate};
//!
//! let puzzle = RegionsPuzzle::new("AABB\nABBC\nAACC\nDDDC".parse()?, Attack::King);
//! assert_eq!(first_solutions(&puzzle, &Marks::default(), 2).len(), 1);
//! assert_eq!(rate(&puzzle), Some(Difficulty::Easy));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types by task
//!
//! | task | items |
//! |---|---|
//! | read boards | [`read()`], [`Board`] and its `FromStr` |
//! | choose the rules: kings or queens, queens or stars | [`Attack`], [`RegionsPuzzle::with_stars`] |
//! | find a few solutions | [`first_solutions`] |
//! | count, guide, play, explain and give hints with `puzzle_core` | [`all_solutions`] |
//! | rate the difficulty | [`rate`] |
//! | make new boards | [`BoardGenerator`], [`GeneratedBoard`] |
//! | offer the puzzle in commands and games | [`RegionsKind`] |
//!
//! # Modules
//!
//! - Boards: `board`, `read`, `sbn` (Star Battle Notation), `attack`.
//! - The puzzle: `rules`, `puzzle`, `kind`.
//! - Solutions: `state` (candidates), `search`, `direct` (diagrams with one queen on every line), `solutions`.
//! - New boards: `generate`, `draft`.
//!
//! The crate knows no colours, keys or screens.

mod attack;
mod board;
mod direct;
mod draft;
mod generate;
mod kind;
mod puzzle;
mod read;
mod rules;
mod sbn;
mod search;
mod solutions;
mod state;

pub use attack::Attack;
pub use board::Board;
pub use generate::{BoardGenerator, GeneratedBoard};
pub use kind::RegionsKind;
pub use nqueens_board::{Size, Square};
pub use puzzle::{RegionsPuzzle, rate};
pub use read::read;
pub use solutions::{all_solutions, first_solutions};

/// The examples of the README, as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
