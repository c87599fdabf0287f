//! Case splits that are quick to find, in puzzles that have lines with bounds: propagation alone shows that each case
//! contradicts the supposition.

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use super::refute::{follow, refute, shorten};
use super::split::PairRefutations;
use crate::logic::{End, Field, Link, Refutation, Refuted, ones};

/// The largest number of cases of a split.
const WIDEST: usize = 6;

/// The maximum number of splits compared for each candidate, each of a different line. The split with the shortest
/// argument is kept.
const LINES: usize = 3;

/// The number of refuted candidates after which the search ends.
const MOST_SPLITS: usize = 24;

const FOLLOWED_PAIR: u32 = 512;

/// A supposition with its consequences: the variable supposed to be true, the candidates of the board with only this
/// variable added (`before`) and with all consequences (`after`), and the consequences (`links`).
struct Supposed<'a> {
    of: Variable,
    before: Field<'a>,
    after: Field<'a>,
    links: Vec<Link>,
}

/// Finds up to [`MOST_SPLITS`] candidates that a case split refutes, in ascending order, each with the shortest split
/// found. The second result is `false` if a limit left splits untried.
///
/// The caller has checked that no candidate is refuted without a split.
pub(super) fn splits(field: &Field<'_>, budget: &mut Budget<'_>) -> Result<(Vec<Refuted>, bool), Interrupted> {
    let mut pairs = PairRefutations::new(field);
    let (mut found, mut is_whole) = (Vec::new(), true);
    for against in ones(field.all_possible()).map(Variable::from_index) {
        let before = field.with(against);
        let (after, links) = follow(&before, false, budget)?;
        let supposed = Supposed { of: against, before, after, links };
        let (shortest, all_lines) = supposed.shortest(&mut pairs, budget)?;
        is_whole &= all_lines;
        found.extend(shortest.map(|split| Refuted::by_split(against, split)));
        if found.len() == MOST_SPLITS {
            return Ok((found, false));
        }
    }
    Ok((found, is_whole))
}

impl<'a> Supposed<'a> {
    /// Returns the shortest of the first [`LINES`] splits found. Lines with the fewest cases are tried first. The
    /// second result is `true` if all lines were tried.
    fn shortest(
        &self,
        pairs: &mut PairRefutations<'a>,
        budget: &mut Budget<'_>,
    ) -> Result<(Option<Refutation>, bool), Interrupted> {
        let mut lines = self.after.lines_to_split();
        let all = lines.len();
        lines.retain(|&(cases, _)| cases <= WIDEST);
        let is_whole = lines.len() == all;
        lines.sort_unstable();
        let mut tried = 0;
        let mut shortest: Option<Refutation> = None;
        for (_, line) in lines {
            let cases = self.after.cases(line).into_iter();
            if !pairs.are_refuted(self.of, &self.after, cases, FOLLOWED_PAIR, budget)? {
                continue;
            }
            if let Some(split) = self.split(line, budget)?
                && shortest.as_ref().is_none_or(|shortest| split.cost() < shortest.cost())
            {
                shortest = Some(split);
            }
            tried += 1;
            if tried == LINES {
                return Ok((shortest, false));
            }
        }
        Ok((shortest, is_whole))
    }

    fn split(&self, line: ConstraintId, budget: &mut Budget<'_>) -> Result<Option<Refutation>, Interrupted> {
        let mut cases = Vec::new();
        for case in self.after.cases(line) {
            let both = self.after.with(case);
            let Some(refutation) = refute(&both, 0, budget)? else { return Ok(None) };
            cases.push((case, refutation));
        }
        let whole = Refutation { links: self.links.clone(), end: End::Split(line, cases) };
        shorten(&self.before, whole, budget).map(Some)
    }
}
