//! The thread that writes saved games.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use game::Save;
use tempfile::NamedTempFile;

use super::{LIMIT, numbered};
use crate::kept::{self, FileNotes, StoredFile, in_turn};

/// Writes games to files on another thread, each file atomically. If a game changes again before it is written, only
/// the latest [`Save`] is written.
///
/// A file is replaced only if its content, apart from the clock, is the content that this program last read or wrote.
/// Otherwise the game continues in a new file beside it, so that the games of two programs are both saved.
#[derive(Debug, Default)]
pub(super) struct GameWriter {
    shared: Arc<WriterShared>,
}

#[derive(Debug, Default)]
struct WriterShared {
    state: Mutex<WriterState>,
    /// The signal that `pending` is empty and the thread has ended.
    written: Condvar,
    /// Notes for the player, returned by [`GameWriter::trouble`].
    troubles: FileNotes,
}

#[derive(Debug, Default)]
struct WriterState {
    /// The games to write, each by the file named after its puzzle.
    pending: BTreeMap<PathBuf, Save>,
    /// The game that is being written or was written last, so that an equal game is not written again.
    latest: Option<(PathBuf, Save)>,
    /// Maps the file named after a puzzle to the file to which the game of the puzzle is written. A puzzle without an
    /// entry has no file yet, and its game is written to the file named after it.
    places: BTreeMap<PathBuf, WritePlace>,
    /// `true` while a thread writes games: from the start of the thread until it finds `pending` empty.
    is_writing: bool,
    /// `true` once the temporary files that killed programs left in the folder have been removed.
    is_tidied: bool,
    has_failed: bool,
}

/// The file to which a game is written, and the file's last known content.
#[derive(Clone, Debug)]
pub(super) struct WritePlace {
    file: PathBuf,
    /// The content that this program last read or wrote; `None` if there was no file.
    holds: Option<Vec<u8>>,
    /// `true` if this program created the file because it could not use the previous file of the game.
    is_own: bool,
}

impl WritePlace {
    /// Creates a [`WritePlace`] whose file does not exist.
    pub(super) fn new(file: PathBuf) -> WritePlace {
        WritePlace { file, holds: None, is_own: false }
    }

    /// Creates a [`WritePlace`] with the `content` read from `file`.
    pub(super) fn read(file: PathBuf, content: Vec<u8>) -> WritePlace {
        WritePlace { file, holds: Some(content), is_own: false }
    }
}

impl GameWriter {
    /// Queues a game for writing; `usual` is the file named after its puzzle.
    pub(super) fn write(&self, usual: PathBuf, save: Save) {
        let mut state = self.shared.state();
        if state.latest.as_ref().is_some_and(|(latest, written)| *latest == usual && *written == save) {
            state.pending.remove(&usual);
            return;
        }
        state.pending.insert(usual, save);
        if !std::mem::replace(&mut state.is_writing, true) {
            let worker = Arc::clone(&self.shared);
            thread::spawn(move || worker.work());
        }
    }

    /// Returns the game of the puzzle after which the file `usual` is named. Returns `None` unless this game waits to
    /// be written, is being written, or is the last game written.
    pub(super) fn pending(&self, usual: &Path) -> Option<Save> {
        let state = self.shared.state();
        let latest = || state.latest.as_ref().filter(|(latest, _)| latest == usual).map(|(_, save)| save);
        state.pending.get(usual).or_else(latest).cloned()
    }

    /// Sets the file to which the game of a puzzle is written from now on. `usual` is the file named after the puzzle.
    pub(super) fn open(&self, usual: &Path, place: WritePlace) {
        self.shared.state().places.insert(usual.to_owned(), place);
    }

    /// Forgets the game in `file`, which was deleted.
    pub(super) fn forget(&self, file: &Path) {
        let mut state = self.shared.state();
        let is_meant = |usual: &PathBuf, place: &WritePlace| usual == file || place.file == file;
        let usual: Vec<PathBuf> = state
            .places
            .iter()
            .filter(|(usual, place)| is_meant(usual, place))
            .map(|(usual, _)| usual.clone())
            .collect();
        state.places.retain(|usual, place| !is_meant(usual, place));
        state.latest.take_if(|(latest, _)| latest == file || usual.contains(latest));
    }

    /// Returns the file to which the game of a puzzle is written. This is `usual`, the file named after the puzzle,
    /// unless the game had to move to another file.
    pub(super) fn file(&self, usual: &Path) -> PathBuf {
        self.shared.state().places.get(usual).map_or_else(|| usual.to_owned(), |place| place.file.clone())
    }

    /// Blocks until all pending games are written.
    pub(super) fn finish(&self) {
        let is_writing = |state: &mut WriterState| state.is_writing;
        let written = self.shared.written.wait_while(self.shared.state(), is_writing);
        drop(written.unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns the unreported notes: a game could not be written, or is saved in another file.
    pub(super) fn trouble(&self) -> Option<String> {
        self.shared.troubles.take(" ")
    }
}

impl Drop for GameWriter {
    fn drop(&mut self) {
        self.finish();
    }
}

impl WriterShared {
    fn state(&self) -> MutexGuard<'_, WriterState> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes games until `pending` is empty.
    fn work(&self) {
        loop {
            let mut state = self.state();
            let Some((usual, save)) = state.pending.pop_first() else {
                state.is_writing = false;
                self.written.notify_all();
                return;
            };
            state.latest = Some((usual.clone(), save.clone()));
            let mut place = state.places.get(&usual).cloned().unwrap_or_else(|| WritePlace::new(usual.clone()));
            let is_first = !std::mem::replace(&mut state.is_tidied, true);
            drop(state);
            if is_first {
                bdd_core::format::remove_abandoned(usual.parent().unwrap_or(Path::new(".")));
            }
            let written = place.write(&usual, &save);
            let mut state = self.state();
            match written {
                Ok(note) => {
                    state.places.insert(usual, place);
                    note.into_iter().for_each(|note| self.troubles.add(note));
                }
                Err(trouble) => {
                    // The game does not count as written, since the next attempt may succeed.
                    state.latest = None;
                    if !std::mem::replace(&mut state.has_failed, true) {
                        self.troubles.add(format!("This game is not saved: {trouble}."));
                    }
                }
            }
        }
    }
}

/// The prefix of the names of temporary files, the same as in `replace_file`.
const WRITING: &str = ".writing-";

/// The longest wait for the lock. Another program holds the lock only while it writes a game, for some milliseconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// The reason why a game can't replace its file.
enum Obstacle {
    /// Another program has changed the content of the file.
    Changed,
    /// The file can't be read, for this reason.
    Unreadable(String),
    /// Another program has held the lock for longer than [`PATIENCE`].
    Locked,
}

impl WritePlace {
    /// Writes `save` to `self.file`. If an [`Obstacle`] prevents this, writes `save` to a new file and returns a note
    /// for the player. The path of the new file is `usual`, the file named after the puzzle, with a number added. The
    /// error is the reason why the game is not saved.
    fn write(&mut self, usual: &Path, save: &Save) -> Result<Option<String>, String> {
        let folder = usual.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let content = save.sealed().into_bytes();
        if content.len() as u64 > LIMIT {
            return Err(format!("it has {} bytes, and at most {LIMIT} can be saved", content.len()));
        }
        let locked = in_turn(folder, PATIENCE, || self.replace(folder, &content));
        // Without the lock, a file that this program created is replaced all the same: no other program uses it, except
        // perhaps a program that has just begun.
        let replaced = locked.or_else(|| self.is_own.then(|| self.replace(folder, &content)));
        let failed = |file: &Path, error: io::Error| format!("{}: {error}", file.display());
        let obstacle = replaced.unwrap_or(Ok(Some(Obstacle::Locked))).map_err(|error| failed(&self.file, error))?;
        let Some(obstacle) = obstacle else {
            self.holds = Some(content);
            return Ok(None);
        };
        // The player has only looked at the puzzle, so no move is lost if the file keeps the game of the other program.
        if matches!(obstacle, Obstacle::Changed) && self.holds.as_ref().is_some_and(|held| is_same(held, &content)) {
            return Ok(None);
        }
        let file = add(usual, folder, &content).map_err(|error| failed(usual, error))?;
        let (old, new) = (kept::name(&self.file), kept::name(&file));
        *self = WritePlace { file, holds: Some(content), is_own: true };
        // The note has only file names, without folders, since the panel beside the board is narrow.
        Ok(Some(match obstacle {
            Obstacle::Changed => format!("This game is also played elsewhere: now saved as {new}."),
            Obstacle::Unreadable(why) => format!("Now saved as {new}: {old} can't be read ({why})."),
            Obstacle::Locked => format!("Now saved as {new}: another program holds games.lock."),
        }))
    }

    /// Replaces `self.file` with `content`, or returns the [`Obstacle`] that prevents this.
    fn replace(&self, folder: &Path, content: &[u8]) -> io::Result<Option<Obstacle>> {
        match kept::read(&self.file, LIMIT, Ok::<_, Infallible>) {
            StoredFile::Read(found) if self.holds.as_ref().is_some_and(|held| is_same(held, &found)) => {
                draft(folder, content)?.persist(&self.file)?;
                Ok(None)
            }
            StoredFile::Missing => match draft(folder, content)?.persist_noclobber(&self.file) {
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(Some(Obstacle::Changed)),
                written => written.map(|_| None).map_err(|error| error.error),
            },
            StoredFile::Read(_) => Ok(Some(Obstacle::Changed)),
            StoredFile::Unreadable(why) | StoredFile::Damaged(why) => Ok(Some(Obstacle::Unreadable(why))),
        }
    }
}

/// Returns `true` if two files contain the same game in the same state. The clock may differ, since a program that only
/// shows a game also saves its clock.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let parsed = || Some((Save::from_sealed(one).ok()?, Save::from_sealed(other).ok()?));
    one == other || parsed().is_some_and(|(one, other)| one.differs_in_time_alone(&other))
}

/// Writes `content` to a temporary file in `folder`. This file is then renamed to the file of a game, so that readers
/// see all of the content or none. The file is not synchronized with the disk: that may take seconds, and the game
/// would be lost if the program was killed meanwhile. If a power failure cuts the file short, its checksum shows the
/// damage.
fn draft(folder: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let mut draft = tempfile::Builder::new().prefix(WRITING).tempfile_in(folder)?;
    draft.write_all(content)?;
    Ok(draft)
}

/// Writes `content` to a new file in `folder`, and returns its path. The name of the file is the name of `usual`
/// followed by the first free number, such as `KIND-DIGEST-2.toml`.
fn add(usual: &Path, folder: &Path, content: &[u8]) -> io::Result<PathBuf> {
    let mut new = draft(folder, content)?;
    for file in (2..).map(|number| numbered(usual, number)) {
        match new.persist_noclobber(&file) {
            Ok(_) => return Ok(file),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => new = error.file,
            Err(error) => return Err(error.error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
