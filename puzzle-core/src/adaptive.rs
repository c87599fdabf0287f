//! The source that does for any puzzle: a diagram where it fits, and a SAT solver where it does not.

use std::sync::Arc;

use bdd_core::{Bdd, Budget, Literal, Stopped, conjoin_within};

use crate::diagram::Diagram;
use crate::explain::Blame;
use crate::marks::Marks;
use crate::puzzle::Puzzle;
use crate::sat::Solver;
use crate::source::{Completions, Question, Source};

/// How much is spent on a diagram before a SAT solver is asked instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Bytes of memory.
    pub memory: usize,
    /// Elementary steps, each some ten nanoseconds; see [`Budget::spend`].
    pub steps: u64,
}

impl Default for Effort {
    /// A quarter of a GiB, and a hundred million steps: some seconds.
    fn default() -> Effort {
        Effort { memory: 256 << 20, steps: 100_000_000 }
    }
}

/// A puzzle with whatever it takes to know its completions: the diagram of all solutions, if that can be made with some
/// [`Effort`]; otherwise the diagram of the completions of the marks, if that can be made with a tenth of it; and
/// otherwise a SAT solver. What it says of a variable is exact in any case: it is live, dead or forced. Counts are exact
/// where there is a diagram, and bounds from below elsewhere.
///
/// ```
/// use puzzle_core::{Adaptive, Budget, Marks, Puzzle, Rules, Source};
///
/// #[derive(Debug)]
/// struct ThreeOfTen(Rules);
///
/// impl Puzzle for ThreeOfTen {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// let mut rules = Rules::new(10);
/// rules.exactly(3, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// let budget = &mut Budget::unlimited();
/// let source = Adaptive::open(ThreeOfTen(rules), budget)?;
/// assert_eq!(source.count(&Marks::default(), budget)?.to_string(), "120");
/// # Ok::<(), puzzle_core::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adaptive<P> {
    puzzle: P,
    solutions: Option<Arc<Bdd>>,
    effort: Effort,
}

impl<P: Puzzle> Adaptive<P> {
    /// Makes the diagram of all solutions, if it can be had with the default effort.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice, even though more effort is allowed.
    pub fn open(puzzle: P, budget: &mut Budget<'_>) -> Result<Adaptive<P>, Stopped> {
        Adaptive::open_with(puzzle, Effort::default(), budget)
    }

    /// Makes the diagram of all solutions, if it can be had with some effort.
    ///
    /// # Errors
    ///
    /// [`Stopped::Cancelled`] if somebody cancels. Without the memory or the steps for a diagram there is none.
    pub fn open_with(puzzle: P, effort: Effort, budget: &mut Budget<'_>) -> Result<Adaptive<P>, Stopped> {
        let solutions = completions(&puzzle, &Marks::default(), effort, budget)?.map(Arc::new);
        Ok(Adaptive { puzzle, solutions, effort })
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// The diagram of all solutions, if it could be had.
    #[must_use]
    pub fn solutions(&self) -> Option<&Bdd> {
        self.solutions.as_deref()
    }

    fn solver(&self, marks: &Marks) -> Solver {
        Solver::new(self.puzzle.rules(), literals(&self.puzzle, marks))
    }
}

fn literals<P: Puzzle>(puzzle: &P, marks: &Marks) -> Vec<Literal> {
    puzzle.givens().iter().map(|&given| Literal::positive(given)).chain(marks.literals()).collect()
}

/// The diagram of the completions of marks, unless it takes more than some effort.
fn completions<P: Puzzle>(
    puzzle: &P,
    marks: &Marks,
    effort: Effort,
    budget: &mut Budget<'_>,
) -> Result<Option<Bdd>, Stopped> {
    let literals = literals(puzzle, marks);
    let made = budget.limited(effort.memory, effort.steps, |budget| conjoin_within(puzzle.rules(), &literals, budget));
    match made {
        Ok(bdd) => Ok(Some(bdd)),
        Err(Stopped::Cancelled) => Err(Stopped::Cancelled),
        Err(_) => Ok(None),
    }
}

impl<P: Puzzle> Source for Adaptive<P> {
    fn puzzle(&self) -> &dyn Puzzle {
        &self.puzzle
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Stopped> {
        if let Some(solutions) = &self.solutions {
            return Ok(Completions::Diagram(if marks.is_empty() {
                Arc::clone(solutions)
            } else {
                Arc::new(solutions.select_within(&marks.literals().collect::<Vec<_>>(), budget)?)
            }));
        }
        let less = Effort { memory: self.effort.memory, steps: self.effort.steps / 10 };
        if !marks.is_empty()
            && let Some(bdd) = completions(&self.puzzle, marks, less, budget)?
        {
            return Ok(Completions::Diagram(Arc::new(bdd)));
        }
        let tally = self.solver(marks).tally(self.puzzle.rules(), [], budget)?;
        Ok(Completions::Tally(Arc::new(tally)))
    }

    fn blame(&self, marks: &Marks, wanted: Option<Literal>, budget: &mut Budget<'_>) -> Result<Blame, Stopped> {
        match &self.solutions {
            Some(solutions) => Blame::by_diagram(solutions, marks, wanted, budget),
            None => {
                let mut solver = self.solver(&Marks::default());
                Blame::by_deletion(marks, |rest| {
                    let assumed: Vec<Literal> = rest.literals().chain(wanted).collect();
                    Ok(solver.model(&assumed, budget)?.is_none())
                })
            }
        }
    }

    fn is_quick(&self, question: Question) -> bool {
        self.solutions.as_ref().is_some_and(|solutions| Diagram::<P>::is_quick(solutions, question))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::{Rules, Variable};

    #[derive(Debug)]
    struct Lines(Rules);

    impl Puzzle for Lines {
        fn rules(&self) -> &Rules {
            &self.0
        }
    }

    /// Two of every row and column of four, which 90 boards are.
    fn two_of_four() -> Rules {
        let mut rules = Rules::new(16);
        for line in 0..4u16 {
            rules.exactly(2, &Vec::from_iter((0..4).map(|place| 4 * line + place)));
            rules.exactly(2, &Vec::from_iter((0..4).map(|place| 4 * place + line)));
        }
        rules
    }

    #[test]
    fn a_solver_knows_the_same_of_every_variable() {
        let budget = &mut Budget::unlimited();
        let diagram = Adaptive::open(Lines(two_of_four()), budget).unwrap();
        let none = Effort { memory: 0, steps: 0 };
        let solver = Adaptive::open_with(Lines(two_of_four()), none, budget).unwrap();
        assert!(diagram.solutions().is_some() && solver.solutions().is_none());
        assert_eq!(diagram.count(&Marks::default(), budget).unwrap().to_string(), "90");
        for code in 0..3u32.pow(5) {
            // The marks of five squares, of a row and of a second one.
            let literal = |place: u32| match code / 3u32.pow(place) % 3 {
                0 => None,
                value => Some(Literal { variable: Variable::new(place as u16), value: value == 1 }),
            };
            let marks: Marks = (0..5).filter_map(literal).collect();
            let exact = diagram.completions(&marks, budget).unwrap().tally(budget).unwrap();
            let known = solver.completions(&marks, budget).unwrap().tally(budget).unwrap();
            for variable in Variable::all(16) {
                for literal in [Literal { variable, value: true }, Literal { variable, value: false }] {
                    assert_eq!(exact.excludes(Some(literal)), known.excludes(Some(literal)), "{marks:?} {literal:?}");
                }
            }
            assert!(known.total.value() <= exact.total.value());
            let wanted = Some(Literal::positive(15));
            let [a, b] = [&diagram, &solver].map(|source| source.blame(&marks, wanted, budget).unwrap());
            assert_eq!(a.cores.is_empty(), b.cores.is_empty(), "{marks:?}");
        }
    }
}
