use super::*;
use crate::budget::{Cancel, Progress};
use crate::schedule::conjoin_by;
use crate::stages::Schedule;
use crate::testing::{add_random_counts, on_a_small_stack, random_rules, smaller_in_miri};
use proptest::prelude::*;

/// Returns the diagram by the library `biodivine-lib-bdd`, for comparison.
fn by_library(rules: &Rules, literals: &[Literal]) -> Bdd {
    conjoin_by(rules, Schedule::FirstConstraintFirst).unwrap().select(literals, &mut Budget::unlimited()).unwrap()
}

fn conjoined(rules: &Rules, literals: &[Literal]) -> Bdd {
    conjoin(rules, literals, &mut Budget::unlimited()).unwrap()
}

/// Returns the rules of Latin squares: each of the `n` by `n` cells has one of `n` values, and every value occurs once
/// in each row and each column.
fn latin(n: u16) -> Rules {
    let mut rules = Rules::new(usize::from(n * n * n));
    let mut constraint = |place: &dyn Fn(u16, u16, u16) -> u16| {
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
            rules.exactly_one(&(0..n).map(|c| place(a, b, c)).collect::<Vec<_>>());
        }
    };
    constraint(&|row, column, value| (row * n + column) * n + value);
    constraint(&|row, value, column| (row * n + column) * n + value);
    constraint(&|column, value, row| (row * n + column) * n + value);
    rules
}

/// Returns the rules with each variable replaced by the variable that `place` returns.
fn reordered(rules: &Rules, place: impl Fn(Variable) -> Variable) -> Rules {
    let mut other = Rules::new(rules.variables());
    rules.exclusions().for_each(|(a, b)| other.exclude(place(a), place(b)));
    rules.constraints().for_each(|constraint| {
        other.at_least_one(&constraint.variables().iter().map(|&one| place(one)).collect::<Vec<_>>());
    });
    other
}

/// Returns a function that reorders the variables of [`latin`]: by value first, then by row, then by column.
fn values_first(n: u16) -> impl Fn(Variable) -> Variable {
    let n = usize::from(n);
    move |variable| Variable::from_index(variable.index() % n * n * n + variable.index() / n)
}

#[test]
fn no_rules_and_impossible_rules() {
    assert!(conjoined(&Rules::new(0), &[]).is_true());
    assert!(conjoined(&Rules::new(7), &[]).is_true());
    for variables in [0, 2] {
        let mut rules = Rules::new(variables);
        rules.at_least_one::<Variable>(&[]);
        assert!(conjoined(&rules, &[]).is_false());
    }
    let contradiction = [Literal::positive(3), Literal::negative(3)];
    assert!(conjoined(&Rules::new(7), &contradiction).is_false());
    assert_eq!(conjoined(&Rules::new(7), &contradiction[..1]).node_count(), 3);
}

/// Compares the diagrams of rules and literals with the diagrams of the library: for every set of exclusions and
/// clauses over three variables, with every set of literals. In Miri, only some of them are compared.
#[test]
fn all_small_rules_and_literals_are_those_of_the_library() {
    const PAIRS: [(u16, u16); 3] = [(0, 1), (0, 2), (1, 2)];
    let bits = |set: usize, of: u16| (0..of).filter(move |&bit| set >> bit & 1 == 1);
    for exclusions in 0..1 << PAIRS.len() {
        for constraints in (0..1 << 7).step_by(smaller_in_miri(1, 31)) {
            let mut rules = Rules::new(3);
            bits(exclusions, 3).for_each(|pair| rules.exclude(PAIRS[usize::from(pair)].0, PAIRS[usize::from(pair)].1));
            bits(constraints, 7)
                .for_each(|constraint| rules.at_least_one(&bits(usize::from(constraint) + 1, 3).collect::<Vec<_>>()));
            for literals in (0..27_usize).step_by(smaller_in_miri(1, 7)) {
                let literal = |variable: u16| match literals / 3usize.pow(variable.into()) % 3 {
                    0 => None,
                    value => Some(Literal { variable: variable.into(), value: value == 1 }),
                };
                let literals: Vec<_> = (0..3).filter_map(literal).collect();
                assert_eq!(conjoined(&rules, &literals), by_library(&rules, &literals), "{rules:?} {literals:?}");
            }
        }
    }
}

#[test]
fn permutations_and_latin_squares_are_counted() {
    let (n, count) = smaller_in_miri((4, 576u32), (3, 12));
    let (larger, of_larger) = smaller_in_miri((5, 161_280u32), (3, 12));
    assert_eq!(conjoined(&latin(n), &[]), by_library(&latin(n), &[]));
    assert_eq!(conjoined(&latin(larger), &[]).model_count(), of_larger.into());
    // In this order, the variables of a cell are not next to each other.
    let other = reordered(&latin(n), values_first(n));
    assert_eq!(conjoined(&other, &[]), by_library(&other, &[]));
    assert_eq!(conjoined(&other, &[]).model_count(), count.into());
}

/// Counts the Latin squares of size 6 that complete `grid`, by trying all values.
fn count_completions(grid: &mut [Option<usize>]) -> u32 {
    let Some(cell) = grid.iter().position(Option::is_none) else { return 1 };
    let mut count = 0;
    for value in 0..6 {
        let meets = |other: usize| other / 6 == cell / 6 || other % 6 == cell % 6;
        if (0..36).all(|other| grid[other] != Some(value) || !meets(other)) {
            grid[cell] = Some(value);
            count += count_completions(grid);
            grid[cell] = None;
        }
    }
    count
}

/// Tests literals that determine the last 26 of 36 cells (in Miri, the last 32). Conjoining the literals after the
/// rules would take minutes.
#[test]
fn literals_are_propagated_first_wherever_they_are() {
    let n = 6;
    let given = (smaller_in_miri(10, 4)..36u16)
        .map(|cell| Literal::positive(cell * n + (cell / n * 2 + cell % n + cell / 18) % n));
    let given: Vec<_> = given.collect();
    let mut budget = Budget::unlimited().with_steps(1_000_000);
    let bdd = conjoin(&latin(n), &given, &mut budget).unwrap();
    let mut grid = vec![None; 36];
    given.iter().for_each(|given| grid[given.variable.index() / 6] = Some(given.variable.index() % 6));
    assert_eq!(bdd.model_count(), count_completions(&mut grid).into());
    assert!(bdd.models().all(|model| given.iter().all(|given| model.contains(&given.variable))));
    // These literals leave many models. The square is smaller, since the library takes long to build its diagram.
    let n = smaller_in_miri(4, 3);
    let few: Vec<_> = (20..25u16).map(|cell| Literal::negative(cell * 4 % (n * n * n))).collect();
    assert_eq!(conjoined(&latin(n), &few), by_library(&latin(n), &few));
}

#[test]
#[cfg_attr(miri, ignore = "about the depth of the stack, which Miri does not limit")]
fn large_inputs_do_not_overflow_the_stack() {
    on_a_small_stack(|| {
        // Each variable has a clause of its own.
        let mut rules = Rules::new(40_000);
        (0..40_000u16).for_each(|variable| rules.at_least_one(&[variable]));
        assert_eq!(conjoined(&rules, &[]).node_count(), 40_002);
        // The rules are exactly-one constraints of two variables, without common variables.
        let mut rules = Rules::new(60_000);
        (0..30_000u16).for_each(|constraint| rules.exactly_one(&[2 * constraint, 2 * constraint + 1]));
        assert_eq!(conjoined(&rules, &[]).node_count(), 90_002);
        // Each variable of a chain excludes the next variable. The first rules have a clause of all variables too. In
        // the second rules, the last variable excludes the first variable, so that the chain is a ring.
        let chain = |count: u16| {
            let mut rules = Rules::new(count.into());
            (1..count).for_each(|variable| rules.exclude(variable - 1, variable));
            let [mut with, mut without] = [rules.clone(), rules];
            with.at_least_one(&(0..count).collect::<Vec<_>>());
            without.exclude(0, count - 1);
            [with, without]
        };
        let nodes = |count: u16| [3 * usize::from(count) - 2, 4 * usize::from(count) - 8];
        for count in [4, 9, 20] {
            assert_eq!(chain(count).map(|rules| by_library(&rules, &[]).node_count()), nodes(count));
        }
        // The ring has fewer variables, since its memo table grows with the square of its length.
        let [_, ring] = chain(20_000);
        assert_eq!(conjoined(&ring, &[]).node_count(), nodes(20_000)[1]);
        let count = Variable::MAX_COUNT as u16;
        let [rules, _] = chain(count);
        assert_eq!(conjoined(&rules, &[]).node_count(), nodes(count)[0]);
        // First the rules with a literal for every variable, then rules without any constraint.
        let literals: Vec<_> =
            (0..count).map(|variable| Literal { variable: variable.into(), value: variable % 2 == 0 }).collect();
        assert_eq!(conjoined(&rules, &literals).node_count(), usize::from(count) + 2);
        assert!(conjoined(&Rules::new(count.into()), &[]).is_true());
    });
}

#[test]
#[cfg_attr(miri, ignore = "65,535 variables take minutes under Miri")]
fn as_many_variables_as_the_library_does_not_take() {
    for variables in [65_534, 65_535] {
        let mut rules = Rules::new(variables);
        rules.exactly_one(&[0, 40_000, variables as u16 - 1]);
        let bdd = conjoined(&rules, &[]);
        assert_eq!((bdd.variables(), bdd.node_count()), (variables, 7));
    }
}

/// Returns the rules of rooks that attack or occupy every square of an `n` x `n` board. There are no exclusions, and
/// the clauses overlap in many ways.
fn rook_covers(n: u16) -> Rules {
    let mut rules = Rules::new(usize::from(n * n));
    for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
        let attackers: Vec<_> = (0..n).flat_map(|i| [row * n + i, i * n + column]).collect();
        rules.at_least_one(&attackers);
    }
    rules
}

#[test]
fn constraints_that_others_imply_make_no_difference() {
    for n in 1..=smaller_in_miri(5, 3) {
        assert_eq!(conjoined(&rook_covers(n), &[]), by_library(&rook_covers(n), &[]), "n = {n}");
    }
    // The limit would not suffice if implied clauses took part in the memo keys.
    let steps = &mut Budget::unlimited().with_steps(3_000_000);
    let (n, nodes) = smaller_in_miri((7, 7933), (4, 216));
    assert_eq!(conjoin(&rook_covers(n), &[], steps).unwrap().node_count(), nodes);
}

#[test]
fn limits_are_kept_or_told() {
    let (n, rooks) = smaller_in_miri((4, 5), (3, 4));
    for rules in [latin(n), reordered(&latin(n), values_first(n)), rook_covers(rooks)] {
        let whole = conjoined(&rules, &[]);
        let mut memory = 0;
        let mut asked = 0;
        loop {
            match conjoin(&rules, &[], &mut Budget::unlimited().with_memory(memory)) {
                Ok(bdd) => break assert_eq!(bdd, whole),
                Err(Interrupted::TooLarge { needed, limit }) => {
                    assert!(limit == memory && needed > memory);
                    memory = needed;
                }
                Err(other) => panic!("{other}"),
            }
            asked += 1;
        }
        assert!(
            asked > smaller_in_miri(10, 5) && memory > whole.node_count() * size_of::<crate::Node>(),
            "{asked} {memory}"
        );
        let steps = conjoin(&rules, &[], &mut Budget::unlimited().with_steps(1000));
        assert_eq!(steps, Err(Interrupted::TooLong { limit: 1000 }));
    }
}

#[test]
#[cfg_attr(miri, ignore = "looks at the budget are too many steps apart for Miri")]
fn progress_rises_and_cancelling_ends_the_work_at_once() {
    // The search decides the first rules constraint by constraint, the second rules variable by variable.
    for rules in [latin(5), rook_covers(8)] {
        let mut heard = Vec::new();
        let hear = &mut |Progress { fraction }| heard.push(fraction);
        conjoin(&rules, &[], &mut Budget::unlimited().with_progress(hear)).unwrap();
        assert!(heard.len() > 3 && heard.is_sorted(), "{heard:?}");
        assert!(heard.iter().all(|fraction| (0.0..=1.0).contains(fraction)), "{heard:?}");
        for stop_at in (0..heard.len()).step_by(heard.len().div_ceil(9)).chain([heard.len() - 1]) {
            let cancel = Cancel::new();
            let mut looks = 0;
            let hear = &mut |_| {
                if looks == stop_at {
                    cancel.cancel();
                }
                looks += 1;
            };
            let ended = conjoin(&rules, &[], &mut Budget::unlimited().with_cancel(cancel.clone()).with_progress(hear));
            assert_eq!((ended, looks), (Err(Interrupted::Cancelled), stop_at + 1));
        }
    }
    let cancel = Cancel::new();
    cancel.cancel();
    let mut budget = Budget::unlimited().with_cancel(cancel);
    assert_eq!(conjoin(&Rules::new(1), &[], &mut budget), Err(Interrupted::Cancelled));
}

#[test]
#[should_panic(expected = "there is no variable 3")]
fn a_literal_of_a_variable_that_is_not_there_is_refused() {
    let _ = crate::DiagramBuilder::new(&Rules::new(3)).with(&[Literal::negative(3)]);
}

fn literals(variables: u16, max: usize) -> impl Strategy<Value = Vec<Literal>> {
    let literal =
        (0..variables, any::<bool>()).prop_map(|(variable, value)| Literal { variable: variable.into(), value });
    proptest::collection::vec(literal, 0..=max)
}

/// Counts the nodes for a constraint that bounds the number of true variables of a row. The diagram has a node for each
/// variable and each number of true variables before it that leaves the constraint undecided.
#[test]
fn constraints_that_count_are_built_at_once() {
    for variables in 0..=smaller_in_miri(9usize, 4) {
        let constraint: Vec<Variable> = Variable::all(variables).collect();
        for (min, max) in (0..=variables + 1).flat_map(|min| (0..=variables + 1).map(move |max| (min, max))) {
            let mut rules = Rules::new(variables);
            rules.count(std::ops::RangeInclusive::new(min, max), &constraint);
            let bdd = conjoined(&rules, &[]);
            assert_eq!(bdd, by_library(&rules, &[]), "{min} to {max} of {variables}");
        }
    }
    let mut seven = Rules::new(14);
    seven.exactly(7, &Variable::all(14).collect::<Vec<_>>());
    let bdd = conjoined(&seven, &[]);
    assert_eq!((bdd.node_count(), bdd.model_count()), (65, 3432u32.into()));
}

proptest! {
    #[test]
    fn any_rules_and_literals_are_those_of_the_library(
        seed in any::<u64>(),
        exclusions in 0usize..30,
        constraints in 0usize..12,
        counts in 0usize..6,
        literals in literals(14, 5),
    ) {
        let mut rules = random_rules(14, exclusions, constraints, seed);
        add_random_counts(&mut rules, counts, seed);
        prop_assert_eq!(conjoined(&rules, &literals), by_library(&rules, &literals));
    }

    /// Compares the diagrams of exactly-one constraints with the diagrams of the library. The constraints are over
    /// consecutive variables, with gaps between them, and are combined with other rules of any kind.
    #[test]
    fn constraints_of_neighbours_are_those_of_the_library(
        lengths in proptest::collection::vec((0u16..5, any::<bool>()), 1..7),
        seed in any::<u64>(),
        exclusions in 0usize..20,
        constraints in 0usize..8,
        counts in 0usize..4,
        max in 0usize..6,
        values in proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..6),
    ) {
        let variables = lengths.iter().map(|(length, _)| usize::from(*length)).sum::<usize>().max(2);
        let mut rules = random_rules(variables, exclusions, constraints, seed);
        add_random_counts(&mut rules, counts, seed);
        let mut start = 0;
        for (length, is_constraint) in lengths {
            let constraint: Vec<_> = (start..start + length).collect();
            if is_constraint && length > 0 {
                rules.exactly_one(&constraint);
            }
            start += length;
        }
        let literals: Vec<_> = values
            .into_iter()
            .take(max)
            .map(|(index, value)| Literal { variable: Variable::from_index(index.index(variables)), value })
            .collect();
        prop_assert_eq!(conjoined(&rules, &literals), by_library(&rules, &literals));
    }

    /// Compares the diagrams of constraints over more than 64 variables, and of constraints with several true
    /// variables, with the diagrams of the library.
    #[test]
    fn wide_constraints_are_those_of_the_library(
        constraints in proptest::collection::vec(proptest::collection::vec(0u16..80, 1..9), 0..9),
        exclusions in proptest::collection::vec((0u16..80, 0u16..80), 0..6),
        counts in 0usize..6,
        seed in any::<u64>(),
        literals in literals(80, 3),
    ) {
        let mut rules = Rules::new(80);
        constraints.iter().for_each(|constraint| rules.at_least_one(constraint));
        exclusions.into_iter().filter(|(a, b)| a != b).for_each(|(a, b)| rules.exclude(a, b));
        add_random_counts(&mut rules, counts, seed);
        prop_assert_eq!(conjoined(&rules, &literals), by_library(&rules, &literals));
    }
}
