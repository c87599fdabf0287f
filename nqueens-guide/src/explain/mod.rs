//! Why a square is ruled out, or forced: explanations as data.
//!
//! An [`Explanation`] has three parts that stand on their own. Its *core* is a subset-minimal set of the player's
//! queens and blocks that has the effect already; its *steps* are an argument that a person can follow; its *repair*
//! is the smallest set of queens and blocks to take away so that the effect is gone. All of it is found by the engine
//! ([`mod@puzzle_core::explain`]) and told here in squares, ranks and files.
//!
//! The words are in [`sentences`](crate::sentences).

mod translate;

use std::collections::BTreeSet;
use std::fmt;

use bdd_core::{BigUint, LineId};
use puzzle_core::Source;

pub use puzzle_core::explain::Kind;

use crate::attack::Line;
use crate::board::Size;
use crate::guide::{Guide, Status};
use crate::placement::{Conflict, Placement};
use crate::solutions::Solutions;
use crate::square::{Square, file_name};

/// A rank or a file: the lines that need a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RankOrFile {
    /// A rank, counted from 0 at the bottom.
    Rank(usize),
    /// A file, counted from 0 at the left.
    File(usize),
}

impl RankOrFile {
    /// A line of the rules.
    pub(crate) fn of(size: Size, line: LineId) -> RankOrFile {
        let (n, line) = (size.get(), line.index());
        if line < n { RankOrFile::Rank(line) } else { RankOrFile::File(line - n) }
    }

    /// Its squares, from file a or from rank 1 on.
    pub fn squares(self, size: Size) -> impl Iterator<Item = Square> + Clone {
        (0..size.get()).map(move |i| match self {
            RankOrFile::Rank(rank) => Square::at(i, rank),
            RankOrFile::File(file) => Square::at(file, i),
        })
    }

    /// Whether a square lies on it.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        match self {
            RankOrFile::Rank(rank) => square.rank() == rank,
            RankOrFile::File(file) => square.file() == file,
        }
    }
}

impl fmt::Display for RankOrFile {
    /// `rank 4` or `file c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RankOrFile::Rank(rank) => write!(f, "rank {}", rank + 1),
            RankOrFile::File(file) => write!(f, "file {}", file_name(*file)),
        }
    }
}

/// Why one square of a line can't have the line's queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Because {
    /// A queen would attack it: one of the player's, or one that the argument has put there.
    Attacked {
        /// Where that queen stands.
        by: Square,
        /// The line that both squares share.
        line: Line,
    },
    /// The player has ruled it out.
    Blocked,
    /// It is the square in question, and the argument supposes that no queen stands there.
    Supposed,
}

/// A square that can't have the line's queen, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuledOut {
    /// The square.
    pub square: Square,
    /// The reason.
    pub because: Because,
}

/// One step of the argument.
///
/// [`Step::Attacked`], [`Step::Blocked`] and [`Step::Conflict`] are whole arguments. The others lead from a
/// supposition (a queen on the square in question; for a forced square, none) to a contradiction: any number of
/// [`Step::Only`], each of which adds a queen for the steps after it, and one [`Step::Empty`] or [`Step::Split`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A queen attacks the square in question.
    Attacked {
        /// Where that queen stands.
        by: Square,
        /// The line that both squares share.
        line: Line,
    },
    /// The player has ruled the square in question out.
    Blocked,
    /// The placement contradicts itself, so that every square is ruled out.
    Conflict(Conflict),
    /// A line has one square left, which therefore has its queen.
    Only {
        /// The square that is left.
        square: Square,
        /// The line.
        on: RankOrFile,
        /// All other squares of the line, in order.
        ruled_out: Vec<RuledOut>,
    },
    /// A line has no square left: the contradiction.
    Empty {
        /// The line.
        on: RankOrFile,
        /// All squares of the line, in order.
        ruled_out: Vec<RuledOut>,
    },
    /// A line has several squares left, and each of them leads to a contradiction.
    Split {
        /// The line.
        on: RankOrFile,
        /// The squares of the line that are not left, in order.
        ruled_out: Vec<RuledOut>,
        /// The squares that are left, in order.
        cases: Vec<Case>,
    },
}

/// One square of a split line, and how a queen there leads to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The square.
    pub square: Square,
    /// The steps from a queen on that square to a contradiction.
    pub steps: Vec<Step>,
}

/// Some of the player's queens and blocks. As an explanation's core they are a subset-minimal set that has the effect
/// already: without any one of them the others don't. It is empty where the rules alone have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// The queens, in variable order.
    pub queens: BTreeSet<Square>,
    /// The blocked squares, in variable order.
    pub blocked: BTreeSet<Square>,
}

impl Core {
    /// The number of queens and blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.queens.len() + self.blocked.len()
    }

    /// Whether there is neither queen nor block.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The fewest queens and blocks to take away so that the effect is gone.
///
/// Among equally few, fewer queens come first, then those that come first in variable order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The queens to lift, in variable order.
    pub lift: BTreeSet<Square>,
    /// The squares to unblock, in variable order.
    pub unblock: BTreeSet<Square>,
    /// The number of completions with a queen on the square in question once they are away.
    pub solutions: BigUint,
    /// The number of completions without a queen there once they are away: 0 on a forced square before the repair.
    pub without: BigUint,
}

/// Why a square is ruled out (attacked, blocked or dead), or forced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The square in question.
    pub square: Square,
    /// What the square is: attacked, blocked, dead or forced.
    pub status: Status,
    /// What already has this effect.
    pub core: Core,
    /// The argument, from the core alone; from the whole placement where that is much simpler.
    pub steps: Vec<Step>,
    /// The player's queens and blocks that the steps cite though they are not in the core. Without them the effect
    /// would be the same, and its argument longer.
    pub also: Core,
    /// How to be rid of the effect; `None` where the rules alone have it, so that nothing the player did matters.
    pub repair: Option<Repair>,
    pub(crate) size: Size,
    pub(crate) engine: puzzle_core::Explanation,
}

impl Explanation {
    /// How simple the argument is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.engine.kind()
    }

    /// The number of steps, those of all cases included.
    #[must_use]
    pub fn step_count(&self) -> usize {
        self.engine.step_count()
    }
}

/// Explains a square of a placement: why no completion has a queen there, or why every one has.
///
/// `None` for an open square and for one with a queen: there is nothing to explain. The simplest kind of reason that
/// holds is given, and the same question always has the same answer.
///
/// # Panics
///
/// If the square is off the board, the solutions are those of another board, or the board is larger than
/// [`LARGEST_EXPLAINED`] (the diagram of whose solutions would not fit any memory).
#[must_use]
pub fn explain(solutions: &Solutions, guide: &Guide, square: Square) -> Option<Explanation> {
    let size = guide.size();
    assert_eq!(size, solutions.size(), "solutions and placement of the same board");
    assert!(size.get() <= LARGEST_EXPLAINED, "no explanations beyond size {LARGEST_EXPLAINED}");
    let engine = puzzle_core::explain(solutions, guide.as_ref(), size.variable(square))?;
    Some(Explanation::of(size, engine))
}

/// The largest board whose squares can be explained.
pub const LARGEST_EXPLAINED: usize = 16;

/// The fewest queens to lift and squares to unblock so that the placement has a completion again, with the number of
/// completions then; nothing to take away if it has one now. `None` if the board has no solution at all.
#[must_use]
pub fn smallest_repair(solutions: &Solutions, placement: &Placement) -> Option<(Core, BigUint)> {
    let marks = placement.marks();
    let away = solutions.blame(&marks, None).repair.ok()?;
    let left = solutions.completions(&Placement::of(placement.size(), &marks.without(&away))).model_count();
    Some((translate::core(placement.size(), &away), left))
}
