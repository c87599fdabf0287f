//! The configurator of `puzzle-core`'s example, written in Rust, and the template `configurator`, written in TOML, have
//! the same guide.

#[allow(dead_code)]
#[path = "data/configurator.rs"]
mod configurator;

use std::collections::BTreeMap;

use puzzle_core::{Adaptive, Budget, Guide, Literal, Marks, Source, Status, Variable, Words};
use puzzle_files::{FilePuzzle, TEMPLATES};

/// The guide's answer for an option: its status, the number of cars with it, and the prices of the cheapest and the
/// dearest of them.
type Said = BTreeMap<String, (Status, String, Option<(i128, i128)>)>;

/// Returns the guide's answers for every option, and for all cars, after some choices.
fn said(words: &dyn Words, source: &dyn Source, chosen: &[&str]) -> (Said, String, Option<(i128, i128)>) {
    let budget = &mut Budget::unlimited();
    let marks: Marks = chosen.iter().map(|name| Literal::positive(words.variable_named(name).unwrap())).collect();
    let completions = source.completions(&marks, budget).unwrap();
    let guide = Guide::of(source.puzzle(), marks, &completions, budget).unwrap();
    let totals = guide.totals().expect("there is a diagram, and there are prices");
    let of = |(option, status, cars): (Variable, Status, &puzzle_core::Count)| {
        (words.name(option), (status, cars.to_string(), totals.range_with(option)))
    };
    (guide.variables().map(of).collect(), guide.total().to_string(), totals.range())
}

#[test]
fn in_rust_and_in_toml_the_guide_is_the_same() {
    let (_, text) = TEMPLATES.iter().find(|(name, _)| *name == "configurator").unwrap();
    assert!(text.lines().count() <= 40);
    let code = include_str!("data/configurator.rs").lines();
    assert!(code.filter(|line| !line.is_empty() && !line.starts_with("//")).count() <= 54);
    let budget = &mut Budget::unlimited();
    let (file, car) = (FilePuzzle::read(text).unwrap(), configurator::car());
    let in_toml = Adaptive::open(file.clone(), budget).unwrap();
    let in_rust = Adaptive::open(configurator::car(), budget).unwrap();
    let options: Vec<String> = Variable::all(40).map(|option| car.name(option)).collect();
    let mut choices: Vec<Vec<&str>> = vec![vec![]];
    choices.extend(options.iter().map(|option| vec![option.as_str()]));
    choices.extend(options.windows(2).map(|pair| vec![pair[0].as_str(), pair[1].as_str()]));
    choices.push(vec!["electric", "massage", "sport", "night-vision"]);
    for chosen in choices {
        let (a, b) = (said(&car, &in_rust, &chosen), said(&file, &in_toml, &chosen));
        assert_eq!(a, b, "{chosen:?}");
    }
}

/// The expected numbers are computed by hand: the cheapest option of every required group is free.
#[test]
fn the_cheapest_car_has_nothing_that_costs() {
    let car = configurator::car();
    let source = Adaptive::open(configurator::car(), &mut Budget::unlimited()).unwrap();
    let (with, _, range) = said(&car, &source, &[]);
    assert_eq!(range.unwrap().0, 0);
    // Massage requires heated seats, and leather or vegan seats, and excludes the city car, which leaves comfort.
    assert_eq!(with["massage"].2.unwrap().0, 870 + 380 + 990 + 1200);
}
