use super::*;
use crate::conjoin::conjoin;
use crate::testing::{add_random_counts, on_a_small_stack, permutations, random_rules, smaller_in_miri};
use proptest::prelude::*;

#[test]
fn what_propagation_shows_is_made_use_of() {
    // Variables 0 and 2 are equal, and 1 is their negation. Variable 3 is false, since both 4 and !4 would follow from
    // it.
    let mut rules = Rules::new(6);
    rules.exactly_one(&[0, 1]);
    rules.exactly_one(&[1, 2]);
    rules.imply(3, 4);
    rules.imply(3, Literal::negative(4));
    rules.at_least_one(&[0, 5]);
    let merged = Merged::of(&rules, &[], &mut Budget::unlimited()).unwrap().unwrap();
    assert_eq!(merged.values, [None, None, None, Some(false), None, None]);
    let equal = [(0, true), (0, false), (0, true), (3, true), (4, true), (5, true)];
    assert_eq!(merged.equal, equal.map(|(of, value)| Literal { variable: Variable::new(of), value }));
    // The variables 0 and 5 have three combinations of values in the models, each with both values of variable 4.
    let (bdd, order) = conjoin_reordered(&rules, &[], &mut Budget::unlimited()).unwrap();
    assert_eq!(bdd.model_count(), 6u32.into());
    let with = order.by_variable(&bdd.counts(&mut Budget::unlimited()).unwrap().by_variable);
    assert_eq!(with, [4u32, 2, 4, 0, 3, 4].map(Into::into));
}

#[test]
fn rules_that_contradict_have_no_models() {
    let mut rules = Rules::new(3);
    rules.exactly(2, &[0, 1, 2]);
    let budget = &mut Budget::unlimited();
    let none = [Literal::negative(0), Literal::negative(1)];
    assert!(conjoin_reordered(&rules, &none, budget).unwrap().0.is_false());
    rules.exactly(4, &[0, 1, 2]);
    assert!(conjoin_in(&rules, &[], &Order::natural(3), budget).unwrap().is_false());
    let void = conjoin_reordered(&Rules::new(3), &[], budget).unwrap().0;
    assert_eq!(void, Bdd::constant(3, true));
    assert!(conjoin_reordered(&Rules::new(0), &[], budget).unwrap().0.is_true());
}

#[test]
#[cfg_attr(miri, ignore = "about the depth of the stack, which Miri does not limit")]
fn deep_diagrams_need_no_deep_stack() {
    on_a_small_stack(|| {
        let mut rules = Rules::new(20_000);
        for variable in 1..20_000u16 {
            rules.at_least_one(&[variable - 1, variable]);
        }
        let bdd = conjoin_in(&rules, &[], &Order::natural(20_000), &mut Budget::unlimited()).unwrap();
        assert_eq!(bdd.node_count(), 2 * 20_000);
    });
}

#[test]
fn a_budget_stops_it_and_says_its_own_limit() {
    // In every order the diagram is wide in the middle, since permutations relate every variable to every other
    // variable.
    let (n, limit, memory) = smaller_in_miri((12, 20_000_000, 1 << 18), (7, 20_000, 1 << 12));
    let rules = permutations(n);
    let budget = &mut Budget::unlimited().with_steps(limit);
    let stopped = conjoin_reordered(&rules, &[], budget).map(|(bdd, _)| bdd);
    assert_eq!(stopped, Err(Interrupted::TooLong { limit }));
    let budget = &mut Budget::unlimited().with_memory(memory);
    assert!(matches!(conjoin_reordered(&rules, &[], budget), Err(Interrupted::TooLarge { .. })));
    let cancel = crate::Cancel::new();
    cancel.cancel();
    let budget = &mut Budget::unlimited().with_cancel(cancel);
    assert!(matches!(conjoin_reordered(&permutations(7), &[], budget), Err(Interrupted::Cancelled)));
}

proptest! {
    #[test]
    fn it_is_the_same_function_in_any_order(
        seed in any::<u64>(),
        exclusions in 0usize..15,
        constraints in 0usize..6,
        counts in 0usize..4,
        literals in prop::collection::vec((0u16..10, any::<bool>()), 0..3),
        order in Just((0..10u16).map(Variable::new).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let mut rules = random_rules(10, exclusions, constraints, seed);
        add_random_counts(&mut rules, counts, seed);
        let literals: Vec<Literal> =
            literals.into_iter().map(|(v, value)| Literal { variable: Variable::new(v), value }).collect();
        let budget = &mut Budget::unlimited();
        let searched = conjoin(&rules, &literals, budget).unwrap();
        prop_assert_eq!(&conjoin_in(&rules, &literals, &Order::natural(10), budget).unwrap(), &searched);
        let order = Order::new(order).unwrap();
        let given = conjoin_in(&rules, &literals, &order, budget).unwrap();
        let (found, found_order) = conjoin_reordered(&rules, &literals, budget).unwrap();
        for values in crate::testing::valuations(10) {
            let expected = searched.is_satisfied_by(&values);
            prop_assert_eq!(given.is_satisfied_by(&order.by_level(&values)), expected);
            prop_assert_eq!(found.is_satisfied_by(&found_order.by_level(&values)), expected);
        }
    }
}

#[test]
fn dropping_what_is_not_needed_changes_nothing() {
    // With `spare` 0, dead nodes are dropped again and again during the conjunction.
    for n in 1..=smaller_in_miri(7, 4) {
        let rules = permutations(n);
        let expected = conjoin(&rules, &[], &mut Budget::unlimited()).unwrap();
        let order = Order::natural(rules.variables());
        let relations = Relations::of(&rules, &[], &mut Budget::unlimited()).unwrap().unwrap();
        let dropping = |spare| {
            let mut taken = 0;
            loop {
                match relations.conjoin(&order, spare, &mut Budget::unlimited().with_memory(taken)) {
                    Ok(bdd) => break assert_eq!(bdd, expected),
                    Err(Interrupted::TooLarge { needed, .. }) => taken = needed,
                    Err(other) => panic!("{other}"),
                }
            }
            taken
        };
        let [little, much] = [0, SPARE].map(dropping);
        assert!(little < much || n < 7, "{n}: {little} bytes with what is dropped, {much} without");
    }
}
