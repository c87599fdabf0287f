//! Many programs that write the same files at the same time.

use std::fs;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::{Golden, Home, SIZES, board, left, read, result_is_whole};

/// The note about a game that is saved in a second file, beside another program's game of the same puzzle.
const ELSEWHERE: &str = "note: This game is also played elsewhere: now saved as queens-";

/// Starts `count` programs at the same time, and waits until all have ended without an error. Meanwhile calls `look`
/// again and again on another thread. Returns the number of calls.
fn crowd(count: usize, mut begin: impl FnMut(usize) -> Child, look: impl Fn() + Sync) -> usize {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let looking = scope.spawn(|| {
            let mut looks = 0;
            while !is_over.load(Ordering::Relaxed) {
                look();
                looks += 1;
            }
            looks
        });
        let children: Vec<Child> = (0..count).map(&mut begin).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            let errors = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success() && errors.lines().all(|line| line.starts_with(ELSEWHERE)), "{errors}");
        }
        is_over.store(true, Ordering::Relaxed);
        looking.join().expect("whoever looked found whole files")
    })
}

fn writers(rounds: usize) {
    let golden = Golden::new();
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let boards = folder.path().join("boards");
    let result = folder.path().join("plan").join("task-00001.jsonl");
    home.answer("shard plan 12 --tasks 3 --out plan");
    let mut looks = 0;
    for round in 1..=rounds {
        let _ = fs::remove_dir_all(&boards);
        looks += crowd(
            8,
            |_| home.command("precompute --sizes 4-9 --out boards").spawn().unwrap(),
            || {
                for n in SIZES {
                    let found = read(&boards.join(board(n)));
                    assert!(found.is_none_or(|found| found == golden.board(n)), "{n}");
                }
                let manifest = read(&boards.join("MANIFEST"));
                let is_whole = |found: &Vec<u8>| (3..=9).any(|n| golden.manifest(n) == *found);
                assert!(manifest.is_none_or(|found| is_whole(&found)));
            },
        );
        SIZES.for_each(|n| assert!(read(&boards.join(board(n))).unwrap() == golden.board(n), "{n}"));
        let _ = fs::remove_file(home.cached());
        let _ = fs::remove_file(&result);
        looks += crowd(
            8,
            |number| home.command(["count 12", "shard run plan 1"][number % 2]).spawn().unwrap(),
            || {
                assert!(read(&home.cached()).is_none_or(|found| found == golden.cached()));
                result_is_whole(&result);
            },
        );
        assert!(read(&home.cached()).unwrap() == golden.cached() && result_is_whole(&result));
        // Eight programs play four boards, two programs each board. Both games of a board are saved.
        looks += crowd(
            8,
            |number| {
                home.play(&(4 + number % 4).to_string(), "level 0\nb1\nlevel 1\nundo\nlevel 2\nb1\nundo\na2\nquit\n")
            },
            || _ = home.kept_is_whole(),
        );
        let games = home.kept_is_whole();
        assert!((4..=4 + 4 * round).contains(&games), "{games} in round {round}");
    }
    let left = [&boards, &home.games(), &folder.path().join("plan"), &folder.path().join("nqueens")].map(|f| left(f));
    assert_eq!(left, [0; 4]);
    println!("{rounds} rounds of three times eight writers; looked {looks} times");
}

/// Twenty programs solve puzzles at the same time, while the test holds all locks for longer than a program waits for
/// them.
#[test]
fn twenty_that_solve_at_once_are_all_counted() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let solutions: Vec<String> = (4..9).map(|n| home.answer(&format!("sample {n} --seed 1"))).collect();
    fs::create_dir_all(home.games()).unwrap();
    let locks = ["games.lock", "settings.lock", "statistics.lock"].map(|name| {
        let lock = fs::File::create(home.0.join("nqueens").join(name)).unwrap();
        lock.lock().unwrap();
        lock
    });
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_secs(5));
            drop(locks);
        });
        let begin = |number: usize| {
            let queens =
                ('a'..).zip(solutions[number % 5].trim().split(", ")).map(|(file, rank)| format!("{file}{rank}\n"));
            let lines = format!("level 0\n{}quit\n", queens.collect::<String>());
            let mut child = home.play(&(4 + number % 5).to_string(), &lines);
            // The program may print notes about a held lock, or about the file of the game.
            child.stderr.take();
            child
        };
        crowd(20, begin, || _ = home.kept_is_whole());
    });
    let told = home.said("4", "statistics\nquit\n");
    for n in 4..9 {
        // All four find the same solution, which counts once for the streak.
        let solved = format!("{n} x {n} queens: solved 4, streak 1 (longest 1)\n  without help: 4");
        assert!(told.contains(&solved), "{told}");
    }
    // Four programs play each of the five boards, so that each board has one to four saved games.
    let games = home.kept_is_whole();
    assert!((5..=20).contains(&games), "{games}");
}

#[test]
fn eight_at_once_leave_whole_files() {
    writers(2);
}

#[test]
#[ignore = "takes minutes"]
fn eight_at_once_many_times() {
    writers(100);
}
