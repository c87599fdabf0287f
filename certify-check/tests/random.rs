//! Certificates of random formulas, whole and damaged, compared with brute force.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;

use certify_check::{Checked, CountError, check};

/// A generator of pseudo-random numbers: xorshift64 (Marsaglia, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

type Formula = Vec<Vec<i32>>;

fn random_formula(random: &mut Random, variables: usize) -> Formula {
    let clauses = 1 + random.below(2 * variables + 2);
    let literal = |random: &mut Random| (1 + random.below(variables) as i32) * [1, -1][random.below(2)];
    (0..clauses).map(|_| (0..1 + random.below(3)).map(|_| literal(random)).collect()).collect()
}

fn dimacs(variables: usize, formula: &Formula) -> String {
    let mut text = format!("c random\np cnf {variables} {}\n", formula.len());
    for clause in formula {
        text += &line(clause);
        text.push('\n');
    }
    text
}

fn line<T: std::fmt::Display>(numbers: &[T]) -> String {
    numbers.iter().map(|number| format!("{number} ")).collect::<String>() + "0"
}

fn holds(valuation: usize, literal: i32) -> bool {
    (valuation >> (literal.abs() - 1) & 1 == 1) == (literal > 0)
}

fn brute_force(variables: usize, formula: &Formula, assumptions: &[i32]) -> u128 {
    let is_model = |&valuation: &usize| {
        assumptions.iter().all(|&literal| holds(valuation, literal))
            && formula.iter().all(|clause| clause.iter().any(|&literal| holds(valuation, literal)))
    };
    (0..1 << variables).filter(is_model).count() as u128
}

/// Writes the decision tree of a formula as a certificate.
struct Writer<'a> {
    variables: usize,
    formula: &'a Formula,
    text: String,
    next_clause: usize,
    /// For each node, its children and the number of its first defining clause.
    nodes: Vec<(Vec<i32>, usize)>,
    /// The added clauses that are to be deleted, with their hints.
    lemmas: Vec<(usize, Vec<usize>)>,
}

impl Writer<'_> {
    fn define(&mut self, kind: char, children: Vec<i32>, hints: &[usize]) -> i32 {
        let (first, node) = (self.next_clause, (self.variables + self.nodes.len() + 1) as i32);
        self.next_clause += children.len() + 1;
        let end = if kind == 's' { format!("{} {}", children[0], children[1]) } else { line(&children) };
        let hints = if kind == 's' { line(hints) } else { String::new() };
        writeln!(self.text, "{first} {kind} {node} {end} {hints}").unwrap();
        self.nodes.push((children, first));
        node
    }

    fn add(&mut self, literals: &[i32], hints: Vec<usize>) -> usize {
        let clause = self.next_clause;
        self.next_clause += 1;
        writeln!(self.text, "{clause} a {} {}", line(literals), line(&hints)).unwrap();
        self.lemmas.push((clause, hints));
        clause
    }

    /// Deletes lemmas, the last one first, down to a number of lemmas: the hints of each are still there.
    fn delete(&mut self, down_to: usize) {
        while self.lemmas.len() > down_to {
            let (clause, hints) = self.lemmas.pop().unwrap();
            writeln!(self.text, "d {clause} {}", line(&hints)).unwrap();
        }
    }

    fn first(&self, node: i32) -> usize {
        self.nodes[node as usize - self.variables - 1].1
    }

    /// Returns the node of a prefix, if it has models, and the lemma "not the prefix, or the node".
    fn tree(&mut self, prefix: &mut Vec<i32>) -> (Option<i32>, usize) {
        let refuted = self.formula.iter().position(|clause| clause.iter().all(|&l| prefix.contains(&-l)));
        let negated = |prefix: &[i32]| prefix.iter().map(|l| -l).collect::<Vec<_>>();
        if let Some(clause) = refuted {
            return (None, self.add(&negated(prefix), vec![clause + 1]));
        }
        let variable = prefix.len() as i32 + 1;
        let [low, high] = [-variable, variable].map(|literal| {
            prefix.push(literal);
            let is_refuted = self.formula.iter().any(|clause| clause.iter().all(|&l| prefix.contains(&-l)));
            let (node, lemma) = if prefix.len() == self.variables && !is_refuted {
                let node = self.define('p', vec![literal], &[]);
                (Some(node), self.add(&[negated(prefix), vec![node]].concat(), vec![self.first(node)]))
            } else {
                let (child, lemma) = self.tree(prefix);
                match child.map(|child| self.define('p', vec![literal, child], &[])) {
                    None => (None, lemma),
                    Some(node) => {
                        let hints = vec![lemma, self.first(node)];
                        (Some(node), self.add(&[negated(prefix), vec![node]].concat(), hints))
                    }
                }
            };
            prefix.pop();
            (node, lemma)
        });
        let node = match (low.0, high.0) {
            (Some(a), Some(b)) => Some(self.define('s', vec![a, b], &[self.first(a) + 1, self.first(b) + 1])),
            (a, b) => a.or(b),
        };
        let mut hints = vec![low.1, high.1];
        if let (Some(_), Some(_), Some(sum)) = (low.0, high.0, node) {
            hints = vec![self.first(sum) + 1, low.1, self.first(sum) + 2, high.1];
        }
        (node, self.add(&[negated(prefix), node.into_iter().collect()].concat(), hints))
    }

    /// Proves "not the node, or the clause", bottom up.
    fn implies(&mut self, node: i32, clause: &[i32]) -> usize {
        let (children, first) = self.nodes[node as usize - self.variables - 1].clone();
        let hints = if (children[0].unsigned_abs() as usize) <= self.variables {
            if clause.contains(&children[0]) {
                vec![first + 1]
            } else {
                vec![first + 2, self.implies(children[1], clause)]
            }
        } else {
            let [low, high] = [0, 1].map(|child| self.implies(children[child], clause));
            vec![low, first, high]
        };
        self.add(&[&[-node], clause].concat(), hints)
    }
}

fn certificate(variables: usize, formula: &Formula) -> String {
    let next_clause = formula.len() + 1;
    let mut writer = Writer { variables, formula, text: String::new(), next_clause, nodes: vec![], lemmas: vec![] };
    let (node, mut root_clause) = writer.tree(&mut vec![]);
    if node.is_none() {
        let node = writer.define('p', vec![], &[]);
        root_clause = writer.add(&[-node], vec![root_clause]);
    }
    // Optional here, but the checker of the authors does not count without it.
    let root = node.unwrap_or(-((variables + writer.nodes.len()) as i32));
    writeln!(writer.text, "r {root}").unwrap();
    writer.lemmas.pop();
    writer.delete(0);
    for (number, clause) in formula.iter().enumerate() {
        let hints = match node {
            // The clause follows from the contradiction of the root with its definition.
            None => vec![root_clause, writer.first(writer.variables as i32 + writer.nodes.len() as i32)],
            Some(node) => vec![root_clause, writer.implies(node, clause)],
        };
        let is_tautology = clause.iter().any(|l| clause.contains(&-l));
        writeln!(writer.text, "d {} {}", number + 1, line(if is_tautology { &[] } else { &hints })).unwrap();
        writer.delete(0);
    }
    writer.text
}

fn checked(variables: usize, formula: &Formula, certificate: &str) -> Result<Checked, certify_check::Rejection> {
    check(dimacs(variables, formula).as_bytes(), certificate.as_bytes())
}

/// Compares the counts without assumptions, through each literal, and through a pair of literals.
fn assert_counts(variables: usize, formula: &Formula, checked: &Checked) {
    let last = variables as i32;
    for assumptions in (1..=last).flat_map(|v| [vec![], vec![v], vec![-v], vec![-v, last]]) {
        let expected = brute_force(variables, formula, &assumptions);
        assert_eq!(checked.count(&assumptions), Ok(expected), "{formula:?} {assumptions:?}");
    }
}

/// Random formulas without tautologies, whose lemmas would need no hints.
fn formulas(random: &mut Random, count: usize) -> Vec<(usize, Formula)> {
    let is_plain = |clause: &Vec<i32>| clause.iter().all(|l| !clause.contains(&-l));
    std::iter::repeat_with(|| {
        let variables = 1 + random.below(5);
        (variables, random_formula(random, variables))
    })
    .filter(|(_, formula)| formula.iter().all(is_plain))
    .take(count)
    .collect()
}

#[test]
fn certificates_have_the_counts_of_brute_force() {
    for (variables, formula) in formulas(&mut Random(1), 1000) {
        let text = certificate(variables, &formula);
        let checked =
            checked(variables, &formula, &text).unwrap_or_else(|error| panic!("{error}\n{formula:?}\n{text}"));
        assert_counts(variables, &formula, &checked);
    }
}

/// Runs the checker of the authors of CPOG, `cpog-check` of rebryant/cpog, whose path is in `CPOG_CHECK`.
#[test]
#[ignore = "needs an outside checker: CPOG_CHECK=PATH cargo test -p certify-check -- --ignored"]
fn the_checker_of_the_authors_accepts_the_same_certificates() {
    let checker = std::env::var_os("CPOG_CHECK").expect("CPOG_CHECK names the checker");
    let folder = std::env::temp_dir().join(format!("certify-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (cnf, cpog) = (folder.join("random.cnf"), folder.join("random.cpog"));
    for (variables, formula) in formulas(&mut Random(7), 200) {
        let models = brute_force(variables, &formula, &[]);
        // It does not take the negation of an empty product for a root.
        if models == 0 {
            continue;
        }
        std::fs::write(&cnf, dimacs(variables, &formula)).unwrap();
        std::fs::write(&cpog, certificate(variables, &formula)).unwrap();
        let output = std::process::Command::new(&checker).args([&cnf, &cpog]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("FULL-PROOF SUCCESS"), "{said}\n{formula:?}\n{}", certificate(variables, &formula));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_missing_step_is_rejected() {
    for (variables, formula) in formulas(&mut Random(2), 100) {
        let text = certificate(variables, &formula);
        let lines: Vec<&str> = text.lines().collect();
        // The root alone may be missing.
        for missing in (0..lines.len()).filter(|&missing| !lines[missing].starts_with('r')) {
            let damaged = [&lines[..missing], &lines[missing + 1..]].concat().join("\n");
            assert!(checked(variables, &formula, &damaged).is_err(), "{formula:?}, line {} of\n{text}", missing + 1);
        }
    }
}

#[test]
fn damaged_certificates_never_claim_wrong_counts() {
    let mut random = Random(3);
    let (mut damaged_count, mut accepted) = (0, 0);
    for (variables, formula) in formulas(&mut Random(4), 500) {
        let text = certificate(variables, &formula);
        for _ in 0..28 {
            let mut lines: Vec<Vec<String>> =
                text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
            let line = random.below(lines.len());
            let word = random.below(lines[line].len());
            let Ok(number) = lines[line][word].parse::<i32>() else { continue };
            let other = match random.below(3) {
                0 => -number,
                1 => number + 1,
                _ => random.below(40) as i32 - 20,
            };
            if other == number {
                continue;
            }
            lines[line][word] = other.to_string();
            let damaged = lines.iter().map(|line| line.join(" ") + "\n").collect::<String>();
            damaged_count += 1;
            if let Ok(checked) = checked(variables, &formula, &damaged) {
                accepted += 1;
                assert_counts(variables, &formula, &checked);
            }
        }
    }
    // Some damage is harmless: a clause that no hint names has another number, or a hint names an equal clause.
    assert!(damaged_count >= 10_000 && accepted < damaged_count / 20, "{accepted} of {damaged_count}");
}

#[test]
fn a_certificate_of_another_formula_is_rejected() {
    let mut random = Random(5);
    for (variables, formula) in formulas(&mut Random(6), 2000) {
        let mut other = formula.clone();
        let clause = random.below(other.len());
        let literal = random.below(other[clause].len());
        other[clause][literal] *= -1;
        let models = |formula: &Formula| -> Vec<usize> {
            let is_model = |&v: &usize| formula.iter().all(|clause| clause.iter().any(|&l| holds(v, l)));
            (0..1 << variables).filter(is_model).collect()
        };
        if models(&formula) != models(&other) {
            assert!(checked(variables, &other, &certificate(variables, &formula)).is_err(), "{formula:?} {other:?}");
        }
    }
}

#[test]
fn bad_literals_are_not_counted() {
    let checked = checked(1, &vec![vec![1]], &certificate(1, &vec![vec![1]])).unwrap();
    assert_eq!(checked.count(&[0]), Err(CountError::UnknownLiteral(0)));
    assert_eq!(checked.count(&[i32::MIN]), Err(CountError::UnknownLiteral(i32::MIN)));
    assert_eq!(checked.count(&[1, -1]), Ok(0));
}

#[test]
fn counts_fit_into_128_bits_or_fail() {
    // The root is the variable 1, so that the variables from 2 on are free.
    let count = |variables: usize, assumptions: &[i32]| {
        let formula = format!("p cnf {variables} 1\n1 0\n");
        check(formula.as_bytes(), &b""[..]).unwrap().count(assumptions)
    };
    assert_eq!(count(128, &[]), Ok(1 << 127));
    assert_eq!(count(129, &[]), Err(CountError::TooLarge));
    assert_eq!(count(129, &[-129]), Ok(1 << 127));
    assert_eq!(count(129, &[-1]), Ok(0));
}

#[test]
fn negated_nodes_are_counted() {
    // The root is the negation of the product of 1 and 2: the formula is "not both".
    let certificate = "2 p 4 1 2 0\n5 a -4 0 3 4 1 0\nd 1 5 2 0\n";
    let checked = check("p cnf 3 1\n-1 -2 0\n".as_bytes(), certificate.as_bytes()).unwrap();
    assert_eq!([&[][..], &[1], &[-1], &[1, 2], &[3]].map(|a| checked.count(a)), [6, 2, 4, 0, 3].map(Ok));
}

#[test]
fn rejections_name_the_line() {
    let error =
        |formula: &str, certificate: &str| check(formula.as_bytes(), certificate.as_bytes()).unwrap_err().to_string();
    assert_eq!(error("1 0\n", ""), "formula, line 1: expected a header `p cnf VARIABLES CLAUSES` before clauses");
    assert_eq!(error("p cnf 1 2\n1 0\n", ""), "formula, line 2: expected 2 clauses, found 1");
    assert_eq!(error("p cnf 1 1\n2 0\n", ""), "formula, line 2: expected a literal of 1 to 1, found 2");
    let formula = "p cnf 2 2\n1 0\n2 0\n";
    assert_eq!(
        error(formula, "c\n3 p 3 1 1 0"),
        "certificate, line 2: child 1 shares a variable with a child before it"
    );
    assert_eq!(error(formula, "3 s 3 1 2 0"), "certificate, line 1: the hints lead to no contradiction");
    assert_eq!(error(formula, "3 s 3 1 2 1 0"), "certificate, line 1: hint 1 does not define a node");
    assert_eq!(error(formula, "3 p 4 1 2 0"), "certificate, line 1: expected node 3, found 4");
    assert_eq!(
        error(formula, "4294967295 p 3 1 2 0\n4294967295 a 1 0 1 0"),
        "certificate, line 2: expected a new clause number, found 4294967295 a second time"
    );
    let left = "certificate, line 0: expected one clause left besides definitions, the root, found 2";
    assert_eq!(error(formula, ""), left);
}
