//! Sets of rules of every kind over six variables, with the valuations that they allow, found by brute force.

#[path = "renaming.rs"]
pub(crate) mod renaming;

use std::collections::BTreeSet;

use puzzle_core::{Literal, Rules, Variable};
use renaming::{Generator, Kind, Rule};

pub(crate) const VARIABLES: usize = 6;

/// Returns `true` if the rule allows the valuation `bits`, which has a bit for each variable.
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

/// Returns a set of rules, and the valuations that all of them allow.
pub(crate) fn said(set: &[&Rule]) -> (Rules, BTreeSet<usize>) {
    let mut rules = Rules::new(VARIABLES);
    for rule in set {
        let literal =
            |&(variable, value): &(u8, bool)| Literal { variable: Variable::from_index(variable.into()), value };
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

/// Returns every `step`th of all sets of `size` rules, up to renaming of variables. Each set comes with the valuations
/// that it allows.
pub(crate) fn sets(size: usize, step: usize) -> Vec<(Rules, BTreeSet<usize>)> {
    let generator = Generator::new();
    let sets = generator.sets(size);
    assert_eq!(sets.len(), renaming::SIZES[size - 1]);
    let rule = |&number: &u16| &generator.rules[usize::from(number)];
    sets.iter().step_by(step).map(|set| said(&set.iter().map(rule).collect::<Vec<_>>())).collect()
}
