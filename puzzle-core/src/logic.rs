//! The logic of a board as it is seen: lines and exclusions, the candidates that are left, and the steps of an
//! argument.
//!
//! Searches are elsewhere: [`deduce`](crate::deduce) finds arguments, and [`explain`](mod@crate::explain) tells them. A
//! line is any family of variables that the rules count: a rank, a region, or the places of a 5 in a block.
//!
//! Fields of puzzles with lines that count keep the needs and the room of each such line as well (`field/counts.rs`).
//! A line of variables that is full rules out the rest, as an exclusion does. A line with negated variables that
//! leaves no choice is a step of its own, and is split where an argument needs one of its variables.

mod adjacency;
mod argument;
mod field;
pub(crate) mod hardness;
mod known;
mod premises;
mod refutation;

#[cfg(test)]
pub(crate) use adjacency::tests::RulesAlone;
pub(crate) use adjacency::{Adjacency, Family};
pub use argument::{Case, Cover, Deduction, Reason, RuledOut, Seen, Step, Technique};
pub(crate) use argument::{all_steps, is_refutation};
pub(crate) use field::{Field, has, ones, set};
pub(crate) use known::Knowledge;
pub(crate) use premises::{cited, premises};
pub(crate) use refutation::{Cases, End, Link, Locked, PLACING, Refutation, Refuted};
