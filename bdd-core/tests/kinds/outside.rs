//! The exports, read and solved by outside programs. These tests are ignored by default, since they need the programs.

use std::io::Write;
use std::process::{Command, Stdio};

use bdd_core::export::{dimacs, smtlib};
use bdd_core::{Budget, DiagramBuilder, Literal, Rules, Variable};

use super::{Said, VARIABLES, all_rules, compare, rules_of, text};

fn run(solver: &str, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(solver);
    let child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{solver} is needed: {error}"));
    // The solvers read all of their input before they answer.
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// Returns rules with one long constraint each, whose clauses take auxiliary variables, and the number of their models.
fn long_lines() -> Vec<(Rules, u64)> {
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let line: Vec<Variable> = Variable::all(11).collect();
    let mut made = Vec::new();
    for (least, most) in [(4, 4), (3, 5), (6, 8), (0, 4), (5, 11)] {
        let mut rules = Rules::new(11);
        rules.count(least..=most, &line);
        made.push((rules, (least as u64..=most as u64).map(|k| choose(11, k)).sum()));
    }
    made
}

/// Compares the verdicts of SAT solvers on rules with the diagrams, for every valuation of the first five variables.
#[test]
#[ignore = "takes cadical and picosat"]
fn sat_solvers_count_the_same() {
    for solver in ["cadical", "picosat"] {
        for (rules, count) in long_lines() {
            // Only five variables are fixed; the diagram counts the valuations of the others.
            let mut found = 0u64;
            for bits in 0..1usize << 5 {
                let literals: Vec<Literal> = (0..5)
                    .map(|place| Literal { variable: Variable::from_index(place), value: bits >> place & 1 == 1 })
                    .collect();
                let cnf = text(|out| dimacs::write(out, &rules, &literals, &[]));
                let answer = run(solver, if solver == "cadical" { &["-q"] } else { &[] }, &cnf);
                let is_satisfiable = answer.lines().any(|line| line == "s SATISFIABLE");
                assert!(is_satisfiable || answer.lines().any(|line| line == "s UNSATISFIABLE"), "{answer}");
                let left = DiagramBuilder::new(&rules)
                    .build(&mut Budget::unlimited())
                    .unwrap()
                    .select(&literals, &mut Budget::unlimited())
                    .unwrap()
                    .model_count();
                assert_eq!(is_satisfiable, left != 0u32.into(), "{solver} {literals:?}");
                found += u64::try_from(&left).unwrap();
            }
            assert_eq!(found, count);
        }
        let all = all_rules(VARIABLES);
        for step in 0..60 {
            let said: Vec<&Said> = (0..4).map(|place| &all[(step * 7919 + place * 104_729) % all.len()]).collect();
            let expected = compare(&said);
            let cnf = text(|out| dimacs::write(out, &rules_of(&said), &[], &[]));
            let answer = run(solver, if solver == "cadical" { &["-q"] } else { &[] }, &cnf);
            assert_eq!(answer.lines().any(|line| line == "s SATISFIABLE"), expected != 0, "{solver}: {said:?}");
        }
    }
}

#[test]
#[ignore = "takes z3"]
fn z3_gives_the_same_verdicts_with_sums() {
    let all = all_rules(VARIABLES);
    let mut both = [0; 2];
    for step in 0..60 {
        let said: Vec<&Said> = (0..4).map(|place| &all[(step * 6133 + place * 98_561) % all.len()]).collect();
        let expected = compare(&said);
        let script = text(|out| smtlib::write(out, &rules_of(&said), &[], &|variable| format!("v{variable}"), &[]));
        let answer = run("z3", &["-in"], &script);
        assert_eq!(answer.starts_with("sat"), expected != 0, "{said:?}\n{answer}");
        both[usize::from(expected != 0)] += 1;
    }
    assert!(both.iter().all(|&times| times > 3), "{both:?}");
}
