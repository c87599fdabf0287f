//! The generator of puzzles with exactly one solution.

use std::ops::ControlFlow;

use bdd_core::{Budget, Interrupted, Sampler};
use puzzle_kind::{OpenError, first_accepted};

use crate::field::CandidateGrid;
use crate::grid::Grid;
use crate::shape::{CellIndex, Shape};
use crate::solve::{SearchEnd, is_completable, lowest, search};

/// The options of [`generate`](generate()).
///
/// ```
/// use bdd_core::{Budget, Sampler};
/// use sudoku_guide::{GenerateOptions, Shape, generate};
///
/// let options = GenerateOptions { shape: Shape::NINE, clues: Some(30), symmetric: true, minimal: false };
/// let puzzle = generate(&options, &mut Sampler::new(1), &mut Budget::unlimited())?;
/// assert_eq!(puzzle.clues(), 30);
/// assert!((0..81).all(|cell| (puzzle.value(cell) == 0) == (puzzle.value(80 - cell) == 0)));
/// # Ok::<(), puzzle_kind::OpenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// The shape of the puzzle.
    pub shape: Shape,
    /// The exact number of clues. `None` stands for any number of clues if `minimal` is `true`. If `minimal` is
    /// `false`, `None` stands for at least 3/8 of the cells, or at least half of the cells if there are more than 16
    /// values.
    pub clues: Option<usize>,
    /// `true` to place the clues symmetrically under a half turn.
    pub symmetric: bool,
    /// `true` to make every clue necessary: emptying any one cell (or, with `symmetric`, any symmetric pair of cells)
    /// would allow a second solution.
    pub minimal: bool,
}

/// The maximum number of attempts to make a puzzle with a given number of clues. Each attempt draws a new solution.
const ATTEMPTS: usize = 100;

/// Makes a new puzzle with exactly one solution. A sampler with the same seed makes the same puzzle on every machine.
///
/// The function draws a solution and empties one cell after the other in random order. A cell keeps its value if
/// without this value the puzzle would have a second solution, or too few clues.
///
/// # Errors
///
/// [`OpenError::Failed`] if no attempt led to the number of clues in `options`, and [`OpenError::Interrupted`] if the
/// budget does not suffice.
pub fn generate(options: &GenerateOptions, sampler: &mut Sampler, budget: &mut Budget<'_>) -> Result<Grid, OpenError> {
    let enough = match options.clues {
        Some(clues) => clues,
        None if options.minimal => 0,
        // In a large shape with few clues, the proof that there is no second solution would take long.
        None if options.shape.n() > 16 => options.shape.cells() / 2,
        None => options.shape.cells() * 3 / 8,
    };
    let min_clues = if options.minimal { 0 } else { enough };
    let mut nearest = usize::MAX;
    let found = first_accepted(sampler, ATTEMPTS, budget, |sampler, attempt, budget| {
        // If any number of clues will do, there is only one attempt. Otherwise each attempt gets half of the progress
        // that is left.
        let done = |attempts: usize| 1.0 - 0.5f64.powi(attempts as i32);
        let part = options.clues.map_or(0.0..1.0, |_| done(attempt)..done(attempt + 1));
        let puzzle = budget.part(part, |budget| opened(options, min_clues, sampler, budget))?;
        let clues = puzzle.clues();
        if clues.abs_diff(enough) < nearest.abs_diff(enough) {
            nearest = clues;
        }
        Ok(options.clues.is_none_or(|wanted| wanted == clues).then_some(puzzle))
    })?;
    found.ok_or_else(|| {
        OpenError::Failed(format!(
            "no puzzle with {enough} clues came up in {ATTEMPTS} tries; the nearest had {nearest}: ask for another \
             number, or try another seed"
        ))
    })
}

/// Draws a solution and empties cells in random order. A cell keeps its value if it is needed for a unique solution, or
/// if fewer than `min_clues` clues would be left.
fn opened(
    options: &GenerateOptions,
    min_clues: usize,
    sampler: &mut Sampler,
    budget: &mut Budget<'_>,
) -> Result<Grid, Interrupted> {
    let shape = options.shape;
    let mut puzzle = solution(shape, sampler, budget)?;
    let mut clues = shape.cells();
    let last = shape.cells() as CellIndex - 1;
    for (number, cell) in order(shape.cells(), sampler).into_iter().enumerate() {
        let cell = cell as CellIndex;
        let cells = if options.symmetric && cell != last - cell { vec![cell, last - cell] } else { vec![cell] };
        // The two cells of a symmetric pair are emptied together.
        let is_done = puzzle.value(cell) == 0 || (options.symmetric && puzzle.value(last - cell) == 0);
        if is_done || clues < min_clues + cells.len() {
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

/// Returns `true` if the grid `open`, which is `puzzle` without the values of `cells`, still has a single solution. A
/// second solution would differ from `puzzle` in one of `cells`, so only other values of these cells are tried.
fn is_unique_without(
    open: &Grid,
    puzzle: &Grid,
    cells: &[CellIndex],
    budget: &mut Budget<'_>,
) -> Result<bool, Interrupted> {
    let Ok(field) = CandidateGrid::of(open) else { return Ok(true) };
    for &cell in cells {
        let mut other = field.clone();
        let others = other.keep(cell, !(1 << (puzzle.value(cell) - 1)));
        if others.and_then(|()| other.propagate()).is_ok() && is_completable(&other, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Draws a random solution. The distribution is not uniform.
fn solution(shape: Shape, sampler: &mut Sampler, budget: &mut Budget<'_>) -> Result<Grid, Interrupted> {
    // If a search takes long, one of its first choices was bad. Then a new search is quicker.
    const TRIES: usize = 5;
    let nodes = 4 * shape.cells() as u64;
    for _ in 0..TRIES {
        let mut solution = None;
        let mut pick = |values: u32| {
            let skipped = sampler.index(values.count_ones() as usize).expect("an open cell has at least one candidate");
            lowest((0..skipped).fold(values, |values, _| values & (values - 1)))
        };
        let visit = &mut |field: &CandidateGrid| {
            solution = Some(field.grid());
            ControlFlow::Break(())
        };
        let end = search(&CandidateGrid::open(shape), nodes, &mut pick, visit, budget)?;
        if let (SearchEnd::ByVisitor, Some(solution)) = (end, solution) {
            return Ok(solution);
        }
    }
    Ok(shuffled(shape, sampler))
}

/// Returns a solution for large shapes, in which a random search rarely succeeds. Each row is a cyclic shift of the
/// same sequence; then values, rows and columns are shuffled in ways that keep the grid a solution.
fn shuffled(shape: Shape, sampler: &mut Sampler) -> Grid {
    let n = shape.n();
    let values = order(n, sampler);
    // Shuffles the rows: the bands (rows of blocks), and the rows within each band. Likewise the columns: the stacks
    // (columns of blocks), and the columns within each stack.
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
    Grid::new(shape, values).expect("every cell has a valid value, or 0 if it is open")
}

/// Returns the numbers from 0 to `limit - 1` in random order.
fn order(limit: usize, sampler: &mut Sampler) -> Vec<usize> {
    sampler.distinct(limit.into()).map(|number| usize::try_from(number).expect("below the limit")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_how_far_the_making_is() {
        // Smaller puzzles are made before any progress is reported.
        let shape = Shape::new(5, 5).unwrap();
        // If the number of clues is given, the first attempt is half of the work.
        for (clues, of) in [(None, 1.0), (Some(313), 0.5)] {
            let mut heard = Vec::new();
            let mut hear = |progress: bdd_core::Progress| heard.push(progress.fraction / of);
            let options = GenerateOptions { shape, clues, symmetric: false, minimal: false };
            generate(&options, &mut Sampler::new(1), &mut Budget::unlimited().with_progress(&mut hear)).unwrap();
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
