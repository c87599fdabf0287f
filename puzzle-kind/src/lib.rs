//! The interface between a kind of puzzle and the commands and games.
//!
//! The engine, [`puzzle_core`], needs the rules of a puzzle and the names of its variables. Commands and games need
//! more:
//!
//! | task | start with |
//! |---|---|
//! | place a puzzle on a grid | [`Layout`], [`Cell`] |
//! | play, print and question a puzzle | [`Playable`] |
//! | open its source | [`Entry`] |
//! | describe a kind: options, reader, generator | [`Kind`], [`Parameter`], [`Generator`] |
//! | read puzzles from text | [`input`], [`InputError`] |
//! | answer a command or an HTTP request | [`Operation`], [`report`] |
//!
//! Simon Tatham's *Portable Puzzle Collection* is the model: its `struct game` has everything that a front end needs
//! to offer an unknown puzzle.
//!
//! ```
//! use std::sync::Arc;
//!
//! use puzzle_core::{Budget, Diagram, Marks, Puzzle, Rules, Variable, Words};
//! use puzzle_kind::{Cell, Entry, Layout, Opened, Playable, report};
//!
//! /// A lamp in one of two rooms.
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
//! assert!(checked.is_negative, "a proper puzzle has one solution, and this one has two");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows no particular puzzle, and no colours, keys or screens.
//!
//! # Modules
//!
//! - A puzzle: `layout`, `options` (the tree of a configurator), `stated` (its rules in words), `entry`, `difficulty`;
//!   `draw` helps generators.
//! - Its kind: `kind`, with the verbs of all kinds in `kind/verb.rs`; [`input`] reads bounded lines of text and
//!   grids; the feature `links` adds readers of links of other programs.
//! - The answers: `operation` for commands and the HTTP API alike, with the functions of [`report`]; `parts` has
//!   their types.

mod difficulty;
mod draw;
mod entry;
pub mod input;
mod kind;
mod layout;
#[cfg(feature = "links")]
pub mod links;
mod operation;
mod options;
mod parts;
pub mod report;
mod stated;

pub use difficulty::Difficulty;
pub use draw::{first_accepted, take_random};
pub use entry::{Entry, OpenError, Opened, Playable};
pub use input::BadArgument;
pub use kind::{
    Arguments, Generated, Generator, Help, InputError, Kind, Parameter, Reading, Role, STDIN, Style, Verb, usual_help,
    usual_parameters,
};
pub use layout::{Cell, CellSign, Layout, Relation, SideClue};
pub use operation::{AnswerError, Operation, OperationAnswer};
pub use options::{OptionLine, OptionTree};
pub use parts::{Report, ReportPart};
pub use stated::{RuleCount, RuleScope, StatedRule};
