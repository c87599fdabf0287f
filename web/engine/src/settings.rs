//! The player's settings, which the browser keeps.

use game::{Assist, Manner, Numbering};
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

/// Something to choose, with its name, what it is called, and its values with what these are called. The first value is the
/// one at first.
struct Setting {
    name: &'static str,
    label: &'static str,
    values: &'static [(&'static str, &'static str)],
}

const SETTINGS: [Setting; 6] = [
    Setting { name: "clock", label: "Clock", values: &[("on", "time is taken"), ("off", "no time is taken")] },
    Setting {
        name: "clashes",
        label: "Clashes",
        values: &[("with-help", "marked with help"), ("always", "marked always")],
    },
    Setting {
        name: "marks",
        label: "What is excluded",
        values: &[("usual", "as suits the puzzle"), ("automatic", "marked for you"), ("by-hand", "marked by hand")],
    },
    Setting {
        name: "first-click",
        label: "First click or tap",
        values: &[("usual", "as suits the puzzle"), ("rules-out", "rules a place out"), ("takes", "takes a place")],
    },
    Setting { name: "keys", label: "Keys of single letters", values: &[("on", "on"), ("off", "off")] },
    Setting {
        name: "looks",
        label: "Colours",
        values: &[("auto", "as the system has them"), ("light", "light"), ("dark", "dark")],
    },
];

/// A setting as the page shows it.
#[derive(Serialize)]
pub(crate) struct Shown {
    name: &'static str,
    label: &'static str,
    value: &'static str,
    choices: &'static [(&'static str, &'static str)],
}

impl Settings {
    /// The level of help last chosen for puzzles that are numbered like this.
    pub(crate) fn assist(&self, numbering: Numbering) -> Option<Assist> {
        Assist::of_level(match numbering {
            Numbering::Sizes => self.sizes,
            Numbering::Puzzles => self.puzzles,
        }?)
    }

    pub(crate) fn remember(&mut self, assist: Assist, numbering: Numbering) {
        let level = Some(assist.level());
        match numbering {
            Numbering::Sizes => self.sizes = level,
            Numbering::Puzzles => self.puzzles = level,
        }
    }

    /// Chooses a value; what there is no such setting or value of, is ignored.
    pub(crate) fn choose(&mut self, name: &str, value: &str) {
        let setting = SETTINGS.iter().find(|setting| setting.name == name);
        let is_one = setting.is_some_and(|setting| setting.values.iter().any(|(known, _)| *known == value));
        if is_one {
            self.chosen.insert(name.to_owned(), value.to_owned());
        }
    }

    /// The value of a setting.
    fn value(&self, setting: &Setting) -> &'static str {
        let chosen = self.chosen.get(setting.name);
        let found = setting.values.iter().find(|(value, _)| chosen.is_some_and(|chosen| chosen == value));
        found.unwrap_or(&setting.values[0]).0
    }

    fn is(&self, name: &str, value: &str) -> bool {
        SETTINGS.iter().find(|setting| setting.name == name).is_some_and(|setting| self.value(setting) == value)
    }

    /// Whether time is taken.
    pub(crate) fn has_clock(&self) -> bool {
        self.is("clock", "on")
    }

    /// How the player likes to play.
    pub(crate) fn manner(&self) -> Manner {
        Manner {
            clashes_always: self.is("clashes", "always"),
            marks_excluded: (!self.is("marks", "usual")).then(|| self.is("marks", "automatic")),
            rules_out_first: (!self.is("first-click", "usual")).then(|| self.is("first-click", "rules-out")),
        }
    }

    /// Notes what was switched in the game by keys, and returns whether anything was.
    pub(crate) fn note(&mut self, manner: Manner, has_clock: bool) -> bool {
        let (is_other_manner, is_other_clock) = (manner != self.manner(), has_clock != self.has_clock());
        if is_other_manner {
            let clashes = if manner.clashes_always { "always" } else { "with-help" };
            let marks = match manner.marks_excluded {
                None => "usual",
                Some(true) => "automatic",
                Some(false) => "by-hand",
            };
            self.choose("clashes", clashes);
            self.choose("marks", marks);
        }
        if is_other_clock {
            self.choose("clock", if has_clock { "on" } else { "off" });
        }
        is_other_manner || is_other_clock
    }

    /// All settings.
    pub(crate) fn shown(&self) -> Vec<Shown> {
        SETTINGS
            .iter()
            .map(|setting| Shown {
                name: setting.name,
                label: setting.label,
                value: self.value(setting),
                choices: setting.values,
            })
            .collect()
    }
}
