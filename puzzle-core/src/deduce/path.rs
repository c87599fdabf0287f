//! The deductions on the way from a puzzle to its solution, and the rating of the puzzle by these deductions.

use std::fmt;

use bdd_core::{Budget, Interrupted};

use crate::logic::{Adjacency, Deduction, Seen, Technique};
use crate::puzzle::Puzzle;

/// A sequence of deductions from a board towards its solution. Each deduction is the easiest on the board that the
/// earlier deductions have reached.
///
/// ```
/// use puzzle_core::explain::Technique;
/// use puzzle_core::{Budget, Rules, Seen, deduce};
///
/// let mut rules = Rules::new(1);
/// rules.at_least_one(&[0]);
/// let path = deduce::path(&rules, &Seen::default(), Technique::Split, &mut Budget::unlimited())?;
/// assert_eq!(path.techniques(), [(Technique::Only, 1)]);
/// // The rating of the whole path, in points of Sudoku Explainer's scale.
/// assert_eq!(path.to_string(), "1.200");
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
#[derive(Debug)]
pub struct Path {
    /// The deductions, in order.
    pub steps: Vec<Deduction>,
    /// `true` if the deductions decide every variable and satisfy every line.
    pub is_complete: bool,
}

/// Finds the path from a board towards its solution, by techniques no harder than `hardest`. The path ends where these
/// techniques lead no further.
///
/// ```
/// use puzzle_core::explain::Technique;
/// use puzzle_core::{Budget, Marks, Rules, Seen, Variable, deduce};
///
/// let mut rules = Rules::new(2);
/// rules.exactly_one(&[0, 1]);
/// let seen = Seen::from(Marks { blocked: [Variable::new(0)].into(), ..Marks::default() });
/// let path = deduce::path(&rules, &seen, Technique::Chain, &mut Budget::unlimited())?;
/// assert!(path.is_complete);
/// assert_eq!(path.steps.len(), 1);
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice.
///
/// # Panics
///
/// If `seen` contains a variable that the puzzle does not have.
pub fn path(
    puzzle: &dyn Puzzle,
    seen: &Seen,
    hardest: Technique,
    budget: &mut Budget<'_>,
) -> Result<Path, Interrupted> {
    let adjacency = Adjacency::new(puzzle);
    let mut seen = seen.clone();
    // The knowledge is computed anew at every step, so that the reasons are the same as in a hint for this board.
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
    /// Returns the rating of the path, in thousandths of a point of Sudoku Explainer's scale: `10 * hardness +
    /// min(effort / 5000, 9)`. The hardest step determines all digits but the last. The effort of all steps determines
    /// the last digit. If the path is complete, this is the rating of its puzzle.
    #[must_use]
    pub fn rating(&self) -> u32 {
        self.hardness() * 10 + (self.effort() / 5000).min(9)
    }

    /// Returns the hardness of the hardest step, in hundredths of a point of Sudoku Explainer's scale; 0 without steps.
    #[must_use]
    pub fn hardness(&self) -> u32 {
        self.steps.iter().map(|step| step.hardness).max().unwrap_or(0)
    }

    /// Returns the sum of the hardness of all steps, in hundredths of a point of Sudoku Explainer's scale.
    #[must_use]
    pub fn effort(&self) -> u32 {
        self.steps.iter().map(|step| step.hardness).sum()
    }

    /// Returns the number of steps of each technique on the path, the easiest technique first.
    #[must_use]
    pub fn techniques(&self) -> Vec<(Technique, usize)> {
        let mut kinds: Vec<Technique> = self.steps.iter().map(Deduction::technique).collect();
        kinds.sort_unstable();
        kinds.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
    }
}

/// Writes the rating in points of Sudoku Explainer's scale, such as `4.202`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rating = self.rating();
        f.pad(&format!("{}.{:03}", rating / 1000, rating % 1000))
    }
}
