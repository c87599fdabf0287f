//! Completions by backtracking, which always continues with a rank that has the fewest remaining squares.

use bdd_core::{Budget, Interrupted};
use nqueens_board::Square;

use super::climb::Choices;
use super::field::RemainingSquares;
use crate::sat::SatOutcome;

/// Searches for a completion of `field` by backtracking. `field` must be propagated ([`RemainingSquares::propagate`]).
/// `nodes` is the number of search nodes still allowed, and each visited node reduces it by 1.
pub(super) fn completion(
    field: &RemainingSquares,
    nodes: &mut u32,
    budget: &mut Budget<'_>,
) -> Result<SatOutcome, Interrupted> {
    if let Some(queens) = field.queens() {
        return Ok(SatOutcome::Found(queens));
    }
    let rank = field.open_ranks().min_by_key(|&rank| field.left(rank).count()).expect("some rank has no queen yet");
    for file in field.left(rank).iter() {
        if *nodes == 0 {
            return Ok(SatOutcome::GaveUp);
        }
        *nodes -= 1;
        let mut next = field.clone();
        if next.place(Square::at(file, rank)) && next.propagate(budget)? {
            let outcome = completion(&next, nodes, budget)?;
            if outcome != SatOutcome::None {
                return Ok(outcome);
            }
        }
    }
    Ok(SatOutcome::None)
}

/// Estimates the number of search nodes that backtracking takes to find all completions of `field`, from random paths
/// down the search tree. Each path is weighted by its number of choices (Knuth, *Estimating the Efficiency of Backtrack
/// Programs*, Mathematics of Computation 29, 1975).
pub(super) fn nodes(
    field: &RemainingSquares,
    choices: &mut Choices,
    budget: &mut Budget<'_>,
) -> Result<f64, Interrupted> {
    const PROBES: u32 = 64;
    let mut sum = 0.0;
    for _ in 0..PROBES {
        let (mut field, mut weight) = (field.clone(), 1.0);
        while let Some(rank) = field.open_ranks().min_by_key(|&rank| field.left(rank).count()) {
            let files = field.left(rank);
            weight *= files.count() as f64;
            sum += weight;
            let Some(file) = files.iter().nth(choices.below(files.count().max(1))) else { break };
            if !(field.place(Square::at(file, rank)) && field.propagate(budget)?) {
                break;
            }
        }
    }
    Ok(sum / f64::from(PROBES))
}
