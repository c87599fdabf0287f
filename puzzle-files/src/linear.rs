//! Linear constraints over literals, and their translation into cardinality constraints (for equal coefficients) or
//! clauses (for other coefficients).

use std::ops::Range;

use bdd_core::Literal;

use crate::constraints::Constraint;
use crate::normal::{NormalizedSum, Relation};
use crate::tree::{ReadResult, fail};

/// The maximum number of literals in all clauses that one constraint becomes.
const MAX_LITERALS: usize = 200_000;

/// A linear constraint: the sum of the coefficients of true literals, compared with a bound.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub(crate) span: Range<usize>,
    pub(crate) terms: Vec<(i64, Literal)>,
    pub(crate) relation: Relation,
    pub(crate) bound: i64,
}

impl Linear {
    /// Appends the constraint to `to`: as one cardinality constraint if all coefficients are equal, and otherwise as
    /// clauses.
    pub(crate) fn into_constraints(self, to: &mut Vec<Constraint>) -> ReadResult<()> {
        let Linear { span, terms, relation, bound } = self;
        if relation == Relation::Equal
            && let Some((factor, literals, bound)) = NormalizedSum::new(&terms, bound).uniform()
        {
            // A bound that is negative or no multiple of the coefficient can't be reached: this contradiction becomes a
            // cardinality constraint that requires more true literals than there are.
            let count = if bound % factor == 0 && bound >= 0 { (bound / factor) as usize } else { literals.len() + 1 };
            if !literals.is_empty() || count > 0 {
                to.push(Constraint { span, literals, bounds: count..=count, name: None });
            }
            return Ok(());
        }
        let negated: Vec<_> = terms.iter().map(|&(coefficient, literal)| (-coefficient, literal)).collect();
        if relation != Relation::AtMost {
            append(NormalizedSum::new(&terms, bound), &span, to)?;
        }
        if relation != Relation::AtLeast {
            append(NormalizedSum::new(&negated, -bound), &span, to)?;
        }
        Ok(())
    }
}

/// Appends the constraint of a sum to `to`, as a cardinality constraint or as clauses.
fn append(sum: NormalizedSum, span: &Range<usize>, to: &mut Vec<Constraint>) -> ReadResult<()> {
    let Some(sum) = sum.clamped() else { return Ok(()) };
    if let Some((factor, literals, bound)) = sum.uniform() {
        // A lower bound of `literals.len() + 1` is a contradiction already, so no larger bound is needed.
        let min = (((bound + factor - 1) / factor) as usize).min(literals.len() + 1);
        to.push(Constraint { span: span.clone(), bounds: min..=literals.len().max(min), literals, name: None });
        return Ok(());
    }
    let Some(clauses) = sum.clauses(MAX_LITERALS) else {
        let message = format!(
            "expected equal coefficients or fewer terms, found {} terms with different coefficients: they need too many \
                 clauses",
            sum.terms.len()
        );
        return fail(span, message);
    };
    to.extend(clauses.into_iter().filter_map(|literals| Constraint::clause(span.clone(), literals)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::Variable;

    /// For all constraints with four coefficients from -3 to 3, and for every bound, compares the translation with the
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
