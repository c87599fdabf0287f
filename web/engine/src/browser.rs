//! The engine as a WebAssembly module for the browser.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A game for the scripts of the page; see [`crate::Engine`].
#[wasm_bindgen(js_name = Engine)]
#[derive(Debug)]
pub struct Game(crate::Engine);

#[wasm_bindgen(js_class = Engine)]
impl Game {
    /// Creates a game; see [`crate::Engine::new`].
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(options: &str) -> Game {
        Game(crate::Engine::new(options))
    }

    /// Handles a message of the page; see [`crate::Engine::tell`].
    pub fn tell(&mut self, told: &str) -> String {
        self.0.tell(told)
    }

    /// Runs the next job; see [`crate::Engine::run`]. Meanwhile `progress` is called with fractions from 0 to 1.
    pub fn run(&mut self, progress: &js_sys::Function) -> String {
        // An exception in `progress` does not concern the game.
        self.0.run(&mut |fraction| drop(progress.call1(&JsValue::NULL, &JsValue::from_f64(fraction))))
    }

    /// Makes the next missing picture of the daily puzzles; see [`crate::Engine::thumbnail`].
    pub fn thumbnail(&mut self) -> String {
        self.0.thumbnail()
    }

    /// Makes the new puzzle with this ID; see [`crate::Engine::made`].
    pub fn made(&mut self, id: &str) -> String {
        self.0.made(id)
    }

    /// Returns the names of the cells whose names have changed since the last call; see [`crate::Engine::names`].
    pub fn names(&mut self) -> String {
        self.0.names()
    }
}
