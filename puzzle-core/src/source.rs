//! Sources of completions, and the knowledge that they have of marks.
//!
//! A puzzle states its rules; a source knows the completions. So the same puzzle is answered by a diagram or, where
//! the diagram would be too large, by a solver, and the guide reads the statuses without asking for the method. A
//! gradual source answers at once with bounds and refines them later.

use std::fmt;
use std::sync::Arc;

use bdd_core::{Bdd, Best, Budget, Interrupted, Literal, Order, Weights};

use crate::blame::Blame;
use crate::count::{Count, Tally, Totals};
use crate::marks::Marks;
use crate::numbered::Numbered;
use crate::puzzle::Puzzle;

/// The knowledge of all completions of some marks.
#[derive(Clone, Debug)]
pub enum Completions {
    /// All of them, as a diagram.
    Diagram(Arc<Bdd>),
    /// All of them, as a diagram in an order of its own; see
    /// [`DiagramBuilder::build_reordered`](bdd_core::DiagramBuilder::build_reordered).
    Reordered {
        /// The diagram, whose variables are the levels of the order.
        bdd: Arc<Bdd>,
        /// The variable that each level stands for.
        order: Arc<Order>,
    },
    /// Their numbers, or bounds of these, where a diagram would be too large.
    Tally(Arc<Tally>),
}

impl Completions {
    /// Counts the completions in all, and those in which each variable is true.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    pub fn tally(&self, budget: &mut Budget<'_>) -> Result<Tally, Interrupted> {
        match self {
            Completions::Diagram(bdd) => Ok(bdd.counts(budget)?.into()),
            Completions::Reordered { bdd, order } => {
                let mut counts = bdd.counts(budget)?;
                counts.by_variable = order.by_variable(&counts.by_variable);
                Ok(counts.into())
            }
            Completions::Tally(tally) => Ok(tally.as_ref().clone()),
        }
    }

    /// Computes the cheapest and the dearest totals of the completions, in all and with every variable; `None` where the
    /// completions are not all known. There are as many weights as variables.
    pub(crate) fn totals(&self, weights: &Weights, budget: &mut Budget<'_>) -> Result<Option<Totals>, Interrupted> {
        match self {
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
            Completions::Tally(_) => Ok(None),
        }
    }

    /// Selects the completions in which all of these literals are true; `None` if that can't be told from these.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    pub fn select(&self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        Ok(match self {
            Completions::Diagram(bdd) => Some(Completions::Diagram(Arc::new(bdd.select(literals, budget)?))),
            Completions::Reordered { bdd, order } => {
                let literals: Vec<Literal> = literals.iter().map(|&literal| order.literal(literal)).collect();
                let bdd = Arc::new(bdd.select(&literals, budget)?);
                Some(Completions::Reordered { bdd, order: Arc::clone(order) })
            }
            Completions::Tally(_) => None,
        })
    }

    /// Finds the marks that are to blame that none of these completions makes `wanted` true, these being the completions of
    /// no marks; `None` where they are not all known. See [`Source::blame`].
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    pub fn blame(
        &self,
        marks: &Marks,
        wanted: Option<Literal>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Blame>, Interrupted> {
        match self {
            Completions::Diagram(bdd) => Blame::by_diagram(bdd, marks, wanted, budget).map(Some),
            Completions::Reordered { bdd, order } => Blame::by_deletion(marks, |rest| {
                let literals: Vec<Literal> = rest.literals().chain(wanted).map(|one| order.literal(one)).collect();
                Ok(bdd.select(&literals, budget)?.is_false())
            })
            .map(Some),
            Completions::Tally(_) => Ok(None),
        }
    }

    /// Returns the diagram of all of them, in whatever order, if there is one.
    pub(crate) fn diagram(&self) -> Option<&Arc<Bdd>> {
        match self {
            Completions::Diagram(bdd) | Completions::Reordered { bdd, .. } => Some(bdd),
            Completions::Tally(_) => None,
        }
    }
}

/// A puzzle together with a way to know all about its completions: a diagram of all solutions, a solver, or both.
///
/// Whatever may take long takes a [`Budget`], and ends with [`Interrupted`] where that does not suffice.
pub trait Source: fmt::Debug + Send + Sync {
    /// The puzzle.
    fn puzzle(&self) -> &dyn Puzzle;

    /// Finds the completions of marks: the solutions of the rules in which all givens and everything placed is true, and
    /// nothing that is blocked.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If the marks name a variable that the puzzle does not have.
    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted>;

    /// Finds the completions of marks that say some literals more than those whose completions are `before`.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
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

    /// Whether the source tells at once a part of what it would find out in a long time, by [`Source::glance`], and the rest
    /// bit by bit, by [`Source::more`]: for screens that do not wait. What is told is exact at any time, and says what is
    /// unknown.
    fn is_gradual(&self) -> bool {
        false
    }

    /// Returns what a gradual source finds out of the completions of marks within a few milliseconds.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    fn glance(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        self.completions(marks, budget)
    }

    /// Returns what a gradual source knows after some tenths of a second, or seconds, of more work on marks that were asked
    /// for before; `None` if nothing more is to be found out in any reasonable time.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice. What was found out until then is not lost.
    fn more(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        let _ = (marks, budget);
        Ok(None)
    }

    /// Counts the completions of marks, or bounds their number from below.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    fn count(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Count, Interrupted> {
        match self.completions(marks, budget)? {
            Completions::Diagram(bdd) | Completions::Reordered { bdd, .. } => {
                Ok(Count::Exact(bdd.model_count_within(budget)?))
            }
            Completions::Tally(tally) => Ok(tally.total.clone()),
        }
    }

    /// Finds the marks that are to blame that no completion makes `wanted` true; of nothing wanted, that there is no completion
    /// at all.
    ///
    /// By default read off the diagram of the completions of no marks, exactly. Where there is none in the variables' order, one core is
    /// found by leaving out mark after mark, with the completions asked for each time, and the repair is not known.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    fn blame(&self, marks: &Marks, wanted: Option<Literal>, budget: &mut Budget<'_>) -> Result<Blame, Interrupted> {
        match self.completions(&Marks::default(), budget)?.blame(marks, wanted, budget)? {
            Some(blame) => Ok(blame),
            None => {
                Blame::by_deletion(marks, |rest| Ok(self.completions(rest, budget)?.tally(budget)?.excludes(wanted)))
            }
        }
    }

    /// Whether the completions of any marks, and their numbers, are found within a few milliseconds, so that a screen can
    /// wait for them. Returns `false` if the source can't tell.
    fn is_quick(&self) -> bool {
        false
    }

    /// Whether explanations and hints are found within a few milliseconds whatever the marks are. Returns `false` if the
    /// source can't tell.
    fn explains_quickly(&self) -> bool {
        false
    }

    /// Numbers the completions of marks; `None` where they are not all known, or their diagram is in an order of its own.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    fn numbered(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Numbered>, Interrupted> {
        match self.completions(marks, budget)? {
            Completions::Diagram(all) => Ok(Some(Numbered::new(all, budget)?)),
            Completions::Reordered { .. } | Completions::Tally(_) => Ok(None),
        }
    }
}
