//! The key bindings in use: the keys of the table of commands, or the keys that the player has configured.

use std::borrow::Cow;

use super::table::COMMANDS;
use super::{Applies, Binding, Command, KEYS, Key, KeyContext, Topic};
use crate::action::Action;
use crate::menu::{MenuChoice, MenuTarget, Page};
use crate::model::Model;
use crate::obstacles::obstacle;
use crate::screen::Mode;
use crate::setting::Setting;
use crate::words;

/// A heading of the help, and its lines, each with the keys and the description.
type Heading = (&'static str, Vec<(String, String)>);

/// The key bindings in use: the default keys of each command, or the keys configured by the player.
///
/// ```
/// use game::Action;
/// use game::keys::{Command, Key, Keymap};
///
/// let undo = Command::Game(Action::Undo);
/// let keymap = Keymap::default();
/// assert_eq!(keymap.keys_of(undo), [Key::char('u')]);
/// let keymap = keymap.with(undo, vec![Key::char('z')]);
/// assert_eq!(keymap.keys_of(undo), [Key::char('z')]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    /// The commands configured by [`Keymap::with`], with their keys.
    others: Vec<(Command, Vec<Key>)>,
}

/// A command in a palette, from [`Keymap::palette`] or [`searched`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaletteEntry {
    /// The command that the palette performs.
    pub command: Command,
    /// The name of the command in configurations, such as `undo`.
    pub name: &'static str,
    /// The names of the command's keys, separated by blanks.
    pub keys: String,
    /// The description, such as `undo` or `explain the square under the cursor`.
    pub description: String,
    /// The reason why the command is impossible now, as a sentence; `None` if it is possible.
    pub obstacle: Option<&'static str>,
    /// The choice that the palette makes in place of the command; `None` for the command itself.
    pub choice: Option<PaletteChoice>,
}

/// A choice that a palette makes directly, without the page that offers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaletteChoice {
    /// Sets a setting, by [`Message::Set`](crate::Message::Set).
    Sets {
        /// The name of the setting.
        name: &'static str,
        /// The new value of the setting.
        value: &'static str,
    },
    /// Takes the choices of the menu with these indices, each in the list that the choice before it opens, by
    /// [`Message::Choose`](crate::Message::Choose).
    Takes(Vec<usize>),
}

impl Keymap {
    /// Returns all commands with keys on the board of a game, except moves of the cursor, values, digits and the
    /// palette itself. While a page covers the board, returns only the commands of the page, after the choices of the
    /// menu. `arrows` are the names or signs of left, down, up and right.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use game::{Model, Series};
    /// # use nqueens_guide::{Queens, Size};
    /// use game::keys::Keymap;
    ///
    /// # let queens = Arc::new(Queens::new(Size::new(6)?));
    /// # let model = Model::new(Arc::new(Series::of(Vec::new())), 1, queens);
    /// let palette = Keymap::default().palette(&model, ["←", "↓", "↑", "→"]);
    /// let undo = palette.iter().find(|entry| entry.name == "undo").expect("the board has the command");
    /// assert_eq!((undo.keys.as_str(), undo.description.as_str()), ("u", "undo"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn palette(&self, model: &Model, arrows: [&str; 4]) -> Vec<PaletteEntry> {
        let is_covered = model.mode().key_context() == KeyContext::Page;
        let is_listed = |command: Command| {
            let is_letter_or_step = |action| {
                matches!(
                    action,
                    Action::Move(_) | Action::Select(_) | Action::Value(_) | Action::Assist(_) | Action::Command
                )
            };
            let is_of_choice = |action| matches!(action, Action::Choose | Action::ChooseAt(_));
            let is_without_game = |action| match action {
                Action::Delete | Action::Rename => !model.listed_choices().iter().any(|choice| choice.saved.is_some()),
                Action::Restore => model.notice().is_none_or(|notice| notice.text != words::DELETED),
                _ => false,
            };
            !matches!(command, Command::Game(action)
                if is_letter_or_step(action) || is_of_choice(action) || is_covered && is_without_game(action))
        };
        let is_here = |binding: &&Binding| match binding.context {
            KeyContext::Page => is_covered,
            KeyContext::Anywhere => true,
            context => context == KeyContext::Board && !is_covered,
        };
        let mut entries: Vec<PaletteEntry> = menu_entries(model);
        for binding in KEYS.iter().filter(|binding| is_here(binding) && binding.applies.to(model)) {
            for &(key, command) in &*self.of(binding) {
                let name = COMMANDS.iter().find(|entry| entry.command == Some(command)).map_or("", |entry| entry.name);
                match entries.iter_mut().find(|entry| entry.command == command) {
                    Some(entry) => entry.keys = format!("{} {}", entry.keys, key.name(arrows)).trim_start().to_owned(),
                    None if is_listed(command) => entries.push(PaletteEntry {
                        command,
                        name,
                        keys: key.name(arrows),
                        description: words::filled(model, binding.description),
                        obstacle: if let Command::Game(action) = command { obstacle(model, action) } else { None },
                        choice: None,
                    }),
                    None => {}
                }
            }
        }
        entries
    }

    /// Replaces the keys of a command in [`KeyContext::Board`] and [`KeyContext::Anywhere`]. If `keys` are the default
    /// keys, as [`Keymap::keys_of`] returns them, nothing changes. Thus default keys that apply only to games of one
    /// kind stay restricted to these games.
    #[must_use]
    pub fn with(mut self, command: Command, keys: Vec<Key>) -> Keymap {
        self.others.retain(|(other, _)| *other != command);
        if keys != self.keys_of(command) {
            self.others.push((command, keys));
        }
        self
    }

    /// Returns the keys of a command in [`KeyContext::Board`] and [`KeyContext::Anywhere`], in games of all kinds.
    #[must_use]
    pub fn keys_of(&self, command: Command) -> Vec<Key> {
        let mut keys = Vec::new();
        for binding in KEYS.iter().filter(|binding| is_of_board(binding)) {
            for &(key, other) in &*self.of(binding) {
                if other == command && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }

    /// Returns the keys of a binding with their commands, as configured.
    fn of<'a>(&self, binding: &'a Binding) -> Cow<'a, [(Key, Command)]> {
        let mut bound = Cow::from(&binding.keys);
        if self.others.is_empty() || !is_of_board(binding) {
            return bound;
        }
        for (command, keys) in &self.others {
            if let Some(first) = bound.iter().position(|(_, other)| other == command) {
                let bound = bound.to_mut();
                bound.retain(|(_, other)| other != command);
                let keys = keys.iter().map(|&key| (key, *command));
                bound.splice(first.min(bound.len())..first.min(bound.len()), keys);
            }
        }
        bound
    }

    /// Returns the first key that has two commands in the same game, with the two commands; the configured command
    /// comes first. Returns `None` if no key is ambiguous.
    #[must_use]
    pub fn ambiguous(&self) -> Option<(Key, Command, Command)> {
        for binding in KEYS.iter().filter(|binding| is_of_board(binding)) {
            for &(key, command) in &*self.of(binding) {
                if !self.others.iter().any(|(other, _)| *other == command) {
                    continue;
                }
                let rivals = KEYS.iter().filter(|other| is_of_board(other) && meet(other.applies, binding.applies));
                let mut bound = rivals.flat_map(|other| self.of(other).into_owned());
                if let Some((_, other)) = bound.find(|(other, what)| *other == key && *what != command) {
                    return Some((key, command, other));
                }
            }
        }
        None
    }

    /// Returns the command of a key in a context of a game; `None` if the key is not bound there.
    #[must_use]
    pub fn command(&self, key: Key, context: KeyContext, model: &Model) -> Option<Command> {
        let found =
            self.bindings(context, model).find_map(|keys| Some(keys.iter().find(|(other, _)| *other == key)?.1));
        // While the result is shown, the keys of the board work as well.
        let is_result = context == KeyContext::Result;
        found.or_else(|| is_result.then(|| self.command(key, KeyContext::Board, model)).flatten())
    }

    /// Returns the keys bound in `context` and in [`KeyContext::Anywhere`] that apply to a game, with their commands.
    #[must_use]
    pub fn bound(&self, context: KeyContext, model: &Model) -> Vec<(Key, Command)> {
        self.bindings(context, model).flat_map(Cow::into_owned).collect()
    }

    /// Iterates over the bindings of `context` and of [`KeyContext::Anywhere`] that apply to a game. Each item lists
    /// the keys of a binding with their commands.
    fn bindings(&self, context: KeyContext, model: &Model) -> impl Iterator<Item = Cow<'_, [(Key, Command)]>> {
        let here = KEYS.iter().filter(move |binding| [context, KeyContext::Anywhere].contains(&binding.context));
        here.filter(|binding| binding.applies.to(model)).map(|binding| self.of(binding))
    }

    /// Returns the help: headings with lines of keys and a description. The main keys of the present screen come first,
    /// then the keys of every screen, so that a new player sees both at once. The other keys of the present screen
    /// follow. The other screens come last, if `is_all` is `true`. `arrows` are the names or signs of left, down, up
    /// and right; `is_here` returns `true` for the commands that the face (user interface) offers.
    pub fn help(
        &self,
        model: &Model,
        arrows: [&str; 4],
        is_all: bool,
        is_here: impl Fn(Command) -> bool,
    ) -> Vec<Heading> {
        let present = model.mode().key_context();
        let place = |binding: &Binding| match (binding.context, binding.topic) {
            (context, None | Some(Topic::Main)) if context == present => 0,
            (KeyContext::Anywhere, _) => 1,
            (context, _) if context == present => 2,
            // The keys of the board work on the result, too.
            (KeyContext::Board, _) if present == KeyContext::Result => 2,
            _ => 3,
        };
        let is_listed = |binding: &&Binding| {
            let has_command = binding.keys.iter().any(|&(_, command)| is_here(command));
            has_command && binding.applies.to(model) && (is_all || place(binding) < 3)
        };
        let mut bindings: Vec<&Binding> = KEYS.iter().filter(is_listed).collect();
        bindings.sort_by_key(|binding| place(binding));
        let mut headings: Vec<Heading> = Vec::new();
        for binding in bindings {
            let names: Vec<String> = self.of(binding).iter().map(|(key, _)| key.name(arrows)).collect();
            if names.is_empty() {
                continue;
            }
            let line = (names.join(" "), words::filled(model, binding.description));
            match headings.last_mut() {
                Some((title, lines)) if *title == binding.title() => lines.push(line),
                _ => headings.push((binding.title(), vec![line])),
            }
        }
        headings
    }

    /// Returns `true` if a key has a command in any context of any game.
    #[must_use]
    pub fn is_bound(&self, key: Key) -> bool {
        KEYS.iter().any(|binding| self.of(binding).iter().any(|&(other, _)| other == key))
    }
}

/// Returns `true` while the menu shows its first list.
fn is_menu(model: &Model) -> bool {
    matches!(model.mode(), Mode::Page(Page::Menu(_))) && model.list_title().is_none()
}

/// Returns the choices of the menu as entries of the palette, without keys, in the order of the menu; empty on other
/// screens. Leaves out the choices that lead nowhere.
fn menu_entries(model: &Model) -> Vec<PaletteEntry> {
    if !is_menu(model) {
        return Vec::new();
    }
    let entry = |(index, choice): (usize, &MenuChoice)| PaletteEntry {
        command: Command::Game(match choice.target {
            MenuTarget::Acts(action) => action,
            _ => Action::ChooseAt(index),
        }),
        name: "",
        keys: String::new(),
        description: if choice.is_daily { format!("{}: today's puzzle", choice.label) } else { choice.label.clone() },
        obstacle: None,
        choice: None,
    };
    model.choices.iter().enumerate().filter(|(_, choice)| !choice.is_idle).map(entry).collect()
}

/// Returns the entries that a palette finds only by a search: each value of each setting, and each choice in the lists
/// of the menu, such as `New game, Sudoku, 9 x 9, easy`. The days of a calendar are left out.
#[must_use]
pub fn searched(model: &Model) -> Vec<PaletteEntry> {
    let entry = |action, description, choice| PaletteEntry {
        command: Command::Game(action),
        name: "",
        keys: String::new(),
        description,
        obstacle: None,
        choice: Some(choice),
    };
    let values = |setting: &Setting| {
        let (name, label, setting) = (setting.name, setting.label(), setting.clone());
        setting.values.iter().map(move |&value| {
            let description = format!("{label}: {}", setting.value_label(value));
            entry(Action::Settings, description, PaletteChoice::Sets { name, value })
        })
    };
    let takes = |(path, label)| entry(Action::Menu, label, PaletteChoice::Takes(path));
    let mut paths = Vec::new();
    add_paths(&model.choices, &[], "", &mut paths);
    model.options.iter().flat_map(values).chain(paths.into_iter().map(takes)).collect()
}

/// Adds the choices in the lists of `choices` that open a puzzle, each with its path of indices and its label. `path`
/// and `label` lead to `choices`.
fn add_paths(choices: &[MenuChoice], path: &[usize], label: &str, found: &mut Vec<(Vec<usize>, String)>) {
    for (index, choice) in choices.iter().enumerate() {
        let path = [path, &[index]].concat();
        let label = if label.is_empty() { choice.label.clone() } else { format!("{label}, {}", choice.label) };
        match &choice.target {
            MenuTarget::Lists(list) => add_paths(list, &path, &label, found),
            MenuTarget::Opens(_) if path.len() > 1 => found.push((path, label)),
            _ => {}
        }
    }
}

/// Returns `true` for bindings of [`KeyContext::Board`] and [`KeyContext::Anywhere`]. The keys of other contexts can't
/// be configured.
fn is_of_board(binding: &Binding) -> bool {
    matches!(binding.context, KeyContext::Board | KeyContext::Anywhere)
}

/// Returns `true` if bindings for `a` and bindings for `b` can both apply in the same game.
fn meet(a: Applies, b: Applies) -> bool {
    use Applies::{ToBoards, ToOptions, ToSeries, ToSizes, ToSquares, ToValues, WithZero, WithoutZero};
    let apart = |a, b| {
        matches!(
            (a, b),
            (ToSquares, ToValues | WithZero | WithoutZero)
                | (WithZero, WithoutZero)
                | (ToSizes, ToSeries)
                | (ToOptions, ToBoards | ToSquares | ToValues | WithZero | WithoutZero)
        )
    };
    !apart(a, b) && !apart(b, a)
}

/// Iterates over the commands with configurable keys, each after its name.
pub fn names() -> impl Iterator<Item = (&'static str, Command)> {
    COMMANDS.iter().filter(|entry| entry.is_configurable).filter_map(|entry| Some((entry.name, entry.command?)))
}

/// Returns the default keys of all games for a manual: headings with lines of keys and a description. If the keys do
/// not apply in all games, the description names the games.
///
/// ```
/// let manual = game::keys::manual();
/// let (_, play) = manual.iter().find(|(heading, _)| *heading == "Main keys").expect("a heading of the board");
/// assert!(play.contains(&("u".to_owned(), "undo".to_owned())));
/// ```
#[must_use]
pub fn manual() -> Vec<Heading> {
    let line = |binding: &Binding| {
        let names = binding.keys.iter().map(|(key, _)| key.name(["Left", "Down", "Up", "Right"]));
        let games = binding.applies.games().map_or_else(String::new, |games| format!(" ({games})"));
        let description = words::filled_for_any(binding.description);
        (names.collect::<Vec<_>>().join(" "), format!("{description}{games}"))
    };
    let headings = KEYS.chunk_by(|a, b| a.title() == b.title());
    headings.map(|bindings| (bindings[0].title(), bindings.iter().map(line).collect())).collect()
}

/// Returns the command with this name in configurations and on the web page; `None` if there is no such command.
///
/// ```
/// use game::Action;
/// use game::keys::{self, Command};
///
/// assert_eq!(keys::named("undo"), Some(Command::Game(Action::Undo)));
/// assert!(keys::names().all(|(name, command)| keys::named(name) == Some(command)));
/// ```
#[must_use]
pub fn named(name: &str) -> Option<Command> {
    COMMANDS.iter().find(|entry| !name.is_empty() && entry.name == name)?.command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Arrow;
    use crate::screen_step::ScreenStep;

    fn key(name: &str) -> Key {
        Key::named(name).unwrap()
    }

    /// Returns the command of a key in a context, in any game.
    fn command(keymap: &Keymap, key: Key, context: KeyContext) -> Option<Command> {
        let mut here = KEYS
            .iter()
            .filter(|binding| binding.context == context)
            .flat_map(|binding| keymap.of(binding).into_owned());
        here.find(|(other, _)| *other == key).map(|(_, command)| command)
    }

    #[test]
    fn every_name_is_of_a_command_with_keys_and_none_is_twice() {
        let all: Vec<_> = names().collect();
        for (i, (name, command)) in all.iter().enumerate() {
            assert!(!Keymap::default().keys_of(*command).is_empty(), "{name}");
            assert!(all[i + 1..].iter().all(|(other, also)| other != name && also != command), "{name}");
            assert_eq!(named(name), Some(*command));
        }
        assert_eq!(Keymap::default().ambiguous(), None);
    }

    #[test]
    fn a_key_can_mean_something_else_elsewhere() {
        let at = |context| command(&Keymap::default(), key("Right"), context);
        assert_eq!(at(KeyContext::Board), Some(Command::Game(Action::Move(Arrow::Right))));
        assert_eq!(at(KeyContext::Why), Some(Command::Game(Action::Step(ScreenStep::Next))));
        assert_eq!(at(KeyContext::Anywhere), None);
    }

    #[test]
    fn another_key_takes_the_place_of_those_of_the_table() {
        let undo = Command::Game(Action::Undo);
        let keymap = Keymap::default().with(undo, vec![key("z"), key("Ctrl-z")]).with(Command::Suspend, vec![]);
        assert_eq!(keymap.ambiguous(), None);
        let asked = |name: &str| command(&keymap, key(name), KeyContext::Board);
        assert_eq!((asked("z"), asked("Ctrl-z"), asked("u")), (Some(undo), Some(undo), None));
        assert_eq!(command(&keymap, key("z"), KeyContext::Why), None, "only where undo is at all");
        assert_eq!(keymap.keys_of(undo), [key("z"), key("Ctrl-z")]);
        assert!(
            keymap.is_bound(key("z")) && keymap.is_bound(key("$")) && keymap.is_bound(key("u")),
            "u restores a game"
        );
    }

    #[test]
    fn a_key_with_two_meanings_is_found() {
        let undo = Command::Game(Action::Undo);
        let clash = Keymap::default().with(undo, vec![key("c")]).ambiguous();
        assert_eq!(clash, Some((key("c"), undo, Command::Game(Action::Clear))));
        // In some games digits set the help level and `n` shows counts; in others digits enter values and `n` writes
        // notes.
        let counts = Command::Game(Action::Counts);
        assert_eq!(Keymap::default().with(counts, vec![key("Backspace")]).ambiguous(), None);
    }
}
