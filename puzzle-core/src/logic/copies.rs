//! Copies: auxiliary variables that repeat a literal, so that a constraint can count this literal several times.
//!
//! The rule "if `bus`, then at least two of `a`, `b` and `c`" is one constraint: at least two of `a`, `b`, `c`, `not bus`
//! and `not bus'`. Two clauses make the auxiliary variable `bus'` equivalent to `bus`. If `bus` is false, its negation
//! and that of the copy meet the bound.
//!
//! Arguments never mention a copy: a line counts its literal of the original variable with a weight instead, and the
//! clauses that define the copy are no lines.

use std::collections::BTreeMap;

use bdd_core::{ConstraintId, Literal, Rules, Variable};

/// The copies of rules.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    /// For each copy, the literal that it repeats, and the two clauses that define it.
    of: BTreeMap<Variable, (Literal, [ConstraintId; 2])>,
}

impl Copies {
    /// Finds the copies of `rules`: the auxiliary variables that two clauses make equivalent to a literal, and that
    /// occur elsewhere only in lower bounds, negated, together with the negation of that literal.
    pub(crate) fn new(rules: &Rules) -> Copies {
        let own = rules.projected_variables();
        if own == rules.variables() {
            return Copies::default();
        }
        let mut lines: BTreeMap<Variable, Vec<ConstraintId>> = BTreeMap::new();
        for (id, line) in rules.numbered_constraints() {
            for &variable in line.variables().iter().rev().take_while(|one| one.index() >= own) {
                lines.entry(variable).or_default().push(id);
            }
        }
        let copy = |(variable, lines): (Variable, Vec<ConstraintId>)| {
            copied(rules, variable, &lines).map(|copied| (variable, copied))
        };
        Copies { of: lines.into_iter().filter_map(copy).collect() }
    }

    pub(crate) fn has(&self, variable: Variable) -> bool {
        self.of.contains_key(&variable)
    }

    /// Returns the clauses that define copies.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = ConstraintId> + '_ {
        self.of.values().flat_map(|(_, clauses)| *clauses)
    }

    /// Returns the clauses that define the copies in a line.
    pub(crate) fn definitions_in(&self, rules: &Rules, on: ConstraintId) -> Vec<ConstraintId> {
        let variables = rules.constraint(on).variables().iter();
        variables.filter_map(|one| self.of.get(one)).flat_map(|(_, clauses)| *clauses).collect()
    }

    /// Returns the literals of a line, each with the number of times that the line counts it. Literals of copies are
    /// counted with the literal that they repeat.
    pub(crate) fn weighted(&self, rules: &Rules, on: ConstraintId) -> Vec<(Literal, usize)> {
        let line = rules.constraint(on);
        let mut weighted: Vec<(Literal, usize)> = Vec::with_capacity(line.variables().len());
        let mut repeated = Vec::new();
        for literal in line.literals() {
            match self.of.get(&literal.variable) {
                Some((original, _)) => repeated.push(original.variable),
                None => weighted.push((literal, 1)),
            }
        }
        for variable in repeated {
            if let Some((_, weight)) = weighted.iter_mut().find(|(literal, _)| literal.variable == variable) {
                *weight += 1;
            }
        }
        weighted
    }
}

/// Returns the literal that the auxiliary variable `copy` repeats, with the clauses that define it. `lines` are the
/// constraints that contain `copy`. Returns `None` if `copy` is no copy.
fn copied(rules: &Rules, copy: Variable, lines: &[ConstraintId]) -> Option<(Literal, [ConstraintId; 2])> {
    if !rules.excluded_by(copy).is_empty() {
        return None;
    }
    // The other literal of each clause of two literals, with the sign of the copy in this clause.
    let pairs = lines.iter().filter_map(|&id| {
        let line = rules.constraint(id);
        let sign = line.literal(copy)?.value;
        let other = line.literals().find(|other| other.variable != copy)?;
        (line.is_clause() && line.variables().len() == 2 && other.variable < copy).then_some((id, sign, other))
    });
    let pairs: Vec<(ConstraintId, bool, Literal)> = pairs.collect();
    let (then, _, original) = pairs.iter().find(|(_, sign, original)| {
        // The copy implies the original; the converse has to be there too.
        !sign && pairs.iter().any(|&(_, sign, other)| sign && other == !*original)
    })?;
    let (back, ..) = pairs.iter().find(|&&(_, sign, other)| sign && other == !*original)?;
    let is_counted = |id: &ConstraintId| {
        let line = rules.constraint(*id);
        let is_lower_bound = line.min() > 1 && line.max() == line.variables().len();
        is_lower_bound
            && line.literal(copy) == Some(Literal::negative(copy))
            && line.literal(original.variable) == Some(!*original)
    };
    lines.iter().filter(|id| *id != then && *id != back).all(is_counted).then_some((*original, [*then, *back]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_counted_with_its_original() {
        // If 3, then at least two of 0, 1 and 2.
        let mut rules = Rules::new(4).with_auxiliary(1);
        rules.imply(4, 3);
        rules.imply(3, 4);
        let literals = [0, 1, 2].map(Literal::positive).into_iter().chain([3, 4].map(Literal::negative));
        rules.at_least(2, &literals.collect::<Vec<_>>());
        let copies = Copies::new(&rules);
        assert!(copies.has(Variable::new(4)) && !copies.has(Variable::new(3)));
        let on = ConstraintId::new(2);
        let weights: Vec<usize> = copies.weighted(&rules, on).into_iter().map(|(_, weight)| weight).collect();
        assert_eq!(weights, [1, 1, 1, 2]);
        assert_eq!(copies.definitions_in(&rules, on), [0, 1].map(ConstraintId::new));
    }

    #[test]
    fn an_auxiliary_variable_with_a_use_of_its_own_is_no_copy() {
        let mut rules = Rules::new(3).with_auxiliary(1);
        rules.imply(3, 0);
        rules.imply(0, 3);
        rules.imply(3, 1);
        assert!(!Copies::new(&rules).has(Variable::new(3)));
        let mut rules = Rules::new(3).with_auxiliary(1);
        rules.imply(3, 0);
        rules.at_least(2, &[Literal::positive(1), Literal::negative(0), Literal::negative(3)]);
        assert!(!Copies::new(&rules).has(Variable::new(3)), "it only implies its original");
    }
}
