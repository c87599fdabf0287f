//! The game and the command line of `nqueens`.

pub mod cli;
pub mod cmd;
mod drawing;
pub mod game;
