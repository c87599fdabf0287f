//! Sums of coefficients in normal form, and their clauses.

use std::collections::BTreeMap;

use bdd_core::{Literal, Variable};

/// The maximum number of terms of a sum that becomes clauses.
const MAX_TERMS: usize = 500;

/// The comparison of a sum with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

/// A linear constraint in normal form: a sum of positive coefficients over different variables that is at least
/// `bound`.
pub(crate) struct NormalizedSum {
    /// The coefficients with their literals, the largest coefficients first.
    pub(crate) terms: Vec<(i64, Literal)>,
    pub(crate) bound: i64,
}

impl NormalizedSum {
    /// Returns the normal form. Terms with the same variable become one term. A negative term `-c x` is replaced with
    /// `c ~x - c`, where `~x` is the negation of `x`; the constant `-c` is then moved to the bound.
    pub(crate) fn new(terms: &[(i64, Literal)], mut bound: i64) -> NormalizedSum {
        let mut of_variable: BTreeMap<Variable, i64> = BTreeMap::new();
        for &(coefficient, Literal { variable, value }) in terms {
            if !value {
                bound -= coefficient;
            }
            *of_variable.entry(variable).or_default() += if value { coefficient } else { -coefficient };
        }
        let mut positive = Vec::new();
        for (variable, coefficient) in of_variable.into_iter().filter(|&(_, coefficient)| coefficient != 0) {
            if coefficient < 0 {
                bound -= coefficient;
            }
            positive.push((coefficient.abs(), Literal { variable, value: coefficient > 0 }));
        }
        positive.sort_by_key(|&(coefficient, literal)| (-coefficient, literal));
        NormalizedSum { terms: positive, bound }
    }

    /// Returns the common coefficient, the sorted literals and the bound; `None` if the coefficients differ.
    pub(crate) fn uniform(&self) -> Option<(i64, Vec<Literal>, i64)> {
        let factor = self.terms.first().map_or(1, |&(coefficient, _)| coefficient);
        let is_uniform = self.terms.iter().all(|&(coefficient, _)| coefficient == factor);
        let mut literals: Vec<Literal> = self.terms.iter().map(|&(_, literal)| literal).collect();
        literals.sort_unstable();
        is_uniform.then_some((factor, literals, self.bound))
    }

    /// Returns the sum with all coefficients lowered to at most the bound; `None` if the bound is reached without any
    /// term.
    pub(crate) fn clamped(mut self) -> Option<NormalizedSum> {
        // A coefficient above the bound is lowered to the bound: its literal alone still makes the sum large enough.
        self.terms.iter_mut().for_each(|(coefficient, _)| *coefficient = (*coefficient).min(self.bound));
        (self.bound > 0).then_some(self)
    }

    /// Returns clauses that are equivalent to the sum; `None` if all clauses together have more than `max_literals`
    /// literals. The coefficients must not exceed the bound.
    pub(crate) fn clauses(&self, max_literals: usize) -> Option<Vec<Vec<Literal>>> {
        // The sum is below the bound if the coefficients of the false literals add up to more than the slack.
        let total: i64 = self.terms.iter().map(|&(coefficient, _)| coefficient).sum();
        let slack = total - self.bound;
        let (chosen, found) = (Vec::new(), Vec::new());
        let mut search = ClauseSearch { sum: self, slack, chosen, found, literals: 0, max_literals };
        (self.terms.len() <= MAX_TERMS && search.run(0, 0, total)).then_some(search.found)
    }
}

/// A search for all minimal sets of literals of `sum` that must not all be false. Each set is a clause, and the clauses
/// together are equivalent to `sum`.
struct ClauseSearch<'s> {
    sum: &'s NormalizedSum,
    /// The sum of all coefficients minus the bound: the coefficients of the false literals add up to at most this
    /// slack.
    slack: i64,
    chosen: Vec<Literal>,
    found: Vec<Vec<Literal>>,
    /// The number of literals in all sets of `found`.
    literals: usize,
    /// The limit for `literals`. The search gives up if the limit is exceeded.
    max_literals: usize,
}

impl ClauseSearch<'_> {
    /// Adds to `found` the minimal sets of literals whose coefficients have a sum above `slack`. Each set has the
    /// literals chosen so far and further literals from index `from` on. The coefficients of the chosen literals have
    /// the sum `chosen`, and all coefficients from index `from` on have the sum `rest`. Returns `false` if all sets
    /// together have more than `max_literals` literals.
    ///
    /// A set is complete as soon as its sum exceeds `slack`. It is then minimal: since the coefficients descend, the
    /// last literal has the smallest coefficient of the set, and the sum did not exceed `slack` before this literal
    /// was added. So the sum does not exceed `slack` without any other literal of the set either.
    fn run(&mut self, from: usize, chosen: i64, rest: i64) -> bool {
        if chosen > self.slack {
            self.literals += self.chosen.len();
            self.found.push(self.chosen.clone());
            return self.literals <= self.max_literals;
        }
        if chosen + rest <= self.slack {
            return true;
        }
        let (coefficient, literal) = self.sum.terms[from];
        self.chosen.push(literal);
        let is_done = self.run(from + 1, chosen + coefficient, rest - coefficient);
        self.chosen.pop();
        is_done && self.run(from + 1, chosen, rest - coefficient)
    }
}
