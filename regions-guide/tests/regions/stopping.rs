//! Tests that cancelled work ends before a person notices, on boards of any size.
//!
//! The aim is 50 ms after the cancellation. The tests allow [`MOST`], so that a slow machine does not fail them, while
//! work that ignores the cancellation takes seconds and fails.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use bdd_core::Cancel;
use puzzle_core::{Budget, Interrupted, Marks, Session};
use puzzle_kind::Playable;
use regions_guide::{Attack, RegionsPuzzle, all_solutions};

use super::puzzle;

/// The maximum time from a cancellation to the end of the work.
const MOST: Duration = Duration::from_millis(500);

/// Cancels work after several times, and checks each time that the work ends soon.
///
/// On a loaded machine either thread may not run for a while, so a failed attempt is repeated.
#[track_caller]
pub(super) fn stops<T>(what: &str, work: impl Fn(&mut Budget<'_>) -> Result<T, Interrupted>) {
    for after in [0, 3, 20, 60, 120, 250, 600].map(Duration::from_millis) {
        let is_right = (0..5).any(|_| {
            let cancel = Cancel::new();
            let switch = cancel.clone();
            let canceller = thread::spawn(move || {
                thread::sleep(after);
                let switched = Instant::now();
                switch.cancel();
                switched
            });
            let said = work(&mut Budget::unlimited().with_memory(1 << 30).with_cancel(cancel)).err();
            let late = Instant::now().saturating_duration_since(canceller.join().unwrap());
            println!("{what}: after {after:?}, {said:?}, {late:?} later");
            said == Some(Interrupted::Cancelled) && late < MOST
        });
        assert!(is_right, "{what}: cancelled after {after:?}, and went on");
    }
}

fn board(n: usize, letter: impl Fn(usize) -> usize) -> RegionsPuzzle {
    let letter = |place: usize| char::from(b'A' + letter(place) as u8);
    let row = |row: usize| (0..n).map(|column| letter(row * n + column)).chain(['\n']).collect::<String>();
    puzzle(&(0..n).map(row).collect::<String>(), Attack::Queen)
}

/// Returns a board of 20 x 20 with scattered regions, whose live squares take many seconds to find.
fn scattered() -> RegionsPuzzle {
    const N: usize = 20;
    let mut state = 3 * 7919 + N as u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    // The first row has a square of every region.
    let letters: Vec<usize> = (0..N * N).map(|place| if place < N { place } else { below(N) }).collect();
    board(N, |place| letters[place])
}

/// Returns a board whose regions are its ranks: its live squares are quick to find, and its diagram takes minutes and
/// much memory.
fn striped() -> RegionsPuzzle {
    board(16, |place| place / 16)
}

#[test]
fn the_squares_of_some_solution_stop_being_looked_for() {
    let scattered = scattered();
    stops("all solutions of a scattered board", |budget| all_solutions(scattered.clone(), budget));
    stops("the first completions", |budget| scattered.first_completions(&Marks::default(), usize::MAX, budget));
}

#[test]
fn a_diagram_stops_being_built() {
    let striped = striped();
    stops("all solutions of a striped board", |budget| all_solutions(striped.clone(), budget));
    stops("a game on it", |budget| Session::new(Arc::new(all_solutions(striped.clone(), budget)?), budget));
}
