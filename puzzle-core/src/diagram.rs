//! The source for most puzzles: the diagram of all solutions.

use std::sync::Arc;

use bdd_core::{Bdd, Budget, DiagramBuilder, Interrupted};

use crate::marks::Marks;
use crate::puzzle::{Puzzle, given_literals};
use crate::source::{Completions, Source};

/// A diagram that can't be that of a puzzle's solutions, since it is over another number of variables.
#[derive(Debug, thiserror::Error)]
#[error("the diagram has {found} variables, and the puzzle {expected}")]
pub struct WrongVariables {
    expected: usize,
    found: usize,
}

/// A puzzle with the diagram of all its solutions. All it says is exact.
#[derive(Clone, Debug)]
pub struct Diagram<P> {
    puzzle: P,
    solutions: Arc<Bdd>,
}

impl<P: Puzzle> Diagram<P> {
    /// Takes a puzzle with a diagram that was made before. The caller knows that it is that of the rules and the givens.
    ///
    /// # Errors
    ///
    /// [`WrongVariables`] if the diagram has more or fewer variables than the puzzle.
    pub fn new(puzzle: P, solutions: Bdd) -> Result<Diagram<P>, WrongVariables> {
        let [expected, found] = [puzzle.variables(), solutions.variables()];
        if expected != found {
            return Err(WrongVariables { expected, found });
        }
        Ok(Diagram { puzzle, solutions: Arc::new(solutions) })
    }

    /// Makes the diagram by conjoining the rules, the givens, and what is closed. That takes milliseconds for a hundred
    /// variables that the givens leave open, and soon too long for many more: a puzzle whose diagram can be built
    /// directly had better do so.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    pub fn conjoin(puzzle: P, budget: &mut Budget<'_>) -> Result<Diagram<P>, Interrupted> {
        let givens: Vec<_> = given_literals(&puzzle).collect();
        let solutions = DiagramBuilder::new(puzzle.rules()).with(&givens).projected().build(budget)?;
        Ok(Diagram { puzzle, solutions: Arc::new(solutions) })
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Returns the diagram of all solutions.
    #[must_use]
    pub fn solutions(&self) -> &Bdd {
        &self.solutions
    }
}

impl<P: Puzzle> Source for Diagram<P> {
    fn puzzle(&self) -> &dyn Puzzle {
        &self.puzzle
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        Ok(Completions::Diagram(if marks.is_empty() {
            Arc::clone(&self.solutions)
        } else {
            Arc::new(self.solutions.select(&marks.literals().collect::<Vec<_>>(), budget)?)
        }))
    }

    fn is_quick(&self) -> bool {
        is_quick(&self.solutions)
    }

    fn explains_quickly(&self) -> bool {
        explains_quickly(&self.solutions)
    }
}

/// Returns whether selecting and counting take a few milliseconds in a diagram: 10 ns a node, as measured for n-queens.
pub(crate) fn is_quick(solutions: &Bdd) -> bool {
    solutions.node_count() <= 100_000
}

/// Returns whether the longest explanations take a few milliseconds with a diagram: 1 us a node, as measured for n-queens.
pub(crate) fn explains_quickly(solutions: &Bdd) -> bool {
    solutions.node_count() <= 10_000
}
