//! Sets of rules of every kind against brute force, where no diagram is asked: the SAT source, and outside solvers that
//! read the DIMACS export.
//!
//! The sets are those of the generator that `bdd-core/tests/kinds.rs` compares everything else on. A solver that is not
//! installed is skipped with a message, unless NQUEENS_REQUIRE_SOLVERS is 1. On Debian: `apt-get install cadical picosat`.

#[path = "sources/renaming.rs"]
mod renaming;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use bdd_core::export::dimacs;
use puzzle_core::sat::Solver;
use puzzle_core::{Budget, Literal, Rules, Variable};
use renaming::{Generator, Kind, Rule};

const VARIABLES: usize = 6;

/// Whether a valuation, a bit for each variable, is one that a rule allows.
fn allows(rule: &Rule, bits: usize) -> bool {
    let is = |&(variable, value): &(u8, bool)| (bits >> variable & 1 == 1) == value;
    let trues = rule.literals.iter().filter(|literal| is(literal)).count();
    match rule.kind {
        Kind::Exclude => trues < 2,
        Kind::Imply => !is(&rule.literals[0]) || is(&rule.literals[1]),
        Kind::Clause => trues > 0,
        Kind::Count(least, most) => (least..=most).contains(&trues),
    }
}

/// A set of rules, and the valuations that all of them allow.
fn said(set: &[&Rule]) -> (Rules, BTreeSet<usize>) {
    let mut rules = Rules::new(VARIABLES);
    for rule in set {
        let literal = |&(variable, value): &(u8, bool)| Literal { variable: Variable::at(variable.into()), value };
        let line: Vec<Literal> = rule.literals.iter().map(literal).collect();
        match rule.kind {
            Kind::Exclude => rules.exclude(line[0].variable, line[1].variable),
            Kind::Imply => rules.imply(line[0], line[1]),
            Kind::Clause => rules.at_least_one(&line),
            Kind::Count(least, most) => rules.count(least..=most, &line),
        }
    }
    (rules, (0..1 << VARIABLES).filter(|&bits| set.iter().all(|rule| allows(rule, bits))).collect())
}

/// All sets of so many rules, up to renaming, each with what it allows; every `step`th of them.
fn sets(size: usize, step: usize) -> Vec<(Rules, BTreeSet<usize>)> {
    let generator = Generator::new();
    let sets = generator.sets(size);
    assert_eq!(sets.len(), renaming::SIZES[size - 1]);
    let rule = |&number: &u16| &generator.rules[usize::from(number)];
    sets.iter().step_by(step).map(|set| said(&set.iter().map(rule).collect::<Vec<_>>())).collect()
}

/// The models that the SAT source finds when those found are forbidden, and its tally, are those of brute force.
fn compare_with_the_source(rules: &Rules, expected: &BTreeSet<usize>) {
    let budget = &mut Budget::unlimited();
    let mut solver = Solver::new(rules, []);
    let mut found = BTreeSet::new();
    while let Some(model) = solver.model(&[], budget).unwrap() {
        let bits = model.iter().map(|variable| 1 << variable.index()).sum();
        assert!(found.insert(bits), "{rules:?} has {bits:06b} twice");
        solver
            .require(Variable::all(VARIABLES).map(|variable| Literal { variable, value: !model.contains(&variable) }));
    }
    assert_eq!(found, *expected, "{rules:?}");
    let tally = Solver::new(rules, []).tally(rules, [], budget).unwrap();
    assert_eq!(tally.total.is_zero(), expected.is_empty(), "{rules:?}");
    for (variable, count) in tally.by_variable.iter().enumerate() {
        let with = expected.iter().filter(|&bits| bits >> variable & 1 == 1).count();
        assert_eq!((count.is_zero(), *count == tally.total), (with == 0, with == expected.len()), "{rules:?}");
    }
}

#[test]
fn the_source_agrees_on_every_set_of_up_to_three_rules() {
    let compared: usize = (1..=3)
        .map(|size| sets(size, 1).iter().map(|(rules, expected)| compare_with_the_source(rules, expected)).count())
        .sum();
    println!("{compared} sets");
    assert_eq!(compared, renaming::SIZES[..3].iter().sum::<usize>());
}

#[test]
#[ignore = "takes minutes"]
fn the_source_agrees_on_every_set_of_four_rules() {
    sets(4, 1).iter().for_each(|(rules, expected)| compare_with_the_source(rules, expected));
}

/// Clauses in the making, over copies of rules that have no variable in common.
#[derive(Default)]
struct Copies {
    variables: usize,
    clauses: String,
    count: usize,
}

impl Copies {
    fn clause(&mut self, literals: impl IntoIterator<Item = i64>) {
        literals.into_iter().for_each(|literal| write!(self.clauses, "{literal} ").unwrap());
        self.clauses.push_str("0\n");
        self.count += 1;
    }

    /// Adds the clauses of a DIMACS file with the valuation of its first variables; with a variable of its own without
    /// which none of them needs to hold, if there is a choice.
    fn add(&mut self, cnf: &str, bits: usize, has_choice: bool) -> Option<i64> {
        let header = cnf.lines().find_map(|line| line.strip_prefix("p cnf ")).expect("a header");
        let own: usize = header.split(' ').next().unwrap().parse().unwrap();
        let first = self.variables as i64;
        self.variables += own + usize::from(has_choice);
        let choice = has_choice.then_some(self.variables as i64);
        let moved = |number: i64| number + number.signum() * first;
        for line in cnf.lines().filter(|line| !line.starts_with(['c', 'p'])) {
            let numbers =
                line.split(' ').map(|number| number.parse::<i64>().unwrap()).take_while(|&number| number != 0);
            self.clause(numbers.map(moved).chain(choice.map(|choice| -choice)));
        }
        for variable in 0..VARIABLES {
            let number = if bits >> variable & 1 == 1 { 1 } else { -1 } * (variable as i64 + 1);
            self.clause([moved(number)].into_iter().chain(choice.map(|choice| -choice)));
        }
        choice
    }

    /// A solver's verdict.
    fn is_satisfiable(&self, solver: &str) -> bool {
        let arguments: &[&str] = if solver == "cadical" { &["-q", "-n"] } else { &["-n"] };
        let mut command = Command::new(solver);
        let mut child =
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it is there");
        // The solvers read all of their input before they answer.
        let input = format!("p cnf {} {}\n{}", self.variables, self.count, self.clauses);
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).unwrap();
        let answer = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let verdict = answer.lines().find_map(|line| line.strip_prefix("s ")).expect("a verdict");
        assert!(["SATISFIABLE", "UNSATISFIABLE"].contains(&verdict), "{answer}");
        verdict == "SATISFIABLE"
    }
}

fn is_there(solver: &str) -> bool {
    let there = Command::new(solver).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    let required = std::env::var_os("NQUEENS_REQUIRE_SOLVERS").is_some_and(|value| value == "1");
    assert!(there || !required, "{solver} is required and not installed");
    if !there {
        println!("skipped: {solver} is not installed");
    }
    there
}

/// Two questions settle all valuations of all sets: whether all that are models are, each in a copy of its rules, and
/// whether any of the others is.
fn compare_with_solvers(sets: &[(Rules, BTreeSet<usize>)]) {
    for solver in ["cadical", "picosat"].into_iter().filter(|solver| is_there(solver)) {
        // So many sets at once: a process takes longer to start than a set to be settled.
        for some in sets.chunks(200) {
            let (mut models, mut others, mut choices) = (Copies::default(), Copies::default(), Vec::new());
            for (rules, expected) in some {
                let mut cnf = Vec::new();
                dimacs::write(&mut cnf, rules, &[], &[]).unwrap();
                let cnf = String::from_utf8(cnf).unwrap();
                for bits in 0..1 << VARIABLES {
                    match expected.contains(&bits) {
                        true => drop(models.add(&cnf, bits, false)),
                        false => choices.extend(others.add(&cnf, bits, true)),
                    }
                }
            }
            assert!(models.is_satisfiable(solver), "{solver}: some model is none");
            assert!(!choices.is_empty());
            others.clause(choices);
            assert!(!others.is_satisfiable(solver), "{solver}: something else is a model");
        }
        println!("{solver}: {} sets", sets.len());
    }
}

#[test]
fn outside_solvers_agree_on_sets_of_up_to_three_rules() {
    for (size, step) in [(1, 1), (2, 1), (3, 8)] {
        compare_with_solvers(&sets(size, step));
    }
}

#[test]
#[ignore = "takes minutes"]
fn outside_solvers_agree_on_all_sets_of_three_rules_and_many_of_four() {
    compare_with_solvers(&sets(3, 1));
    compare_with_solvers(&sets(4, 40));
}

/// That a wrong expectation is found out: a model too many, and one too few.
#[test]
fn what_is_wrong_is_noticed() {
    let generator = Generator::new();
    let (rules, expected) = said(&[&generator.rules[0]]);
    let mut cnf = Vec::new();
    dimacs::write(&mut cnf, &rules, &[], &[]).unwrap();
    let cnf = String::from_utf8(cnf).unwrap();
    let model = *expected.iter().next().unwrap();
    let other = (0..1 << VARIABLES).find(|bits| !expected.contains(bits)).unwrap();
    for solver in ["cadical", "picosat"].into_iter().filter(|solver| is_there(solver)) {
        let mut models = Copies::default();
        models.add(&cnf, other, false);
        assert!(!models.is_satisfiable(solver));
        let mut others = Copies::default();
        let choice = others.add(&cnf, model, true).unwrap();
        others.clause([choice]);
        assert!(others.is_satisfiable(solver));
    }
}
