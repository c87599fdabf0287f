//! Measures hints: solves every puzzle of a file by the easiest deduction at each step.
//!
//! ```sh
//! nqueens regions generate 9 --difficulty hard --seed 1 --count 50 > boards
//! cargo run --release -p nqueens-puzzles --example hints -- regions boards
//! ```
//!
//! Prints one line per puzzle, separated by tabs: its line number, rating, hardest technique, longest hint in lines,
//! and the number of steps of each technique. A summary of lines and times follows. The argument `steps` after the file
//! prints the text of every step.
//!
//! The checker replays every step and compares the result with the solution. The solution is found by search or a SAT
//! solver. With the argument `answers=FILE`, the solutions are read from a file of solved puzzles instead.

mod clock;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

use puzzle_core::check;
use puzzle_core::deduce::{Path, easiest};
use puzzle_core::explain::Technique;
use puzzle_core::{Budget, Marks, Seen, Variable, sentences};
use puzzle_kind::{Arguments, Verb};

use clock::now;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, file, said @ ..] = arguments.as_slice() else { panic!("expected a kind and a file") };
    let kinds = puzzles::kinds(nqueens_guide::Library::embedded());
    let kind = kinds.iter().find(|known| known.name() == kind).expect("the name of a kind");
    let parameters = kind.parameters(Verb::Solve);
    let answers = said.iter().find_map(|word| word.strip_prefix("answers=")).map(str::to_owned);
    let is_told = said.iter().any(|word| word == "steps");
    let said = |parameter: &puzzle_kind::Parameter| {
        let given = said.iter().filter_map(|pair| pair.strip_prefix(&format!("{}=", parameter.name)));
        given.map(str::to_owned).chain(parameter.default.map(str::to_owned)).collect()
    };
    let arguments = Arguments::new(parameters, said);
    let mut hints: Vec<(Technique, Hint)> = Vec::new();
    let (mut puzzles, mut complete, mut cut) = (0, 0, 0);
    let read = |file: &str| kind.read(&arguments, Box::new(BufReader::new(File::open(file).expect("a file"))));
    let mut answers = answers.map(|file| read(&file));
    for puzzle in read(file) {
        let (line, entry) = puzzle.expect("a puzzle");
        let puzzle = &**entry.puzzle();
        let budget = &mut Budget::unlimited();
        let solution: Vec<Variable> = match &mut answers {
            Some(answers) => {
                let (_, entry) = answers.next().expect("an answer for every puzzle").expect("a puzzle");
                entry.puzzle().givens().to_vec()
            }
            None => {
                let mut solutions = puzzle.first_completions(&Marks::default(), 2, budget).expect("no limits");
                assert_eq!(solutions.len(), 1, "line {line}: expected one solution");
                solutions.remove(0)
            }
        };
        let (mut seen, mut steps, mut most) = (Seen::default(), Vec::new(), 0);
        loop {
            let start = now();
            let Some(step) = easiest(puzzle, &seen, budget).expect("no limits") else { break };
            let time = now().saturating_sub(start);
            check::deduction(puzzle, &seen, &step).unwrap_or_else(|fault| panic!("line {line}: {fault}: {step:?}"));
            let is_so = step.conclusions.iter().all(|l| l.value == solution.binary_search(&l.variable).is_ok());
            assert!(is_so, "line {line}: {step:?}");
            let length = sentences::deduction(puzzle, &step).len();
            if is_told {
                println!("{} {time:.1?}: {}", step.hardness, sentences::deduction(puzzle, &step).join(" / "));
            }
            most = most.max(length);
            hints.push((step.technique(), (length, time)));
            cut += usize::from(!step.is_easiest);
            seen.take(&step);
            steps.push(step);
        }
        let is_complete = seen.marks.standing(puzzle).into_iter().eq(solution.iter().copied());
        let path = Path { steps, is_complete };
        puzzles += 1;
        complete += usize::from(is_complete);
        let techniques = path.techniques();
        let hardest = techniques.last().map(|&(kind, _)| kind);
        println!("{line}\t{path}\t{hardest:?}\t{most}\t{techniques:?}\t{is_complete}");
    }
    println!("{puzzles} puzzles, {complete} to the end; {} hints, {cut} cut short", hints.len());
    let all: Vec<Hint> = hints.iter().map(|&(_, hint)| hint).collect();
    tell("all", all);
    for kind in hints.iter().map(|&(kind, _)| kind).collect::<BTreeSet<Technique>>() {
        tell(kind.name(), hints.iter().filter(|(other, _)| *other == kind).map(|&(_, hint)| hint).collect());
    }
}

/// The number of lines of a hint, and the time to find it.
type Hint = (usize, Duration);

/// Prints the distribution of the lengths of hints, in lines, and of the times to find them, under the heading `what`.
fn tell(what: &str, hints: Vec<Hint>) {
    let (mut lines, mut times): (Vec<usize>, Vec<Duration>) = hints.into_iter().unzip();
    lines.sort_unstable();
    times.sort_unstable();
    let Some(last) = lines.len().checked_sub(1) else { return };
    let at = |share: usize| (lines.len() * share / 100).min(last);
    println!(
        "{what}: {} hints; lines: median {}, p99 {}, most {}; times: median {:.1?}, p99 {:.1?}, most {:.1?}",
        lines.len(),
        lines[at(50)],
        lines[at(99)],
        lines[last],
        times[at(50)],
        times[at(99)],
        times[last]
    );
}
