//! Completions made from a known completion by the symmetries of Sudoku, which show that candidates are open.

use bdd_core::{Budget, Interrupted};

use crate::field::CandidateGrid;
use crate::grid::Grid;
use crate::shape::{CellIndex, Shape};

/// The maximum number of completions from which others are made.
const MAX_TRIED: usize = 200;

/// Returns completions that contain candidates of `field` which no completion in `found` contains. Each contains such a
/// candidate that no completion before it contains, so that all are different.
///
/// The completions are made from the first one in `found` by exchanges of values, rows, columns, bands and stacks. If few
/// cells have values, they contain all candidates, for which a SAT solver would search thousands of times.
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
    // The completions from which others are to be made. The last one has the most changes, so that it shows new candidates first.
    let mut untried: Vec<Vec<u8>> = found.first().map(|grid| grid.values().to_vec()).into_iter().collect();
    let mut tried = 0;
    while is_open > 0
        && tried < MAX_TRIED
        && let Some(from) = untried.pop()
    {
        tried += 1;
        // The values with a candidate that is not shown yet, as bits. No other change can show one.
        let missing = (0..).zip(&shown).fold(0, |missing, (cell, shown)| missing | field.candidates(cell) & !shown);
        for change in changes(field, &from, missing) {
            budget.spend(change.len() as u32, || 0.0)?;
            let bit = |value: u8| 1u32 << (value - 1);
            let is_allowed = change.iter().all(|&(cell, value)| field.candidates(cell) & bit(value) != 0);
            if !is_allowed || change.iter().all(|&(cell, value)| shown[usize::from(cell)] & bit(value) != 0) {
                continue;
            }
            let mut values = from.clone();
            for (cell, value) in change {
                let shown = &mut shown[usize::from(cell)];
                let all = field.candidates(cell);
                is_open -= usize::from(*shown != all && *shown | bit(value) == all);
                *shown |= bit(value);
                values[usize::from(cell)] = value;
            }
            untried.push(values.clone());
            made.push(values);
        }
    }
    Ok(made.into_iter().map(|values| Grid::new(shape, values).expect("the values of a completion are valid")).collect())
}

/// Returns changes of a completion, each a list of cells with their new values, after which no value is repeated in a house.
/// Leaves out exchanges of two values that are not in the set `wanted`.
fn changes(field: &CandidateGrid, values: &[u8], wanted: u32) -> Vec<Vec<(CellIndex, u8)>> {
    let mut all = exchanged_values(field, values, wanted);
    let shape = field.houses.shape;
    let n = shape.n();
    let (high, wide) = (shape.block_rows(), shape.block_columns());
    // Rows of a band, columns of a stack, whole bands, whole stacks: two starts and a number of lines.
    for (is_row, size) in [(true, high), (false, wide)] {
        let lines = (0..n).flat_map(|a| (a + 1..n).filter(move |b| a / size == b / size).map(move |b| (a, b, 1)));
        let bands = (0..n / size).flat_map(|a| (a + 1..n / size).map(move |b| (a * size, b * size, size)));
        for (a, b, count) in lines.chain(bands) {
            all.push(exchanged_lines(shape, values, is_row, [a, b], count));
        }
    }
    all
}

/// Returns the changes that exchange `count` rows or columns from each of two starts.
fn exchanged_lines(
    shape: Shape,
    values: &[u8],
    is_row: bool,
    starts: [usize; 2],
    count: usize,
) -> Vec<(CellIndex, u8)> {
    let at = |line: usize, across: usize| if is_row { shape.cell(line, across) } else { shape.cell(across, line) };
    let mut change = Vec::with_capacity(2 * count * shape.n());
    for line in 0..count {
        for across in 0..shape.n() {
            let [a, b] = starts.map(|start| at(start + line, across));
            change.extend([(a, values[usize::from(b)]), (b, values[usize::from(a)])]);
        }
    }
    change
}

/// Returns the exchanges of two values, at least one of which is in the set `wanted`, each in a smallest set of cells in which
/// it repeats no value in a house.
fn exchanged_values(field: &CandidateGrid, values: &[u8], wanted: u32) -> Vec<Vec<(CellIndex, u8)>> {
    let n = field.houses.shape.n() as u8;
    let mut all = Vec::new();
    // The pair of values for which a cell was visited last.
    let mut visited = vec![(0, 0); values.len()];
    let mut cells_of: Vec<Vec<CellIndex>> = vec![Vec::new(); usize::from(n) + 1];
    for (&value, cell) in values.iter().zip(0..) {
        cells_of[usize::from(value)].push(cell);
    }
    for pair in (1..=n).flat_map(|a| (a + 1..=n).map(move |b| (a, b))) {
        if wanted & (1 << (pair.0 - 1) | 1 << (pair.1 - 1)) == 0 {
            continue;
        }
        for &first in &cells_of[usize::from(pair.0)] {
            if visited[usize::from(first)] == pair {
                continue;
            }
            visited[usize::from(first)] = pair;
            let mut chain = vec![first];
            let mut next = 0;
            while let Some(&cell) = chain.get(next) {
                next += 1;
                for &peer in field.houses.peers(cell) {
                    let value = values[usize::from(peer)];
                    if (value == pair.0 || value == pair.1) && visited[usize::from(peer)] != pair {
                        visited[usize::from(peer)] = pair;
                        chain.push(peer);
                    }
                }
            }
            all.push(chain.into_iter().map(|cell| (cell, pair.0 + pair.1 - values[usize::from(cell)])).collect());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
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
