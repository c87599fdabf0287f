//! The source that does for most puzzles: the diagram of all solutions.

use std::sync::Arc;

use bdd_core::{Bdd, Literal, TooManyVariables, conjoin};

use crate::marks::Marks;
use crate::puzzle::Puzzle;
use crate::source::{Completions, Question, Source};

/// A puzzle with the diagram of all its solutions. All it says is exact.
#[derive(Clone, Debug)]
pub struct Diagram<P> {
    puzzle: P,
    solutions: Arc<Bdd>,
}

impl<P: Puzzle> Diagram<P> {
    /// A puzzle with a diagram that was made before. The caller knows that it is that of the rules and the givens.
    #[must_use]
    pub fn new(puzzle: P, solutions: Bdd) -> Diagram<P> {
        Diagram { puzzle, solutions: Arc::new(solutions) }
    }

    /// Makes the diagram by conjoining the rules and the givens. That takes milliseconds for a hundred variables, and
    /// soon too long for many more: a puzzle whose diagram can be built directly had better do so.
    ///
    /// # Errors
    ///
    /// [`TooManyVariables`] if the diagram library can't hold them.
    pub fn conjoin(puzzle: P) -> Result<Diagram<P>, TooManyVariables> {
        let givens: Vec<_> = puzzle.givens().iter().map(|&given| Literal::positive(given)).collect();
        let solutions = conjoin(puzzle.rules())?.select(&givens);
        Ok(Diagram::new(puzzle, solutions))
    }

    /// The diagram of all solutions.
    #[must_use]
    pub fn solutions(&self) -> &Bdd {
        &self.solutions
    }
}

impl<P: Puzzle> Source for Diagram<P> {
    fn puzzle(&self) -> &dyn Puzzle {
        &self.puzzle
    }

    fn completions(&self, marks: &Marks) -> Completions {
        Completions::Diagram(if marks.is_empty() {
            Arc::clone(&self.solutions)
        } else {
            Arc::new(self.solutions.select(&marks.literals().collect::<Vec<_>>()))
        })
    }

    fn is_quick(&self, question: Question) -> bool {
        // As measured for n-queens: selecting and counting take 10 ns a node, the longest explanations 1 us a node.
        let most = match question {
            Question::Completions => 100_000,
            Question::Explanation => 10_000,
        };
        self.solutions.node_count() <= most
    }
}
