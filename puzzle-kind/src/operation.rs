//! The operations on one puzzle that commands and the HTTP API share, for every kind of puzzle.

use std::collections::BTreeSet;
use std::sync::Arc;

use bdd_core::{Objective, Sampler};
use puzzle_core::answer::Facts;
use puzzle_core::{BigUint, Budget, Count, ExplainError, Guide, Interrupted, Marks, Source, Variable, deduced_hint};

use crate::entry::{Entry, OpenError, Playable};
use crate::input::BadArgument;
use crate::kind::{Arguments, Role, Verb, refusal};
use crate::parts::{Report, ReportPart};
use crate::report;

/// An operation on one puzzle with marks.
///
/// ```
/// use puzzle_kind::{Arguments, Operation};
///
/// let check = Operation::Check;
/// assert_ne!(check, Operation::Solve { steps: true });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// Finds the solution, or two solutions if there are several.
    Solve {
        /// `true` to report the easiest steps to the solution as well.
        steps: bool,
    },
    /// Finds the solutions with the best total weights, the best first.
    Best {
        /// The objective: the smallest or the largest totals are best.
        goal: Objective,
        /// The number of solutions to return, at least 1.
        count: u64,
    },
    /// Computes the status of every variable, and the number of completions in which it is true.
    Guide,
    /// Counts the completions.
    Count {
        /// The number at which counting stops; `None` to count all completions.
        limit: Option<u64>,
    },
    /// Checks that the puzzle is proper (exactly one solution and no fault), or that the marks are part of a solution.
    Check,
    /// Explains why a variable is ruled out or forced.
    Explain(Variable),
    /// Rates the difficulty for a person.
    Rate,
    /// Finds the next move and its reason.
    Hint,
    /// Draws random completions, each with the same probability.
    Sample {
        /// The number of completions to draw.
        count: u64,
        /// The seed of the random numbers.
        seed: u64,
        /// `true` to draw no completion twice.
        distinct: bool,
    },
}

/// The answer of an [`Operation`].
#[derive(Clone, Debug)]
pub struct OperationAnswer {
    /// The answer in words and drawings; [`OperationAnswer::facts`] returns it as data.
    pub report: Report,
    /// `false` if the operation found that no solution extends the marks.
    pub is_completable: bool,
    /// A note for the user on the method that gave the answer, as words without a full stop; see
    /// [`Opened::note`](crate::Opened::note).
    pub note: Option<String>,
}

impl OperationAnswer {
    /// Returns the answer as data.
    #[must_use]
    pub fn facts(self, puzzle: &dyn Playable) -> Facts {
        match self.report.parts.first() {
            Some(ReportPart::Guide(guide)) => report::guide(puzzle, guide),
            _ => self.report.facts,
        }
    }
}

/// The reason why an [`Operation`] has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The budget is exhausted or cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The budget did not suffice to open the source of the puzzle.
    #[error("{subject} has too many solutions: {stopped}")]
    Unopened {
        /// The puzzle, such as `the board on line 3`.
        subject: String,
        /// The reason why the budget did not suffice.
        stopped: Interrupted,
    },
    /// The operation has no answer for this puzzle. The text is the reason, such as
    /// `the puzzle has no prices to compare`.
    #[error("{0}")]
    None(String),
}

impl Arguments {
    /// Returns the marks that the arguments contain: the variables of `puzzle` to place and to block, by their names.
    ///
    /// # Errors
    ///
    /// [`BadArgument`] for the first unknown name.
    pub fn marks(&self, puzzle: &dyn Playable) -> Result<Marks, BadArgument> {
        let variables = |role| {
            let Some((parameter, lists)) = self.role(role) else { return Ok(BTreeSet::new()) };
            let names = lists.iter().flat_map(|list| list.split(',')).filter(|name| !name.is_empty());
            names
                .map(|name| puzzle.named(name).map_err(|why| refusal(parameter, name, why).into()))
                .collect::<Result<BTreeSet<Variable>, BadArgument>>()
        };
        Ok(Marks { placed: variables(Role::Placed)?, blocked: variables(Role::Blocked)? })
    }

    /// Returns the operation of `verb` with these arguments. `seed` is used if the arguments have no seed. Returns
    /// `None` for verbs that make, play or export puzzles.
    ///
    /// # Errors
    ///
    /// [`BadArgument`] for an argument that is invalid for the puzzle, or in combination with the other arguments.
    pub fn operation(&self, verb: Verb, puzzle: &dyn Playable, seed: u64) -> Result<Option<Operation>, BadArgument> {
        let has = |role| self.role(role).is_some();
        let number = |role| self.role(role)?.1.first()?.parse().ok();
        Ok(Some(match verb {
            Verb::Solve => {
                let goal = if has(Role::Cheapest) {
                    Some(Objective::Cheapest)
                } else {
                    has(Role::Dearest).then_some(Objective::Dearest)
                };
                match goal {
                    Some(goal) => Operation::Best { goal, count: number(Role::Best).unwrap_or(1) },
                    None if has(Role::Best) => {
                        return Err("--best needs --cheapest or --dearest".into());
                    }
                    None => Operation::Solve { steps: has(Role::Steps) },
                }
            }
            Verb::Guide if !has(Role::Explained) => Operation::Guide,
            Verb::Count => Operation::Count { limit: number(Role::Limit) },
            Verb::Check => Operation::Check,
            Verb::Guide | Verb::Explain => {
                let Some((parameter, [name, ..])) = self.role(Role::Explained) else {
                    return Err("expected the name of a variable to explain, found none".into());
                };
                Operation::Explain(puzzle.named(name).map_err(|why| refusal(parameter, name, why))?)
            }
            Verb::Rate => Operation::Rate,
            Verb::Hint => Operation::Hint,
            Verb::Sample => Operation::Sample {
                count: number(Role::Number).unwrap_or(1),
                seed: number(Role::Seed).unwrap_or(seed),
                distinct: has(Role::Distinct),
            },
            Verb::Generate | Verb::Play | Verb::New | Verb::Export | Verb::Certify => return Ok(None),
        }))
    }
}

struct OperationContext<'a> {
    entry: &'a Entry,
    puzzle: &'a dyn Playable,
    marks: &'a Marks,
    /// The position of the puzzle in messages, such as ` on line 3`.
    place: &'a str,
    note: Option<String>,
}

impl Operation {
    /// Answers the operation on a puzzle with marks. `place`, such as ` on line 3`, follows the noun for the puzzle in
    /// messages.
    ///
    /// # Errors
    ///
    /// [`AnswerError`] if the budget does not suffice, or if there is no answer.
    pub fn answer(
        &self,
        entry: &Entry,
        marks: &Marks,
        place: &str,
        budget: &mut Budget<'_>,
    ) -> Result<OperationAnswer, AnswerError> {
        let puzzle = &**entry.puzzle();
        let mut context = OperationContext { entry, puzzle, marks, place, note: None };
        let (report, is_completable) = match *self {
            Operation::Solve { steps: false } => {
                let found = puzzle.first_completions(marks, 2, budget)?;
                (report::solve(puzzle, &found), !found.is_empty())
            }
            Operation::Solve { steps: true } => {
                let (found, path) = report::solve_path(puzzle, marks, budget)?;
                (report::steps(puzzle, &found, &path), !found.is_empty())
            }
            Operation::Best { goal, count } => context.best(goal, count, budget)?,
            Operation::Guide => {
                let (_, guide) = context.guide(budget)?;
                let is_completable = guide.is_completable();
                // The data of a guide are made only on demand, by `OperationAnswer::facts`: a drawing of the guide does
                // without them.
                (Report { parts: vec![ReportPart::Guide(guide)], ..Report::default() }, is_completable)
            }
            Operation::Count { limit } => {
                let total = match limit {
                    Some(limit) => puzzle.count_to(marks, limit, budget)?,
                    None => context.open(budget)?.count(marks, budget)?,
                };
                (report::count(puzzle, marks, &total), !total.is_zero())
            }
            Operation::Check => (report::check(puzzle, marks, budget)?, true),
            Operation::Explain(variable) => context.explain(variable, budget)?,
            Operation::Rate => {
                let (found, path) = report::solve_path(puzzle, &Marks::default(), budget)?;
                (report::rate(&found, &path), true)
            }
            Operation::Hint => {
                let (source, guide) = context.guide(budget)?;
                let hint =
                    deduced_hint(&*source, &guide, budget).map_err(|error| context.unexplained(&guide, error))?;
                (report::hint(puzzle, &guide, hint.as_ref()), guide.is_completable())
            }
            Operation::Sample { count, seed, distinct } => (context.sample(count, seed, distinct, budget)?, true),
        };
        Ok(OperationAnswer { report, is_completable, note: context.note })
    }
}

impl OperationContext<'_> {
    /// Returns the noun for the puzzle with its position, such as `the board on line 3`.
    fn subject(&self) -> String {
        format!("the {}{}", self.puzzle.puzzle_noun(), self.place)
    }

    /// Returns the error that the puzzle has too many solutions for an operation that needs all of them. `purpose` is a
    /// verb for the operation, such as `compare`.
    fn too_many(&self, purpose: &str) -> AnswerError {
        let subject = self.subject();
        AnswerError::None(format!(
            "{subject} has too many solutions to {purpose} all of them; place or block more candidates"
        ))
    }

    fn open(&mut self, budget: &mut Budget<'_>) -> Result<Arc<dyn Source>, AnswerError> {
        let opened = self.entry.open(budget).map_err(|error| match error {
            OpenError::Interrupted(stopped) => AnswerError::Unopened { subject: self.subject(), stopped },
            OpenError::Failed(why) => AnswerError::None(why),
        })?;
        self.note = opened.note;
        Ok(opened.source)
    }

    fn guide(&mut self, budget: &mut Budget<'_>) -> Result<(Arc<dyn Source>, Arc<Guide>), AnswerError> {
        let source = self.open(budget)?;
        let completions = source.completions(self.marks, budget)?;
        let guide = Guide::of(source.puzzle(), self.marks.clone(), &completions, budget)?;
        Ok((source, Arc::new(guide)))
    }

    fn explain(&mut self, variable: Variable, budget: &mut Budget<'_>) -> Result<(Report, bool), AnswerError> {
        let (source, guide) = self.guide(budget)?;
        let report = report::explain(&*source, self.puzzle, &guide, variable, budget)
            .map_err(|error| self.unexplained(&guide, error))?;
        Ok((report, guide.is_completable()))
    }

    /// Converts the error of an explanation to an [`AnswerError`]. The message uses the puzzle's own names of variables
    /// and statuses.
    fn unexplained(&self, guide: &Guide, error: ExplainError) -> AnswerError {
        match error {
            ExplainError::Interrupted(stopped) => AnswerError::Interrupted(stopped),
            ExplainError::NotFound(variable) => AnswerError::None(format!(
                "{} is {}, but no explanation was found within the search limit",
                self.puzzle.name(variable),
                self.puzzle.status_name(guide.status(variable)),
            )),
            error => AnswerError::None(error.to_string()),
        }
    }

    fn best(&mut self, goal: Objective, count: u64, budget: &mut Budget<'_>) -> Result<(Report, bool), AnswerError> {
        let Some(weights) = self.puzzle.weights() else {
            return Err(AnswerError::None(format!("{} has no prices to compare", self.subject())));
        };
        let found = self.open(budget)?.completions(self.marks, budget)?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let Some(found) = found.best(weights, goal, count, budget)? else { return Err(self.too_many("compare")) };
        Ok((report::best(self.puzzle, self.marks, weights, &found), !found.is_empty()))
    }

    fn sample(
        &mut self,
        count: u64,
        seed: u64,
        distinct: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Report, AnswerError> {
        let Some(solutions) = self.open(budget)?.numbered(self.marks, budget)? else {
            return Err(self.too_many("draw from"));
        };
        let total = solutions.total();
        if *total == BigUint::ZERO {
            let why = report::why_none(self.puzzle, self.marks);
            return Err(AnswerError::None(format!("no solution: {why}")));
        }
        if distinct && *total < count.into() {
            return Err(AnswerError::None(format!("there are only {total} distinct solutions to draw, not {count}")));
        }
        // Each puzzle gets a new sampler, so that its draws do not depend on earlier puzzles.
        let mut sampler = Sampler::new(seed);
        let mut numbers = sampler.numbers(total, distinct);
        let drawn: Vec<_> = (0..count).map_while(|_| solutions.nth(&numbers.next()?)).collect();
        Ok(report::samples(self.puzzle, self.marks, &Count::Exact(total.clone()), seed, &drawn))
    }
}
