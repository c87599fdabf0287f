//! How long counting by halves takes: `cargo run --release --features simd --example halves -- N [EVERY]` counts every
//! so-many-th set alone, on one thread, and says what all of them would take.

use std::time::Instant;

use cpu_time::ProcessTime;
use nqueens_guide::halves::Halves;
use nqueens_guide::{Budget, Placement, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let n = *numbers.first().ok_or("which size?")?;
    let every = numbers.get(1).copied().unwrap_or(1);
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let halves = Halves::new(&Placement::empty(Size::new(n)?)).ok_or("too wide")?;
    let tables = cpu.elapsed().as_secs_f64();
    let mut counter = halves.counter(1);
    let (mut sets, mut total) = (0_u64, 0_u128);
    for number in (0..halves.sets()).step_by(every) {
        sets += 1;
        total += u128::from(counter.count(number, &mut Budget::unlimited())?.unwrap_or(0));
    }
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    let share = halves.sets() as f64 / sets as f64;
    println!(
        "n = {n}: {total} solutions of {sets} in {} sets; {cpu:.3} s of processor time ({wall:.3} s, tables {tables:.3} \
         s), {:.2} ns a solution; all: {:.5e} solutions, {:.1} s",
        halves.sets(),
        (cpu - tables) * 1e9 / total as f64,
        total as f64 * share,
        tables + (cpu - tables) * share
    );
    Ok(())
}
