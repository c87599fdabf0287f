//! Why a variable is ruled out, or forced: explanations as data.
//!
//! An [`Explanation`] has three parts that stand on their own. Its *core* is a subset-minimal set of the player's
//! marks that has the effect already; its *steps* are an argument that a person can follow; its *repair* is the
//! smallest set of marks to take away so that the effect is gone. Core and repair come from the completions and are
//! exact; the steps come from the rules and the givens alone and never look at a completion.
//!
//! The words are in [`sentences`](crate::sentences), what to draw is in [`Frame`].

mod blame;
mod causes;
mod explanation;
mod field;
mod frames;
mod grounds;
mod layout;
mod refute;
mod steps;

use bdd_core::{Literal, Variable};

pub use blame::{Blame, NoRepair};
pub use explanation::{Because, Case, Explanation, Kind, Repair, RuledOut, Step};
pub use frames::{Frame, Scene};

pub(crate) use grounds::Grounds;
pub(crate) use layout::Layout;

use crate::count::Count;
use crate::guide::{Guide, Status};
use crate::source::Source;

/// How many cores are tried for a short case split.
const CORES_TO_SPLIT: usize = 2;

/// Explains a variable: why no completion has it, or why every one has.
///
/// `None` for an open variable and for one that is placed or given: there is nothing to explain. The simplest kind of
/// reason that holds is given, and the same question always has the same answer.
///
/// # Panics
///
/// If there is no such variable, or the guide is not one of the source's puzzle.
#[must_use]
pub fn explain(source: &dyn Source, guide: &Guide, variable: Variable) -> Option<Explanation> {
    let status = guide.status(variable);
    let supposed = match status {
        Status::Given | Status::Placed | Status::Open => return None,
        Status::Blocked | Status::Excluded | Status::Dead => Literal::positive(variable),
        Status::Forced => Literal::negative(variable),
    };
    let marks = guide.marks();
    let Blame { mut cores, repair } = source.blame(marks, Some(supposed));
    let puzzle = source.puzzle();
    let layout = Layout::new(puzzle.rules());
    let all = Grounds::new(puzzle, &layout, marks);
    let (core, steps) = (0..=layout.lines.len())
        .find_map(|depth| {
            // Where only a case split helps, a few cores are enough to choose from.
            if depth > 0 {
                cores.truncate(CORES_TO_SPLIT);
            }
            let argued = cores
                .iter()
                .filter_map(|core| Some((core, Grounds::new(puzzle, &layout, core).argue(supposed, depth)?)));
            let (core, steps) =
                argued.min_by_key(|(core, steps)| (Kind::of(steps), steps::count(steps), core.len()))?;
            Some((core.clone(), simpler_from_all(|depth| all.argue(supposed, depth), depth, steps)))
        })
        .expect("splitting down to the last line decides everything");
    let also = steps::cited(&steps, variable, marks).without(&core);

    let repair = repair.map(|lift| {
        let tally = source.completions(&marks.without(&lift)).tally();
        let solutions = tally.by_variable[usize::from(variable)].clone();
        let without = match (&tally.total, &solutions) {
            (total, with) if total == with => Count::ZERO,
            (Count::Exact(total), Count::Exact(with)) => Count::Exact(total - with),
            // There is one at least, or every completion would have it.
            _ => Count::AtLeast(1u8.into()),
        };
        Repair { lift, solutions, without }
    });
    Some(Explanation { variable, status, core, steps, also, repair })
}

/// The argument from all marks if it is of a simpler kind than the one from the core, or a case split of at most half
/// as many steps; else the one from the core.
fn simpler_from_all(
    argue_from_all: impl Fn(usize) -> Option<Vec<Step>>,
    depth: usize,
    from_core: Vec<Step>,
) -> Vec<Step> {
    let kind = Kind::of(&from_core);
    if kind == Kind::Direct {
        return from_core;
    }
    match (0..=depth).find_map(argue_from_all) {
        Some(steps) if Kind::of(&steps) < kind => steps,
        Some(steps) if kind == Kind::Split && 2 * steps::count(&steps) <= steps::count(&from_core) => steps,
        _ => from_core,
    }
}
