//! Every pass over a zero-suppressed diagram gives the answer of the binary decision diagram of the same function.

use bdd_core::{
    Bdd, Budget, DecisionDiagram, DiagramBuilder, Literal, Objective, Ranking, Reduction, Rules, Sampler, Variable,
    Weights, Zdd,
};
use proptest::prelude::*;

const VARIABLES: usize = 9;

/// Rules with exclusions, clauses and cardinality constraints, some of them over few variables, so that others are
/// free.
fn rules() -> impl Strategy<Value = Rules> {
    let variable = 0..VARIABLES as u16;
    let constraint = (prop::collection::btree_map(variable.clone(), any::<bool>(), 1..6), 0usize..4, 0usize..3);
    (prop::collection::vec((variable.clone(), variable), 0..8), prop::collection::vec(constraint, 0..4)).prop_map(
        |(exclusions, constraints)| {
            let mut rules = Rules::new(VARIABLES);
            exclusions.into_iter().filter(|(a, b)| a != b).for_each(|(a, b)| rules.exclude(a, b));
            for (literals, min, more) in constraints {
                let literals: Vec<Literal> =
                    literals.into_iter().map(|(v, value)| Literal { variable: v.into(), value }).collect();
                let min = min.min(literals.len());
                rules.count(min..=(min + more).min(literals.len()), &literals);
            }
            rules
        },
    )
}

fn literals() -> impl Strategy<Value = Vec<Literal>> {
    prop::collection::vec((0..VARIABLES as u16, any::<bool>()), 0..5)
        .prop_map(|literals| literals.into_iter().map(|(v, value)| Literal { variable: v.into(), value }).collect())
}

/// Checks that the nodes are in canonical order and that none is redundant, as the documentation says.
fn check_canonical<R: Reduction>(diagram: &DecisionDiagram<R>) {
    let mut seen = std::collections::HashSet::new();
    for variable in Variable::all(diagram.variables()) {
        for (_, node) in diagram.level_nodes(variable) {
            let redundant = if R::SKIPS_FREE { node.low() == node.high() } else { node.high().index() == 0 };
            assert!(!redundant, "{node:?}");
            assert!(seen.insert((variable, node.low(), node.high())), "{node:?} stands twice");
        }
    }
}

proptest! {
    #[test]
    fn all_passes_agree(
        rules in rules(),
        literals in literals(),
        kept in prop::collection::btree_set(0..VARIABLES as u16, 0..VARIABLES),
        units in prop::collection::vec(-20i64..20, VARIABLES),
        seed in any::<u64>(),
    ) {
        let budget = &mut Budget::unlimited();
        let bdd = DiagramBuilder::new(&rules).build(budget).unwrap();
        let zdd = bdd.to_zdd(budget).unwrap();
        check_canonical(&bdd);
        prop_assert_eq!(&DiagramBuilder::new(&rules).build_zdd(budget).unwrap(), &zdd);
        check_canonical(&zdd);
        prop_assert!(zdd.to_bdd(budget).as_ref() == Ok(&bdd));
        prop_assert_eq!((zdd.is_true(), zdd.is_false()), (bdd.is_true(), bdd.is_false()));
        prop_assert_eq!(zdd.model_count(), bdd.model_count());
        prop_assert_eq!(zdd.counts(budget), bdd.counts(budget));
        prop_assert!(zdd.models().eq(bdd.models()));

        #[cfg(feature = "file")]
        {
            use bdd_core::format::{Label, from_bytes, to_bytes, zdd_from_bytes};
            let label = Label { puzzle: "random".to_owned(), size: 9 };
            let bytes = to_bytes(&zdd, &label).unwrap();
            prop_assert_eq!(zdd_from_bytes(&bytes, budget).unwrap().0, zdd.clone());
            prop_assert!(from_bytes(&bytes, budget).is_err());
        }

        let selected = zdd.select(&literals, budget).unwrap();
        check_canonical(&selected);
        prop_assert_eq!(selected, bdd.select(&literals, budget).unwrap().to_zdd(budget).unwrap());

        let kept: Vec<Variable> = kept.into_iter().map(Variable::new).collect();
        let projected = zdd.project(&kept, budget).unwrap();
        check_canonical(&projected);
        prop_assert_eq!(projected, bdd.project(&kept, budget).unwrap().to_zdd(budget).unwrap());

        let weights = Weights::new(units);
        for objective in [Objective::Cheapest, Objective::Dearest] {
            prop_assert_eq!(zdd.best_totals(&weights, objective, budget), bdd.best_totals(&weights, objective, budget));
            let totals = |zdd: &Zdd| -> Vec<i128> {
                zdd.models_by_weight(&weights, objective, &mut Budget::unlimited()).unwrap().map(|m| m.total).collect()
            };
            let expected: Vec<i128> = bdd.models_by_weight(&weights, objective, budget).unwrap().map(|m| m.total).collect();
            prop_assert_eq!(totals(&zdd), expected);
        }

        let rankings = (Ranking::new(bdd.clone(), budget).unwrap(), Ranking::new(zdd.clone(), budget).unwrap());
        prop_assert_eq!(rankings.0.total(), rankings.1.total());
        for (number, model) in bdd.models().enumerate() {
            prop_assert!(rankings.1.nth(&number.into()).as_ref() == Some(&model));
            prop_assert_eq!(rankings.1.rank(&model), Some(number.into()));
        }
        prop_assert_eq!(Sampler::new(seed).model(&rankings.0), Sampler::new(seed).model(&rankings.1));
    }
}

#[test]
fn free_variables_count_in_every_width() {
    // A free variable doubles the models: 2^200 of them in the longest numbers.
    for variables in [1, 31, 32, 63, 64, 65, 127, 128, 200] {
        let (bdd, zdd) = (Bdd::constant(variables, true), Zdd::constant(variables, true));
        assert_eq!((zdd.model_count(), zdd.node_count()), (bdd.model_count(), variables + 2));
        assert_eq!(zdd.counts(&mut Budget::unlimited()), bdd.counts(&mut Budget::unlimited()));
    }
}

/// Rules of exactly-one constraints over neighbours, for which the search makes the nodes itself.
fn permutations(n: u16) -> Rules {
    let mut rules = Rules::new(usize::from(n * n));
    for i in 0..n {
        rules.exactly_one(&(0..n).map(|j| i * n + j).collect::<Vec<_>>());
        rules.exactly_one(&(0..n).map(|j| j * n + i).collect::<Vec<_>>());
    }
    rules
}

#[test]
fn searches_over_exactly_one_rules_build_the_converted_diagram() {
    let budget = &mut Budget::unlimited();
    for n in 1..=7 {
        let rules = permutations(n);
        for literals in [vec![], vec![Literal::positive(n - 1)], vec![Literal::negative(0)]] {
            let builder = DiagramBuilder::new(&rules).with(&literals);
            let zdd = builder.build_zdd(budget).unwrap();
            check_canonical(&zdd);
            assert_eq!(zdd, builder.build(budget).unwrap().to_zdd(budget).unwrap(), "{n} {literals:?}");
        }
    }
}

/// Changes each byte of the files of some diagrams, and cuts the files at each length. A changed file that is read must
/// be written again with the same bytes, so that no diagram has two files.
#[cfg(feature = "file")]
#[test]
fn damaged_sparse_files_are_refused() {
    use bdd_core::format::{Label, to_bytes, zdd_from_bytes};
    let budget = &mut Budget::unlimited();
    let label = Label { puzzle: "permutations".to_owned(), size: 5 };
    let repaired = |mut bytes: Vec<u8>| {
        let content = bytes.len() - 4;
        let length = (bytes.len() as u64).to_le_bytes();
        bytes[10..18].copy_from_slice(&length);
        let checksum = crc32fast::hash(&bytes[..content]);
        bytes[content..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    };
    for n in 2..=5 {
        let zdd = DiagramBuilder::new(&permutations(n)).build_zdd(budget).unwrap();
        let bytes = to_bytes(&zdd, &label).unwrap();
        assert_eq!(repaired(bytes.clone()), bytes);
        for at in 0..bytes.len() - 4 {
            if at >= 18 {
                let cut = repaired([&bytes[..at], &[0; 4][..]].concat());
                assert!(zdd_from_bytes(&cut, budget).is_err(), "cut at {at}");
            }
            for change in 1..=255u8 {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                let changed = repaired(changed);
                if let Ok((read, header)) = zdd_from_bytes(&changed, budget) {
                    check_canonical(&read);
                    assert_eq!(to_bytes(&read, &header.label).unwrap(), changed, "byte {at} ^ {change}");
                }
            }
        }
    }
}
