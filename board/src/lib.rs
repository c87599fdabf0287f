//! Square boards for puzzles of queens, with one variable of [`bdd_core`] for each square.
//!
//! - [`Size`]: the board, its squares, and their variables;
//! - [`Square`]: a square, read and written in algebraic notation; [`Squares`]: a list such as `b4,d1`;
//! - [`Direction`] and [`attacks`]: the directions in which queens attack;
//! - [`cell_of`], [`square_in`]: the cells of a drawn board;
//! - [`rank_and_file_scopes`], [`diagonal_rule`], [`scope_of`]: the rules of such puzzles in words;
//! - [`marks`], [`TERMS`]: command-line options, and words in JSON answers, that the puzzles of queens share.
//!
//! ```
//! use nqueens_board::{Direction, Size, Square};
//!
//! let size = Size::new(8)?;
//! let [b1, d3]: [Square; 2] = ["b1".parse()?, "d3".parse()?];
//! assert_eq!(size.square_of(size.variable(d3)), d3);
//! assert_eq!(Direction::between(b1, d3), Some(Direction::Diagonal));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows no puzzle: n-queens and queens with regions share it, and neither depends on the other.

mod direction;
mod grid;
mod kind;
mod size;
mod square;

pub use direction::{Direction, attacks};
pub use grid::{
    SquareNameError, TERMS, cell_of, diagonal_rule, rank_and_file_scopes, rank_list, ranks_of, scope_of, square_in,
    square_named,
};
pub use kind::{extend, marks};
pub use size::{OffBoard, Size, SizeError};
pub use square::{Square, SquareError, Squares, file_name};

/// The examples of the README, as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
