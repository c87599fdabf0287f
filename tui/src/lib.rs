//! The face of the game in the terminal: drawing, keys, mouse, themes, and the terminal itself.

mod app;
mod executor;
pub mod face;
mod host;
pub mod keys;
mod outside;
mod plain;
pub mod run;
mod signals;
pub mod terminal;
pub mod theme;
mod timings;
mod update;
pub mod view;
