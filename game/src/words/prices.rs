//! Sentences about prices, for puzzles with [`Weights`].

use puzzle_core::{Guide, Variable, Weights};
use puzzle_kind::Playable;

/// Describes prices, such as `3540 so far, total 23400 to 51200`: the total price of the placed and given variables,
/// then the range of the total prices of the remaining solutions. Leaves the range out if it is unknown, or if
/// `is_guided` is `false`. Returns `None` if the puzzle has no weights.
pub(super) fn totals(puzzle: &dyn Playable, guide: &Guide, is_guided: bool) -> Option<String> {
    let weights = puzzle.weights()?;
    let standing: Vec<Variable> = guide.marks().standing(puzzle).into_iter().collect();
    let so_far = format!("{} so far", weights.written(weights.total(&standing)));
    let range = guide.totals().filter(|_| is_guided).and_then(|totals| totals.range());
    Some(match range {
        Some(range) => format!("{so_far}, total {}", ranged(weights, range)),
        None => so_far,
    })
}

/// Describes the price of a variable and the range of the total prices of solutions that contain it, such as `costs
/// 1890; total with it 25290 to 51200`. Leaves the range out if it is unknown, or if `is_guided` is `false`. Returns
/// `None` if the puzzle has no weights.
pub(super) fn price(puzzle: &dyn Playable, guide: &Guide, variable: Variable, is_guided: bool) -> Option<String> {
    let weights = puzzle.weights()?;
    let price = format!("costs {}", weights.written(i128::from(weights.of(variable))));
    let range = guide.totals().filter(|_| is_guided).and_then(|totals| totals.range_with(variable));
    Some(match range {
        Some(range) => format!("{price}; total with it {}", ranged(weights, range)),
        None => price,
    })
}

/// Formats a range of prices, such as `23400 to 51200`, or a single price if both ends are equal.
fn ranged(weights: &Weights, (cheapest, dearest): (i128, i128)) -> String {
    let [from, to] = [cheapest, dearest].map(|total| weights.written(total));
    if from == to { from } else { format!("{from} to {to}") }
}
