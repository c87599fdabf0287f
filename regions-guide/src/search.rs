//! Solutions by search, a few of them and on any board: no diagram, no memory.

use bdd_core::Variable;

use crate::field::{Field, Lines, Set};
use crate::matching::is_matched;

/// Up to `limit` solutions of a field, each as its squares in variable order: always on the line with the fewest
/// squares left, with everything that follows from each choice, and as long as the lines can be matched.
pub(crate) fn solutions(lines: &Lines, field: Field, limit: usize) -> Vec<Vec<Variable>> {
    let mut found = Vec::new();
    search(lines, field, limit, &mut found);
    found
}

/// The squares of a field that some solution has a queen on.
pub(crate) fn live(lines: &Lines, field: Field) -> Set {
    let mut live = Set::of([]);
    for square in field.possible.iter() {
        if !live.contains(square) {
            let through = solutions(lines, field.with(lines, square), 1);
            through.into_iter().flatten().for_each(|queen| live.insert(queen));
        }
    }
    live
}

fn search(lines: &Lines, mut field: Field, limit: usize, found: &mut Vec<Vec<Variable>>) {
    if found.len() >= limit || field.follow(lines).is_err() || !is_matched(lines, &field) {
        return;
    }
    match field.narrowest(lines) {
        None => found.push(field.queens.iter().collect()),
        Some(choices) => {
            for choice in choices.iter() {
                search(lines, field.with(lines, choice), limit, found);
            }
        }
    }
}
