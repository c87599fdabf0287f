//! The configuration file `config.toml`: preferences, keys and colours of the game.

use std::fmt::Write;
use std::path::Path;

use game::keys::{self, Command, Key, Keymap};
use nqueens_tui::run::GameOptions;
use nqueens_tui::theme::Palette;
use toml::Value;

use crate::kept;

/// A setting of `config.toml`.
struct ConfigSetting {
    name: &'static str,
    /// The comment above the setting in the file.
    about: &'static str,
    /// The accepted values, the default first.
    words: &'static [&'static str],
    /// The function that applies a value to [`GameOptions`].
    apply: fn(&mut GameOptions, &str),
}

/// The largest accepted `config.toml`, in bytes.
const LIMIT: u64 = 1 << 20;

const KEYS: &str = "keys";

const SETTINGS: [ConfigSetting; 7] = [
    ConfigSetting {
        name: "theme",
        about: "The colours; auto: those last chosen with t, or those that suit the terminal.",
        words: &["auto", "dark", "light", "high-contrast", "greyscale", "16-colours", "plain"],
        apply: |options, word| options.palette = Palette::with_key(word).or(options.palette),
    },
    ConfigSetting {
        name: "characters",
        about: "The characters to draw with; auto: those that suit the locale.",
        words: &["auto", "ascii"],
        apply: |options, word| options.ascii |= word == "ascii",
    },
    ConfigSetting {
        name: "mouse",
        about: "Use the mouse.",
        words: &["true", "false"],
        apply: |options, word| options.mouse &= word == "true",
    },
    ConfigSetting {
        name: "animation",
        about: "Animate the board when a puzzle is solved, in terminals with colours.",
        words: &["true", "false"],
        apply: |options, word| options.preferences.is_still |= word == "false",
    },
    ConfigSetting {
        name: "clashes",
        about: "When clashes are marked: from help level 1 on, or at level 0 as well.",
        words: &["with-help", "always"],
        apply: |options, word| options.preferences.clashes_always = word == "always",
    },
    ConfigSetting {
        name: "marks",
        about: "Who marks excluded squares at help level 1; usual: you in Sudokus, the game elsewhere.",
        words: &["usual", "automatic", "by-hand"],
        apply: |options, word| options.preferences.marks_excluded = unless_usual(word, word == "automatic"),
    },
    ConfigSetting {
        name: "first-click",
        about: "The effect of the first click on a square; usual: it blocks on boards with regions, and places elsewhere.",
        words: &["usual", "rules-out", "takes"],
        apply: |options, word| options.preferences.rules_out_first = unless_usual(word, word == "rules-out"),
    },
];

/// Returns `choice`, or `None` for the word `usual`, which leaves the choice to the kind of puzzle.
fn unless_usual(word: &str, choice: bool) -> Option<bool> {
    (word != "usual").then_some(choice)
}

/// The contents of `config.toml`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Config {
    /// The word chosen for each of the [`SETTINGS`], in their order.
    chosen: [&'static str; SETTINGS.len()],
    keymap: Keymap,
}

impl Default for Config {
    fn default() -> Config {
        Config { chosen: SETTINGS.map(|setting| setting.words[0]), keymap: Keymap::default() }
    }
}

impl Config {
    /// Reads `file`, or returns the default if it is `None` or missing. The error is one line of text with the position
    /// of the fault.
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
            let names = SETTINGS.iter().map(|setting| setting.name).chain([KEYS]);
            let at = SETTINGS.iter().position(|setting| setting.name == name);
            let at = at.ok_or_else(|| unknown("name", name, names))?;
            let ConfigSetting { words, .. } = SETTINGS[at];
            let said = match value {
                Value::String(word) => word.clone(),
                other => other.to_string(),
            };
            let word = words.iter().find(|&&word| word == said);
            config.chosen[at] = word.ok_or_else(|| {
                format!("{}; expected one of {}", unknown(name, &said, words.iter().copied()), words.join(", "))
            })?;
        }
        Ok(config)
    }

    /// Applies the settings to `options`.
    pub(crate) fn applied_to(self, mut options: GameOptions) -> GameOptions {
        for (setting, word) in SETTINGS.iter().zip(self.chosen) {
            (setting.apply)(&mut options, word);
        }
        GameOptions { keymap: self.keymap, ..options }
    }

    /// Returns the configuration as a commented `config.toml`.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (ConfigSetting { name, about, words, .. }, chosen) in SETTINGS.iter().zip(self.chosen) {
            let quoted = |word: &str| if words.contains(&"true") { word.to_owned() } else { format!("{word:?}") };
            let others = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ");
            // `write!` to a `String` can't fail.
            let _ = write!(text, "\n# {about}\n# One of {others}.\n{name} = {}\n", quoted(chosen));
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
        for ConfigSetting { name, words, .. } in &SETTINGS {
            let (first, last) = (words[0], words[words.len() - 1]);
            let quote = if words.contains(&"true") { "" } else { "\"" };
            let line = |word: &str| format!("\n{name} = {quote}{word}{quote}\n");
            assert!(text.contains(&line(first)), "{text}");
            text = text.replace(&line(first), &line(last));
        }
        let text = text.replace("undo = [\"u\"]", "undo = [\"z\", \"F2\"]");
        let config = Config::parse(&text).unwrap();
        assert_eq!(config.text(), text);
        assert_eq!(config.chosen, SETTINGS.map(|setting| setting.words[setting.words.len() - 1]));
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
        assert_eq!(config.chosen, ["auto", "auto", "false", "true", "with-help", "usual", "usual"]);
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
