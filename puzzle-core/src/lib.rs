//! One engine for puzzles of variables and rules.
//!
//! A [`Puzzle`] names its variables and states its rules; a [`Source`] knows the completions of whatever [`Marks`] the
//! player has made, by a diagram or by a solver. From these two come, the same for every puzzle, the [`Guide`] (a
//! [`Status`] and a [`Count`] for every variable), the [`Session`] (a game with undo and redo), and explanations.
//!
//! The crate knows no puzzle, and nothing of colours, keys or screens.

mod count;
pub mod explain;
mod guide;
mod marks;
mod puzzle;
pub mod sentences;
mod session;
mod source;

pub use bdd_core::{BigUint, Literal, Rules, Variable};
pub use count::{Count, Tally};
pub use guide::{Guide, Refusal, Status};
pub use marks::{Conflict, Marks};
pub use puzzle::{Cell, Puzzle};
pub use session::{Move, Session};
pub use source::{Completions, Source};
