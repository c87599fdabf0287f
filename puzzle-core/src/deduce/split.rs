//! Case splits: every candidate of some line contradicts the supposition, which is therefore false.

use std::collections::hash_map::Entry;

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::chain::{Following, Supposition, chain_in, close, needs, shortest_to_empty};
use super::implied::{Implied, Promise};
use super::refute::{refute, shorten};
use crate::logic::{End, Field, Refutation, Refuted, ones};

/// The maximum number of case splits whose refutations are built in full to find the shortest refutation. The splits
/// with the lowest estimated cost ([`Promise`]) come first.
const PROMISING: usize = 12;

/// The number of splits that the search shortens as far as possible. It takes the shortest splits first.
const SHORTENED: usize = 3;

/// The work limit of the search by pairs of suppositions that are propagated together. A pair counts as the number of
/// machine words of a field (the candidates of a board), so that the search takes the same time on boards of any size.
/// The field of a Sudoku has about a hundred words.
const MOST_PAIRS: usize = 600_000;

/// The cost of propagating a pair of suppositions, in elementary steps of the [`Budget`].
const FOLLOWED_PAIR: u32 = 256;

/// The number of [`Promise`]s that are always searched for nested splits. Further promises are searched only until a
/// split is found.
const NESTED: usize = 8;

/// The work limit of the search for nested splits. A pair of suppositions that is propagated together counts as the
/// number of machine words of a field (the candidates of a board). The hardest known Sudokus of 9 x 9 need a third of
/// the limit.
const MOST_NESTED: usize = 64_000_000;

/// The maximum number of candidates of a line that is split within a case of another split.
const WIDEST_NESTED: usize = 3;

/// A memo table of pairs of supposed variables: `true` if propagating both leads to a contradiction.
pub(super) struct PairRefutations<'f> {
    known: FxHashMap<(Variable, Variable), bool>,
    scratch: Field<'f>,
}

impl<'f> PairRefutations<'f> {
    pub(super) fn new(field: &Field<'f>) -> PairRefutations<'f> {
        PairRefutations { known: FxHashMap::default(), scratch: field.clone() }
    }

    /// Returns `true` if propagation alone shows that every case contradicts `supposed`. `after` has the candidates of
    /// the board after `supposed` and its consequences. Each pair that is not in the memo table takes `cost` elementary
    /// steps from the budget.
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

struct SplitSearch<'a, 'f> {
    field: &'a Field<'f>,
    suppositions: &'a [Supposition<'f>],
    found: Vec<Refuted>,
    pairs: PairRefutations<'f>,
    /// Pairs of supposed variables for which neither a chain nor a further split shows a contradiction.
    unsplit: FxHashSet<(Variable, Variable)>,
    /// The work spent on nested splits, in the units of [`MOST_NESTED`].
    nested: usize,
}

/// Finds the shortest of the most promising arguments with a single split. If none holds, finds an argument whose
/// splits are nested as little as possible. Returns `None` if it finds none, or if the search would take too long. The
/// second result is `false` if a limit left arguments untried.
///
/// The caller has checked that no chain refutes a candidate.
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
    let mut search = SplitSearch {
        field,
        suppositions,
        found: Vec::new(),
        pairs: PairRefutations::new(field),
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

impl SplitSearch<'_, '_> {
    /// Returns the shortest refutation found, without the links (consequences) that it does not need.
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

    fn work_out(&mut self, promise: Promise, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let Supposition { of, after } = &self.suppositions[promise.supposition];
        if let Some(refutation) = by_cases(self.field, *of, after, promise.line, budget)? {
            self.found.push(Refuted::by_split(*of, refutation));
        }
        Ok(())
    }

    /// Tries the splits in `promises`: propagates the supposition together with one case at a time. If every case of a
    /// split ends in a contradiction, builds the refutation of the split. Returns `false` if a limit left some splits
    /// untried.
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

    /// Finds splits of the lines in `promises` with further splits nested in their cases. Returns `false` if a limit
    /// left some splits untried.
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

    /// Returns the split of `line` that refutes the supposition `of`. Each case must lead to a contradiction by a chain
    /// or by a further split; returns `None` if some case does not. `field` has the candidates of the board after `of`
    /// and its consequences.
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

/// Returns the shortest split of a line whose cases are all refuted by chains. Returns `None` if there is no such
/// split. Adds the work to `followed`, in the units of [`MOST_NESTED`].
fn split(
    field: &Field<'_>,
    supposed: Variable,
    followed: &mut usize,
    budget: &mut Budget<'_>,
) -> Result<Option<End>, Interrupted> {
    let mut lines: Vec<(usize, ConstraintId)> = field.open_lines().filter(|&(left, _)| left <= WIDEST_NESTED).collect();
    lines.sort_unstable();
    let mut pairs = PairRefutations::new(field);
    let mut chains: FxHashMap<Variable, Refutation> = FxHashMap::default();
    let mut best: Option<(usize, ConstraintId)> = None;
    for (_, line) in lines {
        // Few lines have all their cases refuted, and chains are built for these lines only.
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

/// Returns the refutation of `against` by a split of `line`, with only the links (consequences) that it needs. `after`
/// has the consequences of `against`. Returns `None` if propagation does not refute every case.
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
