//! The game without a terminal: keys go in, frames are drawn to memory.

use std::ops::ControlFlow;
use std::sync::Arc;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use nqueens_guide::{Library, Size};
use nqueens_tui::game::ColorChoice;
use nqueens_tui::keys::message_of;
use nqueens_tui::message::Message;
use nqueens_tui::model::{Mode, Model, Notice};
use nqueens_tui::shelf::{QueensShelf, Shelf};
use nqueens_tui::theme::Theme;
use nqueens_tui::update::{Effect, start, update};
use nqueens_tui::view::layout::Layout;
use nqueens_tui::view::view;
use proptest::prelude::*;
use puzzle_core::{Cell, Puzzle, Variable};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// A game of n-queens on a terminal of this size, begun as the program begins it.
pub(super) fn game(n: usize, screen: (u16, u16), environment: &[(&str, &str)]) -> Model {
    let shelf = Arc::new(QueensShelf::new(Library::embedded()));
    game_of(shelf, n, QueensShelf::puzzle(Size::new(n).unwrap()), screen, environment)
}

/// A game of a puzzle of any kind, which has this number on its shelf.
pub(super) fn game_of(
    shelf: Arc<dyn Shelf>,
    number: usize,
    puzzle: Arc<dyn Puzzle>,
    screen: (u16, u16),
    environment: &[(&str, &str)],
) -> Model {
    let mut model = Model::new(shelf, number, puzzle, theme(environment), screen);
    let effect = start(&mut model);
    carry_out(&mut model, Some(effect));
    model
}

pub(super) fn theme(environment: &[(&str, &str)]) -> Theme {
    Theme::from_env(ColorChoice::Auto, |name| {
        environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    })
}

fn carry_out(model: &mut Model, effect: Option<Effect>) {
    match effect {
        Some(Effect::Load { ticket, number }) => {
            let result = model.shelf.load(number, &mut |_| ControlFlow::Continue(()));
            assert!(update(model, Message::Loaded { ticket, result }).is_none());
        }
        Some(Effect::Work { ticket, work, mut game }) => {
            let answer = work.run(&mut game);
            assert!(update(model, Message::Answered { ticket, answer, game }).is_none());
        }
        _ => {}
    }
}

pub(super) fn press(model: &mut Model, code: KeyCode, modifiers: KeyModifiers) {
    if let Some(message) = message_of(&Event::Key(KeyEvent::new(code, modifiers)), model) {
        let effect = update(model, message);
        carry_out(model, effect);
    }
}

/// Types keys: `>`, `^`, `<` and `_` are the arrows, `\n` is Enter, `\x1b` is Esc.
pub(super) fn keys(model: &mut Model, text: &str) {
    for letter in text.chars() {
        let code = match letter {
            '>' => KeyCode::Right,
            '<' => KeyCode::Left,
            '^' => KeyCode::Up,
            '_' => KeyCode::Down,
            '\n' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            '\x08' => KeyCode::Backspace,
            other => KeyCode::Char(other),
        };
        press(model, code, KeyModifiers::NONE);
    }
}

pub(super) fn draw(model: &Model) -> Terminal<TestBackend> {
    let (columns, rows) = model.screen;
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| view(model, frame)).unwrap();
    terminal
}

pub(super) fn text(model: &Model) -> String {
    // `TestBackend` can't print a screen without columns.
    let terminal = draw(model);
    if model.screen.0 == 0 { String::new() } else { terminal.backend().to_string() }
}

pub(super) fn total(model: &Model) -> String {
    model.guide().unwrap().total().to_string()
}

/// The variable with this name in the puzzle that is played.
pub(super) fn variable(model: &Model, name: &str) -> Variable {
    let puzzle = model.board.puzzle();
    (0..puzzle.rules().variables()).find(|&variable| puzzle.name(variable) == name).expect("there is such a variable")
}

pub(super) fn cell(model: &Model, name: &str) -> Cell {
    model.board.puzzle().cell_named(name).unwrap()
}

pub(super) const COLOR: &[(&str, &str)] = &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
pub(super) const NO_COLOR: &[(&str, &str)] = &[("TERM", "xterm"), ("NO_COLOR", "1")];
pub(super) const ASCII: &[(&str, &str)] = &[("TERM", "xterm"), ("LC_ALL", "C")];

/// Uses the mouse on a cell.
pub(super) fn mouse(model: &mut Model, kind: MouseEventKind, at: &str) {
    let rect = Layout::of(model).unwrap().rect_of(cell(model, at)).unwrap();
    let event = MouseEvent { kind, column: rect.x + 1, row: rect.bottom() - 1, modifiers: KeyModifiers::NONE };
    if let Some(message) = message_of(&Event::Mouse(event), model) {
        let effect = update(model, message);
        carry_out(model, effect);
    }
}

/// Types any keys, one after the other: whatever they are, the game stays in order, and all can be undone.
pub(super) fn any_keys(model: &mut Model, script: &str) -> Result<(), TestCaseError> {
    for (i, key) in script.char_indices() {
        keys(model, &script[i..i + key.len_utf8()]);
        draw(model);
        let guide = model.guide().unwrap();
        prop_assert!(model.board.contains(model.cursor) && model.board.contains(model.focus()));
        prop_assert!(guide.is_completable() || !model.is_solved());
        if let Mode::Browse(screen) = &model.mode {
            prop_assert_eq!(screen.total(), guide.total().value());
        }
    }
    keys(model, "\x1b\x1b\x1b");
    prop_assert!(matches!(model.mode, Mode::Play) && model.help.is_none());
    while model.notice != Some(Notice::NothingToUndo) {
        keys(model, "u");
    }
    prop_assert!(model.guide().unwrap().marks().is_empty());
    Ok(())
}
