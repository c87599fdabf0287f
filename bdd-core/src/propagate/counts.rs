//! Unit propagation of lines with other bounds than "at least one".

use crate::budget::{Budget, Stopped};
use crate::groups::Groups;
use crate::id::Variable;
use crate::rules::{Line, Rules};

use super::Contradiction;

/// For each line that *counts*, how many of its literals are true and how many are undecided. Lines that ask for one of
/// their variables are none of these, and neither is what exclusions say.
pub(crate) struct Counts<'a> {
    pub(crate) lines: Vec<&'a Line>,
    /// For each variable the places of such lines through it, and the value that makes its literal true.
    pub(crate) through: Groups<(u32, bool)>,
    tallies: Vec<Tally>,
    /// Lines that had no choice left when they were put here.
    pub(super) tight: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    least: u32,
    most: u32,
    trues: u32,
    open: u32,
}

impl Tally {
    fn is_broken(self) -> bool {
        self.trues > self.most || self.trues + self.open < self.least
    }

    /// The value of all undecided literals, if there is but one.
    fn only(self) -> Option<bool> {
        if self.open == 0 {
            None
        } else if self.trues >= self.most {
            Some(false)
        } else {
            (self.trues + self.open <= self.least).then_some(true)
        }
    }
}

impl<'a> Counts<'a> {
    pub(super) fn new(rules: &'a Rules, taken: usize, budget: &mut Budget<'_>) -> Result<Counts<'a>, Stopped> {
        let counts = |line: &&Line| !line.is_at_least_one() && !line.is_void();
        let lines: Vec<&Line> = rules.line_rules().filter(counts).collect();
        let places = || {
            let lines = lines.iter().zip(0..);
            lines.flat_map(|(line, place)| {
                line.literals().map(move |literal| (literal.variable, (place, literal.value)))
            })
        };
        let through = Groups::of(rules.variables(), places, taken, budget)?;
        let bound = |number: usize| number.min(u32::MAX as usize) as u32;
        let tallies = lines.iter().map(|line| Tally {
            least: bound(line.least()),
            most: bound(line.most_beside_exclusions()),
            trues: 0,
            open: line.variables().len() as u32,
        });
        Ok(Counts { tallies: tallies.collect(), through, lines, tight: Vec::new() })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Puts all lines that have no choice from the beginning where they are taken from.
    pub(super) fn begin(&mut self) -> Result<(), Contradiction> {
        self.tight.extend((0..).zip(&self.tallies).filter(|(_, tally)| tally.only().is_some()).map(|(place, _)| place));
        if self.tallies.iter().any(|tally| tally.is_broken()) { Err(Contradiction) } else { Ok(()) }
    }

    /// Notes the value of a variable that was undecided. It is noted on all of its lines also after a contradiction.
    pub(super) fn decide(&mut self, variable: Variable, value: bool) -> Result<(), Contradiction> {
        let mut result = Ok(());
        for &(line, sign) in self.through.get(variable) {
            let tally = &mut self.tallies[line as usize];
            tally.open -= 1;
            tally.trues += u32::from(sign == value);
            if tally.is_broken() {
                result = Err(Contradiction);
            } else if tally.only().is_some() {
                self.tight.push(line);
            }
        }
        result
    }

    /// Undoes [`Counts::decide`].
    #[inline(never)]
    pub(super) fn take_back(&mut self, variable: Variable, value: bool) {
        for &(line, sign) in self.through.get(variable) {
            let tally = &mut self.tallies[line as usize];
            tally.open += 1;
            tally.trues -= u32::from(sign == value);
        }
    }

    /// A line, and the value that all its undecided literals have to have, if there is but one.
    pub(super) fn only(&self, line: u32) -> Option<(&'a Line, bool)> {
        let line = line as usize;
        self.tallies[line].only().map(|value| (self.lines[line], value))
    }

    #[cfg(all(test, feature = "biodivine"))]
    pub(super) fn tallies(&self) -> Vec<Tally> {
        self.tallies.clone()
    }

    /// The bytes that the tables take.
    pub(super) fn bytes(&self) -> usize {
        self.through.bytes() + self.lines.len() * (size_of::<&Line>() + size_of::<Tally>() + size_of::<u32>())
    }
}
