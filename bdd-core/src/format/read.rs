//! Reading `.bdd` and `.zdd` files.
//!
//! The reader trusts no input. First it checks magic, version, length and checksum, to tell a newer file from a damaged
//! one. Then it decodes the nodes, and checks every property of a canonical diagram. Last, it counts the models and
//! compares their number with the header. It allocates no more memory than the number of bytes justifies.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::{
    CHECKSUM_LEN, FALSE_CODE, HEADER_AT, HEADER_ENCODING, Header, LENGTH_AT, LONGEST_RUN, NEXT, RunKind, StoredHeader,
    VERSION, VERSION_AT,
    error::{FileError, ReadError, ReadErrorKind},
    in_brief, magic,
};
use crate::budget::{Budget, Interrupted};
use crate::convert::AnyDiagram;
use crate::diagram::{Bdd, DecisionDiagram, FALSE, Index, Level, Node, TRUE, Zdd, terminals};
use crate::modulo::Prime;
use crate::reduction::{EqualChildren, Reduction, ZeroSuppressed};

/// Reads a `.bdd` file. The budget's memory has to hold the bytes of the file, the nodes, and the numbers with which
/// the models are counted for a check.
///
/// A device or a pipe without an end is read only up to the budget's memory. If the file does not begin like a `.bdd`
/// file, reading ends after the first bytes.
///
/// ```
/// use bdd_core::format::{Label, read_file, write_file};
/// use bdd_core::{Bdd, Budget};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("true.bdd");
/// let label = Label { puzzle: "anything".to_owned(), size: 8 };
/// write_file(&path, &Bdd::constant(8, true), &label)?;
/// let (bdd, header) = read_file(&path, &mut Budget::unlimited())?;
/// assert_eq!((bdd.is_true(), header.label.to_string().as_str()), (true, "anything of size 8"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`FileError`], which names the file, if it can't be read or is not a valid `.bdd` file. If the budget did not
/// suffice or was cancelled, [`content`](FileError::content) returns an error whose
/// [`interrupted`](ReadError::interrupted) is the reason.
pub fn read_file(path: &Path, budget: &mut Budget<'_>) -> Result<(Bdd, Header), FileError> {
    diagram_from_file(path, budget)
}

/// Reads a `.zdd` file, as [`read_file`] reads a `.bdd` file.
///
/// ```
/// use bdd_core::format::{Label, read_zdd_file, write_file};
/// use bdd_core::{Budget, Zdd};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("true.zdd");
/// let label = Label { puzzle: "anything".to_owned(), size: 8 };
/// write_file(&path, &Zdd::constant(8, true), &label)?;
/// let (zdd, header) = read_zdd_file(&path, &mut Budget::unlimited())?;
/// assert_eq!((zdd.is_true(), header.models), (true, 256u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`FileError`], which names the file, if it can't be read or is not a valid `.zdd` file.
pub fn read_zdd_file(path: &Path, budget: &mut Budget<'_>) -> Result<(Zdd, Header), FileError> {
    diagram_from_file(path, budget)
}

/// Reads a `.bdd` or a `.zdd` file; its first bytes tell the kind. The file is read once, so it may be a pipe.
///
/// ```
/// use bdd_core::format::{Label, read_any_file, write_file};
/// use bdd_core::{AnyDiagram, Budget, Zdd};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("true.zdd");
/// write_file(&path, &Zdd::constant(8, true), &Label { puzzle: "anything".to_owned(), size: 8 })?;
/// let (diagram, _) = read_any_file(&path, &mut Budget::unlimited())?;
/// assert_eq!(diagram, AnyDiagram::Zdd(Zdd::constant(8, true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`FileError`], which names the file, if it can't be read or is not a valid file of either kind.
pub fn read_any_file(path: &Path, budget: &mut Budget<'_>) -> Result<(AnyDiagram, Header), FileError> {
    let check_either = |bytes: &[u8]| if is_zdd(bytes) { Ok(()) } else { check_magic::<EqualChildren>(bytes) };
    let bytes = bytes_of(path, check_either, budget)?;
    let read = match is_zdd(&bytes) {
        true => zdd_from_bytes(&bytes, budget).map(|(zdd, header)| (AnyDiagram::Zdd(zdd), header)),
        false => from_bytes(&bytes, budget).map(|(bdd, header)| (AnyDiagram::Bdd(bdd), header)),
    };
    read.map_err(|error| FileError::new("", path, error))
}

/// Returns `true` if `bytes` begins with the magic of `.zdd` files.
fn is_zdd(bytes: &[u8]) -> bool {
    bytes.starts_with(&magic::<ZeroSuppressed>())
}

fn diagram_from_file<R: Reduction>(
    path: &Path,
    budget: &mut Budget<'_>,
) -> Result<(DecisionDiagram<R>, Header), FileError> {
    let bytes = bytes_of(path, check_magic::<R>, budget)?;
    diagram_from_bytes(&bytes, budget).map_err(|error| FileError::new("", path, error))
}

/// Reads the bytes of a file: first the bytes before the header, which `check_magic` checks and which declare the
/// file's length, then the rest.
fn bytes_of(
    path: &Path,
    check_magic: impl FnOnce(&[u8]) -> Result<(), ReadError>,
    budget: &Budget<'_>,
) -> Result<Vec<u8>, FileError> {
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
    // Read one byte more than the declared length, which shows if the file is longer.
    let limit = length.min(budget.memory() as u64).saturating_add(1).saturating_sub(HEADER_AT as u64);
    file.take(limit).read_to_end(&mut bytes).map_err(unread)?;
    budget.check_memory(bytes.len()).map_err(|interrupted| wrong(interrupted.into()))?;
    Ok(bytes)
}

/// The fraction of the reading time in which nodes are read; in the remaining time, models are counted.
const NODES_SHARE: f64 = 0.8;

/// Reads a diagram from the bytes of a `.bdd` file. The budget's memory has to hold the bytes, the nodes, and the
/// numbers with which the models are counted for a check.
///
/// The number of bytes bounds memory and time too, whatever the bytes contain. A byte stands for at most 64 nodes; a
/// node takes about 8 bytes of memory, and at most 16 more while models are counted. That is up to 1.5 KB of memory for
/// each byte.
///
/// # Errors
///
/// [`ReadError`] if the bytes are not exactly the result of [`to_bytes`](super::to_bytes) for their diagram and label,
/// or if the budget did not suffice or was cancelled; in the second case [`ReadError::interrupted`] returns the reason.
///
/// A number of models of more than 128 bits is checked modulo a random prime of 61 bits: a false number passes with a
/// probability below 1e-13, even in a forged file. (In a browser, where Rust's standard library has no random numbers,
/// a forged file can pass.)
pub fn from_bytes(bytes: &[u8], budget: &mut Budget<'_>) -> Result<(Bdd, Header), ReadError> {
    diagram_from_bytes(bytes, budget)
}

/// Reads a zero-suppressed diagram from the bytes of a `.zdd` file, as [`from_bytes`] reads a [`Bdd`].
///
/// # Errors
///
/// [`ReadError`] if the bytes are not exactly the result of [`to_bytes`](super::to_bytes) for their diagram and label,
/// or if the budget did not suffice or was cancelled.
pub fn zdd_from_bytes(bytes: &[u8], budget: &mut Budget<'_>) -> Result<(Zdd, Header), ReadError> {
    diagram_from_bytes(bytes, budget)
}

pub(crate) fn diagram_from_bytes<R: Reduction>(
    bytes: &[u8],
    budget: &mut Budget<'_>,
) -> Result<(DecisionDiagram<R>, Header), ReadError> {
    budget.check()?;
    let (found, shortest) = (bytes.len(), HEADER_AT + CHECKSUM_LEN);
    if found < shortest {
        let message =
            format!("expected at least {shortest} bytes, found {found}; the file is incomplete, or not a diagram");
        return Err(ReadError::new(ReadErrorKind::NotABdd, message));
    }
    check_magic::<R>(bytes)?;
    let (declared, found) = (u64::from_le_bytes(array(bytes, LENGTH_AT)), bytes.len() as u64);
    if declared != found {
        let message =
            format!("the file is damaged (its header says {declared} bytes, but it has {found}); make it again");
        return Err(ReadError::new(ReadErrorKind::Damaged, message));
    }
    let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM_LEN);
    let (declared, found) = (u32::from_le_bytes(array(checksum, 0)), crc32fast::hash(content));
    if declared != found {
        let message = format!(
            "the file is damaged (its bytes have the checksum {found:08x}, but it says {declared:08x}); make it again"
        );
        return Err(ReadError::new(ReadErrorKind::Damaged, message));
    }
    let found = u16::from_le_bytes(array(bytes, VERSION_AT));
    if found != VERSION {
        let message = if found > VERSION {
            format!(
                "expected at most version {VERSION}, found version {found}; update the program, or make the file again"
            )
        } else {
            format!("expected version {VERSION}, found version {found}, which no program ever wrote")
        };
        return Err(ReadError::new(ReadErrorKind::Version, message));
    }
    let (stored, header_len): (StoredHeader, usize) =
        match bincode::serde::decode_from_slice(&content[HEADER_AT..], HEADER_ENCODING) {
            Ok(stored) => stored,
            Err(error) => return malformed(move || format!("the header is malformed: {error}")),
        };
    let models = BigUint::from_bytes_le(&stored.models);
    // A header has only one valid encoding: the one that the writer makes. The writer encodes the model count 0 as one
    // byte.
    let encoded = bincode::serde::encode_to_vec(&stored, HEADER_ENCODING).ok();
    if encoded.as_deref() != Some(&content[HEADER_AT..HEADER_AT + header_len]) || stored.models != models.to_bytes_le()
    {
        return malformed(|| "the header is malformed: expected every number in its shortest form".to_owned());
    }
    let header = Header { label: stored.label, variables: usize::from(stored.variables), nodes: stored.nodes, models };
    let body = BodyReader { bytes: &content[HEADER_AT + header_len..], at: 0 };
    let bdd = budget.part(0.0..NODES_SHARE, |budget| body.read(&header, budget))?;
    if !budget.part(NODES_SHARE..1.0, |budget| has_models(&bdd, &header.models, budget))? {
        let declared = header.models_in_brief();
        return match quick_count(&bdd, budget)?.map(|found| in_brief(&found)) {
            Some(found) => malformed(move || format!("the diagram has {found} models, but the header says {declared}")),
            None => malformed(move || format!("the diagram does not have the {declared} models that the header says")),
        };
    }
    Ok((bdd, header))
}

/// Returns an error of the kind [`ReadErrorKind::Malformed`]. The message is a closure over owned values: formatting it
/// in the loops that read would add code to them, and would force their values into memory.
#[cold]
#[inline(never)]
fn malformed<T>(message: impl FnOnce() -> String) -> Result<T, ReadError> {
    Err(ReadError::new(ReadErrorKind::Malformed, message()))
}

fn check_magic<R: Reduction>(bytes: &[u8]) -> Result<(), ReadError> {
    let (found, expected): ([u8; 8], [u8; 8]) = (array(bytes, 0), magic::<R>());
    if found == expected {
        return Ok(());
    }
    let kind = R::NAME.to_lowercase();
    let message = format!("not a .{kind} file: it begins with {found:02x?}, expected {expected:02x?}");
    Err(ReadError::new(ReadErrorKind::NotABdd, message))
}

/// Returns `true` if a diagram has `declared` models. The check is exact up to 128 bits. A larger number is checked
/// modulo a random prime, so that the work does not grow with the number.
fn has_models<R: Reduction>(
    bdd: &DecisionDiagram<R>,
    declared: &BigUint,
    budget: &mut Budget<'_>,
) -> Result<bool, Interrupted> {
    // A pass ends early if a number does not fit its type: then the number exceeds the declared number.
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

/// Returns the number of bytes of memory that reading takes, the bytes of the file's body included. The file has
/// `nodes` nodes and a body of `body` bytes; its header states `models` as the number of models.
fn memory_to_read(nodes: usize, body: usize, models: &BigUint) -> usize {
    // The size of the numbers in which `has_models` counts.
    let number = match models.bits() {
        0..=32 => size_of::<u32>(),
        65..=128 => size_of::<u128>(),
        _ => size_of::<u64>(),
    };
    // The body, and eight times its bytes for the hash table of the nodes that are looked up: such a node takes at
    // least four bytes of the body, and 32 bytes of the table while it grows.
    nodes.saturating_mul(size_of::<Node>() + number).saturating_add(body.saturating_mul(9))
}

/// Returns the number of models if counting is quick and fits the budget's memory; otherwise `None`.
fn quick_count<R: Reduction>(
    bdd: &DecisionDiagram<R>,
    budget: &mut Budget<'_>,
) -> Result<Option<BigUint>, Interrupted> {
    /// The largest number of bits to add in a quick count: 4 million additions of 64 bits.
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

struct BodyReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BodyReader<'_> {
    fn read<R: Reduction>(mut self, header: &Header, budget: &mut Budget<'_>) -> Result<DecisionDiagram<R>, ReadError> {
        let variables = header.variables;
        let mut sizes = Vec::with_capacity(variables.min(self.bytes.len()));
        for _ in 0..variables {
            sizes.push(self.varint("the list of level sizes")?);
        }
        // A constant has no decision node; its one or two terminals tell the value.
        let decisions: u64 = sizes.iter().sum();
        let constant = (decisions == 0).then_some(header.nodes == 2);
        let found = if constant == Some(false) { 1 } else { decisions + 2 };
        if found != header.nodes {
            return malformed(move || {
                format!("the levels hold {found} nodes, terminals included, but the header says {}", header.nodes)
            });
        }
        let bdd = match constant {
            Some(value) => DecisionDiagram::terminal(variables, value),
            None => self.nodes(header, &sizes, decisions, budget)?,
        };
        let left = self.bytes.len() - self.at;
        if left > 0 {
            return malformed(move || format!("{left} bytes follow the last node; expected none"));
        }
        Ok(bdd)
    }

    fn nodes<R: Reduction>(
        &mut self,
        header: &Header,
        sizes: &[u64],
        decisions: u64,
        budget: &mut Budget<'_>,
    ) -> Result<DecisionDiagram<R>, ReadError> {
        let variables = sizes.len() as Level;
        let bytes = self.bytes.len() - self.at;
        if decisions > (bytes * LONGEST_RUN) as u64 || decisions > u64::from(Index::MAX) - 2 {
            return malformed(move || format!("the {bytes} bytes that follow are too few for {decisions} nodes"));
        }
        let top = sizes.iter().position(|&size| size > 0).expect("the diagram has a decision node") as Level;
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
        let mut referenced = ReferencedNodes { sizes, level_start: &level_start, seen: vec![0; sizes.len()], met: 0 };
        referenced.seen[usize::from(top)] = 1;
        let mut repeated = Repeated { candidates: FxHashSet::default(), hashes: [0; Repeated::BITS / 64] };
        for level in top..variables {
            let size = sizes[usize::from(level)] as Index;
            let seen = referenced.seen[usize::from(level)];
            if seen < size {
                return malformed(move || {
                    format!("{} of the {size} nodes of level {level} can't be reached from the root", size - seen)
                });
            }
            let start = level_start[usize::from(level)];
            // Deeper levels have smaller indices, so that the start of a level shows the progress.
            budget.spend(size, || 1.0 - f64::from(start) / f64::from(next))?;
            self.level::<R>(
                level,
                &mut nodes[start as usize..(start + size) as usize],
                &mut referenced,
                &mut repeated,
            )?;
        }
        Ok(DecisionDiagram::from_canonical(nodes, level_start))
    }

    fn level<R: Reduction>(
        &mut self,
        level: Level,
        nodes: &mut [Node],
        referenced: &mut ReferencedNodes<'_>,
        repeated: &mut Repeated,
    ) -> Result<(), ReadError> {
        let duplicate = move || malformed(move || format!("level {level} has the same node twice"));
        let mut done = 0;
        let mut previous = None;
        repeated.clear();
        while done < nodes.len() {
            let byte = self.byte("a level")?;
            let (kind, length) = (RunKind::of(byte), usize::from(byte >> 2) + 1);
            if previous == Some((kind, true)) {
                return malformed(move || {
                    format!("two runs of the same kind follow each other on level {level}; expected one run")
                });
            }
            previous = Some((kind, length < LONGEST_RUN));
            let Some(run) = nodes.get_mut(done..done + length) else {
                return malformed(move || format!("a run of nodes goes past the end of level {level}"));
            };
            done += length;
            match kind {
                RunKind::LowNext if !R::SKIPS_FREE => {
                    return malformed(move || format!("a node of level {level} is redundant: its high child is FALSE"));
                }
                RunKind::LowNext => {
                    let first = referenced.next(level, 0, length)?;
                    run.iter_mut().zip(first..).for_each(|(node, low)| *node = Node { low, high: FALSE });
                }
                RunKind::HighNext => {
                    let first = referenced.next(level, 0, length)?;
                    run.iter_mut().zip(first..).for_each(|(node, high)| *node = Node { low: FALSE, high });
                }
                RunKind::BothNext => {
                    let first = referenced.next(level, 0, 2 * length)?;
                    let lows = (first..).step_by(2);
                    run.iter_mut().zip(lows).for_each(|(node, low)| *node = Node { low, high: low + 1 });
                }
                RunKind::ByReference => {
                    for node in run {
                        let before = referenced.met;
                        let (low_code, low) = self.reference(level, referenced)?;
                        let (high_code, high) = self.reference(level, referenced)?;
                        if matches!((low_code, high_code), (NEXT, FALSE_CODE | NEXT) | (FALSE_CODE, NEXT)) {
                            return malformed(move || {
                                format!("level {level} stores a node by references, although a shorter form exists")
                            });
                        }
                        if let Some(child) = R::replacement(Node { low, high }) {
                            return malformed(move || match R::SKIPS_FREE {
                                true => {
                                    format!("a node of level {level} is redundant: both its children are node {child}")
                                }
                                false => format!("a node of level {level} is redundant: its high child is FALSE"),
                            });
                        }
                        *node = Node { low, high };
                        if referenced.met == before && !repeated.note(*node) {
                            return duplicate();
                        }
                    }
                }
            }
        }
        if repeated.is_among(nodes) { duplicate() } else { Ok(()) }
    }

    /// Reads a reference from a node on `level`. Returns the first number of the reference, and the index of the child.
    fn reference(&mut self, level: Level, referenced: &mut ReferencedNodes<'_>) -> Result<(u64, Index), ReadError> {
        let code = self.varint("a reference")?;
        if code <= u64::from(TRUE) {
            return Ok((code, code as Index));
        }
        let skipped = (code - NEXT) / 2;
        let child = if code % 2 == 0 {
            referenced.next(level, skipped, 1)?
        } else {
            let back = self.varint("a reference")?;
            referenced.met(level, skipped, back)?
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

/// The nodes referred to so far, while the levels are read from the root down.
struct ReferencedNodes<'a> {
    sizes: &'a [u64],
    level_start: &'a [Index],
    /// For each level, the number of its nodes referred to so far.
    seen: Vec<Index>,
    /// The number of all nodes referred to so far: the sum of `seen`.
    met: u64,
}

impl ReferencedNodes<'_> {
    #[inline(always)]
    fn child_level(&self, parent: Level, skipped: u64) -> Result<Level, ReadError> {
        let (child, variables) = (u64::from(parent) + 1 + skipped, self.sizes.len());
        if child < variables as u64 {
            Ok(child as Level)
        } else {
            malformed(move || {
                let last = variables - 1;
                format!(
                    "a node of level {parent} refers to level {child}, but the last of {variables} levels is {last}"
                )
            })
        }
    }

    /// Returns the index of the next node of level `parent + 1 + skipped`: the first node of this level that no earlier
    /// reference meant. Marks `count` nodes from this node on as referred to.
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

    /// Returns the index of a node on level `parent + 1 + skipped` that was referred to before. It lies `back` nodes
    /// before the last node of its level that was referred to.
    fn met(&self, parent: Level, skipped: u64, back: u64) -> Result<Index, ReadError> {
        let child = self.child_level(parent, skipped)?;
        let seen = self.seen[usize::from(child)];
        if back >= u64::from(seen) {
            return no_such_node(parent, child);
        }
        Ok(self.level_start[usize::from(child)] + seen - 1 - back as Index)
    }
}

/// Returns an error about a reference to a node that level `child` does not have.
#[cold]
fn no_such_node(parent: Level, child: Level) -> Result<Index, ReadError> {
    malformed(move || format!("a node of level {parent} refers to a node that level {child} does not have"))
}

/// A detector of equal nodes on a level.
///
/// A node that refers to a child for the first time differs from all earlier nodes. So the later of two equal nodes
/// refers only to children that were referred to before. The nodes of this kind are the candidates. They are few, and
/// only they are looked up.
struct Repeated {
    candidates: FxHashSet<Node>,
    /// A bit for each hash, set if a candidate has this hash. Nearly all other nodes have hashes whose bits are not
    /// set, and need no look-up.
    hashes: [u64; Repeated::BITS / 64],
}

impl Repeated {
    /// The number of bits of `hashes`, a power of two. In diagrams of n queens, a level has at most a few thousand
    /// candidates.
    const BITS: usize = 1 << 14;

    fn clear(&mut self) {
        if !self.candidates.is_empty() {
            self.candidates.clear();
            self.hashes.fill(0);
        }
    }

    /// Returns the place of a node's bit in `hashes`: the index of the word, and the word with only this bit set.
    fn hash(node: Node) -> (usize, u64) {
        // Multiplied by the golden ratio, as in Fibonacci hashing (Knuth, volume 3, 6.4); the top bits depend on all
        // bits of the node.
        let mixed = (u64::from(node.low) << 32 | u64::from(node.high)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (mixed >> (64 - Repeated::BITS.trailing_zeros())) as usize;
        (hash / 64, 1 << (hash % 64))
    }

    /// Adds a candidate; returns `false` if an equal candidate was added before.
    fn note(&mut self, node: Node) -> bool {
        let (word, bit) = Repeated::hash(node);
        self.hashes[word] |= bit;
        self.candidates.insert(node)
    }

    /// Returns `true` if `nodes`, the nodes of the level, contain a node twice. Such a node is one of `candidates`.
    fn is_among(&self, nodes: &[Node]) -> bool {
        let is_candidate = |&&node: &&Node| {
            let (word, bit) = Repeated::hash(node);
            self.hashes[word] & bit != 0 && self.candidates.contains(&node)
        };
        !self.candidates.is_empty() && nodes.iter().filter(is_candidate).count() > self.candidates.len()
    }
}
