//! The [`Source`] for any puzzle: it uses a diagram or a decision-DNNF if one can be built within seconds, otherwise a
//! SAT solver.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bdd_core::{Budget, DiagramBuilder, Dnnf, Interrupted, Literal};

use crate::blame::Blame;
use crate::diagram::{explains_quickly, is_quick};
use crate::marks::Marks;
use crate::puzzle::{Puzzle, given_literals};
use crate::sat::Solver;
use crate::source::{Completions, Source};

/// The memory limit of a diagram and of the SAT solver, in bytes: 256 MiB each.
const MEMORY: usize = 256 << 20;

/// The default limit for building a diagram of all solutions, in elementary steps (see [`Budget::spend`]): a few
/// seconds of work.
const DIAGRAM: u64 = 100_000_000;

/// The limit of the SAT solver for one query, in elementary steps: a few seconds of work. A status that is not decided
/// within this limit is reported as unknown.
const SOLVER: u64 = 300_000_000;

/// The limit of the SAT solver in [`Source::estimate`], in elementary steps: a few tenths of a second of work.
const GLANCE: u64 = 20_000_000;

/// A puzzle, with the best affordable method to find the completions of the player's marks:
///
/// 1. a diagram or a [`Dnnf`] of all solutions, if it can be built within a limit of elementary steps. The diagram is
///    in the variable order of the puzzle or in a computed order
///    ([`DiagramBuilder::build_reordered`](bdd_core::DiagramBuilder::build_reordered)). A [`Dnnf`] stays small if the
///    rules fall apart into independent parts;
/// 2. otherwise a diagram or a [`Dnnf`] of the completions of the present marks alone, if it can be built within a
///    tenth of that limit;
/// 3. otherwise a SAT solver.
///
/// The statuses open, dead and forced are always exact; a status that the solver can't decide in time is unknown.
/// Counts are exact if there is a diagram or a [`Dnnf`], otherwise they are lower bounds.
///
/// If neither a diagram nor a [`Dnnf`] of all solutions was built, the source is gradual ([`Source::is_gradual`]): the
/// solver decides statuses at once, and for each position [`Source::refine`] later tries once to build a diagram of the
/// completions. In a browser the source is never gradual, because the game has a single thread there.
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
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adaptive<P> {
    puzzle: Arc<P>,
    /// The diagram or the [`Dnnf`] of all solutions. It is unset before the first attempt to build it, and `Some(None)`
    /// if no attempt succeeded.
    solutions: Arc<OnceLock<Option<Completions>>>,
    /// `true` for a source of [`Adaptive::deferred`]: it answers [`Source::estimate`] before [`Source::prepare`] was
    /// called.
    is_deferred: bool,
    /// The limit for building the diagram of all solutions, in elementary steps.
    steps: u64,
    shared: Arc<Shared>,
}

/// The results kept from one query to the next. All clones of a source share them.
#[derive(Default)]
struct Shared {
    /// The SAT solver of the rules and the givens; `None` before its first use, and while a query uses it.
    solver: Mutex<Option<Solver>>,
    /// Sets of marks for which no diagram of the completions could be built within the limits. No diagram is tried for
    /// a subset of such a set either, because fewer marks leave at least as many completions.
    failed: Mutex<Vec<Marks>>,
    /// The result of the last [`Source::refine`]: its marks and their completions.
    known: Mutex<Option<(Marks, Completions)>>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("failed", &self.failed).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic in a critical section can't leave the data inconsistent, so that a poisoned lock is safe to use.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Puzzle> Adaptive<P> {
    /// Creates a source for `puzzle`. It has a diagram of all solutions if building this diagram takes at most 100
    /// million elementary steps (a few seconds of work), otherwise a SAT solver.
    ///
    /// # Errors
    ///
    /// [`Interrupted::Cancelled`] if the budget is cancelled. It is no error if the diagram takes too much memory or
    /// too many steps: the source then uses a SAT solver.
    pub fn open(puzzle: impl Into<Arc<P>>, budget: &mut Budget<'_>) -> Result<Adaptive<P>, Interrupted> {
        Adaptive::open_with(puzzle, DIAGRAM, budget)
    }

    /// Creates a source for `puzzle`. It has a diagram of all solutions if building this diagram takes at most `steps`
    /// elementary steps (see [`Budget::spend`]), otherwise a SAT solver. If `steps` is 0, no diagram is tried.
    ///
    /// ```
    /// use puzzle_core::{Adaptive, Budget, Count, Marks, Puzzle, Rules, Source};
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
    /// let solver = Adaptive::open_with(ThreeOfTen(rules), 0, budget)?;
    /// assert!(solver.solutions().is_none());
    /// // A lower bound, until a diagram of the completions is found.
    /// assert!(!solver.count(&Marks::default(), budget)?.is_exact());
    /// # Ok::<(), puzzle_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted::Cancelled`] if the budget is cancelled. It is no error if the diagram takes too much memory or
    /// too many steps: the source then uses a SAT solver.
    pub fn open_with(
        puzzle: impl Into<Arc<P>>,
        steps: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Adaptive<P>, Interrupted> {
        let puzzle = puzzle.into();
        let source = Adaptive { steps, is_deferred: false, ..Adaptive::deferred(puzzle) };
        source.prepare(budget)?;
        Ok(source)
    }

    /// Creates a source for `puzzle` at once. Until [`Source::prepare`] has tried the diagram of all solutions, the
    /// source is gradual and a SAT solver answers.
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
    /// let source = Adaptive::deferred(ThreeOfTen(rules));
    /// assert!(!source.estimate(&Marks::default(), budget)?.tally(budget)?.total.is_exact());
    /// source.prepare(budget)?;
    /// assert_eq!(source.estimate(&Marks::default(), budget)?.tally(budget)?.total.to_string(), "120");
    /// # Ok::<(), puzzle_core::Interrupted>(())
    /// ```
    #[must_use]
    pub fn deferred(puzzle: impl Into<Arc<P>>) -> Adaptive<P> {
        let (puzzle, solutions) = (puzzle.into(), Arc::default());
        Adaptive { puzzle, solutions, is_deferred: true, steps: DIAGRAM, shared: Arc::default() }
    }

    /// Returns the diagram or the [`Dnnf`] of all solutions; `None` if no attempt to build it has succeeded yet.
    fn compiled(&self) -> Option<&Completions> {
        self.solutions.get()?.as_ref()
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Returns the diagram of all solutions; `None` if no diagram was built, or if its variable order differs from the
    /// order of the puzzle.
    #[must_use]
    pub fn solutions(&self) -> Option<&Completions> {
        self.compiled().filter(|all| matches!(all, Completions::Sparse(_) | Completions::Diagram(_)))
    }

    /// Calls `ask` with the SAT solver of the rules and the givens, within `steps` elementary steps. The solver is kept
    /// for the next call, with the clauses that it learned.
    fn with_solver<T>(
        &self,
        steps: u64,
        budget: &mut Budget<'_>,
        ask: impl FnOnce(&mut Solver, &mut Budget<'_>) -> Result<T, Interrupted>,
    ) -> Result<T, Interrupted> {
        budget.limited(MEMORY, steps, |budget| {
            // The solver is taken out of the mutex during the search. Another thread does not wait for it, but builds a
            // solver of its own.
            let kept = lock(&self.shared.solver).take();
            let mut solver = match kept {
                Some(solver) => solver,
                None => Solver::new(self.puzzle.rules(), given_literals(&*self.puzzle), budget)?,
            };
            let answer = ask(&mut solver, budget);
            *lock(&self.shared.solver) = Some(solver);
            answer
        })
    }

    /// Tallies the completions of `marks` with the SAT solver, within `steps` elementary steps. Variables whose status
    /// is still undecided at the end are in `Tally::unknown`.
    fn tally(&self, marks: &Marks, steps: u64, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        let assumed: Vec<Literal> = marks.literals().collect();
        let rules = self.puzzle.rules();
        let tally = self.with_solver(steps, budget, |solver, budget| solver.tally(rules, &assumed, [], budget))?;
        Ok(Completions::Tally(Arc::new(tally)))
    }

    /// Returns the completions of `marks` if they follow from the result of the last [`Source::refine`]: that result is
    /// for the same marks, or it is a diagram for a subset of them. Otherwise returns `None`.
    fn known(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        let known = lock(&self.shared.known).clone();
        match known {
            Some((of, all)) if of == *marks => Ok(Some(all)),
            Some((of, all)) if of.without(marks).is_empty() => {
                all.select(&marks.without(&of).literals().collect::<Vec<_>>(), budget)
            }
            _ => Ok(None),
        }
    }

    /// Builds the diagram or the [`Dnnf`] of the completions of `marks` within a tenth of `self.steps`. Returns `None`
    /// if the attempt fails, if it failed before (`Shared::failed`), or if there are no marks. A failure by the limits
    /// of this source is added to `Shared::failed`.
    fn built(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        /// The maximum number of sets of marks kept in `Shared::failed`.
        const MOST_FAILED: usize = 64;
        // Without marks, the completions are all solutions: `open_with` already tried their diagram, with ten times the
        // steps.
        if marks.is_empty() || lock(&self.shared.failed).iter().any(|failed| marks.without(failed).is_empty()) {
            return Ok(None);
        }
        let found = completions(&*self.puzzle, marks, self.steps / 10, true, budget)?;
        // A failure is remembered only if the limits of this source caused it, not a smaller budget of the caller.
        if found.is_none() && budget.steps_left() > 0 && budget.memory() >= MEMORY {
            let mut failed = lock(&self.shared.failed);
            failed.retain(|fewer| !fewer.without(marks).is_empty());
            failed.push(marks.clone());
            if failed.len() > MOST_FAILED {
                failed.remove(0);
            }
        }
        Ok(found)
    }
}

/// Builds a diagram of the completions of `marks` or, if `may_compile` is set, a [`Dnnf`]. Returns `None` if all
/// attempts fail. There are up to five attempts:
///
/// - two diagrams, in the variable order of the puzzle and in a computed order, within a tenth of `steps` each;
/// - a [`Dnnf`] within half of `steps`;
/// - the two diagrams again, within `steps` each.
fn completions<P: Puzzle>(
    puzzle: &P,
    marks: &Marks,
    steps: u64,
    may_compile: bool,
    budget: &mut Budget<'_>,
) -> Result<Option<Completions>, Interrupted> {
    if steps == 0 {
        return Ok(None);
    }
    let rules = puzzle.rules();
    let literals: Vec<Literal> = given_literals(puzzle).chain(marks.literals()).collect();
    let builder = || DiagramBuilder::new(rules).with(&literals).projected();
    let ordered = |budget: &mut Budget<'_>| Ok(builder().build_smaller(budget)?.into());
    let reordered = |budget: &mut Budget<'_>| {
        let (bdd, order) = builder().build_reordered(budget)?;
        Ok(Completions::Reordered { bdd: Arc::new(bdd), order: Arc::new(order) })
    };
    let compiled = |budget: &mut Budget<'_>| {
        let dnnf = Arc::new(Dnnf::compile(rules, &literals, budget)?);
        Ok(Completions::Compiled { dnnf, literals: Arc::default() })
    };
    type Attempt<'a> = &'a dyn Fn(&mut Budget<'_>) -> Result<Completions, Interrupted>;
    let attempts: [(u64, Option<Attempt<'_>>); 5] = [
        (steps / 10, Some(&ordered)),
        (steps / 10, Some(&reordered)),
        (steps / 2, may_compile.then_some(&compiled)),
        (steps, Some(&ordered)),
        (steps, Some(&reordered)),
    ];
    for (steps, attempt) in attempts {
        let Some(attempt) = attempt else { continue };
        match budget.limited(MEMORY, steps, attempt) {
            Ok(all) => return Ok(Some(all)),
            Err(Interrupted::Cancelled) => return Err(Interrupted::Cancelled),
            Err(_) => {}
        }
    }
    Ok(None)
}

impl<P: Puzzle> Source for Adaptive<P> {
    fn puzzle(&self) -> &dyn Puzzle {
        &*self.puzzle
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        self.prepare(budget)?;
        if let Some(solutions) = self.compiled() {
            if marks.is_empty() {
                return Ok(solutions.clone());
            }
            let literals: Vec<Literal> = marks.literals().collect();
            return Ok(solutions
                .select(&literals, budget)?
                .expect("a diagram and a `Dnnf` can always be restricted by literals"));
        }
        if let Some(all) = self.known(marks, budget)? {
            return Ok(all);
        }
        match self.built(marks, budget)? {
            Some(all) => Ok(all),
            None => self.tally(marks, SOLVER, budget),
        }
    }

    fn diagram(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        let all = self.completions(marks, budget)?;
        if matches!(all, Completions::Compiled { .. })
            && let Some(diagram) = completions(&*self.puzzle, marks, self.steps, false, budget)?
        {
            return Ok(diagram);
        }
        Ok(all)
    }

    fn is_gradual(&self) -> bool {
        (self.is_deferred || self.compiled().is_none()) && !cfg!(target_family = "wasm")
    }

    fn is_prepared(&self) -> bool {
        self.solutions.get().is_some()
    }

    fn prepare(&self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        if !self.is_prepared() {
            let found = completions(&*self.puzzle, &Marks::default(), self.steps, true, budget)?;
            // If another thread has stored its result first, this equal result is dropped.
            let _ = self.solutions.set(found);
        }
        Ok(())
    }

    fn estimate(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        if self.compiled().is_some() {
            let all = self.completions(marks, budget)?;
            *lock(&self.shared.known) = Some((marks.clone(), all.clone()));
            return Ok(all);
        }
        match self.known(marks, budget)? {
            Some(all) => Ok(all),
            None => self.tally(marks, GLANCE, budget),
        }
    }

    fn refine(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        // Until all solutions were tried, an attempt for these marks would only delay that larger attempt.
        let is_early = !self.is_prepared();
        if is_early || lock(&self.shared.known).as_ref().is_some_and(|(of, _)| of == marks) {
            return Ok(None);
        }
        let all = self.completions(marks, budget)?;
        *lock(&self.shared.known) = Some((marks.clone(), all.clone()));
        Ok(Some(all))
    }

    fn blame(&self, marks: &Marks, wanted: Option<Literal>, budget: &mut Budget<'_>) -> Result<Blame, Interrupted> {
        if let Some(solutions) = self.compiled() {
            return Ok(solutions.blame(marks, wanted, budget)?.expect("a diagram always finds the marks to blame"));
        }
        self.with_solver(SOLVER, budget, |solver, budget| {
            Blame::by_deletion(marks, |rest| {
                let assumed: Vec<Literal> = rest.literals().chain(wanted).collect();
                Ok(solver.model(&assumed, budget)?.is_none())
            })
        })
    }

    fn is_quick(&self) -> bool {
        /// The maximum number of nodes of a [`Dnnf`] that counts as quick: about 4 milliseconds of work. A node takes
        /// about a microsecond in the two passes of a count, since its numbers may have a thousand bits.
        const QUICK_NODES: usize = 4_000;
        self.compiled().is_some_and(|all| match all {
            Completions::Compiled { dnnf, .. } => dnnf.node_count() <= QUICK_NODES,
            all => all.node_count().is_some_and(is_quick),
        })
    }

    fn explains_quickly(&self) -> bool {
        // An explanation takes a pass over the whole [`Dnnf`] for each mark, which is never quick.
        let diagram = self.compiled().filter(|all| !matches!(all, Completions::Compiled { .. }));
        diagram.and_then(Completions::node_count).is_some_and(explains_quickly)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::{Budget, DiagramBuilder, Rules, Sampler, Variable, Weights};

    #[derive(Debug)]
    struct LinePuzzle(Rules);

    impl Puzzle for LinePuzzle {
        fn rules(&self) -> &Rules {
            &self.0
        }
    }

    /// Rules of a 4 x 4 board with two true variables in every row and column; 90 boards satisfy them.
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
        let diagram = Adaptive::open(LinePuzzle(two_of_four()), budget).unwrap();
        let solver = Adaptive::open_with(LinePuzzle(two_of_four()), 0, budget).unwrap();
        assert!(diagram.solutions().is_some() && solver.solutions().is_none());
        assert_eq!(diagram.count(&Marks::default(), budget).unwrap().to_string(), "90");
        for code in 0..3u32.pow(5) {
            // The marks of five squares: one row, and the first square of the next row.
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
    fn a_diagram_that_failed_is_not_tried_again() {
        let steps = 40_000;
        // Sixty random clauses of three literals over 40 variables. Their diagram takes more than `steps` elementary
        // steps.
        let mut sampler = Sampler::new(5);
        let mut rules = Rules::new(40);
        for _ in 0..60 {
            let one = |sampler: &mut Sampler| {
                let variable = Variable::from_index(sampler.index(40).unwrap());
                Literal { variable, value: sampler.index(2).unwrap() == 0 }
            };
            let clause = [(); 3].map(|()| one(&mut sampler));
            rules.at_least_one(&clause);
        }
        let all = DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap();
        let budget = &mut Budget::unlimited().with_steps(1_000_000_000);
        let source = Adaptive::open_with(LinePuzzle(rules), steps, budget).unwrap();
        assert!(source.is_gradual(), "no diagram fits");
        let spent = |budget: &mut Budget, ask: &mut dyn FnMut(&mut Budget) -> Completions| {
            let before = budget.steps_left();
            let completions = ask(budget);
            let steps = before - budget.steps_left();
            (completions, steps)
        };
        let mut marks = Marks::default();
        for _ in 0..3 {
            let failed = lock(&source.shared.failed).clone();
            let glance = source.estimate(&marks, budget).unwrap();
            assert_eq!(*lock(&source.shared.failed), failed, "no diagram was tried");
            let (first, tried) = spent(budget, &mut |budget| source.completions(&marks, budget).unwrap());
            let (again, asked) = spent(budget, &mut |budget| source.completions(&marks, budget).unwrap());
            assert!(marks.is_empty() || asked + steps / 10 <= tried, "{tried} steps, and then {asked}");
            // The statuses equal the statuses of the diagram of all models.
            let marked: Vec<Literal> = marks.literals().collect();
            let counts =
                all.select(&marked, &mut Budget::unlimited()).unwrap().counts(&mut Budget::unlimited()).unwrap();
            for known in [glance, first, again].map(|known| known.tally(budget).unwrap()) {
                assert!(known.unknown.is_empty());
                for (found, exact) in known.by_variable.iter().zip(&counts.by_variable) {
                    assert_eq!(found.is_zero(), *exact == bdd_core::BigUint::ZERO);
                    assert_eq!(*found == known.total, *exact == counts.total);
                }
            }
            let open = (0..40).find(|&place| {
                let count = &counts.by_variable[place];
                *count != bdd_core::BigUint::ZERO && *count != counts.total
            });
            marks.placed.insert(Variable::from_index(open.expect("some are open")));
        }
        assert!(source.refine(&marks, budget).unwrap().is_some());
        assert!(source.refine(&marks, budget).unwrap().is_none(), "there is no more after all");
    }

    #[test]
    fn what_is_small_in_another_order_has_its_diagram() {
        // 24 pairs of variables, ordered with the first members of all pairs before the second members. In this order
        // the diagram has about 2^24 nodes in the middle.
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
        let source = Adaptive::open_with(Pairs(rules, weights, [Variable::new(0)]), 3_000_000, budget).unwrap();
        assert!(source.solutions().is_none(), "not in the order of the variables");
        // The first variable is closed, so that its partner is forced.
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
        // If one variable of a pair is false, the other is true.
        let marks: Marks = [Literal::negative(PAIRS + 7), Literal::positive(3)].into_iter().collect();
        let left = source.extend(&all, &marks, &marks.literals().collect::<Vec<_>>(), budget).unwrap();
        assert_eq!(source.count(&marks, budget).unwrap(), crate::Count::Exact(2u8 * three(21)));
        assert_eq!(left.tally(budget).unwrap().total, crate::Count::Exact(2u8 * three(21)));
        let blame = source.blame(&marks, Some(Literal::negative(7)), budget).unwrap();
        assert_eq!(blame.cores, [[Literal::negative(PAIRS + 7)].into_iter().collect::<Marks>()]);
        // The default of `Source::blame`, for a source with the two required methods only.
        #[derive(Debug)]
        struct Plain<'a>(&'a dyn Source);
        impl Source for Plain<'_> {
            fn puzzle(&self) -> &dyn Puzzle {
                self.0.puzzle()
            }
            fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
                self.0.completions(marks, budget)
            }
        }
        let plain = Plain(&source);
        let blame = plain.blame(&marks, Some(Literal::negative(7)), budget).unwrap();
        assert_eq!(blame.cores, [[Literal::negative(PAIRS + 7)].into_iter().collect::<Marks>()]);
        // If both variables of a pair are blocked, they are the core, without the other marks.
        let neither = [Literal::negative(5), Literal::negative(PAIRS + 5)];
        let marks: Marks = marks.literals().chain(neither).collect();
        assert_eq!(plain.blame(&marks, None, budget).unwrap().cores, [neither.into_iter().collect::<Marks>()]);
        assert!(plain.blame(&Marks::default(), None, budget).unwrap().cores.is_empty());
    }
}
