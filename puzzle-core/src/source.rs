//! Sources of completions, and the knowledge that they have of marks.
//!
//! A puzzle states its rules; a source knows the completions. So the same puzzle is answered by a diagram or, where
//! the diagram would be too large, by a solver, and the guide reads the statuses without asking for the method. A
//! [`Gradual`] source answers at once with bounds and refines them later.

use std::fmt;
use std::sync::Arc;

use bdd_core::{Bdd, Best, Budget, Literal, Order, Stopped, Weights};

use crate::blame::Blame;
use crate::count::{Count, Tally};
use crate::marks::Marks;
use crate::numbered::Numbered;
use crate::puzzle::Puzzle;
use crate::totals::Totals;

/// What is known of all completions of some marks.
#[derive(Clone, Debug)]
pub enum Completions {
    /// All of them, as a diagram.
    Diagram(Arc<Bdd>),
    /// All of them, as a diagram whose levels are not the variables in order.
    Reordered(Arc<Reordered>),
    /// Their numbers, or bounds of these, where a diagram would be too large.
    Tally(Arc<Tally>),
}

/// A diagram in an order of its own; see [`DiagramBuilder::build_reordered`](bdd_core::DiagramBuilder::build_reordered).
#[derive(Clone, Debug)]
pub struct Reordered {
    /// The diagram, whose variables are the levels of the order.
    pub bdd: Bdd,
    /// Which variable each level stands for.
    pub order: Arc<Order>,
}

impl Reordered {
    /// Those of the models in which all of these literals are true.
    fn select(&self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Reordered, Stopped> {
        let literals: Vec<Literal> = literals.iter().map(|&literal| self.order.literal(literal)).collect();
        Ok(Reordered { bdd: self.bdd.select(&literals, budget)?, order: Arc::clone(&self.order) })
    }

    fn totals(&self, weights: &Weights, budget: &mut Budget<'_>) -> Result<Totals, Stopped> {
        let Totals { cheapest, dearest } = Totals::of(&self.bdd, &self.order.weights(weights), budget)?;
        let by_variable = |best: Best| Best {
            total: best.total,
            with: self.order.by_variable(&best.with),
            without: self.order.by_variable(&best.without),
        };
        Ok(Totals { cheapest: by_variable(cheapest), dearest: by_variable(dearest) })
    }
}

impl Completions {
    /// The number of completions in all, and of those in which each variable is true.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    pub fn tally(&self, budget: &mut Budget<'_>) -> Result<Tally, Stopped> {
        match self {
            Completions::Diagram(bdd) => Ok(bdd.counts(budget)?.into()),
            Completions::Reordered(all) => {
                let mut counts = all.bdd.counts(budget)?;
                counts.by_variable = all.order.by_variable(&counts.by_variable);
                Ok(counts.into())
            }
            Completions::Tally(tally) => Ok(tally.as_ref().clone()),
        }
    }

    /// The cheapest and the dearest totals of the completions, in all and with every variable; `None` where they are not
    /// all known.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as variables.
    pub fn totals(&self, weights: &Weights, budget: &mut Budget<'_>) -> Result<Option<Totals>, Stopped> {
        match self {
            Completions::Diagram(bdd) => Totals::of(bdd, weights, budget).map(Some),
            Completions::Reordered(all) => all.totals(weights, budget).map(Some),
            Completions::Tally(_) => Ok(None),
        }
    }

    /// The completions in which all of these literals are true; `None` if that can't be told from these.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    pub fn select(&self, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Option<Completions>, Stopped> {
        match self {
            Completions::Diagram(bdd) => Ok(Some(Completions::Diagram(Arc::new(bdd.select(literals, budget)?)))),
            Completions::Reordered(all) => Ok(Some(Completions::Reordered(Arc::new(all.select(literals, budget)?)))),
            Completions::Tally(_) => Ok(None),
        }
    }

    /// Whether there is none, if that is known.
    pub(crate) fn is_none(&self) -> bool {
        match self {
            Completions::Diagram(bdd) => bdd.is_false(),
            Completions::Reordered(all) => all.bdd.is_false(),
            Completions::Tally(tally) => tally.total.is_zero(),
        }
    }

    /// The diagram of all of them, in whatever order, if there is one.
    pub(crate) fn diagram(&self) -> Option<&Bdd> {
        match self {
            Completions::Diagram(bdd) => Some(bdd),
            Completions::Reordered(all) => Some(&all.bdd),
            Completions::Tally(_) => None,
        }
    }

    /// Whether others hold the diagram as well.
    pub(crate) fn is_shared(&self) -> bool {
        match self {
            Completions::Diagram(bdd) => Arc::strong_count(bdd) > 1,
            Completions::Reordered(all) => Arc::strong_count(all) > 1,
            Completions::Tally(tally) => Arc::strong_count(tally) > 1,
        }
    }
}

/// What may take longer than a person notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The completions of marks, and their numbers.
    Completions,
    /// An explanation, or a hint.
    Explanation,
}

/// A puzzle together with a way to know all about its completions: a diagram of all solutions, a solver, or both.
///
/// Whatever may take long takes a [`Budget`], and ends with [`Stopped`] where that does not suffice.
pub trait Source: fmt::Debug + Send + Sync {
    /// The puzzle.
    fn puzzle(&self) -> &dyn Puzzle;

    /// The completions of marks: the solutions of the rules in which all givens and everything placed is true, and
    /// nothing that is blocked.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If the marks name a variable that the puzzle does not have.
    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Stopped>;

    /// The completions of marks that say some literals more than those whose completions are `before`.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    fn extend(
        &self,
        before: &Completions,
        marks: &Marks,
        added: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Completions, Stopped> {
        match before.select(added, budget)? {
            Some(completions) => Ok(completions),
            None => self.completions(marks, budget),
        }
    }

    /// The same source bit by bit, if it can tell a part of what it would find out in a long time.
    fn gradual(&self) -> Option<&dyn Gradual> {
        None
    }

    /// The number of completions of marks, or a bound from below.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    fn count(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Count, Stopped> {
        match self.completions(marks, budget)? {
            Completions::Diagram(all) => Ok(Count::Exact(all.model_count_within(budget)?)),
            Completions::Reordered(all) => Ok(Count::Exact(all.bdd.model_count_within(budget)?)),
            Completions::Tally(tally) => Ok(tally.total.clone()),
        }
    }

    /// Which marks are to blame that no completion makes `wanted` true; of nothing wanted, that there is no completion
    /// at all.
    ///
    /// By default read off the diagram of the completions of no marks, exactly. Where there is none in the variables' order, one core is
    /// found by leaving out mark after mark, with the completions asked for each time, and the repair is not known.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    fn blame(&self, marks: &Marks, wanted: Option<Literal>, budget: &mut Budget<'_>) -> Result<Blame, Stopped> {
        match self.completions(&Marks::default(), budget)? {
            Completions::Diagram(all) => Blame::by_diagram(&all, marks, wanted, budget),
            Completions::Reordered(all) => Blame::by_deletion(marks, |rest| {
                let literals: Vec<Literal> = rest.literals().chain(wanted).collect();
                Ok(all.select(&literals, budget)?.bdd.is_false())
            }),
            Completions::Tally(_) => {
                Blame::by_deletion(marks, |rest| Ok(self.completions(rest, budget)?.tally(budget)?.excludes(wanted)))
            }
        }
    }

    /// Whether a question is answered within a few milliseconds whatever the marks are, so that a screen can wait for
    /// the answer. Returns `false` if the source can't tell.
    fn is_quick(&self, question: Question) -> bool {
        let _ = question;
        false
    }

    /// The completions of marks by number; `None` where they are not all known, or their diagram is in an order of its own.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    fn numbered(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Numbered>, Stopped> {
        match self.completions(marks, budget)? {
            Completions::Diagram(all) => Ok(Some(Numbered::new(all, budget)?)),
            Completions::Reordered(_) | Completions::Tally(_) => Ok(None),
        }
    }
}

/// A source that tells at once what it knows of some marks, and the rest bit by bit: for screens that do not wait.
///
/// What is told is exact at any time, and says what is unknown; only how much is known changes.
pub trait Gradual {
    /// What is found out of the completions of marks within a few milliseconds.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    fn glance(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Stopped>;

    /// What is known after some tenths of a second, or seconds, of more work on marks that were asked for before; `None`
    /// if nothing more is to be found out in any reasonable time.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice. What was found out until then is not lost.
    fn more(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Stopped>;
}
