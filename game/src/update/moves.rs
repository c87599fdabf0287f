//! Moves, notes and checkpoints of the player, with undo and redo.

use puzzle_core::{Count, Marks, Move, Refusal, Session, Status, Variable};
use puzzle_kind::Cell;

use super::Effect;
use super::help_used::use_help;
use super::keep::bring_back;
use super::work::{apply_transition, explained, not_loaded, reached};
use crate::annotations::{AnnotationChange, Annotations, NoteKind, PlacedNote};
use crate::assist::Assist;
use crate::board::path;
use crate::clash::ClashScreen;
use crate::lesson::Lesson;
use crate::model::Model;
use crate::screen::Mode;
use crate::text_input::{InputPurpose, TextInput};
use crate::words;

/// Acts on the cell under the cursor for `purpose`. Opens a prompt for the value if the cell has several values, and it
/// is unclear which value the player means.
pub(super) fn on_cell(model: &mut Model, purpose: InputPurpose) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    let variables = model.play.board.variables(model.play.cursor);
    let find = |status: Status| variables.iter().copied().find(|&variable| guide.status(variable) == status);
    // A given value can't be changed, but the player may mean another value than the placed value.
    let given = find(Status::Given);
    let standing = given.or_else(|| find(Status::Placed));
    let clear = match purpose {
        // A forced value is the value to explain.
        InputPurpose::Why => standing.or_else(|| find(Status::Forced).filter(|_| model.is_guided())),
        InputPurpose::Place | InputPurpose::Block | InputPurpose::Note | InputPurpose::CornerNote => given,
        InputPurpose::Go
        | InputPurpose::Open
        | InputPurpose::Rename
        | InputPurpose::Command
        | InputPurpose::Search
        | InputPurpose::SaveList => None,
    };
    match model.play.board.only(model.play.cursor).or(clear) {
        Some(variable) => act_on(model, variable, purpose),
        None if variables.is_empty() => Vec::new(),
        None => {
            model.screen.typing = Some(TextInput::new(purpose));
            model.hush()
        }
    }
}

pub(super) fn act_on(model: &mut Model, variable: Variable, purpose: InputPurpose) -> Vec<Effect> {
    match purpose {
        InputPurpose::Place => place_or_remove(model, variable),
        InputPurpose::Block => block_or_unblock(model, variable),
        InputPurpose::Note => note(model, vec![(NoteKind::Centre, variable)]),
        InputPurpose::CornerNote => note(model, vec![(NoteKind::Corner, variable)]),
        InputPurpose::Why => match ClashScreen::of(variable, model.conflicts_of(variable)) {
            Some(screen) => {
                model.screen.mode = Mode::Clash(Box::new(screen));
                model.hush();
                if !model.shows_reason(variable) {
                    use_help(model);
                }
                Vec::new()
            }
            None => explained(model, variable),
        },
        InputPurpose::Go
        | InputPurpose::Open
        | InputPurpose::Rename
        | InputPurpose::Command
        | InputPurpose::Search
        | InputPurpose::SaveList => Vec::new(),
    }
}

fn place_or_remove(model: &mut Model, variable: Variable) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    if let Some(given) = there(model, variable, Status::Given) {
        return model.refuse(words::given(model.board().puzzle(), given));
    }
    match (guide.status(variable), guide.refusal(variable)) {
        (Status::Placed, _) => make(model, vec![Move::Remove(variable)]),
        // At unguided levels, the only refused variables are those that the player has blocked.
        (status, Some(refusal)) if model.is_guided() || status == Status::Blocked => refused(model, variable, refusal),
        _ => {
            // The new value replaces the placed value.
            let replaced = there(model, variable, Status::Placed).into_iter().map(Move::Remove);
            make(model, replaced.chain([Move::Place(variable)]).collect())
        }
    }
}

/// Cycles a variable through empty, [`Status::Blocked`] and [`Status::Placed`].
pub(super) fn turn_over(model: &mut Model, variable: Variable) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    match guide.status(variable) {
        Status::Blocked if !model.play.board.puzzle().closed().contains(&variable) => {
            make(model, vec![Move::Unblock(variable), Move::Place(variable)])
        }
        // A variable that is shown as excluded needs no block, and one that is shown as forced can't be blocked.
        Status::Forced if model.is_guided() => place_or_remove(model, variable),
        status if model.shown(status).is_possible() => block_or_unblock(model, variable),
        _ => place_or_remove(model, variable),
    }
}

/// Blocks the empty cells on the straight line from `from` to `to`. The line includes `to`, but not `from`.
pub(super) fn sweep(model: &mut Model, from: Cell, to: Cell) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    if !model.play.board.contains(from) || !model.play.board.contains(to) || !matches!(model.screen.mode, Mode::Play) {
        return Vec::new();
    }
    let is_empty = |&variable: &Variable| match guide.status(variable) {
        Status::Forced => !model.is_guided(),
        status => model.shown(status).is_possible(),
    };
    let swept = path(from, to).into_iter().filter_map(|cell| model.play.board.only(cell)).filter(is_empty);
    let moves: Vec<Move> = swept.map(Move::Block).collect();
    model.play.cursor = to;
    if moves.is_empty() {
        return Vec::new();
    }
    let made = model.play.session.as_ref().map_or(0, Session::turn_count);
    match model.play.draws.last_mut().filter(|(_, end)| *end == made) {
        Some((_, end)) => *end += 1,
        // The drag began with the click that blocked `from`.
        None => model.play.draws.push((made.saturating_sub(1), made + 1)),
    }
    make(model, moves)
}

/// Returns the number of turns that one undo takes back: all turns of the latest drag if no turn followed the drag,
/// otherwise 1.
fn latest_turns(model: &mut Model) -> usize {
    let Some(session) = &model.play.session else { return 1 };
    let made = session.turn_count();
    model.play.draws.retain(|&(_, end)| end <= made);
    let Some((start, _)) = model.play.draws.pop_if(|(_, end)| *end == made) else { return 1 };
    // After an undo, other moves may have replaced the moves of the drag.
    let of_draw = session.turns().skip(start).take(made - start);
    let is_drawn = of_draw.into_iter().all(|(moves, _)| moves.iter().all(|made| matches!(made, Move::Block(_))));
    if is_drawn { made - start } else { 1 }
}

/// Toggles each of the `notes`, which belong to the same cell. Refuses if the cell has a value.
fn note(model: &mut Model, notes: Vec<PlacedNote>) -> Vec<Effect> {
    let Some(session) = &model.play.session else { return not_loaded(model) };
    let Some(&(_, first)) = notes.first() else { return Vec::new() };
    let cell = model.play.board.puzzle().cell(first);
    if there(model, first, Status::Given).or_else(|| there(model, first, Status::Placed)).is_some() {
        return model.refuse(format!("{} has a value: no notes there.", model.board().puzzle().cell_name(cell)));
    }
    model.play.annotations.toggle(notes, session.turn_count());
    model.say(words::notes_in(model, cell))
}

fn refused(model: &mut Model, variable: Variable, refusal: Refusal) -> Vec<Effect> {
    model.screen.notice = Some(words::refused(model.play.board.puzzle(), variable, refusal));
    Vec::new()
}

fn block_or_unblock(model: &mut Model, variable: Variable) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    match guide.status(variable) {
        Status::Given => model.refuse(words::given(model.board().puzzle(), variable)),
        Status::Placed => model.refuse(words::in_the_way(model.board().puzzle(), variable)),
        Status::Forced if model.is_guided() => model.refuse(words::needed(model.board().puzzle(), variable)),
        Status::Blocked if model.play.board.puzzle().closed().contains(&variable) => {
            refused(model, variable, Refusal::Blocked)
        }
        Status::Blocked => make(model, vec![Move::Unblock(variable)]),
        _ => make(model, vec![Move::Block(variable)]),
    }
}

/// Removes the player's value from the cell under the cursor, or else its notes.
pub(super) fn remove(model: &mut Model) -> Vec<Effect> {
    if model.guide().is_none() {
        return not_loaded(model);
    }
    let variables = model.play.board.variables(model.play.cursor);
    let standing = |status| there(model, *variables.first()?, status);
    let is_here = |(_, variable): &PlacedNote| variables.contains(variable);
    let noted: Vec<PlacedNote> = model.play.annotations.all_notes().filter(is_here).collect();
    match (standing(Status::Given), standing(Status::Placed)) {
        (Some(given), _) => model.refuse(words::given(model.board().puzzle(), given)),
        (None, Some(placed)) => make(model, vec![Move::Remove(placed)]),
        (None, None) if !noted.is_empty() => note(model, noted),
        (None, None) => {
            let name = model.board().puzzle().cell_name(model.play.cursor);
            model.refuse(format!("{name} is empty: nothing to remove."))
        }
    }
}

/// Returns the variable with `status` in the cell of `variable`; `None` if the cell has no such variable.
fn there(model: &Model, variable: Variable, status: Status) -> Option<Variable> {
    let guide = model.guide()?;
    let cell = model.play.board.puzzle().cell(variable);
    model.play.board.variables(cell).iter().copied().find(|&other| guide.status(other) == status)
}

/// Makes moves of the player as one turn. At [`Assist::Forced`], a turn that places or blocks also contains the moves
/// that it forces.
pub(super) fn make(model: &mut Model, moves: Vec<Move>) -> Vec<Effect> {
    let Some(&last) = moves.last() else { return Vec::new() };
    let adds = matches!(last, Move::Place(_) | Move::Block(_));
    let text = words::turn_made(model.board().puzzle(), &[last]);
    play(model, &moves, adds && model.settings.assist == Assist::Forced, text)
}

/// Places all forced variables as one turn. The notice of the turn starts with the sentence `first`.
pub(super) fn play_forced(model: &mut Model, first: &str) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return Vec::new() };
    let forced = guide.variables().filter(|(_, status, _)| *status == Status::Forced);
    let moves: Vec<Move> = forced.map(|(variable, ..)| Move::Place(variable)).collect();
    if moves.is_empty() {
        Vec::new()
    } else {
        let text = format!("{first} {}", words::played_for_you(model.board().puzzle(), &moves));
        play(model, &moves, false, text)
    }
}

/// Removes enough placed and blocked variables of the player that the explained variable is no longer ruled out or
/// forced, or that the clash shown is gone.
pub(super) fn repair(model: &mut Model) -> Vec<Effect> {
    let repair = model.guide().and_then(|guide| model.screen.mode.repair(&model.play.board, guide.marks()));
    match repair {
        Some(Ok(moves)) => play(model, &moves, false, words::turn_made(model.board().puzzle(), &moves)),
        Some(Err(reason)) => model.refuse(reason),
        None => Vec::new(),
    }
}

/// Places the solution shown by [`Mode::Browse`].
pub(super) fn adopt(model: &mut Model) -> Vec<Effect> {
    let Mode::Browse(screen) = &model.screen.mode else { return Vec::new() };
    let moves: Vec<Move> = screen.solution().iter().map(|&variable| Move::Place(variable)).collect();
    let number = words::grouped(&screen.number());
    let text = format!("Solution {number} is {}. Press u to undo.", model.board().puzzle().on_board());
    play(model, &moves, false, text)
}

/// Makes `moves` as one turn, with the notice `text`. If `with_forced`, the turn also contains the moves forced by
/// `moves`.
fn play(model: &mut Model, moves: &[Move], with_forced: bool, text: String) -> Vec<Effect> {
    let Some(session) = &model.play.session else { return not_loaded(model) };
    match session.turn(moves) {
        Some(_) if model.is_over() => model.refuse(words::OVER),
        Some(turn) => {
            model.play.annotations.forget_undone();
            apply_transition(model, if with_forced { turn.with_forced() } else { turn }, true, |_, _| text)
        }
        // The moves change no mark, so there is no turn.
        None => {
            reached(model, text);
            Vec::new()
        }
    }
}

/// Cancels the load under way. If no puzzle is loading, undoes the latest change: a change of notes or colours, the
/// switch to this game, or the last turn.
pub(super) fn undo(model: &mut Model) -> Vec<Effect> {
    // While another puzzle loads, the player wants to undo the load, not the last move.
    if model.play.session.is_some()
        && let Some(loading) = model.pending.loading.take()
    {
        model.pending.opening = None;
        model.refuse(words::load_cancelled(model, loading.number));
        return vec![Effect::Cancel(loading.ticket)];
    }
    if let Some(notice) = in_annotations(model, Annotations::undo, "Undid") {
        return model.say(notice);
    }
    if let Some(left) = model.left.take_if(|left| !left.is_ahead) {
        return bring_back(model, *left);
    }
    let turns = latest_turns(model);
    let Some(session) = &model.play.session else { return not_loaded(model) };
    match session.back(turns) {
        Some(way) => apply_transition(model, way, false, words::undid),
        None => model.refuse(words::NOTHING_TO_UNDO),
    }
}

/// Redoes the latest undo: returns to the game that an undo has left, or redoes the change of notes or colours, or the
/// turn, that was undone last.
pub(super) fn redo(model: &mut Model) -> Vec<Effect> {
    if let Some(left) = model.left.take_if(|left| left.is_ahead) {
        return bring_back(model, *left);
    }
    if let Some(notice) = in_annotations(model, Annotations::redo, "Redid") {
        return model.say(notice);
    }
    let Some(session) = &model.play.session else { return not_loaded(model) };
    match session.forward() {
        Some(way) => apply_transition(model, way, false, words::redid),
        None => model.refuse(words::NOTHING_TO_REDO),
    }
}

/// Undoes or redoes a change of notes or colours by calling `go`, and returns the notice. The notice of a change of
/// colours begins with `did`, which is `Undid` or `Redid`. Returns `None` if there is no such change, or if a turn must
/// be undone or redone first.
fn in_annotations(
    model: &mut Model,
    go: fn(&mut Annotations, usize) -> Option<AnnotationChange>,
    did: &str,
) -> Option<String> {
    let turns = model.play.session.as_ref()?.turn_count();
    let puzzle = model.play.board.puzzle();
    Some(match go(&mut model.play.annotations, turns)? {
        AnnotationChange::Notes(notes) => words::notes_in(model, puzzle.cell(notes.first()?.1)),
        AnnotationChange::Colours(cells) => words::colours_changed(puzzle, cells.iter().map(|&(cell, _)| cell), did),
    })
}

/// Stores the marks as the checkpoint.
pub(super) fn set_checkpoint(model: &mut Model) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    model.play.attempt.checkpoint = Some(guide.marks().clone());
    model.say("Checkpoint set. Press R to return to it.")
}

/// Restores the marks of the checkpoint, as one turn.
pub(super) fn to_checkpoint(model: &mut Model) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    let Some(checkpoint) = &model.play.attempt.checkpoint else {
        return model.refuse(words::NO_CHECKPOINT);
    };
    let moves = leading_to(guide.marks(), checkpoint);
    play(model, &moves, false, "Back at the checkpoint. Press u to undo.".to_owned())
}

/// Makes the marks of [`Model::with_marks`] in a new game, as one turn.
pub(super) fn set_up(model: &mut Model) -> Vec<Effect> {
    let (Some(marks), Some(guide)) = (model.pending.beginning.take(), model.guide()) else { return Vec::new() };
    let moves = leading_to(guide.marks(), &marks);
    if moves.is_empty() {
        return Vec::new();
    }
    play(model, &moves, false, "Position set up. Press u to undo.".to_owned())
}

/// Goes to the next or the previous prompt of the lesson, and sets up the position with which this prompt starts.
pub(super) fn to_prompt(model: &mut Model, lesson: Lesson) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    let puzzle = model.play.board.puzzle();
    let (placed, blocked) = lesson.position();
    let named = |names: &[&str]| names.iter().filter_map(|name| puzzle.named(name).ok()).collect();
    let marks = Marks { placed: named(&placed), blocked: named(&blocked) };
    let moves = leading_to(guide.marks(), &marks);
    model.play.lesson = Some(lesson);
    model.play.cursor = model.play.board.first_cell();
    model.set_assist(lesson.assist());
    (model.screen.mode, model.screen.hint) = (Mode::Play, None);
    if moves.is_empty() {
        return model.hush();
    }
    let effects = play(model, &moves, false, String::new());
    model.hush();
    effects
}

/// Returns the moves that lead from the marks `from` to the marks `to`.
fn leading_to(from: &Marks, to: &Marks) -> Vec<Move> {
    let (away, there) = (from.without(to), to.without(from));
    let away = away.placed.into_iter().map(Move::Remove).chain(away.blocked.into_iter().map(Move::Unblock));
    let there = there.placed.into_iter().map(Move::Place).chain(there.blocked.into_iter().map(Move::Block));
    away.chain(there).collect()
}

/// Undoes turns back to the last position that has a solution.
pub(super) fn go_back(model: &mut Model) -> Vec<Effect> {
    let Some(session) = &model.play.session else { return not_loaded(model) };
    if *session.guide().total() == Count::UNKNOWN {
        return model.refuse(words::NOT_VERIFIED);
    }
    if session.guide().is_completable() {
        model.say("Still solvable: no need to go back.");
        use_help(model);
        return Vec::new();
    }
    let way = session.turns_to_completable().and_then(|turns| Some((turns, session.back(turns)?)));
    let effects = match way {
        Some((turns, way)) => apply_transition(model, way, true, move |_, _| words::went_back(turns)),
        None => model.refuse("No earlier position is solvable either."),
    };
    use_help(model);
    effects
}
