//! Compiles feature models into decision-DNNF and counts their configurations:
//! `cargo run --release -p puzzle-files --example compiled -- FILE...`.

use std::error::Error;
use std::time::Instant;

use puzzle_core::export::compiled;
use puzzle_core::{Budget, Marks};
use puzzle_files::FilePuzzle;

fn main() -> Result<(), Box<dyn Error>> {
    for file in std::env::args().skip(1) {
        let puzzle = FilePuzzle::read(&std::fs::read_to_string(&file)?)?;
        let budget = &mut Budget::unlimited().with_memory(4 << 30);
        let start = Instant::now();
        let dnnf = compiled(&puzzle, &Marks::default(), budget)?;
        let seconds = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let counts = dnnf.counts(&[], budget)?;
        let passes = 1e3 * start.elapsed().as_secs_f64();
        println!(
            "{file}: {seconds:.2} s, {} nodes, counts by variable in {passes:.1} ms, {} models",
            dnnf.node_count(),
            counts.total
        );
    }
    Ok(())
}
