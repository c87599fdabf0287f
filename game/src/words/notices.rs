//! Sentences about the outcome of the player's actions.

use puzzle_core::sentences::{self, capital};
use puzzle_core::{Literal, Move, Refusal, Variable};
use puzzle_kind::{Cell, Playable};

use super::{grouped, noted, progress_so_far, why_not, why_not_briefly};
use crate::action::Action;
use crate::model::Model;
use crate::notice::{Notice, NoticeKind};

/// The notice of a broken-off job.
pub(crate) const CANCELLED: &str = "Cancelled.";
/// The refusal to show counts, heat and statuses of the guide at help levels 0 and 1.
pub(crate) const NEEDS_GUIDE: &str = "This needs help level 2 or more. Press A.";
/// The answer while the solver has neither found a solution nor ruled one out.
pub(crate) const NOT_VERIFIED: &str = "Not known yet: no solution is found, and none is ruled out.";

/// The notice of a new game: the number of the puzzle in its catalogue, its task, and a note about its load.
pub(crate) fn new_game(model: &Model, note: Option<&str>) -> String {
    let (puzzle, catalogue) = (model.board().puzzle(), model.catalogue());
    let is_numbered = note.is_none() && !catalogue.is_by_size() && *catalogue.numbers().end() > 1;
    let number = if is_numbered { format!("Puzzle {}. ", model.number()) } else { String::new() };
    format!("{number}{}{}", puzzle.task(), noted_after(note))
}

/// The notice of a saved game that goes on, as in `Resumed (3 of 8, 2:41). Press c to clear, N for a new puzzle.`
pub(crate) fn resumed(model: &Model, note: Option<&str>) -> String {
    let keys = if model.catalogue().is_by_size() { "c to clear" } else { "c to clear, N for a new puzzle" };
    format!("Resumed ({}). Press {keys}.{}", progress_so_far(model), noted_after(note))
}

fn noted_after(note: Option<&str>) -> String {
    note.map_or_else(String::new, |note| format!(" Note: {note}."))
}

/// The notice of a return to a game, as in `Back to your game (3 of 8, 2:41).`
pub(crate) fn brought_back(model: &Model) -> String {
    format!("Back to your game ({}).", progress_so_far(model))
}

/// The refusal of all actions that need a game.
pub(crate) fn not_loaded(model: &Model) -> &'static str {
    if model.catalogue().is_by_size() {
        "No board yet. Press + or - to load one."
    } else {
        "No puzzle yet. Press N or P to load one."
    }
}

/// The notice of a broken-off load of the puzzle with a number.
pub(crate) fn load_cancelled(model: &Model, number: usize) -> String {
    match model.catalogue().is_by_size() {
        true => format!("Cancelled: {number} x {number} board."),
        false => format!("Cancelled: puzzle {number}."),
    }
}

/// The refusal to load a puzzle whose number is not in the catalogue; `None` stands for a number below 0.
pub(crate) fn no_such_number(model: &Model, number: Option<usize>) -> String {
    let numbers = model.awaited().numbers();
    let (first, last, puzzle) =
        if model.awaited().is_by_size() { ("smallest", "largest", "board") } else { ("first", "last", "puzzle") };
    match number {
        Some(number) if number > *numbers.end() => match number - numbers.end() {
            1 => format!("This is the {last} {puzzle}."),
            _ => format!("There is no {puzzle} {number}: expected {} to {}.", numbers.start(), numbers.end()),
        },
        _ => format!("This is the {first} {puzzle}."),
    }
}

/// The question before an action that reveals the only solution.
pub(crate) fn reveals(action: Action) -> &'static str {
    match action {
        Action::Diagram => "The diagram reveals the solution. Press Enter to continue.",
        Action::Browse => "There is only one solution. Press Enter to see it.",
        _ => "This reveals the solution. Press Enter to continue.",
    }
}

/// The refusal of a mistake: to place `variable`.
pub(crate) fn refused(puzzle: &dyn Playable, variable: Variable, refusal: Refusal) -> Notice {
    // The reason begins with the name, and so has the beginning of the sentence.
    let reason = why_not(puzzle, variable, refusal);
    let text = match reason.strip_prefix(&puzzle.name(variable)).filter(|_| puzzle.piece().is_some()) {
        Some(rest) => format!("{}{rest}.", capital(&sentences::literal_phrase(puzzle, Literal::negative(variable)))),
        None => format!("Not placed. {reason}."),
    };
    Notice { brief: Some(why_not_briefly(puzzle, variable, refusal)), ..Notice::new(NoticeKind::Refused, text) }
}

/// The refusal to block a placed variable.
pub(crate) fn in_the_way(puzzle: &dyn Playable, variable: Variable) -> String {
    let spot = if puzzle.piece().is_some() { format!("the {}", puzzle.cell_noun()) } else { "it".to_owned() };
    format!("{}: remove it before you block {spot}.", capital(&sentences::placed_clause(puzzle, variable)))
}

/// The refusal to block a forced variable.
pub(crate) fn needed(puzzle: &dyn Playable, variable: Variable) -> String {
    let thing = sentences::literal_phrase(puzzle, Literal::positive(variable));
    format!("Not blocked: every remaining solution needs {thing}.")
}

/// The refusal to change a given variable.
pub(crate) fn given(puzzle: &dyn Playable, variable: Variable) -> String {
    format!("{} is given: you can't change it.", puzzle.name(variable))
}

/// The refusal of a typed value that a cell does not have.
pub(crate) fn no_such_value(model: &Model, cell: Cell, typed: &str) -> String {
    let (puzzle, values) = (model.board().puzzle(), model.board().variables(cell));
    let symbol = |variable: Option<&Variable>| variable.map_or(' ', |&variable| puzzle.symbol(variable));
    let (first, last) = (symbol(values.first()), symbol(values.last()));
    format!("{} has no value {typed:?}: expected {first} to {last}.", puzzle.cell_name(cell))
}

/// The notes in a cell, as in `Notes in r1c3: 1 2.`
pub(crate) fn notes_in(model: &Model, cell: Cell) -> String {
    let name = model.board().puzzle().cell_name(cell);
    match noted(model, cell).as_str() {
        "" => format!("No notes in {name}."),
        noted => format!("Notes in {name}: {noted}."),
    }
}

/// The notice of forced moves that the game has played.
pub(crate) fn played_for_you(puzzle: &dyn Playable, forced: &[Move]) -> String {
    format!("Played for you: {}.", names(puzzle, forced))
}

/// The notice of a turn that was undone, as in `Undid: queen on d1.`
pub(crate) fn undid(puzzle: &dyn Playable, moves: &[Move]) -> String {
    format!("Undid: {}", named_turn(puzzle, moves))
}

/// The notice of a turn that was made again, as in `Redid: queen on d1.`
pub(crate) fn redid(puzzle: &dyn Playable, moves: &[Move]) -> String {
    format!("Redid: {}", named_turn(puzzle, moves))
}

fn named_turn(puzzle: &dyn Playable, moves: &[Move]) -> String {
    if !moves.iter().all(|made| matches!(made, Move::Place(_))) {
        return super::lower(&turn_made(puzzle, moves));
    }
    let names = names(puzzle, moves);
    pieces(puzzle, moves).map_or_else(|| format!("{names}."), |pieces| format!("{pieces} on {names}."))
}

/// The notice of a return to the last solvable position, over some turns.
pub(crate) fn went_back(turns: usize) -> String {
    format!("Went back {turns} move{}; it is solvable again.", if turns == 1 { "" } else { "s" })
}

/// The refusal of a number that no solution has, of `total`.
pub(crate) fn no_such_solution(typed: &str, total: &puzzle_core::BigUint) -> String {
    format!("There is no solution {typed}: expected 1 to {}.", grouped(total))
}

/// The notice of a move.
fn move_made(puzzle: &dyn Playable, made: Move) -> String {
    match made {
        Move::Place(_) => placed(puzzle, &[made]),
        Move::Remove(_) => removed(puzzle, &[made]),
        Move::Block(variable) => format!("{} blocked.", puzzle.name(variable)),
        Move::Unblock(variable) => format!("{} unblocked.", puzzle.name(variable)),
        Move::Clear => format!("{} cleared.", capital(puzzle.board())),
    }
}

/// The notice of a turn of one or more moves.
pub(crate) fn turn_made(puzzle: &dyn Playable, moves: &[Move]) -> String {
    match moves {
        _ if moves.iter().all(|made| matches!(made, Move::Place(_))) => placed(puzzle, moves),
        _ if moves.iter().all(|made| matches!(made, Move::Remove(_))) => removed(puzzle, moves),
        _ => moves.iter().map(|&made| move_made(puzzle, made)).collect::<Vec<_>>().join(" "),
    }
}

/// `Queen placed on d4.`, `Queens placed on d4, e6.`, `r4c7=5 placed.`
fn placed(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let names = names(puzzle, moves);
    pieces(puzzle, moves)
        .map_or_else(|| format!("{names} placed."), |pieces| format!("{} placed on {names}.", capital(&pieces)))
}

fn removed(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let names = names(puzzle, moves);
    let pieces = pieces(puzzle, moves);
    pieces.map_or_else(|| format!("{names} removed."), |pieces| format!("{} removed from {names}.", capital(&pieces)))
}

/// `queen`, or `queens`.
fn pieces(puzzle: &dyn Playable, moves: &[Move]) -> Option<String> {
    let plural = if moves.len() == 1 { "" } else { "s" };
    puzzle.piece().map(|piece| format!("{piece}{plural}"))
}

/// The names of the variables of some moves.
fn names(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let name = |made: &Move| made.variable().map_or_else(|| "all".to_owned(), |variable| puzzle.name(variable));
    moves.iter().map(name).collect::<Vec<_>>().join(", ")
}
