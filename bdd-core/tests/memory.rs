//! Peak memory of computations. Linux reports it for a whole process, so that each computation runs in its own process:
//! this test program, called with the name of an ignored test.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use std::sync::Arc;

use bdd_core::export::dddmp::{self, DddmpMode, Labels};
use bdd_core::format::{Label, read_file, to_bytes};
use bdd_core::{Bdd, BigUint, Budget, DiagramBuilder, Interrupted, Literal, Ranking, Rules, Variable};

/// The environment variable with the path of the file that an ignored test reads.
const FILE: &str = "BDD_CORE_TEST_FILE";

/// Returns a value of this process's memory in bytes, by its name in `/proc/self/status`.
fn memory(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("Linux tells it");
    line.trim_start_matches(':').trim().trim_end_matches("kB").trim().parse::<usize>().expect("a number of KiB") << 10
}

/// Returns the peak number of bytes that `work` takes in addition to the memory in use before.
fn taken(work: impl FnOnce()) -> usize {
    // Writing 5 resets the peak.
    std::fs::write("/proc/self/clear_refs", "5").expect("it is this process's own");
    let before = memory("VmRSS");
    work();
    memory("VmHWM").saturating_sub(before)
}

/// Runs one of this program's ignored tests in a process of its own.
fn alone(test: &str, file: Option<&Path>) {
    let run = Command::new(std::env::current_exe().expect("it runs"))
        .args(["--ignored", "--exact", "--nocapture", test])
        .envs(file.map(|file| (FILE, file)))
        // Large pieces of memory go back to Linux as soon as they are free.
        .env("MALLOC_MMAP_THRESHOLD_", "65536")
        .output()
        .expect("it can be run");
    let said = String::from_utf8_lossy(&run.stdout);
    println!("{said}");
    assert!(run.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&run.stderr));
}

/// Returns the diagram of an `n` x `n` square with one true variable in each row and column.
fn permutations(n: u16) -> Bdd {
    let mut rules = Rules::new(usize::from(n * n));
    for i in 0..n {
        rules.exactly_one(&(0..n).map(|j| i * n + j).collect::<Vec<_>>());
    }
    for i in 0..n {
        rules.exactly_one(&(0..n).map(|j| j * n + i).collect::<Vec<_>>());
    }
    DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap()
}

#[test]
fn one_model_takes_no_copy_of_the_diagram() {
    alone("one_model", None);
}

#[test]
#[ignore = "one_model_takes_no_copy_of_the_diagram runs it alone"]
fn one_model() {
    let bdd = Arc::new(permutations(13));
    let nodes = bdd.node_count();
    let taken = taken(|| {
        let ranking = Ranking::new(Arc::clone(&bdd), &mut Budget::unlimited()).unwrap();
        let last = ranking.nth(&(ranking.total() - 1u8)).expect("there is a last one");
        assert_eq!(last.len(), 13);
    });
    println!("{nodes} nodes: {taken} bytes");
    // Ranking needs a count of 8 bytes for every node; a copy of the nodes would take 8 bytes more.
    assert!(taken < nodes * 12, "{taken} bytes for {nodes} nodes");
}

#[test]
fn a_dddmp_file_takes_memory_for_its_nodes() {
    alone("dddmp_file", None);
}

#[test]
#[ignore = "a_dddmp_file_takes_memory_for_its_nodes runs it alone"]
fn dddmp_file() {
    let budget = &mut Budget::unlimited();
    let bdd = permutations(14);
    let nodes = bdd.node_count();
    let mut bytes = Vec::new();
    let taken_to_write = taken(|| dddmp::write(&mut bytes, &bdd, DddmpMode::Binary, &Labels::new(), budget).unwrap());
    println!("{nodes} nodes, written: {taken_to_write} bytes");
    assert!(taken_to_write < nodes * 20 + bytes.len() * 2, "{taken_to_write} bytes for {nodes} nodes");
    // The file has as many nodes as the diagram, since no node is the complement of another.
    let taken_to_read = taken(|| assert!(dddmp::read(&bytes, budget).unwrap().0 == bdd));
    println!("{nodes} nodes, read: {taken_to_read} bytes");
    assert!(taken_to_read < nodes * 64, "{taken_to_read} bytes for {nodes} nodes");
    // The diagram has the largest number of variables, and no decision node.
    let empty = Bdd::constant(Variable::MAX_COUNT, false);
    let mut bytes = Vec::new();
    dddmp::write(&mut bytes, &empty, DddmpMode::Text, &Labels::new(), budget).unwrap();
    let taken_by_levels = taken(|| assert!(dddmp::read(&bytes, budget).unwrap().0 == empty));
    println!("{} bytes, read: {taken_by_levels} bytes", bytes.len());
    assert!(taken_by_levels < 6 << 20, "{taken_by_levels} bytes");
}

/// A file of 74 kB whose diagram has 1,024 nodes on each of 251 levels. No node decides the last 65,271 variables, so
/// that the number of models below each node takes 8 kB. The header states that the diagram has one model.
const BOMB: &[u8] = include_bytes!("data/bomb.bdd");

/// The number of wide levels for which the file of a [`chain`] takes 120 kB.
const LONG: usize = 3000;

/// Returns a file like [`BOMB`] with `wide` levels of 1,024 nodes, at least two, and the number of its models.
///
/// Each of the first ten variables excludes one of ten later variables. So there are 1,024 cases on the levels in
/// between, whose variables are false. All variables after the later ten are free.
fn chain(wide: usize) -> (Vec<u8>, BigUint) {
    let mut rules = Rules::new(22);
    (0..10).for_each(|variable| rules.exclude(variable, variable + 12));
    let two = DiagramBuilder::new(&rules)
        .build(&mut Budget::unlimited())
        .unwrap()
        .select(&[Literal::negative(10), Literal::negative(11)], &mut Budget::unlimited())
        .unwrap();
    assert_eq!(two.level_nodes(Variable::new(10)).len(), 1024);
    let models = BigUint::from(3u8).pow(10);
    assert_eq!(two.model_count(), models);

    // The file with `wide` levels is made from the file with two. Level 10 is written in runs that do not depend on the
    // levels below, and can be repeated. A level without nodes is a zero in the list of level sizes.
    let bytes = to_bytes(&two, &label()).unwrap();
    let mut at = PREAMBLE + header(22, two.node_count(), &models).len();
    let sizes: Vec<&[u8]> = (0..22)
        .map(|_| {
            let length = bytes[at..].iter().take_while(|&&byte| byte >= 0x80).count() + 1;
            at += length;
            &bytes[at - length..at]
        })
        .collect();
    let body = &bytes[at..bytes.len() - 4];
    let runs = body.windows(16).position(|bytes| bytes == [0xfc; 16]).expect("level 10 in runs of 64 nodes");
    let free = VARIABLES - 20 - wide;
    let sizes = [sizes[..10].concat(), sizes[10].repeat(wide), sizes[12..].concat(), vec![0; free]].concat();
    let content = [&sizes, &body[..runs], &[0xfc].repeat(16 * (wide - 2)), &body[runs..]].concat();
    let models = models << free;
    (sealed(&header(VARIABLES, nodes(wide), &models), &content), models)
}

/// Returns the number of nodes of a [`chain`]: the terminals, ten levels of doubling size, the wide levels, and ten
/// levels of halving size.
fn nodes(wide: usize) -> usize {
    2 + 1023 + 1024 * wide + 1023
}

const VARIABLES: usize = 65_535;
/// The number of bytes of magic, version and length.
const PREAMBLE: usize = 18;

fn label() -> Label {
    Label { puzzle: "chain".to_owned(), size: 1 }
}

/// Returns the header of a [`chain`].
fn header(variables: usize, nodes: usize, models: &BigUint) -> Vec<u8> {
    let fields = (label(), variables as u16, nodes as u64, models.to_bytes_le());
    bincode::serde::encode_to_vec(fields, bincode::config::standard()).unwrap()
}

/// Returns a whole file, with its length and checksum.
fn sealed(header: &[u8], content: &[u8]) -> Vec<u8> {
    let length = (PREAMBLE + header.len() + content.len() + 4) as u64;
    let mut bytes = [&BOMB[..10], &length.to_le_bytes(), header, content].concat();
    let checksum = crc32fast::hash(&bytes).to_le_bytes();
    bytes.extend(checksum);
    bytes
}

#[test]
fn a_small_file_takes_little_memory_whatever_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let (true_chain, models) = chain(LONG);
    assert!((110_000..130_000).contains(&true_chain.len()), "{}", true_chain.len());
    let header = |models: &BigUint| header(VARIABLES, nodes(LONG), models);
    let content = &true_chain[PREAMBLE + header(&models).len()..true_chain.len() - 4];
    let one = sealed(&header(&BigUint::from(1u8)), content);
    let close = sealed(&header(&(models - 1u8)), content);
    for (name, bytes) in
        [("bomb", BOMB), ("short", &chain(250).0), ("true", &true_chain), ("one", &one), ("close", &close)]
    {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        alone("one_file", Some(&file));
    }
}

#[test]
#[ignore = "a_small_file_takes_little_memory_whatever_it_says runs it alone"]
fn one_file() {
    let path = PathBuf::from(std::env::var_os(FILE).expect("a file to read"));
    let start = Instant::now();
    let mut read = None;
    let taken = taken(|| read = Some(read_file(&path, &mut Budget::unlimited())));
    println!("{}: {taken} bytes, {:?}", path.display(), start.elapsed());
    assert!(taken < 56 << 20, "{taken} bytes, and the program takes some too");
    match (read.expect("it was read"), path.ends_with("short") || path.ends_with("true")) {
        (Ok((bdd, header)), true) => {
            assert!(header.models_in_brief().ends_with(" digits)"));
            assert!(format!("{bdd:?}").len() < 100);
            // A count on request keeps to the limit of memory.
            let little = bdd.model_count_within(&mut Budget::unlimited().with_memory(1 << 20));
            assert!(matches!(little, Err(Interrupted::TooLarge { .. })), "{little:?}");
            if path.ends_with("short") {
                let taken = self::taken(|| assert_eq!(bdd.model_count(), header.models));
                println!("counted: {taken} bytes, {:?}", start.elapsed());
                assert!(taken < 32 << 20, "{taken} bytes");
            }
        }
        (Err(error), false) => assert!(error.to_string().len() < 200, "{error}"),
        (read, _) => panic!("{read:?}"),
    }
}
