//! The game for a page in the browser: what the page's scripts tell it goes in as JSON, and what is to be drawn and done
//! comes out.
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
