//! The rules as bit sets, so that a [`Field`](super::Field) can place and rule out variables fast.

mod families;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use bdd_core::{Constraint, ConstraintId, Literal, Rules, Variable};

use super::copies::Copies;
use crate::lists::GroupedLists;
use crate::puzzle::{Puzzle, Visibility};
pub(crate) use families::Family;
use families::families;

/// The exclusions and lines (constraints) of every variable, as bits. All values of `Field` for a puzzle share one
/// `Adjacency`.
pub(crate) struct Adjacency<'a> {
    pub(crate) rules: &'a Rules,
    /// For each variable, the variables that it excludes, as pairs `(word, bits)`: bit `i` of `bits` stands for
    /// variable `64 * word + i` (see [`GroupedLists::of_words`]). In most puzzles these variables are in a few words.
    excluded: GroupedLists<(u32, u64)>,
    /// For each line, its variables as pairs `(word, bits)`; see [`GroupedLists::of_words`].
    bits_of: GroupedLists<(u32, u64)>,
    /// For each variable, the numbers of its lines, in ascending order.
    lines_of: GroupedLists<u32>,
    /// For each line, its variables in ascending order, without copies.
    pub(crate) lines: Vec<Cow<'a, [Variable]>>,
    /// The constraint of each line, with its bounds; `None` if all lines are at-least-one constraints.
    pub(crate) counts: Option<Vec<&'a Constraint>>,
    pub(crate) copies: Copies,
    /// The lines that count a literal several times, each with its literals and their weights.
    weighted: BTreeMap<u32, Vec<(Literal, usize)>>,
    visibilities: Vec<Visibility>,
    families: OnceCell<Vec<Family>>,
}

impl<'a> Adjacency<'a> {
    pub(crate) fn new(puzzle: &'a dyn Puzzle) -> Adjacency<'a> {
        let rules = puzzle.rules();
        let copies = Copies::new(rules);
        let definitions: BTreeSet<ConstraintId> = copies.definitions().collect();
        let mut weighted = BTreeMap::new();
        let line = |(id, constraint): (ConstraintId, &'a Constraint)| {
            if definitions.contains(&id) {
                return Cow::Borrowed(&[][..]);
            }
            let variables = constraint.variables();
            if !variables.iter().any(|&one| copies.has(one)) {
                return Cow::Borrowed(variables);
            }
            let literals = copies.weighted(rules, id);
            let own = literals.iter().map(|(literal, _)| literal.variable).collect();
            weighted.insert(u32::from(id), literals);
            Cow::Owned(own)
        };
        let lines: Vec<Cow<'_, [Variable]>> = rules.numbered_constraints().map(line).collect();
        let on_lines =
            || lines.iter().zip(0..).flat_map(|(line, number)| line.iter().map(move |one| (one.index(), number)));
        let lines_of = GroupedLists::grouped(rules.variables(), on_lines);
        let excluded =
            GroupedLists::of_words(Variable::all(rules.variables()).map(|variable| rules.excluded_by(variable)));
        let bits_of = GroupedLists::of_words(lines.iter().map(|line| &**line));
        let visibilities = (0..lines.len()).map(|line| puzzle.visibility(ConstraintId::from_index(line))).collect();
        let counts = puzzle.has_counts().then(|| rules.constraints().collect());
        let families = OnceCell::new();
        Adjacency { rules, excluded, bits_of, lines_of, lines, counts, copies, weighted, visibilities, families }
    }

    /// Returns the number of times that a line counts its literal of `variable`.
    pub(crate) fn weight(&self, line: u32, variable: Variable) -> usize {
        let heavy = self.heavy(line).iter().find(|(literal, _)| literal.variable == variable);
        heavy.map_or(1, |&(_, weight)| weight)
    }

    /// Returns the number of literals of a line of `variables` variables, each as often as the line counts it.
    pub(crate) fn size(&self, line: u32, variables: usize) -> usize {
        match self.heavy(line) {
            [] => variables,
            heavy => heavy.iter().map(|(_, weight)| weight).sum(),
        }
    }

    /// Returns the literals of a line that counts some of them several times, with their weights; no literals for any
    /// other line.
    pub(crate) fn heavy(&self, line: u32) -> &[(Literal, usize)] {
        self.weighted.get(&line).map_or(&[], Vec::as_slice)
    }

    /// Returns a nesting depth at which case splits decide every variable: the number of lines, or the number of
    /// variables if some line is not an at-least-one constraint.
    pub(crate) fn deepest_split(&self) -> usize {
        if self.counts.is_some() { self.rules.variables() } else { self.lines.len() }
    }

    pub(crate) fn visibility(&self, line: ConstraintId) -> Visibility {
        self.visibilities[line.index()]
    }

    /// Returns the lines and cliques in families of pairwise disjoint sets. The first call computes them.
    pub(crate) fn families(&self) -> &[Family] {
        self.families.get_or_init(|| families(self))
    }

    pub(crate) fn excluded_by(&self, variable: Variable) -> &[(u32, u64)] {
        self.excluded.get(usize::from(variable))
    }

    /// Returns the variables of a line as pairs `(word, bits)`; see [`GroupedLists::of_words`].
    pub(crate) fn bits_of(&self, line: ConstraintId) -> &[(u32, u64)] {
        self.bits_of.get(line.index())
    }

    pub(crate) fn excludes(&self, a: Variable, b: Variable) -> bool {
        self.rules.excluded_by(a).binary_search(&b).is_ok()
    }

    pub(crate) fn is_clique(&self, line: ConstraintId) -> bool {
        self.lines[line.index()].iter().all(|&variable| {
            let mut excluded = self.excluded_by(variable).iter().peekable();
            self.bits_of(line).iter().all(|&(word, bits)| {
                while excluded.next_if(|&&(other, _)| other < word).is_some() {}
                let by = excluded.next_if(|&&(other, _)| other == word).map_or(0, |&(_, bits)| bits);
                let itself = if variable.index() / 64 == word as usize { 1 << (variable.index() % 64) } else { 0 };
                bits & !(by | itself) == 0
            })
        })
    }

    pub(crate) fn lines_of(&self, variable: Variable) -> &[u32] {
        self.lines_of.get(usize::from(variable))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use bdd_core::Sampler;

    /// Variables at the first and last bits of words, and some others.
    const SOME: [usize; 10] = [0, 1, 5, 62, 63, 64, 127, 128, 130, 149];

    #[test]
    fn what_is_kept_as_bits_is_what_the_rules_say() {
        let mut sampler = Sampler::new(11);
        let mut below = |bound: usize| usize::try_from(sampler.below(&bound.into()).unwrap()).unwrap();
        let (mut cliques, mut others) = (0, 0);
        for _ in 0..200 {
            let mut rules = Rules::new(150);
            for _ in 0..3 {
                let line: Vec<Variable> =
                    SOME.into_iter().filter(|_| below(3) == 0).map(Variable::from_index).collect();
                rules.at_least_one(&line);
                // All pairs of the line exclude each other, or all but a few.
                let misses = below(2) == 0;
                for (place, &a) in line.iter().enumerate() {
                    line[place + 1..].iter().filter(|_| !misses || below(4) > 0).for_each(|&b| rules.exclude(a, b));
                }
            }
            let puzzle = rules.clone();
            let adjacency = Adjacency::new(&puzzle);
            let pairs: BTreeSet<(Variable, Variable)> = rules.exclusions().collect();
            let exclude = |a: Variable, b: Variable| pairs.contains(&(a.min(b), a.max(b)));
            for variable in Variable::all(150) {
                let excluded = Variable::all(150).filter(|&other| exclude(variable, other));
                assert_eq!(variables(adjacency.excluded_by(variable)), excluded.collect::<Vec<_>>());
                assert!(
                    Variable::all(150).all(|other| adjacency.excludes(variable, other) == exclude(variable, other))
                );
                let lines = rules.numbered_constraints().filter(|(_, line)| line.literal(variable).is_some());
                assert_eq!(adjacency.lines_of(variable), lines.map(|(line, _)| line.into()).collect::<Vec<u32>>());
            }
            for (line, of_line) in rules.numbered_constraints().map(|(line, of)| (line, of.variables())) {
                assert_eq!(variables(adjacency.bits_of(line)), of_line);
                let is_clique = of_line.iter().all(|&a| of_line.iter().all(|&b| a == b || exclude(a, b)));
                assert_eq!(adjacency.is_clique(line), is_clique, "{of_line:?} of {pairs:?}");
                *if is_clique { &mut cliques } else { &mut others } += 1;
            }
        }
        assert!(cliques > 100 && others > 100, "{cliques} {others}");
    }

    /// Returns the variables of pairs of words and bits, and checks that no word occurs twice.
    fn variables(words: &[(u32, u64)]) -> Vec<Variable> {
        assert!(words.iter().is_sorted_by(|a, b| a.0 < b.0), "{words:?}");
        let of =
            |&(word, bits): &(u32, u64)| (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| (word, bit));
        words.iter().flat_map(of).map(|(word, bit)| Variable::from_index(word as usize * 64 + bit)).collect()
    }
}
