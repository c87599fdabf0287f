//! The text formats of c2d and d4, which hold the nodes of a d-DNNF for model counters and other programs.
//!
//! [`write()`] writes the format of c2d (Darwiche), which programs such as ddnnife read. [`read()`] reads this format,
//! and the format of d4 (Lagniez and Marquis), whose edges have literals.
//!
//! # Layout
//!
//! c2d: a header `nnf NODES EDGES VARIABLES`, then a line for each node, children before their parents and the root
//! last. Children are named by the number of their line, counted from 0.
//!
//! | line | node |
//! |---|---|
//! | `L n` | a literal: variable n, counted from 1, or its negation if n is negative |
//! | `A k ...` | the conjunction of k nodes; `A 0` is true |
//! | `O j k ...` | the disjunction of k nodes that decides variable j; `O 0 0` is false |
//!
//! d4: a line for each node and for each edge. The node that is declared first is the root.
//!
//! | line | meaning |
//! |---|---|
//! | `o n 0`, `a n 0` | node n is a disjunction or a conjunction |
//! | `t n 0`, `f n 0` | node n is true or false |
//! | `n m l ... 0` | an edge from node n to its child m, which the literals l restrict |

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{ReadError, read};
pub use write::write;
