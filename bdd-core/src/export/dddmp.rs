//! DDDMP-2.0, the format in which the library CUDD stores binary decision diagrams, read and written.
//!
//! [`write()`] makes the bytes that CUDD's `Dddmp_cuddBddStore` makes, as text or in binary; [`read()`] and
//! [`read_all`] check the bytes completely.
//!
//! ```
//! use bdd_core::export::dddmp::{self, Labels, DddmpMode};
//! use bdd_core::{Budget, DiagramBuilder, Rules};
//!
//! let mut rules = Rules::new(3);
//! rules.exactly_one(&[0, 2]);
//! let budget = &mut Budget::unlimited();
//! let bdd = DiagramBuilder::new(&rules).build(budget)?;
//! let labels = Labels::new().with_variables(["tea", "milk", "coffee"]).with_root("drink");
//! let mut bytes = Vec::new();
//! dddmp::write(&mut bytes, &bdd, DddmpMode::Text, &labels, budget)?;
//! assert!(bytes.ends_with(b".nodes\n1 T 1 0 0\n2 coffee 1 1 -1\n3 tea 0 2 -2\n.end\n"));
//!
//! let (read, header) = dddmp::read(&bytes, budget)?;
//! assert_eq!((read, header.variables), (bdd, 3));
//! assert_eq!(header.variable_names.unwrap(), ["tea", "milk", "coffee"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Complement edges
//!
//! A diagram of CUDD has one terminal, TRUE, and an edge can be complemented: then it stands for the negation of its
//! node. High edges are never complemented, so that a function has only one form. Both conversions are linear in the
//! number of nodes. A node of a file becomes at most two nodes of a [`Bdd`](crate::Bdd): one if plain edges lead to it,
//! and one for the negation if complemented edges do.
//!
//! # Variables
//!
//! CUDD gives a variable an index, which never changes, and a level, which changes with the order. The number of a
//! [`Variable`] is its level in CUDD. [`Labels::with_order`] sets the indices for writing a diagram, and
//! [`Header::order`] returns them after reading.
//!
//! # Layout
//!
//! The header has a line for each field. Fields in brackets may be missing.
//!
//! | field | content |
//! |---|---|
//! | `.ver` | `DDDMP-2.0`; `DDDMP-1.0`, with `.varnames` instead of `.suppvarnames`, is read too |
//! | `.mode` | `A` for text, `B` for binary |
//! | `.varinfo` | the meaning of the second word of a node's line in text: 0 index, 1 level, 2 auxiliary number, 3 name; 4 if there is no such word |
//! | \[`.dd`\] | the name of the diagram |
//! | `.nnodes`, `.nvars`, `.nsuppvars`, `.nroots` | the numbers of nodes, of variables, of variables that a node decides (the support), and of roots |
//! | \[`.suppvarnames`\], `.ids`, `.permids`, \[`.auxids`\] | the name, the index, the level and the auxiliary number of each variable of the support |
//! | \[`.orderedvarnames`\] | the names of all variables by their levels |
//! | \[`.rootnames`\], `.rootids` | the name and the node of each root, negative if complemented |
//!
//! After `.nodes` come the nodes, children before parents, then `.end`. Node 1 is the terminal. A line of text has the
//! node's number, the word of `.varinfo` if there is one, the place of the node's variable in the support (counted from
//! the root), the high child, and the low child. The binary form has a byte of codes for each node, then up to three
//! numbers. A number has 7 bits in each byte, high bits first; where that is shorter, its difference from another
//! number is written instead.
//!
//! The format has no zero-suppressed diagrams: CUDD stores BDDs and ADDs only. Convert a [`Zdd`](crate::Zdd) by
//! [`Zdd::to_bdd`](crate::Zdd::to_bdd).

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::{Position, ReadError, ReadErrorKind, WriteError};
pub use read::{Diagrams, read, read_all};
pub use write::write;

use crate::id::Variable;
use crate::order::Order;

/// The largest number of nodes in a file: nodes have signed numbers of 32 bits, and each becomes up to two nodes of a
/// diagram.
const MOST_NODES: u32 = 1 << 30;

/// The largest number of bytes of a name: CUDD reads words into arrays of 500 bytes without a check.
const LONGEST_NAME: usize = 499;

/// The codes of a variable or a child in a binary file.
mod code {
    /// The code for the terminal, in place of a node's variable or child.
    pub(super) const TERMINAL: u8 = 0;
    /// The code of a variable or child whose number follows.
    pub(super) const ABSOLUTE: u8 = 1;
    /// The code of a variable or child whose difference from another number follows.
    pub(super) const RELATIVE: u8 = 2;
    /// The code of a variable or child whose difference from another number is 1; no number follows.
    pub(super) const NEXT: u8 = 3;
}

/// The characters that a binary file escapes, since transfers as text change them. The second byte of an escape is the
/// index of the character in this list.
const ESCAPED: [u8; 4] = [0, b'\n', b'\r', 0x1a];

/// The form of the nodes in a file: text or binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DddmpMode {
    /// A line of text for each node: mode `A`.
    Text,
    /// About three bytes for each node: mode `B`.
    Binary,
}

/// The names and numbers in the header of a file to be written.
///
/// ```
/// use bdd_core::export::dddmp::{self, Labels, DddmpMode};
/// use bdd_core::{Bdd, Budget};
///
/// let mut bytes = Vec::new();
/// let labels = Labels::new().with_diagram("always").with_variables(["x", "y"]);
/// dddmp::write(&mut bytes, &Bdd::constant(2, true), DddmpMode::Binary, &labels, &mut Budget::unlimited())?;
/// assert!(bytes.starts_with(b".ver DDDMP-2.0\n.mode B\n.dd always\n.nnodes 1\n.nvars 2\n"));
/// # Ok::<(), dddmp::WriteError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    diagram: Option<String>,
    root: Option<String>,
    variables: Option<Vec<String>>,
    auxiliary: Option<Vec<i32>>,
    order: Option<Order>,
}

impl Labels {
    /// Returns labels without names. The index of each variable is its level.
    #[must_use]
    pub fn new() -> Labels {
        Labels::default()
    }

    /// Sets the name of the diagram.
    #[must_use]
    pub fn with_diagram(self, name: impl Into<String>) -> Labels {
        Labels { diagram: Some(name.into()), ..self }
    }

    /// Sets the name of the root.
    #[must_use]
    pub fn with_root(self, name: impl Into<String>) -> Labels {
        Labels { root: Some(name.into()), ..self }
    }

    /// Sets the names of the diagram's variables, the root's first. The file then has the names in its nodes too.
    #[must_use]
    pub fn with_variables(self, names: impl IntoIterator<Item = impl Into<String>>) -> Labels {
        Labels { variables: Some(names.into_iter().map(Into::into).collect()), ..self }
    }

    /// Sets the auxiliary numbers of the diagram's variables, the root's first. CUDD gives them no meaning.
    #[must_use]
    pub fn with_auxiliary(self, numbers: impl IntoIterator<Item = i32>) -> Labels {
        Labels { auxiliary: Some(numbers.into_iter().collect()), ..self }
    }

    /// Sets the index that CUDD gives to the variable of each level. The indices are the numbers of the variables in
    /// `order`, from the root down.
    ///
    /// ```
    /// use bdd_core::export::dddmp::{self, Labels, DddmpMode};
    /// use bdd_core::{Bdd, Budget, Literal, Order, Variable};
    ///
    /// // The root decides the variable with index 1 in CUDD.
    /// let order = Order::new([1, 0].map(Variable::new).to_vec()).expect("each variable once");
    /// let budget = &mut Budget::unlimited();
    /// let bdd = Bdd::constant(2, true).select(&[Literal::positive(0)], budget)?;
    /// let mut bytes = Vec::new();
    /// dddmp::write(&mut bytes, &bdd, DddmpMode::Text, &Labels::new().with_order(order.clone()), budget)?;
    /// assert!(String::from_utf8_lossy(&bytes).contains(".ids 1\n.permids 0\n"));
    /// assert_eq!(dddmp::read(&bytes, budget)?.1.order(), order);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_order(self, order: Order) -> Labels {
        Labels { order: Some(order), ..self }
    }
}

/// The header of a file that was read, without the numbers of nodes and roots.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The form of the nodes in the file: text or binary.
    pub mode: DddmpMode,
    /// The name of the diagrams; `None` if the file has no such field.
    pub diagram: Option<String>,
    /// The number of variables. They need not all be in the support.
    pub variables: usize,
    /// The names of all variables, the root's first; `None` if the file does not name all of them.
    pub variable_names: Option<Vec<String>>,
    /// The support: the variables that some node decides, in the order of the file. In CUDD's files this is the order
    /// of their indices.
    pub support: Vec<SupportVariable>,
    /// The names of the roots; `None` if the file has no such field.
    pub root_names: Option<Vec<String>>,
}

/// A variable of the support in the header of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SupportVariable {
    /// The variable in the diagrams that are read. Its number is its level in CUDD.
    pub variable: Variable,
    /// The index in CUDD, below the number of variables.
    pub id: Variable,
    /// The auxiliary number of the variable, to which CUDD gives no meaning; `None` if the file has no such number.
    pub auxiliary: Option<i32>,
    /// The name of the variable; `None` if the file has no name for it.
    pub name: Option<String>,
}

impl Header {
    /// Returns the order of the variables by their indices in CUDD. The file does not state the indices of variables
    /// outside of the support: from the root down, these variables take the free indices in ascending order.
    #[must_use]
    pub fn order(&self) -> Order {
        let mut ids = vec![None; self.variables];
        let mut is_free = vec![true; self.variables];
        for support in &self.support {
            ids[support.variable.index()] = Some(support.id);
            is_free[support.id.index()] = false;
        }
        let mut free = Variable::all(self.variables).filter(|id| is_free[id.index()]);
        let variables = ids.into_iter().filter_map(|id| id.or_else(|| free.next())).collect();
        Order::new(variables).expect("the reader has checked that indices and levels are different and in range")
    }
}
