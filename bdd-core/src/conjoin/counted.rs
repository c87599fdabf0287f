//! The residual of lines that count, a part of the search's memo key.
//!
//! Of such a line the key holds how many of its later literals are still needed and how many are allowed, in the
//! fewest bits that tell these numbers apart.

use std::ops::Range;

use crate::budget::{Budget, Stopped};
use crate::groups::Groups;
use crate::id::Variable;
use crate::propagate::Propagation;

/// The lines that ask for something else than one of their variables, and that what holds from the beginning does not
/// satisfy yet. What remains of one is how many of its later literals are still needed, and how many are allowed.
pub(super) struct CountedLines {
    /// In the order of their first layers.
    lines: Vec<CountedLine>,
    /// For each variable the places of the lines through it, and the value that makes its literal true.
    through: Groups<(u32, bool)>,
    /// For each line how many of its literals the true variables of the layers decided so far have made true, less
    /// those that they have made false.
    shifts: Vec<i32>,
    /// For each layer the lines that have variables on layers before it, and on it or later.
    layers: Vec<Range<usize>>,
}

struct CountedLine {
    /// The variables that are undecided from the beginning, in order, and those of them that are negated.
    variables: Vec<Variable>,
    negated: Vec<Variable>,
    /// How many of their literals are true.
    least: u32,
    most: u32,
    /// The layers of the first and the last of them.
    layers: (usize, usize),
}

impl CountedLine {
    /// The number of bits that tell what remains of the line.
    fn bits(&self) -> u32 {
        let has_most = (self.most as usize) < self.variables.len();
        // None are needed any more, or from 0 on so many are true: as many as are allowed, or one fewer than are needed.
        let states = if has_most { u64::from(self.most) + 2 } else { u64::from(self.least) + 1 };
        states.ilog2() + u32::from(!states.is_power_of_two())
    }

    /// What remains of it from a variable on, in so many bits.
    fn remainder(&self, first: Variable, shift: i32) -> u64 {
        let is_before = |variable: &Variable| *variable < first;
        let rest = self.variables.len() - self.variables.partition_point(is_before);
        // The negated variables before count as true here; the shift takes away those that are not.
        let trues = i64::from(shift) + self.negated.partition_point(is_before) as i64;
        let is_satisfied = trues >= i64::from(self.least) && trues + rest as i64 <= i64::from(self.most);
        if is_satisfied { 0 } else { trues as u64 + 1 }
    }
}

impl CountedLines {
    /// The lines, where `layer_of` tells the layer of every variable.
    pub(super) fn new(
        propagation: &Propagation<'_>,
        layers: usize,
        layer_of: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<CountedLines, Stopped> {
        let mut lines = Vec::new();
        for (line, least, most) in propagation.counts().lines() {
            budget.spend(line.variables().len() as u32, || 0.0)?;
            let value = |variable: &Variable| propagation.value(*variable);
            let trues =
                line.literals().filter(|literal| value(&literal.variable) == Some(literal.value)).count() as u32;
            let open = line.literals().filter(|literal| value(&literal.variable).is_none());
            let negated = open.clone().filter(|literal| !literal.value).map(|literal| literal.variable).collect();
            let variables: Vec<Variable> = open.map(|literal| literal.variable).collect();
            // What holds from the beginning contradicts no line.
            let (least, most) = (least.saturating_sub(trues), most - trues);
            let (Some(first), Some(last)) = (variables.first(), variables.last()) else { continue };
            if least > 0 || (most as usize) < variables.len() {
                let layers = (layer_of[first.index()], layer_of[last.index()]);
                lines.push(CountedLine { layers, variables, negated, least, most });
            }
        }
        lines.sort_by_key(|line| line.layers);
        let (mut begin, mut end) = (0, 0);
        let layers = (0..layers).map(|layer| {
            while end < lines.len() && lines[end].layers.0 < layer {
                end += 1;
            }
            // Lines that have ended further back, behind one that has not, are always satisfied.
            while begin < end && lines[begin].layers.1 < layer {
                begin += 1;
            }
            begin..end
        });
        let layers = layers.collect();
        let places = || {
            let lines = lines.iter().zip(0..);
            lines.flat_map(|(line, place)| {
                let sign = move |variable| line.negated.binary_search(variable).is_err();
                line.variables.iter().map(move |variable| (*variable, (place, sign(variable))))
            })
        };
        let through = Groups::of(propagation.variables(), places, 0, budget)?;
        Ok(CountedLines { through, shifts: vec![0; lines.len()], layers, lines })
    }

    /// Whether there are no such lines.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Notes that a variable of the layer that is being decided is true.
    pub(super) fn satisfy(&mut self, variable: Variable) {
        for &(line, sign) in self.through.get(variable) {
            self.shifts[line as usize] += if sign { 1 } else { -1 };
        }
    }

    /// Undoes [`CountedLines::satisfy`].
    pub(super) fn take_back(&mut self, variable: Variable) {
        for &(line, sign) in self.through.get(variable) {
            self.shifts[line as usize] -= if sign { 1 } else { -1 };
        }
    }

    /// Writes what remains of a layer's lines, one after the other in as few bits as tell it; `first` is the layer's
    /// first variable. Returns the elementary steps that this takes.
    pub(super) fn write(&self, layer: usize, first: Variable, words: &mut Vec<u64>) -> u32 {
        let lines = self.layers[layer].clone();
        let steps = lines.len() as u32;
        let (mut word, mut used) = (0, 0);
        for (line, &shift) in self.lines[lines.clone()].iter().zip(&self.shifts[lines]) {
            let bits = line.bits();
            if used + bits > u64::BITS {
                words.push(word);
                (word, used) = (0, 0);
            }
            word |= line.remainder(first, shift) << used;
            used += bits;
        }
        if used > 0 {
            words.push(word);
        }
        steps
    }

    /// What the lines take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let variables: usize = self.lines.iter().map(|line| line.variables.len() + line.negated.len()).sum();
        self.lines.len() * (size_of::<CountedLine>() + size_of::<i32>())
            + variables * size_of::<Variable>()
            + self.through.bytes()
            + self.layers.len() * size_of::<Range<usize>>()
    }
}
