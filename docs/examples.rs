//! The Rust examples of the book and of the README. The documentation of each item here is a page of the book or the
//! README, so the documentation tests run its examples. `tests/cli/help.rs` checks the command-line examples of the
//! book.

mod pictures;

pub use pictures::check_picture;

#[doc = include_str!("../README.md")]
pub mod readme {}
#[doc = include_str!("file-format.md")]
pub mod file_format {}
#[doc = include_str!("diagrams.md")]
pub mod diagrams {}
#[doc = include_str!("peers.md")]
pub mod peers {}
#[doc = include_str!("library.md")]
pub mod library {}
#[doc = include_str!("variable-order.md")]
pub mod variable_order {}
