//! What the game remembers from one time to the next. A file that is missing, damaged or can't be written is no
//! problem: then nothing is remembered.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use game::{Assist, Numbering};
use nqueens_tui::theme::Palette;

use crate::turns::in_turn;

/// The file's content, as one JSON object.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Settings {
    /// The level of help last chosen where boards have sizes.
    assist: Option<u8>,
    /// The level of help last chosen where puzzles come one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle_assist: Option<u8>,
    /// Whether time is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<bool>,
    /// The colours last chosen, by their key.
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
}

impl Settings {
    /// As the file has them.
    fn of(file: &Path) -> Option<Settings> {
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }

    fn write(&self, file: &Path) {
        if let Ok(text) = serde_json::to_string(self) {
            // Nobody is to be bothered because of a convenience.
            let _ = bdd_core::format::replace_file(file, (text + "\n").as_bytes());
        }
    }

    fn assist(&mut self, numbering: Numbering) -> &mut Option<u8> {
        match numbering {
            Numbering::Sizes => &mut self.assist,
            Numbering::Puzzles => &mut self.puzzle_assist,
        }
    }
}

/// The level of help last chosen in games of catalogues that are numbered like this, if that is known.
pub(crate) fn assist(file: &Path, numbering: Numbering) -> Option<Assist> {
    let level = Assist::of_level((*Settings::of(file)?.assist(numbering))?)?;
    // What shows the solution of one puzzle is not what somebody wants of the next.
    Some(if numbering == Numbering::Puzzles { level.min(Assist::Attacks) } else { level })
}

/// The colours last chosen, if that is known.
pub(crate) fn palette(file: &Path) -> Option<Palette> {
    Palette::with_key(&Settings::of(file)?.theme?)
}

/// Remembers colours, if that is possible.
pub(crate) fn remember_palette(file: &Path, palette: Palette) {
    remember(file, |settings| settings.theme = Some(palette.key().to_owned()));
}

/// Remembers a level of help for games of catalogues that are numbered like this, if that is possible.
pub(crate) fn remember_assist(file: &Path, numbering: Numbering, assist: Assist) {
    remember(file, |settings| *settings.assist(numbering) = Some(assist.level()));
}

/// Whether time is taken, if that was chosen.
pub(crate) fn clock(file: &Path) -> Option<bool> {
    Settings::of(file)?.clock
}

/// Remembers whether time is taken, if that is possible.
pub(crate) fn remember_clock(file: &Path, is_on: bool) {
    remember(file, |settings| settings.clock = Some(is_on));
}

fn remember(file: &Path, change: impl FnOnce(&mut Settings)) {
    in_turn(file, || {
        let mut settings = Settings::of(file).unwrap_or_default();
        change(&mut settings);
        settings.write(file);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new").join("settings.json");
        assert_eq!(assist(&file, Numbering::Sizes), None);
        for level in Assist::ALL {
            remember_assist(&file, Numbering::Sizes, level);
            remember_assist(&file, Numbering::Puzzles, level.next());
            assert_eq!(assist(&file, Numbering::Sizes), Some(level));
            let given_away = level.next().min(Assist::Attacks);
            assert_eq!(assist(&file, Numbering::Puzzles), Some(given_away), "never more than gives nothing away");
        }
        assert_eq!(palette(&file), None);
        for chosen in Palette::ALL {
            remember_palette(&file, chosen);
            assert_eq!(palette(&file), Some(chosen));
        }
        assert_eq!(clock(&file), None);
        remember_clock(&file, false);
        assert_eq!((clock(&file), palette(&file)), (Some(false), Palette::ALL.last().copied()));
        assert_eq!(assist(&file, Numbering::Sizes), Some(Assist::Forced), "as it was");
    }

    #[test]
    fn a_damaged_file_is_no_problem() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        for damaged in ["", "{", "{}", "{\"assist\":5}", "{\"assist\":-1}", "{\"assist\":\"two\"}", "\u{0}", "4"] {
            fs::write(&file, damaged).unwrap();
            assert_eq!(assist(&file, Numbering::Sizes), None, "{damaged:?}");
        }
        fs::write(&file, "{\"assist\":3,\"of a later version\":true}").unwrap();
        assert_eq!(assist(&file, Numbering::Sizes), Some(Assist::Counts));
        assert_eq!(assist(&file, Numbering::Puzzles), None);
        // A file where the folder should be, and a folder where the file should be.
        remember_assist(&file.join("below"), Numbering::Sizes, Assist::Nothing);
        remember_assist(folder.path(), Numbering::Sizes, Assist::Nothing);
        assert_eq!(assist(folder.path(), Numbering::Sizes), None);
    }
}
