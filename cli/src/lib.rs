//! The command line of `nqueens`.

pub mod cli;
pub mod cmd;
mod config;
mod drawing;
pub mod games;
mod host;
mod machine;
mod output;
mod settings;
mod statistics;

pub use output::Output;

/// The README's examples are tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
