//! Deductions from a board as the player sees it, the easiest first, as data; paths of them, and ratings.
//!
//! A [`Deduction`] rules something out, or places it. It is found from what is [`Seen`], never from a solution, by
//! kinds of reasoning that are ordered by how hard they are for a person ([`Kind`]). A [`Path`] is the way from a puzzle
//! to its solution by the easiest deduction there is at every step, and its rating is what it asks of a person.
//!
//! [`check::deduction`](crate::check::deduction) replays a deduction from the rules alone.
//!
//! # Search limits
//!
//! A search for a deduction has limits in numbers of places and pairs, not in time: the same board has the same hint
//! on every machine. [`Deduction::is_easiest`] is false if a limit left easier arguments untried. The limits count the
//! machine words of the fields followed, so that a large board takes no longer than a small one; on the largest boards
//! a search may end without a deduction. `docs/hints.md` has measurements.
//!
//! # Modules
//!
//! Counting is one idea for every puzzle: lines within as many covers (`locked`), and lines with bounds whose needs
//! lie within covers without more room (`bounds`). `chain` follows every supposition once; chains with counting
//! arguments and splits (`split`, `implied`) start from its results. `refute` finds short ways to a contradiction.
//! `counts` and `pairs` are the deductions of lines that count, `lemmas` are deductions shown first, and `path` is the
//! way to the solution.

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
use crate::logic::{Adjacency, Because, Deduction, Kind, Known, Refuted, RuledOut, Seen, Step};
use crate::puzzle::{Puzzle, Sight};

/// Finds the easiest deduction from a board as it is seen; `None` if nothing follows any more, or the board contradicts the
/// rules at once. On very large boards, such as hard Sudokus of 25 x 25, also if nothing follows but by splits within
/// splits of which too many would have to be looked at.
///
/// What something that stands excludes is seen as excluded: that alone is no deduction.
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice.
///
/// # Panics
///
/// If something seen is no variable of the puzzle.
pub fn easiest(puzzle: &dyn Puzzle, seen: &Seen, budget: &mut Budget<'_>) -> Result<Option<Deduction>, Interrupted> {
    easiest_up_to(puzzle, seen, Kind::Split, budget)
}

/// Finds the easiest deduction of a kind up to this one.
pub(crate) fn easiest_up_to(
    puzzle: &dyn Puzzle,
    seen: &Seen,
    hardest: Kind,
    budget: &mut Budget<'_>,
) -> Result<Option<Deduction>, Interrupted> {
    easiest_from(&known(puzzle, &Adjacency::new(puzzle), seen), hardest, budget)
}

/// The most lines of a counting argument within a chain.
const COUNTED_IN_CHAINS: usize = 2;

/// Returns what is known of a board as it is seen.
fn known<'a>(puzzle: &dyn Puzzle, adjacency: &'a Adjacency<'a>, seen: &Seen) -> Known<'a> {
    let mut known = Known::new(adjacency, &seen.marks.ruled_out(puzzle), &seen.marks.standing(puzzle));
    seen.out.iter().for_each(|&variable| known.rule_out(variable, Because::Out));
    known
}

/// Finds the easiest deduction from what is known, of a kind up to this one.
fn easiest_from(known: &Known<'_>, hardest: Kind, budget: &mut Budget<'_>) -> Result<Option<Deduction>, Interrupted> {
    let field = &known.field;
    if field.empty_line().is_some() {
        return Ok(None);
    }
    if field.counts.is_some() {
        return counts::easiest(known, hardest, budget);
    }
    let mut best = Best { found: only(known), is_whole: true };
    let mut search = locked::Search::new(field, locked::MOST_LINES);
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
        if lines == 4 && hardest >= Kind::Chain && best.is_harder_than(hardness::LEAST_CHAIN) {
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
    // There are suppositions if there is nothing else, unless what is harder is not asked for.
    let suppositions = suppositions.filter(|_| best.found.is_none()).unwrap_or_default();
    if !suppositions.is_empty() {
        let (chain, is_whole) = chain::counted(field, &suppositions, COUNTED_IN_CHAINS, budget)?;
        best.is_whole &= is_whole;
        best.offer_refuted(known, chain);
    }
    if hardest >= Kind::Split
        && best.found.is_none()
        && let Some((split, is_whole)) = split::shortest(field, &suppositions, budget)?
    {
        best.is_whole &= is_whole;
        best.offer_refuted(known, Some(split));
    }
    Ok(best.found.map(|found| deduced(found, best.is_whole)))
}

/// Returns the line with one place left that is the easiest to see.
fn only(known: &Known<'_>) -> Option<Offer> {
    let singles = known.field.single_lines();
    let sight = |line| known.field.adjacency.sight(line);
    let easiest: Sight = singles.iter().map(|&(_, line)| sight(line)).min()?;
    let mut best: Option<Offer> = None;
    for &(variable, on) in singles.iter().filter(|&&(_, line)| sight(line) == easiest) {
        let ruled_out = known.ruled_out(on);
        let hardness = hardness::only(easiest, facts(&ruled_out));
        if best.as_ref().is_none_or(|(least, ..)| hardness < *least) {
            let step = Step::Only { variable, on, ruled_out };
            best = Some((hardness, vec![Literal::positive(variable)], vec![step]));
        }
    }
    best
}

/// Returns what follows from a refutation of something supposed.
fn refuted(known: &Known<'_>, Refuted { hardness, against, refutation }: &Refuted) -> Offer {
    let mut supposed = known.clone();
    supposed.place(*against);
    (*hardness, vec![Literal::negative(*against)], supposed.steps(refutation))
}

/// What follows, how hard it is, and the argument.
type Offer = (Hardness, Vec<Literal>, Vec<Step>);

/// Makes a deduction of what was found.
fn deduced(((hardness, _), conclusions, steps): Offer, is_easiest: bool) -> Deduction {
    Deduction { conclusions, steps, hardness, is_easiest }
}

/// The easiest that was found so far.
struct Best {
    found: Option<Offer>,
    is_whole: bool,
}

impl Best {
    /// Whether something of this hardness would be easier.
    fn is_harder_than(&self, hardness: u32) -> bool {
        self.found.as_ref().is_none_or(|((found, _), ..)| *found > hardness)
    }

    /// Keeps an argument if it is easier.
    fn offer(&mut self, hardness: Hardness, make: impl FnOnce() -> (Vec<Literal>, Vec<Step>)) {
        if self.found.as_ref().is_none_or(|(found, ..)| hardness < *found) {
            let (conclusions, steps) = make();
            self.found = Some((hardness, conclusions, steps));
        }
    }

    /// Keeps a refutation, if there is one and it is easier.
    fn offer_refuted(&mut self, known: &Known<'_>, found: Option<Refuted>) {
        let found = found.filter(|found| self.found.as_ref().is_none_or(|(best, ..)| found.hardness < *best));
        if let Some(found) = found {
            self.found = Some(refuted(known, &found));
        }
    }
}

fn false_all(out: &[Variable]) -> Vec<Literal> {
    out.iter().map(|&variable| Literal::negative(variable)).collect()
}

/// How many different facts rule these out.
fn facts(ruled_out: &[RuledOut]) -> usize {
    let by = ruled_out.iter().filter_map(|reason| match reason.because {
        Because::Excluded { by } => Some(by),
        _ => None,
    });
    let others = ruled_out.iter().filter(|reason| !matches!(reason.because, Because::Excluded { .. })).count();
    by.collect::<BTreeSet<_>>().len() + others
}
