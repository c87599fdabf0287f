//! Hall's condition between the ranks and the files without a queen: any set of ranks must have at least as many files
//! with a remaining square.
//!
//! A perfect matching gives each of these ranks a file of its own, by a remaining square. A square is useless if it
//! belongs to no perfect matching. One perfect matching suffices to find the useless squares. Draw an arrow from rank
//! to rank if the first rank could take the file that the matching gives to the second rank. All other perfect
//! matchings result from exchanging files along cycles of arrows. The known matching gives the file of a square to some
//! rank. So the square belongs to a perfect matching if and only if its own rank is this rank, or lies on a common
//! cycle with this rank (Regin, *A Filtering Algorithm for Constraints of Difference in CSPs*, AAAI 1994).

use bdd_core::{Budget, Interrupted};
use nqueens_board::Square;

use super::field::RemainingSquares;
use crate::mask::{Mask, Wide};

/// Propagates `field` and rules out useless squares, alternately, until neither changes it; see [`useless`]. Returns
/// `false` if there is no completion.
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

/// Returns the remaining squares that belong to no perfect matching of ranks and files; `None` if there is no perfect
/// matching.
fn useless(field: &RemainingSquares) -> Option<Vec<Square>> {
    let n = field.size();
    let ranks: Vec<usize> = field.open_ranks().collect();
    // For each file, the rank to which the matching gives it.
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
    let given = |file: usize| rank_of[file].expect("every open file is matched with a rank");
    // `to` has, for each rank, the ranks whose matched files it could take instead; `from` has the reverse relation.
    let mut to = vec![Wide::default(); n];
    let mut from = vec![Wide::default(); n];
    for &rank in &ranks {
        for other in field.left(rank).iter().map(given) {
            to[rank] = to[rank].with(other);
            from[other] = from[other].with(rank);
        }
    }
    // Two ranks lie on a common cycle if and only if each is reached from the other.
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

/// Gives `rank` a file in the matching `rank_of`, by moving other ranks to other files if necessary (Kuhn's algorithm).
/// Files in `tried` are not tried again. Returns `false` if there is no such file.
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

/// Returns the ranks that can be reached from `rank`, including itself. `steps` has, for each rank, the ranks that are
/// one step away.
fn reached(rank: usize, steps: &[Wide]) -> Wide {
    let mut seen = Wide::bit(rank);
    let mut fresh = seen;
    while let Some(rank) = fresh.last() {
        fresh = fresh.without(rank) | steps[rank] & !seen;
        seen = seen | steps[rank];
    }
    seen
}
