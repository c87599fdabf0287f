use super::*;
use crate::schedule::conjoin_by;
use crate::stages::Schedule;
use crate::testing::{add_random_counts, on_a_small_stack, random_rules, smaller_in_miri};
use proptest::prelude::*;

#[test]
fn chains_are_followed_to_their_end() {
    on_a_small_stack(|| {
        let count = smaller_in_miri(Variable::MAX_COUNT as u16, 501);
        let mut rules = Rules::new(count.into());
        for variable in 0..count - 1 {
            if variable % 2 == 0 {
                rules.at_least_one(&[variable, variable + 1]);
            } else {
                rules.exclude(variable, variable + 1);
            }
        }
        let alternating: Vec<_> = (0..count).map(|variable| Some(variable % 2 == 1)).collect();
        assert_eq!(propagate(&rules, [Literal::negative(0)]), Some(alternating));
        assert_eq!(propagate(&rules, [Literal::negative(0), Literal::positive(count - 1)]), None);
        assert_eq!(propagate(&rules, [Literal::positive(0)]).unwrap().iter().flatten().count(), 1);
    });
}

#[test]
fn constraints_are_rules_from_the_beginning() {
    let mut rules = Rules::new(3);
    rules.at_least_one(&[1]);
    rules.exclude(1, 2);
    assert_eq!(propagate(&rules, []), Some(vec![None, Some(true), Some(false)]));
    rules.at_least_one(&[2]);
    assert_eq!(propagate(&rules, []), None);
    let mut impossible = Rules::new(0);
    impossible.at_least_one::<Variable>(&[]);
    assert_eq!(propagate(&impossible, []), None);
    assert_eq!(propagate(&Rules::new(0), []), Some(Vec::new()));
}

/// Propagates units by going through all rules until no value changes.
fn plainly(rules: &Rules, literals: &[Literal]) -> Option<Vec<Option<bool>>> {
    let mut values = vec![None; rules.variables()];
    let set = |values: &mut Vec<Option<bool>>, variable: Variable, value| {
        *values[variable.index()].get_or_insert(value) == value
    };
    if !literals.iter().all(|literal| set(&mut values, literal.variable, literal.value)) {
        return None;
    }
    loop {
        let before = values.clone();
        for (a, b) in rules.exclusions() {
            for (a, b) in [(a, b), (b, a)] {
                if values[a.index()] == Some(true) && !set(&mut values, b, false) {
                    return None;
                }
            }
        }
        for constraint in rules.constraints() {
            let literals: Vec<Literal> = constraint.literals().collect();
            let holds = |literal: &Literal| values[literal.variable.index()].map(|value| value == literal.value);
            let trues = literals.iter().filter(|literal| holds(literal) == Some(true)).count();
            let open: Vec<Literal> = literals.iter().filter(|literal| holds(literal).is_none()).copied().collect();
            if trues > constraint.max() || trues + open.len() < constraint.min() {
                return None;
            }
            let follows = match (trues == constraint.max(), trues + open.len() == constraint.min()) {
                (true, _) => Some(false),
                (false, all) => all.then_some(true),
            };
            if let Some(value) = follows {
                for literal in open {
                    values[literal.variable.index()] = Some(literal.value == value);
                }
            }
        }
        if values == before {
            return Some(values);
        }
    }
}

proptest! {
    #[test]
    fn all_follows_that_looking_again_and_again_finds(
        seed in any::<u64>(),
        exclusions in 0usize..20,
        constraints in 0usize..10,
        counts in 0usize..6,
        literals in proptest::collection::vec((0u16..9, any::<bool>()), 0..4),
    ) {
        let mut rules = random_rules(9, exclusions, constraints, seed);
        add_random_counts(&mut rules, counts, seed);
        let literals: Vec<_> =
            literals.into_iter().map(|(variable, value)| Literal { variable: variable.into(), value }).collect();
        let found = propagate(&rules, literals.iter().copied());
        prop_assert_eq!(&found, &plainly(&rules, &literals));
        let all = conjoin_by(&rules, Schedule::FirstConstraintFirst).unwrap().select(&literals, &mut Budget::unlimited()).unwrap();
        match found {
            None => prop_assert!(all.is_false()),
            Some(values) => {
                let values = Variable::all(9).zip(values);
                let literals: Vec<_> =
                    values.filter_map(|(variable, value)| Some(Literal { variable, value: value? })).collect();
                prop_assert_eq!(all.select(&literals, &mut Budget::unlimited()).unwrap(), all);
            }
        }
    }

    #[test]
    fn what_was_asserted_last_can_be_taken_back(
        seed in any::<u64>(),
        exclusions in 0usize..20,
        constraints in 0usize..10,
        counts in 0usize..10,
        first in proptest::collection::vec((0u16..70, any::<bool>()), 0..4),
        then in proptest::collection::vec((0u16..70, any::<bool>()), 0..8),
    ) {
        let mut rules = random_rules(70, 4 * exclusions, 3 * constraints, seed);
        add_random_counts(&mut rules, 2 * counts, seed);
        let literal = |(variable, value): (u16, bool)| Literal { variable: variable.into(), value };
        let mut propagation = Propagation::new(&rules, &mut Budget::unlimited()).unwrap();
        let begun = propagation.begin(first.iter().copied().map(literal));
        prop_assert_eq!(begun.is_ok(), plainly(&rules, &first.iter().copied().map(literal).collect::<Vec<_>>()).is_some());
        if begun.is_err() {
            return Ok(());
        }
        let state = |propagation: &Propagation| {
            let counts = propagation.counts.tallies();
            (propagation.possible.clone(), propagation.certain.clone(), propagation.left.clone(), counts)
        };
        let mut marks = vec![(propagation.mark(), state(&propagation))];
        for literal in then.into_iter().map(literal) {
            match propagation.assert(literal) {
                Ok(()) => marks.push((propagation.mark(), state(&propagation))),
                Err(Contradiction) => {
                    let (mark, before) = marks.last().unwrap();
                    propagation.take_back(*mark);
                    prop_assert_eq!(&state(&propagation), before);
                }
            }
        }
        while let Some((mark, before)) = marks.pop() {
            propagation.take_back(mark);
            prop_assert_eq!(state(&propagation), before);
        }
    }
}
