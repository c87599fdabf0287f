//! What was solved so far, in a file.

use std::fs;
use std::path::Path;

use game::{Solve, Statistics};

use crate::turns::in_turn;

/// What was solved, as the file has it; nothing if there is none, or if it is damaged. One that is damaged is given
/// another name, so that nothing is lost.
pub(crate) fn read(file: &Path) -> Statistics {
    let Ok(text) = fs::read(file) else { return Statistics::default() };
    serde_json::from_slice(&text).unwrap_or_else(|_| {
        let _ = fs::rename(file, file.with_extension("json.damaged"));
        Statistics::default()
    })
}

/// Adds a solution to what the file has, which may be more than this program has seen: others may be running.
pub(crate) fn record(file: &Path, solve: &Solve) {
    in_turn(file, || {
        let mut statistics = read(file);
        statistics.add(solve);
        if let Ok(text) = serde_json::to_string_pretty(&statistics) {
            // A solution is a joy even where it can't be counted.
            let _ = bdd_core::format::replace_file(file, (text + "\n").as_bytes());
        }
    });
}
