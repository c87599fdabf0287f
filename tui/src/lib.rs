//! The game and the command line of `nqueens`.

mod app;
pub mod cli;
pub mod cmd;
mod drawing;
pub mod game;
pub mod keys;
mod machine;
pub mod message;
pub mod model;
pub mod terminal;
pub mod theme;
mod timings;
pub mod update;
pub mod view;
pub mod words;

/// The README's examples are tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
