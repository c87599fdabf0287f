//! Counting completions one by one.

use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::time::Instant;

use cpu_time::ProcessTime;
use nqueens_guide::{BigUint, Budget, Placement, Size, Square, Tallying};

/// Counts the completions of queens on a board, in total and for each square, and prints the time.
pub(crate) fn run(n: usize, queens: &str, threads: NonZeroUsize) -> Result<(), Box<dyn Error>> {
    let size = Size::new(n)?;
    let queens = queens.split(',').map(str::parse).collect::<Result<Vec<Square>, _>>()?;
    let (start, busy) = (Instant::now(), ProcessTime::now());
    let mut tallying = Tallying::new(&Placement::new(size, queens, [])?).ok_or("the board is too wide")?;
    println!("{:.2e} search nodes expected, estimated in {:.1?}", tallying.search_nodes(), busy.elapsed());
    tallying.work(threads, &mut Budget::unlimited())?;
    let counts = tallying.counts().ok_or("not all completions are counted")?;
    for rank in 0..n {
        let on_rank: BigUint = size.rank(rank).map(|at| &counts.by_variable[usize::from(size.variable(at))]).sum();
        if on_rank != counts.total {
            return Err(format!("rank {} has {on_rank} of {}", rank + 1, counts.total).into());
        }
    }
    println!("{} completions, {:.1?} of processor time, {:.1?} in all", counts.total, busy.elapsed(), start.elapsed());
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().filter(|line| line.starts_with("VmHWM")).for_each(|line| println!("{line}"));
    Ok(())
}
