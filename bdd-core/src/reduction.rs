//! The reduction rules: they determine which nodes a diagram omits, and so the meaning of a variable that a path skips.
//!
//! The passes over diagrams do not distinguish the rules by name. They ask [`Reduction`] for three answers: the
//! cofactors of a function by a variable that it skips, the number of free variables among the skipped variables, and
//! the child that replaces a redundant node.

use std::fmt;
use std::hash::Hash;
use std::panic::{RefUnwindSafe, UnwindSafe};

use crate::node::{FALSE, Index, Level, Node};

/// The reduction rule of a [`DecisionDiagram`](crate::DecisionDiagram): [`EqualChildren`] or [`ZeroSuppressed`].
///
/// The trait is sealed: no other type can implement it.
pub trait Reduction:
    sealed::Sealed + Copy + Eq + Hash + Default + fmt::Debug + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static
{
    /// The name of the diagrams with this rule: `Bdd` or `Zdd`.
    const NAME: &'static str;

    /// `true` if a skipped variable may have either value; `false` if it must be false.
    const SKIPS_FREE: bool;
}

/// The rule of a [`Bdd`](crate::Bdd): a node with equal children is omitted, so a skipped variable may have either
/// value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EqualChildren;

/// The rule of a [`Zdd`](crate::Zdd): a node with the high child FALSE is omitted, so a skipped variable is false
/// (Minato, *Zero-suppressed BDDs for set manipulation in combinatorial problems*, 1993).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ZeroSuppressed;

impl Reduction for EqualChildren {
    const NAME: &'static str = "Bdd";
    const SKIPS_FREE: bool = true;
}

impl Reduction for ZeroSuppressed {
    const NAME: &'static str = "Zdd";
    const SKIPS_FREE: bool = false;
}

mod sealed {
    use super::{FALSE, Index, Level, Node};

    /// The meaning of a skipped variable, in the three forms in which passes over diagrams need it.
    pub trait Sealed: Sized {
        /// Returns the child that replaces a redundant node; `None` if the node is not redundant.
        fn replacement(node: Node) -> Option<Index>;

        /// Returns the two cofactors of a function by a variable that it skips: first for the value false, then for the
        /// value true.
        fn skipping(function: Index) -> [Index; 2];

        /// Returns the number of variables that may have either value, among `skipped` skipped variables.
        fn free(skipped: Level) -> Level;
    }

    impl Sealed for super::EqualChildren {
        #[inline]
        fn replacement(node: Node) -> Option<Index> {
            (node.low == node.high).then_some(node.low)
        }

        #[inline]
        fn skipping(function: Index) -> [Index; 2] {
            [function; 2]
        }

        #[inline]
        fn free(skipped: Level) -> Level {
            skipped
        }
    }

    impl Sealed for super::ZeroSuppressed {
        #[inline]
        fn replacement(node: Node) -> Option<Index> {
            (node.high == FALSE).then_some(node.low)
        }

        #[inline]
        fn skipping(function: Index) -> [Index; 2] {
            [function, FALSE]
        }

        #[inline]
        fn free(_: Level) -> Level {
            0
        }
    }
}
