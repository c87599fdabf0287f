//! The questions about one puzzle that the commands and the HTTP API answer, once for every kind of puzzle.

use std::collections::BTreeSet;
use std::sync::Arc;

use bdd_core::{Objective, Sampler, Weighed};
use puzzle_core::answer::Facts;
use puzzle_core::{
    BigUint, Budget, Completions, Count, ExplainError, Guide, Interrupted, Marks, Source, Variable, Weights,
    deduced_hint,
};

use crate::entry::{Entry, OpenError, Playable};
use crate::input::BadArgument;
use crate::kind::{Arguments, Role, Verb, refusal};
use crate::parts::{Part, Report};
use crate::report;

/// A question about one puzzle and the marks on it.
///
/// ```
/// use puzzle_kind::Question;
///
/// // Whether the puzzle has one solution, and the easiest way to it.
/// let question = Question::Solve { steps: true };
/// assert_ne!(question, Question::Rate);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// The solution, or two of several, and the steps to it if asked for.
    Solve {
        /// Whether the answer has the steps.
        steps: bool,
    },
    /// The solutions with the best totals, the best first.
    Best {
        /// Whether the smallest or the largest totals are best.
        goal: Objective,
        /// The number of solutions, from 1.
        count: u64,
    },
    /// The status and the number of completions of every variable.
    Guide,
    /// The number of completions.
    Count {
        /// The number at which to stop counting.
        limit: Option<u64>,
    },
    /// Whether the puzzle is a proper one, or the marks a part of a solution.
    Check,
    /// The reason why a variable is ruled out, or forced.
    Explain(Variable),
    /// The difficulty for a person.
    Rate,
    /// The next move, and the reason for it.
    Hint,
    /// Random completions, each with the same probability.
    Sample {
        /// The number of draws.
        count: u64,
        /// The start of the random numbers.
        seed: u64,
        /// Whether no completion is drawn twice.
        distinct: bool,
    },
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer in words and drawings; as data by [`Answer::facts`].
    pub report: Report,
    /// Whether the marks have a completion, as far as the question needed to know; otherwise `true`.
    pub is_completable: bool,
    /// Advice about the way in which the solutions were found, as a clause.
    pub note: Option<String>,
}

impl Answer {
    /// Returns the answer as data.
    #[must_use]
    pub fn facts(self, puzzle: &dyn Playable) -> Facts {
        match self.report.parts.first() {
            Some(Part::Guide(guide)) => report::guide(puzzle, guide),
            _ => self.report.facts,
        }
    }
}

/// The reason why a [`Question`] has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The budget did not suffice.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The budget did not suffice to open the puzzle.
    #[error("{subject} has too many solutions: {stopped}")]
    Unopened {
        /// The puzzle, as in `the board on line 3`.
        subject: String,
        /// The limit that was reached.
        stopped: Interrupted,
    },
    /// The puzzle has no such answer, as a clause.
    #[error("{0}")]
    None(String),
}

impl Arguments {
    /// Returns the marks that the arguments of a verb name on a puzzle.
    ///
    /// # Errors
    ///
    /// [`BadArgument`] for the first name that the puzzle does not know.
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

    /// Returns the question that a verb asks about a puzzle, with `seed` for random numbers if the arguments have none;
    /// `None` for the verbs that make, play or write puzzles.
    ///
    /// # Errors
    ///
    /// [`BadArgument`] if an argument has no meaning for the puzzle or beside the others.
    pub fn question(&self, verb: Verb, puzzle: &dyn Playable, seed: u64) -> Result<Option<Question>, BadArgument> {
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
                    Some(goal) => Question::Best { goal, count: number(Role::Best).unwrap_or(1) },
                    None if has(Role::Best) => {
                        return Err("--best is for --cheapest or --dearest, and has no meaning alone".into());
                    }
                    None => Question::Solve { steps: has(Role::Steps) },
                }
            }
            Verb::Guide if !has(Role::Explained) => Question::Guide,
            Verb::Count => Question::Count { limit: number(Role::Limit) },
            Verb::Check => Question::Check,
            Verb::Guide | Verb::Explain => {
                let Some((parameter, [name, ..])) = self.role(Role::Explained) else {
                    return Err("expected the name of a variable to explain, found none".into());
                };
                Question::Explain(puzzle.named(name).map_err(|why| refusal(parameter, name, why))?)
            }
            Verb::Rate => Question::Rate,
            Verb::Hint => Question::Hint,
            Verb::Sample => Question::Sample {
                count: number(Role::Number).unwrap_or(1),
                seed: number(Role::Seed).unwrap_or(seed),
                distinct: has(Role::Distinct),
            },
            Verb::Generate | Verb::Play | Verb::New | Verb::Export => return Ok(None),
        }))
    }
}

/// A question that is being answered.
struct Asked<'a> {
    entry: &'a Entry,
    puzzle: &'a dyn Playable,
    marks: &'a Marks,
    /// The place of the puzzle, as in ` on line 3`, for messages.
    place: &'a str,
    note: Option<String>,
}

impl Question {
    /// Answers the question about a puzzle with marks. `place` follows the puzzle in messages, as in ` on line 3`.
    ///
    /// # Errors
    ///
    /// [`AnswerError`] if the budget does not suffice, or if there is no answer to be had.
    pub fn answer(
        &self,
        entry: &Entry,
        marks: &Marks,
        place: &str,
        budget: &mut Budget<'_>,
    ) -> Result<Answer, AnswerError> {
        let puzzle = &**entry.puzzle();
        let mut asked = Asked { entry, puzzle, marks, place, note: None };
        let (report, is_completable) = match *self {
            Question::Solve { steps: false } => {
                let found = puzzle.first_completions(marks, 2, budget)?;
                (report::solve(puzzle, &found), !found.is_empty())
            }
            Question::Solve { steps: true } => {
                let (found, path) = report::solve_path(puzzle, marks, budget)?;
                (report::steps(puzzle, &found, &path), !found.is_empty())
            }
            Question::Best { goal, count } => asked.best(goal, count, budget)?,
            Question::Guide => {
                let (_, guide) = asked.guide(budget)?;
                let is_completable = guide.is_completable();
                // The data of a guide are made by `Answer::facts` for those who want them: a drawing takes less time.
                (Report { parts: vec![Part::Guide(guide)], ..Report::default() }, is_completable)
            }
            Question::Count { limit } => {
                let total = match limit {
                    Some(limit) => puzzle.count_to(marks, limit, budget)?,
                    None => asked.open(budget)?.count(marks, budget)?,
                };
                (report::count(puzzle, marks, &total), !total.is_zero())
            }
            Question::Check => (report::check(puzzle, marks, budget)?, true),
            Question::Explain(variable) => asked.explain(variable, budget)?,
            Question::Rate => {
                let (found, path) = report::solve_path(puzzle, &Marks::default(), budget)?;
                (report::rate(&found, &path), true)
            }
            Question::Hint => {
                let (source, guide) = asked.guide(budget)?;
                let hint = deduced_hint(&*source, &guide, budget).map_err(|error| asked.unexplained(&guide, error))?;
                (report::hint(puzzle, &guide, hint.as_ref()), guide.is_completable())
            }
            Question::Sample { count, seed, distinct } => (asked.sample(count, seed, distinct, budget)?, true),
        };
        Ok(Answer { report, is_completable, note: asked.note })
    }
}

impl Asked<'_> {
    /// The puzzle, as in `the board on line 3`.
    fn subject(&self) -> String {
        format!("the {}{}", self.puzzle.whole(), self.place)
    }

    /// The error of a puzzle whose solutions are too many for some purpose.
    fn too_many(&self, purpose: &str) -> AnswerError {
        let subject = self.subject();
        AnswerError::None(format!(
            "{subject} has too many solutions to {purpose} all of them; place or block something"
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

    /// The error of an explanation, by the names of the puzzle.
    fn unexplained(&self, guide: &Guide, error: ExplainError) -> AnswerError {
        match error {
            ExplainError::Interrupted(stopped) => AnswerError::Interrupted(stopped),
            ExplainError::NotFound(variable) => AnswerError::None(format!(
                "{} is {}, but no explanation was found within the limit of the search",
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
        let Some(found) = best_of(&found, weights, goal, count, budget)? else { return Err(self.too_many("compare")) };
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
        // Each puzzle from the beginning, so that the draws depend on the seed alone.
        let mut sampler = Sampler::new(seed);
        let mut numbers = sampler.numbers(total, distinct);
        let drawn: Vec<_> = (0..count).map_while(|_| solutions.nth(&numbers.next()?)).collect();
        Ok(report::samples(self.puzzle, self.marks, &Count::Exact(total.clone()), seed, &drawn))
    }
}

/// Returns the best completions by their totals; `None` if the completions are not all known.
fn best_of(
    completions: &Completions,
    weights: &Weights,
    goal: Objective,
    count: u64,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Weighed>>, Interrupted> {
    let (mut best, order) = match completions {
        Completions::Diagram(all) => (all.models_by_weight(weights, goal, budget)?, None),
        Completions::Reordered { bdd, order } => {
            (bdd.models_by_weight(&order.weights(weights), goal, budget)?, Some(order))
        }
        Completions::Tally(_) => return Ok(None),
    };
    let mut found: Vec<Weighed> = (0..count).map_while(|_| best.next()).collect();
    if let Some(order) = order {
        for Weighed { model, .. } in &mut found {
            model.iter_mut().for_each(|level| *level = order.variable(*level));
            model.sort_unstable();
        }
    }
    Ok(Some(found))
}
