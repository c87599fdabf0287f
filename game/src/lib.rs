//! The game without a terminal: what is shown and what can happen, for any face to draw and to tell of.
//!
//! The game plays any [`puzzle_core::Puzzle`]. [`model::Model`] is all that is shown of it, [`message::Message`] all
//! that can happen to it, and [`update::update`] what that changes. What is to be done outside, such as loading a
//! puzzle, comes out as an [`update::Effect`], and its outcome comes back as a message.

pub mod assist;
pub mod board;
pub mod browse;
pub mod catalogue;
pub mod job;
pub mod message;
pub mod model;
pub mod update;
pub mod why;
pub mod words;
