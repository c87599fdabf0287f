//! Numbers that name something: a variable, a line of the rules, a node of a diagram.

use std::fmt;

/// A number too large to name a variable, a line or a node.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {thing} {number}: the last that there can be is {last}")]
pub struct IdError {
    thing: &'static str,
    number: usize,
    last: usize,
}

/// Implements the conversions and the printing that all three kinds of numbers share.
macro_rules! id {
    ($name:ident($int:ty), $thing:literal) => {
        impl $name {
            #[doc = concat!("The ", $thing, " with this number, counted from 0.")]
            #[inline]
            #[must_use]
            pub const fn new(number: $int) -> $name {
                $name(number)
            }

            #[doc = concat!("The ", $thing, " at this place of an array; `", stringify!($name), "::try_from` returns an error instead.")]
            ///
            /// # Panics
            ///
            #[doc = concat!("If the number does not fit `", stringify!($int), "`.")]
            #[inline]
            #[must_use]
            #[track_caller]
            pub fn from_index(index: usize) -> $name {
                match $name::try_from(index) {
                    Ok(id) => id,
                    Err(error) => panic!("{error}"),
                }
            }

            #[doc = concat!("The number of the ", $thing, ", to index arrays with that have one entry for each.")]
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

        /// The number alone.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        /// The number alone, so that lists of them stay readable.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

/// A Boolean variable, numbered from 0.
///
/// Diagrams decide variables in the order of their numbers, so the number of a variable is also the level of the
/// nodes that decide it. There are at most [`Variable::MAX_COUNT`] variables.
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
    /// The most variables that [`Rules`](crate::Rules) or a [`Bdd`](crate::Bdd) can have: 65,535.
    pub const MAX_COUNT: usize = u16::MAX as usize;

    /// The first `count` variables, in order.
    ///
    /// # Panics
    ///
    /// If `count` is greater than [`Variable::MAX_COUNT`].
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Variable> + ExactSizeIterator + Clone + fmt::Debug {
        match u16::try_from(count) {
            Ok(count) => (0..count).map(Variable),
            Err(_) => panic!("there are at most {} variables, not {count}", Variable::MAX_COUNT),
        }
    }
}

impl Variable {
    /// Panics if it is none of this many variables.
    #[track_caller]
    pub(crate) fn expect_among(self, variables: usize) {
        assert!(self.index() < variables, "there is no variable {self}: there are {variables}");
    }
}

impl From<Variable> for u32 {
    #[inline]
    fn from(variable: Variable) -> u32 {
        u32::from(variable.0)
    }
}

/// A line of [`Rules`](crate::Rules), told by its place among [`Rules::lines`](crate::Rules::lines), counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct ConstraintId(u32);

id!(ConstraintId(u32), "constraint");

/// A node of a [`Bdd`](crate::Bdd), told by its place among [`Bdd::nodes`](crate::Bdd::nodes), counted from 0.
///
/// The terminals come first; children stand before their parents. The number means nothing in another diagram.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct NodeId(u32);

id!(NodeId(u32), "node");

impl NodeId {
    /// The terminal of the function that is never true. Every diagram has it.
    pub const FALSE: NodeId = NodeId(0);
    /// The terminal of the function that is always true. Every diagram has it but that of the constant false.
    pub const TRUE: NodeId = NodeId(1);

    /// Whether it is [`NodeId::FALSE`] or [`NodeId::TRUE`]: nothing is decided there.
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
        assert_eq!(error.to_string(), "there is no variable 65536: the last that there can be is 65535");
    }

    #[test]
    #[should_panic(expected = "there is no variable 65536")]
    fn a_number_that_does_not_fit_is_refused() {
        let _ = Variable::from_index(65_536);
    }

    #[test]
    fn as_many_variables_as_there_can_be() {
        assert_eq!(Variable::all(Variable::MAX_COUNT).next_back(), Some(Variable::new(65_534)));
        assert_eq!(Variable::all(0).len(), 0);
    }

    #[test]
    #[should_panic(expected = "at most 65535 variables, not 65536")]
    fn more_variables_than_there_can_be_are_refused() {
        let _ = Variable::all(65_536);
    }
}
