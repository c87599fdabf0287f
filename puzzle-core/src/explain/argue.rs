//! From grounds and a supposition to the steps of an argument, with their reasons.

use std::collections::BTreeSet;

use bdd_core::{Literal, Variable};

use super::explanation::{Because, Case, Kind, RuledOut, Step};
use super::field::Field;
use super::layout::Layout;
use super::refute::{End, Refutation, refute};
use super::steps::{self, leave_out_unused};
use crate::marks::Marks;
use crate::puzzle::Puzzle;

/// Makes arguments about one puzzle.
pub(crate) struct Arguer<'a> {
    puzzle: &'a dyn Puzzle,
    layout: Layout<'a>,
}

impl<'a> Arguer<'a> {
    pub(crate) fn new(puzzle: &'a dyn Puzzle) -> Arguer<'a> {
        Arguer { puzzle, layout: Layout::new(puzzle.rules()) }
    }

    /// With case splits nested so deep, an argument is found for everything that is true.
    pub(super) fn deepest(&self) -> usize {
        self.layout.lines.len()
    }

    /// How simple an argument all marks give that a variable is forced, without case splits: the simpler the less.
    /// For choosing one to explain; exact cores come with the explanation.
    pub(crate) fn quick_cost(&self, marks: &Marks, variable: Variable) -> (Kind, usize) {
        let steps = self.argue(marks, Literal::negative(variable), 0);
        steps.map_or((Kind::Split, usize::MAX), |steps| (Kind::of(&steps), steps::count(&steps)))
    }

    /// An argument from the givens and these marks that what is supposed can't be, with case splits nested at most
    /// `depth` deep.
    pub(super) fn argue(&self, grounds: &Marks, supposed: Literal, depth: usize) -> Option<Vec<Step>> {
        let Literal { variable, value } = supposed;
        if value && grounds.blocked.contains(&variable) {
            return Some(vec![Step::Blocked]);
        }
        let standing = grounds.standing(self.puzzle);
        if value && let Some(&by) = standing.iter().find(|&&by| self.puzzle.excludes(by, variable)) {
            return Some(vec![Step::Excluded { by }]);
        }
        if let Some(&conflict) = grounds.conflicts(self.puzzle).first() {
            return Some(vec![Step::Conflict(conflict)]);
        }
        let mut known = Known::new(&self.layout, &grounds.blocked, &standing);
        if value {
            known.place(variable);
        } else {
            known.rule_out(variable, Because::Supposed);
        }
        let refutation = refute(&known.field, depth)?;
        let mut steps = known.steps(&refutation);
        leave_out_unused(&mut steps);
        Some(steps)
    }
}

/// What is possible, and what everything else is ruled out by: the first reason there was, which is the simplest.
#[derive(Clone)]
struct Known<'a> {
    field: Field<'a>,
    because: Vec<Option<Because>>,
}

impl<'a> Known<'a> {
    fn new(layout: &'a Layout<'a>, blocked: &BTreeSet<Variable>, standing: &BTreeSet<Variable>) -> Known<'a> {
        let because = vec![None; usize::from(layout.rules.variables())];
        let mut known = Known { field: Field::new(layout), because };
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
        for &variable in self.field.layout.rules.excluded_by(by) {
            self.because[usize::from(variable)].get_or_insert(Because::Excluded { by });
        }
    }

    fn ruled_out(&self, on: usize) -> Vec<RuledOut> {
        let reason = |&variable: &Variable| Some(RuledOut { variable, because: self.because[usize::from(variable)]? });
        self.field.layout.lines[on].iter().filter_map(reason).collect()
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
