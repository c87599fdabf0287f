//! Deductions where lines count: what a line needs or may have, what would leave one with too little, and cases.

use bdd_core::{Budget, Literal, Stopped, Variable};

use super::bounds;
use super::hardness::{self, Hardness};
use super::{Deduction, Offer, Reasoner, false_all};
use crate::explain::{End, Kind, Known, Link, Refutation, Step, ones, refute, refute_counting};

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
        let is_wrong = |variable| known.field.is_placed(variable) && known.is_out(variable);
        if Variable::all(self.adjacency.rules.variables()).any(is_wrong) {
            return Ok(None);
        }
        let found = match self.only(known).or_else(|| self.decided(known)) {
            Some(found) => Some(found),
            None => match bounds::easiest(&known.field, budget)? {
                Some(locked) => Some((locked.hardness, false_all(locked.out()), vec![locked.step(known)])),
                None => self.by_supposing(known, hardest, budget)?,
            },
        };
        // Counting arguments of many lines are not looked for, and some of these may be easier.
        Ok(found.map(|((hardness, _), conclusions, steps)| Deduction {
            is_easiest: Kind::of(&steps) <= Kind::Only,
            conclusions,
            steps,
            hardness,
        }))
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
    ) -> Result<Option<Offer>, Stopped> {
        let field = &known.field;
        let deepest = if hardest >= Kind::Split { field.adjacency.deepest_split() } else { 0 };
        // First without counting several lines, then with.
        for depth in std::iter::once(None).chain((0..=deepest).map(Some)) {
            let mut best: Option<(Hardness, Variable, Refutation)> = None;
            for against in ones(field.all_possible()).map(Variable::at) {
                budget.spend(SUPPOSING, || 0.0)?;
                let mut supposed = field.clone();
                supposed.place(against);
                let refutation = match depth {
                    None => refute(&supposed, 0, budget)?,
                    Some(0) => refute_counting(&supposed, budget)?,
                    Some(depth) => refute(&supposed, depth, budget)?,
                };
                let Some(refutation) = refutation else { continue };
                let hardness = match refutation.end {
                    End::Empty(_) => {
                        let is_counted = refutation.links.iter().any(|link| matches!(link, Link::Locked(_)));
                        hardness::chain(refutation.links.len(), false, is_counted, 0)
                    }
                    End::Split(..) => hardness::split(refutation.cost()),
                };
                let is_wanted = hardest >= Kind::Chain || refutation.links.is_empty();
                if is_wanted && best.as_ref().is_none_or(|(least, ..)| hardness < *least) {
                    best = Some((hardness, against, refutation));
                }
            }
            if let Some((hardness, against, refutation)) = best {
                let (conclusions, steps) = self.refuted(known, against, &refutation);
                return Ok(Some((hardness, conclusions, steps)));
            }
        }
        Ok(None)
    }
}
