//! Steps through explanations, clashes and solutions.

/// A step to another item of a screen, for [`Action::Step`](crate::Action::Step). The items are steps of an
/// explanation, clashes, solutions, nodes of a diagram, or steps of the conjunction of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenStep {
    /// Go to the next item of the screen.
    Next,
    /// Go to the previous item of the screen.
    Previous,
    /// Go to the first item of the screen.
    First,
    /// Go to the last item of the screen. The last step of an argument is its conclusion.
    Last,
    /// Go to the next case of the argument (a case is one of the alternatives that it tries in turn). This skips the
    /// other steps of the present case.
    SkipCase,
    /// Go to the start of the present case. If the start is shown already, go to the start of the previous case.
    CaseStart,
    /// Go to a random solution; in a conjunction, go to the step with the largest diagram.
    Random,
}

impl ScreenStep {
    /// Returns the index to which this step leads from the index `at`; never above `last`. For [`ScreenStep::Random`],
    /// returns `random`.
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
