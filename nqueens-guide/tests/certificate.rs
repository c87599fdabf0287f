//! Tests of certificates of small boards. A checker that shares no code with the writer accepts them and finds the
//! counts of a plain backtracking search. Damaged certificates are rejected or still right.

use bdd_core::Budget;
use certify_check::{Checked, Rejection, check};
use nqueens_guide::certificate::{write_certificate, write_formula};
use nqueens_guide::{Placement, Size, attacks, build_completions_zdd};

fn formula(n: usize) -> String {
    let mut formula = Vec::new();
    write_formula(&mut formula, Size::new(n).unwrap()).unwrap();
    String::from_utf8(formula).unwrap()
}

fn certificate(n: usize) -> String {
    let size = Size::new(n).unwrap();
    let solutions = build_completions_zdd(&Placement::empty(size), &mut Budget::unlimited()).unwrap();
    let mut certificate = Vec::new();
    let written = write_certificate(&mut certificate, size, &solutions).unwrap();
    let text = String::from_utf8(certificate).unwrap();
    let of = |kinds: &[&str]| text.lines().filter(|l| l.split(' ').nth(1).is_some_and(|k| kinds.contains(&k))).count();
    assert_eq!((written.nodes, written.lemmas), (of(&["p", "s"]), of(&["a"])));
    text
}

fn checked(formula: &str, certificate: &str) -> Result<Checked, Rejection> {
    check(formula.as_bytes(), certificate.as_bytes())
}

/// Returns all solutions by a plain search, each as the files of the queens, rank by rank.
fn solutions(n: usize) -> Vec<Vec<usize>> {
    let size = Size::new(n).unwrap();
    let mut found = vec![vec![]];
    for rank in 0..n {
        let extended = found.iter().flat_map(|files: &Vec<usize>| {
            let is_free = |&file: &usize| {
                let queen = size.rank(rank).nth(file).unwrap();
                files.iter().zip(0..).all(|(&file, rank)| !attacks(queen, size.rank(rank).nth(file).unwrap()))
            };
            (0..n).filter(is_free).map(|file| [&files[..], &[file]].concat())
        });
        found = extended.collect();
    }
    found
}

/// Compares the counts through each square, alone and together with a second square that has a queen or has none.
fn assert_counts(n: usize, solutions: &[Vec<usize>], seconds: usize, checked: &Checked) {
    let holds = |solution: &[usize], literal: i32| {
        let square = literal.unsigned_abs() as usize - 1;
        (solution[square / n] == square % n) == (literal > 0)
    };
    let count = |literals: &[i32]| solutions.iter().filter(|s| literals.iter().all(|&l| holds(s, l))).count() as u128;
    assert_eq!(checked.count(&[]), Ok(solutions.len() as u128));
    let last = (n * n) as i32;
    for a in 1..=last {
        for literals in (1..=seconds as i32).flat_map(|b| [[a, b], [a, -b]]) {
            assert_eq!(checked.count(&literals), Ok(count(&literals)), "{literals:?}");
        }
    }
}

#[test]
fn certificates_of_small_boards_have_the_counts_of_a_search() {
    for n in 1..=6 {
        let checked = checked(&formula(n), &certificate(n)).unwrap_or_else(|error| panic!("n = {n}: {error}"));
        assert_counts(n, &solutions(n), n * n, &checked);
    }
}

#[test]
fn certificates_of_larger_boards_are_accepted() {
    for (n, count) in [(7, 40), (8, 92), (9, 352)] {
        assert_eq!(checked(&formula(n), &certificate(n)).unwrap().count(&[]), Ok(count), "n = {n}");
    }
}

/// Checks the sizes of certificates. Lemmas name lines and are reused, so their number grows with the states, not with
/// the placements.
#[test]
fn the_size_of_certificates_is_known() {
    let lengths = [4, 6, 8].map(|n| certificate(n).len());
    assert!(lengths.iter().zip([3_500, 22_000, 250_000]).all(|(&length, most)| length <= most), "{lengths:?}");
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Damages ten thousand certificates of 4 x 4 and 5 x 5: changes one number, leaves one step out, or swaps two steps. A
/// certificate that is still accepted must have all counts of the board. Lemmas leave their numbers in place, because
/// the checker rejects numbers out of order: a tautology has the number of a lemma that is left out.
#[test]
fn damaged_certificates_are_rejected_or_still_right() {
    let mut random = Random(1);
    let boards = [4, 5].map(|n| (n, formula(n), certificate(n), solutions(n)));
    let mut accepted = [0; 3];
    for round in 0..10_000 {
        let (n, formula, certificate, solutions) = &boards[round % 2];
        let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
        let line = random.below(lines.len());
        let kind = random.below(8).saturating_sub(5);
        match kind {
            0 => {
                let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
                let word = random.below(words.len());
                let Ok(number) = words[word].parse::<i32>() else { continue };
                words[word] = match random.below(4) {
                    0 if number != 0 => -number,
                    1 => number + 1,
                    2 => number - 1,
                    _ => number + 1 + random.below(100) as i32,
                }
                .to_string();
                lines[line] = words.join(" ");
            }
            1 => match lines[line].split_once(" a ") {
                Some((number, _)) => lines[line] = format!("{number} a 1 -1 0 0"),
                None => drop(lines.remove(line)),
            },
            _ => {
                let other = random.below(lines.len());
                match (lines[line].split_once(" a "), lines[other].split_once(" a ")) {
                    (Some((number, lemma)), Some((other_number, other_lemma))) => {
                        let swapped = [format!("{number} a {other_lemma}"), format!("{other_number} a {lemma}")];
                        [lines[line], lines[other]] = swapped;
                    }
                    _ => lines.swap(line, other),
                }
            }
        }
        let damaged = lines.join("\n");
        if damaged == certificate.trim_end() {
            continue;
        }
        if let Ok(checked) = checked(formula, &damaged) {
            accepted[kind] += 1;
            assert_counts(*n, solutions, 1, &checked);
        }
    }
    // Harmless damage: a hint names an equal clause, or no step names the lemma.
    assert!(accepted[0] < 300 && accepted[1] + accepted[2] < 50, "{accepted:?}");
}

#[test]
fn a_certificate_proves_no_other_board() {
    for (n, other) in [(4, 5), (5, 4), (5, 6), (6, 5)] {
        assert!(checked(&formula(n), &certificate(other)).is_err(), "{n} {other}");
    }
}

/// Adds the unit clause "no queen on b1", in the place of the first exclusion, which removes one of the four solutions.
#[test]
fn a_formula_with_fewer_models_is_rejected() {
    let text = formula(6);
    let mut lines: Vec<&str> = text.lines().collect();
    let header = lines.iter().position(|line| line.starts_with('p')).unwrap();
    lines[header + 1] = "-2 0";
    let error = checked(&lines.join("\n"), &certificate(6)).unwrap_err();
    assert!(!error.is_formula, "{error}");
}

mod outside {
    use std::collections::HashMap;
    use std::fmt::Write as _;

    use super::*;

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
            let mut this =
                Deleting { text: certificate.to_owned(), next_clause: 0, nodes: HashMap::new(), lemmas: vec![] };
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
}
