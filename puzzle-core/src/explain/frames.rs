//! An explanation frame by frame: what a screen draws while a person steps through it.

use bdd_core::{LineId, Literal, Variable};

use super::explanation::Explanation;
use crate::deduce::Deduction;
use crate::guide::Status;
use crate::logic::{Because, RuledOut, Step};
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
    /// What its lemmas have ruled out by now.
    pub out: Vec<Variable>,
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
#[non_exhaustive]
pub enum Scene<'a> {
    /// Suppose that the variable in question is true; or false, of a forced one.
    Suppose(Literal),
    /// One step of the argument.
    Step(&'a Step),
    /// One case of a split line: suppose that the line's variable is this one.
    Case(Variable, LineId),
    /// What a lemma has shown, which stands from here on.
    Shown(&'a [Literal]),
}

impl Explanation {
    /// What is supposed so that a contradiction follows; `None` where one look is enough.
    #[must_use]
    pub fn supposed(&self) -> Option<Literal> {
        let supposed = Literal { variable: self.variable, value: self.status != Status::Forced };
        matches!(self.steps.last(), Some(Step::Empty { .. } | Step::Split { .. })).then_some(supposed)
    }

    /// The whole argument, frame by frame.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame<'_>> {
        let mut shown = Shown::default();
        let mut frames = Vec::new();
        for lemma in &self.lemmas {
            shown.argue(lemma.supposed(), &lemma.steps, &mut frames);
            shown.take(&lemma.conclusions);
            if !lemma.says_what_follows() {
                frames.push(shown.frame(Scene::Shown(&lemma.conclusions)));
            }
        }
        shown.argue(self.supposed(), &self.steps, &mut frames);
        frames
    }
}

impl Deduction {
    /// The whole argument, frame by frame.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame<'_>> {
        let mut frames = Vec::new();
        Shown::default().argue(self.supposed(), &self.steps, &mut frames);
        frames
    }

    /// Whether the last step says already what follows: that something is placed.
    pub(crate) fn says_what_follows(&self) -> bool {
        matches!(self.conclusions.as_slice(), [one] if one.value) && self.supposed().is_none()
    }
}

/// What lemmas have shown at some point.
#[derive(Default)]
struct Shown {
    placed: Vec<Variable>,
    out: Vec<Variable>,
}

impl Shown {
    fn take(&mut self, conclusions: &[Literal]) {
        for literal in conclusions {
            if literal.value { &mut self.placed } else { &mut self.out }.push(literal.variable);
        }
    }

    /// A frame outside of all that is supposed.
    fn frame<'a>(&self, scene: Scene<'a>) -> Frame<'a> {
        Frame { depth: 0, within: Vec::new(), placed: self.placed.clone(), out: self.out.clone(), scene }
    }

    /// Adds the frames of an argument from what it supposes, if it does.
    fn argue<'a>(&self, supposed: Option<Literal>, steps: &'a [Step], frames: &mut Vec<Frame<'a>>) {
        let (mut within, mut placed) = (Vec::new(), self.placed.clone());
        if let Some(supposed) = supposed {
            within.push(Crumb::Suppose(supposed));
            if supposed.value {
                placed.push(supposed.variable);
            }
            let frame = self.frame(Scene::Suppose(supposed));
            frames.push(Frame { within: within.clone(), placed: placed.clone(), ..frame });
        }
        push_frames(steps, &within, placed, &self.out, frames);
    }
}

fn push_frames<'a>(
    steps: &'a [Step],
    within: &[Crumb],
    mut placed: Vec<Variable>,
    out: &[Variable],
    frames: &mut Vec<Frame<'a>>,
) {
    let frame = |within: &[Crumb], placed: &[Variable], scene: Scene<'a>| {
        let depth = within.iter().filter(|crumb| matches!(crumb, Crumb::Case(..))).count();
        Frame { depth, within: within.to_vec(), placed: placed.to_vec(), out: out.to_vec(), scene }
    };
    for step in steps {
        match step {
            Step::Only { variable, .. } => placed.push(*variable),
            Step::Decided { place, .. } => placed.extend(place),
            _ => {}
        }
        frames.push(frame(within, &placed, Scene::Step(step)));
        if let Step::Split { on, cases, .. } = step {
            for case in cases {
                let (mut within, mut placed) = (within.to_vec(), placed.clone());
                within.push(Crumb::Case(*on, case.variable));
                placed.push(case.variable);
                frames.push(frame(&within, &placed, Scene::Case(case.variable, *on)));
                push_frames(&case.steps, &within, placed, out, frames);
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
            Scene::Shown(conclusions) => conclusions.iter().filter(|one| one.value).map(|one| one.variable).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_about_all_lines_that_it_counts() {
        let lines = [LineId::new(3), LineId::new(5)];
        let locked = Step::Locked { base: lines.to_vec(), covers: Vec::new(), ruled_out: Vec::new(), out: Vec::new() };
        let frame = Shown::default().frame(Scene::Step(&locked));
        assert_eq!((frame.lines(), frame.line()), (lines.to_vec(), Some(lines[0])));
        let frame = Shown::default().frame(Scene::Case(Variable::new(0), lines[1]));
        assert_eq!(frame.lines(), [lines[1]]);
        assert_eq!(Shown::default().frame(Scene::Step(&Step::Blocked)).lines(), []);
    }

    #[test]
    fn what_a_step_places_needs_not_be_said_again() {
        let on = LineId::new(0);
        let only = Step::Only { variable: Variable::new(1), on, ruled_out: Vec::new() };
        let empty = Step::Empty { on, ruled_out: Vec::new() };
        let common = Step::Common { on, ruled_out: Vec::new(), left: Vec::new(), out: vec![Variable::new(1)] };
        let (is, is_not) = (Literal::positive(1), Literal::negative(1));
        for (conclusions, steps, says) in [
            (vec![is], vec![only.clone()], true),
            // That the opposite can't be is not yet what follows.
            (vec![is], vec![only, empty.clone()], false),
            (vec![is], vec![empty], false),
            (vec![is_not], vec![common], false),
        ] {
            let deduction = Deduction { conclusions, steps, hardness: 100, is_easiest: true };
            assert_eq!(deduction.says_what_follows(), says, "{deduction:?}");
        }
    }
}
