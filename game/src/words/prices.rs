//! Sentences about prices, for puzzles with [`Weights`].

use puzzle_core::{Guide, Variable, Weights};
use puzzle_kind::Playable;

/// Returns the price of the true variables and the range of final totals, as in `3540 so far, 23400 to 51200 in all`;
/// `None` if the puzzle has no weights. The range is left out if it is unknown or if `is_guided` is `false`.
pub(super) fn totals(puzzle: &dyn Playable, guide: &Guide, is_guided: bool) -> Option<String> {
    let weights = puzzle.weights()?;
    let standing: Vec<Variable> = guide.marks().standing(puzzle).into_iter().collect();
    let so_far = format!("{} so far", weights.written(weights.total(&standing)));
    let range = guide.totals().filter(|_| is_guided).and_then(|totals| totals.range());
    Some(match range {
        Some(range) => format!("{so_far}, {} in all", ranged(weights, range)),
        None => so_far,
    })
}

/// Returns the price of a variable and the range of final totals with it, as in `costs 1890, 25290 to 51200 in all with
/// it`, like `totals`.
pub(super) fn price(puzzle: &dyn Playable, guide: &Guide, variable: Variable, is_guided: bool) -> Option<String> {
    let weights = puzzle.weights()?;
    let price = format!("costs {}", weights.written(i128::from(weights.of(variable))));
    let range = guide.totals().filter(|_| is_guided).and_then(|totals| totals.range_with(variable));
    Some(match range {
        Some(range) => format!("{price}; {} in all with it", ranged(weights, range)),
        None => price,
    })
}

/// Formats a range, as in `23400 to 51200`, or a single number if both ends are equal.
fn ranged(weights: &Weights, (cheapest, dearest): (i128, i128)) -> String {
    let [from, to] = [cheapest, dearest].map(|total| weights.written(total));
    if from == to { from } else { format!("{from} to {to}") }
}
