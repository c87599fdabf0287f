//! Compares every way to find completions with brute force, on random rules of every kind over up to twenty variables.

use std::sync::Arc;

use bdd_core::{Objective, Weights};
use puzzle_core::sat::Solver;
use puzzle_core::{BigUint, Dnnf};
use puzzle_core::{Budget, Completions, Literal, Numbered, Rules, Variable};

/// A generator of random numbers (Vigna, SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// A rule for the brute force: at least `min` and at most `max` of its literals are true. Bit `i` of `positive` and of
/// `negative` stands for a literal of variable `i`.
struct Count {
    positive: u32,
    negative: u32,
    min: u32,
    max: u32,
}

impl Count {
    fn allows(&self, valuation: u32) -> bool {
        let trues = (valuation & self.positive).count_ones() + (!valuation & self.negative).count_ones();
        (self.min..=self.max).contains(&trues)
    }
}

/// The same rules in two forms: for the library, and as a [`Count`] each for the brute force.
struct Case {
    rules: Rules,
    counts: Vec<Count>,
}

fn case(random: &mut Random, variables: usize, auxiliary: usize) -> Case {
    let all = variables + auxiliary;
    let mut case = Case { rules: Rules::new(variables).with_auxiliary(auxiliary), counts: Vec::new() };
    for _ in 0..1 + random.below(all + 2) {
        let mut order: Vec<usize> = (0..all).collect();
        let length = 1 + random.below(all.min(6));
        let chosen: Vec<usize> = (0..length).map(|_| order.swap_remove(random.below(order.len()))).collect();
        let mut literals: Vec<Literal> = Vec::new();
        for &variable in &chosen {
            let value = random.below(3) > 0;
            literals.push(Literal { variable: Variable::from_index(variable), value });
        }
        let names: Vec<Variable> = literals.iter().map(|literal| literal.variable).collect();
        let mut bounds = [random.below(length + 1), random.below(length + 1)];
        bounds.sort_unstable();
        let [min, max] = bounds;
        let rules = &mut case.rules;
        // If `is_signed`, the rule has the literals with their signs, otherwise as positive literals. At least `min`
        // and at most `max` of them must be true.
        let (is_signed, min, max) = match random.below(8) {
            0 if length > 1 => {
                rules.exclude(names[0], names[1]);
                case.counts.push(Count { positive: bits(&names[..2]), negative: 0, min: 0, max: 1 });
                continue;
            }
            1 if length > 1 => {
                rules.imply(literals[0], literals[1]);
                let clause = [Literal { value: !literals[0].value, ..literals[0] }, literals[1]];
                case.counts.push(signed(&clause, 1, 2));
                continue;
            }
            2 => {
                rules.exactly_one(&names);
                (false, 1, 1)
            }
            3 => {
                rules.at_most_one(&names);
                (false, 0, 1)
            }
            4 => {
                rules.count(min..=max, &literals);
                (true, min, max)
            }
            5 => {
                rules.at_least(min, &literals);
                (true, min, length)
            }
            _ => {
                rules.at_least_one(&literals);
                (true, 1, length)
            }
        };
        if !is_signed {
            literals.iter_mut().for_each(|literal| literal.value = true);
        }
        case.counts.push(signed(&literals, min, max));
    }
    case
}

fn bits(variables: &[Variable]) -> u32 {
    variables.iter().map(|variable| 1 << variable.index()).sum()
}

fn signed(literals: &[Literal], min: usize, max: usize) -> Count {
    let of = |value: bool| {
        bits(&literals.iter().filter(|literal| literal.value == value).map(|one| one.variable).collect::<Vec<_>>())
    };
    Count { positive: of(true), negative: of(false), min: min as u32, max: max as u32 }
}

/// Compares every form with brute force: the counts for every variable, the models by number, and the best totals.
fn compare(random: &mut Random, variables: usize, auxiliary: usize) {
    let Case { rules, counts } = case(random, variables, auxiliary);
    let mut is_model = vec![false; 1 << variables];
    for valuation in 0..1u32 << (variables + auxiliary) {
        if counts.iter().all(|count| count.allows(valuation)) {
            is_model[valuation as usize & ((1 << variables) - 1)] = true;
        }
    }
    let fixed: Vec<Literal> = (0..random.below(3).min(variables))
        .map(|_| Literal { variable: Variable::from_index(random.below(variables)), value: random.below(2) == 0 })
        .collect();
    let is_fixed = |model: usize| fixed.iter().all(|one| (model >> one.variable.index() & 1 == 1) == one.value);
    let models: Vec<usize> = (0..is_model.len()).filter(|&model| is_model[model] && is_fixed(model)).collect();
    let with: Vec<usize> =
        (0..variables).map(|v| models.iter().filter(|&&model| model >> v & 1 == 1).count()).collect();
    let weights: Vec<i64> = (0..variables).map(|_| random.below(200) as i64 - 80).collect();
    let total =
        |model: usize| -> i128 { (0..variables).map(|v| i128::from(weights[v]) * (model >> v & 1) as i128).sum() };
    let mut totals: Vec<i128> = models.iter().map(|&model| total(model)).collect();
    totals.sort_unstable();
    let weights = Weights::new(weights.clone());

    let budget = &mut Budget::unlimited();
    let builder = || bdd_core::DiagramBuilder::new(&rules).projected();
    let (bdd, order) = builder().build_reordered(budget).unwrap();
    let dnnf = Arc::new(Dnnf::compile(&rules, &[], budget).unwrap());
    let forms = [
        Completions::Sparse(Arc::new(builder().build_zdd(budget).unwrap())),
        Completions::Diagram(Arc::new(builder().build(budget).unwrap())),
        Completions::Reordered { bdd: Arc::new(bdd), order: Arc::new(order) },
        Completions::Compiled { dnnf, literals: Arc::default() },
    ];
    for form in forms {
        let left = form.select(&fixed, budget).unwrap().expect("each form can be restricted");
        let tally = left.tally(budget).unwrap();
        assert_eq!(tally.total.to_string(), models.len().to_string(), "{rules:?} {fixed:?} {form:?}");
        let counts: Vec<String> = tally.by_variable.iter().map(ToString::to_string).collect();
        assert_eq!(counts, with.iter().map(ToString::to_string).collect::<Vec<_>>(), "{rules:?} {fixed:?} {form:?}");
        let best = left.best(&weights, Objective::Cheapest, 5, budget).unwrap().expect("each form has weights");
        let found: Vec<i128> = best.iter().map(|weighed| weighed.total).collect();
        assert_eq!(found, totals.iter().copied().take(5).collect::<Vec<_>>(), "{rules:?} {fixed:?} {form:?}");
        for weighed in best {
            let model = bits(&weighed.model) as usize;
            assert!(is_model[model] && is_fixed(model) && total(model) == weighed.total, "{rules:?} {form:?}");
        }
        let numbered = match left {
            Completions::Sparse(all) => Numbered::new(all, budget).unwrap(),
            Completions::Diagram(all) => Numbered::new(all, budget).unwrap(),
            Completions::Compiled { dnnf, literals } => Numbered::compiled(dnnf, &literals, budget).unwrap(),
            _ => continue,
        };
        for _ in 0..5.min(models.len()) {
            let number = BigUint::from(random.below(models.len()));
            let drawn = numbered.nth(&number).expect("the number is below the total");
            let model = bits(&drawn) as usize;
            assert!(is_model[model] && is_fixed(model), "{rules:?} {fixed:?} {form:?}");
            assert_eq!(numbered.number_of(&drawn), Some(number));
        }
    }
    let tally = Solver::new(&rules, [], budget).unwrap().tally(&rules, &fixed, [], budget).unwrap();
    assert_eq!(tally.total.is_zero(), models.is_empty(), "{rules:?} {fixed:?}");
    for (variable, count) in tally.by_variable.iter().enumerate() {
        let expected = (with[variable] == 0, with[variable] == models.len());
        assert_eq!((count.is_zero(), *count == tally.total), expected, "{rules:?} {fixed:?} {variable}");
    }
}

fn compare_many(cases: usize, most: usize, seed: u64) {
    let random = &mut Random(seed);
    for _ in 0..cases {
        let (variables, auxiliary) = (1 + random.below(most), random.below(3));
        compare(random, variables, auxiliary);
    }
}

#[test]
fn every_form_agrees_on_random_rules() {
    compare_many(300, 10, 1);
}

/// Run with `cargo test --release -p puzzle-core --test sources -- --ignored twenty_thousand`.
#[test]
#[ignore = "takes minutes"]
fn every_form_agrees_on_twenty_thousand_random_rules() {
    compare_many(20_000, 20, 2);
}
