//! Errors of reading and writing `.bdd` files.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use crate::budget::Interrupted;

/// Bytes that are no `.bdd` file, or that were not read to their end. The message says what was expected, what was found, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.message)]
pub struct ReadError(Box<ReadErrorInner>);

/// The content of a [`ReadError`], apart, so that results stay small in the loops that read.
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

    /// Returns the kind of fault.
    #[must_use]
    pub fn kind(&self) -> ReadErrorKind {
        self.0.kind
    }

    /// Returns why reading ended before it was known whether anything is wrong, if it did.
    #[must_use]
    pub fn interrupted(&self) -> Option<Interrupted> {
        self.0.interrupted
    }
}

impl From<Interrupted> for ReadError {
    fn from(interrupted: Interrupted) -> ReadError {
        let message = interrupted.to_string();
        ReadError(Box::new(ReadErrorInner { kind: ReadErrorKind::Interrupted, message, interrupted: Some(interrupted) }))
    }
}

/// A kind of [`ReadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The bytes are those of another kind of file, or too few for any.
    NotABdd,
    /// The file has another length than it says, or other bytes than were written.
    Damaged,
    /// The file arrived whole, but is of a version that this crate does not read.
    Version,
    /// The file arrived whole, but no writer gives such bytes, or its header is not true.
    Malformed,
    /// Nothing is known to be wrong: the budget did not suffice, or somebody cancelled; see [`ReadError::interrupted`].
    Interrupted,
}

/// A label that does not fit the header of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the label has a name of {bytes} bytes, which is too long for the header of a .bdd file")]
pub struct WriteError {
    pub(super) bytes: usize,
}

/// A file that could not be read or written, by name. Its source is an [`io::Error`], a [`ReadError`] or a [`WriteError`].
#[derive(Debug, thiserror::Error)]
#[error("{attempt}{}: {source}", path.display())]
pub struct FileError {
    /// `can't read ` or `can't write `; empty of a file that was read, whose content is wrong.
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

    /// Returns the fault of the bytes that were read; `None` if the file could not be opened, read or written.
    #[must_use]
    pub fn content(&self) -> Option<&ReadError> {
        self.source.downcast_ref()
    }

    /// Returns the error of the system, if the file could not be opened, read or written because of one.
    #[must_use]
    pub fn io(&self) -> Option<&io::Error> {
        self.source.downcast_ref()
    }
}
