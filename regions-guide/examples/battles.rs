//! Measures the times to make and to solve new boards with several stars on every line.
//!
//! `cargo run --release -p regions-guide --example battles -- SIZE STARS [COUNT]` prints each board and its times.

use std::error::Error;
use std::time::Instant;

use puzzle_core::{Budget, Marks};
use regions_guide::{Attack, BoardGenerator, RegionsPuzzle, Size, first_solutions};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let size: usize = arguments.next().ok_or("how large are the boards?")?.parse()?;
    let stars: usize = arguments.next().ok_or("how many stars has a line?")?.parse()?;
    let count: usize = arguments.next().map_or(Ok(1), |count| count.parse())?;
    let mut battles = BoardGenerator::with_stars(Size::new(size)?, Attack::King, stars, 1)?;
    for _ in 0..count {
        let begin = Instant::now();
        let made = battles.next_board(&mut Budget::unlimited())?;
        let making = begin.elapsed();
        let begin = Instant::now();
        let puzzle = RegionsPuzzle::with_stars(made.board.clone(), Attack::King, stars);
        let solutions = first_solutions(&puzzle, &Marks::default(), 2);
        assert_eq!(solutions, [made.solution]);
        println!(
            "{}made in {making:.2?}, solved, and proved to have no other solution, in {:.2?}",
            made.board,
            begin.elapsed()
        );
    }
    Ok(())
}
