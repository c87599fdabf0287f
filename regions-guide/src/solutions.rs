//! The solutions of a board: a few of them, or the diagram of all.

use bdd_core::{Bdd, Budget, DiagramBuilder, Interrupted, Literal, Rules, Variable};
use nqueens_board::Square;
use puzzle_core::sat::Solver;
use puzzle_core::{Diagram, Marks, Puzzle};
use puzzle_kind::Playable;

use crate::field::{LineSets, SquareSet};
use crate::puzzle::RegionsPuzzle;
use crate::{direct, search};

/// Up to `limit` completions of marks, each as its queens by rank. They are searched for without a diagram, so that
/// boards can be solved that have too many solutions to count.
///
/// # Panics
///
/// If the marks are those of a larger board.
#[must_use]
pub fn first_solutions(puzzle: &RegionsPuzzle, marks: &Marks, limit: usize) -> Vec<Vec<Square>> {
    let found = puzzle.first_completions(marks, limit, &mut Budget::unlimited()).expect("an unlimited budget suffices");
    found.iter().map(|queens| puzzle.squares(queens)).collect()
}

/// The share in the whole time of finding the live squares, for boards that take long: more on boards with few solutions.
const LIVE_SHARE: f64 = 0.1;

/// A board with the diagram of all its solutions, which the engine guides, plays and explains it by.
///
/// The diagram equals the conjunction of the rules. Squares that no solution has a queen on are left out first, and a
/// search from rank to rank does the rest: the time grows with the number of solutions, and not with the board alone.
///
/// ```
/// use puzzle_core::Budget;
/// use regions_guide::{Attack, RegionsPuzzle, all_solutions};
///
/// let puzzle = RegionsPuzzle::new("AABB\nABBC\nAACC\nDDDC".parse()?, Attack::King);
/// let source = all_solutions(puzzle, &mut Budget::unlimited())?;
/// assert_eq!(source.solutions().model_count(), 1u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice.
pub fn all_solutions(puzzle: RegionsPuzzle, budget: &mut Budget<'_>) -> Result<Diagram<RegionsPuzzle>, Interrupted> {
    let bdd = if puzzle.stars > 1 { stars(puzzle.rules(), budget)? } else { queens(&puzzle, budget)? };
    Ok(Diagram::new(puzzle, bdd).expect("one variable a square"))
}

fn queens(puzzle: &RegionsPuzzle, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
    let lines = LineSets::new(puzzle.rules());
    let field = lines.reason().map(|(field, _)| field);
    let live = budget.part(0.0..LIVE_SHARE, |budget| match field {
        Ok(field) => search::live(&lines, field, budget),
        Err(_) => Ok(SquareSet::of([])),
    })?;
    let build = |budget: &mut Budget<'_>| direct::build(&puzzle.board, puzzle.attack, &live, budget);
    budget.part(LIVE_SHARE..1.0, build)
}

/// A SAT solver finds the live squares of stars, since most boards have few solutions; the diagram is made of what is left.
fn stars(rules: &Rules, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
    const LIVE_SHARE: f64 = 0.5;
    let tally = budget.part(0.0..LIVE_SHARE, |budget| Solver::new(rules, [], budget)?.tally(rules, &[], [], budget))?;
    if tally.total.is_zero() {
        return Ok(Bdd::constant(rules.variables(), false));
    }
    let dead = |variable: &Variable| tally.by_variable[variable.index()].is_zero();
    let dead: Vec<Literal> = Variable::all(rules.variables()).filter(dead).map(Literal::negative).collect();
    budget.part(LIVE_SHARE..1.0, |budget| DiagramBuilder::new(rules).with(&dead).build(budget))
}
