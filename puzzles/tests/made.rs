//! Tests of new puzzles: they are identical on every machine, and uniquely solvable.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bdd_core::Budget;
use nqueens_guide::Library;
use puzzle_core::Marks;
use puzzle_kind::Kind;
use puzzles::Recipe;

/// The recipes of the challenges and the daily puzzles, each as a kind and its options.
const MADE: [(&str, &[(&str, &str)]); 15] = [
    ("challenge", &[("size", "7"), ("level", "easy")]),
    ("challenge", &[("size", "8"), ("level", "easy")]),
    ("challenge", &[("size", "8"), ("level", "medium")]),
    ("challenge", &[("size", "9"), ("level", "medium")]),
    ("challenge", &[("size", "8"), ("level", "hard")]),
    ("challenge", &[("size", "10"), ("level", "hard")]),
    ("challenge", &[("size", "11"), ("level", "hard")]),
    ("regions", &[("size", "7"), ("rating", "easy")]),
    ("regions", &[("size", "9"), ("rating", "medium")]),
    ("regions", &[("size", "8"), ("rating", "easy")]),
    ("regions", &[("size", "10"), ("rating", "medium")]),
    ("regions", &[("size", "11"), ("rating", "medium")]),
    ("sudoku", &[("rating", "easy"), ("symmetric", "")]),
    ("sudoku", &[("rating", "medium"), ("symmetric", "")]),
    ("sudoku", &[("rating", "hard"), ("symmetric", "")]),
];

/// For each recipe, the CRC-32 of its first 20 puzzles and the CRC-32 of its first 1,000 puzzles.
const HASHES: [(&str, &str); MADE.len()] = [
    ("322e8915", "dc3115cc"),
    ("e550c60c", "a86ef8c3"),
    ("4c8ea950", "5ac4e0ec"),
    ("8ab0025e", "6995880d"),
    ("68282b40", "5b0b323a"),
    ("0858f55b", "0b19acae"),
    ("33c6fe79", "ccaf4a1d"),
    ("1cd51aae", "a20f4bc3"),
    ("8bb3cfe2", "c0c620e9"),
    ("16b97863", "a93043fb"),
    ("2c48e2d7", "28916e6e"),
    ("5bb041b8", "2c576582"),
    ("655c1fad", "5009a1a5"),
    ("02e1608f", "b5d8a3c2"),
    ("93813d26", "f01539c3"),
];

fn recipe(kinds: &[Arc<dyn Kind>], (name, options): (&str, &[(&str, &str)]), number: u64) -> Recipe {
    let kind = kinds.iter().find(|kind| kind.name() == name).unwrap();
    let options: BTreeMap<String, String> =
        options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    // The seeds look like the dates that daily puzzles have as seeds.
    Recipe { kind: Arc::clone(kind), options, seed: 20_260_101 + number }
}

/// Returns the CRC-32 of the first `number` puzzles of each recipe, and the median, 99th percentile and maximum of
/// their times.
fn made(number: u64) -> Vec<(String, [Duration; 3])> {
    let kinds = puzzles::kinds(Library::embedded());
    let each = MADE.iter().map(|&what| {
        let mut hash = crc32fast::Hasher::new();
        let mut times = Vec::new();
        for number in 0..number {
            let recipe = recipe(&kinds, what, number);
            let began = cpu_time();
            let mut generator = recipe.kind.generator(&recipe.arguments(), recipe.seed).unwrap();
            let made = generator.next(&mut Budget::unlimited()).unwrap();
            times.push(cpu_time() - began);
            let source = made.entry.open(&mut Budget::unlimited()).unwrap().source;
            let count = source.count(&Marks::default(), &mut Budget::unlimited()).unwrap();
            assert_eq!(count.to_string(), "1", "{what:?} {number}");
            hash.update(made.entry.puzzle().text().as_bytes());
        }
        times.sort();
        let at = |share: usize| times[(times.len() - 1) * share / 100];
        let made = (format!("{:08x}", hash.finalize()), [at(50), at(99), at(100)]);
        println!("{what:?}: {made:.1?}");
        made
    });
    each.collect()
}

#[test]
fn new_puzzles_are_the_same_everywhere_and_have_one_solution() {
    let hashes: Vec<String> = made(20).into_iter().map(|(hash, _)| hash).collect();
    assert_eq!(hashes, HASHES.map(|(few, _)| few));
}

/// Makes 1,000 puzzles of each recipe and prints the times; run with `--ignored --nocapture`, in a release build.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_new_puzzles_are_the_same_everywhere_and_have_one_solution() {
    let hashes: Vec<String> = made(1000).into_iter().map(|(hash, _)| hash).collect();
    assert_eq!(hashes, HASHES.map(|(_, all)| all));
}

/// Returns the CPU time of this thread, which other load does not affect.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}
