//! The way from a puzzle to its solution, and how hard it is.

use std::fmt;

use bdd_core::{Budget, Literal, Stopped, Variable};

use super::{Deduction, Reasoner, Seen};
use crate::logic::{Adjacency, Kind};
use crate::puzzle::Puzzle;

/// A list of deductions, each the easiest there is after those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The deductions.
    pub steps: Vec<Deduction>,
    /// Whether they lead to the end: everything is settled, and every line has what it needs.
    pub is_complete: bool,
}

impl Seen {
    /// Sees what follows as well.
    pub fn take(&mut self, deduction: &Deduction) {
        for &Literal { variable, value } in &deduction.conclusions {
            if value { &mut self.marks.placed } else { &mut self.out }.insert(variable);
        }
    }
}

/// The way from a board as it is seen to its end, or as far as deductions of a kind up to `hardest` lead.
///
/// # Errors
///
/// [`Stopped`] if the budget does not suffice.
///
/// # Panics
///
/// If something seen is no variable of the puzzle.
pub fn path(puzzle: &dyn Puzzle, seen: &Seen, hardest: Kind, budget: &mut Budget<'_>) -> Result<Path, Stopped> {
    let adjacency = Adjacency::new(puzzle);
    let reasoner = Reasoner { puzzle, adjacency: &adjacency };
    let mut seen = seen.clone();
    // Known anew at every step, so that the reasons are those that a hint would give.
    let mut known = reasoner.known(&seen);
    let mut steps = Vec::new();
    while let Some(deduction) = reasoner.easiest(&known, hardest, budget)? {
        seen.take(&deduction);
        known = reasoner.known(&seen);
        steps.push(deduction);
    }
    let is_settled = known.field.all_possible().iter().all(|&word| word == 0);
    let is_complete = is_settled && known.field.open_lines().next().is_none();
    Ok(Path { steps, is_complete })
}

/// How hard a puzzle is for a person, by the easiest way to its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The hardest kind of deduction on the way; `None` if it has no step.
    pub hardest: Option<Kind>,
    /// How hard the hardest step is, in hundredths of the scale of Sudoku Explainer.
    pub hardness: u32,
    /// How hard all steps are together, in the same unit.
    pub effort: u32,
    /// The number of steps of every kind that there is on the way, the easiest kind first.
    pub steps: Vec<(Kind, usize)>,
}

impl Rating {
    /// The rating as one number, in thousandths of the scale of Sudoku Explainer: the hardest step, and in the last digit
    /// how long the way is, a unit for every fifty points that its steps have together.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.hardness * 10 + (self.effort / 5000).min(9)
    }
}

/// The number, in points of the scale, as in `4.202`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number();
        f.pad(&format!("{}.{:03}", number / 1000, number % 1000))
    }
}

impl Path {
    /// How hard the way is; that of a whole one is the rating of its puzzle.
    #[must_use]
    pub fn rating(&self) -> Rating {
        let mut kinds: Vec<Kind> = self.steps.iter().map(Deduction::kind).collect();
        kinds.sort_unstable();
        let steps = kinds.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect();
        Rating {
            hardest: kinds.last().copied(),
            hardness: self.steps.iter().map(|step| step.hardness).max().unwrap_or(0),
            effort: self.steps.iter().map(|step| step.hardness).sum(),
            steps,
        }
    }

    /// What is true at the end, beside the givens, in order.
    #[must_use]
    pub fn placed(&self) -> Vec<Variable> {
        let conclusions = self.steps.iter().flat_map(|step| &step.conclusions);
        let mut placed: Vec<Variable> =
            conclusions.filter(|literal| literal.value).map(|literal| literal.variable).collect();
        placed.sort_unstable();
        placed
    }
}
