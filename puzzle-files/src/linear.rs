//! Linear constraints over literals as lines that count, and as clauses where the coefficients differ.

use std::collections::BTreeMap;
use std::ops::Range;

use bdd_core::{Literal, Variable};

use crate::constraints::Constraint;
use crate::tree::{ReadResult, SpannedError};

/// The most literals in the clauses that one constraint takes, and the most terms whose coefficients differ.
const MOST_LITERALS: usize = 200_000;
const MOST_TERMS: usize = 500;

/// How a sum stands to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

/// A sum of coefficients, each counted where its literal is true, and a bound.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub(crate) at: Range<usize>,
    pub(crate) terms: Vec<(i64, Literal)>,
    pub(crate) relation: Relation,
    pub(crate) bound: i64,
}

/// A sum of positive coefficients that is at least so much.
struct NormalizedSum {
    /// The largest coefficients first.
    terms: Vec<(i64, Literal)>,
    bound: i64,
}

impl Linear {
    /// Adds what the constraint says: one line that counts if all coefficients are equal, and otherwise clauses.
    pub(crate) fn into_constraints(self, to: &mut Vec<Constraint>) -> ReadResult<()> {
        let Linear { at, terms, relation, bound } = self;
        if relation == Relation::Equal
            && let Some((factor, literals, bound)) = alike(&NormalizedSum::new(&terms, bound))
        {
            // What is no multiple can't be met; one more than there are says so.
            let count = if bound % factor == 0 && bound >= 0 { (bound / factor) as usize } else { literals.len() + 1 };
            if !literals.is_empty() || count > 0 {
                to.push(Constraint { at, literals, bounds: count..=count });
            }
            return Ok(());
        }
        let negated: Vec<_> = terms.iter().map(|&(coefficient, literal)| (-coefficient, literal)).collect();
        if relation != Relation::AtMost {
            NormalizedSum::new(&terms, bound).say(&at, to)?;
        }
        if relation != Relation::AtLeast {
            NormalizedSum::new(&negated, -bound).say(&at, to)?;
        }
        Ok(())
    }
}

/// The one coefficient of a sum, its literals in order, and its bound; `None` if there are several.
fn alike(sum: &NormalizedSum) -> Option<(i64, Vec<Literal>, i64)> {
    let factor = sum.terms.first().map_or(1, |&(coefficient, _)| coefficient);
    let is_alike = sum.terms.iter().all(|&(coefficient, _)| coefficient == factor);
    let mut literals: Vec<Literal> = sum.terms.iter().map(|&(_, literal)| literal).collect();
    literals.sort_unstable();
    is_alike.then_some((factor, literals, sum.bound))
}

impl NormalizedSum {
    /// Terms with the same variable become one, and `-c x` becomes `c ~x - c`.
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

    fn say(mut self, at: &Range<usize>, to: &mut Vec<Constraint>) -> ReadResult<()> {
        if self.bound <= 0 {
            return Ok(());
        }
        // More than the bound is no more than it.
        self.terms.iter_mut().for_each(|(coefficient, _)| *coefficient = (*coefficient).min(self.bound));
        if let Some((factor, literals, bound)) = alike(&self) {
            let least = ((bound + factor - 1) / factor) as usize;
            // More than there are: nothing meets it.
            let least = least.min(literals.len() + 1);
            to.push(Constraint { at: at.clone(), bounds: least..=literals.len().max(least), literals });
            return Ok(());
        }
        // The sum is short if what is false is worth more than this.
        let total: i64 = self.terms.iter().map(|&(coefficient, _)| coefficient).sum();
        let slack = total - self.bound;
        let mut short = Short { sum: &self, slack, chosen: Vec::new(), found: Vec::new(), literals: 0 };
        if self.terms.len() > MOST_TERMS || !short.search(0, 0, total) {
            let what = format!(
                "coefficients that differ become clauses, and of {} terms these would be too many: expected fewer terms, or \
                 equal coefficients",
                self.terms.len()
            );
            return SpannedError::at(at, what);
        }
        to.extend(short.found.into_iter().filter_map(|literals| Constraint::clause(at.clone(), literals)));
        Ok(())
    }
}

/// The smallest sets of literals that must not all be false.
struct Short<'s> {
    sum: &'s NormalizedSum,
    slack: i64,
    chosen: Vec<Literal>,
    found: Vec<Vec<Literal>>,
    /// The number of literals of what was found.
    literals: usize,
}

impl Short<'_> {
    /// Chooses among the terms from one on, given what is chosen is worth and what is left is; `false` if there are too
    /// many sets. Since the largest come first, leaving out any of a set that is just enough leaves it short.
    fn search(&mut self, from: usize, worth: i64, left: i64) -> bool {
        if worth > self.slack {
            self.literals += self.chosen.len();
            self.found.push(self.chosen.clone());
            return self.literals <= MOST_LITERALS;
        }
        if worth + left <= self.slack {
            return true;
        }
        let (coefficient, literal) = self.sum.terms[from];
        self.chosen.push(literal);
        let is_done = self.search(from + 1, worth + coefficient, left - coefficient);
        self.chosen.pop();
        is_done && self.search(from + 1, worth, left - coefficient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every constraint of four coefficients from -3 to 3 and every bound, against the sum itself.
    #[test]
    fn every_small_constraint_says_what_it_said() {
        let relations = [Relation::AtLeast, Relation::AtMost, Relation::Equal];
        for code in 0..7i64.pow(4) {
            let coefficients: Vec<i64> = (0..4).map(|place| code / 7i64.pow(place) % 7 - 3).collect();
            let literal = |place: usize| Literal { variable: Variable::new(place as u16), value: place != 2 };
            let terms: Vec<_> = coefficients.iter().enumerate().map(|(place, &c)| (c, literal(place))).collect();
            for (bound, relation) in (-5..=5).flat_map(|bound| relations.map(|relation| (bound, relation))) {
                let mut said = Vec::new();
                let linear = Linear { at: 0..1, terms: terms.clone(), relation, bound };
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
        let linear = Linear { at: 0..1, terms, relation: Relation::AtLeast, bound: 1_400 };
        assert!(
            linear.into_constraints(&mut Vec::new()).unwrap_err().what.contains("of 40 terms these would be too many")
        );
    }
}
