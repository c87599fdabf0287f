//! Which keys ask for what: one table for the handling, the help screen and the docs.

mod table;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use crate::message::{Action, Message, Step};
use crate::model::{Mode, Model};
use crate::shelf::Counts;
use crate::theme::Glyphs;
use crate::view;
pub use table::{KEYS, MOUSE};

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
            KeyCode::Home => "Home".to_owned(),
            KeyCode::End => "End".to_owned(),
            KeyCode::Char(letter) if self.control => letter.to_ascii_uppercase().to_string(),
            KeyCode::Char(letter) => letter.to_string(),
            other => other.to_string(),
        };
        if self.control { format!("Ctrl-{name}") } else { name }
    }
}

/// Where keys mean what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the board, where the game is played; the help scrolls by the same keys.
    Board,
    /// In an explanation.
    Why,
    /// Among the solutions.
    Browse,
    /// Everywhere.
    Anywhere,
}

impl Place {
    /// All four, in the order of the help screen.
    pub const ALL: [Place; 4] = [Place::Board, Place::Why, Place::Browse, Place::Anywhere];

    /// The heading on the help screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Place::Board => "Keys",
            Place::Why => "In an explanation",
            Place::Browse => "Among the solutions",
            Place::Anywhere => "Everywhere",
        }
    }

    /// Where the player is.
    fn of(model: &Model) -> Place {
        match model.mode {
            _ if model.help.is_some() => Place::Board,
            Mode::Play => Place::Board,
            Mode::Why(_) => Place::Why,
            Mode::Browse(_) => Place::Browse,
        }
    }
}

/// In which games keys mean what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    /// In all.
    Always,
    /// Where a cell is taken or not.
    ToSquares,
    /// Where a cell has one of several values.
    ToValues,
    /// Where the next puzzle is a larger one.
    ToSizes,
    /// Where puzzles come one after the other.
    ToSeries,
}

impl Applies {
    /// Whether that is so in this game.
    #[must_use]
    pub fn to(self, model: &Model) -> bool {
        match self {
            Applies::Always => true,
            Applies::ToSquares => !model.board.has_values(),
            Applies::ToValues => model.board.has_values(),
            Applies::ToSizes => model.shelf.counts() == Counts::Sizes,
            Applies::ToSeries => model.shelf.counts() == Counts::Puzzles,
        }
    }
}

/// Keys that ask for something, and what that is in words.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Where.
    pub place: Place,
    /// In which games.
    pub applies: Applies,
    /// Each key with what it asks for.
    pub keys: &'static [(Key, Action)],
    /// What they do, for the help screen, which fills in the puzzle's words: `{piece}`, `{spot}`, and `{example}` for
    /// the name of a cell.
    pub does: &'static str,
}

impl Binding {
    /// The names of the keys, as they are printed on the help screen.
    #[must_use]
    pub fn names(&self, glyphs: &Glyphs) -> String {
        self.keys.iter().map(|(key, _)| key.name(glyphs)).collect::<Vec<_>>().join(" ")
    }
}

/// What a key asks for at a place, if anything. `applies` says of what there is in this game.
#[must_use]
pub fn action_of(event: &KeyEvent, place: Place, applies: impl Fn(Applies) -> bool) -> Option<Action> {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    if event.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let pressed = Key { code: event.code, control };
    let here = KEYS.iter().filter(|binding| [place, Place::Anywhere].contains(&binding.place));
    let here = here.filter(|binding| applies(binding.applies));
    here.flat_map(|binding| binding.keys).find(|(key, _)| *key == pressed).map(|&(_, action)| action)
}

/// The message that an event of the terminal amounts to in this state of the game, if any.
#[must_use]
pub fn message_of(event: &Event, model: &Model) -> Option<Message> {
    let place = Place::of(model);
    match event {
        Event::Resize(columns, rows) => Some(Message::Resized(*columns, *rows)),
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            if model.entry.is_some() {
                typing(key)
            } else {
                action_of(key, place, |applies| applies.to(model)).map(Message::Act)
            }
        }
        Event::Mouse(mouse) if model.help.is_none() && model.entry.is_none() => {
            let at = || view::cell_at(model, mouse.column, mouse.row);
            let step = |step| (place != Place::Board).then_some(Message::Act(Action::Step(step)));
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => at().map(|(cell, value)| Message::ClickPlace(cell, value)),
                MouseEventKind::Down(MouseButton::Right) => at().map(|(cell, value)| Message::ClickBlock(cell, value)),
                MouseEventKind::ScrollDown => step(Step::Next),
                MouseEventKind::ScrollUp => step(Step::Previous),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The meaning of a key while something is typed.
fn typing(key: &KeyEvent) -> Option<Message> {
    match (key.code, action_of(key, Place::Anywhere, |applies| applies == Applies::Always)) {
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
    use crate::message::Direction;

    #[test]
    fn no_key_is_bound_twice_at_a_place() {
        let games = [Applies::ToSquares, Applies::ToValues]
            .into_iter()
            .flat_map(|kind| [Applies::ToSizes, Applies::ToSeries].map(|shelf| [Applies::Always, kind, shelf]));
        for game in games {
            for place in Place::ALL {
                let here = KEYS.iter().filter(|binding| [place, Place::Anywhere].contains(&binding.place));
                let here = here.filter(|binding| game.contains(&binding.applies));
                let keys: Vec<_> = here.flat_map(|binding| binding.keys).map(|&(key, _)| key).collect();
                for (i, key) in keys.iter().enumerate() {
                    assert!(!keys[i + 1..].contains(key), "{game:?} {place:?} {key:?}");
                }
            }
        }
    }

    #[test]
    fn control_tells_keys_apart() {
        let with = |modifiers| action_of(&KeyEvent::new(KeyCode::Char('c'), modifiers), Place::Board, |_| true);
        assert_eq!(with(KeyModifiers::NONE), Some(Action::Clear));
        assert_eq!(with(KeyModifiers::CONTROL), Some(Action::Quit));
        assert_eq!(with(KeyModifiers::ALT), None);
    }

    #[test]
    fn a_key_can_mean_something_else_elsewhere() {
        let at = |place| action_of(&KeyEvent::new(KeyCode::Right, KeyModifiers::NONE), place, |_| true);
        assert_eq!(at(Place::Board), Some(Action::Move(Direction::Right)));
        assert_eq!(at(Place::Why), Some(Action::Step(Step::Next)));
        assert_eq!(at(Place::Anywhere), None);
    }

    #[test]
    fn keys_are_named_as_printed_on_them() {
        let names: Vec<_> = KEYS.iter().map(|binding| binding.names(&Glyphs::ASCII)).collect();
        assert!(names.contains(&"Enter Space".to_owned()), "{names:?}");
        assert!(names.contains(&"q Ctrl-C".to_owned()), "{names:?}");
        assert!(names.contains(&"Esc".to_owned()), "{names:?}");
    }
}
