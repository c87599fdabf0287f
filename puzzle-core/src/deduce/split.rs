//! Splits: every place that a line has left leads to a contradiction with what is supposed.

use bdd_core::{Budget, LineId, Stopped, Variable};
use rustc_hash::FxHashMap;

use super::chain::{Following, Supposition, close, needs, shortest_to_empty};
use super::implied::{Implied, Promise};
use crate::explain::{End, Field, Refutation, ones, refute, shorten};

/// The arguments that are worked out to find the shortest of those that promise to be short.
const PROMISING: usize = 12;

/// The pairs of suppositions that are followed together, before the search ends.
const MOST_PAIRS: usize = 2_500;

/// The promises that are looked at for splits within splits.
const NESTED: usize = 8;

/// A split against a variable.
pub(super) struct Split {
    pub(super) against: Variable,
    pub(super) refutation: Refutation,
    /// Whether all arguments with one split were looked at.
    pub(super) is_whole: bool,
}

/// The search for splits in a field.
struct Search<'a, 'f> {
    field: &'a Field<'f>,
    suppositions: &'a [Supposition<'f>],
    best: Option<(usize, Variable, Refutation)>,
    /// Pairs of suppositions that were followed together, and whether that leads to a contradiction.
    pairs: FxHashMap<(Variable, Variable), bool>,
}

/// The shortest argument with one split that is found; if there is none, one with more, nested no deeper than needed.
///
/// There is no chain against what is supposed.
pub(super) fn shortest(
    field: &Field<'_>,
    suppositions: &[Supposition<'_>],
    budget: &mut Budget<'_>,
) -> Result<Option<Split>, Stopped> {
    let implied = Implied::new(field, suppositions);
    let mut promises: Vec<Promise> = Vec::new();
    for place in 0..suppositions.len() {
        budget.spend(1_000, || 0.0)?;
        promises.extend(implied.promises(place));
    }
    promises.sort_unstable();
    let mut search = Search { field, suppositions, best: None, pairs: FxHashMap::default() };
    let mut is_whole = suppositions.len() == ones(field.all_possible()).count();
    let kept = promises.iter().take_while(|promise| promise.missing == 0).take(PROMISING).copied();
    for promise in kept.collect::<Vec<_>>() {
        search.work_out(promise, budget)?;
    }
    if search.best.is_none() {
        is_whole &= search.in_pairs(&promises, budget)?;
    }
    if search.best.is_none() {
        search.nested(&promises, budget)?;
    }
    if let Some((_, against, refutation)) = search.best {
        return Ok(Some(Split { against, refutation, is_whole }));
    }
    for depth in 1..=field.open_lines().count() {
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

impl Search<'_, '_> {
    fn offer(&mut self, against: Variable, refutation: Refutation) {
        let cost = refutation.cost();
        if self.best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            self.best = Some((cost, against, refutation));
        }
    }

    /// The argument that a promise stands for.
    fn work_out(&mut self, promise: Promise, budget: &mut Budget<'_>) -> Result<(), Stopped> {
        let Supposition { of, after } = &self.suppositions[promise.supposition];
        if let Some(refutation) = by_cases(self.field, *of, after, promise.line, budget)? {
            let mut supposed = self.field.clone();
            supposed.place(*of);
            let shorter = shorten(&supposed, refutation, budget)?;
            self.offer(*of, shorter);
        }
        Ok(())
    }

    /// The argument with one split where places have to be followed together with what is supposed; whether all were
    /// looked at.
    fn in_pairs(&mut self, promises: &[Promise], budget: &mut Budget<'_>) -> Result<bool, Stopped> {
        let mut found = 0;
        let mut scratch = Following { field: self.field.clone(), links: Vec::new() };
        for &promise in promises {
            if self.pairs.len() > MOST_PAIRS || found == PROMISING {
                return Ok(false);
            }
            let Supposition { of, after } = &self.suppositions[promise.supposition];
            let mut is_refuted = true;
            for case in after.field.possible(promise.line) {
                let pair = (case.min(*of), case.max(*of));
                let leads_nowhere = match self.pairs.get(&pair) {
                    Some(&known) => known,
                    None => {
                        scratch.suppose(&after.field, case);
                        scratch.follow(usize::MAX, 0, None, budget)?;
                        let leads_nowhere = scratch.field.empty_line().is_some();
                        self.pairs.insert(pair, leads_nowhere);
                        leads_nowhere
                    }
                };
                if !leads_nowhere {
                    is_refuted = false;
                    break;
                }
            }
            if is_refuted {
                found += 1;
                self.work_out(promise, budget)?;
            }
        }
        Ok(true)
    }

    /// An argument with splits within splits.
    fn nested(&mut self, promises: &[Promise], budget: &mut Budget<'_>) -> Result<(), Stopped> {
        let mut looked_at = 0;
        for &promise in promises {
            if looked_at >= NESTED && self.best.is_some() || looked_at > 8 * NESTED {
                break;
            }
            looked_at += 1;
            let Supposition { of, after } = &self.suppositions[promise.supposition];
            if let Some(end) = split(&after.field, promise.line, 1, budget)? {
                let refutation = Refutation { links: after.links.clone(), end };
                let mut supposed = self.field.clone();
                supposed.place(*of);
                let shorter = shorten(&supposed, refutation, budget)?;
                self.offer(*of, shorter);
            }
        }
        Ok(())
    }
}

/// A split of a line, with more of them nested so deep in its cases.
fn split(field: &Field<'_>, line: LineId, nested: usize, budget: &mut Budget<'_>) -> Result<Option<End>, Stopped> {
    let mut cases = Vec::new();
    for case in field.possible(line) {
        let mut supposed = field.clone();
        supposed.place(case);
        let after = Following::of(supposed, usize::MAX, 0, budget)?;
        let end = match after.field.empty_line() {
            Some(empty) => End::Empty(empty),
            None if nested == 0 => return Ok(None),
            None => {
                let mut lines: Vec<(usize, LineId)> = after.field.open_lines().collect();
                lines.sort_unstable();
                let mut found = None;
                for (_, line) in lines {
                    found = split(&after.field, line, nested - 1, budget)?;
                    if found.is_some() {
                        break;
                    }
                }
                let Some(end) = found else { return Ok(None) };
                end
            }
        };
        cases.push((case, Refutation { links: after.links, end }));
    }
    Ok(Some(End::Split(line, cases)))
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
