//! The order of decisions, from a tree decomposition of the rules.

use std::collections::BTreeSet;

use crate::budget::{Budget, Interrupted};

/// The largest number of neighbours that are joined when a variable is eliminated. Joining more neighbours with each
/// other would cost more time than the better order saves.
const MOST_NEIGHBOURS: usize = 400;

/// The length from which a clause becomes a vertex of the graph instead of joining all its variables with each other.
const LONG_CLAUSE: usize = 9;

/// Returns a priority for each variable; the variable with the largest priority of a component is decided first.
///
/// Variables are eliminated in the order of their degrees in the primal graph, in which two variables are neighbours if
/// a constraint has both (Rose 1970). Eliminating a variable joins its neighbours. The variables eliminated last
/// separate all other variables: deciding them first lets the rules fall apart. A long clause is a vertex of its own, a
/// neighbour of its variables: all that its decided variables tell the others is if the clause holds already. To join
/// its variables would hide the variables that many other constraints share, which should be decided first.
///
/// `clauses` are the variables of the clauses, `counts` of all other constraints. The auxiliary variables, from
/// `projected` on, are eliminated before all other variables. So a component decides an auxiliary variable only if the
/// component has no other variables.
pub(super) fn priorities(
    variables: usize,
    projected: usize,
    clauses: &[Vec<u32>],
    counts: &[Vec<u32>],
    budget: &mut Budget<'_>,
) -> Result<Vec<u32>, Interrupted> {
    let mut neighbours: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); variables];
    for clause in clauses.iter().filter(|clause| clause.len() >= LONG_CLAUSE) {
        budget.spend(clause.len() as u32, || 0.0)?;
        let vertex = neighbours.len() as u32;
        neighbours.push(clause.iter().copied().collect());
        clause.iter().for_each(|&variable| {
            neighbours[variable as usize].insert(vertex);
        });
    }
    for constraint in clauses.iter().filter(|clause| clause.len() < LONG_CLAUSE).chain(counts) {
        // A long constraint joins its variables only as a path. Joining all of them with each other would hide the
        // structure of the other constraints.
        if constraint.len() > MOST_NEIGHBOURS {
            for pair in constraint.windows(2) {
                neighbours[pair[0] as usize].insert(pair[1]);
                neighbours[pair[1] as usize].insert(pair[0]);
            }
            continue;
        }
        for &a in constraint {
            budget.spend(constraint.len() as u32, || 0.0)?;
            neighbours[a as usize].extend(constraint.iter().filter(|&&b| b != a));
        }
    }
    // The vertices of clauses, from `variables` on, are eliminated among the variables that are not auxiliary.
    let is_projected = |vertex: u32| !(projected..variables).contains(&(vertex as usize));
    let mut queue: BTreeSet<(bool, usize, u32)> = (0..neighbours.len() as u32)
        .map(|variable| (is_projected(variable), neighbours[variable as usize].len(), variable))
        .collect();
    let mut priorities = vec![0; neighbours.len()];
    let mut next = 0;
    while let Some((_, degree, variable)) = queue.pop_first() {
        priorities[variable as usize] = next;
        next += 1;
        let around: Vec<u32> = std::mem::take(&mut neighbours[variable as usize]).into_iter().collect();
        let joins = degree <= MOST_NEIGHBOURS;
        for &a in &around {
            budget.spend(1 + around.len() as u32, || 0.0)?;
            let set = &mut neighbours[a as usize];
            let before = set.len();
            set.remove(&variable);
            if joins {
                set.extend(around.iter().filter(|&&b| b != a));
            }
            queue.remove(&(is_projected(a), before, a));
            queue.insert((is_projected(a), set.len(), a));
        }
    }
    priorities.truncate(variables);
    Ok(priorities)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of 20 options needs one of two further variables, and a clause has all options. Deciding the two variables
    /// leaves options that only the clause connects.
    #[test]
    fn a_long_clause_does_not_hide_shared_variables() {
        let pairs = (0..20).map(|option| vec![option, 20 + option % 2]);
        let clauses: Vec<Vec<u32>> = pairs.chain([(0..20).collect()]).collect();
        let priorities = priorities(22, 22, &clauses, &[], &mut Budget::unlimited()).unwrap();
        let (options, shared) = priorities.split_at(20);
        assert!(options.iter().max() < shared.iter().max(), "{priorities:?}");
    }
}
