//! Certificates of puzzles of all kinds. A checker that shares no code with the writer accepts them, and finds the
//! counts of a plain search through the formula.

use std::io::Cursor;
use std::sync::Arc;

use nqueens_guide::Library;
use puzzle_core::certificate::{CertificateSize, write_certificate};
use puzzle_core::export::{self, Language};
use puzzle_core::{Budget, Literal, Marks, Variable};
use puzzle_kind::{Entry, Kind};
use puzzles::Recipe;

/// The files of a certificate, and the number of variables that the player sees.
struct Files {
    formula: String,
    certificate: String,
    size: CertificateSize,
    seen: usize,
}

fn files(entry: &Entry, marks: &Marks) -> Files {
    let budget = &mut Budget::unlimited();
    let source = entry.open(budget).expect("there is enough memory").source;
    let completions = source.diagram(marks, budget).expect("there is enough memory");
    let puzzle = &**entry.puzzle();
    let (mut formula, mut certificate) = (Vec::new(), Vec::new());
    export::write(&mut formula, puzzle, marks, Language::Dimacs).expect("memory takes any text");
    let size = write_certificate(&mut certificate, puzzle, marks, &completions, budget)
        .unwrap_or_else(|error| panic!("{}: {error}", puzzle.kind()));
    let [formula, certificate] = [formula, certificate].map(|text| String::from_utf8(text).expect("it is text"));
    Files { formula, certificate, size, seen: puzzle.variables() }
}

/// A plain search for the models of a formula: it sets the variables in order, and propagates nothing but the clauses
/// that have one literal left.
struct Search {
    clauses: Vec<Vec<i32>>,
    seen: usize,
    values: Vec<Option<bool>>,
    models: Vec<Vec<bool>>,
}

impl Search {
    /// Returns the models of a formula, projected on the first `seen` variables.
    fn models(formula: &str, seen: usize) -> Vec<Vec<bool>> {
        let numbers = |line: &str| line.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<i32>>();
        let header = formula.lines().find(|line| line.starts_with("p cnf")).expect("a formula has a header");
        let clauses = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
        let clauses = clauses.map(|line| numbers(line).into_iter().filter(|&literal| literal != 0).collect()).collect();
        let mut search = Search { clauses, seen, values: vec![None; numbers(header)[0] as usize], models: Vec::new() };
        search.run();
        search.models.sort();
        search.models
    }

    fn run(&mut self) -> bool {
        let before = self.values.clone();
        let is_possible = self.propagate();
        let mut is_found = false;
        if is_possible {
            match self.values.iter().position(Option::is_none) {
                None => {
                    self.models.push(self.values[..self.seen].iter().map(|value| *value == Some(true)).collect());
                    is_found = true;
                }
                Some(next) => {
                    for value in [true, false] {
                        let kept = self.values.clone();
                        self.values[next] = Some(value);
                        is_found |= self.run();
                        self.values = kept;
                        // The values of auxiliary variables make no model of their own.
                        if is_found && next >= self.seen {
                            break;
                        }
                    }
                }
            }
        }
        self.values = before;
        is_found
    }

    fn propagate(&mut self) -> bool {
        loop {
            let mut is_changed = false;
            for clause in &self.clauses {
                let value = |literal: i32| self.values[literal.unsigned_abs() as usize - 1].map(|v| v == (literal > 0));
                if clause.iter().any(|&literal| value(literal) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&literal| value(literal).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return false,
                    (Some(&unit), None) => {
                        self.values[unit.unsigned_abs() as usize - 1] = Some(unit > 0);
                        is_changed = true;
                    }
                    _ => {}
                }
            }
            if !is_changed {
                return true;
            }
        }
    }
}

/// Checks the certificate of a puzzle, and compares the counts of all models, and of those with each variable, with a
/// search. Returns the number of models.
fn checked(name: &str, entry: &Entry, marks: &Marks) -> u128 {
    let files = files(entry, marks);
    let checked = certify_check::check(files.formula.as_bytes(), files.certificate.as_bytes())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let models = Search::models(&files.formula, files.seen);
    let count = models.len() as u128;
    assert_eq!(checked.count(&[]), Ok(count), "{name}");
    for variable in 0..files.seen {
        let with = models.iter().filter(|model| model[variable]).count() as u128;
        assert_eq!(checked.count(&[variable as i32 + 1]), Ok(with), "{name}: variable {variable}");
    }
    let (bytes, CertificateSize { nodes, lemmas }) = (files.certificate.len(), files.size);
    println!("{name}: {count} models, {nodes} nodes, {lemmas} lemmas, {bytes} bytes");
    count
}

fn read(kind: &dyn Kind, text: &str) -> Vec<Entry> {
    let kinds = puzzles::kinds(Library::embedded());
    let arguments = Recipe { kind: Arc::clone(&kinds[0]), options: Default::default(), seed: 0 }.arguments();
    let entries = kind.read(&arguments, Box::new(Cursor::new(text.as_bytes().to_vec())));
    entries.map(|read| read.expect("the text is a puzzle").1).collect()
}

fn kind(name: &str) -> Arc<dyn Kind> {
    puzzles::kinds(Library::embedded()).into_iter().find(|kind| kind.name() == name).expect("the kind exists")
}

fn made(name: &str, options: &[(&str, &str)], seed: u64) -> Entry {
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let recipe = Recipe { kind: kind(name), options, seed };
    let mut generator = recipe.kind.generator(&recipe.arguments(), recipe.seed).expect("the options are valid");
    generator.next(&mut Budget::unlimited()).expect("there is enough memory").entry
}

#[test]
fn boards_of_queens_have_certificates() {
    let counts = ["4", "5", "6", "7", "8"].map(|n| checked(n, &read(&*kind("queens"), n)[0], &Marks::default()));
    assert_eq!(counts, [2, 10, 4, 40, 92]);
    assert_eq!(checked("no solutions", &read(&*kind("queens"), "3")[0], &Marks::default()), 0);
}

#[test]
fn marks_are_part_of_the_formula() {
    let entry = &read(&*kind("queens"), "6")[0];
    for variable in Variable::all(36) {
        for value in [true, false] {
            checked("6 with a mark", entry, &[Literal { variable, value }].into_iter().collect());
        }
    }
}

#[test]
fn puzzle_files_have_certificates() {
    for (name, text) in puzzle_files::TEMPLATES {
        let entry = &read(&*kind("puzzle"), text)[0];
        if *name == "configurator" {
            // A search would take too long.
            let files = files(entry, &Marks::default());
            let checked = certify_check::check(files.formula.as_bytes(), files.certificate.as_bytes());
            assert_eq!(checked.expect("the certificate is right").count(&[]), Ok(5_808_600));
            continue;
        }
        checked(name, entry, &Marks::default());
    }
}

#[test]
fn new_puzzles_have_certificates() {
    for seed in 1..=2 {
        for size in ["6", "7", "8", "9"] {
            assert_eq!(
                checked(&format!("regions {size}"), &made("regions", &[("size", size)], seed), &Marks::default()),
                1
            );
        }
        let stars = made("regions", &[("size", "9"), ("stars", "2")], seed);
        assert_eq!(checked("regions with two stars", &stars, &Marks::default()), 1);
        let sudoku = made("sudoku", &[("rating", "hard")], seed);
        assert_eq!(checked("sudoku", &sudoku, &Marks::default()), 1);
        checked("challenge", &made("challenge", &[("size", "8"), ("level", "hard")], seed), &Marks::default());
    }
}
