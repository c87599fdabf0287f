//! The game without a terminal: keys go in, frames are drawn to memory.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use nqueens_guide::{Library, Session, Size, Square};
use nqueens_tui::game::ColorChoice;
use nqueens_tui::keys::message_of;
use nqueens_tui::message::Message;
use nqueens_tui::model::Model;
use nqueens_tui::theme::Theme;
use nqueens_tui::update::{Effect, start, update};
use nqueens_tui::view::layout::Layout;
use nqueens_tui::view::view;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// A game of this size on a terminal of this size, begun as the program begins it.
pub(super) fn game(n: usize, screen: (u16, u16), environment: &[(&str, &str)]) -> Model {
    let theme = Theme::from_env(ColorChoice::Auto, |name| {
        environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    });
    let mut model = Model::new(Size::new(n).unwrap(), theme, screen);
    let effect = start(&mut model);
    carry_out(&mut model, Some(effect));
    model
}

fn carry_out(model: &mut Model, effect: Option<Effect>) {
    match effect {
        Some(Effect::Load { ticket, size }) => {
            let result =
                Library::embedded().load(size).map(|solutions| (Box::new(Session::new(solutions)), Vec::new()));
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

pub(super) fn square(name: &str) -> Square {
    name.parse().unwrap()
}

pub(super) const COLOR: &[(&str, &str)] = &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
pub(super) const NO_COLOR: &[(&str, &str)] = &[("TERM", "xterm"), ("NO_COLOR", "1")];
pub(super) const ASCII: &[(&str, &str)] = &[("TERM", "xterm"), ("LC_ALL", "C")];

/// Uses the mouse on a square.
pub(super) fn mouse(model: &mut Model, kind: MouseEventKind, at: &str) {
    let rect = Layout::of(model).unwrap().rect_of(square(at)).unwrap();
    let event = MouseEvent { kind, column: rect.x + 1, row: rect.bottom() - 1, modifiers: KeyModifiers::NONE };
    if let Some(message) = message_of(&Event::Mouse(event), model) {
        let effect = update(model, message);
        carry_out(model, effect);
    }
}
