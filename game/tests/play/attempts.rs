//! Attempts: restarts, and the help that keeps a solution from counting as solved without help.

use std::time::Duration;

use game::{Action, Assist, InputPurpose, Message, ScreenStep, SolvedBy};

use super::table::{KeptGames, PROPER, Table};

const SECOND: Message = Message::Elapsed(Duration::from_secs(1));
const HELPED: &str = "This attempt now counts as solved with help.";

/// A solution of 8 x 8.
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
    assert_eq!(table.said(), "New attempt. Press u to return to the one before.");
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
    // On a puzzle with one solution, the level itself reveals it.
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    table.act(Action::Restart);
    table.act(Action::Assist(Assist::Dead));
    table.act(Action::Place);
    assert!(table.said().ends_with(HELPED), "{}", table.said());
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
