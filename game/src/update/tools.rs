//! Changes of several cells at once: values, notes and colours of the selected cells.

use std::collections::BTreeSet;

use puzzle_core::{Move, Status, Variable};
use puzzle_kind::Cell;

use super::Effect;
use super::moves::{act_on, make, remove};
use super::work::not_loaded;
use crate::action::Arrow;
use crate::annotations::{NoteKind, PlacedNote};
use crate::board::path;
use crate::cell_colours::CELL_COLOURS;
use crate::model::Model;
use crate::screen::Mode;
use crate::text_input::InputPurpose;
use crate::words;

/// Moves the cursor by one cell, and selects both the cell that it leaves and the cell that it reaches.
pub(super) fn select(model: &mut Model, direction: Arrow) -> Vec<Effect> {
    if !matches!(model.screen.mode, Mode::Play) || !model.play.board.has_values() {
        return Vec::new();
    }
    let mut selected = std::mem::take(&mut model.screen.selected);
    selected.insert(model.play.cursor);
    super::move_cursor(model, direction);
    selected.insert(model.play.cursor);
    model.screen.selected = selected;
    model.hush()
}

/// Selects the cells on the way of the pointer from `from` to `to`. The cells selected before stay selected.
pub(super) fn select_way(model: &mut Model, from: Cell, to: Cell) -> Vec<Effect> {
    let is_here = model.play.board.contains(from) && model.play.board.contains(to);
    if !matches!(model.screen.mode, Mode::Play) || !is_here {
        return Vec::new();
    }
    model.screen.selected.insert(from);
    model.screen.selected.extend(path(from, to));
    model.play.cursor = to;
    model.hush()
}

/// Carries out `purpose` with a typed value: in all selected cells if several are selected, otherwise in the cell of
/// `variable`.
pub(super) fn act_on_selected(model: &mut Model, variable: Variable, purpose: InputPurpose) -> Vec<Effect> {
    match purpose {
        InputPurpose::Place | InputPurpose::Note | InputPurpose::CornerNote if model.screen.selected.len() > 1 => {}
        _ => return act_on(model, variable, purpose),
    }
    let puzzle = model.play.board.puzzle();
    let symbol = puzzle.symbol(variable);
    let cells = model.chosen_cells();
    let of_cells = cells.iter().filter_map(|&cell| {
        let mut values = model.play.board.variables(cell).iter().copied();
        values.find(|&value| puzzle.symbol(value) == symbol)
    });
    let values: Vec<Variable> = of_cells.collect();
    match purpose.note_kind() {
        Some(kind) => note_all(model, kind, &values),
        None => place_all(model, &values),
    }
}

/// Places a value in all cells of `values` as one turn, or removes it if all these cells have it. Given cells keep
/// their values.
fn place_all(model: &mut Model, values: &[Variable]) -> Vec<Effect> {
    let Some(guide) = model.guide() else { return not_loaded(model) };
    let status = |variable: Variable| guide.status(variable);
    let of_cell = |variable: Variable| model.play.board.variables(model.play.board.puzzle().cell(variable)).iter();
    let is_free = |variable: &Variable| of_cell(*variable).all(|&other| status(other) != Status::Given);
    let free: Vec<Variable> = values.iter().copied().filter(is_free).collect();
    if free.iter().all(|&variable| status(variable) == Status::Placed) {
        let moves: Vec<Move> = free.iter().map(|&variable| Move::Remove(variable)).collect();
        return if moves.is_empty() { model.refuse(words::ALL_GIVEN) } else { make(model, moves) };
    }
    let new: Vec<Variable> = free.into_iter().filter(|&variable| status(variable) != Status::Placed).collect();
    // Refuse the same values as when a single value is placed.
    let refused = new.iter().copied().find_map(|variable| {
        let refusal = guide.refusal(variable)?;
        (model.is_guided() || status(variable) == Status::Blocked).then_some((variable, refusal))
    });
    if let Some((variable, refusal)) = refused {
        model.screen.notice = Some(words::refused(model.play.board.puzzle(), variable, refusal));
        return Vec::new();
    }
    let replaced = new.iter().flat_map(|&variable| of_cell(variable)).filter(|&&other| status(other) == Status::Placed);
    let moves = replaced.map(|&other| Move::Remove(other)).chain(new.iter().map(|&variable| Move::Place(variable)));
    let moves = moves.collect();
    make(model, moves)
}

/// Writes the notes `values` in their cells, except in cells with a value. If all these cells have their notes already,
/// erases the notes instead.
fn note_all(model: &mut Model, kind: NoteKind, values: &[Variable]) -> Vec<Effect> {
    let (Some(session), Some(guide)) = (&model.play.session, model.guide()) else { return not_loaded(model) };
    let of_cell = |variable: Variable| model.play.board.variables(model.play.board.puzzle().cell(variable)).iter();
    let is_free = |variable: &Variable| of_cell(*variable).all(|&other| !guide.status(other).stands());
    let free: Vec<Variable> = values.iter().copied().filter(is_free).collect();
    let present = model.play.annotations.notes(kind);
    let new: Vec<Variable> = free.iter().copied().filter(|variable| !present.contains(variable)).collect();
    let (toggled, verb) = if new.is_empty() { (free, "erased in") } else { (new, "written in") };
    let Some(&first) = toggled.first() else { return model.refuse("The selected cells have values: no notes there.") };
    let (symbol, count) = (model.play.board.puzzle().symbol(first), toggled.len());
    let turns = session.turn_count();
    model.play.annotations.toggle(toggled.into_iter().map(|variable| (kind, variable)).collect(), turns);
    let note = match kind {
        NoteKind::Centre => "Note",
        NoteKind::Corner => "Corner note",
    };
    model.say(format!("{note} {symbol} {verb} {count} cell{}.", if count == 1 { "" } else { "s" }))
}

/// Removes the player's values from the selected cells, or else their notes.
pub(super) fn remove_selected(model: &mut Model) -> Vec<Effect> {
    let (Some(session), Some(guide)) = (&model.play.session, model.guide()) else { return not_loaded(model) };
    if model.screen.selected.len() < 2 {
        return remove(model);
    }
    let turns = session.turn_count();
    let values = || model.screen.selected.iter().flat_map(|&cell| model.play.board.variables(cell)).copied();
    let placed = values().filter(|&value| guide.status(value) == Status::Placed);
    let moves: Vec<Move> = placed.map(Move::Remove).collect();
    if !moves.is_empty() {
        return make(model, moves);
    }
    let is_here = |(_, variable): &PlacedNote| values().any(|value| value == *variable);
    let noted: Vec<PlacedNote> = model.play.annotations.all_notes().filter(is_here).collect();
    if noted.is_empty() {
        return model.refuse("The selected cells have no values or notes of yours.");
    }
    model.play.annotations.toggle(noted, turns);
    model.say("Notes erased in the selected cells.")
}

/// Gives the selected cells the colour that follows the colour of the cell under the cursor. After the last colour,
/// takes their colours away.
pub(super) fn colour(model: &mut Model) -> Vec<Effect> {
    let Some(session) = &model.play.session else { return not_loaded(model) };
    let turns = session.turn_count();
    let next = match model.cell_colours().of(model.play.cursor) {
        Some(CELL_COLOURS) => None,
        colour => Some(colour.unwrap_or(0) + 1),
    };
    let cells: BTreeSet<Cell> = model.chosen_cells();
    let place = words::cells_coloured(model.board().puzzle(), cells.iter().copied());
    model.play.annotations.colour(cells, next, turns);
    model.say(match next {
        Some(colour) => format!("Colour {colour} of {CELL_COLOURS} on {place}."),
        None => format!("No colour on {place}."),
    })
}

/// Switches the keys for values between placing values and writing notes of `kind`.
pub(super) fn switch_notes(model: &mut Model, kind: NoteKind) -> Vec<Effect> {
    model.screen.noting = if model.screen.noting == Some(kind) { None } else { Some(kind) };
    model.say(match model.screen.noting {
        Some(NoteKind::Centre) => "Notes on: values are written as notes. Press n to end.",
        Some(NoteKind::Corner) => "Corner notes on: values are noted in the corner. Press O to end.",
        None => "Notes off: values are placed.",
    })
}

/// Switches the letter keys between entering values and giving commands.
pub(super) fn switch_letters(model: &mut Model) -> Vec<Effect> {
    model.screen.types_letters = !model.screen.types_letters;
    model.say(match model.screen.types_letters {
        true => "Letters and digits now enter values. Press Esc to end this.",
        false => "Letters are commands again.",
    })
}

/// Places or notes the value with the symbol `letter`, in upper or lower case.
pub(super) fn take_letter(model: &mut Model, letter: char) -> Vec<Effect> {
    if model.guide().is_none() {
        return not_loaded(model);
    }
    let (puzzle, cursor) = (model.play.board.puzzle(), model.play.cursor);
    let mut values = model.play.board.variables(cursor).iter().copied();
    let purpose = model.value_purpose();
    match values.find(|&value| puzzle.symbol(value).eq_ignore_ascii_case(&letter)) {
        Some(value) => act_on_selected(model, value, purpose),
        None => model.refuse(words::no_such_value(model, cursor, &letter.to_string())),
    }
}
