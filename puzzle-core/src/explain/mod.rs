//! Why a variable is ruled out, or forced: explanations as data.
//!
//! An [`Explanation`] has three parts that stand on their own. Its *core* is a subset-minimal set of the player's
//! marks that has the effect already; its *steps* are an argument that a person can follow; its *repair* is the
//! smallest set of marks to take away so that the effect is gone. Core and repair come from the completions and are
//! exact; the steps come from the rules and the givens alone and never look at a completion.
//!
//! The words are in [`sentences`](crate::sentences), what to draw is in [`Frame`].

mod adjacency;
mod blame;
mod causes;
mod counts;
mod explanation;
mod field;
mod frames;
mod grounds;
mod known;
mod refute;
mod steps;

use bdd_core::{Budget, Literal, Stopped, Variable};

pub use blame::{Blame, NoRepair};
pub use explanation::{Because, Case, Cover, Explanation, Kind, Repair, RuledOut, Step};
pub use frames::{Crumb, Frame, Scene};

pub(crate) use adjacency::Adjacency;
pub(crate) use field::{Field, ones};
pub(crate) use grounds::Grounds;
pub(crate) use known::Known;
pub(crate) use refute::{End, Link, Refutation, follow, refute, refute_counting, shorten};
pub(crate) use steps::{count as step_count, premises};

use crate::count::Count;
use crate::deduce::Shown;
use crate::guide::{Guide, Status};
use crate::marks::Marks;
use crate::puzzle::Puzzle;
use crate::source::Source;

/// How many cores are tried for a short case split.
const CORES_TO_SPLIT: usize = 2;

/// Why a variable could not be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The budget did not suffice.
    #[error(transparent)]
    Stopped(#[from] Stopped),
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
/// [`ExplainError::Stopped`] if the budget does not suffice; [`ExplainError::NotImplied`] if the source's completions
/// are not those of the puzzle's rules.
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
