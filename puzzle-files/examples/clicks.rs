//! Measures the time from a choice in a configurator to the statuses, counts and prices of all options.
//!
//! `cargo run --release -p puzzle-files --example clicks -- FILE...` prints three kinds of times for each file: the
//! time until a solver has the first statuses, the time to compile the rules, and the time from each choice to the
//! answer, in 100 random sequences of up to five choices. The options of a file without prices get random prices. All
//! times are processor times.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use bdd_core::{Rules, Sampler, Weights};
use cpu_time::ThreadTime;
use puzzle_core::{Adaptive, Budget, Move, Puzzle, Session, Source, Status, Variable};
use puzzle_files::FilePuzzle;

/// A puzzle file whose options have prices.
#[derive(Debug)]
struct Priced(FilePuzzle, Weights);

impl Puzzle for Priced {
    fn rules(&self) -> &Rules {
        self.0.rules()
    }

    fn givens(&self) -> &[Variable] {
        self.0.givens()
    }

    fn closed(&self) -> &[Variable] {
        self.0.closed()
    }

    fn weights(&self) -> Option<&Weights> {
        Some(&self.1)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("options  time to statuses  time to compile  median click  99th percentile  slowest click  file");
    for file in std::env::args().skip(1) {
        let puzzle = FilePuzzle::read(&std::fs::read_to_string(&file)?)?;
        let options = puzzle.variables();
        let mut sampler = Sampler::new(1);
        let prices = (0..options).map(|_| sampler.index(1_000).unwrap_or_default() as i64).collect();
        let prices = puzzle.weights().cloned().unwrap_or_else(|| Weights::new(prices));
        let budget = &mut Budget::unlimited();
        let (source, first) = timed(|| {
            let source = Arc::new(Adaptive::<Priced>::deferred(Priced(puzzle, prices)));
            Session::new(Arc::clone(&source) as Arc<dyn Source>, budget).map(|_| source)
        });
        let source = source?;
        let (prepared, compiled) = timed(|| source.prepare(budget));
        prepared?;
        let mut times = clicks(&source, &mut sampler, budget)?;
        times.sort_unstable();
        let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
        let percent = |part: usize| times[(times.len() * part).div_ceil(100) - 1];
        let [first, compiled, median, most, slowest] =
            [first, compiled, percent(50), percent(99), percent(100)].map(milliseconds);
        println!("{options:>7}  {first:>16}  {compiled:>15}  {median:>12}  {most:>15}  {slowest:>13}  {file}");
    }
    Ok(())
}

/// Chooses random open options in 100 sequences of up to five choices, and returns the time of each choice.
fn clicks(
    source: &Arc<Adaptive<Priced>>,
    sampler: &mut Sampler,
    budget: &mut Budget<'_>,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::new();
    let empty = Session::new(Arc::clone(source) as Arc<dyn Source>, budget)?;
    for _ in 0..100 {
        let mut session = empty.restarted();
        for _ in 0..5 {
            let open = session.guide().variables().filter(|(_, status, _)| *status == Status::Open);
            let open: Vec<Variable> = open.map(|(variable, ..)| variable).collect();
            let Some(index) = sampler.index(open.len()) else { break };
            let turn = session.turn(&[Move::Place(open[index])]).expect("an open option is not chosen");
            let (turn, time) = timed(|| turn.compute(budget));
            session.apply(turn?);
            if session.guide().totals().is_none() || !session.guide().total().is_exact() {
                return Err("expected exact counts and prices: the rules are too large".into());
            }
            times.push(time);
        }
    }
    if times.is_empty() { Err("the file leaves no choice".into()) } else { Ok(times) }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = ThreadTime::now();
    let result = work();
    (result, began.elapsed())
}
