//! Sudoku with blocks of any size up to 5 x 5, with an exact guide.
//!
//! The crate reads the usual formats, solves, counts, rates and generates puzzles. With the engine of `puzzle_core` it
//! offers a guide with a status and a count for every value of every cell, games with undo, explanations and hints.
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
//! // Without two of its clues, the puzzle has a second solution.
//! let sudoku = Sudoku::new(grid.with(0, 0).with(1, 0));
//! assert_eq!(sudoku.count(&Marks::default(), budget)?.to_string(), "2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types by task
//!
//! | task | items |
//! |---|---|
//! | describe the size of blocks, rows and cells | [`Shape`], [`CellIndex`] |
//! | read grids, and write them | [`read()`], [`Grid::parse`], [`Grid`] and its `Display` |
//! | solve, and prove that a solution is unique | [`solve()`], [`Uniqueness`] |
//! | count, guide, play, explain and give hints with `puzzle_core` | [`Sudoku`] |
//! | limit the work on a diagram of all solutions | [`DiagramLimits`] |
//! | make new puzzles | [`generate()`], [`GenerateOptions`] |
//! | use the rules with a solver of your own | [`rules`] |
//! | offer Sudoku in commands and games | [`SudokuKind`] |
//!
//! # Solutions
//!
//! A search decides first whether there is one solution; after 20,000 search nodes a SAT solver takes over. Up to
//! 10,000 solutions are listed. The diagram of more solutions is built by a search cell by cell with a memo table,
//! within [`DiagramLimits`]. Beyond these limits [`puzzle_core::sat`] decides exactly which values are open, dead or
//! forced, and the count is a lower bound.
//!
//! # Modules
//!
//! - Grids: `shape` (cells, houses and blocks), `grid`, `read` (text), `foreign` (links and JSON of other programs).
//! - The puzzle: [`rules`], `puzzle` (with `puzzle/gradual.rs` for large grids), `patterns` (the players' names of
//!   counting arguments), `kind`.
//! - Solutions: `field` (candidates), `solve`, `diagram`, `generate`.
//!
//! The crate knows no other puzzles, and no screens.

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
mod witnesses;

pub use diagram::DiagramLimits;
pub use generate::{GenerateOptions, generate};
pub use grid::Grid;
pub use kind::SudokuKind;
pub use puzzle::Sudoku;
pub use read::read;
pub use shape::{BadShape, CellIndex, Shape};
pub use solve::{Uniqueness, solve};

/// The examples of the README, as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
