//! Models near a known model, which differ from it in one or two variables.

use bdd_core::{Constraint, Literal, Rules, Variable};

use crate::lists::GroupedLists;

/// For each variable, the lines that contain it. Each line comes with the value of the variable that it counts: `true`
/// for a positive literal, `false` for a negated literal.
pub(super) type Occurrences = GroupedLists<(u32, bool)>;

pub(super) fn occurrences(rules: &Rules) -> Occurrences {
    let of_line = |(line, number): (&Constraint, u32)| {
        line.literals().map(move |literal| (literal.variable.index(), (number, literal.value))).collect::<Vec<_>>()
    };
    GroupedLists::grouped(rules.variables(), || rules.constraints().zip(0..).flat_map(of_line))
}

/// A model, with the number of true literals on each line.
pub(super) struct Nearby<'a> {
    rules: &'a Rules,
    occurrences: &'a Occurrences,
    bounds: Vec<&'a Constraint>,
    model: Vec<bool>,
    trues: Vec<usize>,
    /// The number of lines, literals and exclusions visited, as a measure of the work done.
    pub(super) work: usize,
}

impl<'a> Nearby<'a> {
    /// The maximum number of variables that are tried as the second variable to change.
    const MOST_TRIED: usize = 64;

    /// Starts from a model of the rules, given by its true variables. `occurrences` must belong to the same rules.
    pub(super) fn new(rules: &'a Rules, occurrences: &'a Occurrences, trues: &[Variable]) -> Nearby<'a> {
        let mut model = vec![false; rules.variables()];
        trues.iter().for_each(|variable| model[variable.index()] = true);
        let is_true = |literal: &Literal| model[literal.variable.index()] == literal.value;
        let trues = rules.constraints().map(|line| line.literals().filter(is_true).count()).collect();
        Nearby { bounds: rules.constraints().collect(), work: occurrences.len(), rules, occurrences, model, trues }
    }

    /// Returns a model that differs from the known model in `variable` and, if necessary, in one further variable for
    /// which `may_change` returns `true`. Returns `None` if it finds no such model. It tries only some of the further
    /// variables, so that it may miss a model.
    pub(super) fn with_other(&mut self, variable: usize, may_change: impl Fn(usize) -> bool) -> Option<Vec<bool>> {
        self.change(variable);
        let second = self.second(variable, may_change);
        let found = second.map(|second| {
            let mut model = self.model.clone();
            second.into_iter().for_each(|second| model[second] = !model[second]);
            model
        });
        self.change(variable);
        found
    }

    fn change(&mut self, variable: usize) {
        self.model[variable] = !self.model[variable];
        for &(line, value) in self.occurrences.get(variable) {
            let trues = &mut self.trues[line as usize];
            *trues = if self.model[variable] == value { *trues + 1 } else { *trues - 1 };
        }
        self.work += self.occurrences.get(variable).len();
    }

    /// Returns a second variable whose change satisfies all rules again after the change of `first`. Returns
    /// `Some(None)` if all rules hold without a second change, and `None` if it finds no such variable.
    fn second(&mut self, first: usize, may_change: impl Fn(usize) -> bool) -> Option<Option<usize>> {
        let is_broken = |&&(line, _): &&(u32, bool)| !self.keeps(line, self.trues[line as usize]);
        let mut broken = self.occurrences.get(first).iter().filter(is_broken);
        let (some, others) = (broken.next(), broken.count());
        let lines = usize::from(some.is_some()) + others;
        let mut excluded = self.true_excluded(first);
        let candidates: Vec<usize> = match (excluded.next(), excluded.next(), some) {
            (None, _, None) => return Some(None),
            (Some(_), Some(_), _) => return None,
            (Some(other), None, _) => vec![other],
            (None, _, Some(&(line, _))) => {
                // `true` if the line has too few true literals, `false` if it has too many.
                let wanted = self.trues[line as usize] < self.bounds[line as usize].min();
                let literals = self.bounds[line as usize].literals();
                let can_help = |literal: &Literal| {
                    let index = literal.variable.index();
                    index != first && (self.model[index] == literal.value) != wanted && may_change(index)
                };
                literals.filter(can_help).map(|literal| literal.variable.index()).take(Nearby::MOST_TRIED).collect()
            }
        };
        drop(excluded);
        self.work += candidates.iter().map(|&second| self.occurrences.get(second).len()).sum::<usize>();
        let mends = |&second: &usize| may_change(second) && self.mends(second, lines);
        candidates.into_iter().find(mends).map(Some)
    }

    /// Returns `true` if a change of `second` satisfies all rules. `broken` is the number of lines that are violated
    /// before this change. The result can be `true` only if `second` is on each of these lines.
    fn mends(&self, second: usize, broken: usize) -> bool {
        let mut mended = 0;
        for &(line, value) in self.occurrences.get(second) {
            let trues = self.trues[line as usize];
            let after = if self.model[second] == value { trues - 1 } else { trues + 1 };
            if !self.keeps(line, after) {
                return false;
            }
            mended += usize::from(!self.keeps(line, trues));
        }
        mended == broken
            && (self.model[second]
                || self.rules.excluded_by(Variable::from_index(second)).iter().all(|other| !self.model[other.index()]))
    }

    fn keeps(&self, line: u32, trues: usize) -> bool {
        let line = self.bounds[line as usize];
        (line.min()..=line.max()).contains(&trues)
    }

    /// Returns the variables that are true in the known model although `variable` excludes them. Returns no variables
    /// if `variable` is false in this model.
    fn true_excluded(&self, variable: usize) -> impl Iterator<Item = usize> {
        let excluded = if self.model[variable] { self.rules.excluded_by(Variable::from_index(variable)) } else { &[] };
        excluded.iter().map(|other| other.index()).filter(|&other| self.model[other])
    }
}
