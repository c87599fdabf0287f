//! Tests of writing and reading.

use std::error::Error as _;

use super::*;
use crate::budget::Budget;
use crate::diagram::Bdd;
use crate::id::Variable;
use crate::testing::{random_rules, smaller_in_miri};
use proptest::prelude::*;

fn label() -> Label {
    Label { puzzle: "test".to_owned(), size: 4 }
}

/// Returns the diagram of a 4 x 4 square with one true variable in each row and column.
fn permutations() -> Bdd {
    crate::testing::conjoin(&crate::testing::permutations(4))
}

/// Corrects length and checksum, so that the later checks of the reader see the changes to other bytes.
fn seal(bytes: &mut [u8]) {
    let length = bytes.len() as u64;
    bytes[LENGTH_AT..HEADER_AT].copy_from_slice(&length.to_le_bytes());
    let end = bytes.len() - CHECKSUM_LEN;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
}

/// Returns a file with this header and this body, with the right length and checksum.
fn file(variables: u16, nodes: u64, models: u8, body: &[u8]) -> Vec<u8> {
    file_with_models(variables, nodes, &[models], body)
}

/// Returns a file as [`file`] does, but takes the number of models as bytes, the least significant first.
fn file_with_models(variables: u16, nodes: u64, models: &[u8], body: &[u8]) -> Vec<u8> {
    let header = StoredHeader { label: label(), variables, nodes, models: models.to_vec() };
    let mut bytes = [magic::<crate::EqualChildren>().as_slice(), &VERSION.to_le_bytes(), &[0; 8]].concat();
    bytes.extend(bincode::serde::encode_to_vec(&header, HEADER_ENCODING).unwrap());
    bytes.extend(body);
    bytes.extend([0; CHECKSUM_LEN]);
    seal(&mut bytes);
    bytes
}

fn read(bytes: &[u8]) -> Result<(Bdd, Header), ReadError> {
    from_bytes(bytes, &mut Budget::unlimited())
}

/// Returns the message of the error for these bytes.
fn error(bytes: &[u8]) -> String {
    read(bytes).unwrap_err().to_string()
}

#[test]
fn what_is_written_is_read() {
    let constants = [(0, false), (0, true), (9, false), (9, true)];
    for bdd in constants.map(|(variables, value)| Bdd::constant(variables, value)).into_iter().chain([permutations()]) {
        let (read, header) = read(&to_bytes(&bdd, &label()).unwrap()).unwrap();
        assert_eq!(read, bdd);
        let nodes = bdd.node_count() as u64;
        assert_eq!(header, Header { label: label(), variables: bdd.variables(), nodes, models: bdd.model_count() });
    }
}

#[test]
fn a_file_replaces_the_one_before_and_leaves_nothing_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bdd");
    std::fs::write(&path, "old").unwrap();
    let written = write_file(&path, &permutations(), &label()).unwrap();
    assert_eq!(std::fs::read(&path).unwrap().len(), written);
    assert_eq!(read_file(&path, &mut Budget::unlimited()).unwrap().0, permutations());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("none").join("a.bdd");
    assert!(write_file(&nowhere, &permutations(), &label()).unwrap_err().to_string().contains("none"));
    let missing = read_file(&nowhere, &mut Budget::unlimited()).unwrap_err();
    assert!(missing.to_string().starts_with(&format!("can't read {}: ", nowhere.display())), "{missing}");
    assert!(missing.io().is_some() && missing.content().is_none());
    std::fs::write(&path, &std::fs::read(&path).unwrap()[1..]).unwrap();
    let other = read_file(&path, &mut Budget::unlimited()).unwrap_err();
    assert!(other.to_string().starts_with(&format!("{}: not a .bdd file: ", path.display())), "{other}");
    assert_eq!(other.content().map(ReadError::kind), Some(ReadErrorKind::NotABdd));
    assert_eq!(other.source().map(ToString::to_string), other.content().map(ToString::to_string));
    assert!(missing.source().is_some_and(|source| source.is::<std::io::Error>()));
}

#[test]
fn long_numbers_are_told_in_brief() {
    let header = |models| Header { label: label(), variables: 0, nodes: 0, models };
    let ten = BigUint::from(10u8);
    assert_eq!(header(ten.pow(59)).models_in_brief(), ten.pow(59).to_string());
    assert_eq!(header(ten.pow(60)).models_in_brief(), "10000000000000000000... (61 digits)");
}

#[test]
fn a_label_is_printed_without_control_characters() {
    let printed = |puzzle: &str| Label { puzzle: puzzle.to_owned(), size: 4 }.to_string();
    assert_eq!(printed("n-queens"), "n-queens of size 4");
    assert_eq!(printed("König's \"Zug\", 数独"), "König's \"Zug\", 数独 of size 4");
    assert_eq!(printed("a\x1b[2J\r\nb\u{202e}c\u{9b}"), r"a\u{1b}[2J\r\nb\u{202e}c\u{9b} of size 4");
    assert!(
        (0..=smaller_in_miri(char::MAX, '\u{fff}') as u32)
            .filter_map(char::from_u32)
            .filter(|char| char.is_control())
            .all(|control| { !printed(&control.to_string()).contains(control) })
    );
}

/// Tests numbers of models of each width, and that the reader refuses other numbers in their place.
#[test]
fn a_number_of_models_that_is_not_the_diagram_s_is_met_at_any_length() {
    for &variables in &[4, 40, 70, 150, 3000, 20_000][..smaller_in_miri(6, 4)] {
        let mut rules = crate::Rules::new(variables);
        rules.exclude(0, variables as u16 - 1);
        let bdd = crate::testing::conjoin(&rules);
        let bytes = to_bytes(&bdd, &label()).unwrap();
        let (_, header) = read(&bytes).unwrap();
        assert_eq!(header.models, BigUint::from(3u8) << (variables - 2));
        let (stored, length): (StoredHeader, usize) =
            bincode::serde::decode_from_slice(&bytes[HEADER_AT..], HEADER_ENCODING).unwrap();
        let (one, zero) = (BigUint::from(1u8), BigUint::ZERO);
        for wrong in [&header.models + 1u8, &header.models - 1u8, zero, one.clone(), one << variables] {
            let stored = StoredHeader { models: wrong.to_bytes_le(), label: label(), ..stored };
            let mut other = bytes[..HEADER_AT].to_vec();
            other.extend(bincode::serde::encode_to_vec(&stored, HEADER_ENCODING).unwrap());
            other.extend(&bytes[HEADER_AT + length..]);
            seal(&mut other);
            let refused = error(&other);
            let (found, declared) = (in_brief(&header.models), in_brief(&wrong));
            assert_eq!(refused, format!("the diagram has {found} models, but the header says {declared}"));
            assert!(refused.len() < 200, "{refused}");
        }
    }
}

#[test]
fn a_label_is_written_if_and_only_if_it_is_read() {
    let of_length = |length| Label { puzzle: "x".repeat(length), size: 1 };
    let (bdd, step) = (permutations(), smaller_in_miri(7, 997));
    let written: Vec<_> = (0..20_000).step_by(step).map(|length| to_bytes(&bdd, &of_length(length))).collect();
    assert!(written.iter().flatten().all(|bytes| read(bytes).is_ok()));
    let most = written.iter().take_while(|written| written.is_ok()).count();
    assert!(most * step > 8000 && written[most..].iter().all(Result::is_err), "{most}");
    let folder = tempfile::tempdir().unwrap();
    let error = write_file(&folder.path().join("a.bdd"), &permutations(), &of_length(20_000)).unwrap_err();
    assert!(error.to_string().contains("a.bdd: the name of the puzzle has 20000 bytes"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn every_truncation_and_every_bit_flip_is_rejected() {
    let bytes = to_bytes(&permutations(), &label()).unwrap();
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "cut to {length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&flipped).is_err(), "bit {bit}");
    }
    let damaged = |bytes: &[u8]| read(bytes).unwrap_err().kind() == ReadErrorKind::Damaged;
    assert!(damaged(&bytes[..bytes.len() - 1]) && damaged(&[&bytes[..30], &[0], &bytes[31..]].concat()));
    // The shortest bytes that are long enough to be recognized as another kind of file.
    let other = "not a .bdd file: it begins with [00, 00, 00, 00, 00, 00, 00, 00], \
                 expected [89, 42, 44, 44, 0d, 0a, 1a, 0a]";
    assert_eq!(error(&[0; HEADER_AT + CHECKSUM_LEN]), other);
    let short = "the file is incomplete, or not a diagram";
    assert_eq!(error(&[0; HEADER_AT + CHECKSUM_LEN - 1]), format!("expected at least 22 bytes, found 21; {short}"));
    let mut longer = bytes.clone();
    longer.push(0);
    let lengths = format!("the file is damaged (its header says {} bytes, but it has {})", bytes.len(), longer.len());
    assert_eq!(error(&longer), format!("{lengths}; make it again"));
}

#[test]
fn a_newer_version_is_told_apart_from_damage() {
    let mut newer = to_bytes(&permutations(), &label()).unwrap();
    newer[VERSION_AT] += 1;
    assert!(error(&newer).starts_with("the file is damaged (its bytes have the checksum "), "{}", error(&newer));
    seal(&mut newer);
    assert!(error(&newer).starts_with("expected at most version 1, found version 2; "));
    newer[VERSION_AT] = 0;
    seal(&mut newer);
    assert_eq!(error(&newer), "expected version 1, found version 0, which no program ever wrote");
    assert_eq!(read(&newer).unwrap_err().kind(), ReadErrorKind::Version);
    assert!(error(b"\x89PNG\r\n\x1a\n and what else a picture holds").starts_with("not a .bdd file: "));
    let short = "the file is incomplete, or not a diagram";
    assert_eq!(error(b""), format!("expected at least 22 bytes, found 0; {short}"));
}

#[test]
fn a_budget_that_does_not_suffice_is_told() {
    use crate::Interrupted;

    // Numbers of models that fit 64 bits, and numbers of more than 128 bits.
    for (lines, wide) in [(6, 4), (80, smaller_in_miri(500, 3))] {
        let mut rules = crate::Rules::new(lines * wide);
        for line in 0..lines {
            rules.at_least_one(&(line * wide..(line + 1) * wide).map(Variable::from_index).collect::<Vec<_>>());
        }
        let bytes = to_bytes(&crate::testing::conjoin(&rules), &label()).unwrap();
        let (whole, _) = read(&bytes).unwrap();
        let read = |budget: &mut Budget<'_>| from_bytes(&bytes, budget).map(|(bdd, _)| bdd);
        let stopped = |steps| read(&mut Budget::unlimited().with_steps(steps)).unwrap_err().interrupted();
        let nodes = whole.node_count() as u64;
        for steps in [1, nodes / 2, nodes * 3 / 2] {
            assert_eq!(stopped(steps), Some(Interrupted::TooLong { limit: steps }), "{nodes} nodes");
        }
        assert_eq!(read(&mut Budget::unlimited().with_steps(2 * nodes)).unwrap(), whole);
        let error = read(&mut Budget::unlimited().with_memory(0)).unwrap_err();
        let Some(Interrupted::TooLarge { needed: memory, .. }) = error.interrupted() else { panic!("{error}") };
        // Memory for the nodes, and for a number of at least 64 bits for each node.
        assert!(memory >= whole.node_count() * (size_of::<crate::Node>() + size_of::<u64>()));
        assert_eq!(read(&mut Budget::unlimited().with_memory(memory)).unwrap(), whole);
        let error = read(&mut Budget::unlimited().with_memory(memory - 1)).unwrap_err();
        assert_eq!(error.interrupted(), Some(Interrupted::TooLarge { needed: memory, limit: memory - 1 }));
        assert_eq!(error.kind(), ReadErrorKind::Interrupted);
    }
}

/// Checks that the bytes of the file count towards the budget's memory. An endless device is refused after its first
/// bytes, which are not the first bytes of a `.bdd` file.
#[test]
#[cfg(unix)]
#[cfg_attr(miri, ignore = "Miri has no files")]
fn a_file_takes_no_more_memory_than_the_budget_has() {
    let zeros = read_file(std::path::Path::new("/dev/zero"), &mut Budget::unlimited()).unwrap_err();
    assert_eq!(zeros.content().unwrap().kind(), ReadErrorKind::NotABdd);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.bdd");
    let mut bytes = to_bytes(&permutations(), &label()).unwrap();
    bytes.resize(1 << 20, 0);
    std::fs::write(&path, bytes).unwrap();
    let stopped = |memory| {
        let error = read_file(&path, &mut Budget::unlimited().with_memory(memory)).unwrap_err();
        error.content().unwrap().interrupted()
    };
    let limit = 1 << 16;
    assert_eq!(stopped(limit), Some(crate::Interrupted::TooLarge { needed: limit + 1, limit }));
    assert_eq!(stopped(1 << 20), None, "it is damaged");
}

#[test]
#[cfg_attr(miri, ignore = "looks at the budget are too many steps apart for Miri")]
fn reading_is_told_of_and_cancelled_while_it_lasts() {
    use crate::{Cancel, Interrupted, Progress};

    // About 260,000 nodes, so that reading takes several checks of the budget.
    let mut rules = crate::Rules::new(34);
    (0..17u16).for_each(|variable| rules.exclude(variable, variable + 17));
    let bytes = to_bytes(&crate::testing::conjoin(&rules), &label()).unwrap();
    let mut heard = Vec::new();
    let hear = &mut |Progress { fraction }| heard.push(fraction);
    from_bytes(&bytes, &mut Budget::unlimited().with_progress(hear)).unwrap();
    assert!(heard.len() >= 4 && heard.is_sorted() && heard.iter().all(|fraction| (0.0..=1.0).contains(fraction)));
    // Most of the time goes into reading the nodes, which reports progress too.
    assert!(heard.iter().any(|fraction| (0.3..0.7).contains(fraction)), "{heard:?}");
    for stop_at in 0..heard.len() {
        let cancel = Cancel::new();
        let mut looks = 0;
        let hear = &mut |_| {
            if looks == stop_at {
                cancel.cancel();
            }
            looks += 1;
        };
        let mut budget = Budget::unlimited().with_cancel(cancel.clone()).with_progress(hear);
        let error = from_bytes(&bytes, &mut budget).unwrap_err();
        assert_eq!((error.interrupted(), looks), (Some(Interrupted::Cancelled), stop_at + 1));
    }
}

/// Tests every structural check of the reader with a file whose length and checksum are right. The kinds of runs are 0
/// low next, 1 high next, 2 both next and 3 by reference. The references are 0 FALSE, 1 TRUE, 2 next, and 3 a node that
/// was referred to before.
#[test]
fn every_structural_fault_has_its_own_error() {
    // x0 ? (x1 ? 0 : 1) : (x1 ? 1 : 0), the exclusive or: a root and two nodes.
    let xor: [u8; 8] = [1, 2, 2, 0b0000_0111, 0, 1, 1, 0];
    assert_eq!(read(&file(2, 5, 2, &xor)).unwrap().0.model_count(), BigUint::from(2u8));

    let with = |changes: &[(usize, u8)]| {
        let mut body = xor;
        changes.iter().for_each(|&(at, byte)| body[at] = byte);
        file(2, 5, 2, &body)
    };
    assert_eq!(error(&file(2, 5, 2, &xor[..7])), "the body ends within a reference");
    assert_eq!(error(&file(2, 5, 2, &[xor.as_slice(), &[0]].concat())), "1 bytes follow the last node; expected none");
    assert_eq!(error(&file(2, 5, 3, &xor)), "the diagram has 2 models, but the header says 3");
    assert_eq!(error(&file(2, 6, 2, &xor)), "the levels hold 5 nodes, terminals included, but the header says 6");
    assert_eq!(error(&with(&[(5, 1), (6, 0), (7, 1)])), "level 1 has the same node twice");
    assert_eq!(error(&with(&[(5, 0)])), "a node of level 1 is redundant: both its children are node 0");
    assert_eq!(error(&with(&[(5, 2)])), "a node of level 1 refers to level 2, but the last of 2 levels is 1");
    assert_eq!(error(&with(&[(2, 0)])), "1 of the 2 nodes of level 1 can't be reached from the root");
    assert_eq!(error(&with(&[(3, 0b1011)])), "a run of nodes goes past the end of level 1");
    let split = [1, 2, 2, 3, 0, 1, 3, 1, 0];
    assert_eq!(
        error(&file(2, 5, 2, &split)),
        "two runs of the same kind follow each other on level 1; expected one run"
    );
    // A node that fits kind 0, 1 or 2 must not be written as kind 3.
    let (one, two) = ([3, 0, 1].as_slice(), [7, 0, 1, 1, 0].as_slice());
    for (kind, by_reference, below, nodes) in [(0, [3, 2, 0], one, 1), (1, [3, 0, 2], one, 1), (2, [3, 2, 2], two, 2)] {
        let file = |root: &[u8]| file(2, u64::from(nodes) + 3, nodes, &[&[1, nodes], root, below].concat());
        assert!(read(&file(&[kind])).is_ok(), "{kind}");
        let needless = "level 0 stores a node by references, although a shorter form exists";
        assert_eq!(error(&file(&by_reference)), needless);
    }
    assert_eq!(
        error(&file(2, 5, 2, &[2, 1, 2, 3, 0, 1, 1])),
        "the topmost level, 0, has 2 nodes; expected the root alone"
    );
    let beyond = [1, 1, 2, 3, 0, 1];
    assert_eq!(error(&file(2, 4, 2, &beyond)), "a node of level 0 refers to a node that level 1 does not have");
    let varint = error(&file(2, 5, 2, &[1, 0x82, 0, 2, 7, 0, 1, 1, 0]));
    assert!(varint.starts_with("a number at byte 1 of the body is malformed: "), "{varint}");
    let many = [1, 0xff, 0xff, 0xff, 0x0f, 0];
    assert_eq!(error(&file(2, 0x1ff_ffff + 3, 2, &many)), "the 1 bytes that follow are too few for 33554432 nodes");
    let header = "the header is malformed: ";
    assert!(error(&file_with_models(2, 5, &[2, 0], &xor)).starts_with(header));
    assert!(read(&file(0, 1, 0, &[])).unwrap().0.is_false());
    assert!(error(&file_with_models(0, 1, &[], &[])).starts_with(header));
    let mut other = to_bytes(&permutations(), &label()).unwrap();
    other[HEADER_AT] = 0xff;
    seal(&mut other);
    assert!(error(&other).starts_with(header));
}

/// Checks that two equal nodes are recognized, for every kind of the earlier node. The later node is of kind 3, since
/// its children were referred to before.
#[test]
fn a_node_that_is_there_already_is_met_whatever_its_kind() {
    // x0 has two children on x1. The first is of the kind to be tested; the second refers to the children of the first.
    let root = [2];
    let level = |first: &[u8], again: &[u8]| [&root, first, &[3], again].concat();
    let (one, two) = ([3, 0, 1].as_slice(), [7, 0, 1, 1, 0].as_slice());
    // References: `3, 0` is the last node of the next level that was referred to, `3, 1` the node before it, and 1 is
    // TRUE.
    for (first, again, other, below) in [
        ([0].as_slice(), [3, 0, 0].as_slice(), [3, 0, 1].as_slice(), one),
        (&[1], &[0, 3, 0], &[1, 3, 0], one),
        (&[2], &[3, 1, 3, 0], &[3, 0, 3, 1], two),
    ] {
        let nodes = (below.len() / 2) as u8;
        let refused = |again: &[u8]| {
            let body = [[1, 2, nodes].as_slice(), &level(first, again), below].concat();
            error(&file(3, u64::from(nodes) + 5, 0, &body))
        };
        assert_eq!(refused(again), "level 1 has the same node twice", "{first:?}");
        // A node that differs from the earlier node is valid in this place: the reader only finds that the number of
        // models is wrong.
        assert!(refused(other).ends_with(" models, but the header says 0"), "{first:?}");
    }
}

/// Returns the error for a file with one node for x0 and `nodes` nodes for x1, whose body goes on with `left` zeros.
/// The memory for the diagram is checked before any of it is allocated.
fn refused(nodes: u32, left: usize) -> ReadError {
    let mut body = vec![1];
    body.extend((0..5).map(|group| (nodes >> (7 * group)) as u8 | 0x80).take(varint_len(nodes) - 1));
    body.push((nodes >> (7 * (varint_len(nodes) - 1))) as u8);
    body.resize(body.len() + left, 0);
    let bytes = file(2, u64::from(nodes) + 3, 0, &body);
    from_bytes(&bytes, &mut Budget::unlimited().with_memory(1 << 16)).unwrap_err()
}

#[test]
fn there_are_at_most_64_nodes_a_byte() {
    for left in [1, 2, 100] {
        let most = 64 * left as u32 - 1;
        assert!(!refused(most, left).to_string().contains(" are too few for "), "{left}");
        let message = format!("the {left} bytes that follow are too few for {} nodes", 64 * left + 1);
        assert_eq!(refused(most + 1, left).to_string(), message);
    }
}

#[test]
#[cfg_attr(miri, ignore = "a file of 64 MiB takes minutes under Miri")]
fn there_are_fewer_nodes_than_numbers_tell() {
    // The terminals and `u32::MAX - 2` other nodes have numbers that fit 32 bits.
    let left = 1 << 26;
    assert_eq!(refused(u32::MAX - 3, left).kind(), ReadErrorKind::Interrupted);
    let message = format!("the {left} bytes that follow are too few for {} nodes", u32::MAX - 1);
    assert_eq!(refused(u32::MAX - 2, left).to_string(), message);
}

/// Returns the length of a number as a varint, with 7 bits in each byte.
fn varint_len(number: u32) -> usize {
    (32 - number.leading_zeros()).div_ceil(7).max(1) as usize
}

proptest! {
    #[test]
    fn any_diagram_comes_back(seed in any::<u64>(), exclusions in 0usize..30, lines in 0usize..8) {
        let bdd = crate::testing::conjoin(&random_rules(14, exclusions, lines, seed));
        prop_assert_eq!(read(&to_bytes(&bdd, &label()).unwrap()).unwrap().0, bdd);
    }

    /// Checks that a file with changed bytes and a corrected checksum is either refused, or is exactly the file of
    /// another diagram.
    #[test]
    fn no_two_byte_sequences_are_the_same_diagram(
        seed in any::<u64>(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let bdd = crate::testing::conjoin(&random_rules(10, 9, 4, seed));
        let mut bytes = to_bytes(&bdd, &label()).unwrap();
        for (place, byte) in changes {
            let place = HEADER_AT + place.index(bytes.len() - HEADER_AT - CHECKSUM_LEN);
            bytes[place] = byte;
        }
        seal(&mut bytes);
        if let Ok((read, header)) = read(&bytes) {
            prop_assert_eq!(to_bytes(&read, &header.label).unwrap(), bytes);
        }
    }
}
