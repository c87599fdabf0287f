//! The game and the command line of `nqueens`.

pub mod cli;
pub mod cmd;
mod drawing;
pub mod game;
mod machine;

/// The README's examples are tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
