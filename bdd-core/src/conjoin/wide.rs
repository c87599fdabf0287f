//! The residual of lines with several true variables, a part of the search's memo key.

use std::ops::Range;

use crate::budget::{Budget, Stopped};
use crate::groups::Groups;
use crate::id::Variable;

/// The *wide* lines: those of which not any two variables exclude each other, so that the variables that are left do
/// not tell whether the line is satisfied.
pub(super) struct WideLines {
    /// In the order of their first layers.
    lines: Vec<WideLine>,
    /// For each variable the places of the wide lines through it.
    through: Groups<u32>,
    /// For each line how many of its variables are true on the layers decided so far.
    trues: Vec<u32>,
    layers: Vec<Layer>,
    /// How many words the layers' `stricter` may still take.
    words_left: usize,
}

pub(super) struct WideLine {
    /// The variables that are undecided from the beginning, in order.
    pub(super) variables: Vec<Variable>,
    /// The layers of the first and the last of them.
    pub(super) layers: (usize, usize),
}

/// What a layer has to do with wide lines.
struct Layer {
    /// The lines that have variables on layers before it, and on it or later.
    lines: Range<usize>,
    /// How often their state was written.
    visits: u32,
    /// For each of the lines those of which the later variables are all among its own, as bits: while one of these is
    /// not satisfied, it makes no difference whether the line is. Found out when it seems to be worth it.
    stricter: Vec<u64>,
}

impl WideLines {
    /// So many words of `stricter` are few beside what a search takes that needs them.
    const WORDS: usize = 1 << 20;
    /// As often as this a layer is visited before its lines are compared with each other.
    const PATIENCE: u32 = 32;
    /// More lines of one layer are not compared.
    const MOST_LINES: usize = 256;

    pub(super) fn new(
        mut lines: Vec<WideLine>,
        layers: usize,
        variables: usize,
        budget: &mut Budget<'_>,
    ) -> Result<WideLines, Stopped> {
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
            Layer { lines: begin..end, visits: 0, stricter: Vec::new() }
        });
        let layers = layers.collect();
        let places = || {
            let lines = lines.iter().zip(0..);
            lines.flat_map(|(line, place)| line.variables.iter().map(move |&variable| (variable, place)))
        };
        let through = Groups::of(variables, places, 0, budget)?;
        Ok(WideLines { layers, through, trues: vec![0; lines.len()], lines, words_left: WideLines::WORDS })
    }

    /// Whether there are no such lines.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Notes that a variable of the layer that is being decided is true.
    pub(super) fn satisfy(&mut self, variable: Variable) {
        for &line in self.through.get(variable) {
            self.trues[line as usize] += 1;
        }
    }

    /// Undoes [`WideLines::satisfy`].
    pub(super) fn take_back(&mut self, variable: Variable) {
        for &line in self.through.get(variable) {
            self.trues[line as usize] -= 1;
        }
    }

    /// Writes which of a layer's lines are not satisfied on the layers before, as bits, those left out that make no
    /// difference; `first` is the layer's first variable. Returns the elementary steps that this takes.
    pub(super) fn write(&mut self, layer: usize, first: Variable, words: &mut Vec<u64>) -> u32 {
        let begin = words.len();
        for trues in self.trues[self.layers[layer].lines.clone()].chunks(u64::BITS as usize) {
            let open = |(bit, &trues): (usize, &u32)| u64::from(trues == 0) << bit;
            words.push(trues.iter().enumerate().map(open).sum());
        }
        self.layers[layer].visits = self.layers[layer].visits.saturating_add(1);
        if self.layers[layer].visits == WideLines::PATIENCE {
            self.compare(layer, first);
        }
        let width = words.len() - begin;
        for (line, stricter) in self.layers[layer].stricter.chunks(width.max(1)).enumerate() {
            let written = &mut words[begin..];
            if stricter.iter().zip(&*written).any(|(stricter, open)| stricter & open != 0) {
                written[line / 64] &= !(1 << (line % 64));
            }
        }
        (self.layers[layer].lines.len() + self.layers[layer].stricter.len()) as u32
    }

    /// Finds out which of a layer's lines are stricter than others. Of lines with the same variables left, the first
    /// is taken for the strictest.
    fn compare(&mut self, layer: usize, first: Variable) {
        let lines = &self.lines[self.layers[layer].lines.clone()];
        let words = lines.len().div_ceil(64);
        if lines.len() > WideLines::MOST_LINES || lines.len() * words > self.words_left {
            return;
        }
        self.words_left -= lines.len() * words;
        let rest = |line: &WideLine| line.variables.partition_point(|&variable| variable < first);
        let rests: Vec<&[Variable]> = lines.iter().map(|line| &line.variables[rest(line)..]).collect();
        let mut stricter = vec![0; lines.len() * words];
        for (a, stricter) in stricter.chunks_mut(words.max(1)).enumerate() {
            for b in (0..rests.len()).filter(|&b| b != a && is_subset(rests[b], rests[a])) {
                if b < a || rests[a].len() > rests[b].len() {
                    stricter[b / 64] |= 1 << (b % 64);
                }
            }
        }
        self.layers[layer].stricter = stricter;
    }

    /// What the lines take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let variables: usize = self.lines.iter().map(|line| line.variables.len()).sum();
        let words = WideLines::WORDS.min(self.layers.len() * WideLines::MOST_LINES);
        self.lines.len() * (size_of::<WideLine>() + size_of::<u32>())
            + variables * size_of::<Variable>()
            + self.through.bytes()
            + self.layers.len() * size_of::<Layer>()
            + if self.lines.is_empty() { 0 } else { words * size_of::<u64>() }
    }
}

/// Whether sorted variables are all among others, which are sorted as well.
fn is_subset(few: &[Variable], many: &[Variable]) -> bool {
    let mut many = many.iter();
    few.len() <= many.len() && few.iter().all(|variable| many.find(|other| *other >= variable) == Some(variable))
}
