//! The player's settings, which the browser keeps.

use game::{Assist, Manner, Numbering};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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

impl Settings {
    /// The level of help last chosen for puzzles that are numbered like this.
    pub(crate) fn assist(&self, numbering: Numbering) -> Option<Assist> {
        Assist::of_level(match numbering {
            Numbering::Sizes => self.sizes,
            Numbering::Puzzles => self.puzzles,
        }?)
    }

    pub(crate) fn remember(&mut self, assist: Assist, numbering: Numbering) {
        let level = match numbering {
            Numbering::Sizes => &mut self.sizes,
            Numbering::Puzzles => &mut self.puzzles,
        };
        *level = Some(assist.level());
    }

    /// Chooses a value; ignores settings and values that there are none of.
    pub(crate) fn choose(&mut self, name: &str, value: &str) {
        let is_value = |setting: &Setting| setting.choices.iter().any(|(known, _)| *known == value);
        if SETTINGS.iter().any(|setting| setting.name == name && is_value(setting)) {
            self.chosen.insert(name.to_owned(), value.to_owned());
        }
    }

    /// Returns whether a value is the one chosen of a setting.
    fn is(&self, name: &str, value: &str) -> bool {
        self.chosen.get(name).is_some_and(|chosen| chosen == value)
    }

    /// Returns whether time is taken.
    pub(crate) fn has_clock(&self) -> bool {
        !self.is("clock", "off")
    }

    /// Returns the player's preferences in the game.
    pub(crate) fn manner(&self) -> Manner {
        let choice = |name, yes, no| if self.is(name, yes) { Some(true) } else { self.is(name, no).then_some(false) };
        Manner {
            clashes_always: self.is("clashes", "always"),
            marks_excluded: choice("marks", "automatic", "by-hand"),
            rules_out_first: choice("first-click", "rules-out", "takes"),
        }
    }

    /// Notes the preferences that were switched in the game by keys, and returns whether any was.
    pub(crate) fn note(&mut self, manner: Manner, has_clock: bool) -> bool {
        let before = self.manner();
        let marks = match manner.marks_excluded {
            None => "usual",
            Some(true) => "automatic",
            Some(false) => "by-hand",
        };
        let clashes = if manner.clashes_always { "always" } else { "with-help" };
        let switched = [
            (manner.clashes_always != before.clashes_always, "clashes", clashes),
            (manner.marks_excluded != before.marks_excluded, "marks", marks),
            (has_clock != self.has_clock(), "clock", if has_clock { "on" } else { "off" }),
        ];
        let mut is_any = false;
        for (_, name, value) in switched.into_iter().filter(|(is_other, ..)| *is_other) {
            self.choose(name, value);
            is_any = true;
        }
        is_any
    }

    /// Returns all settings with their values.
    pub(crate) fn shown(&self) -> Vec<Value> {
        let shown = |setting: &Setting| {
            let chosen = setting.choices.iter().find(|(value, _)| self.is(setting.name, value));
            let (value, _) = chosen.unwrap_or(&setting.choices[0]);
            json!({ "name": setting.name, "label": setting.label, "choices": setting.choices, "value": value })
        };
        SETTINGS.iter().map(shown).collect()
    }
}
