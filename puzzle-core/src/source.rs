//! Where the completions of marks come from, and what is known of them.

use std::fmt;
use std::sync::Arc;

use bdd_core::{Bdd, Budget, Literal, Stopped, Weights};

use crate::count::{Count, Tally};
use crate::explain::Blame;
use crate::marks::Marks;
use crate::numbered::Numbered;
use crate::puzzle::Puzzle;
use crate::totals::Totals;

/// What is known of all completions of some marks.
#[derive(Clone, Debug)]
pub enum Completions {
    /// All of them, as a diagram.
    Diagram(Arc<Bdd>),
    /// Their numbers, or bounds of these, where a diagram would be too large.
    Tally(Arc<Tally>),
}

impl Completions {
    /// The number of completions in all, and of those in which each variable is true.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    pub fn tally(&self, budget: &mut Budget<'_>) -> Result<Tally, Stopped> {
        match self {
            Completions::Diagram(bdd) => Ok(bdd.counts_within(budget)?.into()),
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
            Completions::Diagram(bdd) => Ok(Some(Completions::Diagram(Arc::new(bdd.select_within(literals, budget)?)))),
            Completions::Tally(_) => Ok(None),
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
            Completions::Tally(tally) => Ok(tally.total.clone()),
        }
    }

    /// Which marks are to blame that no completion makes `wanted` true; of nothing wanted, that there is no completion
    /// at all.
    ///
    /// By default read off the diagram of the completions of no marks, exactly. Where there is none, one core is
    /// found by leaving out mark after mark, with the completions asked for each time, and the repair is not known.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    fn blame(&self, marks: &Marks, wanted: Option<Literal>, budget: &mut Budget<'_>) -> Result<Blame, Stopped> {
        match self.completions(&Marks::default(), budget)? {
            Completions::Diagram(all) => Blame::by_diagram(&all, marks, wanted, budget),
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

    /// The completions of marks by number; `None` where they are not all known.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    fn numbered(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Numbered>, Stopped> {
        match self.completions(marks, budget)? {
            Completions::Diagram(all) => Ok(Some(Numbered::within(all, budget)?)),
            Completions::Tally(_) => Ok(None),
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
