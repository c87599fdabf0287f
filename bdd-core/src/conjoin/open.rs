//! The residual of open constraints, a part of the search's memo key.
//!
//! A constraint is *open* if it is not satisfied when the search begins, and if its later state must be a part of the
//! key. A clause in which every two variables exclude each other is not open: it is satisfied if all its later
//! variables are excluded, and the key shows the excluded variables anyway. All other clauses are open.
//!
//! The key holds one bit for an open clause, set if the clause is not satisfied yet. For a counting constraint the key
//! holds the number of true literals so far, in as few bits as possible: this number decides how many of the later
//! literals are needed and allowed.

use std::ops::Range;

use crate::budget::{Budget, Interrupted};
use crate::groups::Groups;
use crate::id::Variable;
use crate::propagate::Propagation;
use crate::rules::{Constraint, Literal};

/// All open constraints, with the state of each in the search.
pub(super) struct OpenConstraints {
    /// The clauses, then the counting constraints; each kind is sorted by [`OpenConstraint::layers`].
    constraints: Vec<OpenConstraint>,
    /// For each variable, the constraints that contain it: the index of each in `constraints`, and the value that makes
    /// its literal true.
    through: Groups<(u32, bool)>,
    /// For each constraint, the number of its positive literals minus the number of its negative literals, counted over
    /// the variables that decisions have made true.
    shifts: Vec<i32>,
    layers: Vec<OpenLayer>,
    /// The number of 64-bit words that further [`OpenLayer::stricter`] lists may take.
    words_left: usize,
}

struct OpenConstraint {
    /// The constraint, restricted to the variables that are undecided when the search begins.
    constraint: Constraint,
    /// The numbers of the layers with the constraint's first and last variable.
    layers: (usize, usize),
}

/// The open constraints of a layer: constraints with variables both on earlier layers and on this layer or later
/// layers.
struct OpenLayer {
    clauses: Range<usize>,
    counts: Range<usize>,
    /// The number of times that the state of the layer's open constraints was written into a memo key.
    visits: u32,
    /// For each clause, the set of stricter clauses, as bits. Clause `a` is stricter than clause `b` if all remaining
    /// variables of `a`, on this layer and later layers, are in `b` too. While `a` is not satisfied, a later variable
    /// must satisfy it, and then satisfies `b` too: it makes no difference whether `b` is satisfied already. The list
    /// is empty until the layer has had [`OpenConstraints::PATIENCE`] visits.
    stricter: Vec<u64>,
}

impl OpenConstraint {
    fn new(constraint: Constraint, layer_of: &[usize]) -> OpenConstraint {
        let [first, last] =
            [0, constraint.variables().len() - 1].map(|place| layer_of[constraint.variables()[place].index()]);
        OpenConstraint { constraint, layers: (first, last) }
    }

    /// Returns the number of bits that the constraint's state takes in a memo key.
    fn bits(&self) -> u32 {
        let (min, max) = (self.constraint.min(), self.constraint.max());
        // The states are "satisfied" and each number of true literals that may have to be told apart: 0 to `max` if
        // there is an upper bound, otherwise 0 to `min - 1`.
        let states = if max < self.constraint.variables().len() { max + 2 } else { min + 1 };
        states.ilog2() + u32::from(!states.is_power_of_two())
    }

    /// Returns 0 if the constraint is satisfied for all values of the variables from `first` on. Otherwise returns the
    /// number of true literals before `first`, plus 1. `shift` is the constraint's entry in `shifts`.
    fn residual(&self, first: Variable, shift: i32) -> u64 {
        let before = |variables: &[Variable]| variables.partition_point(|variable| *variable < first) as i64;
        let rest = self.constraint.variables().len() as i64 - before(self.constraint.variables());
        // All negative literals before `first` count as true here; `shift` subtracts the false negative literals.
        let trues = i64::from(shift) + before(self.constraint.negated());
        let is_satisfied = trues >= self.constraint.min() as i64 && trues + rest <= self.constraint.max() as i64;
        if is_satisfied { 0 } else { trues as u64 + 1 }
    }
}

impl OpenConstraints {
    /// The largest number of 64-bit words that the lists [`OpenLayer::stricter`] of all layers may take together. These
    /// 8 MiB are little compared with the memory of a search that needs them.
    const WORDS: usize = 1 << 20;
    /// The number of visits of a layer before its clauses are compared with each other, to find the stricter clauses.
    const PATIENCE: u32 = 32;
    /// The largest number of clauses of a layer that [`OpenConstraints::compare`] compares. A layer with more clauses
    /// keeps an empty list of stricter clauses ([`OpenLayer::stricter`]).
    const MOST_CLAUSES: usize = 256;

    /// Collects the open constraints: the clauses whose undecided variables `clauses` lists, and the counting
    /// constraints of `propagation` that are not satisfied. `layers` is the number of layers, and `layer_of` holds the
    /// layer of each variable.
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
            // No subtraction overflows, since the values at the beginning contradict no constraint.
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

    /// Returns `true` if there are no open constraints.
    pub(super) fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// Updates the state of the constraints that contain `variable`, which a decision has made true.
    pub(super) fn satisfy(&mut self, variable: Variable) {
        for &(constraint, sign) in self.through.get(variable) {
            self.shifts[constraint as usize] += if sign { 1 } else { -1 };
        }
    }

    /// Undoes [`OpenConstraints::satisfy`] of `variable`.
    pub(super) fn take_back(&mut self, variable: Variable) {
        for &(constraint, sign) in self.through.get(variable) {
            self.shifts[constraint as usize] -= if sign { 1 } else { -1 };
        }
    }

    /// Appends the residuals of a layer's open constraints to `words`, a memo key. `first` is the first variable of the
    /// layer. Returns the number of elementary steps taken.
    pub(super) fn write(&mut self, layer: usize, first: Variable, words: &mut Vec<u64>) -> u32 {
        self.write_clauses(layer, first, words);
        self.write_counts(layer, first, words);
        let OpenLayer { clauses, counts, stricter, .. } = &self.layers[layer];
        (clauses.len() + stricter.len() + counts.len()) as u32
    }

    /// Appends one bit for each clause of the layer. The bit is set if the earlier layers do not satisfy the clause,
    /// and if no stricter clause ([`OpenLayer::stricter`]) has its bit set.
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
        for (clause, stricter) in self.layers[layer].stricter.chunks(width.max(1)).enumerate() {
            let written = &mut words[begin..];
            if stricter.iter().zip(&*written).any(|(stricter, open)| stricter & open != 0) {
                written[clause / 64] &= !(1 << (clause % 64));
            }
        }
    }

    /// Appends the residuals of a layer's counting constraints, one after the other, in as few bits as possible.
    fn write_counts(&self, layer: usize, first: Variable, words: &mut Vec<u64>) {
        let constraints = self.layers[layer].counts.clone();
        let (mut word, mut used) = (0, 0);
        for (constraint, &shift) in self.constraints[constraints.clone()].iter().zip(&self.shifts[constraints]) {
            let bits = constraint.bits();
            if used + bits > u64::BITS {
                words.push(word);
                (word, used) = (0, 0);
            }
            word |= constraint.residual(first, shift) << used;
            used += bits;
        }
        if used > 0 {
            words.push(word);
        }
    }

    /// Finds the stricter clauses of each clause of a layer. `first` is the first variable of the layer. If several
    /// clauses have the same remaining variables, the first of them counts as stricter than the others.
    fn compare(&mut self, layer: usize, first: Variable) {
        let constraints = &self.constraints[self.layers[layer].clauses.clone()];
        let words = constraints.len().div_ceil(64);
        if constraints.len() > OpenConstraints::MOST_CLAUSES || constraints.len() * words > self.words_left {
            return;
        }
        self.words_left -= constraints.len() * words;
        let variables = constraints.iter().map(|constraint| constraint.constraint.variables());
        let rests: Vec<&[Variable]> =
            variables.map(|variables| &variables[variables.partition_point(|&variable| variable < first)..]).collect();
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

    /// Returns the size of the open constraints in bytes.
    pub(super) fn bytes(&self) -> usize {
        let variables: usize = self
            .constraints
            .iter()
            .map(|open| open.constraint.variables().len() + open.constraint.negated().len())
            .sum();
        let compared = self.layers.iter().filter(|layer| !layer.clauses.is_empty()).count();
        let words = OpenConstraints::WORDS.min(compared * OpenConstraints::MOST_CLAUSES);
        self.constraints.len() * (size_of::<OpenConstraint>() + size_of::<i32>())
            + variables * size_of::<Variable>()
            + self.through.bytes()
            + self.layers.len() * size_of::<OpenLayer>()
            + words * size_of::<u64>()
    }
}

/// Returns, for each layer, the index range of the constraints that have variables both on earlier layers and on this
/// layer or later. Considers only the constraints with indices in `among`, which are sorted by their layers.
fn windows(constraints: &[OpenConstraint], among: Range<usize>, layers: usize) -> impl Iterator<Item = Range<usize>> {
    let (mut begin, mut end) = (among.start, among.start);
    (0..layers).map(move |layer| {
        while end < among.end && constraints[end].layers.0 < layer {
            end += 1;
        }
        // A constraint that ended on an earlier layer stays in the range if a constraint before it in the list has not
        // ended. This does no harm: a constraint that ended is satisfied.
        while begin < end && constraints[begin].layers.1 < layer {
            begin += 1;
        }
        begin..end
    })
}

/// Returns `true` if the sorted list `many` contains all variables of the sorted list `few`.
fn is_subset(few: &[Variable], many: &[Variable]) -> bool {
    let mut many = many.iter();
    few.len() <= many.len() && few.iter().all(|variable| many.find(|other| *other >= variable) == Some(variable))
}
