//! Sudoku of any block size, with an exact guide.

mod diagram;
mod field;
mod grid;
mod read;
pub mod rules;
mod search;
mod shape;

pub use diagram::Effort;
pub use grid::{Conflict, Grid, drawn};
pub use read::{ReadError, Reader, Unread, read};
pub use shape::{BadShape, Cell, Shape, symbol};
