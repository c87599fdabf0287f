//! The exclusions of the rules as cliques: sets of variables of which at most one is true.
//!
//! The exclusions of n-queens are about 5 n³ / 3 pairs, but fewer than 6 n ranks, files and diagonals. An at-most-one
//! constraint propagates exactly as much as its pairs, so every step that follows from the pairs follows from the
//! cliques as well.

use bdd_core::{ConstraintId, Rules, Variable};

/// The maximum number of pairs that the search for cliques looks at, as a multiple of the number of exclusions of the
/// rules. Each exclusion that is left then becomes a clique of two variables.
const MAX_TESTS: usize = 64;

/// Cliques that contain every exclusion of the rules, and no other pair of variables.
#[derive(Debug)]
pub(super) struct CliqueCover<'a> {
    cliques: Vec<Clique>,
    /// For each variable, the later variables that it excludes, in ascending order.
    later: Vec<&'a [Variable]>,
    /// For each pair in `later`, the index of the first clique that contains it. `None` only during construction.
    first: Vec<Vec<Option<u32>>>,
}

/// A set of variables that all exclude each other.
#[derive(Debug)]
pub(super) struct Clique {
    /// The variables, two or more, in ascending order.
    pub(super) variables: Vec<Variable>,
    /// The line that consists of these variables; `None` if there is no such line.
    pub(super) line: Option<ConstraintId>,
}

impl<'a> CliqueCover<'a> {
    /// Covers the exclusions of `rules`: first by the lines whose variables all exclude each other, then by cliques of
    /// the remaining exclusions. Each of these cliques is grown greedily, by variables in ascending order.
    pub(super) fn new(rules: &'a Rules) -> CliqueCover<'a> {
        let later: Vec<&[Variable]> = Variable::all(rules.variables())
            .map(|variable| {
                let excluded = rules.excluded_by(variable);
                &excluded[excluded.partition_point(|&other| other < variable)..]
            })
            .collect();
        let first: Vec<Vec<Option<u32>>> = later.iter().map(|others| vec![None; others.len()]).collect();
        let mut tests = MAX_TESTS * later.iter().map(|others| others.len()).sum::<usize>();
        let mut cover = CliqueCover { cliques: Vec::new(), later, first };
        for (on, constraint) in rules.numbered_constraints() {
            let variables = constraint.variables();
            if variables.len() > 1 && cover.is_clique(variables) && cover.containing(variables).is_none() {
                cover.add(variables.to_vec(), Some(on));
            }
        }
        for a in Variable::all(rules.variables()) {
            for at in 0..cover.later[a.index()].len() {
                if cover.first[a.index()][at].is_none() {
                    let clique = cover.grow(a, at, &mut tests);
                    cover.add(clique, None);
                }
            }
        }
        cover
    }

    /// Grows a clique that begins with `a` and the variable at index `place` of the list of later variables excluded by
    /// `a`. Adds a variable only if none of its pairs with the members is in an earlier clique. Stops when `tests` is
    /// 0.
    fn grow(&self, a: Variable, place: usize, tests: &mut usize) -> Vec<Variable> {
        let is_open = |a: Variable, place: usize| self.first[a.index()][place].is_none();
        let others = self.later[a.index()];
        let mut clique = vec![a, others[place]];
        for (next, &other) in others.iter().enumerate().skip(place + 1) {
            *tests = tests.saturating_sub(clique.len());
            if *tests == 0 {
                break;
            }
            let mut members = clique[1..].iter();
            if is_open(a, next)
                && members.all(|&member| self.place(member, other).is_some_and(|place| is_open(member, place)))
            {
                clique.push(other);
            }
        }
        clique
    }

    /// Returns the cliques. Lines come first, in the order of the rules.
    pub(super) fn cliques(&self) -> &[Clique] {
        &self.cliques
    }

    fn add(&mut self, variables: Vec<Variable>, line: Option<ConstraintId>) {
        let number = self.cliques.len() as u32;
        for (i, &a) in variables.iter().enumerate() {
            for &b in &variables[i + 1..] {
                let place = self.place(a, b).expect("the variables of a clique exclude each other");
                self.first[a.index()][place].get_or_insert(number);
            }
        }
        self.cliques.push(Clique { variables, line });
    }

    fn is_clique(&self, variables: &[Variable]) -> bool {
        let excludes_later =
            |(i, &a): (usize, &Variable)| variables[i + 1..].iter().all(|&b| self.place(a, b).is_some());
        variables.iter().enumerate().all(excludes_later)
    }

    /// Returns the index of `b` in the list of the later variables that `a` excludes; `None` if the list does not have
    /// `b`.
    fn place(&self, a: Variable, b: Variable) -> Option<usize> {
        self.later[a.index()].binary_search(&b).ok()
    }

    /// Returns the index of the first clique that contains two variables; `None` if they do not exclude each other.
    pub(super) fn of(&self, a: Variable, b: Variable) -> Option<usize> {
        let (a, b) = (a.min(b), a.max(b));
        self.first[a.index()][self.place(a, b)?].map(|number| number as usize)
    }

    /// Returns the index of a clique that contains all `variables`, two or more; `None` if it finds none. For each
    /// further variable, only the first clique that contains it and the first variable is tried.
    pub(super) fn containing(&self, variables: &[Variable]) -> Option<usize> {
        let [head, tail @ ..] = variables else { return None };
        let contains_all = |&number: &usize| {
            let clique = &self.cliques[number].variables;
            variables.iter().all(|variable| clique.binary_search(variable).is_ok())
        };
        tail.iter().filter_map(|&other| self.of(*head, other)).find(contains_all)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Asserts that the pairs of the cliques are the exclusions, and returns the cliques.
    fn cliques(rules: &Rules) -> Vec<Vec<usize>> {
        let cover = CliqueCover::new(rules);
        let mut pairs = BTreeSet::new();
        for (number, Clique { variables, .. }) in cover.cliques().iter().enumerate() {
            for (i, &a) in variables.iter().enumerate() {
                for &b in &variables[i + 1..] {
                    pairs.insert((a, b));
                    let first = cover.of(b, a).unwrap();
                    assert!(first <= number && cover.cliques()[first].variables.contains(&a));
                    assert!(cover.cliques()[first].variables.contains(&b));
                }
            }
            let found = cover.containing(variables);
            assert!(
                found.is_none_or(|found| variables.iter().all(|one| cover.cliques()[found].variables.contains(one)))
            );
        }
        assert_eq!(pairs, rules.exclusions().collect());
        let indices = |clique: &Clique| clique.variables.iter().map(|variable| variable.index()).collect();
        cover.cliques().iter().map(indices).collect()
    }

    #[test]
    fn lines_are_cliques_and_the_other_exclusions_become_some() {
        let mut rules = Rules::new(7);
        rules.at_most_one(&[3, 4, 5]);
        rules.exactly_one(&[0, 1, 2]);
        rules.exclude(2, 3);
        // No clique: 0 and 6 do not exclude each other. No further clique: a pair of the first line.
        rules.at_least_one(&[0, 6]);
        rules.exactly_one(&[1, 2]);
        assert_eq!(cliques(&rules), [vec![0, 1, 2], vec![2, 3], vec![3, 4, 5]]);
    }

    #[test]
    fn a_chessboard_is_covered_by_its_lines() {
        // Squares a1, b1, ... of 5 x 5, whose ranks and files are lines.
        let (n, mut rules) = (5usize, Rules::new(25));
        for a in 0..25usize {
            for b in a + 1..25 {
                let (rank, file) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
                if rank == 0 || file == 0 || rank == file {
                    rules.exclude(a as u16, b as u16);
                }
            }
        }
        (0..5u16).for_each(|rank| rules.at_least_one(&[0, 1, 2, 3, 4].map(|file| 5 * rank + file)));
        (0..5u16).for_each(|file| rules.at_least_one(&[0, 1, 2, 3, 4].map(|rank| 5 * rank + file)));
        let found = cliques(&rules);
        // 5 ranks, 5 files and 14 diagonals of two squares or more.
        assert_eq!(found.len(), 24);
        assert_eq!(found[..2], [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]);
        assert!(found.contains(&vec![2, 6, 10]) && found.contains(&vec![0, 6, 12, 18, 24]));
    }

    #[test]
    fn random_exclusions_are_covered() {
        let mut sampler = bdd_core::Sampler::new(1);
        for density in 1..10 {
            let mut rules = Rules::new(14);
            for (a, b) in (0..14u16).flat_map(|a| (0..a).map(move |b| (a, b))) {
                if sampler.index(10).unwrap() < density {
                    rules.exclude(a, b);
                }
            }
            for first in 0..10u16 {
                rules.at_least_one(&[first, first + 1, first + 3]);
            }
            cliques(&rules);
        }
    }
}
