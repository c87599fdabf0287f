//! Queens with regions: an n x n board with n coloured regions, and one queen in every rank, file and region so that no
//! two attack each other.
//!
//! [`Board`]s are read from text ([`read()`]), solved ([`first_solutions`]), rated ([`rate`]) and made
//! ([`Generator`]). Queens attack as kings do, so that no two touch, or as queens do in chess ([`Attack`]). A board with
//! its rules is a [`RegionsPuzzle`], and with [`all_solutions`] of it the engine of `puzzle-core` guides, plays and explains
//! it by.
//!
//! ```
//! use puzzle_core::Marks;
//! use puzzle_kind::{Difficulty};
//! use regions_guide::{Attack, RegionsPuzzle, first_solutions, rate};
//!
//! let puzzle = RegionsPuzzle::new("AABB\nABBC\nAACC\nDDDC".parse()?, Attack::King);
//! assert_eq!(first_solutions(&puzzle, &Marks::default(), 2).len(), 1);
//! assert_eq!(rate(&puzzle), Some(Difficulty::Easy));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows nothing of colours, keys or screens.
//!
//! # Modules
//!
//! - Boards: `board`, `read`, `sbn` (Star Battle Notation), `attack`.
//! - The puzzle: `rules`, `puzzle`, `kind`.
//! - Solutions: `field`, `search`, `direct` (one queen a line), `solutions`.
//! - New boards: `generate`, `draft`.

mod attack;
mod board;
mod direct;
mod draft;
mod field;
mod generate;
mod kind;
mod puzzle;
mod read;
mod rules;
mod sbn;
mod search;
mod solutions;

pub use attack::Attack;
pub use bdd_core::{BigUint, Budget, Interrupted, Progress};
pub use board::Board;
pub use generate::{Generated, Generator};
pub use kind::RegionsKind;
pub use nqueens_board::{Size, Square};
pub use puzzle::{RegionsPuzzle, rate};
pub use read::read;
pub use solutions::{all_solutions, first_solutions};

/// The examples of the README run as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
