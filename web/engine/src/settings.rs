//! The player's settings, which the browser keeps.

use game::{Assist, Preferences};
use serde::{Deserialize, Serialize};

/// What the player has chosen.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The level of help for boards by size, and for puzzles one after the other.
    sizes: Option<u8>,
    puzzles: Option<u8>,
    /// The values of those settings that are not as at first, by name.
    chosen: std::collections::BTreeMap<String, String>,
}

/// A setting: its name, its label, and its values with their labels. The first value is the one at first.
#[derive(Serialize)]
struct Setting {
    name: &'static str,
    label: &'static str,
    choices: &'static [(&'static str, &'static str)],
}

static SETTINGS: [Setting; 6] = [
    Setting { name: "clock", label: "Clock", choices: &[("on", "time is taken"), ("off", "no time is taken")] },
    Setting {
        name: "clashes",
        label: "Clashes",
        choices: &[("with-help", "marked with help"), ("always", "marked always")],
    },
    Setting {
        name: "marks",
        label: "What is excluded",
        choices: &[("usual", "as suits the puzzle"), ("automatic", "marked for you"), ("by-hand", "marked by hand")],
    },
    Setting {
        name: "first-click",
        label: "First click or tap",
        choices: &[("usual", "as suits the puzzle"), ("rules-out", "rules a place out"), ("takes", "takes a place")],
    },
    Setting { name: "keys", label: "Keys of single letters", choices: &[("on", "on"), ("off", "off")] },
    Setting {
        name: "looks",
        label: "Colours",
        choices: &[("auto", "as the system has them"), ("light", "light"), ("dark", "dark")],
    },
];

/// The settings of the game itself, in the order of the choices above.
const CLASHES: [bool; 2] = [false, true];
const MARKS: [Option<bool>; 3] = [None, Some(true), Some(false)];
const FIRST_CLICKS: [Option<bool>; 3] = [None, Some(true), Some(false)];

/// A setting with the value that it has.
#[derive(Serialize)]
pub(crate) struct Shown {
    #[serde(flatten)]
    setting: &'static Setting,
    value: &'static str,
}

fn named(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

impl Settings {
    /// The level of help last chosen for boards by size, or for other puzzles.
    pub(crate) fn assist(&self, is_by_size: bool) -> Option<Assist> {
        Assist::of_level(if is_by_size { self.sizes } else { self.puzzles }?)
    }

    pub(crate) fn remember(&mut self, assist: Assist, is_by_size: bool) {
        *if is_by_size { &mut self.sizes } else { &mut self.puzzles } = Some(assist.level());
    }

    /// Chooses a value; ignores settings and values that there are none of.
    pub(crate) fn choose(&mut self, name: &str, value: &str) {
        if named(name).is_some_and(|setting| setting.choices.iter().any(|(known, _)| *known == value)) {
            self.chosen.insert(name.to_owned(), value.to_owned());
        }
    }

    /// Returns the number of the value that a setting has, counted from 0.
    fn index(&self, setting: &Setting) -> usize {
        let chosen = self.chosen.get(setting.name);
        setting.choices.iter().position(|(value, _)| chosen.is_some_and(|chosen| chosen == value)).unwrap_or(0)
    }

    /// Returns the value of a setting, out of all its values in order.
    fn value<T: Copy>(&self, name: &str, values: &[T]) -> T {
        values[named(name).map_or(0, |setting| self.index(setting))]
    }

    /// Chooses one of all values of a setting in order; returns whether another one was chosen so far.
    fn note_value<T: Copy + PartialEq>(&mut self, name: &str, values: &[T], value: T) -> bool {
        let is_other = self.value(name, values) != value;
        if let (true, Some(setting)) = (is_other, named(name)) {
            let index = values.iter().position(|known| *known == value).unwrap_or(0);
            self.choose(name, setting.choices[index].0);
        }
        is_other
    }

    /// Returns whether time is taken.
    pub(crate) fn has_clock(&self) -> bool {
        self.value("clock", &[true, false])
    }

    /// Returns the player's preferences in the game.
    pub(crate) fn preferences(&self) -> Preferences {
        Preferences {
            clashes_always: self.value("clashes", &CLASHES),
            marks_excluded: self.value("marks", &MARKS),
            rules_out_first: self.value("first-click", &FIRST_CLICKS),
        }
    }

    /// Notes the preferences that were switched in the game by keys, and returns whether any was.
    pub(crate) fn note(&mut self, preferences: Preferences, has_clock: bool) -> bool {
        let is_other = [
            self.note_value("clashes", &CLASHES, preferences.clashes_always),
            self.note_value("marks", &MARKS, preferences.marks_excluded),
            self.note_value("clock", &[true, false], has_clock),
        ];
        is_other.contains(&true)
    }

    /// Returns all settings with their values.
    pub(crate) fn shown(&self) -> Vec<Shown> {
        SETTINGS.iter().map(|setting| Shown { setting, value: setting.choices[self.index(setting)].0 }).collect()
    }
}
