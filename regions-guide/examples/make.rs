//! Prints new boards with one solution, and the difficulty of each. The arguments are the size and the number of
//! boards: `cargo run --release -p regions-guide --example make -- 8 3`.

use std::error::Error;

use puzzle_core::{Budget, Marks};
use regions_guide::{Attack, BoardGenerator, RegionsPuzzle, first_solutions};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |or: &str| arguments.next().unwrap_or_else(|| or.to_owned());
    let size = next("7").parse()?;
    let boards: usize = next("2").parse()?;
    let mut generator = BoardGenerator::new(size, Attack::King, None, 1)?;
    for _ in 0..boards {
        let made = generator.next_board(&mut Budget::unlimited())?;
        let queens: Vec<String> = made.solution.iter().map(ToString::to_string).collect();
        println!("# {}: {}\n{}\n", made.rating.expect("one queen on every line"), queens.join(" "), made.board);
        // The search looks for two solutions, and finds only one.
        let puzzle = RegionsPuzzle::new(made.board, Attack::King);
        assert_eq!(first_solutions(&puzzle, &Marks::default(), 2).len(), 1);
    }
    Ok(())
}
