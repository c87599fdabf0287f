//! Completions made from a known completion by the symmetries of Sudoku. They show that candidates are open.

use bdd_core::{Budget, Interrupted};

use crate::field::CandidateGrid;
use crate::grid::Grid;
use crate::shape::CellIndex;

/// The maximum number of completions from which other completions are made.
const MAX_TRIED: usize = 200;

/// Returns completions that show further candidates of `field`. Each returned completion contains a candidate that
/// neither a completion in `found` nor an earlier returned completion contains, so that all are different.
///
/// The completions are made from the first completion in `found` by exchanges of values, rows, columns, bands and
/// stacks. If few cells have values, these completions show all candidates; a SAT solver would need thousands of
/// searches for this.
pub(crate) fn witnesses(
    field: &CandidateGrid,
    found: &[Grid],
    budget: &mut Budget<'_>,
) -> Result<Vec<Grid>, Interrupted> {
    let shape = field.houses.shape;
    let mut shown = vec![0u32; shape.cells()];
    for (cell, value) in found.iter().flat_map(Grid::filled) {
        shown[usize::from(cell)] |= 1 << (value - 1);
    }
    let mut is_open = (0..shape.cells()).filter(|&cell| shown[cell] != field.candidates(cell as CellIndex)).count();
    let mut made: Vec<Vec<u8>> = Vec::new();
    // The completions from which others are to be made. The last one has the most changes, so that it shows new
    // candidates first.
    let mut untried: Vec<Vec<u8>> = found.first().map(|grid| grid.values().to_vec()).into_iter().collect();
    let mut tried = 0;
    while is_open > 0
        && tried < MAX_TRIED
        && let Some(from) = untried.pop()
    {
        tried += 1;
        // The exchanges of two values that show a new candidate: the values, and a cell with one of them.
        let mut wanted = Vec::new();
        for ((cell, &value), &shown) in (0..).zip(&from).zip(&shown) {
            let missing = field.candidates(cell) & !shown;
            let others = (1..=shape.n() as u8).filter(|other| missing >> (other - 1) & 1 == 1);
            wanted.extend(others.map(|other| (value.min(other), value.max(other), cell)));
        }
        wanted.sort_unstable();
        let mut work = 0;
        visit_changes(field, &from, &wanted, &mut |change| {
            work += change.len();
            let bit = |value: u8| 1u32 << (value - 1);
            if change.iter().all(|&(cell, value)| shown[usize::from(cell)] & bit(value) != 0) {
                return;
            }
            let mut values = from.clone();
            for &(cell, value) in change {
                let shown = &mut shown[usize::from(cell)];
                let all = field.candidates(cell);
                is_open -= usize::from(*shown != all && *shown | bit(value) == all);
                *shown |= bit(value);
                values[usize::from(cell)] = value;
            }
            untried.push(values.clone());
            made.push(values);
        });
        budget.spend(u32::try_from(work).unwrap_or(u32::MAX), || 0.0)?;
    }
    Ok(made.into_iter().map(|values| Grid::new(shape, values).expect("the values of a completion are valid")).collect())
}

/// A change of a completion: cells with their new values.
type ChangedCells = [(CellIndex, u8)];

/// Two values, the lower one first, and a cell with one of them.
type Exchange = (u8, u8, CellIndex);

/// Visits changes that turn the completion `values` into another completion of `field`. The changes are the exchanges
/// of the sorted list `wanted`, which swap two values, and exchanges of rows, columns, bands and stacks.
fn visit_changes(field: &CandidateGrid, values: &[u8], wanted: &[Exchange], visit: &mut dyn FnMut(&ChangedCells)) {
    visit_exchanged_values(field, values, wanted, visit);
    let shape = field.houses.shape;
    let n = shape.n();
    let mut change = Vec::new();
    // Rows of a band, columns of a stack, whole bands, whole stacks: two starts and a number of lines.
    for (is_row, size) in [(true, shape.block_rows()), (false, shape.block_columns())] {
        let lines = (0..n).flat_map(|a| (a + 1..n).filter(move |b| a / size == b / size).map(move |b| (a, b, 1)));
        let bands = (0..n / size).flat_map(|a| (a + 1..n / size).map(move |b| (a * size, b * size, size)));
        for (a, b, count) in lines.chain(bands) {
            let at = |line, across| if is_row { shape.cell(line, across) } else { shape.cell(across, line) };
            let pairs =
                (0..count).flat_map(|line| (0..n).map(move |across| [at(a + line, across), at(b + line, across)]));
            change.clear();
            change.extend(
                pairs
                    .flat_map(|[a, b]| [(a, values[usize::from(b)]), (b, values[usize::from(a)])])
                    .take_while(|&(cell, value)| field.candidates(cell) >> (value - 1) & 1 == 1),
            );
            if change.len() == 2 * count * n {
                visit(&change);
            }
        }
    }
}

/// Visits the exchanges of the sorted list `wanted`. An exchange swaps two values: it begins at one cell and spreads to
/// every cell of a house that would otherwise have a value twice.
fn visit_exchanged_values(
    field: &CandidateGrid,
    values: &[u8],
    wanted: &[Exchange],
    visit: &mut dyn FnMut(&ChangedCells),
) {
    // The values for which a cell was visited last.
    let mut visited = vec![(0, 0); values.len()];
    let mut change = Vec::new();
    for &(low, high, first) in wanted {
        let pair = (low, high);
        if visited[usize::from(first)] == pair {
            continue;
        }
        visited[usize::from(first)] = pair;
        change.clear();
        change.push((first, low + high - values[usize::from(first)]));
        let mut next = 0;
        while let Some(&(cell, _)) = change.get(next) {
            next += 1;
            for &peer in field.houses.peers(cell) {
                let value = values[usize::from(peer)];
                if (value == low || value == high) && visited[usize::from(peer)] != pair {
                    visited[usize::from(peer)] = pair;
                    change.push((peer, low + high - value));
                }
            }
        }
        let both = 1 << (low - 1) | 1 << (high - 1);
        if change.iter().all(|&(cell, _)| field.candidates(cell) & both == both) {
            visit(&change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::solve::first_solutions;

    #[test]
    fn witnesses_are_different_completions_and_show_every_candidate_of_a_nearly_empty_grid() {
        let budget = &mut Budget::unlimited();
        for (rows, columns) in [(2, 3), (3, 3), (4, 4), (5, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            for placed in [vec![], vec![(0, 1)], vec![(0, 1), (1, 2), (shape.cells() as CellIndex - 1, 3)]] {
                let givens = placed.iter().fold(Grid::empty(shape), |grid, &(cell, value)| grid.with(cell, value));
                let field = CandidateGrid::of(&givens).unwrap();
                let found = first_solutions(&field, 2, budget).unwrap();
                let made = witnesses(&field, &found, budget).unwrap();
                let mut shown = vec![0u32; shape.cells()];
                for (i, grid) in found.iter().chain(&made).enumerate() {
                    assert!(grid.is_solution());
                    let mut is_new = false;
                    for (cell, value) in grid.filled() {
                        let bit = 1 << (value - 1);
                        assert_ne!(field.candidates(cell) & bit, 0, "it keeps the givens");
                        is_new |= shown[usize::from(cell)] & bit == 0;
                        shown[usize::from(cell)] |= bit;
                    }
                    assert!(is_new || i < found.len());
                }
                // In a small grid, and with several givens, exchanges may miss a completion.
                let is_all = (0..).zip(&shown).all(|(cell, &shown)| shown == field.candidates(cell));
                assert!(is_all || shape.n() < 9 || placed.len() > 1, "{shape} {placed:?}");
            }
        }
    }
}
