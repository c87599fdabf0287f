//! Tests of writing and reading.

use std::error::Error as _;

use super::error::Fault;
use super::*;
use crate::bdd::Bdd;
use crate::budget::Budget;
use crate::id::{NodeId, Variable};
use crate::testing::{random_rules, smaller_in_miri};
use proptest::prelude::*;

fn label() -> Label {
    Label { puzzle: "test".to_owned(), size: 4 }
}

/// One true variable in each row and column of a 4 x 4 square.
fn permutations() -> Bdd {
    crate::testing::conjoin(&crate::testing::permutations(4))
}

/// Makes length and checksum right again, so that what was done to the rest is met by the checks behind them.
fn seal(bytes: &mut [u8]) {
    let length = bytes.len() as u64;
    bytes[LENGTH_AT..HEADER_AT].copy_from_slice(&length.to_le_bytes());
    let end = bytes.len() - CHECKSUM_LEN;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
}

/// A sealed file with this header and this body.
fn file(variables: u16, nodes: u64, models: u8, body: &[u8]) -> Vec<u8> {
    file_with_models(variables, nodes, &[models], body)
}

/// The same with the bytes of the number of models, least first.
fn file_with_models(variables: u16, nodes: u64, models: &[u8], body: &[u8]) -> Vec<u8> {
    let header = StoredHeader { label: label(), variables, nodes, models: models.to_vec() };
    let mut bytes = [MAGIC.as_slice(), &VERSION.to_le_bytes(), &[0; 8]].concat();
    bytes.extend(bincode::serde::encode_to_vec(&header, HEADER_ENCODING).unwrap());
    bytes.extend(body);
    bytes.extend([0; CHECKSUM_LEN]);
    seal(&mut bytes);
    bytes
}

fn error(bytes: &[u8]) -> Fault {
    from_bytes(bytes).unwrap_err().0
}

#[test]
fn what_is_written_is_read() {
    let constants = [(0, false), (0, true), (9, false), (9, true)];
    for bdd in constants.map(|(variables, value)| Bdd::constant(variables, value)).into_iter().chain([permutations()]) {
        let (read, header) = from_bytes(&to_bytes(&bdd, &label()).unwrap()).unwrap();
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
    assert_eq!(read_file(&path).unwrap().0, permutations());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("none").join("a.bdd");
    assert!(write_file(&nowhere, &permutations(), &label()).unwrap_err().to_string().contains("none"));
    let missing = read_file(&nowhere).unwrap_err();
    assert!(missing.to_string().starts_with(&format!("can't read {}: ", nowhere.display())), "{missing}");
    assert!(missing.path() == nowhere && missing.content().is_none());
    std::fs::write(&path, &std::fs::read(&path).unwrap()[1..]).unwrap();
    let other = read_file(&path).unwrap_err();
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

/// Numbers of models of each width, and others in their place.
#[test]
fn a_number_of_models_that_is_not_the_diagram_s_is_met_at_any_length() {
    for &variables in &[4, 40, 70, 150, 3000, 20_000][..smaller_in_miri(6, 4)] {
        let mut rules = crate::Rules::new(variables);
        rules.exclude(0, variables as u16 - 1);
        let bdd = crate::testing::conjoin(&rules);
        let bytes = to_bytes(&bdd, &label()).unwrap();
        let (_, header) = from_bytes(&bytes).unwrap();
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
            let found = Some(header.models.clone());
            assert_eq!(refused, Fault::ModelCount { found, declared: wrong });
            assert!(refused.to_string().len() < 200, "{refused}");
        }
    }
}

#[test]
fn a_label_is_written_if_and_only_if_it_is_read() {
    let of_length = |length| Label { puzzle: "x".repeat(length), size: 1 };
    let (bdd, step) = (permutations(), smaller_in_miri(7, 997));
    let written: Vec<_> = (0..20_000).step_by(step).map(|length| to_bytes(&bdd, &of_length(length))).collect();
    assert!(written.iter().flatten().all(|bytes| from_bytes(bytes).is_ok()));
    let most = written.iter().take_while(|written| written.is_ok()).count();
    assert!(most * step > 8000 && written[most..].iter().all(Result::is_err), "{most}");
    let folder = tempfile::tempdir().unwrap();
    let error = write_file(&folder.path().join("a.bdd"), &permutations(), &of_length(20_000)).unwrap_err();
    assert!(error.to_string().contains("a.bdd: the label has a name of 20000 bytes"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn every_truncation_and_every_bit_flip_is_rejected() {
    let bytes = to_bytes(&permutations(), &label()).unwrap();
    for length in 0..bytes.len() {
        assert!(from_bytes(&bytes[..length]).is_err(), "cut to {length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(from_bytes(&flipped).is_err(), "bit {bit}");
    }
    let damaged = |bytes: &[u8]| from_bytes(bytes).unwrap_err().kind() == ReadErrorKind::Damaged;
    assert!(damaged(&bytes[..bytes.len() - 1]) && damaged(&[&bytes[..30], &[0], &bytes[31..]].concat()));
    // The shortest that can be told apart from any other file.
    assert_eq!(error(&[0; HEADER_AT + CHECKSUM_LEN]), Fault::NotABdd { found: [0; 8] });
    assert_eq!(error(&[0; HEADER_AT + CHECKSUM_LEN - 1]), Fault::TooShort { found: HEADER_AT + CHECKSUM_LEN - 1 });
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(error(&longer), Fault::Length { declared: bytes.len() as u64, found: longer.len() as u64 });
}

#[test]
fn a_newer_version_is_told_apart_from_damage() {
    let mut newer = to_bytes(&permutations(), &label()).unwrap();
    newer[VERSION_AT] += 1;
    assert!(matches!(error(&newer), Fault::Checksum { .. }));
    seal(&mut newer);
    assert_eq!(error(&newer), Fault::NewerVersion { found: VERSION + 1 });
    newer[VERSION_AT] = 0;
    seal(&mut newer);
    assert_eq!(error(&newer), Fault::UnknownVersion { found: 0 });
    assert_eq!(from_bytes(&newer).unwrap_err().kind(), ReadErrorKind::Version);
    assert!(matches!(error(b"\x89PNG\r\n\x1a\n and what else a picture holds"), Fault::NotABdd { .. }));
    assert_eq!(error(b""), Fault::TooShort { found: 0 });
}

#[test]
fn a_budget_that_does_not_suffice_is_told() {
    use crate::Stopped;

    // Counts of 64 bits, and of more than 128.
    for (lines, wide) in [(6, 4), (80, smaller_in_miri(500, 3))] {
        let mut rules = crate::Rules::new(lines * wide);
        for line in 0..lines {
            rules.at_least_one(&(line * wide..(line + 1) * wide).map(Variable::at).collect::<Vec<_>>());
        }
        let bytes = to_bytes(&crate::testing::conjoin(&rules), &label()).unwrap();
        let (whole, _) = from_bytes(&bytes).unwrap();
        let read = |budget: &mut Budget<'_>| from_bytes_within(&bytes, budget).map(|(bdd, _)| bdd);
        let stopped = |steps| read(&mut Budget::unlimited().with_steps(steps)).unwrap_err().stopped();
        let nodes = whole.node_count() as u64;
        for steps in [1, nodes / 2, nodes * 3 / 2] {
            assert_eq!(stopped(steps), Some(Stopped::TooLong { limit: steps }), "{nodes} nodes");
        }
        assert_eq!(read(&mut Budget::unlimited().with_steps(2 * nodes)).unwrap(), whole);
        let error = read(&mut Budget::unlimited().with_memory(0)).unwrap_err();
        let Some(Stopped::TooLarge { needed: memory, .. }) = error.stopped() else { panic!("{error}") };
        // Nodes, and numbers of at least 64 bits.
        assert!(memory >= whole.node_count() * (size_of::<crate::Node>() + size_of::<u64>()));
        assert_eq!(read(&mut Budget::unlimited().with_memory(memory)).unwrap(), whole);
        let error = read(&mut Budget::unlimited().with_memory(memory - 1)).unwrap_err();
        assert_eq!(error.stopped(), Some(Stopped::TooLarge { needed: memory, limit: memory - 1 }));
        assert_eq!(error.kind(), ReadErrorKind::Stopped);
    }
}

/// Memory for the file's bytes is the budget's as well, and a device without an end is no `.bdd` file at its first bytes.
#[test]
#[cfg(unix)]
#[cfg_attr(miri, ignore = "Miri has no files")]
fn a_file_takes_no_more_memory_than_the_budget_has() {
    let zeros = read_file_within(std::path::Path::new("/dev/zero"), &mut Budget::unlimited()).unwrap_err();
    assert_eq!(zeros.content().unwrap().kind(), ReadErrorKind::NotABdd);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.bdd");
    let mut bytes = to_bytes(&permutations(), &label()).unwrap();
    bytes.resize(1 << 20, 0);
    std::fs::write(&path, bytes).unwrap();
    let stopped = |memory| {
        let error = read_file_within(&path, &mut Budget::unlimited().with_memory(memory)).unwrap_err();
        error.content().unwrap().stopped()
    };
    let limit = 1 << 16;
    assert_eq!(stopped(limit), Some(crate::Stopped::TooLarge { needed: limit + 1, limit }));
    assert_eq!(stopped(1 << 20), None, "it is damaged");
}

#[test]
#[cfg_attr(miri, ignore = "looks at the budget are too many steps apart for Miri")]
fn reading_is_told_of_and_cancelled_while_it_lasts() {
    use crate::{Cancel, Progress, Stopped};

    // Some 260,000 nodes, so that the budget is looked at.
    let mut rules = crate::Rules::new(34);
    (0..17u16).for_each(|variable| rules.exclude(variable, variable + 17));
    let bytes = to_bytes(&crate::testing::conjoin(&rules), &label()).unwrap();
    let mut heard = Vec::new();
    let hear = &mut |Progress { fraction }| heard.push(fraction);
    from_bytes_within(&bytes, &mut Budget::unlimited().with_progress(hear)).unwrap();
    assert!(heard.len() >= 4 && heard.is_sorted() && heard.iter().all(|fraction| (0.0..=1.0).contains(fraction)));
    // Reading is most of the work, and is told of while it lasts.
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
        let error = from_bytes_within(&bytes, &mut budget).unwrap_err();
        assert_eq!((error.stopped(), looks), (Some(Stopped::Cancelled), stop_at + 1));
    }
}

/// Every structural check, met by a file whose length and checksum are right. Kinds: 0 low next, 1 high next,
/// 2 both next, 3 by reference; references: 0 FALSE, 1 TRUE, 2 next, 3 met.
#[test]
fn every_structural_fault_has_its_own_error() {
    let level = Variable::new;
    // x0 ? (x1 ? 0 : 1) : (x1 ? 1 : 0), the exclusive or: a root and two nodes.
    let xor: [u8; 8] = [1, 2, 2, 0b0000_0111, 0, 1, 1, 0];
    assert_eq!(from_bytes(&file(2, 5, 2, &xor)).unwrap().0.model_count(), BigUint::from(2u8));

    let with = |changes: &[(usize, u8)]| {
        let mut body = xor;
        changes.iter().for_each(|&(at, byte)| body[at] = byte);
        file(2, 5, 2, &body)
    };
    assert!(matches!(error(&file(2, 5, 2, &xor[..7])), Fault::BodyEnds { .. }));
    assert_eq!(error(&file(2, 5, 2, &[xor.as_slice(), &[0]].concat())), Fault::TrailingBytes { found: 1 });
    let other_count = error(&file(2, 5, 3, &xor));
    assert!(matches!(other_count, Fault::ModelCount { .. }));
    assert_eq!(other_count.to_string(), "the diagram has 2 models, but the header says 3");
    assert_eq!(error(&file(2, 6, 2, &xor)), Fault::NodeCount { declared: 6, found: 5 });
    assert_eq!(error(&with(&[(5, 1), (6, 0), (7, 1)])), Fault::Duplicate { level: level(1) });
    assert_eq!(error(&with(&[(5, 0)])), Fault::Redundant { level: level(1), child: NodeId::FALSE });
    assert_eq!(error(&with(&[(5, 2)])), Fault::Ordering { level: level(1), child: 2, variables: 2 });
    assert_eq!(error(&with(&[(2, 0)])), Fault::Unreachable { level: level(1), found: 1, nodes: 2 });
    assert_eq!(error(&with(&[(3, 0b1011)])), Fault::RunTooLong { level: level(1) });
    let split = [1, 2, 2, 3, 0, 1, 3, 1, 0];
    assert_eq!(error(&file(2, 5, 2, &split)), Fault::SplitRun { level: level(1) });
    // What kinds 2, 0 and 1 say is not said by kind 3.
    let (one, two) = ([3, 0, 1].as_slice(), [7, 0, 1, 1, 0].as_slice());
    for (kind, by_reference, below, nodes) in [(0, [3, 2, 0], one, 1), (1, [3, 0, 2], one, 1), (2, [3, 2, 2], two, 2)] {
        let file = |root: &[u8]| file(2, u64::from(nodes) + 3, nodes, &[&[1, nodes], root, below].concat());
        assert!(from_bytes(&file(&[kind])).is_ok(), "{kind}");
        assert_eq!(error(&file(&by_reference)), Fault::NeedlessReference { level: level(0) });
    }
    assert_eq!(error(&file(2, 5, 2, &[2, 1, 2, 3, 0, 1, 1])), Fault::Root { level: level(0), found: 2 });
    let beyond = [1, 1, 2, 3, 0, 1];
    assert_eq!(error(&file(2, 4, 2, &beyond)), Fault::NoSuchNode { level: level(0), child: level(1) });
    assert!(matches!(error(&file(2, 5, 2, &[1, 0x82, 0, 2, 7, 0, 1, 1, 0])), Fault::Varint { at: 1 }));
    let many = [1, 0xff, 0xff, 0xff, 0x0f, 0];
    assert!(matches!(error(&file(2, 0x1ff_ffff + 3, 2, &many)), Fault::TooManyNodes { .. }));
    assert!(matches!(error(&file_with_models(2, 5, &[2, 0], &xor)), Fault::Header { .. }));
    assert!(from_bytes(&file(0, 1, 0, &[])).unwrap().0.is_false());
    assert!(matches!(error(&file_with_models(0, 1, &[], &[])), Fault::Header { .. }));
    let mut header = to_bytes(&permutations(), &label()).unwrap();
    header[HEADER_AT] = 0xff;
    seal(&mut header);
    assert!(matches!(error(&header), Fault::Header { .. }));
}

/// Of two equal nodes the later one, whose children have been met, may be of any kind as the earlier one.
#[test]
fn a_node_that_is_there_already_is_met_whatever_its_kind() {
    // x0 has two children on x1: the first of the kind, and one by reference to what the first has met.
    let root = [2];
    let level = |first: &[u8], again: &[u8]| [&root, first, &[3], again].concat();
    let (one, two) = ([3, 0, 1].as_slice(), [7, 0, 1, 1, 0].as_slice());
    // The last met of the next level is 3, 0; the one before it 3, 1; TRUE is 1.
    for (first, again, other, below) in [
        ([0].as_slice(), [3, 0, 0].as_slice(), [3, 0, 1].as_slice(), one),
        (&[1], &[0, 3, 0], &[1, 3, 0], one),
        (&[2], &[3, 1, 3, 0], &[3, 0, 3, 1], two),
    ] {
        let nodes = (below.len() / 2) as u8;
        let read = |again: &[u8]| {
            let body = [[1, 2, nodes].as_slice(), &level(first, again), below].concat();
            from_bytes(&file(3, u64::from(nodes) + 5, 0, &body)).unwrap_err().0
        };
        assert_eq!(read(again), Fault::Duplicate { level: Variable::new(1) }, "{first:?}");
        // Another node in its place is one that the file may have.
        assert!(matches!(read(other), Fault::ModelCount { .. }), "{first:?}");
    }
}

/// How a file is refused whose x0 has one node, and x1 so many; what is left of the body is zeros. What the diagram would
/// take is asked before any of it is allocated.
fn refused(nodes: u32, left: usize) -> Fault {
    let mut body = vec![1];
    body.extend((0..5).map(|group| (nodes >> (7 * group)) as u8 | 0x80).take(varint_len(nodes) - 1));
    body.push((nodes >> (7 * (varint_len(nodes) - 1))) as u8);
    body.resize(body.len() + left, 0);
    let bytes = file(2, u64::from(nodes) + 3, 0, &body);
    from_bytes_within(&bytes, &mut Budget::unlimited().with_memory(1 << 16)).unwrap_err().0
}

#[test]
fn there_are_at_most_64_nodes_a_byte() {
    for left in [1, 2, 100] {
        let most = 64 * left as u32 - 1;
        assert!(!matches!(refused(most, left), Fault::TooManyNodes { .. }), "{left}");
        assert_eq!(refused(most + 1, left), Fault::TooManyNodes { nodes: 64 * left as u64 + 1, bytes: left });
    }
}

#[test]
#[cfg_attr(miri, ignore = "a file of 64 MiB takes minutes under Miri")]
fn there_are_fewer_nodes_than_numbers_tell() {
    // Both terminals and u32::MAX - 2 others have numbers that fit 32 bits.
    let left = 1 << 26;
    assert!(matches!(refused(u32::MAX - 3, left), Fault::Stopped(_)));
    assert_eq!(refused(u32::MAX - 2, left), Fault::TooManyNodes { nodes: u64::from(u32::MAX) - 1, bytes: left });
}

/// The bytes of a number of 7 bits a byte.
fn varint_len(number: u32) -> usize {
    (32 - number.leading_zeros()).div_ceil(7).max(1) as usize
}

proptest! {
    #[test]
    fn any_diagram_comes_back(seed in any::<u64>(), exclusions in 0usize..30, lines in 0usize..8) {
        let bdd = crate::testing::conjoin(&random_rules(14, exclusions, lines, seed));
        prop_assert_eq!(from_bytes(&to_bytes(&bdd, &label()).unwrap()).unwrap().0, bdd);
    }

    /// Behind a checksum that is right, other bytes are either refused or the exact bytes of another diagram.
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
        if let Ok((read, header)) = from_bytes(&bytes) {
            prop_assert_eq!(to_bytes(&read, &header.label).unwrap(), bytes);
        }
    }
}
