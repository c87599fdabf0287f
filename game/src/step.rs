//! Steps through what is looked at.

/// A step through an explanation or through the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
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

impl Step {
    /// The number that the step leads to from `at`, of those from 0 to `last`; to `random` if any will do.
    pub(crate) fn from(self, at: usize, last: usize, random: usize) -> usize {
        match self {
            Step::Next | Step::SkipCase => last.min(at + 1),
            Step::Previous | Step::CaseStart => at.saturating_sub(1),
            Step::First => 0,
            Step::Last => last,
            Step::Random => random,
        }
    }
}
