//! Deductions in puzzles that have lines with bounds (lines that are not at-least-one constraints): from single lines,
//! by counting arguments, and by refuting suppositions.

use bdd_core::{Budget, Interrupted, Literal, Variable};

use super::bounds;
use super::refute::{refute, refute_counting};
use super::{Deduction, FoundArgument, deduced, false_all, only, pairs, refuted};
use crate::logic::hardness;
use crate::logic::{Knowledge, Link, Refuted, Technique, ones};

const SUPPOSING: u32 = 64;

/// The number of steps by which the refutations in a [`layer`] of deductions may exceed the shortest refutation.
const BEYOND_LEAST: usize = 1;

/// The method used to refute a supposition, the simplest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RefutationLevel {
    Chains,
    /// Propagation with counting arguments over several lines.
    Counted,
    /// A case split over the candidates of one line, in which propagation alone refutes each case.
    Pairs,
    /// Case splits, nested to at most this depth.
    Splits(usize),
}

/// Finds the easiest deduction in a puzzle that has lines with bounds, by techniques that are no harder than `hardest`.
/// Returns `None` if it finds none, or if the board contradicts itself.
pub(super) fn easiest(
    known: &Knowledge<'_>,
    hardest: Technique,
    budget: &mut Budget<'_>,
) -> Result<Option<Deduction>, Interrupted> {
    // A contradictory board implies everything, so that there is no deduction to show.
    if is_wrong(known) {
        return Ok(None);
    }
    if let Some(simple) = simple(known, budget)? {
        return Ok(Some(deduced(simple, true)));
    }
    let (found, is_whole) = supposing(known, hardest, false, budget)?;
    let best = found.into_iter().min_by_key(Refuted::order);
    Ok(best.map(|best| deduced(refuted(known, &best), is_whole)))
}

/// Finds a layer of deductions: deductions that all follow from `known` and do not depend on each other. A deduction
/// that needs no supposition is a layer by itself. Otherwise every candidate has to be supposed anyway, so that finding
/// several deductions takes no longer than finding one. Returns an empty list if there is no deduction, or if the board
/// contradicts itself.
pub(super) fn layer(known: &Knowledge<'_>, budget: &mut Budget<'_>) -> Result<Vec<Deduction>, Interrupted> {
    if is_wrong(known) {
        return Ok(Vec::new());
    }
    if let Some(simple) = simple(known, budget)? {
        return Ok(vec![deduced(simple, true)]);
    }
    let (mut found, is_whole) = supposing(known, Technique::Split, true, budget)?;
    // Longer arguments are left for later: they may get shorter after the deductions of this layer.
    let least = found.iter().map(|found| found.refutation.cost()).min().unwrap_or(0);
    found.retain(|found| found.refutation.cost() <= least + BEYOND_LEAST);
    Ok(found.iter().map(|found| deduced(refuted(known, found), is_whole)).collect())
}

/// Returns `true` if a true variable is ruled out, so that the board contradicts itself.
fn is_wrong(known: &Knowledge<'_>) -> bool {
    let is_wrong = |variable| known.field.is_placed(variable) && known.is_out(variable);
    Variable::all(known.field.adjacency.rules.variables()).any(is_wrong)
}

fn simple(known: &Knowledge<'_>, budget: &mut Budget<'_>) -> Result<Option<FoundArgument>, Interrupted> {
    if let Some(found) = only(known).or_else(|| decided(known)) {
        return Ok(Some(found));
    }
    let locked = bounds::easiest(&known.field, budget)?;
    Ok(locked.map(|locked| (locked.hardness, false_all(&locked.out), vec![known.locked(&locked)])))
}

/// Returns the argument of the first line with negated variables that leaves no choice for its undecided variables;
/// `None` if there is no such line.
fn decided(known: &Knowledge<'_>) -> Option<FoundArgument> {
    let on = *known.field.decided_lines().first()?;
    let (place, out): (Vec<Variable>, Vec<Variable>) = known.field.decision(on);
    let mut conclusions = false_all(&out);
    conclusions.extend(place.iter().map(|&variable| Literal::positive(variable)));
    let step = known.decided(on);
    let hardness = hardness::only(known.field.adjacency.visibility(on), step.ruled_out().len());
    Some((hardness, conclusions, vec![step]))
}

/// Supposes each candidate in turn to be true and tries to refute it. Tries one [`RefutationLevel`] after the other
/// until a candidate is refuted, and returns all refutations of that level. If `is_any`, the first refutation by nested
/// splits ends the search. The second result is `false` if arguments of that level were left untried.
fn supposing(
    known: &Knowledge<'_>,
    hardest: Technique,
    is_any: bool,
    budget: &mut Budget<'_>,
) -> Result<(Vec<Refuted>, bool), Interrupted> {
    let splits = (1..=known.field.adjacency.deepest_split()).map(RefutationLevel::Splits);
    for level in [RefutationLevel::Chains, RefutationLevel::Counted, RefutationLevel::Pairs].into_iter().chain(splits) {
        if level > RefutationLevel::Counted && hardest < Technique::Split {
            break;
        }
        let (mut found, is_whole) = refuted_at(known, level, is_any, budget)?;
        found.retain(|found| hardest >= Technique::Chain || found.refutation.links.is_empty());
        if !found.is_empty() {
            return Ok((found, is_whole));
        }
    }
    Ok((Vec::new(), true))
}

/// Finds all refutations at `level`, in ascending order of the refuted variables. The second result is `false` if some
/// arguments at that level were left untried. If `is_any`, the first refutation by nested splits ends the search.
fn refuted_at(
    known: &Knowledge<'_>,
    level: RefutationLevel,
    is_any: bool,
    budget: &mut Budget<'_>,
) -> Result<(Vec<Refuted>, bool), Interrupted> {
    if level == RefutationLevel::Pairs {
        return pairs::splits(&known.field, budget);
    }
    let mut found = Vec::new();
    for against in ones(known.field.all_possible()).map(Variable::from_index) {
        budget.spend(SUPPOSING, || 0.0)?;
        let supposed = known.field.with(against);
        let refutation = match level {
            RefutationLevel::Counted => refute_counting(&supposed, budget)?,
            RefutationLevel::Splits(depth) => refute(&supposed, depth, budget)?,
            RefutationLevel::Chains | RefutationLevel::Pairs => refute(&supposed, 0, budget)?,
        };
        let Some(refutation) = refutation else { continue };
        if let RefutationLevel::Splits(_) = level {
            found.push(Refuted::by_split(against, refutation));
            if is_any {
                break;
            }
        } else {
            let is_counted = refutation.links.iter().any(|link| matches!(link, Link::Locked(_)));
            let hardness = hardness::chain(refutation.links.len(), false, is_counted, 0);
            found.push(Refuted { hardness, against, refutation });
        }
    }
    // Nested splits are tried on some lines only, so that the search at a greater depth is incomplete.
    let is_whole = !matches!(level, RefutationLevel::Splits(depth) if is_any || depth > 1);
    Ok((found, is_whole))
}
