//! CNF encodings of cardinality constraints.
//!
//! A bound for which few plain clauses suffice is encoded by these clauses. Any other bound takes a counter, whose
//! auxiliary variables are functions of the literals. So each model of the rules extends to exactly one model of the
//! clauses, and any model counter finds the right number; see [`count`].

use std::collections::VecDeque;
use std::ops::{Not, RangeInclusive};

/// Encodes as clauses that the number of true `literals` lies within `bounds`. `fresh` returns a literal of a new
/// auxiliary variable, and `clause` receives the clauses.
///
/// `L` is a solver's type of literals. The literals must have different variables. Every assignment of the literals
/// within the bounds extends to exactly one assignment of the auxiliary variables that satisfies all clauses. So the
/// encoding keeps the number of models, with and without projection.
///
/// A bound takes no auxiliary variables if few plain clauses suffice: one for every set of literals that can't all be
/// true, or can't all be false. Otherwise a *sequential counter* counts the true literals (C. Sinz, *Towards an Optimal
/// CNF Encoding of Boolean Cardinality Constraints*, 2005). Its clauses state equivalences, not only implications:
/// about four clauses for each pair of a literal and a number to be counted. If these are more than a million clauses,
/// adders sum the literals as a binary number instead, with fourteen clauses for each literal (J. P. Warners, *A
/// Linear-Time Transformation of Linear Inequalities into CNF*, 1998). [`cost`] returns an upper bound on the size of
/// the encoding.
///
/// ```
/// use bdd_core::encode;
///
/// // Literals as DIMACS has them.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Number(i32);
/// impl std::ops::Not for Number {
///     type Output = Number;
///     fn not(self) -> Number {
///         Number(-self.0)
///     }
/// }
///
/// let mut clauses = Vec::new();
/// let literals = [Number(1), Number(2), Number(-3)];
/// let fresh = &mut || unreachable!("few literals need no auxiliary variables");
/// encode::count(&literals, 1..=2, fresh, &mut |clause| clauses.push(clause.to_vec()));
/// assert_eq!(clauses, [literals.to_vec(), literals.map(|literal| !literal).to_vec()]);
/// ```
pub fn count<L: Copy + Not<Output = L>>(
    literals: &[L],
    bounds: RangeInclusive<usize>,
    fresh: &mut impl FnMut() -> L,
    clause: &mut impl FnMut(&[L]),
) {
    let Some(ways) = ways(literals.len(), bounds) else { return clause(&[]) };
    let negations: Vec<L> = literals.iter().map(|&literal| !literal).collect();
    for (is_negated, way) in ways {
        let literals = if is_negated { negations.as_slice() } else { literals };
        match way {
            CountEncoding::Subsets(size) => for_each_subset(literals, size, clause),
            CountEncoding::Counter(min, max) => counter(literals, min, max, fresh, clause),
            CountEncoding::Adder(min, max) => adder(literals, min, max, fresh, clause),
        }
    }
}

/// An upper bound on the variables, clauses and literals that [`count`] makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of auxiliary variables of the encoding.
    pub variables: usize,
    /// The number of clauses of the encoding.
    pub clauses: usize,
    /// The number of literals of all clauses together.
    pub literals: usize,
}

/// Returns an upper bound on the variables, clauses and literals that [`count`] makes for `number` literals, without
/// making them.
///
/// ```
/// use bdd_core::encode;
///
/// // Exactly 5,000 of 10,000: the literals are added up in binary, because a sequential counter would take 200 million
/// // clauses.
/// assert!(encode::cost(10_000, 5_000..=5_000).clauses < 150_000);
/// ```
#[must_use]
pub fn cost(number: usize, bounds: RangeInclusive<usize>) -> Cost {
    let Some(ways) = ways(number, bounds) else { return Cost { clauses: 1, ..Cost::default() } };
    let mut cost = Cost::default();
    for (_, way) in ways {
        let (variables, clauses, literals) = match way {
            CountEncoding::Subsets(size) => (0, subsets(number, size), subsets(number, size) * size),
            CountEncoding::Counter(min, max) => {
                let numbers = number * reach(number, min, max);
                (numbers, 4 * numbers + 2, 10 * numbers + 2)
            }
            // Every adder removes one bit, by 14 clauses of 50 literals; each bound takes a clause for each of at most
            // 64 bits.
            CountEncoding::Adder(..) => (2 * number, 14 * number + 128, 50 * number + 128 * 64),
        };
        cost.variables += variables;
        cost.clauses += clauses;
        cost.literals += literals;
    }
    cost
}

/// An encoding of one or both bounds of a constraint.
enum CountEncoding {
    /// A clause for every set of this number of literals.
    Subsets(usize),
    /// A sequential counter with these lower and upper bounds.
    Counter(usize, usize),
    /// Adders with these lower and upper bounds.
    Adder(usize, usize),
}

/// Returns the encodings that together enforce `bounds` on `number` literals. The `bool` of an encoding is `true` if
/// the encoding applies to the negated literals. Returns `None` if the constraint can't be satisfied.
fn ways(number: usize, bounds: RangeInclusive<usize>) -> Option<Vec<(bool, CountEncoding)>> {
    let (min, max) = (*bounds.start(), *bounds.end());
    if min > max || min > number {
        return None;
    }
    let max = max.min(number);
    // Of any `number - min + 1` literals at least one is true, and of any `max + 1` literals at least one is false.
    let (lower, upper) = (number + 1 - min, max + 1);
    let is_lower_plain = min == 0 || subsets(number, lower) <= MOST_PLAIN;
    let is_upper_plain = max == number || subsets(number, upper) <= MOST_PLAIN;
    let mut ways = Vec::new();
    ways.extend((is_lower_plain && min > 0).then_some((false, CountEncoding::Subsets(lower))));
    ways.extend((is_upper_plain && max < number).then_some((true, CountEncoding::Subsets(upper))));
    let min = if is_lower_plain { 0 } else { min };
    let max = if is_upper_plain { number } else { max };
    if min > 0 || max < number {
        // Count the false literals instead of the true literals if that takes a smaller counter.
        let is_negated = reach(number, min, max) > reach(number, number - max, number - min);
        let (min, max) = if is_negated { (number - max, number - min) } else { (min, max) };
        let is_large = number * reach(number, min, max) > MOST_COUNTER_VARIABLES;
        ways.push((
            is_negated,
            if is_large { CountEncoding::Adder(min, max) } else { CountEncoding::Counter(min, max) },
        ));
    }
    Some(ways)
}

/// Returns the largest number to which a counter has to count the true literals to decide both bounds.
fn reach(number: usize, min: usize, max: usize) -> usize {
    if max < number { max + 1 } else { min }
}

/// The largest number of auxiliary variables of a sequential counter, each of which takes four clauses. Constraints
/// that need more are encoded by adders.
const MOST_COUNTER_VARIABLES: usize = 250_000;

/// The largest number of clauses that encode a bound without auxiliary variables.
const MOST_PLAIN: usize = 100;

/// Returns the number of sets of `size` out of `number` literals; [`usize::MAX`] if there are more than [`MOST_PLAIN`]
/// such sets.
fn subsets(number: usize, size: usize) -> usize {
    let size = size.min(number - size.min(number));
    (0..size)
        .try_fold(1usize, |sets, i| Some(sets * (number - i) / (i + 1)).filter(|&sets| sets <= MOST_PLAIN))
        .unwrap_or(usize::MAX)
}

/// Makes a clause for every set of `size` literals.
fn for_each_subset<L: Copy>(literals: &[L], size: usize, clause: &mut impl FnMut(&[L])) {
    let mut places: Vec<usize> = (0..size).collect();
    loop {
        clause(&places.iter().map(|&place| literals[place]).collect::<Vec<L>>());
        // Go on to the next set in lexicographic order.
        let Some(moved) = (0..size).rev().find(|&i| places[i] < literals.len() - size + i) else { return };
        let first = places[moved] + 1;
        (moved..size).zip(first..).for_each(|(i, place)| places[i] = place);
    }
}

/// Encodes a sequential counter. It has an auxiliary variable for each pair of a literal and a number to be counted.
/// The variable is true if at least this number of literals, up to and including this literal, are true.
fn counter<L: Copy + Not<Output = L>>(
    literals: &[L],
    min: usize,
    max: usize,
    fresh: &mut impl FnMut() -> L,
    clause: &mut impl FnMut(&[L]),
) {
    let reach = reach(literals.len(), min, max);
    // The literal at place `j` is true if more than `j` of the literals so far are true. Numbers that can't be reached
    // yet have no place.
    let mut before: Vec<L> = Vec::new();
    for (place, &literal) in literals.iter().enumerate() {
        let numbers = (place + 1).min(reach);
        let after: Vec<L> = (0..numbers)
            .map(|number| {
                // More than `number` literals are true now in two cases: more than `number` were true before, or more
                // than `number - 1` were true before and this literal is true.
                let (same, fewer) = (before.get(number).copied(), number.checked_sub(1).map(|fewer| before[fewer]));
                if same.is_none() && fewer.is_none() {
                    return literal;
                }
                let now = fresh();
                match same {
                    Some(same) => {
                        clause(&[!same, now]);
                        clause(&[!now, same, literal]);
                    }
                    None => clause(&[!now, literal]),
                }
                match fewer {
                    Some(fewer) => {
                        clause(&[!literal, !fewer, now]);
                        clause(&[!now, fewer]);
                    }
                    None => clause(&[!literal, now]),
                }
                now
            })
            .collect();
        before = after;
    }
    if min > 0 {
        clause(&[before[min - 1]]);
    }
    if max < literals.len() {
        clause(&[!before[max]]);
    }
}

/// Encodes the sum of the literals as a binary number, by full and half adders whose outputs are functions of their
/// inputs. Clauses over the bits of the sum enforce the bounds.
fn adder<L: Copy + Not<Output = L>>(
    literals: &[L],
    min: usize,
    max: usize,
    fresh: &mut impl FnMut() -> L,
    clause: &mut impl FnMut(&[L]),
) {
    let mut bits: Vec<L> = Vec::new();
    let mut column: VecDeque<L> = literals.iter().copied().collect();
    while !column.is_empty() {
        let mut carries = VecDeque::new();
        // The oldest bits are added first, so that the adders form a tree.
        while column.len() > 1 {
            let (Some(a), Some(b)) = (column.pop_front(), column.pop_front()) else { break };
            let (sum, carry) = (fresh(), fresh());
            match column.pop_front() {
                Some(c) => {
                    for [a, b, c] in [[a, b, c], [!a, !b, c], [!a, b, !c], [a, !b, !c]] {
                        clause(&[a, b, c, !sum]);
                        clause(&[!a, !b, !c, sum]);
                    }
                    for [a, b] in [[a, b], [a, c], [b, c]] {
                        clause(&[!a, !b, carry]);
                        clause(&[a, b, !carry]);
                    }
                }
                None => {
                    for [a, b] in [[a, b], [!a, !b]] {
                        clause(&[a, b, !sum]);
                        clause(&[a, !b, sum]);
                    }
                    clause(&[!a, !b, carry]);
                    clause(&[a, !carry]);
                    clause(&[b, !carry]);
                }
            }
            column.push_back(sum);
            carries.push_back(carry);
        }
        bits.extend(column.pop_front());
        column = carries;
    }
    // A number is below a bound if it has a 0 at some place where the bound has a 1, and equals the bound at all higher
    // places.
    for (bound, is_least) in [(min, true), (max, false)] {
        for (place, &bit) in bits.iter().enumerate().filter(|&(place, _)| (bound >> place & 1 == 1) == is_least) {
            let higher = (place + 1..bits.len()).filter(|&higher| (bound >> higher & 1 == 1) != is_least);
            let bits = std::iter::once(bit).chain(higher.map(|higher| bits[higher]));
            clause(&bits.map(|bit| if is_least { bit } else { !bit }).collect::<Vec<L>>());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Signed(usize, bool);

    impl Not for Signed {
        type Output = Signed;
        fn not(self) -> Signed {
            Signed(self.0, !self.1)
        }
    }

    /// Returns the number of assignments of all `variables` that continue `values` and satisfy all clauses.
    fn extensions(clauses: &[Vec<Signed>], values: &mut Vec<bool>, variables: usize) -> usize {
        let is_broken =
            |clause: &Vec<Signed>| clause.iter().all(|l| values.get(l.0).is_some_and(|&value| value != l.1));
        if clauses.iter().any(is_broken) {
            return 0;
        }
        if values.len() == variables {
            return 1;
        }
        let mut sum = 0;
        for value in [false, true] {
            values.push(value);
            sum += extensions(clauses, values, variables);
            values.pop();
        }
        sum
    }

    fn check(number: usize, min: usize, max: usize, encode: impl FnOnce(&[Signed], &mut usize, &mut Vec<Vec<Signed>>)) {
        // Every other literal is negated.
        let literals: Vec<Signed> = (0..number).map(|place| Signed(place, place % 2 == 0)).collect();
        let (mut variables, mut clauses) = (number, Vec::new());
        encode(&literals, &mut variables, &mut clauses);
        for bits in 0..1usize << number {
            let mut values: Vec<bool> = (0..number).map(|place| bits >> place & 1 == 1).collect();
            let trues = literals.iter().filter(|literal| values[literal.0] == literal.1).count();
            let expected = usize::from(min <= trues && trues <= max);
            let found = extensions(&clauses, &mut values, variables);
            assert_eq!(found, expected, "{min} to {max} of {number}: {bits:b}");
        }
    }

    #[test]
    fn clauses_allow_what_is_within_the_bounds_in_one_way_each() {
        for number in 0..=crate::testing::smaller_in_miri(9, 4) {
            for (min, max) in (0..=number + 1).flat_map(|min| (0..=number + 1).map(move |max| (min, max))) {
                let bounds = RangeInclusive::new(min, max);
                check(number, min, max, |literals, variables, clauses| {
                    let mut fresh = || {
                        *variables += 1;
                        Signed(*variables - 1, true)
                    };
                    count(literals, bounds.clone(), &mut fresh, &mut |clause| clauses.push(clause.to_vec()));
                });
                if min <= max && max <= number && (min, max) != (0, number) {
                    check(number, min, max, |literals, variables, clauses| {
                        let mut fresh = || {
                            *variables += 1;
                            Signed(*variables - 1, true)
                        };
                        counter(literals, min, max, &mut fresh, &mut |clause| clauses.push(clause.to_vec()));
                    });
                    check(number, min, max, |literals, variables, clauses| {
                        let mut fresh = || {
                            *variables += 1;
                            Signed(*variables - 1, true)
                        };
                        adder(literals, min, max, &mut fresh, &mut |clause| clauses.push(clause.to_vec()));
                    });
                }
            }
        }
    }

    #[test]
    fn few_clauses_for_long_constraints() {
        let literals: Vec<Signed> = (0..1000).map(|place| Signed(place, true)).collect();
        for bounds in [3..=3, 997..=998, 0..=5, 999..=1000, 1..=999] {
            let (mut variables, mut clauses) = (1000, 0);
            let mut fresh = || {
                variables += 1;
                Signed(variables - 1, true)
            };
            count(&literals, bounds.clone(), &mut fresh, &mut |_| clauses += 1);
            assert!(clauses <= 24_000, "{clauses} clauses for {bounds:?}");
        }
    }

    #[test]
    fn the_cost_bounds_what_is_made() {
        let large = [(10_000, 1_250, 1_250), (10_000, 8_750, 10_000), (3_000, 0, 100), (1_000, 240, 260), (30, 12, 18)];
        let small =
            (0..12).flat_map(|number| (0..=number).flat_map(move |a| (a..=number).map(move |b| (number, a, b))));
        for (number, min, max) in large.into_iter().chain(small) {
            let literals: Vec<Signed> = (0..number).map(|place| Signed(place, true)).collect();
            let (mut variables, mut made) = (number, Cost::default());
            let mut fresh = || {
                variables += 1;
                Signed(variables - 1, true)
            };
            count(&literals, min..=max, &mut fresh, &mut |clause| {
                made.clauses += 1;
                made.literals += clause.len();
            });
            made.variables = variables - number;
            let cost = cost(number, min..=max);
            let is_bound =
                made.variables <= cost.variables && made.clauses <= cost.clauses && made.literals <= cost.literals;
            assert!(is_bound, "{min} to {max} of {number}: {made:?}, {cost:?}");
            // The upper bound may be twice the number of clauses made: a counter omits the numbers that the first
            // literals can't reach yet.
            assert!(number < 30 || cost.clauses <= 2 * made.clauses, "{min} to {max} of {number}: {made:?}, {cost:?}");
            assert!(cost.clauses <= 4 * MOST_COUNTER_VARIABLES + 2 || number > 50_000, "{cost:?}");
        }
    }
}
