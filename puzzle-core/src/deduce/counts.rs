//! Deductions where lines count: the needs and the room of one line, suppositions that leave a line too little, and
//! cases.

use bdd_core::{Budget, Literal, Stopped, Variable};

use super::bounds;
use super::refute::{refute, refute_counting};
use super::{Deduction, Offer, Reasoner, false_all, pairs};
use crate::logic::hardness::{self, Hardness};
use crate::logic::{Kind, Known, Link, Refutation, Step, ones};

/// The elementary steps, as of a [`Budget`], of supposing a variable.
const SUPPOSING: u32 = 64;

impl<'a> Reasoner<'a> {
    /// The easiest deduction that is found where lines count.
    pub(super) fn easiest_counting(
        &self,
        known: &Known<'a>,
        hardest: Kind,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Deduction>, Stopped> {
        // What stands contradicts itself: nothing follows, or everything.
        if self.is_wrong(known) {
            return Ok(None);
        }
        match self.simple(known, budget)? {
            Some(found) => Ok(Some(deduced(found, true))),
            None => self.by_supposing(known, hardest, budget),
        }
    }

    /// What a line with negated variables leaves no choice of.
    fn decided(&self, known: &Known<'a>) -> Option<Offer> {
        let on = *known.field.decided_lines().first()?;
        let (place, out): (Vec<Variable>, Vec<Variable>) = known.field.decision(on);
        let mut conclusions = false_all(&out);
        conclusions.extend(place.iter().map(|&variable| Literal::positive(variable)));
        let ruled_out = known.ruled_out(on);
        let hardness = hardness::only(self.adjacency.sight(on), ruled_out.len());
        Some((hardness, conclusions, vec![Step::Decided { on, ruled_out, place, out }]))
    }

    /// The easiest that follows from supposing what is possible, one after the other.
    fn by_supposing(
        &self,
        known: &Known<'a>,
        hardest: Kind,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Deduction>, Stopped> {
        // First without counting several lines, then with; then by cases that are short to tell.
        for level in [Level::Chains, Level::Counted, Level::Pairs] {
            if level > Level::Counted && hardest < Kind::Split {
                return Ok(None);
            }
            let (found, is_whole) = self.supposing(known, level, budget)?;
            let wanted = found.into_iter().filter(|(_, _, found)| hardest >= Kind::Chain || found.links.is_empty());
            if let Some(best) = wanted.min_by_key(|&(hardness, against, _)| (hardness, against)) {
                return Ok(Some(deduced(self.offered(known, best), is_whole)));
            }
        }
        for depth in 1..=self.adjacency.deepest_split() {
            let found = self.by_splits(known, depth, false, budget)?;
            if let Some(best) = found.into_iter().min_by_key(|&(hardness, against, _)| (hardness, against)) {
                // Within the cases of a split not every line is tried to be split again.
                return Ok(Some(deduced(self.offered(known, best), depth == 1)));
            }
        }
        Ok(None)
    }

    fn offered(&self, known: &Known<'a>, (hardness, against, refutation): Refuted) -> Offer {
        let (conclusions, steps) = self.refuted(known, against, &refutation);
        (hardness, conclusions, steps)
    }

    /// All that is refuted at a level, in order, and whether everything was looked at.
    fn supposing(
        &self,
        known: &Known<'a>,
        level: Level,
        budget: &mut Budget<'_>,
    ) -> Result<(Vec<Refuted>, bool), Stopped> {
        let field = &known.field;
        if level == Level::Pairs {
            let (splits, is_whole) = pairs::splits(field, budget)?;
            let splits = splits.into_iter().map(|(against, split)| (hardness::split(split.cost()), against, split));
            return Ok((splits.collect(), is_whole));
        }
        let mut found = Vec::new();
        for against in ones(field.all_possible()).map(Variable::at) {
            budget.spend(SUPPOSING, || 0.0)?;
            let mut supposed = field.clone();
            supposed.place(against);
            let refutation = match level {
                Level::Chains => refute(&supposed, 0, budget)?,
                _ => refute_counting(&supposed, budget)?,
            };
            if let Some(refutation) = refutation {
                let is_counted = refutation.links.iter().any(|link| matches!(link, Link::Locked(_)));
                found.push((hardness::chain(refutation.links.len(), false, is_counted, 0), against, refutation));
            }
        }
        Ok((found, true))
    }

    /// What is refuted by splits nested so deep; all of it, or the first that is found.
    fn by_splits(
        &self,
        known: &Known<'a>,
        depth: usize,
        is_any: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Refuted>, Stopped> {
        let mut found = Vec::new();
        for against in ones(known.field.all_possible()).map(Variable::at) {
            budget.spend(SUPPOSING, || 0.0)?;
            let mut supposed = known.field.clone();
            supposed.place(against);
            if let Some(refutation) = refute(&supposed, depth, budget)? {
                found.push((hardness::split(refutation.cost()), against, refutation));
                if is_any {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// What follows next where lines count, each from what is known alone. To suppose one thing after the other is as much
    /// work for one deduction as for all: so all of them are made.
    pub(super) fn layer_counting(&self, known: &Known<'a>, budget: &mut Budget<'_>) -> Result<Vec<Deduction>, Stopped> {
        if self.is_wrong(known) {
            return Ok(Vec::new());
        }
        if let Some(simple) = self.simple(known, budget)? {
            return Ok(vec![deduced(simple, true)]);
        }
        for level in [Level::Chains, Level::Counted, Level::Pairs] {
            let (mut found, is_whole) = self.supposing(known, level, budget)?;
            // What takes longer may be shorter with what is shown now.
            if let Some(least) = found.iter().map(|(_, _, found)| found.cost()).min() {
                found.retain(|(_, _, found)| found.cost() <= least + BEYOND_LEAST);
                return Ok(found.into_iter().map(|found| deduced(self.offered(known, found), is_whole)).collect());
            }
        }
        for depth in 1..=self.adjacency.deepest_split() {
            let found = self.by_splits(known, depth, true, budget)?;
            if !found.is_empty() {
                return Ok(found.into_iter().map(|found| deduced(self.offered(known, found), false)).collect());
            }
        }
        Ok(Vec::new())
    }

    /// Whether what stands contradicts itself.
    fn is_wrong(&self, known: &Known<'a>) -> bool {
        let is_wrong = |variable| known.field.is_placed(variable) && known.is_out(variable);
        Variable::all(self.adjacency.rules.variables()).any(is_wrong)
    }

    /// The easiest that follows without supposing anything.
    fn simple(&self, known: &Known<'a>, budget: &mut Budget<'_>) -> Result<Option<Offer>, Stopped> {
        if let Some(found) = self.only(known).or_else(|| self.decided(known)) {
            return Ok(Some(found));
        }
        let locked = bounds::easiest(&known.field, budget)?;
        Ok(locked.map(|locked| (locked.hardness, false_all(&locked.out), vec![known.locked(&locked)])))
    }
}

/// Arguments that have so many steps more than the shortest ones are made in one layer with them.
const BEYOND_LEAST: usize = 1;

/// What is refuted, how hard that is, and the refutation.
type Refuted = (Hardness, Variable, Refutation);

/// How something that is supposed is refuted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// By what follows at once.
    Chains,
    /// With counting arguments over several lines among it.
    Counted,
    /// By the cases of a line, in each of which a line is broken at once.
    Pairs,
}

fn deduced(((hardness, _), conclusions, steps): Offer, is_easiest: bool) -> Deduction {
    Deduction { conclusions, steps, hardness, is_easiest }
}
