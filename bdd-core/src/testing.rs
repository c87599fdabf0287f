//! Helpers shared by the unit tests of several modules.

use crate::budget::Budget;
use crate::builder::DiagramBuilder;
use crate::diagram::Bdd;
use crate::id::Variable;
#[cfg(feature = "biodivine")]
use crate::rules::Literal;
use crate::rules::Rules;

/// Returns a size for a test: `whole`, or the smaller size `less` in Miri, which is very slow.
pub(crate) const fn smaller_in_miri<T: Copy>(whole: T, less: T) -> T {
    if cfg!(miri) { less } else { whole }
}

/// Returns the variables with these numbers.
pub(crate) fn variables<const N: usize>(numbers: [u16; N]) -> Vec<Variable> {
    numbers.map(Variable::new).to_vec()
}

/// Returns all valuations in lexicographic order, true before false.
pub(crate) fn valuations(variables: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u32 << variables).rev().map(move |bits| (0..variables).rev().map(|place| bits >> place & 1 == 1).collect())
}

/// Returns the diagram of `rules`, without limits.
pub(crate) fn conjoin(rules: &Rules) -> Bdd {
    DiagramBuilder::new(rules).build(&mut Budget::unlimited()).expect("an unlimited budget is never used up")
}

/// Returns the rules of an `n` x `n` square of variables: exactly one variable is true in each row and in each column.
pub(crate) fn permutations(n: u16) -> Rules {
    let mut rules = Rules::new(usize::from(n * n));
    for i in 0..n {
        rules.exactly_one(&(0..n).map(|j| i * n + j).collect::<Vec<_>>());
        rules.exactly_one(&(0..n).map(|j| j * n + i).collect::<Vec<_>>());
    }
    rules
}

/// Returns a generator of numbers that `seed` determines: called with a limit, it returns a number below the limit.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |limit| {
        // splitmix64 (Steele, Lea, Flood 2014)
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

/// Returns random rules, the same for the same seed: `exclusions` exclusions, some of which may be equal, and `lines`
/// clauses of positive literals.
pub(crate) fn random_rules(variables: usize, exclusions: usize, lines: usize, seed: u64) -> Rules {
    let mut below = numbers(seed);
    let mut rules = Rules::new(variables);
    for _ in 0..exclusions {
        let a = below(variables);
        let b = (a + 1 + below(variables - 1)) % variables;
        rules.exclude(Variable::from_index(a), Variable::from_index(b));
    }
    for _ in 0..lines {
        let line: Vec<_> = (0..1 + below(5)).map(|_| Variable::from_index(below(variables))).collect();
        rules.at_least_one(&line);
    }
    rules
}

/// Adds `lines` random counting constraints, the same for the same seed. Half of them have positive literals only; some
/// always hold.
#[cfg(feature = "biodivine")]
pub(crate) fn add_random_counts(rules: &mut Rules, lines: usize, seed: u64) {
    let mut below = numbers(!seed);
    let variables = rules.variables();
    for _ in 0..lines {
        let length = 2 + below(variables.min(9) - 1);
        let (first, step, sign) = (below(variables), 1 + below(3), below(2));
        let mut numbers: Vec<usize> = (0..length).map(|place| (first + place * step) % variables).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let literal = |number| Literal { variable: Variable::from_index(number), value: sign == 0 || below(2) == 0 };
        let literals: Vec<Literal> = numbers.into_iter().map(literal).collect();
        let min = below(literals.len() + 1);
        rules.count(min..=min + below(literals.len() + 1 - min), &literals);
    }
}

/// Runs a test on a thread with a stack too small for recursion as deep as its input.
#[cfg(feature = "biodivine")]
pub(crate) fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    const BYTES: usize = 256 << 10;
    let thread = std::thread::Builder::new().stack_size(BYTES).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}
