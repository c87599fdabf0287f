//! Explanations as data: the reason why a variable is ruled out or forced.
//!
//! An [`Explanation`] has three independent parts. Its *core* is a subset-minimal set of the player's marks that
//! already rules the variable out or forces it. Its *steps* are an argument that a person can follow. Its *repair* is
//! the smallest set of marks to remove so that the variable is no longer ruled out or forced. Core and repair come from
//! the completions and are exact; the steps come from the rules, the givens and the marks, and never use a completion.
//!
//! [`sentences`](crate::sentences) turns explanations into words. An explanation can also be shown step by step: each
//! [`Frame`] is one statement with the board to draw beside it.
//!
//! Each step follows from the givens, the cited marks and the steps before it. The tests replay the steps with
//! independent checkers.

use std::collections::BTreeSet;

use bdd_core::{Budget, Interrupted, Literal, Variable};

pub use crate::blame::Blame;
pub use crate::explanation::{Frame, Repair, Scene};
pub use crate::logic::{Case, Cover, Reason, RuledOut, Step, Technique};

use crate::count::Count;
use crate::deduce::{Shown, lead_to};
use crate::explanation::{ExplainError, Explanation, STEPS};
use crate::guide::{Guide, Status};
use crate::logic::{Adjacency, Knowledge, all_steps, cited};
use crate::marks::{Conflict, Marks};
use crate::puzzle::Puzzle;
use crate::source::Source;

const CORES_TO_SPLIT: usize = 2;

/// Explains why no completion contains `variable`, or why every completion does.
///
/// Returns `None` for open, unknown, placed and given variables, which need no explanation. The explanation uses the
/// simplest technique for which an argument is found. Equal calls return equal explanations.
///
/// ```
/// use std::sync::Arc;
///
/// use puzzle_core::{Budget, Diagram, Move, Rules, Session, Variable, explain};
///
/// // At most one of three.
/// let mut rules = Rules::new(3);
/// rules.at_most(1, &[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Arc::new(Diagram::conjoin(rules.clone(), budget)?);
/// let mut game = Session::new(source.clone(), budget)?;
/// game.play(Move::Place(Variable::new(0)), budget)?;
/// let explanation = explain(&*source, game.guide(), Variable::new(1), budget)?.expect("it is excluded");
/// assert_eq!(explanation.core.placed, [Variable::new(0)].into());
/// let repair = explanation.repair.expect("taking the first away allows the second");
/// assert_eq!(repair.solutions.to_string(), "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ExplainError::NotFound`] if no argument is found within 300 million elementary steps, a few seconds of work;
/// [`ExplainError::Interrupted`] if the budget has fewer steps and they do not suffice, or if it is cancelled;
/// [`ExplainError::NotImplied`] if the completions of the source do not follow from the rules of its puzzle.
///
/// # Panics
///
/// If the puzzle has no such variable, or if `guide` belongs to another puzzle than `source`.
pub fn explain(
    source: &dyn Source,
    guide: &Guide,
    variable: Variable,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation>, ExplainError> {
    let has_all = budget.steps_left() > STEPS;
    match budget.limited(usize::MAX, STEPS, |budget| explain_within(source, guide, variable, budget)) {
        Err(ExplainError::Interrupted(Interrupted::TooLong { .. })) if has_all => Err(ExplainError::NotFound(variable)),
        answer => answer,
    }
}

/// Explains a variable as [`explain`] does, with no limit but the budget.
fn explain_within(
    source: &dyn Source,
    guide: &Guide,
    variable: Variable,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation>, ExplainError> {
    let status = guide.status(variable);
    let supposed = match status {
        Status::Given | Status::Placed | Status::Open | Status::Unknown => return Ok(None),
        Status::Blocked | Status::Excluded | Status::Dead => Literal::positive(variable),
        Status::Forced => Literal::negative(variable),
    };
    let marks = guide.marks();
    let Blame { cores, repair } = source.blame(marks, Some(supposed), budget)?;
    let adjacency = Adjacency::new(source.puzzle());
    let all = Grounds::new(source.puzzle(), &adjacency, marks);
    let argued = all.argue_from_one(cores, supposed, budget)?;
    let (core, Shown { lemmas, steps }) = argued.ok_or(ExplainError::NotImplied(variable))?;
    // Lemmas cite no marks outside of the core, so only the steps can cite such marks.
    let also = cited(&steps, variable, marks, &adjacency).without(&core);
    let repair = match repair {
        None => None,
        Some(lift) => {
            let tally = source.completions(&marks.without(&lift), budget)?.tally(budget)?;
            let solutions = tally.by_variable[variable.index()].clone();
            let without = match (&tally.total, &solutions) {
                (total, with) if total == with => Count::ZERO,
                (Count::Exact(total), Count::Exact(with)) => Count::Exact(total - with),
                // At least one completion lacks the variable, since not every completion contains it.
                _ => Count::AtLeast(1u8.into()),
            };
            Some(Repair { lift, solutions, without })
        }
    };
    Ok(Some(Explanation { variable, status, core, lemmas, steps, also, repair }))
}

/// Returns an argument without case splits that `literal` follows from the rules, the givens and `marks`; `None` if
/// none is found. Of the arguments of [`explain`], this needs no completions.
///
/// ```
/// use puzzle_core::explain::{Step, argument};
/// use puzzle_core::{Budget, Literal, Marks, Rules, Variable};
///
/// let mut rules = Rules::new(2);
/// rules.exactly_one(&[0, 1]);
/// let marks = Marks { blocked: [Variable::new(0)].into(), ..Marks::default() };
/// let budget = &mut Budget::unlimited();
/// let steps = argument(&rules, &marks, Literal::positive(1), budget)?.expect("one candidate is left");
/// assert!(matches!(steps.as_slice(), [Step::Empty { .. }]));
/// assert_eq!(argument(&rules, &Marks::default(), Literal::positive(1), budget)?, None);
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice.
///
/// # Panics
///
/// If the literal or the marks have a variable that the puzzle does not have.
pub fn argument(
    puzzle: &dyn Puzzle,
    marks: &Marks,
    literal: Literal,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Step>>, Interrupted> {
    Grounds::new(puzzle, &Adjacency::new(puzzle), marks).argue(!literal, 0, budget)
}

/// The marks from which an argument starts, together with the rules and the givens.
pub(crate) struct Grounds<'a> {
    puzzle: &'a dyn Puzzle,
    marks: &'a Marks,
    standing: BTreeSet<Variable>,
    ruled_out: BTreeSet<Variable>,
    known: Knowledge<'a>,
}

impl<'a> Grounds<'a> {
    pub(crate) fn new(puzzle: &'a dyn Puzzle, adjacency: &'a Adjacency<'a>, marks: &'a Marks) -> Grounds<'a> {
        let standing = marks.standing(puzzle);
        let ruled_out = marks.ruled_out(puzzle);
        let known = Knowledge::new(adjacency, &ruled_out, &standing);
        Grounds { puzzle, marks, standing, ruled_out, known }
    }

    fn of_core(&self, core: &'a Marks) -> Grounds<'a> {
        Grounds::new(self.puzzle, self.known.field.adjacency, core)
    }

    /// Returns the simplest argument against `supposed` from one of the cores, together with that core. If some line is
    /// not an at-least-one constraint, the argument may use lemmas or start from all marks. Returns `None` if no
    /// argument is found.
    fn argue_from_one(
        &self,
        mut cores: Vec<Marks>,
        supposed: Literal,
        budget: &mut Budget<'_>,
    ) -> Result<Option<(Marks, Shown)>, Interrupted> {
        let adjacency = self.known.field.adjacency;
        for depth in 0..=adjacency.deepest_split() {
            // Case splits take longer to find, so that only the first cores are tried with them.
            if depth > 0 {
                cores.truncate(CORES_TO_SPLIT);
            }
            let mut argued = Vec::new();
            for core in &cores {
                let steps = self.of_core(core).argue(supposed, depth, budget)?;
                argued.extend(steps.map(|steps| (core, steps)));
            }
            let cost = |(core, steps): &(&Marks, Vec<Step>)| (Technique::of(steps), all_steps(steps).len(), core.len());
            if let Some((core, steps)) = argued.into_iter().min_by_key(cost) {
                let steps = self.simpler(supposed, depth, steps, self.marks == core, budget)?;
                return Ok(Some((core.clone(), Shown { lemmas: Vec::new(), steps })));
            }
            // No core has an argument without case splits. In puzzles with bounds, the next choice is an argument
            // without case splits from all marks, and then an argument by lemmas from the first core.
            if let (0, true, Some(core)) = (depth, adjacency.counts.is_some(), cores.first()) {
                let shown = match self.argue(supposed, 0, budget)? {
                    Some(steps) => Some(Shown { lemmas: Vec::new(), steps }),
                    None => lead_to(&self.of_core(core).known, !supposed, budget)?,
                };
                if let Some(shown) = shown {
                    return Ok(Some((core.clone(), shown)));
                }
            }
        }
        Ok(None)
    }

    /// Searches for an argument that may use all marks. It can be simpler than `from_core`, which uses only the marks
    /// of one core (a minimal set of marks with the same consequence). Returns the new argument if its technique is
    /// simpler, or if both arguments are case splits and the new argument has at most half as many steps. Otherwise
    /// returns `from_core`.
    fn simpler(
        &self,
        supposed: Literal,
        depth: usize,
        from_core: Vec<Step>,
        is_core_all: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Step>, Interrupted> {
        let kind = Technique::of(&from_core);
        if kind == Technique::Direct || is_core_all {
            return Ok(from_core);
        }
        for depth in 0..=depth {
            if let Some(steps) = self.argue(supposed, depth, budget)? {
                let is_shorter = kind == Technique::Split && 2 * all_steps(&steps).len() <= all_steps(&from_core).len();
                return Ok(if Technique::of(&steps) < kind || is_shorter { steps } else { from_core });
            }
        }
        Ok(from_core)
    }

    /// Returns the cost of an argument that shows, without case splits, that `variable` is forced. The cost is the
    /// technique and the number of steps. Without such an argument, the cost is `(Technique::Split, usize::MAX)`.
    pub(crate) fn quick_cost(
        &self,
        variable: Variable,
        budget: &mut Budget<'_>,
    ) -> Result<(Technique, usize), Interrupted> {
        let steps = self.argue(Literal::negative(variable), 0, budget)?;
        Ok(steps.map_or((Technique::Split, usize::MAX), |steps| (Technique::of(&steps), all_steps(&steps).len())))
    }

    /// Returns an argument that `supposed` is impossible, with case splits nested at most `depth` deep. Returns `None`
    /// if it finds none.
    fn argue(
        &self,
        supposed: Literal,
        depth: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Interrupted> {
        let Literal { variable, value } = supposed;
        let direct = if !value {
            None
        } else if self.ruled_out.contains(&variable) {
            Some(Step::Blocked)
        } else if let Some(&by) = self.standing.iter().find(|&&by| self.puzzle.excludes(by, variable)) {
            Some(Step::Excluded { by })
        } else if let Some(Reason::Full { on }) =
            self.known.because(variable).filter(|_| !self.standing.contains(&variable))
        {
            Some(Step::Full { on, by: self.known.placed_on(on) })
        } else {
            None
        };
        let direct = direct.or_else(|| self.conflict().map(Step::Conflict));
        match direct.or_else(|| self.known.decision_of(!supposed)) {
            Some(step) => Ok(Some(vec![step])),
            None => self.known.refuted(supposed, depth, budget),
        }
    }

    /// Returns the first conflict of the marks; `None` if they have no conflict. Conflicts are computed only if a true
    /// variable is ruled out or if some line is not an at-least-one constraint.
    fn conflict(&self) -> Option<Conflict> {
        let is_out = |&variable: &Variable| self.known.is_out(variable);
        // With bounds, a line may have too many true variables though none of them is ruled out.
        let may_be = self.known.field.counts.is_some() || self.standing.iter().any(is_out);
        if may_be { self.marks.conflicts(self.puzzle).first().copied() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use bdd_core::{ConstraintId, Rules};

    use super::*;

    const SUPPOSED: Literal = Literal { variable: Variable::new(0), value: true };

    /// Returns a case split of `steps` steps in all.
    fn split(steps: usize) -> Vec<Step> {
        let on = ConstraintId::new(0);
        let case = Case {
            variable: Variable::new(1),
            steps: vec![Step::Empty { on, ruled_out: Vec::new(), by: Vec::new() }; steps - 1],
        };
        vec![Step::Split { on, ruled_out: Vec::new(), by: Vec::new(), cases: vec![case] }]
    }

    /// Returns a chain of two steps: a variable is placed, and a line has no candidate left.
    fn chain() -> Vec<Step> {
        let (on, variable) = (ConstraintId::new(0), Variable::new(1));
        vec![
            Step::Only { variable, on, ruled_out: Vec::new() },
            Step::Empty { on, ruled_out: Vec::new(), by: Vec::new() },
        ]
    }

    fn simpler(rules: Rules, marks: &Marks, depth: usize, from_core: &[Step], is_core_all: bool) -> Vec<Step> {
        let puzzle = rules;
        let adjacency = Adjacency::new(&puzzle);
        let all = Grounds::new(&puzzle, &adjacency, marks);
        let budget = &mut Budget::unlimited();
        all.simpler(SUPPOSED, depth, from_core.to_vec(), is_core_all, budget).unwrap()
    }

    #[test]
    fn all_marks_are_argued_from_where_that_is_of_a_simpler_kind() {
        // If 0 is true and 2 is false, the line has no candidate left.
        let mut rules = Rules::new(3);
        rules.exclude(0, 1);
        rules.at_least_one(&[1, 2]);
        let marks = Marks::from_iter([Literal::negative(2)]);
        let told = |from_core: &[Step], is_core_all| simpler(rules.clone(), &marks, 1, from_core, is_core_all);
        let empty = |steps: &[Step]| matches!(steps, [Step::Empty { ruled_out, .. }] if ruled_out.len() == 2);
        assert!(empty(&told(&split(2), false)));
        assert!(empty(&told(&chain(), false)));
        for from_core in [split(9), chain()] {
            assert_eq!(told(&from_core, true), from_core, "there are no other marks than those of the core");
        }
        // These arguments are at least as simple as the argument from all marks.
        let empty_too = vec![Step::Empty { on: ConstraintId::new(0), ruled_out: Vec::new(), by: Vec::new() }];
        for from_core in [vec![Step::Blocked], empty_too] {
            assert_eq!(told(&from_core, false), from_core);
        }
    }

    #[test]
    fn of_two_case_splits_that_from_all_marks_is_told_if_it_is_half_as_long() {
        // If 0 is true, then 1 or 2 is true. In each of these two cases, some line has a single candidate. Placing that
        // candidate leaves another line without a candidate.
        let mut rules = Rules::new(11);
        rules.exclude(0, 10);
        rules.at_least_one(&[1, 2, 10]);
        for (case, [a, b, c, d]) in [(1, [3, 4, 5, 6]), (2, [7, 8, 9, 6])] {
            rules.at_least_one(&[a, b]);
            rules.at_least_one(&[c, d]);
            for (x, y) in [(case, a), (b, c), (case, d)] {
                rules.exclude(x, y);
            }
        }
        let told = |depth, from_core: &[Step]| simpler(rules.clone(), &Marks::default(), depth, from_core, false);
        let from_all = told(1, &split(100));
        assert_eq!((Technique::of(&from_all), all_steps(&from_all).len()), (Technique::Split, 5));
        assert_eq!(told(1, &split(10)), from_all);
        for (depth, from_core) in [(1, split(9)), (1, chain()), (0, split(100))] {
            assert_eq!(told(depth, &from_core), from_core);
        }
    }

    #[test]
    fn without_case_splits_the_simplest_of_all_cores_is_told() {
        let mut rules = Rules::new(8);
        rules.exclude(0, 1);
        rules.exclude(0, 7);
        rules.at_least_one(&[1, 2]);
        rules.at_least_one(&[1, 3]);
        let puzzle = rules;
        let adjacency = Adjacency::new(&puzzle);
        let cores =
            [Literal::negative(2), Literal::negative(3), Literal::positive(7)].map(|mark| Marks::from_iter([mark]));
        let all: Marks = cores.iter().flat_map(Marks::literals).collect();
        let all = Grounds::new(&puzzle, &adjacency, &all);
        let budget = &mut Budget::unlimited();
        let (core, shown) = all.argue_from_one(cores.to_vec(), SUPPOSED, budget).unwrap().unwrap();
        assert_eq!((core, shown.steps), (cores[2].clone(), vec![Step::Excluded { by: Variable::new(7) }]));
    }
}
