//! Turns clauses that [`encode::count`] wrote for a cardinality constraint back into the constraint.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use bdd_core::{Literal, Variable, encode};

use crate::constraints::Constraint;

/// The maximum number of literals in the clauses of a guessed constraint. [`count_of`] compares these clauses with the
/// given clauses.
const MAX_LITERALS: usize = 5_000_000;

/// Returns the cardinality constraint that [`encode::count`] encodes by exactly these clauses and these `hidden`
/// variables; `None` if there is no such constraint. `hidden` must be in ascending order.
///
/// The function guesses the constraint, encodes the guess, and compares the result with `clauses`. So a wrong guess
/// does no harm.
pub(crate) fn count_of(clauses: &[Constraint], hidden: &[Variable]) -> Option<Constraint> {
    let literals = counted(clauses, hidden)?;
    let number = literals.len();
    // The encoding counts the true literals up to `reach`: it has `min(reach, n)` hidden variables for the n-th
    // literal, and none for the first.
    let variables = |reach: usize| (1..number).map(|place| reach.min(place + 1)).sum::<usize>();
    let reach = (1..=number).find(|&reach| variables(reach) >= hidden.len())?;
    if variables(reach) != hidden.len() || number * reach * reach > MAX_LITERALS {
        return None;
    }
    let given: BTreeSet<&[Literal]> = clauses.iter().map(|clause| clause.literals.as_slice()).collect();
    let bounds = std::iter::once(reach..=number)
        .chain((0..reach).map(|min| min..=reach - 1))
        .find(|bounds| is_counter(&literals, bounds.clone(), hidden, &given))?;
    let span =
        clauses.iter().map(|clause| clause.span.start).min()?..clauses.iter().map(|clause| clause.span.end).max()?;
    Some(Constraint { span, literals, bounds, name: None })
}

/// Returns the literals that the encoded constraint counts, in ascending order. A counted literal is recognized by a
/// clause of two literals, which says that the literal implies a hidden variable. Returns `None` if some shown variable
/// has no such clause.
fn counted(clauses: &[Constraint], hidden: &[Variable]) -> Option<Vec<Literal>> {
    let is_hidden = |literal: &Literal| hidden.binary_search(&literal.variable).is_ok();
    let mut counted: BTreeMap<Variable, Literal> = BTreeMap::new();
    for clause in clauses {
        let (shown, effect) = match clause.literals.as_slice() {
            [shown, effect] if !is_hidden(shown) => (*shown, *effect),
            [effect, shown] => (*shown, *effect),
            _ => continue,
        };
        if !is_hidden(&shown) && is_hidden(&effect) && effect.value {
            counted.insert(shown.variable, !shown);
        }
    }
    let all = clauses.iter().flat_map(|clause| &clause.literals).filter(|literal| !is_hidden(literal));
    let shown: BTreeSet<Variable> = all.map(|literal| literal.variable).collect();
    (shown.len() == counted.len()).then(|| counted.into_values().collect())
}

/// Returns `true` if [`encode::count`], called for `literals` and `bounds`, writes exactly the clauses `given` and uses
/// all `hidden` variables.
fn is_counter(
    literals: &[Literal],
    bounds: RangeInclusive<usize>,
    hidden: &[Variable],
    given: &BTreeSet<&[Literal]>,
) -> bool {
    let (mut used, mut written, mut is_same) = (0, 0, true);
    let mut fresh = || {
        used += 1;
        // If the encoding needs more hidden variables than there are, it gets the last variable again. The comparison
        // with `used` below then fails.
        Literal::positive(hidden[(used - 1).min(hidden.len() - 1)])
    };
    let mut clause = |clause: &[Literal]| {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        is_same &= given.contains(clause.as_slice());
        written += 1;
    };
    encode::count(literals, bounds, &mut fresh, &mut clause);
    is_same && used == hidden.len() && written == given.len()
}
