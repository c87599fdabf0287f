//! Reading `.bdd` files.
//!
//! The reader trusts nothing. It checks magic, version, length and checksum first, so that a newer file is told apart
//! from a damaged one; then every property of a canonical diagram as it decodes the nodes; and it counts the models
//! anew and compares the number. It allocates no more than the bytes present justify.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::{
    CHECKSUM_LEN, FALSE_CODE, HEADER_AT, HEADER_ENCODING, Header, Kind, LENGTH_AT, LONGEST_RUN, MAGIC, NEXT,
    StoredHeader, VERSION, VERSION_AT,
    error::{FileError, ReadError, ReadErrorKind},
    in_brief,
};
use crate::bdd::{Bdd, FALSE, Index, Level, Node, TRUE, terminals};
use crate::budget::{Budget, Stopped};
use crate::modulo::Prime;

/// Reads a file. The budget's memory holds the file's bytes, the diagram's nodes, and the counts by which the number of
/// models is checked.
///
/// A device or a pipe without an end is read up to the budget's memory, and not at all if it begins as no `.bdd` file does.
///
/// # Errors
///
/// [`FileError`], which names the file, if it can't be read or is not a whole and valid diagram; and if the budget did not
/// suffice or somebody cancelled, one whose [`content`](FileError::content) says so by [`ReadError::stopped`].
pub fn read_file(path: &Path, budget: &mut Budget<'_>) -> Result<(Bdd, Header), FileError> {
    let bytes = bytes_of(path, budget)?;
    from_bytes(&bytes, budget).map_err(|error| FileError::new("", path, error))
}

/// Reads a file's bytes, of which the first ones tell how many there should be.
fn bytes_of(path: &Path, budget: &Budget<'_>) -> Result<Vec<u8>, FileError> {
    let unread = |error| FileError::new("can't read ", path, error);
    let wrong = |error: ReadError| FileError::new("", path, error);
    let mut file = File::open(path).map_err(unread)?;
    let mut bytes = Vec::new();
    file.by_ref().take(HEADER_AT as u64).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() < HEADER_AT {
        return Ok(bytes);
    }
    check_magic(&bytes).map_err(wrong)?;
    let declared = u64::from_le_bytes(array(&bytes, LENGTH_AT));
    let length = file.metadata().map_or(declared, |file| file.len().max(declared));
    // One byte more shows that the file is longer.
    let limit = length.min(budget.memory() as u64).saturating_add(1).saturating_sub(HEADER_AT as u64);
    file.take(limit).read_to_end(&mut bytes).map_err(unread)?;
    budget.check_memory(bytes.len()).map_err(|stopped| wrong(stopped.into()))?;
    Ok(bytes)
}

/// The share of the nodes in the time that reading takes; the rest is for counting models.
const NODES_SHARE: f64 = 0.8;

/// Reads a diagram from a file's bytes. The budget's memory holds the bytes, the diagram's nodes and the counts by which the
/// number of models is checked.
///
/// The memory and the time it takes are bounded by the number of bytes as well, whatever they say: a byte can tell of 64
/// nodes at most, and a node takes about 8 bytes, and at most 16 more while its models are counted. That is up to 1.5 KB a
/// byte.
///
/// # Errors
///
/// [`ReadError`] unless the bytes are exactly those that [`to_bytes`](super::to_bytes) gives for the diagram they
/// hold, and the header tells the truth about it; and one with [`ReadError::stopped`] if the budget did not suffice or
/// somebody cancelled. A number of models of more than 128 bits is checked modulo a random
/// prime of 61 bits: a false one passes with a probability below 1e-13, whoever made the file. (In a browser, whose random
/// numbers Rust's standard library does not reach, this holds only for files that were not made to pass.)
pub fn from_bytes(bytes: &[u8], budget: &mut Budget<'_>) -> Result<(Bdd, Header), ReadError> {
    budget.check()?;
    let (found, shortest) = (bytes.len(), HEADER_AT + CHECKSUM_LEN);
    if found < shortest {
        let message = format!(
            "too short: {found} bytes, where the shortest file has {shortest}; the file was cut off, or is none of ours"
        );
        return Err(ReadError::new(ReadErrorKind::NotABdd, message));
    }
    check_magic(bytes)?;
    let (declared, found) = (u64::from_le_bytes(array(bytes, LENGTH_AT)), bytes.len() as u64);
    if declared != found {
        let message = format!(
            "damaged: the file says it has {declared} bytes, but there are {found}; it was cut off or added to"
        );
        return Err(ReadError::new(ReadErrorKind::Damaged, message));
    }
    let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM_LEN);
    let (declared, found) = (u32::from_le_bytes(array(checksum, 0)), crc32fast::hash(content));
    if declared != found {
        let message = format!("damaged: the checksum of its bytes is {found:08x}, expected {declared:08x}");
        return Err(ReadError::new(ReadErrorKind::Damaged, message));
    }
    let found = u16::from_le_bytes(array(bytes, VERSION_AT));
    if found != VERSION {
        let message = if found > VERSION {
            format!(
                "of version {found}, newer than {VERSION}, the newest that this program reads; update the program, or make the file anew"
            )
        } else {
            format!("of version {found}, which no program ever wrote; expected {VERSION}")
        };
        return Err(ReadError::new(ReadErrorKind::Version, message));
    }
    let (stored, header_len): (StoredHeader, usize) =
        match bincode::serde::decode_from_slice(&content[HEADER_AT..], HEADER_ENCODING) {
            Ok(stored) => stored,
            Err(error) => return malformed(move || format!("the header is malformed: {error}")),
        };
    let models = BigUint::from_bytes_le(&stored.models);
    // One header, one encoding: every number as the writer has it, which gives zero models a byte.
    let encoded = bincode::serde::encode_to_vec(&stored, HEADER_ENCODING).ok();
    if encoded.as_deref() != Some(&content[HEADER_AT..HEADER_AT + header_len]) || stored.models != models.to_bytes_le()
    {
        return malformed(|| "the header is malformed: expected every number in its shortest form".to_owned());
    }
    let header = Header { label: stored.label, variables: usize::from(stored.variables), nodes: stored.nodes, models };
    let body = Body { bytes: &content[HEADER_AT + header_len..], at: 0 };
    let bdd = budget.part(0.0..NODES_SHARE, |budget| body.read(&header, budget))?;
    if !budget.part(NODES_SHARE..1.0, |budget| has_models(&bdd, &header.models, budget))? {
        let declared = header.models_in_brief();
        return match quick_count(&bdd, budget)?.map(|found| in_brief(&found)) {
            Some(found) => malformed(move || format!("the diagram has {found} models, but the header says {declared}")),
            None => {
                malformed(move || format!("the diagram has another number of models than the header says, {declared}"))
            }
        };
    }
    Ok((bdd, header))
}

/// Refuses a file that arrived whole, and is none that a writer gives. The message is a closure that owns its values:
/// formatted here, it costs the loops that read neither code nor a value kept in memory to be pointed to.
#[cold]
#[inline(never)]
fn malformed<T>(message: impl FnOnce() -> String) -> Result<T, ReadError> {
    Err(ReadError::new(ReadErrorKind::Malformed, message()))
}

fn check_magic(bytes: &[u8]) -> Result<(), ReadError> {
    let found: [u8; 8] = array(bytes, 0);
    if found == MAGIC {
        return Ok(());
    }
    let message = format!("not a .bdd file: it begins with {found:02x?}, expected {MAGIC:02x?}");
    Err(ReadError::new(ReadErrorKind::NotABdd, message))
}

/// Whether a diagram has so many models: exactly while that fits 128 bits, and beyond modulo a prime, so that the work
/// does not grow with the number.
fn has_models(bdd: &Bdd, declared: &BigUint, budget: &mut Budget<'_>) -> Result<bool, Stopped> {
    // Each pass gives up where a number does not fit: then it is larger than what was declared.
    Ok(if let Ok(declared) = u32::try_from(declared) {
        bdd.model_count_in(budget)? == Some(declared)
    } else if let Ok(declared) = u64::try_from(declared) {
        bdd.model_count_in(budget)? == Some(declared)
    } else if let Ok(declared) = u128::try_from(declared) {
        bdd.model_count_in(budget)? == Some(declared)
    } else {
        let prime = Prime::random();
        prime.models(bdd, budget)? == prime.remainder(declared)
    })
}

/// The bytes of memory that a diagram takes while it is read, those of its file included.
fn memory_to_read(nodes: usize, body: usize, models: &BigUint) -> usize {
    // Numbers as `has_models` counts with.
    let number = match models.bits() {
        0..=32 => size_of::<u32>(),
        65..=128 => size_of::<u128>(),
        _ => size_of::<u64>(),
    };
    // The file, and for the table of nodes that are looked up eight times its bytes: such a node takes four of them at
    // least, and 32 of the table while that grows.
    nodes.saturating_mul(size_of::<Node>() + number).saturating_add(body.saturating_mul(9))
}

/// The number of models, if that is no work and fits the budget's memory.
fn quick_count(bdd: &Bdd, budget: &mut Budget<'_>) -> Result<Option<BigUint>, Stopped> {
    /// Bits to be added, at most: 4 million additions of 64 bits.
    const QUICK: usize = 1 << 28;
    if budget.check_memory(bdd.node_count() * (size_of::<Node>() + size_of::<u128>())).is_err() {
        return Ok(None);
    }
    if let Some(count) = bdd.model_count_in::<u128>(budget)? {
        return Ok(Some(count.into()));
    }
    let is_quick = bdd.node_count().saturating_mul(bdd.variables()) <= QUICK;
    is_quick.then(|| bdd.model_count_within(budget)).transpose()
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("the slice has N bytes")
}

struct Body<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Body<'_> {
    fn read(mut self, header: &Header, budget: &mut Budget<'_>) -> Result<Bdd, ReadError> {
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
            return malformed(move || {
                format!("the levels hold {found} nodes with the terminals, but the header says {}", header.nodes)
            });
        }
        let bdd = match constant {
            Some(value) => Bdd::constant(variables, value),
            None => self.nodes(header, &sizes, decisions, budget)?,
        };
        let left = self.bytes.len() - self.at;
        if left > 0 {
            return malformed(move || format!("{left} bytes follow the last node; expected none"));
        }
        Ok(bdd)
    }

    fn nodes(
        &mut self,
        header: &Header,
        sizes: &[u64],
        decisions: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Bdd, ReadError> {
        let variables = sizes.len() as Level;
        let bytes = self.bytes.len() - self.at;
        if decisions > (bytes * LONGEST_RUN) as u64 || decisions > u64::from(Index::MAX) - 2 {
            return malformed(move || format!("{decisions} nodes can't be told in the {bytes} bytes that follow"));
        }
        let top = sizes.iter().position(|&size| size > 0).expect("there is a decision node") as Level;
        if sizes[usize::from(top)] != 1 {
            let found = sizes[usize::from(top)];
            return malformed(move || format!("the topmost level, {top}, has {found} nodes; expected the root alone"));
        }
        budget.check_memory(memory_to_read(decisions as usize + 2, bytes, &header.models))?;
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
        let mut repeated = Repeated { candidates: FxHashSet::default(), hashes: [0; Repeated::BITS / 64] };
        for level in top..variables {
            let size = sizes[usize::from(level)] as Index;
            let seen = levels.seen[usize::from(level)];
            if seen < size {
                return malformed(move || {
                    format!("{} of the {size} nodes of level {level} can't be reached from the root", size - seen)
                });
            }
            let start = level_start[usize::from(level)];
            // The levels further down come first.
            budget.spend(size, || 1.0 - f64::from(start) / f64::from(next))?;
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
        let duplicate = move || malformed(move || format!("level {level} has the same node twice"));
        let mut done = 0;
        let mut previous = None;
        repeated.clear();
        while done < nodes.len() {
            let byte = self.byte("a level")?;
            let (kind, length) = (Kind::of(byte), usize::from(byte >> 2) + 1);
            if previous == Some((kind, true)) {
                return malformed(move || {
                    format!("two runs of one kind follow each other on level {level}; expected one")
                });
            }
            previous = Some((kind, length < LONGEST_RUN));
            let Some(run) = nodes.get_mut(done..done + length) else {
                return malformed(move || format!("a run of nodes goes past the end of level {level}"));
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
                        let (low_code, low) = self.reference(level, levels)?;
                        let (high_code, high) = self.reference(level, levels)?;
                        if matches!((low_code, high_code), (NEXT, FALSE_CODE | NEXT) | (FALSE_CODE, NEXT)) {
                            return malformed(move || {
                                format!(
                                    "a node of level {level} is told by reference, where a run without references tells it"
                                )
                            });
                        }
                        if low == high {
                            return malformed(move || {
                                format!("a node of level {level} is redundant: both its children are node {low}")
                            });
                        }
                        *node = Node { low, high };
                        if levels.met == before && !repeated.note(*node) {
                            return duplicate();
                        }
                    }
                }
            }
        }
        if repeated.is_among(nodes) { duplicate() } else { Ok(()) }
    }

    /// A child, and the number that its reference begins with.
    fn reference(&mut self, level: Level, levels: &mut Levels<'_>) -> Result<(u64, Index), ReadError> {
        let code = self.varint("a reference")?;
        if code <= u64::from(TRUE) {
            return Ok((code, code as Index));
        }
        let skipped = (code - NEXT) / 2;
        let child = if code % 2 == 0 {
            levels.next(level, skipped, 1)?
        } else {
            let back = self.varint("a reference")?;
            levels.met(level, skipped, back)?
        };
        Ok((code, child))
    }

    #[inline]
    fn byte(&mut self, within: &'static str) -> Result<u8, ReadError> {
        let Some(&byte) = self.bytes.get(self.at) else {
            return malformed(move || format!("the body ends within {within}"));
        };
        self.at += 1;
        Ok(byte)
    }

    #[inline]
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
        malformed(move || {
            format!(
                "a number at byte {start} of the body is malformed: expected a varint of at most 5 bytes without leading zeros"
            )
        })
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
    #[inline(always)]
    fn child_level(&self, parent: Level, skipped: u64) -> Result<Level, ReadError> {
        let (child, variables) = (u64::from(parent) + 1 + skipped, self.sizes.len());
        if child < variables as u64 {
            Ok(child as Level)
        } else {
            malformed(move || {
                format!("a node of level {parent} refers to level {child}; expected a later one of {variables} levels")
            })
        }
    }

    /// The next nodes of a level, referred to for the first time; the first of so many.
    #[inline(always)]
    fn next(&mut self, parent: Level, skipped: u64, count: usize) -> Result<Index, ReadError> {
        let child = self.child_level(parent, skipped)?;
        let seen = &mut self.seen[usize::from(child)];
        let first = *seen;
        if u64::from(first) + count as u64 > self.sizes[usize::from(child)] {
            return no_such_node(parent, child);
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
            return no_such_node(parent, child);
        }
        Ok(self.level_start[usize::from(child)] + seen - 1 - back as Index)
    }
}

/// Refuses a reference to a node that a level does not have.
#[cold]
fn no_such_node(parent: Level, child: Level) -> Result<Index, ReadError> {
    malformed(move || format!("a node of level {parent} refers to a node that level {child} does not have"))
}

/// Finds equal nodes of a level. A node that refers to something for the first time differs from all nodes before
/// it. So of two equal nodes the later one has only children met before: few nodes are like that, and only they need
/// to be looked up.
struct Repeated {
    candidates: FxHashSet<Node>,
    /// A bit for each hash that a candidate has: nearly all other nodes are told apart by it, without a look-up.
    hashes: [u64; Repeated::BITS / 64],
}

impl Repeated {
    /// A power of two: the nodes of a level that are candidates are some thousands at most in diagrams of n-queens.
    const BITS: usize = 1 << 14;

    fn clear(&mut self) {
        if !self.candidates.is_empty() {
            self.candidates.clear();
            self.hashes.fill(0);
        }
    }

    /// The word and the bit of a node's hash.
    fn hash(node: Node) -> (usize, u64) {
        // Multiplied by the golden ratio, as Fibonacci hashing does (Knuth, volume 3, 6.4); the top bits are the mixed ones.
        let mixed = (u64::from(node.low) << 32 | u64::from(node.high)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (mixed >> (64 - Repeated::BITS.trailing_zeros())) as usize;
        (hash / 64, 1 << (hash % 64))
    }

    /// Notes a node all of whose children were met before; whether it is the first such node of its kind.
    fn note(&mut self, node: Node) -> bool {
        let (word, bit) = Repeated::hash(node);
        self.hashes[word] |= bit;
        self.candidates.insert(node)
    }

    /// Whether one of the noted nodes stands among these twice.
    fn is_among(&self, nodes: &[Node]) -> bool {
        let is_candidate = |&&node: &&Node| {
            let (word, bit) = Repeated::hash(node);
            self.hashes[word] & bit != 0 && self.candidates.contains(&node)
        };
        !self.candidates.is_empty() && nodes.iter().filter(is_candidate).count() > self.candidates.len()
    }
}
