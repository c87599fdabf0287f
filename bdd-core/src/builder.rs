//! The one way to build a diagram from rules.

use crate::bdd::Bdd;
use crate::budget::{Budget, Interrupted};
use crate::conjoin::conjoin;
use crate::id::Variable;
use crate::order::Order;
use crate::rules::{Literal, Rules};
use crate::upward::{conjoin_in, conjoin_reordered};
#[cfg(feature = "biodivine")]
use crate::{rules::TooManyVariables, schedule::conjoin_by, stages::Schedule};

/// Builds the diagram of rules: the conjunction of all of them, of literals, or of both.
///
/// Three methods build it: [`build`](DiagramBuilder::build) is for puzzles, whose rules leave little at every step;
/// [`build_reordered`](DiagramBuilder::build_reordered) for hundreds of variables with many short rules, whose order decides
/// whether there is a diagram at all; [`build_in`](DiagramBuilder::build_in) for an order that is known.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Literal, Rules, Interrupted};
///
/// // The permutations of 10 things that leave the first where it is, and the last.
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
    /// Begins with rules, and no literals.
    pub fn new(rules: &'a Rules) -> DiagramBuilder<'a> {
        DiagramBuilder { rules, literals: &[], is_projected: false }
    }

    /// Conjoins these literals with the rules, in place of those given before. The diagram equals [`Bdd::select`] of the
    /// literals from the diagram of the rules, but the more literals there are, the less work it is.
    ///
    /// # Panics
    ///
    /// If a literal's variable is none of the rules'.
    #[track_caller]
    pub fn with(self, literals: &'a [Literal]) -> DiagramBuilder<'a> {
        for literal in literals {
            literal.variable.expect_among(self.rules.variables());
        }
        DiagramBuilder { literals, ..self }
    }

    /// Projects the models on the variables that are not hidden: the diagram has the [`shown`](Rules::projected_variables) ones alone. For
    /// rules without hidden variables this changes nothing.
    pub fn projected(self) -> DiagramBuilder<'a> {
        DiagramBuilder { is_projected: self.rules.projected_variables() < self.rules.variables(), ..self }
    }

    /// Builds the diagram with its levels in the order of the variables.
    ///
    /// First the consequences of the literals are propagated. Then a search decides the variables in order: line by line
    /// where the variables left of an exactly-one line are neighbours, and one by one otherwise, with unit propagation after
    /// every decision. It remembers the function of every remainder of the rules, so that equal remainders are searched
    /// once; see [`construct`](crate::construct()). A hidden variable of a projected diagram is decided beside the last
    /// shown one that it shares a rule with, so that it is forgotten soon.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice, or somebody cancels. Without a budget's limits, some rules over a few
    /// hundred variables take longer than anybody waits, or more memory than there is.
    pub fn build(self, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        if !self.is_projected {
            return conjoin(self.rules, self.literals, budget);
        }
        let order = beside_shown(self.rules);
        let literals: Vec<Literal> = self.literals.iter().map(|&literal| order.literal(literal)).collect();
        let all = conjoin(&renumbered(self.rules, &order), &literals, budget)?;
        Ok(self.project(all, order, budget)?.0)
    }

    /// Builds the diagram with its levels in a given order: its variables are the levels of the order's, so that in the natural
    /// order it equals the diagram of [`build`](DiagramBuilder::build).
    ///
    /// First single literals are supposed, which shows variables that are decided or equal, and rules are said of one of the
    /// equal ones. Then the rules are conjoined as diagrams, those whose first variable lies deepest first, so that a
    /// conjunction changes little but the topmost levels of the diagram so far.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice, or somebody cancels.
    ///
    /// # Panics
    ///
    /// If the order is one of more or fewer variables.
    pub fn build_in(self, order: &Order, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        let all = conjoin_in(self.rules, self.literals, order, budget)?;
        Ok(self.project(all, order.clone(), budget)?.0)
    }

    /// Builds the diagram in an order that is found for it, and returns the order as well.
    ///
    /// Orders are made by FORCE (Aloul, Markov, Sakallah 2003) from the natural one and from some at random, which are the same
    /// every time, with equal variables next to each other. Those in which the rules stretch the least are tried, forwards
    /// and backwards, with more and more effort.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Rules};
    ///
    /// // What the fourteen first variables are, the fourteen last ones are not.
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
    /// [`Interrupted`] if the budget does not suffice for any of these orders, or somebody cancels.
    pub fn build_reordered(self, budget: &mut Budget<'_>) -> Result<(Bdd, Order), Interrupted> {
        let (all, order) = conjoin_reordered(self.rules, self.literals, budget)?;
        self.project(all, order, budget)
    }

    /// Builds the diagram of [`build`](DiagramBuilder::build) by the library `biodivine-lib-bdd`: the definition of what the
    /// faster methods find, with which it shares no code.
    ///
    /// It has no limits of time or memory.
    ///
    /// # Errors
    ///
    /// [`TooManyVariables`] if there are more than the library takes, which is 65,533.
    #[cfg(feature = "biodivine")]
    pub fn build_by(self, schedule: Schedule) -> Result<Bdd, TooManyVariables> {
        let (all, budget) = (conjoin_by(self.rules, schedule)?, &mut Budget::unlimited());
        let order = Order::natural(self.rules.variables());
        let projected = all.select(self.literals, budget).and_then(|selected| self.project(selected, order, budget));
        Ok(projected.expect("an unlimited budget suffices").0)
    }

    /// Projects a diagram of the rules on the variables shown, if that is asked for, and returns it with their order.
    fn project(self, all: Bdd, order: Order, budget: &mut Budget<'_>) -> Result<(Bdd, Order), Interrupted> {
        if !self.is_projected {
            return Ok((all, order));
        }
        let is_shown = |variable: &Variable| variable.index() < self.rules.projected_variables();
        let shown: Vec<Variable> = order.variables().iter().copied().filter(is_shown).collect();
        let levels: Vec<Variable> = shown.iter().map(|&variable| order.level(variable)).collect();
        let order = Order::new(shown).expect("every shown variable once, and these are the first ones");
        Ok((all.project(&levels, budget)?, order))
    }
}

/// The order of the variables with each hidden one after the last shown one that it shares a rule with.
fn beside_shown(rules: &Rules) -> Order {
    let shown = rules.projected_variables();
    let mut last: Vec<Option<Variable>> = vec![None; rules.variables()];
    let mut note = |variables: &[Variable]| {
        let before = variables.iter().rev().copied().find(|variable| variable.index() < shown);
        for hidden in variables.iter().filter(|variable| variable.index() >= shown) {
            last[hidden.index()] = last[hidden.index()].max(before);
        }
    };
    rules.constraints().for_each(|constraint| note(constraint.variables()));
    rules.exclusions().for_each(|(a, b)| note(&[a, b]));
    let mut variables: Vec<Variable> = Variable::all(rules.variables()).collect();
    variables.sort_by_key(|&variable| match variable.index() < shown {
        true => (variable.index(), false),
        false => (last[variable.index()].map_or(shown, Variable::index), true),
    });
    Order::new(variables).expect("every variable once")
}

/// The rules with each variable renamed to its level.
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
            hidden in 0usize..5,
            literals in proptest::collection::vec((0u16..9, any::<bool>()), 0..3),
        ) {
            let mut rules = Rules::new(9 - hidden).with_auxiliary(hidden);
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
                .map(|values| values[..9 - hidden].to_vec())
                .collect();
            let values = |model: &[Variable]| -> Vec<bool> {
                Variable::all(9 - hidden).map(|variable| model.contains(&variable)).collect()
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
