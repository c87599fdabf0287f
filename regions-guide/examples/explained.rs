//! Measures the time and the length of the explanation of every square of the boards in a file.
//!
//! `cargo run --release -p regions-guide --example explained -- FILE STARS` prints a line for each board, and a summary
//! of all boards. Every explanation is replayed.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::time::{Duration, Instant};

use puzzle_core::check;
use puzzle_core::{Budget, Marks, Puzzle, Session, Variable, explain, sentences};
use regions_guide::{Attack, RegionsPuzzle, all_solutions, read};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which file has the boards?")?;
    let stars: usize = arguments.next().ok_or("how many stars has a line?")?.parse()?;
    let (mut times, mut steps, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let mut boards = 0;
    for read in read(BufReader::new(File::open(file)?)) {
        let (_, board, _) = read?;
        let begin = Instant::now();
        let budget = &mut Budget::unlimited();
        let source = all_solutions(RegionsPuzzle::with_stars(board, Attack::King, stars), budget)?;
        let session = Session::resume(std::sync::Arc::new(source.clone()), Marks::default(), budget)?;
        let (mut worst, mut longest, mut split) = (Duration::ZERO, 0, 0);
        for variable in Variable::all(source.puzzle().rules().variables()) {
            let begin = Instant::now();
            let Some(why) = explain(&source, session.guide(), variable, budget)? else { continue };
            let time = begin.elapsed();
            check::explanation(source.puzzle(), &why)?;
            let told = sentences::explanation(source.puzzle(), &why).len() - 2;
            times.push(time);
            steps.push(why.step_count());
            lines.push(told);
            worst = worst.max(time);
            longest = longest.max(told);
            split += usize::from(why.technique() == puzzle_core::explain::Technique::Split);
        }
        let all = begin.elapsed().as_secs_f64();
        println!("board {boards}: {all:.2} s; worst {worst:.2?}, {longest} lines; {split} with cases");
        boards += 1;
    }
    println!("{} explanations of {boards} boards, all replayed", times.len());
    fn spread<T: Ord + Copy + std::fmt::Debug>(name: &str, of: &mut [T]) {
        of.sort_unstable();
        let at = |share: usize| of[(of.len() - 1) * share / 100];
        println!("{name}: median {:?}, p99 {:?}, worst {:?}", at(50), at(99), at(100));
    }
    spread("time", &mut times);
    spread("steps", &mut steps);
    spread("lines", &mut lines);
    Ok(())
}
