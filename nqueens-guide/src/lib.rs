//! An exact guide for the N-Queens puzzle.
//!
//! [`Solutions`] hold the diagram of all solutions of a board; a [`Placement`] says which queens stand and which
//! squares are ruled out; the [`Guide`] is a function of both: for every square a [`Status`] and the exact number of
//! completions with a queen there. A [`Session`] is a game with undo and redo.
//! The [`search`] module lists all solutions without a diagram, in three ways, and [`symmetry`] tells which of them are
//! the same up to rotation and reflection.
//!
//! ```
//! use nqueens_guide::{Placement, Size, Solutions, Status};
//!
//! let size = Size::new(8)?;
//! let solutions = Solutions::build(size);
//! let guide = solutions.guide(&Placement::new(size, ["a1".parse()?], [])?);
//! assert_eq!(guide.total(), &4u32.into());
//! assert_eq!(guide.status("c3".parse()?), Status::Attacked);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows nothing of colours, keys or screens.

mod attack;
mod board;
pub mod check;
mod direct;
pub mod explain;
pub mod export;
mod guide;
mod hint;
pub mod json;
mod library;
mod list;
mod mask;
mod numbered;
mod placement;
mod queens;
mod rules;
pub mod sat;
pub mod search;
pub mod sentences;
mod session;
mod solutions;
mod square;
pub mod symmetry;

pub use attack::{Line, attacked_from, attacks};
pub use bdd_core::{BigUint, Dice, Progress, Stopped};
pub use board::{Size, SizeError};
pub use direct::build_completions;
pub use explain::{Explanation, explain};
pub use guide::{Guide, Refusal, Status};
pub use hint::{Hint, Look, Why, hint};
pub use library::{CacheNote, Library, LoadError, Loaded, OnProgress, file_name_of, label, memory_to_build};
pub use list::ByFile;
pub use numbered::{Numbered, ranks_of};
pub use placement::{Conflict, OffBoard, Placement};
pub use queens::Queens;
pub use rules::nqueens_rules;
pub use session::{Move, Session};
pub use solutions::Solutions;
pub use square::{Square, SquareError, Squares, file_name};
