//! Damaged certificates. Whatever the checker accepts, a judge has to accept too. It shares no code with the checker,
//! and knows the meaning of each step from truth tables: a node is a function, and a clause follows or does not.
//!
//! Some damage leaves a valid certificate, as when a hint names an equal clause, or a lemma that nobody needs has
//! another literal. Nothing else is accepted.
#![allow(clippy::unwrap_used)]

mod judge;
mod writer;

use std::collections::BTreeMap;

use certify_check::check;
use judge::Judgement;
use writer::{Random, certificate, dimacs, formulas, holds};

/// The sorts of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Damage {
    /// Another literal, in a lemma or in the root.
    Literal,
    /// Another hint.
    Hint,
    /// Another child or number of a node.
    Node,
    /// Another number of a clause.
    Clause,
    /// A step that is left out, repeated, or swapped with another one.
    Step,
    /// A tautology or another lemma in the place of a lemma, under its number.
    Lemma,
    /// Another number of variables or clauses in the header of the formula.
    Count,
    /// A line that ends too early, and a file that ends too early.
    Truncated,
}

use Damage::{Clause, Count, Hint, Lemma, Literal, Node, Step, Truncated};

const ALL: [Damage; 8] = [Literal, Hint, Node, Clause, Step, Lemma, Count, Truncated];

/// Returns the sort of each word of a step.
fn sorts(line: &str) -> Vec<Option<Damage>> {
    let words: Vec<&str> = line.split(' ').collect();
    let zero = words.iter().position(|&word| word == "0").unwrap_or(words.len());
    let sort = |at: usize| match (words[0], words.get(1).copied().unwrap_or_default(), at) {
        ("r", _, 1) => Some(Literal),
        ("r" | "c", ..) | (_, _, 1) => None,
        (_, _, 0) => Some(Clause),
        (_, "a", at) => Some(if at <= zero { Literal } else { Hint }),
        (_, "s", 5..) => Some(Hint),
        _ => Some(Node),
    };
    (0..words.len()).map(sort).collect()
}

/// Replaces the word of a line by another number.
fn renumbered(line: &str, at: usize, random: &mut Random) -> Option<String> {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let number: i64 = words[at].parse().ok()?;
    let others: Vec<i64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let other = match random.below(5) {
        0 => -number,
        1 => number + 1,
        2 => number - 1,
        3 => others[random.below(others.len())],
        _ => random.below(60) as i64 - 20,
    };
    words[at] = other.to_string();
    (other != number).then(|| words.join(" "))
}

/// Damages a formula or its certificate; `None` if the damage changes nothing.
fn damaged(files: &Files, damage: Damage, random: &mut Random) -> Option<Files> {
    let of_formula = damage == Count;
    let text = if of_formula { &files.formula } else { &files.certificate };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.below(lines.len());
    match damage {
        Count => {
            let header = lines.iter().position(|line| line.starts_with("p cnf")).unwrap();
            lines[header] = renumbered(&lines[header], 2 + random.below(2), random)?;
        }
        Step => match random.below(3) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(random.below(lines.len()), lines[at].clone()),
            _ => {
                let other = random.below(lines.len());
                lines.swap(at, other);
            }
        },
        Lemma => {
            let lemmas: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].contains(" a ")).collect();
            let [at, other] = [(); 2].map(|()| lemmas[random.below(lemmas.len())]);
            let (number, _) = lines[at].split_once(' ')?;
            let (_, lemma) = lines[other].split_once(' ')?;
            lines[at] = format!("{number} {}", if random.below(2) == 0 { "a 1 -1 0 0" } else { lemma });
        }
        Truncated => {
            let keep = random.below(lines[at].len());
            lines[at].truncate(keep);
            if random.below(2) == 0 {
                lines.truncate(at + 1);
            }
        }
        _ => {
            let places: Vec<usize> =
                (0..).zip(sorts(&lines[at])).filter(|(_, sort)| *sort == Some(damage)).map(|(at, _)| at).collect();
            let place = *places.get(random.below(places.len().max(1)))?;
            lines[at] = renumbered(&lines[at], place, random)?;
        }
    }
    let changed = lines.join("\n") + "\n";
    if changed == *text {
        return None;
    }
    let (formula, certificate) = (files.formula.clone(), files.certificate.clone());
    Some(if of_formula { Files { formula: changed, certificate } } else { Files { formula, certificate: changed } })
}

/// A formula with its certificate.
struct Files {
    formula: String,
    certificate: String,
}

/// The certificates of the folder `data`. Two of the four-queens puzzle, by lines of attack as `nqueens certify` writes
/// it, and by the search that serves all puzzles; two or three of six; pairs with auxiliary variables; and three queens,
/// which have no solution.
fn recorded() -> Vec<Files> {
    [
        (include_str!("data/queens.cnf"), include_str!("data/queens.cpog")),
        (include_str!("data/search.cnf"), include_str!("data/search.cpog")),
        (include_str!("data/count.cnf"), include_str!("data/count.cpog")),
        (include_str!("data/pairs.cnf"), include_str!("data/pairs.cpog")),
        (include_str!("data/none.cnf"), include_str!("data/none.cpog")),
    ]
    .map(|(formula, certificate)| Files { formula: formula.to_owned(), certificate: certificate.to_owned() })
    .into()
}

/// Damages `count` certificates in each way. Returns for each the number of damaged ones, and of those that are valid.
fn damage(count: usize, seed: u64) -> BTreeMap<Damage, [usize; 2]> {
    let mut random = Random(seed);
    let mut all = recorded();
    let random_formulas = formulas(&mut Random(seed + 1), 40).into_iter();
    all.extend(random_formulas.map(|(variables, formula)| Files {
        formula: dimacs(variables, &formula),
        certificate: certificate(variables, &formula),
    }));
    for Files { formula, certificate } in &all {
        assert_agree(formula, certificate).expect("the certificate is valid as it was written");
    }
    let mut tally = BTreeMap::new();
    for damage in ALL {
        let [tried, valid] = tally.entry(damage).or_insert([0; 2]);
        while *tried < count {
            // The recorded certificates are large: half of the damage is theirs.
            let among = if random.below(2) == 0 { recorded().len() } else { all.len() };
            let Some(Files { formula, certificate }) = damaged(&all[random.below(among)], damage, &mut random) else {
                continue;
            };
            *tried += 1;
            *valid += usize::from(assert_agree(&formula, &certificate).is_some());
        }
    }
    tally
}

/// If the checker accepts a certificate, asserts that the judge does too, with equal counts. Returns the number of
/// models; `None` if the checker rejects the certificate.
fn assert_agree(formula: &str, certificate: &str) -> Option<u128> {
    let checked = check(formula.as_bytes(), certificate.as_bytes()).ok()?;
    let Judgement { variables, models } = judge::judge(formula, certificate)
        .unwrap_or_else(|reason| panic!("the checker accepts, the judge does not: {reason}\n{formula}\n{certificate}"));
    for variable in 0..=variables as i32 {
        for assumption in [variable, -variable] {
            let assumptions = if variable == 0 { &[][..] } else { &[assumption][..] };
            let count =
                models.iter().filter(|&&model| assumptions.iter().all(|&literal| holds(model, literal))).count();
            assert_eq!(checked.count(assumptions), Ok(count as u128), "{assumptions:?}\n{formula}\n{certificate}");
        }
    }
    Some(models.len() as u128)
}

/// Fails if more of the damaged certificates of a sort are valid than an upper bound in percent.
fn assert_shares(tally: &BTreeMap<Damage, [usize; 2]>) {
    println!("{tally:?}");
    for (damage, [tried, valid]) in tally {
        let limit = match damage {
            // Never: the header says how many clauses there are, and which number the first node has. The number of a
            // clause follows from the clauses before it.
            Count | Clause => 0,
            Literal | Hint | Node | Step => 5,
            Lemma | Truncated => 10,
        };
        assert!(valid * 100 <= tried * limit, "{damage:?}: {valid} of {tried}");
    }
}

#[test]
fn no_damaged_certificate_is_accepted() {
    assert_shares(&damage(300, 3));
}

#[test]
fn the_judge_rejects_certificates_of_other_formulas_and_without_a_step() {
    let all = recorded();
    for Files { formula, .. } in &all[2..] {
        assert!(judge::judge(formula, &all[0].certificate).is_err());
    }
    let (mut missing, mut rejected) = (0, 0);
    for Files { formula, certificate } in &all {
        let lines: Vec<&str> = certificate.lines().collect();
        for at in 0..lines.len() {
            let rest = [&lines[..at], &lines[at + 1..]].concat().join("\n");
            missing += 1;
            rejected += usize::from(judge::judge(formula, &rest).is_err());
        }
    }
    // A few lemmas that propagation found are of no use.
    assert!(rejected * 20 > missing * 19, "{rejected} of {missing}");
}

#[test]
#[ignore = "takes minutes: cargo test --release -p certify-check --test damaged -- --ignored"]
fn no_damaged_certificate_is_accepted_long() {
    assert_shares(&damage(20_000, 5));
}
