//! Frames and keys, without a terminal.

use std::sync::Arc;

use bdd_core::Budget;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use game::{Assist, Effect, LoadedPuzzle, MenuChoice, MenuTarget, Message, Mode, Model, OpenedCatalogue};
use nqueens_guide::{Library, Placement, Size, Square};
use nqueens_tui::face::{Face, Input, Outcome};
use nqueens_tui::keys::input_of;
use nqueens_tui::view::layout::ScreenLayout;
use nqueens_tui::view::message_area;
use puzzles::QueensCatalogue;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::memory::{
    ASCII, COLOR, NO_COLOR, carry_out, cell, draw, game, keys, mouse, notice, only_job, press, text, theme, total,
};
use super::puzzles::{TWOFOLD, regions, sudoku};

#[test]
fn frames() {
    for screen in [(20, 8), (40, 15), (80, 24), (200, 60)] {
        for (name, environment) in [("color", COLOR), ("no_color", NO_COLOR), ("ascii", ASCII)] {
            let mut face = game(8, screen, environment);
            // The frame shows a queen, a blocked square and a refusal.
            keys(&mut face, "gd1\n\nga8\nxgc2\n\n");
            insta::assert_snapshot!(format!("{}x{}_{name}", screen.0, screen.1), text(&face));
        }
    }
}

#[test]
fn help_frame() {
    let mut face = game(8, (80, 40), NO_COLOR);
    keys(&mut face, "?");
    insta::assert_snapshot!("help", text(&face));
}

#[test]
fn help_stands_in_two_columns_where_there_is_room() {
    let mut face = game(8, (120, 40), NO_COLOR);
    keys(&mut face, "?");
    insta::assert_snapshot!("help_120x40", text(&face));
}

/// Small and large screens show the same words of the help, none of them cut off, and the keys of the screen from which
/// the help was opened come first.
#[test]
fn help_begins_with_the_keys_of_the_screen_and_is_cut_off_nowhere() {
    for (screen, first) in [("", "Main keys"), ("gc1\n\nga1\nw", "In an explanation"), ("s", "Among the solutions")] {
        let words_at = |size: (u16, u16)| {
            let mut face = game(8, size, NO_COLOR);
            keys(&mut face, screen);
            keys(&mut face, "?");
            let shown = text(&face);
            let after_title =
                shown.trim_start_matches([' ', '"', '\n']).strip_prefix("Help").expect("the help has a title");
            assert!(after_title.trim_start_matches([' ', '"', '\n']).starts_with(first), "{shown}");
            let mut words: Vec<String> = Vec::new();
            for _ in 0..200 {
                let shown = text(&face);
                let lines = shown.lines().take(usize::from(size.1) - 1);
                words.extend(lines.flat_map(|line| line.trim_matches('"').split_whitespace()).map(str::to_owned));
                keys(&mut face, "j");
            }
            // Whether open squares have a sign depends on the size of the screen.
            words.retain(|word| word != "○" && word != "blank");
            words.sort();
            words.dedup();
            words
        };
        assert_eq!(words_at((40, 20)), words_at((200, 60)), "{first}");
    }
}

/// A new player finds the keys of the first minutes without scrolling, in games of each kind.
#[test]
fn the_first_screen_of_the_help_has_the_main_keys() {
    let faces = [
        (game(8, (80, 24), NO_COLOR), "place or remove a queen"),
        (sudoku(TWOFOLD, (80, 24), NO_COLOR), "place or remove this value"),
        (regions((80, 24), NO_COLOR), "rule out a square, or allow it again"),
    ];
    for (mut face, place) in faces {
        keys(&mut face, "?");
        let shown = text(&face);
        let others = [
            "move the cursor",
            "undo",
            "a hint, then its move, then why",
            "is ruled out or forced",
            "the rules, and which are satisfied",
            "the next level",
            "show or hide this help",
            "one step back; on the",
            "quit",
        ];
        for wanted in [place].into_iter().chain(others) {
            assert!(shown.contains(wanted), "{wanted}: {shown}");
        }
    }
}

/// While a game goes on, the menu and the board each name the key that leads to the other.
#[test]
fn the_way_to_the_menu_and_back_is_on_the_screen() {
    for screen in [(80, 24), (120, 40)] {
        let mut face = game(8, screen, NO_COLOR);
        face.model.choices = vec![MenuChoice::new("New game", MenuTarget::Opens(0))];
        assert!(text(&face).contains("Esc menu"), "{}", text(&face));
        keys(&mut face, "\x1b");
        let menu = text(&face);
        assert!(menu.contains("Esc back to the game") && menu.contains("q quit"), "{menu}");
        keys(&mut face, "\x1b");
        assert!(matches!(face.model.mode(), Mode::Play), "Esc goes back to the game");
        keys(&mut face, "\x1b");
        let quit = input_of(&Event::Key(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE)), &face).unwrap();
        assert!(matches!(face.update(quit)[..], [Outcome::Quit]), "q quits the menu as well");
    }
}

/// The task of the lesson, its hints and its keys are seen together, on every screen.
#[test]
fn the_lesson_is_in_sight_with_its_hints() {
    for screen in [(40, 20), (80, 24), (120, 40)] {
        for environment in [NO_COLOR, COLOR] {
            let mut face = game(5, screen, environment);
            let catalogue = Arc::clone(face.model.catalogue());
            let outline = QueensCatalogue::puzzle(Size::new(5).unwrap());
            let opened =
                OpenedCatalogue { catalogue, number: 5, puzzle: outline, assist: Assist::Attacks, is_lesson: true };
            // Another board first: the same board would go on.
            keys(&mut face, "N");
            let outcomes = face.update(Input::Game(Message::Opened(Box::new(opened))));
            carry_out(&mut face, outcomes);
            let words =
                |face: &Face| text(face).replace(['"', '\n'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words(&face).contains("Lesson, step 1 of 11"), "{}", text(&face));
            assert!(words(&face).contains("N skip"), "{}", text(&face));
            keys(&mut face, "NNN");
            assert!(words(&face).contains("Lesson, step 4 of 11"), "{}", text(&face));
            keys(&mut face, "ii");
            let shown = words(&face);
            assert!(shown.contains("Lesson, step 4 of 11") && shown.contains("Enter make the move"), "{}", text(&face));
            // Esc takes the hint away first, and the lesson stays.
            keys(&mut face, "\x1b");
            assert!(face.model.hint().is_none() && matches!(face.model.mode(), Mode::Play));
            assert!(words(&face).contains("Lesson, step 4 of 11"), "{}", text(&face));
        }
    }
}

#[test]
fn a_message_has_a_tick_only_for_success() {
    let mut face = game(4, (120, 40), COLOR);
    assert!(text(&face).contains("Message") && !text(&face).contains("✓ Message"), "{}", text(&face));
    keys(&mut face, "gb1\n\ngd2\n\nga3\n\n");
    assert!(!text(&face).contains("── ✓"), "{}", text(&face));
}

#[test]
fn counts_frame() {
    let mut face = game(11, (120, 40), NO_COLOR);
    keys(&mut face, "n");
    insta::assert_snapshot!("counts", text(&face));
}

#[test]
fn no_size_of_terminal_panics() {
    let mut face = game(11, (0, 0), COLOR);
    for columns in (0..40).chain([65_000]) {
        for rows in 0..20 {
            assert!(face.update(Input::Resized(columns, rows)).is_empty());
            if columns < 1000 {
                let shown = text(&face);
                assert_eq!(shown.contains("solution"), columns >= 20 && rows >= 8, "{columns} x {rows}\n{shown}");
            }
            keys(&mut face, "?");
            if columns < 1000 {
                draw(&face);
            }
            keys(&mut face, "_?");
        }
    }
}

#[test]
fn colours_are_set_where_wanted_and_nowhere_else() {
    let colours = |environment| {
        let mut face = game(6, (80, 24), environment);
        keys(&mut face, "gb1\n\nxga1\n\n");
        let terminal = draw(&face);
        let cells = terminal.backend().buffer().content().to_vec();
        cells.iter().filter(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset).count()
    };
    assert_eq!(colours(NO_COLOR), 0);
    assert!(colours(ASCII) > 0);
    assert!(colours(COLOR) > 36);
}

#[test]
fn ascii_is_ascii() {
    let mut face = game(8, (80, 24), ASCII);
    for script in ["\n", "n", "?", "t"] {
        keys(&mut face, script);
        let shown = draw(&face);
        for cell in shown.backend().buffer().content() {
            assert!(cell.symbol().is_ascii(), "{:?}", cell.symbol());
        }
    }
}

/// Draws the screen before and after a message of each tone. A hint also marks cells of the board, and the status strip
/// counts it.
#[test]
fn a_message_changes_its_own_place_alone() {
    for screen in [(40, 20), (80, 24), (120, 40), (200, 60)] {
        let mut face = game(8, screen, COLOR);
        keys(&mut face, "gb4\n\n>");
        let place = message_area(&face).expect("there is room");
        let panel = ScreenLayout::of(&face).unwrap().panel;
        let changed = |before: &Buffer, after: &Buffer, area: Rect| {
            let differ = area.positions().filter(|&at| before[at] != after[at]);
            differ.partition::<Vec<_>, _>(|&at| place.contains(at))
        };
        let say = |is_refusal| {
            let text =
                "A message that needs more than a single row of the panel on every terminal of the test.".to_owned();
            Input::Game(Message::Say { text, is_refusal })
        };
        let before = draw(&face).backend().buffer().clone();
        for is_refusal in [false, true] {
            assert!(face.update(say(is_refusal)).is_empty());
            let (inside, outside) = changed(&before, draw(&face).backend().buffer(), *before.area());
            assert!(!inside.is_empty() && outside.is_empty(), "{screen:?}: {outside:?}");
        }
        keys(&mut face, "i");
        assert!(face.model.hint().is_some());
        // The key bar below names the keys of the hint.
        let above = Rect { height: place.bottom() - panel.y, ..panel };
        let (inside, outside) = changed(&before, draw(&face).backend().buffer(), above);
        assert!(!inside.is_empty() && outside.is_empty(), "{screen:?}: {outside:?}");
    }
}

#[test]
fn placing_undoing_and_redoing() {
    let mut face = game(8, (80, 24), NO_COLOR);
    assert_eq!(total(&face), "92");
    keys(&mut face, "\n");
    assert_eq!(total(&face), "4");
    assert!(text(&face).contains("4 solutions"));
    keys(&mut face, "u");
    assert_eq!(total(&face), "92");
    press(&mut face, KeyCode::Char('r'), KeyModifiers::CONTROL);
    assert_eq!(total(&face), "4");
    keys(&mut face, " ");
    assert_eq!(total(&face), "92");
    keys(&mut face, "u>^c");
    assert_eq!(total(&face), "92");
    keys(&mut face, "c");
    assert_eq!(notice(&face), "The board is already empty.");
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "\n^^>>");
    assert!(text(&face).contains("c3: attacked by a1 on the diagonal"), "{}", text(&face));
    keys(&mut face, "\n");
    assert!(text(&face).contains("No queen on c3"));
    keys(&mut face, "gc2\n\n");
    assert_eq!(notice(&face), "No queen on c2: dead, a queen here leaves no solution.");
    keys(&mut face, "ga1\nx");
    assert_eq!(notice(&face), "A queen is on a1: remove it before you rule the square out.");
    keys(&mut face, "gd8\nx\n");
    assert!(text(&face).contains("d8: ruled out by a mark"));
    assert_eq!(face.model.session().unwrap().moves().count(), 2);
}

#[test]
fn a_solved_board_is_celebrated_and_undo_works_past_it() {
    for screen in [(20, 8), (80, 24)] {
        let mut face = game(4, screen, NO_COLOR);
        keys(&mut face, "gb1\n\ngd2\n\nga3\n\ngc4\nx\n");
        assert!(face.model.is_solved());
        assert!(text(&face).contains("Solved!"), "{}", text(&face));
        keys(&mut face, "u");
        assert!(!face.model.is_solved() && !text(&face).contains("Solved!"));
    }
}

#[test]
fn a_forced_square_can_not_be_blocked() {
    let mut face = game(4, (80, 24), NO_COLOR);
    keys(&mut face, "gb1\n\ngd2\nx");
    assert_eq!(notice(&face), "Not ruled out: every remaining solution needs a queen on d2.");
}

#[test]
fn sizes_change_within_bounds() {
    let mut face = game(4, (80, 24), NO_COLOR);
    keys(&mut face, "-");
    assert_eq!(face.model.board().rows(), 3);
    assert!(text(&face).contains("No board of this size has a solution"));
    keys(&mut face, "---");
    assert_eq!((face.model.board().rows(), notice(&face)), (1, "This is the smallest board."));
    keys(&mut face, "\n");
    assert!(face.model.is_solved());
}

#[test]
fn a_load_that_was_cancelled_arrives_in_vain() {
    let mut face = game(4, (80, 24), NO_COLOR);
    let plus = input_of(&Event::Key(KeyEvent::new(KeyCode::Char('+'), KeyModifiers::NONE)), &face).unwrap();
    let job = only_job(face.update(plus));
    let ticket = job.ticket();
    assert!(face.update(Input::Game(Message::Progressed { ticket, fraction: 0.5 })).is_empty());
    assert!(text(&face).contains("50 %"), "{}", text(&face));
    let escape = input_of(&Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)), &face).unwrap();
    let outcomes = face.update(escape);
    assert!(matches!(outcomes[..], [Outcome::Game(Effect::Cancel(cancelled))] if cancelled == ticket));
    let late = job.run(&mut Budget::unlimited());
    assert!(face.update(Input::Game(late)).is_empty());
    assert_eq!(face.model.board().rows(), 4);
}

#[test]
fn a_new_game_says_what_went_wrong_with_the_cache() {
    let catalogue = Arc::new(QueensCatalogue::new(Library::embedded(), ToString::to_string));
    let puzzle = QueensCatalogue::puzzle(Size::new(4).unwrap());
    let mut face = Face::new(Model::new(catalogue, 4, puzzle), theme(NO_COLOR), (80, 24));
    let job = only_job(face.start());
    let Message::Loaded { ticket, result: Ok(loaded) } = job.run(&mut Budget::unlimited()) else { panic!("no board") };
    let damage = Library::in_dir("nowhere".into()).load(Size::new(4).unwrap()).unwrap_err();
    let note = Some(nqueens_guide::CacheNote::Rebuilt(Box::new(damage)).to_string());
    let message = Message::Loaded { ticket, result: Ok(LoadedPuzzle { note, ..loaded }) };
    assert!(face.update(Input::Game(message)).is_empty());
    assert!(text(&face).contains("built anew"), "{}", text(&face));
}

#[test]
fn typed_squares_are_checked() {
    let mut face = game(8, (80, 24), NO_COLOR);
    keys(&mut face, "gE4\n");
    assert_eq!(face.model.cursor(), cell(&face, "e4"));
    keys(&mut face, "gk1\n");
    assert!(text(&face).contains("k1 is off the board"));
    keys(&mut face, "gq\n");
    assert_eq!(face.model.notice().unwrap().kind, game::NoticeKind::Refused);
    assert_eq!(face.model.cursor(), cell(&face, "e4"));
}

#[test]
fn clicks_place_and_block_where_they_point() {
    for screen in [(20, 8), (40, 15), (80, 24), (200, 60)] {
        let mut face = game(8, screen, NO_COLOR);
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
            mouse(&mut face, MouseEventKind::Down(button), "b3");
            assert_eq!(total(&face), expected);
        }
    }
}
