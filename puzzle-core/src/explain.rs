//! Explanations as data: the reason why a variable is ruled out, or forced.
//!
//! An [`Explanation`] has three parts that stand on their own. Its *core* is a subset-minimal set of the player's
//! marks that has the effect already; its *steps* are an argument that a person can follow; its *repair* is the
//! smallest set of marks to take away so that the effect is gone. Core and repair come from the completions and are
//! exact; the steps come from the rules and the givens alone and never look at a completion.
//!
//! The words are in [`sentences`](crate::sentences), what to draw is in [`Frame`].
//!
//! Each step follows from the givens, the marks named and the steps before it. The tests replay the steps with
//! checkers of their own.

mod explanation;
mod frames;
mod grounds;

use bdd_core::{Budget, Literal, Stopped, Variable};

pub use crate::blame::{Blame, NoRepair};
pub use crate::logic::{Because, Case, Cover, Kind, RuledOut, Step};
pub use explanation::{Explanation, Repair};
pub use frames::{Crumb, Frame, Scene};
pub(crate) use grounds::Grounds;

use crate::count::Count;
use crate::deduce::Shown;
use crate::guide::{Guide, Status};
use crate::logic::{Adjacency, steps};
use crate::marks::Marks;
use crate::puzzle::Puzzle;
use crate::source::Source;

/// How many cores are tried for a short case split.
const CORES_TO_SPLIT: usize = 2;

/// The elementary steps that an explanation or a hint may take, some seconds.
pub(crate) const STEPS: u64 = 300_000_000;

/// Why a variable could not be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The budget did not suffice.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No argument was found within the steps that one search may take.
    #[error(
        "no explanation of variable {0} was found within the limit of {STEPS} steps: that it is so is certain, but why is not known"
    )]
    NotFound(Variable),
    /// The source says what its puzzle's rules and givens do not imply: it knows solutions of something else.
    #[error("variable {0} can't be explained: the completions do not follow from the rules and the givens")]
    NotImplied(Variable),
}

/// Explains a variable: why no completion has it, or why every one has.
///
/// `None` for an open variable and for one that is placed or given: there is nothing to explain. The simplest kind of
/// reason that holds is given, and the same question always has the same answer.
///
/// # Errors
///
/// [`ExplainError::NotFound`] if no argument is found within 300 million steps, which are some seconds;
/// [`ExplainError::Stopped`] if the budget has less; [`ExplainError::NotImplied`] if the source's completions are not those
/// of the puzzle's rules.
///
/// # Panics
///
/// If there is no such variable, or the guide is not one of the source's puzzle.
pub fn explain(
    source: &dyn Source,
    guide: &Guide,
    variable: Variable,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation>, ExplainError> {
    let has_all = budget.steps_left() > STEPS;
    match budget.limited(usize::MAX, STEPS, |budget| explain_within(source, guide, variable, budget)) {
        Err(ExplainError::Stopped(Stopped::TooLong { .. })) if has_all => Err(ExplainError::NotFound(variable)),
        answer => answer,
    }
}

/// Explains a variable with whatever steps the budget has.
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
    let puzzle = source.puzzle();
    let adjacency = Adjacency::new(puzzle);
    let all = Grounds::new(puzzle, &adjacency, marks);
    let argued = argue_from_one(puzzle, &adjacency, &all, cores, supposed, budget)?;
    let (core, Shown { lemmas, steps }) = argued.ok_or(ExplainError::NotImplied(variable))?;
    // Lemmas cite nothing but the core.
    let also = steps::cited(&steps, variable, marks, &adjacency).without(&core);
    let repair = match repair {
        Err(none) => Err(none),
        Ok(lift) => {
            let tally = source.completions(&marks.without(&lift), budget)?.tally(budget)?;
            let solutions = tally.by_variable[variable.index()].clone();
            let without = match (&tally.total, &solutions) {
                (total, with) if total == with => Count::ZERO,
                (Count::Exact(total), Count::Exact(with)) => Count::Exact(total - with),
                // There is one at least, or every completion would have it.
                _ => Count::AtLeast(1u8.into()),
            };
            Ok(Repair { lift, solutions, without })
        }
    };
    Ok(Some(Explanation { variable, status, core, lemmas, steps, also, repair }))
}

/// The simplest argument that starts from one of the cores, and that core; `None` if no case split, however deep,
/// leads to a contradiction.
fn argue_from_one(
    puzzle: &dyn Puzzle,
    adjacency: &Adjacency<'_>,
    all: &Grounds<'_>,
    mut cores: Vec<Marks>,
    supposed: Literal,
    budget: &mut Budget<'_>,
) -> Result<Option<(Marks, Shown)>, Stopped> {
    for depth in 0..=adjacency.deepest_split() {
        // Where only a case split helps, a few cores are enough to choose from.
        if depth > 0 {
            cores.truncate(CORES_TO_SPLIT);
        }
        let mut argued = Vec::new();
        for core in &cores {
            let steps = Grounds::new(puzzle, adjacency, core).argue(supposed, depth, budget)?;
            argued.extend(steps.map(|steps| (core, steps)));
        }
        let cost = |(core, steps): &(&Marks, Vec<Step>)| (Kind::of(steps), steps::count(steps), core.len());
        if let Some((core, steps)) = argued.into_iter().min_by_key(cost) {
            let is_core_all = all.is_of(core);
            let steps = simpler_from_all(all, supposed, depth, steps, is_core_all, budget)?;
            return Ok(Some((core.clone(), Shown { lemmas: Vec::new(), steps })));
        }
        if depth == 0
            && adjacency.counts.is_some()
            && let Some(shown) = by_lemmas(puzzle, adjacency, all, &cores, supposed, budget)?
        {
            return Ok(Some(shown));
        }
    }
    Ok(None)
}

/// The argument from all marks if it needs no cases; else the one from the first core by what can be shown first.
fn by_lemmas(
    puzzle: &dyn Puzzle,
    adjacency: &Adjacency<'_>,
    all: &Grounds<'_>,
    cores: &[Marks],
    supposed: Literal,
    budget: &mut Budget<'_>,
) -> Result<Option<(Marks, Shown)>, Stopped> {
    let Some(core) = cores.first() else { return Ok(None) };
    let shown = match all.argue(supposed, 0, budget)? {
        Some(steps) => Some(Shown { lemmas: Vec::new(), steps }),
        None => Grounds::new(puzzle, adjacency, core).argue_by_lemmas(supposed, budget)?,
    };
    Ok(shown.map(|shown| (core.clone(), shown)))
}

/// The argument from all marks if it is of a simpler kind than the one from the core, or a case split of at most half
/// as many steps; else the one from the core.
fn simpler_from_all(
    all: &Grounds<'_>,
    supposed: Literal,
    depth: usize,
    from_core: Vec<Step>,
    is_core_all: bool,
    budget: &mut Budget<'_>,
) -> Result<Vec<Step>, Stopped> {
    let kind = Kind::of(&from_core);
    if kind == Kind::Direct || is_core_all {
        return Ok(from_core);
    }
    for depth in 0..=depth {
        if let Some(steps) = all.argue(supposed, depth, budget)? {
            let is_shorter = kind == Kind::Split && 2 * steps::count(&steps) <= steps::count(&from_core);
            return Ok(if Kind::of(&steps) < kind || is_shorter { steps } else { from_core });
        }
    }
    Ok(from_core)
}

#[cfg(test)]
mod tests {
    use bdd_core::{LineId, Rules};

    use super::*;
    use crate::logic::Plain;

    const SUPPOSED: Literal = Literal { variable: Variable::new(0), value: true };

    /// As many steps as these, in a case split.
    fn split(steps: usize) -> Vec<Step> {
        let on = LineId::new(0);
        let case =
            Case { variable: Variable::new(1), steps: vec![Step::Empty { on, ruled_out: Vec::new() }; steps - 1] };
        vec![Step::Split { on, ruled_out: Vec::new(), cases: vec![case] }]
    }

    /// What places a variable, and leaves a line with nothing.
    fn chain() -> Vec<Step> {
        let (on, variable) = (LineId::new(0), Variable::new(1));
        vec![Step::Only { variable, on, ruled_out: Vec::new() }, Step::Empty { on, ruled_out: Vec::new() }]
    }

    fn simpler(rules: Rules, marks: &Marks, depth: usize, from_core: &[Step], is_core_all: bool) -> Vec<Step> {
        let puzzle = Plain(rules);
        let adjacency = Adjacency::new(&puzzle);
        let all = Grounds::new(&puzzle, &adjacency, marks);
        let budget = &mut Budget::unlimited();
        simpler_from_all(&all, SUPPOSED, depth, from_core.to_vec(), is_core_all, budget).unwrap()
    }

    #[test]
    fn all_marks_are_argued_from_where_that_is_of_a_simpler_kind() {
        // With 0, and without 2, the line has nothing left.
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
        // As simple at least.
        let empty_too = vec![Step::Empty { on: LineId::new(0), ruled_out: Vec::new() }];
        for from_core in [vec![Step::Blocked], empty_too] {
            assert_eq!(told(&from_core, false), from_core);
        }
    }

    #[test]
    fn of_two_case_splits_that_from_all_marks_is_told_if_it_is_half_as_long() {
        // With 0, of 1 and 2 one is true: each leaves a line with one variable, and that one another line with none.
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
        assert_eq!((Kind::of(&from_all), steps::count(&from_all)), (Kind::Split, 5));
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
        let puzzle = Plain(rules);
        let adjacency = Adjacency::new(&puzzle);
        let cores =
            [Literal::negative(2), Literal::negative(3), Literal::positive(7)].map(|mark| Marks::from_iter([mark]));
        let all: Marks = cores.iter().flat_map(Marks::literals).collect();
        let all = Grounds::new(&puzzle, &adjacency, &all);
        let budget = &mut Budget::unlimited();
        let (core, shown) =
            argue_from_one(&puzzle, &adjacency, &all, cores.to_vec(), SUPPOSED, budget).unwrap().unwrap();
        assert_eq!((core, shown.steps), (cores[2].clone(), vec![Step::Excluded { by: Variable::new(7) }]));
    }
}
