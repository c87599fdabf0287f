//! Where the completions of marks come from, and what is known of them.

use std::fmt;
use std::sync::Arc;

use bdd_core::{Bdd, Literal};

use crate::count::Tally;
use crate::explain::Blame;
use crate::marks::Marks;
use crate::numbered::Numbered;
use crate::puzzle::Puzzle;

/// What is known of all completions of some marks.
#[derive(Clone, Debug)]
pub enum Completions {
    /// All of them, as a diagram.
    Diagram(Arc<Bdd>),
    /// Their numbers, or bounds of these, where a diagram would be too large.
    Tally(Arc<Tally>),
}

impl Completions {
    /// Their numbers.
    #[must_use]
    pub fn tally(&self) -> Tally {
        match self {
            Completions::Diagram(bdd) => bdd.counts().into(),
            Completions::Tally(tally) => tally.as_ref().clone(),
        }
    }

    /// Those in which a literal is true, if that can be told from these.
    #[must_use]
    pub fn select(&self, literal: Literal) -> Option<Completions> {
        match self {
            Completions::Diagram(bdd) => Some(Completions::Diagram(Arc::new(bdd.select(&[literal])))),
            Completions::Tally(_) => None,
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
pub trait Source: fmt::Debug + Send + Sync {
    /// The puzzle.
    fn puzzle(&self) -> &dyn Puzzle;

    /// The completions of marks: the solutions of the rules in which all givens and everything placed is true, and
    /// nothing that is blocked.
    fn completions(&self, marks: &Marks) -> Completions;

    /// The same for marks that say one literal more than those whose completions are `before`.
    fn extend(&self, before: &Completions, marks: &Marks, added: Literal) -> Completions {
        before.select(added).unwrap_or_else(|| self.completions(marks))
    }

    /// Which marks are to blame that no completion makes `wanted` true, or that there is no completion at all.
    ///
    /// By default read off the diagram of the completions of no marks, exactly. Where there is none, one core is
    /// found by leaving out mark after mark, with the completions asked for each time, and the repair is not known.
    fn blame(&self, marks: &Marks, wanted: Option<Literal>) -> Blame {
        match self.completions(&Marks::default()) {
            Completions::Diagram(all) => Blame::by_diagram(&all, marks, wanted),
            Completions::Tally(_) => Blame::by_deletion(marks, |rest| self.completions(rest).tally().excludes(wanted)),
        }
    }

    /// Whether a question is answered within a few milliseconds whatever the marks are, so that a screen can wait for
    /// the answer. What is not known to be quick is not.
    fn is_quick(&self, question: Question) -> bool {
        let _ = question;
        false
    }

    /// The completions of marks by number; `None` where they are not all known.
    fn numbered(&self, marks: &Marks) -> Option<Numbered> {
        match self.completions(marks) {
            Completions::Diagram(all) => Some(Numbered::new(all)),
            Completions::Tally(_) => None,
        }
    }
}
