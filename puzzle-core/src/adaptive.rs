//! The source that does for any puzzle: a diagram where it fits, and a SAT solver where it does not.

use std::sync::Arc;

use bdd_core::{Bdd, Budget, Literal, Stopped, conjoin_shown, conjoin_shown_reordered};

use crate::diagram::Diagram;
use crate::explain::Blame;
use crate::marks::Marks;
use crate::puzzle::{Puzzle, given_literals};
use crate::sat::Solver;
use crate::source::{Completions, Question, Reordered, Source};

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
/// [`Effort`], in the order of the variables or in one that is found
/// ([`conjoin_reordered`](bdd_core::conjoin_reordered)); otherwise the diagram of the completions of the marks, if that can be made with a tenth of it; and
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
    solutions: Option<Completions>,
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
        let solutions = completions(&puzzle, &Marks::default(), effort, budget)?;
        Ok(Adaptive { puzzle, solutions, effort })
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// The diagram of all solutions, if it could be had with its levels in the order of the variables.
    #[must_use]
    pub fn solutions(&self) -> Option<&Bdd> {
        match &self.solutions {
            Some(Completions::Diagram(solutions)) => Some(solutions),
            _ => None,
        }
    }

    fn solver(&self, marks: &Marks) -> Solver {
        Solver::new(self.puzzle.rules(), literals(&self.puzzle, marks))
    }
}

fn literals<P: Puzzle>(puzzle: &P, marks: &Marks) -> Vec<Literal> {
    given_literals(puzzle).chain(marks.literals()).collect()
}

/// The diagram of the completions of marks, in the order of the variables or in one that is found, unless that takes more
/// than some effort. A little of it is spent on either order before the rest is.
fn completions<P: Puzzle>(
    puzzle: &P,
    marks: &Marks,
    effort: Effort,
    budget: &mut Budget<'_>,
) -> Result<Option<Completions>, Stopped> {
    /// The part of the steps that is a little.
    const LITTLE: u64 = 10;
    let (rules, literals) = (puzzle.rules(), literals(puzzle, marks));
    for steps in [effort.steps / LITTLE, effort.steps] {
        let made = budget.limited(effort.memory, steps, |budget| conjoin_shown(rules, &literals, budget));
        match made {
            Ok(bdd) => return Ok(Some(Completions::Diagram(Arc::new(bdd)))),
            Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
            Err(_) => {}
        }
        match budget.limited(effort.memory, steps, |budget| conjoin_shown_reordered(rules, &literals, budget)) {
            Ok((bdd, order)) => {
                let all = Reordered { bdd, order: Arc::new(order) };
                return Ok(Some(Completions::Reordered(Arc::new(all))));
            }
            Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
            Err(_) => {}
        }
    }
    Ok(None)
}

impl<P: Puzzle> Source for Adaptive<P> {
    fn puzzle(&self) -> &dyn Puzzle {
        &self.puzzle
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Stopped> {
        if let Some(solutions) = &self.solutions {
            if marks.is_empty() {
                return Ok(solutions.clone());
            }
            let literals: Vec<Literal> = marks.literals().collect();
            return Ok(solutions.select(&literals, budget)?.expect("a diagram can be selected from"));
        }
        let less = Effort { memory: self.effort.memory, steps: self.effort.steps / 10 };
        if !marks.is_empty()
            && let Some(all) = completions(&self.puzzle, marks, less, budget)?
        {
            return Ok(all);
        }
        let tally = self.solver(marks).tally(self.puzzle.rules(), [], budget)?;
        Ok(Completions::Tally(Arc::new(tally)))
    }

    fn blame(&self, marks: &Marks, wanted: Option<Literal>, budget: &mut Budget<'_>) -> Result<Blame, Stopped> {
        match &self.solutions {
            Some(Completions::Diagram(solutions)) => Blame::by_diagram(solutions, marks, wanted, budget),
            Some(solutions) => Blame::by_deletion(marks, |rest| {
                let literals: Vec<Literal> = rest.literals().chain(wanted).collect();
                Ok(solutions.select(&literals, budget)?.is_some_and(|left| left.is_none()))
            }),
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
        let solutions = self.solutions.as_ref().and_then(Completions::diagram);
        solutions.is_some_and(|solutions| Diagram::<P>::is_quick(solutions, question))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::{Rules, Variable, Weights};

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

    #[test]
    fn what_is_small_in_another_order_has_its_diagram() {
        // The pairs of 24, first all first ones and then all second ones: 2^24 different rests in the middle.
        const PAIRS: u16 = 24;
        #[derive(Debug)]
        struct Pairs(Rules, Weights, [Variable; 1]);
        impl Puzzle for Pairs {
            fn rules(&self) -> &Rules {
                &self.0
            }
            fn closed(&self) -> &[Variable] {
                &self.2
            }
            fn weights(&self) -> Option<&Weights> {
                Some(&self.1)
            }
        }
        let mut rules = Rules::new(2 * usize::from(PAIRS));
        (0..PAIRS).for_each(|first| rules.at_least_one(&[first, PAIRS + first]));
        let weights = Weights::new((0..2 * i64::from(PAIRS)).collect());
        let budget = &mut Budget::unlimited();
        let effort = Effort { memory: 16 << 20, steps: 3_000_000 };
        let source = Adaptive::open_with(Pairs(rules, weights, [Variable::new(0)]), effort, budget).unwrap();
        assert!(source.solutions().is_none(), "not in the order of the variables");
        // The first is closed, so that its partner is forced.
        let three = |power: u32| bdd_core::BigUint::from(3u8).pow(power);
        let none = Marks::default();
        assert_eq!(source.count(&none, budget).unwrap(), crate::Count::Exact(three(23)));
        let all = source.completions(&none, budget).unwrap();
        let tally = all.tally(budget).unwrap();
        let count = |variable: u16| tally.by_variable[usize::from(variable)].value().clone();
        assert_eq!([count(0), count(PAIRS), count(1)], [0u8.into(), three(23), 2u8 * three(22)]);
        let totals = all.totals(source.puzzle().weights().unwrap(), budget).unwrap().unwrap();
        let first: i128 = (1..i128::from(PAIRS)).sum();
        assert_eq!(totals.cheapest.total, Some(first + 24));
        assert_eq!(totals.cheapest.with[usize::from(PAIRS) + 5], Some(first + 24 + 24));
        assert_eq!((totals.cheapest.with[0], totals.cheapest.without[usize::from(PAIRS)]), (None, None));
        // Without one of a pair it is the other.
        let marks: Marks = [Literal::negative(PAIRS + 7), Literal::positive(3)].into_iter().collect();
        let left = source.extend(&all, &marks, &marks.literals().collect::<Vec<_>>(), budget).unwrap();
        assert_eq!(source.count(&marks, budget).unwrap(), crate::Count::Exact(2u8 * three(21)));
        assert_eq!(left.tally(budget).unwrap().total, crate::Count::Exact(2u8 * three(21)));
        let blame = source.blame(&marks, Some(Literal::negative(7)), budget).unwrap();
        assert_eq!(blame.cores, [[Literal::negative(PAIRS + 7)].into_iter().collect::<Marks>()]);
        // As a source blames that has nothing but the completions.
        #[derive(Debug)]
        struct Plain<'a>(&'a dyn Source);
        impl Source for Plain<'_> {
            fn puzzle(&self) -> &dyn Puzzle {
                self.0.puzzle()
            }
            fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Stopped> {
                self.0.completions(marks, budget)
            }
        }
        let plain = Plain(&source);
        let blame = plain.blame(&marks, Some(Literal::negative(7)), budget).unwrap();
        assert_eq!(blame.cores, [[Literal::negative(PAIRS + 7)].into_iter().collect::<Marks>()]);
        // Neither of a pair: these two, and not what stands beside them.
        let neither = [Literal::negative(5), Literal::negative(PAIRS + 5)];
        let marks: Marks = marks.literals().chain(neither).collect();
        assert_eq!(plain.blame(&marks, None, budget).unwrap().cores, [neither.into_iter().collect::<Marks>()]);
        assert!(plain.blame(&Marks::default(), None, budget).unwrap().cores.is_empty());
    }
}
