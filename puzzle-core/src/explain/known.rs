//! What is known at one point of an argument: what is possible, and why the rest is not.

use std::collections::BTreeSet;

use bdd_core::{LineId, Variable};

use super::adjacency::Adjacency;
use super::explanation::{Because, Case, RuledOut, Step};
use super::field::Field;
use super::refute::{End, Link, Refutation};

/// What is possible, and what everything else is ruled out by: the first reason there was, which is the simplest.
#[derive(Clone)]
pub(crate) struct Known<'a> {
    pub(crate) field: Field<'a>,
    because: Vec<Option<Because>>,
}

impl<'a> Known<'a> {
    pub(crate) fn new(
        adjacency: &'a Adjacency<'a>,
        blocked: &BTreeSet<Variable>,
        standing: &BTreeSet<Variable>,
    ) -> Known<'a> {
        let because = vec![None; adjacency.rules.variables()];
        let mut known = Known { field: Field::new(adjacency), because };
        for &variable in blocked {
            known.rule_out(variable, Because::Blocked);
        }
        for &variable in standing {
            known.place(variable);
        }
        known
    }

    pub(crate) fn rule_out(&mut self, variable: Variable, because: Because) {
        self.field.rule_out(variable);
        self.because[usize::from(variable)].get_or_insert(because);
    }

    pub(crate) fn place(&mut self, by: Variable) {
        self.field.place(by);
        for &variable in self.field.adjacency.rules.excluded_by(by) {
            self.because[usize::from(variable)].get_or_insert(Because::Excluded { by });
        }
    }

    /// Whether a variable was ruled out, be it placed or not.
    pub(super) fn is_out(&self, variable: Variable) -> bool {
        self.because[usize::from(variable)].is_some()
    }

    pub(crate) fn ruled_out(&self, on: LineId) -> Vec<RuledOut> {
        let reason = |&variable: &Variable| Some(RuledOut { variable, because: self.because[usize::from(variable)]? });
        self.field.adjacency.lines[on.index()].iter().filter_map(reason).collect()
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
                    steps.push(locked.step(self));
                    locked.out().iter().for_each(|&variable| self.rule_out(variable, Because::Out));
                }
            }
        }
        steps.push(match &refutation.end {
            End::Empty(on) => Step::Empty { on: *on, ruled_out: self.ruled_out(*on) },
            End::Split(on, cases) => {
                let cases = cases.iter().map(|(variable, refutation)| {
                    let mut known = self.clone();
                    known.place(*variable);
                    Case { variable: *variable, steps: known.steps(refutation) }
                });
                Step::Split { on: *on, cases: cases.collect(), ruled_out: self.ruled_out(*on) }
            }
        });
        steps
    }
}
