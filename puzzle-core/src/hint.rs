//! Hints in three grades: where to look, the move, and why.

use bdd_core::{LineId, Variable};

use crate::count::Count;
use crate::explain::{Explanation, Grounds, Kind, Layout, Step, explain};
use crate::guide::{Guide, Status};
use crate::session::Move;
use crate::source::Source;

/// A hint, to be given away bit by bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// First: where to look.
    pub look: Look,
    /// Second: what to do.
    pub play: Move,
    /// Third: why.
    pub why: Why,
}

/// Where to look: at a line, or at whatever else stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look<L = LineId> {
    /// Something on this line is forced.
    ForcedOn(L),
    /// This line has the fewest variables that are still open: so many.
    Narrowest(L, usize),
    /// There is no completion: so many marks have to go.
    Astray(usize),
}

/// Why the move is a good one: of variables and their explanations, or of whatever else stands for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why<P = Variable, C = Count, E = Explanation> {
    /// It is forced.
    Forced(Box<E>),
    /// Of what the line has open it keeps the most completions.
    KeepsMost {
        /// What the line has open, in order, each with its number of completions.
        open: Vec<(P, C)>,
        /// The number of completions before the move.
        total: C,
    },
    /// It is one of the fewest marks that have to go for a completion.
    Repair {
        /// What is placed and has to go, in order.
        lift: Vec<P>,
        /// What has to be unblocked, in order.
        unblock: Vec<P>,
        /// The number of completions once they are gone.
        solutions: C,
    },
}

/// The hint for some marks; the same marks always have the same hint. `None` if the puzzle is solved, has no solution,
/// or if there is no completion and the source doesn't know a repair.
///
/// A forced variable with the simplest explanation comes first; where nothing is forced, the line that has the fewest
/// variables open, and of those the one that keeps the most completions.
///
/// # Panics
///
/// If the guide is not one of the source's puzzle.
#[must_use]
pub fn hint(source: &dyn Source, guide: &Guide) -> Option<Hint> {
    if guide.is_solved() {
        return None;
    }
    if !guide.is_completable() {
        return astray(source, guide);
    }
    let rules = source.puzzle().rules();
    let layout = Layout::new(rules);
    if let Some(variable) = simplest_forced(guide, &Grounds::new(source.puzzle(), &layout, guide.marks())) {
        let why = explain(source, guide, variable).expect("a forced variable can be explained");
        let is_on = |line: &[Variable]| line.binary_search(&variable).is_ok();
        // The line that shows it, if one does at once; else the first one that it is on.
        let line = match why.steps.as_slice() {
            [Step::Empty { on, .. }] if is_on(rules.line(*on)) => Some(*on),
            _ => rules.numbered_lines().find(|(_, line)| is_on(line)).map(|(line, _)| line),
        };
        let look = Look::ForcedOn(line?);
        return Some(Hint { look, play: Move::Place(variable), why: Why::Forced(Box::new(why)) });
    }
    let open_on = |line: &[Variable]| -> Vec<Variable> {
        line.iter().copied().filter(|&variable| guide.status(variable) == Status::Open).collect()
    };
    let lines = rules.numbered_lines().map(|(id, line)| (id, open_on(line))).filter(|(_, open)| !open.is_empty());
    let (line, open) = lines.min_by_key(|(_, open)| open.len())?;
    let open: Vec<_> = open.into_iter().map(|variable| (variable, guide.completions(variable).clone())).collect();
    // Of equally good ones the first.
    let (best, _) = open.iter().rev().max_by_key(|(_, completions)| completions.value())?;
    Some(Hint {
        look: Look::Narrowest(line, open.len()),
        play: Move::Place(*best),
        why: Why::KeepsMost { open, total: guide.total().clone() },
    })
}

/// The forced variable with the simplest argument, the first one of equally simple ones.
fn simplest_forced(guide: &Guide, grounds: &Grounds) -> Option<Variable> {
    let mut simplest = None;
    let forced = guide.variables().filter(|(_, status, _)| *status == Status::Forced).map(|(variable, ..)| variable);
    for variable in forced {
        let cost = grounds.quick_cost(variable);
        if simplest.is_none_or(|(least, _)| cost < least) {
            simplest = Some((cost, variable));
        }
        // Nothing is simpler, and there may be hundreds to try.
        if cost == (Kind::EmptyLine, 1) {
            break;
        }
    }
    simplest.map(|(_, variable)| variable)
}

fn astray(source: &dyn Source, guide: &Guide) -> Option<Hint> {
    let away = source.blame(guide.marks(), None).repair.ok()?;
    let solutions = source.completions(&guide.marks().without(&away)).tally().total;
    let lift: Vec<Variable> = away.placed.into_iter().collect();
    let unblock: Vec<Variable> = away.blocked.into_iter().collect();
    let play = match (lift.first(), unblock.first()) {
        (Some(&variable), _) => Move::Remove(variable),
        (None, Some(&variable)) => Move::Unblock(variable),
        (None, None) => return None,
    };
    Some(Hint { look: Look::Astray(lift.len() + unblock.len()), play, why: Why::Repair { lift, unblock, solutions } })
}
