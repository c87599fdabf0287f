//! Decision diagrams of Boolean functions, and rules over Boolean variables to build them from.
//!
//! A diagram is a [`Bdd`] (binary decision diagram) or a [`Zdd`] (zero-suppressed decision diagram). It counts,
//! selects, lists, ranks, samples and weighs the models of its function exactly. Diagrams are combined by `and`, `or`,
//! `not`, quantifiers and more. Diagrams of equal functions are equal values. [`Rules`] are data: exclusions and
//! cardinality [`Constraint`]s, which [`DiagramBuilder`] conjoins.
//!
//! ```
//! use bdd_core::{Budget, DiagramBuilder, Literal, Rules};
//!
//! // The first two of three friends do not come together, and at least one friend comes.
//! let mut rules = Rules::new(3);
//! rules.exclude(0, 1);
//! rules.at_least_one(&[0, 1, 2]);
//! let budget = &mut Budget::unlimited();
//! let guests = DiagramBuilder::new(&rules).build(budget)?;
//! assert_eq!(guests.model_count(), 5u32.into());
//!
//! // If the first friend comes, the second does not.
//! let counts = guests.select(&[Literal::positive(0)], budget)?.counts(budget)?;
//! assert_eq!(counts.by_variable[1], 0u32.into());
//! # Ok::<(), bdd_core::Interrupted>(())
//! ```
//!
//! The same function from an expression, and two diagrams combined:
//!
//! ```
//! use bdd_core::{Bdd, Budget};
//!
//! let budget = &mut Budget::unlimited();
//! let names = ["ann", "bob", "cid"];
//! let guests = Bdd::from_expression("!(ann & bob) & (ann | bob | cid)", &names, budget)?;
//! let quiet = Bdd::from_expression("!cid", &names, budget)?;
//! assert_eq!(guests.and(&quiet, budget)?.model_count(), 2u32.into());
//! assert!(!guests.is_subset_of(&quiet, budget)?);
//! # Ok::<(), bdd_core::ExpressionError>(())
//! ```
//!
//! The crate knows no boards, queens or screens.
//!
//! # Which type for which task
//!
//! | task | items |
//! |---|---|
//! | state rules | [`Rules`], [`Constraint`], [`Literal`], [`Variable`] |
//! | build a diagram from rules | [`DiagramBuilder`]; [`construct()`] with a [`Search`] of your own |
//! | build a diagram from a formula | [`Bdd::from_expression`], [`Expression`] |
//! | combine diagrams | [`Bdd::and`], [`Bdd::or`], [`Bdd::not`], [`Bdd::xor`], [`Bdd::implies`], [`Bdd::iff`], [`Bdd::ite`] |
//! | combine many functions that share nodes | [`Manager`], [`Function`] |
//! | count models where no diagram fits | [`Dnnf`] |
//! | quantify, or put a function in for a variable | [`Bdd::exists`], [`Bdd::forall`], [`Bdd::compose`], [`Bdd::rename`] |
//! | compare two functions | `==`, [`Bdd::is_subset_of`], [`Bdd::is_disjoint_from`] |
//! | build a family of sets, or the smaller diagram | [`DiagramBuilder::build_zdd`], [`DiagramBuilder::build_smaller`] |
//! | convert a diagram | [`Bdd::to_zdd`], [`Zdd::to_bdd`] |
//! | choose an order of the variables | [`DiagramBuilder::build_reordered`], [`Order`] |
//! | count models, or the models in which a variable is true | [`Bdd::model_count`], [`Bdd::counts`], [`Counts`] |
//! | fix variables | [`Bdd::select`] keeps them in the function, [`Bdd::restrict`] makes the function independent of them |
//! | keep only some variables | [`Bdd::project`] |
//! | list models | [`Bdd::models`], [`Models`] |
//! | find the k-th model, or the rank of a model | [`Ranking`] |
//! | draw models at random | [`Sampler`] |
//! | find the cheapest models | [`Weights`], [`Bdd::best_totals`], [`Bdd::models_by_weight`] |
//! | read the nodes | [`Bdd::nodes`], [`Bdd::node`], [`NodeId`] |
//! | make a diagram from the nodes of another program | [`Bdd::from_nodes`], [`Bdd::decisions`], [`NodesError`] |
//! | store a diagram | [`mod@format`] |
//! | exchange diagrams with CUDD | [`export::dddmp`] |
//! | write the nodes for other programs | [`export::json`], [`Bdd::decisions`] |
//! | draw a small diagram | [`export::svg`] |
//! | write DIMACS, OPB, SMT-LIB or DOT | [`export`]; [`encode`] for cardinality constraints as clauses |
//! | propagate units without a diagram | [`propagate()`] |
//! | limit memory and steps, show progress, cancel | [`Budget`], [`Progress`], [`Cancel`], [`Interrupted`] |
//! | show a conjunction step by step | [`Stages`], [`Schedule`], [`Part`] |
//!
//! There are two methods of conjunction. [`DiagramBuilder::build`] searches with a memo table; it is for puzzles, whose
//! rules leave few choices at every step. [`DiagramBuilder::build_in`] and [`DiagramBuilder::build_reordered`] conjoin
//! rule by rule from the last level up; they are for hundreds of variables with many short rules, where the order of
//! the variables decides whether the diagram fits into memory.
//!
//! # Modules
//!
//! `rules`, `propagate`, `merged` and `order` prepare the conjunction; `conjoin`, `upward` and `schedule` perform it;
//! `construct` builds a diagram from any search. `diagram` is the diagram, `reduction` says what a skipped variable
//! means, `algebra` and `product` combine diagrams, `manager` combines functions that share their nodes, and further
//! operations are in `count`, `modulo`, `select`, `project`, `models`, `weights`, `ranking` and `sample`. `dnnf`
//! compiles rules into a form without an order of variables.
//!
//! # Budgets
//!
//! Most functions that may take long take a `&mut` [`Budget`] as their last argument. [`Bdd::model_count`] takes no
//! budget; [`Bdd::model_count_within`] counts within a budget.
//!
//! # Features
//!
//! - `biodivine`, on by default: `DiagramBuilder::build_by`, a conjunction by the library `biodivine-lib-bdd`, as a
//!   reference for the faster methods.
//! - `file`, on by default: `.bdd` and `.zdd` files.
//! - `serde`: `Serialize` and `Deserialize` for rules and literals; with `file`, also for [`Bdd`]s.
//!
//! Without `biodivine`, the crate builds for WebAssembly; there, `file` makes no temporary files. Without any feature,
//! the crate has 14 dependencies, direct and indirect.

mod algebra;
mod assemble;
mod budget;
mod builder;
mod conjoin;
mod construct;
mod convert;
mod count;
mod diagram;
mod dnnf;
pub mod encode;
pub mod export;
mod expression;
#[cfg(feature = "file")]
pub mod format;
mod groups;
mod id;
mod join;
mod manager;
mod merged;
mod models;
#[cfg(feature = "file")]
mod modulo;
mod node;
mod order;
mod product;
mod project;
mod propagate;
mod ranking;
mod reduce;
mod reduction;
mod rules;
mod sample;
#[cfg(feature = "biodivine")]
mod schedule;
mod select;
#[cfg(feature = "serde")]
mod serial;
mod slots;
mod stages;
#[cfg(test)]
mod testing;
mod upward;
mod weights;

pub use assemble::NodesError;
pub use budget::{Budget, Cancel, Interrupted, Progress};
pub use builder::DiagramBuilder;
pub use construct::{Search, construct, construct_zdd};
pub use convert::AnyDiagram;
pub use count::Counts;
pub use diagram::{Bdd, DecisionDiagram, Node, Zdd};
pub use dnnf::Dnnf;
pub use expression::{Expression, ExpressionError};
pub use id::{ConstraintId, IdError, NodeId, Variable};
pub use manager::{Function, Manager};
pub use models::Models;
pub use num_bigint::BigUint;
pub use order::Order;
pub use propagate::propagate;
pub use ranking::Ranking;
pub use reduction::{EqualChildren, Reduction, ZeroSuppressed};
pub use rules::{Constraint, Literal, Rules, TooManyVariables};
pub use sample::Sampler;
pub use stages::{Part, Schedule, Stages};
pub use weights::{Best, ByWeight, Objective, Weighed, WeightError, Weights};

/// The examples of the README, which run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
