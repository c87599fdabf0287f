//! Errors of reading and writing DDDMP files.

use std::fmt;
use std::io;

use crate::budget::Interrupted;

/// An error of reading bytes as a DDDMP file. The message says what was expected, what was found, and where.
///
/// ```
/// use bdd_core::Budget;
/// use bdd_core::export::dddmp::{Position, ReadErrorKind, read};
///
/// let error = read(b".ver DDDMP-2.0\n.mode C\n.nodes\n.end\n", &mut Budget::unlimited()).unwrap_err();
/// assert_eq!((error.kind(), error.position()), (ReadErrorKind::Malformed, Some(Position::Line(2))));
/// assert_eq!(error.to_string(), "line 2: expected .mode A or .mode B, found \"C\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.message)]
pub struct ReadError(Box<Inner>);

/// The content of a [`ReadError`], boxed so that results stay small in the loops that read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ReadErrorKind,
    message: String,
    position: Option<Position>,
    interrupted: Option<Interrupted>,
}

impl ReadError {
    pub(super) fn new(kind: ReadErrorKind, position: Option<Position>, message: String) -> ReadError {
        let message = match position {
            Some(position) => format!("{position}: {message}"),
            None => message,
        };
        ReadError(Box::new(Inner { kind, message, position, interrupted: None }))
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ReadErrorKind {
        self.0.kind
    }

    /// Returns the place of the error; `None` if the error concerns the whole file.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.position
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
        ReadError(Box::new(Inner {
            kind: ReadErrorKind::Interrupted,
            message: interrupted.to_string(),
            position: None,
            interrupted: Some(interrupted),
        }))
    }
}

/// The kind of a [`ReadError`], returned by [`ReadError::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The bytes are another kind of file.
    NotDddmp,
    /// The file has a version of the format that this crate can't read.
    Version,
    /// The file has content that this crate can't represent: numbers as terminals, too many variables or nodes, or
    /// several roots for [`read()`](super::read()).
    Unsupported,
    /// The file is incomplete or contradicts itself or the format.
    Malformed,
    /// The budget did not suffice or was cancelled before the bytes were checked; see [`ReadError::interrupted`].
    Interrupted,
}

/// The place of an error in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Position {
    /// A line of the file, counted from 1.
    Line(usize),
    /// A byte of the nodes in a binary file, counted from 0 at the beginning of the file.
    Byte(usize),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Line(line) => write!(f, "line {line}"),
            Position::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// An error of [`write()`](super::write()): the reason why a diagram was not written as a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A name that CUDD can't read.
    #[error(
        "the name of {thing} is {name:?}: expected 1 to {} bytes without white space and control characters",
        super::LONGEST_NAME
    )]
    Name {
        /// The owner of the name, such as `variable 3`.
        thing: String,
        /// The name that CUDD can't read.
        name: String,
    },
    /// Two variables with the same name.
    #[error("variable {first} and variable {second} have the name {name:?}: expected different names")]
    SameName {
        /// The index of the first variable in the list of names.
        first: usize,
        /// The index of the second variable in the list of names.
        second: usize,
        /// The name that both variables have.
        name: String,
    },
    /// A list of labels whose length is not the number of variables.
    #[error("there are {found} {list} for {variables} variables: expected one for each")]
    Count {
        /// The list: `names`, `auxiliary numbers` or `variables in the order`.
        list: &'static str,
        /// The length of the list.
        found: usize,
        /// The number of variables of the diagram.
        variables: usize,
    },
    /// The diagram has more nodes than the format has numbers.
    #[error("the diagram has too many nodes: expected at most {limit}")]
    TooManyNodes {
        /// The largest number of nodes in the form with complement edges.
        limit: u32,
    },
    /// The budget did not suffice or was cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The bytes can't be written to the output.
    #[error(transparent)]
    Io(#[from] io::Error),
}
