//! The logic of a board as it is seen: lines and exclusions, the candidates that are left, and the steps of an argument.
//!
//! Nothing here searches: [`deduce`](crate::deduce) finds arguments, and [`explain`](mod@crate::explain) tells them.

mod adjacency;
mod argument;
mod field;
pub(crate) mod hardness;
mod known;
mod locked;
mod refutation;
pub(crate) mod steps;

#[cfg(test)]
pub(crate) use adjacency::tests::Plain;
pub(crate) use adjacency::{Adjacency, Family};
pub use argument::{Because, Case, Cover, Kind, RuledOut, Step};
pub(crate) use field::{Field, ones};
pub(crate) use known::Known;
pub(crate) use locked::Locked;
pub(crate) use refutation::{Cases, End, Link, PLACING, Refutation};
