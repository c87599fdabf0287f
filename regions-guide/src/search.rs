//! Solutions by search, a few of them and on any board: no diagram, no memory.

use bdd_core::Variable;

use crate::field::{Field, Lines};

/// Up to `limit` solutions of a field, each as its squares in variable order: always on the line with the fewest
/// squares left, and with everything that follows from each choice.
pub(crate) fn solutions(lines: &Lines, field: Field, limit: usize) -> Vec<Vec<Variable>> {
    let mut found = Vec::new();
    search(lines, field, limit, &mut found);
    found
}

fn search(lines: &Lines, mut field: Field, limit: usize, found: &mut Vec<Vec<Variable>>) {
    if found.len() >= limit || field.follow(lines).is_err() {
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
