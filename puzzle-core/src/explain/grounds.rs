//! From marks and a supposition to the steps of an argument, with their reasons.

use std::collections::BTreeSet;

use bdd_core::{Budget, LineId, Literal, Stopped, Variable};

use super::adjacency::Adjacency;
use super::explanation::{Because, Case, Kind, RuledOut, Step};
use super::field::Field;
use super::refute::{End, Refutation, refute};
use super::steps::{self, leave_out_unused};
use crate::marks::{Conflict, Marks};
use crate::puzzle::Puzzle;

/// Marks to argue from, together with the rules and the givens.
pub(crate) struct Grounds<'a> {
    puzzle: &'a dyn Puzzle,
    marks: &'a Marks,
    standing: BTreeSet<Variable>,
    known: Known<'a>,
}

impl<'a> Grounds<'a> {
    /// The adjacency is that of the puzzle's rules.
    pub(crate) fn new(puzzle: &'a dyn Puzzle, adjacency: &'a Adjacency<'a>, marks: &'a Marks) -> Grounds<'a> {
        let standing = marks.standing(puzzle);
        let known = Known::new(adjacency, &marks.blocked, &standing);
        Grounds { puzzle, marks, standing, known }
    }

    /// How simple an argument there is that a variable is forced, without case splits: the simpler the less. For
    /// choosing one to explain; exact cores come with the explanation.
    pub(crate) fn quick_cost(&self, variable: Variable, budget: &mut Budget<'_>) -> Result<(Kind, usize), Stopped> {
        let steps = self.argue(Literal::negative(variable), 0, budget)?;
        Ok(steps.map_or((Kind::Split, usize::MAX), |steps| (Kind::of(&steps), steps::count(&steps))))
    }

    /// An argument that what is supposed can't be, with case splits nested at most `depth` deep.
    pub(super) fn argue(
        &self,
        supposed: Literal,
        depth: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stopped> {
        let Literal { variable, value } = supposed;
        if value && self.marks.blocked.contains(&variable) {
            return Ok(Some(vec![Step::Blocked]));
        }
        if value && let Some(&by) = self.standing.iter().find(|&&by| self.puzzle.excludes(by, variable)) {
            return Ok(Some(vec![Step::Excluded { by }]));
        }
        if let Some(conflict) = self.conflict() {
            return Ok(Some(vec![Step::Conflict(conflict)]));
        }
        let mut known = self.known.clone();
        if value {
            known.place(variable);
        } else {
            known.rule_out(variable, Because::Supposed);
        }
        let Some(refutation) = refute(&known.field, depth, budget)? else { return Ok(None) };
        let mut steps = known.steps(&refutation);
        leave_out_unused(&mut steps);
        Ok(Some(steps))
    }

    /// The first conflict. There is one if something that stands was ruled out.
    fn conflict(&self) -> Option<Conflict> {
        let is_out = |&variable: &Variable| self.known.because[usize::from(variable)].is_some();
        let conflicts = if self.standing.iter().any(is_out) { self.marks.conflicts(self.puzzle) } else { Vec::new() };
        conflicts.first().copied()
    }
}

/// What is possible, and what everything else is ruled out by: the first reason there was, which is the simplest.
#[derive(Clone)]
struct Known<'a> {
    field: Field<'a>,
    because: Vec<Option<Because>>,
}

impl<'a> Known<'a> {
    fn new(adjacency: &'a Adjacency<'a>, blocked: &BTreeSet<Variable>, standing: &BTreeSet<Variable>) -> Known<'a> {
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

    fn rule_out(&mut self, variable: Variable, because: Because) {
        self.field.rule_out(variable);
        self.because[usize::from(variable)].get_or_insert(because);
    }

    fn place(&mut self, by: Variable) {
        self.field.place(by);
        for &variable in self.field.adjacency.rules.excluded_by(by) {
            self.because[usize::from(variable)].get_or_insert(Because::Excluded { by });
        }
    }

    fn ruled_out(&self, on: LineId) -> Vec<RuledOut> {
        let reason = |&variable: &Variable| Some(RuledOut { variable, because: self.because[usize::from(variable)]? });
        self.field.adjacency.lines[on.index()].iter().filter_map(reason).collect()
    }

    fn steps(&mut self, refutation: &Refutation) -> Vec<Step> {
        let mut steps = Vec::new();
        for &(variable, on) in &refutation.singles {
            steps.push(Step::Only { variable, on, ruled_out: self.ruled_out(on) });
            self.place(variable);
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
