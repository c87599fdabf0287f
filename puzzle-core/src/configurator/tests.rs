//! Explanations of random conditional rules, checked by trying all sets of options.

use bdd_core::{Budget, ConstraintId, Literal, Sampler, Variable};

use super::words::Phrases;
use super::{Configuration, Configurator, RuleKind};
use crate::check;
use crate::explain::{Scene, Step, explain};
use crate::guide::Status;
use crate::marks::Marks;
use crate::puzzle::Puzzle;
use crate::words::Words;

const OPTIONS: usize = 8;

fn name(option: usize) -> String {
    format!("o{option}")
}

/// A count of chosen options, as the test itself understands it. The bits of a set are its options.
#[derive(Clone, Debug)]
struct Count {
    name: String,
    min: usize,
    max: usize,
    options: Vec<usize>,
    condition: Option<usize>,
}

impl Count {
    fn holds(&self, set: u32) -> bool {
        let has = |option: usize| set >> option & 1 == 1;
        let count = self.options.iter().filter(|&&option| has(option)).count();
        self.condition.is_some_and(|condition| !has(condition)) || (self.min..=self.max).contains(&count)
    }

    fn random(number: usize, is_conditional: bool, below: &mut impl FnMut(usize) -> usize) -> Count {
        let mut order: Vec<usize> = (0..OPTIONS).collect();
        (1..OPTIONS).rev().for_each(|last| order.swap(last, below(last + 1)));
        let size = 2 + below(5);
        let min = below(size);
        let max = min + below(size + 1 - min);
        let condition = is_conditional.then_some(order[size]);
        Count { name: format!("rule{number}"), min, max, options: order[..size].to_vec(), condition }
    }
}

fn open(rules: &[Count]) -> Configuration {
    let mut shop = Configurator::new("thing");
    let names: Vec<String> = (0..OPTIONS).map(name).collect();
    shop.options(&names.iter().map(|name| (name.as_str(), "1")).collect::<Vec<_>>());
    for rule in rules {
        let options: Vec<&str> = rule.options.iter().map(|&option| names[option].as_str()).collect();
        let added = shop.count(rule.min, rule.max, &options).named(&rule.name);
        if let Some(condition) = rule.condition {
            added.if_chosen(&names[condition]);
        }
    }
    shop.open(&mut Budget::unlimited()).unwrap()
}

/// The steps on conditional rules name no auxiliary variable, and the options that their sentences name suffice for the
/// steps, with the rule that they name and with no other rule.
#[test]
fn steps_of_conditional_rules_follow_from_the_causes_that_they_name() {
    let mut sampler = Sampler::new(3);
    let mut below = |bound: usize| usize::try_from(sampler.below(&bound.into()).expect("not zero")).expect("small");
    let (mut conditional, mut against, mut explained) = (0, 0, 0);
    for _ in 0..1000 {
        let mut rules = vec![Count::random(0, true, &mut below)];
        rules.extend((1..1 + below(3)).map(|number| Count::random(number, number == 2, &mut below)));
        let shop = open(&rules);
        let product = shop.product();
        let literals =
            (0..below(5)).map(|_| Literal { variable: Variable::from_index(below(OPTIONS)), value: below(4) > 0 });
        let mut marks = Marks::default();
        for literal in literals {
            if !marks.literals().any(|one| one.variable == literal.variable) {
                if literal.value { &mut marks.placed } else { &mut marks.blocked }.insert(literal.variable);
            }
        }
        let budget = &mut Budget::unlimited();
        let guide = shop.guide(&marks, budget).unwrap();
        for (variable, status, _) in guide.variables().filter(|(variable, ..)| variable.index() < OPTIONS) {
            let Some(why) = explain(shop.all(), &guide, variable, budget).unwrap() else { continue };
            assert_eq!(check::explanation(product, &why), Ok(()), "{why:?} of {rules:?}");
            explained += 1;
            for frame in why.frames() {
                let (sentence, lines) = Phrases { product }.frame(variable, &frame, &marks);
                let Scene::Step(step @ (Step::Decided { on, .. } | Step::Empty { on, .. } | Step::Split { on, .. })) =
                    frame.scene
                else {
                    continue;
                };
                assert_eq!(lines[0], *on);
                let (place, out) = match step {
                    Step::Decided { place, out, .. } => (place.clone(), out.clone()),
                    _ => Default::default(),
                };
                let cases = match step {
                    Step::Split { cases, .. } => cases.iter().map(|case| case.variable).collect(),
                    _ => Vec::new(),
                };
                let reasons = step.ruled_out().iter().map(|reason| &reason.variable);
                let all = reasons.clone().chain(step.by()).chain(&place).chain(&out).chain(&cases);
                assert!(all.clone().all(|one| one.index() < OPTIONS), "{step:?} of {rules:?}");
                let rule = rules.iter().find(|rule| product.line_name(*on) == format!("\"{}\"", rule.name)).unwrap();
                if rule.condition.is_none() {
                    continue;
                }
                conditional += 1;
                against += usize::from(out.iter().any(|one| rule.condition == Some(one.index())));
                let words: Vec<&str> = sentence.split(|sign: char| !sign.is_alphanumeric()).collect();
                let is_named = |one: &&Variable| words.contains(&name(one.index()).as_str());
                let trues: u32 = step.by().iter().filter(is_named).map(|one| 1 << one.index()).sum();
                let falses: u32 = reasons.filter(is_named).map(|one| 1 << one.index()).sum();
                let has = |set: u32, one: &Variable| set >> one.index() & 1 == 1;
                let agrees = |set: &u32| set & trues == trues && set & falses == 0 && rule.holds(*set);
                for set in (0..1 << OPTIONS).filter(agrees) {
                    let follows = match step {
                        Step::Decided { .. } => {
                            place.iter().all(|one| has(set, one)) && !out.iter().any(|one| has(set, one))
                        }
                        _ => cases.iter().any(|one| has(set, one)),
                    };
                    assert!(follows, "{sentence} {step:?} {set:b} of {rules:?}");
                }
                // All conclusions are named.
                assert!(place.iter().chain(&out).all(|one| is_named(&one)), "{sentence} {step:?}");
            }
            // The sentences of puzzle files give a reason, too.
            let said = crate::sentences::explanation(product, &why).join("\n");
            assert!(!said.contains("can't be met."), "{said} of {rules:?}");
            assert_eq!(status == Status::Forced, why.status == Status::Forced);
        }
    }
    assert!(conditional > 500 && against > 50 && explained > 1000, "{conditional} {against} {explained}");
}

#[test]
fn a_conditional_rule_says_who_takes_its_places() {
    let mut trip = Configurator::new("trip");
    trip.options(&["bus", "a", "b", "c", "d"].map(|name| (name, "0")));
    trip.at_most(2, &["a", "b", "c", "d"]).if_chosen("bus").named("slow bus");
    trip.at_most(3, &["a", "b", "c", "d"]).named("seven days");
    let budget = &mut Budget::unlimited();
    let trip = trip.open(budget).unwrap();
    let explain = |chosen: &[&str], option: &str, budget: &mut Budget<'_>| {
        trip.explain(&trip.marks(chosen, &[]).unwrap(), option, budget).unwrap()
    };
    assert_eq!(
        explain(&["bus", "a", "b"], "c", budget),
        [
            "c: impossible because you chose bus, a and b.",
            "  \"slow bus\", with bus chosen, has its two already: a and b, so c and d can't be chosen.",
            "Take back bus, a or b, and c becomes possible.",
        ]
    );
    assert_eq!(
        explain(&["a", "b", "c"], "bus", budget)[1],
        "  \"slow bus\" allows only two, and you have a, b and c, so bus can't be chosen."
    );
}

#[test]
fn lines_belong_to_their_rules() {
    let rules = [Count { name: "few".to_owned(), min: 2, max: 3, options: vec![0, 1, 2, 3], condition: Some(4) }];
    let shop = open(&rules);
    let lines = shop.product().rules().numbered_constraints().map(|(line, _)| line);
    assert!(lines.clone().count() > 2);
    assert!(lines.map(|line: ConstraintId| shop.product().rule(line).kind).all(|kind| kind == RuleKind::Count(2, 3)));
    assert!(shop.source().puzzle().rules().variables() > OPTIONS);
}
