//! An explanation frame by frame: what a screen draws while a person steps through it.

use bdd_core::{LineId, Literal, Variable};

use super::explanation::{Because, Explanation, Kind, RuledOut, Step};
use crate::deduce::Deduction;
use crate::guide::Status;
use crate::marks::Conflict;

/// One frame: a thing to say, and the board to say it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// How many cases deep the argument is: 0 outside of any.
    pub depth: usize,
    /// What is supposed where it stands, the outermost first: the supposition of the whole, then the cases it is in.
    pub within: Vec<Crumb>,
    /// What the argument has placed by now, the latest last, this frame's included.
    pub placed: Vec<Variable>,
    /// What is to be said.
    pub scene: Scene<'a>,
}

/// Something that is supposed on the way to a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crumb {
    /// The supposition of the whole argument.
    Suppose(Literal),
    /// The case that this variable is the split line's.
    Case(LineId, Variable),
}

/// What a frame says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene<'a> {
    /// Suppose that the variable in question is true; or false, of a forced one.
    Suppose(Literal),
    /// One step of the argument.
    Step(&'a Step),
    /// One case of a split line: suppose that the line's variable is this one.
    Case(Variable, LineId),
}

impl Explanation {
    /// What is supposed so that a contradiction follows; `None` where one look is enough.
    #[must_use]
    pub fn supposed(&self) -> Option<Literal> {
        let supposed = Literal { variable: self.variable, value: self.status != Status::Forced };
        (self.kind() > Kind::Direct).then_some(supposed)
    }

    /// The whole argument, frame by frame.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame<'_>> {
        frames(self.supposed(), &self.steps)
    }
}

impl Deduction {
    /// The whole argument, frame by frame.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame<'_>> {
        frames(self.supposed(), &self.steps)
    }
}

/// The frames of an argument from what it supposes, if it does.
fn frames(supposed: Option<Literal>, steps: &[Step]) -> Vec<Frame<'_>> {
    let mut frames = Vec::new();
    let (mut within, mut placed) = (Vec::new(), Vec::new());
    if let Some(supposed) = supposed {
        within.push(Crumb::Suppose(supposed));
        if supposed.value {
            placed.push(supposed.variable);
        }
        frames.push(Frame {
            depth: 0,
            within: within.clone(),
            placed: placed.clone(),
            scene: Scene::Suppose(supposed),
        });
    }
    push_frames(steps, 0, &within, placed, &mut frames);
    frames
}

fn push_frames<'a>(
    steps: &'a [Step],
    depth: usize,
    within: &[Crumb],
    mut placed: Vec<Variable>,
    frames: &mut Vec<Frame<'a>>,
) {
    for step in steps {
        match step {
            Step::Only { variable, .. } => placed.push(*variable),
            Step::Decided { place, .. } => placed.extend(place),
            _ => {}
        }
        frames.push(Frame { depth, within: within.to_vec(), placed: placed.clone(), scene: Scene::Step(step) });
        if let Step::Split { on, cases, .. } = step {
            for case in cases {
                let (mut within, mut placed) = (within.to_vec(), placed.clone());
                within.push(Crumb::Case(*on, case.variable));
                placed.push(case.variable);
                let scene = Scene::Case(case.variable, *on);
                frames.push(Frame { depth: depth + 1, within: within.clone(), placed: placed.clone(), scene });
                push_frames(&case.steps, depth + 1, &within, placed, frames);
            }
        }
    }
}

impl Frame<'_> {
    /// The line that the frame is about, the first one if it counts several.
    #[must_use]
    pub fn line(&self) -> Option<LineId> {
        self.lines().first().copied()
    }

    /// The lines that the frame is about: none, one, or those that it counts.
    #[must_use]
    pub fn lines(&self) -> Vec<LineId> {
        match self.scene {
            Scene::Step(
                Step::Only { on, .. }
                | Step::Decided { on, .. }
                | Step::Full { on, .. }
                | Step::Common { on, .. }
                | Step::Empty { on, .. }
                | Step::Split { on, .. },
            ) => vec![*on],
            Scene::Step(Step::Locked { base, .. }) => base.clone(),
            Scene::Case(_, on) => vec![on],
            _ => Vec::new(),
        }
    }

    /// The variables of the line that are ruled out, each with its reason.
    #[must_use]
    pub fn ruled_out(&self) -> &[RuledOut] {
        match &self.scene {
            Scene::Step(step) => step.ruled_out(),
            _ => &[],
        }
    }

    /// The variables of the line that are left, or the variable that the frame supposes something of.
    #[must_use]
    pub fn left(&self) -> Vec<Variable> {
        match &self.scene {
            Scene::Suppose(Literal { variable, .. }) | Scene::Case(variable, _) => vec![*variable],
            Scene::Step(Step::Only { variable, .. }) => vec![*variable],
            Scene::Step(Step::Decided { place, .. }) => place.clone(),
            Scene::Step(Step::Common { left, .. }) => left.clone(),
            Scene::Step(Step::Split { cases, .. }) => cases.iter().map(|case| case.variable).collect(),
            Scene::Step(_) => Vec::new(),
        }
    }

    /// The exclusions to draw: of which variable by which, `variable` being the one in question. The excluding one
    /// comes first.
    #[must_use]
    pub fn exclusions(&self, variable: Variable) -> Vec<(Variable, Variable)> {
        match &self.scene {
            Scene::Step(Step::Excluded { by }) => vec![(*by, variable)],
            Scene::Step(Step::Conflict(Conflict::Exclusion(a, b))) => vec![(*a, *b)],
            _ => self
                .ruled_out()
                .iter()
                .filter_map(|reason| match reason.because {
                    Because::Excluded { by } => Some((by, reason.variable)),
                    Because::Full { .. } | Because::Blocked | Because::Out | Because::Supposed => None,
                })
                .collect(),
        }
    }
}
