//! Queens with regions: an n x n board with n coloured regions, and one queen in every rank, file and region so that no
//! two attack each other.
//!
//! [`Board`]s are read from text ([`BoardReader`]), solved ([`first_solutions`]), counted and guided exactly
//! ([`Solutions`]), rated ([`rate`]) and made ([`Generator`]). Queens attack as kings do, so that
//! no two touch, or as queens do in chess ([`Attack`]).
//!
//! ```
//! use regions_guide::{Attack, Board, Rating, first_solutions, rate};
//!
//! let board: Board = "AABB\nABBC\nAACC\nDDDC".parse()?;
//! let solutions = first_solutions(&board, Attack::King, 2);
//! assert_eq!(solutions.len(), 1);
//! assert_eq!(rate(&board, Attack::King), Some(Rating::Easy));
//! # Ok::<(), regions_guide::BoardError>(())
//! ```
//!
//! The crate knows nothing of colours, keys or screens.

mod attack;
mod board;
mod direct;
mod field;
mod generate;
mod rating;
mod read;
mod rules;
mod search;
mod solutions;

pub use attack::{Attack, AttackError, Clash};
pub use bdd_core::{BigUint, BuildError, Progress};
pub use board::{Board, RegionCount};
pub use generate::{GenerateError, Generated, Generator};
pub use nqueens_guide::{Size, Square};
pub use rating::{Rating, RatingError, rate};
pub use read::{BoardError, BoardReader, Fault};
pub use rules::regions_rules;
pub use solutions::{Solutions, first_solutions};
