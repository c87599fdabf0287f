//! What is drawn and what keys do, without a terminal.

use std::ops::ControlFlow;
use std::sync::Arc;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use nqueens_guide::{Library, Placement, Size, Square};
use nqueens_tui::keys::message_of;
use nqueens_tui::message::Message;
use nqueens_tui::model::{Model, Notice};
use nqueens_tui::shelf::{Loaded, QueensShelf};
use nqueens_tui::update::{Effect, start, update};
use ratatui::style::Color;

use super::memory::{ASCII, COLOR, NO_COLOR, cell, draw, game, keys, mouse, press, text, theme, total, variable};

#[test]
fn frames() {
    for screen in [(20, 8), (40, 15), (80, 24), (200, 60)] {
        for (name, environment) in [("color", COLOR), ("no_color", NO_COLOR), ("ascii", ASCII)] {
            let mut model = game(8, screen, environment);
            // One queen, one blocked square, and a refusal.
            keys(&mut model, "gd1\n\nga8\nxgc2\n\n");
            insta::assert_snapshot!(format!("{}x{}_{name}", screen.0, screen.1), text(&model));
        }
    }
}

#[test]
fn help_frame() {
    let mut model = game(8, (80, 40), NO_COLOR);
    keys(&mut model, "?");
    insta::assert_snapshot!("help", text(&model));
}

#[test]
fn counts_frame() {
    let mut model = game(11, (120, 40), NO_COLOR);
    keys(&mut model, "n");
    insta::assert_snapshot!("counts", text(&model));
}

#[test]
fn no_size_of_terminal_panics() {
    let mut model = game(11, (0, 0), COLOR);
    for columns in (0..40).chain([65_000]) {
        for rows in 0..20 {
            update(&mut model, Message::Resized(columns, rows));
            if columns < 1000 {
                let shown = text(&model);
                assert_eq!(shown.contains("remaining"), columns >= 20 && rows >= 8, "{columns} x {rows}\n{shown}");
            }
            keys(&mut model, "?");
            if columns < 1000 {
                draw(&model);
            }
            keys(&mut model, "_?");
        }
    }
}

#[test]
fn colours_are_set_where_wanted_and_nowhere_else() {
    let colours = |environment| {
        let mut model = game(6, (80, 24), environment);
        keys(&mut model, "gb1\n\nxga1\n\n");
        let terminal = draw(&model);
        let cells = terminal.backend().buffer().content().to_vec();
        cells.iter().filter(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset).count()
    };
    assert_eq!(colours(NO_COLOR), 0);
    assert!(colours(ASCII) > 0);
    assert!(colours(COLOR) > 36);
}

#[test]
fn ascii_is_ascii() {
    let mut model = game(8, (80, 24), ASCII);
    for script in ["\n", "n", "?", "t"] {
        keys(&mut model, script);
        let shown = draw(&model);
        for cell in shown.backend().buffer().content() {
            assert!(cell.symbol().is_ascii(), "{:?}", cell.symbol());
        }
    }
}

#[test]
fn placing_undoing_and_redoing() {
    let mut model = game(8, (80, 24), NO_COLOR);
    assert_eq!(total(&model), "92");
    keys(&mut model, "\n");
    assert_eq!(total(&model), "4");
    assert!(text(&model).contains("4 remaining solutions"));
    keys(&mut model, "u");
    assert_eq!(total(&model), "92");
    press(&mut model, KeyCode::Char('r'), KeyModifiers::CONTROL);
    assert_eq!(total(&model), "4");
    keys(&mut model, " ");
    assert_eq!(total(&model), "92");
    keys(&mut model, "u>^c");
    assert_eq!(total(&model), "92");
    keys(&mut model, "c");
    assert_eq!(model.notice, Some(Notice::NothingToClear));
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let mut model = game(8, (80, 24), NO_COLOR);
    keys(&mut model, "\n^^>>");
    assert!(text(&model).contains("c3: attacked by a1 on the diagonal"), "{}", text(&model));
    keys(&mut model, "\n");
    assert!(text(&model).contains("No queen on c3"));
    keys(&mut model, "gc2\n\n");
    assert_eq!(model.notice, Some(Notice::Refused(variable(&model, "c2"), puzzle_core::Refusal::Dead)));
    keys(&mut model, "ga1\nx");
    assert_eq!(model.notice, Some(Notice::InTheWay(variable(&model, "a1"))));
    keys(&mut model, "gd8\nx\n");
    assert!(text(&model).contains("d8: blocked by you"));
    assert_eq!(model.game.as_ref().unwrap().session().moves().len(), 2);
}

#[test]
fn a_solved_board_is_celebrated_and_undo_works_past_it() {
    for screen in [(20, 8), (80, 24)] {
        let mut model = game(4, screen, NO_COLOR);
        keys(&mut model, "gb1\n\ngd2\n\nga3\n\ngc4\nx\n");
        assert!(model.is_solved());
        assert!(text(&model).contains("Solved!"), "{}", text(&model));
        keys(&mut model, "u");
        assert!(!model.is_solved() && !text(&model).contains("Solved!"));
    }
}

#[test]
fn a_forced_square_can_not_be_blocked() {
    let mut model = game(4, (80, 24), NO_COLOR);
    keys(&mut model, "gb1\n\ngd2\nx");
    assert_eq!(model.notice, Some(Notice::Needed(variable(&model, "d2"))));
}

#[test]
fn sizes_change_within_bounds() {
    let mut model = game(4, (80, 24), NO_COLOR);
    keys(&mut model, "-");
    assert_eq!(model.board.rows(), 3);
    assert!(text(&model).contains("No board of this size has a solution"));
    keys(&mut model, "---");
    assert_eq!((model.board.rows(), &model.notice), (1, &Some(Notice::NoSuchNumber)));
    keys(&mut model, "\n");
    assert!(model.is_solved());
}

#[test]
fn a_load_that_was_cancelled_arrives_in_vain() {
    let mut model = game(4, (80, 24), NO_COLOR);
    let plus = message_of(&Event::Key(KeyEvent::new(KeyCode::Char('+'), KeyModifiers::NONE)), &model).unwrap();
    let Some(Effect::Load { ticket, number }) = update(&mut model, plus) else { panic!("no load") };
    update(&mut model, Message::Progressed { ticket, fraction: 0.5 });
    assert!(text(&model).contains("50 %"), "{}", text(&model));
    let escape = message_of(&Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)), &model).unwrap();
    assert!(matches!(update(&mut model, escape), Some(Effect::CancelLoad)));
    let late = model.shelf.load(number, &mut |_| ControlFlow::Continue(()));
    update(&mut model, Message::Loaded { ticket, result: late });
    assert_eq!(model.board.rows(), 4);
}

#[test]
fn a_new_game_says_what_went_wrong_with_the_cache() {
    let shelf = Arc::new(QueensShelf::new(Library::embedded()));
    let puzzle = QueensShelf::puzzle(Size::new(4).unwrap());
    let mut model = Model::new(shelf, 4, puzzle, theme(NO_COLOR), (80, 24));
    let Effect::Load { ticket, number } = start(&mut model) else { panic!("no load") };
    let loaded = model.shelf.load(number, &mut |_| ControlFlow::Continue(())).unwrap();
    let damage = Library::in_dir("nowhere".into()).load(Size::new(4).unwrap()).unwrap_err();
    let note = Some(nqueens_guide::CacheNote::Rebuilt(Box::new(damage)).to_string());
    update(&mut model, Message::Loaded { ticket, result: Ok(Loaded { note, ..loaded }) });
    assert!(text(&model).contains("built anew"), "{}", text(&model));
}

#[test]
fn typed_squares_are_checked() {
    let mut model = game(8, (80, 24), NO_COLOR);
    keys(&mut model, "gE4\n");
    assert_eq!(model.cursor, cell(&model, "e4"));
    keys(&mut model, "gk1\n");
    assert!(text(&model).contains("k1 is off the board"));
    keys(&mut model, "gq\n");
    assert!(matches!(model.notice, Some(Notice::NoCell(_))));
    assert_eq!(model.cursor, cell(&model, "e4"));
}

#[test]
fn clicks_place_and_block_where_they_point() {
    for screen in [(20, 8), (40, 15), (80, 24), (200, 60)] {
        let mut model = game(8, screen, NO_COLOR);
        let solutions = Library::embedded().load(Size::new(8).unwrap()).unwrap();
        let with = |queens: &[Square], blocked: &[Square]| {
            let placement = Placement::new(solutions.size(), queens.to_vec(), blocked.to_vec()).unwrap();
            solutions.guide(&placement).total().to_string()
        };
        let b3 = ["b3".parse::<Square>().unwrap()];
        for (button, expected) in [
            (MouseButton::Left, with(&b3, &[])),
            (MouseButton::Left, with(&[], &[])),
            (MouseButton::Right, with(&[], &b3)),
            (MouseButton::Right, with(&[], &[])),
        ] {
            mouse(&mut model, MouseEventKind::Down(button), "b3");
            assert_eq!(total(&model), expected);
        }
    }
}
