//! The [`Source`] for most puzzles, which has the diagram of all solutions.

use std::sync::Arc;

use bdd_core::{Budget, DiagramBuilder, Interrupted, Zdd};

use crate::marks::Marks;
use crate::puzzle::{Puzzle, given_literals};
use crate::source::{Completions, Source};

/// The error of [`Diagram::new`] for a diagram and a puzzle with different numbers of variables.
#[derive(Debug, thiserror::Error)]
#[error("expected a diagram with {expected} variables, found {found}")]
pub struct WrongVariables {
    expected: usize,
    found: usize,
}

/// A puzzle with the diagram of all its solutions: a [`Source`] whose counts are exact.
///
/// ```
/// use puzzle_core::{Budget, Diagram, Literal, Marks, Puzzle, Rules, Source};
///
/// #[derive(Debug)]
/// struct OneOfThree(Rules);
///
/// impl Puzzle for OneOfThree {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Diagram::conjoin(OneOfThree(rules), budget)?;
/// let blocked: Marks = [Literal::negative(0)].into_iter().collect();
/// assert_eq!(source.count(&blocked, budget)?.to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<P> {
    puzzle: P,
    solutions: Arc<Zdd>,
}

impl<P: Puzzle> Diagram<P> {
    /// Wraps a puzzle and the diagram of its solutions. The caller guarantees that the diagram represents the rules
    /// and the givens.
    ///
    /// # Errors
    ///
    /// [`WrongVariables`] if the diagram has more or fewer variables than the puzzle.
    pub fn new(puzzle: P, solutions: Zdd) -> Result<Diagram<P>, WrongVariables> {
        let [expected, found] = [puzzle.variables(), solutions.variables()];
        if expected != found {
            return Err(WrongVariables { expected, found });
        }
        Ok(Diagram { puzzle, solutions: Arc::new(solutions) })
    }

    /// Builds the diagram as the conjunction of the rules, the givens and the closed variables. The construction takes
    /// milliseconds if the givens leave about 100 variables open, and much longer if they leave more. For such puzzles
    /// use [`Adaptive`](crate::Adaptive), which falls back on a SAT solver.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn conjoin(puzzle: P, budget: &mut Budget<'_>) -> Result<Diagram<P>, Interrupted> {
        let givens: Vec<_> = given_literals(&puzzle).collect();
        let solutions = DiagramBuilder::new(puzzle.rules()).with(&givens).projected().build_zdd(budget)?;
        Ok(Diagram { puzzle, solutions: Arc::new(solutions) })
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Returns the diagram of all solutions.
    #[must_use]
    pub fn solutions(&self) -> &Zdd {
        &self.solutions
    }
}

impl<P: Puzzle> Source for Diagram<P> {
    fn puzzle(&self) -> &dyn Puzzle {
        &self.puzzle
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        Ok(Completions::Sparse(if marks.is_empty() {
            Arc::clone(&self.solutions)
        } else {
            Arc::new(self.solutions.select(&marks.literals().collect::<Vec<_>>(), budget)?)
        }))
    }

    fn is_quick(&self) -> bool {
        is_quick(self.solutions.node_count())
    }

    fn explains_quickly(&self) -> bool {
        explains_quickly(self.solutions.node_count())
    }
}

/// Returns `true` if the diagram is small enough that selecting and counting take a few milliseconds at most. On
/// n-queens boards, both together took 10 ns per node.
pub(crate) fn is_quick(nodes: usize) -> bool {
    nodes <= 100_000
}

/// Returns `true` if the diagram is small enough that the longest explanations take a few milliseconds. On n-queens
/// boards, the longest explanations took 1 µs per node.
pub(crate) fn explains_quickly(nodes: usize) -> bool {
    nodes <= 10_000
}
