//! Help levels, grades of hints, explanations with cases, and browsing of solutions.

use std::collections::BTreeSet;

use game::words;
use game::{
    Action, Arrow, Assist, BoardScene, Content, Drawing, Message, Mode, NoticeKind, ScreenStep, Series, SolvedBy,
};
use nqueens_guide::Size;
use nqueens_guide::check::{Verdict, check};
use puzzle_core::{Move, Status};
use puzzle_files::FileKind;
use puzzle_kind::{Arguments, Kind};

use super::table::{KeptGames, PROPER, TWOFOLD, Table};

#[test]
fn the_key_of_a_hint_shows_its_reason_and_puts_it_away() {
    // A hint with an argument, and one with a reason beside the board.
    for (mut table, is_argued) in [(Table::sudoku(&[PROPER]), true), (Table::queens(8), false)] {
        (0..2).for_each(|_| table.act(Action::Hint));
        let lines = |table: &Table| (matches!(table.model.mode(), Mode::Why(_)), words::account(&table.model).len());
        let given = lines(&table);
        table.act(Action::Hint);
        let reason = lines(&table);
        assert_eq!(reason.0, is_argued);
        assert_ne!(given, reason);
        table.act(Action::Hint);
        assert_eq!(lines(&table), given);
    }
}

#[test]
fn levels_of_help_are_remembered_and_show_what_they_say() {
    for mut table in Table::all() {
        let first = table.model.assist();
        for assist in Assist::ALL {
            table.act(Action::Assist(assist));
            assert_eq!(table.model.assist(), assist);
            // The next board must not play itself.
            assert_eq!(table.remembered.pop(), Some(assist).filter(|&assist| assist != Assist::Forced));
            assert_eq!(table.model.has_counts(), assist >= Assist::Counts);
            table.act(Action::Counts);
            assert_eq!(table.said() == "This needs the guide. Press A to switch it on.", !assist.is_guided());
        }
        table.act(Action::NextAssist);
        assert_eq!(table.model.assist(), Assist::Nothing);
        assert_eq!(first, Assist::Dead, "as long as nobody says which");
    }
}

#[test]
fn a_hint_has_three_grades() {
    for mut table in Table::all() {
        let mut told = Vec::new();
        for grade in 1..=3 {
            table.act(Action::Hint);
            assert_eq!(table.model.attempt().hints, 1, "grade {grade} of the same hint");
            told.push(words::hint(&table.model).len());
        }
        assert_eq!(told[..2], [1, 2]);
        // The argument opens a screen, and the hint stays.
        let is_argued =
            matches!(table.model.hint().unwrap(), puzzle_core::Hint::Deduced(_) | puzzle_core::Hint::Forced { .. });
        assert_eq!(matches!(table.model.mode(), Mode::Why(_)), is_argued);
        table.act(Action::Hint);
        table.act(Action::Cancel);
        table.act(Action::Cancel);
        assert!(table.is_playing() && table.model.hint().is_none());
        table.act(Action::Hint);
        assert_eq!(table.model.attempt().hints, 1, "the same hint again");
    }
}

#[test]
fn the_button_of_a_hint_names_the_part_that_it_gives() {
    let mut table = Table::queens(8);
    for expected in ["Hint", "Show move", "Reason"] {
        let offers = game::offers(&table.model);
        let hint = offers.iter().find(|offer| offer.name == "hint").unwrap();
        assert_eq!(hint.label, expected);
        table.act(Action::Hint);
    }
}

#[test]
fn an_explanation_with_cases_is_stepped_through_and_its_repair_is_one_turn() {
    // Any dead square with a case will do: the board of 6 x 6, with two cases after b1, is missing here.
    let mut table = Table::queens(8);
    let mut seen = None;
    for square in ["b4", "d1", "g7"] {
        table.click(square);
        let guide = table.model.guide().unwrap();
        let dead = guide.variables().filter(|(_, status, _)| *status == Status::Dead).map(|(variable, ..)| variable);
        for variable in dead.collect::<Vec<_>>() {
            table.go_to(variable);
            table.act(Action::Why);
            let Mode::Why(screen) = table.model.mode() else { panic!("a dead square can be explained") };
            let (_, places) = screen.progress();
            let mut cases = 0;
            for _ in 1..places {
                table.act(Action::Step(ScreenStep::Next));
                let Mode::Why(screen) = table.model.mode() else { panic!("it stays") };
                let steps = table.model.mode().steps(table.model.board().puzzle());
                cases = cases.max(steps[screen.progress().0 - 1].1);
            }
            if cases > 0 {
                seen = Some(variable);
                table.act(Action::Step(ScreenStep::First));
                table.act(Action::Fold);
                let Mode::Why(screen) = table.model.mode() else { panic!("it stays") };
                assert!(screen.is_folded());
                table.act(Action::Step(ScreenStep::Last));
                let before = table.placed();
                table.act(Action::Repair);
                assert_eq!(table.model.notice().unwrap().kind, NoticeKind::Done, "{}", table.said());
                assert!(table.is_playing() && table.model.guide().unwrap().status(variable).is_live());
                table.act(Action::Undo);
                assert_eq!(table.placed(), before);
                break;
            }
            table.act(Action::Why);
            assert!(table.is_playing());
        }
    }
    assert!(seen.is_some(), "no case anywhere");
}

#[test]
fn what_stands_or_is_open_needs_no_explanation() {
    for mut table in Table::all() {
        let open = table.model.guide().unwrap().variables().find(|(_, status, _)| *status == Status::Open);
        let Some((open, ..)) = open else { continue };
        table.go_to(open);
        table.act(Action::Why);
        if table.model.typing().is_some() {
            let symbol = table.model.board().puzzle().symbol(open).to_string();
            table.types(&symbol);
        }
        assert_eq!(table.model.notice().unwrap().kind, NoticeKind::Done, "{}", table.said());
    }
}

#[test]
fn every_solution_can_be_leafed_to_and_taken_over() {
    let mut table = Table::queens(5);
    table.act(Action::Browse);
    let size = Size::new(5).unwrap();
    let mut seen = BTreeSet::new();
    for number in 1..=10u8 {
        let Mode::Browse(screen) = table.model.mode() else { panic!("no solutions") };
        assert_eq!((screen.number(), screen.total()), (number.into(), &10u8.into()));
        let queens: Vec<_> = screen.solution().iter().map(|&variable| size.square_of(variable)).collect();
        assert_eq!(check(size, &queens, 0), Verdict::Solution);
        seen.insert(queens);
        table.act(Action::Step(ScreenStep::Next));
    }
    assert_eq!(seen.len(), 10);
    table.act(Action::Go);
    table.types("11");
    assert_eq!(table.said(), "There is no solution 11: expected 1 to 10.");
    table.act(Action::Step(ScreenStep::Random));
    table.act(Action::Adopt);
    assert!(table.model.is_solved() && matches!(table.model.mode(), Mode::Result(_)));
    table.act(Action::Cancel);
    table.act(Action::Undo);
    assert_eq!(table.total(), "10", "taking over is one turn");
    // Adopting the solution on the board changes no mark, but closes the screen.
    table.act(Action::Redo);
    table.act(Action::Browse);
    table.act(Action::Adopt);
    assert_eq!(table.said(), "Solution 1 is on the board. Press u to undo.");
    assert!(table.is_playing());

    let mut sudoku = Table::sudoku(&[TWOFOLD]);
    sudoku.act(Action::Browse);
    sudoku.act(Action::Step(ScreenStep::Last));
    let Mode::Browse(screen) = sudoku.model.mode() else { panic!("no solutions") };
    assert_eq!((screen.number(), screen.solution().len()), (2u8.into(), 81));
    sudoku.act(Action::Adopt);
    assert!(sudoku.model.is_solved());
}

#[test]
fn what_must_not_be_told_is_not() {
    let mut table = Table::queens(8).at_level(1);
    table.click("a1");
    let dead = table.model.guide().unwrap().variables().find(|(_, status, _)| *status == Status::Dead).unwrap().0;
    table.go_to(dead);
    let told = |table: &Table| {
        let model = &table.model;
        words::describe_cursor(model, false).unwrap()
    };
    assert!(told(&table).ends_with("not attacked"), "{}", told(&table));
    table.follow(Move::Place(dead));
    assert_eq!(table.placed().len(), 2, "whoever plays freely may go wrong");
    table.tell(Message::Act(Action::Undo));
    let table = table.at_level(2);
    assert!(told(&table).contains("dead"), "{}", told(&table));
}

#[test]
fn a_hint_is_followed_by_agreeing_to_it() {
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    table.act(Action::Hint);
    assert!(!table.model.would_agree(), "the player has been told where to look, and no more");
    table.act(Action::Hint);
    let hint = table.model.hint().unwrap();
    let Move::Place(told) = hint.first_move() else { panic!("{hint:?}") };
    assert!(table.model.would_agree());
    // The argument is shown step by step; Enter makes its move from there as well, wherever the cursor is.
    table.act(Action::Hint);
    assert!(matches!(table.model.mode(), Mode::Why(_)), "{:?}", table.model.mode());
    table.go("r1c1");
    table.act(Action::Place);
    assert_eq!(table.model.guide().unwrap().marks().placed, [told].into());
    assert!(!table.model.would_agree() && table.is_playing());
    // The reason of a hint from the solutions, which is no deduction, opens no screen.
    let mut table = Table::queens(8).at_level(2);
    table.act(Action::Hint);
    table.act(Action::Hint);
    assert!(!matches!(table.model.hint().unwrap(), puzzle_core::Hint::Deduced(_)));
    let Move::Place(told) = table.model.hint().unwrap().first_move() else { panic!("no queen is placed yet") };
    table.act(Action::Place);
    assert_eq!(table.model.guide().unwrap().marks().placed, [told].into());
}

#[test]
fn what_is_open_is_told_only_by_those_who_know_the_solutions() {
    let mut table = Table::queens(4).at_level(0);
    table.go("b1");
    table.act(Action::Why);
    assert_eq!(table.said(), "b1 is not ruled out.");
    table.click("b1");
    table.act(Action::Why);
    assert!(table.said().starts_with("A queen is on b1. Nothing clashes with it."), "which can be seen");
    table.act(Action::Undo);
    let mut table = table.at_level(2);
    table.act(Action::Why);
    assert!(table.said().starts_with("b1 is open"), "{}", table.said());
}

#[test]
fn what_stands_on_the_board_is_switched_on_and_off() {
    let mut table = Table::queens(5).at_level(3);
    for shown in [false, true] {
        table.act(Action::Counts);
        table.act(Action::Heat);
        assert_eq!((table.model.has_counts(), table.model.has_heat()), (shown, shown));
    }
    for (by_game, said) in [(false, "Automatic marks off: mark by hand."), (true, "Automatic marks on.")] {
        table.act(Action::Marking);
        assert_eq!(table.said(), said);
        let table = Table::queens(5).with_preferences(table.model.preferences).at_level(1);
        assert_eq!(table.model.marks_itself(), by_game);
    }
}

#[test]
fn what_is_looked_at_is_left_by_the_key_that_led_there() {
    let mut table = Table::queens(5).at_level(2);
    table.click("a1");
    table.go("b2");
    for (action, has_begun) in [
        (Action::Why, (|mode| matches!(mode, Mode::Why(_))) as fn(&Mode) -> bool),
        (Action::Browse, |mode| matches!(mode, Mode::Browse(_))),
        (Action::Diagram, |mode| matches!(mode, Mode::Diagram(_))),
    ] {
        table.act(action);
        assert!(has_begun(table.model.mode()), "{action:?}");
        table.act(action);
        assert!(table.is_playing(), "{action:?}");
    }
}

#[test]
fn a_hint_names_its_technique_and_the_next_keys() {
    let beside = |table: &Table| words::account(&table.model).into_iter().map(|(_, line)| line).collect::<Vec<_>>();
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    table.act(Action::Technique);
    assert_eq!(table.said(), "No technique to explain. Press i for a hint.");
    table.act(Action::Hint);
    assert!(beside(&table).contains(&"Press Enter or i for the move.".to_owned()), "{:?}", beside(&table));
    table.act(Action::Hint);
    for says in
        ["Technique: hidden single. Press e to explain it.", "Press Enter to make the move. Press i for the reason."]
    {
        assert!(beside(&table).contains(&says.to_owned()), "{:?}", beside(&table));
    }
    table.act(Action::Technique);
    let &Mode::Page(page) = table.model.mode() else { panic!("no page") };
    let shown = words::page(&table.model, page);
    assert_eq!(shown[0], "Hidden single");
    let steps = shown.iter().position(|line| line == "On this board:").expect("the page shows the hint's argument");
    assert!(shown[steps + 1].starts_with("  ") && shown[steps + 1].len() > 10, "{shown:?}");
    table.act(Action::Technique);
    assert!(table.is_playing());
    // The hint is still there: its move is made from the screen of its argument, too.
    table.act(Action::Hint);
    table.act(Action::Technique);
    assert!(matches!(table.model.mode(), Mode::Page(_)));
    table.act(Action::Cancel);
    table.act(Action::Hint);
    assert!(matches!(table.model.mode(), Mode::Why(_)));
    table.act(Action::Place);
    assert!(table.is_playing() && table.placed().len() == 1);
}

#[test]
fn a_hint_says_where_a_wrong_mark_began() {
    let mut table = Table::queens(8).at_level(1);
    table.click("a1");
    let dead = table.model.guide().unwrap().variables().find(|(_, status, _)| *status == Status::Dead).unwrap().0;
    table.follow(Move::Place(dead));
    table.act(Action::Hint);
    let said = words::trouble(&table.model).unwrap();
    assert!(said.starts_with("It went wrong with your last move: queen placed on"), "{said}");
    assert!(said.ends_with("Press b to go back."), "{said}");
    // A move that removes a mark has a consequence, and no argument.
    table.act(Action::Hint);
    let keys = words::hint_keys(&table.model).unwrap();
    assert_eq!(keys, "Press Enter to make the move. Press i to count the solutions left.");
    table.act(Action::BackToSolvable);
    assert!(table.model.guide().unwrap().is_completable() && words::trouble(&table.model).is_none());
}

#[test]
fn a_question_and_a_refusal_replace_the_hint() {
    let told = |table: &Table| -> Vec<game::TextRole> {
        words::account(&table.model).into_iter().map(|(role, _)| role).collect()
    };
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    table.act(Action::Hint);
    table.act(Action::Hint);
    assert!(told(&table).contains(&game::TextRole::Hint), "{:?}", told(&table));
    table.act(Action::Browse);
    assert!(table.model.question().is_some());
    assert!(!told(&table).contains(&game::TextRole::Hint), "Enter has one meaning: {:?}", told(&table));
    table.act(Action::Cancel);
    assert!(told(&table).contains(&game::TextRole::Hint), "the hint comes back: {:?}", told(&table));
    table.tell(Message::Say { text: "No.".to_owned(), is_refusal: true });
    assert!(!told(&table).contains(&game::TextRole::Hint), "{:?}", told(&table));
}

/// Asked right after a hint, the reason is about the hint. After a move of the cursor, it is about the cell there.
#[test]
fn why_after_a_hint_explains_the_hint() {
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    table.act(Action::Hint);
    table.act(Action::Why);
    assert!(matches!(table.model.mode(), Mode::Why(_)), "{:?}", table.model.mode());
    assert_eq!(table.model.attempt().hints, 1, "the reason is a part of the hint");
    table.act(Action::Cancel);
    table.act(Action::Move(game::Arrow::Right));
    table.act(Action::Why);
    assert!(matches!(table.model.mode(), Mode::Play), "the cell under the cursor is another: {:?}", table.model.mode());
}

/// Level 1 is named after what pieces do to cells: only queens attack.
#[test]
fn the_first_level_is_named_after_the_pieces() {
    let named = |text: &str| {
        let entry = FileKind.read(&Arguments::default(), Box::new(text.as_bytes())).next().unwrap().unwrap().1;
        words::level(&**entry.puzzle(), Assist::Attacks)
    };
    let tents = r#"
        title = "Tents"
        clues = """
          . .
          . .
        """
        piece = "tent"
        [[rule]]
        exactly = 1
        every = "row"
    "#;
    assert_eq!(named(tents), "help: marks");
    assert_eq!(words::level(Table::queens(4).model.board().puzzle(), Assist::Attacks), "help: attacks");
    assert_eq!(words::level(Table::sudoku(&[PROPER]).model.board().puzzle(), Assist::Attacks), "help: clashes");
}

#[test]
fn help_is_told_by_name_and_hints_alone_say_that_it_was_used() {
    let mut table = Table::regions().at_level(1);
    let status = |table: &Table| words::status_strip(&table.model, "Q").join(", ");
    assert!(status(&table).ends_with("help: attacks"), "{}", status(&table));
    table.act(Action::Verify);
    assert!(status(&table).ends_with("helped, help: attacks"), "{}", status(&table));
    table.act(Action::Hint);
    assert!(status(&table).ends_with("1 hint, help: attacks"), "{}", status(&table));
    table.act(Action::Assist(Assist::Nothing));
    assert!(table.said().starts_with("Help: off. Only your own moves are shown."), "{}", table.said());
}

/// Where the player writes the notes, the sentence about the cell under the cursor does not list its candidates.
#[test]
fn candidates_are_told_only_where_the_game_marks_them() {
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    table.go("r1c3");
    let described = |table: &Table| words::describe_cursor(&table.model, false).unwrap();
    assert_eq!(described(&table), "r1c3: empty");
    table.act(Action::Marking);
    assert_eq!(described(&table), "r1c3: 1 2 4 not ruled out");
}

/// Checks that a hint that rules a value out has a sign in the cell of the value, though no note shows the value.
#[test]
fn a_value_that_a_hint_rules_out_is_marked_without_notes() {
    let text = r#"
        names = "seat1 seat2 seat3 seat4 seat5 seat6 seat7 seat8"
        values = "Ann Ben Cleo Dan Eva Finn Gil Hedi"
        neighbours = ["seat1 seat2", "seat2 seat3", "seat3 seat4", "seat4 seat5",
                      "seat5 seat6", "seat6 seat7", "seat7 seat8", "seat8 seat1"]
        givens = ["seat1=Ann"]
        [requires]
        "seat2=Ben" = "seat6=Gil"
        "seat8=Ben" = "seat4=Gil"
        [[rule]]
        exactly = 1
        of = "each"
        every = "board"
        [[rule]]
        when = "Ann"
        at-least = 1
        of = "Ben"
        every = "neighbourhood"
        [[rule]]
        when = "Cleo"
        at-least = 1
        of = "Dan"
        every = "neighbourhood"
        [[rule]]
        at-most = 1
        of = "Eva Finn"
        every = "pair"
    "#;
    let entry = FileKind.read(&Arguments::default(), Box::new(text.as_bytes())).next().unwrap().unwrap().1;
    let mut table = Table::before(Series::of(vec![entry]), 1).begin().at_level(1);
    let is_marked = |table: &Table, made: &Move| {
        let Move::Block(variable) = made else { panic!("the hint rules a value out: {made:?}") };
        let cell = table.model.board().puzzle().cell(*variable);
        matches!(BoardScene::of(&table.model).content(cell), Content::One { drawing: Drawing::Dead, .. })
    };
    table.act(Action::Hint);
    let moves = table.model.hint().unwrap().moves();
    assert!(!moves.iter().any(|made| is_marked(&table, made)), "at first the hint says where to look");
    table.act(Action::Hint);
    assert!(moves.iter().all(|made| is_marked(&table, made)));
}

/// After the first part of a hint, Enter asks for the next part, unless the player has gone to another square.
#[test]
fn enter_goes_on_with_a_hint_that_has_named_no_move() {
    for moves in [false, true] {
        let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(1);
        table.click("b1");
        table.go("d8");
        table.act(Action::Hint);
        assert!(table.model.hint_goes_on() && !table.model.would_agree());
        if moves {
            table.act(Action::Move(Arrow::Left));
        }
        let said = words::hint_keys(&table.model).unwrap();
        assert_eq!(said.contains("Press Enter or i"), !moves, "{said}");
        table.act(Action::Place);
        let placed = table.placed();
        if moves {
            assert_eq!(placed, ["b1", "c8"]);
        } else {
            assert!(placed == ["b1"] && table.model.would_agree(), "{placed:?}");
        }
    }
}

/// A queen without a clash has no explanation: the answer says how to find out more, but not if the queen is right.
#[test]
fn a_placed_queen_without_a_clash_names_the_ways_to_check_it() {
    let mut said = Vec::new();
    // With a queen on b1, the board of 4 x 4 has a solution; with one on a1, it has none.
    for square in ["b1", "a1"] {
        let mut table = Table::kept_queens(4, &KeptGames::default()).at_level(1);
        table.model.preferences.asks_before_help = true;
        table.click(square);
        table.go(square);
        table.act(Action::Why);
        said.push(table.said().replace(square, "x"));
        assert!(table.model.attempt().solved_by() == SolvedBy::Alone, "the answer is no help");
        assert!(table.model.question().is_none());
    }
    assert_eq!(said[0], said[1], "the answer gives nothing away");
    assert!(said[0].contains("Nothing clashes with it. Press v:"), "{}", said[0]);
}
