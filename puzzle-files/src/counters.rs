//! Lines that count, recognised in the clauses that this program writes for them.

use std::collections::{BTreeMap, BTreeSet};

use bdd_core::{Literal, Variable, encode};

use crate::constraints::Constraint;

/// The most literals that are written to compare them.
const MOST_LITERALS: usize = 5_000_000;

/// The line of which these clauses are the counter that [`encode::count`] makes, if they are: they are written anew and
/// compared, so that nothing need be believed. The hidden variables stand in their order.
pub(crate) fn line_of(clauses: &[Constraint], hidden: &[Variable]) -> Option<Constraint> {
    let literals = counted(clauses, hidden)?;
    let number = literals.len();
    // A counter up to `reach` has a variable for each literal but the first, and each number up to it.
    let variables = |reach: usize| (1..number).map(|place| reach.min(place + 1)).sum::<usize>();
    let reach = (1..=number).find(|&reach| variables(reach) >= hidden.len())?;
    if variables(reach) != hidden.len() || number * reach * reach > MOST_LITERALS {
        return None;
    }
    let said: BTreeSet<&[Literal]> = clauses.iter().map(|clause| clause.literals.as_slice()).collect();
    let (least, most) = [(reach, number)]
        .into_iter()
        .chain((0..reach).map(|least| (least, reach - 1)))
        .find(|&(least, most)| is_counter(&literals, least, most, hidden, &said))?;
    let at = clauses.iter().map(|clause| clause.at.start).min()?..clauses.iter().map(|clause| clause.at.end).max()?;
    Some(Constraint { at, literals, bounds: least..=most })
}

/// The literals that such clauses count, in order: where one is true, some hidden variable is.
fn counted(clauses: &[Constraint], hidden: &[Variable]) -> Option<Vec<Literal>> {
    let is_hidden = |literal: &Literal| hidden.binary_search(&literal.variable).is_ok();
    let mut counted: BTreeMap<Variable, Literal> = BTreeMap::new();
    for clause in clauses {
        let pair = match clause.literals.as_slice() {
            [shown, then] if !is_hidden(shown) => (*shown, *then),
            [then, shown] => (*shown, *then),
            _ => continue,
        };
        if !is_hidden(&pair.0) && is_hidden(&pair.1) && pair.1.value {
            counted.insert(pair.0.variable, !pair.0);
        }
    }
    let all = clauses.iter().flat_map(|clause| &clause.literals).filter(|literal| !is_hidden(literal));
    let shown: BTreeSet<Variable> = all.map(|literal| literal.variable).collect();
    (shown.len() == counted.len()).then(|| counted.into_values().collect())
}

/// Whether the counter of so many of some literals has just the clauses that were said.
fn is_counter(
    literals: &[Literal],
    least: usize,
    most: usize,
    hidden: &[Variable],
    said: &BTreeSet<&[Literal]>,
) -> bool {
    let (mut used, mut written, mut is_so) = (0, 0, true);
    let mut fresh = || {
        used += 1;
        // One too many is found out at the end.
        Literal::positive(hidden[(used - 1).min(hidden.len() - 1)])
    };
    let mut clause = |clause: &[Literal]| {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        is_so &= said.contains(clause.as_slice());
        written += 1;
    };
    encode::count(literals, least..=most, &mut fresh, &mut clause);
    is_so && used == hidden.len() && written == said.len()
}
