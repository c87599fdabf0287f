//! What is known of a board's solutions.

use std::ops::ControlFlow;
use std::sync::Arc;

use bdd_core::{Bdd, BuildError, Progress, Reporter};
use nqueens_guide::Square;
use puzzle_core::{Completions, Marks, Puzzle, Source};

use crate::field::{Lines, Set};
use crate::puzzle::RegionsPuzzle;
use crate::{direct, rating, search};

/// Up to `limit` completions of marks, each as its queens by rank. They are searched for without a diagram, so that
/// boards can be solved that have too many solutions to count.
///
/// # Panics
///
/// If the marks are those of a larger board.
#[must_use]
pub fn first_solutions(puzzle: &RegionsPuzzle, marks: &Marks, limit: usize) -> Vec<Vec<Square>> {
    let lines = Lines::new(puzzle.rules());
    let mut field = lines.field();
    marks.blocked.iter().for_each(|&blocked| field.possible.remove(blocked));
    for &queen in &marks.placed {
        if !field.possible.contains(queen) {
            return Vec::new();
        }
        field = field.with(&lines, queen);
    }
    search::solutions(&lines, field, limit).iter().map(|queens| puzzle.squares(queens)).collect()
}

/// The diagram of all solutions of a board: equal to the conjunction of its [`regions_rules`].
///
/// ```
/// use std::ops::ControlFlow;
///
/// use regions_guide::{Attack, RegionsPuzzle, Solutions};
///
/// let puzzle = RegionsPuzzle::new("AABB\nABBC\nAACC\nDDDC".parse()?, Attack::King);
/// let solutions = Solutions::build(puzzle, usize::MAX, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(solutions.bdd().model_count(), 1u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    puzzle: RegionsPuzzle,
    bdd: Arc<Bdd>,
}

impl Solutions {
    /// Builds the diagram: squares that reasoning without case splits rules out are left out, and a search from rank
    /// to rank does the rest.
    ///
    /// # Errors
    ///
    /// [`BuildError::TooLarge`] if the work would take more than `memory_limit` bytes, and [`BuildError::Cancelled`]
    /// if `progress`, which is called every few milliseconds, answers with a break.
    pub fn build(
        puzzle: RegionsPuzzle,
        memory_limit: usize,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solutions, BuildError> {
        let open = rating::reason(&Lines::new(puzzle.rules())).map_or(Set::of([]), |(field, _)| field.possible);
        let bdd = direct::build(puzzle.board(), puzzle.attack(), &open, memory_limit, Reporter::new(progress))?;
        Ok(Solutions { puzzle, bdd: Arc::new(bdd) })
    }

    /// The diagram of all solutions, one variable a square.
    #[must_use]
    pub fn bdd(&self) -> &Bdd {
        &self.bdd
    }
}

impl Source for Solutions {
    fn puzzle(&self) -> &dyn Puzzle {
        &self.puzzle
    }

    fn completions(&self, marks: &Marks) -> Completions {
        let literals: Vec<_> = marks.literals().collect();
        Completions::Diagram(if literals.is_empty() { self.bdd.clone() } else { Arc::new(self.bdd.select(&literals)) })
    }
}
