//! The games that are kept from one time to the next: a file each, in a folder.

#[cfg(test)]
mod tests;
mod writer;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use game::{Save, SaveError};
use puzzle_core::Kind;
use shelf::Keeper;

use writer::Writer;

/// The folder of kept games. A game is found by its puzzle, whichever way that was come by.
#[derive(Debug)]
pub struct Games {
    kinds: Vec<Arc<dyn Kind>>,
    folder: PathBuf,
    writer: Writer,
    /// What the player is to be told of files that were set aside, each a clause.
    notes: Mutex<Vec<String>>,
}

const EXTENSION: &str = "toml";
const DAMAGED: &str = "damaged";

impl Games {
    /// The games of a folder, which is made when the first one is kept. Their puzzles are of these kinds.
    #[must_use]
    pub fn new(kinds: Vec<Arc<dyn Kind>>, folder: PathBuf) -> Games {
        Games { kinds, writer: Writer::new(), folder, notes: Mutex::default() }
    }

    /// Keeps a game in place of what was kept of it before: soon, on another thread.
    pub fn keep(&self, save: Save) {
        self.writer.write(self.file(&save), save);
    }

    /// Waits until all is written that was to be kept.
    pub fn finish(&self) {
        self.writer.finish();
    }

    /// Why a game could not be written, if that was not told yet.
    pub fn trouble(&self) -> Option<String> {
        self.writer.trouble()
    }

    /// Has a game that comes from elsewhere taken for the one kept of its puzzle. What was kept stays beside it.
    pub(crate) fn put(&self, save: Save) {
        let file = self.file(&save);
        if file.exists() && self.read(&file).is_none_or(|before| before != save) {
            let _ = set_aside(&file, "before");
        }
        self.writer.write(file, save);
    }

    /// The game of a file, if there is one. One that is damaged is set aside, and noted.
    fn read(&self, file: &Path) -> Option<Save> {
        let text = match fs::read(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                self.note(format!("{} can't be read: {error}", file.display()));
                return None;
            }
        };
        match Save::from_sealed(&text) {
            Ok(save) => Some(save),
            Err(error) => {
                self.set_aside(file, &error);
                None
            }
        }
    }

    /// Sets a file aside that is no game.
    fn set_aside(&self, file: &Path, error: &SaveError) {
        // The names alone: the panel beside the board is narrow.
        let name = |file: &Path| file.file_name().unwrap_or_default().display().to_string();
        self.note(match set_aside(file, DAMAGED) {
            Ok(aside) => format!("a kept game was set aside as {} ({error})", name(&aside)),
            Err(why) => format!("the kept game {} can't be read ({error}) nor set aside ({why})", name(file)),
        });
    }

    fn note(&self, note: String) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(note);
    }

    fn file(&self, save: &Save) -> PathBuf {
        self.folder.join(shelf::name_of(&self.kinds, save)).with_extension(EXTENSION)
    }
}

impl Keeper for Games {
    fn of(&self, like: &Save) -> Option<Save> {
        let file = self.file(like);
        self.writer.pending(&file).or_else(|| self.read(&file))
    }

    fn latest(&self, is_meant: &dyn Fn(&Save) -> bool) -> Option<Save> {
        let files = fs::read_dir(&self.folder).ok()?.flatten().map(|entry| entry.path());
        let dated = files.filter(|file| file.extension() == Some(OsStr::new(EXTENSION))).map(|file| {
            let modified = fs::metadata(&file).and_then(|data| data.modified());
            (modified.unwrap_or(SystemTime::UNIX_EPOCH), file)
        });
        let mut dated: Vec<_> = dated.collect();
        dated.sort();
        dated.into_iter().rev().find_map(|(_, file)| self.read(&file).filter(is_meant))
    }

    fn refuse(&self, like: &Save, error: &SaveError) {
        self.set_aside(&self.file(like), error);
    }

    fn notes(&self) -> Option<String> {
        let notes = std::mem::take(&mut *self.notes.lock().unwrap_or_else(PoisonError::into_inner));
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}

/// Gives a file another name beside it, one that no other file has.
fn set_aside(file: &Path, why: &str) -> io::Result<PathBuf> {
    let name = |number: usize| {
        let mut name = file.as_os_str().to_owned();
        name.push(if number == 1 { format!(".{why}") } else { format!(".{why}-{number}") });
        PathBuf::from(name)
    };
    let free = (1..).map(name).find(|aside| !aside.exists()).ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(file, &free)?;
    Ok(free)
}
