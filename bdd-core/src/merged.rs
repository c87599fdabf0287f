//! Backbone and equivalent literals, as far as unit propagation of single literals finds them.

use crate::budget::{Budget, Interrupted};
use crate::id::Variable;
use crate::propagate::Propagation;
use crate::rules::{Constraint, Literal, Rules};

/// The values and equalities of variables that were found to hold in all models.
pub(crate) struct Merged {
    /// For each variable, its value if it was found to be the same in all models; otherwise `None`.
    pub(crate) values: Vec<Option<bool>>,
    /// For each variable, its representative: of all literals found to equal the variable, the literal with the lowest
    /// variable number. It may be the variable itself.
    pub(crate) equal: Vec<Literal>,
}

impl Merged {
    /// Finds values and equalities by unit propagation, assuming every literal in turn: a literal that leads to a
    /// contradiction is false, and two literals that imply each other are equal. Returns `None` if the rules and
    /// `literals` contradict each other.
    ///
    /// The search does not find all values and equalities, but it finds the equalities that "if and only if" rules
    /// state. Of the 1,638 variables of one feature model, fewer than 200 remain that are neither decided nor equal to
    /// another variable.
    pub(crate) fn of(
        rules: &Rules,
        literals: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Merged>, Interrupted> {
        let mut propagation = Propagation::new(rules, budget)?;
        if propagation.begin(literals.iter().copied()).is_err() {
            return Ok(None);
        }
        let variables = rules.variables();
        let mut follows: Vec<Vec<u32>> = vec![Vec::new(); 2 * variables];
        let mut kept = 0;
        for supposed in (0..2 * variables as u32).map(literal) {
            if propagation.value(supposed.variable).is_some() {
                continue;
            }
            let mark = propagation.mark();
            let is_possible = propagation.assert(supposed).is_ok();
            if is_possible {
                let mut found: Vec<u32> = propagation.since(mark).map(code).collect();
                found.sort_unstable();
                found.dedup();
                kept += found.len() * size_of::<u32>();
                follows[code(supposed) as usize] = found;
            }
            propagation.take_back(mark);
            budget.check_memory(kept)?;
            budget.spend(2 * propagation.take_work() + 1, || 0.0)?;
            if !is_possible && propagation.assert(!supposed).is_err() {
                return Ok(None);
            }
        }

        let mut equal: Vec<u32> = (0..variables as u32).map(|variable| 2 * variable).collect();
        for (a, found) in (0..).zip(&follows) {
            budget.spend(4 * found.len() as u32, || 0.9)?;
            // If `b` implies `a`, then `!a` implies `!b`; propagation may find only one of the two implications.
            let leads = |from: u32, to: u32| follows[from as usize].binary_search(&to).is_ok();
            for &b in found.iter().filter(|&&b| b / 2 > a / 2 && (leads(b, a) || leads(a ^ 1, b ^ 1))) {
                let (first, second) = (find(&equal, a), find(&equal, b));
                let (first, second) = (first.min(second), first.max(second));
                if first / 2 != second / 2 {
                    equal[second as usize / 2] = first ^ (second & 1);
                }
            }
        }
        let equal = (0..variables as u32).map(|variable| literal(find(&equal, 2 * variable))).collect();
        let values = Variable::all(variables).map(|variable| propagation.value(variable)).collect();
        Ok(Some(Merged { values, equal }))
    }

    /// Returns the clause of `literals`, with each literal replaced by its representative, and without literals that
    /// are always false. Returns `None` if the clause always holds.
    pub(crate) fn clause(&self, literals: impl IntoIterator<Item = Literal>) -> Option<Constraint> {
        let mut open = Vec::new();
        for literal in literals {
            let first = self.equal[literal.variable.index()];
            match self.value(literal) {
                Some(true) => return None,
                Some(false) => {}
                None => open.push(if literal.value { first } else { !first }),
            }
        }
        Some(Constraint::clause(open)).filter(|constraint| !constraint.is_trivial())
    }

    /// Returns the value of `literal` if it was found to be the same in all models.
    pub(crate) fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.variable.index()].map(|value| value == literal.value)
    }
}

/// Returns the number of a literal: twice its variable's number, plus 1 if it is negative.
fn code(literal: Literal) -> u32 {
    2 * u32::from(literal.variable) + u32::from(!literal.value)
}

/// Returns the literal whose number is `code`; the inverse of the function [`code`].
fn literal(code: u32) -> Literal {
    Literal { variable: Variable::from_index(code as usize / 2), value: code.is_multiple_of(2) }
}

/// Follows the equalities from a literal to its representative; both are numbers as [`code`] returns them.
fn find(equal: &[u32], mut code: u32) -> u32 {
    loop {
        let next = equal[code as usize / 2] ^ (code & 1);
        if next == code {
            return code;
        }
        code = next;
    }
}
