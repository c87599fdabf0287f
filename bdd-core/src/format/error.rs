//! Errors of reading and writing `.bdd` files.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use num_bigint::BigUint;

use super::{CHECKSUM_LEN, HEADER_AT, MAGIC, VERSION, in_brief};
use crate::budget::Stopped;
use crate::id::{NodeId, Variable};

/// Bytes that are no `.bdd` file, or that were not read to their end. The message says what was expected, what was found, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct ReadError(pub(super) Fault);

impl ReadError {
    /// What kind of fault it is.
    #[must_use]
    pub fn kind(&self) -> ReadErrorKind {
        match self.0 {
            Fault::TooShort { .. } | Fault::NotABdd { .. } => ReadErrorKind::NotABdd,
            Fault::Length { .. } | Fault::Checksum { .. } => ReadErrorKind::Damaged,
            Fault::NewerVersion { .. } | Fault::UnknownVersion { .. } => ReadErrorKind::Version,
            Fault::Stopped(_) => ReadErrorKind::Stopped,
            _ => ReadErrorKind::Malformed,
        }
    }

    /// Why reading ended before it was known whether anything is wrong, if it did.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        match self.0 {
            Fault::Stopped(stopped) => Some(stopped),
            _ => None,
        }
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
    /// Nothing is known to be wrong: the budget did not suffice, or somebody cancelled; see [`ReadError::stopped`].
    Stopped,
}

/// A file that could not be read, by name. Its source is an [`io::Error`] or a [`ReadError`].
#[derive(Debug)]
pub struct ReadFileError {
    path: PathBuf,
    source: Source,
}

impl fmt::Display for ReadFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.source {
            Source::Io(error) => write!(f, "can't read {path}: {error}"),
            Source::Content(error) => write!(f, "{path}: {error}"),
        }
    }
}

impl Error for ReadFileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.source {
            Source::Io(error) => Some(error),
            Source::Content(error) => Some(error),
        }
    }
}

impl ReadFileError {
    pub(super) fn new(path: &Path, source: Source) -> ReadFileError {
        ReadFileError { path: path.to_owned(), source }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with the bytes that were read; `None` if the file could not be opened or read.
    #[must_use]
    pub fn content(&self) -> Option<&ReadError> {
        match &self.source {
            Source::Content(error) => Some(error),
            Source::Io(_) => None,
        }
    }
}

/// Why a file could not be read.
#[derive(Debug)]
pub(super) enum Source {
    Io(io::Error),
    Content(ReadError),
}

/// What is wrong, in detail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    /// The budget did not suffice.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Fewer bytes than the smallest file has.
    #[error("too short: {found} bytes, where the shortest file has {}; the file was cut off, or is none of ours", HEADER_AT + CHECKSUM_LEN)]
    TooShort {
        /// How many there are.
        found: usize,
    },
    /// The first bytes are those of another kind of file.
    #[error("not a .bdd file: it begins with {found:02x?}, expected {MAGIC:02x?}")]
    NotABdd {
        /// How it begins.
        found: [u8; 8],
    },
    /// The file says it has another length than it has.
    #[error("damaged: the file says it has {declared} bytes, but there are {found}; it was cut off or added to")]
    Length {
        /// What it says.
        declared: u64,
        /// What there is.
        found: u64,
    },
    /// The bytes are not those that were written.
    #[error("damaged: the checksum of its bytes is {found:08x}, expected {declared:08x}")]
    Checksum {
        /// What the file says.
        declared: u32,
        /// What its bytes give.
        found: u32,
    },
    /// The file is whole, but of a version that this program is too old for.
    #[error(
        "of version {found}, newer than {VERSION}, the newest that this program reads; update the program, or make the file anew"
    )]
    NewerVersion {
        /// The file's version.
        found: u16,
    },
    /// The file is whole, but of a version that never was.
    #[error("of version {found}, which no program ever wrote; expected {VERSION}")]
    UnknownVersion {
        /// The file's version.
        found: u16,
    },
    /// The header does not decode.
    #[error("the header is malformed: {reason}")]
    Header {
        /// What the decoder says.
        reason: String,
    },
    /// The body ends before its nodes do.
    #[error("the body ends within {within}")]
    BodyEnds {
        /// Where.
        within: &'static str,
    },
    /// A number is not written in the shortest way, or does not fit.
    #[error(
        "a number at byte {at} of the body is malformed: expected a varint of at most 5 bytes without leading zeros"
    )]
    Varint {
        /// Where, in bytes from the beginning of the body.
        at: usize,
    },
    /// The levels hold another number of nodes than the header says.
    #[error("the levels hold {found} nodes with the terminals, but the header says {declared}")]
    NodeCount {
        /// What the header says.
        declared: u64,
        /// What the levels add up to.
        found: u64,
    },
    /// There are too few bytes for so many nodes, so that no memory is set aside for them.
    #[error("{nodes} nodes can't be told in the {bytes} bytes that follow")]
    TooManyNodes {
        /// The number of nodes announced.
        nodes: u64,
        /// The bytes left.
        bytes: usize,
    },
    /// The topmost level holds more than the root, so that the root is not the last node of all.
    #[error("the topmost level, {level}, has {found} nodes; expected the root alone")]
    Root {
        /// The level.
        level: Variable,
        /// Its number of nodes.
        found: u64,
    },
    /// A run of nodes goes on past the end of its level.
    #[error("a run of nodes goes past the end of level {level}")]
    RunTooLong {
        /// The level.
        level: Variable,
    },
    /// Two runs where the writer makes one.
    #[error("two runs of one kind follow each other on level {level}; expected one")]
    SplitRun {
        /// The level.
        level: Variable,
    },
    /// A node by reference where the writer makes a run of another kind.
    #[error("a node of level {level} is told by reference, where a run without references tells it")]
    NeedlessReference {
        /// The level.
        level: Variable,
    },
    /// A child below the last level.
    #[error("a node of level {level} refers to level {child}; expected a later one of {variables} levels")]
    Ordering {
        /// The parent's level.
        level: Variable,
        /// The child's level.
        child: u64,
        /// The number of levels.
        variables: usize,
    },
    /// A child that its level does not have.
    #[error("a node of level {level} refers to a node that level {child} does not have")]
    NoSuchNode {
        /// The parent's level.
        level: Variable,
        /// The child's level.
        child: Variable,
    },
    /// A node with equal children, which decides nothing.
    #[error("a node of level {level} is redundant: both its children are node {child}")]
    Redundant {
        /// Its level.
        level: Variable,
        /// Its children.
        child: NodeId,
    },
    /// Two equal nodes on one level.
    #[error("level {level} has the same node twice")]
    Duplicate {
        /// The level.
        level: Variable,
    },
    /// Nodes to which no node above refers.
    #[error("{found} of the {nodes} nodes of level {level} can't be reached from the root")]
    Unreachable {
        /// Their level.
        level: Variable,
        /// How many they are.
        found: u64,
        /// How many nodes the level has.
        nodes: u64,
    },
    /// The body goes on after the last node.
    #[error("{found} bytes follow the last node; expected none")]
    TrailingBytes {
        /// How many.
        found: usize,
    },
    /// The diagram has another number of models than the header says.
    #[error("{}", other_count(declared, found.as_ref()))]
    ModelCount {
        /// What the header says.
        declared: BigUint,
        /// What the diagram has; `None` where it would take long to find out.
        found: Option<BigUint>,
    },
}

fn other_count(declared: &BigUint, found: Option<&BigUint>) -> String {
    let declared = in_brief(declared);
    match found {
        Some(found) => format!("the diagram has {} models, but the header says {declared}", in_brief(found)),
        None => format!("the diagram has another number of models than the header says, {declared}"),
    }
}
