//! Deductions, and the steps of their arguments, as data.

use std::collections::BTreeSet;

use bdd_core::{ConstraintId, Literal, Variable};

use crate::marks::{Conflict, Marks};

/// The reason why a variable is ruled out.
///
/// ```
/// use puzzle_core::explain::Reason;
/// use puzzle_core::{Budget, Marks, Rules, Seen, Variable, deduce};
///
/// // The player has blocked the first of two variables, so that the second is true.
/// let mut rules = Rules::new(2);
/// rules.exactly_one(&[0, 1]);
/// let seen = Seen::from(Marks { blocked: [Variable::new(0)].into(), ..Marks::default() });
/// let found = deduce::easiest(&rules, &seen, &mut Budget::unlimited())?.expect("one candidate is left");
/// assert_eq!(found.steps[0].ruled_out()[0].because, Reason::Blocked);
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A true variable excludes the ruled-out variable: a given, a variable placed by the player, or a variable placed
    /// by the argument.
    Excluded {
        /// The excluding variable.
        by: Variable,
    },
    /// A line that contains the ruled-out variable is full: it has its maximum of true variables.
    Full {
        /// The full line.
        on: ConstraintId,
    },
    /// The player has blocked the ruled-out variable, or it is closed: false from the beginning.
    Blocked,
    /// An earlier deduction or an earlier step of the argument has ruled out the variable, or the board shows it as
    /// ruled out.
    Out,
    /// The assumption of a proof by contradiction: the argument supposes that its variable is false, to show that the
    /// variable is forced.
    Supposed,
}

/// A variable that is ruled out, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuledOut {
    /// The variable.
    pub variable: Variable,
    /// The reason.
    pub because: Reason,
}

/// One step of an argument.
///
/// A line is a constraint of the rules, such as a rank or a cell. Its candidates are its variables that are neither
/// true nor ruled out. An argument has one of three forms:
///
/// - a single [`Step::Excluded`], [`Step::Full`], [`Step::Blocked`] or [`Step::Conflict`], which rules out the variable
///   that the argument is about;
/// - the steps from a supposition to a contradiction. The supposition is that the variable is true, or that it is false
///   if the argument shows that it is forced. Any number of [`Step::Only`], [`Step::Decided`] and [`Step::Locked`] come
///   first, then one [`Step::Empty`] or [`Step::Split`]. Each step may use the conclusions of the steps before it;
/// - a single [`Step::Only`], [`Step::Decided`], [`Step::Locked`] or [`Step::Common`] without a supposition, in a
///   [`Deduction`].
///
/// ```
/// use puzzle_core::explain::Step;
/// use puzzle_core::{Budget, Rules, Seen, Variable, deduce};
///
/// // At least one of the last two variables is true, and both exclude the first.
/// let mut rules = Rules::new(3);
/// rules.at_least_one(&[1, 2]);
/// rules.exclude(0, 1);
/// rules.exclude(0, 2);
/// let found = deduce::easiest(&rules, &Seen::default(), &mut Budget::unlimited())?.expect("0 is ruled out");
/// assert!(matches!(&found.steps[..], [Step::Common { out, .. }] if *out == [Variable::new(0)]));
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// A true variable excludes the variable that the argument is about.
    Excluded {
        /// The excluding variable, which is a given, or was placed by the player or by an earlier deduction.
        by: Variable,
    },
    /// A line with the variable that the argument is about is full: it has its maximum of true variables.
    Full {
        /// The full line.
        on: ConstraintId,
        /// The true variables of the line, in ascending order: givens, and variables placed by the player or by earlier
        /// deductions.
        by: Vec<Variable>,
    },
    /// The player has blocked the variable that the argument is about, or it is closed: false from the beginning.
    Blocked,
    /// The marks contradict each other or the givens, so that every variable is ruled out.
    Conflict(Conflict),
    /// A line has only as many candidates left as it needs true variables, usually one. So all of them are true, among
    /// them `variable`.
    Only {
        /// The variable that is true.
        variable: Variable,
        /// The line that needs all its candidates.
        on: ConstraintId,
        /// The variables of the line that are ruled out, in order.
        ruled_out: Vec<RuledOut>,
    },
    /// A line with negated variables, such as the rule that `a` requires `b`, leaves no choice for its undecided
    /// variables.
    Decided {
        /// The line that leaves no choice.
        on: ConstraintId,
        /// The variables of the line that are ruled out, in order.
        ruled_out: Vec<RuledOut>,
        /// If the line has negated variables: the true variables of the line that the step uses, in order.
        by: Vec<Variable>,
        /// The variables that become true, in order.
        place: Vec<Variable>,
        /// The variables that become false, in order.
        out: Vec<Variable>,
    },
    /// A counting argument. All candidates of the `base` lines lie within the `covers`, and the covers have room for no
    /// more true variables than these lines need. In the simplest case there are `k` lines, each of which needs one
    /// true variable, and `k` covers, each of which can hold one true variable. The lines use up the covers, so that
    /// all other candidates of the covers are false.
    ///
    /// If the covers have less room than the lines need, the lines contradict the rules. The step then rules out all
    /// candidates of the first base line.
    ///
    /// Variables that are already true reduce the need of their lines and the room of their covers.
    Locked {
        /// The base lines, in ascending order. No two of them have a candidate in common.
        base: Vec<ConstraintId>,
        /// The covers, which are lines or cliques.
        covers: Vec<Cover>,
        /// The premises: the variables of the base lines outside of all covers, in ascending order, each with the
        /// reason why it is already ruled out.
        ruled_out: Vec<RuledOut>,
        /// The variables that become false, in order.
        out: Vec<Variable>,
    },
    /// All candidates of a line exclude the same variables, which therefore are false.
    Common {
        /// The line whose candidates exclude the variables `out`.
        on: ConstraintId,
        /// The variables of the line that are ruled out, in order.
        ruled_out: Vec<RuledOut>,
        /// The candidates of the line, in order.
        left: Vec<Variable>,
        /// The variables that become false, in order.
        out: Vec<Variable>,
    },
    /// The contradiction: a line has no candidate left, fewer candidates than it needs, or more true variables than it
    /// may have.
    Empty {
        /// The line that can't be satisfied.
        on: ConstraintId,
        /// The variables of the line that are ruled out, in order.
        ruled_out: Vec<RuledOut>,
        /// If the line has negated variables: the true variables of the line that the step uses, in order.
        by: Vec<Variable>,
    },
    /// A line needs at least one of several variables to be true, and each of them leads to a contradiction.
    Split {
        /// The line that is split into cases.
        on: ConstraintId,
        /// The variables of the line that are ruled out, in order.
        ruled_out: Vec<RuledOut>,
        /// If the line has negated variables: the true variables of the line that the step uses, in order.
        by: Vec<Variable>,
        /// The cases, in ascending order of their variables. The line needs at least one of these variables to be true,
        /// and the steps of each case lead from its variable to a contradiction.
        cases: Vec<Case>,
    },
}

/// A set of variables with a limit on the number of true variables: a line with an upper bound, or a clique, which has
/// at most one true variable. The covers of a counting argument ([`Step::Locked`]) contain all candidates of its base
/// lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cover {
    /// The variables of this line.
    Line(ConstraintId),
    /// Variables that exclude each other pairwise but form no line of the rules, such as the squares of a diagonal. The
    /// variables are in ascending order.
    Clique(Vec<Variable>),
}

impl Cover {
    pub(crate) fn line(&self) -> Option<ConstraintId> {
        match self {
            Cover::Line(line) => Some(*line),
            Cover::Clique(_) => None,
        }
    }
}

/// One case of a split line: a variable, and the steps from the supposition that it is true to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The variable that is supposed to be true.
    pub variable: Variable,
    /// The steps from the supposition to the contradiction.
    pub steps: Vec<Step>,
}

/// The technique of an argument, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Technique {
    /// One look is enough: the variable is excluded or blocked, its line is full, a line with negated variables leaves
    /// it no choice ([`Step::Decided`]), or the marks contradict each other.
    Direct,
    /// A line needs all its candidates, usually a single one. In Sudoku: a naked or hidden single.
    Only,
    /// A counting argument ([`Step::Locked`]): the candidates of some lines lie within covers that have room for no
    /// more true variables than these lines need. In Sudoku: pairs, triples, pointing, claiming, fish.
    Locked,
    /// A supposition leaves a line without enough candidates, with no further consequences in between. [`Step::Common`]
    /// has this technique too: it refutes several variables in this way at once.
    EmptyLine,
    /// A chain of consequences of a supposition leaves a line that can't be satisfied.
    Chain,
    /// The candidates of a line are supposed in turn, and each leads to a contradiction.
    Split,
}

impl Technique {
    /// Returns the name in JSON: `direct`, `only`, `locked`, `empty-line`, `chain` or `split`.
    ///
    /// ```
    /// use puzzle_core::explain::Technique;
    ///
    /// assert_eq!(Technique::EmptyLine.name(), "empty-line");
    /// assert!(Technique::Only < Technique::Chain);
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Technique::Direct => "direct",
            Technique::Only => "only",
            Technique::Locked => "locked",
            Technique::EmptyLine => "empty-line",
            Technique::Chain => "chain",
            Technique::Split => "split",
        }
    }

    /// Returns the technique of an argument. It depends on the last step only, except that a [`Step::Empty`] after
    /// other steps is a chain.
    pub(crate) fn of(steps: &[Step]) -> Technique {
        match steps.last() {
            Some(Step::Split { .. }) => Technique::Split,
            Some(Step::Empty { .. }) if steps.len() > 1 => Technique::Chain,
            Some(Step::Empty { .. } | Step::Common { .. }) => Technique::EmptyLine,
            Some(Step::Locked { .. }) => Technique::Locked,
            Some(Step::Only { .. }) => Technique::Only,
            _ => Technique::Direct,
        }
    }
}

impl Step {
    /// Returns the lines of the step: no line, one line, or the `base` lines of a counting argument.
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

    /// Returns the variables that the step uses as ruled out, each with its reason.
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

    /// Returns the true variables of a line with negated variables that the step uses.
    #[must_use]
    pub fn by(&self) -> &[Variable] {
        match self {
            Step::Decided { by, .. } | Step::Empty { by, .. } | Step::Split { by, .. } => by,
            _ => &[],
        }
    }

    /// Returns the lines in which the step counts true variables: its own lines, the lines among its covers, the full
    /// lines that rule out variables, and the line of a [`Conflict::TooMany`].
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
            Reason::Full { on } => Some(on),
            _ => None,
        });
        self.lines().iter().copied().chain(covers.iter().filter_map(Cover::line)).chain(overfull).chain(full)
    }
}

/// Returns all steps of an argument, including the steps of its cases.
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

/// Returns `true` if an argument leads from a supposition to a contradiction.
pub(crate) fn is_refutation(steps: &[Step]) -> bool {
    matches!(steps.last(), Some(Step::Empty { .. } | Step::Split { .. }))
}

/// The board as the player sees it: the player's marks, and the further variables that are known to be false.
///
/// ```
/// use puzzle_core::{Marks, Seen, Variable};
///
/// let mut seen = Seen::from(Marks { placed: [Variable::new(3)].into(), ..Marks::default() });
/// seen.out.insert(Variable::new(4));
/// assert_eq!(seen.marks.placed.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The player's marks.
    pub marks: Marks,
    /// Further variables that the board shows as ruled out, or that earlier deductions have ruled out.
    pub out: BTreeSet<Variable>,
}

impl From<Marks> for Seen {
    /// Creates a board with the player's marks, on which no further variable is ruled out.
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

/// Conclusions that follow from the board as the player sees it, with their argument.
///
/// ```
/// use puzzle_core::{Budget, Marks, Rules, Seen, Variable, deduce};
///
/// let mut rules = Rules::new(2);
/// rules.exactly_one(&[0, 1]);
/// let seen = Seen::from(Marks { blocked: [Variable::new(0)].into(), ..Marks::default() });
/// let deduction = deduce::easiest(&rules, &seen, &mut Budget::unlimited())?.expect("one candidate is left");
/// assert_eq!(deduction.technique().name(), "only");
/// assert_eq!(deduction.steps.len(), 1);
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The conclusions: first the variables that are false, then the variables that are true, both in ascending order.
    /// Only a [`Step::Decided`] leads to several true variables, or to true and false variables together.
    pub conclusions: Vec<Literal>,
    /// The steps of the argument: a single [`Step::Only`], [`Step::Decided`], [`Step::Locked`] or [`Step::Common`], or
    /// else the steps from the negated first conclusion to a contradiction.
    pub steps: Vec<Step>,
    /// The difficulty for a person, in hundredths of a point of Sudoku Explainer's scale, on which the easiest
    /// deductions have 1 point.
    pub hardness: u32,
    /// `false` if a search limit left arguments untried that may be easier.
    pub is_easiest: bool,
}

impl Deduction {
    /// Returns the technique of the argument.
    #[must_use]
    pub fn technique(&self) -> Technique {
        Technique::of(&self.steps)
    }

    /// Returns the lines of the last step, which a hint points to.
    #[must_use]
    pub fn lines(&self) -> &[ConstraintId] {
        self.steps.last().map_or(&[], Step::lines)
    }

    /// Returns the literal that the argument supposes and refutes. Returns `None` if the argument has no supposition.
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
        let empty = Step::Empty { on, ruled_out: none(), by: Vec::new() };
        let split = Step::Split { on, ruled_out: none(), by: Vec::new(), cases: Vec::new() };
        for (steps, kind, name) in [
            (vec![Step::Blocked], Technique::Direct, "direct"),
            (vec![Step::Full { on, by: Vec::new() }], Technique::Direct, "direct"),
            (vec![only.clone()], Technique::Only, "only"),
            (vec![locked], Technique::Locked, "locked"),
            (vec![empty.clone()], Technique::EmptyLine, "empty-line"),
            (vec![only.clone(), common], Technique::EmptyLine, "empty-line"),
            (vec![only.clone(), empty], Technique::Chain, "chain"),
            (vec![only, split], Technique::Split, "split"),
        ] {
            assert_eq!((Technique::of(&steps), kind.name()), (kind, name), "{steps:?}");
        }
    }
}
