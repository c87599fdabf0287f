//! Splits: every place that a line has left leads to a contradiction with what is supposed.

use std::collections::hash_map::Entry;

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::{Following, Supposition, chain_in, close, needs, shortest_to_empty};
use super::implied::{Implied, Promise};
use super::refute::{refute, shorten};
use crate::logic::{End, Field, Refutation, Refuted, ones};

/// The arguments that are worked out to find the shortest of those that promise to be short.
const PROMISING: usize = 12;

/// Of these, the ones that are shortened as far as they go.
const SHORTENED: usize = 3;

/// The pairs of suppositions that are followed together before the search ends, in words of fields: those of a Sudoku have
/// a hundred words, so that it takes as long on boards of any size.
const MOST_PAIRS: usize = 600_000;

/// The elementary steps, as of a [`Budget`], of following such a pair.
const FOLLOWED_PAIR: u32 = 256;

/// The promises that are looked at for splits within splits, before the search ends where something was found.
const NESTED: usize = 8;

/// What is followed for splits within splits before the search ends, in words of fields: three times what the hardest known
/// Sudokus of 9 x 9 take, each pair of which is a hundred words.
const MOST_NESTED: usize = 64_000_000;

/// The most places of a line whose split is nested in another one.
const WIDEST_NESTED: usize = 3;

/// Pairs of suppositions that were followed together, and whether each leads to a contradiction.
pub(super) struct Pairs<'f> {
    known: FxHashMap<(Variable, Variable), bool>,
    scratch: Field<'f>,
}

impl<'f> Pairs<'f> {
    pub(super) fn new(field: &Field<'f>) -> Pairs<'f> {
        Pairs { known: FxHashMap::default(), scratch: field.clone() }
    }

    /// Returns whether each of some cases leads to a contradiction at once with what is supposed, after which the field is
    /// `after`. To follow a pair takes `cost` elementary steps.
    pub(super) fn are_refuted(
        &mut self,
        supposed: Variable,
        after: &Field<'f>,
        cases: impl Iterator<Item = Variable>,
        cost: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Interrupted> {
        for case in cases {
            let is_refuted = match self.known.entry((case.min(supposed), case.max(supposed))) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(unknown) => {
                    budget.spend(cost, || 0.0)?;
                    self.scratch.copy_from(after);
                    self.scratch.place(case);
                    *unknown.insert(self.scratch.settle())
                }
            };
            if !is_refuted {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The search for splits in a field.
struct Search<'a, 'f> {
    field: &'a Field<'f>,
    suppositions: &'a [Supposition<'f>],
    /// The arguments that were found.
    found: Vec<Refuted>,
    pairs: Pairs<'f>,
    /// Pairs of suppositions that no split refutes, nor a chain.
    unsplit: FxHashSet<(Variable, Variable)>,
    /// What was followed for splits within splits, in words of fields.
    nested: usize,
}

/// The shortest argument with one split that is found; if there is none, one with more, nested no deeper than needed.
/// `None` if there is none, or if it would take too long to find one with more. And whether all arguments with as few splits
/// were looked at.
///
/// There is no chain against what is supposed.
pub(super) fn shortest(
    field: &Field<'_>,
    suppositions: &[Supposition<'_>],
    budget: &mut Budget<'_>,
) -> Result<Option<(Refuted, bool)>, Interrupted> {
    let implied = Implied::new(field, suppositions);
    let mut promises: Vec<Promise> = Vec::new();
    for place in 0..suppositions.len() {
        budget.spend(1_000, || 0.0)?;
        promises.extend(implied.promises(place));
    }
    promises.sort_unstable();
    let mut search = Search {
        field,
        suppositions,
        found: Vec::new(),
        pairs: Pairs::new(field),
        unsplit: FxHashSet::default(),
        nested: 0,
    };
    let mut is_whole = suppositions.len() == ones(field.all_possible()).count();
    let kept = promises.iter().take_while(|promise| promise.missing == 0).take(PROMISING).copied();
    for promise in kept.collect::<Vec<_>>() {
        search.work_out(promise, budget)?;
    }
    if search.found.is_empty() {
        is_whole &= search.in_pairs(&promises, budget)?;
    }
    if search.found.is_empty() && !search.nested(&promises, budget)? {
        is_whole = false;
        if search.found.is_empty() {
            return Ok(None);
        }
    }
    if let Some(shortest) = search.shortest(budget)? {
        return Ok(Some((shortest, is_whole)));
    }
    for depth in 1..=field.open_lines().count() {
        for against in ones(field.all_possible()).map(Variable::from_index) {
            if let Some(refutation) = refute(&field.with(against), depth, budget)? {
                return Ok(Some((Refuted::by_split(against, refutation), false)));
            }
        }
    }
    Ok(None)
}

impl Search<'_, '_> {
    /// Returns the shortest argument that was found, without what it does without.
    fn shortest(mut self, budget: &mut Budget<'_>) -> Result<Option<Refuted>, Interrupted> {
        self.found.sort_by_key(Refuted::order);
        let mut shortest: Option<Refuted> = None;
        for Refuted { against, refutation, .. } in self.found.into_iter().take(SHORTENED) {
            let shorter = Refuted::by_split(against, shorten(&self.field.with(against), refutation, budget)?);
            if shortest.as_ref().is_none_or(|shortest| shorter.hardness < shortest.hardness) {
                shortest = Some(shorter);
            }
        }
        Ok(shortest)
    }

    /// The argument that a promise stands for.
    fn work_out(&mut self, promise: Promise, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let Supposition { of, after } = &self.suppositions[promise.supposition];
        if let Some(refutation) = by_cases(self.field, *of, after, promise.line, budget)? {
            self.found.push(Refuted::by_split(*of, refutation));
        }
        Ok(())
    }

    /// Works out splits whose places have to be followed with what is supposed; returns whether all were looked at.
    fn in_pairs(&mut self, promises: &[Promise], budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        let mut found = 0;
        for &promise in promises {
            if self.pairs.known.len() * self.field.words() > MOST_PAIRS || found == PROMISING {
                return Ok(false);
            }
            let Supposition { of, after } = &self.suppositions[promise.supposition];
            let cases = after.field.possible(promise.line);
            if self.pairs.are_refuted(*of, &after.field, cases, FOLLOWED_PAIR, budget)? {
                found += 1;
                self.work_out(promise, budget)?;
            }
        }
        Ok(true)
    }

    /// Arguments with splits within the cases of splits; whether all were looked at.
    fn nested(&mut self, promises: &[Promise], budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        for (looked_at, promise) in promises.iter().enumerate() {
            if looked_at >= NESTED && !self.found.is_empty() || self.nested > MOST_NESTED {
                return Ok(false);
            }
            let Supposition { of, after } = &self.suppositions[promise.supposition];
            if let Some(end) = self.nested_split(*of, &after.field, promise.line, budget)? {
                let refutation = Refutation { links: after.links.clone(), end };
                self.found.push(Refuted::by_split(*of, refutation));
            }
        }
        Ok(true)
    }

    /// A split of a line in each of whose cases a chain or another split contradicts what is supposed, if it is one.
    fn nested_split(
        &mut self,
        of: Variable,
        field: &Field<'_>,
        line: ConstraintId,
        budget: &mut Budget<'_>,
    ) -> Result<Option<End>, Interrupted> {
        let pair = |case: Variable| (case.min(of), case.max(of));
        if field.possible(line).any(|case| self.unsplit.contains(&pair(case))) {
            return Ok(None);
        }
        let mut cases = Vec::new();
        for case in field.possible(line) {
            let supposed = field.with(case);
            let (after, chain) = chain_in(&supposed, 0, budget)?;
            let refutation = match chain {
                Some(chain) => chain,
                None => match split(&after.field, case, &mut self.nested, budget)? {
                    Some(end) => Refutation { links: after.links, end },
                    None => {
                        self.unsplit.insert(pair(case));
                        return Ok(None);
                    }
                },
            };
            cases.push((case, refutation));
        }
        Ok(Some(End::Split(line, cases)))
    }
}

/// A split of a line each of whose places leads to a contradiction by a chain, the shortest one; `None` if there is none.
fn split(
    field: &Field<'_>,
    supposed: Variable,
    followed: &mut usize,
    budget: &mut Budget<'_>,
) -> Result<Option<End>, Interrupted> {
    let mut lines: Vec<(usize, ConstraintId)> = field.open_lines().filter(|&(left, _)| left <= WIDEST_NESTED).collect();
    lines.sort_unstable();
    let mut pairs = Pairs::new(field);
    let mut chains: FxHashMap<Variable, Refutation> = FxHashMap::default();
    let mut best: Option<(usize, ConstraintId)> = None;
    for (_, line) in lines {
        // Few lines are refuted in all their places. So chains are worked out for these alone.
        if !pairs.are_refuted(supposed, field, field.possible(line), FOLLOWED_PAIR, budget)? {
            continue;
        }
        let mut cost = 0;
        for case in field.possible(line) {
            if let Entry::Vacant(unknown) = chains.entry(case) {
                let (_, Some(chain)) = chain_in(&field.with(case), 0, budget)? else { return Ok(None) };
                unknown.insert(chain);
            }
            cost += chains[&case].cost();
        }
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, line));
        }
    }
    *followed += pairs.known.len() * field.words();
    Ok(best.map(|(_, line)| {
        let case = |case| Some((case, chains.remove(&case)?));
        End::Split(line, field.possible(line).filter_map(case).collect())
    }))
}

/// The argument against a variable by the cases of a line, with no more than it needs of what follows before; `None` if
/// some case leads to no contradiction.
fn by_cases(
    field: &Field<'_>,
    against: Variable,
    after: &Following<'_>,
    line: ConstraintId,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation>, Interrupted> {
    let shared = after.links.len();
    let mut needed = vec![false; shared];
    let mut cases = Vec::new();
    for case in after.field.possible(line) {
        let mut end = Following::of(after.field.with(case), 0, budget)?;
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
