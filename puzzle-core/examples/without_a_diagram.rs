//! A puzzle whose diagram is too large, guided by a SAT solver instead: a map of 400 countries in four colours.
//!
//! ```sh
//! cargo run --release -p puzzle-core --example without_a_diagram
//! ```

use std::error::Error;
use std::sync::Arc;

use puzzle_core::{Adaptive, Budget, Move, Puzzle, Rules, Session, Status, Variable};

const SIDE: usize = 20;
const COLOURS: [&str; 4] = ["red", "green", "blue", "yellow"];

/// Countries on a grid. Each country has a border with its neighbours to the right, below, and diagonally below to the
/// right.
#[derive(Debug)]
struct Map(Rules);

impl Puzzle for Map {
    fn rules(&self) -> &Rules {
        &self.0
    }
}

fn variable(row: usize, column: usize, colour: usize) -> Variable {
    Variable::new(((row * SIDE + column) * COLOURS.len() + colour) as u16)
}

fn rules() -> Rules {
    let mut rules = Rules::new(SIDE * SIDE * COLOURS.len());
    for (row, column) in (0..SIDE * SIDE).map(|country| (country / SIDE, country % SIDE)) {
        rules.exactly_one(&[0, 1, 2, 3].map(|colour| variable(row, column, colour)));
        for (other_row, other_column) in [(row, column + 1), (row + 1, column), (row + 1, column + 1)] {
            if other_row < SIDE && other_column < SIDE {
                for colour in 0..COLOURS.len() {
                    rules.exclude(variable(row, column, colour), variable(other_row, other_column, colour));
                }
            }
        }
    }
    rules
}

fn main() -> Result<(), Box<dyn Error>> {
    let budget = &mut Budget::unlimited();
    // The limit of 10,000 steps is too small for a diagram. The default limit is much larger.
    let source = Arc::new(Adaptive::open_with(Map(rules()), 10_000, budget)?);
    println!("a diagram of all colourings: {}", if source.solutions().is_some() { "there is one" } else { "none" });
    let mut map = Session::new(source, budget)?;
    for (row, column, colour) in [(0, 0, 0), (0, 1, 1), (2, 2, 0), (1, 2, 2)] {
        map.play(Move::Place(variable(row, column, colour)), budget)?;
    }
    let guide = map.guide();
    println!("colourings left: {}", guide.total());
    for (variable, status, _) in
        guide.variables().filter(|(_, status, _)| matches!(status, Status::Dead | Status::Forced))
    {
        let (country, colour) = (variable.index() / COLOURS.len() + 1, COLOURS[variable.index() % COLOURS.len()]);
        println!("{status}: country {country} {colour}");
    }
    Ok(())
}
