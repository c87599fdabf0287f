//! The n-queens solver of a SystemVerilog class with constrained random variables. Here it consists of rules over a
//! board of Boolean variables, and a uniform draw.
//!
//! The class declares `rand bit board[n][n]`, with helper arrays for ranks, files and diagonals. It constrains the sums
//! of ranks and files to 1 and the sums of diagonals to at most 1, and then calls `randomize()`. Here ranks, files and
//! diagonals are lists of variables, without copies, and every board has exactly the same probability.
//!
//! ```text
//! cargo run -p bdd-core --example constrained_random -- 8 1
//! ```
//!
//! draws an 8 x 8 board with seed 1.

use bdd_core::{Budget, DiagramBuilder, Ranking, Rules, Sampler, Variable};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let n: u16 = arguments.next().map_or(Ok(8), |n| n.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(0), |seed| seed.parse())?;
    if !(1..=12).contains(&n) {
        return Err(format!("the size must be from 1 to 12, not {n}").into());
    }

    let squares = || (0..n * n).map(|v| (v, v / n, v % n));
    let line = |on: &dyn Fn(u16, u16) -> bool| squares().filter(|&(_, r, f)| on(r, f)).map(|s| s.0).collect::<Vec<_>>();
    let mut rules = Rules::new(usize::from(n * n));
    for k in 0..n {
        rules.exactly_one(&line(&|rank, _| rank == k));
    }
    for k in 0..n {
        rules.exactly_one(&line(&|_, file| file == k));
    }
    for k in 0..2 * n - 1 {
        rules.at_most_one(&line(&|rank, file| rank + file == k));
        rules.at_most_one(&line(&|rank, file| rank + n - 1 - file == k));
    }

    let budget = &mut Budget::unlimited();
    let solutions = Ranking::new(DiagramBuilder::new(&rules).build(budget)?, budget)?;
    let board = Sampler::new(seed).model(&solutions).ok_or("there is no solution")?;
    for (v, _, file) in squares() {
        let end = if file + 1 == n { "\n" } else { " " };
        print!("{}{end}", if board.contains(&Variable::new(v)) { 'Q' } else { '.' });
    }
    Ok(())
}
