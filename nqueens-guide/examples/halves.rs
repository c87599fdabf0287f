//! Timing of counting by halves: `cargo run --release -p nqueens-guide --features simd --example halves -- N SHARE`
//! counts a random share of the file sets, such as 0.005, on one thread, and estimates the total and the time of the
//! whole count, with standard errors.

use std::time::Instant;

use cpu_time::ThreadTime;
use nqueens_guide::halves::Halves;
use nqueens_guide::{BigUint, Budget, Placement, Sampler, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [n, share] = arguments.as_slice() else { return Err("give the size and the share of the sets".into()) };
    let (n, share): (usize, f64) = (n.parse()?, share.parse()?);
    let start = Instant::now();
    let halves = Halves::new(&Placement::empty(Size::new(n)?)).ok_or("the board is too wide")?;
    let tables = start.elapsed().as_secs_f64();
    let counted: Vec<u64> = (0..halves.sets()).filter(|&number| halves.is_counted(number)).collect();
    let some = ((counted.len() as f64 * share).ceil() as usize).max(2);
    let mut counter = halves.counter(1);
    let (mut counts, mut seconds) = (Vec::new(), Vec::new());
    for at in Sampler::new(1).distinct(BigUint::from(counted.len())).take(some) {
        let start = ThreadTime::now();
        let count = counter.count(counted[usize::try_from(&at)?], &mut Budget::unlimited())?;
        seconds.push(start.elapsed().as_secs_f64());
        counts.push(count.ok_or("the set was not counted")? as f64);
    }
    let (solutions, solutions_error) = total(&counts, counted.len());
    let (time, time_error) = total(&seconds, counted.len());
    println!(
        "n = {n}: {some} of {} sets, {:.3} s; all: {solutions:.4e} +- {solutions_error:.1e} solutions in {:.3} +- \
         {time_error:.3} s of processor time, {:.2} ns a solution",
        counted.len(),
        start.elapsed().as_secs_f64(),
        tables + time,
        time * 1e9 / solutions
    );
    Ok(())
}

/// Returns the estimated sum of `all` values, and its standard error. `drawn` is a sample of these values, drawn
/// without replacement.
fn total(drawn: &[f64], all: usize) -> (f64, f64) {
    let (some, all) = (drawn.len() as f64, all as f64);
    let mean = drawn.iter().sum::<f64>() / some;
    let variance = drawn.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (some - 1.0);
    (all * mean, all * (variance / some * (1.0 - some / all)).max(0.0).sqrt())
}
