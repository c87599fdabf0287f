//! The nodes of a diagram, and their numbers in its array.

use crate::id::NodeId;

/// A [`NodeId`] as a plain number, for the loops over all nodes.
pub(crate) type Index = u32;

/// [`NodeId::FALSE`] as a plain number.
pub(crate) const FALSE: Index = 0;
/// [`NodeId::TRUE`] as a plain number.
pub(crate) const TRUE: Index = 1;

/// The level of a node as a plain number: the number of the [`Variable`](crate::Variable) that it decides, or the
/// number of all variables for a terminal.
pub(crate) type Level = u16;

/// A node of a diagram, as its two children: the low child for a false variable, the high child for a true variable.
///
/// The variable is not stored: [`DecisionDiagram::level`](crate::DecisionDiagram::level) derives it from the node's
/// number. A node takes 8 bytes.
///
/// ```
/// use bdd_core::{Bdd, Literal, NodeId};
///
/// let bdd = Bdd::literal(1, Literal::negative(0));
/// let root = bdd.node(bdd.root());
/// assert_eq!((root.low(), root.high()), (NodeId::TRUE, NodeId::FALSE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub(crate) low: Index,
    pub(crate) high: Index,
}

impl Node {
    /// Returns the child that follows if the node's variable is false. A terminal is its own child.
    #[inline]
    #[must_use]
    pub const fn low(self) -> NodeId {
        NodeId::new(self.low)
    }

    /// Returns the child that follows if the node's variable is true. A terminal is its own child.
    #[inline]
    #[must_use]
    pub const fn high(self) -> NodeId {
        NodeId::new(self.high)
    }
}

/// Returns the nodes of the terminals FALSE and TRUE, each its own child.
pub(crate) fn terminals() -> Vec<Node> {
    vec![Node { low: FALSE, high: FALSE }, Node { low: TRUE, high: TRUE }]
}
