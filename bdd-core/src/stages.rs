//! A conjunction step by step, by four schedules: the rules that each step adds, and the rules of every intermediate
//! diagram.

use std::convert::identity;
use std::ops::Range;

use crate::id::{ConstraintId, Variable};
use crate::rules::{Constraint, Rules};

/// The order in which a conjunction adds the rules. All schedules lead to the same diagram; only the intermediate
/// diagrams differ. [`Stages`] lists the steps of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Schedule {
    /// One relation for each constraint, in the order of [`Rules::constraints`]. A *relation* is a constraint with the
    /// exclusions among its own variables, and with the exclusions between its variables and the variables of earlier
    /// constraints. Constraints that follow from other constraints by counting are omitted. This is the best schedule
    /// for large diagrams.
    FirstConstraintFirst,
    /// The relations of [`Schedule::FirstConstraintFirst`], from the last constraint to the first. This is the best
    /// schedule for small diagrams.
    LastConstraintFirst,
    /// Every exclusion and every constraint alone: they are conjoined in pairs, the results in pairs again, and so on.
    BalancedTree,
    /// Every exclusion and every constraint alone, one after the other: first the exclusions of each variable in order,
    /// then the constraints. This is the textbook method, with the largest intermediate diagrams.
    ClauseByClause,
}

impl Schedule {
    /// All schedules, the best for large diagrams first.
    pub const ALL: [Schedule; 4] = [
        Schedule::FirstConstraintFirst,
        Schedule::LastConstraintFirst,
        Schedule::BalancedTree,
        Schedule::ClauseByClause,
    ];
}

/// A unit of one or more rules, which a schedule adds at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// Two variables that can't both be true.
    Exclusion(Variable, Variable),
    /// A constraint, added without any exclusions.
    Constraint(ConstraintId),
    /// A constraint, with the exclusions among its variables and the exclusions between them and the variables of
    /// earlier parts.
    Relation(ConstraintId),
    /// The exclusions between a variable of no [`Part::Relation`] and the variables of earlier parts.
    Exclusions(Variable),
}

/// The steps of a conjunction by a [`Schedule`], each with the rules of its intermediate diagram.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Rules, Schedule, Stages};
///
/// let mut rules = Rules::new(4);
/// rules.exactly_one(&[0, 1]);
/// rules.exactly_one(&[2, 3]);
/// rules.exclude(0, 2);
/// let stages = Stages::new(&rules, Schedule::FirstConstraintFirst);
/// for (step, nodes) in [5, 9].into_iter().enumerate() {
///     let bdd = DiagramBuilder::new(&stages.rules(step)).build(&mut Budget::unlimited())?;
///     assert_eq!(bdd.node_count(), nodes);
/// }
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stages<'a> {
    rules: &'a Rules,
    pub(crate) parts: Vec<Part>,
    /// For each step, the range of the parts whose conjunction is its result. In a schedule that adds one part after
    /// the other, all ranges begin with part 0.
    steps: Vec<Range<usize>>,
}

impl<'a> Stages<'a> {
    /// Returns the steps in which `schedule` conjoins `rules`.
    #[must_use]
    pub fn new(rules: &'a Rules, schedule: Schedule) -> Stages<'a> {
        let parts: Vec<Part> = match schedule {
            Schedule::FirstConstraintFirst => relations(rules, independent_constraints(rules)),
            Schedule::LastConstraintFirst => {
                let mut constraints = independent_constraints(rules);
                constraints.reverse();
                relations(rules, constraints)
            }
            Schedule::BalancedTree | Schedule::ClauseByClause => {
                let exclusions = rules.exclusions().map(|(a, b)| Part::Exclusion(a, b));
                exclusions
                    .chain(rules.numbered_constraints().map(|(constraint, _)| Part::Constraint(constraint)))
                    .collect()
            }
        };
        let steps = match schedule {
            Schedule::BalancedTree => pairs(parts.len()),
            _ => (0..parts.len()).map(|part| 0..part + 1).collect(),
        };
        Stages { rules, parts, steps }
    }

    /// Returns the number of steps of the conjunction.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Returns the parts whose conjunction is the result of `step`, counted from 0. In [`Schedule::BalancedTree`] a
    /// step joins two earlier results, and the parts of both are returned. In the other schedules a step adds the last
    /// of the returned parts to the result of the step before.
    ///
    /// # Panics
    ///
    /// If `step` is not below [`Stages::steps`].
    #[must_use]
    pub fn parts(&self, step: usize) -> &[Part] {
        &self.parts[self.steps[step].clone()]
    }

    /// Returns the range of the parts of `step` ([`Stages::parts`]) among all parts of the conjunction. Steps and parts
    /// are counted from 0.
    ///
    /// # Panics
    ///
    /// If `step` is not below [`Stages::steps`].
    #[must_use]
    pub fn range(&self, step: usize) -> Range<usize> {
        self.steps[step].clone()
    }

    /// Returns the rules whose diagram is the result of `step`: its [`parts`](Stages::parts) as rules over all
    /// variables, with the same auxiliary variables.
    ///
    /// # Panics
    ///
    /// If `step` is not below [`Stages::steps`].
    #[must_use]
    pub fn rules(&self, step: usize) -> Rules {
        let auxiliary = self.rules.variables() - self.rules.projected_variables();
        let mut rules = Rules::new(self.rules.projected_variables()).with_auxiliary(auxiliary);
        let mut included = vec![false; self.rules.variables()];
        for &part in self.parts(step) {
            match part {
                Part::Exclusion(a, b) => rules.exclude(a, b),
                Part::Constraint(constraint) => rules.add(self.rules.constraint(constraint), identity),
                Part::Relation(constraint) => {
                    let constraint = self.rules.constraint(constraint);
                    rules.add(constraint, identity);
                    self.exclude(&mut rules, &mut included, constraint.variables());
                }
                Part::Exclusions(variable) => self.exclude(&mut rules, &mut included, &[variable]),
            }
        }
        rules
    }

    /// Adds to `rules` the exclusions among `variables`, and the exclusions between `variables` and the variables that
    /// `included` marks. Then marks `variables` in `included` too.
    fn exclude(&self, rules: &mut Rules, included: &mut [bool], variables: &[Variable]) {
        for &variable in variables {
            included[variable.index()] = true;
            for &other in self.rules.excluded_by(variable).iter().filter(|other| included[other.index()]) {
                rules.exclude(variable, other);
            }
        }
    }
}

/// Returns a [`Part::Relation`] for each of `constraints`, then a [`Part::Exclusions`] for each variable that is in
/// none of them and excludes other variables.
fn relations(rules: &Rules, constraints: Vec<ConstraintId>) -> Vec<Part> {
    let mut on_a_constraint = vec![false; rules.variables()];
    for &constraint in &constraints {
        rules.constraint(constraint).variables().iter().for_each(|variable| on_a_constraint[variable.index()] = true);
    }
    let left = Variable::all(rules.variables())
        .filter(|variable| !on_a_constraint[variable.index()] && !rules.excluded_by(*variable).is_empty());
    constraints.into_iter().map(Part::Relation).chain(left.map(Part::Exclusions)).collect()
}

/// Returns the range of parts of each step. The steps join `parts` parts in pairs, then the results in pairs, and so
/// on: for 5 parts, `[0..2, 2..4, 0..4, 0..5]`.
fn pairs(parts: usize) -> Vec<Range<usize>> {
    let mut steps = Vec::new();
    let mut width = 1;
    while width < parts {
        let begins = (0..parts).step_by(2 * width).filter(|begin| begin + width < parts);
        steps.extend(begins.map(|begin| begin..parts.min(begin + 2 * width)));
        width *= 2;
    }
    // A single part is a step by itself.
    steps.extend((parts == 1).then_some(0..1));
    steps
}

/// Returns `true` if the constraint and the exclusions imply that exactly one of the constraint's variables is true.
pub(crate) fn is_exactly_one(rules: &Rules, constraint: &Constraint) -> bool {
    constraint.is_at_least_one() && rules.is_at_most_one(constraint.variables())
}

/// Returns all constraints except the constraints that follow from others by counting: if k disjoint exactly-one
/// constraints cover the same variables as k at-most-one constraints, then each of the at-most-one constraints has
/// exactly one true variable too.
///
/// For n queens, if every rank has exactly one queen and no file has two, every file has exactly one.
pub(crate) fn independent_constraints(rules: &Rules) -> Vec<ConstraintId> {
    let exactly_one: Vec<bool> = rules.constraints().map(|constraint| is_exactly_one(rules, constraint)).collect();
    let (mut kept, mut candidates) = (Vec::new(), Vec::new());
    let mut covered = vec![false; rules.variables()];
    for ((id, constraint), &exactly_one) in rules.numbered_constraints().zip(&exactly_one) {
        let variables = constraint.variables();
        if exactly_one && variables.iter().any(|variable| covered[variable.index()]) {
            candidates.push(id);
        } else {
            if exactly_one {
                variables.iter().for_each(|variable| covered[variable.index()] = true);
            }
            kept.push(id);
        }
    }
    // The candidates follow by counting if they cover, without overlap, the same variables as an equal number of
    // disjoint exactly-one constraints.
    let disjoint = kept.iter().filter(|constraint| exactly_one[constraint.index()]).count();
    let mut covered_again = vec![false; covered.len()];
    let overlap = candidates
        .iter()
        .flat_map(|&constraint| rules.constraint(constraint).variables())
        .any(|variable| std::mem::replace(&mut covered_again[variable.index()], true));
    if overlap || covered_again != covered || candidates.len() != disjoint {
        kept.extend(candidates);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_take_every_part_into_one() {
        assert_eq!(pairs(0), []);
        assert_eq!(pairs(1), Vec::from_iter(Some(0..1)));
        assert_eq!(pairs(5), [0..2, 2..4, 0..4, 0..5]);
        for parts in 2..70 {
            let steps = pairs(parts);
            assert_eq!((steps.len(), steps.last().unwrap().clone()), (parts - 1, 0..parts));
        }
    }
}
