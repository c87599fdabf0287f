//! The first completions of a placement, without a diagram.

use bdd_core::{Budget, Stopped};
use nqueens_board::Square;

use crate::placement::Placement;

/// Up to `limit` completions of a consistent placement, each by rank: plain backtracking over bit masks.
pub(crate) fn completions(
    placement: &Placement,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Square>>, Stopped> {
    let size = placement.size();
    let open: Vec<u32> = (0..size.get())
        .map(|rank| {
            let given = placement.queens().iter().find(|queen| queen.rank() == rank);
            let is_open =
                |square: &Square| given.map_or_else(|| !placement.blocked().contains(square), |given| given == square);
            size.rank(rank).filter(is_open).fold(0, |open, square| open | 1 << square.file())
        })
        .collect();
    let mut found = Vec::new();
    below(&open, [0; 3], &mut Vec::new(), limit, &mut found, budget)?;
    Ok(found)
}

fn below(
    open: &[u32],
    [files, diagonals, anti_diagonals]: [u32; 3],
    queens: &mut Vec<Square>,
    limit: usize,
    found: &mut Vec<Vec<Square>>,
    budget: &mut Budget<'_>,
) -> Result<(), Stopped> {
    budget.spend(1, || 0.0)?;
    let Some(&here) = open.get(queens.len()) else {
        found.push(queens.clone());
        return Ok(());
    };
    let mut free = here & !(files | diagonals | anti_diagonals);
    while free != 0 && found.len() < limit {
        let queen = free & free.wrapping_neg();
        free &= free - 1;
        queens.push(Square::at(queen.trailing_zeros() as usize, queens.len()));
        let attacked = [files | queen, (diagonals | queen) << 1, (anti_diagonals | queen) >> 1];
        below(open, attacked, queens, limit, found, budget)?;
        queens.pop();
    }
    Ok(())
}
