//! The one way to build a diagram from rules.

use crate::bdd::Bdd;
use crate::budget::{Budget, Stopped};
use crate::conjoin::conjoin_within;
use crate::order::Order;
use crate::project::{conjoin_shown, conjoin_shown_reordered, project_in};
use crate::rules::{Literal, Rules};
use crate::upward::{conjoin_in, conjoin_reordered};

/// Builds the diagram of rules: the conjunction of all of them, of literals, or of both.
///
/// Three methods build it: [`build`](DiagramBuilder::build) is for puzzles, whose rules leave little at every step;
/// [`build_reordered`](DiagramBuilder::build_reordered) for hundreds of variables with many short rules, whose order decides
/// whether there is a diagram at all; [`build_in`](DiagramBuilder::build_in) for an order that is known.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Literal, Rules, Stopped};
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
/// assert!(matches!(stopped, Err(Stopped::TooLarge { .. })));
/// # Ok::<(), Stopped>(())
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
    pub fn with(self, literals: &'a [Literal]) -> DiagramBuilder<'a> {
        DiagramBuilder { literals, ..self }
    }

    /// Projects the models on the variables that are not hidden: the diagram has the [`shown`](Rules::shown) ones alone. For
    /// rules without hidden variables this changes nothing.
    pub fn projected(self) -> DiagramBuilder<'a> {
        DiagramBuilder { is_projected: true, ..self }
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
    /// [`Stopped`] if the budget does not suffice, or somebody cancels.
    ///
    /// # Panics
    ///
    /// If a literal's variable is none of the rules'.
    pub fn build(self, budget: &mut Budget<'_>) -> Result<Bdd, Stopped> {
        let build = if self.is_projected { conjoin_shown } else { conjoin_within };
        build(self.rules, self.literals, budget)
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
    /// [`Stopped`] if the budget does not suffice, or somebody cancels.
    ///
    /// # Panics
    ///
    /// If a literal's variable is none of the rules', or if the order is one of more or fewer variables.
    pub fn build_in(self, order: &Order, budget: &mut Budget<'_>) -> Result<Bdd, Stopped> {
        let all = conjoin_in(self.rules, self.literals, order, budget)?;
        if self.is_projected { Ok(project_in(self.rules, all, order, budget)?.0) } else { Ok(all) }
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
    /// # Ok::<(), bdd_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice for any of these orders, or somebody cancels.
    ///
    /// # Panics
    ///
    /// If a literal's variable is none of the rules'.
    pub fn build_reordered(self, budget: &mut Budget<'_>) -> Result<(Bdd, Order), Stopped> {
        let build = if self.is_projected { conjoin_shown_reordered } else { conjoin_reordered };
        build(self.rules, self.literals, budget)
    }
}
