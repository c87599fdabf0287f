//! Sets of rules of every kind against brute force, where no diagram is asked: the SAT source, and outside solvers that
//! read the DIMACS export.
//!
//! The sets are those of the generator that `bdd-core/tests/kinds.rs` compares everything else on.

#[path = "sources/outside.rs"]
mod outside;
#[path = "sources/renaming.rs"]
mod renaming;

use std::collections::BTreeSet;

use puzzle_core::sat::Solver;
use puzzle_core::{Budget, Literal, Rules, Variable};
use renaming::{Generator, Kind, Rule};

const VARIABLES: usize = 6;

/// Whether a valuation, a bit for each variable, is one that a rule allows.
fn allows(rule: &Rule, bits: usize) -> bool {
    let is = |&(variable, value): &(u8, bool)| (bits >> variable & 1 == 1) == value;
    let trues = rule.literals.iter().filter(|literal| is(literal)).count();
    match rule.kind {
        Kind::Exclude => trues < 2,
        Kind::Imply => !is(&rule.literals[0]) || is(&rule.literals[1]),
        Kind::Clause => trues > 0,
        Kind::Count(least, most) => (least..=most).contains(&trues),
    }
}

/// A set of rules, and the valuations that all of them allow.
fn said(set: &[&Rule]) -> (Rules, BTreeSet<usize>) {
    let mut rules = Rules::new(VARIABLES);
    for rule in set {
        let literal = |&(variable, value): &(u8, bool)| Literal { variable: Variable::at(variable.into()), value };
        let line: Vec<Literal> = rule.literals.iter().map(literal).collect();
        match rule.kind {
            Kind::Exclude => rules.exclude(line[0].variable, line[1].variable),
            Kind::Imply => rules.imply(line[0], line[1]),
            Kind::Clause => rules.at_least_one(&line),
            Kind::Count(least, most) => rules.count(least..=most, &line),
        }
    }
    (rules, (0..1 << VARIABLES).filter(|&bits| set.iter().all(|rule| allows(rule, bits))).collect())
}

/// All sets of so many rules, up to renaming, each with what it allows; every `step`th of them.
fn sets(size: usize, step: usize) -> Vec<(Rules, BTreeSet<usize>)> {
    let generator = Generator::new();
    let sets = generator.sets(size);
    assert_eq!(sets.len(), renaming::SIZES[size - 1]);
    let rule = |&number: &u16| &generator.rules[usize::from(number)];
    sets.iter().step_by(step).map(|set| said(&set.iter().map(rule).collect::<Vec<_>>())).collect()
}

/// The models that the SAT source finds when those found are forbidden, and its tally, are those of brute force.
fn compare_with_the_source(rules: &Rules, expected: &BTreeSet<usize>) {
    let budget = &mut Budget::unlimited();
    let mut solver = Solver::new(rules, []);
    let mut found = BTreeSet::new();
    while let Some(model) = solver.model(&[], budget).unwrap() {
        let bits = model.iter().map(|variable| 1 << variable.index()).sum();
        assert!(found.insert(bits), "{rules:?} has {bits:06b} twice");
        solver
            .require(Variable::all(VARIABLES).map(|variable| Literal { variable, value: !model.contains(&variable) }));
    }
    assert_eq!(found, *expected, "{rules:?}");
    let tally = Solver::new(rules, []).tally(rules, [], budget).unwrap();
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
