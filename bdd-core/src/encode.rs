//! Lines that count as clauses, for SAT solvers.

use std::ops::{Not, RangeInclusive};

/// Says by clauses that of some literals the number of true ones lies within these bounds; `fresh` makes auxiliary
/// literals, each of a variable of its own, and `clause` takes the clauses.
///
/// `L` is a solver's kind of literal. No two of the literals are of the same variable. Every assignment of the literals
/// within the bounds has exactly one of the auxiliary variables that satisfies all clauses: so a formula has as many
/// models as before, whether a counter is told which variables count or not.
///
/// Each bound is said without auxiliary variables where that takes few clauses, a clause for every set of as many
/// literals as can't be all true, or all false. Otherwise a *sequential counter* says which numbers the first literals
/// reach (C. Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, 2005), with clauses in both
/// directions: about four times as many as there are literals, times the smaller of the bound and what it leaves.
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
/// let line = [Number(1), Number(2), Number(-3)];
/// encode::count(&line, 1..=2, &mut || unreachable!("so few take none"), &mut |clause| clauses.push(clause.to_vec()));
/// assert_eq!(clauses, [line.to_vec(), line.map(|literal| !literal).to_vec()]);
/// ```
pub fn count<L: Copy + Not<Output = L>>(
    literals: &[L],
    bounds: RangeInclusive<usize>,
    fresh: &mut impl FnMut() -> L,
    clause: &mut impl FnMut(&[L]),
) {
    let (number, least, most) = (literals.len(), *bounds.start(), *bounds.end());
    if least > most || least > number {
        return clause(&[]);
    }
    let most = most.min(number);
    let negations: Vec<L> = literals.iter().map(|&literal| !literal).collect();
    // Of any number - least + 1 literals one is true, of any most + 1 one is false.
    let (lower, upper) = ((number + 1).saturating_sub(least), most + 1);
    let is_lower_plain = least == 0 || subsets(number, lower) <= MOST_PLAIN;
    let is_upper_plain = most == number || subsets(number, upper) <= MOST_PLAIN;
    if is_lower_plain && least > 0 {
        for_each_subset(literals, lower, clause);
    }
    if is_upper_plain && most < number {
        for_each_subset(&negations, upper, clause);
    }
    let least = if is_lower_plain { 0 } else { least };
    let most = if is_upper_plain { number } else { most };
    if least == 0 && most == number {
        return;
    }
    // The counter counts what has fewer to count: the true literals up to here, or the false ones.
    let reach = |least: usize, most: usize| if most < number { most + 1 } else { least };
    if reach(least, most) <= reach(number - most, number - least) {
        counter(literals, least, most, fresh, clause);
    } else {
        counter(&negations, number - most, number - least, fresh, clause);
    }
}

/// So many clauses are rather taken than auxiliary variables.
const MOST_PLAIN: usize = 100;

/// The number of sets of `size` among `number` things, or anything above [`MOST_PLAIN`].
fn subsets(number: usize, size: usize) -> usize {
    let size = size.min(number - size.min(number));
    (0..size)
        .try_fold(1usize, |sets, i| Some(sets * (number - i) / (i + 1)).filter(|&sets| sets <= MOST_PLAIN))
        .unwrap_or(usize::MAX)
}

/// A clause for every set of `size` literals.
fn for_each_subset<L: Copy>(literals: &[L], size: usize, clause: &mut impl FnMut(&[L])) {
    let mut places: Vec<usize> = (0..size).collect();
    loop {
        clause(&places.iter().map(|&place| literals[place]).collect::<Vec<L>>());
        // The next set in lexicographic order.
        let Some(moved) = (0..size).rev().find(|&i| places[i] < literals.len() - size + i) else { return };
        let first = places[moved] + 1;
        (moved..size).zip(first..).for_each(|(i, place)| places[i] = place);
    }
}

/// The counter: for each literal, and each number up to the one that decides, whether so many of the literals up to it
/// are true.
fn counter<L: Copy + Not<Output = L>>(
    literals: &[L],
    least: usize,
    most: usize,
    fresh: &mut impl FnMut() -> L,
    clause: &mut impl FnMut(&[L]),
) {
    let reach = if most < literals.len() { most + 1 } else { least };
    // At place j, whether more than j of the literals so far are true; no place for what can't be yet.
    let mut before: Vec<L> = Vec::new();
    for (place, &literal) in literals.iter().enumerate() {
        let numbers = (place + 1).min(reach);
        let after: Vec<L> = (0..numbers)
            .map(|number| {
                // More than `number` now: more than that before, or one more with this literal.
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
    if least > 0 {
        clause(&[before[least - 1]]);
    }
    if most < literals.len() {
        clause(&[!before[most]]);
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

    /// The number of ways to assign `from` and all later variables so that all clauses hold.
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

    fn check(
        number: usize,
        least: usize,
        most: usize,
        encode: impl FnOnce(&[Signed], &mut usize, &mut Vec<Vec<Signed>>),
    ) {
        // Every other literal is negated.
        let literals: Vec<Signed> = (0..number).map(|place| Signed(place, place % 2 == 0)).collect();
        let (mut variables, mut clauses) = (number, Vec::new());
        encode(&literals, &mut variables, &mut clauses);
        for bits in 0..1usize << number {
            let mut values: Vec<bool> = (0..number).map(|place| bits >> place & 1 == 1).collect();
            let trues = literals.iter().filter(|literal| values[literal.0] == literal.1).count();
            let expected = usize::from(least <= trues && trues <= most);
            let found = extensions(&clauses, &mut values, variables);
            assert_eq!(found, expected, "{least} to {most} of {number}: {bits:b}");
        }
    }

    #[test]
    fn clauses_allow_what_is_within_the_bounds_in_one_way_each() {
        for number in 0..=crate::testing::smaller_in_miri(9, 4) {
            for (least, most) in (0..=number + 1).flat_map(|least| (0..=number + 1).map(move |most| (least, most))) {
                let bounds = RangeInclusive::new(least, most);
                check(number, least, most, |literals, variables, clauses| {
                    let mut fresh = || {
                        *variables += 1;
                        Signed(*variables - 1, true)
                    };
                    count(literals, bounds.clone(), &mut fresh, &mut |clause| clauses.push(clause.to_vec()));
                });
                if least <= most && most <= number && (least, most) != (0, number) {
                    check(number, least, most, |literals, variables, clauses| {
                        let mut fresh = || {
                            *variables += 1;
                            Signed(*variables - 1, true)
                        };
                        counter(literals, least, most, &mut fresh, &mut |clause| clauses.push(clause.to_vec()));
                    });
                }
            }
        }
    }

    #[test]
    fn few_clauses_for_long_lines() {
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
}
