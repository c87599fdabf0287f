//! Targets for `.bdd` files and the files of CUDD.

use bdd_core::export::dddmp::{Labels, Mode, read, read_all, write};
use bdd_core::format::{ReadErrorKind, from_bytes, to_bytes};
use bdd_core::{Bdd, Budget};

/// The offsets of the version, of the length, and of the header and body in a `.bdd` file.
const VERSION_AT: usize = 8;
const LENGTH_AT: usize = 10;
const HEADER_AT: usize = 18;

/// Reads bytes as a `.bdd` file; [`to_bytes`] must return exactly the accepted bytes.
pub(crate) fn bdd(bytes: &[u8]) {
    let memory = 64 << 20;
    match from_bytes(bytes, &mut Budget::unlimited().with_memory(memory)) {
        Ok((bdd, header)) => {
            assert_eq!(to_bytes(&bdd, &header.label).expect("the label was read"), bytes);
            assert_eq!(bdd.model_count(), header.models);
        }
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            // No file of some kilobytes may declare a diagram that exceeds the memory.
            assert!(error.kind() != ReadErrorKind::Interrupted || bytes.len() > 1 << 20, "{error}");
        }
    }
}

/// Runs [`bdd`] on the bytes with the right magic, version, length and checksum, to reach the checks of the rest.
pub(crate) fn bdd_sealed(bytes: &[u8]) {
    let mut file = bytes.to_vec();
    if file.len() < HEADER_AT + 4 {
        return;
    }
    file[..VERSION_AT].copy_from_slice(b"\x89BDD\r\n\x1a\n");
    file[VERSION_AT..LENGTH_AT].copy_from_slice(&1u16.to_le_bytes());
    let length = file.len() as u64;
    file[LENGTH_AT..HEADER_AT].copy_from_slice(&length.to_le_bytes());
    let end = file.len() - 4;
    let sum = crc32fast::hash(&file[..end]);
    file[end..].copy_from_slice(&sum.to_le_bytes());
    bdd(&file);
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
                for mode in [Mode::Text, Mode::Binary] {
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
