//! Configurators of the builder, compared with a search through all sets of options.

use std::collections::BTreeSet;

use proptest::prelude::*;
use puzzle_core::configurator::{Configuration, Configurator, ConfiguratorError};
use puzzle_core::{Budget, Interrupted, Status, Variable};

/// The example of 40 options.
#[path = "../examples/configurator.rs"]
#[allow(dead_code, reason = "the test runs the parts of `main` itself")]
mod example;

const NAMES: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];
const PRICES: [i128; 7] = [3, 0, 7, 1, 5, 2, 9];

/// A rule over the options, which the test states and checks in its own way.
#[derive(Clone, Debug)]
enum Rule {
    Requires(usize, Vec<usize>, Option<usize>),
    Excludes(usize, Vec<usize>, Option<usize>),
    Count(usize, usize, Vec<usize>, Option<usize>),
}

impl Rule {
    fn holds(&self, chosen: u32) -> bool {
        let has = |option: &usize| chosen >> option & 1 == 1;
        let applies = |condition: &Option<usize>| condition.as_ref().is_none_or(has);
        match self {
            Rule::Requires(option, any, condition) => !applies(condition) || !has(option) || any.iter().any(has),
            Rule::Excludes(option, all, condition) => !applies(condition) || !has(option) || !all.iter().any(has),
            Rule::Count(min, max, all, condition) => {
                !applies(condition) || (min..=max).contains(&&all.iter().filter(|&option| has(option)).count())
            }
        }
    }

    fn state(&self, to: &mut Configurator) {
        let names = |all: &[usize]| all.iter().map(|&option| NAMES[option]).collect::<Vec<_>>();
        let (added, condition) = match self {
            Rule::Requires(option, any, condition) => (to.requires(NAMES[*option], &names(any)), condition),
            Rule::Excludes(option, all, condition) => (to.excludes(NAMES[*option], &names(all)), condition),
            Rule::Count(min, max, all, condition) => (to.count(*min, *max, &names(all)), condition),
        };
        if let Some(condition) = condition {
            added.if_chosen(NAMES[*condition]);
        }
    }
}

fn rule() -> impl Strategy<Value = Rule> {
    let order = Just((0..7).collect::<Vec<usize>>()).prop_shuffle();
    (order, 1..5_usize, 0..6_usize, 0..4_usize, any::<bool>(), 0..3_u8).prop_map(
        |(order, size, min, more, is_conditional, kind)| {
            let condition = is_conditional.then_some(order[6]);
            let (option, others) = (order[0], order[1..=size].to_vec());
            match kind {
                0 => Rule::Requires(option, others, condition),
                1 => Rule::Excludes(option, others, condition),
                _ => Rule::Count(min, min + more, others, condition),
            }
        },
    )
}

fn open(rules: &[Rule]) -> Configuration {
    let mut all = Configurator::new("thing");
    let prices = PRICES.map(|price| price.to_string());
    let options: Vec<(&str, &str)> = NAMES.into_iter().zip(prices.iter().map(String::as_str)).collect();
    all.options(&options);
    rules.iter().for_each(|rule| rule.state(&mut all));
    all.open(&mut Budget::unlimited()).unwrap()
}

fn total(chosen: u32) -> i128 {
    (0..7).filter(|option| chosen >> option & 1 == 1).map(|option| PRICES[option]).sum()
}

proptest! {
    #[test]
    fn counts_prices_and_repairs_are_those_of_all_sets(
        rules in prop::collection::vec(rule(), 0..6),
        placed in 0..128_u32,
        refused in 0..128_u32,
        wanted in 0..7_usize,
    ) {
        let shop = open(&rules);
        let budget = &mut Budget::unlimited();
        let models: Vec<u32> = (0..128).filter(|&set| rules.iter().all(|rule| rule.holds(set))).collect();
        let refused = refused & !placed;
        let names = |set: u32| (0..7).filter(|option| set >> option & 1 == 1).map(|option| NAMES[option]).collect::<Vec<_>>();
        let marks = shop.marks(&names(placed), &names(refused)).unwrap();
        let agrees = |set: u32, placed: u32, refused: u32| set & placed == placed && set & refused == 0;
        let left: Vec<u32> = models.iter().copied().filter(|&set| agrees(set, placed, refused)).collect();

        let guide = shop.guide(&marks, budget).unwrap();
        prop_assert_eq!(guide.total().to_string(), left.len().to_string());
        for (option, name) in NAMES.into_iter().enumerate() {
            let with = left.iter().filter(|&&set| set >> option & 1 == 1).count();
            let variable = Variable::from_index(option);
            prop_assert_eq!(guide.completions(variable).to_string(), with.to_string());
            let why = shop.explain(&marks, name, budget).unwrap();
            let is_certain = matches!(guide.status(variable), Status::Dead | Status::Excluded | Status::Forced);
            prop_assert!(!is_certain || !why.is_empty());
        }

        let offers = shop.cheapest(&marks, 200, budget).unwrap().unwrap();
        let mut totals: Vec<i128> = left.iter().map(|&set| total(set)).collect();
        totals.sort_unstable();
        prop_assert_eq!(offers.iter().map(|offer| offer.total.clone()).collect::<Vec<_>>(),
            totals.iter().map(i128::to_string).collect::<Vec<_>>());

        // A repair lifts a set of placed and refused options. The test tries all such sets.
        let marked = placed | refused;
        let allows = |lift: u32| {
            let left = models.iter().copied().filter(|&set| agrees(set, placed & !lift, refused & !lift));
            left.filter(|set| set >> wanted & 1 == 1).map(total).min()
        };
        let lifts = (0..128_u32).filter(|lift| lift & !marked == 0);
        let is_minimal = |lift: u32| (0..lift).all(|less| less & !lift != 0 || allows(less).is_none());
        let mut expected: Vec<(i128, u32)> =
            lifts.filter(|&lift| is_minimal(lift)).filter_map(|lift| Some((allows(lift)?, lift))).collect();
        expected.sort_by_key(|&(total, lift)| (total, lift.count_ones()));
        let repairs = shop.repairs(&marks, NAMES[wanted], budget).unwrap().unwrap();
        prop_assert_eq!(repairs.iter().map(|repair| repair.total.clone().unwrap()).collect::<Vec<_>>(),
            expected.iter().map(|(total, _)| total.to_string()).collect::<Vec<_>>());
        let sets = |all: Vec<Vec<String>>| all.into_iter().map(BTreeSet::from_iter).collect::<BTreeSet<_>>();
        prop_assert_eq!(sets(repairs.into_iter().map(|repair| repair.lift).collect()),
            sets(expected.iter().map(|&(_, lift)| names(lift).into_iter().map(str::to_owned).collect()).collect()));
    }
}

#[test]
fn explanations_and_hints_cite_the_names_of_rules() {
    let mut shop = Configurator::new("shelf");
    shop.choice("wood", &[("oak", "90"), ("pine", "40")]);
    shop.options(&[("lamp", "30"), ("glass", "25.50"), ("wheels", "12"), ("doors", "60")]);
    shop.excludes("glass", &["wheels"]).named("the rule that glass stays put");
    shop.at_most(1, &["lamp", "glass", "doors"]).if_chosen("pine").named("the rule that pine carries little");
    let budget = &mut Budget::unlimited();
    let shop = shop.open(budget).unwrap();
    let marks = shop.marks(&["glass"], &[]).unwrap();
    let why = shop.explain(&marks, "wheels", budget).unwrap().join("\n");
    assert_eq!(
        why,
        "wheels: impossible because you chose glass.\n  wheels can't be combined with glass (the rule that glass stays \
         put).\nTake back glass, and wheels becomes possible (7 configurations)."
    );
    let marks = shop.marks(&["glass", "pine"], &[]).unwrap();
    let why = shop.explain(&marks, "lamp", budget).unwrap().join("\n");
    assert_eq!(
        why,
        "lamp: impossible because you chose pine and glass.\n  The rule that pine carries little, with pine \
         chosen, has its one already: glass, so lamp and doors can't be chosen.\nTake back pine or glass, and lamp becomes \
         possible."
    );
    let marks = shop.marks(&["glass"], &["oak"]).unwrap();
    let hint = shop.hint(&marks, budget).unwrap().join("\n");
    assert!(hint.contains("pine") && hint.contains("the choice of wood"), "{hint}");
}

#[test]
fn wrong_names_and_prices_are_refused() {
    let open = |state: fn(&mut Configurator)| {
        let mut all = Configurator::new("thing");
        all.options(&[("a", "1"), ("b", "2")]);
        state(&mut all);
        all.open(&mut Budget::unlimited()).unwrap_err()
    };
    assert_eq!(
        open(|all| {
            all.requires("a", &["x"]);
        }),
        ConfiguratorError::UnknownOption {
            name: "x".to_owned(),
            rule: Some("the rule \"a requires x\"".to_owned()),
            nearest: None,
        }
    );
    let error = open(|all| {
        all.at_most(1, &["a", "B"]).named("one letter");
    });
    assert_eq!(error.to_string(), "there is no option \"B\", which \"one letter\" names: did you mean \"b\"?");
    let error = open(|all| {
        all.choice("none", &[]);
    });
    assert_eq!(error.to_string(), "the choice \"none\" has no option: expected at least one");
    let error = open(|all| {
        all.choice("frame", &[("steel", "0")]);
        all.choice("frame", &[("carbon", "0")]);
    });
    assert_eq!(error, ConfiguratorError::SameChoice("frame".to_owned()));
    assert_eq!(open(|all| all.options(&[("a", "1")])), ConfiguratorError::SameName("a".to_owned()));
    assert_eq!(
        open(|all| all.options(&[("c", "cheap")])).to_string(),
        "expected a number of at most 18 digits, such as 12 or 3.50, as the price of \"c\", found \"cheap\""
    );
    assert_eq!(
        open(|all| all.at_most_total("much", "the budget")).to_string(),
        "expected a number of at most 18 digits, such as 12 or 3.50, as the limit of the total, found \"much\""
    );
    assert!(matches!(
        open(|all| {
            all.at_most(1, &["a", "a"]);
        }),
        ConfiguratorError::Repeated { .. }
    ));
    assert!(matches!(
        open(|all| {
            all.at_most(1, &["a", "b"]).if_chosen("b");
        }),
        ConfiguratorError::Repeated { .. }
    ));
    let empty = Configurator::new("thing").open(&mut Budget::unlimited()).unwrap_err();
    assert_eq!(empty, ConfiguratorError::TooMany(0));
}

/// All answers respect the limit of the total, as a list of all configurations shows.
#[test]
fn a_limit_of_the_total_is_exact() {
    let mut sampler = bdd_core::Sampler::new(5);
    let mut below = |bound: u64| u64::try_from(sampler.below(&bound.into()).unwrap()).unwrap();
    let (mut by_limit, mut tight) = (0, 0);
    for _ in 0..300 {
        // Prices may be negative, and have decimals.
        let prices: Vec<i64> = (0..9).map(|_| below(900) as i64 - 90).collect();
        let written =
            |units: i64| format!("{}{}.{:02}", if units < 0 { "-" } else { "" }, units.abs() / 100, units.abs() % 100);
        let texts: Vec<String> = prices.iter().map(|&units| written(units)).collect();
        let limit = below(2500) as i64 - 100;
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        let options: Vec<(&str, &str)> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
        let mut shop = Configurator::new("thing");
        shop.choice("kind", &options[..4]);
        shop.options(&options[4..]);
        shop.at_most(2, &["e", "f", "g"]).if_chosen("a");
        shop.at_most_total(&written(limit), "the budget");
        shop.at_most_total("1000", "the roof");
        let budget = &mut Budget::unlimited();
        let shop = shop.open(budget).unwrap();
        let holds = |set: u32| {
            let has = |option: u32| set >> option & 1 == 1;
            let total: i64 = (0..9).filter(|&option| has(option)).map(|option| prices[option as usize]).sum();
            (set & 15).count_ones() == 1 && !(has(0) && (set >> 4 & 7).count_ones() > 2) && total <= limit
        };
        let chosen = 1 << below(9) | 1 << below(9);
        let left: Vec<u32> = (0..512).filter(|&set| holds(set) && set & chosen == chosen).collect();
        let chosen_names: Vec<&str> =
            (0..9).filter(|option| chosen >> option & 1 == 1).map(|option| names[option]).collect();
        let marks = shop.marks(&chosen_names, &[]).unwrap();
        let guide = shop.guide(&marks, budget).unwrap();
        assert_eq!(guide.total().to_string(), left.len().to_string());
        let offers = shop.cheapest(&marks, 1000, budget).unwrap().unwrap();
        assert_eq!(offers.len(), left.len());
        for (option, name) in names.into_iter().enumerate() {
            let with = left.iter().filter(|&&set| set >> option & 1 == 1).count();
            assert_eq!(guide.completions(Variable::from_index(option)).to_string(), with.to_string());
            let reasons = shop.reasons(&marks, name, budget).unwrap();
            assert!(!reasons.sentences.is_empty());
            let costs = |line: &String| line.contains("costs") && line.contains("the budget is");
            by_limit += usize::from(reasons.sentences.iter().any(costs));
            for repair in shop.repairs(&marks, name, budget).unwrap().unwrap() {
                let kept = chosen_names.iter().filter(|name| !repair.lift.iter().any(|lifted| lifted == *name));
                let kept: u32 = kept.map(|kept| 1 << names.iter().position(|name| name == kept).unwrap()).sum();
                assert!((0..512).any(|set| holds(set) && set & kept == kept && set >> option & 1 == 1));
            }
        }
        assert_eq!(
            shop.hint(&marks, budget).unwrap().is_empty(),
            guide.is_solved()
                || left.is_empty() && {
                    // Without choices to take back, there is no step.
                    (0..512).all(|set| !holds(set))
                }
        );
        tight += usize::from(!left.is_empty());
    }
    assert!(by_limit > 100 && tight > 50, "{by_limit} {tight}");
}

#[test]
fn contradictory_choices_are_explained() {
    let mut trip = Configurator::new("trip");
    trip.choice("season", &[("summer", "0"), ("winter", "0")]);
    trip.options(&[("tent", "5"), ("ski", "9")]);
    trip.excludes("winter", &["tent"]).named("closed in winter");
    trip.requires("ski", &["winter"]);
    let budget = &mut Budget::unlimited();
    let trip = trip.open(budget).unwrap();
    let explain = |chosen: &[&str], refused: &[&str], option: &str, budget: &mut Budget<'_>| {
        trip.explain(&trip.marks(chosen, refused).unwrap(), option, budget).unwrap()
    };
    // A cause for each choice that has to go.
    let why = explain(&["summer", "tent"], &[], "winter", budget);
    assert_eq!(why[0], "winter: impossible because you chose summer, and also because you chose tent.");
    assert_eq!(why.last().unwrap(), "Take back summer and tent, and winter becomes possible (2 configurations).");
    // A choice that contradicts others has a reason.
    let why = explain(&["summer", "ski"], &[], "ski", budget);
    assert_eq!(why[0], "ski: chosen, but contradicted because you chose summer.");
    assert!(why.len() > 2, "{why:?}");
    let why = explain(&["ski"], &["winter"], "winter", budget);
    assert_eq!(why[0], "winter: refused, but contradicted because you chose ski.");
    // Any other option has one sentence.
    assert_eq!(explain(&[], &[], "tent", budget), ["tent: open, in 1 of 4 configurations."]);
    assert_eq!(explain(&["tent"], &[], "tent", budget), ["tent: chosen by you."]);
    assert_eq!(explain(&[], &["tent"], "tent", budget), ["tent: refused by you."]);
}

/// The documentation promises 40 options in at most 40 lines of code, with every kind of answer.
#[test]
fn the_example_has_40_options_in_40_lines() {
    let text = include_str!("../examples/configurator.rs");
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    assert!(text.lines().filter(is_code).count() <= 40 && text.lines().all(|line| line.chars().count() <= 120));
    for call in [".guide(&", ".explain(&", ".cheapest(&", ".repairs(&", ".hint(&"] {
        assert!(text.contains(call), "{call}");
    }
    let budget = &mut Budget::unlimited();
    let car = example::car().open(budget).unwrap();
    assert_eq!(car.options().len(), 40);
    let marks = car.marks(&["sport", "electric", "sunroof"], &["massage"]).unwrap();
    let guide = car.guide(&marks, budget).unwrap();
    let status =
        |name: &str| guide.status(Variable::from_index(car.options().iter().position(|other| other == name).unwrap()));
    // By hand: electric excludes manual and the sport suspension, sport needs one of two suspensions, and has one roof.
    let expected = [
        ("automatic", Status::Forced),
        ("air-suspension", Status::Forced),
        ("sport-suspension", Status::Excluded),
        ("tow-bar", Status::Excluded),
        ("roof-rails", Status::Dead),
        ("city", Status::Excluded),
        ("leather", Status::Open),
    ];
    for (name, wanted) in expected {
        assert_eq!(status(name), wanted, "{name}");
    }
    assert!(car.explain(&marks, "roof-rails", budget).unwrap().join(" ").contains("sunroof"));
    assert!(!car.hint(&marks, budget).unwrap().is_empty());
    let lifts: Vec<Vec<String>> =
        car.repairs(&marks, "tow-bar", budget).unwrap().unwrap().into_iter().map(|change| change.lift).collect();
    assert_eq!(lifts, [["electric"]]);
    // Electric, automatic, sport, the wheels of 18 inches, sunroof and air suspension.
    let total = 7200 + 1600 + 2900 + 760 + 950 + 1780;
    assert_eq!(car.cheapest(&marks, 1, budget).unwrap().unwrap()[0].total, total.to_string());
}

/// Without limits, the list of all configurations would take minutes and the whole memory.
#[test]
fn a_list_of_configurations_is_limited_by_the_budget() {
    let names: Vec<String> = (0..30).map(|number| format!("o{number}")).collect();
    let mut many = Configurator::new("many");
    many.options(&names.iter().map(|name| (name.as_str(), "1")).collect::<Vec<_>>());
    let many = many.open(&mut Budget::unlimited()).unwrap();
    let marks = many.marks(&[], &[]).unwrap();
    let listed = |budget: Budget<'_>| many.cheapest(&marks, usize::MAX, &mut { budget });
    let error = listed(Budget::unlimited().with_steps(1_000_000)).unwrap_err();
    assert_eq!(error, ConfiguratorError::Interrupted(Interrupted::TooLong { limit: 1_000_000 }));
    let error = listed(Budget::unlimited().with_memory(1 << 20)).unwrap_err();
    assert!(matches!(error, ConfiguratorError::Interrupted(Interrupted::TooLarge { .. })), "{error}");
}
