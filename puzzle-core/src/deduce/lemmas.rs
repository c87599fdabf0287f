//! Lemmas: deductions shown first, so that an argument need not nest cases within cases.
//!
//! Deductions are made layer by layer until the goal follows at once. Only the lemmas on which the goal rests are
//! kept, from the last one back, and each is argued with as few others as possible; in the end all arguments are found
//! anew with the lemmas that remain. An explanation keeps lemmas as deductions, so the words, the frames, the JSON and
//! the checker handle them without additions.

use bdd_core::{Budget, Interrupted, Literal};
use rustc_hash::FxHashMap;

use super::counts;
use super::refute::follow;
use crate::logic::{Adjacency, Because, Deduction, Known, Step, all_steps, premises};

/// What is shown first, and the argument that then is left.
pub(crate) struct Shown {
    pub(crate) lemmas: Vec<Deduction>,
    pub(crate) steps: Vec<Step>,
}

/// Shows that something is true, or false, where lines count, by lemmas; `None` if deductions do not lead there.
///
/// It is undecided in what is known, and what is known does not contradict itself.
pub(crate) fn lead_to(known: &Known<'_>, goal: Literal, budget: &mut Budget<'_>) -> Result<Option<Shown>, Interrupted> {
    let mut now = known.clone();
    let mut lemmas: Vec<Deduction> = Vec::new();
    loop {
        if let Some(steps) = at_once(&now, goal, budget)? {
            return Choice::new(known, &lemmas).fewest(goal, steps, budget).map(Some);
        }
        let layer = counts::layer(&now, budget)?;
        if layer.is_empty() {
            return Ok(None);
        }
        if let Some(last) = layer.iter().find(|deduction| deduction.conclusions.contains(&goal)) {
            return Choice::new(known, &lemmas).fewest(goal, last.steps.clone(), budget).map(Some);
        }
        for deduction in layer {
            now.take(&deduction.conclusions);
            lemmas.push(deduction);
        }
    }
}

/// The argument for something that follows from what is known without cases; `None` if there is none.
fn at_once(known: &Known<'_>, goal: Literal, budget: &mut Budget<'_>) -> Result<Option<Vec<Step>>, Interrupted> {
    let Literal { variable, value } = goal;
    if !value && !known.field.is_possible(variable) {
        match known.because(variable) {
            Some(Because::Excluded { by }) => return Ok(Some(vec![Step::Excluded { by }])),
            Some(Because::Full { on }) => return Ok(Some(vec![Step::Full { on, by: known.placed_on(on) }])),
            _ => {}
        }
    }
    known.refuted(!goal, 0, budget)
}

/// The choice of lemmas that are told.
struct Choice<'l, 'a> {
    known: &'l Known<'a>,
    lemmas: &'l [Deduction],
    shown_by: FxHashMap<Literal, usize>,
    /// The lemmas that what comes later rests on.
    is_wanted: Vec<bool>,
}

impl<'l, 'a> Choice<'l, 'a> {
    fn new(known: &'l Known<'a>, lemmas: &'l [Deduction]) -> Choice<'l, 'a> {
        let mut shown_by = FxHashMap::default();
        for (place, lemma) in lemmas.iter().enumerate() {
            for &conclusion in &lemma.conclusions {
                shown_by.entry(conclusion).or_insert(place);
            }
        }
        Choice { known, lemmas, shown_by, is_wanted: vec![false; lemmas.len()] }
    }

    /// The lemmas that an argument rests on, one by the other, from the last one back: each by as few others as it can. Then
    /// all arguments anew with what is told, since one that is there for another's sake may make a third one shorter.
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

    /// The lemmas that an argument rests on as it is. What is found by counting may not be found with less: such an argument
    /// stays as it is.
    fn all(&self, last: Vec<Step>) -> Shown {
        only_needed(self.known.field.adjacency, self.lemmas.to_vec(), last)
    }

    /// Wants as few lemmas as possible of those before a place for some conclusions that are drawn there by these steps.
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

    /// The lemmas before a place that steps rest on and that nothing else does.
    fn unwanted(&self, steps: &[Step], before: usize) -> Vec<usize> {
        let premises = premises(steps, self.known.field.adjacency).into_iter();
        let places = premises.filter_map(|premise| self.shown_by.get(&premise).copied());
        places.filter(|&place| place < before && !self.is_wanted[place]).collect()
    }

    /// A chain to a conclusion from what is wanted anyway, and as few lemmas as possible besides.
    fn with_fewer(
        &self,
        conclusion: Literal,
        steps: Vec<Step>,
        before: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Step>, Interrupted> {
        let is_counting = steps.iter().any(|step| matches!(step, Step::Locked { .. }));
        let mut used: Vec<usize> = (0..before).filter(|&place| !self.is_wanted[place]).collect();
        // The longest are to go first.
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

    /// What is known with some lemmas before a place, and those that are wanted.
    fn with(&self, used: &[usize], before: usize) -> Known<'a> {
        let mut known = self.known.clone();
        for place in (0..before).filter(|place| self.is_wanted[*place] || used.contains(place)) {
            known.take(&self.lemmas[place].conclusions);
        }
        known
    }

    /// Whether the opposite of a conclusion breaks a line at once with these lemmas, and those that are wanted.
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

/// The steps to some conclusions with all that is known now: chains anew, if they are found again, and others as they are.
fn anew(
    known: &Known<'_>,
    conclusions: &[Literal],
    steps: &[Step],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Step>>, Interrupted> {
    match (conclusions, steps.last()) {
        (&[one], Some(Step::Empty { .. })) => at_once(known, one, budget),
        _ => Ok(Some(steps.to_vec())),
    }
}

/// Only the lemmas that the steps rest on, one by the other.
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
