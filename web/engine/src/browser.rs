//! The engine as a module of the browser.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// One game; see [`crate::Engine`].
#[wasm_bindgen(js_name = Engine)]
#[derive(Debug)]
pub struct Game(crate::Engine);

#[wasm_bindgen(js_class = Engine)]
impl Game {
    /// A game with these options, as JSON.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(options: &str) -> Game {
        Game(crate::Engine::new(options))
    }

    /// Tells the game something, as JSON, and returns what is to be drawn and done, as JSON.
    pub fn tell(&mut self, told: &str) -> String {
        self.0.tell(told)
    }

    /// Does what takes long, and returns what is to be drawn and done, as JSON. Meanwhile `progress` is called with
    /// fractions from 0 to 1.
    pub fn run(&mut self, progress: &js_sys::Function) -> String {
        // Who does not want to hear of it has thrown something away, and no more.
        self.0.run(&mut |fraction| drop(progress.call1(&JsValue::NULL, &JsValue::from_f64(fraction))))
    }

    /// What the cells are called, of those that are called otherwise than before, as JSON with their indices; empty if none is.
    pub fn names(&mut self) -> String {
        self.0.names()
    }
}
