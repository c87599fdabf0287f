//! Tests of certificates of random formulas, compared with brute force.
#![allow(clippy::unwrap_used)]

mod writer;

use certify_check::{Checked, CountError, check};
use writer::{Formula, Random, certificate, certificate_with_deletions, dimacs, formulas, holds};

fn brute_force(variables: usize, formula: &Formula, assumptions: &[i32]) -> u128 {
    let is_model = |&valuation: &usize| {
        assumptions.iter().all(|&literal| holds(valuation, literal))
            && formula.iter().all(|clause| clause.iter().any(|&literal| holds(valuation, literal)))
    };
    (0..1 << variables).filter(is_model).count() as u128
}

fn checked(variables: usize, formula: &Formula, certificate: &str) -> Result<Checked, certify_check::Rejection> {
    check(dimacs(variables, formula).as_bytes(), certificate.as_bytes())
}

/// Compares the counts of models without assumptions, with each literal, and with a pair of literals.
fn assert_counts(variables: usize, formula: &Formula, checked: &Checked) {
    let last = variables as i32;
    for assumptions in (1..=last).flat_map(|v| [vec![], vec![v], vec![-v], vec![-v, last]]) {
        let expected = brute_force(variables, formula, &assumptions);
        assert_eq!(checked.count(&assumptions), Ok(expected), "{formula:?} {assumptions:?}");
    }
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
        // This checker does not accept the negation of an empty product as a root.
        if models == 0 {
            continue;
        }
        std::fs::write(&cnf, dimacs(variables, &formula)).unwrap();
        let certificate = certificate_with_deletions(variables, &formula);
        std::fs::write(&cpog, &certificate).unwrap();
        let output = std::process::Command::new(&checker).args([&cnf, &cpog]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("FULL-PROOF SUCCESS"), "{said}\n{formula:?}\n{certificate}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Leaves out each step of a certificate, or puts a tautology in the place of a lemma. The checker must reject the
/// rest.
#[test]
fn a_missing_step_is_rejected() {
    for (variables, formula) in formulas(&mut Random(2), 100) {
        let text = certificate(variables, &formula);
        let lines: Vec<&str> = text.lines().collect();
        for (missing, line) in lines.iter().enumerate() {
            let tautology = line.split_once(" a ").map(|(number, _)| format!("{number} a 1 -1 0 0"));
            for substitute in [Some(String::new()), tautology].iter().flatten() {
                let damaged = [&lines[..missing], &[substitute], &lines[missing + 1..]].concat().join("\n");
                let found = checked(variables, &formula, &damaged);
                assert!(found.is_err(), "{formula:?}, line {} of\n{text}", missing + 1);
            }
        }
    }
}

/// Checks certificates of a formula with one more clause, which no step names. They are valid if the formula implies
/// the clause.
#[test]
fn an_additional_clause_must_be_implied() {
    let mut rejected = 0;
    for (variables, formula) in formulas(&mut Random(8), 500) {
        let mut other = formula.clone();
        other.push(vec![-1]);
        // The numbers of all clauses after the formula rise by one.
        let risen = |word: &str| {
            let number: usize = word.parse().unwrap();
            (number + usize::from(number > formula.len())).to_string()
        };
        let renumbered = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            // The hints follow the children of a sum, or the first zero of a lemma.
            let zero = words.iter().position(|&word| word == "0");
            let hints = match words[1] {
                "s" => 5,
                "a" => zero.unwrap() + 1,
                _ => words.len(),
            };
            let is_clause = |at: usize| words[0] != "r" && (at == 0 || at >= hints);
            let word = |(at, &word): (usize, &&str)| if is_clause(at) { risen(word) } else { word.to_owned() };
            words.iter().enumerate().map(word).collect::<Vec<_>>().join(" ") + "\n"
        };
        let certificate: String = certificate(variables, &formula).lines().map(renumbered).collect();
        let is_implied = brute_force(variables, &formula, &[1]) == 0;
        assert_eq!(checked(variables, &other, &certificate).is_ok(), is_implied, "{formula:?}\n{certificate}");
        rejected += usize::from(!is_implied);
    }
    assert!(rejected > 50, "{rejected}");
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
    assert_eq!((checked.variables(), checked.node_count()), (1, 1));
    assert_eq!(checked.count(&[0]), Err(CountError::UnknownLiteral(0)));
    let message = checked.count(&[2]).unwrap_err().to_string();
    assert_eq!(message, "expected a literal of the formula, found 2");
    assert_eq!(CountError::TooLarge.to_string(), "the count does not fit into 128 bits");
    assert_eq!(checked.count(&[i32::MIN]), Err(CountError::UnknownLiteral(i32::MIN)));
    assert_eq!(checked.count(&[1, -1]), Ok(0));
}

#[test]
fn counts_fit_into_128_bits_or_fail() {
    // The root is the variable 1, so that the variables from 2 on are free.
    let count = |variables: usize, assumptions: &[i32]| {
        let formula = format!("p cnf {variables} 1\n1 0\n");
        check(formula.as_bytes(), &b"r 1\n"[..]).unwrap().count(assumptions)
    };
    assert_eq!(count(128, &[]), Ok(1 << 127));
    assert_eq!(count(129, &[]), Err(CountError::TooLarge));
    assert_eq!(count(129, &[-129]), Ok(1 << 127));
    assert_eq!(count(129, &[-1]), Ok(0));
}

#[test]
fn negated_nodes_are_counted() {
    // The root is the negation of the product of 1 and 2: the formula is "not both".
    let certificate = "2 p 4 1 2 0\n5 a -4 0 3 4 1 0\nr -4\n";
    let checked = check("p cnf 3 1\n-1 -2 0\n".as_bytes(), certificate.as_bytes()).unwrap();
    assert_eq!([&[][..], &[1], &[-1], &[1, 2], &[3]].map(|a| checked.count(a)), [6, 2, 4, 0, 3].map(Ok));
    // Assumptions may repeat, and may contradict each other.
    assert_eq!([&[3, 3][..], &[-3, -3], &[3, -3], &[-3, 3]].map(|a| checked.count(a)), [3, 3, 0, 0].map(Ok));
}

#[test]
fn sizes_are_those_of_the_graph() {
    let certificate = "2 p 4 1 2 0\n5 a -4 0 3 4 1 0\nr -4\n";
    let checked = check("p cnf 3 1\n-1 -2 0\n".as_bytes(), certificate.as_bytes()).unwrap();
    assert_eq!((checked.variables(), checked.node_count()), (3, 1));
    let two = check("p cnf 2 1\n1 2 0\n".as_bytes(), &b"2 p 3 -1 2 0\n5 s 4 1 3 3 0\nr 4\n8 a 4 0 6 7 1 2 0\n"[..]);
    assert_eq!(two.unwrap().node_count(), 2);
}

#[test]
fn rejections_name_the_line() {
    let error =
        |formula: &str, certificate: &str| check(formula.as_bytes(), certificate.as_bytes()).unwrap_err().to_string();
    assert_eq!(error("1 0\n", ""), "formula, line 1: expected a header `p cnf VARIABLES CLAUSES`, found `1`");
    assert_eq!(error("p cnf 1 2\n1 0\n", ""), "formula, line 2: expected 2 clauses, found 1");
    assert_eq!(
        error("p cnf 1 1\n2 0\n", ""),
        "formula, line 2: expected a number from 1 to 1 or its negative, found 2"
    );
    let formula = "p cnf 2 2\n1 0\n2 0\n";
    assert_eq!(
        error(formula, "c\n3 p 3 1 1 0"),
        "certificate, line 2: child 1 shares a variable with a child before it"
    );
    assert_eq!(error(formula, "3 s 3 1 2 0"), "certificate, line 1: the hints lead to no contradiction");
    assert_eq!(error(formula, "3 s 3 1 2 1 0"), "certificate, line 1: hint 1 does not define a node");
    assert_eq!(error(formula, "3 p 4 1 2 0"), "certificate, line 1: expected node 3, found 4");
    assert_eq!(error(formula, "4 p 3 1 2 0"), "certificate, line 1: expected clause number 3, found 4");
    assert_eq!(
        error(formula, "\n"),
        "certificate, line 1: expected the root, `r LITERAL`, found the end of the certificate"
    );
}
