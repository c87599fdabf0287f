//! Solving by a depth-first search: no solution, the one solution, two of several, or all.

use std::ops::ControlFlow;

use bdd_core::{Budget, Interrupted, Literal};
use puzzle_core::sat::Solver;

use crate::field::{Dead, Field};
use crate::grid::Grid;
use crate::rules::{meaning, sudoku_rules, variable};

/// What a puzzle has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No solution.
    None,
    /// Exactly one.
    Unique(Grid),
    /// More than one; these are two of them.
    Multiple(Grid, Grid),
}

impl Answer {
    /// The name as it stands in JSON: `none`, `unique` or `multiple`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Answer::None => "none",
            Answer::Unique(_) => "unique",
            Answer::Multiple(..) => "multiple",
        }
    }
}

/// The search nodes after which a solver that learns from its dead ends is the better one. The hardest known puzzles of
/// 9 x 9 take some thousands.
const PATIENCE: u64 = 20_000;

/// Returns the solution of a puzzle, or two of them, or the proof that there is none: by a search, and by a SAT solver where
/// the search would take long.
///
/// ```
/// use puzzle_core::Budget;
/// use sudoku_guide::{Answer, Grid, Shape, solve};
///
/// let grid = Grid::parse(Shape::of_values(4).unwrap(), "1.....3..4.....2")?;
/// let Answer::Unique(solution) = solve(&grid, &mut Budget::unlimited())? else { panic!("it has one solution") };
/// assert_eq!(solution.to_string(), "1324423124133142");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Interrupted::Cancelled`].
pub fn solve(grid: &Grid, budget: &mut Budget<'_>) -> Result<Answer, Interrupted> {
    match Field::of(grid) {
        Ok(field) => answer(&field, budget),
        Err(Dead) => Ok(Answer::None),
    }
}

/// Returns the answer for a field after propagation.
pub(crate) fn answer(field: &Field, budget: &mut Budget<'_>) -> Result<Answer, Interrupted> {
    let mut solutions = some(field, 2, budget)?.into_iter();
    Ok(match (solutions.next(), solutions.next()) {
        (None, _) => Answer::None,
        (Some(only), None) => Answer::Unique(only),
        (Some(first), Some(second)) => Answer::Multiple(first, second),
    })
}

/// Whether a settled field has a completion.
pub(crate) fn is_completable(field: &Field, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
    Ok(!some(field, 1, budget)?.is_empty())
}

/// So many completions of a settled field, or all of them if there are no more.
pub(crate) fn some(field: &Field, wanted: usize, budget: &mut Budget<'_>) -> Result<Vec<Grid>, Interrupted> {
    budget.check()?;
    let mut found = Vec::new();
    let visit = &mut |solution: &Field| {
        found.push(solution.grid());
        if found.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let end = search(field, PATIENCE, &mut lowest, visit, budget)?;
    if end != End::GivenUp {
        return Ok(found);
    }
    let mut solver = solver(field, budget)?;
    found.iter().for_each(|grid| solver.require(another(grid)));
    while found.len() < wanted {
        let Some(model) = solver.model(&[], budget)? else { break };
        let mut values = vec![0; field.houses.shape.cells()];
        for (cell, value) in model.into_iter().map(|one| meaning(field.houses.shape, one)) {
            values[usize::from(cell)] = value;
        }
        let grid = Grid::new(field.houses.shape, values).expect("the rules have a value for every cell");
        solver.require(another(&grid));
        found.push(grid);
    }
    Ok(found)
}

/// A SAT solver for the completions of a field.
pub(crate) fn solver(field: &Field, budget: &mut Budget<'_>) -> Result<Solver, Interrupted> {
    let shape = field.houses.shape;
    let values = 1..=shape.n() as u8;
    let ruled_out = field.houses.order.iter().flat_map(|&cell| {
        let gone = values.clone().filter(move |value| field.candidates(cell) >> (value - 1) & 1 == 0);
        gone.map(move |value| Literal::negative(variable(shape, cell, value)))
    });
    Solver::new(sudoku_rules(shape), ruled_out, budget)
}

/// The clause that something differs from a solution.
fn another(solution: &Grid) -> impl Iterator<Item = Literal> {
    solution.filled().map(|(cell, value)| Literal::negative(variable(solution.shape(), cell, value)))
}

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All solutions were visited.
    Complete,
    /// Whoever received the solutions had enough.
    Stopped,
    /// So many search nodes did not suffice.
    GivenUp,
}

/// Visits the solutions of a settled field, each once, with at most so many search nodes. `pick` chooses among the
/// values of a cell the one to try first.
///
/// The cell with the fewest values is decided first, and simple conclusions are drawn after every decision. The depth of
/// the search is at most the number of cells.
pub(crate) fn search(
    field: &Field,
    nodes: u64,
    pick: &mut dyn FnMut(u32) -> u32,
    visit: &mut dyn FnMut(&Field) -> ControlFlow<()>,
    budget: &mut Budget<'_>,
) -> Result<End, Interrupted> {
    match (Search { nodes, pick, visit }).below(field, budget)? {
        ControlFlow::Continue(()) => Ok(End::Complete),
        ControlFlow::Break(end) => Ok(end),
    }
}

/// The lowest value first.
pub(crate) fn lowest(values: u32) -> u32 {
    values & values.wrapping_neg()
}

struct Search<'a> {
    /// The search nodes left.
    nodes: u64,
    pick: &'a mut dyn FnMut(u32) -> u32,
    visit: &'a mut dyn FnMut(&Field) -> ControlFlow<()>,
}

impl Search<'_> {
    fn below(&mut self, field: &Field, budget: &mut Budget<'_>) -> Result<ControlFlow<End>, Interrupted> {
        let Some(cell) = field.narrowest() else {
            return Ok((self.visit)(field).map_break(|()| End::Stopped));
        };
        let mut values = field.candidates(cell);
        while values != 0 {
            let Some(left) = self.nodes.checked_sub(1) else { return Ok(ControlFlow::Break(End::GivenUp)) };
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
