//! Unit propagation of counting constraints: all constraints except clauses of positive literals.

use crate::budget::{Budget, Interrupted};
use crate::groups::Groups;
use crate::id::Variable;
use crate::rules::{Constraint, Rules};

use super::Contradiction;

/// The counting constraints, with the numbers of true and undecided literals of each. Constraints of two kinds are left
/// out: clauses of positive literals, and constraints that the exclusions imply.
pub(crate) struct CountingConstraints<'a> {
    pub(crate) constraints: Vec<&'a Constraint>,
    /// For each variable, the constraints that contain it: the index of each in `constraints`, and the value that makes
    /// its literal true.
    pub(crate) through: Groups<(u32, bool)>,
    tallies: Vec<CountState>,
    /// The indices of constraints to propagate. When a constraint was added here, it forced the value of all its
    /// undecided literals.
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

    /// Returns the value that the constraint forces on all its undecided literals; `None` if it forces no value.
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

    /// Adds to `tight` all constraints that force literals before any variable is decided.
    pub(super) fn begin(&mut self) -> Result<(), Contradiction> {
        self.tight.extend((0..).zip(&self.tallies).filter(|(_, tally)| tally.only().is_some()).map(|(place, _)| place));
        if self.tallies.iter().any(|tally| tally.is_broken()) { Err(Contradiction) } else { Ok(()) }
    }

    /// Updates all constraints that contain `variable`, which has just got the value `value`. The update goes on after
    /// a contradiction, so that [`CountingConstraints::take_back`] can undo all of it.
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

    /// Undoes [`CountingConstraints::decide`] with the same arguments.
    #[inline(never)]
    pub(super) fn take_back(&mut self, variable: Variable, value: bool) {
        for &(constraint, sign) in self.through.get(variable) {
            let tally = &mut self.tallies[constraint as usize];
            tally.open += 1;
            tally.trues -= u32::from(sign == value);
        }
    }

    /// Returns the constraint with the index `constraint`, and the value that it forces on all its undecided literals;
    /// `None` if it forces no value.
    pub(super) fn only(&self, constraint: u32) -> Option<(&'a Constraint, bool)> {
        let constraint = constraint as usize;
        self.tallies[constraint].only().map(|value| (self.constraints[constraint], value))
    }

    #[cfg(all(test, feature = "biodivine"))]
    pub(super) fn tallies(&self) -> Vec<CountState> {
        self.tallies.clone()
    }

    /// Returns the number of bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        self.through.bytes()
            + self.constraints.len() * (size_of::<&Constraint>() + size_of::<CountState>() + size_of::<u32>())
    }
}
