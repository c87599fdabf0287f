//! Sources of completions, by diagram or solver.
//!
//! A [`Source`] hides from the guide how completions are found: if the diagram of a puzzle is too large, a SAT solver
//! answers instead. A gradual source answers at once with lower bounds and refines them later.

use std::fmt;
use std::sync::Arc;

use bdd_core::{AnyDiagram, Bdd, Best, Budget, Dnnf, Interrupted, Literal, Objective, Order, Weighed, Weights, Zdd};

use crate::blame::Blame;
use crate::count::{Count, Tally, Totals};
use crate::marks::Marks;
use crate::numbered::Numbered;
use crate::puzzle::Puzzle;

/// The completions of some marks, as a diagram, as a [`Dnnf`], or as counts.
///
/// ```
/// use puzzle_core::{Budget, Completions, Diagram, Marks, Rules, Source};
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Diagram::conjoin(rules, budget)?;
/// let completions = source.completions(&Marks::default(), budget)?;
/// assert!(matches!(completions, Completions::Sparse(_)));
/// assert_eq!(completions.tally(budget)?.total.to_string(), "3");
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Completions {
    /// The zero-suppressed diagram of all completions, which is smaller than the [`Bdd`] for most puzzles.
    Sparse(Arc<Zdd>),
    /// The diagram of all completions.
    Diagram(Arc<Bdd>),
    /// The diagram of all completions in a variable order of its own; see
    /// [`DiagramBuilder::build_reordered`](bdd_core::DiagramBuilder::build_reordered).
    Reordered {
        /// The diagram, whose variables are the levels of `order`.
        bdd: Arc<Bdd>,
        /// The variable order, which has the puzzle's variable at each level of the diagram.
        order: Arc<Order>,
    },
    /// A [`Dnnf`], which is small even for some rules whose diagram is too large, and literals that select the
    /// completions from it.
    Compiled {
        /// The [`Dnnf`] of all solutions, or of another set that contains the completions.
        dnnf: Arc<Dnnf>,
        /// The literals that select the completions.
        literals: Arc<[Literal]>,
    },
    /// The counts of the completions, exact or lower bounds, if they can't be compiled.
    Tally(Arc<Tally>),
}

/// Collects models within the budget. The iterator itself spends no steps of the budget, so this function does.
fn collect(models: impl Iterator<Item = Weighed>, budget: &mut Budget<'_>) -> Result<Vec<Weighed>, Interrupted> {
    /// The estimated number of steps to find a model. Each true variable of the model counts as a further step.
    const STEPS: u32 = 64;
    let (mut found, mut bytes) = (Vec::new(), 0);
    for weighed in models {
        bytes += size_of::<Weighed>() + size_of_val(&*weighed.model);
        budget.check_memory(bytes)?;
        budget.spend(STEPS + weighed.model.len() as u32, || 0.0)?;
        found.push(weighed);
    }
    Ok(found)
}

impl Completions {
    /// Counts the completions, and for each variable the completions that contain it.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn tally(&self, budget: &mut Budget<'_>) -> Result<Tally, Interrupted> {
        match self {
            Completions::Sparse(zdd) => Ok(zdd.counts(budget)?.into()),
            Completions::Diagram(bdd) => Ok(bdd.counts(budget)?.into()),
            Completions::Reordered { bdd, order } => {
                let mut counts = bdd.counts(budget)?;
                counts.by_variable = order.by_variable(&counts.by_variable);
                Ok(counts.into())
            }
            Completions::Compiled { dnnf, literals } => Ok(dnnf.counts(literals, budget)?.into()),
            Completions::Tally(tally) => Ok(tally.as_ref().clone()),
        }
    }

    /// Computes the range of the total weights of all completions, and for each variable the range of the total weights
    /// of the completions that contain it. `weights` must have a weight for each variable. Returns `None` for
    /// [`Completions::Tally`].
    pub(crate) fn totals(&self, weights: &Weights, budget: &mut Budget<'_>) -> Result<Option<Totals>, Interrupted> {
        match self {
            Completions::Sparse(zdd) => Totals::of(zdd, weights, budget).map(Some),
            Completions::Diagram(bdd) => Totals::of(bdd, weights, budget).map(Some),
            Completions::Reordered { bdd, order } => {
                let Totals { cheapest, dearest } = Totals::of(bdd, &order.weights(weights), budget)?;
                let [cheapest, dearest] = [cheapest, dearest].map(|best| Best {
                    total: best.total,
                    with: order.by_variable(&best.with),
                    without: order.by_variable(&best.without),
                });
                Ok(Some(Totals { cheapest, dearest }))
            }
            Completions::Compiled { dnnf, literals } => {
                let mut best = |goal| dnnf.best_totals(weights, goal, literals, budget);
                Ok(Some(Totals { cheapest: best(Objective::Cheapest)?, dearest: best(Objective::Dearest)? }))
            }
            Completions::Tally(_) => Ok(None),
        }
    }

    /// Returns up to `count` completions with the best total weights, the best first. `weights` must have a weight for
    /// each variable. Returns `None` for [`Completions::Tally`].
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn best(
        &self,
        weights: &Weights,
        goal: Objective,
        count: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Weighed>>, Interrupted> {
        Ok(match self {
            Completions::Sparse(all) => {
                Some(collect(all.models_by_weight(weights, goal, budget)?.take(count), budget)?)
            }
            Completions::Diagram(all) => {
                Some(collect(all.models_by_weight(weights, goal, budget)?.take(count), budget)?)
            }
            Completions::Reordered { bdd, order } => {
                let models = bdd.models_by_weight(&order.weights(weights), goal, budget)?;
                let mut found = collect(models.take(count), budget)?;
                for Weighed { model, .. } in &mut found {
                    model.iter_mut().for_each(|level| *level = order.variable(*level));
                    model.sort_unstable();
                }
                Some(found)
            }
            Completions::Compiled { dnnf, literals } => Some(dnnf.best_models(weights, goal, literals, count, budget)?),
            Completions::Tally(_) => None,
        })
    }

    /// Selects the completions in which all `literals` are true. Returns `None` for [`Completions::Tally`], which has
    /// only numbers.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn select(&self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        Ok(match self {
            Completions::Sparse(zdd) => Some(Completions::Sparse(Arc::new(zdd.select(literals, budget)?))),
            Completions::Diagram(bdd) => Some(Completions::Diagram(Arc::new(bdd.select(literals, budget)?))),
            Completions::Reordered { bdd, order } => {
                let literals: Vec<Literal> = literals.iter().map(|&literal| order.literal(literal)).collect();
                let bdd = Arc::new(bdd.select(&literals, budget)?);
                Some(Completions::Reordered { bdd, order: Arc::clone(order) })
            }
            Completions::Compiled { dnnf, literals: before } => {
                let literals = before.iter().chain(literals).copied().collect();
                Some(Completions::Compiled { dnnf: Arc::clone(dnnf), literals })
            }
            Completions::Tally(_) => None,
        })
    }

    /// Finds the marks to blame if the completions of `marks` do not contain `wanted`; see [`Source::blame`]. `self`
    /// must be all solutions, which are the completions without any marks. Returns `None` for [`Completions::Tally`].
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn blame(
        &self,
        marks: &Marks,
        wanted: Option<Literal>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Blame>, Interrupted> {
        match self {
            Completions::Sparse(zdd) => Blame::by_diagram(&**zdd, marks, wanted, budget).map(Some),
            Completions::Diagram(bdd) => Blame::by_diagram(&**bdd, marks, wanted, budget).map(Some),
            Completions::Reordered { bdd, order } => Blame::by_deletion(marks, |rest| {
                let literals: Vec<Literal> = rest.literals().chain(wanted).map(|one| order.literal(one)).collect();
                Ok(bdd.select(&literals, budget)?.is_false())
            })
            .map(Some),
            Completions::Compiled { dnnf, literals } => Blame::by_deletion(marks, |rest| {
                let literals: Vec<Literal> = literals.iter().copied().chain(rest.literals()).chain(wanted).collect();
                Ok(!dnnf.is_satisfiable(&literals, budget)?)
            })
            .map(Some),
            Completions::Tally(_) => Ok(None),
        }
    }

    /// Returns the number of nodes of the diagram of all completions in any variable order, or of the [`Dnnf`]; `None`
    /// for [`Completions::Tally`].
    #[must_use]
    pub fn node_count(&self) -> Option<usize> {
        match self {
            Completions::Sparse(zdd) => Some(zdd.node_count()),
            Completions::Diagram(bdd) | Completions::Reordered { bdd, .. } => Some(bdd.node_count()),
            Completions::Compiled { dnnf, .. } => Some(dnnf.node_count()),
            Completions::Tally(_) => None,
        }
    }

    /// Returns the number of nodes that dropping this value frees. It is 0 if the diagram has another owner, such as a
    /// source that keeps all solutions.
    pub(crate) fn owned_nodes(&self) -> usize {
        match self {
            Completions::Sparse(zdd) if Arc::strong_count(zdd) == 1 => zdd.node_count(),
            Completions::Diagram(bdd) | Completions::Reordered { bdd, .. } if Arc::strong_count(bdd) == 1 => {
                bdd.node_count()
            }
            Completions::Compiled { dnnf, .. } if Arc::strong_count(dnnf) == 1 => dnnf.node_count(),
            _ => 0,
        }
    }

    /// Returns the binary decision diagram of all completions in the variable order of the puzzle. Returns `None` if
    /// there is no diagram in this order. A sparse diagram is converted, which can take ten times its memory.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn binary(&self, budget: &mut Budget<'_>) -> Result<Option<Arc<Bdd>>, Interrupted> {
        match self {
            Completions::Sparse(zdd) => Ok(Some(Arc::new(zdd.to_bdd(budget)?))),
            Completions::Diagram(bdd) => Ok(Some(Arc::clone(bdd))),
            Completions::Reordered { .. } | Completions::Compiled { .. } | Completions::Tally(_) => Ok(None),
        }
    }
}

impl From<AnyDiagram> for Completions {
    fn from(diagram: AnyDiagram) -> Completions {
        match diagram {
            AnyDiagram::Bdd(bdd) => Completions::Diagram(Arc::new(bdd)),
            AnyDiagram::Zdd(zdd) => Completions::Sparse(Arc::new(zdd)),
        }
    }
}

/// A puzzle with a method to find the completions of marks: a diagram of all solutions, a solver, or both.
///
/// [`Diagram`](crate::Diagram) and [`Adaptive`](crate::Adaptive) implement it. A source needs two methods only:
///
/// ```
/// use puzzle_core::{Budget, Completions, Diagram, Marks, Puzzle, Source, Interrupted};
///
/// /// Counts the questions to another source.
/// #[derive(Debug)]
/// struct Counting<S>(S, std::sync::atomic::AtomicUsize);
///
/// impl<S: Source> Source for Counting<S> {
///     fn puzzle(&self) -> &dyn Puzzle {
///         self.0.puzzle()
///     }
///
///     fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
///         self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
///         self.0.completions(marks, budget)
///     }
/// }
/// ```
pub trait Source: fmt::Debug + Send + Sync {
    /// Returns the puzzle.
    fn puzzle(&self) -> &dyn Puzzle;

    /// Finds the completions of `marks`: the solutions of the rules in which all givens and placed variables are true,
    /// and all blocked and closed variables are false.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    ///
    /// # Panics
    ///
    /// Panics if the marks contain a variable that the puzzle doesn't have.
    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted>;

    /// Finds the diagram of the completions of `marks`, for callers that need a diagram and not only counts. This may
    /// take much longer than [`Source::completions`]. If no diagram can be built within the limits of the source,
    /// returns the result of [`Source::completions`], which is also the default.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn diagram(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        self.completions(marks, budget)
    }

    /// Finds the completions of `marks`. `before` has the completions of the same marks without the literals `added`.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn extend(
        &self,
        before: &Completions,
        marks: &Marks,
        added: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Completions, Interrupted> {
        match before.select(added, budget)? {
            Some(completions) => Ok(completions),
            None => self.completions(marks, budget),
        }
    }

    /// Returns `true` if the source is gradual: [`Source::estimate`] answers at once with partial knowledge, so that a
    /// front end need not wait, and [`Source::refine`] improves the answer later. Every status that an answer decides
    /// is exact.
    fn is_gradual(&self) -> bool {
        false
    }

    /// Returns `false` if the source has put off work that [`Source::prepare`] does.
    fn is_prepared(&self) -> bool {
        true
    }

    /// Does the work that the source has put off, such as a compilation of all solutions, for seconds or minutes. Other
    /// threads may query the source meanwhile. After this work, the source may decide more statuses and counts.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn prepare(&self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let _ = budget;
        Ok(())
    }

    /// Returns the knowledge about the completions of `marks` that a gradual source has after a short time, without the
    /// work of [`Source::refine`]. Any other source returns its [`Source::completions`].
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn estimate(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        self.completions(marks, budget)
    }

    /// Continues the work of a gradual source on the completions of `marks`, for tenths of a second to seconds, and
    /// returns its better answer. Returns `None` if more work would not help.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled. The source keeps its progress.
    fn refine(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        let _ = (marks, budget);
        Ok(None)
    }

    /// Returns the number of completions of `marks`, or a lower bound of it.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn count(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Count, Interrupted> {
        match self.completions(marks, budget)? {
            Completions::Sparse(zdd) => Ok(Count::Exact(zdd.model_count_within(budget)?)),
            Completions::Diagram(bdd) | Completions::Reordered { bdd, .. } => {
                Ok(Count::Exact(bdd.model_count_within(budget)?))
            }
            Completions::Compiled { dnnf, literals } => Ok(Count::Exact(dnnf.model_count(&literals, budget)?)),
            Completions::Tally(tally) => Ok(tally.total.clone()),
        }
    }

    /// Finds the marks to blame if no completion contains the literal `wanted` or, if `wanted` is `None`, if there is
    /// no completion at all.
    ///
    /// By default the cores and the repair are computed exactly, from the diagram of all solutions. Without such a
    /// diagram in the puzzle's variable order, the result is a single core, found by dropping one mark after the other,
    /// and no repair.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn blame(&self, marks: &Marks, wanted: Option<Literal>, budget: &mut Budget<'_>) -> Result<Blame, Interrupted> {
        match self.completions(&Marks::default(), budget)?.blame(marks, wanted, budget)? {
            Some(blame) => Ok(blame),
            None => {
                Blame::by_deletion(marks, |rest| Ok(self.completions(rest, budget)?.tally(budget)?.excludes(wanted)))
            }
        }
    }

    /// Returns `true` if completions of any marks are found and counted within a few milliseconds, so that a front
    /// end can wait. Returns `false` if the source can't tell.
    fn is_quick(&self) -> bool {
        false
    }

    /// Returns `true` if explanations and hints take a few milliseconds for any marks. Returns `false` if the source
    /// can't tell.
    fn explains_quickly(&self) -> bool {
        false
    }

    /// Numbers the completions of `marks`. Returns `None` if the source has neither a diagram in the puzzle's variable
    /// order nor a [`Dnnf`] of the completions.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn numbered(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Numbered>, Interrupted> {
        match self.completions(marks, budget)? {
            Completions::Sparse(all) => Ok(Some(Numbered::new(all, budget)?)),
            Completions::Diagram(all) => Ok(Some(Numbered::new(all, budget)?)),
            Completions::Compiled { dnnf, literals } => Ok(Some(Numbered::compiled(dnnf, &literals, budget)?)),
            Completions::Reordered { .. } | Completions::Tally(_) => Ok(None),
        }
    }
}
