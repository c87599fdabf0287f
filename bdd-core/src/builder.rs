//! A builder of diagrams from rules.

use crate::budget::{Budget, Interrupted};
use crate::conjoin::{conjoin, conjoin_any};
use crate::convert::AnyDiagram;
use crate::diagram::{Bdd, DecisionDiagram, Zdd};
use crate::id::Variable;
use crate::order::Order;
use crate::reduction::Reduction;
use crate::rules::{Literal, Rules};
use crate::upward::{conjoin_in, conjoin_reordered};
#[cfg(feature = "biodivine")]
use crate::{rules::TooManyVariables, schedule::conjoin_by, stages::Schedule};

/// A builder of a diagram from [`Rules`]: the diagram is the conjunction of the rules and of any literals added.
///
/// [`build`](DiagramBuilder::build) is for puzzles, whose rules leave few choices at every step.
/// [`build_reordered`](DiagramBuilder::build_reordered) is for hundreds of variables with many short rules, where the
/// order of the variables decides whether the diagram fits into memory. [`build_in`](DiagramBuilder::build_in) builds
/// the diagram in an order that the caller chooses.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Literal, Rules, Interrupted};
///
/// // The permutations of 10 things in which the first and the last one stay in their places.
/// let mut rules = Rules::new(100);
/// for i in 0..10u16 {
///     rules.exactly_one(&(0..10).map(|j| 10 * i + j).collect::<Vec<_>>());
///     rules.exactly_one(&(0..10).map(|j| 10 * j + i).collect::<Vec<_>>());
/// }
/// let stay = [Literal::positive(0), Literal::positive(99)];
/// let bdd = DiagramBuilder::new(&rules).with(&stay).build(&mut Budget::unlimited().with_memory(1 << 20))?;
/// assert_eq!(bdd.model_count(), 40_320u32.into());
///
/// // All permutations have a larger diagram.
/// let stopped = DiagramBuilder::new(&rules).build(&mut Budget::unlimited().with_memory(1 << 16));
/// assert!(matches!(stopped, Err(Interrupted::TooLarge { .. })));
/// # Ok::<(), Interrupted>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct DiagramBuilder<'a> {
    rules: &'a Rules,
    literals: &'a [Literal],
    is_projected: bool,
}

impl<'a> DiagramBuilder<'a> {
    /// Returns a builder for `rules`, without literals.
    pub fn new(rules: &'a Rules) -> DiagramBuilder<'a> {
        DiagramBuilder { rules, literals: &[], is_projected: false }
    }

    /// Conjoins `literals` with the rules, replacing the literals of an earlier call. The diagram is the same as after
    /// [`Bdd::select`] from the diagram of the rules, but building it takes less work: each literal reduces the search.
    ///
    /// # Panics
    ///
    /// If a literal has a variable that the rules do not have.
    #[track_caller]
    pub fn with(self, literals: &'a [Literal]) -> DiagramBuilder<'a> {
        for literal in literals {
            literal.variable.expect_among(self.rules.variables());
        }
        DiagramBuilder { literals, ..self }
    }

    /// Projects the models on the variables that are not auxiliary: the diagram has only the first
    /// [`Rules::projected_variables`] variables. Without auxiliary variables this changes nothing; see
    /// [`Rules::with_auxiliary`].
    pub fn projected(self) -> DiagramBuilder<'a> {
        DiagramBuilder { is_projected: self.rules.projected_variables() < self.rules.variables(), ..self }
    }

    /// Builds the diagram with its levels in the order of the variables.
    ///
    /// First the builder propagates the consequences of the literals. Then a search decides the variables in order,
    /// with unit propagation after every decision. If the remaining variables of an exactly-one rule are neighbours,
    /// the search decides them at once; otherwise it decides one variable at a time. A memo table keeps the function of
    /// every residual (the rules that remain after the decisions), so that equal residuals are searched once; see
    /// [`construct`](crate::construct()).
    ///
    /// For a projected diagram, the search decides each auxiliary variable right after the last projected variable that
    /// it shares a rule with. The projection follows after the search.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled. Some rules over a few hundred variables need
    /// more time or memory than any computer has: limit the budget.
    pub fn build(self, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        if !self.is_projected {
            return conjoin(self.rules, self.literals, budget);
        }
        let order = beside_projected(self.rules);
        let all = conjoin(&renumbered(self.rules, &order), &self.literals_in(&order), budget)?;
        Ok(self.project(all, order, budget)?.0)
    }

    /// Builds the zero-suppressed diagram of the same function as [`build`](DiagramBuilder::build).
    ///
    /// For puzzles this diagram is smaller than the binary diagram. If neighbouring exactly-one rules cover all
    /// variables, it is also faster to build, since the search creates exactly its nodes. Otherwise the binary diagram
    /// is built first and converted.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Rules};
    ///
    /// // The permutations of 8 things.
    /// let mut rules = Rules::new(64);
    /// for i in 0..8u16 {
    ///     rules.exactly_one(&(0..8).map(|j| 8 * i + j).collect::<Vec<_>>());
    ///     rules.exactly_one(&(0..8).map(|j| 8 * j + i).collect::<Vec<_>>());
    /// }
    /// let budget = &mut Budget::unlimited();
    /// let (bdd, zdd) = (DiagramBuilder::new(&rules).build(budget)?, DiagramBuilder::new(&rules).build_zdd(budget)?);
    /// assert_eq!((bdd.node_count(), zdd.node_count()), (3333, 1026));
    /// assert_eq!(zdd.model_count(), 40_320u32.into());
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn build_zdd(self, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
        match self.build_any(budget)? {
            AnyDiagram::Bdd(bdd) => bdd.to_zdd(budget),
            AnyDiagram::Zdd(zdd) => Ok(zdd),
        }
    }

    /// Builds the diagram of the same function as [`build`](DiagramBuilder::build), under the reduction rule that
    /// presumably gives fewer nodes.
    ///
    /// If neighbouring exactly-one rules cover all variables, the result is always a [`Zdd`], although a
    /// [`projected`](DiagramBuilder::projected) diagram may have fewer nodes as a [`Bdd`]. Otherwise the node counts of
    /// both forms are compared.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Rules, AnyDiagram};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let mut rules = Rules::new(20);
    /// rules.exclude(0, 1);
    /// // Eighteen variables are free.
    /// assert!(matches!(DiagramBuilder::new(&rules).build_smaller(budget)?, AnyDiagram::Bdd(_)));
    /// rules.exactly_one(&(0..20).collect::<Vec<u16>>());
    /// assert!(matches!(DiagramBuilder::new(&rules).build_smaller(budget)?, AnyDiagram::Zdd(_)));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn build_smaller(self, budget: &mut Budget<'_>) -> Result<AnyDiagram, Interrupted> {
        match self.build_any(budget)? {
            AnyDiagram::Bdd(bdd) => bdd.smaller(budget),
            zdd @ AnyDiagram::Zdd(_) => Ok(zdd),
        }
    }

    /// Builds the diagram under the reduction rule that takes the least work.
    fn build_any(self, budget: &mut Budget<'_>) -> Result<AnyDiagram, Interrupted> {
        if !self.is_projected {
            return conjoin_any(self.rules, self.literals, budget);
        }
        let order = beside_projected(self.rules);
        let all = conjoin_any(&renumbered(self.rules, &order), &self.literals_in(&order), budget)?;
        Ok(match all {
            AnyDiagram::Bdd(all) => AnyDiagram::Bdd(self.project(all, order, budget)?.0),
            AnyDiagram::Zdd(all) => AnyDiagram::Zdd(self.project(all, order, budget)?.0),
        })
    }

    /// Returns the literals with each variable renumbered by its level.
    fn literals_in(self, order: &Order) -> Vec<Literal> {
        self.literals.iter().map(|&literal| order.literal(literal)).collect()
    }

    /// Builds the diagram with its levels in the given `order`: variable `v` of the diagram stands for the variable of
    /// the rules on level `v`. In the natural order the result equals the diagram of [`build`](DiagramBuilder::build).
    ///
    /// First the builder assumes every literal in turn, to find decided variables and equal variables. It replaces
    /// equal variables by one of them. Then it conjoins the diagrams of the rules one after the other, beginning with
    /// the rules on the deepest levels. So each conjunction changes little except the topmost levels.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Order, Rules, Variable};
    ///
    /// // Three pairs of equal variables: 0 and 3, 1 and 4, 2 and 5.
    /// let mut rules = Rules::new(6);
    /// for variable in 0..3 {
    ///     rules.imply(variable, variable + 3);
    ///     rules.imply(variable + 3, variable);
    /// }
    /// let budget = &mut Budget::unlimited();
    /// let pairs = Order::new([0, 3, 1, 4, 2, 5].map(Variable::new).to_vec()).expect("every variable once");
    /// let builder = DiagramBuilder::new(&rules);
    /// assert_eq!(builder.build(budget)?.node_count(), 23);
    /// assert_eq!(builder.build_in(&pairs, budget)?.node_count(), 11);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of variables of `order` and of the rules differ.
    pub fn build_in(self, order: &Order, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        let all = conjoin_in(self.rules, self.literals, order, budget)?;
        Ok(self.project(all, order.clone(), budget)?.0)
    }

    /// Finds a good order of the variables, and returns the diagram in this order together with the order.
    ///
    /// The heuristic FORCE (Aloul, Markov, Sakallah 2003) improves the natural order and some random orders. The random
    /// orders are the same in every run, and equal variables stay next to each other. The best results are the orders
    /// in which the variables of each rule are close together. The builder tries these orders one after the other,
    /// forwards and backwards, each with a limit of steps, until one order leads to a diagram. If no order does, the
    /// next round has a higher limit.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Rules};
    ///
    /// // The variables `first` and `14 + first` always have different values.
    /// let mut rules = Rules::new(28);
    /// for first in 0..14u16 {
    ///     rules.exactly_one(&[first, 14 + first]);
    /// }
    /// let (bdd, order) = DiagramBuilder::new(&rules).build_reordered(&mut Budget::unlimited())?;
    /// assert_eq!((bdd.model_count(), bdd.node_count()), (16_384u32.into(), 44));
    /// # let _ = order;
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice for any of these orders, or is cancelled.
    pub fn build_reordered(self, budget: &mut Budget<'_>) -> Result<(Bdd, Order), Interrupted> {
        let (all, order) = conjoin_reordered(self.rules, self.literals, budget)?;
        self.project(all, order, budget)
    }

    /// Builds the same diagram as [`build`](DiagramBuilder::build) with the library `biodivine-lib-bdd`. It is a
    /// reference for the faster methods, since their conjunctions share no code with this library. The method has no
    /// limits of time or memory.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Rules, Schedule};
    ///
    /// let mut rules = Rules::new(5);
    /// rules.exactly(2, &[0, 1, 2, 3, 4]);
    /// let builder = DiagramBuilder::new(&rules);
    /// let reference = builder.build_by(Schedule::ClauseByClause).expect("few variables");
    /// assert_eq!(Ok(reference), builder.build(&mut Budget::unlimited()));
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooManyVariables`] if the rules have more than the 65,533 variables that the library takes.
    #[cfg(feature = "biodivine")]
    pub fn build_by(self, schedule: Schedule) -> Result<Bdd, TooManyVariables> {
        let (all, budget) = (conjoin_by(self.rules, schedule)?, &mut Budget::unlimited());
        let order = Order::natural(self.rules.variables());
        let projected = all.select(self.literals, budget).and_then(|selected| self.project(selected, order, budget));
        Ok(projected.expect("an unlimited budget is never used up").0)
    }

    /// Projects `all`, the diagram of the rules with the variables in `order`, if the builder was
    /// [`projected`](DiagramBuilder::projected). Returns the resulting diagram and the order of its variables.
    fn project<R: Reduction>(
        self,
        all: DecisionDiagram<R>,
        order: Order,
        budget: &mut Budget<'_>,
    ) -> Result<(DecisionDiagram<R>, Order), Interrupted> {
        if !self.is_projected {
            return Ok((all, order));
        }
        let is_projected_variable = |variable: &Variable| variable.index() < self.rules.projected_variables();
        let kept: Vec<Variable> = order.variables().iter().copied().filter(is_projected_variable).collect();
        let levels: Vec<Variable> = kept.iter().map(|&variable| order.level(variable)).collect();
        let order = Order::new(kept).expect("the kept variables are the first ones, and each occurs once");
        Ok((all.project_renumbered(&levels, budget)?, order))
    }
}

/// Returns the natural order, except that each auxiliary variable comes right after the last projected variable that it
/// shares a rule with.
fn beside_projected(rules: &Rules) -> Order {
    let projected = rules.projected_variables();
    let mut last: Vec<Option<Variable>> = vec![None; rules.variables()];
    let mut note = |variables: &[Variable]| {
        let before = variables.iter().rev().copied().find(|variable| variable.index() < projected);
        for auxiliary in variables.iter().filter(|variable| variable.index() >= projected) {
            last[auxiliary.index()] = last[auxiliary.index()].max(before);
        }
    };
    rules.constraints().for_each(|constraint| note(constraint.variables()));
    rules.exclusions().for_each(|(a, b)| note(&[a, b]));
    let mut variables: Vec<Variable> = Variable::all(rules.variables()).collect();
    variables.sort_by_key(|&variable| match variable.index() < projected {
        true => (variable.index(), false),
        false => (last[variable.index()].map_or(projected, Variable::index), true),
    });
    Order::new(variables).expect("every variable once")
}

/// Returns the rules with each variable replaced by its level in `order`.
fn renumbered(rules: &Rules, order: &Order) -> Rules {
    let mut renumbered = Rules::new(rules.variables());
    rules.exclusions().for_each(|(a, b)| renumbered.exclude(order.level(a), order.level(b)));
    for constraint in rules.constraints().filter(|constraint| !constraint.is_trivial()) {
        renumbered.add(constraint, |literal| order.literal(literal));
    }
    renumbered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_rules, valuations};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn what_is_shown_of_rules_is_what_is_seen_of_their_models(
            seed in any::<u64>(),
            exclusions in 0usize..14,
            constraints in 0usize..9,
            counted in proptest::collection::vec(
                (proptest::collection::btree_map(0u16..9, any::<bool>(), 1..6), 0usize..4, 0usize..4), 0..3),
            auxiliary in 0usize..5,
            literals in proptest::collection::vec((0u16..9, any::<bool>()), 0..3),
        ) {
            let mut rules = Rules::new(9 - auxiliary).with_auxiliary(auxiliary);
            let random = random_rules(9, exclusions, constraints, seed);
            random.exclusions().for_each(|(a, b)| rules.exclude(a, b));
            random.constraints().for_each(|constraint| rules.at_least_one(constraint.variables()));
            for (constraint, min, more) in &counted {
                let constraint: Vec<Literal> =
                    constraint.iter().map(|(&one, &value)| Literal { variable: one.into(), value }).collect();
                rules.count(*min..=min + more, &constraint);
            }
            let literals: Vec<Literal> =
                literals.into_iter().map(|(variable, value)| Literal { variable: variable.into(), value }).collect();
            let seen: BTreeSet<Vec<bool>> = valuations(9)
                .filter(|values| rules.are_satisfied_by(values))
                .filter(|values| literals.iter().all(|literal| values[literal.variable.index()] == literal.value))
                .map(|values| values[..9 - auxiliary].to_vec())
                .collect();
            let values = |model: &[Variable]| -> Vec<bool> {
                Variable::all(9 - auxiliary).map(|variable| model.contains(&variable)).collect()
            };
            let budget = &mut Budget::unlimited();
            let builder = DiagramBuilder::new(&rules).with(&literals).projected();
            let bdd = builder.build(budget).unwrap();
            prop_assert_eq!(bdd.models().map(|model| values(&model)).collect::<BTreeSet<_>>(), seen.clone());
            let (bdd, order) = builder.build_reordered(budget).unwrap();
            let by_variable = |model: Vec<Variable>| -> Vec<Variable> {
                model.into_iter().map(|level| order.variable(level)).collect()
            };
            prop_assert_eq!(bdd.models().map(|model| values(&by_variable(model))).collect::<BTreeSet<_>>(), seen);
        }
    }
}
