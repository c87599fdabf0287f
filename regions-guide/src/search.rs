//! Solutions by search, a few of them and on any board: no diagram, no memory.

use bdd_core::{Budget, Interrupted, Literal, Rules, Variable};
use puzzle_core::Marks;
use puzzle_core::sat::Solver;

use crate::field::{LineSets, SearchState, SquareSet};

/// Returns up to `limit` solutions of a field, each as its squares in variable order. The search decides the line with the
/// fewest squares left, with everything that follows from each choice, as long as the lines can be matched.
pub(crate) fn solutions(
    lines: &LineSets,
    field: SearchState,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Variable>>, Interrupted> {
    let mut found = Vec::new();
    search(lines, field, limit, &mut found, budget)?;
    Ok(found)
}

/// Up to `limit` completions of marks, each as its variables in order.
pub(crate) fn completions(
    rules: &Rules,
    marks: &Marks,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Variable>>, Interrupted> {
    let lines = LineSets::new(rules);
    let mut field = lines.field();
    marks.blocked.iter().for_each(|&blocked| field.possible.remove(blocked));
    for &queen in &marks.placed {
        if !field.possible.contains(queen) {
            return Ok(Vec::new());
        }
        field = field.with(&lines, queen);
    }
    solutions(&lines, field, limit, budget)
}

/// Returns up to `limit` models of a solver, each as its variables in order.
pub(crate) fn models(
    mut solver: Solver,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Variable>>, Interrupted> {
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

/// The squares of a field that some solution has a queen on.
pub(crate) fn live(lines: &LineSets, field: SearchState, budget: &mut Budget<'_>) -> Result<SquareSet, Interrupted> {
    let mut live = SquareSet::of([]);
    let squares = field.possible.iter().count() as f64;
    for (number, square) in field.possible.iter().enumerate() {
        if !live.contains(square) {
            let number = number as f64;
            let part = number / squares..(number + 1.0) / squares;
            let through = budget.part(part, |budget| solutions(lines, field.with(lines, square), 1, budget))?;
            through.into_iter().flatten().for_each(|queen| live.insert(queen));
        }
    }
    Ok(live)
}

/// The elementary steps, as of a [`Budget`], that a field takes: what follows, and the matchings.
const FIELD: u32 = 500;

fn search(
    lines: &LineSets,
    mut field: SearchState,
    limit: usize,
    found: &mut Vec<Vec<Variable>>,
    budget: &mut Budget<'_>,
) -> Result<(), Interrupted> {
    budget.spend(FIELD, || 0.0)?;
    if found.len() >= limit || field.follow(lines).is_err() || !is_matched(lines, &field) {
        return Ok(());
    }
    match field.narrowest(lines) {
        None => found.push(field.queens.iter().collect()),
        Some(choices) => {
            for choice in choices.iter() {
                search(lines, field.with(lines, choice), limit, found, budget)?;
            }
        }
    }
    Ok(())
}

/// Returns whether ranks can be matched with files, ranks with regions, and files with regions, one to one and by possible
/// squares. If not there is no solution, which a search of squares takes long to see: by Hall's condition some k lines of one
/// kind have squares on fewer than k lines of the other alone.
fn is_matched(lines: &LineSets, field: &SearchState) -> bool {
    let n = lines.size();
    [(0, 1), (0, 2), (1, 2)].into_iter().all(|(from, to)| {
        let mut choices = vec![0_u32; n];
        for square in field.possible.iter() {
            let through = lines.through[usize::from(square)];
            choices[through[from] - from * n] |= 1 << (through[to] - to * n);
        }
        let mut matched = vec![None; n];
        (0..n).all(|line| find(line, &choices, &mut matched, &mut 0))
    })
}

/// Finds a partner for a line, where its choices are taken with other ones for those who have them (Kuhn's algorithm).
fn find(line: usize, choices: &[u32], matched: &mut [Option<usize>], tried: &mut u32) -> bool {
    loop {
        let left = choices[line] & !*tried;
        if left == 0 {
            return false;
        }
        let partner = left.trailing_zeros() as usize;
        *tried |= 1 << partner;
        if matched[partner].is_none_or(|other| find(other, choices, matched, tried)) {
            matched[partner] = Some(line);
            return true;
        }
    }
}
