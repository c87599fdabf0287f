//! The command line of `nqueens`.

pub mod cli;
pub mod cmd;
mod config;
mod drawing;
mod machine;
mod output;
pub mod queens;
mod settings;

pub use output::Output;

/// The README's examples are tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
