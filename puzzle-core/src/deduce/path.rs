//! The way from a puzzle to its solution, and its rating.

use std::fmt;

use bdd_core::{Budget, Interrupted};

use crate::logic::{Adjacency, Deduction, Kind, Seen};
use crate::puzzle::Puzzle;

/// A list of deductions, each the easiest there is after those before it.
#[derive(Debug)]
pub struct Path {
    /// The deductions.
    pub steps: Vec<Deduction>,
    /// Whether they lead to the end: everything is settled, and every line has what it needs.
    pub is_complete: bool,
}

/// Finds the way from a board as it is seen to its end, or as far as deductions of a kind up to `hardest` lead.
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice.
///
/// # Panics
///
/// If something seen is no variable of the puzzle.
pub fn path(puzzle: &dyn Puzzle, seen: &Seen, hardest: Kind, budget: &mut Budget<'_>) -> Result<Path, Interrupted> {
    let adjacency = Adjacency::new(puzzle);
    let mut seen = seen.clone();
    // Known anew at every step, so that the reasons are those that a hint would give.
    let mut known = super::known(puzzle, &adjacency, &seen);
    let mut steps = Vec::new();
    while let Some(deduction) = super::easiest_from(&known, hardest, budget)? {
        seen.take(&deduction);
        known = super::known(puzzle, &adjacency, &seen);
        steps.push(deduction);
    }
    let is_settled = known.field.all_possible().iter().all(|&word| word == 0);
    let is_complete = is_settled && known.field.open_lines().next().is_none();
    Ok(Path { steps, is_complete })
}

impl Path {
    /// Returns the rating of the way, and so of its puzzle if it is complete, in thousandths of the scale of Sudoku Explainer:
    /// the hardest step, and in the last digit the length of the way, a unit for every fifty points that its steps have
    /// together.
    #[must_use]
    pub fn rating(&self) -> u32 {
        self.hardness() * 10 + (self.effort() / 5000).min(9)
    }

    /// Returns the hardness of the hardest step, in hundredths of the scale; 0 if there is no step.
    #[must_use]
    pub fn hardness(&self) -> u32 {
        self.steps.iter().map(|step| step.hardness).max().unwrap_or(0)
    }

    /// Returns the hardness of all steps together, in the same unit.
    #[must_use]
    pub fn effort(&self) -> u32 {
        self.steps.iter().map(|step| step.hardness).sum()
    }

    /// Returns the number of steps of every technique on the way, the easiest technique first.
    #[must_use]
    pub fn techniques(&self) -> Vec<(Kind, usize)> {
        let mut kinds: Vec<Kind> = self.steps.iter().map(Deduction::kind).collect();
        kinds.sort_unstable();
        kinds.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
    }
}

/// The rating in points of the scale, as in `4.202`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rating = self.rating();
        f.pad(&format!("{}.{:03}", rating / 1000, rating % 1000))
    }
}
