//! The answers of `check --rules`: contradictions, superfluous rules and open choices.

use std::io::Cursor;

use bdd_core::Budget;
use puzzle_core::{Count, Marks};
use puzzle_files::{FileKind, FilePuzzle, TEMPLATES};
use puzzle_kind::{Arguments, Kind, Verb};
use puzzle_kind::{ReportPart, report};

/// Returns the lines of the answer about the rules of a file, and `true` for a negative answer.
fn judged(text: &str) -> (Vec<String>, bool) {
    let said = |parameter: &puzzle_kind::Parameter| match parameter.name {
        "rules" => vec![String::new()],
        _ => Vec::new(),
    };
    let arguments = Arguments::new(FileKind.parameters(Verb::Check), said);
    let mut read = FileKind.read(&arguments, Box::new(Cursor::new(text.to_owned())));
    let (_, entry) = read.next().unwrap().unwrap();
    let report = report::check(&**entry.puzzle(), &Marks::default(), &mut Budget::unlimited()).unwrap();
    let line = |part: &ReportPart| match part {
        ReportPart::Line(line) => Some(line.clone()),
        ReportPart::Solution(_) => None,
        other => panic!("{other:?}"),
    };
    (report.parts.iter().filter_map(line).collect(), report.is_negative)
}

#[test]
fn what_contradicts_is_named_and_nothing_else() {
    let text = "rows = 2\ngivens = [\"a1\"]\n[[rule]]\nexactly = 1\nevery = \"row\"\n[[rule]]\nat-most = 1\ncells = \"a2 b2\"\n\
                [[rule]]\nexactly = 0\ncells = \"a1 a2\"\n";
    let (lines, is_negative) = judged(text);
    assert!(is_negative);
    assert_eq!(lines[0], "contradictory: there is no solution");
    assert_eq!(lines[2..], ["  the rule on line 9", "  the given a1 on line 2"]);
}

#[test]
fn what_follows_is_superfluous() {
    let text = "rows = 2\ngivens = [\"a1\", \"b2\"]\n[[rule]]\nexactly = 1\nevery = [\"row\", \"column\"]\n[[rule]]\n\
                name = \"two\"\nexactly = 2\nevery = \"board\"\n";
    let (lines, is_negative) = judged(text);
    assert!(!is_negative);
    assert_eq!(lines[0], "there is exactly one solution");
    let expected = [
        "  the rule on line 3",
        "  the rule \"two\" on line 6",
        "  the given a1 on line 2",
        "  the given b2 on line 2",
    ];
    assert_eq!(lines[2..], expected);
    let open = judged("rows = 2\n[[rule]]\nexactly = 1\nevery = [\"row\", \"column\"]\n");
    assert_eq!(open.0[0], "ambiguous: there are several solutions");
    assert!(
        open.0[1] == "two solutions differ: one has a1 b2, the other has b1 a2"
            || open.0[1] == "two solutions differ: one has b1 a2, the other has a1 b2"
    );
    assert!(open.1 && open.0[2].starts_with("nothing is superfluous"));
}

#[test]
fn every_example_is_judged() {
    for (name, text) in TEMPLATES {
        let (lines, is_negative) = judged(text);
        let is_unique = ["star-battle", "futoshiki", "binairo", "tents"].contains(name);
        assert_eq!(is_negative, !is_unique, "{name}: {lines:?}");
    }
}

/// A rule of hidden variables is superfluous if the solutions of the shown variables stay the same without it.
#[test]
fn what_is_superfluous_is_told_by_what_is_seen() {
    let judged = |rules: &str| {
        let one = "[[rule]]\nname = \"one\"\nexactly = 1\nthings = \"a b\"";
        judged(&format!("names = \"a b\"\nhidden = \"x y\"\n{one}\n{rules}")).0
    };
    let free = judged("[[rule]]\nname = \"free\"\nexactly = 1\nthings = \"x y\"\n");
    let superfluous = "superfluous: removing any one of these leaves the solutions the same:";
    assert_eq!(free[2..], [superfluous, "  the rule \"free\" on line 7"]);
    let bound = judged("[[rule]]\nname = \"bound\"\nexactly = 2\nthings = \"x a\"\n");
    assert!(bound.last().unwrap().starts_with("nothing is superfluous"), "{bound:?}");
}

#[test]
fn empty_solutions_and_unknown_counts_have_words() {
    let puzzle = FilePuzzle::read("names = \"a b\"\n[[rule]]\nat-most = 1\ncells = \"a b\"\n").unwrap();
    let first = |report: puzzle_kind::Report| match report.parts.into_iter().next() {
        Some(ReportPart::Line(line)) => line,
        other => panic!("{other:?}"),
    };
    assert_eq!(first(report::solve(&puzzle, &[Vec::new()])), "one solution: (empty)");
    let count = report::count(&puzzle, &Marks::default(), &Count::UNKNOWN);
    assert_eq!(first(count), "unknown: no lower bound was found");
}
