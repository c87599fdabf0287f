//! No damaged copy of a precomputed file is ever accepted, and reading one never panics.

use bdd_core::format::{Label, ReadErrorKind, from_bytes, to_bytes};
use nqueens_guide::{Budget, CacheNote, Library, LoadError, Placement, Size};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

fn precomputed(n: usize) -> Vec<u8> {
    nqueens_precomputed::file(n).unwrap().to_vec()
}

#[test]
fn every_truncation_of_the_small_files_is_rejected() {
    for n in 4..=6 {
        let bytes = precomputed(n);
        for length in 0..bytes.len() {
            assert!(from_bytes(&bytes[..length], &mut Budget::unlimited()).is_err(), "n = {n}, cut to {length} bytes");
        }
    }
}

#[test]
fn every_bit_flip_of_the_small_files_is_rejected() {
    for n in 4..=6 {
        let bytes = precomputed(n);
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(from_bytes(&flipped, &mut Budget::unlimited()).is_err(), "n = {n}, bit {bit}");
        }
    }
}

/// Reads 10,000 copies of all files, each damaged in one of five ways.
#[test]
fn randomly_damaged_copies_are_rejected() {
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut below = |limit: usize| (rng.next_u64() % limit as u64) as usize;
    let files: Vec<_> = (4..=11).map(precomputed).collect();
    for round in 0..10_000 {
        let whole = &files[below(files.len())];
        let mut damaged = whole.clone();
        match round % 5 {
            0 => damaged.truncate(below(whole.len())),
            1 => (0..1 + below(16)).for_each(|_| damaged[below(whole.len())] = below(256) as u8),
            2 => {
                // A part of the file is overwritten by another part.
                let length = 1 + below(whole.len() / 2);
                let (from, to) = (below(whole.len() - length), below(whole.len() - length));
                damaged.copy_within(from..from + length, to);
            }
            3 => {
                damaged.remove(below(whole.len()));
            }
            _ => damaged.insert(below(whole.len()), below(256) as u8),
        }
        if damaged != *whole {
            assert!(from_bytes(&damaged, &mut Budget::unlimited()).is_err(), "round {round}");
        }
    }
}

/// Damages files and corrects the length and the checksum. The reader may accept such a file only if it contains
/// another diagram with a correct header.
#[test]
fn damage_behind_a_right_checksum_is_met_by_the_checks_behind_it() {
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[8; 32]);
    let mut below = |limit: usize| (rng.next_u64() % limit as u64) as usize;
    let files: Vec<_> = (4..=9).map(precomputed).collect();
    let mut rejected = 0;
    for _ in 0..10_000 {
        let mut damaged = files[below(files.len())].clone();
        let end = damaged.len() - 4;
        damaged[18 + below(end - 18)] ^= 1 << below(8);
        let checksum = crc32fast::hash(&damaged[..end]).to_le_bytes();
        damaged[end..].copy_from_slice(&checksum);
        match from_bytes(&damaged, &mut Budget::unlimited()) {
            Ok((bdd, header)) => assert_eq!(to_bytes(&bdd, &header.label).unwrap(), damaged),
            Err(error) => {
                assert_ne!(error.kind(), ReadErrorKind::Damaged, "length and checksum are right");
                rejected += 1;
            }
        }
    }
    assert!(rejected > 9_000, "{rejected} of 10,000");
}

#[test]
fn a_library_folder_names_what_is_wrong_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::in_dir(folder.path().to_owned());
    let [six, seven] = [6, 7].map(|n| Size::new(n).unwrap());
    let missing = library.load(six).unwrap_err();
    assert!(matches!(missing, LoadError::Missing { .. }), "{missing}");
    assert!(missing.to_string().contains("queens-06.bdd"), "{missing}");

    std::fs::write(folder.path().join("queens-06.bdd"), precomputed(7)).unwrap();
    let other = library.load(six).unwrap_err();
    assert!(matches!(other, LoadError::OtherPuzzle { .. }), "{other}");
    assert!(other.to_string().contains("size 7"), "{other}");
    let label = Label { puzzle: "\x1b]0;n-queens\x07".to_owned(), size: 6 };
    let bytes = to_bytes(&bdd_core::Bdd::constant(36, true), &label).unwrap();
    std::fs::write(folder.path().join("queens-06.bdd"), bytes).unwrap();
    let other = library.load(six).unwrap_err().to_string();
    assert!(
        other.ends_with(
            r"found a diagram of \u{1b}]0;n-queens\u{7} of size 6 with 36 variables; expected n-queens of size 6"
        ),
        "{other}"
    );

    std::fs::write(folder.path().join("queens-07.bdd"), &precomputed(7)[1..]).unwrap();
    let damaged = library.load(seven).unwrap_err();
    assert!(matches!(damaged, LoadError::File(_)), "{damaged}");
    assert!(damaged.to_string().contains("queens-07.bdd"), "{damaged}");

    std::fs::write(folder.path().join("queens-06.bdd"), precomputed(6)).unwrap();
    assert_eq!(library.load(six).unwrap().bdd(), Library::embedded().load(six).unwrap().bdd());
    // The diagram of a size that needs no file is built.
    assert_eq!(library.load(Size::new(3).unwrap()).unwrap().bdd().model_count(), 0u32.into());
}

#[test]
fn a_damaged_cache_file_is_built_anew_with_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::embedded().with_cache(folder.path().join("made").join("on demand"));
    let twelve = Size::new(12).unwrap();
    let load = |library: &Library| library.load_with(twelve, &mut Budget::unlimited()).unwrap();

    let built = load(&library);
    assert!(built.notes.is_empty());
    let path = folder.path().join("made").join("on demand").join("queens-12.zdd");
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(load(&library).solutions.bdd(), built.solutions.bdd());

    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let rebuilt = load(&library);
    assert_eq!(rebuilt.solutions.bdd(), built.solutions.bdd());
    assert!(matches!(rebuilt.notes[..], [CacheNote::Rebuilt(_)]), "{:?}", rebuilt.notes);
    assert_eq!(std::fs::read(&path).unwrap(), whole, "the cache is whole again");

    // Loading works even if the cache can't be written.
    let nowhere = Library::embedded().with_cache(path);
    assert!(matches!(load(&nowhere).notes[..], [CacheNote::NotKept(_)]));
}

#[test]
fn too_little_memory_is_told_before_the_work_begins() {
    let library = Library::embedded().with_memory_limit(64 << 20);
    let began = &mut |_| panic!("began");
    let budget = &mut Budget::unlimited().with_progress(began);
    let error = library.load_with(Size::new(15).unwrap(), budget).unwrap_err();
    assert!(matches!(error, LoadError::Memory { .. }), "{error}");
    // With queens on the board the same size needs little memory.
    let queens = ["a1", "c2", "e3"].map(|name| name.parse().unwrap());
    let placement = Placement::new(Size::new(15).unwrap(), queens, []).unwrap();
    let (guide, _) = library.guide(&placement, &mut Budget::unlimited()).unwrap();
    assert!(guide.is_completable());
}
