//! Feature models as diagrams: prints for each DIMACS file the number of configurations, the core and dead features,
//! and the cost of the diagram.
//!
//! ```text
//! cargo run --release -p bdd-core --example feature_models -- model.cnf ...
//! ```
//!
//! A *core* feature is in every configuration, a *dead* feature in none. `--features` before the files lists both by
//! their DIMACS numbers. `--natural` keeps the variables in the order of their numbers. The limits are 2 GiB and a
//! billion elementary steps, about ten seconds.

use std::fs;
use std::time::Instant;

use bdd_core::{BigUint, Budget, DiagramBuilder, Literal, Order, Rules, Variable};

const MEMORY: usize = 2 << 30;
const STEPS: u64 = 1_000_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let mut has =
        |option: &str| files.iter().position(|file| file == option).map(|place| files.remove(place)).is_some();
    let (lists, is_natural) = (has("--features"), has("--natural"));
    println!("variables clauses  seconds  peak MiB     nodes  core  dead  models (digits)  file");
    for file in files {
        let (rules, clauses) = read(&fs::read_to_string(&file)?).ok_or(format!("{file} is not DIMACS CNF"))?;
        let begin = Instant::now();
        let budget = &mut Budget::unlimited().with_memory(MEMORY).with_steps(STEPS);
        let made = if is_natural {
            let order = Order::natural(rules.variables());
            DiagramBuilder::new(&rules).build_in(&order, budget).map(|bdd| (bdd, order))
        } else {
            DiagramBuilder::new(&rules).build_reordered(budget)
        };
        let (seconds, name) = (begin.elapsed().as_secs_f64(), file.rsplit('/').next().unwrap_or(&file));
        let head = format!("{:9} {clauses:7} {seconds:8.2} {:9}", rules.variables(), peak_mebibytes());
        let (bdd, order) = match made {
            Ok(made) => made,
            Err(stopped) => {
                println!("{head}  {name}: {stopped}");
                continue;
            }
        };
        let counts = bdd.counts(&mut Budget::unlimited())?;
        let with = order.by_variable(&counts.by_variable);
        let numbers = |is: &dyn Fn(&BigUint) -> bool| -> Vec<usize> {
            (1..).zip(&with).filter(|(_, count)| is(count)).map(|(number, _)| number).collect()
        };
        let (core, dead) = (numbers(&|count| *count == counts.total), numbers(&|count| *count == BigUint::ZERO));
        let digits = counts.total.to_string().len();
        println!(
            "{head} {:9} {:5} {:5}  {} ({digits})  {name}",
            bdd.node_count(),
            core.len(),
            dead.len(),
            counts.total
        );
        if lists {
            println!("core {core:?}\ndead {dead:?}");
        }
    }
    Ok(())
}

/// Returns the rules of the clauses of a DIMACS file, and the number of clauses.
fn read(text: &str) -> Option<(Rules, usize)> {
    let mut lines = text.lines().filter(|line| !line.starts_with('c') && !line.trim().is_empty());
    let mut head = lines.next()?.strip_prefix("p cnf ")?.split_whitespace();
    let mut rules = Rules::try_new(head.next()?.parse().ok()?).ok()?;
    let (mut clause, mut clauses) = (Vec::new(), 0);
    for number in lines.flat_map(str::split_whitespace) {
        let number: i32 = number.parse().ok()?;
        if number == 0 {
            rules.at_least_one::<Literal>(&clause);
            clause.clear();
            clauses += 1;
            continue;
        }
        let variable = Variable::try_from(number.unsigned_abs() as usize - 1).ok()?;
        if variable.index() >= rules.variables() {
            return None;
        }
        clause.push(Literal { variable, value: number > 0 });
    }
    Some((rules, clauses))
}

/// Returns the peak memory of the program so far, on Linux.
fn peak_mebibytes() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse::<u64>().ok());
    peak.map_or("-".to_owned(), |kibibytes| (kibibytes / 1024).to_string())
}
