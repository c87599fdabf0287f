//! Unit propagation of lines with other bounds than "at least one".

use crate::budget::{Budget, Interrupted};
use crate::groups::Groups;
use crate::id::Variable;
use crate::rules::{Constraint, Rules};

use super::Contradiction;

/// For each line that *counts*, how many of its literals are true and how many are undecided. Lines that ask for one of
/// their variables are none of these, and neither is what exclusions say.
pub(crate) struct CountingConstraints<'a> {
    pub(crate) constraints: Vec<&'a Constraint>,
    /// For each variable the places of such lines through it, and the value that makes its literal true.
    pub(crate) through: Groups<(u32, bool)>,
    tallies: Vec<CountState>,
    /// Lines that had no choice left when they were put here.
    pub(super) tight: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CountState {
    min: u32,
    max: u32,
    trues: u32,
    open: u32,
}

impl CountState {
    fn is_broken(self) -> bool {
        self.trues > self.max || self.trues + self.open < self.min
    }

    /// The value of all undecided literals, if there is but one.
    fn only(self) -> Option<bool> {
        if self.open == 0 {
            None
        } else if self.trues >= self.max {
            Some(false)
        } else {
            (self.trues + self.open <= self.min).then_some(true)
        }
    }
}

impl<'a> CountingConstraints<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        taken: usize,
        budget: &mut Budget<'_>,
    ) -> Result<CountingConstraints<'a>, Interrupted> {
        let counts = |constraint: &&Constraint| !constraint.is_at_least_one() && !constraint.is_trivial();
        let constraints: Vec<&Constraint> = rules.constraints().filter(counts).collect();
        let places = || {
            let constraints = constraints.iter().zip(0..);
            constraints.flat_map(|(constraint, place)| {
                constraint.literals().map(move |literal| (literal.variable, (place, literal.value)))
            })
        };
        let through = Groups::of(rules.variables(), places, taken, budget)?;
        let bound = |number: usize| number.min(u32::MAX as usize) as u32;
        let tallies = constraints.iter().map(|constraint| CountState {
            min: bound(constraint.min()),
            max: bound(constraint.max_beside_exclusions()),
            trues: 0,
            open: constraint.variables().len() as u32,
        });
        Ok(CountingConstraints { tallies: tallies.collect(), through, constraints, tight: Vec::new() })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// Puts all lines that have no choice from the beginning where they are taken from.
    pub(super) fn begin(&mut self) -> Result<(), Contradiction> {
        self.tight.extend((0..).zip(&self.tallies).filter(|(_, tally)| tally.only().is_some()).map(|(place, _)| place));
        if self.tallies.iter().any(|tally| tally.is_broken()) { Err(Contradiction) } else { Ok(()) }
    }

    /// Notes the value of a variable that was undecided. It is noted on all of its lines also after a contradiction.
    pub(super) fn decide(&mut self, variable: Variable, value: bool) -> Result<(), Contradiction> {
        let mut result = Ok(());
        for &(constraint, sign) in self.through.get(variable) {
            let tally = &mut self.tallies[constraint as usize];
            tally.open -= 1;
            tally.trues += u32::from(sign == value);
            if tally.is_broken() {
                result = Err(Contradiction);
            } else if tally.only().is_some() {
                self.tight.push(constraint);
            }
        }
        result
    }

    /// Undoes [`CountingConstraints::decide`].
    #[inline(never)]
    pub(super) fn take_back(&mut self, variable: Variable, value: bool) {
        for &(constraint, sign) in self.through.get(variable) {
            let tally = &mut self.tallies[constraint as usize];
            tally.open += 1;
            tally.trues -= u32::from(sign == value);
        }
    }

    /// A line, and the value that all its undecided literals have to have, if there is but one.
    pub(super) fn only(&self, constraint: u32) -> Option<(&'a Constraint, bool)> {
        let constraint = constraint as usize;
        self.tallies[constraint].only().map(|value| (self.constraints[constraint], value))
    }

    #[cfg(all(test, feature = "biodivine"))]
    pub(super) fn tallies(&self) -> Vec<CountState> {
        self.tallies.clone()
    }

    /// The bytes that the tables take.
    pub(super) fn bytes(&self) -> usize {
        self.through.bytes()
            + self.constraints.len() * (size_of::<&Constraint>() + size_of::<CountState>() + size_of::<u32>())
    }
}
