//! Times the decisions in a configurator of 200 variables. Its rules connect distant variables, so that their diagram
//! would be too large. All times are processor times.
//!
//! `cargo run --release -p puzzle-core --example decisions [SEED]`

use std::sync::Arc;
use std::time::Duration;

use bdd_core::Sampler;
use cpu_time::ThreadTime;
use puzzle_core::{Adaptive, Budget, Interrupted, Literal, Move, Puzzle, Rules, Session, Status, Variable};

const VARIABLES: usize = 200;
/// The numbers of clauses tried. With 200 clauses, most decisions are free; with 500, three of four decisions follow
/// from other decisions.
const CLAUSES: [usize; 4] = [200, 300, 400, 500];
const CARDINALITIES: usize = 8;
const GAMES: u64 = 5;

#[derive(Debug)]
struct Model(Rules);

impl Puzzle for Model {
    fn rules(&self) -> &Rules {
        &self.0
    }
}

/// Draws a solution, and returns random rules that it satisfies: clauses of two and three literals, and bounds on the
/// number of true variables among twenty.
fn rules(clauses: usize, sampler: &mut Sampler) -> Rules {
    let mut below = |bound: usize| sampler.index(bound).expect("the bound is not zero");
    let solution: Vec<bool> = (0..VARIABLES).map(|_| below(2) == 0).collect();
    let mut rules = Rules::new(VARIABLES);
    for number in 0..clauses {
        let kept = below(VARIABLES);
        let mut clause = vec![Literal { variable: Variable::from_index(kept), value: solution[kept] }];
        for _ in 0..if number % 4 == 0 { 1 } else { 2 } {
            clause.push(Literal { variable: Variable::from_index(below(VARIABLES)), value: below(2) == 0 });
        }
        rules.at_least_one(&clause);
    }
    for _ in 0..CARDINALITIES {
        let mut line: Vec<usize> = (0..20).map(|_| below(VARIABLES)).collect();
        line.sort_unstable();
        line.dedup();
        let trues = line.iter().filter(|&&variable| solution[variable]).count();
        let line: Vec<Variable> = line.into_iter().map(Variable::from_index).collect();
        rules.count(trues.saturating_sub(1)..=trues + 1, &line);
    }
    rules
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse())?;
    for clauses in CLAUSES {
        let mut times = Vec::new();
        for game in 0..GAMES {
            times.extend(play(clauses, seed + game)?);
        }
        times.sort_unstable();
        let at = |part: usize| times[(times.len() - 1) * part / 100];
        println!(
            "{clauses} clauses, {} decisions: p50 {:.2?}, p99 {:.2?}, longest {:.2?}",
            times.len(),
            at(50),
            at(99),
            at(100)
        );
    }
    Ok(())
}

/// Plays a game to its end with random moves, and returns the time of each move.
fn play(clauses: usize, seed: u64) -> Result<Vec<Duration>, Interrupted> {
    let budget = &mut Budget::unlimited();
    let mut sampler = Sampler::new(seed);
    let source = Arc::new(Adaptive::open(Model(rules(clauses, &mut sampler)), budget)?);
    assert!(source.solutions().is_none(), "a diagram fits");
    let mut session = Session::new(source, budget)?;
    let mut times = Vec::new();
    loop {
        let guide = session.guide();
        let statuses = || guide.variables().map(|(variable, status, _)| (variable, status));
        assert!(statuses().all(|(_, status)| status != Status::Unknown), "a status was not found");
        let open: Vec<Variable> =
            statuses().filter(|(_, status)| *status == Status::Open).map(|(one, _)| one).collect();
        let Some(index) = sampler.index(open.len()) else { return Ok(times) };
        let is_placed = sampler.index(2) == Some(0);
        let begin = ThreadTime::now();
        session.play(if is_placed { Move::Place(open[index]) } else { Move::Block(open[index]) }, budget)?;
        times.push(begin.elapsed());
    }
}
