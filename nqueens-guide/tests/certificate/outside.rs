//! Checkers of other people, which have to be installed.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::{certificate, formula};

/// A certificate in which the clauses of the formula are deleted one by one, each with a proof that the graph
/// implies it, as the checker of rebryant/cpog demands.
struct Deleting {
    text: String,
    next_clause: u32,
    /// For each node its kind, children and first clause.
    nodes: HashMap<i32, (bool, Vec<i32>, u32)>,
    /// The proved clauses that are to be deleted, with their hints.
    lemmas: Vec<(u32, Vec<u32>)>,
}

impl Deleting {
    fn text(formula: &str, certificate: &str) -> String {
        let mut this = Deleting { text: certificate.to_owned(), next_clause: 0, nodes: HashMap::new(), lemmas: vec![] };
        let mut root = 0;
        for line in certificate.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let numbers: Vec<i32> = words.iter().skip(2).map(|word| word.parse().unwrap()).collect();
            if words[0] == "r" {
                root = words[1].parse().unwrap();
                continue;
            }
            let clause: u32 = words[0].parse().unwrap();
            let zero = numbers.iter().position(|&number| number == 0).unwrap();
            this.next_clause = clause + 1;
            if words[1] == "a" {
                let hints = numbers[zero + 1..numbers.len() - 1].iter().map(|&hint| hint as u32).collect();
                this.lemmas.push((clause, hints));
                continue;
            }
            let children = numbers[1..if words[1] == "s" { 3 } else { zero }].to_vec();
            this.next_clause += children.len() as u32;
            this.nodes.insert(numbers[0], (words[1] == "p", children, clause));
        }
        // The last lemma is the root.
        let (root_clause, _) = this.lemmas.pop().unwrap();
        this.delete();
        let clauses = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
        for (clause, number) in clauses.zip(1..) {
            let clause: Vec<i32> = clause.split(' ').map(|word| word.parse().unwrap()).collect();
            let clause = &clause[..clause.len() - 1];
            let implied = this.implies(root, clause, &mut HashMap::new()).expect("the graph implies the formula");
            writeln!(this.text, "d {number} {root_clause} {implied} 0").unwrap();
            this.delete();
        }
        this.text
    }

    /// Deletes the lemmas, the last one first, so that the hints of each lemma still exist when it is deleted.
    fn delete(&mut self) {
        while let Some((clause, hints)) = self.lemmas.pop() {
            let hints: String = hints.iter().map(|hint| format!("{hint} ")).collect();
            writeln!(self.text, "d {clause} {hints}0").unwrap();
        }
    }

    /// Proves "not the node, or the clause", if this holds.
    fn implies(&mut self, node: i32, clause: &[i32], known: &mut HashMap<i32, Option<u32>>) -> Option<u32> {
        if let Some(&lemma) = known.get(&node) {
            return lemma;
        }
        let (is_product, children, first) = self.nodes.get(&node)?.clone();
        let hints = if is_product {
            let literal = children.iter().zip(first + 1..).find(|(child, _)| clause.contains(child));
            literal.map(|(_, defined)| vec![defined]).or_else(|| {
                let mut children = children.iter().zip(first + 1..);
                children.find_map(|(&child, defined)| Some(vec![defined, self.implies(child, clause, known)?]))
            })
        } else {
            let [high, low] = [0, 1].map(|child| self.implies(children[child], clause, known));
            high.zip(low).map(|(high, low)| vec![high, first, low])
        };
        let lemma = hints.map(|hints| {
            let number = self.next_clause;
            self.next_clause += 1;
            let [literals, words] =
                [clause.iter().map(i32::to_string).collect::<Vec<_>>(), hints.iter().map(u32::to_string).collect()];
            writeln!(self.text, "{number} a {} {} 0 {} 0", -node, literals.join(" "), words.join(" ")).unwrap();
            self.lemmas.push((number, hints));
            number
        });
        known.insert(node, lemma);
        lemma
    }
}

/// Runs the checker of the authors of CPOG, `cpog-check` of rebryant/cpog. Its output is long: it tells each
/// look-up.
#[test]
#[ignore = "needs an outside checker: CPOG_CHECK=PATH cargo test -p nqueens-guide --test certificate -- --ignored"]
fn the_checker_of_the_authors_accepts_the_certificates() {
    let checker = std::env::var_os("CPOG_CHECK").expect("CPOG_CHECK names the checker");
    // Boards of 9 and 10 take minutes, because every clause of the formula is proved from the graph.
    let most = std::env::var("CPOG_CHECK_MOST").map_or(7, |most| most.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let [cnf, cpog] = ["rules.cnf", "certificate.cpog"].map(|name| folder.path().join(name));
    for (n, count) in (4..=most).zip([2, 10, 4, 40, 92, 352, 724]) {
        std::fs::write(&cnf, formula(n)).unwrap();
        let deleting = Deleting::text(&formula(n), &certificate(n));
        std::fs::write(&cpog, &deleting).unwrap();
        let output = std::process::Command::new(&checker).args([&cnf, &cpog]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let end = &said[said.len().saturating_sub(500)..];
        assert!(said.contains("FULL-PROOF SUCCESS"), "n = {n}: {end}");
        assert!(said.contains(&format!("Regular model count = {count}\n")), "n = {n}: {end}");
    }
}

/// Runs `cake_scpog` of rebryant/scpog, a checker that is proved correct in HOL4 down to its machine code.
#[test]
#[ignore = "needs an outside checker: CAKE_SCPOG=PATH cargo test -p nqueens-guide --test certificate -- --ignored"]
fn the_verified_checker_accepts_the_certificates() {
    let checker = std::env::var_os("CAKE_SCPOG").expect("CAKE_SCPOG names the checker");
    let folder = tempfile::tempdir().unwrap();
    let [cnf, cpog] = ["rules.cnf", "certificate.cpog"].map(|name| folder.path().join(name));
    let verdict = |n: usize, certificate: &str| {
        std::fs::write(&cnf, formula(n)).unwrap();
        std::fs::write(&cpog, certificate).unwrap();
        let output = std::process::Command::new(&checker).args([&cnf, &cpog]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // Boards of 2 and 3 have no solution, and the checker does not take the negation of the empty product for a
    // root.
    for n in 4..=10 {
        let said = verdict(n, &certificate(n));
        assert!(said.contains("s VERIFIED CPOG REPRESENTATION"), "n = {n}: {said}");
    }
    let certificate = certificate(8);
    for left_out in [100, 500, 2000, 3000] {
        let lines: Vec<&str> = certificate.lines().collect();
        let damaged = [&lines[..left_out], &lines[left_out + 1..]].concat().join("\n");
        assert!(!verdict(8, &damaged).contains("s VERIFIED"), "without line {left_out}");
    }
}

/// A formula in DIMACS CNF, and a proof for a checker of DRAT that it has no solution.
struct Refutation {
    clauses: Vec<Vec<i32>>,
    proof: Vec<Vec<i32>>,
}

/// A node of a certificate's graph: its variable, whether it is a product, and its factors or terms.
type Node = (i32, bool, Vec<i32>);

fn numbers(words: &str) -> Vec<i32> {
    words.split(' ').map(|word| word.parse().unwrap()).take_while(|&number| number != 0).collect()
}

fn clauses(formula: &str) -> Vec<Vec<i32>> {
    formula.lines().filter(|line| !line.starts_with(['c', 'p'])).map(numbers).collect()
}

/// Returns the nodes, children first, and the lemmas, of which the last one is the root.
fn graph(certificate: &str) -> (Vec<Node>, Vec<Vec<i32>>) {
    let (mut nodes, mut lemmas) = (vec![], vec![]);
    for line in certificate.lines() {
        match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
            [_, "a", words] => lemmas.push(numbers(words)),
            [_, "p", words] => nodes.push((numbers(words)[0], true, numbers(words)[1..].to_vec())),
            [_, "s", words] => nodes.push((numbers(words)[0], false, numbers(words)[1..3].to_vec())),
            _ => assert!(line.starts_with("r "), "{line}"),
        }
    }
    (nodes, lemmas)
}

/// Returns the clauses that define each node: it is true if and only if all its factors are, or one of its terms is.
fn definitions(nodes: &[Node]) -> Vec<Vec<i32>> {
    let defined = nodes.iter().flat_map(|&(node, is_product, ref children)| {
        let sign = if is_product { 1 } else { -1 };
        let whole = [sign * node].into_iter().chain(children.iter().map(move |&child| -sign * child)).collect();
        [whole].into_iter().chain(children.iter().map(move |&child| vec![-sign * node, sign * child]))
    });
    defined.collect()
}

impl Refutation {
    /// "A solution of the formula is no model of the graph." The lemmas refute it.
    fn of_missing_solutions(formula: &str, certificate: &str) -> Self {
        let (nodes, mut proof) = graph(certificate);
        let root = proof.last().unwrap()[0];
        proof.push(vec![]);
        Refutation { clauses: [clauses(formula), definitions(&nodes), vec![vec![-root]]].concat(), proof }
    }

    /// "A model of the graph violates a clause of the formula, or makes both terms of a sum true." Unit propagation
    /// refutes each of these cases, which have a variable each.
    fn of_wrong_models(formula: &str, certificate: &str) -> Self {
        let (nodes, lemmas) = graph(certificate);
        let root = lemmas.last().unwrap()[0];
        let violated = clauses(formula).into_iter().map(|clause| {
            let negated = clause.into_iter().map(|literal| -literal);
            [root].into_iter().chain(negated).collect()
        });
        let both = nodes.iter().filter(|(_, is_product, _)| !is_product).map(|(_, _, terms)| terms.clone());
        let cases: Vec<Vec<i32>> = violated.chain(both).collect();
        let first = nodes.iter().map(|&(node, ..)| node).max().unwrap_or(root.abs()) + 1;
        let variables = first..first + cases.len() as i32;
        let implied =
            variables.clone().zip(cases).flat_map(|(variable, case)| case.into_iter().map(move |l| vec![-variable, l]));
        Refutation {
            clauses: [definitions(&nodes), implied.collect(), vec![variables.clone().collect()]].concat(),
            proof: variables.map(|variable| vec![-variable]).chain([vec![]]).collect(),
        }
    }

    /// Returns true if `rate` accepts the proof.
    fn is_accepted(&self, rate: &std::ffi::OsStr) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let [cnf, drat] = ["case.cnf", "case.drat"].map(|name| folder.path().join(name));
        let text = |clauses: &[Vec<i32>]| {
            let line =
                |clause: &Vec<i32>| clause.iter().map(|literal| format!("{literal} ")).collect::<String>() + "0\n";
            clauses.iter().map(line).collect::<String>()
        };
        let variables = self.clauses.iter().flatten().map(|literal| literal.abs()).max().unwrap();
        let header = format!("p cnf {variables} {}\n", self.clauses.len());
        std::fs::write(&cnf, header + &text(&self.clauses)).unwrap();
        std::fs::write(&drat, text(&self.proof)).unwrap();
        let output = std::process::Command::new(rate).args([&cnf, &drat]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let verdict = said.lines().find(|line| line.starts_with("s ")).unwrap_or_else(|| panic!("no verdict: {said}"));
        assert!(["s VERIFIED", "s NOT VERIFIED"].contains(&verdict), "{verdict}");
        verdict == "s VERIFIED"
    }
}

/// Runs `rate`, a checker of DRAT. It knows no graphs, so the certificate is stated in clauses. The products alone are
/// checked here: the factors of a product share no variable.
#[test]
#[ignore = "needs the checker rate: NQUEENS_RATE=PATH cargo test -p nqueens-guide --test certificate -- --ignored rate"]
fn outside_rate_accepts_the_certificates() {
    let rate = std::env::var_os("NQUEENS_RATE").expect("NQUEENS_RATE names the checker rate");
    for n in 4..=9 {
        let (formula, certificate) = (formula(n), certificate(n));
        assert!(Refutation::of_missing_solutions(&formula, &certificate).is_accepted(&rate), "n = {n}");
        assert!(Refutation::of_wrong_models(&formula, &certificate).is_accepted(&rate), "n = {n}");
        let mut variables: HashMap<i32, HashSet<i32>> = HashMap::new();
        for (node, is_product, children) in graph(&certificate).0 {
            let of = |child: &i32| variables.get(&child.abs()).cloned().unwrap_or_else(|| HashSet::from([child.abs()]));
            let parts: Vec<HashSet<i32>> = children.iter().map(of).collect();
            let all: HashSet<i32> = parts.iter().flatten().copied().collect();
            assert!(!is_product || all.len() == parts.iter().map(HashSet::len).sum::<usize>(), "n = {n}, node {node}");
            variables.insert(node, all);
        }
    }
    // Without the exclusion of a1 and b2 the board has more solutions, and with "no queen on b1" it has fewer.
    let (formula, certificate) = (formula(6), certificate(6));
    let more = formula.lines().filter(|line| *line != "-1 -8 0").map(|line| format!("{line}\n")).collect::<String>();
    let fewer = format!("{formula}-2 0\n");
    assert_ne!(more, formula);
    assert!(!Refutation::of_missing_solutions(&more, &certificate).is_accepted(&rate));
    assert!(Refutation::of_wrong_models(&more, &certificate).is_accepted(&rate));
    assert!(!Refutation::of_wrong_models(&fewer, &certificate).is_accepted(&rate));
}
