//! Why a square is ruled out, or forced: explanations as data.
//!
//! An [`Explanation`] has three parts that stand on their own. Its *core* is a subset-minimal set of the player's
//! queens and blocks that has the effect already; its *steps* are an argument that a person can follow; its *repair*
//! is the smallest set of queens and blocks to take away so that the effect is gone. Core and repair come from the
//! diagram and are exact; the steps come from the rules alone and never look at the diagram.
//!
//! The words are in [`sentences`](crate::sentences), what to draw is in [`Frame`].

mod causes;
mod field;
mod frames;
mod refute;
mod steps;

use std::collections::BTreeSet;
use std::fmt;

use bdd_core::{BigUint, Literal};

pub use frames::{Frame, Scene, between};

use crate::attack::Line;
use crate::board::Size;
use crate::guide::{Guide, Status};
use crate::placement::{Conflict, Placement};
use crate::solutions::Solutions;
use crate::square::{Square, file_name};
use causes::Causes;

/// A rank or a file: the lines that need a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RankOrFile {
    /// A rank, counted from 0 at the bottom.
    Rank(usize),
    /// A file, counted from 0 at the left.
    File(usize),
}

impl RankOrFile {
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

/// How simple an explanation is, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One look at the board is enough: the square is attacked or blocked, or the placement contradicts itself.
    Direct,
    /// A line has no square left at once.
    EmptyLine,
    /// Queens that have to follow, one after the other, leave a line without a square.
    Chain,
    /// Some line's squares have to be tried in turn.
    Split,
}

impl Kind {
    /// The name as it stands in JSON: `direct`, `empty-line`, `chain` or `split`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Direct => "direct",
            Kind::EmptyLine => "empty-line",
            Kind::Chain => "chain",
            Kind::Split => "split",
        }
    }

    /// What a list of steps amounts to.
    fn of(steps: &[Step]) -> Kind {
        match steps.last() {
            Some(Step::Split { .. }) => Kind::Split,
            Some(Step::Empty { .. }) if steps.len() > 1 => Kind::Chain,
            Some(Step::Empty { .. }) => Kind::EmptyLine,
            _ => Kind::Direct,
        }
    }
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

    /// A placement without these queens and blocks.
    fn taken_from(&self, placement: &Placement) -> Placement {
        let mut rest = placement.clone();
        for &queen in &self.queens {
            rest.remove(queen);
        }
        for &blocked in &self.blocked {
            rest.unblock(blocked);
        }
        rest
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
}

impl Explanation {
    /// How simple the argument is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        Kind::of(&self.steps)
    }

    /// The number of steps, those of all cases included.
    #[must_use]
    pub fn step_count(&self) -> usize {
        steps::count(&self.steps)
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
    let status = guide.status(square);
    let supposed = match status {
        Status::Queen | Status::Open => return None,
        Status::Blocked | Status::Attacked | Status::Dead => true,
        Status::Forced => false,
    };
    let (size, placement) = (guide.size(), guide.placement());
    assert_eq!(size, solutions.size(), "solutions and placement of the same board");
    assert!(size.get() <= LARGEST_EXPLAINED, "no explanations beyond size {LARGEST_EXPLAINED}");
    let literal = Literal { variable: size.variable(square), value: supposed };

    // Only the solutions that the placement has to exclude matter. Each of them contradicts some queens and blocks:
    // a core has one of those for each solution, a repair takes all of them away for one solution.
    let excluded = solutions.bdd().select(&[literal]);
    let causes = Causes::of(&excluded, placement);
    let argue = |grounds: &Placement, depth: usize| steps::argue(grounds, square, status, supposed, depth);

    let mut cores = causes.minimal_cores();
    let (core, steps) = (0..=size.get())
        .find_map(|depth| {
            // Where only a case split helps, a few cores are enough to choose from.
            if depth > 0 {
                cores.truncate(CORES_TO_SPLIT);
            }
            let argued = cores.iter().filter_map(|core| {
                let grounds = Placement::new(size, core.queens.iter().copied(), core.blocked.iter().copied())
                    .expect("the core's squares are the placement's");
                Some((core, argue(&grounds, depth)?))
            });
            let (core, steps) =
                argued.min_by_key(|(core, steps)| (Kind::of(steps), steps::count(steps), core.len()))?;
            Some((core.clone(), simpler_from_all(|depth| argue(placement, depth), depth, steps)))
        })
        .expect("splitting down to the last rank decides everything");
    let cited = steps::cited(&steps, square, placement);
    let also = Core {
        queens: cited.queens.difference(&core.queens).copied().collect(),
        blocked: cited.blocked.difference(&core.blocked).copied().collect(),
    };

    let repair = causes.smallest_repair().map(|away| {
        let completions = solutions.completions(&away.taken_from(placement));
        let with = completions.select(&[Literal::positive(literal.variable)]).model_count();
        let without = completions.model_count() - &with;
        Repair { lift: away.queens, unblock: away.blocked, solutions: with, without }
    });
    Some(Explanation { square, status, core, steps, also, repair })
}

/// The argument from the whole placement if it is of a simpler kind than the one from the core, or a case split of
/// at most half as many steps; else the one from the core.
fn simpler_from_all(
    argue_from_all: impl Fn(usize) -> Option<Vec<Step>>,
    depth: usize,
    from_core: Vec<Step>,
) -> Vec<Step> {
    let kind = Kind::of(&from_core);
    if kind == Kind::Direct {
        return from_core;
    }
    match (0..=depth).find_map(argue_from_all) {
        Some(steps) if Kind::of(&steps) < kind => steps,
        Some(steps) if kind == Kind::Split && 2 * steps::count(&steps) <= steps::count(&from_core) => steps,
        _ => from_core,
    }
}

/// How simple an argument the whole placement gives that a square is forced, without case splits: the simpler the
/// less. For choosing a square to explain; exact cores come with the explanation.
pub(crate) fn quick_cost(placement: &Placement, square: Square) -> (Kind, usize) {
    let steps = steps::argue(placement, square, Status::Forced, false, 0);
    steps.map_or((Kind::Split, usize::MAX), |steps| (Kind::of(&steps), steps::count(&steps)))
}

/// The largest board whose squares can be explained.
pub const LARGEST_EXPLAINED: usize = 16;

/// How many cores are tried for a short case split.
const CORES_TO_SPLIT: usize = 2;

/// The fewest queens to lift and squares to unblock so that the placement has a completion again, with the number of
/// completions then; nothing to take away if it has one now. `None` if the board has no solution at all.
#[must_use]
pub fn smallest_repair(solutions: &Solutions, placement: &Placement) -> Option<(Core, BigUint)> {
    let away = Causes::of(solutions.bdd(), placement).smallest_repair()?;
    let left = solutions.completions(&away.taken_from(placement)).model_count();
    Some((away, left))
}
