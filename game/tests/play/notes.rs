//! Notes by hand, which are undone and redone with the turns.

use game::{Action, Arrow, InputPurpose, Message, NoteKind};
use sudoku_guide::Shape;

use super::table::{KeptGames, TWOFOLD, Table};

/// Returns the names of the noted variables in order.
fn noted(table: &Table) -> Vec<String> {
    table.model.notes().iter().map(|&variable| table.model.board().puzzle().name(variable)).collect()
}

/// Returns the names of the variables noted in corners, in order.
fn in_corners(table: &Table) -> Vec<String> {
    table.model.corner_notes().iter().map(|&variable| table.model.board().puzzle().name(variable)).collect()
}

/// Returns a game in which value keys write notes, without help and with the cursor on an open cell.
fn noting() -> Table {
    let mut table = Table::sudoku(&[TWOFOLD]).at_level(0);
    table.go("r1c3");
    table.act(Action::Notes);
    assert!(table.model.is_noting());
    assert_eq!(table.said(), "Notes on: values are written as notes. Press n to end.");
    table
}

#[test]
fn what_is_noted_is_on_no_board_and_can_be_taken_back() {
    let mut table = noting();
    let cell = table.cell("r1c3");
    table.act(Action::Value(1));
    table.act(Action::Place);
    assert!(table.model.typing().is_none(), "Enter ends the typing");
    // Notes by typing, by a click on the value, and by its name.
    table.act(Action::Place);
    table.tell(Message::Typed('2'));
    table.tell(Message::ClickPlace(cell, Some(table.variable("r1c3=4"))));
    table.tell(Message::Named(table.variable("r1c4=9"), InputPurpose::Note));
    assert_eq!(noted(&table), ["r1c3=1", "r1c3=2", "r1c3=4", "r1c4=9"]);
    assert_eq!(table.said(), "Notes in r1c4: 9.");
    assert!(table.placed().is_empty());
    for left in [&["r1c3=1", "r1c3=2", "r1c3=4"][..], &["r1c3=1", "r1c3=2"]] {
        table.act(Action::Undo);
        assert_eq!(noted(&table), left);
    }
    table.act(Action::Redo);
    assert_eq!(noted(&table), ["r1c3=1", "r1c3=2", "r1c3=4"]);
    assert_eq!(table.said(), "Notes in r1c3: 1 2 4.");
    // The same key erases the note; the key that removes a value erases all notes of the cell.
    table.go("r1c3");
    table.act(Action::Value(2));
    assert_eq!(noted(&table), ["r1c3=1", "r1c3=4"]);
    table.act(Action::Remove);
    assert!(noted(&table).is_empty());
    table.act(Action::Undo);
    assert_eq!(noted(&table), ["r1c3=1", "r1c3=4"]);
    table.act(Action::Notes);
    assert!(!table.model.is_noting());
    assert_eq!(table.said(), "Notes off: values are placed.");
    table.act(Action::Value(2));
    assert_eq!(table.placed(), ["r1c3=2"]);
}

#[test]
fn where_a_value_stands_there_is_no_place_for_notes() {
    let mut table = noting();
    table.tell(Message::Named(table.variable("r1c3=2"), InputPurpose::Place));
    table.act(Action::Value(1));
    assert_eq!(table.said(), "r1c3 has a value: no notes there.");
    table.go("r1c1");
    table.act(Action::Value(1));
    assert_eq!(table.said(), "r1c1 has a value: no notes there.");
    assert!(noted(&table).is_empty());
}

#[test]
fn a_value_rubs_out_the_notes_that_it_rules_out_unless_no_help_is_wanted() {
    // The value in r1c3 excludes the same value in its row, and every other value of its cell.
    let all = ["r1c3=2", "r1c3=4", "r1c4=4", "r1c4=6", "r9c9=9"];
    for (level, left) in [(0, &all[..]), (1, &["r1c4=6", "r9c9=9"]), (2, &["r1c4=6", "r9c9=9"])] {
        let mut table = noting();
        all.iter().for_each(|name| table.tell(Message::Named(table.variable(name), InputPurpose::Note)));
        assert_eq!(noted(&table), all);
        let mut table = table.at_level(level);
        table.tell(Message::Named(table.variable("r1c3=4"), InputPurpose::Place));
        assert_eq!(table.placed(), ["r1c3=4"]);
        assert_eq!(noted(&table), left, "level {level}");
        // Undo brings the notes back with the turn, and redo erases them again.
        table.act(Action::Undo);
        assert_eq!((noted(&table).len(), table.placed().len()), (5, 0));
        table.act(Action::Redo);
        assert_eq!(
            (noted(&table).as_slice(), table.placed().len()),
            (&left.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()[..], 1)
        );
    }
}

#[test]
fn a_second_value_rubs_out_as_the_first_one_did() {
    let mut table = noting().at_level(1);
    for name in ["r1c4=9", "r9c9=9"] {
        table.tell(Message::Named(table.variable(name), InputPurpose::Note));
    }
    table.tell(Message::Named(table.variable("r1c3=2"), InputPurpose::Place));
    assert_eq!(noted(&table), ["r1c4=9", "r9c9=9"]);
    table.tell(Message::Named(table.variable("r2c5=9"), InputPurpose::Place));
    assert_eq!(noted(&table), ["r9c9=9"], "it stands in the same box");
    table.act(Action::Undo);
    assert_eq!(noted(&table), ["r1c4=9", "r9c9=9"]);
}

#[test]
fn notes_are_kept_and_nothing_else_need_have_been_done() {
    let (shape, kept) = (Shape::new(2, 2).unwrap(), KeptGames::default());
    let grid = "1...............";
    let mut table = Table::kept_sudoku(shape, &[grid], &kept);
    table.tell(Message::Leaving);
    assert!(kept.lock().unwrap().is_empty());
    table.tell(Message::Named(table.variable("r1c2=2"), InputPurpose::Note));
    table.tell(Message::Leaving);
    assert_eq!(noted(&Table::kept_sudoku(shape, &[grid], &kept)), ["r1c2=2"]);
}

#[test]
fn corner_notes_are_written_beside_the_notes_in_the_middle() {
    let mut table = noting();
    table.act(Action::Value(1));
    table.act(Action::CornerNotes);
    assert_eq!(table.said(), "Corner notes on: values are noted in the corner. Press O to end.");
    assert_eq!(table.model.noted_kind(), Some(NoteKind::Corner));
    table.act(Action::Value(1));
    table.act(Action::Value(4));
    assert_eq!(table.said(), "Notes in r1c3: 1. In the corner: 1 4.");
    assert_eq!(
        (noted(&table), in_corners(&table)),
        (vec!["r1c3=1".to_owned()], vec!["r1c3=1".into(), "r1c3=4".into()])
    );
    // By typing a value after Enter, by a click on a note, and by name. The first Enter ends the typing before.
    table.act(Action::Place);
    table.act(Action::Place);
    assert_eq!(game::words::asked(&table.model).unwrap(), "Corner note for r1c3: _");
    table.tell(Message::Typed('2'));
    let cell = table.cell("r1c3");
    table.tell(Message::ClickPlace(cell, Some(table.variable("r1c3=4"))));
    table.tell(Message::Named(table.variable("r1c4=6"), InputPurpose::CornerNote));
    assert_eq!(in_corners(&table), ["r1c3=1", "r1c3=2", "r1c4=6"]);
    assert_eq!(table.said(), "Notes in the corner of r1c4: 6.");
    assert!(table.placed().is_empty());
    // Undone are: r1c4=6 written, r1c3=4 erased, r1c3=2 written, r1c3=4 written.
    for left in [2, 3, 2, 1] {
        table.act(Action::Undo);
        assert_eq!(in_corners(&table).len(), left);
    }
    assert_eq!(noted(&table), ["r1c3=1"], "undone in order");
    for _ in 0..4 {
        table.act(Action::Redo);
    }
    table.go("r1c3");
    let described = game::words::describe_cursor(&table.model, false).unwrap();
    assert!(described.ends_with("1 noted, 1 2 noted in the corner"), "{described}");
    // The key that removes a value erases all notes of the cell, and one undo brings them back.
    table.act(Action::Remove);
    assert_eq!((noted(&table).len(), in_corners(&table)), (0, vec!["r1c4=6".to_owned()]));
    table.act(Action::Undo);
    assert_eq!((noted(&table).len(), in_corners(&table).len()), (1, 3));
    // The key of the other kind changes the kind, and the same key again ends it.
    table.act(Action::Notes);
    assert_eq!(table.model.noted_kind(), Some(NoteKind::Centre));
    table.act(Action::Notes);
    assert!(!table.model.is_noting());
}

#[test]
fn a_value_rubs_out_corner_notes_and_selected_cells_share_them() {
    let mut table = noting().at_level(1);
    table.act(Action::CornerNotes);
    table.go("r1c3");
    table.act(Action::Select(Arrow::Right));
    table.act(Action::Value(4));
    assert_eq!(table.said(), "Corner note 4 written in 2 cells.");
    assert_eq!(in_corners(&table), ["r1c3=4", "r1c4=4"]);
    table.tell(Message::Named(table.variable("r1c3=4"), InputPurpose::Place));
    assert!(in_corners(&table).is_empty());
    table.act(Action::Undo);
    assert_eq!(in_corners(&table), ["r1c3=4", "r1c4=4"]);
}

#[test]
fn corner_notes_are_kept() {
    let (shape, kept) = (Shape::new(2, 2).unwrap(), KeptGames::default());
    let grid = "1...............";
    let mut table = Table::kept_sudoku(shape, &[grid], &kept);
    table.tell(Message::Named(table.variable("r1c2=2"), InputPurpose::CornerNote));
    table.tell(Message::Leaving);
    let table = Table::kept_sudoku(shape, &[grid], &kept);
    assert_eq!((noted(&table).len(), in_corners(&table)), (0, vec!["r1c2=2".to_owned()]));
}

/// A note that was ruled out before a move stays: the move must not hide the mistake.
#[test]
fn a_move_erases_only_the_notes_that_it_rules_out() {
    let mut table = Table::sudoku(&[TWOFOLD]).at_level(1);
    table.go("r1c3");
    table.act(Action::Notes);
    // There is a 5 in row 1 already.
    for value in [4, 5] {
        table.act(Action::Value(value));
    }
    assert_eq!(noted(&table), ["r1c3=4", "r1c3=5"]);
    table.tell(Message::Named(table.variable("r5c5=5"), InputPurpose::Place));
    assert_eq!(noted(&table), ["r1c3=4", "r1c3=5"], "this 5 is far away");
    table.tell(Message::Named(table.variable("r1c4=4"), InputPurpose::Place));
    assert_eq!(noted(&table), ["r1c3=5"], "this 4 rules the other note out");
}
