//! Moves, undo and redo, up to a solution.

use game::{Action, Arrow, InputPurpose, Message, NoticeKind};
use puzzle_core::{Move, Status, Variable};
use puzzle_kind::Cell;

use super::table::{PROPER, TWOFOLD, Table};

#[test]
fn hints_lead_to_a_solution_of_every_puzzle_and_all_is_undone_and_redone() {
    for mut table in Table::all() {
        let mut turns = 0;
        while !table.model.is_solved() {
            table.act(Action::Hint);
            let hint = table.model.hint().expect("there is something left to do");
            assert!(matches!(hint.first_move(), Move::Place(_) | Move::Block(_)));
            table.follow(hint.first_move());
            assert!(table.model.hint().is_none() && table.model.guide().unwrap().is_completable());
            turns += 1;
        }
        assert_eq!(table.model.attempt().hints, turns, "one hint for each move");
        table.act(Action::Hint);
        assert_eq!(table.said(), "No hint: no move is left.");
        let solved = table.placed();
        for _ in 0..turns {
            table.act(Action::Undo);
            assert!(table.said().starts_with("Undid: "), "{}", table.said());
        }
        assert!(table.placed().is_empty());
        table.act(Action::Undo);
        assert_eq!(table.said(), "Nothing to undo.");
        for _ in 0..turns {
            table.act(Action::Redo);
        }
        assert_eq!(table.placed(), solved);
        table.act(Action::Redo);
        assert_eq!(table.said(), "Nothing to redo.");
        table.act(Action::Clear);
        assert!(table.placed().is_empty());
        table.act(Action::Clear);
        assert!(table.said().ends_with(" is already empty."), "{}", table.said());
        table.act(Action::Undo);
        assert_eq!(table.placed(), solved, "clearing is a turn");
    }
}

#[test]
fn the_guide_counts_what_is_left() {
    let mut queens = Table::queens(8);
    assert_eq!(queens.total(), "92");
    for (square, left) in [("b4", "8"), ("d1", "2")] {
        queens.click(square);
        assert_eq!(queens.total(), left);
    }
    let mut sudoku = Table::sudoku(&[TWOFOLD]);
    assert_eq!(sudoku.total(), "2");
    let open = sudoku.model.guide().unwrap().variables().find(|(.., count)| count.to_string() == "1").unwrap().0;
    sudoku.follow(Move::Place(open));
    assert_eq!(sudoku.total(), "1");
    assert_eq!(Table::regions().total(), "548");
}

#[test]
fn a_mistake_is_refused_with_its_reason_where_there_is_a_guide() {
    let mut table = Table::queens(8);
    table.click("a1");
    let a1 = table.variable("a1");
    table.click("c3");
    assert_eq!(table.said(), "No queen on c3: attacked by a1 on the diagonal.");
    table.click("c2");
    assert_eq!(table.said(), "No queen on c2: dead, a queen here leaves no solution.");
    table.tell(Message::ClickBlock(table.cell("a1"), Some(a1)));
    assert_eq!(table.said(), "A queen is on a1: remove it before you rule the square out.");
    assert_eq!(table.model.notice().unwrap().kind, NoticeKind::Refused);
    let mut small = Table::queens(4);
    small.click("b1");
    let d2 = small.variable("d2");
    small.tell(Message::ClickBlock(small.cell("d2"), Some(d2)));
    assert_eq!(small.said(), "Not ruled out: every remaining solution needs a queen on d2.");
    let mut small = small.at_level(1);
    small.tell(Message::ClickBlock(small.cell("d2"), Some(d2)));
    assert_eq!(small.model.guide().unwrap().marks().blocked, [d2].into(), "nobody has said that it is needed");
    assert_eq!(table.placed(), ["a1"]);
    let mut table = table.at_level(0);
    table.click("c3");
    assert_eq!(table.placed(), ["a1", "c3"]);
    assert_eq!(table.total(), "0");
    table.act(Action::Verify);
    assert_eq!(
        table.said(),
        "No solution from here. Press b to go back to a solvable position. This attempt now counts as helped."
    );
    table.act(Action::BackToSolvable);
    assert_eq!(table.said(), "Went back 1 move; the puzzle is solvable again.");
    table.act(Action::BackToSolvable);
    assert_eq!(table.said(), "Still solvable: no need to go back.");
}

#[test]
fn the_way_back_is_counted_in_turns() {
    let mut table = Table::queens(8).at_level(1);
    // No turn after the first has a completion.
    for square in ["a1", "b3", "c5", "d2", "e4"] {
        table.click(square);
    }
    let is_completable = |table: &Table| table.model.guide().unwrap().is_completable();
    while is_completable(&table) {
        let made = table.model.guide().unwrap().variables().find(|(_, status, _)| status.is_live()).unwrap().0;
        table.follow(Move::Place(made));
    }
    let turns = table.placed().len();
    table.act(Action::BackToSolvable);
    let back = turns - table.placed().len();
    assert_eq!(
        table.said(),
        format!("Went back {back} moves; the puzzle is solvable again. This attempt now counts as helped.")
    );
    assert!(is_completable(&table));
    for _ in 0..back {
        assert!(is_completable(&table) || table.placed().len() > turns - back);
        table.act(Action::Redo);
    }
    assert!(!is_completable(&table));
}

#[test]
fn what_was_forced_goes_with_the_move_that_forced_it() {
    let mut table = Table::queens(4).at_level(4);
    table.click("b1");
    assert_eq!(table.said(), "Queen placed on b1. Played for you: d2, a3, c4.");
    assert!(table.model.is_solved());
    assert_eq!(table.said(), "Queen placed on b1. Played for you: d2, a3, c4.");
    table.act(Action::Undo);
    assert!(table.placed().is_empty());
    table.act(Action::Redo);
    assert_eq!(table.placed(), ["b1", "d2", "a3", "c4"]);

    let mut sudoku = Table::sudoku(&[PROPER]).at_level(4);
    assert!(sudoku.model.is_solved(), "of a puzzle with one solution everything is forced");
    sudoku.act(Action::Undo);
    assert!(sudoku.placed().is_empty());
}

#[test]
fn a_value_takes_the_place_of_another_one_in_one_turn() {
    let mut table = Table::sudoku(&[TWOFOLD]).at_level(0);
    table.go("r1c3");
    table.act(Action::Value(1));
    assert_eq!(table.placed(), ["r1c3=1"]);
    table.act(Action::Place);
    assert_eq!(table.placed(), ["r1c3=1"], "Enter ends the typing, and takes nothing away");
    table.act(Action::Place);
    assert!(table.model.typing().is_some(), "of several values one has to be typed");
    table.tell(Message::Typed('2'));
    assert_eq!(table.placed(), ["r1c3=2"]);
    table.act(Action::Value(4));
    assert_eq!(table.placed(), ["r1c3=4"]);
    table.act(Action::Undo);
    assert_eq!(table.placed(), ["r1c3=2"]);
    table.act(Action::Remove);
    assert!(table.placed().is_empty());
    table.act(Action::Remove);
    assert_eq!(table.said(), "r1c3 is empty: nothing to remove.");
    table.go("r1c1");
    table.act(Action::Value(1));
    assert_eq!(table.said(), "r1c1=5 is given: you can't change it.");
    for action in [Action::Block, Action::Remove] {
        table.act(Action::Verify);
        table.act(action);
        assert_eq!(table.said(), "r1c1=5 is given: you can't change it.", "{action:?}");
    }
    assert!(table.placed().is_empty());
}

#[test]
fn the_cursor_stays_on_the_board() {
    for mut table in Table::all() {
        for direction in [Arrow::Up, Arrow::Left, Arrow::Down, Arrow::Right] {
            for _ in 0..10 {
                table.act(Action::Move(direction));
                assert!(table.model.board().contains(table.model.cursor()));
            }
        }
        let (rows, columns) = (table.model.board().rows(), table.model.board().columns());
        assert_eq!(table.model.cursor(), Cell { row: rows - 1, column: columns - 1 });
        table.act(Action::Go);
        table.types("zz99");
        assert_eq!(table.model.notice().unwrap().kind, NoticeKind::Refused, "{}", table.said());
    }
}

#[test]
fn a_value_is_chosen_by_the_arrows_from_the_first_to_the_last_and_round() {
    let mut table = Table::sudoku(&[PROPER]).at_level(0);
    table.go("r1c3");
    table.act(Action::Place);
    let text = |table: &Table| table.model.typing().map(str::to_owned);
    assert_eq!(text(&table).as_deref(), Some(""));
    let (up, down) = (Action::Move(Arrow::Up), Action::Move(Arrow::Down));
    for (arrow, chosen) in
        [(up, "1"), (up, "2"), (up, "3"), (down, "2"), (down, "1"), (down, "9"), (down, "8"), (up, "9"), (up, "1")]
    {
        table.act(arrow);
        assert_eq!(text(&table).as_deref(), Some(chosen), "{arrow:?}");
        assert_eq!(table.model.cursor(), table.cell("r1c3"));
    }
    table.tell(Message::Entered);
    assert_eq!((text(&table), table.placed()), (None, vec!["r1c3=1".to_owned()]));
    // Without text, down selects the last value; a typed value then replaces it.
    table.go("r1c4");
    table.act(Action::Place);
    table.act(down);
    assert_eq!(text(&table).as_deref(), Some("9"));
    table.tell(Message::Typed('6'));
    assert_eq!((text(&table), table.placed()), (None, vec!["r1c3=1".to_owned(), "r1c4=6".to_owned()]));
    // Without a prompt, arrows move the cursor.
    table.act(down);
    assert_eq!(table.model.cursor(), table.cell("r2c4"));
}

#[test]
fn the_cursor_goes_where_it_is_pointed_and_never_off_the_board() {
    let mut table = Table::queens(8);
    table.tell(Message::Point(table.cell("c6")));
    assert_eq!(table.model.cursor(), table.cell("c6"));
    table.tell(Message::Point(puzzle_kind::Cell { row: 0, column: 8 }));
    assert_eq!(table.model.cursor(), table.cell("c6"));
}

/// Returns the texts of the screen beside the board.
fn told(table: &Table) -> Vec<String> {
    let text = table.model.mode().describe(table.model.board().puzzle()).expect("a screen is shown");
    text.lines.into_iter().map(|(_, line)| line).collect()
}

fn offers_repair(table: &Table) -> bool {
    game::offers(&table.model).iter().any(|offer| offer.name == "repair")
}

/// Returns the variables with `status`.
fn with_status(table: &Table, status: Status) -> Vec<Variable> {
    let guide = table.model.guide().unwrap();
    guide.variables().filter(|(_, known, _)| *known == status).map(|(variable, ..)| variable).collect()
}

fn ask_why(table: &mut Table, variable: Variable) {
    table.tell(Message::Named(variable, InputPurpose::Why));
}

#[test]
fn the_players_own_mark_is_compared_with_the_rules() {
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    let (dead, forced) = (with_status(&table, Status::Dead)[0], with_status(&table, Status::Forced)[0]);
    for (variable, verdict, is_wrong) in
        [(dead, "and the rules agree", false), (forced, "but the rules require it", true)]
    {
        table.tell(Message::Named(variable, InputPurpose::Block));
        ask_why(&mut table, variable);
        let name = puzzle_core::sentences::name(table.model.board().puzzle(), variable);
        let lines = told(&table);
        assert_eq!(lines[1], format!("You ruled out {name}, {verdict}."));
        // The argument is about the rules, and not about the mark.
        assert!(!lines[1..].iter().any(|line| line.contains("blocked")), "{lines:?}");
        assert_eq!(offers_repair(&table), is_wrong);
        if is_wrong {
            table.act(Action::Repair);
            assert_eq!(table.model.guide().unwrap().marks().blocked.len(), 1, "the wrong mark is taken back");
        }
        table.act(Action::Cancel);
    }
    // On a board with several solutions, the rules may leave the square open.
    let mut queens = Table::queens(8).at_level(1);
    queens.tell(Message::Named(queens.variable("b1"), InputPurpose::Block));
    let b1 = queens.variable("b1");
    ask_why(&mut queens, b1);
    assert!(queens.said().starts_with("You ruled out b1, but some solutions have a queen here."), "{}", queens.said());
    assert!(queens.is_playing() && queens.model.attempt().is_helped);
}

#[test]
fn an_excluded_value_names_what_excludes_it() {
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    let dead = with_status(&table, Status::Dead);
    let placed = with_status(&table, Status::Forced)[0];
    table.tell(Message::Named(placed, InputPurpose::Place));
    let excluded = with_status(&table, Status::Excluded).into_iter().find(|value| dead.contains(value)).unwrap();
    ask_why(&mut table, excluded);
    let (cell, value) = table.model.board().puzzle().cell_and_value(placed).unwrap();
    let (by, lines) = (format!("the {value} in {cell}"), told(&table).join(" "));
    assert!(lines.contains(&format!("because of {by}.")), "{lines}");
    assert!(lines.contains(&format!("Without {by}, no solution has it either.")), "{lines}");
    assert!(!lines.contains("to blame"), "{lines}");
    assert!(!offers_repair(&table));
}

/// A cell with a single value left is filled before the exclusions that follow from it.
#[test]
fn a_placement_is_hinted_before_the_exclusions_that_it_causes() {
    // In this grid, the exclusions of several single values count as easier than the values.
    const GRID: &str = "4..3...........95..164...8..4.29...1..3...6..9...31.4..3...472..59...........2..6";
    let mut table = Table::sudoku(&[GRID]).at_level(1);
    let mut singles = 0;
    while !table.model.is_solved() {
        table.act(Action::Hint);
        table.act(Action::Hint);
        let hint = table.model.hint().expect("there is something left to do").clone();
        let lines: Vec<String> = game::words::hint(&table.model);
        let board = table.model.board();
        let has_one = |variable: Variable| {
            let guide = table.model.guide().unwrap();
            let is_left = |other: &Variable| !matches!(guide.status(*other), Status::Excluded | Status::Blocked);
            board.variables(board.puzzle().cell(variable)).iter().filter(|other| is_left(other)).count() == 1
        };
        // An exclusion must not start from a cell with a single value.
        assert!(!lines[0].contains("can only be one value"), "{lines:?}");
        if let Move::Place(variable) = hint.first_move() {
            singles += usize::from(has_one(variable));
        }
        table.act(Action::Place);
    }
    assert!(singles > 0);
}

/// The last empty cell of a row, column or block is named so.
#[test]
fn the_last_cell_of_a_house_is_named() {
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    let rest = with_status(&table, Status::Forced);
    for &variable in &rest[1..] {
        table.tell(Message::Named(variable, InputPurpose::Place));
    }
    table.act(Action::Hint);
    table.act(Action::Hint);
    let lines = game::words::hint(&table.model);
    assert!(lines[0].ends_with(" has a single empty cell."), "{lines:?}");
    assert!(game::words::hint_technique(&table.model).unwrap().starts_with("Technique: last cell."));
}
