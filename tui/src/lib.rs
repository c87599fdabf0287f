//! The game in the terminal: drawing, keys, mouse, themes, and the terminal itself.
//!
//! The state of the game is [`game::Model`]. [`face::Face`] adds the state of the screen (theme, size, scrolling,
//! help), and [`view::view`] draws it to any backend of ratatui, so the tests draw to memory. The crate knows neither
//! the storage of diagrams nor the command line.
//!
//! # Modules
//!
//! - To start a game: [`run`] with its options and its [`Host`](run::Host), which stores the games.
//!   `app` is the event loop, [`terminal`] takes over the terminal, `signals` and `timings` serve the loop.
//! - The screen: [`face`] (state), `update` (changes), [`keys`] (input), [`palette`] (all commands), [`view`]
//!   (drawing), [`theme`] (colours).
//! - Without a screen: `plain` plays line by line.
//! - Shared by both: `outside` carries out the game's effects, `executor` runs its jobs on threads.

mod app;
mod executor;
pub mod face;
mod host;
pub mod keys;
mod outside;
pub mod palette;
mod plain;
pub mod run;
mod signals;
pub mod terminal;
pub mod theme;
mod timings;
mod update;
pub mod view;
