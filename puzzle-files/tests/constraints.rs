//! Files in DIMACS and OPB: puzzles read, errors, and a round trip of exported puzzles.

use std::collections::BTreeSet;

use bdd_core::{Bdd, Variable};
use puzzle_core::export::{Language, write};
use puzzle_core::{Adaptive, Budget, Marks, Puzzle, Words};
use puzzle_files::{FilePuzzle, TEMPLATES};
use puzzle_kind::Playable;

fn read(text: &str) -> FilePuzzle {
    FilePuzzle::read(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn names(puzzle: &FilePuzzle) -> Vec<String> {
    Variable::all(puzzle.variables()).map(|variable| puzzle.name(variable)).collect()
}

/// Returns the solutions, each as the names of its true variables.
fn solutions(text: &str) -> Vec<String> {
    let puzzle = read(text);
    let found = puzzle.first_completions(&Marks::default(), 1_000, &mut Budget::unlimited()).unwrap();
    let named = |solution: Vec<Variable>| solution.iter().map(|&variable| puzzle.name(variable)).collect::<Vec<_>>();
    let mut all: Vec<String> = found.into_iter().map(|solution| named(solution).join(" ")).collect();
    all.sort();
    all
}

fn diagram(puzzle: FilePuzzle) -> Bdd {
    let budget = &mut Budget::unlimited();
    let source = Adaptive::open(puzzle, budget).unwrap();
    let all = source.solutions().expect("there is a diagram").binary(budget).unwrap();
    all.expect("a diagram in the order of the puzzle").as_ref().clone()
}

#[test]
fn what_is_written_is_read_back_as_the_same_diagram() {
    for (name, text) in TEMPLATES {
        let puzzle = read(text);
        let expected = diagram(puzzle.clone());
        for language in [Language::Dimacs, Language::Opb] {
            let mut written = Vec::new();
            write(&mut written, &puzzle, &Marks::default(), language).unwrap();
            let back = read(std::str::from_utf8(&written).unwrap());
            assert_eq!(names(&back), names(&puzzle), "{name} {language:?}");
            assert_eq!(back.kind(), puzzle.kind(), "{name} {language:?}");
            if language == Language::Opb {
                assert_eq!(back.weights(), puzzle.weights(), "{name}");
            }
            assert!(diagram(back) == expected, "{name} {language:?}");
        }
    }
}

/// The words of a header are text in a title, and prices keep their decimals and their eighteen digits.
#[test]
fn titles_and_prices_come_back_from_opb() {
    for (text, header) in [
        ("title = \"#variable= 9\"\nnames = \"a b\"\n[[rule]]\nat-least = 1\nevery = \"board\"", ""),
        (
            "title = \"min: 3 x1 ; #constraint= 7\"\nnames = \"a b c\"\nprices = \"a 2.40 b -1.15 c 123456789012345.25\"",
            "* Decimals: 2\nmin: +240 x1 -115 x2 +12345678901234525 x3 ;\n",
        ),
    ] {
        let puzzle = read(text);
        let mut written = Vec::new();
        write(&mut written, &puzzle, &Marks::default(), Language::Opb).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.contains(header), "{written}");
        let back = read(&written);
        assert_eq!((back.kind(), names(&back), back.weights()), (puzzle.kind(), names(&puzzle), puzzle.weights()));
        assert!(diagram(back) == diagram(puzzle), "{written}");
    }
}

/// The rule that seven of fourteen variables are true needs auxiliary variables in DIMACS. The comment that lists the
/// shown variables hides them.
#[test]
fn auxiliary_variables_are_resolved_away() {
    let puzzle = read("names = \"a b c d e f g h i j k l m n\"\n[[rule]]\nexactly = 7\nevery = \"board\"");
    let mut written = Vec::new();
    write(&mut written, &puzzle, &Marks::default(), Language::Dimacs).unwrap();
    let text = String::from_utf8(written).unwrap();
    assert!(text.contains("c p show ") && !text.contains("p cnf 14 "), "{text}");
    let back = read(&text);
    assert_eq!(names(&back), names(&puzzle));
    assert!(diagram(back) == diagram(puzzle));
}

#[test]
fn clauses_have_the_names_of_their_comments() {
    let text = "c 1 petrol\nc 3 sunroof the best there is\nc 7 clauses there are not\np cnf 3 2\n1 2 0 -3\n 1 0\n";
    assert_eq!(names(&read(text)), ["petrol", "x2", "sunroof"]);
    assert_eq!(solutions(text), ["petrol", "petrol sunroof", "petrol x2", "petrol x2 sunroof", "x2"]);
    // A name for two variables, and a name that equals the default name of another variable.
    assert_eq!(names(&read("c 1 a\nc 2 a\nc 3 x2\np cnf 3 0\n")), ["a", "x2'", "x2"]);
}

#[test]
fn what_is_false_given_or_always_so_is_understood() {
    assert_eq!(solutions("p cnf 2 3\n1 0\n-2 0\n1 -1 2 0\n"), ["x1"]);
    assert_eq!(solutions("p cnf 2 1\n0\n"), [""; 0]);
    assert_eq!(solutions("p cnf 2 1\nc p show 1 -0\n1 2 0\n"), ["", "x1"]);
    // The end of SATLIB's files.
    assert_eq!(solutions("p cnf 2 1\n1 2 0\n%\n0\n"), ["x1", "x1 x2", "x2"]);
}

#[test]
fn names_are_read_from_a_file_of_their_own() {
    let clauses = "p cnf 3 1\n1 2 3 0\n";
    let named = |text: &str| FilePuzzle::read_with_names(clauses, text).map(|puzzle| names(&puzzle));
    assert_eq!(named("a\nb\n\nc\n").unwrap(), ["a", "b", "c"]);
    assert_eq!(named("3 c\n1 a").unwrap(), ["a", "x2", "c"]);
    assert_eq!(
        named("a\nb c").unwrap_err().to_string(),
        "line 2, column 1: in the names: expected a name without blanks and commas, found \"b c\""
    );
    assert_eq!(
        named("4 d").unwrap_err().to_string(),
        "line 1, column 1: in the names: expected a variable from 1 to 3, found 4"
    );
    // The puzzle's text has the names as comments.
    let puzzle = FilePuzzle::read_with_names("* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;", "a\nb").unwrap();
    assert_eq!(names(&read(&puzzle.text())), ["a", "b"]);
}

#[test]
fn linear_constraints_are_understood() {
    let text =
        "* #variable= 4 #constraint= 2\n* x4 last\nmin: +1 x1 ;\n+2 x1 -1 ~x2 +3 x3 >= 2 ;\n-1 x1 -1 x4 >= -1;\n";
    // By hand: 2a - (1 - b) + 3c >= 2, and not both a and d.
    let mut expected = BTreeSet::new();
    for code in 0..16u32 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| (code >> place & 1) as i32);
        if 2 * a - (1 - b) + 3 * c >= 2 && a + d <= 1 {
            let held = [(a, "x1"), (b, "x2"), (c, "x3"), (d, "last")];
            expected.insert(
                held.iter().filter(|(holds, _)| *holds == 1).map(|(_, name)| *name).collect::<Vec<_>>().join(" "),
            );
        }
    }
    assert_eq!(solutions(text), expected.into_iter().collect::<Vec<_>>());
    assert_eq!(solutions("+1 x1 +1 x2 = 1 ;\n"), ["x1", "x2"]);
    assert_eq!(solutions("+1 x1 +1 x2 <= 1 ;\n"), ["", "x1", "x2"]);
    assert_eq!(solutions("+2 x1 +2 x2 = 3 ;\n"), [""; 0]);
    assert_eq!(solutions("+1 x1 +1 x2 >= 3 ;\n"), [""; 0]);
    assert_eq!(solutions("* #variable= 1 #constraint= 1\n0 x1 >= 1 ;\n"), [""; 0]);
}

#[test]
fn what_is_wrong_is_told_with_line_and_column() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("p cnf 2 1\n1 3 0\n", "line 2, column 3: expected a number from -2 to 2, found \"3\""),
        ("p cnf 2 1\n1 x 0\n", "line 2, column 3: expected a number from -2 to 2, found \"x\""),
        ("p cnf 2 1\n1 2\n", "line 3, column 1: expected the 0 that ends a clause, found the end of the file"),
        ("p cnf 2 2\n1 2 0\n", "line 1, column 9: expected 2 clauses, as the header says, found 1"),
        ("p cnf 0 0\n", "line 1, column 7: expected 1 to 20000 variables, found 0"),
        ("p cnf 30000 0\n", "line 1, column 7: expected 1 to 20000 variables, found 30000"),
        ("p cnf -1 0\n", "line 1, column 7: expected a number, found \"-1\""),
        (
            "c hello\n1 2 0\n",
            "line 2, column 1: expected \"p cnf\" and two numbers before the first clause, found \"1\"",
        ),
        ("c hello\np dnf 1 1\n", "line 2, column 1: expected \"p cnf\", found \"p dnf\""),
        (
            "c hello\n",
            "line 2, column 1: expected \"p cnf\" and the numbers of variables and clauses, found the end of the file",
        ),
        ("p cnf 1 0\np cnf 1 0\n", "line 2, column 1: expected one header, found a second one"),
        ("p cnf 2 0\nc p show 3 0\n", "line 2, column 10: expected a number from -2 to 2, found \"3\""),
        ("+1 x1 >= 1", "line 1, column 11: expected the ; that ends a constraint, found the end of the file"),
        ("+1 x1 +1 >= 1 ;", "line 1, column 7: expected a variable after +1, found the end of the sum"),
        (
            "+1 x1 x2 >= 1 ;",
            "line 1, column 7: expected a coefficient before each variable, found a product of variables",
        ),
        ("+1 x1 > 1 ;", "line 1, column 7: expected >=, <= or =, found \">\""),
        ("+1 x1 ;", "line 1, column 4: expected >= or = and a number before the ;"),
        ("+1 x1 >= 1 2 ;", "line 1, column 12: expected one number after >="),
        (
            "* a\n+1 y1 >= 1 ;",
            "line 2, column 4: expected a variable from x1 to x20000, or ~x1 for its negation, found \"y1\"",
        ),
        ("* a\n[2] +1 x1 >= 1 ;", "line 2, column 1: expected only hard constraints, found a soft one"),
        (
            "* #variable= 1 #constraint= 1\n+1 x2 >= 1 ;",
            "line 1, column 14: expected 1 variables, as the header says, found x2",
        ),
        (
            "+1 x1 +99999999999999999999 x2 >= 1 ;",
            "line 1, column 7: expected numbers from -1000000000000 to 1000000000000, found +99999999999999999999",
        ),
    ] {
        let found = FilePuzzle::read(text).expect_err(text).to_string();
        if found != expected {
            wrong.push(format!("{text}\n  {found}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compares the solutions of random clauses over ten variables, of which only some are shown, with the solutions found
/// by trying all assignments.
#[test]
fn what_is_not_shown_does_not_count() {
    let mut state = 7u64;
    let mut below = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    for _ in 0..200 {
        let clauses: Vec<Vec<i64>> = (0..8 + below(20))
            .map(|_| (0..1 + below(4)).map(|_| (1 + below(10) as i64) * if below(2) == 0 { 1 } else { -1 }).collect())
            .collect();
        let shown: BTreeSet<u64> = (0..2 + below(6)).map(|_| 1 + below(10)).collect();
        let lines = clauses.iter().map(|clause| clause.iter().map(|l| format!("{l} ")).collect::<String>() + "0\n");
        let list: Vec<String> = shown.iter().map(u64::to_string).collect();
        let text = format!("p cnf 10 {}\nc p show {} 0\n{}", clauses.len(), list.join(" "), lines.collect::<String>());
        let mut expected = BTreeSet::new();
        for code in 0..1024u64 {
            let holds = |literal: &i64| (code >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
            if clauses.iter().all(|clause| clause.iter().any(holds)) {
                expected.insert(
                    shown
                        .iter()
                        .filter(|&&one| code >> (one - 1) & 1 == 1)
                        .map(|one| format!("x{one}"))
                        .collect::<Vec<_>>()
                        .join(" "),
                );
            }
        }
        assert_eq!(solutions(&text), expected.into_iter().collect::<Vec<_>>(), "{text}");
    }
}
