//! Typed and pasted text: values of several digits, cells, commands, lists of names.

use game::{Action, Arrow, Assist, Message, Mode, Page, Series};
use puzzle_core::Marks;
use sudoku_guide::{Grid, Shape, Sudoku};

use super::table::{KeptGames, TWOFOLD, Table};

/// Returns a Sudoku of ten values with an open first row, in which `1` may be the beginning of `10`.
fn ten() -> Table {
    let shape = Shape::new(2, 5).unwrap();
    let value = |row: usize, column: usize| if row == 0 { 0 } else { (row % 2 * 5 + row / 2 + column) % 10 + 1 };
    let values = (0..100).map(|cell| value(cell / 10, cell % 10) as u8).collect();
    let mut table = Table::before(Series::of(vec![Sudoku::new(Grid::new(shape, values).unwrap()).into()]), 1).begin();
    table = table.at_level(0);
    table.go("r1c2");
    table
}

fn text(table: &Table) -> Option<&str> {
    table.model.typing()
}

#[test]
fn a_value_that_may_go_on_waits_for_its_next_digit() {
    for begin in [Message::Act(Action::Value(1)), Message::Typed('1')] {
        let mut table = ten();
        if matches!(begin, Message::Typed(_)) {
            table.act(Action::Place);
        }
        table.tell(begin);
        assert_eq!((text(&table), table.placed().len()), (Some("1"), 0));
        table.tell(Message::Typed('0'));
        let ten = table.placed();
        assert_eq!((text(&table), ten.len()), (None, 1));
        table.act(Action::Undo);
        table.act(Action::Value(1));
        table.tell(Message::Entered);
        assert_eq!((table.placed(), text(&table)), (vec!["r1c2=1".to_owned()], None));
        assert_ne!(table.placed(), ten);
    }
}

#[test]
fn a_value_stays_as_far_as_it_is_typed_wherever_the_cursor_goes_next() {
    for (direction, to) in [(Arrow::Right, "r1c3"), (Arrow::Down, "r2c2"), (Arrow::Up, "r1c2")] {
        let mut table = ten();
        table.act(Action::Value(1));
        table.act(Action::Move(direction));
        assert_eq!((table.placed(), text(&table)), (vec!["r1c2=1".to_owned()], None));
        assert_eq!(table.model.cursor(), table.cell(to));
        assert_eq!(table.said(), "r1c2=1 placed.");
        // An arrow without typed text leaves no notice.
        table.act(Action::Move(Arrow::Left));
        assert_eq!(table.model.notice(), None);
    }
    // A value selected by the arrows is entered as well; the cursor does not leave other prompts.
    let mut table = ten();
    [Action::Place, Action::Move(Arrow::Up), Action::Move(Arrow::Left)].into_iter().for_each(|it| table.act(it));
    assert_eq!((table.placed(), table.model.cursor()), (vec!["r1c2=1".to_owned()], table.cell("r1c1")));
    for action in [Action::Go, Action::Command] {
        table.act(action);
        table.tell(Message::Typed('r'));
        table.act(Action::Move(Arrow::Right));
        table.act(Action::Move(Arrow::Up));
        assert_eq!((text(&table), table.model.cursor()), (Some("r"), table.cell("r1c1")));
        table.act(Action::Cancel);
    }
}

#[test]
fn enter_after_a_value_is_of_no_effect_once() {
    let mut table = Table::sudoku(&[TWOFOLD]).at_level(0);
    table.go("r1c3");
    table.act(Action::Value(1));
    // Elapsed time does not count as an action.
    table.tell(Message::Elapsed(std::time::Duration::from_millis(100)));
    table.act(Action::Place);
    assert_eq!((text(&table), table.placed().len()), (None, 1));
    table.act(Action::Place);
    assert_eq!(text(&table), Some(""));
    table.tell(Message::Typed('2'));
    // After other actions, Enter acts again.
    table.act(Action::Move(Arrow::Right));
    table.act(Action::Move(Arrow::Left));
    table.act(Action::Place);
    assert_eq!(text(&table), Some(""));
}

#[test]
fn there_is_no_value_beyond_the_last() {
    let mut table = Table::sudoku(&[TWOFOLD]).at_level(0);
    table.go("r1c3");
    table.act(Action::Value(10));
    assert_eq!(table.said(), "r1c3 has no value \"10\": expected 1 to 9.");
    assert_eq!((text(&table), table.placed().len()), (None, 0));
}

#[test]
fn names_that_are_pasted_are_placed_in_one_turn_and_all_else_is_read() {
    let mut table = Table::queens(8).at_level(0);
    table.tell(Message::Pasted(" a1, c2\n".to_owned()));
    assert_eq!(table.placed(), ["a1", "c2"]);
    table.act(Action::Undo);
    assert!(table.placed().is_empty(), "in one turn");
    table.act(Action::Cancel);
    table.tell(Message::Pasted(" \n,".to_owned()));
    assert_eq!((table.model.notice(), table.placed().len()), (None, 0), "there is nothing in it");
    for (page, pasted) in [(false, "a1 k99"), (false, "abc"), (true, "a1")] {
        table.act(if page { Action::Pause } else { Action::Cancel });
        table.tell(Message::Pasted(pasted.to_owned()));
        assert!(table.said().starts_with("Can't read this as a puzzle, nor as a list of names"), "{}", table.said());
        assert!(table.placed().is_empty(), "{pasted}");
    }
    assert!(matches!(table.model.mode(), Mode::Page(Page::Paused)), "it stays covered");
    // Before a puzzle is loaded, a name can't be placed.
    let mut before = Table::before_queens(8);
    before.tell(Message::Pasted(" ".to_owned()));
    assert_eq!(before.model.notice(), None);
    before.tell(Message::Pasted("a1".to_owned()));
    assert!(before.said().starts_with("Can't read this as a puzzle"), "{}", before.said());
}

/// Terminals such as xterm and tmux send the line ends of a pasted text as carriage returns.
#[test]
fn carriage_returns_in_a_pasted_text_are_line_ends() {
    let mut table = Table::queens(8).at_level(0);
    table.tell(Message::Pasted("AAB\rABB\r\nCCB\r".to_owned()));
    assert_eq!(table.read, ["AAB\nABB\nCCB\n"]);
}

#[test]
fn what_is_pasted_where_something_is_typed_is_typed() {
    let mut table = Table::queens(8);
    table.act(Action::Command);
    table.tell(Message::Typed('w'));
    table.tell(Message::Pasted(" a\t1.toml\n".to_owned()));
    assert_eq!(text(&table), Some("w a1.toml"), "but for what is no letter");
    table.tell(Message::Pasted("x".repeat(2000)));
    assert_eq!(text(&table).map(str::len), Some(1000), "as long as a command may be");
    assert!(table.placed().is_empty());
}

#[test]
fn a_game_begins_with_the_marks_that_are_wanted_in_one_turn() {
    let before = Table::before_queens(8);
    let marks = Marks {
        placed: [before.variable("a1")].into(),
        blocked: [before.variable("b5"), before.variable("h8")].into(),
    };
    let mut table = before.with(|model| model.with_marks(Some(marks.clone()))).begin();
    assert_eq!(table.model.guide().unwrap().marks(), &marks);
    assert_eq!(table.said(), "Position set up. Press u to undo.");
    table.act(Action::Undo);
    assert!(table.model.guide().unwrap().marks().is_empty());
    table.act(Action::NextPuzzle);
    assert!(table.placed().is_empty(), "only the first game begins with them");
    // Empty marks make no turn.
    let table = Table::before_queens(8).with(|model| model.with_marks(Some(Marks::default()))).begin();
    assert!(table.said().starts_with(&table.model.board().puzzle().task()) && !table.model.can_undo());
}

/// Checks that a solution that a link sets up is shown, and is not counted as the player's.
#[test]
fn a_solution_that_is_set_up_is_not_counted() {
    let before = Table::before_queens(8);
    let placed = ["a1", "b5", "c8", "d6", "e3", "f7", "g2", "h4"].map(|square| before.variable(square)).into();
    let marks = Marks { placed, blocked: [].into() };
    let mut table = before.with(|model| model.with_marks(Some(marks))).begin();
    assert!(table.model.is_over());
    assert!(table.solved.is_empty() && table.model.statistics.of("8 x 8 queens").is_none());
    table.act(Action::Restart);
    assert!(table.placed().is_empty() && !table.model.is_over());
}

/// Checks that a level that plays forced moves is left for the next board.
#[test]
fn the_next_board_does_not_play_itself() {
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(1);
    table.act(Action::Assist(Assist::Forced));
    table.act(Action::NextPuzzle);
    assert_eq!((table.model.number(), table.model.assist()), (9, Assist::Dead));
}
