//! The engine for all logic puzzles that can be stated as rules over Boolean variables.
//!
//! A [`Puzzle`] states the rules. A [`Source`] finds the completions of the player's [`Marks`]: the solutions that
//! agree with the marks. It uses a binary decision diagram ([`Diagram`]) or a SAT solver. The engine computes the rest,
//! in the same way for every puzzle: the [`Guide`] (a [`Status`] and a [`Count`] for every variable), the [`Session`]
//! (a game with undo and redo), explanations ([`mod@explain`]) and hints ([`hint()`]). For a puzzle with [`Words`] it
//! also makes sentences ([`sentences`]) and data for other programs ([`answer`]).
//!
//! # Which type for which task
//!
//! | task | start with |
//! |---|---|
//! | state a puzzle | [`Puzzle`] and [`Rules`] |
//! | name its variables and lines | [`Words`] |
//! | find completions | [`Diagram`] for a small diagram, otherwise [`Adaptive`]; both are [`Source`]s |
//! | know the status and count of every variable | [`Guide`], [`Tally`] |
//! | play with undo and redo | [`Session`]; [`Transition`] for work on another thread |
//! | explain a dead or forced variable | [`explain()`], [`Explanation`] |
//! | give a hint | [`hint()`], or [`deduced_hint`] for players who see no statuses; [`Hint`] |
//! | solve or rate step by step | [`deduce`] |
//! | list, number or sample solutions | [`Source::numbered`], [`Numbered`] |
//! | build a configurator by names, with its guide, reasons, offers and repairs | [`configurator`] |
//! | compare total weights, such as prices | [`Puzzle::weights`], [`Totals`] |
//! | make sentences or JSON | [`sentences`], [`answer`] |
//! | write the rules for a SAT or SMT solver | [`export`] |
//! | check an explanation independently | [`check`] |
//! | prove an explanation to other people's checkers | [`proof`] |
//!
//! The crate `puzzle-kind` adds the parts that commands and games need: grids, readers and generators. This structure
//! follows Simon Tatham's *Portable Puzzle Collection*: each puzzle is a back end, this crate is the middle, and any
//! front end shows any puzzle.
//!
//! The engine is separate from [`bdd_core`], which knows no player. It is also separate from the puzzles, so that no
//! puzzle depends on the crate of another puzzle.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//!
//! use puzzle_core::{Budget, ConstraintId, Diagram, Move, Puzzle, Rules, Session, Status, Variable, Words};
//! use puzzle_core::{explain, sentences};
//!
//! /// Three rooks on a 3 x 3 board, none attacking another.
//! #[derive(Debug)]
//! struct Rooks(Rules);
//!
//! impl Puzzle for Rooks {
//!     fn rules(&self) -> &Rules {
//!         &self.0
//!     }
//! }
//!
//! /// The names of the squares and lines.
//! impl Words for Rooks {
//!     fn name(&self, variable: Variable) -> String {
//!         ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"][usize::from(variable)].to_owned()
//!     }
//!     fn line_name(&self, line: ConstraintId) -> String {
//!         ["row 1", "row 2", "row 3", "column a", "column b", "column c"][line.index()].to_owned()
//!     }
//! }
//!
//! let mut rules = Rules::new(9);
//! for line in [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]] {
//!     rules.exactly_one(&line);
//! }
//! let budget = &mut Budget::unlimited();
//! let source = Arc::new(Diagram::conjoin(Rooks(rules), budget)?);
//! let mut game = Session::new(source.clone(), budget)?;
//! assert_eq!(game.guide().total().to_string(), "6");
//! let [a1, b2, c3] = [0, 4, 8].map(Variable::new);
//! game.play(Move::Place(a1), budget)?;
//! game.play(Move::Block(b2), budget)?;
//! assert_eq!(game.guide().status(c3), Status::Dead);
//!
//! let why = explain(&*source, game.guide(), c3, budget)?.expect("a dead square can be explained");
//! assert_eq!(
//!     sentences::explanation(source.puzzle(), &why),
//!     [
//!         "c3 is dead because of a1 and the mark on b2.",
//!         "  Suppose c3.",
//!         "  Then row 2 has no place left: a2 is ruled out by a1; b2 is blocked; c2 is ruled out by c3.",
//!         "  So c3 can't be true.",
//!         "Allow b2 again, and c3 opens (1 solution).",
//!     ]
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate never knows a particular puzzle, colours, keys or screens.
//!
//! # Modules
//!
//! - The puzzle: `puzzle`, `words`, `naming`.
//! - Its completions: `source`, `diagram`, `adaptive`, [`sat`], `count`, `numbered`.
//! - The player: `marks`, `guide`, `session`.
//! - The reasons: `logic` (the board as the player sees it), [`deduce`] (deductions), `blame` (cores and repairs),
//!   [`mod@explain`], `explanation`, `hint`, [`check`] (checkers of arguments).
//! - The answers: `facts`, [`answer`], [`sentences`], [`export`], [`proof`] and [`certificate`] (proofs for other
//!   checkers).
//! - Configurators: [`configurator`] (the builder), [`features`] (feature models and their writers).

mod adaptive;
pub mod answer;
mod blame;
pub mod certificate;
pub mod check;
pub mod configurator;
mod count;
pub mod deduce;
mod diagram;
pub mod explain;
mod explanation;
pub mod export;
mod facts;
pub mod features;
mod guide;
mod hint;
mod lists;
mod logic;
mod marks;
mod naming;
mod numbered;
pub mod proof;
mod puzzle;
pub mod sat;
pub mod sentences;
mod session;
mod source;
mod words;

pub use adaptive::Adaptive;
pub use bdd_core::{
    AnyDiagram, Bdd, BigUint, Budget, Cancel, ConstraintId, Counts, Dnnf, Interrupted, Literal, Objective, Order,
    Rules, TooManyVariables, Variable, Weighed, WeightError, Weights, Zdd,
};
pub use count::{Count, Tally, Totals};
pub use diagram::{Diagram, WrongVariables};
pub use explain::explain;
pub use explanation::{ExplainError, Explanation};
pub use guide::{Guide, Refusal, Status};
pub use hint::{Hint, deduced_hint, hint};
pub use logic::{Deduction, Seen};
pub use marks::{Conflict, Marks, Move};
pub use numbered::Numbered;
pub use puzzle::{Puzzle, Visibility, given_literals};
pub use session::{Session, Transition};
pub use source::{Completions, Source};
pub use words::{Terms, Words};

/// The examples of the README, as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
