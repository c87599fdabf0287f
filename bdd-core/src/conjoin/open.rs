//! The residual of open lines, a part of the search's memo key.
//!
//! An *open* line is one that what holds from the beginning does not satisfy, and of which the variables that are left do
//! not tell whether it is satisfied: of a clause not any two variables exclude each other. Of a clause the key holds
//! whether it is satisfied. Of a line that counts it holds how many of its later literals are still needed and how many
//! are allowed, in the fewest bits that tell these numbers apart.

use std::ops::Range;

use crate::budget::{Budget, Interrupted};
use crate::groups::Groups;
use crate::id::Variable;
use crate::propagate::Propagation;
use crate::rules::{Constraint, Literal};

/// The open lines.
pub(super) struct OpenConstraints {
    /// The clauses, then the lines that count, both in the order of their first layers.
    constraints: Vec<OpenConstraint>,
    /// For each variable the places of the lines through it, and the value that makes its literal true.
    through: Groups<(u32, bool)>,
    /// For each line how many of its literals the true variables of the layers decided so far have made true, less
    /// those that they have made false.
    shifts: Vec<i32>,
    layers: Vec<OpenLayer>,
    /// How many words the layers' `stricter` may still take.
    words_left: usize,
}

struct OpenConstraint {
    /// The constraint on the variables that are undecided at the beginning.
    constraint: Constraint,
    /// The layers of the first and the last of them.
    layers: (usize, usize),
}

/// The open lines of a layer: those that have variables on layers before it, and on it or later.
struct OpenLayer {
    clauses: Range<usize>,
    counts: Range<usize>,
    /// How often their state was written.
    visits: u32,
    /// For each of the clauses those of which the later variables are all among its own, as bits: while one of these is
    /// not satisfied, it makes no difference whether the clause is. Found out when it seems to be worth it.
    stricter: Vec<u64>,
}

impl OpenConstraint {
    fn new(constraint: Constraint, layer_of: &[usize]) -> OpenConstraint {
        let [first, last] =
            [0, constraint.variables().len() - 1].map(|place| layer_of[constraint.variables()[place].index()]);
        OpenConstraint { constraint, layers: (first, last) }
    }

    /// The number of bits that tell what remains of the line.
    fn bits(&self) -> u32 {
        let (min, max) = (self.constraint.min(), self.constraint.max());
        // None are needed any more, or from 0 on so many are true: as many as are allowed, or one fewer than are needed.
        let states = if max < self.constraint.variables().len() { max + 2 } else { min + 1 };
        states.ilog2() + u32::from(!states.is_power_of_two())
    }

    /// Returns 0 if any values from `first` on satisfy the line, and else one more than the number of its literals that are
    /// true before, where `shift` corrects the count of the negated ones.
    fn remainder(&self, first: Variable, shift: i32) -> u64 {
        let before = |variables: &[Variable]| variables.partition_point(|variable| *variable < first) as i64;
        let rest = self.constraint.variables().len() as i64 - before(self.constraint.variables());
        // The negated variables before count as true here; the shift takes away those that are not.
        let trues = i64::from(shift) + before(self.constraint.negated());
        let is_satisfied = trues >= self.constraint.min() as i64 && trues + rest <= self.constraint.max() as i64;
        if is_satisfied { 0 } else { trues as u64 + 1 }
    }
}

impl OpenConstraints {
    /// The most words of `stricter`: few beside the memory of a search that needs them.
    const WORDS: usize = 1 << 20;
    /// As often as this a layer is visited before its clauses are compared with each other.
    const PATIENCE: u32 = 32;
    /// More clauses of one layer are not compared.
    const MOST_LINES: usize = 256;

    /// The open lines, of which `clauses` are the undecided variables of clauses; `layer_of` tells each variable's layer.
    pub(super) fn new(
        propagation: &Propagation<'_>,
        clauses: Vec<Vec<Variable>>,
        layers: usize,
        layer_of: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<OpenConstraints, Interrupted> {
        let clause = |variables: Vec<Variable>| {
            let literals = variables.into_iter().map(Literal::positive).collect();
            OpenConstraint::new(Constraint::clause(literals), layer_of)
        };
        let mut constraints: Vec<OpenConstraint> = clauses.into_iter().map(clause).collect();
        let clauses = constraints.len();
        for constraint in &propagation.counts.constraints {
            budget.spend(constraint.variables().len() as u32, || 0.0)?;
            let value = |literal: &Literal| propagation.value(literal.variable);
            let trues = constraint.literals().filter(|literal| value(literal) == Some(literal.value)).count();
            let open: Vec<Literal> = constraint.literals().filter(|literal| value(literal).is_none()).collect();
            // What holds from the beginning contradicts no line.
            let (min, max) = (constraint.min().saturating_sub(trues), constraint.max_beside_exclusions() - trues);
            if !open.is_empty() && (min > 0 || max < open.len()) {
                constraints.push(OpenConstraint::new(Constraint::new(open, min..=max), layer_of));
            }
        }
        constraints[..clauses].sort_by_key(|constraint| constraint.layers);
        constraints[clauses..].sort_by_key(|constraint| constraint.layers);
        let windows =
            windows(&constraints, 0..clauses, layers).zip(windows(&constraints, clauses..constraints.len(), layers));
        let layers =
            windows.map(|(clauses, counts)| OpenLayer { clauses, counts, visits: 0, stricter: Vec::new() }).collect();
        let places = || {
            let constraints = constraints.iter().zip(0..);
            constraints.flat_map(|(OpenConstraint { constraint, .. }, place)| {
                constraint.literals().map(move |literal| (literal.variable, (place, literal.value)))
            })
        };
        let through = Groups::of(propagation.variables, places, 0, budget)?;
        Ok(OpenConstraints {
            layers,
            through,
            shifts: vec![0; constraints.len()],
            constraints,
            words_left: OpenConstraints::WORDS,
        })
    }

    /// Whether there are no such lines.
    pub(super) fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// Notes that a variable of the layer that is being decided is true.
    pub(super) fn satisfy(&mut self, variable: Variable) {
        for &(constraint, sign) in self.through.get(variable) {
            self.shifts[constraint as usize] += if sign { 1 } else { -1 };
        }
    }

    /// Undoes [`OpenLines::satisfy`].
    pub(super) fn take_back(&mut self, variable: Variable) {
        for &(constraint, sign) in self.through.get(variable) {
            self.shifts[constraint as usize] -= if sign { 1 } else { -1 };
        }
    }

    /// Writes what remains of the lines of a layer, which begins with `first`. Returns the elementary steps that this takes.
    pub(super) fn write(&mut self, layer: usize, first: Variable, words: &mut Vec<u64>) -> u32 {
        self.write_clauses(layer, first, words);
        self.write_counts(layer, first, words);
        let OpenLayer { clauses, counts, stricter, .. } = &self.layers[layer];
        (clauses.len() + stricter.len() + counts.len()) as u32
    }

    /// Writes which clauses are not satisfied on the layers before and make a difference, as bits.
    fn write_clauses(&mut self, layer: usize, first: Variable, words: &mut Vec<u64>) {
        let begin = words.len();
        for trues in self.shifts[self.layers[layer].clauses.clone()].chunks(u64::BITS as usize) {
            let open = |(bit, &trues): (usize, &i32)| u64::from(trues == 0) << bit;
            words.push(trues.iter().enumerate().map(open).sum());
        }
        self.layers[layer].visits = self.layers[layer].visits.saturating_add(1);
        if self.layers[layer].visits == OpenConstraints::PATIENCE {
            self.compare(layer, first);
        }
        let width = words.len() - begin;
        for (constraint, stricter) in self.layers[layer].stricter.chunks(width.max(1)).enumerate() {
            let written = &mut words[begin..];
            if stricter.iter().zip(&*written).any(|(stricter, open)| stricter & open != 0) {
                written[constraint / 64] &= !(1 << (constraint % 64));
            }
        }
    }

    /// Writes what remains of a layer's lines that count, one after the other in as few bits as tell it.
    fn write_counts(&self, layer: usize, first: Variable, words: &mut Vec<u64>) {
        let constraints = self.layers[layer].counts.clone();
        let (mut word, mut used) = (0, 0);
        for (constraint, &shift) in self.constraints[constraints.clone()].iter().zip(&self.shifts[constraints]) {
            let bits = constraint.bits();
            if used + bits > u64::BITS {
                words.push(word);
                (word, used) = (0, 0);
            }
            word |= constraint.remainder(first, shift) << used;
            used += bits;
        }
        if used > 0 {
            words.push(word);
        }
    }

    /// Finds out which of a layer's clauses are stricter than others. Of clauses with the same variables left, the first
    /// is taken for the strictest.
    fn compare(&mut self, layer: usize, first: Variable) {
        let constraints = &self.constraints[self.layers[layer].clauses.clone()];
        let words = constraints.len().div_ceil(64);
        if constraints.len() > OpenConstraints::MOST_LINES || constraints.len() * words > self.words_left {
            return;
        }
        self.words_left -= constraints.len() * words;
        let variables = constraints.iter().map(|constraint| constraint.constraint.variables());
        let rests: Vec<&[Variable]> = variables
            .map(|constraint| &constraint[constraint.partition_point(|&variable| variable < first)..])
            .collect();
        let mut stricter = vec![0; constraints.len() * words];
        for (a, stricter) in stricter.chunks_mut(words.max(1)).enumerate() {
            for b in (0..rests.len()).filter(|&b| b != a && is_subset(rests[b], rests[a])) {
                if b < a || rests[a].len() > rests[b].len() {
                    stricter[b / 64] |= 1 << (b % 64);
                }
            }
        }
        self.layers[layer].stricter = stricter;
    }

    /// Returns the size of the lines, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let variables: usize = self
            .constraints
            .iter()
            .map(|OpenConstraint { constraint, .. }| constraint.variables().len() + constraint.negated().len())
            .sum();
        let compared = self.layers.iter().filter(|layer| !layer.clauses.is_empty()).count();
        let words = OpenConstraints::WORDS.min(compared * OpenConstraints::MOST_LINES);
        self.constraints.len() * (size_of::<OpenConstraint>() + size_of::<i32>())
            + variables * size_of::<Variable>()
            + self.through.bytes()
            + self.layers.len() * size_of::<OpenLayer>()
            + words * size_of::<u64>()
    }
}

/// For each layer those of some sorted lines that have variables on layers before it, and on it or later.
fn windows(constraints: &[OpenConstraint], among: Range<usize>, layers: usize) -> impl Iterator<Item = Range<usize>> {
    let (mut begin, mut end) = (among.start, among.start);
    (0..layers).map(move |layer| {
        while end < among.end && constraints[end].layers.0 < layer {
            end += 1;
        }
        // Lines that have ended further back, behind one that has not, are always satisfied.
        while begin < end && constraints[begin].layers.1 < layer {
            begin += 1;
        }
        begin..end
    })
}

/// Whether sorted variables are all among others, which are sorted as well.
fn is_subset(few: &[Variable], many: &[Variable]) -> bool {
    let mut many = many.iter();
    few.len() <= many.len() && few.iter().all(|variable| many.find(|other| *other >= variable) == Some(variable))
}
