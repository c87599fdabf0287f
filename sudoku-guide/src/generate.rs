//! New puzzles with exactly one solution.

use std::ops::ControlFlow;

use bdd_core::{Budget, Interrupted, Sampler};
use puzzle_kind::{OpenError, first_wanted};

use crate::field::Field;
use crate::grid::Grid;
use crate::shape::{Cell, Shape};
use crate::solve::{End, is_completable, lowest, search};

/// What a new puzzle should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The shape.
    pub shape: Shape,
    /// So many clues, exactly; otherwise about three cells of eight, or half of them beyond 16 values.
    pub clues: Option<usize>,
    /// The cells that are given look the same turned by half a turn.
    pub symmetric: bool,
    /// No clue, or no pair of clues if they are to be symmetric, can be taken away without a second solution.
    pub minimal: bool,
}

/// The solutions that are drawn for a puzzle with a given number of clues.
const ATTEMPTS: usize = 100;

/// A new puzzle with exactly one solution, fixed by the sampler. The same seed makes the same puzzle on every machine.
///
/// A solution is drawn, then cell after cell is opened in random order, unless that would leave a second solution.
///
/// # Errors
///
/// [`OpenError::Failed`] if a number of clues is wished for that did not come up, and
/// [`OpenError::Interrupted`] if the budget does not suffice.
pub fn generate(wish: &Wish, sampler: &mut Sampler, budget: &mut Budget<'_>) -> Result<Grid, OpenError> {
    let enough = match wish.clues {
        Some(clues) => clues,
        None if wish.minimal => 0,
        // That there is no second solution takes long to see where a large shape has few clues.
        None if wish.shape.n() > 16 => wish.shape.cells() / 2,
        None => wish.shape.cells() * 3 / 8,
    };
    // What has to be minimal is opened as far as it goes; otherwise as far as is wished.
    let left = if wish.minimal { 0 } else { enough };
    let mut nearest = usize::MAX;
    let found = first_wanted(sampler, ATTEMPTS, budget, |sampler, attempt, budget| {
        // Without a number of clues the first attempt is the last; with one every other may be.
        let done = |attempts: usize| 1.0 - 0.5f64.powi(attempts as i32);
        let part = wish.clues.map_or(0.0..1.0, |_| done(attempt)..done(attempt + 1));
        let puzzle = budget.part(part, |budget| opened(wish, left, sampler, budget))?;
        let clues = puzzle.clues();
        if clues.abs_diff(enough) < nearest.abs_diff(enough) {
            nearest = clues;
        }
        Ok(wish.clues.is_none_or(|wanted| wanted == clues).then_some(puzzle))
    })?;
    found.ok_or_else(|| {
        OpenError::Failed(format!(
            "no puzzle with {enough} clues came up in {ATTEMPTS} tries, where the nearest had {nearest}: ask for another \
             number, or try another seed"
        ))
    })
}

/// A puzzle made of a random solution by opening cells until so many clues are left.
fn opened(wish: &Wish, enough: usize, sampler: &mut Sampler, budget: &mut Budget<'_>) -> Result<Grid, Interrupted> {
    let shape = wish.shape;
    let mut puzzle = solution(shape, sampler, budget)?;
    let mut clues = shape.cells();
    let last = shape.cells() as Cell - 1;
    for (number, cell) in order(shape.cells(), sampler).into_iter().enumerate() {
        let cell = cell as Cell;
        let cells = if wish.symmetric && cell != last - cell { vec![cell, last - cell] } else { vec![cell] };
        // Of a pair the second cell was looked at with the first.
        let is_over = puzzle.value(cell) == 0 || (wish.symmetric && puzzle.value(last - cell) == 0);
        if is_over || clues < enough + cells.len() {
            continue;
        }
        let open = cells.iter().fold(puzzle.clone(), |grid, &cell| grid.with(cell, 0));
        let part = number as f64 / shape.cells() as f64;
        let is_unique = budget.part(part..1.0, |budget| is_unique_without(&open, &puzzle, &cells, budget))?;
        if is_unique {
            clues -= cells.len();
            puzzle = open;
        }
    }
    Ok(puzzle)
}

/// Whether a puzzle still has a single solution after these cells of a puzzle with one were opened: another solution
/// would have another value in one of them.
fn is_unique_without(open: &Grid, puzzle: &Grid, cells: &[Cell], budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
    let Ok(field) = Field::of(open) else { return Ok(true) };
    for &cell in cells {
        let mut other = field.clone();
        let others = other.keep(cell, !(1 << (puzzle.value(cell) - 1)));
        if others.and_then(|()| other.settle()).is_ok() && is_completable(&other, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A random solution; not every one is equally likely.
fn solution(shape: Shape, sampler: &mut Sampler, budget: &mut Budget<'_>) -> Result<Grid, Interrupted> {
    // A search that takes long has made a bad choice at its beginning: a new one is the better way out.
    const TRIES: usize = 5;
    let nodes = 4 * shape.cells() as u64;
    for _ in 0..TRIES {
        let mut solution = None;
        let mut pick = |values: u32| {
            let skipped = sampler.index(values.count_ones() as usize).expect("an open cell has values");
            lowest((0..skipped).fold(values, |values, _| values & (values - 1)))
        };
        let visit = &mut |field: &Field| {
            solution = Some(field.grid());
            ControlFlow::Break(())
        };
        let end = search(&Field::open(shape), nodes, &mut pick, visit, budget)?;
        if let (End::Stopped, Some(solution)) = (end, solution) {
            return Ok(solution);
        }
    }
    Ok(shuffled(shape, sampler))
}

/// The solution in which every row is the one above moved on, with values, rows and columns exchanged at random where
/// that keeps it a solution: for large shapes, where a random search rarely ends well.
fn shuffled(shape: Shape, sampler: &mut Sampler) -> Grid {
    let n = shape.n();
    let values = order(n, sampler);
    // Bands, and the rows of each; stacks, and the columns of each.
    let mut lines = |groups: usize, length: usize| -> Vec<usize> {
        let groups = order(groups, sampler);
        groups
            .into_iter()
            .flat_map(|group| order(length, sampler).into_iter().map(move |line| group * length + line))
            .collect()
    };
    let rows = lines(shape.block_columns(), shape.block_rows());
    let columns = lines(shape.block_rows(), shape.block_columns());
    let value = |row: usize, column: usize| {
        let shift = row % shape.block_rows() * shape.block_columns() + row / shape.block_rows();
        values[(shift + column) % n] as u8 + 1
    };
    let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
    let values = cells.map(|(row, column)| value(row, column)).collect();
    Grid::new(shape, values).expect("a value of the shape for every cell")
}

/// Returns the numbers below a limit in random order.
fn order(limit: usize, sampler: &mut Sampler) -> Vec<usize> {
    sampler.distinct(limit.into()).map(|number| usize::try_from(number).expect("below the limit")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_how_far_the_making_is() {
        // Smaller ones are made before anything is told.
        let shape = Shape::new(5, 5).unwrap();
        // With a number of clues, the first attempt is half of the work.
        for (clues, of) in [(None, 1.0), (Some(313), 0.5)] {
            let mut heard = Vec::new();
            let mut hear = |progress: bdd_core::Progress| heard.push(progress.fraction / of);
            let wish = Wish { shape, clues, symmetric: false, minimal: false };
            generate(&wish, &mut Sampler::new(1), &mut Budget::unlimited().with_progress(&mut hear)).unwrap();
            assert!(heard.is_sorted() && heard.iter().any(|part| (0.2..1.0).contains(part)), "{heard:?}");
        }
    }

    #[test]
    fn solutions_of_every_shape_are_solutions() {
        for rows in 1..=Shape::MAX {
            for columns in 1..=Shape::MAX {
                let shape = Shape::new(rows, columns).unwrap();
                let mut sampler = Sampler::new(7);
                assert!(shuffled(shape, &mut sampler).is_solution(), "{shape}");
                assert!(solution(shape, &mut sampler, &mut Budget::unlimited()).unwrap().is_solution(), "{shape}");
            }
        }
    }
}
