//! Boards with several stars on every line: Star Battle.
//!
//! They take other means than boards with a queen a line. Which squares are live is found by a SAT solver, since most
//! boards have few solutions; the diagram is made of what is left.

use bdd_core::{Bdd, Budget, DiagramBuilder, Literal, Rules, Stopped, Variable};
use puzzle_core::Marks;
use puzzle_core::sat::Solver;

use crate::attack::Attack;
use crate::board::Board;

/// The most stars that a line may ask for.
pub const MOST_STARS: usize = 6;

/// The rules of a board with so many stars in every rank, file and region, in this order, and no two stars next to each
/// other, or, if they attack as queens, on one diagonal. One variable a square, in variable order.
pub(crate) fn rules(board: &Board, attack: Attack, stars: usize) -> Rules {
    let size = board.size();
    let mut rules = Rules::new(size.square_count());
    for a in size.squares() {
        for b in size.squares().take_while(|&b| b < a).filter(|&b| attack.keeps_apart(a, b)) {
            rules.exclude(size.variable(b), size.variable(a));
        }
    }
    let n = size.get();
    let mut line = |squares: &mut dyn Iterator<Item = nqueens_board::Square>| {
        rules.exactly(stars, &squares.map(|square| size.variable(square)).collect::<Vec<_>>());
    };
    (0..n).for_each(|rank| line(&mut size.rank(rank)));
    (0..n).for_each(|file| line(&mut size.file(file)));
    (0..n).for_each(|region| line(&mut board.squares_of(region)));
    rules
}

/// Up to `limit` completions of marks, each as its variables in order.
///
/// # Errors
///
/// [`Stopped::Cancelled`].
pub(crate) fn completions(
    rules: &Rules,
    marks: &Marks,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Variable>>, Stopped> {
    let mut solver = Solver::new(rules, marks.literals(), budget)?;
    let mut found = Vec::new();
    while found.len() < limit
        && let Some(model) = solver.model(&[], budget)?
    {
        // All solutions have as many stars: another one is without one of these.
        solver.require(model.iter().map(|&star| Literal::negative(star)));
        found.push(model);
    }
    Ok(found)
}

/// The share in the whole time of finding the live squares.
const LIVE_SHARE: f64 = 0.5;

/// The diagram of all solutions.
///
/// # Errors
///
/// [`Stopped`] if the budget does not suffice.
pub(crate) fn diagram(rules: &Rules, budget: &mut Budget<'_>) -> Result<Bdd, Stopped> {
    let tally = budget.part(0.0..LIVE_SHARE, |budget| Solver::new(rules, [], budget)?.tally(rules, &[], [], budget))?;
    if tally.total.is_zero() {
        return Ok(Bdd::constant(rules.variables(), false));
    }
    let dead = |variable: &Variable| tally.by_variable[variable.index()].is_zero();
    let dead: Vec<Literal> = Variable::all(rules.variables()).filter(dead).map(Literal::negative).collect();
    budget.part(LIVE_SHARE..1.0, |budget| DiagramBuilder::new(rules).with(&dead).build(budget))
}
