//! The answers for programs as a WebAssembly module, for the npm package.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Open puzzles, and the answers about them; see [`crate::Answers`].
#[wasm_bindgen(js_name = Answers)]
#[derive(Debug, Default)]
pub struct Questions(crate::Answers);

#[wasm_bindgen(js_class = Answers)]
impl Questions {
    /// Creates an engine without open puzzles.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Questions {
        Questions::default()
    }

    /// Opens a puzzle, and returns its number and facts; see [`crate::Answers::open`].
    pub fn open(&mut self, wanted: &str, progress: &js_sys::Function) -> String {
        self.0.open(wanted, &mut told(progress))
    }

    /// Answers a question about an open puzzle; see [`crate::Answers::ask`].
    pub fn ask(&mut self, question: &str, progress: &js_sys::Function) -> String {
        self.0.ask(question, &mut told(progress))
    }

    /// Forgets an open puzzle; see [`crate::Answers::close`].
    pub fn close(&mut self, puzzle: usize) {
        self.0.close(puzzle);
    }
}

/// Returns a function that passes fractions to `progress`.
fn told(progress: &js_sys::Function) -> impl FnMut(f64) {
    move |fraction| drop(progress.call1(&JsValue::NULL, &JsValue::from_f64(fraction)))
}
