//! Analyses a feature model, with or without a diagram. Prints the number of configurations, exact or a lower bound,
//! and the numbers of the features that all configurations have (*core*) and that none has (*dead*).
//!
//! ```text
//! cargo run --release -p puzzle-core --example features -- model.cnf
//! ```

use std::time::Instant;

use puzzle_core::{Adaptive, Budget, Guide, Literal, Marks, Puzzle, Rules, Source, Status, Variable};

/// A feature model as a puzzle, whose rules are the clauses of a DIMACS file.
#[derive(Debug)]
struct Model(Rules);

impl Puzzle for Model {
    fn rules(&self) -> &Rules {
        &self.0
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("which file?")?;
    let rules = read(&std::fs::read_to_string(&file)?).ok_or(format!("{file} is not DIMACS CNF"))?;
    let budget = &mut Budget::unlimited();
    let begin = Instant::now();
    let source = Adaptive::open(Model(rules), budget)?;
    let opened = begin.elapsed();
    let completions = source.completions(&Marks::default(), budget)?;
    let guide = Guide::of(source.puzzle(), Marks::default(), &completions, budget)?;
    println!("opened in {opened:.1?}, guided in {:.1?}", begin.elapsed() - opened);
    println!("configurations: {}", guide.total());
    for (name, wanted) in [("core", Status::Forced), ("dead", Status::Dead)] {
        let numbers: Vec<usize> = guide
            .variables()
            .filter(|(_, status, _)| *status == wanted)
            .map(|(variable, ..)| variable.index() + 1)
            .collect();
        println!("{name} {numbers:?}");
    }
    Ok(())
}

/// Reads the clauses of a DIMACS file. Returns `None` if it is not DIMACS CNF.
fn read(text: &str) -> Option<Rules> {
    let mut lines = text.lines().filter(|line| !line.starts_with('c') && !line.trim().is_empty());
    let mut head = lines.next()?.strip_prefix("p cnf ")?.split_whitespace();
    let mut rules = Rules::try_new(head.next()?.parse().ok()?).ok()?;
    let mut clause = Vec::new();
    for number in lines.flat_map(str::split_whitespace) {
        let number: i32 = number.parse().ok()?;
        if number == 0 {
            rules.at_least_one::<Literal>(&clause);
            clause.clear();
            continue;
        }
        let variable = Variable::try_from(number.unsigned_abs() as usize - 1).ok()?;
        if variable.index() >= rules.variables() {
            return None;
        }
        clause.push(Literal { variable, value: number > 0 });
    }
    Some(rules)
}
