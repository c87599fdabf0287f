//! Notices: the outcomes of actions, and refusals.

use std::time::Duration;

use puzzle_core::sentences::{self, capital};
use puzzle_core::{Literal, Move, Refusal, Variable};
use puzzle_kind::{Cell, Playable};

use super::status::names as names_of;
use super::{grouped, noted, progress_so_far, why_not, why_not_briefly};
use crate::action::Action;
use crate::assist::Assist;
use crate::model::{LeftGame, Model};
use crate::notice::{Notice, NoticeKind};

/// The maximum number of choices that a notice of undo or redo lists.
const MAX_LISTED: usize = 6;

/// The notice that a saved game was deleted from the menu.
pub const DELETED: &str = "Deleted. Press u to restore it.";
/// The notice that a saved game was restored in the menu.
pub const RESTORED: &str = "Restored.";
/// The notice that a saved game was renamed in the menu.
pub const RENAMED: &str = "Renamed.";
/// The notice of a cancelled job.
pub(crate) const CANCELLED: &str = "Cancelled.";
/// The notice that the attempt no longer counts as solved without help.
pub(crate) const HELPED: &str = "This attempt now counts as helped.";
/// The notice that the attempt no longer counts as solved without the guide.
pub(crate) const GUIDED: &str = "This attempt now counts as played with the guide.";
/// The refusal to explain a technique if no hint or argument with a technique is shown.
pub(crate) const NO_TECHNIQUE: &str = "No technique to explain. Press i for a hint.";
/// The refusal to show the page of settings if the game has no settings to change.
pub(crate) const NO_SETTINGS: &str = "There are no settings to change here.";
/// The refusal to show the found solutions before the first of them.
pub(crate) const NOTHING_FOUND: &str = "No solutions to show yet. Solve a board by size, such as 8 x 8.";
/// The refusal to close the menu before the first game.
pub(crate) const NO_GAME_YET: &str = "No game to go back to yet: choose one.";
/// The refusal to replay a game that is not solved.
pub(crate) const NOT_SOLVED: &str = "Solve the puzzle first.";
/// The refusal to change a board whose game is over.
pub(crate) const OVER: &str = "Solved. Press r to play it again.";
/// The refusal of an undo without a move to undo.
pub(crate) const NOTHING_TO_UNDO: &str = "Nothing to undo.";
/// The refusal of a redo without an undone move.
pub(crate) const NOTHING_TO_REDO: &str = "Nothing to redo.";
/// The refusal to return to a checkpoint that is not set.
pub(crate) const NO_CHECKPOINT: &str = "No checkpoint yet. Press M to set one.";
/// The refusal of a value for selected cells that are all given.
pub(crate) const ALL_GIVEN: &str = "The selected cells are given: you can't change them.";
/// The question before the first help of an attempt; see [`Preferences`](crate::Preferences).
pub(crate) const ENDS_ALONE: &str = "After this, the attempt counts as helped. Press Enter to continue.";
/// The refusal of an action that needs a [guided](crate::Assist::is_guided) level.
pub(crate) const NEEDS_GUIDE: &str = "This needs the guide. Press A to switch it on.";
/// The answer to [`Action::Verify`] and [`Action::BackToSolvable`] while it is unknown if a solution exists.
pub(crate) const NOT_VERIFIED: &str = "Not known yet if a solution is left.";

/// The refusal to certify counts that are lower bounds.
pub(crate) const NO_EXACT_COUNTS: &str = "The counts are not exact yet. Place more, then prove them.";

/// Returns the end of a sentence about a job that took `time`, as in ` in 0.04 s`; an empty text if the time is
/// unknown.
pub(crate) fn checked_in(time: Option<Duration>) -> String {
    match time {
        None => String::new(),
        Some(time) if time < Duration::from_millis(10) => " in less than 0.01 s".to_owned(),
        Some(time) => format!(" in {:.2} s", time.as_secs_f64()),
    }
}

/// Returns the notice of a new game: the number of the puzzle, its task, and the keys or gestures to play it. If the
/// load has a remark for the player, `note` is this remark. The notice then ends with the remark, and leaves the number
/// and the gestures out.
pub(crate) fn new_game(model: &Model, note: Option<&str>) -> Notice {
    let (puzzle, catalogue) = (model.board().puzzle(), model.catalogue());
    let is_daily = catalogue.daily(model.number()).is_some();
    let is_numbered = note.is_none() && !catalogue.is_by_size() && !is_daily && *catalogue.numbers().end() > 1;
    let number = if is_numbered { format!("Puzzle {}. ", model.number()) } else { String::new() };
    let task = format!("{number}{}", puzzle.task());
    let end = format!("{}{}", guided_from_the_start(model), noted_after(note));
    let has_gesture = note.is_none() && model.tree().is_none() && model.play.lesson.is_none();
    let [keys, pointer] = if has_gesture { gestures(model) } else { ["", ""] };
    let of = |gesture: &str| format!("{task}{gesture}{end}");
    Notice { brief: Some(of("")), pointed: Some(of(pointer)), ..Notice::new(NoticeKind::GameStarted, of(keys)) }
}

/// Returns the sentence about the keys that place and rule out on the present board, and the sentence about the taps or
/// clicks that do.
fn gestures(model: &Model) -> [&'static str; 2] {
    match (model.board().has_values(), model.rules_out_first()) {
        (true, _) => [" Type a value to place it.", " Tap a cell, then a value."],
        (false, false) => [" Enter places, x rules out.", " Tap: place. Long-press or right-click: rule out."],
        (false, true) => {
            [" Enter places, x rules out.", " Tap: rule out. Tap again: place. Hold and draw: rule out several."]
        }
    }
}

/// Returns the end of the notice of a new attempt at a [guided](crate::Assist::is_guided) level: how such an attempt
/// counts from its first move on, and the key for an attempt without the guide. Empty at other levels, and for games
/// that are not counted: a lesson, a configurator, a puzzle without a solution.
fn guided_from_the_start(model: &Model) -> &'static str {
    let is_solvable = model.guide().is_none_or(puzzle_core::Guide::is_completable);
    let is_counted = model.play.lesson.is_none() && model.tree().is_none() && is_solvable;
    let is_help = model.has_one_solution() || model.assist() == Assist::Forced;
    match (model.board().has_values(), is_help) {
        _ if !is_counted || !model.assist().is_guided() => "",
        (false, false) => " Games with the guide have their own best time. Press 1 to play without it.",
        (false, true) => " At this level, the game counts as helped. Press 1 to play without help.",
        // Digits are values, so that no single key sets the level.
        (true, false) => " Games with the guide have their own best time. Press a to change the level.",
        (true, true) => " At this level, the game counts as helped. Press a to change the level.",
    }
}

/// Returns `true` if the notice only repeats the last move, which the board shows itself.
#[must_use]
pub fn repeats_move(model: &Model) -> bool {
    let last = model.session().and_then(|session| session.turns().nth(session.turn_count().checked_sub(1)?));
    let made = last.and_then(|(moves, _)| Some(turn_made(model.board().puzzle(), &[*moves.last()?])));
    model.notice().is_some_and(|notice| made.as_ref() == Some(&notice.text))
}

/// Returns the notice of a new attempt at the same puzzle.
pub(crate) fn restarted(model: &Model) -> String {
    format!("New attempt. Press u to return to the previous attempt.{}", guided_from_the_start(model))
}

/// Returns the notice of a resumed game, such as `Resumed (3 of 8, 2:41). Press r to restart. Press N for a new
/// puzzle.` A game that is over is `Solved`. Whoever taps or clicks reads `Welcome back: 3 of 8 placed, 2:41.`, and for
/// a game that is over only its result. If the load has a remark for the player, `note` is this remark.
pub(crate) fn resumed(model: &Model, note: Option<&str>) -> Notice {
    let is_tree = model.tree().is_some();
    let next = model.next_daily().map(|next| format!("r to restart. Press N for the next: {}", next.label));
    let keys = match next {
        _ if is_tree => "c to clear your choices".to_owned(),
        Some(next) => next,
        None if model.catalogue().is_by_size() => "r to restart".to_owned(),
        None => "r to restart. Press N for a new puzzle".to_owned(),
    };
    let state = if model.is_over() { "Solved" } else { "Resumed" };
    let (end, puzzle) = (noted_after(note), model.board().puzzle());
    let text = format!("{state} ({}). Press {keys}.{end}", progress_so_far(model));
    let time = super::time(model).map_or_else(String::new, |time| format!(", {time}"));
    let placed = if puzzle.places().is_some() { " placed" } else { "" };
    let done = model.guide().map_or_else(String::new, |guide| super::progress(puzzle, guide.marks()));
    let pointed = match model.is_over() {
        true => end.trim_start().to_owned(),
        false => format!("Welcome back: {done}{placed}{time}.{end}"),
    };
    Notice { pointed: Some(pointed), ..Notice::new(NoticeKind::GameStarted, text) }
}

fn noted_after(note: Option<&str>) -> String {
    note.map_or_else(String::new, |note| format!(" Note: {note}."))
}

/// Returns the notice of a return to a game, such as `Back to your game (3 of 8, 2:41).`
pub(crate) fn brought_back(model: &Model) -> String {
    format!("Back to your game ({}).", progress_so_far(model))
}

/// Returns the notice of an undo or redo that has led to another game, such as `Back in 8 x 8 queens (3 of 8, 2:41).
/// Redo returns.` Another attempt at the same puzzle is `the other attempt`.
pub(crate) fn crossed(model: &Model) -> String {
    let here = names_of(&model.play, "x").join(", ");
    let is_same = |left: &LeftGame| names_of(&left.play, "x").join(", ") == here;
    let name = if model.left.as_deref().is_some_and(is_same) { "the other attempt" } else { &here };
    let way = if model.left.as_ref().is_some_and(|left| left.is_ahead) { "Redo" } else { "Undo" };
    format!("Back in {name} ({}). {way} returns.", progress_so_far(model))
}

/// Returns the refusal of an action because no puzzle is loaded.
pub(crate) fn not_loaded(model: &Model) -> &'static str {
    if model.catalogue().is_by_size() {
        "No board yet. Press N to load one."
    } else {
        "No puzzle yet. Press N to load one."
    }
}

/// Returns the notice of a cancelled load, such as `Cancelled: puzzle 3.`
pub(crate) fn load_cancelled(model: &Model, number: usize) -> String {
    match model.catalogue().is_by_size() {
        true => format!("Cancelled: {number} x {number} board."),
        false => match model.awaited().daily(number) {
            Some(daily) => format!("Cancelled: daily {}.", daily.name),
            None => format!("Cancelled: puzzle {number}."),
        },
    }
}

/// Returns the refusal of a puzzle number that the catalogue does not have. `None` stands for a number below 0.
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

/// Returns the text of a [`NoticeKind::Question`] about an action that reveals the only solution.
pub(crate) fn reveals(action: Action) -> &'static str {
    match action {
        Action::Diagram => "The diagram reveals the solution. Press Enter to continue.",
        Action::Browse => "There is only one solution. Press Enter to see it.",
        Action::Assist(_) => "This reveals the solution. Press Enter to continue.",
        _ => "This reveals the solution. Press Enter to continue.",
    }
}

/// Returns the refusal to place `variable`, with the reason.
pub(crate) fn refused(puzzle: &dyn Playable, variable: Variable, refusal: Refusal) -> Notice {
    // The sentence starts with `No queen on b4`, so the name is cut off the reason.
    let reason = why_not(puzzle, variable, refusal);
    let text = match reason.strip_prefix(&puzzle.name(variable)).filter(|_| puzzle.piece().is_some()) {
        Some(rest) => format!("{}{rest}.", capital(&sentences::literal_phrase(puzzle, Literal::negative(variable)))),
        None if is_configurator(puzzle) => format!("Not chosen. {reason}. Press w for why."),
        None => format!("Not placed. {reason}."),
    };
    Notice { brief: Some(why_not_briefly(puzzle, variable, refusal)), ..Notice::new(NoticeKind::Refused, text) }
}

/// Returns the refusal to block a placed variable.
pub(crate) fn in_the_way(puzzle: &dyn Playable, variable: Variable) -> String {
    let spot = if puzzle.piece().is_some() { format!("the {}", puzzle.cell_noun()) } else { "it".to_owned() };
    format!("{}: remove it before you rule {spot} out.", capital(&sentences::placed_clause(puzzle, variable)))
}

/// Returns the refusal to block a forced variable.
pub(crate) fn needed(puzzle: &dyn Playable, variable: Variable) -> String {
    let thing = sentences::literal_phrase(puzzle, Literal::positive(variable));
    if is_configurator(puzzle) {
        return format!("Not excluded: every configuration left has {thing}. Press w for why.");
    }
    format!("Not ruled out: every remaining solution needs {thing}.")
}

/// Returns the message that `variable` can't be changed because it is a given of the puzzle.
pub(crate) fn given(puzzle: &dyn Playable, variable: Variable) -> String {
    format!("{} is given: you can't change it.", puzzle.name(variable))
}

/// Returns the refusal of `typed`, which is no value of the cell.
pub(crate) fn no_such_value(model: &Model, cell: Cell, typed: &str) -> String {
    let (puzzle, values) = (model.board().puzzle(), model.board().variables(cell));
    let symbol = |variable: Option<&Variable>| variable.map_or(' ', |&variable| puzzle.symbol(variable));
    let (first, last) = (symbol(values.first()), symbol(values.last()));
    format!("{} has no value {typed:?}: expected {first} to {last}.", puzzle.cell_name(cell))
}

/// Lists the notes in a cell, such as `Notes in r1c3: 1 2.` or `Notes in r1c3: 1 2. In the corner: 4.`
pub(crate) fn notes_in(model: &Model, cell: Cell) -> String {
    let name = model.board().puzzle().cell_name(cell);
    let [centre, corner] = [model.notes(), model.corner_notes()].map(|notes| noted(model, notes, cell));
    match (centre.is_empty(), corner.is_empty()) {
        (true, true) => format!("No notes in {name}."),
        (true, false) => format!("Notes in the corner of {name}: {corner}."),
        (false, true) => format!("Notes in {name}: {centre}."),
        (false, false) => format!("Notes in {name}: {centre}. In the corner: {corner}."),
    }
}

/// Returns the notice of a change of colours that was undone or redone, such as `Undid: colour of r1c3.`
pub(crate) fn colours_changed(puzzle: &dyn Playable, cells: impl ExactSizeIterator<Item = Cell>, did: &str) -> String {
    format!("{did}: colour of {}.", cells_coloured(puzzle, cells))
}

/// Names the cells whose colour changes: the only cell by its name, several cells by their number.
pub(crate) fn cells_coloured(puzzle: &dyn Playable, mut cells: impl ExactSizeIterator<Item = Cell>) -> String {
    match (cells.len(), cells.next()) {
        (1, Some(only)) => puzzle.cell_name(only),
        (count, _) => format!("{count} cells"),
    }
}

/// Returns the notice of forced moves made by the game, such as `Played for you: d4.`
pub(crate) fn played_for_you(puzzle: &dyn Playable, forced: &[Move]) -> String {
    format!("Played for you: {}.", names(puzzle, forced))
}

/// Returns the notice of an undone turn, such as `Undid: queen on d1.`
pub(crate) fn undid(puzzle: &dyn Playable, moves: &[Move]) -> String {
    format!("Undid: {}", named_turn(puzzle, moves))
}

/// Returns the notice of a redone turn, such as `Redid: queen on d1.`
pub(crate) fn redid(puzzle: &dyn Playable, moves: &[Move]) -> String {
    format!("Redid: {}", named_turn(puzzle, moves))
}

fn named_turn(puzzle: &dyn Playable, moves: &[Move]) -> String {
    if is_configurator(puzzle) && moves.len() > MAX_LISTED {
        return format!("{} choices.", moves.len());
    }
    let moves = visible_moves(moves);
    if !moves.iter().all(|made| matches!(made, Move::Place(_))) {
        return super::lower(&turn_made(puzzle, &moves));
    }
    let names = names(puzzle, &moves);
    pieces(puzzle, &moves).map_or_else(|| format!("{names}."), |pieces| format!("{pieces} on {names}."))
}

/// Returns the notice of [`Action::BackToSolvable`], which undid `turns` turns.
pub(crate) fn went_back(turns: usize) -> String {
    format!("Went back {turns} move{}; the puzzle is solvable again.", if turns == 1 { "" } else { "s" })
}

/// Returns the refusal of `typed`, which is no number from 1 to `total`.
pub(crate) fn no_such_solution(typed: &str, total: &puzzle_core::BigUint) -> String {
    format!("There is no solution {typed}: expected 1 to {}.", grouped(total))
}

/// Returns the notice of a move.
fn move_made(puzzle: &dyn Playable, made: Move) -> String {
    match made {
        Move::Place(_) => placed(puzzle, &[made]),
        Move::Remove(_) => removed(puzzle, &[made]),
        Move::Block(variable) if is_configurator(puzzle) => format!("{} excluded.", puzzle.name(variable)),
        Move::Unblock(variable) if is_configurator(puzzle) => format!("{} no longer excluded.", puzzle.name(variable)),
        Move::Block(variable) => format!("{} ruled out.", puzzle.name(variable)),
        Move::Unblock(variable) => format!("{} no longer ruled out.", puzzle.name(variable)),
        Move::Clear => format!("{} cleared.", capital(puzzle.board())),
    }
}

/// Returns the moves of a turn that players see: only the last of several moves of one variable. A square whose mark
/// makes room for a queen is seen to get a queen.
fn visible_moves(moves: &[Move]) -> Vec<Move> {
    let is_last = |(index, made): &(usize, &Move)| {
        let variable = made.variable();
        variable.is_none() || moves[index + 1..].iter().all(|later| later.variable() != variable)
    };
    moves.iter().enumerate().filter(is_last).map(|(_, &made)| made).collect()
}

/// Returns the notice of a turn, such as `Queen placed on d4.`
pub(crate) fn turn_made(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let moves = visible_moves(moves);
    match moves.as_slice() {
        _ if moves.iter().all(|made| matches!(made, Move::Place(_))) => placed(puzzle, &moves),
        _ if moves.iter().all(|made| matches!(made, Move::Remove(_))) => removed(puzzle, &moves),
        moves => moves.iter().map(|&made| move_made(puzzle, made)).collect::<Vec<_>>().join(" "),
    }
}

/// Returns the notice of placements, such as `Queens placed on d4, e6.` or `r4c7=5 placed.`
fn placed(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let names = names(puzzle, moves);
    let placed = if is_configurator(puzzle) { "chosen" } else { "placed" };
    pieces(puzzle, moves)
        .map_or_else(|| format!("{names} {placed}."), |pieces| format!("{} placed on {names}.", capital(&pieces)))
}

fn removed(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let names = names(puzzle, moves);
    let pieces = pieces(puzzle, moves);
    let removed = if is_configurator(puzzle) { "no longer chosen" } else { "removed" };
    pieces.map_or_else(|| format!("{names} {removed}."), |pieces| format!("{} removed from {names}.", capital(&pieces)))
}

/// Returns `true` for puzzles whose variables are options to choose.
fn is_configurator(puzzle: &dyn Playable) -> bool {
    puzzle.options().is_some()
}

/// Returns the noun for the pieces of `moves`, such as `queens`; `None` if the puzzle has no piece.
fn pieces(puzzle: &dyn Playable, moves: &[Move]) -> Option<String> {
    let plural = if moves.len() == 1 { "" } else { "s" };
    puzzle.piece().map(|piece| format!("{piece}{plural}"))
}

/// Lists the variables of moves, such as `d4, e6`; [`Move::Clear`] appears as `all`.
fn names(puzzle: &dyn Playable, moves: &[Move]) -> String {
    let name = |made: &Move| made.variable().map_or_else(|| "all".to_owned(), |variable| puzzle.name(variable));
    moves.iter().map(name).collect::<Vec<_>>().join(", ")
}
