//! The exported rules, solved by programs of other projects: the verdicts and the numbers of solutions agree.

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

use nqueens_guide::{BigUint, Budget, Placement, Sampler, Size, Solutions, Square, export};

/// The SAT solvers of other projects, which read DIMACS files.
const SAT_SOLVERS: [&str; 2] = ["cadical", "picosat"];

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory takes everything");
    String::from_utf8(bytes).expect("exports are text")
}

/// Runs a solver on an input, and returns its output.
fn run(solver: &str, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(solver);
    let child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{solver} is needed: {error}"));
    let mut stdin = child.stdin.take().unwrap();
    // The solvers read their whole input before they write, so that neither side blocks.
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// Returns the true variables of a model, by their numbers in the file; `None` if there is no model.
fn sat(solver: &str, cnf: &str) -> Option<Vec<usize>> {
    let arguments: &[&str] = if solver == "cadical" { &["-q"] } else { &[] };
    let answer = run(solver, arguments, cnf);
    if answer.lines().any(|line| line == "s UNSATISFIABLE") {
        return None;
    }
    assert!(answer.lines().any(|line| line == "s SATISFIABLE"), "{solver}: {answer}");
    let values = answer.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
    Some(values.filter_map(|value| value.parse().ok()).filter(|&variable| variable > 0).collect())
}

/// Returns the names and values of a model; `None` if there is no model.
fn smt(script: &str) -> Option<Vec<(String, String)>> {
    let answer = run("z3", &["-in"], script);
    let Some(model) = answer.strip_prefix("sat\n") else {
        assert!(answer.starts_with("unsat\n"), "{answer}");
        return None;
    };
    let words: Vec<&str> =
        model.split(|c: char| c.is_whitespace() || "()".contains(c)).filter(|w| !w.is_empty()).collect();
    let definitions = words.split(|&word| word == "define-fun").skip(1);
    Some(definitions.map(|definition| (definition[0].to_owned(), definition[2].to_owned())).collect())
}

/// Returns random placements: mostly consistent ones with a few queens, some with blocked squares, and some with queens
/// that attack each other.
fn random_placements(count: usize) -> Vec<Placement> {
    let mut sampler = Sampler::new(4);
    let mut below = |limit: usize| usize::try_from(sampler.below(&limit.into()).expect("not zero")).expect("small");
    let placement = |number: usize| {
        let size = Size::new(4 + number % 6).expect("4 to 9");
        let mut placement = Placement::empty(size);
        for _ in 0..below(5) {
            let square = Square::new(below(size.get()), below(size.get())).expect("on the board");
            let allowed = placement.attackers(square).next().is_none() || below(12) == 0;
            if allowed {
                placement.place(square);
            }
        }
        for _ in 0..below(4) * below(4) {
            placement.block(Square::new(below(size.get()), below(size.get())).expect("on the board"));
        }
        placement
    };
    (0..count).map(placement).collect()
}

/// Compares a solver's verdicts on random placements with those of the diagram, and asserts that both verdicts occur.
fn agree(solver: &str, is_satisfiable: impl Fn(&Placement) -> bool) {
    let solutions: Vec<Solutions> = (4..=9).map(|n| Solutions::build(Size::new(n).unwrap())).collect();
    let mut positive = 0;
    let placements = random_placements(200);
    for placement in &placements {
        let all = &solutions[placement.size().get() - 4];
        let expected = !all.completions(placement, &mut Budget::unlimited()).unwrap().is_false();
        assert_eq!(is_satisfiable(placement), expected, "{solver}: {placement:?}");
        positive += usize::from(expected);
    }
    println!("{solver}: the same verdict on {} placements, {positive} with completions", placements.len());
    assert!((40..=160).contains(&positive), "{positive} of 200 have completions");
}

#[test]
#[ignore = "takes cadical and picosat"]
fn sat_solvers_give_the_same_verdicts() {
    for solver in SAT_SOLVERS {
        agree(solver, |placement| sat(solver, &written(|out| export::write_dimacs(out, placement))).is_some());
    }
}

#[test]
#[ignore = "takes z3"]
fn z3_gives_the_same_verdicts_on_the_boolean_formulation() {
    agree("z3", |placement| smt(&written(|out| export::write_smtlib_boolean(out, placement))).is_some());
}

#[test]
#[ignore = "takes z3"]
fn z3_gives_the_same_verdicts_on_the_formulation_by_rows() {
    agree("z3", |placement| smt(&written(|out| export::write_smtlib_rows(out, placement))).is_some());
}

/// The known totals for n = 1 to 7 (OEIS A000170).
const TOTALS: [usize; 7] = [1, 0, 0, 2, 10, 4, 40];

fn boards() -> impl Iterator<Item = (Placement, usize)> {
    (1..).zip(TOTALS).map(|(n, total)| (Placement::empty(Size::new(n).expect("small")), total))
}

/// Calls `next` for models until there is no further model, and returns their number. `next` must exclude the models
/// found before.
fn enumerate<M: Eq + std::hash::Hash>(mut next: impl FnMut() -> Option<M>) -> usize {
    let mut models = HashSet::new();
    while let Some(model) = next() {
        assert!(models.insert(model), "a model came twice");
    }
    models.len()
}

#[test]
#[ignore = "takes cadical and picosat"]
fn sat_solvers_enumerate_all_solutions() {
    for solver in SAT_SOLVERS {
        for (placement, total) in boards() {
            let cnf = written(|out| export::write_dimacs(out, &placement));
            let header = cnf.lines().find(|line| line.starts_with("p cnf ")).unwrap();
            let clauses: usize = header.split(' ').next_back().unwrap().parse().unwrap();
            let (before, rules) = cnf.split_once(header).unwrap();
            let mut blocking = Vec::new();
            let found = enumerate(|| {
                let variables = placement.size().square_count();
                let clauses = clauses + blocking.len();
                let model = sat(solver, &format!("{before}p cnf {variables} {clauses}{rules}{}", blocking.concat()))?;
                blocking.push(model.iter().map(|variable| format!("-{variable} ")).collect::<String>() + "0\n");
                Some(model)
            });
            assert_eq!(found, total, "{solver}, n = {}", placement.size());
        }
    }
}

/// Compares the number of models that z3 finds with the known totals. Each model is excluded from the further search by
/// those of its values that `counts` accepts.
fn z3_enumerates(write: impl Fn(&mut Vec<u8>, &Placement) -> std::io::Result<()>, counts: impl Fn(&str) -> bool) {
    for (placement, total) in boards() {
        let script = written(|out| write(out, &placement));
        let (puzzle, question) = script.split_at(script.find("(check-sat)").unwrap());
        let mut blocking = String::new();
        let found = enumerate(|| {
            let mut model = smt(&format!("{puzzle}{blocking}{question}"))?;
            model.retain(|(_, value)| counts(value));
            model.sort();
            let equalities: Vec<_> = model.iter().map(|(name, value)| format!("(= {name} {value})")).collect();
            blocking += &format!("(assert (not (and {})))\n", equalities.join(" "));
            Some(model)
        });
        assert_eq!(found, total, "n = {}", placement.size());
    }
}

#[test]
#[ignore = "takes z3"]
fn z3_enumerates_all_solutions_of_the_boolean_formulation() {
    z3_enumerates(export::write_smtlib_boolean, |value| value == "true");
}

#[test]
#[ignore = "takes z3"]
fn z3_enumerates_all_solutions_of_the_formulation_by_rows() {
    z3_enumerates(export::write_smtlib_rows, |_| true);
}

/// The diagrams have the totals with which the solvers are compared.
#[test]
fn the_diagram_has_the_same_totals() {
    for (placement, total) in boards() {
        assert_eq!(Solutions::build(placement.size()).bdd().model_count(), BigUint::from(total));
    }
}
