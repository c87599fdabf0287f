//! The palette of commands: all of them are found by typing, and performed by keys and by the mouse.

use crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use game::keys::Command;
use game::{Action, Mode};
use nqueens_tui::face::{Face, Outcome};
use nqueens_tui::keys::input_of;

use super::memory::{ASCII, COLOR, NO_COLOR, carry_out, draw, game, keys, text};

/// Clicks on the first row of the screen that contains `words`.
fn click(face: &mut Face, words: &str) {
    let shown = text(face);
    let row = shown.lines().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}: {shown}"));
    let kind = MouseEventKind::Down(MouseButton::Left);
    let column = face.screen.0 / 2;
    let mouse = MouseEvent { kind, column, row: row as u16, modifiers: KeyModifiers::NONE };
    let input = input_of(&Event::Mouse(mouse), face).unwrap();
    let outcomes = face.update(input);
    carry_out(face, outcomes);
}

#[test]
fn every_command_is_listed_and_found_by_its_description() {
    for (columns, rows) in [(40, 20), (80, 24), (120, 40), (200, 60)] {
        let mut face = game(8, (columns, rows), NO_COLOR);
        keys(&mut face, ":");
        let all = face.palette_commands(&face.palette.clone().unwrap());
        assert!(all.len() > 30, "{}", all.len());
        assert!(text(&face).contains(": a command, a setting"), "{}", text(&face));
        for entry in &all {
            let first: String = entry.description.chars().take(20).collect();
            keys(&mut face, &first);
            let found = face.palette_commands(&face.palette.clone().unwrap());
            assert!(found.contains(entry), "{first}");
            let shown = text(&face);
            assert!(shown.contains(first.trim()), "{columns} x {rows}: {first}\n{shown}");
            keys(&mut face, &"\x08".repeat(first.chars().count()));
        }
    }
}

#[test]
fn commands_are_performed_by_keys_and_by_the_mouse() {
    let mut face = game(8, (100, 30), COLOR);
    keys(&mut face, ":solutions\n");
    assert!(matches!(face.model.mode(), Mode::Browse(_)), "{}", text(&face));
    keys(&mut face, "\x1b:");
    keys(&mut face, "diag");
    let description = face.palette_commands(&face.palette.clone().unwrap())[0].description.clone();
    click(&mut face, &description);
    assert!(matches!(face.model.mode(), Mode::Diagram(_)) && face.palette.is_none(), "{}", text(&face));
    keys(&mut face, "\x1b:hint_^\n");
    assert!(face.model.hint().is_some(), "{}", text(&face));
    // A click beside the list closes it, as Esc does.
    keys(&mut face, ":");
    click(&mut face, "8 × 8 queens");
    assert!(face.palette.is_none());
    keys(&mut face, ":x\x1b");
    assert!(face.palette.is_none() && face.model.guide().unwrap().marks().is_empty());
    keys(&mut face, ":help\n");
    assert!(face.help.is_some());
}

#[test]
fn keys_squares_and_files_are_commands_too() {
    let mut face = game(8, (80, 24), ASCII);
    keys(&mut face, ":e4\n");
    assert_eq!(face.model.board().puzzle().cell_name(face.model.cursor()), "e4");
    // An exact key comes first, and its case counts.
    for (key, action) in [("u", Action::Undo), ("S", Action::Statistics), ("s", Action::Browse)] {
        keys(&mut face, &format!(":{key}"));
        assert_eq!(face.palette_commands(&face.palette.clone().unwrap())[0].command, Command::Game(action), "{key}");
        keys(&mut face, "\x1b");
    }
    keys(&mut face, ":no such thing");
    assert!(text(&face).contains("No command has these words."), "{}", text(&face));
    keys(&mut face, "\n");
    assert!(text(&face).contains("There is no command"), "{}", text(&face));
    keys(&mut face, ":q");
    let input = input_of(&Event::Key(crossterm::event::KeyCode::Enter.into()), &face).unwrap();
    assert!(matches!(face.update(input).as_slice(), [Outcome::Quit]));
    // Nothing panics on a screen that is too small for the list.
    for (columns, rows) in [(20, 8), (21, 9), (40, 8)] {
        let mut face = game(8, (columns, rows), NO_COLOR);
        keys(&mut face, ":undo");
        let _ = draw(&face);
    }
}
