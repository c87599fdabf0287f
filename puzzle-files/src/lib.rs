//! Puzzles written as TOML files: the cells, their values, and rules that count.
//!
//! A new puzzle needs no Rust code. It gets the exact guide, counts, explanations, hints and games that `puzzle-core`
//! has for every puzzle. The author chooses neither a solver nor an order of variables:
//! [`Adaptive`](puzzle_core::Adaptive) does.
//! `docs/puzzle-files.md` in the repository describes every key.
//!
//! ```
//! use puzzle_core::{Adaptive, Budget, Marks, Source};
//! use puzzle_files::FilePuzzle;
//!
//! // Two knights on a small board that do not attack each other.
//! let puzzle = FilePuzzle::read(
//!     r#"
//!     rows = 3
//!     piece = "knight"
//!     neighbours = "knight"
//!     [[rule]]
//!     exactly = 2
//!     every = "board"
//!     [[rule]]
//!     at-most = 1
//!     every = "pair"
//!     "#,
//! )?;
//! let budget = &mut Budget::unlimited();
//! let source = Adaptive::open(puzzle, budget)?;
//! assert_eq!(source.count(&Marks::default(), budget)?.to_string(), "28");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types by task
//!
//! | task | item |
//! |---|---|
//! | read a puzzle from a TOML file, a file for solvers or a link | [`FilePuzzle::read`] |
//! | read a file for solvers with the names of its variables in a second file | [`FilePuzzle::read_with_names`] |
//! | start from a finished file | [`TEMPLATES`] |
//! | offer puzzle files in commands and games | [`FileKind`] |
//!
//! # Clues and neighbours
//!
//! A drawing can give cells a clue, and a rule can count the pieces around each clue.
//!
//! ```
//! use puzzle_core::{Budget, Marks};
//! use puzzle_files::FilePuzzle;
//! use puzzle_kind::Playable;
//!
//! let mines = FilePuzzle::read(
//!     r#"
//!     piece = "mine"
//!     neighbours = "touching"
//!     clues = """
//!     1 . .
//!     . . 2
//!     """
//!     [[rule]]
//!     exactly = "clues"
//!     every = "neighbourhood"
//!     "#,
//! )?;
//! let solutions = mines.first_completions(&Marks::default(), 10, &mut Budget::unlimited())?;
//! let c1 = mines.named("c1")?;
//! assert_eq!(solutions.len(), 2);
//! assert!(solutions.iter().all(|mines| mines.contains(&c1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Prices
//!
//! A puzzle with names instead of a grid is a configurator. Its parts may have prices.
//!
//! ```
//! use puzzle_core::{Puzzle, Variable};
//! use puzzle_files::FilePuzzle;
//!
//! let cake = FilePuzzle::read("names = \"cream fruit\"\nprices = \"cream 1.20 fruit 0.80\"\n")?;
//! let prices = cake.weights().expect("the file has prices");
//! let both: Vec<Variable> = Variable::all(2).collect();
//! assert_eq!(prices.written(prices.total(&both)), "2.00");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files for solvers
//!
//! A DIMACS CNF or OPB file becomes a list of variables, of which the player chooses some. Comments of the file may
//! name the variables.
//!
//! ```
//! use puzzle_core::{Budget, Marks, Words};
//! use puzzle_files::FilePuzzle;
//! use puzzle_kind::Playable;
//!
//! let clauses = FilePuzzle::read("c 1 tea\nc 2 milk\np cnf 2 1\n1 -2 0\n")?;
//! assert_eq!(clauses.first_completions(&Marks::default(), 10, &mut Budget::unlimited())?.len(), 3);
//! assert_eq!(clauses.name(clauses.named("milk")?), "milk");
//!
//! let sums = FilePuzzle::read("+2 x1 +1 x2 +1 x3 >= 3 ;\n")?;
//! assert_eq!(sums.first_completions(&Marks::default(), 10, &mut Budget::unlimited())?.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Feature models
//!
//! UVL and the XML of FeatureIDE have a tree of features with groups. [`export`](puzzle_core::export) writes both
//! formats.
//!
//! ```
//! use puzzle_core::{Budget, Marks};
//! use puzzle_files::FilePuzzle;
//! use puzzle_kind::Playable;
//!
//! let tea = FilePuzzle::read("features\n  Tea\n    alternative\n      green\n      black\n")?;
//! assert_eq!(tea.first_completions(&Marks::default(), 10, &mut Budget::unlimited())?.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Links
//!
//! ```
//! use puzzle_files::FilePuzzle;
//! use puzzle_kind::Playable;
//!
//! let sudoku = FilePuzzle::read("https://puzz.link/p?sudoku/4/4/1h2j3i4")?;
//! assert!(sudoku.text().contains("givens = [\"a1=1\", \"d1=2\", \"a3=3\", \"a4=4\"]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! - Readers: `read` (any text), `tree` (the tree of a TOML file), `board`, `values`, `naming` (default names of
//!   rules).
//! - Statements: `statements`, `statements/counting.rs`, `statements/counting/relations.rs`, `statements/prices.rs`.
//! - The rules in words: `telling` (the sentences of statements), `stated` (the scopes to which they apply),
//!   `cages` (borders around listed groups), `options` (the tree of a configurator).
//! - The puzzle: `puzzle`, `puzzle/judge.rs` (contradictory and superfluous statements), `kind`.
//! - Files for solvers: `constraints`, `dimacs`, `opb`, `linear`, `normal` (sums), `resolve`, `counters`.
//! - Feature models: `features` (their rules), `uvl`, `featureide`.
//! - Links of other programs: `links` (puzz.link, f-puzzles), `penpa` (Penpa+), `genres` (the files of their puzzles).

mod board;
mod cages;
mod constraints;
mod counters;
mod dimacs;
mod featureide;
mod features;
mod genres;
mod kind;
mod linear;
mod links;
mod naming;
mod normal;
mod opb;
mod options;
mod penpa;
mod puzzle;
mod read;
mod resolve;
mod stated;
mod statements;
mod telling;
mod tree;
mod uvl;
mod values;

pub use kind::{FileKind, TEMPLATES};
pub use puzzle::FilePuzzle;

/// The examples of the README, as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
