//! The guide, compared with a search that is too simple to be wrong, and with itself.

mod agreement;
mod backtracking;
mod relations;

use std::sync::OnceLock;

use nqueens_guide::{Library, Placement, Size, Solutions, Square};

/// Returns the diagram of all solutions that the program uses. It is loaded once.
fn solutions(n: usize) -> &'static Solutions {
    static LOADED: [OnceLock<Solutions>; 11] = [const { OnceLock::new() }; 11];
    LOADED[n].get_or_init(|| Library::embedded().load(Size::new(n).unwrap()).unwrap())
}

/// Returns the placement with queens and blocked squares by their numbers, which are those of their variables.
fn placement(n: usize, queens: &[usize], blocked: &[usize]) -> Placement {
    let squares = |numbers: &[usize]| numbers.iter().map(|&k| Square::new(k % n, k / n).unwrap()).collect::<Vec<_>>();
    Placement::new(Size::new(n).unwrap(), squares(queens), squares(blocked)).unwrap()
}
