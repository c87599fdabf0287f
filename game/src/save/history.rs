//! Conversion of turns to text and back, such as `place b4`, `remove b4, place c4`, `place d1; forced e5, f2`.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeSet, HashMap};

use bdd_core::{Budget, Variable};
use puzzle_core::{Marks, Move, Session};
use puzzle_kind::{BadArgument, Playable};

use super::SaveError;

/// The separator between moves. [`FORCED`] is the separator before forced moves.
const AND: &str = ", ";
const FORCED: &str = "; forced ";

/// Returns the texts of the turns made and of the undone turns.
pub(crate) fn written(puzzle: &dyn Playable, session: &Session) -> (Vec<String>, Vec<String>) {
    let mut turns: Vec<String> = session.turns().map(|(moves, forced)| turn(puzzle, moves, forced)).collect();
    let undone = turns.split_off(session.turn_count());
    (turns, undone)
}

fn turn(puzzle: &dyn Playable, moves: &[Move], forced: usize) -> String {
    let (made, forced) = moves.split_at(moves.len() - forced);
    let mut text = made.iter().map(|&made| move_text(puzzle, made)).collect::<Vec<_>>().join(AND);
    if !forced.is_empty() {
        text.push_str(FORCED);
        let names: Vec<_> =
            forced.iter().filter_map(|made| made.variable()).map(|variable| puzzle.name(variable)).collect();
        text.push_str(&names.join(AND));
    }
    text
}

fn move_text(puzzle: &dyn Playable, made: Move) -> String {
    match made.variable() {
        Some(variable) => format!("{} {}", made.name(), puzzle.name(variable)),
        None => made.name().to_owned(),
    }
}

/// Returns the moves that lead from the empty board to `marks`, as texts.
pub(crate) fn leading_to(puzzle: &dyn Playable, marks: &Marks) -> Vec<String> {
    let placed = marks.placed.iter().map(|&variable| Move::Place(variable));
    let blocked = marks.blocked.iter().map(|&variable| Move::Block(variable));
    placed.chain(blocked).map(|made| move_text(puzzle, made)).collect()
}

/// Parses the moves of a checkpoint, and returns its marks.
pub(super) fn marks(puzzle: &dyn Playable, moves: &[String]) -> Result<Marks, SaveError> {
    let names = VariableNames::of(puzzle);
    let mut marks = Marks::default();
    for text in moves {
        match names.made(text).map_err(|fault| SaveError::Malformed(format!("checkpoint: {fault}")))? {
            Move::Place(variable) if !puzzle.givens().contains(&variable) => marks.placed.insert(variable),
            Move::Block(variable) => marks.blocked.insert(variable),
            _ => {
                return Err(SaveError::Malformed(format!(
                    "checkpoint: expected `place` or `block` and a candidate that is not given, found {text:?}"
                )));
            }
        };
    }
    Ok(marks)
}

/// Returns the marks after `turns`, without a check that the turns are possible.
pub(super) fn final_marks(puzzle: &dyn Playable, turns: &[String]) -> Result<Marks, SaveError> {
    let names = VariableNames::of(puzzle);
    let mut marks = Marks::default();
    for text in turns.iter().flat_map(|turn| turn.split(FORCED).flat_map(|moves| moves.split(AND))) {
        match names.made(text).map_err(|fault| SaveError::Malformed(format!("{text:?}: {fault}")))? {
            Move::Place(variable) => {
                marks.blocked.remove(&variable);
                marks.placed.insert(variable);
            }
            Move::Block(variable) => {
                marks.placed.remove(&variable);
                marks.blocked.insert(variable);
            }
            Move::Remove(variable) => {
                marks.placed.remove(&variable);
            }
            Move::Unblock(variable) => {
                marks.blocked.remove(&variable);
            }
            Move::Clear => marks = Marks::default(),
        }
    }
    Ok(marks)
}

/// Parses the names of the variables with pencil marks.
pub(super) fn noted(puzzle: &dyn Playable, notes: &[String]) -> Result<BTreeSet<Variable>, SaveError> {
    if notes.is_empty() {
        return Ok(BTreeSet::new());
    }
    let names = VariableNames::of(puzzle);
    let noted = |name: &String| names.variable(name).map_err(|fault| SaveError::Malformed(format!("notes: {fault}")));
    notes.iter().map(noted).collect()
}

/// Replays the turns of a save in `session`, and returns the session. Makes the turns of `turns` and of `undone`, then
/// undoes the turns of `undone` again. Refuses a turn that changes nothing, or whose forced moves differ from the
/// recorded forced moves.
pub(super) fn replayed(
    puzzle: &dyn Playable,
    mut session: Box<Session>,
    turns: &[String],
    undone: &[String],
    budget: &mut Budget<'_>,
) -> Result<Box<Session>, SaveError> {
    let names = VariableNames::of(puzzle);
    for (number, text) in (1..).zip(turns.iter().chain(undone)) {
        let error = |fault: String| SaveError::Malformed(format!("turn {number}, {text:?}: {fault}"));
        let (made, forced) = text.split_once(FORCED).unwrap_or((text, ""));
        let moves = made.split(AND).map(|word| names.made(word)).collect::<Result<Vec<Move>, _>>();
        let moves = moves.map_err(|fault| error(fault.to_string()))?;
        let transition = session.turn(&moves).ok_or_else(|| error("this turn changes nothing".to_owned()))?;
        if transition.moves().len() != moves.len() {
            return Err(error("some moves of this turn change nothing".to_owned()));
        }
        let transition = if forced.is_empty() { transition } else { transition.with_forced() }.compute(budget)?;
        let names_of = |made: &Move| made.variable().map(|variable| puzzle.name(variable));
        let found = transition.forced().iter().filter_map(names_of).collect::<Vec<_>>().join(AND);
        if found != forced {
            return Err(error(format!("this turn forces {}", if found.is_empty() { "nothing" } else { &found })));
        }
        session.apply(transition);
    }
    let transition = session.back(undone.len()).map(|transition| transition.compute(budget)).transpose()?;
    transition.and_then(|transition| session.apply(transition));
    Ok(session)
}

/// The number of names that [`VariableNames`] looks up one by one before it makes a table of all names.
const FEW: usize = 16;

/// Finds the variables of a puzzle by name: the first [`FEW`] names by [`Playable::named`], later names in a table of
/// all names. `named` is too slow for thousands of moves, and building the table is too slow for a game of a few moves.
struct VariableNames<'a> {
    puzzle: &'a dyn Playable,
    /// The number of names looked up by [`Playable::named`].
    lookups: Cell<usize>,
    table: OnceCell<HashMap<String, Variable>>,
}

impl VariableNames<'_> {
    fn of(puzzle: &dyn Playable) -> VariableNames<'_> {
        VariableNames { puzzle, lookups: Cell::new(0), table: OnceCell::new() }
    }

    /// Parses a move such as `place b4`. A name without a verb stands for a placement.
    fn made(&self, text: &str) -> Result<Move, BadArgument> {
        let (verb, name) = text.trim().split_once(' ').unwrap_or(("place", text.trim()));
        let to: fn(Variable) -> Move = match verb {
            _ if text.trim() == Move::Clear.name() => return Ok(Move::Clear),
            "place" => Move::Place,
            "remove" => Move::Remove,
            "block" => Move::Block,
            "unblock" => Move::Unblock,
            other => return Err(format!("expected place, remove, block, unblock or clear, found {other:?}").into()),
        };
        self.variable(name).map(to)
    }

    /// Returns the variable with a name. Edited transcripts may use any name that the game accepts.
    fn variable(&self, name: &str) -> Result<Variable, BadArgument> {
        if self.lookups.get() < FEW {
            self.lookups.set(self.lookups.get() + 1);
            return self.puzzle.named(name);
        }
        let table = self.table.get_or_init(|| {
            let variables = Variable::all(self.puzzle.variables());
            variables.map(|variable| (self.puzzle.name(variable), variable)).collect()
        });
        table.get(name).map_or_else(|| self.puzzle.named(name), |&variable| Ok(variable))
    }
}
