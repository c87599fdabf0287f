//! Region boards against a search that shares nothing with the crate.

mod agreement;
mod backtracking;
mod generated;
mod play;

use std::ops::ControlFlow;
use std::sync::Arc;

use regions_guide::{Attack, RegionsPuzzle, Solutions};

/// The puzzle of a board as text.
fn puzzle(board: &str, attack: Attack) -> RegionsPuzzle {
    RegionsPuzzle::new(board.parse().unwrap_or_else(|error| panic!("{error}\n{board}")), attack)
}

fn solutions(board: &str, attack: Attack) -> Arc<Solutions> {
    let mut no_reports = |_| ControlFlow::Continue(());
    Arc::new(Solutions::build(puzzle(board, attack), usize::MAX, &mut no_reports).unwrap())
}
