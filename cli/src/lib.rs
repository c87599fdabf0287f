//! The command line of `nqueens`.

pub mod cli;
pub mod cmd;
mod config;
mod drawing;
pub mod games;
mod host;
mod kept;
mod machine;
mod output;
mod settings;
mod statistics;
mod turns;

pub use output::Output;
