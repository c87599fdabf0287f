//! Compilation of rules into a decision-DNNF: a form for rules whose diagrams are too large.
//!
//! A node of a decision-DNNF is a conjunction of literals and of nodes that share no variables, or a decision between
//! the two values of a variable (Huang and Darwiche, *The Language of Search*, 2007). If the rules consist of
//! independent components, a decision-DNNF has the nodes of each component only once. A diagram, whose order mixes the
//! variables of the components, may need the nodes of a component again for each state of the other components.
//!
//! [`compile`](Dnnf::compile) searches: it decides variables along a tree decomposition (`order`), propagates the rules
//! (`propagation`), splits the undecided variables into components, and looks up each component among the components
//! met before (`search`). sharpSAT (Thurley 2006) and Dsharp (Muise and others 2012) use the same method. Here,
//! cardinality constraints are propagated directly, without an encoding as clauses.

mod best;
mod count;
mod numbering;
mod order;
mod propagation;
mod ranked;
mod search;

use crate::budget::{Budget, Interrupted};
use crate::rules::{Literal, Rules};

/// A Boolean function in decision-DNNF, compiled from [`Rules`].
///
/// To count the models in which some literals are true takes two passes over the nodes, and no further compilation.
///
/// ```
/// use bdd_core::{Budget, Dnnf, Literal, Rules};
///
/// // A thousand pairs of variables, at least one of each pair true. A diagram in this order would have 2^1000 nodes.
/// let mut rules = Rules::new(2000);
/// for first in 0..1000u16 {
///     rules.at_least_one(&[first, first + 1000]);
/// }
/// let budget = &mut Budget::unlimited();
/// let pairs = Dnnf::compile(&rules, &[], budget)?;
/// let counts = pairs.counts(&[Literal::negative(0)], budget)?;
/// assert_eq!(counts.total, bdd_core::BigUint::from(3u32).pow(999));
/// assert_eq!(counts.by_variable[1000], counts.total);
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
#[derive(Clone)]
pub struct Dnnf {
    pub(crate) variables: usize,
    /// The nodes, children before their parents. The first node is FALSE.
    pub(crate) nodes: Vec<Node>,
    /// The literals, the free variables and the factors of all products.
    pub(crate) lists: Vec<u32>,
    pub(crate) root: Index,
}

/// The number of a node of a [`Dnnf`].
pub(crate) type Index = u32;

pub(crate) const FALSE: Index = 0;

/// A node: a function of the variables of its component. The node and its descendants name all of these variables that
/// are not auxiliary.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// The conjunction of literals and factors that share no variables. Its free variables may have either value.
    ///
    /// The numbers are places in [`Dnnf::lists`]: the literals begin at `literals`, the free variables at `free`, the
    /// factors at `factors`, and the list ends at `end`.
    Product { literals: u32, free: u32, factors: u32, end: u32 },
    /// A decision between two products. Both have the same variable in their first literal; this variable is false in
    /// `low` and true in `high`.
    Decision { low: Index, high: Index },
}

/// A literal as a number: twice the number of its variable, plus 1 for a negative literal.
type Code = u32;

fn code(literal: Literal) -> Code {
    2 * u32::from(literal.variable) + u32::from(!literal.value)
}

impl Dnnf {
    /// Compiles the conjunction of `rules` and `literals`. The models are projected on the variables before the
    /// auxiliary variables ([`Rules::projected_variables`]): models that differ only in auxiliary variables count once.
    ///
    /// The time may grow exponentially with the number of variables. It is short if the rules fall apart into
    /// independent components once a few variables are decided, as the rules of feature models do.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If a literal has a variable that the rules do not have.
    #[track_caller]
    pub fn compile(rules: &Rules, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Dnnf, Interrupted> {
        literals.iter().for_each(|literal| literal.variable.expect_among(rules.variables()));
        budget.with_tables(|budget| search::compiled(rules, literals, budget))
    }

    /// Returns the number of variables, without the auxiliary variables of the rules.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Returns the number of nodes of the decision-DNNF.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `true` if the function is the constant false.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.root == FALSE
    }
}

impl std::fmt::Debug for Dnnf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Dnnf of {} variables with {} nodes", self.variables, self.nodes.len())
    }
}

#[cfg(test)]
mod tests;
