//! Finds the next deduction on a board, the easiest first, and rates puzzles by the deductions that they need.
//!
//! A [`Deduction`] rules out candidates or places a variable. It is found from the board as [`Seen`] by the player,
//! never from a solution. The techniques are ordered by their difficulty for a person ([`Technique`]). A [`Path`] leads
//! from a puzzle to its solution by the easiest deduction at every step; its rating is the difficulty of the puzzle.
//!
//! [`check::deduction`](crate::check::deduction) replays a deduction from the rules alone.
//!
//! # Search limits
//!
//! The limits of a search count its work and not its time, so that the same board has the same hint on every machine.
//! Most limits are a number of suppositions times the number of machine words that represent a board. So a search on a
//! large board takes no longer than on a small board, but on the largest boards it may end without a deduction. If a
//! limit left arguments untried that may be easier, [`Deduction::is_easiest`] is `false`. `docs/hints.md` has
//! measurements.
//!
//! # Modules
//!
//! - `locked`: counting arguments, in which the candidates of `k` lines lie within `k` covers. A cover is a set of
//!   variables of which at most one can be true.
//! - `bounds`: counting arguments for lines with bounds (lines that are not at-least-one constraints). The lines need
//!   at least the number of true variables that the covers of their candidates can hold.
//! - `chain`: supposes every candidate once and propagates it, to find chains that end in a contradiction. `split` and
//!   `implied` search for case splits, starting from these results.
//! - `refute`: finds short refutations by chains and case splits.
//! - `counts`, `pairs`: the deductions of puzzles that have lines with bounds.
//! - `lemmas`: deductions that are shown before an argument to keep it short.
//! - `path`: the deductions on the way to the solution.

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

/// Finds the easiest deduction on the board that the player sees. Returns `None` if no deduction follows, or if the
/// board directly contradicts the rules. On very large boards, such as hard Sudokus of 25 x 25, it also returns `None`
/// if only nested case splits beyond the search limits lead further.
///
/// A variable that a true variable excludes counts as ruled out already: the exclusion alone is no deduction.
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
/// If `seen` contains a variable that the puzzle does not have.
pub fn easiest(puzzle: &dyn Puzzle, seen: &Seen, budget: &mut Budget<'_>) -> Result<Option<Deduction>, Interrupted> {
    easiest_up_to(puzzle, seen, Technique::Split, budget)
}

/// Finds the easiest deduction by techniques that are no harder than `hardest`. Returns `None` if it finds none.
fn easiest_up_to(
    puzzle: &dyn Puzzle,
    seen: &Seen,
    hardest: Technique,
    budget: &mut Budget<'_>,
) -> Result<Option<Deduction>, Interrupted> {
    easiest_from(&known(puzzle, &Adjacency::new(puzzle), seen), hardest, budget)
}

/// Finds the deduction that a hint shows: the deduction of [`easiest`] by techniques that are no harder than `hardest`,
/// or the placement from which it follows. A line with a single candidate also rules out candidates of other lines. A
/// person places the candidate first, even if the exclusions count as easier.
pub(crate) fn easiest_hint(
    puzzle: &dyn Puzzle,
    seen: &Seen,
    hardest: Technique,
    budget: &mut Budget<'_>,
) -> Result<Option<Deduction>, Interrupted> {
    let adjacency = Adjacency::new(puzzle);
    let known = known(puzzle, &adjacency, seen);
    let found = easiest_from(&known, hardest, budget)?;
    Ok(found.map(|found| placement_before(&known, &found).unwrap_or(found)))
}

/// Returns the deduction that places the single candidate of a base line of the counting argument `found`. Returns
/// `None` for other arguments, and if no base line has a single candidate.
fn placement_before(known: &Knowledge<'_>, found: &Deduction) -> Option<Deduction> {
    let [Step::Locked { base, .. }] = found.steps.as_slice() else { return None };
    let (variable, on) = known.field.tight_lines().into_iter().find(|(_, line)| base.contains(line))?;
    let ruled_out = known.ruled_out(on);
    let hardness = hardness::only(known.field.adjacency.visibility(on), facts(&ruled_out));
    let argument = (hardness, vec![Literal::positive(variable)], vec![Step::Only { variable, on, ruled_out }]);
    Some(deduced(argument, found.is_easiest))
}

/// The maximum number of base lines of a counting argument ([`Step::Locked`]) that serves as a consequence in a chain.
const COUNTED_IN_CHAINS: usize = 2;

/// Returns the knowledge about a board: its true variables, its candidates, and the reason why each other variable is
/// ruled out.
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
    // The suppositions are used only if no deduction was found so far.
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

/// Returns the easiest argument of [`Technique::Only`]: a line needs all its remaining candidates, usually a single
/// one, and the argument places one of them. Prefers the line that is easiest to see, then the line with the fewest
/// reasons. Returns `None` if there is no such line.
fn only(known: &Knowledge<'_>) -> Option<FoundArgument> {
    let singles = known.field.tight_lines();
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

/// Converts the refutation of `against` to the steps of an argument that the variable `against` is false.
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
