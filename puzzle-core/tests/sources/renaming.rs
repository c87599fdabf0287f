//! All sets of a few rules over six variables, up to renaming: of the sets that differ only in the names of the
//! variables, a single set is kept.

use std::collections::BTreeSet;

const VARIABLES: u8 = 6;

/// The numbers of sets of one to four rules, up to renaming.
pub(crate) const SIZES: [usize; 4] = [8, 134, 3_732, 130_242];

/// The condition that a rule states about its literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Exclude,
    /// If the first literal is true, so is the second.
    Imply,
    Clause,
    /// At least the first and at most the second number of literals are true.
    Count(usize, usize),
}

/// A rule: its kind and its literals. The literals are sorted, except in an implication, in which their order matters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rule {
    pub(crate) kind: Kind,
    pub(crate) literals: Vec<(u8, bool)>,
}

impl Rule {
    fn renamed(&self, names: &[u8]) -> Rule {
        let mut literals: Vec<(u8, bool)> =
            self.literals.iter().map(|&(variable, value)| (names[usize::from(variable)], value)).collect();
        if self.kind != Kind::Imply {
            literals.sort_unstable();
        }
        Rule { kind: self.kind, literals }
    }
}

pub(crate) struct Generator {
    /// All rules, sorted.
    pub(crate) rules: Vec<Rule>,
    /// For each renaming, the renamed form of each rule. Rules are given by their indices in `rules`.
    renamings: Vec<Vec<u16>>,
}

impl Generator {
    /// Creates the generator with the rules of eight kinds, over all choices of variables: exclusions; implications of
    /// variables; clauses of three literals, one of them negated; exactly two of four variables; at least two of three;
    /// at most two of five; one to two of three literals, one of them negated; exactly three of all six variables.
    pub(crate) fn new() -> Generator {
        let kinds: [(Kind, &[bool]); 8] = [
            (Kind::Exclude, &[true; 2]),
            (Kind::Imply, &[true; 2]),
            (Kind::Clause, &[true, true, false]),
            (Kind::Count(2, 2), &[true; 4]),
            (Kind::Count(2, 3), &[true; 3]),
            (Kind::Count(0, 2), &[true; 5]),
            (Kind::Count(1, 2), &[true, true, false]),
            (Kind::Count(3, 3), &[true; 6]),
        ];
        let names = permutations();
        let mut rules = BTreeSet::new();
        for (kind, values) in kinds {
            let first = Rule { kind, literals: (0..).zip(values.iter().copied()).collect() };
            rules.extend(names.iter().map(|names| first.renamed(names)));
        }
        let rules: Vec<Rule> = rules.into_iter().collect();
        let number = |rule: &Rule| rules.binary_search(rule).expect("a renamed rule is one of them") as u16;
        let renamings = names.iter().map(|names| rules.iter().map(|rule| number(&rule.renamed(names))).collect());
        Generator { renamings: renamings.collect(), rules }
    }

    /// Returns the sets of `size` different rules, as indices in `rules`. Of the sets that a renaming turns into each
    /// other, returns only the first in ascending order.
    pub(crate) fn sets(&self, size: usize) -> Vec<Vec<u16>> {
        let mut sets: BTreeSet<Vec<u16>> = BTreeSet::from([Vec::new()]);
        for _ in 0..size {
            // Without its last rule, each set is a renaming of one of the smaller sets.
            let larger = sets.iter().flat_map(|set| {
                let rules = (0..self.rules.len() as u16).filter(|rule| !set.contains(rule));
                rules.map(|rule| set.iter().copied().chain([rule]).collect::<Vec<u16>>())
            });
            sets = larger.map(|set| self.first(&set)).collect();
        }
        sets.into_iter().collect()
    }

    /// Returns the first, in ascending order, of the sets into which a renaming turns `set`.
    fn first(&self, set: &[u16]) -> Vec<u16> {
        let renamed = self.renamings.iter().map(|renaming| {
            let mut set: Vec<u16> = set.iter().map(|&rule| renaming[usize::from(rule)]).collect();
            set.sort_unstable();
            set
        });
        renamed.min().expect("there are renamings")
    }
}

/// Returns all permutations of the variables: the element at the index of a variable is its new name.
fn permutations() -> Vec<Vec<u8>> {
    (0..VARIABLES).fold(vec![Vec::new()], |all, _| {
        let longer = all.iter().flat_map(|names: &Vec<u8>| {
            let rest = (0..VARIABLES).filter(|name| !names.contains(name));
            rest.map(|name| names.iter().copied().chain([name]).collect::<Vec<u8>>())
        });
        longer.collect()
    })
}
