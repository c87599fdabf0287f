//! What the game remembers from one time to the next. A file that is missing, damaged or can't be written is no
//! problem: then nothing is remembered.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::assist::Assist;

/// The file's content, as one JSON object.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Settings {
    /// The level of help last chosen.
    assist: Option<u8>,
}

/// The level of help last chosen, if that is known.
pub(crate) fn assist(file: &Path) -> Option<Assist> {
    let settings: Settings = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    Assist::of_level(settings.assist?)
}

/// Remembers a level of help, if that is possible.
pub(crate) fn remember_assist(file: &Path, assist: Assist) {
    let settings = Settings { assist: Some(assist.level()) };
    if let (Some(folder), Ok(text)) = (file.parent(), serde_json::to_string(&settings)) {
        // Nobody is to be bothered because of a convenience.
        let _ = fs::create_dir_all(folder).and_then(|()| fs::write(file, text + "\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new").join("settings.json");
        assert_eq!(assist(&file), None);
        for level in Assist::ALL {
            remember_assist(&file, level);
            assert_eq!(assist(&file), Some(level));
        }
    }

    #[test]
    fn a_damaged_file_is_no_problem() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        for damaged in ["", "{", "{}", "{\"assist\":5}", "{\"assist\":-1}", "{\"assist\":\"two\"}", "\u{0}", "4"] {
            fs::write(&file, damaged).unwrap();
            assert_eq!(assist(&file), None, "{damaged:?}");
        }
        fs::write(&file, "{\"assist\":3,\"of a later version\":true}").unwrap();
        assert_eq!(assist(&file), Some(Assist::Counts));
        // A file where the folder should be, and a folder where the file should be.
        remember_assist(&file.join("below"), Assist::Nothing);
        remember_assist(folder.path(), Assist::Nothing);
        assert_eq!(assist(folder.path()), None);
    }
}
