//! The logic of a board as the player sees it: lines, exclusions, the remaining candidates, and the steps of an
//! argument.
//!
//! The searches are elsewhere: [`deduce`](crate::deduce) finds arguments, and [`explain`](mod@crate::explain) presents
//! them. A line is any set of variables whose true members the rules count: a rank, a region, or the cells of a block
//! that can be a 5.
//!
//! If some line has bounds other than "at least one", a [`Field`] also keeps the need and the room of each line
//! (`field/counts.rs`): the numbers of further true variables that the line needs and can hold. A full line without
//! negated variables rules out its other candidates, as an exclusion does. A line with negated variables is a step of
//! its own ([`Step::Decided`]) if it leaves no choice for its undecided variables, and is split into cases if it needs
//! one of several variables.

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
