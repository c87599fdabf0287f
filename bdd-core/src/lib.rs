//! Rules over Boolean variables, and the canonical binary decision diagram (BDD) of their conjunction.
//!
//! [`Rules`] are data: exclusions, and lines of literals that count. [`DiagramBuilder`] makes their [`Bdd`], which counts its models
//! exactly ([`Bdd::model_count`], [`Bdd::counts`]), takes in literals ([`Bdd::select`]), lists its models
//! ([`Bdd::models`]), weighs them ([`Weights`]), and is written to and read from `.bdd` files that trust nothing ([`mod@format`]).
//!
//! ```
//! use bdd_core::{Budget, DiagramBuilder, Literal, Rules};
//!
//! // Two of three friends at most, and somebody has to come.
//! let mut rules = Rules::new(3);
//! rules.exclude(0, 1);
//! rules.at_least_one(&[0, 1, 2]);
//! let budget = &mut Budget::unlimited();
//! let guests = DiagramBuilder::new(&rules).build(budget)?;
//! assert_eq!(guests.model_count(), 5u32.into());
//!
//! // With the first one there, the second can't be.
//! let counts = guests.select(&[Literal::positive(0)], budget)?.counts(budget)?;
//! assert_eq!(counts.by_variable[1], 0u32.into());
//! # Ok::<(), bdd_core::Interrupted>(())
//! ```
//!
//! The crate knows nothing of boards, queens or screens.
//!
//! # Modules
//!
//! From rules to a diagram: `rules` (with `rules/line.rs`), `propagate`, `merged` and `order` prepare; `conjoin`,
//! `upward` and `schedule` conjoin; `construct` builds a diagram from any search; `stages` tells the steps of a
//! conjunction. On a diagram (`bdd`): `count`, `modulo`, `select`, `project`, `models`, `weights`, `ranking`, `sample`.
//! To the outside: [`mod@format`], [`export`], [`encode`].
//!
//! There are two ways to conjoin. The search of [`DiagramBuilder::build`] is for puzzles, whose rules leave few choices at
//! every step. [`DiagramBuilder::build_in`] and [`DiagramBuilder::build_reordered`] conjoin rule by rule from the last level
//! up. They are for hundreds of variables with many short rules, where the order of the variables decides whether the
//! diagram fits the memory.
//!
//! # Budgets
//!
//! Every function that may take long takes a `&mut` [`Budget`] as its last argument, with limits of memory and steps, progress
//! and cancellation. [`Bdd::model_count`], which nearly every program asks for, alone has a short form without one:
//! [`Bdd::model_count_within`] takes it.
//!
//! # Features
//!
//! - `biodivine`, on by default: `DiagramBuilder::build_by`, the conjunction by a diagram library, which the faster ways are
//!   compared with.
//! - `file`, on by default: the `.bdd` file.
//! - `serde`: diagrams, rules and literals can be serialized.
//!
//! Without any, the crate builds for WebAssembly, as it does with `file` and `serde`; there, `file` makes no temporary
//! files. Without any, it is built of 15 crates, itself included.

mod bdd;
mod budget;
mod builder;
mod conjoin;
mod construct;
mod count;
pub mod encode;
pub mod export;
#[cfg(feature = "file")]
pub mod format;
mod groups;
mod id;
mod merged;
mod models;
#[cfg(feature = "file")]
mod modulo;
mod order;
mod project;
mod propagate;
mod ranking;
mod reduce;
mod rules;
mod sample;
#[cfg(feature = "biodivine")]
mod schedule;
mod select;
#[cfg(feature = "serde")]
mod serial;
mod stages;
#[cfg(test)]
mod testing;
mod upward;
mod weights;

pub use bdd::{Bdd, Node};
pub use budget::{Budget, Cancel, Interrupted, Progress};
pub use builder::DiagramBuilder;
pub use construct::{Search, construct};
pub use count::Counts;
pub use id::{ConstraintId, IdError, NodeId, Variable};
pub use models::Models;
pub use num_bigint::BigUint;
pub use order::Order;
pub use propagate::propagate;
pub use ranking::Ranking;
pub use rules::{Constraint, Literal, Rules, TooManyVariables};
pub use sample::Sampler;
pub use stages::{Part, Schedule, Stages};
pub use weights::{Best, ByWeight, Objective, Weighed, WeightError, Weights};

/// The examples of the README run as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
