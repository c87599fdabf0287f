//! Explanations as data, and frame by frame: what a screen draws while a person steps through one.

use bdd_core::{ConstraintId, Interrupted, Literal, Variable};

use crate::count::Count;
use crate::guide::Status;
use crate::logic::{Because, Deduction, Kind, RuledOut, Step, all_steps, is_refutation};
use crate::marks::{Conflict, Marks};

/// The elementary steps that an explanation or a hint may take, some seconds.
pub(crate) const STEPS: u64 = 300_000_000;

/// The reason why a variable could not be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The budget did not suffice.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// No argument was found within the steps that one search may take.
    #[error(
        "no explanation of variable {0} was found within the limit of {STEPS} steps: that it is so is certain, but why is not known"
    )]
    NotFound(Variable),
    /// The source says what its puzzle's rules and givens do not imply: it knows solutions of something else.
    #[error("variable {0} can't be explained: the completions do not follow from the rules and the givens")]
    NotImplied(Variable),
}

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

/// The reason why a variable is ruled out (excluded, blocked or dead), or forced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The variable in question.
    pub variable: Variable,
    /// Its status: excluded, blocked, dead or forced.
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
    /// The way to be rid of the effect. `None` where the core is empty, so that nothing the player did matters, and where
    /// it would take a diagram to find the smallest, and there is none.
    pub repair: Option<Repair>,
}

impl Explanation {
    /// Returns the technique of the argument: that of the hardest of its parts.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.lemmas.iter().map(Deduction::kind).fold(Kind::of(&self.steps), Kind::max)
    }

    /// Returns the number of steps, those of all cases and lemmas included.
    #[must_use]
    pub fn step_count(&self) -> usize {
        let lemmas = self.lemmas.iter().map(|lemma| &lemma.steps);
        lemmas.chain([&self.steps]).map(|steps| all_steps(steps).len()).sum()
    }

    /// Returns the supposition from which a contradiction follows; `None` where one look is enough.
    #[must_use]
    pub fn supposed(&self) -> Option<Literal> {
        let supposed = Literal { variable: self.variable, value: self.status != Status::Forced };
        is_refutation(&self.steps).then_some(supposed)
    }

    /// Returns the whole argument, frame by frame.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame<'_>> {
        let (mut frames, mut at) = (Vec::new(), Frame::START);
        for lemma in &self.lemmas {
            at.argue(lemma.supposed(), &lemma.steps, &mut frames);
            for literal in &lemma.conclusions {
                if literal.value { &mut at.placed } else { &mut at.out }.push(literal.variable);
            }
            if !lemma.says_what_follows() {
                frames.push(Frame { scene: Scene::Shown(&lemma.conclusions), ..at.clone() });
            }
        }
        at.argue(self.supposed(), &self.steps, &mut frames);
        frames
    }
}

impl Deduction {
    /// Returns the whole argument, frame by frame.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame<'_>> {
        let mut frames = Vec::new();
        Frame::START.argue(self.supposed(), &self.steps, &mut frames);
        frames
    }

    /// Returns whether the last step says already what follows: that something is placed.
    pub(crate) fn says_what_follows(&self) -> bool {
        matches!(self.conclusions.as_slice(), [one] if one.value) && self.supposed().is_none()
    }
}

/// One frame: a thing to say, and the board to say it by.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    /// The supposition of the whole argument, if it has one.
    pub supposed: Option<Literal>,
    /// The cases that the frame is in, the outermost first: each a split line, and the variable that is supposed to be its.
    pub cases: Vec<(ConstraintId, Variable)>,
    /// What the argument has placed by now, the latest last, this frame's included.
    pub placed: Vec<Variable>,
    /// What its lemmas have ruled out by now.
    pub out: Vec<Variable>,
    /// What is to be said.
    pub scene: Scene<'a>,
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
    Case(Variable, ConstraintId),
    /// What a lemma has shown, which stands from here on.
    Shown(&'a [Literal]),
}

impl<'a> Frame<'a> {
    /// The board before anything is said or supposed.
    const START: Frame<'static> =
        Frame { supposed: None, cases: Vec::new(), placed: Vec::new(), out: Vec::new(), scene: Scene::Shown(&[]) };

    /// Adds the frames of an argument from its supposition, if it has one, on the board of this frame.
    fn argue(&self, supposed: Option<Literal>, steps: &'a [Step], frames: &mut Vec<Frame<'a>>) {
        let mut at = Frame { supposed, ..self.clone() };
        if let Some(literal) = supposed {
            at.placed.extend(literal.value.then_some(literal.variable));
            at.scene = Scene::Suppose(literal);
            frames.push(at.clone());
        }
        at.push_steps(steps, frames);
    }

    /// Adds the frames of steps that follow this one.
    fn push_steps(mut self, steps: &'a [Step], frames: &mut Vec<Frame<'a>>) {
        for step in steps {
            match step {
                Step::Only { variable, .. } => self.placed.push(*variable),
                Step::Decided { place, .. } => self.placed.extend(place),
                _ => {}
            }
            self.scene = Scene::Step(step);
            frames.push(self.clone());
            if let Step::Split { on, cases, .. } = step {
                for case in cases {
                    let mut at = Frame { scene: Scene::Case(case.variable, *on), ..self.clone() };
                    at.cases.push((*on, case.variable));
                    at.placed.push(case.variable);
                    frames.push(at.clone());
                    at.push_steps(&case.steps, frames);
                }
            }
        }
    }

    /// Returns the line that the frame is about, the first one if it counts several.
    #[must_use]
    pub fn line(&self) -> Option<ConstraintId> {
        self.lines().first().copied()
    }

    /// Returns the lines that the frame is about: none, one, or those that it counts.
    #[must_use]
    pub fn lines(&self) -> &[ConstraintId] {
        match &self.scene {
            Scene::Step(step) => step.lines(),
            Scene::Case(_, on) => std::slice::from_ref(on),
            Scene::Suppose(_) | Scene::Shown(_) => &[],
        }
    }

    /// Returns the variables of the line that are ruled out, each with its reason.
    #[must_use]
    pub fn ruled_out(&self) -> &[RuledOut] {
        match &self.scene {
            Scene::Step(step) => step.ruled_out(),
            _ => &[],
        }
    }

    /// Returns the variables of the line that are left, or the variable that the frame supposes something of.
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

    /// Returns the exclusions to draw: of which variable by which, `variable` being the one in question. The excluding one
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
        let lines = [ConstraintId::new(3), ConstraintId::new(5)];
        let locked = Step::Locked { base: lines.to_vec(), covers: Vec::new(), ruled_out: Vec::new(), out: Vec::new() };
        let frame = |scene| Frame { scene, ..Frame::START };
        assert_eq!(
            (frame(Scene::Step(&locked)).lines(), frame(Scene::Step(&locked)).line()),
            (&lines[..], Some(lines[0]))
        );
        assert_eq!(frame(Scene::Case(Variable::new(0), lines[1])).lines(), [lines[1]]);
        assert_eq!(frame(Scene::Step(&Step::Blocked)).lines(), []);
    }

    #[test]
    fn what_a_step_places_needs_not_be_said_again() {
        let on = ConstraintId::new(0);
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
