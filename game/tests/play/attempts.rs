//! Attempts: restarts, and the help that keeps a solution from counting as solved without help.

use std::time::Duration;

use game::{Action, Assist, BoardScene, InputPurpose, Message, Mode, Save, ScreenStep, SolvedBy, words};
use puzzle_core::Variable;

use super::table::{KeptGames, PROPER, TWOFOLD, Table};

const SECOND: Message = Message::Elapsed(Duration::from_secs(1));
const HELPED: &str = "This attempt now counts as helped.";
const GUIDED: &str = "This attempt now counts as played with the guide.";

/// The queens of a solution of 8 x 8.
const SOLUTION: [&str; 8] = ["a1", "b5", "c8", "d6", "e3", "f7", "g2", "h4"];

fn queens() -> Table {
    Table::kept_queens(8, &KeptGames::default()).at_level(0)
}

/// Places the queens that a solution still lacks, each after a second.
fn solve(table: &mut Table) {
    for square in SOLUTION {
        if !table.placed().iter().any(|placed| placed == square) {
            table.tell(SECOND);
            table.click(square);
        }
    }
    assert!(table.model.is_solved());
}

#[test]
fn each_attempt_has_its_own_clock_and_record() {
    let mut table = queens();
    table.act(Action::Hint);
    solve(&mut table);
    // A cleared board after the solution is a new attempt, as is a restart.
    for again in [Action::Clear, Action::Restart] {
        table.act(again);
        let attempt = table.model.attempt();
        assert_eq!(
            (attempt.time, attempt.hints, attempt.is_helped, attempt.is_counted),
            (Duration::ZERO, 0, false, false)
        );
        assert!(table.placed().is_empty() && table.is_playing() && table.model.hint().is_none());
        solve(&mut table);
    }
    let how: Vec<SolvedBy> = table.solved.iter().map(|solve| solve.solved_by).collect();
    assert_eq!(how, [SolvedBy::Hints(1), SolvedBy::Alone, SolvedBy::Alone]);
    assert!(table.solved.iter().all(|solve| solve.time == Duration::from_secs(8)));
    assert_eq!(table.model.statistics.of("8 x 8 queens").unwrap().solved, 3);
}

#[test]
fn undo_brings_the_attempt_before_a_restart_back() {
    let mut table = queens();
    table.tell(SECOND);
    table.click("a1");
    table.act(Action::Restart);
    assert_eq!(table.said(), "New attempt. Press u to return to the previous attempt.");
    table.tell(SECOND);
    table.tell(SECOND);
    table.act(Action::Undo);
    assert_eq!((table.placed(), table.model.attempt().time.as_secs()), (vec!["a1".to_owned()], 1));
    // After a move, undo stays within the new attempt.
    table.act(Action::Restart);
    table.click("b1");
    table.act(Action::Undo);
    table.act(Action::Undo);
    assert_eq!((table.placed().len(), table.said().as_str()), (0, "Nothing to undo."));
}

#[test]
fn the_first_help_is_announced_and_counts() {
    let why = |table: &mut Table| table.tell(Message::Named(table.variable("a3"), InputPurpose::Why));
    let helps: [fn(&mut Table); 7] = [
        why,
        |table| table.act(Action::Verify),
        |table| table.act(Action::BackToSolvable),
        |table| table.act(Action::Browse),
        |table| table.act(Action::Diagram),
        |table| table.act(Action::Assist(Assist::Dead)),
        |table| table.act(Action::Hint),
    ];
    for (number, help) in helps.into_iter().enumerate() {
        let mut table = queens();
        table.click("a1");
        help(&mut table);
        let text = if number == 5 { GUIDED } else { HELPED };
        assert!(table.said().ends_with(text), "help {number}: {}", table.said());
        table.act(Action::Cancel);
        table.act(Action::Assist(Assist::Nothing));
        help(&mut table);
        assert!(!table.said().ends_with(text), "help {number}: said once");
        table.act(Action::Assist(Assist::Nothing));
        table.act(Action::Cancel);
        solve(&mut table);
        let is_hint = matches!(table.solved[0].solved_by, SolvedBy::Hints(_));
        assert_eq!((table.solved[0].solved_by == SolvedBy::Alone, is_hint), (false, number == 6), "help {number}");
    }
}

#[test]
fn a_guided_level_from_the_start_needs_no_announcement() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    table.click("a1");
    assert!(!table.said().contains("counts as"), "{}", table.said());
    assert!(table.model.attempt().is_guided && !table.model.attempt().is_helped);
    // On a puzzle with one solution, the guided level itself reveals the solution.
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    table.act(Action::Restart);
    table.act(Action::Assist(Assist::Dead));
    table.act(Action::Place);
    assert!(table.said().ends_with(HELPED), "{}", table.said());
}

/// A game with the guide has a best time of its own, and says so before its first move.
#[test]
fn a_guided_level_from_the_start_is_told() {
    const TOLD: &str = "Games with the guide have their own best time. Press 1 to play without it.";
    let mut table = Table::queens(8);
    assert_eq!(table.said(), format!("Place 8 queens so that none attacks another. Enter places, x rules out. {TOLD}"));
    table.act(Action::Restart);
    assert!(table.said().ends_with(TOLD), "{}", table.said());
    table.act(Action::Assist(Assist::Attacks));
    solve(&mut table);
    assert_eq!(table.solved[0].solved_by, SolvedBy::Alone);
    table.act(Action::Restart);
    assert_eq!(table.said(), "New attempt. Press u to return to the previous attempt.");
    // The next game keeps the level of the player.
    table.act(Action::NextPuzzle);
    assert_eq!(table.said(), "Place 9 queens so that none attacks another. Enter places, x rules out.");
    let pointed = table.model.notice().unwrap().pointed.clone();
    assert!(pointed.unwrap().ends_with("another. Tap: rule out. Tap again: place. Hold and draw: rule out several."));
    // Digits are values in a Sudoku, and a lesson is not counted.
    let mut table = Table::sudoku(&[TWOFOLD]).at_level(2);
    table.act(Action::Restart);
    assert!(table.said().ends_with("own best time. Press a to change the level."), "{}", table.said());
    table.tell(super::pages::opened(5, true, std::sync::Arc::new(super::table::Boards)));
    table.act(Action::Assist(Assist::Dead));
    table.act(Action::Restart);
    assert!(!table.said().contains("best time"), "{}", table.said());
    // At the highest level the game makes moves itself, which is help.
    let mut table = Table::queens(8).at_level(4);
    table.act(Action::Restart);
    assert!(table.said().contains("the game counts as helped"), "{}", table.said());
}

#[test]
fn games_with_the_guide_have_a_best_time_of_their_own() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    solve(&mut table);
    assert_eq!(table.solved[0].solved_by, SolvedBy::Guided);
    assert!(text(&table).contains("You solved it with the guide in 0:08.\n"), "{}", text(&table));
    // Help that the player asks for is help with the guide as well.
    table.act(Action::Restart);
    table.act(Action::Hint);
    assert!(table.said().ends_with(HELPED), "{}", table.said());
    solve(&mut table);
    assert_eq!(table.solved[1].solved_by, SolvedBy::Hints(1));
    assert!(text(&table).contains("You solved it with 1 hint and the guide in 0:08."), "{}", text(&table));
    // A saved game with the guide returns with the guide.
    let kept = KeptGames::default();
    let mut table = Table::kept_queens(8, &kept);
    table.click("a1");
    table.tell(SECOND);
    let mut table = Table::kept_queens(8, &kept);
    assert_eq!((table.model.assist(), table.model.attempt().is_guided), (Assist::Dead, true));
    solve(&mut table);
    assert_eq!(table.solved[0].solved_by, SolvedBy::Guided);
}

#[test]
fn a_restart_keeps_the_mark_of_the_solution() {
    let mut table = queens();
    solve(&mut table);
    let progress = |table: &Table| {
        let save = table.model.save().unwrap();
        (save.is_solved(), save.is_over(), game::words::saved_progress(table.model.board().puzzle(), &save))
    };
    assert_eq!(progress(&table), (true, true, "solved in 0:08".to_owned()));
    table.act(Action::Restart);
    assert_eq!(progress(&table), (true, false, "solved in 0:08".to_owned()));
    table.click("a1");
    assert_eq!(progress(&table), (true, false, "solved in 0:08, now 1 of 8".to_owned()));
    let save = table.model.save().unwrap();
    assert_eq!(Save::from_sealed(save.sealed().as_bytes()).unwrap(), save);
}

#[test]
fn undo_leads_to_the_game_before_and_redo_forward_again() {
    let mut table = queens();
    table.click("a1");
    table.act(Action::NextPuzzle);
    assert_eq!(table.model.number(), 9);
    for _ in 0..2 {
        table.act(Action::Undo);
        assert_eq!((table.model.number(), table.placed()), (8, vec!["a1".to_owned()]));
        table.act(Action::Redo);
        assert_eq!((table.model.number(), table.placed().len()), (9, 0));
    }
    // A move in the earlier game ends the way forward.
    table.act(Action::Undo);
    table.click("b5");
    table.act(Action::Redo);
    assert_eq!((table.model.number(), table.said().as_str()), (8, "Nothing to redo."));
    table.act(Action::Undo);
    table.act(Action::Undo);
    table.act(Action::Undo);
    assert_eq!((table.model.number(), table.said().as_str()), (8, "Nothing to undo."));
}

/// A saved game without help returns at an unguided level, whatever the level at the start of the program is.
#[test]
fn an_attempt_without_help_returns_without_help() {
    let kept = KeptGames::default();
    let mut table = Table::kept_queens(8, &kept).at_level(0);
    table.click("a1");
    table.tell(SECOND);
    let mut table = Table::kept_queens(8, &kept);
    assert_eq!((table.placed(), table.model.assist()), (vec!["a1".to_owned()], Assist::Attacks));
    solve(&mut table);
    assert_eq!(table.solved[0].solved_by, SolvedBy::Alone);
    // Hints are not other help, so that an attempt with hints keeps its record as well.
    let kept = KeptGames::default();
    let mut table = Table::kept_queens(8, &kept).at_level(0);
    table.act(Action::Hint);
    table.click("a1");
    table.tell(SECOND);
    let mut table = Table::kept_queens(8, &kept);
    solve(&mut table);
    assert_eq!(table.solved[0].solved_by, SolvedBy::Hints(1));
    // An attempt with the guide returns at the guided level of the start.
    let kept = KeptGames::default();
    let mut table = Table::kept_queens(8, &kept);
    table.click("a1");
    table.tell(SECOND);
    assert_eq!(Table::kept_queens(8, &kept).model.assist(), Assist::Dead);
}

#[test]
fn a_finished_record_is_final() {
    let mut table = queens();
    solve(&mut table);
    let record = table.model.attempt().clone();
    table.act(Action::Cancel);
    table.act(Action::Browse);
    table.act(Action::Step(ScreenStep::Next));
    table.act(Action::Browse);
    table.act(Action::Undo);
    table.tell(SECOND);
    table.act(Action::Hint);
    table.act(Action::Cancel);
    table.act(Action::Redo);
    assert_eq!((table.model.attempt(), table.solved.len()), (&record, 1));
}

#[test]
fn each_turn_has_its_time() {
    let mut table = queens();
    let times = |table: &Table| table.model.attempt().times.iter().map(Duration::as_secs).collect::<Vec<_>>();
    for square in ["a1", "b5", "c8"] {
        table.tell(SECOND);
        table.click(square);
    }
    assert_eq!(times(&table), [1, 2, 3]);
    table.act(Action::Undo);
    table.act(Action::Undo);
    table.act(Action::Redo);
    assert_eq!(times(&table), [1, 2, 3], "undone turns keep their times");
    table.tell(SECOND);
    table.click("d6");
    assert_eq!(times(&table), [1, 2, 4], "a new turn replaces the undone turns");
}

/// Returns the text beside the board.
fn text(table: &Table) -> String {
    let lines = table.model.mode().describe(table.model.board().puzzle()).expect("a screen is shown").lines;
    lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

/// Returns the names of the placed queens that the board shows.
fn drawn(table: &Table) -> Vec<String> {
    let (scene, puzzle) = (BoardScene::of(&table.model), table.model.board().puzzle());
    let is_placed = |variable: &Variable| scene.square(*variable).is_some_and(|square| square.status.stands());
    Variable::all(puzzle.variables()).filter(is_placed).map(|variable| puzzle.name(variable)).collect()
}

#[test]
fn the_result_is_shown_and_any_action_leaves_it() {
    let mut table = queens();
    solve(&mut table);
    assert!(matches!(table.model.mode(), Mode::Result(_)));
    let said = "You solved it without help in 0:08.\nYour first without help.\nA new solution: you have found 1 of 92.";
    assert!(text(&table).ends_with(said), "{}", text(&table));
    table.act(Action::Undo);
    assert!(table.is_playing() && table.placed().len() == 7);
    table.act(Action::Redo);
    assert!(table.is_playing(), "the result is shown once");
    // A faster attempt beats the best time.
    table.act(Action::Restart);
    SOLUTION.iter().for_each(|square| {
        table.tell(Message::Elapsed(Duration::from_millis(500)));
        table.click(square);
    });
    let said = "New best time; it was 0:08. Average: 0:06.\nYou have found 1 of 92 solutions.";
    assert!(text(&table).ends_with(said), "{}", text(&table));
    table.act(Action::Cancel);
    assert!(table.is_playing());
}

#[test]
fn a_replay_goes_through_the_turns_with_their_times() {
    let mut table = queens();
    table.act(Action::Replay);
    assert_eq!(table.said(), "Solve the puzzle first.");
    for (square, seconds) in SOLUTION.into_iter().zip([1, 1, 1, 2, 1, 1, 1, 1]) {
        (0..seconds).for_each(|_| table.tell(SECOND));
        table.click(square);
    }
    table.act(Action::Step(ScreenStep::Next));
    assert_eq!((text(&table).as_str(), drawn(&table).len()), ("Move 1 of 8\na1 at 0:01, after 0:01.", 1));
    table.act(Action::Step(ScreenStep::Last));
    table.act(Action::Step(ScreenStep::Next));
    assert_eq!(drawn(&table).len(), 8);
    table.act(Action::Replay);
    assert_eq!((text(&table).as_str(), drawn(&table).len()), ("Move 0 of 8\nThe start.", 0));
    // It runs by itself, until the player steps.
    table.tell(Message::Elapsed(Duration::from_millis(500)));
    assert_eq!(drawn(&table).len(), 0);
    table.tell(Message::Elapsed(Duration::from_millis(100)));
    assert!(table.model.is_animated());
    assert_eq!(text(&table), "Move 1 of 8\na1 at 0:01, after 0:01.");
    table.act(Action::Step(ScreenStep::Next));
    table.tell(SECOND);
    assert_eq!((drawn(&table).len(), table.model.is_animated()), (2, false));
    table.act(Action::Replay);
    (0..9).for_each(|_| table.tell(SECOND));
    assert_eq!((drawn(&table).len(), table.model.is_animated()), (8, false), "the end");
    table.act(Action::Replay);
    // The list begins at the position shown.
    table.act(Action::Path);
    assert!(text(&table).contains("Longest pause: 0:02 before d6, at 0:05."), "{}", text(&table));
    assert!(text(&table).starts_with("Move 0 of 8\n"), "{}", text(&table));
    table.act(Action::Step(ScreenStep::Last));
    assert!(text(&table).contains("> 0:09 h4"), "{}", text(&table));
    assert_eq!(table.placed().len(), 8, "the game itself stays solved");
    // One step back leads to the result, and another one to the board.
    table.act(Action::Cancel);
    assert!(text(&table).contains("You solved it"), "{}", text(&table));
    table.act(Action::Cancel);
    assert!(table.is_playing());
}

#[test]
fn a_path_names_the_techniques() {
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    while !table.model.is_solved() {
        table.act(Action::Hint);
        let made = table.model.hint().unwrap().first_move();
        table.follow(made);
    }
    table.act(Action::Path);
    assert!(text(&table).contains("By technique: ") && text(&table).contains("x hidden single"), "{}", text(&table));
}

/// Returns `true` if a value is the only one left for its cell, or its cell the only one left for the value in a row,
/// column or block. `rows` has the values placed so far, and 0 for empty cells.
fn is_single(rows: &[[u32; 9]; 9], (row, column): (usize, usize), value: u32) -> bool {
    let block = |row: usize, column: usize| row / 3 * 3 + column / 3;
    let sees = |a: (usize, usize), b: (usize, usize)| a.0 == b.0 || a.1 == b.1 || block(a.0, a.1) == block(b.0, b.1);
    let cells = || (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    let fits = |at: (usize, usize), value: u32| {
        rows[at.0][at.1] == 0 && cells().all(|other| rows[other.0][other.1] != value || !sees(at, other))
    };
    let only_in =
        |is_in: &dyn Fn((usize, usize)) -> bool| cells().filter(|&at| is_in(at) && fits(at, value)).count() == 1;
    (1..10).filter(|&other| fits((row, column), other)).count() == 1
        || only_in(&|at| at.0 == row)
        || only_in(&|at| at.1 == column)
        || only_in(&|at| block(at.0, at.1) == block(row, column))
}

/// The values are placed from the last to the first, which is not the order of a solver.
#[test]
fn a_path_names_no_technique_that_was_false_at_its_time() {
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let mut rows = [[0; 9]; 9];
    PROPER.chars().enumerate().for_each(|(at, given)| rows[at / 9][at % 9] = given.to_digit(10).unwrap_or(0));
    let open: Vec<usize> = (0..81).rev().filter(|at| rows[at / 9][at % 9] == 0).collect();
    for &at in &open {
        let value = &solution[at..=at];
        table.click(&format!("r{}c{}={value}", at / 9 + 1, at % 9 + 1));
    }
    assert!(table.model.is_solved());
    table.act(Action::Path);
    let Mode::Result(screen) = table.model.mode() else { panic!("the path is shown") };
    let (lines, _) = screen.path(table.model.board().puzzle()).unwrap();
    assert_eq!(lines.len(), open.len());
    let (mut singles, mut others) = (0, 0);
    for (&at, line) in open.iter().zip(lines) {
        let (row, column, value) = (at / 9, at % 9, solution[at..=at].parse().unwrap());
        let was_single = is_single(&rows, (row, column), value);
        assert_eq!(line.ends_with(" single"), was_single, "{line}");
        singles += u32::from(was_single);
        others += u32::from(!was_single);
        rows[row][column] = value;
    }
    assert!(singles > 0 && others > 0, "{singles} {others}");
}

#[test]
fn the_animation_ends_and_can_be_off() {
    let is_lit = |table: &Table| {
        let (scene, puzzle) = (BoardScene::of(&table.model), table.model.board().puzzle());
        Variable::all(puzzle.variables()).any(|variable| scene.square(variable).unwrap().mark.is_some())
    };
    for is_still in [false, true] {
        let mut table = queens();
        table.model.preferences.is_still = is_still;
        solve(&mut table);
        let mut ticks = 0;
        let mut was_lit = false;
        while table.model.is_animated() {
            was_lit |= is_lit(&table);
            table.tell(Message::Elapsed(Duration::from_millis(250)));
            ticks += 1;
        }
        assert_eq!((was_lit, ticks), if is_still { (false, 0) } else { (true, 8) });
        assert!(!is_lit(&table) && matches!(table.model.mode(), Mode::Result(_)));
        table.act(Action::Replay);
        assert!(table.model.is_animated(), "a replay runs by itself, with animations off, too");
    }
}

#[test]
fn times_of_turns_are_saved() {
    let mut table = queens();
    solve(&mut table);
    let save = table.model.save().unwrap();
    let text = save.sealed();
    assert!(text.contains("    7000,\n    8000,\n]"), "{text}");
    assert_eq!(Save::from_sealed(text.as_bytes()).unwrap(), save);
}

const WARNING: &str = "After this, the attempt counts as helped. Press Enter to continue.";

/// Checks that each way to the first help of an attempt is asked about once, and that any other action drops the
/// question.
#[test]
fn the_first_help_is_asked_about_if_the_player_wants_it() {
    let asked = [
        Action::Hint,
        Action::Why,
        Action::Verify,
        Action::Browse,
        Action::Diagram,
        Action::BackToSolvable,
        Action::Assist(Assist::Counts),
        Action::NextGuided,
    ];
    for action in asked {
        for confirms in [action, Action::Place] {
            let mut table = queens();
            table.model.preferences.asks_before_help = true;
            table.click("a1");
            table.go("c5");
            table.act(action);
            assert_eq!((table.said().as_str(), table.model.question()), (WARNING, Some(action)), "{action:?}");
            assert!(table.is_playing() && table.model.hint().is_none() && table.model.assist() == Assist::Nothing);
            table.act(Action::Undo);
            assert_eq!((table.model.question(), table.placed().len()), (None, 0), "{action:?} is dropped");
            table.act(Action::Redo);
            table.act(action);
            table.act(confirms);
            assert_ne!(table.said(), WARNING, "{action:?}");
            assert!(table.model.question().is_none(), "{action:?} by {confirms:?}");
            let attempt = table.model.attempt();
            // A cell without a reason has no explanation, so that the attempt stays as it is.
            assert_eq!(
                attempt.is_helped || attempt.is_guided || attempt.hints > 0,
                action != Action::Why,
                "{action:?}"
            );
        }
    }
}

#[test]
fn further_help_is_not_asked_about() {
    let mut table = queens();
    table.model.preferences.asks_before_help = true;
    table.act(Action::Hint);
    table.act(Action::Hint);
    assert_eq!(table.model.attempt().hints, 1);
    for action in [Action::Hint, Action::Verify, Action::Hint] {
        table.act(action);
        assert_ne!(table.said(), WARNING, "{action:?}");
    }
    // At a guided level, which was the player's choice, nothing is asked.
    let mut table = queens().at_level(2);
    table.model.preferences.asks_before_help = true;
    table.act(Action::Hint);
    assert_eq!(table.model.attempt().hints, 1);
}

#[test]
fn the_result_takes_the_place_of_the_notice_of_the_last_move() {
    let mut table = queens();
    solve(&mut table);
    assert!(matches!(table.model.mode(), Mode::Result(_)));
    assert_eq!(table.model.notice(), None);
}

#[test]
fn a_stray_key_does_not_change_a_solved_board() {
    const OVER: &str = "Solved. Press r to play it again.";
    let mut table = queens();
    solve(&mut table);
    let placed = table.placed();
    let (a1, b2) = (table.variable("a1"), table.variable("b2"));
    let touches = |table: &Table| {
        [
            Message::Act(Action::Place),
            Message::Act(Action::Remove),
            Message::Act(Action::Block),
            Message::Act(Action::Pause),
            Message::ClickPlace(table.cell("a1"), Some(a1)),
            Message::ClickPlace(table.cell("b2"), Some(b2)),
            Message::ClickBlock(table.cell("b2"), None),
            Message::Swept { from: table.cell("b2"), to: table.cell("d2") },
            Message::Named(b2, InputPurpose::Place),
            Message::Pasted("b2".to_owned()),
        ]
    };
    // On the screen of the result, and on the board below.
    for is_result in [true, false] {
        for touch in touches(&table) {
            let text = format!("{touch:?}");
            table.tell(touch);
            assert_eq!((table.said().as_str(), table.placed()), (OVER, placed.clone()), "{text}");
            assert_eq!(matches!(table.model.mode(), Mode::Result(_)), is_result, "{text}");
        }
        table.act(Action::Cancel);
    }
    // A saved game that was solved stays so as well.
    table.tell(SECOND);
    let mut table = Table::kept_queens(8, &table.kept.clone());
    table.act(Action::Place);
    assert_eq!((table.said().as_str(), table.placed()), (OVER, placed));
    table.act(Action::Restart);
    table.act(Action::Place);
    assert_eq!(table.placed().len(), 1, "another attempt begins");
    let mut sudoku = Table::sudoku(&[PROPER]).at_level(4);
    sudoku.act(Action::Value(2));
    assert_eq!(sudoku.said(), OVER);
    sudoku.act(Action::Notes);
    assert!(!sudoku.model.is_noting());
}

/// A day's puzzle of each kind, which is today's.
#[derive(Debug)]
struct Today;

impl game::Catalogue for Today {
    fn numbers(&self) -> std::ops::RangeInclusive<usize> {
        1..=9
    }

    fn is_by_size(&self) -> bool {
        false
    }

    fn daily(&self, number: usize) -> Option<game::DailyPuzzle> {
        (number == 1).then_some(game::DailyPuzzle { name: "queens", day: 20_784 })
    }

    fn day(&self, number: usize) -> Option<i32> {
        Some(self.daily(number)?.day)
    }

    fn entry(
        &self,
        number: usize,
        budget: &mut puzzle_core::Budget<'_>,
    ) -> Result<puzzle_kind::Entry, puzzle_kind::OpenError> {
        game::Catalogue::entry(&super::table::Boards, if number == 1 { 4 } else { 5 }, budget)
    }
}

/// Returns the cards of the daily puzzles, which open the puzzles with their indices.
fn dailies<const COUNT: usize>(choices: [(&str, game::GameProgress); COUNT]) -> Vec<game::MenuChoice> {
    let choice = |(index, (label, progress))| game::MenuChoice {
        is_daily: true,
        ..game::MenuChoice::new(label, game::MenuTarget::Opens(index)).with_progress(progress)
    };
    choices.into_iter().enumerate().map(choice).collect()
}

/// Returns the labels of the buttons with these names.
fn labels(table: &Table, names: &[&str]) -> Vec<String> {
    let offers = game::offers(&table.model);
    let main = offers.iter().filter(|offer| offer.group == "main" && names.contains(&offer.name));
    main.map(|offer| offer.label.to_string()).collect()
}

#[test]
fn daily_puzzles_are_a_round() {
    use game::GameProgress::{Begun, New, Solved};
    let mut table = Table::before(Today, 1).with_menu(&["Queens"]).begin();
    assert!(table.said().starts_with("Place 4 queens"), "{}", table.said());
    assert_eq!(words::header(&table.model, "x"), ["Daily queens, Fri 27 Nov", "4 x 4 queens"]);
    // The card of the present puzzle is listed before it is solved.
    table.tell(Message::Choices(dailies([("Sudoku", New), ("Queens", Begun), ("Regions", Solved)])));
    ["b1", "d2", "a3", "c4"].iter().for_each(|square| table.click(square));
    assert!(text(&table).ends_with("1 of 3 daily puzzles is left today: Sudoku."), "{}", text(&table));
    assert_eq!(labels(&table, &["next", "another"]), ["Next: Sudoku", "More like this"]);
    table.act(Action::Copy);
    assert!(table.copied[0].starts_with("nqueens: Daily queens, Fri 27 Nov"), "{:?}", table.copied);
    let solved: Vec<bool> = table.model.dailies().iter().map(|daily| daily.is_solved).collect();
    assert_eq!(solved, [false, true, true]);
    table.act(Action::NextPuzzle);
    assert_eq!((table.opened.as_slice(), table.model.number()), (&[0][..], 1));
    table.tell(Message::Choices(dailies([("Sudoku", Solved), ("Queens", Solved), ("Regions", Solved)])));
    assert!(words::account(&table.model).iter().any(|(_, line)| line == "All three solved today."));
    assert_eq!(labels(&table, &["next", "another"]), ["More like this"]);
    // The day is shared as a whole.
    table.act(Action::Copy);
    let day = "nqueens: all 3 daily puzzles, Fri 27 Nov\nSudoku with help\nQueens with help\nRegions with help";
    assert_eq!(table.copied.last().map(String::as_str), Some(day));
    table.act(Action::NextPuzzle);
    assert_eq!((table.opened.len(), table.model.number()), (1, 2));
    assert_eq!(words::header(&table.model, "x"), ["5 x 5 queens", "puzzle 2"]);
}

#[test]
fn the_result_of_a_daily_puzzle_names_those_that_are_left() {
    let choices = dailies([("Queens", game::GameProgress::Solved), ("Regions", game::GameProgress::Begun)]);
    let mut table = Table::before(Today, 1).with_menu(&["Queens"]).begin();
    ["b1", "d2", "a3", "c4"].iter().for_each(|square| table.click(square));
    assert!(!text(&table).contains("left today"), "{}", text(&table));
    table.tell(Message::Choices(choices));
    assert!(text(&table).ends_with("1 of 2 daily puzzles is left today: Regions."), "{}", text(&table));
    assert!(table.model.mode().describe(table.model.board().puzzle()).unwrap().lines.len() > 2);
}

#[test]
fn a_time_by_hints_is_no_best_time() {
    let finished = |hinted: usize| {
        let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(0);
        // The first time has none to be better than.
        for _ in 0..2 {
            table.act(Action::Restart);
            for _ in 0..hinted {
                table.tell(SECOND);
                table.act(Action::Hint);
                table.act(Action::Hint);
                table.act(Action::Place);
            }
            while !table.model.is_solved() {
                table.tell(SECOND);
                let (variable, ..) =
                    table.model.guide().unwrap().variables().find(|(_, status, _)| status.is_live()).unwrap();
                table.tell(Message::Named(variable, InputPurpose::Place));
            }
        }
        words::finished(&table.model).join(" ")
    };
    assert!(finished(2).contains("Your best time with help."), "{}", finished(2));
    assert!(!finished(3).contains("best time"), "{}", finished(3));
}
