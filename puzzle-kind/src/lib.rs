//! Kinds of puzzle, for commands and games.
//!
//! The engine, [`puzzle_core`], needs the rules of a puzzle and the names of its variables. Commands and games need more:
//! the [`Layout`] on a grid and the text of a puzzle ([`Playable`]), the way to its solutions ([`Entry`]), the options, the
//! reader and the generator of its [`Kind`], and answers in words and as data ([`report`]).
//!
//! Simon Tatham's *Portable Puzzle Collection* is the model: its `struct game` has all that a front end needs to offer a
//! puzzle that it knows nothing of.
//!
//! ```
//! use std::sync::Arc;
//!
//! use puzzle_core::{Budget, Diagram, Marks, Puzzle, Rules, Variable, Words};
//! use puzzle_kind::{Cell, Entry, Layout, Opened, Playable, report};
//!
//! /// A lamp that is on in exactly one of two rooms.
//! #[derive(Clone, Debug)]
//! struct Lamp(Rules);
//!
//! impl Puzzle for Lamp {
//!     fn rules(&self) -> &Rules {
//!         &self.0
//!     }
//! }
//!
//! impl Words for Lamp {}
//!
//! impl Layout for Lamp {
//!     fn grid(&self) -> (usize, usize) {
//!         (2, 1)
//!     }
//!     fn cell(&self, variable: Variable) -> Cell {
//!         Cell { row: 0, column: variable.index() }
//!     }
//!     fn symbol(&self, _: Variable) -> char {
//!         '*'
//!     }
//! }
//!
//! impl Playable for Lamp {
//!     fn text(&self) -> String {
//!         "lamp\n".to_owned()
//!     }
//! }
//!
//! let mut rules = Rules::new(2);
//! rules.exactly_one(&[0, 1]);
//! let lamp = Lamp(rules);
//! let entry = Entry::new(Arc::new(lamp.clone()), move |budget| {
//!     Ok(Opened::new(Diagram::conjoin(lamp.clone(), budget)?))
//! });
//! let budget = &mut Budget::unlimited();
//! assert_eq!(entry.open(budget)?.source.count(&Marks::default(), budget)?.to_string(), "2");
//! let checked = report::check(&**entry.puzzle(), &Marks::default(), budget)?;
//! assert!(checked.is_negative, "it has two solutions");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows no puzzle, and nothing of colours, keys or screens.
//!
//! # Modules
//!
//! - A puzzle: `layout`, `entry`, `difficulty`; `draw` helps to make new ones.
//! - Its kind: `kind`, with the verbs of all kinds in `kind/verb.rs`; [`input`] reads text in bounded lines, and boards in
//!   grids; with the feature `links`, a module of that name reads links of other programs.
//! - The answers: `operation` for commands and the HTTP API alike, by the functions of [`report`]; `parts` has their type.

mod difficulty;
mod draw;
mod entry;
pub mod input;
mod kind;
mod layout;
#[cfg(feature = "links")]
pub mod links;
mod operation;
mod parts;
pub mod report;

pub use difficulty::Difficulty;
pub use draw::{first_accepted, take_random};
pub use entry::{Entry, OpenError, Opened, Playable};
pub use input::BadArgument;
pub use kind::{
    Arguments, Generated, Generator, Help, InputError, Kind, Parameter, Reading, Role, STDIN, Style, Verb, usual_help,
    usual_parameters,
};
pub use layout::{Cell, Layout, SideClue};
pub use operation::{AnswerError, Operation, OperationAnswer};
pub use parts::{Report, ReportPart};
