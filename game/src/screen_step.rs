//! Steps through explanations, clashes and solutions.

/// A step through an explanation, clashes, a conjunction or solutions, for [`Action::Step`](crate::Action::Step).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenStep {
    /// To the next frame or solution.
    Next,
    /// To the previous frame or solution.
    Previous,
    /// To the first frame or solution.
    First,
    /// To the conclusion, or the last solution.
    Last,
    /// To the next case of the argument, past the rest of this one.
    SkipCase,
    /// To the start of the present case, or of the case before.
    CaseStart,
    /// To a random solution.
    Random,
}

impl ScreenStep {
    /// Returns the index that the step leads to from `at`, at most `last`; `random` for [`ScreenStep::Random`].
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
