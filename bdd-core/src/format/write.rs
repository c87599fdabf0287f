//! Writing `.bdd` and `.zdd` files.

use std::io;
use std::path::Path;

use super::{
    CHECKSUM_LEN, FALSE_CODE, HEADER_AT, HEADER_ENCODING, LENGTH_AT, LONGEST_RUN, Label, MET, NEXT, RunKind,
    StoredHeader, VERSION,
    error::{FileError, WriteError},
    magic,
};
use crate::budget::Budget;
use crate::diagram::{DecisionDiagram, Index, Level, Node, TRUE};
use crate::reduction::Reduction;

const CANT_WRITE: &str = "can't write ";

/// Returns the bytes of a `.bdd` file, or of a `.zdd` file for a [`Zdd`](crate::Zdd). Equal diagrams with equal labels
/// give equal bytes.
///
/// # Errors
///
/// [`WriteError`] if the label's text is too long for the header; a thousand bytes always fit.
pub fn to_bytes<R: Reduction>(bdd: &DecisionDiagram<R>, label: &Label) -> Result<Vec<u8>, WriteError> {
    let header = StoredHeader {
        label: label.clone(),
        variables: bdd.depth(),
        nodes: bdd.node_count() as u64,
        models: bdd.model_count().to_bytes_le(),
    };
    let too_long = || WriteError { bytes: label.puzzle.len() };
    let encoded = bincode::serde::encode_to_vec(&header, HEADER_ENCODING).map_err(|_| too_long())?;
    // Check that the reader accepts the header: the reader's limit counts the bytes in another way than the encoded
    // length.
    let read: Result<(StoredHeader, usize), _> = bincode::serde::decode_from_slice(&encoded, HEADER_ENCODING);
    read.map_err(|_| too_long())?;
    let mut bytes = Vec::with_capacity(bdd.node_count() / 2 + encoded.len() + 256);
    bytes.extend(magic::<R>());
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 8]);
    debug_assert_eq!(bytes.len(), HEADER_AT);
    bytes.extend(encoded);
    BodyWriter { bdd, bytes: &mut bytes, seen: vec![0; bdd.variables()] }.write();
    let length = (bytes.len() + CHECKSUM_LEN) as u64;
    bytes[LENGTH_AT..HEADER_AT].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    debug_assert!(
        super::read::diagram_from_bytes::<R>(&bytes, &mut Budget::unlimited())
            .is_ok_and(|(read, header)| read == *bdd && header.label == *label)
    );
    Ok(bytes)
}

/// Writes a `.bdd` file, or a `.zdd` file for a [`Zdd`](crate::Zdd), and returns its number of bytes. First it writes a
/// temporary file in the same folder and flushes it to the disk; then it renames this file. So `path` always names the
/// old file or the complete new one.
///
/// # Errors
///
/// [`FileError`] if the file can't be written or [`to_bytes`] fails; the temporary file is removed.
pub fn write_file<R: Reduction>(path: &Path, bdd: &DecisionDiagram<R>, label: &Label) -> Result<usize, FileError> {
    let bytes = to_bytes(bdd, label).map_err(|error| FileError::new(CANT_WRITE, path, error))?;
    replace_file(path, &bytes)?;
    Ok(bytes.len())
}

/// Writes a file of any kind, atomically as [`write_file`] does. Replaces an existing file.
///
/// # Errors
///
/// [`FileError`] if the file can't be written; the temporary file is removed.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    try_write_file(path, bytes, true).map_err(|error| FileError::new(CANT_WRITE, path, error))
}

/// Creates a file of any kind, atomically as [`write_file`] does. Returns an error if the file exists.
///
/// # Errors
///
/// [`FileError`] if the file can't be written or exists already. For an existing file, the [`io`](FileError::io) error
/// has the kind [`AlreadyExists`](io::ErrorKind::AlreadyExists).
pub fn create_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    try_write_file(path, bytes, false).map_err(|error| FileError::new(CANT_WRITE, path, error))
}

/// Writes the file directly: in WebAssembly there is at most one writer, and there are no temporary files.
#[cfg(target_family = "wasm")]
fn try_write_file(path: &Path, bytes: &[u8], replaces: bool) -> io::Result<()> {
    use std::io::Write as _;

    let mut file = if replaces { std::fs::File::create(path)? } else { std::fs::File::create_new(path)? };
    file.write_all(bytes)
}

#[cfg(not(target_family = "wasm"))]
fn try_write_file(path: &Path, bytes: &[u8], replaces: bool) -> io::Result<()> {
    use std::io::Write as _;

    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // Temporary files are private by default; this file gets the permissions of an ordinary file, by the user's
        // umask.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(WRITING).tempfile_in(folder).map_err(unnamed)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    if replaces {
        file.persist(path)?
    } else {
        file.persist_noclobber(path)?
    };
    Ok(())
}

/// The prefix of the names of temporary files.
const WRITING: &str = ".writing-";

/// Removes the temporary files that killed programs left in a folder: files with the prefix of [`replace_file`] that
/// are more than an hour old, since another program may be writing a newer file. Ignores errors.
pub fn remove_abandoned(folder: &Path) {
    let hour = std::time::Duration::from_secs(3600);
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_left = entry.file_name().to_string_lossy().starts_with(WRITING);
        let modified = || entry.metadata().and_then(|data| data.modified());
        if is_left && modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > hour)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Removes the temporary file's path from an error message of `tempfile`. The final message names the file to be
/// written; the random name of a temporary file beside it would confuse.
#[cfg(not(target_family = "wasm"))]
fn unnamed(error: io::Error) -> io::Error {
    let said = error.to_string();
    match said.split_once(" at path ") {
        Some((cause, _)) => io::Error::new(error.kind(), cause.to_owned()),
        None => error,
    }
}

struct BodyWriter<'a, R: Reduction> {
    bdd: &'a DecisionDiagram<R>,
    bytes: &'a mut Vec<u8>,
    /// For each level, the number of its nodes referred to so far.
    seen: Vec<Index>,
}

impl<R: Reduction> BodyWriter<'_, R> {
    fn write(mut self) {
        for level in 0..self.bdd.depth() {
            self.varint(self.bdd.level_range(level).len() as u64);
        }
        for level in 0..self.bdd.depth() {
            let mut run: Option<(RunKind, usize, usize)> = None;
            for index in self.bdd.level_range(level) {
                let Node { low, high } = self.bdd.nodes()[index];
                let references = [self.reference(level, low), self.reference(level, high)];
                let kind = match references.map(|(code, _)| code) {
                    [NEXT, FALSE_CODE] => RunKind::LowNext,
                    [FALSE_CODE, NEXT] => RunKind::HighNext,
                    [NEXT, NEXT] => RunKind::BothNext,
                    _ => RunKind::ByReference,
                };
                run = match run {
                    Some((running, at, length)) if running == kind && length < LONGEST_RUN => {
                        self.bytes[at] += 1 << 2;
                        Some((kind, at, length + 1))
                    }
                    _ => {
                        self.bytes.push(kind as u8);
                        Some((kind, self.bytes.len() - 1, 1))
                    }
                };
                if kind == RunKind::ByReference {
                    for (code, back) in references {
                        self.varint(code);
                        if let Some(back) = back {
                            self.varint(back);
                        }
                    }
                }
            }
        }
    }

    /// Returns the reference from a node on level `parent` to `child`, as one or two numbers. The second number is for
    /// a child that was referred to before: its distance from the last node of its level that was referred to so far.
    fn reference(&mut self, parent: Level, child: Index) -> (u64, Option<u64>) {
        if child <= TRUE {
            return (u64::from(child), None);
        }
        let level = self.bdd.levels().level_from(parent + 1, child);
        let skipped = u64::from(level - parent - 1);
        let place = child - self.bdd.level_range(level).start as Index;
        let seen = &mut self.seen[usize::from(level)];
        if place == *seen {
            *seen += 1;
            (NEXT + 2 * skipped, None)
        } else {
            (MET + 2 * skipped, Some(u64::from(*seen - 1 - place)))
        }
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "of the system's errors Miri tells the number twice")]
    fn what_can_not_be_written_is_named_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("queens.bdd");
        let error = replace_file(&path, b"bytes").unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("can't write {}: No such file or directory (os error 2)", path.display())
        );
    }
    #[test]
    #[cfg_attr(miri, ignore = "Miri can't exchange files")]
    fn a_file_that_is_there_is_not_created() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        create_file(&path, b"first").unwrap();
        let error = create_file(&path, b"second").unwrap_err();
        assert_eq!(error.io().map(io::Error::kind), Some(io::ErrorKind::AlreadyExists));
        assert_eq!(std::fs::read(&path).unwrap(), b"first");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        replace_file(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
    }
    #[test]
    #[cfg_attr(miri, ignore = "Miri can't set the time of a file")]
    fn what_was_abandoned_while_it_was_written_is_removed() {
        use std::time::{Duration, SystemTime};

        let folder = tempfile::tempdir().unwrap();
        let old = SystemTime::now() - Duration::from_secs(2 * 3600);
        for (name, time) in [(".writing-old", old), (".writing-new", SystemTime::now()), ("old", old)] {
            std::fs::File::create(folder.path().join(name)).unwrap().set_modified(time).unwrap();
        }
        remove_abandoned(folder.path());
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [".writing-new", "old"]);
        remove_abandoned(&folder.path().join("none"));
    }
}
