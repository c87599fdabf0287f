//! [`Playable`], a puzzle to play and print, and [`Entry`], such a puzzle with the function that opens its source.

use std::fmt;
use std::sync::Arc;

use puzzle_core::answer::{Facts, Value};
use puzzle_core::sat::Solver;
use puzzle_core::{Budget, Count, Interrupted, Literal, Marks, Source, Variable, Words, given_literals};

use crate::difficulty::Difficulty;
use crate::input::BadArgument;
use crate::layout::{Cell, Layout};
use crate::parts::Report;
use crate::stated::{self, StatedRule};

/// A puzzle that commands and games can play, print and answer questions about. Besides rules, words and layout, it has
/// a text for files, and may replace the usual reports by reports of its own.
#[expect(unused_variables, reason = "many default implementations ignore their arguments")]
pub trait Playable: Words + Layout {
    /// Returns the text of the puzzle in the form that its kind reads, line ends included.
    fn text(&self) -> String;

    /// Returns the facts that identify the puzzle, such as its title. JSON answers about the puzzle contain these
    /// facts.
    fn head(&self) -> Facts {
        Facts::new()
    }

    /// Returns a solution as data: by default the names of its true variables.
    fn solution(&self, solution: &[Variable]) -> Value {
        solution.iter().map(|&variable| self.name(variable)).collect::<Vec<_>>().into()
    }

    /// Returns the faults of the puzzle in words, such as `region A is not connected: it lies in 2 parts`. A wrong
    /// number of solutions is not among the faults, since the check of a puzzle looks for solutions itself.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the rules as players know them. The givens are not among them. By default there is one rule, the
    /// [task](Words::task), with a scope for each line (constraint).
    fn stated_rules(&self) -> Vec<StatedRule> {
        stated::of_lines(self)
    }

    /// Returns the difficulty of the puzzle; `None` if the difficulty is unknown, or if the puzzle doesn't have exactly
    /// one solution.
    fn difficulty(&self) -> Option<Difficulty> {
        None
    }

    /// Returns a further good property of a puzzle with exactly one solution, to print before the solution, such as
    /// `its regions are connected`. Returns `None` if there is no such property.
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

    /// Returns the reason why no solution extends `marks`, in words and without a full stop. Returns `None` for the
    /// usual reason, which [`report::why_none`](crate::report::why_none()) returns.
    fn why_none(&self, marks: &Marks) -> Option<String> {
        None
    }

    /// Draws the grid as text, with `text(cell)` for every cell; `None` if the puzzle has no drawing of its own.
    fn drawn(&self, text: &dyn Fn(Cell) -> String) -> Option<String> {
        None
    }

    /// Returns the puzzle's own answer to `solve`; `None` for the usual answer, which
    /// [`report::solve`](crate::report::solve()) returns. `found` holds all solutions, or two if there are several.
    fn solve_report(&self, found: &[Vec<Variable>]) -> Option<Report> {
        None
    }

    /// Returns the puzzle's own answer to `check`; `None` for the usual answer, which
    /// [`report::check`](crate::report::check()) returns.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn check_report(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Report>, Interrupted> {
        Ok(None)
    }

    /// Counts the completions of `marks`, at most up to `limit`. The count is exact if it is below `limit`; otherwise
    /// it is `limit` as a lower bound.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    fn count_to(&self, marks: &Marks, limit: u64, budget: &mut Budget<'_>) -> Result<Count, Interrupted> {
        let found = self.first_completions(marks, usize::try_from(limit).unwrap_or(usize::MAX), budget)?.len() as u64;
        Ok(if found < limit { Count::Exact(found.into()) } else { Count::AtLeast(found.into()) })
    }

    /// Finds up to `limit` completions of `marks` without a diagram, each as its true variables in ascending order. By
    /// default a SAT solver finds the completions one by one.
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

/// A puzzle with the function that opens its [`Source`], which answers questions about its solutions. Clones share the
/// puzzle.
///
/// The documentation of the [crate](crate) has an example.
#[derive(Clone)]
pub struct Entry {
    puzzle: Arc<dyn Playable>,
    open: Arc<Open>,
    /// Opens a source that answers before its long work is done; `None` if `open` does no long work.
    open_early: Option<Arc<OpenEarly>>,
}

type OpenEarly = dyn Fn() -> Opened + Send + Sync;

type Open = dyn Fn(&mut Budget<'_>) -> Result<Opened, OpenError> + Send + Sync;

/// The opened source of a puzzle, with a note for the player on its method.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The source, which answers questions about the solutions of the puzzle.
    pub source: Arc<dyn Source>,
    /// A note for the player on the method that the source uses, as words without a full stop; `None` if there is no
    /// note.
    pub note: Option<String>,
}

impl Opened {
    /// Wraps a source without a note.
    pub fn new(source: impl Source + 'static) -> Opened {
        Opened { source: Arc::new(source), note: None }
    }
}

/// The reason why a puzzle can't be made, or why its source can't be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The budget is exhausted or cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The reason for another failure, such as `there are no more puzzles`.
    #[error("{0}")]
    Failed(String),
}

impl Entry {
    /// Creates an entry from a puzzle and the function that opens its source.
    pub fn new(
        puzzle: Arc<dyn Playable>,
        open: impl Fn(&mut Budget<'_>) -> Result<Opened, OpenError> + Send + Sync + 'static,
    ) -> Entry {
        Entry { puzzle, open: Arc::new(open), open_early: None }
    }

    /// Adds a function that opens a further source of the puzzle. This source opens at once, because it puts off its
    /// long work ([`Source::prepare`]).
    #[must_use]
    pub fn with_early(self, open: impl Fn() -> Opened + Send + Sync + 'static) -> Entry {
        Entry { open_early: Some(Arc::new(open)), ..self }
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<dyn Playable> {
        &self.puzzle
    }

    /// Opens the source of the puzzle, which may take minutes.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if the budget does not suffice, or if the source can't be opened for another reason.
    pub fn open(&self, budget: &mut Budget<'_>) -> Result<Opened, OpenError> {
        (self.open)(budget)
    }

    /// Opens the source for a game. If the entry has a source that puts off its long work, opens this source, so that
    /// the game can begin at once. Otherwise opens the same source as [`Entry::open`].
    ///
    /// # Errors
    ///
    /// The errors of [`Entry::open`].
    pub fn open_early(&self, budget: &mut Budget<'_>) -> Result<Opened, OpenError> {
        self.open_early.as_ref().map_or_else(|| self.open(budget), |open| Ok(open()))
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}
