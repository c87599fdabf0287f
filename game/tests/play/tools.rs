//! Several selected cells, colours of cells, and letters typed as values.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Action, Arrow, CELL_COLOURS, Message, Save};
use puzzle_core::{Budget, Session};
use sudoku_guide::Shape;

use super::table::{KeptGames, TWOFOLD, Table};

/// Returns a game of a Sudoku of 16 x 16 with a single clue.
fn large() -> Table {
    let grid = format!("1{}", ".".repeat(255));
    Table::kept_sudoku(Shape::new(4, 4).unwrap(), &[&grid], &KeptGames::default()).at_level(0)
}

fn sudoku() -> Table {
    let mut table = Table::kept_sudoku(Shape::NINE, &[TWOFOLD], &KeptGames::default()).at_level(0);
    table.go("r1c3");
    table
}

fn noted(table: &Table) -> Vec<String> {
    table.model.notes().iter().map(|&variable| table.model.board().puzzle().name(variable)).collect()
}

fn selected(table: &Table) -> Vec<String> {
    table.model.selected_cells().iter().map(|&cell| table.model.board().puzzle().cell_name(cell)).collect()
}

#[test]
fn cells_are_selected_by_keys_and_by_drags_until_the_cursor_moves() {
    let mut table = sudoku();
    table.act(Action::Select(Arrow::Right));
    table.act(Action::Select(Arrow::Down));
    assert_eq!(selected(&table), ["r1c3", "r1c4", "r2c4"]);
    assert_eq!(table.model.cursor(), table.cell("r2c4"));
    table.tell(Message::Swept { from: table.cell("r2c4"), to: table.cell("r2c7") });
    assert_eq!(selected(&table), ["r1c3", "r1c4", "r2c4", "r2c5", "r2c6", "r2c7"]);
    for ends in [Message::Act(Action::Move(Arrow::Left)), Message::Act(Action::Cancel)] {
        table.act(Action::Select(Arrow::Right));
        assert!(!selected(&table).is_empty());
        table.tell(ends);
        assert!(selected(&table).is_empty() && table.is_playing());
    }
    let mut queens = Table::queens(8);
    queens.act(Action::Select(Arrow::Right));
    assert!(selected(&queens).is_empty(), "squares have no values");
}

#[test]
fn a_value_fills_the_selected_cells_in_one_turn_and_again_empties_them() {
    let mut table = sudoku();
    table.act(Action::Select(Arrow::Right));
    table.act(Action::Select(Arrow::Right));
    // r1c5 is given.
    table.act(Action::Value(2));
    assert_eq!(table.placed(), ["r1c3=2", "r1c4=2"]);
    table.act(Action::Value(4));
    assert_eq!(table.placed(), ["r1c3=4", "r1c4=4"], "another value replaces the first");
    table.act(Action::Value(4));
    assert!(table.placed().is_empty());
    for placed in [2, 2, 0] {
        table.act(Action::Undo);
        assert_eq!(table.placed().len(), placed, "one undo a turn");
    }
    table.act(Action::Redo);
    table.go("r1c3");
    table.act(Action::Select(Arrow::Right));
    table.act(Action::Remove);
    assert!(table.placed().is_empty());
}

#[test]
fn a_guided_level_refuses_a_value_in_any_selected_cell() {
    let mut table = sudoku().at_level(2);
    table.go("r1c3");
    table.act(Action::Select(Arrow::Right));
    table.act(Action::Value(3));
    assert!(table.placed().is_empty() && table.said().starts_with("Not placed."), "{}", table.said());
}

#[test]
fn a_note_is_written_in_all_selected_cells_and_erased_in_all() {
    let mut table = sudoku();
    table.act(Action::Notes);
    table.act(Action::Value(1));
    table.act(Action::Select(Arrow::Right));
    table.act(Action::Select(Arrow::Right));
    table.act(Action::Value(1));
    assert_eq!(noted(&table), ["r1c3=1", "r1c4=1"], "the given cell has no notes");
    assert_eq!(table.said(), "Note 1 written in 1 cell.");
    table.act(Action::Value(1));
    assert!(noted(&table).is_empty());
    assert_eq!(table.said(), "Note 1 erased in 2 cells.");
    table.act(Action::Undo);
    assert_eq!(noted(&table).len(), 2);
    table.act(Action::Remove);
    assert!(noted(&table).is_empty());
    table.act(Action::Remove);
    assert_eq!(table.said(), "The selected cells have no values or notes of yours.");
}

#[test]
fn colours_go_round_and_are_saved() {
    let mut table = sudoku();
    for colour in 1..=CELL_COLOURS {
        table.act(Action::Colour);
        assert_eq!(table.model.cell_colours().of(table.cell("r1c3")), Some(colour));
    }
    table.act(Action::Colour);
    assert_eq!(table.model.cell_colours().of(table.cell("r1c3")), None);
    assert_eq!(table.said(), "No colour on r1c3.");
    table.act(Action::Select(Arrow::Right));
    table.act(Action::Colour);
    table.act(Action::Colour);
    assert_eq!(table.said(), "Colour 2 of 6 on 2 cells.");
    let save = table.model.save().unwrap();
    let written = save.transcript();
    assert!(written.contains("[colours]\nr1c3 = 2\nr1c4 = 2\n"), "{written}");
    let resumed = |text: &str| {
        let source = Arc::clone(table.model.session().unwrap().source());
        let session = Box::new(Session::new(source, &mut Budget::unlimited()).unwrap());
        let save = Save::from_transcript(text).unwrap();
        save.resume(table.model.board().puzzle(), session, &mut Budget::unlimited())
    };
    assert_eq!(&resumed(&written).unwrap().colours, table.model.cell_colours());
    let faults = BTreeMap::from([("r1c4 = 7", "r1c4 has colour 7: expected 1 to 6"), ("r99c1 = 1", "colours: ")]);
    for (line, expected) in faults {
        let error = resumed(&written.replace("r1c4 = 2", line)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    // A game with only a colour is worth saving, and resumes with the colour.
    table.tell(Message::Leaving);
    let kept = Arc::clone(&table.kept);
    let table = Table::kept_sudoku(Shape::NINE, &[TWOFOLD], &kept);
    assert_eq!(table.model.cell_colours().of(table.cell("r1c4")), Some(2));
}

#[test]
fn colours_are_undone_and_redone_in_order_with_turns_and_notes() {
    let mut table = sudoku();
    let colours = |table: &Table| ["r1c3", "r1c4"].map(|name| table.model.cell_colours().of(table.cell(name)));
    table.act(Action::Colour);
    table.act(Action::Value(1));
    table.act(Action::Select(Arrow::Right));
    table.act(Action::Colour);
    assert_eq!(colours(&table), [Some(1), Some(1)]);
    table.go("r1c3");
    table.act(Action::Colour);
    assert_eq!(colours(&table), [Some(2), Some(1)]);
    table.act(Action::Undo);
    assert_eq!((table.said(), colours(&table)), ("Undid: colour of r1c3.".to_owned(), [Some(1), Some(1)]));
    table.act(Action::Undo);
    assert_eq!((table.said(), colours(&table)), ("Undid: colour of 2 cells.".to_owned(), [Some(1), None]));
    table.act(Action::Undo);
    assert!(table.placed().is_empty(), "the value");
    table.act(Action::Undo);
    assert_eq!(colours(&table), [None, None]);
    for _ in 0..4 {
        table.act(Action::Redo);
    }
    assert_eq!((table.said(), colours(&table)), ("Redid: colour of r1c3.".to_owned(), [Some(2), Some(1)]));
    assert_eq!(table.placed(), ["r1c3=1"]);
}

#[test]
fn letters_are_values_until_esc() {
    let mut table = large();
    table.go("r1c2");
    assert!(!table.model.takes_as_value('c'));
    table.act(Action::Letters);
    assert!(table.model.types_letters() && table.is_playing());
    for (letter, is_value) in [('c', true), ('C', true), ('9', true), ('g', true), ('h', false), ('0', false)] {
        assert_eq!(table.model.takes_as_value(letter), is_value, "{letter}");
    }
    // A digit is a whole value, not the beginning of 10 to 16.
    table.tell(Message::ValueTyped('1'));
    assert!(table.model.typing().is_none());
    table.tell(Message::ValueTyped('c'));
    assert_eq!(table.placed(), ["r1c2=C"]);
    table.act(Action::Notes);
    table.go("r1c3");
    table.tell(Message::ValueTyped('D'));
    assert_eq!(noted(&table), ["r1c3=D"]);
    table.tell(Message::ValueTyped('z'));
    assert_eq!(table.said(), "r1c3 has no value \"z\": expected 1 to G.");
    table.act(Action::Cancel);
    assert!(!table.model.types_letters() && table.is_playing());
    assert!(!table.model.takes_as_value('c'));
}
