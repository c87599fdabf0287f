//! How long maps of large boards take: `cargo run --release -p nqueens-guide --example maps -- ARGUMENTS`, with one of
//!
//! - `verdicts FILE [FROM TO]`: whether boards of a file have a completion. The file has a board a line, as JSON with `id`, `n`,
//!   `blocked` (names of squares, with commas), `completable`, and `lingeling_s`, the seconds that a published solver
//!   took for this verdict. The boards with these numbers, counted from 0, are tried.
//! - `maps FILE [FROM TO]`: what every square of them is, within ten seconds, as a letter a square, rank by rank from
//!   the first: `-` dead, `o` open, `!` forced, `l` live, `?` unknown. What is said to be possible is held against the
//!   completions that were found.
//! - `placements N [STEP]`: what every square is with queens on the board: scattered ones of every number, and of every
//!   STEPth number clusters in the centre, and queens on the first ranks, each on the first square that is free.
//! - `count N QUEENS [THREADS]`: the completions of queens, such as `a1,c2`, counted one by one.
//!
//! Seconds are of processor time, since other programs want it too.

mod blocked;
mod count;
mod placements;

use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use cpu_time::ProcessTime;
use nqueens_guide::Budget;
use puzzle_core::Cancel;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["placements", n] => placements::run(n.parse()?, 1),
        ["placements", n, step] => placements::run(n.parse()?, step.parse()?),
        ["count", n, queens] => count::run(n.parse()?, queens, NonZeroUsize::MIN),
        ["count", n, queens, threads] => count::run(n.parse()?, queens, threads.parse()?),
        [what, file] => blocked::run(file, what, &(0..usize::MAX)),
        [what, file, from, to] => blocked::run(file, what, &(from.parse()?..to.parse()?)),
        _ => Err(
            "expected `verdicts FILE [FROM TO]`, `maps FILE [FROM TO]`, `placements N [STEP]` or `count N QUEENS [THREADS]`"
                .into(),
        ),
    }
}

/// Does a work with a budget that ends when the process has had a processor for so many seconds.
pub(crate) fn within<T>(seconds: f64, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    let (cancel, is_done, start) = (Cancel::new(), AtomicBool::new(false), ProcessTime::now());
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) && start.elapsed().as_secs_f64() < seconds {
                thread::sleep(Duration::from_millis(5));
            }
            cancel.cancel();
        });
        let result = work(&mut Budget::unlimited().with_cancel(cancel.clone()));
        is_done.store(true, Ordering::Relaxed);
        result
    })
}
