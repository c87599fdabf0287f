//! The settings of the player: their names, values and descriptions, and their page.

use puzzle_core::sentences::capital;

use crate::assist::Assist;
use crate::preferences::Preferences;

/// A setting of the player with its chosen value, for [`Model::options`](crate::Model::options).
///
/// ```
/// use game::Setting;
///
/// let mut clock = Setting::new("clock", "Measure and show the time.", &["auto", "on", "off"]);
/// assert_eq!(clock.value(), "auto");
/// assert!(clock.choose("off"));
/// assert_eq!(clock.value(), "off");
/// assert!(!clock.choose("late"), "not a value of the setting");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the setting in the configuration file.
    pub name: &'static str,
    /// A sentence about the effect of the setting.
    pub about: &'static str,
    /// The possible values of the setting, the default first; never empty.
    pub values: &'static [&'static str],
    chosen: usize,
}

impl Setting {
    /// Creates a setting with its default value, the first of `values`.
    ///
    /// # Panics
    ///
    /// If `values` is empty.
    #[must_use]
    pub const fn new(name: &'static str, about: &'static str, values: &'static [&'static str]) -> Setting {
        assert!(!values.is_empty(), "a setting has a default");
        Setting { name, about, values, chosen: 0 }
    }

    /// Returns the chosen value of the setting.
    #[must_use]
    pub fn value(&self) -> &'static str {
        self.values[self.chosen]
    }

    /// Chooses `value`; returns `false` and changes nothing if the setting has no such value.
    pub fn choose(&mut self, value: &str) -> bool {
        let found = self.values.iter().position(|known| *known == value);
        self.chosen = found.unwrap_or(self.chosen);
        found.is_some()
    }

    /// Returns the name as players read it, such as `Help level`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.name {
            "marks" => "Ruled-out squares".to_owned(),
            "first-click" => "First click".to_owned(),
            name => capital(&name.replace('-', " ")),
        }
    }

    /// Returns a value of the setting as players read it, such as `On` for `true` or `Marked by you` for
    /// `by-hand`.
    #[must_use]
    pub fn value_label(&self, value: &str) -> String {
        match value {
            "true" => "On".to_owned(),
            "false" => "Off".to_owned(),
            "usual" => "As usual for the puzzle".to_owned(),
            "automatic" => "Marked by the game".to_owned(),
            "by-hand" => "Marked by you".to_owned(),
            "rules-out" => "Rules the square out".to_owned(),
            "takes" => "Places a piece".to_owned(),
            // A help level is called Auto, too.
            "auto" if self.name == "help-level" => "Usual".to_owned(),
            value => match value.parse().ok().and_then(Assist::of_level) {
                Some(level) => capital(level.name()),
                None => capital(&value.replace('-', " ")),
            },
        }
    }

    /// Returns the value after the chosen value if `is_next` is `true`, and otherwise the value before it. The first
    /// value follows the last.
    pub(crate) fn neighbour(&self, is_next: bool) -> &'static str {
        let count = self.values.len();
        self.values[(self.chosen + if is_next { 1 } else { count - 1 }) % count]
    }
}

impl Preferences {
    /// Sets the preference that belongs to the [`Setting`] with this name; other names change nothing.
    pub fn set(&mut self, name: &str, value: &str) {
        // The word `usual` leaves the choice to the kind of puzzle.
        let unless_usual = |choice: bool| (value != "usual").then_some(choice);
        match name {
            "animation" => self.is_still = value == "false",
            "clashes" => self.clashes_always = value == "always",
            "help-warning" => self.asks_before_help = value == "true",
            "marks" => self.marks_excluded = unless_usual(value == "automatic"),
            "first-click" => self.rules_out_first = unless_usual(value == "rules-out"),
            _ => {}
        }
    }
}
