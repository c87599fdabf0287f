//! Tests of every kind of rule against brute force. Four forms of the rules must have the same models: the diagram by
//! the search, the diagram by the library, the check of a valuation, and the exported texts.
//!
//! The models of rules over six variables are a number of 64 bits, one bit for each valuation. [`Said`] states the
//! valuations that each rule allows, independently of the crate. The exported texts are read by small readers in the
//! tests, and by outside solvers.

#[path = "kinds/outside.rs"]
mod outside;
#[path = "kinds/readers.rs"]
mod readers;
#[path = "kinds/renaming.rs"]
mod renaming;

use bdd_core::export::{dimacs, opb, smtlib};
use bdd_core::{Budget, DiagramBuilder, Literal, Order, Rules, Sampler, Schedule, Variable};
use readers::{cnf_models, opb_models, smt_models};

const VARIABLES: usize = 6;

/// A rule as a call of a method of [`Rules`].
#[derive(Clone, Debug)]
enum Said {
    Exclude(usize, usize),
    AtLeastOne(Vec<Literal>),
    Imply(Literal, Literal),
    AtMostOne(Vec<Literal>),
    ExactlyOne(Vec<Literal>),
    Exactly(usize, Vec<Literal>),
    AtLeast(usize, Vec<Literal>),
    AtMost(usize, Vec<Literal>),
    Between(usize, usize, Vec<Literal>),
}

impl Said {
    fn say(&self, rules: &mut Rules) {
        let variables = |line: &[Literal]| line.iter().map(|literal| literal.variable).collect::<Vec<_>>();
        match self {
            Said::Exclude(a, b) => rules.exclude(Variable::from_index(*a), Variable::from_index(*b)),
            Said::AtLeastOne(line) => rules.at_least_one(line),
            Said::Imply(a, b) => rules.imply(*a, *b),
            Said::AtMostOne(line) => rules.at_most_one(&variables(line)),
            Said::ExactlyOne(line) => rules.exactly_one(&variables(line)),
            Said::Exactly(number, line) => rules.exactly(*number, line),
            Said::AtLeast(number, line) => rules.at_least(*number, line),
            Said::AtMost(number, line) => rules.at_most(*number, line),
            Said::Between(least, most, line) => rules.count(*least..=*most, line),
        }
    }

    fn allows(&self, valuation: usize) -> bool {
        let is = |literal: &Literal| (valuation >> literal.variable.index() & 1 == 1) == literal.value;
        let trues = |line: &[Literal]| line.iter().filter(|literal| is(literal)).count();
        match self {
            Said::Exclude(a, b) => valuation >> a & valuation >> b & 1 == 0,
            Said::AtLeastOne(line) => trues(line) > 0,
            Said::Imply(a, b) => !is(a) || is(b),
            Said::AtMostOne(line) => trues(line) < 2,
            Said::ExactlyOne(line) => trues(line) == 1,
            Said::Exactly(number, line) => trues(line) == *number,
            Said::AtLeast(number, line) => trues(line) >= *number,
            Said::AtMost(number, line) => trues(line) <= *number,
            Said::Between(least, most, line) => (*least..=*most).contains(&trues(line)),
        }
    }
}

/// Returns all lists of literals over `variables` variables, with and without negative ones.
fn lines(variables: usize) -> Vec<Vec<Literal>> {
    let line = |code: usize| {
        let literal = |variable: usize| match code / 3usize.pow(variable as u32) % 3 {
            0 => None,
            value => Some(Literal { variable: Variable::from_index(variable), value: value == 1 }),
        };
        (0..variables).filter_map(literal).collect()
    };
    (0..3usize.pow(variables as u32)).map(line).collect()
}

/// Returns every rule of every kind over `variables` variables.
fn all_rules(variables: usize) -> Vec<Said> {
    let mut all = Vec::new();
    for a in 0..variables {
        all.extend((0..a).map(|b| Said::Exclude(a, b)));
    }
    for line in lines(variables) {
        let length = line.len();
        all.push(Said::AtLeastOne(line.clone()));
        if let [a, b] = line.as_slice() {
            all.push(Said::Imply(*a, *b));
        }
        if line.iter().all(|literal| literal.value) {
            all.extend([Said::AtMostOne(line.clone()), Said::ExactlyOne(line.clone())]);
        }
        for number in 0..=length + 1 {
            all.push(Said::Exactly(number, line.clone()));
            all.push(Said::AtLeast(number, line.clone()));
            all.push(Said::AtMost(number, line.clone()));
            all.extend((number + 1..length).map(|most| Said::Between(number, most, line.clone())));
        }
    }
    all
}

fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn rules_of(said: &[&Said]) -> Rules {
    let mut rules = Rules::new(VARIABLES);
    said.iter().for_each(|rule| rule.say(&mut rules));
    rules
}

fn valuation(bits: usize) -> Vec<bool> {
    (0..VARIABLES).map(|variable| bits >> variable & 1 == 1).collect()
}

/// Compares all forms of a set of rules, and returns its models.
fn compare(said: &[&Said]) -> u64 {
    let allowed = |bits: &usize| said.iter().all(|rule| rule.allows(*bits));
    let expected: u64 = (0..1usize << VARIABLES).filter(allowed).map(|bits| 1 << bits).sum();
    let models = |is_model: &dyn Fn(&[bool]) -> bool| -> u64 {
        (0..1usize << VARIABLES).filter(|&bits| is_model(&valuation(bits))).map(|bits| 1 << bits).sum()
    };
    let rules = rules_of(said);
    assert_eq!(models(&|values| rules.are_satisfied_by(values)), expected, "the checker: {said:?}");
    let bdd = DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap();
    assert_eq!(models(&|values| bdd.is_satisfied_by(values)), expected, "the diagram: {said:?}");
    assert_eq!(bdd.model_count(), expected.count_ones().into(), "its count: {said:?}");
    for schedule in Schedule::ALL {
        assert_eq!(DiagramBuilder::new(&rules).build_by(schedule).unwrap(), bdd, "{schedule:?}: {said:?}");
    }
    let upward = DiagramBuilder::new(&rules).build_in(&Order::natural(VARIABLES), &mut Budget::unlimited());
    assert_eq!(upward.as_ref(), Ok(&bdd), "from the last level up: {said:?}");
    let cnf = text(|out| dimacs::write(out, &rules, &[], &[]));
    assert_eq!(cnf_models(&cnf, VARIABLES), expected, "DIMACS: {said:?}\n{cnf}");
    let constraints = text(|out| opb::write(out, &rules, &[], None, &[]));
    assert_eq!(opb_models(&constraints, VARIABLES), expected, "OPB: {said:?}\n{constraints}");
    let script = text(|out| smtlib::write(out, &rules, &[], &|variable| format!("v{variable}"), &[]));
    assert_eq!(smt_models(&script, VARIABLES), expected, "SMT-LIB: {said:?}\n{script}");
    expected
}

#[test]
fn every_single_rule_over_six_variables() {
    let all = all_rules(VARIABLES);
    for rule in &all {
        compare(&[rule]);
    }
    println!("{} rules", all.len());
    assert!(all.len() > 10_000);
}

/// Compares every pair of rules over two variables.
#[test]
fn every_pair_of_rules_over_two_variables() {
    let all = all_rules(2);
    for a in &all {
        for b in &all {
            compare(&[a, b]);
        }
    }
    println!("{} pairs", all.len() * all.len());
}

/// Compares `sets` random sets of two to four rules.
fn draw(sets: usize, seed: u64) {
    let all = all_rules(VARIABLES);
    let mut sampler = Sampler::new(seed);
    let mut below = |limit: usize| usize::try_from(sampler.below(&limit.into()).expect("not zero")).expect("small");
    let (mut none, mut some) = (0, 0);
    for _ in 0..sets {
        let said: Vec<&Said> = (0..2 + below(3)).map(|_| &all[below(all.len())]).collect();
        match compare(&said) {
            0 => none += 1,
            _ => some += 1,
        }
    }
    println!("{sets} sets of two to four rules: {none} that nothing satisfies");
    assert!(none > sets / 100 && some > sets / 10);
}

#[test]
fn sets_of_up_to_four_rules() {
    draw(6_000, 12);
}

#[test]
#[ignore = "takes an hour"]
fn a_million_sets_of_up_to_four_rules_and_all_pairs_over_three_variables() {
    draw(1_000_000, 13);
    let all = all_rules(3);
    for a in &all {
        for b in &all {
            compare(&[a, b]);
        }
    }
}

/// Converts a rule of the generator in [`renaming`].
fn said(rule: &renaming::Rule) -> Said {
    let line: Vec<Literal> = rule
        .literals
        .iter()
        .map(|&(variable, value)| Literal { variable: Variable::from_index(usize::from(variable)), value })
        .collect();
    match rule.kind {
        renaming::Kind::Exclude => Said::Exclude(line[0].variable.index(), line[1].variable.index()),
        renaming::Kind::Imply => Said::Imply(line[0], line[1]),
        renaming::Kind::Clause => Said::AtLeastOne(line),
        renaming::Kind::Count(least, most) => Said::Between(least, most, line),
    }
}

/// Compares every set of `rules` rules of the generator, one of each class of sets that differ in the names of
/// variables only. Returns the number of these sets.
fn compare_up_to_renaming(rules: usize) -> usize {
    let generator = renaming::Generator::new();
    let sets = generator.sets(rules);
    for set in &sets {
        let rules: Vec<Said> = set.iter().map(|&number| said(&generator.rules[usize::from(number)])).collect();
        compare(&rules.iter().collect::<Vec<_>>());
    }
    println!("{} sets of {rules} of {} rules, up to renaming", sets.len(), generator.rules.len());
    sets.len()
}

/// Compares every set of up to three rules of a generator over six variables, up to renaming.
#[test]
fn every_set_of_up_to_three_rules_of_a_generator() {
    let sizes: Vec<usize> = (1..=3).map(compare_up_to_renaming).collect();
    // The numbers that another program computed by Burnside's lemma.
    assert_eq!(sizes, renaming::SIZES[..3]);
}

/// Compares every set of four rules of a generator over six variables, up to renaming.
#[test]
#[ignore = "takes ten minutes"]
fn every_set_of_four_rules_of_a_generator() {
    assert_eq!(compare_up_to_renaming(4), renaming::SIZES[3]);
}

/// Builds one constraint instead of 6,006 clauses, which takes a few milliseconds.
#[test]
fn seven_of_fourteen_is_made_at_once() {
    let mut rules = Rules::new(14);
    rules.exactly(7, &Variable::all(14).collect::<Vec<_>>());
    let time = std::time::Instant::now();
    let bdd = DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap();
    println!("{:?}", time.elapsed());
    assert_eq!(bdd, DiagramBuilder::new(&rules).build_by(Schedule::BalancedTree).unwrap());
    // There is a node for each variable and each number of true variables before it that leaves a choice, and the
    // terminals.
    assert_eq!((bdd.node_count(), bdd.model_count()), (65, 3432u32.into()));
}
