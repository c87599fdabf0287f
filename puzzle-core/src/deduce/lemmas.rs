//! Lemmas: deductions that are shown before an argument, so that the argument needs no nested case splits.
//!
//! Deductions are collected in layers until the goal, the literal to prove, follows without a case split. The
//! deductions of a layer follow from the deductions of earlier layers and do not depend on each other. Then only the
//! lemmas on which the goal depends are kept. The selection visits the lemmas from the last to the first, and finds for
//! each an argument that depends on as few other lemmas as possible. In the end all arguments are searched again, from
//! the lemmas kept.
//!
//! Lemmas have the type [`Deduction`], so that sentences, frames, JSON and the checker need no code of their own for
//! them.

use bdd_core::{Budget, Interrupted, Literal};
use rustc_hash::FxHashMap;

use super::counts;
use super::refute::follow;
use crate::logic::{Adjacency, Deduction, Knowledge, Reason, Step, all_steps, premises};

/// Lemmas, and the steps of an argument that depends on them.
pub(crate) struct Shown {
    pub(crate) lemmas: Vec<Deduction>,
    pub(crate) steps: Vec<Step>,
}

/// Proves `goal` by lemmas, in a puzzle that has lines with bounds. Returns `None` if no sequence of deductions leads
/// to the goal.
///
/// `goal` must be undecided in `known`, and `known` free of contradictions.
pub(crate) fn lead_to(
    known: &Knowledge<'_>,
    goal: Literal,
    budget: &mut Budget<'_>,
) -> Result<Option<Shown>, Interrupted> {
    let mut now = known.clone();
    let mut lemmas: Vec<Deduction> = Vec::new();
    loop {
        if let Some(steps) = at_once(&now, goal, budget)? {
            return LemmaChoice::new(known, &lemmas).fewest(goal, steps, budget).map(Some);
        }
        let layer = counts::layer(&now, budget)?;
        if layer.is_empty() {
            return Ok(None);
        }
        if let Some(last) = layer.iter().find(|deduction| deduction.conclusions.contains(&goal)) {
            return LemmaChoice::new(known, &lemmas).fewest(goal, last.steps.clone(), budget).map(Some);
        }
        for deduction in layer {
            now.take(&deduction.conclusions);
            lemmas.push(deduction);
        }
    }
}

/// Returns an argument for `goal` without case splits; `None` if it finds none.
fn at_once(known: &Knowledge<'_>, goal: Literal, budget: &mut Budget<'_>) -> Result<Option<Vec<Step>>, Interrupted> {
    let Literal { variable, value } = goal;
    if !value && !known.field.is_possible(variable) {
        match known.because(variable) {
            Some(Reason::Excluded { by }) => return Ok(Some(vec![Step::Excluded { by }])),
            Some(Reason::Full { on }) => return Ok(Some(vec![Step::Full { on, by: known.placed_on(on) }])),
            _ => {}
        }
    }
    known.refuted(!goal, 0, budget)
}

/// The selection of the lemmas to show, among all deductions made on the way to the goal.
struct LemmaChoice<'l, 'a> {
    known: &'l Knowledge<'a>,
    lemmas: &'l [Deduction],
    /// For each conclusion, the index of the first lemma that has it.
    shown_by: FxHashMap<Literal, usize>,
    /// For each lemma, `true` if the argument for the goal or for a later lemma depends on it.
    is_wanted: Vec<bool>,
}

impl<'l, 'a> LemmaChoice<'l, 'a> {
    fn new(known: &'l Knowledge<'a>, lemmas: &'l [Deduction]) -> LemmaChoice<'l, 'a> {
        let mut shown_by = FxHashMap::default();
        for (place, lemma) in lemmas.iter().enumerate() {
            for &conclusion in &lemma.conclusions {
                shown_by.entry(conclusion).or_insert(place);
            }
        }
        LemmaChoice { known, lemmas, shown_by, is_wanted: vec![false; lemmas.len()] }
    }

    /// Selects the lemmas for `goal`, whose argument is `last`. Visits the lemmas from the last to the first, and finds
    /// for each an argument that depends on as few other lemmas as possible. Then searches all arguments again, since a
    /// lemma kept for one argument may shorten another.
    fn fewest(mut self, goal: Literal, last: Vec<Step>, budget: &mut Budget<'_>) -> Result<Shown, Interrupted> {
        self.resting_on_fewer(&[goal], last.clone(), self.lemmas.len(), budget)?;
        for place in (0..self.lemmas.len()).rev() {
            if self.is_wanted[place] {
                let Deduction { conclusions, steps, .. } = &self.lemmas[place];
                self.resting_on_fewer(conclusions, steps.clone(), place, budget)?;
            }
        }
        let mut known = self.known.clone();
        let mut told = Vec::new();
        for (lemma, _) in self.lemmas.iter().zip(&self.is_wanted).filter(|(_, is_wanted)| **is_wanted) {
            let Some(steps) = anew(&known, &lemma.conclusions, &lemma.steps, budget)? else {
                return Ok(self.all(last));
            };
            known.take(&lemma.conclusions);
            told.push(Deduction { steps, ..lemma.clone() });
        }
        let Some(steps) = anew(&known, &[goal], &last, budget)? else { return Ok(self.all(last)) };
        Ok(only_needed(known.field.adjacency, told, steps))
    }

    /// Selects every lemma that the argument `last` depends on, directly or indirectly, without shortening any
    /// argument. This keeps counting arguments, which might not be found again from fewer lemmas.
    fn all(&self, last: Vec<Step>) -> Shown {
        only_needed(self.known.field.adjacency, self.lemmas.to_vec(), last)
    }

    /// Marks as wanted the lemmas on which an argument for `conclusions` depends. `steps` is the argument known so far.
    /// If it is a chain, searches for an argument that depends on fewer lemmas. Uses only lemmas with indices below
    /// `before`.
    fn resting_on_fewer(
        &mut self,
        conclusions: &[Literal],
        steps: Vec<Step>,
        before: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        let mut more = self.unwanted(&steps, before);
        if let (&[one], Some(Step::Empty { .. }), false) = (conclusions, steps.last(), more.is_empty()) {
            more = self.unwanted(&self.with_fewer(one, steps, before, budget)?, before);
        }
        more.into_iter().for_each(|place| self.is_wanted[place] = true);
        Ok(())
    }

    fn unwanted(&self, steps: &[Step], before: usize) -> Vec<usize> {
        let premises = premises(steps, self.known.field.adjacency).into_iter();
        let places = premises.filter_map(|premise| self.shown_by.get(&premise).copied());
        places.filter(|&place| place < before && !self.is_wanted[place]).collect()
    }

    /// Returns an argument for `conclusion` from the wanted lemmas (`is_wanted`) and as few other lemmas as possible,
    /// all with indices below `before`. Returns `steps`, the argument known so far, if it finds none.
    fn with_fewer(
        &self,
        conclusion: Literal,
        steps: Vec<Step>,
        before: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Step>, Interrupted> {
        let is_counting = steps.iter().any(|step| matches!(step, Step::Locked { .. }));
        let mut used: Vec<usize> = (0..before).filter(|&place| !self.is_wanted[place]).collect();
        // The lemmas with the longest arguments are dropped first.
        used.sort_by_key(|&place| std::cmp::Reverse((all_steps(&self.lemmas[place].steps).len(), place)));
        let mut size = used.len();
        while size > 0 {
            let mut from = 0;
            while from < used.len() {
                let to = (from + size).min(used.len());
                let fewer: Vec<usize> = used[..from].iter().chain(&used[to..]).copied().collect();
                if self.is_broken_by(conclusion, &fewer, before, is_counting, budget)? {
                    used = fewer;
                } else {
                    from = to;
                }
            }
            size /= 2;
        }
        let known = self.with(&used, before);
        let anew = known.refuted(!conclusion, 0, budget)?;
        Ok(anew.unwrap_or(steps))
    }

    /// Returns the knowledge after the conclusions of some lemmas: all lemmas with indices below `before` that are
    /// wanted (`is_wanted`) or in `used`.
    fn with(&self, used: &[usize], before: usize) -> Knowledge<'a> {
        let mut known = self.known.clone();
        for place in (0..before).filter(|place| self.is_wanted[*place] || used.contains(place)) {
            known.take(&self.lemmas[place].conclusions);
        }
        known
    }

    /// Returns `true` if the negation of `conclusion` leads to a line that can't be satisfied, by propagation alone.
    /// The propagation starts from all lemmas with indices below `before` that are wanted (`is_wanted`) or in `used`.
    /// `is_counting` allows counting arguments.
    fn is_broken_by(
        &self,
        conclusion: Literal,
        used: &[usize],
        before: usize,
        is_counting: bool,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Interrupted> {
        let mut field = self.with(used, before).field;
        if conclusion.value {
            field.rule_out(conclusion.variable);
        } else {
            field.place(conclusion.variable);
        }
        Ok(follow(&field, is_counting, budget)?.0.empty_line().is_some())
    }
}

/// Returns steps that prove `conclusions` from `known`. If `steps` are a chain, searches for a new chain, and returns
/// `None` if it finds no chain. Otherwise returns `steps`.
fn anew(
    known: &Knowledge<'_>,
    conclusions: &[Literal],
    steps: &[Step],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Step>>, Interrupted> {
    match (conclusions, steps.last()) {
        (&[one], Some(Step::Empty { .. })) => at_once(known, one, budget),
        _ => Ok(Some(steps.to_vec())),
    }
}

fn only_needed(adjacency: &Adjacency<'_>, lemmas: Vec<Deduction>, steps: Vec<Step>) -> Shown {
    let mut wanted = premises(&steps, adjacency);
    let mut told: Vec<Deduction> = Vec::new();
    for lemma in lemmas.into_iter().rev() {
        if lemma.conclusions.iter().any(|conclusion| wanted.contains(conclusion)) {
            wanted.extend(premises(&lemma.steps, adjacency));
            told.push(lemma);
        }
    }
    told.reverse();
    Shown { lemmas: told, steps }
}
