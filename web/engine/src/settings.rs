//! The settings of the player, kept in the browser's storage.

use std::collections::BTreeMap;

use game::{Assist, Preferences};
use puzzles::NewGame;
use serde::{Deserialize, Serialize};

/// The values chosen by the player, stored as JSON.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The help level last chosen for n-queens boards; `None` if the player has not chosen one. The level for all other
    /// puzzles is `puzzles`.
    sizes: Option<u8>,
    puzzles: Option<u8>,
    /// The values that the player has chosen for [`SETTINGS`], by the name of the setting. Other settings have their
    /// default.
    chosen: BTreeMap<String, String>,
    /// The kind and the options of the new puzzles last chosen in the menu.
    new_game: Option<(String, BTreeMap<String, String>)>,
}

/// A setting: its name, its label, and its values with their labels. The first value is the default.
#[derive(Serialize)]
struct SettingEntry {
    name: &'static str,
    label: &'static str,
    choices: &'static [(&'static str, &'static str)],
}

static SETTINGS: [SettingEntry; 6] = [
    SettingEntry { name: "clock", label: "Clock", choices: &[("on", "on"), ("off", "off")] },
    SettingEntry {
        name: "clashes",
        label: "Clashes",
        choices: &[("with-help", "shown with help"), ("always", "always shown")],
    },
    SettingEntry {
        name: "marks",
        label: "Excluded cells and values",
        choices: &[("usual", "as usual for the puzzle"), ("automatic", "marked for you"), ("by-hand", "marked by you")],
    },
    SettingEntry {
        name: "first-click",
        label: "First click or tap",
        choices: &[("usual", "by the level of help"), ("rules-out", "rules a cell out"), ("takes", "places a piece")],
    },
    SettingEntry { name: "keys", label: "Single-letter keys", choices: &[("on", "on"), ("off", "off")] },
    SettingEntry {
        name: "looks",
        label: "Colours",
        choices: &[("auto", "as in the system settings"), ("light", "light"), ("dark", "dark")],
    },
];

/// The value of [`Preferences::clashes_always`] for each choice of the setting `clashes`: `false` for `with-help`,
/// `true` for `always`.
const CLASHES: [bool; 2] = [false, true];
/// The value of [`Preferences::marks_excluded`] for each choice of the setting `marks`, in the order of [`SETTINGS`].
const MARKS: [Option<bool>; 3] = [None, Some(true), Some(false)];
/// The value of [`Preferences::rules_out_first`] for each choice of the setting `first-click`, in the order of
/// [`SETTINGS`].
const FIRST_CLICKS: [Option<bool>; 3] = [None, Some(true), Some(false)];

/// A setting with its chosen value, as the view shows it.
#[derive(Serialize)]
pub(crate) struct SettingView {
    #[serde(flatten)]
    setting: &'static SettingEntry,
    value: &'static str,
}

fn named(name: &str) -> Option<&'static SettingEntry> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

impl Settings {
    /// Returns the help level last chosen: for n-queens boards if `is_by_size` is `true`, else for other puzzles.
    pub(crate) fn assist(&self, is_by_size: bool) -> Option<Assist> {
        Assist::of_level(if is_by_size { self.sizes } else { self.puzzles }?)
    }

    pub(crate) fn remember(&mut self, assist: Assist, is_by_size: bool) {
        *if is_by_size { &mut self.sizes } else { &mut self.puzzles } = Some(assist.level());
    }

    /// Returns the new puzzles last chosen in the menu; `None` before the first choice.
    pub(crate) fn new_game(&self) -> Option<NewGame> {
        self.new_game.clone().map(|(kind, options)| NewGame { kind, options })
    }

    pub(crate) fn set_new_game(&mut self, NewGame { kind, options }: NewGame) {
        self.new_game = Some((kind, options));
    }

    /// Sets the setting `name` to `value`; unknown settings and values are ignored.
    pub(crate) fn choose(&mut self, name: &str, value: &str) {
        if named(name).is_some_and(|setting| setting.choices.iter().any(|(known, _)| *known == value)) {
            self.chosen.insert(name.to_owned(), value.to_owned());
        }
    }

    fn index(&self, setting: &SettingEntry) -> usize {
        let chosen = self.chosen.get(setting.name);
        setting.choices.iter().position(|(value, _)| chosen.is_some_and(|chosen| chosen == value)).unwrap_or(0)
    }

    /// Returns the value that the game uses for the current choice of the setting `name`. `values` has an item for each
    /// choice, in the order of [`SettingEntry::choices`].
    fn value<T: Copy>(&self, name: &str, values: &[T]) -> T {
        values[named(name).map_or(0, |setting| self.index(setting))]
    }

    /// Sets the setting `name` to `value`. `values` has the value of each choice of this setting, as in
    /// [`Settings::value`]. Returns `true` if this changes the setting.
    fn note_value<T: Copy + PartialEq>(&mut self, name: &str, values: &[T], value: T) -> bool {
        let is_other = self.value(name, values) != value;
        if let (true, Some(setting)) = (is_other, named(name)) {
            let index = values.iter().position(|known| *known == value).unwrap_or(0);
            self.choose(name, setting.choices[index].0);
        }
        is_other
    }

    pub(crate) fn has_clock(&self) -> bool {
        self.value("clock", &[true, false])
    }

    pub(crate) fn preferences(&self) -> Preferences {
        Preferences {
            // The page says at once when an attempt ceases to count as solved without help.
            asks_before_help: false,
            clashes_always: self.value("clashes", &CLASHES),
            // The page has its own animations, which follow the browser's setting for reduced motion.
            is_still: true,
            marks_excluded: self.value("marks", &MARKS),
            rules_out_first: self.value("first-click", &FIRST_CLICKS),
        }
    }

    /// Updates the settings that the player can also change by keys in the game. Their present values in the game are
    /// `preferences` and `has_clock`, which is `true` if the clock is on. Returns `true` if that changes a setting.
    pub(crate) fn note(&mut self, preferences: Preferences, has_clock: bool) -> bool {
        let is_other = [
            self.note_value("clashes", &CLASHES, preferences.clashes_always),
            self.note_value("marks", &MARKS, preferences.marks_excluded),
            self.note_value("clock", &[true, false], has_clock),
        ];
        is_other.contains(&true)
    }

    pub(crate) fn shown(&self) -> Vec<SettingView> {
        SETTINGS.iter().map(|setting| SettingView { setting, value: setting.choices[self.index(setting)].0 }).collect()
    }
}
