//! The logic of a board as seen: lines, exclusions, the remaining candidates, and the steps of an argument.
//!
//! The searches are elsewhere: [`deduce`](crate::deduce) finds arguments, and [`explain`](mod@crate::explain) presents
//! them. A line is any set of variables that the rules count: a rank, a region, or the cells of a block that can be a
//! 5.
//!
//! If the rules have bounds other than one true variable, a [`Field`] also keeps the need and the room of each line
//! (`field/counts.rs`). A full line of variables rules out its other candidates, as an exclusion does. A line with
//! negated variables that leaves no choice is a step of its own, and is split where an argument needs one of its
//! variables.

mod adjacency;
mod argument;
mod field;
pub(crate) mod hardness;
mod known;
mod premises;
mod refutation;

pub(crate) use adjacency::{Adjacency, Family};
pub use argument::{Case, Cover, Deduction, Reason, RuledOut, Seen, Step, Technique};
pub(crate) use argument::{all_steps, is_refutation};
pub(crate) use field::{Field, has, ones, set};
pub(crate) use known::Knowledge;
pub(crate) use premises::{cited, premises};
pub(crate) use refutation::{Cases, End, Link, Locked, PLACING, Refutation, Refuted};
