//! The solutions of a board: a few of them, or the diagram of all solutions.

use bdd_core::{Budget, DiagramBuilder, Interrupted, Literal, Rules, Variable, Zdd};
use nqueens_board::Square;
use puzzle_core::sat::Solver;
use puzzle_core::{Diagram, Marks, Puzzle};
use puzzle_kind::Playable;

use crate::puzzle::RegionsPuzzle;
use crate::state::{LineSets, SquareSet};
use crate::{direct, search};

/// Returns up to `limit` completions of marks, each as the squares of its queens or stars, rank by rank from rank 1 on.
///
/// Since the search needs no diagram, it also finds solutions of boards with too many solutions to count.
///
/// ```
/// use puzzle_core::{Marks, Words};
/// use regions_guide::{Attack, RegionsPuzzle, first_solutions};
///
/// let puzzle = RegionsPuzzle::new("AABB\nABBC\nAACC\nDDDC".parse()?, Attack::King);
/// let solutions = first_solutions(&puzzle, &Marks::default(), 2);
/// let squares: Vec<String> = solutions[0].iter().map(|square| square.to_string()).collect();
/// assert_eq!((solutions.len(), squares.join(" ")), (1, "b1 d2 a3 c4".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If a mark is on a square that the board does not have.
#[must_use]
pub fn first_solutions(puzzle: &RegionsPuzzle, marks: &Marks, limit: usize) -> Vec<Vec<Square>> {
    let found =
        puzzle.first_completions(marks, limit, &mut Budget::unlimited()).expect("an unlimited budget is never used up");
    found.iter().map(|queens| puzzle.squares(queens)).collect()
}

/// The progress (from 0 to 1) that the budget reports when all live squares (squares with a queen in some solution) are
/// found. On boards that take long, the search for live squares takes about this share of the time.
const LIVE_SHARE: f64 = 0.1;

/// Builds the diagram of all solutions, and returns it with the board as a source for the engine of `puzzle_core`.
///
/// The diagram equals the conjunction of the rules. With one queen on every line, a search from rank to rank builds it.
/// The search uses only live squares, which have a queen in at least one solution. So the time grows with the number of
/// solutions rather than with the size of the board.
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
    Ok(Diagram::new(puzzle, bdd).expect("the diagram has one variable for each square"))
}

fn queens(puzzle: &RegionsPuzzle, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
    let lines = LineSets::new(puzzle.rules());
    let state = lines.deduce().map(|(state, _)| state);
    let live = budget.part(0.0..LIVE_SHARE, |budget| match state {
        Ok(state) => search::live(&lines, state, budget),
        Err(_) => Ok(SquareSet::of([])),
    })?;
    let build = |budget: &mut Budget<'_>| direct::build(&puzzle.board, puzzle.attack, &live, budget);
    budget.part(LIVE_SHARE..1.0, build)
}

/// Builds the diagram for several stars on every line: a SAT solver finds the squares that have a star in some
/// solution, and the rules are conjoined for these squares alone.
fn stars(rules: &Rules, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
    const LIVE_SHARE: f64 = 0.5;
    let tally = budget.part(0.0..LIVE_SHARE, |budget| Solver::new(rules, [], budget)?.tally(rules, &[], [], budget))?;
    if tally.total.is_zero() {
        return Ok(Zdd::constant(rules.variables(), false));
    }
    let dead = |variable: &Variable| tally.by_variable[variable.index()].is_zero();
    let dead: Vec<Literal> = Variable::all(rules.variables()).filter(dead).map(Literal::negative).collect();
    budget.part(LIVE_SHARE..1.0, |budget| DiagramBuilder::new(rules).with(&dead).build_zdd(budget))
}
