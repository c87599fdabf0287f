//! The knowledge at one point of an argument: the candidates, and the reason why each ruled-out variable is ruled out.

use std::collections::BTreeSet;

use bdd_core::{ConstraintId, Literal, Variable};

use super::adjacency::Adjacency;
use super::argument::{Case, Reason, RuledOut, Step};
use super::field::Field;
use super::refutation::{End, Link, Locked, Refutation};

/// The candidates, and for each ruled-out variable the reason why it is ruled out. The first reason found is kept,
/// since it is the simplest.
#[derive(Clone)]
pub(crate) struct Knowledge<'a> {
    pub(crate) field: Field<'a>,
    because: Vec<Option<Reason>>,
}

impl<'a> Knowledge<'a> {
    pub(crate) fn new(
        adjacency: &'a Adjacency<'a>,
        blocked: &BTreeSet<Variable>,
        standing: &BTreeSet<Variable>,
    ) -> Knowledge<'a> {
        let because = vec![None; adjacency.rules.variables()];
        let mut known = Knowledge { field: Field::new(adjacency), because };
        if adjacency.counts.is_some() {
            (0..adjacency.lines.len()).map(ConstraintId::from_index).for_each(|line| known.note_full(line));
        }
        for &variable in blocked {
            known.rule_out(variable, Reason::Blocked);
        }
        for &variable in standing {
            known.place(variable);
        }
        known
    }

    pub(crate) fn rule_out(&mut self, variable: Variable, because: Reason) {
        self.field.rule_out(variable);
        self.because[usize::from(variable)].get_or_insert(because);
    }

    pub(crate) fn place(&mut self, by: Variable) {
        self.field.place(by);
        for &variable in self.field.adjacency.rules.excluded_by(by) {
            self.because[usize::from(variable)].get_or_insert(Reason::Excluded { by });
        }
        if self.field.counts.is_some() {
            let adjacency = self.field.adjacency;
            adjacency.lines_of(by).iter().for_each(|&line| self.note_full(line.into()));
        }
    }

    /// Notes the reason [`Reason::Full`] for the variables of a full line that are not placed. Has no effect if the
    /// line is not full.
    fn note_full(&mut self, on: ConstraintId) {
        if self.field.is_full(on.into()) {
            for &variable in self.field.adjacency.lines[on.index()].iter() {
                if !self.field.is_placed(variable) {
                    self.because[usize::from(variable)].get_or_insert(Reason::Full { on });
                }
            }
        }
    }

    /// Returns the reason why a variable is ruled out; `None` if it is not ruled out.
    pub(crate) fn because(&self, variable: Variable) -> Option<Reason> {
        self.because[usize::from(variable)]
    }

    pub(crate) fn placed_on(&self, line: ConstraintId) -> Vec<Variable> {
        let all = self.field.adjacency.lines[line.index()].iter();
        all.copied().filter(|&variable| self.field.is_placed(variable)).collect()
    }

    pub(crate) fn take(&mut self, conclusions: &[Literal]) {
        for &Literal { variable, value } in conclusions {
            if value { self.place(variable) } else { self.rule_out(variable, Reason::Out) }
        }
    }

    /// Returns `true` if a variable is ruled out. It may be placed as well: then the board contradicts itself.
    pub(crate) fn is_out(&self, variable: Variable) -> bool {
        self.because[usize::from(variable)].is_some()
    }

    pub(crate) fn ruled_out(&self, on: ConstraintId) -> Vec<RuledOut> {
        let reason = |&variable: &Variable| Some(RuledOut { variable, because: self.because[usize::from(variable)]? });
        self.field.adjacency.lines[on.index()].iter().filter_map(reason).collect()
    }

    /// Returns the reasons of a step on a line: its ruled-out variables, and its true variables if it has negated
    /// variables. `is_short` is `true` if the step follows because the line lacks true literals, `false` if the line
    /// has its maximum of them. Only literals that are false, or only those that are true, are reasons then.
    fn reasons(&self, on: ConstraintId, is_short: bool) -> (Vec<RuledOut>, Vec<Variable>) {
        let rule = self.field.adjacency.rules.constraint(on);
        let mut ruled_out = self.ruled_out(on);
        if rule.is_positive() {
            return (ruled_out, Vec::new());
        }
        let sign = |variable| rule.literal(variable).is_some_and(|literal| literal.value);
        ruled_out.retain(|reason| sign(reason.variable) == is_short);
        let of_line = self.field.adjacency.lines[on.index()].iter().copied();
        let by = of_line.filter(|&variable| self.field.is_placed(variable) && sign(variable) != is_short).collect();
        (ruled_out, by)
    }

    /// Returns the step of a line with negated variables that leaves no choice. The step lists all ruled-out variables
    /// of the line, so that the other variables are its candidates.
    pub(crate) fn decided(&self, on: ConstraintId) -> Step {
        let (place, out) = self.field.decision(on);
        let (_, by) = self.reasons(on, self.field.is_short(on));
        Step::Decided { on, ruled_out: self.ruled_out(on), by, place, out }
    }

    /// Returns the step of a conditional bound ([`Copies`](super::Copies)) that decides `literal`; `None` if there is
    /// no such line.
    pub(crate) fn decision_of(&self, literal: Literal) -> Option<Step> {
        let adjacency = self.field.adjacency;
        let lines = adjacency.lines_of(literal.variable).iter().filter(|&&line| !adjacency.heavy(line).is_empty());
        let mut steps = lines.map(|&line| self.decided(line.into()));
        steps.find(|step| match step {
            Step::Decided { place, out, .. } => (if literal.value { place } else { out }).contains(&literal.variable),
            _ => false,
        })
    }

    /// Converts a counting argument to a step. The step lists those variables of the base lines that no cover
    /// contains, each with the reason why it is ruled out already.
    pub(crate) fn locked(&self, locked: &Locked) -> Step {
        let adjacency = self.field.adjacency;
        let mut ruled_out: Vec<_> = locked.base.iter().flat_map(|&line| self.ruled_out(line)).collect();
        ruled_out.retain(|reason| !locked.is_covered(adjacency, reason.variable));
        ruled_out.sort_unstable_by_key(|reason| reason.variable);
        ruled_out.dedup();
        let mut base = locked.base.clone();
        base.sort_unstable();
        Step::Locked { base, covers: locked.covers.clone(), ruled_out, out: locked.out.clone() }
    }

    pub(crate) fn steps(&mut self, refutation: &Refutation) -> Vec<Step> {
        let mut steps = Vec::new();
        for link in &refutation.links {
            match link {
                &Link::Only(variable, on) => {
                    steps.push(Step::Only { variable, on, ruled_out: self.ruled_out(on) });
                    self.place(variable);
                }
                Link::Locked(locked) => {
                    steps.push(self.locked(locked));
                    locked.out.iter().for_each(|&variable| self.rule_out(variable, Reason::Out));
                }
                Link::Decided(on) => {
                    let step = self.decided(*on);
                    if let Step::Decided { place, out, .. } = &step {
                        out.iter().for_each(|&variable| self.rule_out(variable, Reason::Out));
                        for &variable in place {
                            if self.field.is_possible(variable) {
                                self.place(variable);
                            }
                        }
                    }
                    steps.push(step);
                }
            }
        }
        steps.push(match &refutation.end {
            End::Empty(on) => {
                let is_short = self.field.counts.is_none() || self.field.is_short(*on);
                let (ruled_out, by) = self.reasons(*on, is_short);
                Step::Empty { on: *on, ruled_out, by }
            }
            End::Split(on, cases) => {
                let rule = self.field.adjacency.rules.constraint(*on);
                let first = cases.first().and_then(|(variable, _)| rule.literal(*variable));
                let (ruled_out, by) = self.reasons(*on, first.is_none_or(|literal| literal.value));
                let cases = cases.iter().map(|(variable, refutation)| {
                    let mut known = self.clone();
                    known.place(*variable);
                    Case { variable: *variable, steps: known.steps(refutation) }
                });
                Step::Split { on: *on, cases: cases.collect(), ruled_out, by }
            }
        });
        steps
    }
}

#[cfg(test)]
mod tests {
    use bdd_core::Rules;

    use super::*;

    #[test]
    fn a_line_that_has_what_it_may_have_is_full_of_what_is_placed_on_it() {
        let mut rules = Rules::new(5);
        rules.at_most(2, &[0, 1, 2, 3]);
        let puzzle = rules;
        let adjacency = Adjacency::new(&puzzle);
        let line = ConstraintId::new(0);
        let [two, four] = [2, 4].map(Variable::new);
        let mut known = Knowledge::new(&adjacency, &BTreeSet::new(), &BTreeSet::from([two, four]));
        assert_eq!((known.placed_on(line), known.is_out(Variable::new(1))), (vec![two], false));
        known.place(Variable::new(0));
        assert_eq!(known.placed_on(line), [Variable::new(0), two]);
        for out in [1, 3].map(Variable::new) {
            assert_eq!(known.because(out), Some(Reason::Full { on: line }));
        }
        assert!(![0, 2, 4].into_iter().any(|other| known.is_out(Variable::new(other))));
    }
}
