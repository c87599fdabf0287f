//! Counting arguments as sums of constraints, in reverse Polish notation.

use std::collections::BTreeSet;

use bdd_core::{ConstraintId, Literal, Variable};

use super::Written;
use super::formula::Formula;
use crate::logic::Cover;

impl Formula<'_> {
    /// Returns the sum of the lower bounds of the base lines and the upper bounds of the covers. In this sum, a
    /// variable has a positive term for each base line that contains it, and a negated term for each cover that
    /// contains it. Of a cover without a constraint in the formula, only the `relevant` variables are counted.
    pub(super) fn counting(&self, base: &[ConstraintId], covers: &[Cover], relevant: &BTreeSet<Variable>) -> String {
        let mut terms: Vec<String> = base.iter().filter_map(|&on| self.lower(on)).map(|id| id.to_string()).collect();
        terms.extend(covers.iter().filter_map(|cover| self.cover(cover, relevant)));
        let sum = terms.into_iter().enumerate().map(|(index, term)| if index == 0 { term } else { term + " +" });
        sum.collect::<Vec<_>>().join(" ")
    }

    /// Returns a constraint on the maximum number of true variables of a cover; `None` if no variable of the cover is
    /// relevant.
    fn cover(&self, cover: &Cover, relevant: &BTreeSet<Variable>) -> Option<String> {
        let variables = match cover {
            Cover::Line(on) => self.rules().constraint(*on).variables(),
            Cover::Clique(variables) => variables,
        };
        let excludes = |a: Variable, b: Variable| self.exclusion(a, b).is_some();
        let is_clique = variables.iter().enumerate().all(|(i, &a)| variables[..i].iter().all(|&b| excludes(a, b)));
        let counted: Vec<Variable> = variables.iter().copied().filter(|one| relevant.contains(one)).collect();
        match cover {
            _ if is_clique => self.at_most_one(&counted),
            Cover::Line(on) if self.rules().constraint(*on).is_positive() && self.upper(*on).is_some() => {
                self.upper(*on).map(|id| id.to_string())
            }
            // The bound of this cover always holds, since all its variables may be true.
            _ => {
                let terms = counted.iter().enumerate().map(|(index, &variable)| {
                    format!("{}{}", Written(Literal::negative(variable)), if index == 0 { "" } else { " +" })
                });
                (!counted.is_empty()).then(|| terms.collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// Returns the constraint that at most one variable of a clique is true; `None` if the clique is empty. If the
    /// formula has no such constraint, the result is a sum of exclusions.
    ///
    /// The sum is built one variable at a time. The constraint for `k + 1` variables is `k - 1` times the constraint
    /// for the first `k` variables, plus the exclusions between the next variable and each of them, all divided by `k`.
    fn at_most_one(&self, clique: &[Variable]) -> Option<String> {
        let mut sum = match *clique {
            [] => return None,
            [one] => return Some(Written(Literal::negative(one)).to_string()),
            [a, b, ..] => match self.at_most_one_of(clique) {
                Some(id) => return Some(id.to_string()),
                None => self.pair(a, b),
            },
        };
        for (k, &next) in clique.iter().enumerate().skip(2) {
            if k > 2 {
                sum += &format!(" {} *", k - 1);
            }
            clique[..k].iter().for_each(|&earlier| sum += &format!(" {} +", self.pair(earlier, next)));
            sum += &format!(" {k} d");
        }
        Some(sum)
    }

    /// Returns the constraint that `a` and `b` exclude each other, as a sum: an at-most-one constraint that contains
    /// both variables, plus literals that cancel its other variables.
    fn pair(&self, a: Variable, b: Variable) -> String {
        let id = self.exclusion(a, b).expect("the variables of a clique exclude each other");
        let mut sum = id.to_string();
        for &other in self.exclusive_variables(id).iter().filter(|&&other| other != a && other != b) {
            sum += &format!(" {} +", Written(other.into()));
        }
        sum
    }
}
