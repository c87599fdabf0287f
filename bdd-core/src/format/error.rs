//! Errors of reading and writing `.bdd` and `.zdd` files.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use crate::budget::Interrupted;

/// An error of reading bytes as a `.bdd` or `.zdd` file. The message says what was expected, what was found, and where.
///
/// ```
/// use bdd_core::Budget;
/// use bdd_core::format::{ReadErrorKind, from_bytes};
///
/// let error = from_bytes(b"GIF89a", &mut Budget::unlimited()).unwrap_err();
/// assert_eq!(error.kind(), ReadErrorKind::NotABdd);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.message)]
pub struct ReadError(Box<ReadErrorInner>);

/// The content of a [`ReadError`], boxed so that results stay small in the loops that read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ReadErrorInner {
    kind: ReadErrorKind,
    message: String,
    interrupted: Option<Interrupted>,
}

impl ReadError {
    pub(super) fn new(kind: ReadErrorKind, message: String) -> ReadError {
        ReadError(Box::new(ReadErrorInner { kind, message, interrupted: None }))
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ReadErrorKind {
        self.0.kind
    }

    /// Returns the interruption that ended reading before the bytes were checked; `None` for kinds other than
    /// [`ReadErrorKind::Interrupted`].
    #[must_use]
    pub fn interrupted(&self) -> Option<Interrupted> {
        self.0.interrupted
    }
}

impl From<Interrupted> for ReadError {
    fn from(interrupted: Interrupted) -> ReadError {
        let message = interrupted.to_string();
        ReadError(Box::new(ReadErrorInner {
            kind: ReadErrorKind::Interrupted,
            message,
            interrupted: Some(interrupted),
        }))
    }
}

/// The kind of a [`ReadError`], returned by [`ReadError::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The bytes are a file of another kind than expected, or too few for any `.bdd` or `.zdd` file.
    NotABdd,
    /// The length or the checksum that the file states does not match its bytes.
    Damaged,
    /// The file is complete, but this crate can't read its version.
    Version,
    /// The file is complete, but no writer makes such bytes, or its header does not match its diagram.
    Malformed,
    /// The budget did not suffice or was cancelled before the bytes were checked; see [`ReadError::interrupted`].
    Interrupted,
}

/// An error: a [`Label`](super::Label) too long for the header of a `.bdd` or `.zdd` file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name of the puzzle has {bytes} bytes, which is too long for the header of a diagram file")]
pub struct WriteError {
    pub(super) bytes: usize,
}

/// An error of reading or writing a file, with its path. Its source is an [`io::Error`], a [`ReadError`] or a
/// [`WriteError`].
#[derive(Debug, thiserror::Error)]
#[error("{attempt}{}: {source}", path.display())]
pub struct FileError {
    /// The beginning of the message: `can't read ` or `can't write `; empty if the file was read and its content is
    /// wrong.
    attempt: &'static str,
    path: PathBuf,
    source: Box<dyn Error + Send + Sync>,
}

impl FileError {
    pub(super) fn new(
        attempt: &'static str,
        path: &Path,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> FileError {
        FileError { attempt, path: path.to_owned(), source: source.into() }
    }

    /// Returns the error of the file's content; `None` if the file could not be opened, read or written.
    #[must_use]
    pub fn content(&self) -> Option<&ReadError> {
        self.source.downcast_ref()
    }

    /// Returns the error of the operating system if the file could not be opened, read or written; otherwise `None`.
    #[must_use]
    pub fn io(&self) -> Option<&io::Error> {
        self.source.downcast_ref()
    }
}
