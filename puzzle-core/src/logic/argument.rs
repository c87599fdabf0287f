//! Deductions and the steps of their arguments, as data.

use std::collections::BTreeSet;

use bdd_core::{ConstraintId, Literal, Variable};

use crate::marks::{Conflict, Marks};

/// The reason why a variable of a line is ruled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Because {
    /// Another one excludes it: one that is given or placed, or that the argument has placed.
    Excluded {
        /// The other one.
        by: Variable,
    },
    /// A line through it has as much as it may have, of what is given or placed or the argument has placed.
    Full {
        /// The line.
        on: ConstraintId,
    },
    /// The player has ruled it out.
    Blocked,
    /// It was ruled out before, by an earlier deduction, or is shown as ruled out.
    Out,
    /// It is the variable in question, and the argument supposes that it is false.
    Supposed,
}

/// A variable that is ruled out, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuledOut {
    /// The variable.
    pub variable: Variable,
    /// The reason.
    pub because: Because,
}

/// One step of the argument.
///
/// [`Step::Excluded`], [`Step::Full`], [`Step::Blocked`] and [`Step::Conflict`] are whole arguments. The others lead from a
/// supposition (the variable in question is true; for a forced one, false) to a contradiction: any number of
/// [`Step::Only`], each of which places a variable for the steps after it, of [`Step::Decided`], and one [`Step::Empty`] or
/// [`Step::Split`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Another variable excludes the one in question.
    Excluded {
        /// The other one, which is given or placed.
        by: Variable,
    },
    /// A line through the variable in question has as much as it may have.
    Full {
        /// The line.
        on: ConstraintId,
        /// Its true variables, which are given or placed, in order.
        by: Vec<Variable>,
    },
    /// The player has ruled the variable in question out.
    Blocked,
    /// The marks contradict each other or the givens, so that everything is ruled out.
    Conflict(Conflict),
    /// A line has one variable left, which therefore is true. Of a line that needs several: it has no more than it needs,
    /// with what is placed, so that all of them are true, and this one among them.
    Only {
        /// The variable that is left.
        variable: Variable,
        /// The line.
        on: ConstraintId,
        /// All variables of the line that are ruled out, in order.
        ruled_out: Vec<RuledOut>,
    },
    /// A line with negated variables leaves no choice of what is undecided on it.
    Decided {
        /// The line.
        on: ConstraintId,
        /// The variables of the line that are ruled out, in order.
        ruled_out: Vec<RuledOut>,
        /// The variables that become true, in order.
        place: Vec<Variable>,
        /// The variables that become false, in order.
        out: Vec<Variable>,
    },
    /// Several lines have all that is left of them within covers that have no more room than the lines need: within as
    /// many covers, of each of which one can be true at most, where each line needs one. So the covers are used up, and what
    /// else they have is out. If the covers have even less room, nothing that is left of the first line can be true.
    ///
    /// True variables on the lines and in the covers count towards their needs and their room.
    Locked {
        /// The lines, in order; no two have a possible variable in common.
        base: Vec<ConstraintId>,
        /// Lines, and sets of variables that exclude each other pairwise.
        covers: Vec<Cover>,
        /// The variables of the lines that are in none of the covers, in order.
        ruled_out: Vec<RuledOut>,
        /// The variables that become false, in order.
        out: Vec<Variable>,
    },
    /// All that a line has left excludes something, which therefore is out.
    Common {
        /// The line.
        on: ConstraintId,
        /// The variables of the line that are not left, in order.
        ruled_out: Vec<RuledOut>,
        /// The candidates of the line, in order.
        left: Vec<Variable>,
        /// The variables that become false, in order.
        out: Vec<Variable>,
    },
    /// A line has nothing left, or less than it needs, or more than it may have: the contradiction.
    Empty {
        /// The line.
        on: ConstraintId,
        /// The variables of the line that are ruled out, in order.
        ruled_out: Vec<RuledOut>,
    },
    /// A line needs one at least of several variables, and each of them leads to a contradiction.
    Split {
        /// The line.
        on: ConstraintId,
        /// The variables of the line that are not left, in order.
        ruled_out: Vec<RuledOut>,
        /// Those that are left, in order.
        cases: Vec<Case>,
    },
}

/// Variables that exclude each other pairwise, so that one of them is true at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Those of a line.
    Line(ConstraintId),
    /// Others, such as those of a diagonal, in order.
    Clique(Vec<Variable>),
}

impl Cover {
    /// Returns the line, if it is one.
    pub(crate) fn line(&self) -> Option<ConstraintId> {
        match self {
            Cover::Line(line) => Some(*line),
            Cover::Clique(_) => None,
        }
    }
}

/// One variable of a split line, and how it leads to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The variable.
    pub variable: Variable,
    /// The steps from there to a contradiction.
    pub steps: Vec<Step>,
}

/// The technique of an argument, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// One look is enough: the variable is excluded or blocked, or the marks contradict themselves.
    Direct,
    /// A line has one place left.
    Only,
    /// All that is left of some lines lies within as many others.
    Locked,
    /// A line has nothing left at once.
    EmptyLine,
    /// Consequences, one after the other, leave a line without a candidate.
    Chain,
    /// The candidates of a line are tried in turn.
    Split,
}

impl Kind {
    /// The name as it stands in JSON: `direct`, `only`, `locked`, `empty-line`, `chain` or `split`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Direct => "direct",
            Kind::Only => "only",
            Kind::Locked => "locked",
            Kind::EmptyLine => "empty-line",
            Kind::Chain => "chain",
            Kind::Split => "split",
        }
    }

    /// Returns the technique of a list of steps.
    pub(crate) fn of(steps: &[Step]) -> Kind {
        match steps.last() {
            Some(Step::Split { .. }) => Kind::Split,
            Some(Step::Empty { .. }) if steps.len() > 1 => Kind::Chain,
            Some(Step::Empty { .. } | Step::Common { .. }) => Kind::EmptyLine,
            Some(Step::Locked { .. }) => Kind::Locked,
            Some(Step::Only { .. }) => Kind::Only,
            _ => Kind::Direct,
        }
    }
}

impl Step {
    /// Returns the lines that the step is about: none, one, or those that it counts.
    pub(crate) fn lines(&self) -> &[ConstraintId] {
        match self {
            Step::Only { on, .. }
            | Step::Decided { on, .. }
            | Step::Full { on, .. }
            | Step::Common { on, .. }
            | Step::Empty { on, .. }
            | Step::Split { on, .. } => std::slice::from_ref(on),
            Step::Locked { base, .. } => base,
            Step::Excluded { .. } | Step::Blocked | Step::Conflict(_) => &[],
        }
    }

    /// Returns the variables that the step has ruled out before it, each with its reason.
    #[must_use]
    pub fn ruled_out(&self) -> &[RuledOut] {
        match self {
            Step::Only { ruled_out, .. }
            | Step::Decided { ruled_out, .. }
            | Step::Locked { ruled_out, .. }
            | Step::Common { ruled_out, .. }
            | Step::Empty { ruled_out, .. }
            | Step::Split { ruled_out, .. } => ruled_out,
            Step::Excluded { .. } | Step::Full { .. } | Step::Blocked | Step::Conflict(_) => &[],
        }
    }

    /// Returns the lines whose true variables the step counts: those that it is about, its covers, and those that are full.
    pub(super) fn counted_lines(&self) -> impl Iterator<Item = ConstraintId> {
        let covers = match self {
            Step::Locked { covers, .. } => covers.as_slice(),
            _ => &[],
        };
        let overfull = match self {
            Step::Conflict(Conflict::TooMany(on)) => Some(*on),
            _ => None,
        };
        let full = self.ruled_out().iter().filter_map(|reason| match reason.because {
            Because::Full { on } => Some(on),
            _ => None,
        });
        self.lines().iter().copied().chain(covers.iter().filter_map(Cover::line)).chain(overfull).chain(full)
    }
}

/// Returns all steps of an argument, those of its cases included.
pub(crate) fn all_steps(steps: &[Step]) -> Vec<&Step> {
    let mut all = Vec::new();
    for step in steps {
        all.push(step);
        if let Step::Split { cases, .. } = step {
            all.extend(cases.iter().flat_map(|case| all_steps(&case.steps)));
        }
    }
    all
}

/// Returns whether an argument begins with a supposition, and ends in a contradiction.
pub(crate) fn is_refutation(steps: &[Step]) -> bool {
    matches!(steps.last(), Some(Step::Empty { .. } | Step::Split { .. }))
}

/// The board as the player sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// What the player has placed and blocked.
    pub marks: Marks,
    /// What is shown as ruled out besides, or was ruled out by earlier deductions.
    pub out: BTreeSet<Variable>,
}

impl From<Marks> for Seen {
    /// Only the player's own marks.
    fn from(marks: Marks) -> Seen {
        Seen { marks, out: BTreeSet::new() }
    }
}

impl Seen {
    /// Adds the conclusions of a deduction to the board.
    pub fn take(&mut self, deduction: &Deduction) {
        for &Literal { variable, value } in &deduction.conclusions {
            if value { &mut self.marks.placed } else { &mut self.out }.insert(variable);
        }
    }
}

/// What follows from a board as it is seen, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// What follows: one variable that is true, or some that are false, in order.
    pub conclusions: Vec<Literal>,
    /// The argument, as of an [`Explanation`](crate::Explanation): a single [`Step::Only`], [`Step::Locked`] or
    /// [`Step::Common`], or else what leads from the supposition of the first conclusion's opposite to a contradiction.
    pub steps: Vec<Step>,
    /// How hard it is for a person, in hundredths of the scale of Sudoku Explainer, on which 1 is the easiest.
    pub hardness: u32,
    /// Whether nothing easier was left untried for lack of time.
    pub is_easiest: bool,
}

impl Deduction {
    /// Returns the technique of the argument.
    #[must_use]
    pub fn kind(&self) -> Kind {
        Kind::of(&self.steps)
    }

    /// Returns the lines to look at: those that a conclusion is drawn from at once, or those that the last step is about.
    #[must_use]
    pub fn lines(&self) -> &[ConstraintId] {
        self.steps.last().map_or(&[], Step::lines)
    }

    /// Returns the supposition from which a contradiction follows; `None` where the argument needs none.
    #[must_use]
    pub fn supposed(&self) -> Option<Literal> {
        self.conclusions.first().filter(|_| is_refutation(&self.steps)).map(|&first| !first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_of_the_kind_of_its_last_step() {
        let (on, variable) = (ConstraintId::new(0), Variable::new(0));
        let none = Vec::new;
        let only = Step::Only { variable, on, ruled_out: none() };
        let locked = Step::Locked { base: vec![on], covers: Vec::new(), ruled_out: none(), out: vec![variable] };
        let common = Step::Common { on, ruled_out: none(), left: Vec::new(), out: vec![variable] };
        let empty = Step::Empty { on, ruled_out: none() };
        let split = Step::Split { on, ruled_out: none(), cases: Vec::new() };
        for (steps, kind, name) in [
            (vec![Step::Blocked], Kind::Direct, "direct"),
            (vec![Step::Full { on, by: Vec::new() }], Kind::Direct, "direct"),
            (vec![only.clone()], Kind::Only, "only"),
            (vec![locked], Kind::Locked, "locked"),
            (vec![empty.clone()], Kind::EmptyLine, "empty-line"),
            (vec![only.clone(), common], Kind::EmptyLine, "empty-line"),
            (vec![only.clone(), empty], Kind::Chain, "chain"),
            (vec![only, split], Kind::Split, "split"),
        ] {
            assert_eq!((Kind::of(&steps), kind.name()), (kind, name), "{steps:?}");
        }
    }
}
