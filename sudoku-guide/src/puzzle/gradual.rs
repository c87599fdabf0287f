//! Two steps for large grids: first a quick estimate of the completions, and then the exact computation, while the
//! player continues.
//!
//! The game in the browser has only one thread. It skips the two steps and calls [`Source::completions`].

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bdd_core::{Budget, Interrupted, Literal, Variable};
use puzzle_core::{Completions, Count, Marks, Source, Tally};

use super::Sudoku;
use crate::field::CandidateGrid;
use crate::grid::Grid;
use crate::rules::cell_and_value;
use crate::shape::CellIndex;
use crate::solve::{Uniqueness, uniqueness};

/// The smallest number of values of a large grid, which may take seconds to solve. Smaller grids take milliseconds.
pub(super) const LARGE: usize = 17;
/// The maximum number of steps of an estimate: some ten milliseconds of work, for which a screen can wait.
const GLANCE: u64 = 300_000;

/// The marks and the completions of the last computation, shared by all clones of a puzzle.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastCompletions(Arc<Mutex<Option<(Marks, Completions)>>>);

impl LastCompletions {
    /// Returns the completions of `marks`, selected from the completions of the last computation. Returns `None` if
    /// that computation had a mark that `marks` lack, or if it found only bounds and its marks differ from `marks`.
    fn of(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        let known = self.lock().clone();
        match known {
            Some((of, all)) if of == *marks => Ok(Some(all)),
            Some((of, all)) if of.without(marks).is_empty() => {
                all.select(&marks.without(&of).literals().collect::<Vec<Literal>>(), budget)
            }
            _ => Ok(None),
        }
    }

    fn keep(&self, marks: &Marks, all: &Completions) {
        *self.lock() = Some((marks.clone(), all.clone()));
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Marks, Completions)>> {
        // The value is replaced as a whole, so a panic can't leave a part of it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sudoku {
    /// Returns a tally from some completions, `found`. The count of a value that is no candidate in `field` is zero.
    /// For a candidate, the number of completions in `found` that contain it is a lower bound.
    pub(super) fn tally_of(&self, field: &CandidateGrid, found: &[Grid]) -> Tally {
        let shape = self.shape();
        let place = |cell: CellIndex, value: u8| usize::from(cell) * shape.n() + usize::from(value) - 1;
        let mut counts = vec![0u64; shape.cells() * shape.n()];
        for (cell, value) in found.iter().flat_map(Grid::filled) {
            counts[place(cell, value)] += 1;
        }
        let mut unknown = BTreeSet::new();
        let count = |one: Variable| {
            let (cell, value) = cell_and_value(shape, one);
            let seen = counts[place(cell, value)];
            if field.candidates(cell) >> (value - 1) & 1 == 0 {
                return Count::ZERO;
            }
            // The only candidate of a cell is in every completion. Any other candidate is known to be open only if some
            // of the completions `found` contain it and other completions do not.
            let is_only = field.candidates(cell).is_power_of_two() && !found.is_empty();
            if !is_only && (seen == 0 || seen == found.len() as u64) {
                unknown.insert(one);
            }
            Count::AtLeast(seen.into())
        };
        let by_variable = Variable::all(counts.len()).map(count).collect();
        Tally { total: Count::AtLeast(found.len().into()), by_variable, unknown }
    }

    /// Returns the completions if they are known or quick to compute, and otherwise an estimate; see
    /// [`Source::estimate`].
    pub(super) fn at_a_glance(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        if let Some(all) = self.known.of(marks, budget)? {
            return Ok(all);
        }
        let Ok(field) = self.field(marks) else { return self.compute_all(marks, budget) };
        let found = match budget.limited(usize::MAX, GLANCE, |budget| uniqueness(&field, budget)) {
            Ok(Uniqueness::Multiple(one, other)) => vec![one, other],
            Ok(_) => return self.compute_all(marks, budget),
            Err(Interrupted::Cancelled) => return Err(Interrupted::Cancelled),
            Err(_) => Vec::new(),
        };
        Ok(Completions::Tally(Arc::new(self.tally_of(&field, &found))))
    }

    /// Computes all completions, and stores them in `known` as the last computation.
    fn compute_all(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        let all = self.completions(marks, budget)?;
        self.known.keep(marks, &all);
        Ok(all)
    }

    /// Computes all completions; returns `None` if they are known already. See [`Source::refine`].
    pub(super) fn refined(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        match self.known.of(marks, budget)? {
            Some(_) => Ok(None),
            None => self.compute_all(marks, budget).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variable;
    use crate::shape::Shape;
    use bdd_core::Sampler;
    use puzzle_core::{Guide, Move, Session, Status};

    /// Returns a grid of 25 x 25 with `left` random values of a solution, and this solution.
    fn grids(left: usize, seed: u64) -> (Grid, Grid) {
        let shape = Shape::of_values(25).unwrap();
        let whole = (0..625).map(|cell| ((cell / 25 * 5 + cell / 125 + cell % 25) % 25 + 1) as u8).collect();
        let whole = Grid::new(shape, whole).unwrap();
        let mut sampler = Sampler::new(seed);
        let mut order: Vec<usize> = (0..625).collect();
        (1..625).rev().for_each(|at| order.swap(at, sampler.index(at + 1).unwrap()));
        let mut values = vec![0; 625];
        order.iter().take(left).for_each(|&cell| values[cell] = whole.value(cell as u16));
        (Grid::new(shape, values).unwrap(), whole)
    }

    fn status(guide: &Guide, sudoku: &Sudoku, cell: u16, value: u8) -> Status {
        guide.status(variable(sudoku.shape(), cell, value))
    }

    #[test]
    fn what_is_told_at_a_glance_is_so_and_the_rest_follows() {
        let (mut unknown, mut known) = (0, 0);
        for (seed, left) in [(0, 300), (1, 330), (2, 400)] {
            let (givens, whole) = grids(left, seed);
            let sudoku = Sudoku::new(givens);
            let (none, budget) = (Marks::default(), &mut Budget::unlimited());
            assert!(sudoku.is_gradual(), "it is large");
            let guide = |completions: Completions| {
                Guide::new(&sudoku, none.clone(), completions.tally(&mut Budget::unlimited()).unwrap())
            };
            let first = guide(sudoku.estimate(&none, budget).unwrap());
            let more = sudoku.refine(&none, budget).unwrap();
            assert!(sudoku.refine(&none, budget).unwrap().is_none(), "there is no more after all");
            let all = guide(more.unwrap_or_else(|| sudoku.completions(&none, budget).unwrap()));
            for (cell, value) in whole.filled() {
                assert_ne!(status(&first, &sudoku, cell, value), Status::Dead, "it is in a solution");
            }
            for one in Variable::all(625 * 25) {
                match first.status(one) {
                    Status::Unknown => unknown += 1,
                    told => {
                        known += 1;
                        assert_eq!(told, all.status(one), "{one:?}");
                    }
                }
            }
        }
        assert!(unknown > 500 && known > 10_000, "{unknown} {known}");
    }

    #[test]
    fn what_was_found_out_is_known_after_every_move() {
        let (givens, whole) = grids(330, 3);
        let sudoku = Sudoku::new(givens.clone());
        let budget = &mut Budget::unlimited();
        let all = sudoku.refine(&Marks::default(), budget).unwrap().expect("nothing was known");
        let total = all.tally(budget).unwrap().total;
        let mut game = Session::new(Arc::new(sudoku.clone()), budget).unwrap();
        assert_eq!(*game.guide().total(), total, "it is what was found out");
        let (cell, value) = whole.filled().find(|&(cell, _)| givens.value(cell) == 0).unwrap();
        game.play(Move::Place(variable(sudoku.shape(), cell, value)), budget).unwrap();
        assert!(!game.guide().total().is_zero(), "the value is one of a solution");
    }

    #[test]
    fn small_grids_are_told_at_once() {
        assert!(!Sudoku::new(Grid::empty(Shape::of_values(16).unwrap())).is_gradual());
    }
}
