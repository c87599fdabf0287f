//! Sudoku of any block size, with an exact guide.
//!
//! A [`Shape`] says how many rows and columns the blocks have; a [`Grid`] has the values, and [`read()`] reads grids in the
//! formats that people write them in. [`solve()`] says whether there is no solution, one, or several, [`generate()`] makes
//! puzzles with one. [`Sudoku`] is the puzzle for the engine of `puzzle_core`: with it come the guide, with a status and
//! a count for every value of every cell, games with undo, explanations and hints.
//!
//! ```
//! use puzzle_core::{Budget, Marks, Source};
//! use sudoku_guide::{Grid, Shape, Sudoku, Uniqueness, solve};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let grid = Grid::parse(Shape::NINE, text)?;
//! let budget = &mut Budget::unlimited();
//! let Uniqueness::Unique(solution) = solve(&grid, budget)? else { panic!("a proper puzzle has one solution") };
//! assert!(solution.to_string().starts_with("534678912"));
//!
//! // Without two of its clues it has another one.
//! let sudoku = Sudoku::new(grid.with(0, 0).with(1, 0));
//! assert_eq!(sudoku.count(&Marks::default(), budget)?.to_string(), "2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows nothing of other puzzles, nor of screens.
//!
//! # Modules
//!
//! - Grids: `shape` (blocks of any size, cells and houses), `grid`, `read` (the formats that people write), `foreign`
//!   (links and JSON of other programs).
//! - The puzzle: [`rules`], `puzzle` (with `puzzle/gradual.rs` for large grids), `patterns` (the players' names of
//!   counting arguments), `kind`.
//! - Solutions: `field`, `solve`, `diagram`, `generate`.
//!
//! An answer is never wrong, and nobody waits for a diagram without end. First comes the question whether there is one
//! solution: a search answers it or, after 20,000 search nodes, a SAT solver that learns. Several solutions are listed
//! while they are few; more are searched cell by cell with a memo table of the fields met, within an [`DiagramLimits`].
//! Beyond that, [`puzzle_core::sat`] tells exactly which values are live, dead or forced, and the count is a bound
//! from below.

mod diagram;
mod field;
mod foreign;
mod generate;
mod grid;
mod kind;
mod patterns;
mod puzzle;
mod read;
pub mod rules;
mod shape;
mod solve;

pub use diagram::DiagramLimits;
pub use generate::{GenerateOptions, generate};
pub use grid::Grid;
pub use kind::SudokuKind;
pub use puzzle::Sudoku;
pub use read::read;
pub use shape::{BadShape, CellIndex, Shape};
pub use solve::{Uniqueness, solve};

/// The examples of the README run as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
