//! Sudoku of any block size, with an exact guide.

mod diagram;
mod field;
mod generate;
mod grid;
mod puzzle;
mod read;
pub mod rules;
mod search;
mod shape;
mod solve;

pub use diagram::Effort;
pub use generate::{NotFound, Wish, generate};
pub use grid::{Conflict, Grid, drawn};
pub use puzzle::Sudoku;
pub use read::{ReadError, Reader, Unread, read};
pub use shape::{BadShape, Cell, Shape, symbol};
pub use solve::{Answer, solve};
