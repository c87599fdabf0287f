//! Reading `.bdd` files, trusting nothing.

use std::io;
use std::path::{Path, PathBuf};

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::{
    CHECKSUM_LEN, HEADER_AT, HEADER_ENCODING, Header, Kind, LENGTH_AT, LONGEST_RUN, MAGIC, StoredHeader, VERSION,
    VERSION_AT, in_brief,
};
use crate::bdd::{Bdd, FALSE, Index, Level, Node, TRUE, terminals};
use crate::budget::Budget;
use crate::id::{NodeId, Variable};
use crate::modulo::Prime;

/// What is wrong with the bytes of a file: each failure says what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
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

/// A file that could not be read, by name.
#[derive(Debug, thiserror::Error)]
pub enum ReadFileError {
    /// The file could not be opened or read.
    #[error("can't read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What was read is no diagram.
    #[error("{}: {source}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ReadError,
    },
}

/// Reads a file.
///
/// # Errors
///
/// [`ReadFileError`], which names the file, if it can't be read or is not a whole and valid diagram.
pub fn read_file(path: &Path) -> Result<(Bdd, Header), ReadFileError> {
    let bytes = std::fs::read(path).map_err(|source| ReadFileError::Io { path: path.to_owned(), source })?;
    from_bytes(&bytes).map_err(|source| ReadFileError::Content { path: path.to_owned(), source })
}

/// Reads a diagram from a file's bytes.
///
/// The memory and the time it takes are bounded by the number of bytes, whatever they say: a byte can tell of 64 nodes at
/// most, and a node takes about 8 bytes, and at most 16 more while its models are counted.
///
/// # Errors
///
/// [`ReadError`] unless the bytes are exactly those that [`to_bytes`](super::to_bytes) gives for the diagram they
/// hold, and the header tells the truth about it. A number of models of more than 128 bits is checked modulo a random
/// prime of 61 bits: a false one passes with a probability below 1e-13, whoever made the file.
pub fn from_bytes(bytes: &[u8]) -> Result<(Bdd, Header), ReadError> {
    if bytes.len() < HEADER_AT + CHECKSUM_LEN {
        return Err(ReadError::TooShort { found: bytes.len() });
    }
    let magic: [u8; 8] = array(bytes, 0);
    if magic != MAGIC {
        return Err(ReadError::NotABdd { found: magic });
    }
    let (declared, found) = (u64::from_le_bytes(array(bytes, LENGTH_AT)), bytes.len() as u64);
    if declared != found {
        return Err(ReadError::Length { declared, found });
    }
    let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM_LEN);
    let (declared, found) = (u32::from_le_bytes(array(checksum, 0)), crc32fast::hash(content));
    if declared != found {
        return Err(ReadError::Checksum { declared, found });
    }
    match u16::from_le_bytes(array(bytes, VERSION_AT)) {
        VERSION => {}
        found if found > VERSION => return Err(ReadError::NewerVersion { found }),
        found => return Err(ReadError::UnknownVersion { found }),
    }
    let (stored, header_len): (StoredHeader, usize) =
        bincode::serde::decode_from_slice(&content[HEADER_AT..], HEADER_ENCODING)
            .map_err(|error| ReadError::Header { reason: error.to_string() })?;
    // One header, one encoding: no numbers longer than they need to be.
    let encoded = bincode::serde::encode_to_vec(&stored, HEADER_ENCODING).ok();
    if encoded.as_deref() != Some(&content[HEADER_AT..HEADER_AT + header_len])
        || (stored.models.len() > 1 && stored.models.ends_with(&[0]))
    {
        return Err(ReadError::Header { reason: "expected every number in its shortest form".to_owned() });
    }
    let header = Header {
        label: stored.label,
        variables: usize::from(stored.variables),
        nodes: stored.nodes,
        models: BigUint::from_bytes_le(&stored.models),
    };
    let bdd = Body { bytes: &content[HEADER_AT + header_len..], at: 0 }.read(&header)?;
    if !has_models(&bdd, &header.models) {
        return Err(ReadError::ModelCount { found: quick_count(&bdd), declared: header.models });
    }
    Ok((bdd, header))
}

/// Whether a diagram has so many models: exactly while that fits 128 bits, and beyond modulo a prime, so that the work
/// does not grow with the number.
fn has_models(bdd: &Bdd, declared: &BigUint) -> bool {
    let budget = &mut Budget::unlimited();
    // Each pass gives up where a number does not fit: then it is larger than what was declared.
    if let Ok(declared) = u32::try_from(declared) {
        bdd.model_count_in(budget) == Ok(Some(declared))
    } else if let Ok(declared) = u64::try_from(declared) {
        bdd.model_count_in(budget) == Ok(Some(declared))
    } else if let Ok(declared) = u128::try_from(declared) {
        bdd.model_count_in(budget) == Ok(Some(declared))
    } else {
        let prime = Prime::random();
        prime.models(bdd) == prime.remainder(declared)
    }
}

/// The number of models, if that is no work.
fn quick_count(bdd: &Bdd) -> Option<BigUint> {
    /// Bits to be added, at most: 4 million additions of 64 bits.
    const QUICK: usize = 1 << 28;
    let narrow = bdd.model_count_in::<u128>(&mut Budget::unlimited()).ok().flatten().map(BigUint::from);
    narrow.or_else(|| (bdd.node_count().saturating_mul(bdd.variables()) <= QUICK).then(|| bdd.model_count()))
}

fn other_count(declared: &BigUint, found: Option<&BigUint>) -> String {
    let declared = in_brief(declared);
    match found {
        Some(found) => format!("the diagram has {} models, but the header says {declared}", in_brief(found)),
        None => format!("the diagram has another number of models than the header says, {declared}"),
    }
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("the slice has N bytes")
}

struct Body<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Body<'_> {
    fn read(mut self, header: &Header) -> Result<Bdd, ReadError> {
        let variables = header.variables;
        let mut sizes = Vec::with_capacity(variables.min(self.bytes.len()));
        for _ in 0..variables {
            sizes.push(self.varint("the sizes of the levels")?);
        }
        // A constant has no decision node; its only terminal or its two say which it is.
        let decisions: u64 = sizes.iter().sum();
        let constant = (decisions == 0).then_some(header.nodes == 2);
        let found = if constant == Some(false) { 1 } else { decisions + 2 };
        if found != header.nodes {
            return Err(ReadError::NodeCount { declared: header.nodes, found });
        }
        let bdd = match constant {
            Some(value) => Bdd::constant(variables, value),
            None => self.nodes(&sizes, decisions)?,
        };
        let left = self.bytes.len() - self.at;
        if left > 0 { Err(ReadError::TrailingBytes { found: left }) } else { Ok(bdd) }
    }

    fn nodes(&mut self, sizes: &[u64], decisions: u64) -> Result<Bdd, ReadError> {
        let variables = sizes.len() as Level;
        let bytes = self.bytes.len() - self.at;
        if decisions > (bytes * LONGEST_RUN) as u64 || decisions > u64::from(Index::MAX) - 2 {
            return Err(ReadError::TooManyNodes { nodes: decisions, bytes });
        }
        let top = sizes.iter().position(|&size| size > 0).expect("there is a decision node") as Level;
        if sizes[usize::from(top)] != 1 {
            return Err(ReadError::Root { level: Variable::new(top), found: sizes[usize::from(top)] });
        }
        let mut level_start = vec![0; sizes.len() + 1];
        let mut next = 2;
        for (start, &size) in level_start[..sizes.len()].iter_mut().zip(sizes).rev() {
            *start = next;
            next += size as Index;
        }
        let mut nodes = terminals();
        nodes.resize(next as usize, Node { low: FALSE, high: FALSE });
        let mut levels = Levels { sizes, level_start: &level_start, seen: vec![0; sizes.len()], met: 0 };
        levels.seen[usize::from(top)] = 1;
        let mut repeated = Repeated::default();
        for level in top..variables {
            let size = sizes[usize::from(level)] as Index;
            let seen = levels.seen[usize::from(level)];
            if seen < size {
                return Err(ReadError::Unreachable {
                    level: level.into(),
                    found: u64::from(size - seen),
                    nodes: u64::from(size),
                });
            }
            let start = level_start[usize::from(level)];
            self.level(level, &mut nodes[start as usize..(start + size) as usize], &mut levels, &mut repeated)?;
        }
        Ok(Bdd::from_canonical(nodes, level_start))
    }

    fn level(
        &mut self,
        level: Level,
        nodes: &mut [Node],
        levels: &mut Levels<'_>,
        repeated: &mut Repeated,
    ) -> Result<(), ReadError> {
        let mut done = 0;
        let mut previous = None;
        repeated.clear();
        while done < nodes.len() {
            let byte = self.byte("a level")?;
            let (kind, length) = (Kind::of(byte), usize::from(byte >> 2) + 1);
            if previous == Some((kind, true)) {
                return Err(ReadError::SplitRun { level: level.into() });
            }
            previous = Some((kind, length < LONGEST_RUN));
            let Some(run) = nodes.get_mut(done..done + length) else {
                return Err(ReadError::RunTooLong { level: level.into() });
            };
            done += length;
            match kind {
                Kind::LowNext => {
                    let first = levels.next(level, 0, length)?;
                    run.iter_mut().zip(first..).for_each(|(node, low)| *node = Node { low, high: FALSE });
                }
                Kind::HighNext => {
                    let first = levels.next(level, 0, length)?;
                    run.iter_mut().zip(first..).for_each(|(node, high)| *node = Node { low: FALSE, high });
                }
                Kind::BothNext => {
                    let first = levels.next(level, 0, 2 * length)?;
                    let lows = (first..).step_by(2);
                    run.iter_mut().zip(lows).for_each(|(node, low)| *node = Node { low, high: low + 1 });
                }
                Kind::ByReference => {
                    for node in run {
                        let before = levels.met;
                        let low = self.reference(level, levels)?;
                        let high = self.reference(level, levels)?;
                        if low == high {
                            return Err(ReadError::Redundant { level: level.into(), child: low.into() });
                        }
                        *node = Node { low, high };
                        if levels.met == before && !repeated.note(*node) {
                            return Err(ReadError::Duplicate { level: level.into() });
                        }
                    }
                }
            }
        }
        if repeated.is_among(nodes) { Err(ReadError::Duplicate { level: level.into() }) } else { Ok(()) }
    }

    fn reference(&mut self, level: Level, levels: &mut Levels<'_>) -> Result<Index, ReadError> {
        let code = self.varint("a reference")?;
        if code <= u64::from(TRUE) {
            return Ok(code as Index);
        }
        let skipped = (code - 2) / 2;
        if code % 2 == 0 {
            levels.next(level, skipped, 1)
        } else {
            let back = self.varint("a reference")?;
            levels.met(level, skipped, back)
        }
    }

    fn byte(&mut self, within: &'static str) -> Result<u8, ReadError> {
        let byte = *self.bytes.get(self.at).ok_or(ReadError::BodyEnds { within })?;
        self.at += 1;
        Ok(byte)
    }

    fn varint(&mut self, within: &'static str) -> Result<u64, ReadError> {
        let start = self.at;
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte(within)?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 0 {
                    break;
                }
                return Ok(value);
            }
        }
        Err(ReadError::Varint { at: start })
    }
}

/// Which nodes have been referred to, as the levels are read from the root down.
struct Levels<'a> {
    sizes: &'a [u64],
    level_start: &'a [Index],
    /// How many nodes of each level have been referred to.
    seen: Vec<Index>,
    /// How many in all.
    met: u64,
}

impl Levels<'_> {
    fn child_level(&self, parent: Level, skipped: u64) -> Result<Level, ReadError> {
        let (child, variables) = (u64::from(parent) + 1 + skipped, self.sizes.len());
        if child < variables as u64 {
            Ok(child as Level)
        } else {
            Err(ReadError::Ordering { level: parent.into(), child, variables })
        }
    }

    /// The next nodes of a level, referred to for the first time; the first of so many.
    fn next(&mut self, parent: Level, skipped: u64, count: usize) -> Result<Index, ReadError> {
        let child = self.child_level(parent, skipped)?;
        let seen = &mut self.seen[usize::from(child)];
        let first = *seen;
        if u64::from(first) + count as u64 > self.sizes[usize::from(child)] {
            return Err(ReadError::NoSuchNode { level: parent.into(), child: child.into() });
        }
        *seen += count as Index;
        self.met += count as u64;
        Ok(self.level_start[usize::from(child)] + first)
    }

    /// A node that was referred to before.
    fn met(&self, parent: Level, skipped: u64, back: u64) -> Result<Index, ReadError> {
        let child = self.child_level(parent, skipped)?;
        let seen = self.seen[usize::from(child)];
        if back >= u64::from(seen) {
            return Err(ReadError::NoSuchNode { level: parent.into(), child: child.into() });
        }
        Ok(self.level_start[usize::from(child)] + seen - 1 - back as Index)
    }
}

/// Finds equal nodes of a level. A node that refers to something for the first time differs from all nodes before
/// it. So of two equal nodes the later one has only children met before: few nodes are like that, and only they need
/// to be looked up.
#[derive(Default)]
struct Repeated {
    candidates: FxHashSet<Node>,
    count: usize,
}

impl Repeated {
    fn clear(&mut self) {
        self.candidates.clear();
        self.count = 0;
    }

    /// Notes a node all of whose children were met before; whether it is the first such node of its kind.
    fn note(&mut self, node: Node) -> bool {
        self.count += 1;
        self.candidates.insert(node)
    }

    /// Whether one of the noted nodes stands among these more often than it was noted.
    fn is_among(&self, nodes: &[Node]) -> bool {
        self.count > 0 && nodes.iter().filter(|node| self.candidates.contains(node)).count() > self.count
    }
}
