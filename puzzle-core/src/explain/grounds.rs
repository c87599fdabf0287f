//! From marks and a supposition to the steps of an argument, with their reasons.

use std::collections::BTreeSet;

use bdd_core::{Budget, Literal, Stopped, Variable};

use crate::deduce::{Shown, lead_to};
use crate::logic::{Adjacency, Because, Kind, Known, Step, steps};
use crate::marks::{Conflict, Marks};
use crate::puzzle::Puzzle;

/// Marks to argue from, together with the rules and the givens.
pub(crate) struct Grounds<'a> {
    puzzle: &'a dyn Puzzle,
    marks: &'a Marks,
    standing: BTreeSet<Variable>,
    ruled_out: BTreeSet<Variable>,
    known: Known<'a>,
}

impl<'a> Grounds<'a> {
    /// The adjacency is that of the puzzle's rules.
    pub(crate) fn new(puzzle: &'a dyn Puzzle, adjacency: &'a Adjacency<'a>, marks: &'a Marks) -> Grounds<'a> {
        let standing = marks.standing(puzzle);
        let ruled_out = marks.ruled_out(puzzle);
        let known = Known::new(adjacency, &ruled_out, &standing);
        Grounds { puzzle, marks, standing, ruled_out, known }
    }

    /// An argument that what is supposed can't be, by what can be shown first; `None` if that leads nowhere.
    pub(super) fn argue_by_lemmas(&self, supposed: Literal, budget: &mut Budget<'_>) -> Result<Option<Shown>, Stopped> {
        let goal = Literal { value: !supposed.value, ..supposed };
        lead_to(self.puzzle, self.known.field.adjacency, &self.known, goal, budget)
    }

    /// Whether they are these marks.
    pub(super) fn is_of(&self, marks: &Marks) -> bool {
        self.marks == marks
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
        if value && self.ruled_out.contains(&variable) {
            return Ok(Some(vec![Step::Blocked]));
        }
        if value && let Some(&by) = self.standing.iter().find(|&&by| self.puzzle.excludes(by, variable)) {
            return Ok(Some(vec![Step::Excluded { by }]));
        }
        if value
            && !self.standing.contains(&variable)
            && let Some(Because::Full { on }) = self.known.because(variable)
        {
            let by = self.puzzle.rules().line(on).iter().copied().filter(|one| self.standing.contains(one)).collect();
            return Ok(Some(vec![Step::Full { on, by }]));
        }
        if let Some(conflict) = self.conflict() {
            return Ok(Some(vec![Step::Conflict(conflict)]));
        }
        self.known.refuted(supposed, depth, budget)
    }

    /// The first conflict. There is one if something that stands was ruled out.
    fn conflict(&self) -> Option<Conflict> {
        let is_out = |&variable: &Variable| self.known.is_out(variable);
        // A line may be overfull of what stands without any of it being out.
        let conflicts = if self.known.field.counts.is_some() || self.standing.iter().any(is_out) {
            self.marks.conflicts(self.puzzle)
        } else {
            Vec::new()
        };
        conflicts.first().copied()
    }
}
