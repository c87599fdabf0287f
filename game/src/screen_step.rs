//! Steps through explanations, clashes and solutions.

/// A step through an explanation, clashes, a conjunction or solutions, for [`Action::Step`](crate::Action::Step).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenStep {
    /// To the next step or solution.
    Next,
    /// To the previous step or solution.
    Previous,
    /// To the first step or solution.
    First,
    /// To the last step (of an argument, its conclusion) or the last solution.
    Last,
    /// To the next case of the argument, past the rest of the present case.
    SkipCase,
    /// To the start of the present case, or from there to the start of the case before.
    CaseStart,
    /// To a random solution; in a conjunction, to the step with the largest diagram.
    Random,
}

impl ScreenStep {
    /// Returns the index after this step from the index `at`, limited to `last`. For [`ScreenStep::Random`], returns
    /// `random`.
    pub(crate) fn from(self, at: usize, last: usize, random: usize) -> usize {
        match self {
            ScreenStep::Next | ScreenStep::SkipCase => last.min(at + 1),
            ScreenStep::Previous | ScreenStep::CaseStart => at.saturating_sub(1),
            ScreenStep::First => 0,
            ScreenStep::Last => last,
            ScreenStep::Random => random,
        }
    }
}
