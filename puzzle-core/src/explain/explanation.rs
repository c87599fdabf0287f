//! What an explanation is made of.

use bdd_core::{LineId, Variable};

use super::blame::NoRepair;
use crate::count::Count;
use crate::guide::Status;
use crate::marks::{Conflict, Marks};

/// Why one variable of a line can't be the line's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Because {
    /// Another one excludes it: one that is given or placed, or that the argument has placed.
    Excluded {
        /// The other one.
        by: Variable,
    },
    /// The player has ruled it out.
    Blocked,
    /// It is the variable in question, and the argument supposes that it is false.
    Supposed,
}

/// A variable that can't be its line's, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuledOut {
    /// The variable.
    pub variable: Variable,
    /// The reason.
    pub because: Because,
}

/// One step of the argument.
///
/// [`Step::Excluded`], [`Step::Blocked`] and [`Step::Conflict`] are whole arguments. The others lead from a
/// supposition (the variable in question is true; for a forced one, false) to a contradiction: any number of
/// [`Step::Only`], each of which places a variable for the steps after it, and one [`Step::Empty`] or
/// [`Step::Split`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Another variable excludes the one in question.
    Excluded {
        /// The other one, which is given or placed.
        by: Variable,
    },
    /// The player has ruled the variable in question out.
    Blocked,
    /// The marks contradict each other or the givens, so that everything is ruled out.
    Conflict(Conflict),
    /// A line has one variable left, which therefore is true.
    Only {
        /// The variable that is left.
        variable: Variable,
        /// The line.
        on: LineId,
        /// All other variables of the line, in order.
        ruled_out: Vec<RuledOut>,
    },
    /// A line has nothing left: the contradiction.
    Empty {
        /// The line.
        on: LineId,
        /// All variables of the line, in order.
        ruled_out: Vec<RuledOut>,
    },
    /// A line has several variables left, and each of them leads to a contradiction.
    Split {
        /// The line.
        on: LineId,
        /// The variables of the line that are not left, in order.
        ruled_out: Vec<RuledOut>,
        /// Those that are left, in order.
        cases: Vec<Case>,
    },
}

/// One variable of a split line, and how it leads to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The variable.
    pub variable: Variable,
    /// The steps from there to a contradiction.
    pub steps: Vec<Step>,
}

/// How simple an explanation is, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One look is enough: the variable is excluded or blocked, or the marks contradict themselves.
    Direct,
    /// A line has nothing left at once.
    EmptyLine,
    /// What has to follow, one after the other, leaves a line with nothing.
    Chain,
    /// What some line has left has to be tried in turn.
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
    pub(super) fn of(steps: &[Step]) -> Kind {
        match steps.last() {
            Some(Step::Split { .. }) => Kind::Split,
            Some(Step::Empty { .. }) if steps.len() > 1 => Kind::Chain,
            Some(Step::Empty { .. }) => Kind::EmptyLine,
            _ => Kind::Direct,
        }
    }
}

/// The fewest marks to take away so that the effect is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The marks.
    pub lift: Marks,
    /// The number of completions that have the variable in question once they are away.
    pub solutions: Count,
    /// The number of completions that don't: 0 for a forced variable before the repair.
    pub without: Count,
}

/// Why a variable is ruled out (excluded, blocked or dead), or forced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The variable in question.
    pub variable: Variable,
    /// What it is: excluded, blocked, dead or forced.
    pub status: Status,
    /// Marks that already have this effect; without any one of them the others don't. None where the rules and the
    /// givens alone have it.
    pub core: Marks,
    /// The argument, from the core alone; from all marks where that is much simpler.
    pub steps: Vec<Step>,
    /// The player's marks that the steps cite though they are not in the core. Without them the effect would be the
    /// same, and its argument longer.
    pub also: Marks,
    /// How to be rid of the effect.
    pub repair: Result<Repair, NoRepair>,
}

impl Explanation {
    /// How simple the argument is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        Kind::of(&self.steps)
    }
}
