//! Builds the diagram of all completions by a search, instead of conjoining the rules.

use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use bdd_core::{Budget, Interrupted, Search, Zdd, construct_zdd};

use crate::field::{CandidateGrid, Houses};
use crate::grid::Grid;
use crate::shape::Shape;
use crate::solve::{SearchEnd, lowest, search};

/// The limits for building a diagram of all completions. If building exceeds them, a SAT solver answers instead.
///
/// ```
/// use puzzle_core::{Budget, Count, Marks, Source};
/// use sudoku_guide::{DiagramLimits, Grid, Shape, Sudoku};
///
/// let small = DiagramLimits { max_listed: 10, max_steps: 0, ..DiagramLimits::default() };
/// let sudoku = Sudoku::new(Grid::empty(Shape::NINE)).with_diagram_limits(small);
/// assert_eq!(sudoku.count(&Marks::default(), &mut Budget::unlimited())?, Count::AtLeast(10u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramLimits {
    /// The maximum number of search nodes for listing the completions one by one.
    pub max_search_nodes: u64,
    /// The maximum number of completions to list. If there are more, a search with a memo table builds the diagram.
    pub max_listed: usize,
    /// The maximum number of steps of the search with a memo table; see [`Budget::spend`].
    pub max_steps: u64,
}

impl Default for DiagramLimits {
    /// Returns limits that allow some seconds of work.
    fn default() -> DiagramLimits {
        DiagramLimits { max_search_nodes: 100_000, max_listed: 10_000, max_steps: 100_000_000 }
    }
}

/// The error for a diagram whose building would exceed the [`DiagramLimits`] or the memory of the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge {
    /// The completions listed until the building of the diagram was given up.
    pub(crate) found: Vec<Grid>,
}

/// Builds the diagram of the completions of `field`, whose candidates must be propagated.
///
/// If there are few completions, they are listed, and the diagram is built from the list. If there are many, a search
/// decides one cell after the other, in the order of the variables. A memo table keeps the diagram for each set of
/// candidates of the remaining cells.
pub(crate) fn diagram(
    field: &CandidateGrid,
    limits: &DiagramLimits,
    budget: &mut Budget<'_>,
) -> Result<Result<Zdd, TooLarge>, Interrupted> {
    let mut found = Vec::new();
    let visit = &mut |solution: &CandidateGrid| {
        if found.len() == limits.max_listed {
            return ControlFlow::Break(());
        }
        found.push(solution.grid());
        ControlFlow::Continue(())
    };
    let end = budget.part(0.0..LISTING, |budget| search(field, limits.max_search_nodes, &mut lowest, visit, budget))?;
    let built = budget.part(LISTING..1.0, |budget| match end {
        SearchEnd::Complete => joined(field.houses.shape, &found, budget).map(Some),
        // If not even one completion was found within the limit, a search in the order of the variables is no quicker.
        _ if found.is_empty() => Ok(None),
        _ => budget.limited(usize::MAX, limits.max_steps, |budget| direct(field, budget)).map(Some),
    });
    match built {
        Ok(Some(bdd)) => Ok(Ok(bdd)),
        Err(Interrupted::Cancelled) => Err(Interrupted::Cancelled),
        Ok(None) | Err(_) => Ok(Err(TooLarge { found })),
    }
}

/// The progress (from 0 to 1) that the budget reports when the listing of completions ends. The rest is for building
/// the diagram, which takes long if there are too many completions to list.
const LISTING: f64 = 0.1;

/// Builds the diagram whose models are exactly these solutions.
pub(crate) fn joined(shape: Shape, solutions: &[Grid], budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
    let in_order = |grid: &Grid| Houses::of(shape).order.iter().map(|&cell| grid.value(cell)).collect();
    let mut solutions: Vec<Vec<u8>> = solutions.iter().map(in_order).collect();
    solutions.sort_unstable();
    if solutions.is_empty() {
        return Ok(Zdd::constant(shape.cells() * shape.n(), false));
    }
    let all = 0..solutions.len();
    construct_zdd(&mut SolutionList { solutions }, all, &vec![shape.n(); shape.cells()], budget)
}

/// Solutions in lexicographic order. A solution is the list of its values, in the order of the variables.
struct SolutionList {
    solutions: Vec<Vec<u8>>,
}

/// The search for the diagram of listed solutions. A choice is the value of a cell. A state is the range of the
/// solutions that have the values chosen so far.
impl Search for SolutionList {
    type State = Range<usize>;

    fn last_choice(&self, place: usize, same: &Range<usize>, before: usize) -> Option<usize> {
        let solutions = &self.solutions[same.clone()];
        let end = solutions.partition_point(|solution| usize::from(solution[place]) - 1 < before);
        solutions[..end].last().map(|solution| usize::from(solution[place]) - 1)
    }

    fn choose(&mut self, place: usize, same: &Range<usize>, choice: usize) -> Option<Range<usize>> {
        let solutions = &self.solutions[same.clone()];
        let up_to = |value| same.start + solutions.partition_point(|solution| usize::from(solution[place]) <= value);
        Some(up_to(choice)..up_to(choice + 1))
    }
}

/// Builds the diagram of the completions of `field` by a search cell by cell, with a memo table.
fn direct(field: &CandidateGrid, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
    let shape = field.houses.shape;
    construct_zdd(&mut Cells { shape }, Rc::new(field.clone()), &vec![shape.n(); shape.cells()], budget)
}

struct Cells {
    shape: Shape,
}

/// The search for the diagram of all completions. A choice is the value of a cell. A state is the grid of candidates
/// that the chosen values leave after propagation.
impl Search for Cells {
    type State = Rc<CandidateGrid>;

    fn last_choice(&self, place: usize, field: &Rc<CandidateGrid>, before: usize) -> Option<usize> {
        let values = field.candidates(field.houses.order[place]) & !(u32::MAX << before);
        values.checked_ilog2().map(|value| value as usize)
    }

    fn choose(&mut self, place: usize, field: &Rc<CandidateGrid>, value: usize) -> Option<Rc<CandidateGrid>> {
        let cell = field.houses.order[place];
        if field.candidates(cell).is_power_of_two() {
            return Some(Rc::clone(field));
        }
        field.with(cell, 1 << value).ok().map(Rc::new)
    }

    fn residual_key(&mut self, place: usize, field: &Rc<CandidateGrid>, words: &mut Vec<u64>) -> bool {
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

    fn both_ways(grid: &Grid) -> [Zdd; 2] {
        let Ok(field) = CandidateGrid::of(grid) else {
            let variables = sudoku_rules(grid.shape()).variables();
            return [false; 2].map(|value| Zdd::constant(variables, value));
        };
        let listed = DiagramLimits { max_search_nodes: u64::MAX, max_listed: usize::MAX, ..DiagramLimits::default() };
        let direct = DiagramLimits { max_listed: 1, ..DiagramLimits::default() };
        [listed, direct].map(|limits| diagram(&field, &limits, &mut Budget::unlimited()).unwrap().unwrap())
    }

    #[test]
    fn empty_grids_are_the_conjunction_of_the_rules() {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (1, 4), (4, 1)] {
            let shape = Shape::new(rows, columns).unwrap();
            let rules = DiagramBuilder::new(sudoku_rules(shape)).build_zdd(&mut Budget::unlimited()).unwrap();
            assert!(both_ways(&Grid::empty(shape)).iter().all(|bdd| *bdd == rules), "{shape}");
        }
    }

    #[test]
    fn what_takes_too_much_is_given_up_and_says_how_far_it_came() {
        let field = CandidateGrid::of(&Grid::empty(Shape::NINE)).unwrap();
        let limits = DiagramLimits { max_search_nodes: 1000, max_listed: 5, max_steps: 1_000_000 };
        let found = |limits, memory| {
            let mut budget = Budget::unlimited().with_memory(memory);
            diagram(&field, &limits, &mut budget).unwrap().unwrap_err().found.len()
        };
        assert_eq!(found(limits, usize::MAX), 5);
        assert_eq!(found(DiagramLimits { max_steps: u64::MAX, ..limits }, 1 << 20), 5);
        assert_eq!(found(DiagramLimits { max_search_nodes: 3, ..limits }, usize::MAX), 0);
    }

    #[test]
    fn cancelling_ends_listing_and_searching_cell_by_cell() {
        let field = CandidateGrid::of(&Grid::empty(Shape::NINE)).unwrap();
        let unlimited = DiagramLimits { max_search_nodes: u64::MAX, max_listed: usize::MAX, max_steps: u64::MAX };
        for (limits, stop_at) in [(unlimited, 0.0), (DiagramLimits { max_listed: 1, ..unlimited }, 0.1)] {
            let cancel = Cancel::new();
            let mut heard_after = 0;
            let hear = &mut |Progress { fraction }| {
                if fraction >= stop_at {
                    heard_after += 1;
                    cancel.cancel();
                }
            };
            let mut budget = Budget::unlimited().with_cancel(cancel.clone()).with_progress(hear);
            let ended = diagram(&field, &limits, &mut budget);
            assert_eq!((ended, heard_after), (Err(Interrupted::Cancelled), 1), "at {stop_at}");
        }
    }

    proptest! {
        #[test]
        fn any_clues_select_from_the_conjunction(clues in proptest::collection::vec((0u16..16, 1u8..5), 0..7)) {
            let shape = Shape::new(2, 2).unwrap();
            let grid = clues.iter().fold(Grid::empty(shape), |grid, &(cell, value)| grid.with(cell, value));
            let literals: Vec<_> = grid.filled().map(|(cell, value)| Literal::positive(variable(shape, cell, value))).collect();
            let expected = DiagramBuilder::new(sudoku_rules(shape)).build(&mut Budget::unlimited()).unwrap().to_zdd(&mut Budget::unlimited()).unwrap().select(&literals, &mut Budget::unlimited()).unwrap();
            for bdd in both_ways(&grid) {
                prop_assert_eq!(&bdd, &expected);
            }
        }
    }
}
