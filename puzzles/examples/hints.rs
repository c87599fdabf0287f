//! Measures hints: the way of every puzzle of a file to its solution, by the easiest deduction at every step.
//!
//! ```sh
//! nqueens regions generate 9 --rating hard --seed 1 --count 50 > boards
//! cargo run --release -p nqueens-puzzles --example hints -- regions boards
//! ```
//!
//! A line a puzzle, with tabs: its line in the file, its rating, the hardest kind, the most lines that a hint has, the
//! number of steps of every kind. Then what holds for all: lines and times of the hints. Every step is replayed by the
//! checker and held against the solution.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::time::Instant;

use puzzle_core::deduce::{Path, check, easiest};
use puzzle_core::explain::Kind;
use puzzle_core::kind::{Arguments, Verb};
use puzzle_core::{Budget, Marks, Seen, sentences};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, file, said @ ..] = arguments.as_slice() else { panic!("expected a kind and a file") };
    let kinds = puzzles::kinds(nqueens_guide::Library::embedded());
    let kind = kinds.iter().find(|known| known.name() == kind).expect("the name of a kind");
    let parameters = kind.parameters(Verb::Solve);
    let said = |parameter: &puzzle_core::kind::Parameter| {
        let given = said.iter().filter_map(|pair| pair.strip_prefix(&format!("{}=", parameter.name)));
        given.map(str::to_owned).chain(parameter.default.map(str::to_owned)).collect()
    };
    let arguments = Arguments::new(parameters, said);
    let (mut lines, mut times, mut kinds) = (Vec::new(), Vec::new(), BTreeMap::<Kind, usize>::new());
    let (mut puzzles, mut complete, mut cut) = (0, 0, 0);
    for read in kind.read(&arguments, Box::new(BufReader::new(File::open(file).expect("a file")))) {
        let (line, entry) = read.expect("a puzzle");
        let puzzle = &**entry.puzzle();
        let budget = &mut Budget::unlimited();
        let solution = puzzle.first_completions(&Marks::default(), 2, budget).expect("no limits");
        let [solution] = solution.as_slice() else { panic!("line {line}: expected one solution") };
        let (mut seen, mut steps, mut most) = (Seen::default(), Vec::new(), 0);
        loop {
            let start = Instant::now();
            let Some(step) = easiest(puzzle, &seen, budget).expect("no limits") else { break };
            times.push(start.elapsed());
            check(puzzle, &seen, &step).unwrap_or_else(|fault| panic!("line {line}: {fault}: {step:?}"));
            let is_so = step.conclusions.iter().all(|l| l.value == solution.binary_search(&l.variable).is_ok());
            assert!(is_so, "line {line}: {step:?}");
            let length = sentences::deduction(puzzle, &step).len();
            if std::env::var_os("SHOW").is_some() {
                println!("{}: {}", step.hardness, sentences::deduction(puzzle, &step).join(" / "));
            }
            lines.push(length);
            most = most.max(length);
            *kinds.entry(step.kind()).or_default() += 1;
            cut += usize::from(!step.is_easiest);
            seen.take(&step);
            steps.push(step);
        }
        let is_complete = seen.marks.standing(puzzle).into_iter().eq(solution.iter().copied());
        let rating = Path { steps, is_complete }.rating();
        puzzles += 1;
        complete += usize::from(is_complete);
        let number = f64::from(rating.number()) / 1000.0;
        println!("{line}\t{number:.3}\t{:?}\t{most}\t{:?}\t{is_complete}", rating.hardest, rating.steps);
    }
    lines.sort_unstable();
    times.sort_unstable();
    let at = |share: usize, of: usize| (of * share / 100).min(of - 1);
    println!("{puzzles} puzzles, {complete} to the end; {} hints of kinds {kinds:?}, {cut} cut short", lines.len());
    println!(
        "lines: median {}, p99 {}, most {}",
        lines[at(50, lines.len())],
        lines[at(99, lines.len())],
        lines[lines.len() - 1]
    );
    println!(
        "times: median {:.1?}, p99 {:.1?}, most {:.1?}",
        times[at(50, times.len())],
        times[at(99, times.len())],
        times[times.len() - 1]
    );
}
