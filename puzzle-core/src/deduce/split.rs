//! Splits: every place that a line has left leads to a contradiction with what is supposed.

use bdd_core::{Budget, LineId, Stopped, Variable};
use rustc_hash::FxHashMap;

use super::chain::{Following, close, needs, shortest_to_empty};
use crate::explain::{End, Field, Link, Refutation, ones, refute};

/// The arguments that are worked out to find the shortest of those that promise to be short.
const PROMISING: usize = 12;

/// An argument of so many steps, for each layer that it may have, is not improved upon.
const SHORT: usize = 5;

/// The places tried, with what follows, before the search for the shortest argument ends.
const MOST_PLACES: usize = 60_000;

/// The same from when one was found.
const PLACES_FOR_BETTER: usize = 60_000;

/// The best argument so far, and what it is against.
type Found = Option<(Variable, Refutation)>;

/// A split against a variable.
pub(super) struct Split {
    pub(super) against: Variable,
    pub(super) refutation: Refutation,
    /// Whether all arguments with one split were looked at.
    pub(super) is_whole: bool,
}

/// The shortest argument with one split that is found; if there is none, one with more, nested no deeper than needed.
pub(super) fn shortest(field: &Field<'_>, budget: &mut Budget<'_>) -> Result<Option<Split>, Stopped> {
    let (mut best, mut is_whole) = same_outcome(field, budget)?;
    // Where little follows the arguments are short.
    for layers in [2, 4, usize::MAX] {
        if best.as_ref().is_none_or(|(_, best)| best.cost() > SHORT.saturating_mul(layers)) {
            is_whole &= supposed(field, layers, &mut best, budget)?;
        }
    }
    if let Some((against, refutation)) = best {
        return Ok(Some(Split { against, refutation, is_whole }));
    }
    // Those with one split were all looked at.
    for depth in 2..=field.open_lines().count() {
        for against in ones(field.all_possible()).map(Variable::at) {
            let mut supposed = field.clone();
            supposed.place(against);
            if let Some(refutation) = refute(&supposed, depth, budget)? {
                return Ok(Some(Split { against, refutation, is_whole: false }));
            }
        }
    }
    Ok(None)
}

/// The shortest split of a line all of whose places, and what follows from them, rule out the same.
fn same_outcome(field: &Field<'_>, budget: &mut Budget<'_>) -> Result<(Found, bool), Stopped> {
    let mut promising: Vec<(usize, LineId, Variable)> = Vec::new();
    let mut lines: Vec<(usize, LineId)> = field.open_lines().filter(|&(left, _)| left > 1).collect();
    lines.sort_unstable();
    let fewest = lines.first().map_or(0, |&(left, _)| left);
    let mut places = 0;
    for (left, line) in lines {
        // Lines with more places promise longer arguments.
        if left > fewest.max(3) || places > MOST_PLACES {
            break;
        }
        let mut common = field.all_possible().to_vec();
        let mut cases = Vec::new();
        for case in field.possible(line) {
            let mut supposed = field.clone();
            supposed.place(case);
            let after = Following::of(supposed, usize::MAX, 0, budget)?;
            places += after.links.len() + 1;
            for (common, possible) in common.iter_mut().zip(after.field.all_possible()) {
                *common &= !possible;
            }
            for placed in placed(&after.links).chain([case]) {
                common[placed.index() / 64] &= !(1 << (placed.index() % 64));
            }
            cases.push((case, after));
        }
        for out in ones(&common).map(Variable::at) {
            let reach = cases.iter().map(|(case, after)| match field.adjacency.excludes(*case, out) {
                true => 0,
                false => 1 + after.links.iter().take_while(|link| !link.rules_out(field.adjacency, out)).count(),
            });
            promising.push((reach.sum(), line, out));
        }
    }
    promising.sort_unstable();
    promising.truncate(PROMISING);
    let mut best = None;
    for (_, line, out) in promising {
        let mut supposed = field.clone();
        supposed.place(out);
        let after = Following { field: supposed, links: Vec::new() };
        keep(&mut best, out, by_cases(field, out, &after, line, budget)?);
    }
    Ok((best, places <= MOST_PLACES))
}

/// Keeps the shortest split after a supposition and so many layers of what follows from it, with as many in its cases;
/// whether all were looked at.
fn supposed(field: &Field<'_>, layers: usize, best: &mut Found, budget: &mut Budget<'_>) -> Result<bool, Stopped> {
    let mut is_found = false;
    let (mut places, mut most) = (0, usize::MAX);
    // Whether two variables together lead to a contradiction, which is the same whichever is supposed first.
    let mut known: FxHashMap<(Variable, Variable), bool> = FxHashMap::default();
    let mut suppositions = Vec::new();
    for against in ones(field.all_possible()).map(Variable::at) {
        let mut supposed = field.clone();
        supposed.place(against);
        suppositions.push((against, Following::of(supposed, layers, 0, budget)?));
    }
    let widest = field.open_lines().map(|(left, _)| left).max().unwrap_or(0);
    for left in 2..=widest {
        for (against, after) in &suppositions {
            for (_, line) in after.field.open_lines().filter(|&(other, _)| other == left) {
                if places > most {
                    return Ok(false);
                }
                let mut is_refuted = true;
                for case in after.field.possible(line) {
                    let pair = (case.min(*against), case.max(*against));
                    let leads_nowhere = match known.get(&pair) {
                        Some(&known) => known,
                        None => {
                            let mut supposed = after.field.clone();
                            supposed.place(case);
                            let end = Following::of(supposed, layers, 0, budget)?;
                            places += end.links.len() + 1;
                            let leads_nowhere = end.field.empty_line().is_some();
                            known.insert(pair, leads_nowhere);
                            leads_nowhere
                        }
                    };
                    if !leads_nowhere {
                        is_refuted = false;
                        break;
                    }
                }
                if is_refuted {
                    most = most.min(places + PLACES_FOR_BETTER);
                    is_found = true;
                    keep(best, *against, by_cases(field, *against, after, line, budget)?);
                }
            }
        }
        if is_found {
            break;
        }
    }
    Ok(true)
}

/// What some links place.
fn placed(links: &[Link]) -> impl Iterator<Item = Variable> + '_ {
    links.iter().filter_map(|link| match link {
        Link::Only(variable, _) => Some(*variable),
        Link::Locked(_) | Link::Decided(_) => None,
    })
}

fn keep(best: &mut Found, against: Variable, refutation: Option<Refutation>) {
    if let Some(refutation) = refutation
        && best.as_ref().is_none_or(|(_, best)| refutation.cost() < best.cost())
    {
        *best = Some((against, refutation));
    }
}

/// The argument against a variable by the cases of a line, with no more than it needs of what follows before; `None` if
/// some case leads to no contradiction.
fn by_cases(
    field: &Field<'_>,
    against: Variable,
    after: &Following<'_>,
    line: LineId,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation>, Stopped> {
    let shared = after.links.len();
    let mut needed = vec![false; shared];
    let mut cases = Vec::new();
    for case in after.field.possible(line) {
        let mut supposed = after.field.clone();
        supposed.place(case);
        let mut end = Following::of(supposed, usize::MAX, 0, budget)?;
        end.links.splice(0..0, after.links.iter().cloned());
        let supposed = [against, case];
        let Some((links, empty)) = shortest_to_empty(field, &supposed, &end, shared) else { return Ok(None) };
        let (before, own): (Vec<_>, Vec<_>) = links.into_iter().partition(|&(place, _)| place < shared);
        before.into_iter().for_each(|(place, _)| needed[place] = true);
        let links = own.into_iter().map(|(_, link)| link).collect();
        cases.push((case, Refutation { links, end: End::Empty(empty) }));
    }
    let gone = field.possible(line).filter(|&variable| !after.field.is_possible(variable));
    needs(field, &[against], &after.links, gone, &mut needed);
    close(field, &[against], &after.links, 0, &mut needed);
    let links = after.links.iter().zip(needed).filter(|(_, is_needed)| *is_needed).map(|(link, _)| link.clone());
    Ok(Some(Refutation { links: links.collect(), end: End::Split(line, cases) }))
}
