//! Draws the squares that a queen attacks: `cargo run -p nqueens-board --example attacks -- 8 d4`.

use std::error::Error;

use nqueens_board::{Direction, Size, Square};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |or: &str| arguments.next().unwrap_or_else(|| or.to_owned());
    let size: Size = next("8").parse()?;
    let queen: Square = next("d4").parse()?;
    // From the highest rank down, as boards are drawn.
    let squares: Vec<Square> = size.squares().collect();
    for rank in squares.chunks(size.get()).rev() {
        let signs = rank.iter().map(|&square| match Direction::between(queen, square) {
            _ if square == queen => "Q",
            Some(Direction::Rank) => "-",
            Some(Direction::File) => "|",
            Some(Direction::Diagonal) => "/",
            Some(Direction::AntiDiagonal) => "\\",
            None => ".",
        });
        println!("{}", signs.collect::<Vec<_>>().join(" "));
    }
    Ok(())
}
