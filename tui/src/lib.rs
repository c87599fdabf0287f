//! The face of the game in the terminal: drawing, keys, mouse, themes, and the terminal itself.
//!
//! The state of the game is the model of the crate `game`. [`face::Face`] adds the state of the screen (theme, size,
//! scrolling, help), `update` changes it, and [`view`] draws it to any backend, so the tests draw to memory. The crate
//! knows neither the storage of a diagram nor the command line.
//!
//! # Modules
//!
//! - From outside: [`run`], `host` (options of a game, the world around it), `app` (the loop), [`terminal`],
//!   `signals`, `timings`.
//! - The screen: [`face`], `update`, [`keys`], [`view`] (with `view/panel/`, the words beside the board), [`theme`].
//! - Both faces: `outside` carries out the game's effects, `executor` runs its jobs on threads; `plain` is the game
//!   line by line.

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
