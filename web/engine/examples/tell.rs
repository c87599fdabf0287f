//! Passes lines of JSON from the standard input to an [`engine::Engine`], and prints its answers, to try it without a
//! browser.
//!
//! ```text
//! printf '%s\n' '{"address": "n=6"}' '{"start": true}' '{"key": "i"}' | cargo run --example tell
//! ```

use std::io::{self, BufRead as _, Write as _};

use engine::Engine;

fn main() -> io::Result<()> {
    let mut lines = io::stdin().lock().lines();
    let options = lines.next().transpose()?.unwrap_or_default();
    let mut engine = Engine::new(&options);
    let mut out = io::stdout().lock();
    for line in lines {
        let mut answer = engine.tell(&line?);
        writeln!(out, "{answer}")?;
        while answer.ends_with("\"pending\":true}") || answer.contains("\"pending\":true,") {
            answer = engine.run(&mut |_| {});
            writeln!(out, "{answer}")?;
        }
    }
    Ok(())
}
