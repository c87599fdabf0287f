//! Puzzles to play and print, and their sources.

use std::fmt;
use std::sync::Arc;

use puzzle_core::answer::{Facts, Value};
use puzzle_core::sat::Solver;
use puzzle_core::{Budget, Count, Interrupted, Literal, Marks, Source, Variable, Words, given_literals};

use crate::difficulty::Difficulty;
use crate::input::BadArgument;
use crate::layout::{Cell, Layout};
use crate::parts::Report;

/// A puzzle that commands and games can play, print and question: rules, words and layout, and its text in a file.
#[expect(unused_variables, reason = "many defaults do not depend on what they are asked of")]
pub trait Playable: Words + Layout {
    /// Returns the text that its kind reads, with line ends.
    fn text(&self) -> String;

    /// Returns the facts that identify the puzzle in its answers.
    fn head(&self) -> Facts {
        Facts::new()
    }

    /// Returns a solution as data: by default the names of its true variables.
    fn solution(&self, solution: &[Variable]) -> Value {
        solution.iter().map(|&variable| self.name(variable)).collect::<Vec<_>>().into()
    }

    /// Returns the faults of the puzzle except for its number of solutions, each as a clause.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the difficulty of the puzzle; `None` if it is unknown, or if the puzzle doesn't have exactly one
    /// solution.
    fn difficulty(&self) -> Option<Difficulty> {
        None
    }

    /// Returns the merits of a proper puzzle as a clause, except for its unique solution.
    fn merits(&self) -> Option<&'static str> {
        None
    }

    /// Returns the variable with a name that a user has typed.
    ///
    /// # Errors
    ///
    /// [`BadArgument`] if no variable has the name.
    fn named(&self, text: &str) -> Result<Variable, BadArgument> {
        self.variable_named(text).ok_or_else(|| match Variable::all(self.variables()).last() {
            Some(last) => format!("expected a name such as {}", self.name(last)).into(),
            None => "the puzzle has no variables".into(),
        })
    }

    /// Returns the reason why no solution extends `marks`, as a clause; `None` for the words of
    /// [`report::why_none`](crate::report::why_none()).
    fn why_none(&self, marks: &Marks) -> Option<String> {
        None
    }

    /// Draws the grid in text, with `text` for every cell; `None` if the puzzle has no drawing of its own.
    fn drawn(&self, text: &dyn Fn(Cell) -> String) -> Option<String> {
        None
    }

    /// Returns the answer of `solve`, given all solutions or two of several; `None` for that of
    /// [`report::solve`](crate::report::solve()).
    fn solve_report(&self, found: &[Vec<Variable>]) -> Option<Report> {
        None
    }

    /// Returns the answer of `check`; `None` for that of [`report::check`](crate::report::check()).
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn check_report(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Report>, Interrupted> {
        Ok(None)
    }

    /// Counts the completions of `marks` up to `limit`: exact below the limit, otherwise the limit as a lower bound.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn count_to(&self, marks: &Marks, limit: u64, budget: &mut Budget<'_>) -> Result<Count, Interrupted> {
        let found = self.first_completions(marks, usize::try_from(limit).unwrap_or(usize::MAX), budget)?.len() as u64;
        Ok(if found < limit { Count::Exact(found.into()) } else { Count::AtLeast(found.into()) })
    }

    /// Finds up to `limit` completions of `marks` without a diagram, each as its true variables in ascending order.
    /// By default a SAT solver finds them one by one.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
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

/// A puzzle of a catalogue, with the function that opens its source. Clones share the puzzle.
///
/// The documentation of the [crate](crate) has an example.
#[derive(Clone)]
pub struct Entry {
    puzzle: Arc<dyn Playable>,
    open: Arc<Open>,
}

type Open = dyn Fn(&mut Budget<'_>) -> Result<Opened, OpenError> + Send + Sync;

/// The source of an entry.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The puzzle with its completions.
    pub source: Arc<dyn Source>,
    /// A note for the player about the method, as a clause.
    pub note: Option<String>,
}

impl Opened {
    /// Wraps a source without a note.
    pub fn new(source: impl Source + 'static) -> Opened {
        Opened { source: Arc::new(source), note: None }
    }
}

/// The reason why a puzzle or its source is not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The budget is exhausted or cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Another reason, as a clause.
    #[error("{0}")]
    Failed(String),
}

impl Entry {
    /// Creates an entry from a puzzle and the function that opens its source.
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

    /// Opens the source, which may take minutes.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if the budget does not suffice, or for a reason of the puzzle.
    pub fn open(&self, budget: &mut Budget<'_>) -> Result<Opened, OpenError> {
        (self.open)(budget)
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}
