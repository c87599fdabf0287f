//! Steps through what is looked at.

/// A step through an explanation or through the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenStep {
    /// To the next frame, or the next solution.
    Next,
    /// To the frame, or the solution, before.
    Previous,
    /// To the first frame, or the first solution.
    First,
    /// To the conclusion, or the last solution.
    Last,
    /// Past the rest of the case that the argument is in, to the next case.
    SkipCase,
    /// To the beginning of the case that the argument is in, or to the case before.
    CaseStart,
    /// To any solution.
    Random,
}

impl ScreenStep {
    /// The number that the step leads to from `at`, of those from 0 to `last`; to `random` if any will do.
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
