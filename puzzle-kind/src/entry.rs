//! A puzzle that can be played and printed, and the way to its source.

use std::fmt;
use std::sync::Arc;

use puzzle_core::answer::{Facts, Value};
use puzzle_core::sat::Solver;
use puzzle_core::{Budget, Count, Interrupted, Literal, Marks, Source, Variable, Words, given_literals};

use crate::difficulty::Difficulty;
use crate::input::BadArgument;
use crate::layout::{Cell, Layout};
use crate::parts::Report;

/// A puzzle that can be played, printed and asked about: rules, words and layout, and its text in a file.
#[expect(unused_variables, reason = "many defaults do not depend on what they are asked of")]
pub trait Playable: Words + Layout {
    /// Returns the text that its kind reads, one line or several, each with its end.
    fn text(&self) -> String;

    /// Returns the facts that identify the puzzle at the head of its answers.
    fn head(&self) -> Facts {
        Facts::new()
    }

    /// Returns a solution as data: by default the names of its true variables.
    fn solution(&self, solution: &[Variable]) -> Value {
        solution.iter().map(|&variable| self.name(variable)).collect::<Vec<_>>().into()
    }

    /// Returns the faults that keep the puzzle from being a proper one, beside the number of its solutions: each a clause.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the difficulty of the puzzle, if it has one solution and that is known.
    fn difficulty(&self) -> Option<Difficulty> {
        None
    }

    /// Returns the merits of a proper puzzle beside its one solution, as a clause.
    fn merits(&self) -> Option<&'static str> {
        None
    }

    /// Returns the variable with a typed name.
    ///
    /// # Errors
    ///
    /// [`BadArgument`] if no variable has the name.
    fn named(&self, text: &str) -> Result<Variable, BadArgument> {
        self.variable_named(text).ok_or_else(|| match Variable::all(self.variables()).last() {
            Some(last) => format!("expected a name such as {}", self.name(last)).into(),
            None => "there is nothing to name".into(),
        })
    }

    /// Returns the reason why there is no solution under marks, as a clause, if the puzzle has better words for it than
    /// [`report::why_none`](crate::report::why_none()).
    fn why_none(&self, marks: &Marks) -> Option<String> {
        None
    }

    /// Draws the grid with characters and a text in every cell, if the puzzle has a usual drawing.
    fn drawn(&self, text: &dyn Fn(Cell) -> String) -> Option<String> {
        None
    }

    /// Returns the answer of `solve`, given its solutions or two of them, if it is not the usual one of
    /// [`report::solve`](crate::report::solve()).
    fn solve_report(&self, found: &[Vec<Variable>]) -> Option<Report> {
        None
    }

    /// Returns the answer of `check`, if it is not the usual one of [`report::check`](crate::report::check()).
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    fn check_report(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Report>, Interrupted> {
        Ok(None)
    }

    /// Counts the completions of marks up to a limit: exactly if there are fewer, and otherwise at least the limit.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    fn count_to(&self, marks: &Marks, limit: u64, budget: &mut Budget<'_>) -> Result<Count, Interrupted> {
        let found = self.first_completions(marks, usize::try_from(limit).unwrap_or(usize::MAX), budget)?.len() as u64;
        Ok(if found < limit { Count::Exact(found.into()) } else { Count::AtLeast(found.into()) })
    }

    /// Finds up to `limit` completions of marks without a diagram, each as its true variables in order; fewer if there are no
    /// more. By default a SAT solver finds them one by one.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    fn first_completions(
        &self,
        marks: &Marks,
        limit: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<Variable>>, Interrupted> {
        let mut solver = Solver::new(self.rules(), given_literals(self).chain(marks.literals()), budget)?;
        let mut found = Vec::new();
        while found.len() < limit {
            let Some(model) = solver.model(&[], budget)? else { break };
            let differs = |variable| Literal { variable, value: model.binary_search(&variable).is_err() };
            solver.require(Variable::all(self.rules().projected_variables()).map(differs));
            found.push(model);
        }
        Ok(found)
    }
}

/// A puzzle of a catalogue, and the way to its completions. A clone shares the puzzle.
#[derive(Clone)]
pub struct Entry {
    puzzle: Arc<dyn Playable>,
    open: Arc<Open>,
}

type Open = dyn Fn(&mut Budget<'_>) -> Result<Opened, OpenError> + Send + Sync;

/// The source of an entry's completions.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The puzzle with its completions.
    pub source: Arc<dyn Source>,
    /// Advice to the player about the way in which they were found, as a clause.
    pub note: Option<String>,
}

impl Opened {
    /// Wraps a source that needs no note.
    pub fn new(source: impl Source + 'static) -> Opened {
        Opened { source: Arc::new(source), note: None }
    }
}

/// The reason why a puzzle is not made, or its completions are not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The budget did not suffice.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Another reason, as a clause.
    #[error("{0}")]
    Failed(String),
}

impl Entry {
    /// Creates the entry of a puzzle, with the function that opens it.
    pub fn new(
        puzzle: Arc<dyn Playable>,
        open: impl Fn(&mut Budget<'_>) -> Result<Opened, OpenError> + Send + Sync + 'static,
    ) -> Entry {
        Entry { puzzle, open: Arc::new(open) }
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<dyn Playable> {
        &self.puzzle
    }

    /// Opens the source of the puzzle's completions, which may take minutes.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if the budget does not suffice, or for the reason that the puzzle gives.
    pub fn open(&self, budget: &mut Budget<'_>) -> Result<Opened, OpenError> {
        (self.open)(budget)
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}
