//! Listing all solutions by backtracking, without a diagram, in three ways.
//!
//! The searches are the three programs of Clapp, Mudge and Volz, *Solutions to the n Queens Problem Using Tasking in
//! Ada* (1986). [`sequential()`] is Wirth's backtracking. `spawn` makes a task for every queen that is placed. `square`
//! has a long-lived task for every square of the board, and these tasks hand each other partial boards. `spawn` and
//! `square` come with the feature `tasking`. All three work file by file and pass each solution to a visitor, as the
//! ranks (counted from 0) of its queens in file order. The visitor ends the search with
//! [`ControlFlow::Break`](std::ops::ControlFlow::Break).
//!
//! ```
//! use std::ops::ControlFlow;
//! use nqueens_guide::{Placement, Size, search};
//!
//! let board = Placement::empty(Size::new(4)?);
//! let mut solutions = Vec::new();
//! let statistics = search::sequential(&board, |ranks| {
//!     solutions.push(ranks.to_vec());
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(solutions, [[1, 3, 0, 2], [2, 0, 3, 1]]);
//! assert_eq!(statistics.search_nodes, 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The queens and blocked squares of the placement are respected; an inconsistent placement has no solutions. The
//! searches use no diagrams, so that the results of searches and of diagrams check each other.
//!
//! Each search first turns the placement into a bit mask for each file; from there on it reads only the masks.

mod prefix;
mod sequential;
#[cfg(feature = "tasking")]
mod spawn;
#[cfg(feature = "tasking")]
mod square;

pub(crate) use prefix::{Prefix, allowed};
pub(crate) use sequential::Backtracking;
pub use sequential::sequential;
#[cfg(feature = "tasking")]
pub use spawn::{default_cutoff, spawn};
#[cfg(feature = "tasking")]
pub use square::square;

use std::time::Duration;

use nqueens_board::Square;

/// The order in which a search with several threads passes its solutions to the visitor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SolutionOrder {
    /// Lexicographic order: by the rank on file a, then on file b, ...
    #[default]
    Lexicographic,
    /// The order in which the threads find the solutions, which may differ from run to run.
    Any,
}

/// The statistics of a search, up to its end or to the visitor's break.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of solutions passed to the visitor.
    pub solutions: u64,
    /// The number of queens placed: the nodes of the backtracking tree without its root, the empty board.
    pub search_nodes: u64,
    /// The number of tasks created. [`sequential()`] creates no task. `square` creates a task for each square. `spawn`
    /// creates a task for the root. A task whose board has more empty files than the cut-off creates a task for each
    /// queen that it places, except for a queen on the last file.
    pub tasks_created: u64,
    /// The largest number of tasks at one time, running or waiting.
    pub peak_tasks: u64,
    /// The number of partial boards passed from task to task: one for each search node in the search `square`, 0 in all
    /// other searches.
    pub messages: u64,
    /// For the search `square`, the squares whose task never received a board, by file and then rank; `None` for all
    /// other searches.
    pub squares_never_used: Option<Vec<Square>>,
    /// The wall-clock time of the search.
    pub elapsed: Duration,
}

/// An error: the threads of a search can't be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("can't start {threads} threads ({reason}); ask for fewer")]
pub struct ThreadsError {
    threads: usize,
    /// The error message of the operating system.
    reason: String,
}
