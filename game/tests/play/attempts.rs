//! Attempts: restarts, and the help that keeps a solution from counting as solved without help.

use std::time::Duration;

use game::{Action, Assist, BoardScene, InputPurpose, Message, Mode, Save, ScreenStep, SolvedBy};
use puzzle_core::Variable;

use super::table::{KeptGames, PROPER, TWOFOLD, Table};

const SECOND: Message = Message::Elapsed(Duration::from_secs(1));
const HELPED: &str = "This attempt now counts as helped.";

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
        assert!(table.said().ends_with(HELPED), "help {number}: {}", table.said());
        table.act(Action::Cancel);
        table.act(Action::Assist(Assist::Nothing));
        help(&mut table);
        assert!(!table.said().ends_with(HELPED), "help {number}: said once");
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
    assert!(!table.said().contains(HELPED) && table.model.attempt().is_helped);
    // On a puzzle with one solution, the guided level itself reveals the solution.
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    table.act(Action::Restart);
    table.act(Action::Assist(Assist::Dead));
    table.act(Action::Place);
    assert!(table.said().ends_with(HELPED), "{}", table.said());
}

/// A game at a guided level counts as helped from its first move on, and says so before this move.
#[test]
fn a_guided_level_from_the_start_is_said_to_be_help() {
    const GUIDED: &str = "With this guide, the game counts as helped. Press 1 to play without.";
    let mut table = Table::queens(8);
    assert_eq!(table.said(), format!("Place 8 queens so that none attacks another. {GUIDED}"));
    table.act(Action::Restart);
    assert!(table.said().ends_with(GUIDED), "{}", table.said());
    table.act(Action::Assist(Assist::Attacks));
    solve(&mut table);
    assert_eq!(table.solved[0].solved_by, SolvedBy::Alone);
    table.act(Action::Restart);
    assert_eq!(table.said(), "New attempt. Press u to return to the previous attempt.");
    // The next game keeps the level of the player.
    table.act(Action::NextPuzzle);
    assert_eq!(table.said(), "Place 9 queens so that none attacks another.");
    // Digits are values in a Sudoku, and a lesson is not counted.
    let mut table = Table::sudoku(&[TWOFOLD]).at_level(2);
    table.act(Action::Restart);
    assert!(table.said().ends_with("the game counts as helped. Press a to change the level."), "{}", table.said());
    table.tell(super::pages::opened(5, true, std::sync::Arc::new(super::table::Boards)));
    table.act(Action::Assist(Assist::Dead));
    table.act(Action::Restart);
    assert!(!table.said().contains("helped"), "{}", table.said());
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
    // A helped attempt returns at the guided level of the start.
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
    assert!(
        text(&table).ends_with("You solved it without help in 0:08.\nYour best time. Streak: 1."),
        "{}",
        text(&table)
    );
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
    assert!(text(&table).ends_with("New best time (0:08 before). Streak: 2."), "{}", text(&table));
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
    table.act(Action::Path);
    assert!(text(&table).contains("Longest pause: 0:02 before d6, at 0:05."), "{}", text(&table));
    assert!(text(&table).contains("> 0:09 h4"), "{}", text(&table));
    assert_eq!(table.placed().len(), 8, "the game itself stays solved");
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
    assert!(text(&table).contains("By technique: ") && text(&table).contains(": hidden single"), "{}", text(&table));
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
            assert_eq!(attempt.is_helped || attempt.hints > 0, action != Action::Why, "{action:?}");
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
