//! Which keys ask for what: one table for the handling, the help screen and the docs.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use crate::message::{Action, Direction, Message};
use crate::model::Model;
use crate::theme::Glyphs;
use crate::view::layout;

/// A key, with Control held down or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: KeyCode,
    control: bool,
}

impl Key {
    const fn plain(code: KeyCode) -> Key {
        Key { code, control: false }
    }

    const fn char(letter: char) -> Key {
        Key::plain(KeyCode::Char(letter))
    }

    const fn control(letter: char) -> Key {
        Key { code: KeyCode::Char(letter), control: true }
    }

    /// The key's name, as it is printed on the help screen.
    #[must_use]
    pub fn name(self, glyphs: &Glyphs) -> String {
        let name = match self.code {
            KeyCode::Left => glyphs.arrows[0].to_owned(),
            KeyCode::Down => glyphs.arrows[1].to_owned(),
            KeyCode::Up => glyphs.arrows[2].to_owned(),
            KeyCode::Right => glyphs.arrows[3].to_owned(),
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(letter) if self.control => letter.to_ascii_uppercase().to_string(),
            KeyCode::Char(letter) => letter.to_string(),
            other => other.to_string(),
        };
        if self.control { format!("Ctrl-{name}") } else { name }
    }
}

/// Keys that ask for something, and what that is in words.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Each key with what it asks for.
    pub keys: &'static [(Key, Action)],
    /// What they do, for the help screen.
    pub does: &'static str,
}

impl Binding {
    /// The names of the keys, as they are printed on the help screen.
    #[must_use]
    pub fn names(&self, glyphs: &Glyphs) -> String {
        self.keys.iter().map(|(key, _)| key.name(glyphs)).collect::<Vec<_>>().join(" ")
    }
}

/// Every key of the game.
pub const KEYS: &[Binding] = &[
    Binding {
        keys: &[
            (Key::plain(KeyCode::Left), Action::Move(Direction::Left)),
            (Key::plain(KeyCode::Down), Action::Move(Direction::Down)),
            (Key::plain(KeyCode::Up), Action::Move(Direction::Up)),
            (Key::plain(KeyCode::Right), Action::Move(Direction::Right)),
            (Key::char('h'), Action::Move(Direction::Left)),
            (Key::char('j'), Action::Move(Direction::Down)),
            (Key::char('k'), Action::Move(Direction::Up)),
            (Key::char('l'), Action::Move(Direction::Right)),
        ],
        does: "move the cursor",
    },
    Binding {
        keys: &[(Key::plain(KeyCode::Enter), Action::Place), (Key::char(' '), Action::Place)],
        does: "place or remove a queen",
    },
    Binding { keys: &[(Key::char('x'), Action::Block)], does: "block or unblock a square" },
    Binding { keys: &[(Key::char('u'), Action::Undo)], does: "undo" },
    Binding { keys: &[(Key::control('r'), Action::Redo)], does: "redo" },
    Binding { keys: &[(Key::char('c'), Action::Clear)], does: "clear the board" },
    Binding { keys: &[(Key::char('g'), Action::Go)], does: "go to a square: type e4, Enter" },
    Binding { keys: &[(Key::char('n'), Action::Counts)], does: "counts on the board" },
    Binding {
        keys: &[(Key::char('+'), Action::Larger), (Key::char('='), Action::Larger)],
        does: "new game, larger board",
    },
    Binding { keys: &[(Key::char('-'), Action::Smaller)], does: "new game, smaller board" },
    Binding { keys: &[(Key::char('t'), Action::Theme)], does: "next theme" },
    Binding { keys: &[(Key::char('?'), Action::Help)], does: "show or hide this help" },
    Binding { keys: &[(Key::plain(KeyCode::Esc), Action::Cancel)], does: "cancel loading, typing, help" },
    Binding { keys: &[(Key::control('z'), Action::Suspend)], does: "suspend (fg comes back)" },
    Binding { keys: &[(Key::char('q'), Action::Quit), (Key::control('c'), Action::Quit)], does: "quit" },
];

/// What the mouse does, for the help screen.
pub const MOUSE: &[(&str, &str)] =
    &[("left click", "place or remove a queen"), ("right click", "block or unblock a square")];

/// What a key asks for, if anything.
#[must_use]
pub fn action_of(event: &KeyEvent) -> Option<Action> {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    if event.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let pressed = Key { code: event.code, control };
    KEYS.iter().flat_map(|binding| binding.keys).find(|(key, _)| *key == pressed).map(|&(_, action)| action)
}

/// The message that an event of the terminal amounts to in this state of the game, if any.
#[must_use]
pub fn message_of(event: &Event, model: &Model) -> Option<Message> {
    match event {
        Event::Resize(columns, rows) => Some(Message::Resized(*columns, *rows)),
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            if model.entry.is_some() {
                typing(key)
            } else {
                action_of(key).map(Message::Act)
            }
        }
        Event::Mouse(mouse) if model.help.is_none() && model.entry.is_none() => {
            let square = || layout::Layout::of(model).and_then(|layout| layout.square_at(mouse.column, mouse.row));
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => square().map(Message::ClickPlace),
                MouseEventKind::Down(MouseButton::Right) => square().map(Message::ClickBlock),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The meaning of a key while the name of a square is typed.
fn typing(key: &KeyEvent) -> Option<Message> {
    match (key.code, action_of(key)) {
        (KeyCode::Enter, _) => Some(Message::Entered),
        (KeyCode::Backspace, _) => Some(Message::Erased),
        (KeyCode::Char(letter), _) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
            Some(Message::Typed(letter))
        }
        (_, Some(action @ (Action::Cancel | Action::Quit | Action::Suspend))) => Some(Message::Act(action)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_bound_twice() {
        let keys: Vec<_> = KEYS.iter().flat_map(|binding| binding.keys).map(|&(key, _)| key).collect();
        for (i, key) in keys.iter().enumerate() {
            assert!(!keys[i + 1..].contains(key), "{key:?}");
        }
    }

    #[test]
    fn control_tells_keys_apart() {
        let with = |modifiers| action_of(&KeyEvent::new(KeyCode::Char('c'), modifiers));
        assert_eq!(with(KeyModifiers::NONE), Some(Action::Clear));
        assert_eq!(with(KeyModifiers::CONTROL), Some(Action::Quit));
        assert_eq!(with(KeyModifiers::ALT), None);
    }

    #[test]
    fn keys_are_named_as_printed_on_them() {
        let names: Vec<_> = KEYS.iter().map(|binding| binding.names(&Glyphs::ASCII)).collect();
        assert!(names.contains(&"Enter Space".to_owned()), "{names:?}");
        assert!(names.contains(&"q Ctrl-C".to_owned()), "{names:?}");
        assert!(names.contains(&"Esc".to_owned()), "{names:?}");
    }
}
