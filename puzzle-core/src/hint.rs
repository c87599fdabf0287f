//! Hints in three grades: the line to look at, the move, and its reason.

use bdd_core::{Budget, Constraint, ConstraintId, Interrupted, Literal, Variable};

use crate::count::Count;
use crate::deduce;
use crate::explain::{Grounds, explain};
use crate::explanation::{ExplainError, Explanation};
use crate::guide::{Guide, Status};
use crate::logic::{Adjacency, Deduction, Step, Technique};
use crate::marks::{Marks, Move};
use crate::source::Source;

/// A hint, to be disclosed in three grades: the line to look at ([`Hint::line`]), the moves ([`Hint::moves`]), and
/// the reason ([`sentences::hint_reason`](crate::sentences::hint_reason)).
///
/// ```
/// use std::sync::Arc;
///
/// use puzzle_core::{Budget, Diagram, Move, Puzzle, Rules, Session, Variable, Words, hint, sentences};
///
/// #[derive(Debug)]
/// struct OneOfThree(Rules);
///
/// impl Puzzle for OneOfThree {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// impl Words for OneOfThree {}
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Arc::new(Diagram::conjoin(OneOfThree(rules), budget)?);
/// let mut game = Session::new(source.clone(), budget)?;
/// game.play(Move::Block(Variable::new(0)), budget)?;
/// game.play(Move::Block(Variable::new(1)), budget)?;
/// let hint = hint(&*source, game.guide(), budget)?.expect("the game is not solved");
/// assert_eq!(hint.first_move(), Move::Place(Variable::new(2)));
/// let focus = sentences::hint_focus(source.puzzle(), game.guide().marks(), &hint);
/// assert_eq!(focus, "Line 1 has only one possible place.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// The move follows from the board as the player sees it.
    Deduced(Deduction),
    /// The move is forced: every completion contains it.
    Forced {
        /// The line to look at: the line of which the forced variable is the last candidate. If there is no such line,
        /// it is the first line that contains the variable.
        on: ConstraintId,
        /// The explanation of the forced variable.
        why: Box<Explanation>,
    },
    /// No variable is forced. The move places the variable of `open` that keeps the most completions.
    KeepsMost {
        /// The line with the fewest open variables, among the lines that need further true variables. `None` if no line
        /// needs a further true variable.
        on: Option<ConstraintId>,
        /// The open variables of the line `on`, or of the whole puzzle if `on` is `None`, in ascending order. Each has
        /// the number of completions that contain it.
        open: Vec<(Variable, Count)>,
        /// The number of completions before the move.
        total: Count,
    },
    /// There is no completion, and the move removes a mark.
    Repair {
        /// The smallest set of marks whose removal leaves a completion: at least one mark.
        away: Marks,
        /// The number of completions after the removal of these marks.
        solutions: Count,
    },
}

impl Hint {
    /// Returns the line to look at first; `None` if the hint is about no line.
    #[must_use]
    pub fn line(&self) -> Option<ConstraintId> {
        match self {
            Hint::Deduced(deduction) => deduction.lines().first().copied(),
            Hint::Forced { on, .. } => Some(*on),
            Hint::KeepsMost { on, .. } => *on,
            Hint::Repair { .. } => None,
        }
    }

    /// Returns the moves, in order: all conclusions of a deduction, otherwise one move.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let change = |mark: Literal, placed: fn(Variable) -> Move, blocked: fn(Variable) -> Move| {
            if mark.value { placed(mark.variable) } else { blocked(mark.variable) }
        };
        match self {
            Hint::Deduced(deduced) => {
                deduced.conclusions.iter().map(|&literal| change(literal, Move::Place, Move::Block)).collect()
            }
            Hint::Forced { why, .. } => vec![Move::Place(why.variable)],
            Hint::KeepsMost { open, .. } => {
                best(open).map(|(variable, _)| Move::Place(*variable)).into_iter().collect()
            }
            Hint::Repair { away, .. } => {
                away.literals().take(1).map(|mark| change(mark, Move::Remove, Move::Unblock)).collect()
            }
        }
    }

    /// Returns the first of the [`Hint::moves`].
    ///
    /// # Panics
    ///
    /// Panics if there is no move. Hints of [`hint()`] and [`deduced_hint`] have at least one move.
    #[must_use]
    pub fn first_move(&self) -> Move {
        *self.moves().first().expect("a hint has at least one move")
    }
}

/// Returns the first of the variables with the most completions; `None` for an empty list.
fn best(open: &[(Variable, Count)]) -> Option<&(Variable, Count)> {
    open.iter().rev().max_by_key(|(_, completions)| completions.value())
}

/// Returns a hint from the statuses and counts of the guide. The same marks always have the same hint. Returns `None`
/// if the puzzle is solved or has no solution, if the marks have no completion and the source knows no repair, or if no
/// variable is known to be open or forced.
///
/// If variables are forced, the hint places the forced variable with the simplest explanation. Otherwise the hint is
/// about the line with the fewest open variables, among the lines that need further true variables. It places the
/// variable of this line that keeps the most completions.
///
/// # Errors
///
/// The errors of [`explain`].
///
/// # Panics
///
/// Panics if the guide belongs to another puzzle than `source`.
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
        // The line of which the variable is the last candidate, if there is such a line; otherwise the first line that
        // contains the variable.
        let line = match why.steps.as_slice() {
            [Step::Empty { on, .. }] if is_on(rules.constraint(*on).variables()) => Some(*on),
            _ => rules.numbered_constraints().find(|(_, line)| is_on(line.variables())).map(|(line, _)| line),
        };
        // The rules can force only variables that are on a line.
        let on = line.ok_or(ExplainError::NotImplied(variable))?;
        return Ok(Some(Hint::Forced { on, why: Box::new(why) }));
    }
    let is_shown = |variable: &Variable| variable.index() < rules.projected_variables();
    let is_open = |variable: &Variable| is_shown(variable) && guide.status(*variable) == Status::Open;
    let open_on = |line: &[Variable]| line.iter().copied().filter(is_open).collect::<Vec<_>>();
    // Satisfied lines are skipped: their open variables need not be placed.
    let standing = guide.marks().standing(source.puzzle());
    let has = |line: &[Variable]| line.iter().filter(|variable| standing.contains(variable)).count();
    let lacks = |rule: &Constraint| {
        let line = rule.variables();
        // Lines with auxiliary variables are skipped: the player does not see these variables.
        rule.is_positive() && line.iter().all(is_shown) && has(line) < rule.min()
    };
    let lacking = rules.numbered_constraints().filter(|(_, line)| lacks(line));
    let lines = lacking.map(|(id, line)| (id, open_on(line.variables()))).filter(|(_, open)| !open.is_empty());
    let (on, open) = match lines.min_by_key(|(_, open)| open.len()) {
        Some((line, open)) => (Some(line), open),
        // All lines are satisfied: every open variable may be placed or not.
        None => (None, open_on(&Vec::from_iter(Variable::all(rules.projected_variables())))),
    };
    let open: Vec<_> = open.into_iter().map(|variable| (variable, guide.completions(variable).clone())).collect();
    Ok((!open.is_empty()).then(|| Hint::KeepsMost { on, open, total: guide.total().clone() }))
}

/// Returns the easiest deduction from the player's marks as a hint. A deduction may place a variable or rule variables
/// out; a placement comes before the exclusions that follow from it. The guide serves only to see whether the marks are wrong, and which techniques are worth a search.
///
/// Returns the result of [`hint()`] instead in four cases: the marks have no completion; no variable is forced or dead;
/// no deduction is found; the deduction is about auxiliary variables. Case splits are searched only if some variable is
/// forced.
///
/// This hint is for players who do not see the guide. A player who sees the guide would gain nothing from a deduction
/// that rules out a variable shown as dead.
///
/// # Errors
///
/// The errors of [`explain`].
///
/// # Panics
///
/// Panics if the guide belongs to another puzzle than `source`.
pub fn deduced_hint(source: &dyn Source, guide: &Guide, budget: &mut Budget<'_>) -> Result<Option<Hint>, ExplainError> {
    let has = |wanted| guide.variables().any(|(_, status, _)| status == wanted);
    let hardest = match (has(Status::Forced), has(Status::Dead)) {
        _ if !guide.is_completable() => None,
        (true, _) => Some(Technique::Split),
        // No variable is forced: there are several solutions, and trying cases does not help to choose one of them.
        (false, true) => Some(Technique::Chain),
        (false, false) => None,
    };
    if let Some(hardest) = hardest
        && let Some(deduction) = deduce::easiest_hint(source.puzzle(), &guide.marks().clone().into(), hardest, budget)?
        && deduction.conclusions.iter().all(|literal| literal.variable.index() < source.puzzle().variables())
    {
        return Ok(Some(Hint::Deduced(deduction)));
    }
    hint(source, guide, budget)
}

/// Returns the forced variable with the simplest argument; of several equally simple arguments, the first. `None` if no
/// variable is forced.
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
        // No argument is simpler than this one, and there may be hundreds of forced variables. So the search ends here.
        if cost <= (Technique::EmptyLine, 1) {
            break;
        }
    }
    Ok(simplest.map(|(_, variable)| variable))
}

/// Returns the hint to remove marks, for marks without a completion; `None` if the source knows no repair.
fn astray(source: &dyn Source, guide: &Guide, budget: &mut Budget<'_>) -> Result<Option<Hint>, Interrupted> {
    let blamed = source.blame(guide.marks(), None, budget)?.repair;
    let Some(away) = blamed.filter(|away| !away.is_empty()) else { return Ok(None) };
    let solutions = source.completions(&guide.marks().without(&away), budget)?.tally(budget)?.total;
    Ok(Some(Hint::Repair { away, solutions }))
}
