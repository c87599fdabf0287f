//! Unit propagation over clauses of two literals and cardinality constraints.

use super::{Code, code};
use crate::propagate::Contradiction;
use crate::rules::Rules;

/// The rules with the values decided so far.
pub(super) struct CountingPropagation {
    /// The values of the literals, by their codes: `true` for a true literal.
    is_true: Vec<bool>,
    /// For each literal, the literals that follow from it by a clause of two literals.
    implied: NumberLists,
    /// For each literal, the variables of the literals that `implied` lists for it.
    partners: NumberLists,
    /// For each literal, the constraints that have it.
    occurrences: NumberLists,
    constraints: Vec<CountedConstraint>,
    literals: Vec<Code>,
    /// The true literals, in the order in which they became true.
    trail: Vec<Code>,
    /// The number of literals of the trail whose consequences are known.
    propagated: usize,
}

/// A cardinality constraint with the numbers of its true and undecided literals.
#[derive(Clone, Copy, Debug)]
pub(super) struct CountedConstraint {
    begin: u32,
    end: u32,
    min: u32,
    max: u32,
    is_true: u32,
    undecided: u32,
}

impl CountedConstraint {
    /// Returns `true` if some values of the undecided literals break the constraint.
    pub(super) fn is_active(&self) -> bool {
        self.is_true < self.min || self.is_true + self.undecided > self.max
    }

    /// Returns the lower and the upper bound on the number of undecided literals that become true.
    pub(super) fn bounds_left(&self) -> [u32; 2] {
        [self.min.saturating_sub(self.is_true), (self.max - self.is_true).min(self.undecided)]
    }

    fn is_broken(&self) -> bool {
        self.is_true > self.max || self.is_true + self.undecided < self.min
    }

    pub(super) fn is_clause(&self) -> bool {
        self.min == 1 && self.max == self.end - self.begin
    }
}

/// Lists of numbers in one array.
struct NumberLists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl NumberLists {
    fn new(lists: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> NumberLists {
        let mut starts = vec![0; lists + 1];
        for (list, _) in pairs.clone() {
            starts[list as usize + 1] += 1;
        }
        for list in 0..lists {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts[lists] as usize];
        for (list, item) in pairs {
            items[next[list as usize] as usize] = item;
            next[list as usize] += 1;
        }
        NumberLists { starts, items }
    }

    /// Returns the lists of both literals of a variable, one after the other.
    fn of_both(&self, variable: u32) -> &[u32] {
        let [begin, end] = [2 * variable, 2 * variable + 2].map(|list| self.starts[list as usize] as usize);
        &self.items[begin..end]
    }

    fn of(&self, list: u32) -> &[u32] {
        &self.items[self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize]
    }
}

impl CountingPropagation {
    pub(super) fn new(rules: &Rules) -> CountingPropagation {
        let codes = 2 * rules.variables();
        // The clauses of two literals: at least one literal of each pair is true.
        let mut pairs: Vec<[Code; 2]> =
            rules.exclusions().map(|(a, b)| [2 * u32::from(a) + 1, 2 * u32::from(b) + 1]).collect();
        let (mut constraints, mut literals) = (Vec::new(), Vec::new());
        for constraint in rules.constraints() {
            let (min, max) = (constraint.min(), constraint.max_beside_exclusions());
            let count = constraint.variables().len();
            if min == 1 && max == count && count == 2 {
                let pair: Vec<Code> = constraint.literals().map(code).collect();
                pairs.push([pair[0], pair[1]]);
            } else if min > 0 || max < count {
                let begin = literals.len() as u32;
                literals.extend(constraint.literals().map(code));
                let end = literals.len() as u32;
                // A lower bound above `count` can't be met. It is lowered to `count + 1`, which can't be met either and
                // fits 32 bits.
                let min = min.min(count + 1) as u32;
                constraints.push(CountedConstraint {
                    begin,
                    end,
                    min,
                    max: max as u32,
                    is_true: 0,
                    undecided: end - begin,
                });
            }
        }
        let implications = pairs.iter().flat_map(|&[a, b]| [(a ^ 1, b), (b ^ 1, a)]);
        let occurrences = constraints.iter().zip(0u32..).flat_map(|(constraint, number)| {
            literals[constraint.begin as usize..constraint.end as usize].iter().map(move |&literal| (literal, number))
        });
        CountingPropagation {
            is_true: vec![false; codes],
            partners: NumberLists::new(codes, implications.clone().map(|(from, to)| (from, to >> 1))),
            implied: NumberLists::new(codes, implications),
            occurrences: NumberLists::new(codes, occurrences),
            constraints,
            literals,
            trail: Vec::new(),
            propagated: 0,
        }
    }

    pub(super) fn variables(&self) -> usize {
        self.is_true.len() / 2
    }

    pub(super) fn is_decided(&self, variable: u32) -> bool {
        self.is_true[2 * variable as usize] || self.is_true[2 * variable as usize + 1]
    }

    pub(super) fn trail(&self) -> &[Code] {
        &self.trail
    }

    pub(super) fn constraint(&self, number: u32) -> &CountedConstraint {
        &self.constraints[number as usize]
    }

    pub(super) fn constraint_count(&self) -> usize {
        self.constraints.len()
    }

    pub(super) fn literals_of(&self, constraint: &CountedConstraint) -> &[Code] {
        &self.literals[constraint.begin as usize..constraint.end as usize]
    }

    /// Returns the constraints that have a literal of `variable`.
    pub(super) fn constraints_of(&self, variable: u32) -> &[u32] {
        self.occurrences.of_both(variable)
    }

    /// Returns the variables that share a clause of two literals with `variable`. A variable may occur several times.
    pub(super) fn partners_of(&self, variable: u32) -> &[u32] {
        self.partners.of_both(variable)
    }

    /// Makes `literal` true, with its consequences. After a conflict, the caller takes the literals back.
    pub(super) fn decide(&mut self, literal: Code) -> Result<(), Contradiction> {
        self.assign(literal)?;
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            // All counters change before a conflict ends the loop, so that `take_back` finds them changed.
            let mut is_broken = false;
            for (literal, is_true) in [(literal, true), (literal ^ 1, false)] {
                for &number in self.occurrences.of(literal) {
                    let counter = &mut self.constraints[number as usize];
                    counter.undecided -= 1;
                    counter.is_true += u32::from(is_true);
                    is_broken |= counter.is_broken();
                }
            }
            if is_broken {
                return Err(Contradiction);
            }
            for place in 0..self.implied.of(literal).len() {
                self.assign(self.implied.of(literal)[place])?;
            }
            for literal in [literal, literal ^ 1] {
                for place in 0..self.occurrences.of(literal).len() {
                    let counter = self.constraints[self.occurrences.of(literal)[place] as usize];
                    if counter.undecided == 0 || !counter.is_active() {
                        continue;
                    }
                    let value = match counter.bounds_left() {
                        [_, 0] => 1,
                        [min, _] if min == counter.undecided => 0,
                        _ => continue,
                    };
                    for place in counter.begin..counter.end {
                        let literal = self.literals[place as usize];
                        if !self.is_decided(literal >> 1) {
                            self.assign(literal ^ value)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Propagates the constraints that leave no choice from the start.
    pub(super) fn begin(&mut self) -> Result<(), Contradiction> {
        for number in 0..self.constraints.len() {
            let counter = self.constraints[number];
            if counter.is_broken() {
                return Err(Contradiction);
            }
            for place in counter.begin..counter.end {
                let counter = self.constraints[number];
                let literal = self.literals[place as usize];
                if self.is_decided(literal >> 1) || !counter.is_active() {
                    continue;
                }
                match counter.bounds_left() {
                    [_, 0] => self.decide(literal ^ 1)?,
                    [min, _] if min == counter.undecided => self.decide(literal)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn assign(&mut self, literal: Code) -> Result<(), Contradiction> {
        if self.is_true[literal as usize] {
            return Ok(());
        }
        if self.is_true[(literal ^ 1) as usize] {
            return Err(Contradiction);
        }
        self.is_true[literal as usize] = true;
        self.trail.push(literal);
        Ok(())
    }

    /// Takes back the literals that became true after the trail had `length` literals.
    pub(super) fn take_back(&mut self, length: usize) {
        for place in (length..self.trail.len()).rev() {
            let literal = self.trail[place];
            self.is_true[literal as usize] = false;
            if place >= self.propagated {
                continue;
            }
            for (literal, is_true) in [(literal, true), (literal ^ 1, false)] {
                for &number in self.occurrences.of(literal) {
                    let counter = &mut self.constraints[number as usize];
                    counter.undecided += 1;
                    counter.is_true -= u32::from(is_true);
                }
            }
        }
        self.trail.truncate(length);
        self.propagated = self.propagated.min(length);
    }
}
