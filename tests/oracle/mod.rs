//! The guide, compared with a search that is too simple to be wrong, and with itself.

mod agreement;
mod backtracking;
mod relations;

use std::sync::OnceLock;

use nqueens_guide::{Library, Placement, Size, Solutions, Square};

/// The solutions that the program itself would use, loaded once.
fn solutions(n: usize) -> &'static Solutions {
    static LOADED: [OnceLock<Solutions>; 11] = [const { OnceLock::new() }; 11];
    LOADED[n].get_or_init(|| Library::embedded().load(Size::new(n).unwrap()).unwrap())
}

/// A placement from squares by number, counted as the variables are.
fn placement(n: usize, queens: &[usize], blocked: &[usize]) -> Placement {
    let squares = |numbers: &[usize]| numbers.iter().map(|&k| Square::new(k % n, k / n).unwrap()).collect::<Vec<_>>();
    Placement::new(Size::new(n).unwrap(), squares(queens), squares(blocked)).unwrap()
}
