//! Linear constraints over literals, and their translation into counts (equal coefficients) or clauses (other
//! coefficients).

use std::collections::BTreeMap;
use std::ops::Range;

use bdd_core::{Literal, Variable};

use crate::constraints::Constraint;
use crate::tree::{ReadResult, fail};

/// The maximum number of literals in all clauses that one constraint becomes.
const MAX_LITERALS: usize = 200_000;
/// The maximum number of terms of a constraint that becomes clauses.
const MAX_TERMS: usize = 500;

/// The comparison of a sum with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

/// A linear constraint: the sum of the coefficients of true literals, compared with a bound.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub(crate) span: Range<usize>,
    pub(crate) terms: Vec<(i64, Literal)>,
    pub(crate) relation: Relation,
    pub(crate) bound: i64,
}

/// A linear constraint in normal form: a sum of positive coefficients over different variables that is at least
/// `bound`.
struct NormalizedSum {
    /// The coefficients with their literals, the largest coefficients first.
    terms: Vec<(i64, Literal)>,
    bound: i64,
}

impl Linear {
    /// Appends the constraint to `to`: one count if all coefficients are equal, and otherwise clauses.
    pub(crate) fn into_constraints(self, to: &mut Vec<Constraint>) -> ReadResult<()> {
        let Linear { span, terms, relation, bound } = self;
        if relation == Relation::Equal
            && let Some((factor, literals, bound)) = NormalizedSum::new(&terms, bound).uniform()
        {
            // A bound that is negative or no multiple of the coefficient can't be reached: this contradiction becomes a
            // count that requires more true literals than there are.
            let count = if bound % factor == 0 && bound >= 0 { (bound / factor) as usize } else { literals.len() + 1 };
            if !literals.is_empty() || count > 0 {
                to.push(Constraint { span, literals, bounds: count..=count });
            }
            return Ok(());
        }
        let negated: Vec<_> = terms.iter().map(|&(coefficient, literal)| (-coefficient, literal)).collect();
        if relation != Relation::AtMost {
            NormalizedSum::new(&terms, bound).append(&span, to)?;
        }
        if relation != Relation::AtLeast {
            NormalizedSum::new(&negated, -bound).append(&span, to)?;
        }
        Ok(())
    }
}

impl NormalizedSum {
    /// Returns the normal form. Terms with the same variable become one term. A negative term `-c x` is replaced with
    /// `c ~x - c`, where `~x` is the negation of `x`; the constant `-c` is then moved to the bound.
    fn new(terms: &[(i64, Literal)], mut bound: i64) -> NormalizedSum {
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
    fn uniform(&self) -> Option<(i64, Vec<Literal>, i64)> {
        let factor = self.terms.first().map_or(1, |&(coefficient, _)| coefficient);
        let is_uniform = self.terms.iter().all(|&(coefficient, _)| coefficient == factor);
        let mut literals: Vec<Literal> = self.terms.iter().map(|&(_, literal)| literal).collect();
        literals.sort_unstable();
        is_uniform.then_some((factor, literals, self.bound))
    }

    fn append(mut self, span: &Range<usize>, to: &mut Vec<Constraint>) -> ReadResult<()> {
        if self.bound <= 0 {
            return Ok(());
        }
        // A coefficient above the bound is lowered to the bound: its literal alone still makes the sum large enough.
        self.terms.iter_mut().for_each(|(coefficient, _)| *coefficient = (*coefficient).min(self.bound));
        if let Some((factor, literals, bound)) = self.uniform() {
            // A count of `literals.len() + 1` is a contradiction already, so no larger count is needed.
            let min = (((bound + factor - 1) / factor) as usize).min(literals.len() + 1);
            to.push(Constraint { span: span.clone(), bounds: min..=literals.len().max(min), literals });
            return Ok(());
        }
        // The sum is below the bound if the coefficients of the false literals add up to more than the slack.
        let total: i64 = self.terms.iter().map(|&(coefficient, _)| coefficient).sum();
        let slack = total - self.bound;
        let mut search = ClauseSearch { sum: &self, slack, chosen: Vec::new(), found: Vec::new(), literals: 0 };
        if self.terms.len() > MAX_TERMS || !search.run(0, 0, total) {
            let message = format!(
                "expected equal coefficients or fewer terms, found {} terms with different coefficients: they need too many \
                 clauses",
                self.terms.len()
            );
            return fail(span, message);
        }
        to.extend(search.found.into_iter().filter_map(|literals| Constraint::clause(span.clone(), literals)));
        Ok(())
    }
}

/// A search for all minimal sets of literals of `sum` that must not all be false. Each set is a clause, and the clauses
/// together are equivalent to `sum`.
struct ClauseSearch<'s> {
    sum: &'s NormalizedSum,
    /// The sum of all coefficients minus the bound: the coefficients of the false literals add up to at most this.
    slack: i64,
    chosen: Vec<Literal>,
    found: Vec<Vec<Literal>>,
    /// The number of literals in all sets of `found`.
    literals: usize,
}

impl ClauseSearch<'_> {
    /// Adds to `found` each set that consists of the literals chosen so far and of literals from index `from` on. The
    /// coefficients of the chosen literals have the sum `chosen`, and the coefficients from index `from` on have the
    /// sum `rest`. Returns `false` if all sets together have more than [`MAX_LITERALS`] literals.
    ///
    /// A set is complete as soon as its sum exceeds `slack`. It is then minimal: since the coefficients descend, the
    /// last literal has the smallest coefficient of the set, and the sum did not exceed `slack` before this literal
    /// was added. So the sum does not exceed `slack` without any other literal of the set either.
    fn run(&mut self, from: usize, chosen: i64, rest: i64) -> bool {
        if chosen > self.slack {
            self.literals += self.chosen.len();
            self.found.push(self.chosen.clone());
            return self.literals <= MAX_LITERALS;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the translation of every constraint with four coefficients from -3 to 3, and with every bound, with the
    /// sum itself.
    #[test]
    fn every_small_constraint_says_what_it_said() {
        let relations = [Relation::AtLeast, Relation::AtMost, Relation::Equal];
        for code in 0..7i64.pow(4) {
            let coefficients: Vec<i64> = (0..4).map(|place| code / 7i64.pow(place) % 7 - 3).collect();
            let literal = |place: usize| Literal { variable: Variable::new(place as u16), value: place != 2 };
            let terms: Vec<_> = coefficients.iter().enumerate().map(|(place, &c)| (c, literal(place))).collect();
            for (bound, relation) in (-5..=5).flat_map(|bound| relations.map(|relation| (bound, relation))) {
                let mut said = Vec::new();
                let linear = Linear { span: 0..1, terms: terms.clone(), relation, bound };
                linear.into_constraints(&mut said).unwrap();
                for values in 0..16u32 {
                    let holds = |literal: Literal| (values >> literal.variable.index() & 1 == 1) == literal.value;
                    let sum: i64 = terms.iter().filter(|term| holds(term.1)).map(|term| term.0).sum();
                    let expected = match relation {
                        Relation::AtLeast => sum >= bound,
                        Relation::AtMost => sum <= bound,
                        Relation::Equal => sum == bound,
                    };
                    let meets = |constraint: &Constraint| {
                        constraint.bounds.contains(&constraint.literals.iter().filter(|&&one| holds(one)).count())
                    };
                    assert_eq!(said.iter().all(meets), expected, "{coefficients:?} {relation:?} {bound} {values:04b}");
                }
            }
        }
    }

    #[test]
    fn what_takes_too_many_clauses_is_refused() {
        let literal = |place: usize| Literal::positive(Variable::new(place as u16));
        let terms = (0..40).map(|place| (place as i64 + 50, literal(place))).collect();
        let linear = Linear { span: 0..1, terms, relation: Relation::AtLeast, bound: 1_400 };
        let error = linear.into_constraints(&mut Vec::new()).unwrap_err();
        assert!(error.message.contains("found 40 terms with different coefficients"), "{error:?}");
    }
}
