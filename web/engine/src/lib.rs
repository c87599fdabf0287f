//! The game for a page in the browser: the messages of the page's scripts go in as JSON, and the view and the effects
//! come out as JSON.
//!
//! The page draws and listens, and no more; its rules, its words, its keys and its memory are here, or rather in the crates
//! that the game in the terminal has as well. An [`Engine`] holds one game. It runs in a worker of the page, so that nothing
//! that it does holds the page up; what takes long is done by [`Engine::run`], when the page has drawn what there is.
//!
//! ```
//! use engine::Engine;
//!
//! let mut engine = Engine::new(r#"{"address": "n=4&queens=b1"}"#);
//! let first = engine.tell(r#"{"start": true}"#);
//! assert!(first.contains(r#""pending":true"#), "the board has to be built first");
//! let built = engine.run(&mut |_| {});
//! assert!(built.contains(r#""remaining":"1 remaining solution""#), "{built}");
//! ```
//!
//! # Time
//!
//! The engine runs in a worker, so a page never waits for it. Long work is handed out as a job and done after the page
//! has drawn; input waits in line meanwhile. The page paints the board of an answer first, then the lines, numbers and
//! buttons beside it, the names of cells, and the kept texts. The engine makes the names after its answer, since
//! nobody sees them and they would take a third of its time. To break a job off, the page ends the worker and starts
//! another where the game was kept: a browser whose threads share no memory offers no other way.
//!
//! The module comes in two parts, so that the first board does not wait for code that it does not need. `split.mjs`
//! plays the games of `first.mjs` and notes the functions that run; those and all data are the first part. A stub in
//! the first part calls the second through a table, and the worker fetches the second part early if a stub is called
//! before the page has loaded it. If it cannot be had, the page says so. The tests play n-queens without the second
//! part, and limit the first part and the page to 460 kB compressed.
//!
//! # Access
//!
//! Every cell has a label and every outcome an announcement, so that a player needs to see nothing. `tests/page.rs`
//! compares 500 positions of all kinds with the output of the commands.

mod address;
mod cells;
mod engine;
mod said;
mod settings;
mod store;
mod tools;
mod view;
mod wishes;

pub use engine::Engine;

#[cfg(target_arch = "wasm32")]
mod browser;
