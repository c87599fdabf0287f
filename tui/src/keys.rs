//! The keys and the mouse of the terminal, translated into commands and messages.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use game::keys::{Command, Key, Keymap};
use game::{Action, Arrow, InputKind, KeyContext, Message, Mode, ScreenStep};

use crate::face::{Face, Input};
use crate::palette::PaletteInput;
use crate::view;

/// Returns the key of an event; `None` with Alt, which most terminals use for themselves.
fn key_of(event: &KeyEvent) -> Option<Key> {
    let named = match event.code {
        KeyCode::Char(letter) => Some(Key::char(letter)),
        KeyCode::F(number) => Key::named(&format!("F{number}")),
        // For all other keys, `crossterm` and [`Key::named`] use the same names.
        other => Key::named(&format!("{other:?}")),
    };
    let key = named?;
    let key = if event.modifiers.contains(KeyModifiers::CONTROL) { key.with_control() } else { key };
    let key = if event.modifiers.contains(KeyModifiers::SHIFT) { key.with_shift() } else { key };
    (!event.modifiers.contains(KeyModifiers::ALT)).then_some(key)
}

/// Returns the letter or digit of a key that now enters a value, and gives no command; `None` for other keys.
fn value_of(event: &KeyEvent, face: &Face) -> Option<char> {
    let is_plain = !event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match event.code {
        KeyCode::Char(letter) if is_plain && face.help.is_none() => {
            Some(letter).filter(|&letter| face.model.takes_as_value(letter))
        }
        _ => None,
    }
}

/// Translates an event of the terminal into an input of [`Face::update`]; `None` if the event has no meaning on the
/// present screen.
#[must_use]
pub fn input_of(event: &Event, face: &Face) -> Option<Input> {
    // The keys of the board scroll the help.
    let place = if face.help.is_some() { KeyContext::Board } else { face.model.mode().key_context() };
    let model = &face.model;
    match event {
        Event::Resize(columns, rows) => Some(Input::Resized(*columns, *rows)),
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            if face.palette.is_some() {
                palette(key, face)
            } else if model.typing().is_some() {
                typing(key, face)
            } else {
                if model.is_just_solved() && is_meant_for_board(key, face) {
                    return None;
                }
                if let Some(letter) = value_of(key, face) {
                    return Some(Input::Game(Message::ValueTyped(letter)));
                }
                let key = key_of(key)?;
                // If the key with Shift has no command of its own, it has the command of the key without Shift.
                let command = face.keymap.command(key, place, model);
                let command = command.or_else(|| face.keymap.command(key.without_shift(), place, model));
                command.map(Input::Command).or_else(|| unknown(key, face))
            }
        }
        Event::Mouse(mouse) if face.palette.is_some() => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let chosen = view::palette::command_at(face, mouse.column, mouse.row);
                Some(Input::Palette(chosen.map_or(PaletteInput::Closed, PaletteInput::Chosen)))
            }
            MouseEventKind::ScrollDown => Some(Input::Palette(PaletteInput::Next)),
            MouseEventKind::ScrollUp => Some(Input::Palette(PaletteInput::Previous)),
            _ => None,
        },
        Event::Paste(text) if face.palette.is_some() => Some(Input::Palette(PaletteInput::Pasted(text.clone()))),
        Event::Paste(text) if face.help.is_none() => Some(Input::Game(Message::Pasted(text.clone()))),
        Event::Mouse(mouse) if face.help.is_none() && place == KeyContext::Page => {
            let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
            let choice = is_click.then(|| view::page::choice_at(face, mouse.column, mouse.row)).flatten();
            choice.map(|number| Input::Game(Message::Act(Action::ChooseAt(number))))
        }
        Event::Mouse(mouse) if face.help.is_none() && model.tree().is_some() => in_tree(mouse, face).map(Input::Game),
        Event::Mouse(mouse) if face.help.is_none() && model.typing().is_none() => {
            let at = || view::cell_at(face, mouse.column, mouse.row);
            let key = || view::key_at(face, mouse.column, mouse.row);
            let step = |step| (place != KeyContext::Board).then_some(Message::Act(Action::Step(step)));
            let message = match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) if key().is_some() => {
                    return face.keymap.command(key()?, place, model).map(Input::Command);
                }
                MouseEventKind::Down(MouseButton::Left) => at().map(|(cell, value)| Message::ClickPlace(cell, value)),
                MouseEventKind::Drag(MouseButton::Left) => at().and_then(|(to, _)| {
                    let from = face.swept.filter(|&from| from != to)?;
                    Some(Message::Swept { from, to })
                }),
                MouseEventKind::Down(MouseButton::Right) => at().map(|(cell, value)| Message::ClickBlock(cell, value)),
                MouseEventKind::ScrollDown => step(ScreenStep::Next),
                MouseEventKind::ScrollUp => step(ScreenStep::Previous),
                _ => None,
            };
            message.map(Input::Game)
        }
        _ => None,
    }
}

/// Returns the input that says that a letter has no command here; `None` for other keys, over the help, and while a
/// question waits for its answer.
fn unknown(key: Key, face: &Face) -> Option<Input> {
    let arrows = face.theme.glyphs.arrows;
    let name = key.name(arrows);
    let is_letter = name.chars().count() == 1
        && !arrows.contains(&name.as_str())
        && face.help.is_none()
        && face.model.question().is_none();
    let text = format!("{name} does nothing here. ? lists the keys.");
    is_letter.then_some(Input::Game(Message::Say { text, is_refusal: false }))
}

/// Returns `true` for a key of the game on the board. After the last move, a player may type such a key before the
/// result is in sight. The keys for what comes after a solved puzzle are no such keys.
fn is_meant_for_board(key: &KeyEvent, face: &Face) -> bool {
    let command = key_of(key).and_then(|key| {
        let command = |key| face.keymap.command(key, KeyContext::Board, &face.model);
        command(key).or_else(|| command(key.without_shift()))
    });
    let is_later = |action| {
        let goes_on = matches!(action, Action::NextPuzzle | Action::AnotherPuzzle | Action::Restart | Action::Cancel);
        let goes_back = matches!(action, Action::Undo | Action::Redo);
        goes_on
            || goes_back
            || matches!(action, Action::Replay | Action::Copy | Action::Statistics | Action::Found | Action::Menu)
    };
    let is_digit = matches!(key.code, KeyCode::Char(letter) if letter.is_ascii_digit());
    is_digit || value_of(key, face).is_some() || matches!(command, Some(Command::Game(action)) if !is_later(action))
}

/// Translates a mouse event on the options of a configurator; `None` if it has no meaning there.
fn in_tree(mouse: &MouseEvent, face: &Face) -> Option<Message> {
    let model = &face.model;
    let is_tree = matches!(model.mode(), Mode::Play);
    let step = |arrow, step| Message::Act(if is_tree { Action::Move(arrow) } else { Action::Step(step) });
    match mouse.kind {
        MouseEventKind::ScrollDown => return Some(step(Arrow::Down, ScreenStep::Next)),
        MouseEventKind::ScrollUp => return Some(step(Arrow::Up, ScreenStep::Previous)),
        _ if !is_tree => return None,
        _ => {}
    }
    let (row, is_fold) = view::tree::row_at(face, mouse.column, mouse.row)?;
    let cell = row.variable.map(|variable| model.board().puzzle().cell(variable));
    match (mouse.kind, cell) {
        // During a search, a click selects a line by its number, which ends the search.
        (MouseEventKind::Down(MouseButton::Left), _) if model.typing().is_some() => {
            Some(Message::Act(Action::SelectAt(row.line)))
        }
        (MouseEventKind::Down(MouseButton::Left), Some(cell)) if !is_fold => Some(Message::ClickPlace(cell, None)),
        (MouseEventKind::Down(MouseButton::Left), _) => Some(Message::Act(Action::FoldAt(row.line))),
        (MouseEventKind::Down(MouseButton::Right), Some(cell)) => Some(Message::ClickBlock(cell, None)),
        _ => None,
    }
}

/// Replaces Ctrl-J by Enter, unless `keymap` binds Ctrl-J: an Enter typed before the game takes over the terminal
/// arrives as a line feed, which is Ctrl-J.
pub(crate) fn with_early_enter(event: Event, keymap: &Keymap) -> Event {
    match event {
        Event::Key(key)
            if (key.code, key.modifiers) == (KeyCode::Char('j'), KeyModifiers::CONTROL)
                && !keymap.is_bound(Key::char('j').with_control()) =>
        {
            Event::Key(KeyEvent { code: KeyCode::Enter, modifiers: KeyModifiers::NONE, ..key })
        }
        other => other,
    }
}

/// Returns `true` for input of the player: a key press, a pasted text, or a click or drag of the mouse.
pub(crate) fn is_input(event: &Event) -> bool {
    match event {
        Event::Key(key) => key.kind != KeyEventKind::Release,
        Event::Mouse(mouse) => !matches!(mouse.kind, MouseEventKind::Moved | MouseEventKind::Up(_)),
        Event::Paste(_) => true,
        _ => false,
    }
}

/// Returns the [`InputKind`] of an event, which decides its treatment while the game waits for a job.
pub(crate) fn kind_of(event: &Event, face: &Face) -> InputKind {
    let is_plain = |key: &KeyEvent| !key.modifiers.contains(KeyModifiers::CONTROL);
    let is_letter = matches!(event, Event::Key(key) if matches!(key.code, KeyCode::Char(_)) && is_plain(key));
    match (input_of(event, face), event) {
        (Some(Input::Command(command @ (Command::Quit | Command::Suspend | Command::Close))), _) => match command {
            _ if is_letter => InputKind::CancelByLetter,
            Command::Close => InputKind::Cancel,
            _ => InputKind::Leave,
        },
        (Some(Input::Palette(_)), _) => InputKind::Aside,
        // All keys belong to the help while it covers the board.
        (Some(Input::Command(_)), _) if face.help.is_some() => InputKind::Aside,
        (Some(Input::Command(Command::Theme | Command::Narrow | Command::Help)), _) => InputKind::Aside,
        (_, Event::Key(key)) if key.code == KeyCode::Enter => InputKind::EndsLine,
        (Some(Input::Command(Command::Game(action))), _) => InputKind::of_action(action),
        (Some(Input::Game(message)), _) => InputKind::of_message(&message),
        (Some(Input::Erased(_)), _) => InputKind::of_message(&Message::Erased),
        // A click beside the board, or a turn of the mouse wheel over the board, has no input.
        (None, Event::Mouse(_)) => InputKind::Pointer,
        _ => InputKind::Other,
    }
}

/// Returns the number of letters that a key erases from the end of a text that is being typed, as in a shell: one, the
/// last word, or all; `None` for other keys. At least 1, since a key may also close an empty prompt.
fn erased(key: &KeyEvent, text: &str) -> Option<usize> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    let letters = text.chars().count();
    let erased = match key.code {
        // Some terminals send Ctrl-H for Backspace.
        KeyCode::Backspace if !is_control && !key.modifiers.contains(KeyModifiers::ALT) => 1,
        KeyCode::Char('h') if is_control => 1,
        KeyCode::Char('u') if is_control => letters,
        KeyCode::Char('w') if is_control => last_word(text),
        KeyCode::Backspace => last_word(text),
        _ => return None,
    };
    Some(erased.max(1))
}

/// Returns the number of letters of the last word of a text, with the blanks behind it.
fn last_word(text: &str) -> usize {
    let before = text.trim_end().trim_end_matches(|letter: char| !letter.is_whitespace());
    text[before.len()..].chars().count()
}

/// Translates a key press while the command palette is open; `None` if the key has no meaning there.
fn palette(key: &KeyEvent, face: &Face) -> Option<Input> {
    let text = face.palette.as_ref().map_or("", |palette| palette.text.as_str());
    if let Some(letters) = erased(key, text) {
        return Some(Input::Palette(PaletteInput::Erased(letters)));
    }
    let input = match key.code {
        KeyCode::Enter => PaletteInput::Performed,
        KeyCode::Esc => PaletteInput::Closed,
        KeyCode::Down | KeyCode::Tab => PaletteInput::Next,
        KeyCode::Up | KeyCode::BackTab => PaletteInput::Previous,
        KeyCode::Char(letter) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
            PaletteInput::Typed(letter)
        }
        _ => {
            let command = face.keymap.command(key_of(key)?, KeyContext::Anywhere, &face.model)?;
            return matches!(command, Command::Quit | Command::Suspend).then_some(Input::Command(command));
        }
    };
    Some(Input::Palette(input))
}

/// Translates a key press while the player types on the input line; `None` if the key has no meaning there.
fn typing(key: &KeyEvent, face: &Face) -> Option<Input> {
    if let Some(letters) = erased(key, face.model.typing().unwrap_or_default()) {
        return Some(Input::Erased(letters));
    }
    let message = match key.code {
        KeyCode::Enter => Message::Entered,
        KeyCode::Char(letter) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
            Message::Typed(letter)
        }
        code => {
            let is_arrow = matches!(code, KeyCode::Left | KeyCode::Down | KeyCode::Up | KeyCode::Right);
            let place = if is_arrow { KeyContext::Board } else { KeyContext::Anywhere };
            let command = face.keymap.command(key_of(key)?, place, &face.model)?;
            let is_game = matches!(command, Command::Game(Action::Cancel | Action::Move(_)));
            let is_allowed = is_game || matches!(command, Command::Close | Command::Quit | Command::Suspend);
            return is_allowed.then_some(Input::Command(command));
        }
    };
    Some(Input::Game(message))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::{Model, Series};
    use nqueens_guide::{Queens, Size};

    use super::*;
    use crate::theme::{ColorChoice, Theme};

    /// Checks that a text being typed is edited as in a shell.
    #[test]
    fn words_and_whole_lines_are_erased() {
        let key = |code, modifiers| KeyEvent::new(code, modifiers);
        let control = |letter| key(KeyCode::Char(letter), KeyModifiers::CONTROL);
        let plain = |code| key(code, KeyModifiers::NONE);
        let text = "theme très  light ";
        assert_eq!([plain(KeyCode::Backspace), control('h')].map(|key| erased(&key, text)), [Some(1); 2]);
        assert_eq!(erased(&control('w'), text), Some(6));
        assert_eq!(erased(&key(KeyCode::Backspace, KeyModifiers::ALT), "theme très  "), Some(6));
        assert_eq!([text, ""].map(|text| erased(&control('u'), text)), [Some(18), Some(1)]);
        assert_eq!([plain(KeyCode::Char('u')), control('a')].map(|key| erased(&key, text)), [None; 2]);
    }

    /// A key without a command says so, and a question goes on waiting for its answer.
    #[test]
    fn a_letter_without_a_command_names_the_list_of_keys() {
        let queens = Arc::new(Queens::new(Size::new(8).unwrap()));
        let model = Model::new(Arc::new(Series::of(Vec::new())), 8, queens);
        let theme = Theme::from_env(ColorChoice::Never, |_| None);
        let face = Face::new(model, theme, (80, 24));
        let input = |code, modifiers| input_of(&Event::Key(KeyEvent::new(code, modifiers)), &face);
        let Some(Input::Game(Message::Say { text, is_refusal: false })) = input(KeyCode::Char('ß'), KeyModifiers::NONE)
        else {
            panic!("the key is told")
        };
        assert_eq!(text, "ß does nothing here. ? lists the keys.");
        assert!(input(KeyCode::Insert, KeyModifiers::NONE).is_none());
        assert!(input(KeyCode::Char('ß'), KeyModifiers::ALT).is_none());
    }

    #[test]
    fn control_tells_keys_apart() {
        let with = |modifiers| {
            let key = key_of(&KeyEvent::new(KeyCode::Char('c'), modifiers))?;
            let commands = [Command::Game(Action::Clear), Command::Quit];
            commands.into_iter().find(|command| Keymap::default().keys_of(*command).contains(&key))
        };
        assert_eq!(with(KeyModifiers::NONE), Some(Command::Game(Action::Clear)));
        assert_eq!(with(KeyModifiers::CONTROL), Some(Command::Quit));
        assert_eq!(with(KeyModifiers::ALT), None);
    }
}
