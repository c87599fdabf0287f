//! Hall's condition between open ranks and open files: every rank needs a file of its own.
//!
//! A square is useless if it belongs to no perfect matching of ranks and files by remaining squares. One matching tells
//! which are useless: the others come from it by exchanges along cycles, so that a square belongs to one if and only if
//! its rank and the rank that the matching gives its file lie on a cycle (Regin, *A Filtering Algorithm for Constraints
//! of Difference in CSPs*, AAAI 1994).

use bdd_core::{Budget, Interrupted};
use nqueens_board::Square;

use super::field::RemainingSquares;
use crate::mask::{Mask, Wide};

/// Propagates a field and rules out useless squares up to a fixed point. Returns `false` if there is no completion.
pub(super) fn filter(field: &mut RemainingSquares, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
    loop {
        if !field.propagate(budget)? {
            return Ok(false);
        }
        budget.spend((field.missing() * field.missing()) as u32, || 0.0)?;
        match useless(field) {
            Some(useless) if useless.is_empty() => return Ok(true),
            Some(useless) if useless.iter().all(|&square| field.rule_out(square)) => {}
            _ => return Ok(false),
        }
    }
}

/// Returns the remaining squares that belong to no perfect matching; `None` if there is no perfect matching.
fn useless(field: &RemainingSquares) -> Option<Vec<Square>> {
    let n = field.size();
    let ranks: Vec<usize> = field.open_ranks().collect();
    // The rank that has each file in the matching.
    let mut rank_of: Vec<Option<usize>> = vec![None; n];
    let mut free = field.open_files();
    let mut rest = Vec::new();
    for &rank in &ranks {
        match (field.left(rank) & free).last() {
            Some(file) => {
                rank_of[file] = Some(rank);
                free = free.without(file);
            }
            None => rest.push(rank),
        }
    }
    if !rest.into_iter().all(|rank| augment(field, rank, &mut rank_of, &mut Wide::default())) {
        return None;
    }
    let given = |file: usize| rank_of[file].expect("every open file is given to a rank");
    // From each rank to the ranks whose files it could take, and back.
    let mut to = vec![Wide::default(); n];
    let mut from = vec![Wide::default(); n];
    for &rank in &ranks {
        for other in field.left(rank).iter().map(given) {
            to[rank] = to[rank].with(other);
            from[other] = from[other].with(rank);
        }
    }
    // A rank lies on a cycle with the ranks that it reaches and that reach it.
    let mut useless = Vec::new();
    let mut unseen = ranks.iter().fold(Wide::default(), |all, &rank| all.with(rank));
    while let Some(rank) = unseen.last() {
        let together = reached(rank, &to) & reached(rank, &from);
        for rank in together.iter() {
            let lost = field.left(rank).iter().filter(|&file| !together.has(given(file)));
            useless.extend(lost.map(|file| Square::at(file, rank)));
        }
        unseen = unseen & !together;
    }
    Some(useless)
}

/// Gives `rank` a file, moving other ranks to other files (Kuhn's algorithm). Returns `false` if that is impossible.
fn augment(field: &RemainingSquares, rank: usize, rank_of: &mut [Option<usize>], tried: &mut Wide) -> bool {
    while let Some(file) = (field.left(rank) & !*tried).last() {
        *tried = tried.with(file);
        if rank_of[file].is_none_or(|other| augment(field, other, rank_of, tried)) {
            rank_of[file] = Some(rank);
            return true;
        }
    }
    false
}

/// Returns the ranks that can be reached from `rank` by `steps`, including itself.
fn reached(rank: usize, steps: &[Wide]) -> Wide {
    let mut seen = Wide::bit(rank);
    let mut fresh = seen;
    while let Some(rank) = fresh.last() {
        fresh = fresh.without(rank) | steps[rank] & !seen;
        seen = seen | steps[rank];
    }
    seen
}
