//! The templates of the program: each is read, solved and counted. The count is compared with a known number, or with
//! a plain search that states the puzzle anew and shares no code with the crate.

mod oracles;

use bdd_core::{Budget, Literal};
use puzzle_core::{Adaptive, Marks, Puzzle, Source};
use puzzle_files::{FilePuzzle, TEMPLATES};
use puzzle_kind::Playable;

fn read(name: &str) -> FilePuzzle {
    let (_, text) = TEMPLATES.iter().find(|(other, _)| *other == name).unwrap();
    FilePuzzle::read(text).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// Returns the number of solutions in the diagram.
fn count(name: &str) -> u64 {
    let budget = &mut Budget::unlimited();
    let source = Adaptive::open(read(name), budget).unwrap();
    assert!(source.solutions().is_some(), "{name} has a diagram");
    let count = source.count(&Marks::default(), budget).unwrap();
    assert!(count.is_exact());
    // A solver finds a solution as well, which satisfies every rule.
    let first = source.puzzle().first_completions(&Marks::default(), 1, budget).unwrap();
    let rules = source.puzzle().rules();
    let mut values = vec![false; rules.variables()];
    first[0].iter().for_each(|variable| values[variable.index()] = true);
    assert!(rules.projected_variables() < rules.variables() || rules.are_satisfied_by(&values), "{name}");
    let literals: Vec<Literal> = first[0].iter().map(|&one| Literal::positive(one)).collect();
    let all = source.solutions().unwrap().binary(budget).unwrap().unwrap();
    assert!(!all.select(&literals, budget).unwrap().is_false());
    count.value().try_into().unwrap()
}

#[test]
fn every_example_is_short() {
    for (name, text) in TEMPLATES {
        // Prices and groups take lines of their own.
        let limit = if ["configurator", "camper-van"].contains(name) { 50 } else { 30 };
        assert!(text.lines().count() <= limit, "{name}");
        assert!(text.starts_with("# "), "{name} says what it is");
        assert!(text.lines().all(|line| line.chars().count() <= 120), "{name}");
    }
}

#[test]
fn star_battle() {
    assert_eq!((count("star-battle"), oracles::star_battle()), (1, 1));
}

#[test]
fn latin_square() {
    // OEIS A002860.
    assert_eq!(count("latin-square"), 576);
}

#[test]
fn futoshiki() {
    assert_eq!((count("futoshiki"), oracles::futoshiki()), (1, 1));
}

#[test]
fn binairo() {
    assert_eq!((count("binairo"), oracles::binairo()), (1, 1));
}

#[test]
fn tents() {
    assert_eq!((count("tents"), oracles::tents()), (1, 1));
}

#[test]
fn minesweeper() {
    assert_eq!(count("minesweeper"), oracles::minesweeper());
}

#[test]
fn knights() {
    assert_eq!(count("knights"), oracles::knights());
}

#[test]
fn toroidal_queens() {
    // OEIS A007705.
    assert_eq!(count("toroidal-queens"), 28);
}

#[test]
fn map_colouring() {
    assert_eq!(count("map-colouring"), oracles::map_colouring());
}

#[test]
fn seating_plan() {
    assert_eq!(count("seating-plan"), oracles::seating_plan());
}

#[test]
fn camper_van() {
    assert_eq!(count("camper-van"), oracles::camper());
}

#[test]
fn configurator() {
    assert_eq!(count("configurator"), oracles::configurator());
}
