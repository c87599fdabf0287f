//! Hints in three grades: where to look, the move, and why.

use bdd_core::{Budget, LineId, Literal, Stopped, Variable};

use crate::count::Count;
use crate::deduce::{self, Deduction};
use crate::explain::{ExplainError, Explanation, Grounds, Kind, Step, explain};
use crate::guide::{Guide, Status};
use crate::logic::Adjacency;
use crate::marks::Move;
use crate::source::Source;

/// A hint, to be given away bit by bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// First: where to look.
    pub look: Look,
    /// Second: what to do.
    pub play: Move,
    /// What else to do with it.
    pub also: Vec<Move>,
    /// Third: why.
    pub why: Why,
}

impl Hint {
    /// All that there is to do, in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        [self.play].into_iter().chain(self.also.iter().copied())
    }
}

/// Where to look: the first grade of a [`Hint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Look {
    /// Something follows from this line, or from it and others (see [`Why::Deduced`]).
    Deduced(LineId),
    /// Something on this line is forced.
    ForcedOn(LineId),
    /// This line has the fewest variables that are still open: so many.
    Narrowest(LineId, usize),
    /// No line needs anything any more, and so many variables are still open.
    Anywhere(usize),
    /// There is no completion: so many marks have to go.
    Astray(usize),
}

/// Why a move is a good one: the third grade of a [`Hint`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It follows from what the player sees.
    Deduced(Box<Deduction>),
    /// It is forced.
    Forced(Box<Explanation>),
    /// Of what the line has open it keeps the most completions.
    KeepsMost {
        /// What the line has open, in order, each with its number of completions.
        open: Vec<(Variable, Count)>,
        /// The number of completions before the move.
        total: Count,
    },
    /// It is one of the fewest marks that have to go for a completion.
    Repair {
        /// What is placed and has to go, in order.
        lift: Vec<Variable>,
        /// What has to be unblocked, in order.
        unblock: Vec<Variable>,
        /// The number of completions once they are gone.
        solutions: Count,
    },
}

/// The hint for some marks; the same marks always have the same hint. `None` if the puzzle is solved, has no solution,
/// or if there is no completion and the source doesn't know a repair.
///
/// A forced variable with the simplest explanation comes first; where nothing is forced, the line that has the fewest
/// variables open, and of those the one that keeps the most completions.
///
/// # Errors
///
/// As [`explain`].
///
/// # Panics
///
/// If the guide is not one of the source's puzzle.
pub fn hint(source: &dyn Source, guide: &Guide, budget: &mut Budget<'_>) -> Result<Option<Hint>, ExplainError> {
    if guide.is_solved() {
        return Ok(None);
    }
    if !guide.is_completable() {
        return Ok(astray(source, guide, budget)?);
    }
    let rules = source.puzzle().rules();
    let adjacency = Adjacency::new(source.puzzle());
    let grounds = Grounds::new(source.puzzle(), &adjacency, guide.marks());
    if let Some(variable) = simplest_forced(guide, &grounds, budget)? {
        let why = explain(source, guide, variable, budget)?.ok_or(ExplainError::NotImplied(variable))?;
        let is_on = |line: &[Variable]| line.binary_search(&variable).is_ok();
        // The line that shows it, if one does at once; else the first one that it is on.
        let line = match why.steps.as_slice() {
            [Step::Empty { on, .. }] if is_on(rules.line(*on)) => Some(*on),
            _ => rules.numbered_lines().find(|(_, line)| is_on(line)).map(|(line, _)| line),
        };
        // What is on no line may be false in every completion's stead: no rules have it forced.
        let look = Look::ForcedOn(line.ok_or(ExplainError::NotImplied(variable))?);
        return Ok(Some(Hint { look, play: Move::Place(variable), also: Vec::new(), why: Why::Forced(Box::new(why)) }));
    }
    let is_shown = |variable: &Variable| variable.index() < rules.shown();
    let is_open = |variable: &Variable| is_shown(variable) && guide.status(*variable) == Status::Open;
    let open_on = |line: &[Variable]| line.iter().copied().filter(is_open).collect::<Vec<_>>();
    // What a line has open that needs nothing any more, may be placed or left.
    let standing = guide.marks().standing(source.puzzle());
    let has = |line: &[Variable]| line.iter().filter(|variable| standing.contains(variable)).count();
    let lacks = |id: LineId, line: &[Variable]| {
        let rule = rules.line_rule(id);
        // What a line has of hidden variables nobody sees.
        rule.is_positive() && line.iter().all(is_shown) && has(line) < rule.least()
    };
    let lacking = rules.numbered_lines().filter(|&(id, line)| lacks(id, line));
    let lines = lacking.map(|(id, line)| (id, open_on(line))).filter(|(_, open)| !open.is_empty());
    let (look, open) = match lines.min_by_key(|(_, open)| open.len()) {
        Some((line, open)) => (Look::Narrowest(line, open.len()), open),
        // No line needs anything any more; what is open may be placed or left.
        None => {
            let open = open_on(&Vec::from_iter(Variable::all(rules.shown())));
            (Look::Anywhere(open.len()), open)
        }
    };
    let open: Vec<_> = open.into_iter().map(|variable| (variable, guide.completions(variable).clone())).collect();
    // Of equally good ones the first.
    let best = open.iter().rev().max_by_key(|(_, completions)| completions.value());
    Ok(best.map(|&(best, _)| Hint {
        look,
        play: Move::Place(best),
        also: Vec::new(),
        why: Why::KeepsMost { open: open.clone(), total: guide.total().clone() },
    }))
}

/// The hint that teaches: the easiest deduction from the player's own marks, which need not be that something can be
/// placed. What the source knows is asked for two things alone: whether something is wrong, which is said first, and
/// whether there is anything to be deduced.
///
/// It is for players who do not see what the guide knows: who sees what is dead and what is forced is not helped by
/// ruling it out, and gets the hint of [`hint()`]. So does whoever is where nothing follows without trying every way on, or
/// where the easiest that follows is of hidden variables.
///
/// # Errors
///
/// As [`explain`].
///
/// # Panics
///
/// If the guide is not one of the source's puzzle.
pub fn deduced_hint(source: &dyn Source, guide: &Guide, budget: &mut Budget<'_>) -> Result<Option<Hint>, ExplainError> {
    let has = |wanted| guide.variables().any(|(_, status, _)| status == wanted);
    let hardest = match (has(Status::Forced), has(Status::Dead)) {
        _ if !guide.is_completable() => None,
        (true, _) => Some(Kind::Split),
        // To rule something out by trying is no way to choose among several solutions.
        (false, true) => Some(Kind::Chain),
        (false, false) => None,
    };
    if let Some(hardest) = hardest
        && let Some(deduction) = deduce::easiest_up_to(source.puzzle(), &guide.marks().clone().into(), hardest, budget)?
        && let Some(line) = deduction.lines().first().copied()
        && deduction.conclusions.iter().all(|literal| literal.variable.index() < source.puzzle().variables())
    {
        let mut moves = deduction
            .conclusions
            .iter()
            .map(|&Literal { variable, value }| if value { Move::Place(variable) } else { Move::Block(variable) });
        if let Some(play) = moves.next() {
            let also = moves.collect();
            let why = Why::Deduced(Box::new(deduction));
            return Ok(Some(Hint { look: Look::Deduced(line), play, also, why }));
        }
    }
    hint(source, guide, budget)
}

/// The forced variable with the simplest argument, the first one of equally simple ones.
fn simplest_forced(guide: &Guide, grounds: &Grounds<'_>, budget: &mut Budget<'_>) -> Result<Option<Variable>, Stopped> {
    let mut simplest = None;
    for variable in guide.forced() {
        let cost = grounds.quick_cost(variable, budget)?;
        if simplest.is_none_or(|(least, _)| cost < least) {
            simplest = Some((cost, variable));
        }
        // Nothing is simpler, and there may be hundreds to try.
        if cost == (Kind::EmptyLine, 1) {
            break;
        }
    }
    Ok(simplest.map(|(_, variable)| variable))
}

fn astray(source: &dyn Source, guide: &Guide, budget: &mut Budget<'_>) -> Result<Option<Hint>, Stopped> {
    let Ok(away) = source.blame(guide.marks(), None, budget)?.repair else { return Ok(None) };
    let solutions = source.completions(&guide.marks().without(&away), budget)?.tally(budget)?.total;
    let lift: Vec<Variable> = away.placed.into_iter().collect();
    let unblock: Vec<Variable> = away.blocked.into_iter().collect();
    let play = match (lift.first(), unblock.first()) {
        (Some(&variable), _) => Move::Remove(variable),
        (None, Some(&variable)) => Move::Unblock(variable),
        (None, None) => return Ok(None),
    };
    let look = Look::Astray(lift.len() + unblock.len());
    Ok(Some(Hint { look, play, also: Vec::new(), why: Why::Repair { lift, unblock, solutions } }))
}
