//! The keys as the player wants them: those of the table, but for commands that have others.

use super::{Applies, Binding, Command, KEYS, Key, Place};
use crate::message::{Action, Direction};
use crate::model::Model;

/// The commands that can have other keys, by the names that configurations know them by. They mean the same in all games.
pub const NAMES: &[(&str, Command)] = &[
    ("left", Command::Game(Action::Move(Direction::Left))),
    ("down", Command::Game(Action::Move(Direction::Down))),
    ("up", Command::Game(Action::Move(Direction::Up))),
    ("right", Command::Game(Action::Move(Direction::Right))),
    ("place", Command::Game(Action::Place)),
    ("block", Command::Game(Action::Block)),
    ("remove", Command::Game(Action::Remove)),
    ("notes", Command::Game(Action::Notes)),
    ("undo", Command::Game(Action::Undo)),
    ("redo", Command::Game(Action::Redo)),
    ("checkpoint", Command::Game(Action::SetCheckpoint)),
    ("return", Command::Game(Action::ToCheckpoint)),
    ("clear", Command::Game(Action::Clear)),
    ("go", Command::Game(Action::Go)),
    ("why", Command::Game(Action::Why)),
    ("hint", Command::Game(Action::Hint)),
    ("solutions", Command::Game(Action::Browse)),
    ("help-level", Command::Game(Action::NextAssist)),
    ("more-help", Command::Game(Action::NextGuided)),
    ("marks", Command::Game(Action::Marking)),
    ("clashes", Command::Game(Action::Clashes)),
    ("counts", Command::Game(Action::Counts)),
    ("heat", Command::Game(Action::Heat)),
    ("check", Command::Game(Action::Verify)),
    ("back", Command::Game(Action::BackToSolvable)),
    ("next", Command::Game(Action::NextPuzzle)),
    ("previous", Command::Game(Action::PreviousPuzzle)),
    ("pause", Command::Game(Action::Pause)),
    ("clock", Command::Game(Action::Clock)),
    ("statistics", Command::Game(Action::Statistics)),
    ("copy", Command::Game(Action::Copy)),
    ("copy-command", Command::Game(Action::CopyCommand)),
    ("diagram", Command::Game(Action::Diagram)),
    ("command", Command::Game(Action::Command)),
    ("theme", Command::Theme),
    ("narrow", Command::Narrow),
    ("keys", Command::Help),
    ("suspend", Command::Suspend),
    ("close", Command::Close),
    ("quit", Command::Quit),
];

/// The keys in use. The default is the table [`KEYS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    /// For each command that has other keys than those of the table, which.
    others: Vec<(Command, Vec<Key>)>,
}

/// Two commands that the same key would ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ambiguous {
    /// The key.
    pub key: Key,
    /// The command that was to have it.
    pub wanted: Command,
    /// The command that has it, too.
    pub other: Command,
}

impl Keymap {
    /// These keys, but with others for a command, on the board and wherever the command means the same.
    #[must_use]
    pub fn with(mut self, command: Command, keys: Vec<Key>) -> Keymap {
        self.others.retain(|(other, _)| *other != command);
        self.others.push((command, keys));
        self
    }

    /// The keys that ask for a command, in some game on the board.
    #[must_use]
    pub fn keys_of(&self, command: Command) -> Vec<Key> {
        match self.others.iter().find(|(other, _)| *other == command) {
            Some((_, keys)) => keys.clone(),
            None => {
                let mut keys = Vec::new();
                for binding in KEYS.iter().filter(|binding| is_of_board(binding)) {
                    for &(key, other) in binding.keys {
                        if other == command && !keys.contains(&key) {
                            keys.push(key);
                        }
                    }
                }
                keys
            }
        }
    }

    /// The keys of a binding with what they ask for.
    #[must_use]
    pub fn of(&self, binding: &Binding) -> Vec<(Key, Command)> {
        let mut bound = binding.keys.to_vec();
        if !is_of_board(binding) {
            return bound;
        }
        for (command, keys) in &self.others {
            if let Some(first) = bound.iter().position(|(_, other)| other == command) {
                bound.retain(|(_, other)| other != command);
                let keys = keys.iter().map(|&key| (key, *command));
                bound.splice(first.min(bound.len())..first.min(bound.len()), keys);
            }
        }
        bound
    }

    /// Whether every key means one thing.
    ///
    /// # Errors
    ///
    /// [`Ambiguous`] if one has two meanings in the same game.
    pub fn check(&self) -> Result<(), Ambiguous> {
        for binding in KEYS.iter().filter(|binding| is_of_board(binding)) {
            for (key, command) in self.of(binding) {
                if !self.others.iter().any(|(other, _)| *other == command) {
                    continue;
                }
                let rivals = KEYS.iter().filter(|other| is_of_board(other) && meet(other.applies, binding.applies));
                let bound = rivals.flat_map(|other| self.of(other));
                if let Some((_, other)) = bound.into_iter().find(|(other, what)| *other == key && *what != command) {
                    return Err(Ambiguous { key, wanted: command, other });
                }
            }
        }
        Ok(())
    }

    /// What a key asks for at a place in a game, if anything.
    #[must_use]
    pub fn command(&self, key: Key, place: Place, model: &Model) -> Option<Command> {
        self.command_where(key, place, |applies| applies.to(model))
    }

    /// The same, of the keys that apply as `applies` says.
    pub fn command_where(&self, key: Key, place: Place, applies: impl Fn(Applies) -> bool) -> Option<Command> {
        let here = KEYS.iter().filter(|binding| [place, Place::Anywhere].contains(&binding.place));
        let bound = here.filter(|binding| applies(binding.applies)).flat_map(|binding| self.of(binding));
        bound.into_iter().find(|(other, _)| *other == key).map(|(_, command)| command)
    }
}

/// Whether the keys mean what they mean on the board: elsewhere they can't be chosen.
fn is_of_board(binding: &Binding) -> bool {
    matches!(binding.place, Place::Board | Place::Anywhere)
}

/// Whether some game has the keys of both.
fn meet(a: Applies, b: Applies) -> bool {
    use Applies::{ToSeries, ToSizes, ToSquares, ToValues};
    !matches!((a, b), (ToSquares, ToValues) | (ToValues, ToSquares) | (ToSizes, ToSeries) | (ToSeries, ToSizes))
}

/// The name by which configurations know a command.
#[must_use]
pub fn name_of(command: Command) -> Option<&'static str> {
    NAMES.iter().find(|(_, other)| *other == command).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Key {
        Key::named(name).unwrap()
    }

    #[test]
    fn every_name_is_of_a_command_with_keys_and_none_is_twice() {
        for (i, (name, command)) in NAMES.iter().enumerate() {
            assert!(!Keymap::default().keys_of(*command).is_empty(), "{name}");
            assert!(NAMES[i + 1..].iter().all(|(other, also)| other != name && also != command), "{name}");
            assert_eq!(name_of(*command), Some(*name));
        }
        assert_eq!(Keymap::default().check(), Ok(()));
    }

    #[test]
    fn another_key_takes_the_place_of_those_of_the_table() {
        let undo = Command::Game(Action::Undo);
        let keymap = Keymap::default().with(undo, vec![key("z"), key("Ctrl-z")]).with(Command::Suspend, vec![]);
        assert_eq!(keymap.check(), Ok(()));
        let asked = |name: &str| keymap.command_where(key(name), Place::Board, |_| true);
        assert_eq!((asked("z"), asked("Ctrl-z"), asked("u")), (Some(undo), Some(undo), None));
        assert_eq!(keymap.command_where(key("z"), Place::Why, |_| true), None, "only where undo is at all");
        assert_eq!(keymap.keys_of(undo), [key("z"), key("Ctrl-z")]);
    }

    #[test]
    fn a_key_with_two_meanings_is_found() {
        let undo = Command::Game(Action::Undo);
        let clash = Keymap::default().with(undo, vec![key("c")]).check().unwrap_err();
        assert_eq!((clash.key, clash.wanted, clash.other), (key("c"), undo, Command::Game(Action::Clear)));
        // Digits are levels of help in some games and values in others; n is counts here and notes there.
        let counts = Command::Game(Action::Counts);
        assert_eq!(Keymap::default().with(counts, vec![key("Backspace")]).check(), Ok(()));
    }
}
