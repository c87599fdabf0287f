//! Files of saved games, statistics and settings.
//!
//! A file is never overwritten unread. Only regular files of a bounded size are opened, so that neither a pipe nor a
//! device blocks the program, and a damaged file is set aside under a name that no other file has. Files that several
//! programs read, change and write have a lock.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait for the lock of another program.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// The interval between two attempts to lock a file.
const PAUSE: Duration = Duration::from_millis(10);

/// The outcome of reading a stored file.
#[derive(Debug)]
pub(crate) enum StoredFile<T> {
    /// The file does not exist.
    Missing,
    /// The parsed content of the file.
    Read(T),
    /// A file that can't be read, with the reason.
    Unreadable(String),
    /// A file with content that `parse` refuses, with the reason.
    Damaged(String),
}

/// Reads a file of at most `limit` bytes, and parses it.
pub(crate) fn read<T, E: Display>(
    file: &Path,
    limit: u64,
    parse: impl FnOnce(Vec<u8>) -> Result<T, E>,
) -> StoredFile<T> {
    match bytes(file, limit) {
        Ok(bytes) => parse(bytes).map_or_else(|error| StoredFile::Damaged(error.to_string()), StoredFile::Read),
        Err(error) if is_missing(&error) => StoredFile::Missing,
        Err(error) => StoredFile::Unreadable(error.to_string()),
    }
}

/// Returns `true` if a file could not be opened because it does not exist.
pub(crate) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Reads a regular file of at most `limit` bytes. Any other file is an error.
pub(crate) fn bytes(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    check_regular(file)?;
    let mut bytes = Vec::new();
    File::open(file)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("it has more than {limit} bytes")));
    }
    Ok(bytes)
}

/// Reads a regular file of at most `limit` bytes as UTF-8 text.
pub(crate) fn text(file: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(bytes(file, limit)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        io::Error::new(io::ErrorKind::InvalidData, format!("it is not UTF-8 (byte {at})"))
    })
}

/// Returns an error unless `file` is a regular file. Opening any other file, such as a pipe, may block forever.
pub(crate) fn check_regular(file: &Path) -> io::Result<()> {
    let data = fs::metadata(file)?;
    if data.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if !data.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    Ok(())
}

/// Renames a file to a free name beside it, with the extension `why`. For example, if `why` is `damaged`,
/// `settings.json` becomes `settings.json.damaged`, or `settings.json.damaged-2` if the first name is taken. Returns
/// the new path. After an error the file still has its old name.
pub(crate) fn set_aside(file: &Path, why: &str) -> io::Result<PathBuf> {
    let name = |number: usize| {
        let mut name = file.as_os_str().to_owned();
        name.push(if number == 1 { format!(".{why}") } else { format!(".{why}-{number}") });
        PathBuf::from(name)
    };
    for aside in (1..).map(name) {
        // The empty file reserves the name, so that two programs can't both take it; `rename` replaces it.
        match File::create_new(&aside) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        }
        return match fs::rename(file, &aside) {
            Ok(()) => Ok(aside),
            Err(error) => {
                let _ = fs::remove_file(&aside);
                Err(error)
            }
        };
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Locks `file` against other programs, and calls `change`, which changes `file` and returns a result. If `file` is a
/// folder, its files are locked. Returns `None`, without a call of `change`, if another program holds the lock for
/// longer than `patience`.
///
/// The lock is on another file beside `file`, with the extension `lock`. This other file is never removed. On a file
/// system without locks the change is made without a lock.
pub(crate) fn in_turn<T>(file: &Path, patience: Duration, change: impl FnOnce() -> T) -> Option<T> {
    let _ = file.parent().map(fs::create_dir_all);
    let path = file.with_extension("lock");
    // The lock is opened for reading and writing, so that opening a pipe does not block.
    let lock = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let began = Instant::now();
    while let Ok(Err(fs::TryLockError::WouldBlock)) = lock.as_ref().map(File::try_lock) {
        if began.elapsed() >= patience {
            return None;
        }
        thread::sleep(PAUSE);
    }
    Some(change())
}

/// Returns the file name of a path, without folders: the panel beside a board has no space for more.
pub(crate) fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().display().to_string()
}

/// Notes for the player, each with `true` if the player has seen the note.
#[derive(Debug, Default)]
pub(crate) struct FileNotes(Mutex<Vec<(String, bool)>>);

impl FileNotes {
    /// Adds a note, unless the same note was added before.
    pub(crate) fn add(&self, note: String) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !notes.iter().any(|(known, _)| *known == note) {
            notes.push((note, false));
        }
    }

    /// Returns the unreported notes, joined by `separator`, and marks them as reported.
    pub(crate) fn take(&self, separator: &str) -> Option<String> {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = |is_told: &mut bool| !std::mem::replace(is_told, true);
        let new = notes.iter_mut().filter_map(|(note, is_told)| is_new(is_told).then_some(note.as_str()));
        let new: Vec<&str> = new.collect();
        (!new.is_empty()).then(|| new.join(separator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(file: &Path) -> StoredFile<String> {
        read(file, 8, String::from_utf8)
    }

    #[test]
    fn a_file_is_missing_read_unreadable_or_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        assert!(matches!(read_text(&file), StoredFile::Missing));
        fs::write(&file, "12345678").unwrap();
        assert!(matches!(read_text(&file), StoredFile::Read(text) if text == "12345678"));
        assert!(matches!(read_text(&file.join("below")), StoredFile::Missing));
        fs::write(&file, "123456789").unwrap();
        assert!(matches!(read_text(&file), StoredFile::Unreadable(why) if why == "it has more than 8 bytes"));
        fs::write(&file, [b'a', 0xff]).unwrap();
        assert!(matches!(read_text(&file), StoredFile::Damaged(_)));
        assert_eq!(text(&file, 8).unwrap_err().to_string(), "it is not UTF-8 (byte 1)");
        assert!(matches!(read_text(folder.path()), StoredFile::Unreadable(why) if why == "it is a folder"));
    }

    /// Checks that files that are not regular are not opened: a pipe without a writer, an endless device, and a link to
    /// itself.
    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let circle = folder.path().join("circle");
        std::os::unix::fs::symlink(&circle, &circle).unwrap();
        for (file, expected) in
            [(&*pipe, "not a regular file"), (Path::new("/dev/zero"), "not a regular file"), (&circle, "")]
        {
            let StoredFile::Unreadable(why) = read_text(file) else { panic!("{}", file.display()) };
            assert!(why.contains(expected), "{why}");
        }
    }

    #[test]
    fn many_that_set_aside_at_once_take_different_names() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = folder.path().join("file");
        let mut taken: Vec<PathBuf> = thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|number| {
                    let (own, wanted) = (folder.path().join(format!("own-{number}")), &wanted);
                    scope.spawn(move || {
                        let round = |round: usize| {
                            fs::write(&own, format!("{number} {round}")).unwrap();
                            fs::rename(&own, wanted).unwrap();
                            // Another thread may have been quicker with this file.
                            set_aside(wanted, "damaged").ok()
                        };
                        (0..50).filter_map(round).collect::<Vec<_>>()
                    })
                })
                .collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let count = taken.len();
        let mut contents: Vec<String> = taken.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
        assert!(contents.iter().all(|content| !content.is_empty()));
        taken.sort();
        taken.dedup();
        contents.sort();
        contents.dedup();
        assert_eq!((taken.len(), contents.len()), (count, count));
        assert!(count >= 50, "{count}");
    }

    #[test]
    fn nothing_is_told_twice() {
        let notes = FileNotes::default();
        assert_eq!(notes.take(" "), None);
        ["a", "b", "a"].iter().for_each(|&note| notes.add(note.to_owned()));
        assert_eq!(notes.take(" ").as_deref(), Some("a b"));
        ["b", "c"].iter().for_each(|&note| notes.add(note.to_owned()));
        assert_eq!((notes.take(" ").as_deref(), notes.take(" ")), (Some("c"), None));
    }
}
