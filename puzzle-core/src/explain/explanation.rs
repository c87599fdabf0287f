//! The parts of an explanation.

use bdd_core::Variable;

use crate::blame::NoRepair;
use crate::count::Count;
use crate::deduce::Deduction;
use crate::guide::Status;
use crate::logic::{Kind, Step, steps};
use crate::marks::Marks;

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
    /// What is shown first: deductions from the core alone, each of which may use what those before it have shown. None
    /// where the steps are short without.
    pub lemmas: Vec<Deduction>,
    /// The argument, from the core and the lemmas alone; from all marks where that is much simpler. After lemmas it may also
    /// be a single step that rules the variable out, or places it, as of a [`Deduction`].
    pub steps: Vec<Step>,
    /// The player's marks that the steps cite though they are not in the core. Without them the effect would be the
    /// same, and its argument longer.
    pub also: Marks,
    /// How to be rid of the effect.
    pub repair: Result<Repair, NoRepair>,
}

impl Explanation {
    /// How simple the argument is: as simple as the hardest of its parts.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.lemmas.iter().map(Deduction::kind).fold(Kind::of(&self.steps), Kind::max)
    }

    /// The number of steps, those of all cases and lemmas included.
    #[must_use]
    pub fn step_count(&self) -> usize {
        steps::count(&self.steps) + self.lemmas.iter().map(|lemma| steps::count(&lemma.steps)).sum::<usize>()
    }
}
