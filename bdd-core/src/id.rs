//! Numbers that identify a variable, a constraint of the rules, or a node of a diagram.

use std::fmt;

/// An error: a number too large for a [`Variable`], [`ConstraintId`] or [`NodeId`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a {thing} from 0 to {last}, found {number}")]
pub struct IdError {
    thing: &'static str,
    number: usize,
    last: usize,
}

/// Implements the conversions and the printing shared by `Variable`, `ConstraintId` and `NodeId`.
macro_rules! id {
    ($name:ident($int:ty), $thing:literal) => {
        impl $name {
            #[doc = concat!("Returns the ", $thing, " with the number `number`, counted from 0.")]
            #[inline]
            #[must_use]
            pub const fn new(number: $int) -> $name {
                $name(number)
            }

            #[doc = concat!("Returns the ", $thing, " with the number `index`; `", stringify!($name), "::try_from` returns an error instead.")]
            ///
            /// # Panics
            ///
            #[doc = concat!("If `index` does not fit `", stringify!($int), "`.")]
            #[inline]
            #[must_use]
            #[track_caller]
            pub fn from_index(index: usize) -> $name {
                match $name::try_from(index) {
                    Ok(id) => id,
                    Err(error) => panic!("{error}"),
                }
            }

            #[doc = concat!("Returns the number of the ", $thing, ", to index arrays with one entry for each ", $thing, ".")]
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<$int> for $name {
            #[inline]
            fn from(number: $int) -> $name {
                $name(number)
            }
        }

        impl From<$name> for $int {
            #[inline]
            fn from(id: $name) -> $int {
                id.0
            }
        }

        impl From<$name> for usize {
            #[inline]
            fn from(id: $name) -> usize {
                id.index()
            }
        }

        impl TryFrom<usize> for $name {
            type Error = IdError;

            #[inline]
            fn try_from(index: usize) -> Result<$name, IdError> {
                match <$int>::try_from(index) {
                    Ok(number) => Ok($name(number)),
                    Err(_) => Err(IdError { thing: $thing, number: index, last: <$int>::MAX as usize }),
                }
            }
        }

        /// Writes the number.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        /// Writes the number alone, so that lists of such numbers stay readable.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

/// A Boolean variable, numbered from 0.
///
/// Diagrams decide variables in the order of their numbers, so that the number of a variable is also the level of its
/// nodes. There are at most [`Variable::MAX_COUNT`] variables.
///
/// ```
/// use bdd_core::Variable;
///
/// let third = Variable::new(2);
/// assert_eq!((third.index(), third.to_string()), (2, "2".to_owned()));
/// assert!(Variable::all(3).eq([Variable::new(0), Variable::new(1), third]));
/// assert!(Variable::try_from(70_000usize).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Variable(u16);

id!(Variable(u16), "variable");

impl Variable {
    /// The largest number of variables of [`Rules`](crate::Rules) or a [`DecisionDiagram`](crate::DecisionDiagram):
    /// 65,535.
    pub const MAX_COUNT: usize = u16::MAX as usize;

    /// Returns the first `count` variables, in order.
    ///
    /// # Panics
    ///
    /// If `count` exceeds [`Variable::MAX_COUNT`].
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Variable> + ExactSizeIterator + Clone + fmt::Debug {
        match u16::try_from(count) {
            Ok(count) => (0..count).map(Variable),
            Err(_) => panic!("expected at most {} variables, found {count}", Variable::MAX_COUNT),
        }
    }
}

impl Variable {
    /// Panics unless the variable is one of the first `variables` variables.
    #[track_caller]
    pub(crate) fn expect_among(self, variables: usize) {
        assert!(self.index() < variables, "there is no variable {self} among the {variables} variables");
    }
}

impl From<Variable> for u32 {
    #[inline]
    fn from(variable: Variable) -> u32 {
        u32::from(variable.0)
    }
}

/// The number of a constraint of [`Rules`](crate::Rules): its place in
/// [`Rules::constraints`](crate::Rules::constraints), counted from 0.
///
/// ```
/// use bdd_core::{ConstraintId, Rules};
///
/// let mut rules = Rules::new(3);
/// rules.at_least_one(&[0, 1]);
/// rules.at_least_one(&[1, 2]);
/// assert_eq!(rules.constraint(ConstraintId::new(1)).to_string(), "1 2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct ConstraintId(u32);

id!(ConstraintId(u32), "constraint");

/// The number of a node of a [`DecisionDiagram`](crate::DecisionDiagram): its place in
/// [`DecisionDiagram::nodes`](crate::DecisionDiagram::nodes), counted from 0.
///
/// Terminals come first; children come before their parents. The number has no meaning in another diagram.
///
/// ```
/// use bdd_core::{Bdd, Literal, NodeId};
///
/// // The terminals have the numbers 0 and 1, so that the only other node has the number 2.
/// let bdd = Bdd::literal(1, Literal::positive(0));
/// assert_eq!((bdd.root(), bdd.root().index()), (NodeId::new(2), 2));
/// assert!(!bdd.root().is_terminal());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct NodeId(u32);

id!(NodeId(u32), "node");

impl NodeId {
    /// The terminal of the constant false. Every diagram has it.
    pub const FALSE: NodeId = NodeId(0);
    /// The terminal of the constant true. Every diagram has it except the constant false.
    pub const TRUE: NodeId = NodeId(1);

    /// Returns `true` for [`NodeId::FALSE`] and [`NodeId::TRUE`].
    #[inline]
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        self.0 <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_print_alone() {
        let variable = Variable::from_index(17);
        assert_eq!((u16::from(variable), u32::from(variable), usize::from(variable)), (17, 17, 17));
        assert_eq!(format!("{variable} {variable:?} {:3}", ConstraintId::from_index(5)), "17 17   5");
        assert_eq!(Variable::try_from(65_535usize), Ok(Variable::new(u16::MAX)));
        let error = Variable::try_from(65_536usize).unwrap_err();
        assert_eq!(error.to_string(), "expected a variable from 0 to 65535, found 65536");
    }

    #[test]
    #[should_panic(expected = "expected a variable from 0 to 65535, found 65536")]
    fn a_number_that_does_not_fit_is_refused() {
        let _ = Variable::from_index(65_536);
    }

    #[test]
    fn as_many_variables_as_there_can_be() {
        assert_eq!(Variable::all(Variable::MAX_COUNT).next_back(), Some(Variable::new(65_534)));
        assert_eq!(Variable::all(0).len(), 0);
    }

    #[test]
    #[should_panic(expected = "expected at most 65535 variables, found 65536")]
    fn more_variables_than_there_can_be_are_refused() {
        let _ = Variable::all(65_536);
    }
}
