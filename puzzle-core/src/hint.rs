//! Hints in three grades: where to look, the move, and why.

use bdd_core::{Budget, Constraint, ConstraintId, Interrupted, Literal, Variable};

use crate::count::Count;
use crate::deduce;
use crate::explain::{Grounds, explain};
use crate::explanation::{ExplainError, Explanation};
use crate::guide::{Guide, Status};
use crate::logic::{Adjacency, Deduction, Kind, Step};
use crate::marks::{Marks, Move};
use crate::source::Source;

/// A hint, to be given away bit by bit: where to look, then the move, then the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// The move follows from what the player sees.
    Deduced(Deduction),
    /// The move is forced.
    Forced {
        /// The line that shows it, or else the first one that the variable is on.
        on: ConstraintId,
        /// The reason why the variable is forced.
        why: Box<Explanation>,
    },
    /// Of several open variables the move keeps the most completions.
    KeepsMost {
        /// The line that has the fewest variables open; `None` if no line needs anything any more.
        on: Option<ConstraintId>,
        /// The open variables of the line, or all of them, in order, each with its number of completions.
        open: Vec<(Variable, Count)>,
        /// The number of completions before the move.
        total: Count,
    },
    /// There is no completion, and the move takes away a mark that has to go.
    Repair {
        /// The fewest marks that have to go for a completion: one at least.
        away: Marks,
        /// The number of completions once they are gone.
        solutions: Count,
    },
}

impl Hint {
    /// Returns the line to look at first, if there is one.
    #[must_use]
    pub fn line(&self) -> Option<ConstraintId> {
        match self {
            Hint::Deduced(deduction) => deduction.lines().first().copied(),
            Hint::Forced { on, .. } => Some(*on),
            Hint::KeepsMost { on, .. } => *on,
            Hint::Repair { .. } => None,
        }
    }

    /// Returns the moves to make, in order: all that follow from a deduction, or else one.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let to = |one: Literal, placed: fn(Variable) -> Move, blocked: fn(Variable) -> Move| {
            if one.value { placed(one.variable) } else { blocked(one.variable) }
        };
        match self {
            Hint::Deduced(deduced) => {
                deduced.conclusions.iter().map(|&one| to(one, Move::Place, Move::Block)).collect()
            }
            Hint::Forced { why, .. } => vec![Move::Place(why.variable)],
            Hint::KeepsMost { open, .. } => {
                best(open).map(|(variable, _)| Move::Place(*variable)).into_iter().collect()
            }
            Hint::Repair { away, .. } => {
                away.literals().take(1).map(|one| to(one, Move::Remove, Move::Unblock)).collect()
            }
        }
    }

    /// Returns the first of the moves.
    ///
    /// # Panics
    ///
    /// If the hint has none, which no hint has that was found.
    #[must_use]
    pub fn play(&self) -> Move {
        *self.moves().first().expect("a hint has a move")
    }
}

/// Returns the variable with the most completions, of equally good ones the first.
fn best(open: &[(Variable, Count)]) -> Option<&(Variable, Count)> {
    open.iter().rev().max_by_key(|(_, completions)| completions.value())
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
            [Step::Empty { on, .. }] if is_on(rules.constraint(*on).variables()) => Some(*on),
            _ => rules.numbered_constraints().find(|(_, line)| is_on(line.variables())).map(|(line, _)| line),
        };
        // What is on no line may be false in every completion's stead: no rules have it forced.
        let on = line.ok_or(ExplainError::NotImplied(variable))?;
        return Ok(Some(Hint::Forced { on, why: Box::new(why) }));
    }
    let is_shown = |variable: &Variable| variable.index() < rules.projected_variables();
    let is_open = |variable: &Variable| is_shown(variable) && guide.status(*variable) == Status::Open;
    let open_on = |line: &[Variable]| line.iter().copied().filter(is_open).collect::<Vec<_>>();
    // What a line has open that needs nothing any more, may be placed or left.
    let standing = guide.marks().standing(source.puzzle());
    let has = |line: &[Variable]| line.iter().filter(|variable| standing.contains(variable)).count();
    let lacks = |rule: &Constraint| {
        let line = rule.variables();
        // What a line has of hidden variables nobody sees.
        rule.is_positive() && line.iter().all(is_shown) && has(line) < rule.min()
    };
    let lacking = rules.numbered_constraints().filter(|(_, line)| lacks(line));
    let lines = lacking.map(|(id, line)| (id, open_on(line.variables()))).filter(|(_, open)| !open.is_empty());
    let (on, open) = match lines.min_by_key(|(_, open)| open.len()) {
        Some((line, open)) => (Some(line), open),
        // No line needs anything any more; what is open may be placed or left.
        None => (None, open_on(&Vec::from_iter(Variable::all(rules.projected_variables())))),
    };
    let open: Vec<_> = open.into_iter().map(|variable| (variable, guide.completions(variable).clone())).collect();
    Ok((!open.is_empty()).then(|| Hint::KeepsMost { on, open, total: guide.total().clone() }))
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
        && deduction.conclusions.iter().all(|literal| literal.variable.index() < source.puzzle().variables())
    {
        return Ok(Some(Hint::Deduced(deduction)));
    }
    hint(source, guide, budget)
}

/// The forced variable with the simplest argument, the first one of equally simple ones.
fn simplest_forced(
    guide: &Guide,
    grounds: &Grounds<'_>,
    budget: &mut Budget<'_>,
) -> Result<Option<Variable>, Interrupted> {
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

/// Returns the hint where there is no completion; `None` if no mark helps, or it is not known which.
fn astray(source: &dyn Source, guide: &Guide, budget: &mut Budget<'_>) -> Result<Option<Hint>, Interrupted> {
    let blamed = source.blame(guide.marks(), None, budget)?.repair;
    let Some(away) = blamed.filter(|away| !away.is_empty()) else { return Ok(None) };
    let solutions = source.completions(&guide.marks().without(&away), budget)?.tally(budget)?.total;
    Ok(Some(Hint::Repair { away, solutions }))
}
