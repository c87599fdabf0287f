//! The game and the command line of `nqueens`.

mod app;
pub mod assist;
pub mod board;
pub mod browse;
pub mod cli;
pub mod cmd;
mod drawing;
pub mod game;
pub mod keys;
mod machine;
pub mod message;
pub mod model;
mod settings;
pub mod shelf;
pub mod terminal;
pub mod theme;
mod timings;
pub mod turns;
pub mod update;
pub mod view;
pub mod why;
pub mod words;
pub mod work;
mod worker;

/// The README's examples are tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
