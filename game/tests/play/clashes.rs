//! Clashes, and the protection of an only solution.

use game::words;
use game::{Action, Assist, BoardScene, Drawing, InputPurpose, Message, Mode, Preferences, ScreenStep, Tone};
use puzzle_core::{Conflict, Status};

use super::table::{PROPER, TWOFOLD, Table};

/// Returns the sentences about the clashes shown.
fn told(table: &Table) -> String {
    words::clashes(&table.model).join(" ")
}

#[test]
fn what_clashes_is_told_with_its_line_from_level_1_on() {
    let mut table = Table::queens(5).at_level(0);
    for square in ["a1", "c3"] {
        table.click(square);
    }
    assert_eq!(told(&table), "", "at level 0 nothing is said");
    table.act(Action::Clashes);
    assert!(table.model.preferences.clashes_always);
    assert_eq!(told(&table), "The queens on a1 and c3 attack each other along the diagonal. Press w to see it.");
    table.act(Action::Clashes);
    let mut table = table.at_level(1);
    table.go("e1");
    assert_eq!(told(&table), "The queens on a1 and c3 attack each other along the diagonal.");
    table.click("c1");
    assert_eq!(
        told(&table),
        "The queens on a1 and c1 attack each other along rank 1. 2 clashes here. Press w to see them."
    );
    table.go("e2");
    assert_eq!(told(&table), "The queens on a1 and c1 attack each other along rank 1. 3 clashes in all.");
}

#[test]
fn a_clash_is_drawn_stepped_through_and_ended() {
    let mut table = Table::queens(5).at_level(1);
    ["a1", "c3", "c1"].into_iter().for_each(|square| table.click(square));
    table.act(Action::Why);
    let Mode::Clash(screen) = table.model.mode() else { panic!("{:?}", table.model.mode()) };
    let [a1, c1, c3] = ["a1", "c1", "c3"].map(|square| table.variable(square));
    assert_eq!((screen.variable, screen.progress(), screen.conflict()), (c1, (1, 2), Conflict::Exclusion(a1, c1)));
    table.act(Action::Step(ScreenStep::Next));
    let Mode::Clash(screen) = table.model.mode() else { panic!("{:?}", table.model.mode()) };
    assert_eq!((screen.progress(), screen.conflict()), ((2, 2), Conflict::Exclusion(c1, c3)));
    table.act(Action::Step(ScreenStep::Next));
    table.act(Action::Repair);
    assert_eq!(table.placed(), ["a1", "c3"], "what the screen is of goes");
    assert!(table.is_playing());
    // The given value stays, and the other value is removed.
    let mut sudoku = Table::sudoku(&[PROPER]).at_level(1);
    sudoku.click("r1c3=5");
    assert!(told(&sudoku).contains("Two 5s in row 1 (r1c1 and r1c3)."), "{}", told(&sudoku));
    sudoku.go("r1c1");
    sudoku.act(Action::Why);
    let Mode::Clash(screen) = sudoku.model.mode() else { panic!("{:?}", sudoku.model.mode()) };
    let line = screen.line(sudoku.model.board()).expect("they share the row");
    assert_eq!(sudoku.model.board().puzzle().line_name(line), "5 in row 1");
    sudoku.act(Action::Repair);
    assert!(sudoku.placed().is_empty());
}

/// An explanation of a clash or an attack that the board shows anyway reveals nothing.
#[test]
fn the_reason_of_a_visible_clash_is_no_help() {
    let is_help = |level: u8, square: &str| {
        let preferences = Preferences { asks_before_help: true, ..Preferences::default() };
        let mut table = Table::before_queens(5).with_preferences(preferences).begin().at_level(level);
        ["a1", "c3"].into_iter().for_each(|square| table.click(square));
        table.go(square);
        table.act(Action::Why);
        let is_asked = table.model.question().is_some();
        if is_asked {
            table.act(Action::Place);
        }
        assert!(matches!(table.model.mode(), Mode::Clash(_) | Mode::Why(_)), "{square}");
        assert_eq!(table.model.attempt().is_helped, is_asked, "{square}");
        is_asked
    };
    assert!(!is_help(1, "c3") && !is_help(1, "a5"), "the board shows the clash and the attack");
    assert!(is_help(0, "c3") && is_help(0, "a5"), "the board shows neither");
    // The board does not show why a dead square is dead.
    let mut table = Table::queens(8).at_level(1);
    table.act(Action::Restart);
    table.click("a1");
    let dead = table.model.guide().unwrap().variables().find(|(_, status, _)| *status == Status::Dead).unwrap().0;
    table.go_to(dead);
    table.act(Action::Why);
    assert!(matches!(table.model.mode(), Mode::Why(_)) && table.model.attempt().is_helped);
}

#[test]
fn a_clash_in_a_region_is_drawn_on_a_common_diagonal_too() {
    let mut table = Table::regions().at_level(1);
    // Region B has both squares, two steps apart on a diagonal.
    ["c8", "e6"].into_iter().for_each(|square| table.click(square));
    assert_eq!(told(&table), "The queens on e6 and c8 attack each other in region B. Press w to see it.");
    table.act(Action::Why);
    let Mode::Clash(screen) = table.model.mode() else { panic!("{:?}", table.model.mode()) };
    let line = screen.line(table.model.board()).expect("they share the region");
    assert_eq!(table.model.board().puzzle().line_name(line), "region B");
    let scene = BoardScene::of(&table.model);
    let tone = |square| scene.square(table.variable(square)).unwrap().mark.map(|mark| mark.tone);
    assert_eq!([tone("d8"), tone("f7")], [Some(Tone::Line); 2], "other squares of the region");
    assert_eq!([tone("c8"), tone("e6")], [Some(Tone::Clash); 2]);
    assert_eq!(tone("a8"), None, "a square of another region");
}

/// Checks that an explanation marks the pieces and values that rule its square out as evidence, and not as a clash.
#[test]
fn evidence_is_no_clash() {
    let mut table = Table::queens(8).at_level(1);
    table.click("a1");
    table.go("c3");
    table.act(Action::Why);
    let scene = BoardScene::of(&table.model);
    let a1 = table.variable("a1");
    let cell = table.model.board().puzzle().cell(a1);
    assert_eq!(scene.square(a1).unwrap().mark.map(|mark| mark.tone), Some(Tone::Evidence));
    assert!(scene.is_on_line(cell) && !scene.clashes_at(cell));
    let mut sudoku = Table::sudoku(&[PROPER]).at_level(1);
    sudoku.tell(Message::Named(sudoku.variable("r1c3=5"), InputPurpose::Why));
    let scene = BoardScene::of(&sudoku.model);
    let cell = sudoku.model.board().puzzle().cell(sudoku.variable("r1c1=5"));
    assert!(scene.is_on_line(cell) && !scene.clashes_at(cell));
}

/// Checks that an explanation draws the supposed queen on a square that the player has ruled out, and that the queen
/// placed on the mark is described as a single move.
#[test]
fn a_mark_of_the_player_gives_way_to_a_queen() {
    let mut table = Table::queens(8).at_level(1);
    table.click("a1");
    let dead = table.model.guide().unwrap().variables().find(|(_, status, _)| *status == Status::Dead).unwrap().0;
    let cell = table.model.board().puzzle().cell(dead);
    table.tell(Message::ClickBlock(cell, Some(dead)));
    table.go_to(dead);
    table.act(Action::Why);
    let is_supposed = |table: &Table| {
        let mark = BoardScene::of(&table.model).square(dead).unwrap().mark;
        mark.is_some_and(|mark| mark.sign == Some(Drawing::Supposed))
    };
    let was_supposed = (0..20).any(|_| {
        table.act(Action::Step(ScreenStep::Next));
        is_supposed(&table)
    });
    assert!(was_supposed);
    table.act(Action::Cancel);
    assert!(!is_supposed(&table), "on the board, the mark is drawn");
    table.tell(Message::ClickPlace(cell, None));
    table.act(Action::Undo);
    assert_eq!(table.said(), format!("Undid: queen on {}.", table.model.board().puzzle().cell_name(cell)));
}

#[test]
fn the_steps_among_clashes_end_at_the_first_and_the_last() {
    let mut table = Table::queens(7).at_level(1);
    ["a1", "c3", "e1", "c1"].into_iter().for_each(|square| table.click(square));
    table.act(Action::Why);
    let mut steps = vec![];
    for step in [
        ScreenStep::Previous,
        ScreenStep::Next,
        ScreenStep::Last,
        ScreenStep::Next,
        ScreenStep::Random,
        ScreenStep::Previous,
        ScreenStep::First,
    ] {
        table.act(Action::Step(step));
        let Mode::Clash(screen) = table.model.mode() else { panic!("{:?}", table.model.mode()) };
        steps.push(screen.progress());
    }
    assert_eq!(steps, [1, 2, 3, 3, 3, 2, 1].map(|step| (step, 3)));
}

#[test]
fn a_full_board_that_is_wrong_shows_where_and_more_than_fits_is_said() {
    let mut table = Table::queens(4).at_level(0);
    ["a1", "b3", "c4"].into_iter().for_each(|square| table.click(square));
    assert!(table.model.clashes().is_empty());
    table.click("d2");
    let [b3, c4] = ["b3", "c4"].map(|square| table.variable(square));
    assert_eq!(table.model.clashes(), [Conflict::Exclusion(b3, c4)], "at level 0, since the board is full");
    let excess = |table: &Table| words::excess(table.model.board().puzzle(), table.model.guide().unwrap().marks());
    assert_eq!(excess(&table), None);
    table.click("d1");
    assert_eq!(excess(&table).unwrap(), "5 queens for 4 places: 1 too many.");
    let said: Vec<String> = words::account(&table.model).into_iter().map(|(_, line)| line).collect();
    assert!(!said.iter().any(|line| line.starts_with("All queens are placed")), "{said:?}");
}

#[test]
fn a_players_manner_is_kept_from_the_beginning() {
    let preferences = Preferences { clashes_always: true, ..Preferences::default() };
    let mut table = Table::before_queens(5).with_preferences(preferences).begin().at_level(0);
    ["a1", "b2"].into_iter().for_each(|square| table.click(square));
    assert_eq!(table.model.clashes().len(), 1);
}

#[test]
fn the_next_level_is_asked_for_where_it_reveals_the_only_solution() {
    let mut table = Table::sudoku(&[PROPER]).at_level(0);
    for _ in 0..2 {
        table.act(Action::NextAssist);
        assert_eq!((table.model.assist(), table.model.question()), (Assist::Attacks, None));
        table.act(Action::NextAssist);
        assert_eq!(
            (table.model.assist(), table.model.question()),
            (Assist::Attacks, Some(Action::Assist(Assist::Dead)))
        );
        // The same key goes on to the level after those that reveal the solution.
        table.act(Action::NextAssist);
        assert_eq!((table.model.assist(), table.model.question()), (Assist::Nothing, None));
    }
    table.act(Action::NextAssist);
    table.act(Action::NextAssist);
    table.act(Action::Place);
    assert_eq!(table.model.assist(), Assist::Dead, "Enter goes on");
    // With two solutions, no question is asked.
    let mut twofold = Table::sudoku(&[TWOFOLD]).at_level(0);
    for level in [1, 2, 3, 4, 0] {
        twofold.act(Action::NextAssist);
        assert_eq!(twofold.model.assist().level(), level);
    }
}

#[test]
fn what_shows_the_only_solution_is_asked_for_twice_and_never_remembered() {
    for action in [Action::NextGuided, Action::Assist(Assist::Dead)] {
        let mut table = Table::sudoku(&[PROPER, PROPER]).at_level(1);
        table.remembered.clear();
        table.act(action);
        assert_eq!(table.model.question(), Some(Action::Assist(Assist::Dead)));
        assert_eq!(
            (table.said().as_str(), table.model.assist()),
            ("This reveals the solution. Press Enter to continue.", Assist::Attacks)
        );
        // Any other action drops the question.
        table.act(Action::Move(game::Arrow::Right));
        table.act(Action::Place);
        assert_eq!(table.model.assist(), Assist::Attacks);
        table.act(Action::Cancel);
        table.act(action);
        table.act(Action::Place);
        assert_eq!(table.model.assist(), Assist::Dead);
        assert!(table.remembered.is_empty(), "{:?}", table.remembered);
        // A guided level asks no more questions, but it does not carry over to the next puzzle.
        table.act(Action::NextGuided);
        assert_eq!(table.model.assist(), Assist::Counts);
        table.act(Action::NextPuzzle);
        assert_eq!(table.model.assist(), Assist::Attacks);
    }
    let is_browsing: fn(&Mode) -> bool = |mode| matches!(mode, Mode::Browse(_));
    for (action, spoiler, is_shown) in [
        (Action::Browse, Action::Browse, is_browsing),
        (Action::Diagram, Action::Diagram, |mode| matches!(mode, Mode::Diagram(_))),
    ] {
        let mut table = Table::sudoku(&[PROPER]).with_menu(&["Sudoku"]).at_level(1);
        table.act(action);
        assert_eq!(table.model.question(), Some(spoiler));
        assert!(table.is_playing() && table.model.would_agree());
        // The cancel drops the question and does not open the menu.
        table.act(Action::Cancel);
        assert!(table.is_playing() && !table.model.would_agree() && table.model.notice().is_none());
        table.act(action);
        table.act(Action::Place);
        assert!(is_shown(table.model.mode()), "{:?}", table.model.mode());
    }
}

#[test]
fn the_level_that_plays_along_plays_at_once_what_is_forced() {
    let mut table = Table::queens(4);
    table.click("b1");
    assert_eq!(table.placed(), ["b1"]);
    table.act(Action::Assist(Assist::Forced));
    assert_eq!(table.placed(), ["b1", "d2", "a3", "c4"]);
    assert_eq!(
        table.said(),
        "Help: auto. Forced squares are filled for you. This attempt now counts as helped. Played for you: d2, a3, c4."
    );
    assert_eq!(table.remembered.pop(), None);
    table.tell(Message::Act(Action::Undo));
    assert_eq!(table.placed(), ["b1"], "in one turn");
    // Without forced squares, no queen is placed.
    let mut empty = Table::queens(8);
    empty.act(Action::Assist(Assist::Forced));
    assert!(empty.placed().is_empty());
    assert!(empty.model.guide().unwrap().variables().all(|(_, status, _)| status != Status::Forced));
}
