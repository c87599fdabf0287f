//! Which keys ask for what: one table for the handling, the help screen and the docs.

mod keymap;
mod table;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use game::{Action, Message, Mode, Model, Numbering, Step};

use crate::face::{Face, Input};
use crate::theme::Glyphs;
use crate::view;
pub use keymap::{Ambiguous, Keymap, NAMES, name_of};
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

    /// The key with a name as configurations have it: a character, `Space`, `Enter`, `Esc`, `Tab`, `Backspace`, `Delete`,
    /// `Left`, `Down`, `Up`, `Right`, `Home`, `End`, `PageUp`, `PageDown`, `F1` to `F12`, or `Ctrl-` and one of these.
    #[must_use]
    pub fn named(name: &str) -> Option<Key> {
        if let Some(rest) = name.strip_prefix("Ctrl-") {
            // Terminals tell no capital letters apart there.
            let Key { code, .. } = Key::named(rest).filter(|key| !key.control)?;
            let code = if let KeyCode::Char(letter) = code { KeyCode::Char(letter.to_ascii_lowercase()) } else { code };
            return Some(Key { code, control: true });
        }
        let mut letters = name.chars();
        let code = match (name, letters.next(), letters.next()) {
            ("Space", ..) => KeyCode::Char(' '),
            ("Enter", ..) => KeyCode::Enter,
            ("Esc", ..) => KeyCode::Esc,
            ("Tab", ..) => KeyCode::Tab,
            ("Backspace", ..) => KeyCode::Backspace,
            ("Delete", ..) => KeyCode::Delete,
            ("Left", ..) => KeyCode::Left,
            ("Down", ..) => KeyCode::Down,
            ("Up", ..) => KeyCode::Up,
            ("Right", ..) => KeyCode::Right,
            ("Home", ..) => KeyCode::Home,
            ("End", ..) => KeyCode::End,
            ("PageUp", ..) => KeyCode::PageUp,
            ("PageDown", ..) => KeyCode::PageDown,
            (_, Some(letter), None) if !letter.is_control() && letter != ' ' => KeyCode::Char(letter),
            (_, Some('F'), Some(_)) => KeyCode::F(name[1..].parse().ok().filter(|number| (1..=12).contains(number))?),
            _ => return None,
        };
        Some(Key::plain(code))
    }

    /// The name by which [`Key::named`] knows the key.
    #[must_use]
    pub fn config_name(self) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(letter) => letter.to_string(),
            KeyCode::PageUp => "PageUp".to_owned(),
            KeyCode::PageDown => "PageDown".to_owned(),
            KeyCode::Backspace => "Backspace".to_owned(),
            KeyCode::Delete => "Delete".to_owned(),
            other => format!("{other:?}"),
        };
        let name = match self.code {
            KeyCode::F(number) => format!("F{number}"),
            _ => name,
        };
        if self.control { format!("Ctrl-{name}") } else { name }
    }

    /// The key that was pressed; none with Alt held down, which means something else to most terminals.
    fn of(event: &KeyEvent) -> Option<Key> {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        (!event.modifiers.contains(KeyModifiers::ALT)).then_some(Key { code: event.code, control })
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
    /// Beside the diagram of the solutions.
    Diagram,
    /// On a page that covers the board.
    Page,
    /// Everywhere.
    Anywhere,
}

impl Place {
    /// All places, in the order of the help screen.
    pub const ALL: [Place; 6] = [Place::Board, Place::Why, Place::Browse, Place::Diagram, Place::Page, Place::Anywhere];

    /// The heading on the help screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Place::Board => "Keys",
            Place::Why => "In an explanation",
            Place::Browse => "Among the solutions",
            Place::Diagram => "At the diagram",
            Place::Page => "In the menu",
            Place::Anywhere => "Everywhere",
        }
    }

    /// Where the player is.
    fn of(face: &Face) -> Place {
        match face.model.mode() {
            _ if face.help.is_some() => Place::Board,
            Mode::Play => Place::Board,
            Mode::Why(_) | Mode::Clash(_) => Place::Why,
            Mode::Browse(_) => Place::Browse,
            Mode::Diagram(_) => Place::Diagram,
            Mode::Page(_) => Place::Page,
        }
    }
}

/// In which games keys mean what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    /// In all games.
    Always,
    /// In games where a cell is taken or not.
    ToSquares,
    /// In games where a cell has one of several values.
    ToValues,
    /// In games where a cell is taken or not, and the first click takes it.
    WhereClicksTake,
    /// In games where a cell is taken or not, and the first click rules it out.
    WhereClicksRuleOut,
    /// In games where the next puzzle is a larger one.
    ToSizes,
    /// In games where puzzles come one after the other.
    ToSeries,
}

impl Applies {
    /// Whether a game is one of those in which the keys mean what they mean.
    #[must_use]
    pub fn to(self, model: &Model) -> bool {
        match self {
            Applies::Always => true,
            Applies::ToSquares => !model.board().has_values(),
            Applies::ToValues => model.board().has_values(),
            Applies::WhereClicksTake => !model.board().has_values() && !model.rules_out_first(),
            Applies::WhereClicksRuleOut => model.rules_out_first(),
            Applies::ToSizes => model.catalogue().numbering() == Numbering::Sizes,
            Applies::ToSeries => model.catalogue().numbering() == Numbering::Puzzles,
        }
    }
}

/// What a key asks for: something of the game, or of its face in the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Something of the game.
    Game(Action),
    /// The next theme.
    Theme,
    /// Cells of a single column where the board does not fit, or as wide as before.
    Narrow,
    /// Show the help, or hide it.
    Help,
    /// Stop the program and return to the shell, which can bring it back.
    Suspend,
    /// Close what is shown over the game or beside it; with nothing to close, end the program.
    Close,
    /// End the program.
    Quit,
}

/// Keys that ask for something, and what that is in words.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Where the keys mean that.
    pub place: Place,
    /// In which games the keys mean that.
    pub applies: Applies,
    /// Each key with what it asks for.
    pub keys: &'static [(Key, Command)],
    /// What the keys do, for the help screen, which fills in the puzzle's words: `{piece}`, `{spot}` and others; see
    /// [`game::words::filled`].
    pub does: &'static str,
}

impl Binding {
    /// The names of the keys, as they are printed on the help screen.
    #[must_use]
    pub fn names(&self, keymap: &Keymap, glyphs: &Glyphs) -> String {
        keymap.of(self).iter().map(|(key, _)| key.name(glyphs)).collect::<Vec<_>>().join(" ")
    }
}

/// What an event of the terminal amounts to in this state of the game and of the screen, if anything.
#[must_use]
pub fn input_of(event: &Event, face: &Face) -> Option<Input> {
    let place = Place::of(face);
    let model = &face.model;
    match event {
        Event::Resize(columns, rows) => Some(Input::Resized(*columns, *rows)),
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            if model.typing().is_some() {
                typing(key, &face.keymap)
            } else {
                face.keymap.command(Key::of(key)?, place, model).map(Input::Command)
            }
        }
        Event::Paste(text) if face.help.is_none() => Some(Input::Game(Message::Pasted(text.clone()))),
        Event::Mouse(mouse) if face.help.is_none() && place == Place::Page => {
            let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
            let choice = is_click.then(|| view::page::choice_at(face, mouse.row)).flatten();
            choice.map(|number| Input::Game(Message::Act(Action::ChooseAt(number))))
        }
        Event::Mouse(mouse) if face.help.is_none() && model.typing().is_none() => {
            let at = || view::cell_at(face, mouse.column, mouse.row);
            let key = || view::key_at(face, mouse.column, mouse.row);
            let step = |step| (place != Place::Board).then_some(Message::Act(Action::Step(step)));
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
                MouseEventKind::ScrollDown => step(Step::Next),
                MouseEventKind::ScrollUp => step(Step::Previous),
                _ => None,
            };
            message.map(Input::Game)
        }
        _ => None,
    }
}

/// The meaning of a key while something is typed.
fn typing(key: &KeyEvent, keymap: &Keymap) -> Option<Input> {
    let arrow = matches!(key.code, KeyCode::Left | KeyCode::Down | KeyCode::Up | KeyCode::Right);
    let place = if arrow { Place::Board } else { Place::Anywhere };
    let command = Key::of(key).and_then(|key| keymap.command_where(key, place, |applies| applies == Applies::Always));
    match (key.code, command) {
        (KeyCode::Enter, _) => Some(Input::Game(Message::Entered)),
        (KeyCode::Backspace, _) => Some(Input::Game(Message::Erased)),
        (KeyCode::Char(letter), _) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
            Some(Input::Game(Message::Typed(letter)))
        }
        (
            _,
            Some(
                command @ (Command::Game(Action::Cancel | Action::Move(_))
                | Command::Close
                | Command::Quit
                | Command::Suspend),
            ),
        ) => Some(Input::Command(command)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Direction;

    #[test]
    fn no_key_is_bound_twice_at_a_place() {
        let games = [Applies::ToSquares, Applies::ToValues]
            .into_iter()
            .flat_map(|kind| [Applies::ToSizes, Applies::ToSeries].map(|numbers| [Applies::Always, kind, numbers]));
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
        let with = |modifiers| {
            let key = Key::of(&KeyEvent::new(KeyCode::Char('c'), modifiers))?;
            Keymap::default().command_where(key, Place::Board, |_| true)
        };
        assert_eq!(with(KeyModifiers::NONE), Some(Command::Game(Action::Clear)));
        assert_eq!(with(KeyModifiers::CONTROL), Some(Command::Quit));
        assert_eq!(with(KeyModifiers::ALT), None);
    }

    #[test]
    fn a_key_can_mean_something_else_elsewhere() {
        let at = |place| Keymap::default().command_where(Key::plain(KeyCode::Right), place, |_| true);
        assert_eq!(at(Place::Board), Some(Command::Game(Action::Move(Direction::Right))));
        assert_eq!(at(Place::Why), Some(Command::Game(Action::Step(Step::Next))));
        assert_eq!(at(Place::Anywhere), None);
    }

    #[test]
    fn every_key_of_the_table_can_be_written_in_a_configuration() {
        for (key, _) in KEYS.iter().flat_map(|binding| binding.keys) {
            assert_eq!(Key::named(&key.config_name()), Some(*key), "{}", key.config_name());
        }
        for name in ["F1", "F12", "Ctrl-PageUp", "Tab", "é", "Ctrl-Space"] {
            assert_eq!(Key::named(name).unwrap().config_name(), name);
        }
        for name in ["", "F0", "F13", "Foo", "ab", "Ctrl-", "Ctrl-Ctrl-a", "ctrl-a", " "] {
            assert_eq!(Key::named(name), None, "{name:?}");
        }
        assert_eq!(Key::named("Ctrl-R"), Key::named("Ctrl-r"));
    }

    #[test]
    fn keys_are_named_as_printed_on_them() {
        let names: Vec<_> = KEYS.iter().map(|binding| binding.names(&Keymap::default(), &Glyphs::ASCII)).collect();
        assert!(names.contains(&"Enter Space".to_owned()), "{names:?}");
        assert!(names.contains(&"q".to_owned()), "{names:?}");
        assert!(names.contains(&"Esc".to_owned()), "{names:?}");
    }
}
