//! The face of the game in the terminal: drawing, keys, mouse, themes, and the terminal itself.

mod app;
mod executor;
pub mod face;
pub mod keys;
mod outside;
mod plain;
pub mod run;
mod signals;
pub mod terminal;
pub mod theme;
mod timings;
pub mod view;
