//! Reads damaged `.bdd` and `.zdd` files, most with a right checksum. The reader may accept a file only if writing the
//! diagram makes the same bytes, and may take at most 64 MiB and 100 ms of CPU time.

mod damage;

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bdd_core::format::{Header, ReadError, from_bytes, to_bytes, zdd_from_bytes};
use bdd_core::{Budget, DecisionDiagram, EqualChildren, NodeId, Reduction, ZeroSuppressed};
use cpu_time::ThreadTime;
use damage::Sampler;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The lock that lets one test run at a time, since memory is measured for the whole process.
static ALONE: Mutex<()> = Mutex::new(());

const MOST_MEMORY: usize = 64 << 20;
const MOST_TIME: Duration = Duration::from_millis(100);

/// The offset, in bytes, of the field that holds the length of the file; the rest of the header follows this field.
const LENGTH_AT: usize = 10;
const HEADER_AT: usize = 18;
const CHECKSUM_LEN: usize = 4;

/// A reduction rule with the reader of its files.
trait FileRule: Reduction {
    fn read(bytes: &[u8], budget: &mut Budget<'_>) -> Result<(DecisionDiagram<Self>, Header), ReadError>;

    /// Returns the file of the diagram of `n` queens.
    fn queens(n: usize) -> Vec<u8>;
}

impl FileRule for EqualChildren {
    fn read(bytes: &[u8], budget: &mut Budget<'_>) -> Result<(DecisionDiagram<Self>, Header), ReadError> {
        from_bytes(bytes, budget)
    }

    fn queens(n: usize) -> Vec<u8> {
        let file = format!("../precomputed/queens-{n:02}.bdd");
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
    }
}

impl FileRule for ZeroSuppressed {
    fn read(bytes: &[u8], budget: &mut Budget<'_>) -> Result<(DecisionDiagram<Self>, Header), ReadError> {
        zdd_from_bytes(bytes, budget)
    }

    fn queens(n: usize) -> Vec<u8> {
        let (bdd, header) = sound::<EqualChildren>(&EqualChildren::queens(n));
        to_bytes(&bdd.to_zdd(&mut Budget::unlimited()).unwrap(), &header.label).unwrap()
    }
}

/// Reads a file that must be undamaged, and returns its diagram and its header.
fn sound<R: FileRule>(file: &[u8]) -> (DecisionDiagram<R>, Header) {
    R::read(file, &mut Budget::unlimited()).expect("the file is whole")
}

/// Corrects the length and the checksum of a file. If the bytes are too few to contain these fields, nothing is
/// changed.
fn seal(bytes: &mut [u8]) {
    if bytes.len() < HEADER_AT + CHECKSUM_LEN {
        return;
    }
    let length = bytes.len() as u64;
    bytes[LENGTH_AT..HEADER_AT].copy_from_slice(&length.to_le_bytes());
    let (content, checksum) = bytes.split_at_mut(length as usize - CHECKSUM_LEN);
    checksum.copy_from_slice(&crc32fast::hash(content).to_le_bytes());
}

/// The parts of a file, from which other files are assembled.
struct Parts {
    before: Vec<u8>,
    label: (String, u32),
    variables: u16,
    body: Vec<u8>,
}

impl Parts {
    fn of<R: FileRule>(file: &[u8]) -> Parts {
        let (_, header) = sound::<R>(file);
        let mut parts = Parts {
            before: file[..HEADER_AT].to_vec(),
            label: (header.label.puzzle, header.label.size),
            variables: header.variables as u16,
            body: Vec::new(),
        };
        let models = header.models.to_string().parse().expect("it is small");
        let nodes = header.nodes;
        let body_at = parts.with(&[], nodes, models).len() - CHECKSUM_LEN;
        parts.body = file[body_at..file.len() - CHECKSUM_LEN].to_vec();
        assert_eq!(parts.with(&parts.body, nodes, models), file);
        parts
    }

    /// Returns the file with another `body`, and with a header of these `nodes` and `models`.
    fn with(&self, body: &[u8], nodes: u64, models: u128) -> Vec<u8> {
        let mut bytes = self.before.clone();
        varint(&mut bytes, self.label.0.len() as u64);
        bytes.extend(self.label.0.as_bytes());
        varint(&mut bytes, self.label.1.into());
        varint(&mut bytes, self.variables.into());
        varint(&mut bytes, nodes);
        let digits = models.to_le_bytes();
        let length = (16 - models.leading_zeros() as usize / 8).max(1);
        varint(&mut bytes, length as u64);
        bytes.extend(&digits[..length]);
        bytes.extend(body);
        bytes.extend([0; CHECKSUM_LEN]);
        seal(&mut bytes);
        bytes
    }
}

/// Appends a number in the variable-length encoding of `bincode`.
fn varint(bytes: &mut Vec<u8>, number: u64) {
    match number {
        0..251 => bytes.push(number as u8),
        251..0x1_0000 => bytes.extend([&[251], &(number as u16).to_le_bytes()[..]].concat()),
        0x1_0000..0x1_0000_0000 => bytes.extend([&[252], &(number as u32).to_le_bytes()[..]].concat()),
        _ => bytes.extend([&[253], &number.to_le_bytes()[..]].concat()),
    }
}

/// The statistics of reading many damaged files.
#[derive(Debug, Default)]
struct Outcome {
    read: u64,
    accepted: u64,
    most_memory: usize,
    most_time: Duration,
}

impl Outcome {
    /// Reads a file and checks time, memory, and the diagram if the file is accepted.
    fn read<R: FileRule>(&mut self, bytes: &[u8]) -> Result<(DecisionDiagram<R>, Header), ReadError> {
        MEMORY.reset_peak_usage();
        let (before, start) = (MEMORY.current_usage(), ThreadTime::now());
        let read = R::read(bytes, &mut Budget::unlimited());
        let (time, memory) = (start.elapsed(), MEMORY.peak_usage().saturating_sub(before));
        assert!(time < MOST_TIME, "{time:?} for {bytes:02x?}");
        assert!(memory < MOST_MEMORY, "{memory} bytes for {bytes:02x?}");
        self.read += 1;
        self.most_time = self.most_time.max(time);
        self.most_memory = self.most_memory.max(memory);
        if let Ok((bdd, header)) = &read {
            self.accepted += 1;
            assert_eq!(to_bytes(bdd, &header.label).expect("the label was read"), bytes);
            assert_eq!((bdd.node_count() as u64, bdd.variables()), (header.nodes, header.variables));
            assert_eq!(models_of_canonical(bdd).to_string(), header.models.to_string(), "{bytes:02x?}");
        }
        read
    }

    /// Reads a file. If the file is refused because `nodes` or `models` in its header is false, corrects the number and
    /// reads the file again. Returns `true` if the file is accepted in the end.
    fn read_mended<R: FileRule>(&mut self, parts: &Parts, body: &[u8], mut nodes: u64, mut models: u128) -> bool {
        for _ in 0..3 {
            let Err(error) = self.read::<R>(&parts.with(body, nodes, models)) else { return true };
            let said = error.to_string();
            let number = |before: &str| said.split_once(before)?.1.split(' ').next()?.parse().ok();
            if let Some(found) = number("the levels hold ") {
                nodes = found as u64;
            } else if let Some(found) = number("the diagram has ") {
                models = found;
            } else {
                return false;
            }
        }
        false
    }
}

/// Returns the number of models of `diagram`, after checks that it is reduced, ordered and reachable.
fn models_of_canonical<R: Reduction>(diagram: &DecisionDiagram<R>) -> u128 {
    let nodes = diagram.nodes();
    let level = |at: usize| diagram.level(NodeId::from_index(at)).map_or(diagram.variables(), usize::from);
    // Skipped variables are free under one rule and false under the other.
    let with_skipped = |count: u128, skipped: usize| if R::SKIPS_FREE { count << skipped } else { count };
    let mut counts = vec![0u128; nodes.len()];
    let mut is_met = vec![false; nodes.len()];
    *is_met.last_mut().expect("there is a terminal") = true;
    let mut met = HashSet::new();
    for (at, node) in nodes.iter().enumerate() {
        if at < 2 {
            counts[at] = at as u128;
            continue;
        }
        let (low, high) = (node.low().index(), node.high().index());
        let is_redundant = if R::SKIPS_FREE { low == high } else { high == 0 };
        assert!(!is_redundant && met.insert((level(at), low, high)), "node {at}");
        assert!(level(low) > level(at) && level(high) > level(at), "node {at}");
        assert!(low < at && high < at, "node {at}");
        counts[at] = [low, high].map(|child| with_skipped(counts[child], level(child) - level(at) - 1)).iter().sum();
        is_met[low] = true;
        is_met[high] = true;
    }
    assert!(nodes.len() <= 2 || is_met.iter().all(|&is_met| is_met));
    let root = nodes.len() - 1;
    with_skipped(counts[root], level(root))
}

/// Reads every prefix of the files of sizes 4 to 6, and every copy with one bit flipped, both unchanged and sealed.
fn everything<R: FileRule>(outcome: &mut Outcome) {
    for n in 4..=6 {
        let file = R::queens(n);
        assert!(outcome.read::<R>(&file).is_ok());
        for length in 0..file.len() {
            assert!(outcome.read::<R>(&file[..length]).is_err(), "{n}: cut to {length}");
            let mut cut = file[..length].to_vec();
            seal(&mut cut);
            assert!(outcome.read::<R>(&cut).is_err(), "{n}: cut to {length}, sealed");
            let mut cut = [&file[..length], &[0; CHECKSUM_LEN]].concat();
            seal(&mut cut);
            // The file without its checksum, sealed again, is the file itself.
            assert_eq!(
                outcome.read::<R>(&cut).is_ok(),
                length == file.len() - CHECKSUM_LEN,
                "{n}: cut to {length}, more"
            );
        }
        for bit in 0..file.len() * 8 {
            let mut turned = file.clone();
            turned[bit / 8] ^= 1 << (bit % 8);
            assert!(outcome.read::<R>(&turned).is_err(), "{n}: bit {bit}");
            seal(&mut turned);
            // `seal` repairs the length and the checksum, and another label makes another valid file.
            let _ = outcome.read::<R>(&turned);
        }
        let (parts, header) = (Parts::of::<R>(&file), sound::<R>(&file).1);
        let models = header.models.to_string().parse().expect("it is small");
        for bit in 0..parts.body.len() * 8 {
            let mut body = parts.body.clone();
            body[bit / 8] ^= 1 << (bit % 8);
            let _ = outcome.read_mended::<R>(&parts, &body, header.nodes, models);
        }
    }
}

/// Reads damaged files of sizes 4 to 8. In half of them, damage is limited to the body, and the header is corrected to
/// fit the body if possible.
fn at_random<R: FileRule>(outcome: &mut Outcome, files: u64, seed: u64) {
    let sound: Vec<(Vec<u8>, Parts, Header)> = (4..=8)
        .map(|n| {
            let file = R::queens(n);
            let (parts, header) = (Parts::of::<R>(&file), sound::<R>(&file).1);
            (file, parts, header)
        })
        .collect();
    let mut sampler = Sampler(seed);
    let until = outcome.read + files;
    while outcome.read < until {
        // Small files are chosen more often, since a damaged small file is more often still the file of a diagram.
        let (which, other) = (sampler.below(5).min(sampler.below(5)), sampler.below(5));
        let (file, parts, header) = &sound[which];
        if sampler.below(2) == 0 {
            let mut damaged = sampler.damaged(&file[HEADER_AT..], &sound[other].0[HEADER_AT..]);
            damaged.splice(..0, file[..HEADER_AT].iter().copied());
            seal(&mut damaged);
            let _ = outcome.read::<R>(&damaged);
        } else {
            let body = sampler.damaged(&parts.body, &sound[other].1.body);
            let models = header.models.to_string().parse().expect("it is small");
            outcome.read_mended::<R>(parts, &body, header.nodes, models);
        }
    }
}

/// Reads damaged files of diagrams under the reduction rule `R`: small files with every small damage, and `files` files
/// with random damage.
fn damage<R: FileRule>(files: u64, seed: u64) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut outcome = Outcome::default();
    everything::<R>(&mut outcome);
    at_random::<R>(&mut outcome, files, seed);
    // Without accepted diagrams, acceptance would not be tested.
    assert!(outcome.accepted > 100, "{outcome:?}");
    println!("{outcome:?}");
}

#[test]
fn no_damaged_diagram_is_accepted_or_dear() {
    damage::<EqualChildren>(50_000, 1);
}

#[test]
fn no_damaged_sparse_diagram_is_accepted_or_dear() {
    damage::<ZeroSuppressed>(50_000, 1);
}

fn seed() -> u64 {
    std::env::var("NQUEENS_SEED").map_or(1, |seed| seed.parse().expect("a seed is a number"))
}

/// Run with `cargo test --release -p fuzz --test diagrams -- --ignored --nocapture`; `NQUEENS_SEED=2` changes the
/// files.
#[test]
#[ignore = "takes minutes"]
fn ten_million_damaged_diagrams() {
    damage::<EqualChildren>(10_000_000, seed());
}

/// Run with `cargo test --release -p fuzz --test diagrams sparse -- --ignored --nocapture`; `NQUEENS_SEED=2` changes
/// the files.
#[test]
#[ignore = "takes minutes"]
fn ten_million_damaged_sparse_diagrams() {
    damage::<ZeroSuppressed>(10_000_000, seed());
}
