//! Deductions where lines count: the needs and the room of one line, suppositions that leave a line too little, and
//! cases.

use bdd_core::{Budget, Interrupted, Literal, Variable};

use super::bounds;
use super::refute::{refute, refute_counting};
use super::{Deduction, Offer, deduced, false_all, only, pairs, refuted};
use crate::logic::hardness;
use crate::logic::{Kind, Known, Link, Refuted, Step, ones};

/// The elementary steps, as of a [`Budget`], of supposing a variable.
const SUPPOSING: u32 = 64;

/// Arguments that have so many steps more than the shortest ones are made in one layer with them.
const BEYOND_LEAST: usize = 1;

/// The refutation of something that is supposed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// By what follows at once.
    Chains,
    /// With counting arguments over several lines among it.
    Counted,
    /// By the cases of a line, in each of which a line is broken at once.
    Pairs,
    /// By cases nested so deep.
    Splits(usize),
}

/// Finds the easiest deduction where lines count, of a kind up to this one.
pub(super) fn easiest(
    known: &Known<'_>,
    hardest: Kind,
    budget: &mut Budget<'_>,
) -> Result<Option<Deduction>, Interrupted> {
    // What stands contradicts itself: nothing follows, or everything.
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

/// Finds what follows next where lines count, each from what is known alone. To suppose one thing after the other is as much
/// work for one deduction as for all: so all of them are made.
pub(super) fn layer(known: &Known<'_>, budget: &mut Budget<'_>) -> Result<Vec<Deduction>, Interrupted> {
    if is_wrong(known) {
        return Ok(Vec::new());
    }
    if let Some(simple) = simple(known, budget)? {
        return Ok(vec![deduced(simple, true)]);
    }
    let (mut found, is_whole) = supposing(known, Kind::Split, true, budget)?;
    // What takes longer may be shorter with what is shown now.
    let least = found.iter().map(|found| found.refutation.cost()).min().unwrap_or(0);
    found.retain(|found| found.refutation.cost() <= least + BEYOND_LEAST);
    Ok(found.iter().map(|found| deduced(refuted(known, found), is_whole)).collect())
}

/// Returns whether what stands contradicts itself.
fn is_wrong(known: &Known<'_>) -> bool {
    let is_wrong = |variable| known.field.is_placed(variable) && known.is_out(variable);
    Variable::all(known.field.adjacency.rules.variables()).any(is_wrong)
}

/// Finds the easiest that follows without supposing anything.
fn simple(known: &Known<'_>, budget: &mut Budget<'_>) -> Result<Option<Offer>, Interrupted> {
    if let Some(found) = only(known).or_else(|| decided(known)) {
        return Ok(Some(found));
    }
    let locked = bounds::easiest(&known.field, budget)?;
    Ok(locked.map(|locked| (locked.hardness, false_all(&locked.out), vec![known.locked(&locked)])))
}

/// Returns what a line with negated variables leaves no choice of.
fn decided(known: &Known<'_>) -> Option<Offer> {
    let on = *known.field.decided_lines().first()?;
    let (place, out): (Vec<Variable>, Vec<Variable>) = known.field.decision(on);
    let mut conclusions = false_all(&out);
    conclusions.extend(place.iter().map(|&variable| Literal::positive(variable)));
    let ruled_out = known.ruled_out(on);
    let hardness = hardness::only(known.field.adjacency.sight(on), ruled_out.len());
    Some((hardness, conclusions, vec![Step::Decided { on, ruled_out, place, out }]))
}

/// Supposes what is possible, one after the other: first without counting several lines, then with; then by cases that are
/// short to tell, and by any. Returns all that is refuted at the first level at which something is, and whether everything
/// was looked at. Of splits within splits the first is enough if `is_any`.
fn supposing(
    known: &Known<'_>,
    hardest: Kind,
    is_any: bool,
    budget: &mut Budget<'_>,
) -> Result<(Vec<Refuted>, bool), Interrupted> {
    let splits = (1..=known.field.adjacency.deepest_split()).map(Level::Splits);
    for level in [Level::Chains, Level::Counted, Level::Pairs].into_iter().chain(splits) {
        if level > Level::Counted && hardest < Kind::Split {
            break;
        }
        let (mut found, is_whole) = refuted_at(known, level, is_any, budget)?;
        found.retain(|found| hardest >= Kind::Chain || found.refutation.links.is_empty());
        if !found.is_empty() {
            return Ok((found, is_whole));
        }
    }
    Ok((Vec::new(), true))
}

/// Finds all that is refuted at a level, in order, and whether everything was looked at.
fn refuted_at(
    known: &Known<'_>,
    level: Level,
    is_any: bool,
    budget: &mut Budget<'_>,
) -> Result<(Vec<Refuted>, bool), Interrupted> {
    if level == Level::Pairs {
        return pairs::splits(&known.field, budget);
    }
    let mut found = Vec::new();
    for against in ones(known.field.all_possible()).map(Variable::from_index) {
        budget.spend(SUPPOSING, || 0.0)?;
        let supposed = known.field.with(against);
        let refutation = match level {
            Level::Counted => refute_counting(&supposed, budget)?,
            Level::Splits(depth) => refute(&supposed, depth, budget)?,
            Level::Chains | Level::Pairs => refute(&supposed, 0, budget)?,
        };
        let Some(refutation) = refutation else { continue };
        if let Level::Splits(_) = level {
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
    // Within the cases of a split not every line is tried to be split again.
    let is_whole = !matches!(level, Level::Splits(depth) if is_any || depth > 1);
    Ok((found, is_whole))
}
