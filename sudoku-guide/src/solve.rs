//! Solving by a depth-first search, and by a SAT solver if the search takes long.

use std::ops::ControlFlow;

use bdd_core::{Budget, Interrupted, Literal};
use puzzle_core::sat::Solver;

use crate::field::{CandidateGrid, Dead};
use crate::grid::Grid;
use crate::rules::{cell_and_value, sudoku_rules, variable};

/// The answer of [`solve`](solve()).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// The puzzle has no solution.
    None,
    /// The puzzle has exactly this solution.
    Unique(Grid),
    /// The puzzle has several solutions, among them these two.
    Multiple(Grid, Grid),
}

impl Uniqueness {
    /// Returns the name in JSON: `none`, `unique` or `multiple`.
    ///
    /// ```
    /// use puzzle_core::Budget;
    /// use sudoku_guide::{Grid, Shape, solve};
    ///
    /// let answer = solve(&Grid::empty(Shape::NINE), &mut Budget::unlimited())?;
    /// assert_eq!(answer.name(), "multiple");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Uniqueness::None => "none",
            Uniqueness::Unique(_) => "unique",
            Uniqueness::Multiple(..) => "multiple",
        }
    }
}

/// The number of search nodes after which a SAT solver, which learns from conflicts, takes over. The hardest known
/// puzzles of 9 x 9 take some thousand nodes.
const MAX_SEARCH_NODES: u64 = 20_000;

/// Solves a puzzle, and finds a second solution if there is one.
///
/// ```
/// use puzzle_core::Budget;
/// use sudoku_guide::{Grid, Shape, Uniqueness, solve};
///
/// let grid = Grid::parse(Shape::of_values(4).unwrap(), "1.....3..4.....2")?;
/// let Uniqueness::Unique(solution) = solve(&grid, &mut Budget::unlimited())? else { panic!("it has one solution") };
/// assert_eq!(solution.to_string(), "1324423124133142");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Interrupted::Cancelled`] if the budget is cancelled.
pub fn solve(grid: &Grid, budget: &mut Budget<'_>) -> Result<Uniqueness, Interrupted> {
    match CandidateGrid::of(grid) {
        Ok(field) => uniqueness(&field, budget),
        Err(Dead) => Ok(Uniqueness::None),
    }
}

/// Returns the answer of [`solve`](solve()) for a propagated grid of candidates.
pub(crate) fn uniqueness(field: &CandidateGrid, budget: &mut Budget<'_>) -> Result<Uniqueness, Interrupted> {
    let mut solutions = first_solutions(field, 2, budget)?.into_iter();
    Ok(match (solutions.next(), solutions.next()) {
        (None, _) => Uniqueness::None,
        (Some(only), None) => Uniqueness::Unique(only),
        (Some(first), Some(second)) => Uniqueness::Multiple(first, second),
    })
}

/// Returns `true` if a propagated grid of candidates has a completion.
pub(crate) fn is_completable(field: &CandidateGrid, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
    Ok(!first_solutions(field, 1, budget)?.is_empty())
}

/// Returns up to `limit` completions of a propagated grid of candidates.
pub(crate) fn first_solutions(
    field: &CandidateGrid,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Grid>, Interrupted> {
    budget.check()?;
    let mut found = Vec::new();
    let visit = &mut |solution: &CandidateGrid| {
        found.push(solution.grid());
        if found.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let end = search(field, MAX_SEARCH_NODES, &mut lowest, visit, budget)?;
    if end != SearchEnd::GivenUp {
        return Ok(found);
    }
    let mut solver = solver(field, budget)?;
    found.iter().for_each(|grid| solver.require(difference_clause(grid)));
    while found.len() < limit {
        let Some(model) = solver.model(&[], budget)? else { break };
        let mut values = vec![0; field.houses.shape.cells()];
        for (cell, value) in model.into_iter().map(|one| cell_and_value(field.houses.shape, one)) {
            values[usize::from(cell)] = value;
        }
        let grid = Grid::new(field.houses.shape, values).expect("a solution has a valid value in every cell");
        solver.require(difference_clause(&grid));
        found.push(grid);
    }
    Ok(found)
}

/// Returns a SAT solver for the completions of a grid of candidates.
pub(crate) fn solver(field: &CandidateGrid, budget: &mut Budget<'_>) -> Result<Solver, Interrupted> {
    let shape = field.houses.shape;
    let values = 1..=shape.n() as u8;
    let ruled_out = field.houses.order.iter().flat_map(|&cell| {
        let dead = values.clone().filter(move |value| field.candidates(cell) >> (value - 1) & 1 == 0);
        dead.map(move |value| Literal::negative(variable(shape, cell, value)))
    });
    Solver::new(sudoku_rules(shape), ruled_out, budget)
}

/// Returns the literals of the clause that a grid differs from `solution` in at least one cell.
fn difference_clause(solution: &Grid) -> impl Iterator<Item = Literal> {
    solution.filled().map(|(cell, value)| Literal::negative(variable(solution.shape(), cell, value)))
}

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// All solutions were visited.
    Complete,
    /// The function `visit`, which is called for each solution, ended the search.
    ByVisitor,
    /// The limit of search nodes was reached.
    GivenUp,
}

/// Visits the completions of a propagated grid of candidates, each once, with at most `nodes` search nodes. `pick`
/// chooses the value to try next from the candidates of a cell. Its argument and its result are sets of values as bits.
///
/// The search decides the cell with the fewest candidates and propagates every decision. Its depth is at most the
/// number of cells.
pub(crate) fn search(
    field: &CandidateGrid,
    nodes: u64,
    pick: &mut dyn FnMut(u32) -> u32,
    visit: &mut dyn FnMut(&CandidateGrid) -> ControlFlow<()>,
    budget: &mut Budget<'_>,
) -> Result<SearchEnd, Interrupted> {
    match (BacktrackingSearch { nodes, pick, visit }).below(field, budget)? {
        ControlFlow::Continue(()) => Ok(SearchEnd::Complete),
        ControlFlow::Break(end) => Ok(end),
    }
}

/// Returns the lowest of these values. Argument and result are sets of values as bits.
pub(crate) fn lowest(values: u32) -> u32 {
    values & values.wrapping_neg()
}

struct BacktrackingSearch<'a> {
    /// The number of search nodes left.
    nodes: u64,
    pick: &'a mut dyn FnMut(u32) -> u32,
    visit: &'a mut dyn FnMut(&CandidateGrid) -> ControlFlow<()>,
}

impl BacktrackingSearch<'_> {
    fn below(&mut self, field: &CandidateGrid, budget: &mut Budget<'_>) -> Result<ControlFlow<SearchEnd>, Interrupted> {
        let Some(cell) = field.smallest_domain() else {
            return Ok((self.visit)(field).map_break(|()| SearchEnd::ByVisitor));
        };
        let mut values = field.candidates(cell);
        while values != 0 {
            let Some(left) = self.nodes.checked_sub(1) else { return Ok(ControlFlow::Break(SearchEnd::GivenUp)) };
            self.nodes = left;
            budget.spend(field.steps(), || 0.0)?;
            let value = (self.pick)(values);
            values &= !value;
            if let Ok(child) = field.with(cell, value)
                && let end @ ControlFlow::Break(_) = self.below(&child, budget)?
            {
                return Ok(end);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
