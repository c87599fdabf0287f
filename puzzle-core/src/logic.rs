//! The logic of a board as the player sees it: lines, exclusions, the remaining candidates, and the steps of an
//! argument.
//!
//! The searches are elsewhere: [`deduce`](crate::deduce) finds arguments, and [`explain`](mod@crate::explain) presents
//! them.
//!
//! A *line* is any set of variables whose true members the rules count: a rank, a region, or the cells of a block that
//! can be a 5. A *candidate* is a variable that is neither true nor ruled out.
//!
//! Some puzzles have *lines with bounds*: lines that are not at-least-one constraints
//! ([`is_at_least_one`](bdd_core::Constraint::is_at_least_one)). Then a [`Field`] also keeps two numbers for each line
//! (`field/counts.rs`): its *need*, the number of further true variables that it must have, and its *room*, the number
//! that it can still hold. A full line without negated variables rules out its other candidates, as an exclusion does.
//! A line with negated variables that leaves no choice for its undecided variables is a step of its own
//! ([`Step::Decided`]). A literal that a line counts several times ([`Copies`]) is decided as soon as the line can't be
//! satisfied without it. If the line leaves a choice, but needs at least one of several variables, it can be split into
//! cases.

mod adjacency;
mod argument;
mod copies;
mod field;
pub(crate) mod hardness;
mod known;
mod premises;
mod refutation;

pub(crate) use adjacency::{Adjacency, Family};
pub use argument::{Case, Cover, Deduction, Reason, RuledOut, Seen, Step, Technique};
pub(crate) use argument::{all_steps, is_refutation};
pub(crate) use copies::Copies;
pub(crate) use field::{Field, has, ones, set};
pub(crate) use known::Knowledge;
pub(crate) use premises::{cited, premises};
pub(crate) use refutation::{Cases, End, Link, Locked, PLACING, Refutation, Refuted};
