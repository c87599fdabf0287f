//! Programs that `kill -9` ends at random moments.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::Child;
use std::time::{Duration, Instant};

use super::{Golden, Home, SIZES, board, left, read, result_is_whole};

/// Splitmix: see Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
struct Sampler(u64);

impl Sampler {
    /// Returns a random part of a duration.
    fn part(&mut self, whole: Duration) -> Duration {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        whole.mul_f64(((mixed ^ mixed >> 31) >> 11) as f64 / (1u64 << 53) as f64)
    }
}

/// Starts a program `rounds` times, and kills it each time at a random moment of its usual running time. Calls `check`
/// after each. Prints the number of programs that were killed before they ended, and asserts that there were some.
fn killed(rounds: usize, what: &str, mut begin: impl FnMut() -> Child, mut check: impl FnMut()) {
    let mut whole = (0..3)
        .map(|_| {
            let start = Instant::now();
            assert!(begin().wait_with_output().unwrap().status.success());
            start.elapsed()
        })
        .max()
        .unwrap();
    check();
    let mut sampler = Sampler(whole.as_nanos() as u64);
    let mut died = 0;
    for _ in 0..rounds {
        let mut child = begin();
        let time = sampler.part(whole);
        std::thread::sleep(time);
        child.kill().unwrap();
        if child.wait_with_output().unwrap().status.signal() == Some(9) {
            died += 1;
            whole = whole.mul_f64(1.02);
        } else {
            // The program has ended before the kill: the load of the machine has changed, so the running time is
            // corrected.
            whole = time;
        }
        check();
    }
    println!("{what}: {died} of {rounds} died at random moments of about {whole:?}");
    assert!(died > 0);
}

fn campaign(rounds: usize) {
    let golden = Golden::new();
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());

    let boards = folder.path().join("boards");
    fs::create_dir(&boards).unwrap();
    let mut states = [0; 7];
    killed(
        rounds,
        "precompute",
        || {
            SIZES.for_each(|n| fs::write(boards.join(board(n)), "old").unwrap());
            let _ = fs::remove_file(boards.join("MANIFEST"));
            home.command("precompute --sizes 4-9 --out boards").spawn().unwrap()
        },
        || states[golden.boards_are_whole(&boards, b"old")] += 1,
    );
    println!("  files that were new: {states:?} times none, one, ...; {} half-written ones beside them", left(&boards));

    let cached = home.cached();
    let mut there = 0;
    killed(
        rounds,
        "the cache",
        || {
            let _ = fs::remove_file(&cached);
            home.command("count 12").spawn().unwrap()
        },
        || {
            if let Some(found) = read(&cached) {
                assert!(found == golden.cached(), "{} bytes", found.len());
                there += 1;
            }
        },
    );
    println!("  it was there {there} times; {} half-written ones beside it", left(cached.parent().unwrap()));
    assert_eq!(home.answer("count 12"), "14200\n");

    // The game solves the puzzle, which writes the statistics, and switches the help level, which writes the settings.
    let turns = "level 0\nb1\nd2\na3\nc4\nundo\nlevel 1\nundo\nundo\nlevel 2\nundo\n".repeat(20);
    killed(rounds, "a game", || home.play("4", &turns), || _ = home.kept_is_whole());
    assert_eq!(home.kept_is_whole(), 1);
    println!("  {} half-written ones beside it", left(&home.games()));
    let said = home.said("4", "quit\n");
    assert!(!said.contains("set aside"), "{said}");

    home.answer("shard plan 12 --tasks 3 --out plan");
    let result = folder.path().join("plan").join("task-00002.jsonl");
    let mut there = 0;
    killed(
        rounds,
        "a task of a shared count",
        || {
            let _ = fs::remove_file(&result);
            home.command("shard run plan 2").spawn().unwrap()
        },
        || there += usize::from(result_is_whole(&result)),
    );
    println!("  it was there {there} times; {} half-written ones beside it", left(result.parent().unwrap()));
    (1..=3).for_each(|task| _ = home.answer(&format!("shard run plan {task}")));
    assert_eq!(home.answer("shard merge plan"), "14200\n");
}

#[test]
fn whoever_is_killed_leaves_the_old_file_or_the_new_one() {
    campaign(8);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_are_killed() {
    campaign(250);
}
