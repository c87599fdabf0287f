//! Writing `.bdd` files.

use std::io;
use std::path::{Path, PathBuf};

use super::{
    CHECKSUM_LEN, HEADER_AT, HEADER_ENCODING, Kind, LENGTH_AT, LONGEST_RUN, Label, MAGIC, StoredHeader, VERSION,
};
use crate::bdd::{Bdd, FALSE, Index, Level, Node, TRUE};

/// The file's bytes. Equal diagrams and labels give equal bytes.
///
/// # Errors
///
/// [`WriteError`] if the label's text is too long for the header, so that no reader would take the file: some thousand
/// bytes always fit.
pub fn to_bytes(bdd: &Bdd, label: &Label) -> Result<Vec<u8>, WriteError> {
    let header = StoredHeader {
        label: label.clone(),
        variables: bdd.depth(),
        nodes: bdd.node_count() as u64,
        models: bdd.model_count().to_bytes_le(),
    };
    let too_long = || WriteError { bytes: label.puzzle.len() };
    let encoded = bincode::serde::encode_to_vec(&header, HEADER_ENCODING).map_err(|_| too_long())?;
    // What may be written is for the reader to say: it counts in other ways than the length.
    let read: Result<(StoredHeader, usize), _> = bincode::serde::decode_from_slice(&encoded, HEADER_ENCODING);
    read.map_err(|_| too_long())?;
    let mut bytes = Vec::with_capacity(bdd.node_count() / 2 + encoded.len() + 256);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 8]);
    debug_assert_eq!(bytes.len(), HEADER_AT);
    bytes.extend(encoded);
    Body { bdd, bytes: &mut bytes, seen: vec![0; bdd.variables()] }.write();
    let length = (bytes.len() + CHECKSUM_LEN) as u64;
    bytes[LENGTH_AT..HEADER_AT].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    debug_assert!(super::from_bytes(&bytes).is_ok_and(|(read, header)| read == *bdd && header.label == *label));
    Ok(bytes)
}

/// Writes a file: to a temporary file beside it first, which is flushed to the disk and then takes the file's name.
/// So whatever happens, the name stands for the old file or for the whole new one. Returns the number of bytes.
///
/// # Errors
///
/// [`WriteFileError`] if any of this fails, or as [`to_bytes`]; the temporary file is removed again.
pub fn write_file(path: &Path, bdd: &Bdd, label: &Label) -> Result<usize, WriteFileError> {
    let bytes = to_bytes(bdd, label).map_err(|error| {
        let source = io::Error::new(io::ErrorKind::InvalidInput, error);
        WriteFileError { path: path.to_owned(), source }
    })?;
    replace_file(path, &bytes)?;
    Ok(bytes.len())
}

/// Writes a file of any kind in the way of [`write_file`].
///
/// # Errors
///
/// [`WriteFileError`] if the file can't be written; the temporary file is removed again.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), WriteFileError> {
    try_write_file(path, bytes, true).map_err(|source| WriteFileError { path: path.to_owned(), source })
}

/// Writes a file of any kind in the way of [`replace_file`], unless there is one of its name. So the name stands for
/// nothing, for what was there, or for the whole new file.
///
/// # Errors
///
/// [`WriteFileError`] if the file can't be written, or is there already: then it is of the kind
/// [`AlreadyExists`](io::ErrorKind::AlreadyExists).
pub fn create_file(path: &Path, bytes: &[u8]) -> Result<(), WriteFileError> {
    try_write_file(path, bytes, false).map_err(|source| WriteFileError { path: path.to_owned(), source })
}

/// WebAssembly has at most one writer, and no temporary files.
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
        // A temporary file is private by default; this one is to be an ordinary file, as the user's umask allows.
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

/// The beginning of the names of files that are being written.
const WRITING: &str = ".writing-";

/// Takes away from a folder what programs that were killed while they wrote have left there: files that are named as
/// [`replace_file`] names them, and an hour old at least, since another program may just be writing. What can't be
/// removed stays.
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

/// What the system said, without the path of the temporary file that tempfile appends to it: the message names the file
/// that was to be written, and a random name beside it would only confuse.
fn unnamed(error: io::Error) -> io::Error {
    let said = error.to_string();
    match said.split_once(" at path ") {
        Some((cause, _)) => io::Error::new(error.kind(), cause.to_owned()),
        None => error,
    }
}

/// A label that does not fit the header of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the label has a name of {bytes} bytes, which is too long for the header of a .bdd file")]
pub struct WriteError {
    bytes: usize,
}

impl WriteError {
    /// The length of the name, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// A file that could not be written, by name.
#[derive(Debug, thiserror::Error)]
#[error("can't write {}: {source}", path.display())]
pub struct WriteFileError {
    path: PathBuf,
    source: io::Error,
}

impl WriteFileError {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the system said.
    #[must_use]
    pub fn kind(&self) -> io::ErrorKind {
        self.source.kind()
    }
}

struct Body<'a> {
    bdd: &'a Bdd,
    bytes: &'a mut Vec<u8>,
    /// How many nodes of each level have been referred to.
    seen: Vec<Index>,
}

/// A child, as seen from its parent when the parent's turn comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reference {
    Terminal(Index),
    /// The next node of its level that was not referred to yet.
    Next {
        skipped: Level,
    },
    /// A node referred to before; 0 is the last such node of its level.
    Met {
        skipped: Level,
        back: Index,
    },
}

impl Body<'_> {
    fn write(mut self) {
        for level in 0..self.bdd.depth() {
            self.varint(self.bdd.level_range(level).len() as u64);
        }
        for level in 0..self.bdd.depth() {
            let mut run: Option<(Kind, usize, usize)> = None;
            for index in self.bdd.level_range(level) {
                let Node { low, high } = self.bdd.nodes()[index];
                let references = [self.reference(level, low), self.reference(level, high)];
                const FALSE_CHILD: Reference = Reference::Terminal(FALSE);
                const NEXT_CHILD: Reference = Reference::Next { skipped: 0 };
                let kind = match references {
                    [NEXT_CHILD, FALSE_CHILD] => Kind::LowNext,
                    [FALSE_CHILD, NEXT_CHILD] => Kind::HighNext,
                    [NEXT_CHILD, NEXT_CHILD] => Kind::BothNext,
                    _ => Kind::ByReference,
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
                if kind == Kind::ByReference {
                    references.into_iter().for_each(|reference| self.write_reference(reference));
                }
            }
        }
    }

    fn reference(&mut self, parent: Level, child: Index) -> Reference {
        if child <= TRUE {
            return Reference::Terminal(child);
        }
        let level = self.bdd.levels().level_from(parent + 1, child);
        let skipped = level - parent - 1;
        let place = child - self.bdd.level_range(level).start as Index;
        let seen = &mut self.seen[usize::from(level)];
        if place == *seen {
            *seen += 1;
            Reference::Next { skipped }
        } else {
            Reference::Met { skipped, back: *seen - 1 - place }
        }
    }

    fn write_reference(&mut self, reference: Reference) {
        match reference {
            Reference::Terminal(index) => self.varint(u64::from(index)),
            Reference::Next { skipped } => self.varint(2 + 2 * u64::from(skipped)),
            Reference::Met { skipped, back } => {
                self.varint(3 + 2 * u64::from(skipped));
                self.varint(u64::from(back));
            }
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
        assert_eq!(error.path(), path);
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
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
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
