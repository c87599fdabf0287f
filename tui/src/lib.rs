//! The game and the command line of `nqueens`.

mod app;
pub mod game;
pub mod keys;
pub mod message;
pub mod model;
pub mod terminal;
pub mod theme;
mod timings;
pub mod update;
pub mod view;
pub mod words;
