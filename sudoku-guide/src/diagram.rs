//! The diagram of all completions, built without conjunctions.

use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use bdd_core::{Bdd, Budget, Interrupted, Search, construct};

use crate::field::Field;
use crate::grid::Grid;
use crate::shape::Shape;
use crate::solve::{End, lowest, search};

/// How much work may go into the diagram of a position before it is given up for a SAT solver's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The search nodes for listing the completions one by one.
    pub search_nodes: u64,
    /// The completions listed; if there are more, they are searched cell by cell, remembering what is left.
    pub listed: usize,
    /// The elementary steps of that search: see [`Budget::spend`].
    pub steps: u64,
}

impl Default for Effort {
    /// Some seconds at the most.
    fn default() -> Effort {
        Effort { search_nodes: 100_000, listed: 10_000, steps: 100_000_000 }
    }
}

/// The diagram takes more than the effort or the budget's memory allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge {
    /// The completions that were found before.
    pub(crate) found: Vec<Grid>,
}

/// The diagram of the completions of a settled field.
///
/// Few completions are listed, by the search that is best at it, and joined. Where they are many, a search cell by cell
/// in the order of the variables remembers every field that it has met: fields that have the same values left for the
/// remaining cells have the same completions there.
pub(crate) fn diagram(
    field: &Field,
    effort: &Effort,
    budget: &mut Budget<'_>,
) -> Result<Result<Bdd, TooLarge>, Interrupted> {
    let mut found = Vec::new();
    let visit = &mut |solution: &Field| {
        if found.len() == effort.listed {
            return ControlFlow::Break(());
        }
        found.push(solution.grid());
        ControlFlow::Continue(())
    };
    let end = budget.part(0.0..LISTING, |budget| search(field, effort.search_nodes, &mut lowest, visit, budget))?;
    let built = budget.part(LISTING..1.0, |budget| match end {
        End::Complete => joined(field.houses.shape, &found, budget).map(Some),
        // Where even one completion is hard to find the cells' order, which is not the best one, won't do better.
        _ if found.is_empty() => Ok(None),
        _ => budget.limited(usize::MAX, effort.steps, |budget| direct(field, budget)).map(Some),
    });
    match built {
        Ok(Some(bdd)) => Ok(Ok(bdd)),
        Err(Interrupted::Cancelled) => Err(Interrupted::Cancelled),
        Ok(None) | Err(_) => Ok(Err(TooLarge { found })),
    }
}

/// The share of listing the completions in the whole time where they are too many for it.
const LISTING: f64 = 0.1;

/// The diagram whose models are these solutions.
pub(crate) fn joined(shape: Shape, solutions: &[Grid], budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
    let in_order = |grid: &Grid| (0..shape.cells()).map(|place| grid.value(shape.turned(place as u16))).collect();
    let mut solutions: Vec<Vec<u8>> = solutions.iter().map(in_order).collect();
    solutions.sort_unstable();
    if solutions.is_empty() {
        return Ok(Bdd::constant(shape.cells() * shape.n(), false));
    }
    let all = 0..solutions.len();
    construct(&mut List { solutions }, all, &vec![shape.n(); shape.cells()], budget)
}

/// Solutions in lexicographic order, cell by cell in the order of the variables.
struct List {
    solutions: Vec<Vec<u8>>,
}

/// A state is the solutions that have the values chosen, which lie side by side.
impl Search for List {
    type State = Range<usize>;

    fn last_choice(&self, place: usize, same: &Range<usize>, before: usize) -> Option<usize> {
        let solutions = &self.solutions[same.clone()];
        let end = solutions.partition_point(|solution| usize::from(solution[place]) - 1 < before);
        solutions[..end].last().map(|solution| usize::from(solution[place]) - 1)
    }

    fn choose(&mut self, place: usize, same: &Range<usize>, choice: usize) -> Option<Range<usize>> {
        let solutions = &self.solutions[same.clone()];
        let up_to = |most| same.start + solutions.partition_point(|solution| usize::from(solution[place]) <= most);
        Some(up_to(choice)..up_to(choice + 1))
    }
}

/// The diagram of the completions of a settled field, by a search cell by cell.
fn direct(field: &Field, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
    let shape = field.houses.shape;
    construct(&mut Cells { shape }, Rc::new(field.clone()), &vec![shape.n(); shape.cells()], budget)
}

struct Cells {
    shape: Shape,
}

/// A state is what is left for the cells, settled: all cells before have a single value.
impl Search for Cells {
    type State = Rc<Field>;

    fn last_choice(&self, place: usize, field: &Rc<Field>, before: usize) -> Option<usize> {
        let values = field.candidates(field.houses.order[place]) & !(u32::MAX << before);
        values.checked_ilog2().map(|value| value as usize)
    }

    fn choose(&mut self, place: usize, field: &Rc<Field>, value: usize) -> Option<Rc<Field>> {
        let cell = field.houses.order[place];
        if field.candidates(cell).is_power_of_two() {
            return Some(Rc::clone(field));
        }
        field.with(cell, 1 << value).ok().map(Rc::new)
    }

    fn residual_key(&mut self, place: usize, field: &Rc<Field>, words: &mut Vec<u64>) -> bool {
        let is_open = !field.candidates(field.houses.order[place]).is_power_of_two();
        if is_open {
            field.write_rest(place, words);
        }
        is_open
    }

    fn take_steps(&mut self) -> u32 {
        self.shape.cells() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Shape, rules::sudoku_rules, rules::variable};
    use bdd_core::{Budget, Cancel, DiagramBuilder, Literal, Progress};
    use proptest::prelude::*;

    fn both_ways(grid: &Grid) -> [Bdd; 2] {
        let Ok(field) = Field::of(grid) else {
            let variables = sudoku_rules(grid.shape()).variables();
            return [false; 2].map(|value| Bdd::constant(variables, value));
        };
        let listed = Effort { search_nodes: u64::MAX, listed: usize::MAX, ..Effort::default() };
        let direct = Effort { listed: 1, ..Effort::default() };
        [listed, direct].map(|effort| diagram(&field, &effort, &mut Budget::unlimited()).unwrap().unwrap())
    }

    #[test]
    fn empty_grids_are_the_conjunction_of_the_rules() {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (1, 4), (4, 1)] {
            let shape = Shape::new(rows, columns).unwrap();
            let rules = DiagramBuilder::new(sudoku_rules(shape)).build(&mut Budget::unlimited()).unwrap();
            assert!(both_ways(&Grid::empty(shape)).iter().all(|bdd| *bdd == rules), "{shape}");
        }
    }

    #[test]
    fn what_takes_too_much_is_given_up_and_says_how_far_it_came() {
        let field = Field::of(&Grid::empty(Shape::NINE)).unwrap();
        let effort = Effort { search_nodes: 1000, listed: 5, steps: 1_000_000 };
        let found = |effort, memory| {
            let mut budget = Budget::unlimited().with_memory(memory);
            diagram(&field, &effort, &mut budget).unwrap().unwrap_err().found.len()
        };
        assert_eq!(found(effort, usize::MAX), 5);
        assert_eq!(found(Effort { steps: u64::MAX, ..effort }, 1 << 20), 5);
        assert_eq!(found(Effort { search_nodes: 3, ..effort }, usize::MAX), 0);
    }

    #[test]
    fn cancelling_ends_listing_and_searching_cell_by_cell() {
        let field = Field::of(&Grid::empty(Shape::NINE)).unwrap();
        let unlimited = Effort { search_nodes: u64::MAX, listed: usize::MAX, steps: u64::MAX };
        for (effort, stop_at) in [(unlimited, 0.0), (Effort { listed: 1, ..unlimited }, 0.1)] {
            let cancel = Cancel::new();
            let mut heard_after = 0;
            let hear = &mut |Progress { fraction }| {
                if fraction >= stop_at {
                    heard_after += 1;
                    cancel.cancel();
                }
            };
            let mut budget = Budget::unlimited().with_cancel(cancel.clone()).with_progress(hear);
            let ended = diagram(&field, &effort, &mut budget);
            assert_eq!((ended, heard_after), (Err(Interrupted::Cancelled), 1), "at {stop_at}");
        }
    }

    proptest! {
        #[test]
        fn any_clues_select_from_the_conjunction(clues in proptest::collection::vec((0u16..16, 1u8..5), 0..7)) {
            let shape = Shape::new(2, 2).unwrap();
            let grid = clues.iter().fold(Grid::empty(shape), |grid, &(cell, value)| grid.with(cell, value));
            let literals: Vec<_> = grid.filled().map(|(cell, value)| Literal::positive(variable(shape, cell, value))).collect();
            let expected = DiagramBuilder::new(sudoku_rules(shape)).build(&mut Budget::unlimited()).unwrap().select(&literals, &mut Budget::unlimited()).unwrap();
            for bdd in both_ways(&grid) {
                prop_assert_eq!(&bdd, &expected);
            }
        }
    }
}
