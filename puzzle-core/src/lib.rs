//! One engine for puzzles of variables and rules.
//!
//! A [`Puzzle`] states its rules over variables; a [`Source`] knows the completions of whatever [`Marks`] the
//! player has made, by a [`Diagram`] or by a solver. From these two come, the same for every puzzle, the [`Guide`] (a
//! [`Status`] and a [`Count`] for every variable), the [`Session`] (a game with undo and redo), explanations of why a
//! variable is ruled out or forced ([`mod@explain`]), and hints ([`hint()`]); for a puzzle that has [`Words`] as well, all of it
//! in sentences ([`sentences`]) and as data by names ([`answer`]).
//!
//! Simon Tatham's *Portable Puzzle Collection* is the model: a puzzle is a back end, this crate is the middle, and a
//! front end shows any puzzle through it.
//!
//! A puzzle has parts, and few callers need all of them. [`Puzzle`] has the rules and is enough for guides and
//! explanations as data. [`Words`] adds names for sentences, most of which follow from the name of the piece. The crate
//! `puzzle-kind` adds what commands and games need beyond a guide: a grid, a text, readers and generators.
//!
//! Every computation is about rules over variables, never about queens or digits. The engine is a crate of its own
//! because [`bdd_core`] knows no player, who places and blocks and asks why, and because no puzzle may depend on
//! another puzzle's crate for its guide.
//!
//! ```
//! use std::sync::Arc;
//!
//! use puzzle_core::{Budget, Diagram, ConstraintId, Move, Puzzle, Rules, Session, Status, Variable, Words, explain, sentences};
//!
//! /// Three rooks on a board of three by three, none in the reach of another.
//! #[derive(Debug)]
//! struct Rooks(Rules);
//!
//! impl Puzzle for Rooks {
//!     fn rules(&self) -> &Rules {
//!         &self.0
//!     }
//! }
//!
//! /// What its squares and lines are called, for whoever wants to read about it.
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
//!         "c3 is dead: a1 and the block on b2 alone rule it out.",
//!         "  Suppose c3.",
//!         "  Then row 2 has no place left: a2 is excluded by a1; b2 is blocked; c2 is excluded by c3.",
//!         "  So it can't be c3.",
//!         "To open it, unblock b2: 1 solution with c3 then.",
//!     ]
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows no puzzle, and nothing of colours, keys or screens.
//!
//! # Modules
//!
//! - The puzzle: `puzzle`, `words`, `naming`.
//! - Its completions: `source`, `diagram`, `adaptive`, [`sat`], `count`, `numbered`.
//! - The player: `marks`, `guide`, `session`.
//! - The reasons: `logic` (the board as the player sees it), [`deduce`] (deductions), `blame` (cores and repairs),
//!   [`mod@explain`], `explanation`, `hint`, [`check`] (checkers of arguments).
//! - The answers: `facts`, [`answer`], [`sentences`], [`export`].

mod adaptive;
pub mod answer;
mod blame;
pub mod check;
mod count;
pub mod deduce;
mod diagram;
pub mod explain;
mod explanation;
pub mod export;
mod facts;
mod guide;
mod hint;
mod lists;
mod logic;
mod marks;
mod naming;
mod numbered;
mod puzzle;
pub mod sat;
pub mod sentences;
mod session;
mod source;
mod words;

pub use adaptive::Adaptive;
pub use bdd_core::{
    Bdd, BigUint, Budget, Cancel, ConstraintId, Counts, Interrupted, Literal, Order, Rules, TooManyVariables, Variable,
    Weighed, WeightError, Weights,
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
pub use puzzle::{Puzzle, Sight, given_literals};
pub use session::{Session, Transition};
pub use source::{Completions, Source};
pub use words::{Terms, Words};

/// The examples of the README run as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
