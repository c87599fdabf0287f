//! The configuration file `config.toml`: preferences, keys and colours of the game.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use bdd_core::format::replace_file;
use game::keys::{self, Command, Key, Keymap};
use game::{Assist, Setting};
use nqueens_tui::run::GameOptions;
use nqueens_tui::theme::Palette;
use serde_json::json;
use toml::Value;
use toml_edit::{DocumentMut, Item};

use crate::kept;

/// The largest accepted `config.toml`, in bytes.
const LIMIT: u64 = 1 << 20;

const KEYS: &str = "keys";

/// The settings of `config.toml`, in the order of the file.
const SETTINGS: [Setting; 10] = [
    Setting::new(
        "theme",
        "The colours (the key t changes them, too). Auto: colours that suit the terminal.",
        &["auto", "dark", "light", "high-contrast", "greyscale", "16-colours", "plain"],
    ),
    Setting::new(
        "characters",
        "The characters to draw with. Auto: characters that suit the locale.",
        &["auto", "ascii"],
    ),
    Setting::new("mouse", "Use the mouse.", &["true", "false"]),
    Setting::new(
        "animation",
        "Animate the board when a puzzle is solved, in terminals with colours.",
        &["true", "false"],
    ),
    Setting::new(
        "clock",
        "Measure and show the time (the key T switches this, too). Auto: on.",
        &["auto", "on", "off"],
    ),
    Setting::new(
        "help-level",
        "The help level at the start of the program. Usual (auto): the level chosen last.",
        &["auto", "0", "1", "2", "3", "4"],
    ),
    Setting::new(
        "help-warning",
        "Ask before the first help of an attempt: after it, the attempt no longer counts as solved without help.",
        &["true", "false"],
    ),
    Setting::new(
        "clashes",
        "When clashes are marked: from help level 1 on, or at level 0 as well.",
        &["with-help", "always"],
    ),
    Setting::new(
        "marks",
        "Who marks the squares that are ruled out at help level 1. As usual: you in Sudokus, the game elsewhere.",
        &["usual", "automatic", "by-hand"],
    ),
    Setting::new(
        "first-click",
        "The effect of the first click. As usual: it places a piece with the guide, and rules the square out without.",
        &["usual", "rules-out", "takes"],
    ),
];

/// Applies a setting of `config.toml` to the options of a game.
fn apply(setting: &Setting, options: &mut GameOptions) {
    let value = setting.value();
    match setting.name {
        "theme" => options.palette = Palette::with_key(value).or(options.palette),
        "characters" => options.ascii |= value == "ascii",
        "mouse" => options.mouse &= value == "true",
        "clock" => options.has_clock = if value == "auto" { options.has_clock } else { value == "on" },
        "help-level" => options.assist = value.parse().ok().and_then(Assist::of_level).or(options.assist),
        name => options.preferences.set(name, value),
    }
}

/// The contents of `config.toml`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Config {
    settings: Vec<Setting>,
    keymap: Keymap,
}

impl Default for Config {
    fn default() -> Config {
        Config { settings: SETTINGS.to_vec(), keymap: Keymap::default() }
    }
}

impl Config {
    /// Reads `file`. Returns the default if `file` is `None` or does not exist. The error is one line of text with the
    /// position of the fault.
    pub(crate) fn read(file: Option<&Path>) -> Result<Config, String> {
        let Some(file) = file else { return Ok(Config::default()) };
        let text = match kept::text(file, LIMIT) {
            Ok(text) => text,
            // The file or its folder does not exist.
            Err(error) if kept::is_missing(&error) => return Ok(Config::default()),
            Err(error) => return Err(format!("can't read {}: {error}", file.display())),
        };
        Config::parse(&text).map_err(|what| format!("{}: {what}", file.display()))
    }

    fn parse(text: &str) -> Result<Config, String> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            format!("line {line}: {}", error.message().lines().next().unwrap_or("no TOML"))
        })?;
        let mut config = Config::default();
        for (name, value) in &table {
            if name == KEYS {
                let keys = value.as_table().ok_or_else(|| format!("{KEYS} must be a table, as in [{KEYS}]"))?;
                config.keymap = keymap(keys)?;
                continue;
            }
            let Some(setting) = config.settings.iter_mut().find(|setting| setting.name == name) else {
                return Err(unknown("name", name, SETTINGS.iter().map(|setting| setting.name).chain([KEYS])));
            };
            let said = match value {
                Value::String(word) => word.clone(),
                other => other.to_string(),
            };
            if !setting.choose(&said) {
                let values = setting.values;
                let unknown = unknown(name, &said, values.iter().copied());
                return Err(format!("{unknown}; expected one of {}", values.join(", ")));
            }
        }
        Ok(config)
    }

    /// Applies the settings and keys of `config.toml` to the options of a game.
    pub(crate) fn applied_to(self, mut options: GameOptions) -> GameOptions {
        for setting in &self.settings {
            apply(setting, &mut options);
        }
        GameOptions { keymap: self.keymap, settings: self.settings, ..options }
    }

    /// Returns the configuration as JSON: the settings with their values and descriptions, and the keys of each
    /// command.
    pub(crate) fn json(&self) -> serde_json::Value {
        let setting = |setting: &Setting| {
            let Setting { name, about, values, .. } = setting;
            json!({ "name": name, "value": setting.value(), "values": values, "about": about })
        };
        let keys = keys::names().map(|(name, command)| {
            let keys = self.keymap.keys_of(command).into_iter().map(Key::config_name).map(serde_json::Value::from);
            (name.to_owned(), keys.collect())
        });
        let keys: serde_json::Map<String, serde_json::Value> = keys.collect();
        json!({ "settings": self.settings.iter().map(setting).collect::<Vec<_>>(), KEYS: keys })
    }

    /// Returns the configuration as a commented `config.toml`.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for setting in &self.settings {
            let others = setting.values.iter().map(|value| toml_value(value)).collect::<Vec<_>>().join(", ");
            let Setting { name, about, .. } = setting;
            // `write!` to a `String` can't fail.
            let _ = write!(text, "\n# {about}\n# One of {others}.\n{name} = {}\n", toml_value(setting.value()));
        }
        let _ = write!(
            text,
            "\n# The keys on the board, each command with a list; `?` in the game explains them.\n[{KEYS}]\n"
        );
        for (name, command) in keys::names() {
            let keys = self.keymap.keys_of(command);
            let keys = keys.iter().map(|key| Value::from(key.config_name()).to_string()).collect::<Vec<_>>();
            let _ = writeln!(text, "{name} = [{}]", keys.join(", "));
        }
        text
    }
}

/// Returns a value as TOML: in quotes, except for `true` and `false`.
fn toml_value(value: &str) -> String {
    if ["true", "false"].contains(&value) { value.to_owned() } else { format!("{value:?}") }
}

/// Writes a value of a setting to `file`, which is created if it is missing. Comments and other settings stay as they
/// are.
///
/// # Errors
///
/// The reason, without a full stop, why the file can't be changed: it can't be read or written, or is not valid.
pub(crate) fn set(file: &Path, name: &str, value: &str) -> Result<(), Box<dyn Error>> {
    let shown = file.display();
    let text = match kept::text(file, LIMIT) {
        Ok(text) => text,
        Err(error) if kept::is_missing(&error) => String::new(),
        Err(error) => return Err(format!("can't read {shown}: {error}").into()),
    };
    Config::parse(&text).map_err(|what| format!("{shown}: {what}"))?;
    let mut document: DocumentMut = text.parse()?;
    let mut changed: toml_edit::Value = toml_value(value).parse()?;
    match document.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            // The comment after a value belongs to the value's decoration, so the new value gets the old decoration.
            *changed.decor_mut() = old.decor().clone();
            *old = changed;
        }
        None => document[name] = Item::Value(changed),
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    // If the file is a link, as configuration files often are, the link stays and its target is replaced.
    let target = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    replace_file(&target, document.to_string().as_bytes())
        .map_err(|error| format!("can't write {shown}: {error}").into())
}

/// Parses the table `[keys]`: each command has a key or a list of keys.
fn keymap(table: &toml::Table) -> Result<Keymap, String> {
    let mut keymap = Keymap::default();
    for (name, value) in table {
        let command = keys::names().find(|(known, _)| known == name).map(|(_, command)| command);
        let command = command.ok_or_else(|| unknown("command", name, keys::names().map(|(name, _)| name)))?;
        let listed = match value {
            Value::Array(keys) => keys.clone(),
            one => vec![one.clone()],
        };
        let key = |value: &Value| {
            let said = value
                .as_str()
                .ok_or_else(|| format!("{KEYS}.{name}: expected a key in quotes, such as \"q\", found {value}"))?;
            Key::named(said).ok_or_else(|| {
                format!(
                    "{KEYS}.{name}: there is no key {said:?}: expected a character, Enter, Left, F1, Ctrl-r and so on"
                )
            })
        };
        keymap = keymap.with(command, listed.iter().map(key).collect::<Result<_, _>>()?);
    }
    let Some((key, wanted, other)) = keymap.ambiguous() else { return Ok(keymap) };
    let called = |command: Command| {
        keys::names().find(|(_, known)| *known == command).map_or("another command", |(name, _)| name)
    };
    Err(format!("{KEYS}.{}: the key {} belongs to {} already", called(wanted), key.config_name(), called(other)))
}

/// Returns the error message for an unknown name `said`, with the most similar of the `known` names. `what` is the word
/// for these names, such as `key`.
fn unknown<'a>(what: &str, said: &str, known: impl Iterator<Item = &'a str>) -> String {
    let nearest = known.min_by_key(|name| strsim::damerau_levenshtein(name, said));
    let nearest = nearest.map_or(String::new(), |nearest| format!(": did you mean {nearest:?}?"));
    format!("unknown {what} {said:?}{nearest}")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use game::Action;

    #[test]
    fn what_is_printed_says_the_same() {
        let usual = Config::default();
        assert_eq!(Config::parse(&usual.text()).unwrap().text(), usual.text());
        let mut text = usual.text();
        for Setting { name, values, .. } in &SETTINGS {
            let (first, last) = (values[0], values[values.len() - 1]);
            let quote = if values.contains(&"true") { "" } else { "\"" };
            let line = |word: &str| format!("\n{name} = {quote}{word}{quote}\n");
            assert!(text.contains(&line(first)), "{text}");
            text = text.replace(&line(first), &line(last));
        }
        let text = text.replace("undo = [\"u\"]", "undo = [\"z\", \"F2\"]");
        let config = Config::parse(&text).unwrap();
        assert_eq!(config.text(), text);
        assert!(config.settings.iter().all(|setting| Some(&setting.value()) == setting.values.last()));
        let undo = config.keymap.keys_of(Command::Game(Action::Undo));
        assert_eq!(undo, ["z", "F2"].map(|name| Key::named(name).unwrap()));
    }

    #[test]
    fn what_is_not_said_is_as_usual() {
        assert_eq!(Config::parse("").unwrap(), Config::default());
        assert_eq!(Config::read(None).unwrap(), Config::default());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        assert_eq!(Config::read(Some(&file)).unwrap(), Config::default());
        assert_eq!(Config::read(Some(&file.join("below"))).unwrap(), Config::default());
        fs::write(&file, "mouse = false\n[keys]\nquit = \"F10\"\n").unwrap();
        let config = Config::read(Some(&file)).unwrap();
        let chosen: Vec<&str> = config.settings.iter().map(Setting::value).collect();
        assert_eq!(chosen, ["auto", "auto", "false", "true", "auto", "auto", "true", "with-help", "usual", "usual"]);
    }

    #[test]
    fn a_setting_is_written_between_comments_and_keys() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new").join("config.toml");
        set(&file, "mouse", "false").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "mouse = false\n");
        let before = "# My own.\ntheme = \"dark\" # at night\n\n[keys]\nundo = \"z\" # as elsewhere\n";
        fs::write(&file, before).unwrap();
        set(&file, "theme", "light").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), before.replace("\"dark\"", "\"light\""));
        set(&file, "help-level", "3").unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("# at night\nhelp-level = \"3\"\n\n[keys]\nundo = \"z\" # as elsewhere\n"), "{text}");
        let level =
            Config::read(Some(&file)).unwrap().settings.into_iter().find(|setting| setting.name == "help-level");
        assert_eq!(level.unwrap().value(), "3");
        fs::write(&file, "thme = 1\n").unwrap();
        assert!(set(&file, "theme", "dark").unwrap_err().to_string().contains("did you mean \"theme\""));
        assert_eq!(fs::read_to_string(&file).unwrap(), "thme = 1\n");
    }

    #[test]
    fn what_nobody_knows_is_an_error_that_names_the_nearest() {
        for (text, expected) in [
            ("thme = \"dark\"", "unknown name \"thme\": did you mean \"theme\"?"),
            ("theme = \"lihgt\"", "unknown theme \"lihgt\": did you mean \"light\"?"),
            ("mouse = \"no\"", "expected one of true, false"),
            ("mouse = 3", "unknown mouse \"3\""),
            ("[keys]\nund = \"z\"", "unknown command \"und\": did you mean \"undo\"?"),
            ("[keys]\nundo = \"zz\"", "keys.undo: there is no key \"zz\""),
            ("[keys]\nundo = 5", "keys.undo: expected a key in quotes, such as \"q\", found 5"),
            ("[keys]\nundo = \"c\"", "keys.undo: the key c belongs to clear already"),
            ("keys = 1", "keys must be a table"),
            ("theme = \"dark\"\n\n[", "line 3: "),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(error.contains(expected), "{text:?}: {error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
        let folder = tempfile::tempdir().unwrap();
        let error = Config::read(Some(folder.path())).unwrap_err();
        assert!(error.contains(&folder.path().display().to_string()), "{error}");
    }
}
