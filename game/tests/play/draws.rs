//! Drawing with the mouse, which blocks several cells at once, and clicks that cycle the state of a cell.

use std::sync::Arc;

use game::{Action, Assist, Message, Preferences, Series};
use nqueens_guide::{Placement, Queens, Size};
use puzzle_core::Diagram;
use puzzle_kind::{Entry, Opened};

use super::table::Table;

/// Returns the names of the blocked variables in alphabetical order.
fn blocked(table: &Table) -> Vec<String> {
    let marks = table.model.guide().unwrap().marks();
    let mut names: Vec<String> =
        marks.blocked.iter().map(|&variable| table.model.board().puzzle().name(variable)).collect();
    names.sort();
    names
}

fn block(table: &mut Table, cell: &str) {
    table.tell(Message::ClickBlock(table.cell(cell), None));
}

fn sweep(table: &mut Table, from: &str, to: &str) {
    table.tell(Message::Swept { from: table.cell(from), to: table.cell(to) });
}

#[test]
fn a_draw_rules_out_what_is_empty_on_its_way_and_is_taken_back_at_once() {
    for (from, to, drawn) in [
        ("a1", "d1", vec!["a1", "b1", "c1", "d1"]),
        ("d4", "a1", vec!["a1", "b2", "c3", "d4"]),
        ("h1", "f3", vec!["f3", "g2", "h1"]),
        ("c2", "c5", vec!["c2", "c3", "c4", "c5"]),
        // Without a straight line, only the last cell is blocked.
        ("a1", "b3", vec!["a1", "b3"]),
    ] {
        let mut table = Table::queens(8).at_level(0);
        block(&mut table, from);
        sweep(&mut table, from, to);
        assert_eq!(
            (blocked(&table), table.model.cursor()),
            (drawn.iter().map(|name| (*name).to_owned()).collect(), table.cell(to))
        );
        table.act(Action::Undo);
        assert_eq!(blocked(&table), [""; 0], "{from} to {to}");
        table.act(Action::Undo);
        assert_eq!(table.said(), "Nothing to undo.");
    }
}

#[test]
fn a_draw_goes_on_from_where_it_was_and_leaves_what_stands() {
    let mut table = Table::queens(8).at_level(0);
    table.click("c1");
    block(&mut table, "e1");
    block(&mut table, "a1");
    for (from, to) in [("a1", "b1"), ("b1", "c1"), ("c1", "d1"), ("d1", "e1"), ("e1", "f1")] {
        sweep(&mut table, from, to);
    }
    assert_eq!(
        (blocked(&table), table.placed()),
        (["a1", "b1", "d1", "e1", "f1"].map(str::to_owned).to_vec(), vec!["c1".to_owned()])
    );
    table.act(Action::Undo);
    assert_eq!((blocked(&table), table.placed()), (vec!["e1".to_owned()], vec!["c1".to_owned()]));
    // Redo repeats the turns of a draw one by one.
    table.act(Action::Redo);
    assert_eq!(blocked(&table), ["a1", "e1"]);
}

#[test]
fn what_is_done_between_two_draws_is_of_neither() {
    let mut table = Table::queens(8).at_level(0);
    block(&mut table, "a1");
    sweep(&mut table, "a1", "b1");
    table.click("h8");
    table.act(Action::Undo);
    assert_eq!((blocked(&table), table.placed()), (vec!["a1".to_owned(), "b1".to_owned()], Vec::new()));
    block(&mut table, "a8");
    sweep(&mut table, "a8", "b8");
    for left in [vec!["a1", "b1"], vec![]] {
        table.act(Action::Undo);
        assert_eq!(blocked(&table), left);
    }
}

#[test]
fn nothing_is_drawn_outside_of_the_board_or_over_what_is_shown() {
    let mut table = Table::queens(8).at_level(0);
    let outside = puzzle_kind::Cell { row: 8, column: 0 };
    for (from, to) in [(table.cell("a1"), outside), (outside, table.cell("a1"))] {
        table.tell(Message::Swept { from, to });
        assert_eq!(blocked(&table), [""; 0]);
    }
    table.act(Action::Diagram);
    sweep(&mut table, "a1", "d1");
    table.act(Action::Cancel);
    assert!(table.is_playing());
    assert_eq!(blocked(&table), [""; 0]);
}

#[test]
fn a_draw_leaves_what_is_shown_as_attacked() {
    let mut table = Table::queens(8).at_level(1);
    table.click("b4");
    sweep(&mut table, "a1", "h1");
    // The click would block a1; b1 is on the queen's file, and e1 on its diagonal.
    assert_eq!(blocked(&table), ["c1", "d1", "f1", "g1", "h1"]);
}

#[test]
fn where_the_first_click_rules_out_the_second_one_places_and_the_third_one_clears() {
    let preferences = Preferences { rules_out_first: Some(true), ..Preferences::default() };
    let mut table = Table::queens(8).with_preferences(preferences).at_level(0);
    let click = |table: &mut Table, name: &str| {
        table.tell(Message::ClickPlace(table.cell(name), None));
        (blocked(table), table.placed())
    };
    let one = || vec!["c3".to_owned()];
    assert_eq!(click(&mut table, "c3"), (one(), Vec::new()));
    assert_eq!(click(&mut table, "c3"), (Vec::new(), one()));
    assert_eq!(click(&mut table, "c3"), (Vec::new(), Vec::new()));
    // So it is by default, on every board.
    table = table.with_preferences(Preferences::default());
    assert_eq!(click(&mut table, "c3"), (one(), Vec::new()));
    table = table.with_preferences(Preferences { rules_out_first: Some(false), ..Preferences::default() });
    assert_eq!(click(&mut table, "c3"), (one(), Vec::new()), "a blocked square is refused");
    block(&mut table, "c3");
    assert_eq!(click(&mut table, "c3"), (Vec::new(), one()));
    // A square that is shown as attacked needs no block.
    table = table.with_preferences(preferences).at_level(Assist::ALL.len() as u8 - 2);
    let refused = click(&mut table, "c4");
    assert_eq!(refused, (Vec::new(), one()));
    assert!(table.said().starts_with("No queen on "), "{}", table.said());
}

#[test]
fn what_was_taken_back_before_a_draw_is_not_of_the_draw() {
    let mut table = Table::queens(8).at_level(0);
    table.click("h8");
    block(&mut table, "a1");
    sweep(&mut table, "a1", "b1");
    table.click("c5");
    table.act(Action::Undo);
    table.act(Action::Undo);
    assert_eq!((blocked(&table), table.placed()), (Vec::new(), vec!["h8".to_owned()]));
}

#[test]
fn a_draw_goes_over_what_is_forced_unless_the_guide_says_so() {
    for (level, drawn) in [(0, vec!["a2", "b2", "c2", "d2"]), (2, vec!["a2"])] {
        let mut table = Table::queens(4).at_level(level);
        table.click("b1");
        block(&mut table, "a2");
        sweep(&mut table, "a2", "d2");
        assert_eq!(blocked(&table), drawn.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), "level {level}");
    }
}

#[test]
fn the_chosen_first_click_holds_at_every_level() {
    for (level, chosen, is_blocked) in [(2, None, false), (2, Some(true), true), (0, Some(false), false)] {
        let preferences = Preferences { rules_out_first: chosen, ..Preferences::default() };
        let mut table = Table::queens(5).with_preferences(preferences).at_level(level);
        table.tell(Message::ClickPlace(table.cell("b1"), None));
        assert_eq!(blocked(&table) == ["b1"], is_blocked, "{level} {chosen:?}");
        assert_eq!(table.placed().is_empty(), is_blocked);
    }
    // A square that is shown as forced can't be blocked.
    let preferences = Preferences { rules_out_first: Some(true), ..Preferences::default() };
    let mut table = Table::queens(5).at_level(2);
    table.click("b1");
    table.click("e2");
    table = table.with_preferences(preferences);
    table.tell(Message::ClickPlace(table.cell("c3"), None));
    assert_eq!(table.placed(), ["b1", "e2", "c3"]);
}

#[test]
fn what_is_closed_from_the_beginning_stays_so() {
    let placement = Placement::new(Size::new(5).unwrap(), [], ["c3".parse().unwrap()]).unwrap();
    let preferences = Preferences { rules_out_first: Some(true), ..Preferences::default() };
    for level in [0, 2] {
        let entry = Entry::new(Arc::new(Queens::completing(&placement)), {
            let placement = placement.clone();
            move |budget| Ok(Opened::new(Diagram::conjoin(Queens::completing(&placement), budget)?))
        });
        let mut table = Table::before(Series::of(vec![entry]), 1).with_preferences(preferences).begin();
        table = table.at_level(level);
        let c3 = table.variable("c3");
        for message in [
            Message::ClickPlace(table.cell("c3"), None),
            Message::ClickBlock(table.cell("c3"), None),
            Message::ClickPlace(table.cell("c3"), Some(c3)),
        ] {
            table.tell(message);
            assert_eq!(table.said(), "No queen on c3: blocked from the beginning.", "level {level}");
            assert!(
                table.model.guide().unwrap().marks().is_empty() && table.model.session().unwrap().turn_count() == 0
            );
        }
        // The player's own block can be removed.
        block(&mut table, "a1");
        assert_eq!(blocked(&table), ["a1"]);
        block(&mut table, "a1");
        assert_eq!(blocked(&table), [""; 0]);
    }
}
