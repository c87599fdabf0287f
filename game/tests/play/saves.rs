//! Saved games: at every step, and damaged in every way.

use std::sync::Arc;
use std::time::Duration;

use bdd_core::Sampler;
use game::{Action, Arrow, Assist, Attempt, InputPurpose, Message, Save, Start};
use puzzle_core::{Budget, Count, Guide, Move, Session};
use puzzle_kind::Cell;
use sudoku_guide::Shape;

use super::table::{KeptGames, PROPER, REGIONS, TWOFOLD, Table};

/// The turns with their numbers of forced moves, the number of turns made, the guide, and the count history.
type State = (Vec<(Vec<Move>, usize)>, usize, Arc<Guide>, Vec<Count>);

fn state(session: &Session) -> State {
    let turns = session.turns().map(|(moves, forced)| (moves.to_vec(), forced)).collect();
    (turns, session.turn_count(), Arc::clone(session.guide()), session.count_history().cloned().collect())
}

/// Saves the game as a text and resumes it.
fn again(table: &Table) -> (Save, Start) {
    let save = table.model.save().expect("there is a game");
    let read = Save::from_sealed(save.sealed().as_bytes()).unwrap();
    assert_eq!(read, save);
    assert_eq!(Save::from_transcript(&save.transcript()).unwrap(), save);
    let source = Arc::clone(table.model.session().unwrap().source());
    let session = Box::new(Session::new(source, &mut Budget::unlimited()).unwrap());
    let resumed = read.resume(table.model.board().puzzle(), session, &mut Budget::unlimited()).unwrap();
    (save, resumed)
}

/// Returns a random number below `limit`.
fn below(sampler: &mut Sampler, limit: u64) -> u64 {
    let number = sampler.below(&limit.into()).expect("the limit is not 0");
    u64::try_from(number).expect("it is below a small number")
}

/// Returns a random message of a player, most often a move.
fn message(sampler: &mut Sampler, cells: u64) -> Message {
    let mut cell = || Cell { row: below(sampler, cells) as usize, column: below(sampler, cells) as usize };
    let at = cell();
    match below(sampler, 29) {
        0..=7 => Message::ClickPlace(at, None),
        8..=9 => Message::ClickBlock(at, None),
        10..=12 => Message::Act(Action::Value(1 + below(sampler, cells) as u8)),
        13..=15 => Message::Act(Action::Undo),
        16 => Message::Act(Action::Redo),
        17 => Message::Act(Action::Assist(Assist::ALL[below(sampler, 5) as usize])),
        18 => Message::Act(if below(sampler, 2) == 0 { Action::NextPuzzle } else { Action::PreviousPuzzle }),
        19 => Message::Act(if below(sampler, 4) == 0 { Action::Clear } else { Action::Move(Arrow::Right) }),
        20 => Message::Act(Action::Hint),
        21 => Message::Act(Action::SetCheckpoint),
        22 => Message::Act(Action::ToCheckpoint),
        23 => Message::Act(Action::Notes),
        24 => Message::Act(Action::Colour),
        25..=26 => Message::Act(Action::Select(Arrow::Down)),
        27 => Message::Act(Action::CornerNotes),
        _ => Message::Elapsed(Duration::from_millis(below(sampler, 2000))),
    }
}

const SMALL: [&str; 2] = ["1.....3..4.....2", "1..............."];
const SIX: [&str; 2] = ["1....2..3.......4...5......6..1.....", "...................................."];
const BOARDS: [&str; 2] = ["AABB\nABBC\nAACC\nDDDC\n", REGIONS];

fn any_game(number: u64, kept: &KeptGames) -> (Table, u64) {
    match number % 5 {
        0 => (Table::kept_queens(5, kept), 5),
        1 => (Table::kept_queens(8, kept), 8),
        2 => (Table::kept_sudoku(Shape::new(2, 2).unwrap(), &SMALL, kept), 4),
        3 => (Table::kept_sudoku(Shape::new(2, 3).unwrap(), &SIX[..1], kept), 6),
        _ => (Table::kept_regions(&BOARDS, kept), 8),
    }
}

/// Checks that a saved game resumes in the same state at any step, history included. The autosave is never older than
/// the last [`Message::Elapsed`].
#[test]
fn a_game_kept_at_any_step_is_the_same_again() {
    for number in 0..1000 {
        let mut sampler = Sampler::new(number);
        let kept = KeptGames::default();
        let (mut table, cells) = any_game(number, &kept);
        for _ in 0..16 {
            let message = message(&mut sampler, cells);
            let is_time = matches!(message, Message::Elapsed(_));
            table.tell(message);
            let (save, Start { session, cursor, notes, corner_notes, colours, attempt }) = again(&table);
            assert_eq!(&colours, table.model.cell_colours());
            let model = &table.model;
            assert_eq!(state(&session), state(model.session().unwrap()), "game {number}");
            assert_eq!((cursor, &*attempt), (model.cursor(), model.attempt()), "game {number}");
            assert_eq!((&notes, &corner_notes), (model.notes(), model.corner_notes()), "game {number}");
            if is_time && save.has_moves() {
                let kept = kept.lock().unwrap().get(&save.puzzle).cloned().expect("it is kept");
                // Time alone is not saved at once.
                assert_eq!(without_time(&kept), without_time(&save), "game {number}");
            }
        }
        // A new program resumes the game in the same state.
        let before = (state(table.model.session().unwrap()), table.model.attempt().clone(), table.model.number());
        table.tell(Message::Leaving);
        if table.model.save().unwrap().has_moves() {
            let (mut table, _) = any_game(number, &kept);
            while table.model.number() != before.2 {
                let by = if table.model.number() < before.2 { Action::NextPuzzle } else { Action::PreviousPuzzle };
                table.act(by);
                // The board of 6 x 6 fails to load.
                if table.model.session().unwrap().puzzle().variables() == 25 && before.2 > 5 {
                    table.act(by);
                    break;
                }
            }
            if table.model.number() == before.2 {
                assert_eq!(state(table.model.session().unwrap()), before.0, "game {number}");
                // The new game starts at a guided level, which counts again.
                let &Attempt { is_helped, is_guided, .. } = table.model.attempt();
                assert_eq!(*table.model.attempt(), Attempt { is_helped, is_guided, ..before.1 }, "game {number}");
                let said = table.said();
                let state = if table.model.is_over() { "Solved (" } else { "Resumed (" };
                assert!(said.starts_with(state), "game {number}: {said}");
            }
        }
    }
}

fn without_time(save: &Save) -> String {
    save.transcript().lines().filter(|line| !line.starts_with("milliseconds")).collect()
}

#[test]
fn the_puzzle_that_was_left_comes_back_by_undo() {
    let kept = KeptGames::default();
    let mut table = Table::kept_queens(5, &kept);
    table.click("a1");
    table.click("b3");
    table.act(Action::Undo);
    let before = state(table.model.session().unwrap());
    for away in [Action::PreviousPuzzle, Action::NextPuzzle] {
        table.act(away);
        if away == Action::NextPuzzle {
            // The board of 6 x 6 fails to load, so the game goes on.
            assert_eq!(state(table.model.session().unwrap()), before);
            continue;
        }
        assert!(table.placed().is_empty() && table.model.number() == 4);
        table.act(Action::Undo);
        assert_eq!(table.model.number(), 5);
        assert_eq!(table.said(), "Back in 5 x 5 queens (1 of 5). Redo returns.");
        assert_eq!(state(table.model.session().unwrap()), before);
    }
    table.act(Action::Redo);
    assert_eq!(table.said(), "Back in 4 x 4 queens (0 of 4). Undo returns.");
    table.act(Action::Undo);
    table.act(Action::Restart);
    table.act(Action::Undo);
    assert_eq!(table.said(), "Back in the other attempt (1 of 5). Redo returns.");
    // After a move, undo takes back the move.
    table.act(Action::PreviousPuzzle);
    table.click("b1");
    table.act(Action::Undo);
    assert_eq!(table.model.number(), 4);
    // The game that was left is still saved, with its undone turns.
    table.act(Action::NextPuzzle);
    assert_eq!(state(table.model.session().unwrap()), before);
    assert_eq!(table.said(), "Resumed (1 of 5). Press r to restart.");
    table.act(Action::Redo);
    assert_eq!(table.placed(), ["a1", "b3"]);
}

#[test]
fn a_checkpoint_is_come_back_to_by_one_turn() {
    let mut table = Table::queens(8).at_level(0);
    table.act(Action::ToCheckpoint);
    assert_eq!(table.said(), "No checkpoint yet. Press M to set one.");
    table.click("a1");
    table.act(Action::SetCheckpoint);
    table.click("b2");
    table.click("a1");
    table.go("c8");
    table.act(Action::Block);
    table.act(Action::ToCheckpoint);
    assert_eq!(table.placed(), ["a1"]);
    assert!(table.model.guide().unwrap().marks().blocked.is_empty());
    table.act(Action::Undo);
    assert_eq!(table.placed(), ["b2"]);
}

/// Returns a game with turns, undone turns, a checkpoint, time, hints and forced moves.
fn rich() -> Table {
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(0);
    table.click("a1");
    table.act(Action::SetCheckpoint);
    table.tell(Message::Elapsed(Duration::from_millis(1234)));
    table.act(Action::Hint);
    table.act(Action::Assist(Assist::Forced));
    table.click("b5");
    table.go("c3");
    table.act(Action::Block);
    table.act(Action::Undo);
    table
}

/// Returns a text with one random change.
fn mutated(text: &[u8], sampler: &mut Sampler) -> Vec<u8> {
    let mut text = text.to_vec();
    let length = text.len() as u64;
    let at = below(sampler, length) as usize;
    match below(sampler, 6) {
        0 => text[at] ^= 1 << below(sampler, 8),
        1 => text[at] = below(sampler, 256) as u8,
        2 => drop(text.remove(at)),
        3 => text.insert(at, below(sampler, 256) as u8),
        4 => {
            let other = below(sampler, length) as usize;
            text.swap(at, other);
        }
        _ => {
            let end = (at + below(sampler, 40) as usize).min(text.len());
            let piece = text[at..end].to_vec();
            let to = below(sampler, length) as usize;
            drop(text.splice(to..to, piece));
        }
    }
    text
}

#[test]
fn damage_is_seen() {
    let save = rich().model.save().unwrap();
    let text = save.sealed().into_bytes();
    assert!(save.transcript().contains("; forced "), "{}", save.transcript());
    for length in 0..text.len() {
        assert!(Save::from_sealed(&text[..length]).is_err(), "the first {length} bytes");
    }
    let mut sampler = Sampler::new(1);
    for number in 0..100_000 {
        let mutated = mutated(&text, &mut sampler);
        let read = Save::from_sealed(&mutated);
        assert_eq!(read.is_ok(), mutated == text, "mutation {number}: {read:?}");
    }
}

/// Checks that any edited transcript is read or refused, and that a transcript that was read resumes as a game.
#[test]
fn any_transcript_is_a_game_or_refused() {
    let table = rich();
    let (save, _) = again(&table);
    let text = save.transcript().into_bytes();
    let begin = Session::new(Arc::clone(table.model.session().unwrap().source()), &mut Budget::unlimited()).unwrap();
    let mut sampler = Sampler::new(2);
    let (mut games, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mutated = mutated(&text, &mut sampler);
        let Some(read) = str::from_utf8(&mutated).ok().and_then(|text| Save::from_transcript(text).ok()) else {
            continue;
        };
        let puzzle = table.model.board().puzzle();
        match read.resume(puzzle, Box::new(begin.clone()), &mut Budget::unlimited()) {
            Ok(Start { session, cursor, .. }) => {
                games += 1;
                assert!(table.model.board().contains(cursor));
                let (mut marks, mut turns) = (puzzle_core::Marks::default(), 0);
                for (moves, _) in session.turns().take(session.turn_count()) {
                    turns += 1;
                    for made in moves {
                        let _ = match *made {
                            Move::Place(variable) => marks.placed.insert(variable),
                            Move::Remove(variable) => marks.placed.remove(&variable),
                            Move::Block(variable) => marks.blocked.insert(variable),
                            Move::Unblock(variable) => marks.blocked.remove(&variable),
                            Move::Clear => !std::mem::take(&mut marks).is_empty(),
                        };
                    }
                }
                assert_eq!((turns, &marks), (session.turn_count(), session.marks()));
            }
            Err(_) => refused += 1,
        }
    }
    assert!(games > 100 && refused > 100, "{games} games, {refused} refused");
}

#[test]
fn what_is_wrong_with_a_transcript_is_told() {
    let table = rich();
    let text = again(&table).0.transcript();
    let begin = Session::new(Arc::clone(table.model.session().unwrap().source()), &mut Budget::unlimited()).unwrap();
    let puzzle = table.model.board().puzzle();
    let fault = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        let save = match Save::from_transcript(&text.replacen(from, to, 1)) {
            Ok(save) => save,
            Err(error) => return error.to_string(),
        };
        save.resume(puzzle, Box::new(begin.clone()), &mut Budget::unlimited()).unwrap_err().to_string()
    };
    for (from, to, says) in [
        ("version = 1", "version = 2", "version 2 of the format, expected version 1"),
        ("version = 1", "version = ", "line 3: "),
        ("place a1", "place z9", "turn 1, \"place z9\""),
        ("place a1", "pace a1", "expected place, remove, block, unblock or clear, found \"pace\""),
        ("place a1", "remove a1", "turn 1, \"remove a1\": this turn changes nothing"),
        ("place a1", "place a1, place a1", "some moves of this turn change nothing"),
        ("; forced ", "; forced a2, ", "this turn forces "),
        ("hints = 1", "hint = 1", "unknown field `hint`"),
    ] {
        let fault = fault(from, to);
        assert!(fault.contains(says), "{to}: {fault}");
    }
    // A bare name is a placement, and names may be typed as in the game.
    let edited = text.replacen("place a1", "A1", 1);
    Save::from_transcript(&edited).unwrap().resume(puzzle, Box::new(begin), &mut Budget::unlimited()).unwrap();
}

/// Returns `true` if the game is saved after more `milliseconds`.
fn is_kept_after(table: &mut Table, milliseconds: u64) -> bool {
    table.kept.lock().unwrap().clear();
    table.tell(Message::Elapsed(Duration::from_millis(milliseconds)));
    !table.kept.lock().unwrap().is_empty()
}

#[test]
fn changes_are_saved_at_once_and_time_alone_every_four_seconds() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    table.click("a1");
    assert!(is_kept_after(&mut table, 1));
    for _ in 0..2 {
        for _ in 0..3 {
            assert!(!is_kept_after(&mut table, 1000));
        }
        assert!(is_kept_after(&mut table, 1000));
    }
}

#[test]
fn an_answer_that_came_too_late_is_nothing_to_keep() {
    let mut table =
        Table { holds: true, ..Table::kept_sudoku(Shape::NINE, &[TWOFOLD], &KeptGames::default()).at_level(1) };
    table.tell(Message::Named(table.variable("r1c3=2"), InputPurpose::Place));
    let late = table.jobs.pop().expect("a move of a Sudoku is a job");
    table.act(Action::Cancel);
    table.act(Action::Colour);
    assert!(is_kept_after(&mut table, 1), "a mark is saved");
    table.run(late);
    assert!(!is_kept_after(&mut table, 1));
}

#[test]
fn what_can_be_had_again_is_not_kept() {
    let puzzles: [fn(&KeptGames) -> Table; 2] = [
        |kept| Table::kept_queens(8, kept).at_level(1),
        |kept| Table::kept_sudoku(Shape::NINE, &[TWOFOLD], kept).at_level(1),
    ];
    for puzzle in puzzles {
        // A puzzle that was only looked at is not saved.
        let mut table = puzzle(&KeptGames::default());
        for _ in 0..20 {
            assert!(!is_kept_after(&mut table, 2000));
        }
        for begins in [Action::Hint, Action::Verify, Action::Colour] {
            let mut table = puzzle(&KeptGames::default());
            table.act(begins);
            assert!(is_kept_after(&mut table, 1), "{begins:?}");
        }
    }
    // A game with a hint and no move resumes, but its notice is the notice of a new game.
    let kept = KeptGames::default();
    let mut puzzle = Table::kept_sudoku(Shape::NINE, &[TWOFOLD], &kept);
    puzzle.act(Action::Hint);
    puzzle.tell(Message::Elapsed(Duration::from_secs(2)));
    let again = Table::kept_sudoku(Shape::NINE, &[TWOFOLD], &kept);
    assert_eq!(again.model.attempt().hints, 1);
    assert!(again.said().contains(&again.model.board().puzzle().task()), "{}", again.said());
}

#[test]
fn a_restart_replaces_the_saved_game() {
    let kept = KeptGames::default();
    for _ in 0..2 {
        let mut table = Table::kept_queens(8, &kept);
        table.click("a1");
        table.tell(Message::Leaving);
        assert_eq!(Table::kept_queens(8, &kept).placed(), ["a1"]);
        table.act(Action::Restart);
        table.tell(Message::Leaving);
        assert!(Table::kept_queens(8, &kept).placed().is_empty());
    }
}

#[test]
fn the_level_of_help_stays_the_players_but_where_it_would_show_the_solution() {
    let mut table = Table::queens(5).at_level(2);
    table.act(Action::PreviousPuzzle);
    let mut table = table.at_level(3);
    table.act(Action::Undo);
    assert_eq!((table.model.number(), table.model.assist().level()), (5, 3));
    table.act(Action::PreviousPuzzle);
    assert_eq!((table.model.number(), table.model.assist().level()), (4, 3));
    // A puzzle with one solution returns at its own level, whatever the level of the other puzzle.
    let mut table = Table::sudoku(&[PROPER, TWOFOLD]).at_level(1);
    table.act(Action::NextPuzzle);
    let mut table = table.at_level(3);
    assert_eq!(table.model.number(), 2);
    table.act(Action::Undo);
    assert_eq!((table.model.number(), table.model.assist().level()), (1, 1));
}
