//! Tests of certificates of small boards. A checker that shares no code with the writer accepts them and finds the
//! counts of a plain backtracking search. Damaged certificates are rejected or still right.

mod outside;

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
