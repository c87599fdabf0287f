//! The candidates of a board after the simplest reasoning, by exclusions and full lines only, and the number of
//! candidates on every line.

mod counts;

use bdd_core::{ConstraintId, Variable};

use super::adjacency::Adjacency;
pub(crate) use counts::LineCounts;

/// The candidates of a board, and for every line (constraint) the number of its candidates. A line is *open* if it
/// needs further true variables, and *empty* if it can no longer be satisfied.
#[derive(Clone)]
pub(crate) struct Field<'a> {
    pub(crate) adjacency: &'a Adjacency<'a>,
    /// The candidates, as bits: all variables that are neither placed nor ruled out.
    pub(super) possible: Vec<u64>,
    /// For each line, the number of its candidates.
    pub(super) left: Vec<u16>,
    /// The open lines, which need further true variables, as bits.
    pub(super) open: Vec<u64>,
    /// The lines that can no longer be satisfied, as bits: they have too few candidates or too many true variables.
    pub(super) empty: Vec<u64>,
    /// The open lines without negated variables that need all their candidates, as bits. A line is open if it needs
    /// further true variables.
    pub(super) tight: Vec<u64>,
    /// The numbers of further true literals that each line needs and can hold. `None` if all lines are at-least-one
    /// constraints.
    pub(crate) counts: Option<LineCounts>,
}

impl<'a> Field<'a> {
    /// Copies `from`, a field of the same rules, into this field without new allocations. So one field can serve for
    /// thousands of suppositions.
    pub(crate) fn copy_from(&mut self, from: &Field<'a>) {
        self.possible.clone_from(&from.possible);
        self.left.clone_from(&from.left);
        self.open.clone_from(&from.open);
        self.empty.clone_from(&from.empty);
        self.tight.clone_from(&from.tight);
        self.counts.clone_from(&from.counts);
    }

    /// Creates the field of a board without true or blocked variables. Every variable is a candidate, unless it lies on
    /// a line that may have no true variable.
    pub(crate) fn new(adjacency: &'a Adjacency<'a>) -> Field<'a> {
        let lines = &adjacency.lines;
        let with = |left: usize| bits((0..lines.len()).filter(|&line| lines[line].len() == left), lines.len());
        let mut field = Field {
            adjacency,
            counts: adjacency.counts.as_ref().map(|lines| LineCounts::new(lines, adjacency)),
            possible: bits(
                (0..adjacency.rules.variables()).filter(|&one| !adjacency.copies.has(Variable::from_index(one))),
                adjacency.rules.variables(),
            ),
            left: lines.iter().zip(0..).map(|(line, number)| adjacency.size(number, line.len()) as u16).collect(),
            open: bits(0..lines.len(), lines.len()),
            empty: with(0),
            tight: with(1),
        };
        field.begin_counting();
        field
    }

    pub(crate) fn rule_out(&mut self, variable: Variable) {
        if has(&self.possible, variable.index()) {
            set(&mut self.possible, variable.index(), false);
            if self.counts.is_some() { self.count_out(variable) } else { self.one_less(variable) }
        }
    }

    /// Makes a variable true and rules out the variables that it excludes. The variable need not be a candidate.
    pub(crate) fn place(&mut self, variable: Variable) {
        if self.counts.is_some() {
            return self.count_placed(variable);
        }
        let adjacency = self.adjacency;
        // First the lines of the variable stop being open, since they need no further variable. So the loop below does
        // not mark them as empty or tight.
        for &line in adjacency.lines_of(variable) {
            for bits in [&mut self.open, &mut self.empty, &mut self.tight] {
                set(bits, line as usize, false);
            }
        }
        self.rule_out(variable);
        for &(word, bits) in adjacency.excluded_by(variable) {
            let mut gone = self.possible[word as usize] & bits;
            self.possible[word as usize] &= !bits;
            while gone != 0 {
                let bit = gone.trailing_zeros();
                gone &= gone - 1;
                self.one_less(Variable::new((word * 64 + bit) as u16));
            }
        }
    }

    pub(crate) fn with(&self, variable: Variable) -> Field<'a> {
        let mut field = self.clone();
        field.place(variable);
        field
    }

    fn one_less(&mut self, variable: Variable) {
        for &line in self.adjacency.lines_of(variable) {
            let left = &mut self.left[line as usize];
            *left -= 1;
            if *left <= 1 && has(&self.open, line as usize) {
                set(&mut self.tight, line as usize, *left == 1);
                set(&mut self.empty, line as usize, *left == 0);
            }
        }
    }

    /// Returns the approximate size of the field in machine words, as a measure of the work to copy it.
    pub(crate) fn words(&self) -> usize {
        self.possible.len() + self.left.len() / 4
    }

    pub(crate) fn is_possible(&self, variable: Variable) -> bool {
        has(&self.possible, variable.index())
    }

    pub(crate) fn all_possible(&self) -> &[u64] {
        &self.possible
    }

    /// Returns `true` if a line needs further true variables.
    pub(crate) fn is_open(&self, line: ConstraintId) -> bool {
        has(&self.open, line.index())
    }

    /// Returns the lines that can no longer be satisfied: they have too few candidates, or too many true variables.
    pub(crate) fn empty_lines(&self) -> impl Iterator<Item = ConstraintId> + '_ {
        ones(&self.empty).map(ConstraintId::from_index)
    }

    /// Returns the candidates of a line, in order.
    pub(crate) fn possible(&self, line: ConstraintId) -> impl Iterator<Item = Variable> + '_ {
        self.adjacency.bits_of(line).iter().flat_map(|&(word, bits)| {
            ones_in(self.possible[word as usize] & bits).map(move |bit| Variable::from_index(word as usize * 64 + bit))
        })
    }

    /// Returns the number of candidates of a line.
    pub(crate) fn left(&self, line: ConstraintId) -> usize {
        usize::from(self.left[line.index()])
    }

    /// Returns the open lines, which need further true variables, each with the number of its candidates.
    pub(crate) fn open_lines(&self) -> impl Iterator<Item = (usize, ConstraintId)> + '_ {
        ones(&self.open).map(|line| (usize::from(self.left[line]), ConstraintId::from_index(line)))
    }

    pub(crate) fn empty_line(&self) -> Option<ConstraintId> {
        self.empty_lines().next()
    }

    /// Returns the open lines that need all their candidates, each with its first candidate.
    pub(crate) fn tight_lines(&self) -> Vec<(Variable, ConstraintId)> {
        let only = |line| self.possible(line).next().expect("the line has one possible variable left");
        ones(&self.tight).map(ConstraintId::from_index).map(|line| (only(line), line)).collect()
    }

    /// Places the candidates of lines that need all their candidates, until there is no such line; then returns
    /// `false`. Returns `true` as soon as a line can no longer be satisfied.
    pub(crate) fn settle(&mut self) -> bool {
        while self.empty.iter().all(|&word| word == 0) {
            let Some(line) = ones(&self.tight).next().map(ConstraintId::from_index) else { return false };
            let only = self.possible(line).next().expect("the line has one possible variable left");
            self.place(only);
        }
        true
    }

    /// Returns `true` if `line` is open and needs all its candidates, and `variable` is a candidate. The line must
    /// contain the variable.
    pub(crate) fn is_only(&self, variable: Variable, line: ConstraintId) -> bool {
        has(&self.tight, line.index()) && self.is_possible(variable)
    }
}

/// Returns a bit set of at least `bound` bits, in which exactly the bits with the numbers `ones` are set.
fn bits(ones: impl Iterator<Item = usize>, bound: usize) -> Vec<u64> {
    let mut words = vec![0; bound.div_ceil(64)];
    ones.for_each(|one| set(&mut words, one, true));
    words
}

pub(crate) fn has(words: &[u64], number: usize) -> bool {
    words[number / 64] >> (number % 64) & 1 == 1
}

pub(crate) fn set(words: &mut [u64], number: usize, value: bool) {
    let bit = 1 << (number % 64);
    if value { words[number / 64] |= bit } else { words[number / 64] &= !bit }
}

pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| ones_in(word).map(move |bit| place * 64 + bit))
}

fn ones_in(word: u64) -> impl Iterator<Item = usize> {
    std::iter::successors((word != 0).then_some(word), |rest| Some(rest & (rest - 1)).filter(|&rest| rest != 0))
        .map(|rest| rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::puzzle::Puzzle;
    use bdd_core::{Constraint, Rules, Sampler};

    const VARIABLES: usize = 150;

    /// Returns rules with many short lines. The variables take three words, and some pairs on a line exclude each
    /// other.
    fn rules(below: &mut impl FnMut(usize) -> usize) -> Rules {
        let mut rules = Rules::new(VARIABLES);
        for _ in 0..70 {
            let from = below(VARIABLES - 6);
            let line: Vec<Variable> = (from..from + 6).filter(|_| below(2) == 0).map(Variable::from_index).collect();
            if line.len() < 3 {
                continue;
            }
            rules.at_least_one(&line);
            for (place, &a) in line.iter().enumerate() {
                line[place + 1..].iter().filter(|_| below(3) > 0).for_each(|&b| rules.exclude(a, b));
            }
        }
        rules
    }

    /// The changes made to a field. The methods compute the expected field from these changes and the rules alone.
    #[derive(Default)]
    struct Done {
        placed: BTreeSet<Variable>,
        out: BTreeSet<Variable>,
    }

    impl Done {
        fn possible(&self, rules: &Rules) -> BTreeSet<Variable> {
            let excluded: BTreeSet<Variable> = rules
                .exclusions()
                .flat_map(|(a, b)| [(a, b), (b, a)])
                .filter(|(by, _)| self.placed.contains(by))
                .map(|(_, excluded)| excluded)
                .collect();
            let is_gone =
                |one: &Variable| self.placed.contains(one) || self.out.contains(one) || excluded.contains(one);
            Variable::all(VARIABLES).filter(|one| !is_gone(one)).collect()
        }

        /// Returns the lines that need a true variable, each with its candidates.
        fn open(&self, rules: &Rules) -> Vec<(ConstraintId, Vec<Variable>)> {
            let possible = self.possible(rules);
            let is_open =
                |(_, line): &(ConstraintId, &Constraint)| !line.variables().iter().any(|one| self.placed.contains(one));
            let left =
                |line: &Constraint| line.variables().iter().copied().filter(|one| possible.contains(one)).collect();
            rules.numbered_constraints().filter(is_open).map(|(id, line)| (id, left(line))).collect()
        }

        fn check(&self, rules: &Rules, field: &Field<'_>) {
            let possible = self.possible(rules);
            assert!(ones(field.all_possible()).map(Variable::from_index).eq(possible.iter().copied()));
            assert!(Variable::all(VARIABLES).all(|one| field.is_possible(one) == possible.contains(&one)));
            let open = self.open(rules);
            for (line, variables) in rules.numbered_constraints().map(|(line, of)| (line, of.variables())) {
                let left: Vec<Variable> = variables.iter().copied().filter(|one| possible.contains(one)).collect();
                assert_eq!((field.left(line), field.possible(line).collect::<Vec<_>>()), (left.len(), left.clone()));
                let is_open = open.iter().any(|(one, _)| *one == line);
                assert_eq!(field.is_open(line), is_open);
                for &variable in variables {
                    assert_eq!(field.is_only(variable, line), is_open && left == [variable]);
                }
            }
            let lines = open.iter().map(|(line, left)| (left.len(), *line));
            assert_eq!(field.open_lines().collect::<Vec<_>>(), lines.collect::<Vec<_>>());
            let empty: Vec<ConstraintId> =
                open.iter().filter(|(_, left)| left.is_empty()).map(|(line, _)| *line).collect();
            assert_eq!((field.empty_line(), field.empty_lines().collect()), (empty.first().copied(), empty));
            let single = open.iter().filter(|(_, left)| left.len() == 1).map(|(line, left)| (left[0], *line));
            assert_eq!(field.tight_lines(), single.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_field_knows_at_any_time_what_is_left_and_which_lines_have_too_little() {
        let mut sampler = Sampler::new(23);
        let mut below = |bound: usize| usize::try_from(sampler.below(&bound.into()).unwrap()).unwrap();
        let mut settled = [0; 2];
        for case in 0..40 {
            let puzzle = rules(&mut below);
            let rules = puzzle.rules();
            let adjacency = Adjacency::new(&puzzle);
            let mut field = Field::new(&adjacency);
            let mut done = Done::default();
            done.check(rules, &field);
            for _ in 0..case {
                let variable = Variable::from_index(below(VARIABLES));
                if below(3) == 0 {
                    field.place(variable);
                    done.placed.insert(variable);
                } else {
                    field.rule_out(variable);
                    done.out.insert(variable);
                }
                done.check(rules, &field);
            }
            // A copy is independent of the original, also in memory that held another field before.
            let mut copy = Field::new(&adjacency);
            copy.copy_from(&field);
            done.check(rules, &copy);
            let is_broken = copy.settle();
            done.check(rules, &field);
            let expected = loop {
                let open = done.open(rules);
                if open.iter().any(|(_, left)| left.is_empty()) {
                    break true;
                }
                let Some((_, left)) = open.iter().find(|(_, left)| left.len() == 1) else { break false };
                done.placed.insert(left[0]);
            };
            done.check(rules, &copy);
            assert_eq!(is_broken, expected);
            settled[usize::from(is_broken)] += 1;
        }
        assert!(settled.iter().all(|&times| times > 5), "{settled:?}");
    }

    #[test]
    fn a_copy_takes_a_word_for_64_variables_or_four_lines() {
        let mut rules = Rules::new(VARIABLES);
        (0..8).for_each(|variable| rules.at_least_one(&[Variable::from_index(variable)]));
        let puzzle = rules;
        assert_eq!(Field::new(&Adjacency::new(&puzzle)).words(), 3 + 2);
    }
}
