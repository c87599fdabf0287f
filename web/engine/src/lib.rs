//! The game for a page in the browser: the messages of the page's scripts go in as JSON, and the view and the effects
//! come out as JSON.
//!
//! The page only draws and reports events. Rules, texts, keys and saved games are in this crate and in the crates that
//! it shares with the terminal. An [`Engine`] holds one game and runs in a worker of the page, so it never blocks the
//! page. [`Engine::tell`] handles a message; [`Engine::run`] runs a job that takes longer, after the page has drawn.
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
//! While a job runs, the player's input waits in a queue. The page handles an answer in three stages: it paints the
//! board, then the lines, numbers and buttons beside the board, and then stores the texts. The engine makes the names
//! of cells after its answer, because they are invisible and would take a third of its time. To cancel a job, the page
//! ends the worker and starts another with the saved game: a worker without shared memory can't be interrupted in
//! another way.
//!
//! The WebAssembly module is split into two parts, so that the first board doesn't wait for code that it doesn't need.
//! `split.mjs` plays the games of `first.mjs` and records the functions that run; these functions and all data are the
//! first part. Stubs in the first part call the second part through a table. If a stub is called before the page has
//! loaded the second part, the worker loads it at once; if this fails, the page shows an error. The tests play n-queens
//! without the second part, and limit the first part and the page to 520 kB compressed.
//!
//! # Accessibility
//!
//! Every cell has a label and every outcome an announcement, so the game can be played with a screen reader alone.
//! `tests/page.rs` compares 500 positions of all kinds with the output of the commands.

mod address;
mod announcer;
#[cfg(feature = "answers")]
mod answers;
mod cells;
mod engine;
mod messages;
mod settings;
mod store;
mod tools;
mod tree;
mod view;

#[cfg(feature = "answers")]
pub use answers::Answers;
pub use engine::Engine;

// The module of the npm package has no game, since its board is an element that shows the page.
#[cfg(all(target_arch = "wasm32", not(feature = "answers")))]
mod browser;
#[cfg(all(target_arch = "wasm32", feature = "answers"))]
mod npm;
