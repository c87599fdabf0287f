//! Boards with several stars on every line: Star Battle.
//!
//! They take other means than boards with a queen a line. Which squares are live is found by a SAT solver, since most
//! boards have few solutions; the diagram is made of what is left.

use bdd_core::{Bdd, Budget, DiagramBuilder, Literal, Rules, Stopped, Variable};
use puzzle_core::sat::Solver;

/// The most stars that a line may ask for.
pub(crate) const MOST_STARS: usize = 6;

/// Returns up to `limit` models of a solver, each as its variables in order.
pub(crate) fn models(mut solver: Solver, limit: usize, budget: &mut Budget<'_>) -> Result<Vec<Vec<Variable>>, Stopped> {
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
pub(crate) fn diagram(rules: &Rules, budget: &mut Budget<'_>) -> Result<Bdd, Stopped> {
    let tally = budget.part(0.0..LIVE_SHARE, |budget| Solver::new(rules, [], budget)?.tally(rules, &[], [], budget))?;
    if tally.total.is_zero() {
        return Ok(Bdd::constant(rules.variables(), false));
    }
    let dead = |variable: &Variable| tally.by_variable[variable.index()].is_zero();
    let dead: Vec<Literal> = Variable::all(rules.variables()).filter(dead).map(Literal::negative).collect();
    budget.part(LIVE_SHARE..1.0, |budget| DiagramBuilder::new(rules).with(&dead).build(budget))
}
