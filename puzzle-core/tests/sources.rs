//! Compares the SAT source, and external solvers that read the DIMACS export, with brute force on sets of rules of
//! every kind.
//!
//! The sets come from a generator. `bdd-core/tests/kinds.rs` makes all other comparisons on sets of the same generator.

#[path = "sources/outside.rs"]
mod outside;
#[path = "sources/random.rs"]
mod random;
#[path = "sources/sets.rs"]
mod sets;

use std::collections::BTreeSet;

use puzzle_core::sat::Solver;
use puzzle_core::{Budget, Literal, Rules, Variable};
use sets::{VARIABLES, renaming, sets};

/// Checks the models and the tally of the SAT source against brute force. Finds all models: after each model, a new
/// clause forbids this model.
fn compare_with_the_source(rules: &Rules, expected: &BTreeSet<usize>) {
    let budget = &mut Budget::unlimited();
    let mut solver = Solver::new(rules, [], budget).unwrap();
    let mut found = BTreeSet::new();
    while let Some(model) = solver.model(&[], budget).unwrap() {
        let bits = model.iter().map(|variable| 1 << variable.index()).sum();
        assert!(found.insert(bits), "{rules:?} has {bits:06b} twice");
        solver
            .require(Variable::all(VARIABLES).map(|variable| Literal { variable, value: !model.contains(&variable) }));
    }
    assert_eq!(found, *expected, "{rules:?}");
    let tally = Solver::new(rules, [], budget).unwrap().tally(rules, &[], [], budget).unwrap();
    assert_eq!(tally.total.is_zero(), expected.is_empty(), "{rules:?}");
    for (variable, count) in tally.by_variable.iter().enumerate() {
        let with = expected.iter().filter(|&bits| bits >> variable & 1 == 1).count();
        assert_eq!((count.is_zero(), *count == tally.total), (with == 0, with == expected.len()), "{rules:?}");
    }
}

#[test]
fn the_source_agrees_on_every_set_of_up_to_three_rules() {
    let compared: usize = (1..=3)
        .map(|size| sets(size, 1).iter().map(|(rules, expected)| compare_with_the_source(rules, expected)).count())
        .sum();
    println!("{compared} sets");
    assert_eq!(compared, renaming::SIZES[..3].iter().sum::<usize>());
}

#[test]
#[ignore = "takes minutes"]
fn the_source_agrees_on_every_set_of_four_rules() {
    sets(4, 1).iter().for_each(|(rules, expected)| compare_with_the_source(rules, expected));
}
