//! The command line of `nqueens`.
//!
//! The program is `cli::main`. `cmd` has a file for each command, and `cmd/kind` has the commands of every kind of
//! puzzle, made from the kind's data. `host` is the game's host: the menu, and all stored files (`games`, `kept`,
//! `settings`, `statistics`). `machine` returns the memory and the folders of the machine, and `drawing` prints
//! puzzles as text, from their layout. Only the commands of n-queens know a puzzle by name. The crate does not depend on
//! how the game draws its screen.

pub mod cli;
mod cmd;
mod config;
mod drawing;
mod games;
mod host;
mod kept;
mod machine;
mod output;
mod settings;
mod statistics;
mod thumbnails;

pub use output::Output;
