//! Explanations, hints, help levels and browsing, by keys and clicks, without a terminal.

use std::collections::BTreeSet;

use bdd_core::Budget;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use game::{Action, Effect, MenuChoice, MenuTarget, Mode, Page};
use nqueens_guide::check::{Verdict, check};
use nqueens_guide::{Library, Size, Square};
use nqueens_tui::face::{Face, Input, Outcome};
use nqueens_tui::keys::input_of;
use nqueens_tui::view::layout::ScreenLayout;
use proptest::prelude::*;
use puzzle_core::{Hint, Move, Status, Variable};
use ratatui::layout::Rect;

use super::memory::{NO_COLOR, any_keys, draw, game, keys, mouse, notice, only_job, text, total, variable};

/// Returns the words above and beside the board, without line breaks.
pub(super) fn said(face: &Face) -> String {
    let layout = ScreenLayout::of(face).unwrap();
    let terminal = draw(face);
    let buffer = terminal.backend().buffer();
    let rows = layout.header.into_iter().chain([layout.status]).chain(layout.panel.rows());
    let row = |area: Rect| area.positions().map(|at| buffer[at].symbol()).collect::<String>();
    let words: Vec<String> = rows.map(row).collect();
    words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn queens(face: &Face) -> BTreeSet<Variable> {
    face.model.guide().unwrap().marks().placed.clone()
}

fn squares(size: Size, variables: &[Variable]) -> Vec<Square> {
    variables.iter().map(|&variable| size.square_of(variable)).collect()
}

#[test]
fn a_dead_square_is_explained_step_by_step_and_repaired_as_one_move() {
    let mut face = game(6, (80, 24), NO_COLOR);
    keys(&mut face, "gb1\n\ngd6\nw");
    for sentence in [
        "Suppose a queen on d6.",
        "Then a5 is the only square left on rank 5",
        "Then c4 is the only square left on rank 4",
        "Then f2 is the only square left on rank 2",
        "Then rank 3 has no square left",
        "So d6 must be empty.",
    ] {
        assert!(said(&face).contains(sentence), "{sentence}\n{}", said(&face));
        keys(&mut face, " ");
    }
    assert!(said(&face).contains("Remove b1, and d6 opens"), "{}", said(&face));
    keys(&mut face, "r");
    assert!(matches!(face.model.mode(), Mode::Play));
    assert_eq!(notice(&face), "Queen removed from b1.");
    assert!(face.model.guide().unwrap().status(variable(&face, "d6")).is_live());
    keys(&mut face, "u");
    assert_eq!(queens(&face), BTreeSet::from([variable(&face, "b1")]));
}

#[test]
fn nothing_is_taken_away_where_the_rules_alone_rule_out() {
    let mut face = game(6, (80, 24), NO_COLOR);
    keys(&mut face, "ga1\nwr");
    assert_eq!(notice(&face), "Your moves did not cause this: removing them changes nothing.");
    keys(&mut face, "\x1bgb1\nw");
    assert!(said(&face).contains("b1 is open"), "{}", said(&face));
    keys(&mut face, "\nw");
    assert!(said(&face).contains("A queen is on b1"), "{}", said(&face));
}

#[test]
fn clicks_and_the_wheel_work_in_an_explanation() {
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "gb4\n\ngd1\n\nga8\nw");
    let place = |face: &Face| match face.model.mode() {
        Mode::Why(screen) => (face.model.bracketed_cell(), screen.progress().0),
        _ => panic!("no explanation"),
    };
    let cell = |face: &Face, name: &str| face.model.board().puzzle().cell_named(name).ok();
    mouse(&mut face, MouseEventKind::ScrollDown, "a1");
    mouse(&mut face, MouseEventKind::ScrollDown, "a1");
    mouse(&mut face, MouseEventKind::ScrollUp, "a1");
    assert_eq!(place(&face), (cell(&face, "a8"), 2));
    mouse(&mut face, MouseEventKind::Down(MouseButton::Left), "d7");
    assert_eq!(place(&face), (cell(&face, "d7"), 1));
    mouse(&mut face, MouseEventKind::Down(MouseButton::Left), "b4");
    assert!(matches!(face.model.mode(), Mode::Play), "a queen needs no explanation");
    assert_eq!(queens(&face).len(), 2, "and is not taken away");
    keys(&mut face, "s");
    mouse(&mut face, MouseEventKind::ScrollDown, "a1");
    mouse(&mut face, MouseEventKind::Down(MouseButton::Left), "a1");
    assert!(matches!(face.model.mode(), Mode::Browse(screen) if screen.number() == 2u8.into()));
}

#[test]
fn hints_come_in_three_grades_are_counted_and_begin_anew_with_each_move() {
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "i");
    assert!(said(&face).contains("Rank 1 is tightest") && said(&face).contains("1 hint"), "{}", said(&face));
    assert!(!said(&face).contains("Place a queen on"));
    keys(&mut face, ">i");
    assert!(said(&face).contains("Place a queen on d1.") && said(&face).contains("1 hint"));
    assert!(!said(&face).contains("keeps"));
    keys(&mut face, "iii");
    assert!(said(&face).contains("keep 18 each"), "{}", said(&face));
    assert_eq!(face.model.attempt().hints, 1, "saying it again is no hint");
    keys(&mut face, "gd1\n\n");
    assert!(face.model.hint().is_none());
    keys(&mut face, "gb4\n\ni");
    assert_eq!(face.model.attempt().hints, 2);
    assert!(said(&face).contains("has only one possible square"));
    keys(&mut face, "ii");
    let Mode::Why(screen) = face.model.mode() else { panic!("why a square is forced is stepped through") };
    assert!(screen.is_explanation() && said(&face).contains("is forced"), "{}", said(&face));
    keys(&mut face, "\x1b+");
    assert_eq!((face.model.attempt().hints, face.model.board().rows()), (0, 9), "a new game");
}

#[test]
fn following_the_moves_of_the_hints_solves_the_board_from_a_wrong_beginning() {
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "0ga1\n\ngb2\n\ngh8\n\n");
    for _ in 0..100 {
        keys(&mut face, "ii");
        let Some(hint) = face.model.hint() else { break };
        // Enter makes the move of a deduction.
        if matches!(hint, Hint::Deduced(_)) {
            keys(&mut face, "\n");
            continue;
        }
        let (Move::Place(at) | Move::Remove(at) | Move::Unblock(at)) = hint.first_move() else { panic!("{hint:?}") };
        let at = face.model.board().puzzle().name(at);
        keys(&mut face, &format!("g{at}\n\n"));
    }
    assert!(face.model.is_solved());
}

#[test]
fn the_screen_gives_nothing_away_without_a_guide() {
    for level in ["0", "1"] {
        // Placements that differ only in statuses of the guide look the same.
        let mut face = game(8, (80, 24), NO_COLOR);
        keys(&mut face, &format!("{level}ga1\n\nnm"));
        let guide = face.model.guide().unwrap().clone();
        let unattacked = |at: &Variable| matches!(guide.status(*at), Status::Open | Status::Dead | Status::Forced);
        let (dead, open): (Vec<_>, Vec<_>) =
            Variable::all(64).filter(unattacked).partition(|&at| guide.status(at) == Status::Dead);
        let name = |at: Variable| Size::new(8).unwrap().square_of(at).to_string();
        assert!(!dead.is_empty() && !open.is_empty());
        // The first explanation is help, which the line above the board says.
        keys(&mut face, &format!("g{}\nw\x1b", name(dead[0])));
        let mut shown = BTreeSet::new();
        for at in dead.iter().chain(&open) {
            keys(&mut face, &format!("g{}\n", name(*at)));
            shown.insert(text(&face).replace(['[', ']'], "│").replace(&name(*at), "it"));
            keys(&mut face, "w\x1b");
        }
        assert_eq!(shown.len(), 1, "{shown:?}");
        let only = shown.first().unwrap();
        assert!(!only.contains("remaining") && !only.contains("×  ") && !only.contains('→'), "{only}");
        // Moves that the guide would refuse are possible.
        keys(&mut face, &format!("g{}\n\n", name(dead[0])));
        assert!(queens(&face).contains(&dead[0]));
    }
}

#[test]
fn going_wrong_freely_and_back_again() {
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "0ga1\n\nv");
    assert_eq!(notice(&face), "Yes, it is still solvable. This attempt now counts as helped.");
    keys(&mut face, "b");
    assert_eq!(notice(&face), "Still solvable: no need to go back.");
    keys(&mut face, "gb2\n\ngh8\n\nv");
    assert_eq!(notice(&face), "No solution from here. Press b to go back to a solvable position.");
    keys(&mut face, "b");
    assert_eq!(notice(&face), "Went back 2 moves; the puzzle is solvable again.", "help is announced once");
    assert_eq!(queens(&face), BTreeSet::from([variable(&face, "a1")]));
    let mut none = game(3, (80, 24), NO_COLOR);
    keys(&mut none, "0\nb");
    assert!(notice(&none).starts_with("No earlier position is solvable either."));
    keys(&mut none, "gb2\n\ngc3\n\n");
    assert!(said(&none).contains("but some attack each other"), "{}", said(&none));
}

#[test]
fn forced_squares_are_played_and_one_undo_takes_all_back() {
    let mut face = game(4, (80, 24), NO_COLOR);
    keys(&mut face, "4gb1\n\n");
    assert!(face.model.is_solved());
    assert!(said(&face).contains("Played for you: d2, a3, c4."), "{}", said(&face));
    keys(&mut face, "u");
    assert!(queens(&face).is_empty());
    keys(&mut face, "2\n");
    assert_eq!(queens(&face).len(), 1, "not at this level");
    // Switched on, the level places the forced squares at once.
    keys(&mut face, "4");
    assert_eq!(queens(&face).len(), 4);
    // A removed queen stays away, although its square is forced.
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "4gb4\n\ngd1\n\n");
    let played = queens(&face).len();
    assert!(played > 2 && !face.model.is_solved(), "{}", text(&face));
    keys(&mut face, "gc7\n\n");
    assert_eq!(queens(&face).len(), played - 1);
}

#[test]
fn the_level_of_help_is_to_be_remembered() {
    let mut face = game(4, (80, 24), NO_COLOR);
    for (key, level) in [('3', 3), ('a', 4), ('a', 0), ('a', 1), ('2', 2)] {
        let event = Event::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
        let input = input_of(&event, &face).unwrap();
        let outcomes = face.update(input);
        match level {
            // The next board must not play itself.
            4 => assert!(outcomes.is_empty()),
            _ => assert!(matches!(outcomes[..], [Outcome::Game(Effect::Remember(assist))] if assist.level() == level)),
        }
        assert_eq!(face.model.assist().level(), level);
        assert_eq!(face.model.has_counts(), level >= 3);
    }
}

#[test]
fn every_solution_can_be_leafed_to_and_taken_over() {
    let mut face = game(6, (80, 24), NO_COLOR);
    keys(&mut face, "s");
    let mut seen = BTreeSet::new();
    for number in 1..=4u8 {
        let Mode::Browse(screen) = face.model.mode() else { panic!("no solutions") };
        assert_eq!((screen.number(), screen.total()), (number.into(), &4u8.into()));
        let size = Size::new(6).unwrap();
        let shown = squares(size, screen.solution());
        assert_eq!(check(size, &shown, 0), Verdict::Solution);
        assert!(said(&face).contains(&format!("{number} of 4")));
        seen.insert(shown);
        keys(&mut face, ">");
    }
    assert_eq!(seen.len(), 4);
    keys(&mut face, "g3\n");
    let Mode::Browse(screen) = face.model.mode() else { panic!("no solutions") };
    let shown: BTreeSet<Variable> = screen.solution().iter().copied().collect();
    keys(&mut face, "g5\n");
    assert_eq!(notice(&face), "There is no solution 5: expected 1 to 4.");
    keys(&mut face, "\n");
    assert!(face.model.is_solved());
    assert_eq!(queens(&face), shown);
    keys(&mut face, "u");
    assert_eq!(total(&face), "4");
    keys(&mut face, "0gb1\n\ngb2\n\ns");
    assert_eq!(notice(&face), "No solution is left to show.");
}

#[test]
fn browsing_numbers_the_solutions_as_the_program_does() {
    let size = Size::new(8).unwrap();
    let (by_file, _) = Library::embedded()
        .by_file(&nqueens_guide::Placement::empty(size), &mut nqueens_guide::Budget::unlimited())
        .unwrap();
    let seventeenth = by_file.iter().nth(16).unwrap();
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "sg17\n");
    let Mode::Browse(screen) = face.model.mode() else { panic!("no solutions") };
    let queens = squares(size, screen.solution());
    assert_eq!(nqueens_guide::ranks_of(size, &queens), Some(seventeenth));
}

/// Returns a name of the uppermost of the things open on the screen.
fn open_on(face: &Face) -> &'static str {
    match face.model.mode() {
        _ if face.help.is_some() => "help",
        _ if face.palette.is_some() => "palette",
        _ if face.model.typing().is_some() => "prompt",
        Mode::Page(Page::Menu(_)) if face.model.list_title().is_some() => "list",
        Mode::Page(Page::Menu(_)) => "menu",
        Mode::Page(_) => "page",
        Mode::Play if face.model.hint().is_some() => "hint",
        Mode::Play => "board",
        _ => "explanation",
    }
}

/// Esc closes what is uppermost and nothing else. On the board it opens the menu, whatever the message there says.
#[test]
fn esc_does_one_thing_at_a_time() {
    let sizes = MenuTarget::Lists(vec![MenuChoice::new("8 x 8", MenuTarget::Opens(0))]);
    let choices =
        vec![MenuChoice::new("New game", sizes), MenuChoice::new("Statistics", MenuTarget::Acts(Action::Statistics))];
    let steps: [(&str, &[&str]); 9] = [
        ("", &["board", "menu", "board"]),
        // A refusal or another message needs no Esc of its own.
        ("gb4\n\nga4\n\n", &["board", "menu", "board"]),
        ("gb4\n\nx", &["board", "menu", "board"]),
        ("igb", &["prompt", "hint", "board", "menu", "board"]),
        ("gb4\n\nga4\nw", &["explanation", "board", "menu"]),
        ("i?", &["help", "hint", "board", "menu"]),
        ("i:", &["palette", "hint", "board", "menu"]),
        ("\x1b1", &["list", "menu", "board", "menu"]),
        ("\x1b2", &["page", "menu", "board"]),
    ];
    for (script, expected) in steps {
        let mut face = game(8, (80, 24), NO_COLOR);
        face.model.choices.clone_from(&choices);
        keys(&mut face, script);
        let mut open = vec![open_on(&face)];
        for _ in 1..expected.len() {
            keys(&mut face, "\x1b");
            open.push(open_on(&face));
        }
        assert_eq!(open, expected, "{script:?}: {}", text(&face));
        let placed = usize::from(script.contains("b4"));
        assert_eq!(queens(&face).len(), placed, "{script:?}: Esc changes no queen");
    }
}

/// On a full board with a mistake, the hint takes the place of the sentence about the mistake.
#[test]
fn a_hint_is_visible_on_a_full_board_with_a_mistake() {
    let mut face = game(6, (80, 24), NO_COLOR);
    keys(&mut face, "1gb1\n\ngd2\n\ngf3\n\nga4\n\ngc5\n\nge5\n\n");
    assert!(said(&face).contains("All queens are placed, but some attack each other."), "{}", text(&face));
    keys(&mut face, "i");
    assert!(said(&face).contains("No solution from here"), "{}", text(&face));
    assert!(text(&face).contains("Enter show what to take back"), "{}", text(&face));
}

#[test]
fn what_takes_long_is_worked_out_elsewhere_and_can_be_cancelled() {
    let mut face = game(10, (80, 24), NO_COLOR);
    keys(&mut face, "gb4\n\ngd1\n");
    let press = |face: &mut Face, code| {
        let input = input_of(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), face).unwrap();
        face.update(input)
    };
    let job = only_job(press(&mut face, KeyCode::Char('w')));
    let ticket = job.ticket();
    assert!(said(&face).contains("Working ..."), "{}", said(&face));
    let outcomes = press(&mut face, KeyCode::Esc);
    assert!(matches!(outcomes[..], [Outcome::Game(Effect::Cancel(cancelled))] if cancelled == ticket));
    let message = job.run(&mut Budget::unlimited());
    assert!(face.update(Input::Game(message)).is_empty());
    assert!(matches!(face.model.mode(), Mode::Play), "too late");
    // A move on a large board shows the old position until its job ends.
    let mut face = super::memory::game(14, (80, 24), NO_COLOR);
    let job = only_job(press(&mut face, KeyCode::Enter));
    assert_eq!(total(&face), "365596");
    let message = job.run(&mut Budget::unlimited());
    assert!(face.update(Input::Game(message)).is_empty());
    assert_ne!(total(&face), "365596");
    assert_eq!(queens(&face), BTreeSet::from([variable(&face, "a1")]));
}

#[test]
fn what_an_explanation_speaks_of_is_in_view() {
    for screen in [(20, 8), (24, 9), (40, 12)] {
        // The hint shows a square far from the cursor.
        let mut face = game(8, screen, NO_COLOR);
        keys(&mut face, "gb4\n\ngd1\n\niii");
        loop {
            let Mode::Why(why) = face.model.mode() else { panic!("no explanation") };
            let layout = ScreenLayout::of(&face).unwrap();
            assert!(layout.rect_of(face.model.focus()).is_some());
            if let Some(frame) = why.frame() {
                let left = frame.left();
                assert!(
                    left.is_empty()
                        || left.iter().any(|&at| layout.rect_of(face.model.board().puzzle().cell(at)).is_some()),
                    "{}",
                    text(&face)
                );
            }
            if why.progress().0 == why.progress().1 {
                break;
            }
            keys(&mut face, ">");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// All keys except those for other sizes, in any order, on any terminal.
    #[test]
    fn no_keys_break_the_game_and_all_can_be_undone(
        n in 1usize..8,
        columns in 18u16..100,
        rows in 7u16..40,
        script in "[><^_\n xucgwisa01234nmvbrf$t?h\x1b]{1,60}",
    ) {
        let mut face = game(n, (columns, rows), NO_COLOR);
        any_keys(&mut face, &script)?;
    }
}
