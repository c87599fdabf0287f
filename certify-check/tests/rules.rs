//! The rules of the checker, one by one: formulas and certificates written by hand, of which each breaks one rule or is
//! at its limit.
#![allow(clippy::unwrap_used)]

mod writer;

use certify_check::{Checked, CountError, MAX_VARIABLES, check};
use writer::{Random, certificate, dimacs, formulas, holds};

/// Returns the graph of a certificate, or the message of the rejection.
fn checked(formula: &str, certificate: &str) -> Result<Checked, String> {
    check(formula.as_bytes(), certificate.as_bytes()).map_err(|rejection| rejection.to_string())
}

#[track_caller]
fn assert_rejected(formula: &str, certificate: &str, message: &str) {
    assert_eq!(checked(formula, certificate).map(|checked| checked.node_count()), Err(message.to_owned()));
}

#[track_caller]
fn assert_accepted(formula: &str, certificate: &str, count: u128) {
    assert_eq!(checked(formula, certificate).map(|checked| checked.count(&[])), Ok(Ok(count)));
}

/// Three clauses of which each follows from the first one.
const UNITS: &str = "p cnf 3 3\n1 0\n1 2 0\n1 3 0\n";

#[test]
fn the_header_comes_once_and_has_two_numbers() {
    let header = "expected a header `p cnf VARIABLES CLAUSES`";
    assert_rejected("p cnf 1 1\np cnf 1 1\n1 0\n", "", "formula, line 2: expected a literal or 0, found `p`");
    assert_rejected("p dnf 1 1\n1 0\n", "", &format!("formula, line 1: {header}, found `dnf`"));
    assert_rejected("\np\n1 0\n", "", &format!("formula, line 2: {header}, found the end of the line"));
    assert_rejected("1 0\np cnf 1 1\n", "", &format!("formula, line 1: {header}, found `1`"));
    assert_rejected("p cnf 1 1 1\n1 0\n", "", "formula, line 1: expected the end of the line, found `1`");
    assert_rejected("p cnf 1\n1 0\n", "", "formula, line 1: expected a number of clauses, found the end of the line");
    assert_rejected("p cnf -1 1\n1 0\n", "", "formula, line 1: expected a number of variables, found `-1`");
    assert_rejected("c\n", "", &format!("formula, line 1: {header}, found none"));
    assert_rejected("", "", &format!("formula, line 0: {header}, found none"));
    let many = format!("p cnf {} 1\n1 0\n", MAX_VARIABLES + 1);
    assert_rejected(&many, "", "formula, line 1: expected at most 65536 variables, found 65537");
    let most = checked(&format!("p cnf {MAX_VARIABLES} 1\n{MAX_VARIABLES} 0\n"), "r 65536\n").unwrap();
    assert_eq!((most.variables(), most.count(&[])), (65_536, Err(CountError::TooLarge)));
}

#[test]
fn each_line_is_a_clause_that_ends_with_a_zero() {
    let end = "expected a literal or 0, found the end of the line";
    assert_rejected("p cnf 1 1\n1 0\n1\n", "", &format!("formula, line 3: {end}"));
    assert_rejected("p cnf 1 1\n1\n0\n", "", &format!("formula, line 2: {end}"));
    assert_rejected("p cnf 1 1\n1 0 1 0\n", "", "formula, line 2: expected the end of the line, found `1`");
    assert_rejected("p cnf 1 1\n1 x 0\n", "", "formula, line 2: expected a literal or 0, found `x`");
    assert_rejected(
        "p cnf 1 1\n-2 0\n",
        "",
        "formula, line 2: expected a number from 1 to 1 or its negative, found -2",
    );
    let least = i32::MIN;
    assert_rejected(
        &format!("p cnf 1 1\n{least} 0\n"),
        "",
        "formula, line 2: expected a number from 1 to 1 or its negative, found -2147483648",
    );
    assert_rejected("p cnf 1 0\n1 0\n", "", "formula, line 2: expected 0 clauses, found 1");
    assert_accepted("c a\ncomment\np cnf 2 2\n\n1 0\n 2\t1 0\n", "c b\n\ncomment\nr 1\n", 2);
    assert_eq!(
        check(&b"p cnf 1 1\n1 0\n"[..], &b"c\n\xff\n"[..]).unwrap_err().to_string(),
        "certificate, line 2: stream did not contain valid UTF-8"
    );
}

#[test]
fn steps_are_complete_and_have_no_further_words() {
    for (step, message) in [
        ("r", "expected a root literal, found the end of the line"),
        ("r 1 0", "expected the end of the line, found `0`"),
        ("4 a 1 0 1", "expected a hint or 0, found the end of the line"),
        ("4 a 1", "expected a literal or 0, found the end of the line"),
        ("4 a 1 0 1 0 5", "expected the end of the line, found `5`"),
        ("4 a 5 0 1 0", "expected a number from 1 to 3 or its negative, found 5"),
        ("4 a -2147483648 0 1 0", "expected a number from 1 to 3 or its negative, found -2147483648"),
        ("4 p 4 1 2", "expected a child or 0, found the end of the line"),
        ("4 p 4 1 2 0 0", "expected the end of the line, found `0`"),
        ("4 p 4 1 5 0", "expected a number from 1 to 3 or its negative, found 5"),
        ("4 p 4 1 4 0", "expected a number from 1 to 3 or its negative, found 4"),
        ("4 p -4 1 0", "expected node 4, found -4"),
        ("4 s 4 1", "expected a second child, found the end of the line"),
        ("4 s 4 1 0 0", "expected a number from 1 to 3 or its negative, found 0"),
        ("4 q 4", "expected `a`, `p` or `s`, found `q`"),
        ("4", "expected `a`, `p` or `s`, found the end of the line"),
        ("q", "expected a clause number, `r` or `c`, found `q`"),
        ("-1 a 1 0 1 0", "expected a clause number, `r` or `c`, found `-1`"),
        ("3 a 1 0 1 0", "expected clause number 4, found 3"),
        ("5 p 4 2 3 0", "expected clause number 4, found 5"),
    ] {
        assert_rejected(UNITS, step, &format!("certificate, line 1: {message}"));
    }
    // The numbers of a definition are those of its clauses, one for each child and one more.
    for (number, message) in [("6", Some(6)), ("7", None), ("8", Some(8))] {
        let certificate = format!("4 p 4 2 3 0\n{number} a 1 0 1 0\nr 1\n");
        match message {
            None => assert_accepted(UNITS, &certificate, 4),
            Some(found) => {
                let message = format!("certificate, line 2: expected clause number 7, found {found}");
                assert_rejected(UNITS, &certificate, &message);
            }
        }
    }
}

#[test]
fn deletions_are_rejected() {
    for (step, found) in [("d 2 1 0", "d"), ("dc 2 1 0", "dc"), ("d", "d")] {
        let message = format!("expected no deletion, found `{found}`; deletions are not part of the format");
        assert_rejected(UNITS, &format!("r 1\n{step}\n"), &format!("certificate, line 2: {message}"));
    }
}

#[test]
fn hints_are_unit_until_the_last_one_is_false() {
    // Clauses 2 and 3: 1 implies 2, and 2 implies 3.
    let formula = "p cnf 3 3\n1 0\n-1 2 0\n-2 3 0\n";
    assert!(checked(formula, "4 a 3 0 1 2 3 0\n").unwrap_err().contains("expected the root"));
    for (step, fault) in [
        ("4 a 3 0 2 1 3 0", "the clause of hint 2 is neither unit nor false"),
        ("4 a 3 0 1 2 0", "the hints lead to no contradiction"),
        ("4 a 3 0 0", "the hints lead to no contradiction"),
        ("4 a 3 0 1 1 2 3 0", "the clause of hint 1 is neither unit nor false"),
        ("4 a 3 0 1 2 3 3 0", "hint 3 follows a contradiction"),
        ("4 a 3 0 5 0", "hint 5 is not a clause"),
        // A tautology needs no hints, and takes none.
        ("4 a 1 -1 2 0 1 0", "hint 1 follows a contradiction"),
    ] {
        assert_rejected(formula, step, &format!("certificate, line 1: {fault}"));
    }
    // The literals of a step are forgotten after it.
    assert_rejected(
        formula,
        "4 a 3 0 1 2 3 0\n5 a -3 0 1 2 3 0\n",
        "certificate, line 2: the clause of hint 3 is neither unit nor false",
    );
    assert_rejected(
        formula,
        "4 a 3 1 0 1 0\n5 a -2 0 2 0",
        "certificate, line 2: the clause of hint 2 is neither unit nor false",
    );
    for tautology in ["1 -1", "1 -1 2", "1 -1 2 -2", "-3 2 3"] {
        assert_accepted(UNITS, &format!("4 a {tautology} 0 0\nr 1\n"), 4);
    }
    // Twice the same literal is one literal.
    assert_accepted(UNITS, "4 a 2 2 1 1 0 1 0\nr 1\n", 4);
}

#[test]
fn the_terms_of_a_sum_are_refuted_by_definitions_alone() {
    let formula = "p cnf 2 2\n1 2 0\n-1 -2 0\n";
    // Products 3 and 4 are "1, not 2" and "2, not 1".
    let products = "3 p 3 1 -2 0\n6 p 4 2 -1 0\n";
    assert_rejected(formula, "3 s 3 1 2 2 0\n", "certificate, line 1: hint 2 does not define a node");
    let sum = "9 s 5 3 4 4 8 0\n";
    for (hints, fault) in [
        ("4 8 0", None),
        ("0", Some("the hints lead to no contradiction")),
        ("4 8", Some("expected a hint or 0, found the end of the line")),
    ] {
        let found = checked(formula, &format!("{products}9 s 5 3 4 {hints}\n")).unwrap_err();
        match fault {
            Some(fault) => assert_eq!(found, format!("certificate, line 3: {fault}")),
            None => assert!(found.contains("expected the root"), "{found}"),
        }
    }
    // Not 1 and not the sum: 2 by clause 1; the second product by its definition; the sum by its second clause.
    let found =
        checked(formula, &format!("{products}{sum}12 a 1 5 0 1 6 11 0\n13 a -1 5 0 2 3 10 0\n14 a 5 0 12 13 0\nr 5\n"));
    assert_eq!(found.map(|checked| checked.count(&[])), Ok(Ok(2)));
}

#[test]
fn the_root_is_a_clause_that_implies_the_formula() {
    let found_none = "expected the root, `r LITERAL`, found the end of the certificate";
    assert_rejected(UNITS, "", &format!("certificate, line 0: {found_none}"));
    assert_rejected(UNITS, "c\n\n", &format!("certificate, line 2: {found_none}"));
    assert_rejected("p cnf 1 0\n", "", &format!("certificate, line 0: {found_none}"));
    assert_rejected(UNITS, "r 1\nr 1\n", "certificate, line 2: expected one root, found another: 1");
    assert_accepted("p cnf 2 1\n1 0\n", "r 1\n", 2);
    assert_accepted("p cnf 2 1\n-1 0\n", "r -1\n", 2);
    // The root need not be the last step.
    assert_accepted(UNITS, "r 1\n4 a 1 0 1 0\n", 4);
    // The clause of the root has no other literals, and none that is its negation.
    for (formula, root) in [("p cnf 2 1\n1 2 0\n", 1), ("p cnf 1 1\n0\n", 1), (UNITS, 2), (UNITS, -1), (UNITS, 0)] {
        let message = format!("certificate, line 1: expected a clause that consists of the root {root}, found none");
        assert_rejected(formula, &format!("r {root}\n"), &message);
    }
    // The product of no factors is true. Its definition is such a clause, but implies no other clause.
    assert_rejected(UNITS, "4 p 4 0\nr 4\n", "certificate, line 2: the root does not imply clause 1 of the formula");
    assert_accepted("p cnf 2 0\n", "1 p 3 0\nr 3\n", 4);
}

/// Puts a clause that the root contradicts in every place of long formulas, whose clauses are compared 64 at a time.
#[test]
fn every_clause_of_a_long_formula_must_follow_from_the_root() {
    for clauses in [2, 3, 63, 64, 65, 66, 127, 128, 129, 130, 193] {
        let formula = |place: usize, other: &str| {
            let clause = |number: usize| if number == place { other } else { "1 0\n" };
            format!("p cnf 2 {clauses}\n{}", (1..=clauses).map(clause).collect::<String>())
        };
        for place in 1..=clauses {
            let message = format!("certificate, line 1: the root does not imply clause {place} of the formula");
            for other in ["-1 0\n", "2 0\n", "-2 0\n", "0\n"] {
                assert_rejected(&formula(place, other), "r 1\n", &message);
            }
            // A tautology holds, and so does a weaker clause.
            assert_accepted(&formula(place, "2 -2 0\n"), "r 1\n", 2);
            assert_accepted(&formula(place, "-2 1 0\n"), "r 1\n", 2);
        }
    }
}

/// Roots that are negated nodes. A clause follows if the node is true wherever the clause is false.
#[test]
fn every_clause_must_follow_from_a_negated_node() {
    // Node 3 is "1 and 2". The root is "not both", as clause 1 says.
    let not_both = ("p cnf 2 2\n-1 -2 0\n", "3 p 3 1 2 0\n6 a -3 0 4 5 1 0\nr -3\n");
    // Node 4 is "neither 1 nor 2", and node 5 the sum of 3 and 4. The root is "one of both", as clauses 1 and 2 say.
    let one = (
        "p cnf 2 3\n-1 -2 0\n1 2 0\n",
        "4 p 3 1 2 0\n7 p 4 -1 -2 0\n10 s 5 3 4 5 8 0\n13 a -3 0 5 6 1 0\n14 a -4 0 8 9 2 0\n15 a -5 0 13 14 10 0\nr -5\n",
    );
    for ((formula, certificate), count, implied) in
        [(not_both, 3, &["-1 -2 0", "1 -1 0"][..]), (one, 2, &["-1 -2 0", "1 -1 0", "1 2 0"])]
    {
        let lines = certificate.lines().count();
        let last = formula.lines().count();
        for other in ["1 2 0", "1 -2 0", "-1 2 0", "-1 -2 0", "1 0", "-1 0", "2 0", "-2 0", "1 -1 0", "0"] {
            let formula = format!("{formula}{other}\n");
            let message = format!("certificate, line {lines}: the root does not imply clause {last} of the formula");
            match implied.contains(&other) {
                true => assert_accepted(&formula, certificate, count),
                false => assert_rejected(&formula, certificate, &message),
            }
        }
    }
}

/// The same with graphs: clauses of random formulas are repeated until there are more than 128.
#[test]
fn long_formulas_have_the_counts_of_brute_force() {
    let (mut random, mut rejected) = (Random(11), 0);
    for (variables, short) in formulas(&mut Random(10), 200) {
        let long: Vec<Vec<i32>> = short.iter().cycle().take(66 + random.below(80)).cloned().collect();
        let text = certificate(variables, &long);
        let of_model = |&valuation: &usize| long.iter().all(|clause| clause.iter().any(|&l| holds(valuation, l)));
        let models: Vec<usize> = (0..1 << variables).filter(of_model).collect();
        assert_accepted(&dimacs(variables, &long), &text, models.len() as u128);
        // Another clause in the place of a repeated one, which no step names.
        let named = |number: usize| text.split_whitespace().any(|word| word == number.to_string());
        let Some(place) = (short.len()..long.len()).find(|&place| !named(place + 1) && random.below(20) == 0) else {
            continue;
        };
        let literal = |random: &mut Random| (1 + random.below(variables) as i32) * [1, -1][random.below(2)];
        let mut other = long.clone();
        other[place] = vec![literal(&mut random), literal(&mut random)];
        let is_implied = models.iter().all(|&model| other[place].iter().any(|&l| holds(model, l)));
        let found = check(dimacs(variables, &other).as_bytes(), text.as_bytes());
        assert_eq!(found.is_ok(), is_implied, "{other:?}\n{text}");
        rejected += usize::from(!is_implied);
    }
    assert!(rejected > 20, "{rejected}");
}

/// Products over variables of different words of their bit sets.
#[test]
fn graphs_of_more_than_64_variables_are_counted() {
    let variables = 130;
    let fixed = [1, 64, 65, 128, 129, 130];
    let formula = format!("p cnf {variables} 6\n{}", fixed.map(|variable| format!("{variable} 0\n")).concat());
    let root = "7 p 131 1 64 65 128 129 130 0\n14 a 131 0 1 2 3 4 5 6 7 0\nr 131\n";
    let whole = checked(&formula, root).unwrap();
    let count = |assumptions: &[i32]| whole.count(assumptions).unwrap();
    assert_eq!(count(&[]), 1 << 124);
    for variable in fixed {
        assert_eq!((count(&[variable]), count(&[-variable])), (1 << 124, 0), "{variable}");
    }
    for free in [2, 63, 66, 127] {
        assert_eq!([count(&[free]), count(&[-free]), count(&[free, 1])], [1 << 123; 3], "{free}");
    }
    // Variables that are one word apart differ; a variable in a product and in its factor is shared.
    for (child, shared) in [(64, false), (65, true), (66, false), (128, false), (129, true), (2, false), (1, true)] {
        let found = checked(&formula, &format!("7 p 131 1 65 129 0\n11 p 132 131 {child} 0\n"));
        let message = found.unwrap_err();
        assert_eq!(message.contains("shares a variable"), shared, "{child}: {message}");
    }
    for (child, shared) in [(131, true), (-131, true), (2, false)] {
        let found = checked(&formula, &format!("7 p 131 65 0\n9 p 132 65 {child} 0\n"));
        assert_eq!(found.unwrap_err().contains("shares a variable"), shared, "{child}");
    }
}

#[test]
fn repeated_and_negated_assumptions_are_counted_once() {
    // The root is the negation of the product of 1 and 2: the formula is "not both".
    let negated = checked("p cnf 3 1\n-1 -2 0\n", "2 p 4 1 2 0\n5 a -4 0 3 4 1 0\nr -4\n").unwrap();
    for (assumptions, expected) in [
        (&[1, 1][..], 2),
        (&[1, 1, 1], 2),
        (&[-2, -2], 4),
        (&[1, 2], 0),
        (&[1, -2, 1, 3], 1),
        (&[-1, 1], 0),
        (&[1, 3, -1], 0),
    ] {
        assert_eq!(negated.count(assumptions), Ok(expected), "{assumptions:?}");
    }
    assert_eq!(negated.count(&[4]), Err(CountError::UnknownLiteral(4)));
    assert_eq!(negated.count(&[-4]), Err(CountError::UnknownLiteral(-4)));
    assert_eq!(negated.count(&[3]), Ok(3));
}

/// Counts near 2^128, in sums, products and negations.
#[test]
fn intermediate_counts_fit_into_128_bits_or_fail() {
    // A sum of "1" and "not 1, and all others", over 129 variables: the first term has 2^128 models.
    let variables = 129;
    let others: String = (2..=variables).map(|variable| format!("{variable} ")).collect();
    let clauses: String = (2..=variables).map(|variable| format!("1 {variable} 0\n")).collect();
    let formula = format!("p cnf {variables} {}\n{clauses}", variables - 1);
    // The product has the clauses 129 to 258, the sum 259 to 261.
    let hints: String = (1..variables).map(|clause| format!("{clause} ")).collect();
    let certificate =
        format!("129 p 130 -1 {others}0\n259 s 131 1 130 130 0\n262 a 131 0 260 {hints}129 261 0\nr 131\n");
    let sum = checked(&formula, &certificate).unwrap();
    assert_eq!(sum.count(&[]), Err(CountError::TooLarge));
    assert_eq!((sum.count(&[129]), sum.count(&[-129])), (Ok((1 << 127) + 1), Ok(1 << 127)));
    assert_eq!((sum.count(&[-1]), sum.count(&[1, -2])), (Ok(1), Ok(1 << 127)));
    assert_eq!(sum.count(&[-1, -2]), Ok(0));
}
