//! Prints the options left in a puzzle file after some choices: `cargo run -p puzzle-files --example ask -- FILE
//! NAME...`. Without arguments, the file is the template `configurator` of the crate, a car with options.

use std::error::Error;
use std::sync::Arc;

use puzzle_core::{Adaptive, Budget, Move, Session, Words};
use puzzle_files::{FilePuzzle, TEMPLATES};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = match arguments.next() {
        Some(file) => std::fs::read_to_string(file)?,
        None => {
            let configurator = TEMPLATES.iter().find(|(name, _)| *name == "configurator");
            configurator.expect("it is one of those that come along").1.to_owned()
        }
    };
    let puzzle = Arc::new(FilePuzzle::read(&text)?);
    let budget = &mut Budget::unlimited();
    let mut choice = Session::new(Arc::new(Adaptive::<FilePuzzle>::open(Arc::clone(&puzzle), budget)?), budget)?;
    for name in arguments {
        let variable = puzzle.variable_named(&name).ok_or_else(|| format!("there is no {name:?} here"))?;
        choice.play(Move::Place(variable), budget)?;
    }
    let guide = choice.guide();
    for (variable, status, count) in guide.variables() {
        println!("{:<20} {status:<9} {count}", puzzle.name(variable));
    }
    println!("{} in all", guide.total());
    Ok(())
}
