//! The game without a terminal: reads a line from the standard input, and prints the sentences that answer it.
//!
//! ```sh
//! printf 'r1c2=2\nhint\nhint\n' | cargo run -p nqueens-game --example by_lines
//! ```

use std::error::Error;
use std::io::BufRead;
use std::sync::Arc;

use game::{Dialogue, Effect, Model, Series};
use puzzle_core::Budget;
use puzzle_kind::{Entry, Opened};
use sudoku_guide::{Grid, Shape, Sudoku};

/// Runs each job at once. A program with a screen runs jobs on threads instead. Ignores all other effects, such as the
/// request to save the game.
fn carry_out(model: &mut Model, effects: Vec<Effect>) {
    for effect in effects {
        if let Effect::Run(job) = effect {
            let message = job.run(&mut Budget::unlimited());
            let effects = model.update(message);
            carry_out(model, effects);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let sudoku = Sudoku::new(Grid::parse(Shape::new(2, 2)?, "1.....3..4.....2")?);
    let source = sudoku.clone();
    let entry = Entry::new(Arc::new(sudoku), move |_| Ok(Opened::new(source.clone())));
    let puzzle = Arc::clone(entry.puzzle());
    let mut model = Model::new(Arc::new(Series::of(vec![entry])), 1, puzzle);
    let effects = model.start();
    carry_out(&mut model, effects);

    let mut dialogue = Dialogue::default();
    dialogue.greeting(&model).iter().for_each(|said| println!("{said}"));
    for line in std::io::stdin().lock().lines() {
        let Some(messages) = dialogue.hear(&model, &line?) else { break };
        for message in messages {
            let effects = model.update(message);
            carry_out(&mut model, effects);
        }
        dialogue.answer(&model).iter().for_each(|said| println!("{said}"));
    }
    Ok(())
}
