//! Jobs that do not end at once: the game while they run, and answers that come late.

use std::sync::Arc;

use game::{Action, BoardScene, Content, Drawing, Message, Mode, ScreenStep, Series};
use puzzle_core::{Budget, Cancel, Interrupted, Move};
use puzzle_kind::{Entry, Kind, OpenError};
use regions_guide::RegionsKind;
use sudoku_guide::{Grid, Shape, Sudoku, SudokuKind};

use super::table::{PROPER, TWOFOLD, Table};

/// Returns a game of Sudokus, in which each request is a job, since a Sudoku is never quick.
fn held() -> Table {
    Table { holds: true, ..Table::sudoku(&[TWOFOLD, PROPER]).at_level(1) }
}

#[test]
fn the_game_stands_still_until_the_answer_is_there() {
    let mut table = held();
    table.go("r1c3");
    table.act(Action::Value(1));
    let job = table.jobs.pop().expect("a move of a Sudoku is a job");
    assert_eq!(table.model.working(), Some(job.ticket()));
    assert!(table.placed().is_empty());
    table.run(job);
    assert_eq!(table.placed(), ["r1c3=1"]);
    assert_eq!(table.model.working(), None);
    // The previous position is known, so undo is no job.
    table.act(Action::Undo);
    assert!(table.jobs.is_empty() && table.placed().is_empty());
}

#[test]
fn a_move_is_drawn_before_its_guide_is_computed() {
    let mut table = Table { holds: true, ..Table::sudoku(&[&".".repeat(81)]).at_level(2) };
    table.go("r1c3");
    let [placed, excluded] = ["r1c3", "r1c4"].map(|cell| table.cell(cell));
    let value = table.variable("r1c3=2");
    let is_drawn = |table: &Table| {
        let content = BoardScene::of(&table.model).content(placed);
        matches!(content, Content::One { drawing: Drawing::Value(drawn), .. } if drawn == value)
    };
    let candidates = |table: &Table| match BoardScene::of(&table.model).content(excluded) {
        Content::Values(values, _) => values.len(),
        _ => 0,
    };
    let before = candidates(&table);
    table.act(Action::Value(2));
    assert!(is_drawn(&table) && table.placed().is_empty());
    let drawn = candidates(&table);
    assert!(drawn < before, "{drawn} of {before} candidates are left");
    table.act(Action::Cancel);
    assert!(!is_drawn(&table));
    assert_eq!(candidates(&table), before);
    table.act(Action::Value(2));
    let job = table.jobs.pop().unwrap();
    table.run(job);
    assert!(is_drawn(&table));
    assert_eq!(table.placed(), ["r1c3=2"]);
}

#[test]
fn what_was_cancelled_arrives_in_vain() {
    let mut table = held();
    table.go("r1c3");
    for action in [Action::Value(1), Action::Hint, Action::Browse] {
        table.act(action);
        let job = table.jobs.pop().expect("all of it is a job");
        let ticket = job.ticket();
        table.act(Action::Cancel);
        assert_eq!(table.cancelled.pop(), Some(ticket));
        assert_eq!((table.said().as_str(), table.model.working()), ("Cancelled.", None));
        table.run(job);
        assert!(table.placed().is_empty() && table.is_playing() && table.model.hint().is_none());
    }
}

#[test]
fn a_job_that_was_broken_off_says_so_and_changes_nothing() {
    let mut table = held();
    table.go("r1c3");
    table.act(Action::Value(1));
    let job = table.jobs.pop().unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let message = job.run(&mut Budget::unlimited().with_cancel(cancel));
    table.tell(message);
    assert_eq!(table.said(), "Cancelled.");
    assert!(table.placed().is_empty() && table.model.working().is_none());
    // If the memory does not suffice, the notice tells this reason.
    table.act(Action::Hint);
    let Message::Answered { ticket, .. } = table.jobs.pop().unwrap().run(&mut Budget::unlimited()) else {
        panic!("a hint is an answer")
    };
    let stopped = Interrupted::TooLarge { needed: 2 << 20, limit: 1 << 20 };
    table.tell(Message::Answered { ticket, answer: Err(stopped.into()), time: None });
    assert!(table.said().starts_with("Not finished: "), "{}", table.said());
}

#[test]
fn the_last_wish_of_a_face_that_does_not_wait_counts() {
    let mut table = held();
    table.go("r1c3");
    table.act(Action::Value(1));
    let first = table.jobs.pop().unwrap();
    table.act(Action::Value(2));
    let second = table.jobs.pop().unwrap();
    assert_eq!(table.cancelled, [first.ticket()]);
    table.run(second);
    assert_eq!(table.placed(), ["r1c3=2"]);
    table.run(first);
    assert_eq!(table.placed(), ["r1c3=2"]);
    // An undo that takes no time cancels the job as well.
    table.act(Action::Value(4));
    let third = table.jobs.pop().unwrap();
    table.act(Action::Undo);
    assert!(table.placed().is_empty());
    table.run(third);
    assert!(table.placed().is_empty());
}

#[test]
fn a_puzzle_is_loaded_while_another_one_is_played() {
    let mut table = held();
    table.act(Action::NextPuzzle);
    let load = table.jobs.pop().unwrap();
    let ticket = load.ticket();
    table.tell(Message::Progressed { ticket, fraction: 0.5 });
    assert!(table.model.loading().is_some_and(|loading| (loading.number, loading.fraction) == (2, 0.5)));
    table.go("r1c3");
    table.act(Action::Value(1));
    let job = table.jobs.pop().unwrap();
    table.run(job);
    assert_eq!(table.placed(), ["r1c3=1"]);
    // A job is cancelled when another puzzle arrives, since it is about the old one.
    table.act(Action::Hint);
    let hint = table.jobs.pop().unwrap();
    table.run(load);
    assert_eq!(table.cancelled, [hint.ticket()]);
    assert_eq!((table.model.number(), table.placed().len(), table.model.loading().is_none()), (2, 0, true));
    table.run(hint);
    assert!(table.model.hint().is_none());
    assert_eq!(table.said(), format!("Puzzle 2. {} Type a value to place it.", table.model.board().puzzle().task()));
}

#[test]
fn of_a_game_that_makes_way_for_another_one_nothing_stays_on_the_screen() {
    for begun in [Action::Go, Action::Why, Action::Hint] {
        let mut table = Table::queens(5).at_level(1);
        ["a1", "b1"].into_iter().for_each(|square| table.click(square));
        assert_eq!(table.model.clashes().len(), 1);
        table.holds = true;
        table.act(Action::PreviousPuzzle);
        let load = table.jobs.pop().expect("another board is asked for");
        table.holds = false;
        table.act(begun);
        table.run(load);
        let model = &table.model;
        assert_eq!((model.number(), model.clashes().len()), (4, 0), "{begun:?}");
        assert!(table.is_playing() && model.typing().is_none() && model.hint().is_none(), "{begun:?}");
    }
}

#[test]
fn only_the_last_puzzle_asked_for_is_loaded() {
    let mut table = Table { holds: true, ..Table::queens(4) };
    table.act(Action::NextPuzzle);
    table.act(Action::NextPuzzle);
    table.act(Action::NextPuzzle);
    let tickets: Vec<_> = table.jobs.iter().map(|job| job.ticket()).collect();
    assert_eq!(table.cancelled, tickets[..2]);
    for job in std::mem::take(&mut table.jobs) {
        table.run(job);
    }
    assert_eq!((table.model.number(), table.total().as_str()), (7, "40"));
    table.act(Action::PreviousPuzzle);
    let ticket = table.jobs[0].ticket();
    table.act(Action::Cancel);
    assert_eq!(table.said(), "Cancelled: 6 x 6 board.");
    assert_eq!(table.cancelled.last(), Some(&ticket));
}

#[test]
fn a_load_that_fails_leaves_the_game_as_it_was_unless_it_is_the_first() {
    let mut table = Table::queens(5);
    table.click("a1");
    table.act(Action::NextPuzzle);
    assert_eq!(table.said(), "Can't make a new board: the diagram of 6 x 6 was eaten");
    assert_eq!((table.model.number(), table.placed()), (5, vec!["a1".to_owned()]));
    assert_eq!(table.failed, None);
    table.act(Action::PreviousPuzzle);
    table.act(Action::PreviousPuzzle);
    assert_eq!((table.model.number(), table.said().as_str()), (4, "This is the smallest board."));
    table.tell(Message::Load(11));
    assert_eq!(table.said(), "There is no board 11: expected 4 to 9.");

    let table = Table::queens(6);
    assert_eq!(table.failed.as_deref(), Some("the diagram of 6 x 6 was eaten"));
    let sudoku = Arc::new(Sudoku::new(Grid::parse(Shape::NINE, PROPER).unwrap()));
    let never = Entry::new(sudoku, |_| Err(OpenError::Interrupted(Interrupted::Cancelled)));
    let table = Table::before(Series::of(vec![never]), 1).begin();
    assert_eq!(table.failed.as_deref(), Some("cancelled"));
}

#[test]
fn the_first_new_puzzle_is_made_by_a_job() {
    for kind in [&SudokuKind as &dyn Kind, &RegionsKind] {
        let mut table = Table { holds: true, ..Table::before_new(kind) }.begin();
        let job = table.jobs.pop().expect("it is not there yet");
        assert_eq!(table.model.loading().map(|loading| (loading.ticket, loading.number)), Some((job.ticket(), 1)));
        assert!(table.model.guide().is_none() && table.model.board().puzzle().givens().is_empty());
        // A cancelled first load does not end the game.
        table.act(Action::Cancel);
        assert_eq!(table.cancelled, [job.ticket()]);
        let cancel = Cancel::new();
        cancel.cancel();
        let message = job.run(&mut Budget::unlimited().with_cancel(cancel));
        assert!(matches!(message, Message::Loaded { result: Err(OpenError::Interrupted(Interrupted::Cancelled)), .. }));
        table.tell(message);
        assert_eq!((table.said().as_str(), &table.failed), ("Cancelled: puzzle 1.", &None));
        // The keys for the next and the previous puzzle both load the first puzzle again.
        for action in [Action::PreviousPuzzle, Action::Cancel, Action::NextPuzzle] {
            table.act(action);
        }
        table.holds = false;
        let job = table.jobs.pop().expect("it is asked for again");
        table.run(job);
        assert_eq!((table.model.number(), table.total().as_str()), (1, "1"));
        let first = table.model.board().puzzle().text();
        assert_eq!(Table::before_new(kind).begin().model.board().puzzle().text(), first);
        table.act(Action::NextPuzzle);
        assert_eq!(table.model.number(), 2);
        assert_ne!(table.model.board().puzzle().text(), first);
    }
}

#[test]
fn without_a_game_every_wish_is_answered() {
    let table = Table { holds: true, ..Table::sudoku(&[PROPER]) };
    let catalogue = Arc::clone(table.model.catalogue());
    let puzzle = catalogue.entry(1, &mut Budget::unlimited()).unwrap();
    let mut model = game::Model::new(catalogue, 1, Arc::clone(puzzle.puzzle()));
    for action in [
        Action::Place,
        Action::Value(1),
        Action::Remove,
        Action::Block,
        Action::Undo,
        Action::Redo,
        Action::Clear,
        Action::Why,
        Action::Hint,
        Action::Verify,
        Action::BackToSolvable,
        Action::Browse,
    ] {
        assert!(model.update(Message::Act(Action::Cancel)).is_empty() && model.notice().is_none());
        assert!(model.update(Message::Act(action)).is_empty());
        assert_eq!(model.notice().unwrap().text, "No puzzle yet. Press N to load one.", "{action:?}");
    }
    for action in [Action::Step(ScreenStep::Next), Action::Fold, Action::Repair, Action::Adopt, Action::Cancel] {
        assert!(model.update(Message::Act(action)).is_empty());
    }
    assert!(matches!(model.mode(), Mode::Play));
}

#[test]
fn a_job_is_sent_to_another_thread() {
    let mut table = held();
    let open = table.model.guide().unwrap().variables().find(|(_, status, _)| status.is_live()).unwrap().0;
    table.follow(Move::Place(open));
    let job = table.jobs.pop().unwrap();
    let message = std::thread::spawn(move || job.run(&mut Budget::unlimited())).join().unwrap();
    table.tell(message);
    assert_eq!(table.placed().len(), 1);
}
