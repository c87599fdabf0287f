//! Measures explanations of the reason why a cell of a Sudoku can't have a value.
//!
//! ```sh
//! python3 bench/ask_cpmpy.py puzzles.txt questions.txt > cpmpy.txt
//! cargo run --release -p nqueens-puzzles --example questions -- questions.txt
//! ```
//!
//! Each input line is a Sudoku in one line, a blank, and a cell with a value, such as `r2c7=4`. Prints the number of
//! lines of the argument, its technique, and the CPU time of the thread in seconds.

mod clock;

use puzzle_core::{Budget, Guide, Marks, Puzzle, Source, Variable, Words, explain, sentences};
use sudoku_guide::{Shape, Sudoku, read};

use clock::now;

fn main() {
    let file = std::env::args().nth(1).expect("a file of questions");
    for line in std::fs::read_to_string(file).expect("a file").lines() {
        let (puzzle, name) = line.split_once(' ').expect("a Sudoku and a cell with a value");
        let (_, grid) = read(Some(Shape::NINE), puzzle.as_bytes()).next().expect("a Sudoku").expect("a Sudoku");
        let sudoku = Sudoku::new(grid);
        let all = Variable::all(sudoku.variables());
        let variable = all.into_iter().find(|&variable| sudoku.name(variable) == name).expect("a cell with a value");
        let (none, budget) = (Marks::default(), &mut Budget::unlimited());
        let all = sudoku.completions(&none, budget).expect("no limits");
        let guide = Guide::of(&sudoku, none, &all, budget).expect("no limits");
        let start = now();
        let why =
            explain(&sudoku, &guide, variable, &mut Budget::unlimited()).expect("no limits").expect("a wrong value");
        let time = now().saturating_sub(start);
        // The last line repeats the question.
        let lines = sentences::explanation(&sudoku, &why).len() - 1;
        println!("{name}\t{lines}\t{}\t{:.4}", why.technique().name(), time.as_secs_f64());
    }
}
