//! Timing of maps of large boards: `cargo run --release -p nqueens-guide --example maps -- ARGUMENTS`, with one of
//!
//! - `verdicts FILE [FROM TO]`: the existence of a completion for boards of a file. The file has one JSON board on each
//!   line, with `id`, `n`, `blocked` (names of squares, with commas), `completable`, and `lingeling_s`, the seconds
//!   that a published solver took for this verdict. `FROM` and `TO` select boards, counted from 0.
//! - `maps FILE [FROM TO]`: the status of every square of these boards, within ten seconds, with one letter for each
//!   square, by rank from the first: `-` dead, `o` open, `!` forced, `l` live, `?` unknown. Open, forced and live
//!   squares are checked against the completions found.
//! - `placements N [STEP]`: the status of every square of boards with queens. The queens are scattered, clustered in
//!   the centre, or on the first ranks, each on the first free square of her rank. Scattered queens are tried in
//!   every number, all other queens only in every `STEP`th number.
//! - `count N QUEENS [THREADS]`: the completions of queens, such as `a1,c2`, counted one by one.
//!
//! Seconds are processor time, independent of other programs.

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

/// Runs `work` with a budget that ends once the process has used `seconds` of processor time.
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
