//! Finds the next deduction on a board, the easiest first, and rates puzzles by the deductions they need.
//!
//! A [`Deduction`] rules out candidates or places a variable. It is found from the board as [`Seen`] by the player,
//! never from a solution. The techniques are ordered by their difficulty for a person ([`Technique`]). A [`Path`] takes
//! the easiest deduction at every step from a puzzle to its solution; its rating is the difficulty of the puzzle.
//!
//! [`check::deduction`](crate::check::deduction) replays a deduction from the rules alone.
//!
//! # Search limits
//!
//! The limits of a search count candidates and pairs of candidates, not time: the same board has the same hint on every
//! machine. [`Deduction::is_easiest`] is `false` if a limit left easier arguments untried. The limits are in machine
//! words of the fields propagated, so that a large board takes no longer than a small one; on the largest boards a
//! search may end without a deduction. `docs/hints.md` has measurements.
//!
//! # Modules
//!
//! - `locked`: counting arguments, in which the candidates of `k` lines lie within `k` covers.
//! - `bounds`: the same for lines with bounds: the lines need all that their covers have room for.
//! - `chain`: propagates every supposition once. `split` and `implied` search for case splits, starting from these
//!   results.
//! - `refute`: finds short refutations by chains and case splits.
//! - `counts`, `pairs`: the deductions of puzzles with bounds.
//! - `lemmas`: deductions that are shown before an argument to keep it short.
//! - `path`: the way to the solution.

mod bounds;
mod chain;
mod counts;
mod implied;
mod lemmas;
mod locked;
mod pairs;
mod path;
mod refute;
mod split;

use std::collections::BTreeSet;

use bdd_core::{Budget, Interrupted, Literal, Variable};

pub(crate) use lemmas::{Shown, lead_to};
pub use path::{Path, path};

use crate::logic::hardness::{self, Hardness};
use crate::logic::{Adjacency, Deduction, Knowledge, Reason, Refuted, RuledOut, Seen, Step, Technique};
use crate::puzzle::{Puzzle, Visibility};

/// Finds the easiest deduction from a board as it is seen; `None` if nothing follows any more, or the board contradicts the
/// rules at once. On very large boards, such as hard Sudokus of 25 x 25, also if nothing follows but by splits within
/// splits of which too many would have to be looked at.
///
/// What something that stands excludes is seen as excluded: that alone is no deduction.
///
/// ```
/// use puzzle_core::{Budget, Literal, Marks, Rules, Seen, Variable, deduce};
///
/// let mut rules = Rules::new(2);
/// rules.exactly_one(&[0, 1]);
/// let seen = Seen::from(Marks { blocked: [Variable::new(0)].into(), ..Marks::default() });
/// let deduction = deduce::easiest(&rules, &seen, &mut Budget::unlimited())?.expect("one candidate is left");
/// assert_eq!(deduction.conclusions, [Literal::positive(1)]);
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice.
///
/// # Panics
///
/// If something seen is no variable of the puzzle.
pub fn easiest(puzzle: &dyn Puzzle, seen: &Seen, budget: &mut Budget<'_>) -> Result<Option<Deduction>, Interrupted> {
    easiest_up_to(puzzle, seen, Technique::Split, budget)
}

/// Finds the easiest deduction whose technique is at most `hardest`.
pub(crate) fn easiest_up_to(
    puzzle: &dyn Puzzle,
    seen: &Seen,
    hardest: Technique,
    budget: &mut Budget<'_>,
) -> Result<Option<Deduction>, Interrupted> {
    easiest_from(&known(puzzle, &Adjacency::new(puzzle), seen), hardest, budget)
}

/// The largest number of lines in a counting argument within a chain.
const COUNTED_IN_CHAINS: usize = 2;

/// Returns the candidates of a board as seen, with the reasons against the other variables.
fn known<'a>(puzzle: &dyn Puzzle, adjacency: &'a Adjacency<'a>, seen: &Seen) -> Knowledge<'a> {
    let mut known = Knowledge::new(adjacency, &seen.marks.ruled_out(puzzle), &seen.marks.standing(puzzle));
    seen.out.iter().for_each(|&variable| known.rule_out(variable, Reason::Out));
    known
}

fn easiest_from(
    known: &Knowledge<'_>,
    hardest: Technique,
    budget: &mut Budget<'_>,
) -> Result<Option<Deduction>, Interrupted> {
    let field = &known.field;
    if field.empty_line().is_some() {
        return Ok(None);
    }
    if field.counts.is_some() {
        return counts::easiest(known, hardest, budget);
    }
    let mut best = EasiestArgument { found: only(known), is_whole: true };
    let mut search = locked::LockedSearch::new(field, locked::MOST_LINES);
    let mut suppositions = None;
    for lines in 1..=locked::MOST_LINES {
        if lines == 2
            && best.is_harder_than(hardness::LEAST_COMMON)
            && let Some((on, out)) = locked::common(field)
        {
            let left: Vec<Variable> = field.possible(on).collect();
            let hardness = hardness::common(left.len());
            best.offer(hardness, || {
                (false_all(&out), vec![Step::Common { on, ruled_out: known.ruled_out(on), left, out }])
            });
        }
        if lines == 4 && hardest >= Technique::Chain && best.is_harder_than(hardness::LEAST_CHAIN) {
            let chains = chain::chains(field, budget)?;
            best.is_whole &= chains.is_whole;
            best.offer_refuted(known, chains.easiest);
            suppositions = Some(chains.suppositions);
        }
        if best.is_harder_than(hardness::least_locked(lines))
            && let Some(locked) = search.easiest(lines, budget)?
        {
            best.offer(locked.hardness, || (false_all(&locked.out), vec![known.locked(&locked)]));
        }
    }
    best.is_whole &= search.is_whole;
    // The suppositions serve only if there is no easier deduction, and if chains are asked for.
    let suppositions = suppositions.filter(|_| best.found.is_none()).unwrap_or_default();
    if !suppositions.is_empty() {
        let (chain, is_whole) = chain::counted(field, &suppositions, COUNTED_IN_CHAINS, budget)?;
        best.is_whole &= is_whole;
        best.offer_refuted(known, chain);
    }
    if hardest >= Technique::Split
        && best.found.is_none()
        && let Some((split, is_whole)) = split::shortest(field, &suppositions, budget)?
    {
        best.is_whole &= is_whole;
        best.offer_refuted(known, Some(split));
    }
    Ok(best.found.map(|found| deduced(found, best.is_whole)))
}

/// Returns the easiest line to see among those with a single candidate left.
fn only(known: &Knowledge<'_>) -> Option<FoundArgument> {
    let singles = known.field.single_lines();
    let visibility = |line| known.field.adjacency.visibility(line);
    let easiest: Visibility = singles.iter().map(|&(_, line)| visibility(line)).min()?;
    let mut best: Option<FoundArgument> = None;
    for &(variable, on) in singles.iter().filter(|&&(_, line)| visibility(line) == easiest) {
        let ruled_out = known.ruled_out(on);
        let hardness = hardness::only(easiest, facts(&ruled_out));
        if best.as_ref().is_none_or(|(least, ..)| hardness < *least) {
            let step = Step::Only { variable, on, ruled_out };
            best = Some((hardness, vec![Literal::positive(variable)], vec![step]));
        }
    }
    best
}

/// Returns the argument that `against` is false, from its refutation.
fn refuted(known: &Knowledge<'_>, Refuted { hardness, against, refutation }: &Refuted) -> FoundArgument {
    let mut supposed = known.clone();
    supposed.place(*against);
    (*hardness, vec![Literal::negative(*against)], supposed.steps(refutation))
}

type FoundArgument = (Hardness, Vec<Literal>, Vec<Step>);

fn deduced(((hardness, _), conclusions, steps): FoundArgument, is_easiest: bool) -> Deduction {
    Deduction { conclusions, steps, hardness, is_easiest }
}

struct EasiestArgument {
    found: Option<FoundArgument>,
    is_whole: bool,
}

impl EasiestArgument {
    fn is_harder_than(&self, hardness: u32) -> bool {
        self.found.as_ref().is_none_or(|((found, _), ..)| *found > hardness)
    }

    fn offer(&mut self, hardness: Hardness, make: impl FnOnce() -> (Vec<Literal>, Vec<Step>)) {
        if self.found.as_ref().is_none_or(|(found, ..)| hardness < *found) {
            let (conclusions, steps) = make();
            self.found = Some((hardness, conclusions, steps));
        }
    }

    fn offer_refuted(&mut self, known: &Knowledge<'_>, found: Option<Refuted>) {
        let found = found.filter(|found| self.found.as_ref().is_none_or(|(best, ..)| found.hardness < *best));
        if let Some(found) = found {
            self.found = Some(refuted(known, &found));
        }
    }
}

fn false_all(out: &[Variable]) -> Vec<Literal> {
    out.iter().map(|&variable| Literal::negative(variable)).collect()
}

fn facts(ruled_out: &[RuledOut]) -> usize {
    let by = ruled_out.iter().filter_map(|reason| match reason.because {
        Reason::Excluded { by } => Some(by),
        _ => None,
    });
    let others = ruled_out.iter().filter(|reason| !matches!(reason.because, Reason::Excluded { .. })).count();
    by.collect::<BTreeSet<_>>().len() + others
}
