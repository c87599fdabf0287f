use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::id::Variable;
use crate::ranking::Ranking;
use crate::testing::{smaller_in_miri, valuations};
use crate::weights::{Objective, Weights};

/// Returns rules of all kinds over variables, the last `auxiliary` of which are auxiliary, from random numbers.
fn rules(variables: usize, auxiliary: usize, seeds: &[(u8, u64, u8, u8)]) -> Rules {
    let mut rules = Rules::new(variables - auxiliary).with_auxiliary(auxiliary);
    for &(kind, bits, low, high) in seeds {
        let literals: Vec<Literal> = (0..variables)
            .filter(|variable| bits >> (2 * variable) & 3 == 0)
            .map(|variable| Literal {
                variable: Variable::from_index(variable),
                value: bits >> (variable + 40) & 1 == 0,
            })
            .collect();
        if literals.is_empty() {
            continue;
        }
        let names: Vec<Variable> = literals.iter().map(|literal| literal.variable).collect();
        let [low, high] = [low, high].map(|bound| usize::from(bound) % (literals.len() + 1));
        match kind % 7 {
            0 if names.len() > 1 => rules.exclude(names[0], names[1]),
            1 => rules.at_least_one(&literals),
            2 => rules.exactly_one(&names),
            3 => rules.at_most_one(&names),
            4 => rules.count(low.min(high)..=low.max(high), &literals),
            5 => rules.at_least_one(&literals[..literals.len().min(3)]),
            _ => rules.imply(literals[0], literals[literals.len() - 1]),
        }
    }
    rules
}

/// Returns the variables that a node names. Checks first that its factors share no variables, and that both branches of
/// a decision name the same variables and differ in one value.
fn scope(dnnf: &Dnnf, node: Index) -> BTreeSet<u32> {
    match dnnf.nodes[node as usize] {
        Node::Product { literals, free, factors, end } => {
            let list = |begin: u32, end: u32| dnnf.lists[begin as usize..end as usize].iter().copied();
            let own = list(literals, free).map(|literal| literal >> 1).chain(list(free, factors));
            let below = list(factors, end).flat_map(|factor| scope(dnnf, factor));
            let mut all = BTreeSet::new();
            for variable in own.chain(below) {
                assert!(all.insert(variable), "variable {variable} is in two factors");
            }
            all
        }
        Node::Decision { low, high } => {
            let first = |node: Index| match dnnf.nodes[node as usize] {
                Node::Product { literals, .. } => dnnf.lists[literals as usize],
                Node::Decision { .. } => panic!("expected a product below a decision"),
            };
            assert_eq!(first(low) ^ first(high), 1, "expected two values of one variable");
            let [low, high] = [low, high].map(|branch| scope(dnnf, branch));
            assert_eq!(low, high, "expected the same variables in both branches");
            low
        }
    }
}

/// Returns the number of models and the number of variables of a smooth function, by reading the text that
/// [`nnf`](crate::export::nnf) writes.
fn count_of_text(dnnf: &Dnnf) -> (usize, usize) {
    let mut text = Vec::new();
    crate::export::nnf::write(&mut text, dnnf).unwrap();
    let text = String::from_utf8(text).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let (mut counts, mut edges) = (Vec::new(), 0);
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let children: Vec<usize> = match words[0] {
            "L" => vec![],
            "A" => words[2..].iter().map(|word| counts[word.parse::<usize>().unwrap()]).collect(),
            _ => words[3..].iter().map(|word| counts[word.parse::<usize>().unwrap()]).collect(),
        };
        edges += children.len();
        counts.push(match words[0] {
            "L" => 1,
            "A" => children.iter().product(),
            _ => children.iter().sum(),
        });
    }
    assert_eq!([header[1], header[2]], [counts.len().to_string(), edges.to_string()]);
    (counts.pop().unwrap(), header[3].parse().unwrap())
}

fn check(rules: &Rules, fixed: &[Literal]) {
    let budget = &mut Budget::unlimited();
    let dnnf = Dnnf::compile(rules, &[], budget).unwrap();
    let variables = rules.projected_variables();
    assert_eq!(dnnf.variables(), variables);
    if !dnnf.is_false() {
        assert_eq!(scope(&dnnf, dnnf.root).len(), variables);
    }
    let satisfying = valuations(rules.variables()).filter(|valuation| rules.are_satisfied_by(valuation));
    let models: BTreeSet<Vec<bool>> = satisfying.map(|valuation| valuation[..variables].to_vec()).collect();
    assert_eq!(dnnf.model_count(&[], budget).unwrap(), models.len().into());
    let is_left = |model: &&Vec<bool>| fixed.iter().all(|literal| model[literal.variable.index()] == literal.value);
    let left: Vec<&Vec<bool>> = models.iter().filter(is_left).collect();
    let with: Vec<_> = (0..variables).map(|v| left.iter().filter(|model| model[v]).count().into()).collect();
    let conditioned = Dnnf::compile(rules, fixed, budget).unwrap().counts(&[], budget).unwrap();
    for counts in [dnnf.counts(fixed, budget).unwrap(), conditioned] {
        assert_eq!(counts.total, left.len().into());
        assert_eq!(counts.by_variable, with);
    }
    assert_eq!(dnnf.model_count(fixed, budget).unwrap(), left.len().into());
    assert_eq!(dnnf.is_satisfiable(fixed, budget).unwrap(), !left.is_empty());

    let weights = Weights::new((0..variables as i64).map(|v| (v * 37 + 11) % 23 - 9).collect());
    let names = |model: &[bool]| -> Vec<Variable> {
        Variable::all(model.len()).filter(|variable| model[variable.index()]).collect()
    };
    let totals = |value: &dyn Fn(&[bool]) -> bool| -> Vec<i128> {
        left.iter().filter(|model| value(model)).map(|model| weights.total(&names(model))).collect()
    };
    for (goal, best) in [
        (Objective::Cheapest, (|a, b| std::cmp::min(a, b)) as fn(i128, i128) -> i128),
        (Objective::Dearest, |a, b| std::cmp::max(a, b)),
    ] {
        let found = dnnf.best_totals(&weights, goal, fixed, budget).unwrap();
        for count in [1, 3, 2000] {
            let mut expected = totals(&|_| true);
            expected.sort_unstable();
            if goal == Objective::Dearest {
                expected.reverse();
            }
            expected.truncate(count);
            let listed = dnnf.best_models(&weights, goal, fixed, count, budget).unwrap();
            assert_eq!(listed.iter().map(|weighed| weighed.total).collect::<Vec<_>>(), expected);
            for weighed in &listed {
                assert_eq!(weights.total(&weighed.model), weighed.total);
                assert!(left.iter().any(|model| names(model) == weighed.model));
            }
            assert_eq!(listed.iter().map(|weighed| &weighed.model).collect::<BTreeSet<_>>().len(), listed.len());
        }
        assert_eq!(found.total, totals(&|_| true).into_iter().reduce(best));
        for v in 0..variables {
            assert_eq!(found.with[v], totals(&|model| model[v]).into_iter().reduce(best));
            assert_eq!(found.without[v], totals(&|model| !model[v]).into_iter().reduce(best));
        }
    }

    assert_eq!(count_of_text(&dnnf), (models.len(), variables));

    let ranking = Ranking::compiled(std::sync::Arc::new(dnnf), fixed, budget).unwrap();
    let listed: BTreeSet<Vec<Variable>> =
        (0..left.len()).map(|number| ranking.nth(&number.into()).expect("fewer than the total")).collect();
    assert_eq!(listed, left.iter().map(|model| names(model)).collect());
    assert_eq!(ranking.nth(&left.len().into()), None);
    for valuation in valuations(variables) {
        let model = names(&valuation);
        match ranking.rank(&model) {
            Some(rank) => assert_eq!(ranking.nth(&rank), Some(model)),
            None => assert!(!listed.contains(&model)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(smaller_in_miri(300, 4)))]

    #[test]
    fn counts_agree_with_brute_force(
        variables in 1usize..10,
        auxiliary in 0usize..3,
        seeds in prop::collection::vec((any::<u8>(), any::<u64>(), any::<u8>(), any::<u8>()), 0..9),
        fixed in prop::collection::vec((0usize..10, any::<bool>()), 0..4),
    ) {
        let fixed: Vec<Literal> = fixed
            .into_iter()
            .filter(|&(variable, _)| variable < variables)
            .map(|(variable, value)| Literal { variable: Variable::from_index(variable), value })
            .collect();
        check(&rules(variables + auxiliary, auxiliary, &seeds), &fixed);
    }
}

#[test]
fn forgotten_components_are_compiled_again() {
    // Eight queens, with a memory limit that keeps few components.
    let mut rules = Rules::new(64);
    for rank in 0..8u16 {
        rules.exactly_one(&(0..8).map(|file| 8 * rank + file).collect::<Vec<_>>());
    }
    for (a, b) in (0..64u16).flat_map(|a| (a + 1..64).map(move |b| (a, b))) {
        let [files, ranks] = [(a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8)];
        if files == 0 || files == ranks {
            rules.exclude(a, b);
        }
    }
    let budget = &mut Budget::unlimited().with_memory(1 << 20);
    let queens = Dnnf::compile(&rules, &[], budget).unwrap();
    assert_eq!(queens.model_count(&[], budget).unwrap(), 92u32.into());
    let limited = Dnnf::compile(&rules, &[], &mut Budget::unlimited().with_steps(1000));
    assert!(matches!(limited, Err(Interrupted::TooLong { limit: 1000 })));
}

#[test]
fn a_path_of_many_variables_takes_no_stack() {
    let variables = smaller_in_miri(2_000, 100);
    let mut rules = Rules::new(variables);
    for variable in 1..variables {
        rules.at_least_one(&[Variable::from_index(variable - 1), Variable::from_index(variable)]);
    }
    let path = Dnnf::compile(&rules, &[], &mut Budget::unlimited()).unwrap();
    // The numbers of models are Fibonacci numbers, since no two neighbours on the path are both false.
    let mut pair = [num_bigint::BigUint::from(1u32), 2u32.into()];
    for _ in 1..variables {
        let next = &pair[0] + &pair[1];
        pair = [std::mem::take(&mut pair[1]), next];
    }
    assert_eq!(path.model_count(&[], &mut Budget::unlimited()).unwrap(), pair[1]);
}

/// Counts more models than brute force can list. Many auxiliary variables may have either value in each model.
#[test]
fn auxiliary_variables_do_not_count() {
    // Forty pairs with at least one true variable. The auxiliary variable of a pair is free if its first variable is
    // false.
    let mut rules = Rules::new(80).with_auxiliary(40);
    for pair in 0..40u16 {
        rules.imply(Literal::positive(pair), Literal::positive(80 + pair));
        rules.at_least_one(&[pair, pair + 40]);
    }
    let budget = &mut Budget::unlimited();
    let pairs = Dnnf::compile(&rules, &[], budget).unwrap();
    assert_eq!(pairs.variables(), 80);
    assert_eq!(pairs.model_count(&[Literal::negative(0)], budget).unwrap(), num_bigint::BigUint::from(3u32).pow(39));
}
