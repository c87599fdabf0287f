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
//! assert!(error.to_string().starts_with("the file is damaged "));
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
//! canonical order of [`DecisionDiagram`](crate::DecisionDiagram). In this order, the nodes of a level are sorted by
//! their first references. So the first reference to a node always means the *next* node of its level: the first node
//! there that no earlier reference meant.
//!
//! Nodes are written in *runs* of nodes of the same kind. The low two bits of a run's first byte hold the kind, and the
//! other bits the number of nodes, 1 to 64, minus 1. The kind says which children the nodes have:
//!
//! | kind | low child | high child |
//! |---|---|---|
//! | 0 | next node of the level below | FALSE |
//! | 1 | FALSE | next node of the level below |
//! | 2 | next node of the level below | the node after it |
//! | 3 | by reference | by reference |
//!
//! Only runs of kind 3 have more bytes: the references to both children of each node. A node that fits one of the first
//! three kinds is never written by reference, and every run is as long as possible.
//!
//! References are varints (7 bits in each byte, low bits first, as short as possible): 0 for FALSE, 1 for TRUE, and
//! `2 + 2 * skipped` for the next node of a level that an edge reaches by skipping `skipped` levels. A node that was
//! referred to before is `3 + 2 * skipped`, followed by a second varint: its distance from the last node of its level
//! that was referred to so far. The distance is 0 for this last node itself.
//!
//! Equal diagrams with equal labels give equal bytes, and readers accept no other bytes for them.
//!
//! # Zero-suppressed diagrams
//!
//! A `.zdd` file stores a [`Zdd`](crate::Zdd) in the same layout, with `ZDD` in place of `BDD` in its magic. It has no
//! runs of kind 0, since a node with the high child FALSE is redundant.

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::{FileError, ReadError, ReadErrorKind, WriteError};
#[cfg(feature = "serde")]
pub(crate) use read::diagram_from_bytes;
pub use read::{from_bytes, read_any_file, read_file, read_zdd_file, zdd_from_bytes};
pub use write::{create_file, remove_abandoned, replace_file, to_bytes, write_file};

use std::fmt::{self, Write};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::reduction::Reduction;

/// Returns the magic: the first bytes of a file, which tell the reduction rule `R` of its diagram.
const fn magic<R: Reduction>() -> [u8; 8] {
    if R::SKIPS_FREE { *b"\x89BDD\r\n\x1a\n" } else { *b"\x89ZDD\r\n\x1a\n" }
}

/// The version of `.bdd` files that this crate writes, and the newest that it reads.
pub const VERSION: u16 = 1;
const VERSION_AT: usize = 8;
const LENGTH_AT: usize = VERSION_AT + 2;
const HEADER_AT: usize = LENGTH_AT + 8;
const CHECKSUM_LEN: usize = 4;
/// The largest number of bytes of an encoded header: more than it can need, since the model count of 65,535 variables
/// takes 8 KiB.
const HEADER_LIMIT: usize = 16 << 10;
const LONGEST_RUN: usize = 64;
/// The reference code of the terminal FALSE.
const FALSE_CODE: u64 = 0;
/// The code of the first reference to a node on the level below. For each level that the edge skips, 2 is added.
const NEXT: u64 = 2;
/// The code of a later reference to a node on the level below. For each level that the edge skips, 2 is added.
const MET: u64 = 3;

const HEADER_ENCODING: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<HEADER_LIMIT>,
> = bincode::config::standard().with_limit::<HEADER_LIMIT>();

/// The name and the size of the puzzle whose solutions a diagram holds. The program that builds the diagram chooses
/// them; this crate only stores them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The name of the puzzle, such as `n-queens`. A name of up to 1000 bytes always fits the header of a file.
    /// [`to_bytes`] returns an error for a name that does not fit.
    pub puzzle: String,
    /// The size of the puzzle, such as the number of ranks of the board.
    pub size: u32,
}

/// Writes the label in the form `n-queens of size 8`. Unprintable characters of the name are escaped as in Rust's
/// strings, since a file from a stranger may contain characters that move the cursor or reverse the direction of
/// writing.
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

/// The header of a `.bdd` or `.zdd` file: the label, and three numbers that the reader checks against the diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name and the size of the puzzle whose solutions the diagram holds.
    pub label: Label,
    /// The number of variables of the diagram.
    pub variables: usize,
    /// The number of nodes of the diagram, terminals included.
    pub nodes: u64,
    /// The number of models of the diagram.
    pub models: BigUint,
}

impl Header {
    /// Returns the number of models as text: all digits if there are at most 60, and otherwise the first 20 digits and
    /// the number of digits.
    #[must_use]
    pub fn models_in_brief(&self) -> String {
        in_brief(&self.models)
    }
}

/// Returns a number as text: all digits if there are at most 60, and otherwise the first 20 digits and the number of
/// digits.
fn in_brief(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= 60 { digits } else { format!("{}... ({} digits)", &digits[..20], digits.len()) }
}

/// The header of a `.bdd` file in the form that is stored.
#[derive(Serialize, Deserialize)]
struct StoredHeader {
    label: Label,
    variables: u16,
    nodes: u64,
    /// The number of models in bytes, little endian, without zeros at the end.
    models: Vec<u8>,
}

/// The kind of a run, a sequence of nodes in a file that refer to their children in the same way.
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
