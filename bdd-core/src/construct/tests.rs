use super::*;
use crate::budget::{Cancel, Progress};
use crate::rules::Rules;
use crate::schedule::conjoin_by;
use crate::stages::Schedule;
use crate::testing::{on_a_small_stack, smaller_in_miri};
use proptest::prelude::*;

/// A search that tries every choice, and asks `keep` whether a complete list of choices is a model. Its state is the
/// list of choices so far. The search keeps this list in `present` too, to check that it is called with the current
/// state only.
struct Listed<K> {
    lengths: Vec<usize>,
    present: Vec<usize>,
    /// The predicate that returns `true` if a complete list of choices is a model.
    keep: K,
    remembers: bool,
    is_symmetric: bool,
}

impl<K: Fn(&[usize]) -> bool> Listed<K> {
    fn new(lengths: &[usize], keep: K) -> Listed<K> {
        Listed { lengths: lengths.to_vec(), present: Vec::new(), keep, remembers: false, is_symmetric: false }
    }

    fn build(mut self, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        let lengths = self.lengths.clone();
        let bdd = construct(&mut self, Vec::new(), &lengths, budget);
        assert!(bdd.is_err() || self.present.is_empty(), "all was taken back");
        bdd
    }
}

impl<K: Fn(&[usize]) -> bool> Search for Listed<K> {
    type State = Vec<usize>;

    fn last_choice(&self, layer: usize, state: &Vec<usize>, before: usize) -> Option<usize> {
        assert_eq!((&self.present, state.len()), (state, layer));
        before.checked_sub(1)
    }

    fn choose(&mut self, layer: usize, state: &Vec<usize>, choice: usize) -> Option<Vec<usize>> {
        assert_eq!((&self.present, state.len()), (state, layer));
        self.present.push(choice);
        let is_kept = layer + 1 < self.lengths.len() || (self.keep)(&self.present);
        if !is_kept {
            self.present.pop();
        }
        is_kept.then(|| self.present.clone())
    }

    fn take_back(&mut self, state: &Vec<usize>) {
        assert_eq!(self.present[..state.len()], state[..]);
        self.present.truncate(state.len());
    }

    /// Writes the whole state as the key, so that no two states have the same key.
    fn residual_key(&mut self, _: usize, state: &Vec<usize>, words: &mut Vec<u64>) -> bool {
        words.extend(state.iter().map(|&choice| choice as u64));
        self.remembers
    }

    fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }
}

/// A search over layers of two choices, in which the second choice is taken at most `ones` times.
struct AtMost {
    ones: u64,
}

impl Search for AtMost {
    type State = u64;

    fn last_choice(&self, _: usize, &ones: &u64, before: usize) -> Option<usize> {
        (0..before).rev().find(|&choice| ones + choice as u64 <= self.ones)
    }

    fn choose(&mut self, _: usize, &ones: &u64, choice: usize) -> Option<u64> {
        Some(ones + choice as u64)
    }

    fn residual_key(&mut self, _: usize, &ones: &u64, words: &mut Vec<u64>) -> bool {
        words.push(ones);
        true
    }
}

#[test]
fn no_layers_and_no_models() {
    assert!(Listed::new(&[], |_: &[usize]| true).build(&mut Budget::unlimited()).unwrap().is_true());
    let none = Listed::new(&[2, 3], |_: &[usize]| false).build(&mut Budget::unlimited()).unwrap();
    assert_eq!((none.is_false(), none.variables()), (true, 5));
    let empty = Listed::new(&[2, 0, 3], |_: &[usize]| true).build(&mut Budget::unlimited()).unwrap();
    assert_eq!((empty.is_false(), empty.variables()), (true, 5));
}

#[test]
fn states_that_are_remembered_are_searched_once() {
    // There are 2 to the power of 60 lists of choices, but only about 60 * 30 states. In Miri there are 2 to the power
    // of 20 lists, and 20 * 10 states.
    let (layers, half) = smaller_in_miri((60, 118_264_581_564_861_424_u64), (20, 184_756)); // 60 over 30, 20 over 10
    let mut search = AtMost { ones: layers as u64 / 2 };
    let bdd = construct(&mut search, 0, &vec![2; layers], &mut Budget::unlimited().with_steps(100_000)).unwrap();
    assert_eq!(bdd.model_count(), (crate::BigUint::from(1u8) << (layers - 1)) + half / 2);
}

#[test]
#[cfg_attr(miri, ignore = "about the depth of the stack, which Miri does not limit")]
fn deep_searches_do_not_overflow_the_stack() {
    on_a_small_stack(|| {
        let layers = vec![1; Variable::MAX_COUNT];
        let bdd = construct(&mut AtMost { ones: 0 }, 0, &layers, &mut Budget::unlimited()).unwrap();
        assert_eq!(bdd.node_count(), Variable::MAX_COUNT + 2);
        // A symmetric search, which follows the middle choices of many layers.
        struct Middle;
        impl Search for Middle {
            type State = ();
            fn last_choice(&self, _: usize, (): &(), before: usize) -> Option<usize> {
                before.checked_sub(1)
            }
            fn choose(&mut self, layer: usize, (): &(), choice: usize) -> Option<()> {
                (choice == 1 || layer % 7000 == 3).then_some(())
            }
            fn residual_key(&mut self, _: usize, (): &(), _: &mut Vec<u64>) -> bool {
                true
            }
            fn is_symmetric(&self) -> bool {
                true
            }
        }
        let bdd = construct(&mut Middle, (), &vec![3; 21_845], &mut Budget::unlimited()).unwrap();
        assert_eq!(bdd.model_count(), 81u8.into());
    });
}

#[test]
fn a_limit_of_memory_is_kept_or_told() {
    let (ones, layers) = smaller_in_miri((40, 100), (10, 20));
    let build = |memory: usize| {
        construct(&mut AtMost { ones }, 0, &vec![2; layers], &mut Budget::unlimited().with_memory(memory)).map_err(
            |stopped| {
                let Interrupted::TooLarge { needed, limit } = stopped else { panic!("{stopped}") };
                assert!(limit == memory && needed > memory, "{stopped}");
                needed
            },
        )
    };
    // The first attempt has no memory. Each later attempt has the memory that the attempt before asked for.
    let mut memory = 0;
    let mut asked = 0;
    let bdd = loop {
        match build(memory) {
            Ok(bdd) => break bdd,
            Err(needed) => memory = needed,
        }
        asked += 1;
        assert!(asked < 1000);
    };
    assert!(asked > 10, "the tables grow step by step");
    assert!(memory > bdd.node_count() * size_of::<crate::Node>());
    assert_eq!(bdd, build(usize::MAX).unwrap());
}

#[test]
fn a_limit_of_steps_is_kept_and_enough_steps_suffice() {
    let (ones, layers) = smaller_in_miri((40, 100), (10, 30));
    let build =
        |steps| construct(&mut AtMost { ones }, 0, &vec![2; layers], &mut Budget::unlimited().with_steps(steps));
    let enough = (0..32).map(|power| 1 << power).find(|&steps| build(steps).is_ok()).unwrap();
    assert_eq!(build(enough / 2), Err(Interrupted::TooLong { limit: enough / 2 }));
    assert!((1000..1_000_000).contains(&enough), "{enough}");
}

#[test]
#[cfg_attr(miri, ignore = "looks at the budget are too many steps apart for Miri")]
fn progress_rises_and_cancelling_ends_the_work_at_once() {
    let build = |budget: &mut Budget<'_>| construct(&mut AtMost { ones: 500 }, 0, &[2; 1000], budget);
    let mut heard = Vec::new();
    let hear = &mut |Progress { fraction }| heard.push(fraction);
    build(&mut Budget::unlimited().with_progress(hear)).unwrap();
    assert!(heard.len() > 10 && heard.is_sorted(), "{heard:?}");
    assert!(heard.iter().all(|fraction| (0.0..=1.0).contains(fraction)), "{heard:?}");
    // The first reports of progress come from the search, the last reports from the conversion into nodes.
    for stop_at in (0..heard.len()).step_by(heard.len().div_ceil(9)).chain([heard.len() - 1]) {
        let cancel = Cancel::new();
        let mut looks = 0;
        let hear = &mut |_| {
            if looks == stop_at {
                cancel.cancel();
            }
            looks += 1;
        };
        let ended = build(&mut Budget::unlimited().with_cancel(cancel.clone()).with_progress(hear));
        assert_eq!((ended, looks), (Err(Interrupted::Cancelled), stop_at + 1));
    }
}

/// Checks that lists are shared even if the number of a first parent does not fit its bits. In a layer of 50,007
/// choices, a first parent has 16 bits; the layer above has 89,700 lists.
#[test]
#[cfg_attr(miri, ignore = "needs more lists than Miri can make in minutes")]
fn first_parents_beyond_their_bits_are_shared() {
    struct Pairs;
    impl Search for Pairs {
        type State = usize;
        fn last_choice(&self, layer: usize, &state: &usize, before: usize) -> Option<usize> {
            match layer {
                2 => [50_000 + state % 7, state % 50_000].into_iter().find(|&choice| choice < before),
                _ => before.checked_sub(1),
            }
        }
        fn choose(&mut self, layer: usize, &state: &usize, choice: usize) -> Option<usize> {
            // The choices 0 and 1 of the first layer are searched last, and lead to equal functions.
            Some(if layer == 0 { choice.max(1) } else { state * 300 + choice })
        }
    }
    let zdd = construct_zdd(&mut Pairs, 0, &[300, 300, 50_007], &mut Budget::unlimited()).unwrap();
    assert_eq!((zdd.node_count(), zdd.model_count()), (2 + 300 + 299 * 300 + 299 * 300 + 7, 180_000u32.into()));
}

#[test]
#[should_panic(expected = "expected at most 65535 variables, found 65536")]
fn more_variables_than_there_can_be_are_refused() {
    let _ = construct(&mut AtMost { ones: 0 }, 0, &[65_000, 536], &mut Budget::unlimited());
}

/// Checks that a search is refused if it returns the same choice again. Without the check, such a search would fill the
/// memory.
#[test]
fn a_search_that_repeats_a_choice_is_refused() {
    struct Stuck {
        is_symmetric: bool,
    }
    impl Search for Stuck {
        type State = ();
        fn last_choice(&self, _: usize, (): &(), _: usize) -> Option<usize> {
            Some(1)
        }
        fn choose(&mut self, _: usize, (): &(), _: usize) -> Option<()> {
            Some(())
        }
        fn is_symmetric(&self) -> bool {
            self.is_symmetric
        }
    }
    for is_symmetric in [false, true] {
        let build = || construct(&mut Stuck { is_symmetric }, (), &[2], &mut Budget::unlimited());
        let panic = std::panic::catch_unwind(build).unwrap_err();
        let message = panic.downcast_ref::<String>().unwrap();
        assert_eq!(message, "expected a choice below 1 on layer 0, found choice 1");
    }
}

/// Returns the rules of consecutive exactly-one constraints, whose numbers of variables are `lengths`, with
/// `exclusions`. Also returns their diagram by the library `biodivine-lib-bdd`.
fn conjoined(lengths: &[usize], exclusions: &[(usize, usize)]) -> (Rules, Bdd) {
    let variables = lengths.iter().sum();
    let mut rules = Rules::new(variables);
    let mut start = 0;
    for length in lengths {
        rules.exactly_one(&(start..start + length).map(Variable::from_index).collect::<Vec<_>>());
        start += length;
    }
    for &(a, b) in exclusions {
        let (a, b) = (a % variables, b % variables);
        if a != b {
            rules.exclude(Variable::from_index(a), Variable::from_index(b));
        }
    }
    let bdd = conjoin_by(&rules, Schedule::FirstConstraintFirst).unwrap();
    (rules, bdd)
}

fn satisfies(rules: &Rules, lengths: &[usize], choices: &[usize]) -> bool {
    let mut valuation = vec![false; rules.variables()];
    let mut start = 0;
    for (length, choice) in lengths.iter().zip(choices) {
        valuation[start + choice] = true;
        start += length;
    }
    rules.are_satisfied_by(&valuation)
}

proptest! {
    #[test]
    fn what_is_listed_is_the_conjunction(
        lengths in proptest::collection::vec(1usize..5, 1..6),
        exclusions in proptest::collection::vec((any::<usize>(), any::<usize>()), 0..12),
        remembers in any::<bool>(),
    ) {
        let (rules, expected) = conjoined(&lengths, &exclusions);
        let keep = |choices: &[usize]| satisfies(&rules, &lengths, choices);
        let listed = Listed { remembers, ..Listed::new(&lengths, keep) };
        prop_assert_eq!(listed.build(&mut Budget::unlimited()).unwrap(), expected);
    }

    #[test]
    fn symmetric_searches_are_completed_by_their_mirror_images(
        lengths in proptest::collection::vec(1usize..5, 1..6),
        exclusions in proptest::collection::vec((any::<usize>(), any::<usize>()), 0..8),
    ) {
        let (rules, _) = conjoined(&lengths, &exclusions);
        let keep = |choices: &[usize]| {
            let reversed: Vec<_> = choices.iter().zip(&lengths).map(|(choice, length)| length - 1 - choice).collect();
            satisfies(&rules, &lengths, choices) && satisfies(&rules, &lengths, &reversed)
        };
        let whole = Listed::new(&lengths, keep).build(&mut Budget::unlimited()).unwrap();
        let half = Listed { is_symmetric: true, ..Listed::new(&lengths, keep) }.build(&mut Budget::unlimited()).unwrap();
        prop_assert_eq!(half, whole);
    }

    /// Compares the diagram of a search over layers of both kinds, with free variables between the layers, with the
    /// models that the search accepts.
    #[test]
    fn layers_of_any_kind_are_the_same_function(
        kinds in proptest::collection::vec(prop_oneof![Just(0usize), 1usize..4], 1..smaller_in_miri(7, 4)),
        table in any::<u64>(),
    ) {
        // Kind 0 is a variable with either value. Any other kind is a layer with exactly one true variable, and the
        // number of its variables. A free variable lies between any two layers.
        let mut layers = Vec::new();
        let mut place = 0;
        for &kind in &kinds {
            place += 1;
            layers.push(match kind {
                0 => Layer::Either(place),
                length => Layer::OneOf { first: place, length: length as Level },
            });
            place += kind.max(1) as Level;
        }
        let variables = usize::from(place) + 1;
        let lengths: Vec<usize> = layers.iter().map(|layer| usize::from(layer.length())).collect();
        let keep = |choices: &[usize]| {
            let number = choices.iter().zip(&lengths).fold(0, |number, (choice, length)| number * length + choice);
            table.rotate_left(number as u32 * 7) & 1 == 1
        };
        let mut search = Listed::new(&lengths, keep);
        let bdd = construct_over(&mut search, Vec::new(), layers.clone(), variables, &mut Budget::unlimited()).unwrap();
        for bits in 0u32..1 << variables.min(16) {
            let valuation: Vec<bool> = (0..variables).map(|place| bits >> (place % 16) & 1 == 1).collect();
            let choices: Option<Vec<usize>> = layers.iter().map(|layer| match *layer {
                Layer::Either(variable) => Some(usize::from(valuation[usize::from(variable)])),
                Layer::OneOf { .. } => {
                    let places = &valuation[usize::from(layer.first())..usize::from(layer.end())];
                    let mut trues = (0..places.len()).filter(|&place| places[place]);
                    trues.next().filter(|_| trues.next().is_none())
                }
            }).collect();
            prop_assert_eq!(bdd.is_satisfied_by(&valuation), choices.is_some_and(|choices| keep(&choices)));
        }
    }
}
