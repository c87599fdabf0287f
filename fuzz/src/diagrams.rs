//! Targets for `.bdd` and `.zdd` files, the files of CUDD, and the texts of compiled forms.

use bdd_core::export::dddmp::{DddmpMode, Labels, read, read_all, write};
use bdd_core::export::nnf;
use bdd_core::format::{Header, ReadError, ReadErrorKind, from_bytes, to_bytes, zdd_from_bytes};
use bdd_core::{Bdd, Budget, DecisionDiagram, Literal, Reduction};

/// The offsets of the version, of the length, and of the header and body in a `.bdd` or `.zdd` file.
const VERSION_AT: usize = 8;
const LENGTH_AT: usize = 10;
const HEADER_AT: usize = 18;

/// The memory limit of a reader, in bytes.
const MEMORY: usize = 64 << 20;

/// Checks the answer of a reader of diagram files: [`to_bytes`] must return exactly the accepted bytes.
fn check<R: Reduction>(bytes: &[u8], read: Result<(DecisionDiagram<R>, Header), ReadError>) {
    match read {
        Ok((diagram, header)) => {
            assert_eq!(to_bytes(&diagram, &header.label).expect("the label was read"), bytes);
            assert_eq!(diagram.model_count(), header.models);
        }
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            // Only a file of more than a MiB may declare a diagram that exceeds the memory limit.
            assert!(error.kind() != ReadErrorKind::Interrupted || bytes.len() > 1 << 20, "{error}");
        }
    }
}

/// Reads bytes as a `.bdd` file.
pub(crate) fn bdd(bytes: &[u8]) {
    check(bytes, from_bytes(bytes, &mut Budget::unlimited().with_memory(MEMORY)));
}

/// Reads bytes as a `.zdd` file.
pub(crate) fn zdd(bytes: &[u8]) {
    check(bytes, zdd_from_bytes(bytes, &mut Budget::unlimited().with_memory(MEMORY)));
}

/// Runs [`bdd`] on the bytes with the right magic, version, length and checksum, so that the checks of all other fields
/// are reached.
pub(crate) fn bdd_sealed(bytes: &[u8]) {
    bdd(&sealed(bytes, b"\x89BDD\r\n\x1a\n"));
}

/// Runs [`zdd`] on the bytes with the right magic, version, length and checksum, so that the checks of all other fields
/// are reached.
pub(crate) fn zdd_sealed(bytes: &[u8]) {
    zdd(&sealed(bytes, b"\x89ZDD\r\n\x1a\n"));
}

/// Returns the bytes with the right magic, version, length and checksum; unchanged if they are too few to contain these
/// fields.
fn sealed(bytes: &[u8], magic: &[u8; VERSION_AT]) -> Vec<u8> {
    let mut file = bytes.to_vec();
    if file.len() < HEADER_AT + 4 {
        return file;
    }
    file[..VERSION_AT].copy_from_slice(magic);
    file[VERSION_AT..LENGTH_AT].copy_from_slice(&1u16.to_le_bytes());
    let length = file.len() as u64;
    file[LENGTH_AT..HEADER_AT].copy_from_slice(&length.to_le_bytes());
    let end = file.len() - 4;
    let sum = crc32fast::hash(&file[..end]);
    file[end..].copy_from_slice(&sum.to_le_bytes());
    file
}

/// Reads bytes as a d-DNNF of c2d or d4; a function that is read must be the same after it is written and read again.
pub(crate) fn nnf(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let budget = || Budget::unlimited().with_memory(MEMORY);
    match nnf::read(text, None, &mut budget()) {
        // The text that is written has a line for each variable, so many variables would make the fuzzer slow.
        Ok(read) if read.variables() > 1 << 10 => {}
        Ok(read) => {
            let mut written = Vec::new();
            nnf::write(&mut written, &read).expect("a vector takes all bytes");
            let written = String::from_utf8(written).expect("the format is text");
            // The written text names both literals of each free variable, so reading it may take more memory than
            // before.
            let again = nnf::read(&written, Some(read.variables()), &mut Budget::unlimited()).expect("it was written");
            let counts = read.counts(&[], &mut budget()).expect("the form fits the budget");
            assert_eq!(counts, again.counts(&[], &mut Budget::unlimited()).expect("there is no limit"));
            if read.variables() > 0 {
                let with = read.model_count(&[Literal::positive(0)], &mut budget()).expect("the form fits the budget");
                assert_eq!(with, counts.by_variable[0]);
            }
        }
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            let is_interrupted = matches!(error, nnf::ReadError::Interrupted(_));
            // A node may name all variables, of which the header may have 65,535.
            assert!(!is_interrupted || bytes.len() > 1 << 12, "{error}");
        }
    }
}

/// Reads bytes as a DDDMP file; an accepted diagram must be canonical, and must be the same after it is written and
/// read in both forms of DDDMP.
pub(crate) fn dddmp(bytes: &[u8]) {
    let budget = || Budget::unlimited().with_memory(64 << 20);
    match read_all(bytes, &mut budget()) {
        Ok(diagrams) => {
            let order = diagrams.header().order();
            assert_eq!(order.variables().len(), diagrams.header().variables);
            for root in 0..diagrams.roots().min(3) {
                let bdd = diagrams.diagram(root, &mut budget()).expect("the diagrams fit the budget");
                let again = Bdd::from_nodes(bdd.variables(), bdd.decisions(), bdd.root(), &mut budget());
                assert_eq!(again.as_ref(), Ok(&bdd));
                for mode in [DddmpMode::Text, DddmpMode::Binary] {
                    let mut file = Vec::new();
                    let labels = Labels::new().with_order(order.clone());
                    write(&mut file, &bdd, mode, &labels, &mut budget()).expect("the labels have no names");
                    let (read, _) = read(&file, &mut budget()).expect("the file was written");
                    assert_eq!(read, bdd);
                }
            }
        }
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            // A file takes at most 161 bytes of memory for each of its bytes.
            assert!(error.interrupted().is_none() || bytes.len() > 1 << 18, "{error}");
        }
    }
}
