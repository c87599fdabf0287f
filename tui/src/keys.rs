//! Which keys ask for what: one table for the handling, the help screen and the docs.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use crate::assist::Assist;
use crate::message::{Action, Direction, Message, Step};
use crate::model::{Mode, Model};
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

/// Keys that ask for something, and what that is in words.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Where.
    pub place: Place,
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

const LEFT: Key = Key::plain(KeyCode::Left);
const DOWN: Key = Key::plain(KeyCode::Down);
const UP: Key = Key::plain(KeyCode::Up);
const RIGHT: Key = Key::plain(KeyCode::Right);
const ENTER: Key = Key::plain(KeyCode::Enter);
const HOME: Key = Key::plain(KeyCode::Home);
const END: Key = Key::plain(KeyCode::End);
const ESC: Key = Key::plain(KeyCode::Esc);

/// Every key of the game.
pub const KEYS: &[Binding] = &[
    bind(
        Place::Board,
        &[
            (LEFT, Action::Move(Direction::Left)),
            (DOWN, Action::Move(Direction::Down)),
            (UP, Action::Move(Direction::Up)),
            (RIGHT, Action::Move(Direction::Right)),
            (Key::char('h'), Action::Move(Direction::Left)),
            (Key::char('j'), Action::Move(Direction::Down)),
            (Key::char('k'), Action::Move(Direction::Up)),
            (Key::char('l'), Action::Move(Direction::Right)),
        ],
        "move the cursor",
    ),
    bind(Place::Board, &[(ENTER, Action::Place), (Key::char(' '), Action::Place)], "place or remove a queen"),
    bind(Place::Board, &[(Key::char('x'), Action::Block)], "block or unblock a square"),
    bind(Place::Board, &[(Key::char('u'), Action::Undo)], "undo"),
    bind(Place::Board, &[(Key::control('r'), Action::Redo)], "redo"),
    bind(Place::Board, &[(Key::char('c'), Action::Clear)], "clear the board"),
    bind(Place::Board, &[(Key::char('g'), Action::Go)], "go to a square: type e4, Enter"),
    bind(Place::Board, &[(Key::char('w'), Action::Why)], "why the square is ruled out, or forced"),
    bind(Place::Board, &[(Key::char('i'), Action::Hint)], "a hint: where to look, the move, why"),
    bind(Place::Board, &[(Key::char('s'), Action::Browse)], "the solutions that are left"),
    bind(Place::Board, &[(Key::char('a'), Action::NextAssist)], "the next level of help"),
    bind(
        Place::Board,
        &[
            (Key::char('0'), Action::Assist(Assist::Nothing)),
            (Key::char('1'), Action::Assist(Assist::Attacks)),
            (Key::char('2'), Action::Assist(Assist::Dead)),
            (Key::char('3'), Action::Assist(Assist::Counts)),
            (Key::char('4'), Action::Assist(Assist::Forced)),
        ],
        "this level of help",
    ),
    bind(Place::Board, &[(Key::char('n'), Action::Counts)], "counts on the board"),
    bind(Place::Board, &[(Key::char('m'), Action::Heat)], "heat map on the board"),
    bind(Place::Board, &[(Key::char('v'), Action::Verify)], "are we still on a solution?"),
    bind(Place::Board, &[(Key::char('b'), Action::BackToSolvable)], "back to where we last were"),
    bind(Place::Board, &[(Key::char('+'), Action::Larger), (Key::char('='), Action::Larger)], "new game, larger board"),
    bind(Place::Board, &[(Key::char('-'), Action::Smaller)], "new game, smaller board"),
    bind(
        Place::Why,
        &[
            (RIGHT, Action::Step(Step::Next)),
            (Key::char('l'), Action::Step(Step::Next)),
            (Key::char(' '), Action::Step(Step::Next)),
        ],
        "next step",
    ),
    bind(
        Place::Why,
        &[(LEFT, Action::Step(Step::Previous)), (Key::char('h'), Action::Step(Step::Previous))],
        "previous step",
    ),
    bind(
        Place::Why,
        &[(DOWN, Action::Step(Step::SkipCase)), (Key::char('j'), Action::Step(Step::SkipCase))],
        "skip the rest of the case",
    ),
    bind(
        Place::Why,
        &[(UP, Action::Step(Step::CaseStart)), (Key::char('k'), Action::Step(Step::CaseStart))],
        "back to its beginning",
    ),
    bind(Place::Why, &[(HOME, Action::Step(Step::First)), (Key::char('0'), Action::Step(Step::First))], "first step"),
    bind(Place::Why, &[(END, Action::Step(Step::Last)), (Key::char('$'), Action::Step(Step::Last))], "last step"),
    bind(Place::Why, &[(Key::char('r'), Action::Repair)], "take away what has to go"),
    bind(Place::Why, &[(Key::char('w'), Action::Why)], "back to the board"),
    bind(
        Place::Browse,
        &[
            (RIGHT, Action::Step(Step::Next)),
            (Key::char('l'), Action::Step(Step::Next)),
            (Key::char(' '), Action::Step(Step::Next)),
        ],
        "next solution",
    ),
    bind(
        Place::Browse,
        &[(LEFT, Action::Step(Step::Previous)), (Key::char('h'), Action::Step(Step::Previous))],
        "previous solution",
    ),
    bind(Place::Browse, &[(Key::char('r'), Action::Step(Step::Random))], "any solution"),
    bind(
        Place::Browse,
        &[(HOME, Action::Step(Step::First)), (Key::char('0'), Action::Step(Step::First))],
        "first solution",
    ),
    bind(
        Place::Browse,
        &[(END, Action::Step(Step::Last)), (Key::char('$'), Action::Step(Step::Last))],
        "last solution",
    ),
    bind(Place::Browse, &[(Key::char('g'), Action::Go)], "go to a solution: type 17, Enter"),
    bind(Place::Browse, &[(ENTER, Action::Adopt)], "play on from here"),
    bind(
        Place::Browse,
        &[
            (DOWN, Action::Move(Direction::Down)),
            (UP, Action::Move(Direction::Up)),
            (Key::char('j'), Action::Move(Direction::Down)),
            (Key::char('k'), Action::Move(Direction::Up)),
        ],
        "scroll a board that does not fit",
    ),
    bind(Place::Browse, &[(Key::char('s'), Action::Browse)], "back to the board"),
    bind(Place::Anywhere, &[(Key::char('t'), Action::Theme)], "next theme"),
    bind(Place::Anywhere, &[(Key::char('?'), Action::Help)], "show or hide this help"),
    bind(Place::Anywhere, &[(ESC, Action::Cancel)], "leave what is shown, cancel work or typing"),
    bind(Place::Anywhere, &[(Key::control('z'), Action::Suspend)], "suspend (fg comes back)"),
    bind(Place::Anywhere, &[(Key::char('q'), Action::Quit), (Key::control('c'), Action::Quit)], "quit"),
];

const fn bind(place: Place, keys: &'static [(Key, Action)], does: &'static str) -> Binding {
    Binding { place, keys, does }
}

/// What the mouse does, for the help screen.
pub const MOUSE: &[(&str, &str)] = &[
    ("left click", "place or remove a queen; explain a square"),
    ("right click", "block or unblock a square"),
    ("wheel", "next and previous step or solution"),
];

/// What a key asks for at a place, if anything.
#[must_use]
pub fn action_of(event: &KeyEvent, place: Place) -> Option<Action> {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    if event.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let pressed = Key { code: event.code, control };
    let here = KEYS.iter().filter(|binding| [place, Place::Anywhere].contains(&binding.place));
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
                action_of(key, place).map(Message::Act)
            }
        }
        Event::Mouse(mouse) if model.help.is_none() && model.entry.is_none() => {
            let square = || layout::Layout::of(model).and_then(|layout| layout.square_at(mouse.column, mouse.row));
            let step = |step| (place != Place::Board).then_some(Message::Act(Action::Step(step)));
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => square().map(Message::ClickPlace),
                MouseEventKind::Down(MouseButton::Right) => square().map(Message::ClickBlock),
                MouseEventKind::ScrollDown => step(Step::Next),
                MouseEventKind::ScrollUp => step(Step::Previous),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The meaning of a key while a square or a number is typed.
fn typing(key: &KeyEvent) -> Option<Message> {
    match (key.code, action_of(key, Place::Anywhere)) {
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
    fn no_key_is_bound_twice_at_a_place() {
        for place in Place::ALL {
            let here = KEYS.iter().filter(|binding| [place, Place::Anywhere].contains(&binding.place));
            let keys: Vec<_> = here.flat_map(|binding| binding.keys).map(|&(key, _)| key).collect();
            for (i, key) in keys.iter().enumerate() {
                assert!(!keys[i + 1..].contains(key), "{place:?} {key:?}");
            }
        }
    }

    #[test]
    fn control_tells_keys_apart() {
        let with = |modifiers| action_of(&KeyEvent::new(KeyCode::Char('c'), modifiers), Place::Board);
        assert_eq!(with(KeyModifiers::NONE), Some(Action::Clear));
        assert_eq!(with(KeyModifiers::CONTROL), Some(Action::Quit));
        assert_eq!(with(KeyModifiers::ALT), None);
    }

    #[test]
    fn a_key_can_mean_something_else_elsewhere() {
        let at = |place| action_of(&KeyEvent::new(KeyCode::Right, KeyModifiers::NONE), place);
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
