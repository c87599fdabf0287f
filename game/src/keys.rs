//! Keys and commands, in one table for the key handling, help and docs of all faces (user interfaces).

mod keymap;
mod table;

use crate::action::Action;
use crate::menu::Page;
use crate::model::Model;
use crate::screen::{KeyContext, Mode};
pub use keymap::{Keymap, PaletteChoice, PaletteEntry, manual, named, names, searched};
pub(crate) use table::{COMMANDS, GROUPS, KEYS, SpokenForm};
pub use table::{fingers, mouse};

/// A key, with or without Control or Shift.
///
/// ```
/// use game::keys::Key;
///
/// assert_eq!(Key::named("Ctrl-r"), Some(Key::char('r').with_control()));
/// let right = Key::named("Right").expect("an arrow key");
/// assert_eq!(right.name(["←", "↓", "↑", "→"]), "→");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: BaseKey,
    control: bool,
    /// `true` if Shift is pressed with a key that is not a character. A character with Shift is another character
    /// instead, such as the capital letter.
    shift: bool,
}

/// The key that is pressed, without Control and Shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BaseKey {
    Char(char),
    /// One of the keys `F1` to `F12`.
    F(u8),
    /// One of the [`SPECIAL`] keys, by its configuration name.
    Special(&'static str),
}

/// The configuration names of the keys that are neither characters nor `F1` to `F12`.
const SPECIAL: [&str; 13] =
    ["Enter", "Esc", "Tab", "Backspace", "Delete", "Left", "Down", "Up", "Right", "Home", "End", "PageUp", "PageDown"];

impl Key {
    const fn plain(code: BaseKey) -> Key {
        Key { code, control: false, shift: false }
    }

    /// Returns the key of a character.
    #[must_use]
    pub const fn char(letter: char) -> Key {
        Key::plain(BaseKey::Char(letter))
    }

    /// Returns this key with Control.
    #[must_use]
    pub const fn with_control(self) -> Key {
        Key { control: true, ..self }
    }

    /// Returns this key with Shift if it is not a character, and otherwise the key itself.
    #[must_use]
    pub const fn with_shift(self) -> Key {
        Key { shift: !matches!(self.code, BaseKey::Char(_)), ..self }
    }

    /// Returns this key without Shift.
    #[must_use]
    pub const fn without_shift(self) -> Key {
        Key { shift: false, ..self }
    }

    /// Parses a configuration name: a character, `Space`, `Enter`, `Esc`, `Tab`, `Backspace`, `Delete`, `Left`, `Down`,
    /// `Up`, `Right`, `Home`, `End`, `PageUp`, `PageDown`, or `F1` to `F12`. `Ctrl-` may precede each of these names,
    /// and `Shift-` the names that are not characters.
    #[must_use]
    pub fn named(name: &str) -> Option<Key> {
        if let Some(rest) = name.strip_prefix("Ctrl-") {
            // Terminals do not distinguish capital letters with Control.
            let Key { code, shift, .. } = Key::named(rest).filter(|key| !key.control)?;
            let code = if let BaseKey::Char(letter) = code { BaseKey::Char(letter.to_ascii_lowercase()) } else { code };
            return Some(Key { code, control: true, shift });
        }
        if let Some(rest) = name.strip_prefix("Shift-") {
            let key = Key::named(rest).filter(|key| !key.shift)?.with_shift();
            return Some(key).filter(|key| key.shift && !key.control);
        }
        if let Some(special) = SPECIAL.into_iter().find(|special| *special == name) {
            return Some(Key::plain(BaseKey::Special(special)));
        }
        let mut letters = name.chars();
        let code = match (name, letters.next(), letters.next()) {
            ("Space", ..) => BaseKey::Char(' '),
            (_, Some(letter), None) if !letter.is_control() && letter != ' ' => BaseKey::Char(letter),
            (_, Some('F'), Some(_)) => BaseKey::F(name[1..].parse().ok().filter(|number| (1..=12).contains(number))?),
            _ => return None,
        };
        Some(Key::plain(code))
    }

    /// Returns the configuration name of this key, which [`Key::named`] parses.
    #[must_use]
    pub fn config_name(self) -> String {
        let name = match self.code {
            BaseKey::Char(' ') => "Space".to_owned(),
            BaseKey::Char(letter) => letter.to_string(),
            BaseKey::F(number) => format!("F{number}"),
            BaseKey::Special(name) => name.to_owned(),
        };
        let name = if self.shift { format!("Shift-{name}") } else { name };
        if self.control { format!("Ctrl-{name}") } else { name }
    }

    /// Returns the name on the help screen. `arrows` are the names or signs of left, down, up and right.
    #[must_use]
    pub fn name(self, arrows: [&str; 4]) -> String {
        let name = match self.code {
            BaseKey::Char(letter) if self.control && letter != ' ' => {
                return format!("Ctrl-{}", letter.to_ascii_uppercase());
            }
            BaseKey::Special("Left") => arrows[0],
            BaseKey::Special("Down") => arrows[1],
            BaseKey::Special("Up") => arrows[2],
            BaseKey::Special("Right") => arrows[3],
            BaseKey::Special("Delete") => "Del",
            BaseKey::Special("PageUp") => "Page Up",
            BaseKey::Special("PageDown") => "Page Down",
            _ => return self.config_name(),
        };
        let name = if self.shift { format!("Shift-{name}") } else { name.to_owned() };
        if self.control { format!("Ctrl-{name}") } else { name }
    }
}

/// The games in which a key or button applies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Applies {
    /// The key or button applies in all games.
    Always,
    /// Games with squares: cells that have one variable, and are taken or empty.
    ToSquares,
    /// Games whose cells take one of several values.
    ToValues,
    /// Games of [`Applies::ToValues`] with a value 0.
    WithZero,
    /// Games of [`Applies::ToValues`] without a value 0.
    WithoutZero,
    /// Games with squares, as for [`Applies::ToSquares`], in which the first click on a square places a piece.
    WhereClicksTake,
    /// Games in which the first click blocks a cell; see [`Model::rules_out_first`].
    WhereClicksRuleOut,
    /// Games with a catalogue [by size](crate::Catalogue::is_by_size).
    ToSizes,
    /// Games with a catalogue that is not [by size](crate::Catalogue::is_by_size): its numbers only count the puzzles.
    ToSeries,
    /// Configurators shown as a tree ([`Model::tree`]).
    ToOptions,
    /// All games that are not shown as a tree.
    ToBoards,
    /// The menu, in every game.
    ToMenu,
    /// The menu where it shows a list, whose choices have digits, and no calendar.
    ToNumbered,
    /// Pages other than the menu that close to the board, in every game.
    ToBoardPages,
    /// Games with [`Page::Settings`](crate::Page::Settings). The web page has a dialog for the settings instead.
    WithSettings,
}

impl Applies {
    /// Returns the games in the words of a manual; `None` for all games.
    fn games(self) -> Option<&'static str> {
        match self {
            Applies::Always | Applies::WithSettings | Applies::ToMenu | Applies::ToNumbered | Applies::ToBoardPages => {
                None
            }
            Applies::ToSquares => Some("games with pieces"),
            Applies::ToOptions => Some("configurators"),
            Applies::ToBoards => Some("games on boards"),
            Applies::ToValues => Some("games with values"),
            Applies::WithZero => Some("games with a value 0"),
            Applies::WithoutZero => Some("games with values other than 0"),
            Applies::WhereClicksTake => Some("games in which a click places a piece"),
            Applies::WhereClicksRuleOut => Some("games in which a click blocks a cell"),
            Applies::ToSizes => Some("boards by size"),
            Applies::ToSeries => Some("puzzles by number"),
        }
    }

    /// Returns `true` if the key or button applies to a game.
    pub(crate) fn to(self, model: &Model) -> bool {
        match self {
            Applies::Always => true,
            Applies::ToSquares => !model.board().has_values() && model.tree().is_none(),
            Applies::ToOptions => model.tree().is_some(),
            Applies::ToBoards => model.tree().is_none(),
            Applies::ToValues => model.board().has_values(),
            Applies::WithZero => model.board().has_values() && model.board().symbols().contains(&'0'),
            Applies::WithoutZero => model.board().has_values() && !model.board().symbols().contains(&'0'),
            Applies::WhereClicksTake => Applies::ToSquares.to(model) && !model.rules_out_first(),
            Applies::WhereClicksRuleOut => Applies::ToSquares.to(model) && model.rules_out_first(),
            Applies::ToSizes => model.catalogue().is_by_size(),
            Applies::WithSettings => !model.options.is_empty(),
            Applies::ToSeries => !model.catalogue().is_by_size(),
            Applies::ToMenu => !Applies::ToBoardPages.to(model),
            Applies::ToNumbered => Applies::ToMenu.to(model) && !model.lists_days(),
            Applies::ToBoardPages => {
                matches!(model.mode(), Mode::Page(page) if !matches!(page, Page::Menu(_) | Page::Settings(_)))
            }
        }
    }
}

/// The topic of a key on the board: a heading of the help. The topics are in the order of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Topic {
    /// The keys that a new player needs.
    Main,
    Move,
    Play,
    Analyse,
    Help,
    Puzzle,
    Share,
    View,
}

impl Topic {
    /// Returns the heading of the topic on the help screen.
    fn title(self) -> &'static str {
        match self {
            Topic::Main => "Main keys",
            Topic::Move => "Move",
            Topic::Play => "Play",
            Topic::Analyse => "Analyse",
            Topic::Help => "Level of help",
            Topic::Puzzle => "Game",
            Topic::Share => "Share",
            Topic::View => "View",
        }
    }
}

/// The command of a key or button. A face (user interface) carries out all commands itself, except [`Command::Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// An action of the game, for [`Message::Act`](crate::Message::Act).
    Game(Action),
    /// Switch to the next theme (set of colours).
    Theme,
    /// Switch between normal and narrow cells, for a board that does not fit on the screen.
    Narrow,
    /// Show or hide the help.
    Help,
    /// Share the position by a link.
    Share,
    /// Save the game as a text.
    Save,
    /// Suspend the program and return to the shell.
    Suspend,
    /// Close the screen shown; quit in [`Mode::Play`].
    Close,
    /// Quit the program.
    Quit,
}

/// A line of the help: keys, their commands and a description.
#[derive(Debug)]
pub(crate) struct Binding {
    /// The context in which the keys apply.
    context: KeyContext,
    /// The topic of the keys; `None` outside of [`KeyContext::Board`].
    topic: Option<Topic>,
    /// The games in which the keys apply.
    applies: Applies,
    /// The keys of the line, each with its command.
    keys: Vec<(Key, Command)>,
    /// The description, with placeholders such as `{piece}` and `{spot}` for [`words::filled`](crate::words::filled).
    description: &'static str,
}

impl Binding {
    /// Returns the heading under which the help screen lists the binding: its topic if its keys apply to the board, and
    /// otherwise the name of its screen.
    fn title(&self) -> &'static str {
        self.topic.map_or_else(|| self.context.title(), Topic::title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use KeyContext::{Anywhere, Board, Browse, Diagram, Page, Result, Why};

    #[test]
    fn no_key_is_bound_twice_at_a_place() {
        let kinds = [
            [Applies::ToBoards, Applies::ToSquares],
            [Applies::ToBoards, Applies::ToValues],
            [Applies::ToOptions, Applies::ToOptions],
        ];
        let games = kinds.into_iter().flat_map(|[all, kind]| {
            [Applies::ToSizes, Applies::ToSeries].map(|numbers| [Applies::Always, all, kind, numbers])
        });
        for game in games {
            for context in [Board, Why, Browse, Diagram, Result, Page, Anywhere] {
                let here = KEYS.iter().filter(|binding| [context, KeyContext::Anywhere].contains(&binding.context));
                let here = here.filter(|binding| game.contains(&binding.applies));
                let keys: Vec<_> = here.flat_map(|binding| &binding.keys).map(|&(key, _)| key).collect();
                for (i, key) in keys.iter().enumerate() {
                    assert!(!keys[i + 1..].contains(key), "{game:?} {context:?} {key:?}");
                }
            }
        }
    }

    #[test]
    fn every_key_of_the_table_can_be_written_in_a_configuration() {
        for (key, _) in KEYS.iter().flat_map(|binding| &binding.keys) {
            assert_eq!(Key::named(&key.config_name()), Some(*key), "{}", key.config_name());
        }
        for name in ["F1", "F12", "Ctrl-PageUp", "Tab", "é", "Ctrl-Space", "Shift-Left", "Ctrl-Shift-Up", "Shift-F2"] {
            assert_eq!(Key::named(name).unwrap().config_name(), name);
        }
        for name in ["", "F0", "F13", "Foo", "ab", "Ctrl-", "Ctrl-Ctrl-a", "ctrl-a", " ", "Shift-a", "Shift-Shift-Up"] {
            assert_eq!(Key::named(name), None, "{name:?}");
        }
        assert_eq!(Key::named("Ctrl-R"), Key::named("Ctrl-r"));
    }

    #[test]
    fn keys_are_named_as_printed_on_them() {
        let names = |binding: &Binding| {
            let names = binding.keys.iter().map(|(key, _)| key.name(["Left", "Down", "Up", "Right"]));
            names.collect::<Vec<_>>().join(" ")
        };
        let names: Vec<_> = KEYS.iter().map(names).collect();
        assert!(names.contains(&"Enter Space".to_owned()), "{names:?}");
        assert!(names.contains(&"q".to_owned()), "{names:?}");
        assert!(names.contains(&"Esc".to_owned()), "{names:?}");
    }
}
