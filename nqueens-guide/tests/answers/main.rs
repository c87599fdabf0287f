//! Tests of the JSON answers, compared byte for byte with recorded answers: programs read them, so they must not change
//! by accident.
//!
//! `recorded.txt` has a question on each odd line (operation, size, and squares), and the answer on the line below. The
//! command line and the server gave these answers before the engine made them. All kinds of steps, reasons and hints
//! occur.

use std::sync::Arc;

use nqueens_guide::{Placement, Queens, Size, Solutions, Square};
use puzzle_core::answer::{self, Facts};
use puzzle_core::{Budget, Source, explain, hint};
use puzzle_kind::Playable;

const RECORDED: &str = include_str!("recorded.txt");

/// Returns the recorded questions, each with its answer.
fn recorded() -> Vec<(&'static str, &'static str)> {
    let lines: Vec<&str> = RECORDED.lines().collect();
    assert_eq!(lines.len() % 2, 0, "a question has an answer");
    lines.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

fn squares(names: &str) -> Vec<Square> {
    names.split(',').filter(|name| !name.is_empty()).map(|name| name.parse().unwrap()).collect()
}

fn answered(question: &str) -> String {
    let mut words = question.split(' ');
    let mut next = || words.next().expect("what is asked, and the size");
    let (what, size) = (next(), Size::new(next().parse().unwrap()).unwrap());
    let named = |name: &str| {
        let squares = question.split(' ').filter_map(|word| word.strip_prefix(name)?.strip_prefix('=')).next();
        squares.unwrap_or_default().to_owned()
    };
    let source = Arc::new(Solutions::build(size));
    let placement = Placement::new(size, squares(&named("queens")), squares(&named("blocked"))).unwrap();
    let guide = source.guide(&placement);
    let (queens, budget) = (Queens::new(size), &mut Budget::unlimited());
    let facts: Facts = match what {
        "guide" => answer::guide(&queens, &guide),
        "explain" => {
            let variable = size.variable(named("square").parse().unwrap());
            let why = explain(&*source, &guide, variable, budget).unwrap();
            answer::explanation(&queens, &guide, variable, why.as_ref())
        }
        "hint" => answer::hint(&queens, &guide, hint(&*source, &guide, budget).unwrap().as_ref()),
        other => panic!("{other}"),
    };
    serde_json::to_string(&queens.head().and(facts)).unwrap()
}

#[test]
fn the_answers_are_the_recorded_ones_byte_for_byte() {
    if std::env::var_os("NQUEENS_RECORD").is_some() {
        let anew = recorded().into_iter().map(|(question, _)| format!("{question}\n{}\n", answered(question)));
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/answers/recorded.txt");
        return std::fs::write(file, anew.collect::<String>()).unwrap();
    }
    for (question, expected) in recorded() {
        assert_eq!(answered(question), expected, "{question}");
    }
}

#[test]
fn every_kind_of_step_reason_and_hint_is_recorded() {
    let said: [(&str, &[&str]); 6] = [
        ("step", &["attacked", "blocked", "queens-attack", "queen-on-blocked", "only", "empty", "split"]),
        ("because", &["attacked", "blocked", "supposed"]),
        ("kind", &["direct", "empty-line", "chain", "split"]),
        ("look", &["forced-on", "narrowest", "astray"]),
        ("why", &["forced", "keeps-most", "repair"]),
        ("move", &["place", "remove", "unblock"]),
    ];
    for (name, values) in said {
        for value in values {
            assert!(RECORDED.contains(&format!("\"{name}\":\"{value}\"")), "{name}: {value}");
        }
    }
}

/// Checks that every answer begins with its position, which the answer of `count` has alone.
#[test]
fn every_answer_begins_with_its_position() {
    for (question, expected) in recorded() {
        let size = Size::new(question.split(' ').nth(1).unwrap().parse().unwrap()).unwrap();
        let queens = Queens::new(size);
        let of = |name: &str| question.split(' ').find_map(|word| word.strip_prefix(name)).unwrap_or_default();
        let placement = Placement::new(size, squares(of("queens=")), squares(of("blocked="))).unwrap();
        let marks = placement.marks();
        let budget = &mut Budget::unlimited();
        let source = Solutions::build(size);
        let tally = Source::completions(&source, &marks, budget).unwrap().tally(budget).unwrap();
        let position = queens.head().and(answer::position(&queens, &marks, &tally.total));
        let position = serde_json::to_string(&position).unwrap();
        assert!(expected.starts_with(position.trim_end_matches('}')), "{question}: {position}");
    }
}
