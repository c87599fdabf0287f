//! The search for a few solutions of any board, without a diagram.

use bdd_core::{Budget, Interrupted, Literal, Rules, Variable};
use puzzle_core::Marks;
use puzzle_core::sat::Solver;

use crate::state::{LineSets, SearchState, SquareSet};

/// Returns up to `limit` solutions that extend `state`, each as the variables of its queens in ascending order.
pub(crate) fn solutions(
    lines: &LineSets,
    state: SearchState,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Variable>>, Interrupted> {
    let mut found = Vec::new();
    search(lines, state, limit, &mut found, budget)?;
    Ok(found)
}

/// Returns up to `limit` solutions that agree with the player's placed and blocked squares, each as the variables of
/// its queens in ascending order.
pub(crate) fn completions(
    rules: &Rules,
    marks: &Marks,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Variable>>, Interrupted> {
    let lines = LineSets::new(rules);
    let mut state = lines.start();
    marks.blocked.iter().for_each(|&blocked| state.candidates.remove(blocked));
    for &queen in &marks.placed {
        if !state.candidates.contains(queen) {
            return Ok(Vec::new());
        }
        state = state.with(&lines, queen);
    }
    solutions(&lines, state, limit, budget)
}

/// Returns up to `limit` models of a solver, each as the variables of its stars in ascending order.
pub(crate) fn models(
    mut solver: Solver,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Variable>>, Interrupted> {
    let mut found = Vec::new();
    while found.len() < limit
        && let Some(model) = solver.model(&[], budget)?
    {
        // All solutions have the same number of stars. So every other solution lacks one of the stars of this model.
        solver.require(model.iter().map(|&star| Literal::negative(star)));
        found.push(model);
    }
    Ok(found)
}

/// Returns every square that has a queen in at least one solution that extends `state`.
pub(crate) fn live(lines: &LineSets, state: SearchState, budget: &mut Budget<'_>) -> Result<SquareSet, Interrupted> {
    let mut live = SquareSet::of([]);
    let squares = state.candidates.iter().count() as f64;
    for (number, square) in state.candidates.iter().enumerate() {
        if !live.contains(square) {
            let number = number as f64;
            let part = number / squares..(number + 1.0) / squares;
            let through = budget.part(part, |budget| solutions(lines, state.with(lines, square), 1, budget))?;
            through.into_iter().flatten().for_each(|queen| live.insert(queen));
        }
    }
    Ok(live)
}

/// The cost of a search node with its propagation and matchings, in elementary steps of a [`Budget`].
const NODE_STEPS: u32 = 500;

/// Appends solutions that extend `state` to `found`, until `found` has `limit` solutions. Tries each candidate of the
/// line with the fewest candidates, and propagates it. Abandons a state for which [`is_matched`] returns `false`.
fn search(
    lines: &LineSets,
    mut state: SearchState,
    limit: usize,
    found: &mut Vec<Vec<Variable>>,
    budget: &mut Budget<'_>,
) -> Result<(), Interrupted> {
    budget.spend(NODE_STEPS, || 0.0)?;
    if found.len() >= limit || state.propagate(lines).is_err() || !is_matched(lines, &state) {
        return Ok(());
    }
    match state.smallest_line(lines) {
        None => found.push(state.queens.iter().collect()),
        Some(choices) => {
            for choice in choices.iter() {
                search(lines, state.with(lines, choice), limit, found, budget)?;
            }
        }
    }
    Ok(())
}

/// Returns `true` if three matchings exist: of all ranks with different files, of all ranks with different regions, and
/// of all files with different regions. Two lines can be matched if they have a candidate in common.
///
/// If one of these matchings does not exist, there is no solution. By Hall's condition, some `k` lines of one kind,
/// such as ranks, then have candidates on fewer than `k` lines of another kind, such as regions. A search alone would
/// take long to find that out.
fn is_matched(lines: &LineSets, state: &SearchState) -> bool {
    let n = lines.size();
    [(0, 1), (0, 2), (1, 2)].into_iter().all(|(from, to)| {
        let mut choices = vec![0_u32; n];
        for square in state.candidates.iter() {
            let through = lines.through[usize::from(square)];
            choices[through[from] - from * n] |= 1 << (through[to] - to * n);
        }
        let mut matched = vec![None; n];
        (0..n).all(|line| find(line, &choices, &mut matched, &mut 0))
    })
}

/// Finds a partner for `line`. Lines that lose their partner to another line get new partners (Kuhn's algorithm).
/// Returns `false` if there is no partner for `line`.
///
/// `choices` has the possible partners of each line, as bits. `matched` has, for each partner, the line matched with
/// it, or `None`. `tried` is the set of the partners tried so far, as bits.
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
