//! The settings file `settings.json`. If it is missing or can't be written, no settings are remembered. A file that
//! can't be read is not overwritten, and a damaged file is set aside.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use game::Assist;
use nqueens_tui::theme::Palette;
use puzzles::NewGame;

use crate::kept::{self, PATIENCE, StoredFile, in_turn};

/// The largest accepted `settings.json`, in bytes.
const LIMIT: u64 = 1 << 20;

/// The contents of `settings.json`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedSettings {
    /// The help level last chosen for n-queens boards, `0` to `4`.
    assist: Option<u8>,
    /// The help level last chosen for other puzzles, `0` to `4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle_assist: Option<u8>,
    /// `true` if the clock is on; `None` if the player has never switched it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<bool>,
    /// The [`Palette::key`] of the colours last chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    /// The new puzzles last chosen in the menu: their kind and their options, such as `["sudoku",{"rating":"hard"}]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    new_game: Option<(String, BTreeMap<String, String>)>,
    /// The settings of later versions, preserved when `settings.json` is rewritten.
    #[serde(flatten)]
    others: serde_json::Map<String, serde_json::Value>,
}

impl SavedSettings {
    /// Reads the settings of `file`, or returns the default settings if the file can't be read.
    pub(crate) fn of(file: &Path) -> SavedSettings {
        match read(file) {
            StoredFile::Read(settings) => settings,
            _ => SavedSettings::default(),
        }
    }

    /// Returns the help level last chosen: for n-queens boards if `is_by_size` is `true`, else for other puzzles.
    pub(crate) fn assist(&self, is_by_size: bool) -> Option<Assist> {
        if is_by_size {
            return Assist::of_level(self.assist?);
        }
        // A level above `Attacks` that was chosen for one puzzle must not reveal the next puzzle.
        Some(Assist::of_level(self.puzzle_assist?)?.min(Assist::Attacks))
    }

    /// Sets the help level: for n-queens boards if `is_by_size` is `true`, else for other puzzles.
    pub(crate) fn set_assist(&mut self, is_by_size: bool, assist: Assist) {
        *if is_by_size { &mut self.assist } else { &mut self.puzzle_assist } = Some(assist.level());
    }

    /// Returns the colours last chosen; `None` if no colours were chosen, or if this version does not know them.
    pub(crate) fn palette(&self) -> Option<Palette> {
        Palette::with_key(self.theme.as_ref()?)
    }

    /// Returns the new puzzles last chosen in the menu.
    pub(crate) fn new_game(&self) -> Option<NewGame> {
        self.new_game.clone().map(|(kind, options)| NewGame { kind, options })
    }

    pub(crate) fn set_new_game(&mut self, NewGame { kind, options }: NewGame) {
        self.new_game = Some((kind, options));
    }

    pub(crate) fn set_palette(&mut self, palette: Palette) {
        self.theme = Some(palette.key().to_owned());
    }
}

fn read(file: &Path) -> StoredFile<SavedSettings> {
    kept::read(file, LIMIT, |text| serde_json::from_slice(&text))
}

/// Changes the settings of `file` if possible. Returns a note for the player if the file can't be read.
pub(crate) fn remember(file: &Path, change: impl FnOnce(&mut SavedSettings)) -> Option<String> {
    let name = kept::name(file);
    let told = in_turn(file, PATIENCE, || {
        let mut told = None;
        let mut settings = match read(file) {
            StoredFile::Missing => SavedSettings::default(),
            StoredFile::Read(settings) => settings,
            StoredFile::Unreadable(why) => {
                return Some(format!("Settings are not remembered: {name} can't be read ({why})."));
            }
            StoredFile::Damaged(why) => match kept::set_aside(file, "damaged") {
                Ok(aside) => {
                    told = Some(format!("The settings were set aside as {} ({why}).", kept::name(&aside)));
                    SavedSettings::default()
                }
                Err(error) => {
                    return Some(format!(
                        "Settings are not saved: {name} can't be read ({why}) or set aside ({error})."
                    ));
                }
            },
        };
        change(&mut settings);
        if let Ok(text) = serde_json::to_string(&settings) {
            // A failed write is ignored: lost settings are not worth a message.
            let _ = bdd_core::format::replace_file(file, (text + "\n").as_bytes());
        }
        told
    });
    told.unwrap_or_else(|| Some(format!("Settings are not remembered: another program holds the lock of {name}.")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn assist(file: &Path, is_by_size: bool) -> Option<Assist> {
        SavedSettings::of(file).assist(is_by_size)
    }

    fn remember_assist(file: &Path, is_by_size: bool, level: Assist) -> Option<String> {
        remember(file, |settings| settings.set_assist(is_by_size, level))
    }

    fn palette(file: &Path) -> Option<Palette> {
        SavedSettings::of(file).palette()
    }

    fn clock(file: &Path) -> Option<bool> {
        SavedSettings::of(file).clock
    }

    fn remember_clock(file: &Path, is_on: bool) -> Option<String> {
        remember(file, |settings| settings.clock = Some(is_on))
    }

    #[test]
    fn what_was_chosen_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new").join("settings.json");
        assert_eq!(assist(&file, true), None);
        for (level, next) in Assist::ALL.into_iter().zip(Assist::ALL.into_iter().cycle().skip(1)) {
            remember_assist(&file, true, level);
            remember_assist(&file, false, next);
            assert_eq!(assist(&file, true), Some(level));
            let given_away = next.min(Assist::Attacks);
            assert_eq!(assist(&file, false), Some(given_away), "never more than gives nothing away");
        }
        assert_eq!(palette(&file), None);
        for chosen in Palette::ALL {
            remember(&file, |settings| settings.set_palette(chosen));
            assert_eq!(palette(&file), Some(chosen));
        }
        assert_eq!(clock(&file), None);
        remember_clock(&file, false);
        assert_eq!((clock(&file), palette(&file)), (Some(false), Palette::ALL.last().copied()));
        assert_eq!(assist(&file, true), Some(Assist::Forced), "as it was");
    }

    #[test]
    fn a_damaged_file_is_no_problem() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        for damaged in ["", "{", "{}", "{\"assist\":5}", "{\"assist\":-1}", "{\"assist\":\"two\"}", "\u{0}", "4"] {
            fs::write(&file, damaged).unwrap();
            assert_eq!(assist(&file, true), None, "{damaged:?}");
        }
        fs::write(&file, "{\"assist\":3,\"of a later version\":true}").unwrap();
        assert_eq!(assist(&file, true), Some(Assist::Counts));
        assert_eq!(assist(&file, false), None);
        // Neither a file in place of the folder nor a folder in place of the file stops the program.
        remember_assist(&file.join("below"), true, Assist::Nothing);
        remember_assist(folder.path(), true, Assist::Nothing);
        assert_eq!(assist(folder.path(), true), None);
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_one_that_cannot_be_read_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        for (number, aside) in [(1, "settings.json.damaged"), (2, "settings.json.damaged-2")] {
            fs::write(&file, format!("{{ {number}")).unwrap();
            let told = remember_clock(&file, false).unwrap();
            assert!(told.starts_with(&format!("The settings were set aside as {aside} (")), "{told}");
            assert_eq!(fs::read_to_string(folder.path().join(aside)).unwrap(), format!("{{ {number}"));
            assert_eq!((clock(&file), remember_clock(&file, true)), (Some(false), None));
        }
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        let told = remember_clock(&file, false).unwrap();
        assert_eq!(told, "Settings are not remembered: settings.json can't be read (it is a folder).");
        assert!(file.is_dir());
    }

    #[test]
    fn settings_of_later_versions_stay() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, "{\"assist\":3,\"of a later version\":[true]}").unwrap();
        assert_eq!(remember_clock(&file, false), None);
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text, "{\"assist\":3,\"clock\":false,\"of a later version\":[true]}\n");
    }

    /// Checks that a program without the lock does not write, since it could lose a change by the holder of the lock.
    #[test]
    fn nothing_is_changed_while_another_holds_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        assert_eq!(remember_clock(&file, false), None);
        let lock = fs::File::options().write(true).open(file.with_extension("lock")).unwrap();
        lock.lock().unwrap();
        let told = remember_clock(&file, true).unwrap();
        assert_eq!(told, "Settings are not remembered: another program holds the lock of settings.json.");
        drop(lock);
        assert_eq!((clock(&file), remember_clock(&file, true), clock(&file)), (Some(false), None, Some(true)));
    }
}
