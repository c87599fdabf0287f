//! Tests of boards with regions, compared with a search that shares no code with the crate.

mod agreement;
mod backtracking;
mod battle;
mod generated;
mod mutated;
mod play;
mod stopping;

use std::sync::Arc;

use puzzle_core::{Budget, Diagram};
use regions_guide::{Attack, RegionsPuzzle, all_solutions};

/// Returns the puzzle of a board that is given as text.
fn puzzle(board: &str, attack: Attack) -> RegionsPuzzle {
    RegionsPuzzle::new(board.parse().unwrap_or_else(|error| panic!("{error}\n{board}")), attack)
}

fn solutions(board: &str, attack: Attack) -> Arc<Diagram<RegionsPuzzle>> {
    Arc::new(all_solutions(puzzle(board, attack), &mut Budget::unlimited()).unwrap())
}
