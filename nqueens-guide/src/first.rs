//! The first completions of a placement, found by backtracking without a diagram.

use bdd_core::{Budget, Interrupted};
use nqueens_board::Square;

use crate::placement::Placement;
use crate::search::{Backtracking, Prefix, allowed};

/// Returns up to `limit` completions of a placement, each as the squares of its queens, rank by rank. The board must
/// have at most 64 files.
pub(crate) fn completions(
    placement: &Placement,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Square>>, Interrupted> {
    // The search finds completions file by file. On the board mirrored at the diagonal a1-b2, the files are the ranks.
    let allowed = allowed::<u64>(&placement.mirrored());
    let mut search = Backtracking::below(&allowed, &Prefix::empty());
    let (mut found, mut spent) = (Vec::new(), Ok(()));
    while found.len() < limit
        && let Some(files) = search.next(|| {
            spent = budget.spend(Backtracking::<u64>::PATIENCE as u32, || 0.0);
            spent.is_err()
        })
    {
        found.push(files.iter().enumerate().map(|(rank, &file)| Square::at(file.into(), rank)).collect());
    }
    spent?;
    budget.spend((search.nodes() % Backtracking::<u64>::PATIENCE) as u32, || 0.0)?;
    Ok(found)
}
