//! The `.bdd` file: a diagram with a [`Label`], protected by a checksum and validated completely when it is read.
//!
//! ```
//! use bdd_core::format::{Label, from_bytes, to_bytes};
//! use bdd_core::{Budget, DiagramBuilder, Rules};
//!
//! let mut rules = Rules::new(3);
//! rules.exactly_one(&[0, 1, 2]);
//! let budget = &mut Budget::unlimited();
//! let bdd = DiagramBuilder::new(&rules).build(budget)?;
//! let label = Label { puzzle: "one of three".to_owned(), size: 3 };
//! let mut bytes = to_bytes(&bdd, &label)?;
//! let (read, header) = from_bytes(&bytes, budget)?;
//! assert_eq!((read, header.label, header.models), (bdd, label, 3u32.into()));
//!
//! bytes[40] ^= 1;
//! let error = from_bytes(&bytes, budget).unwrap_err();
//! assert!(error.to_string().starts_with("damaged: "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layout
//!
//! | part | bytes |
//! |---|---|
//! | magic | `89 42 44 44 0d 0a 1a 0a` ("BDD" between bytes that text transfers damage, as in PNG) |
//! | version | 2, little endian |
//! | length of the file | 8, little endian |
//! | header | a [`Header`] by serde and bincode, variable-length integers |
//! | body | the nodes, see below |
//! | checksum | 4, little endian: CRC-32 of everything before it |
//!
//! All later versions keep magic, version, length and checksum, so that readers can tell a newer file from a damaged
//! one.
//!
//! The body lists the number of nodes of every level, then the nodes level by level from the root down, in the
//! canonical order of [`Bdd`](crate::Bdd). This order numbers nodes by their first references, so that a first
//! reference is "the next node of that level". Nodes are written in *runs*: the low two bits of a byte hold the kind,
//! the others the length, 1 to 64, minus 1.
//!
//! | kind | low child | high child |
//! |---|---|---|
//! | 0 | next of the next level | FALSE |
//! | 1 | FALSE | next of the next level |
//! | 2 | next of the next level | next but one of the next level |
//! | 3 | by reference | by reference |
//!
//! A node that fits one of the first three kinds is never written by reference, and every run is as long as possible.
//!
//! References are varints (7 bits in each byte, low bits first, as short as possible): 0 for FALSE, 1 for TRUE, and
//! `2 + 2 * skipped` for the next node of a level after `skipped` levels. A node referred to before is `3 + 2 * skipped`,
//! followed by a second varint: 0 for the last such node of that level.
//!
//! Equal diagrams with equal labels give equal bytes, and readers accept no other bytes for them.

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::{FileError, ReadError, ReadErrorKind, WriteError};
pub use read::{from_bytes, read_file};
pub use write::{create_file, remove_abandoned, replace_file, to_bytes, write_file};

use std::fmt::{self, Write};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

const MAGIC: [u8; 8] = *b"\x89BDD\r\n\x1a\n";
/// The version that this crate writes, and the newest it reads.
pub const VERSION: u16 = 1;
const VERSION_AT: usize = MAGIC.len();
const LENGTH_AT: usize = VERSION_AT + 2;
const HEADER_AT: usize = LENGTH_AT + 8;
const CHECKSUM_LEN: usize = 4;
/// More than a header can need: the model count of 65,535 variables takes 8 KiB.
const HEADER_LIMIT: usize = 16 << 10;
const LONGEST_RUN: usize = 64;
/// The reference to the terminal FALSE.
const FALSE_CODE: u64 = 0;
/// The reference to the next node of the next level.
const NEXT: u64 = 2;
/// The reference to a node of the next level that was met before.
const MET: u64 = 3;

const HEADER_ENCODING: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<HEADER_LIMIT>,
> = bincode::config::standard().with_limit::<HEADER_LIMIT>();

/// What a diagram is of, in the words of whoever built it; this crate only carries it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The name of the puzzle, such as `n-queens`. A name that is too long for a file's header, of more than some
    /// thousand bytes, can't be written.
    pub puzzle: String,
    /// Its size, such as the number of ranks.
    pub size: u32,
}

/// As in `n-queens of size 8`. A file may be anybody's: characters of the name that are not for printing, such as those
/// that move the cursor or turn the direction of writing, are escaped as in Rust's strings.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for char in self.puzzle.chars() {
            match char {
                '"' | '\'' => f.write_char(char)?,
                _ => write!(f, "{}", char.escape_debug())?,
            }
        }
        write!(f, " of size {}", self.size)
    }
}

/// What a file says of itself, all of which is checked when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the diagram is of.
    pub label: Label,
    /// The number of variables.
    pub variables: usize,
    /// The number of nodes, terminals included.
    pub nodes: u64,
    /// The number of models.
    pub models: BigUint,
}

impl Header {
    /// The number of models as text: in full up to 60 digits, and of a longer number the first 20 digits and how many
    /// there are.
    #[must_use]
    pub fn models_in_brief(&self) -> String {
        in_brief(&self.models)
    }
}

/// A number as text, of which only the first 20 digits and the length are given if it has more than 60.
fn in_brief(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= 60 { digits } else { format!("{}... ({} digits)", &digits[..20], digits.len()) }
}

/// The header as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredHeader {
    label: Label,
    variables: u16,
    nodes: u64,
    /// Little endian, without leading zeros.
    models: Vec<u8>,
}

/// How a run's nodes refer to their children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunKind {
    LowNext = 0,
    HighNext = 1,
    BothNext = 2,
    ByReference = 3,
}

impl RunKind {
    fn of(byte: u8) -> RunKind {
        [RunKind::LowNext, RunKind::HighNext, RunKind::BothNext, RunKind::ByReference][usize::from(byte & 3)]
    }
}
