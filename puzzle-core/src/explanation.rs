//! Explanations as data, and as frames: the boards that a screen draws while a person steps through the argument.

use bdd_core::{ConstraintId, Interrupted, Literal, Variable};

use crate::count::Count;
use crate::guide::Status;
use crate::logic::{Deduction, Reason, RuledOut, Step, Technique, all_steps, is_refutation};
use crate::marks::{Conflict, Marks};

/// The limit of an explanation or a hint, in elementary steps: a few seconds of work.
pub(crate) const STEPS: u64 = 300_000_000;

/// The reason why a variable could not be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The budget did not suffice.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// No argument for this variable was found within the step limit.
    #[error("the status of variable {0} is certain, but no explanation was found within {STEPS} steps")]
    NotFound(Variable),
    /// The completions of the source do not follow from the rules and givens of its puzzle: the source belongs to
    /// another puzzle.
    #[error("variable {0} can't be explained: the source found completions that contradict the rules or the givens")]
    NotImplied(Variable),
}

/// The smallest set of marks to remove so that the explained variable is no longer ruled out or forced, with the
/// numbers of completions after the removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The marks to remove.
    pub lift: Marks,
    /// The number of completions that contain the explained variable after the repair.
    pub solutions: Count,
    /// The number of completions that lack the explained variable after the repair. Before the repair, no completion
    /// lacks a forced variable.
    pub without: Count,
}

/// The reason why a variable is ruled out (excluded, blocked or dead) or forced.
///
/// [`explain`](crate::explain()) returns it; [`sentences`](crate::sentences) puts it into words;
/// [`check::explanation`](crate::check::explanation) replays it.
///
/// ```
/// use std::sync::Arc;
///
/// use puzzle_core::{Budget, Diagram, Move, Rules, Session, Variable, explain};
///
/// // At most one of three.
/// let mut rules = Rules::new(3);
/// rules.at_most(1, &[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Arc::new(Diagram::conjoin(rules.clone(), budget)?);
/// let mut game = Session::new(source.clone(), budget)?;
/// game.play(Move::Place(Variable::new(0)), budget)?;
/// let explanation = explain(&*source, game.guide(), Variable::new(1), budget)?.expect("it is excluded");
/// assert_eq!(explanation.status.name(), "excluded");
/// assert_eq!(explanation.technique().name(), "direct");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The explained variable.
    pub variable: Variable,
    /// The status of the explained variable: excluded, blocked, dead or forced.
    pub status: Status,
    /// The marks that suffice: a subset-minimal set of the player's marks that rules the explained variable out or
    /// forces it. The set is empty if the rules and the givens suffice.
    pub core: Marks,
    /// Deductions that are shown before the steps. Each follows from the core and the lemmas before it. Empty if the
    /// argument is short without lemmas.
    pub lemmas: Vec<Deduction>,
    /// The steps of the argument. They follow from the core and the lemmas alone, or from all marks if that is much
    /// simpler. If there are lemmas, the steps may be those of a last [`Deduction`], which rules out or places the
    /// explained variable.
    pub steps: Vec<Step>,
    /// Further marks of the player that the steps cite. Without these marks the explained variable would still be ruled
    /// out or forced, but by a longer argument.
    pub also: Marks,
    /// The smallest set of marks to remove so that the explained variable is no longer ruled out or forced. `None` if
    /// the core is empty, or if the source has no diagram from which to find the set.
    pub repair: Option<Repair>,
}

impl Explanation {
    /// Returns the hardest technique of the argument and its lemmas.
    #[must_use]
    pub fn technique(&self) -> Technique {
        self.lemmas.iter().map(Deduction::technique).fold(Technique::of(&self.steps), Technique::max)
    }

    /// Returns the number of steps, including the steps of all cases and lemmas.
    #[must_use]
    pub fn step_count(&self) -> usize {
        let lemmas = self.lemmas.iter().map(|lemma| &lemma.steps);
        lemmas.chain([&self.steps]).map(|steps| all_steps(steps).len()).sum()
    }

    /// Returns the literal that the argument supposes and refutes. Returns `None` if the argument has no supposition.
    #[must_use]
    pub fn supposed(&self) -> Option<Literal> {
        let supposed = Literal { variable: self.variable, value: self.status != Status::Forced };
        is_refutation(&self.steps).then_some(supposed)
    }

    /// Returns the frames of the lemmas and of the argument, in the order in which they are shown.
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
    /// Returns the frames of the argument, in the order in which they are shown.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame<'_>> {
        let mut frames = Vec::new();
        Frame::START.argue(self.supposed(), &self.steps, &mut frames);
        frames
    }

    /// Returns `true` if the last step of the argument states its conclusion already: there is no supposition, and the
    /// only conclusion is that a variable is true.
    pub(crate) fn says_what_follows(&self) -> bool {
        matches!(self.conclusions.as_slice(), [one] if one.value) && self.supposed().is_none()
    }
}

/// One frame of an argument: its statement, and the board to draw with it.
///
/// [`Explanation::frames`] and [`Deduction::frames`] return the frames in order.
///
/// ```
/// use puzzle_core::explain::{Scene, Step};
/// use puzzle_core::{Budget, Rules, Seen, deduce};
///
/// let mut rules = Rules::new(1);
/// rules.at_least_one(&[0]);
/// let found = deduce::easiest(&rules, &Seen::default(), &mut Budget::unlimited())?.expect("0 is true");
/// let frames = found.frames();
/// assert!(matches!(frames[0].scene, Scene::Step(Step::Only { .. })));
/// # Ok::<(), puzzle_core::Interrupted>(())
/// ```
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    /// The supposition of the whole argument, if it has one.
    pub supposed: Option<Literal>,
    /// The cases of nested splits that enclose the frame, the outermost first. Each case has the line that is split,
    /// and the variable of this line that is supposed to be true.
    pub cases: Vec<(ConstraintId, Variable)>,
    /// The variables that the argument has placed up to and including this frame, the latest last.
    pub placed: Vec<Variable>,
    /// The variables that the lemmas have ruled out up to and including this frame.
    pub out: Vec<Variable>,
    /// The statement that the frame makes.
    pub scene: Scene<'a>,
}

/// The statement of a [`Frame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scene<'a> {
    /// The supposition of an argument: this literal is true. The literal is negative if the argument shows that its
    /// variable is forced.
    Suppose(Literal),
    /// A step of the argument.
    Step(&'a Step),
    /// A case of a split line: this variable of the line is supposed to be true.
    Case(Variable, ConstraintId),
    /// The conclusions of a lemma, which all later frames may use.
    Shown(&'a [Literal]),
}

impl<'a> Frame<'a> {
    /// The frame before the first statement: no supposition, and no variable placed or ruled out.
    const START: Frame<'static> =
        Frame { supposed: None, cases: Vec::new(), placed: Vec::new(), out: Vec::new(), scene: Scene::Shown(&[]) };

    /// Appends the frames of an argument to `frames`: its supposition, if it has one, and then its steps. The argument
    /// starts from the board of this frame.
    fn argue(&self, supposed: Option<Literal>, steps: &'a [Step], frames: &mut Vec<Frame<'a>>) {
        let mut at = Frame { supposed, ..self.clone() };
        if let Some(literal) = supposed {
            at.placed.extend(literal.value.then_some(literal.variable));
            at.scene = Scene::Suppose(literal);
            frames.push(at.clone());
        }
        at.push_steps(steps, frames);
    }

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

    /// Returns the first line that the statement of the frame is about; `None` if it is about no line.
    #[must_use]
    pub fn line(&self) -> Option<ConstraintId> {
        self.lines().first().copied()
    }

    /// Returns the lines that the statement of the frame is about: no line, one line, or the base lines of a counting
    /// argument.
    #[must_use]
    pub fn lines(&self) -> &[ConstraintId] {
        match &self.scene {
            Scene::Step(step) => step.lines(),
            Scene::Case(_, on) => std::slice::from_ref(on),
            Scene::Suppose(_) | Scene::Shown(_) => &[],
        }
    }

    /// Returns the variables that the step of the frame uses as ruled out, each with its reason. Returns an empty list
    /// if the frame has no step.
    #[must_use]
    pub fn ruled_out(&self) -> &[RuledOut] {
        match &self.scene {
            Scene::Step(step) => step.ruled_out(),
            _ => &[],
        }
    }

    /// Returns the variables that the frame highlights: the remaining candidates of its line, the variables that become
    /// true, or the supposed variable.
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

    /// Returns the exclusions to draw, each as the excluding and the excluded variable. `variable` is the variable that
    /// the argument is about.
    #[must_use]
    pub fn exclusions(&self, variable: Variable) -> Vec<(Variable, Variable)> {
        match &self.scene {
            Scene::Step(Step::Excluded { by }) => vec![(*by, variable)],
            Scene::Step(Step::Conflict(Conflict::Exclusion(a, b))) => vec![(*a, *b)],
            _ => self
                .ruled_out()
                .iter()
                .filter_map(|reason| match reason.because {
                    Reason::Excluded { by } => Some((by, reason.variable)),
                    Reason::Full { .. } | Reason::Blocked | Reason::Out | Reason::Supposed => None,
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
        let empty = Step::Empty { on, ruled_out: Vec::new(), by: Vec::new() };
        let common = Step::Common { on, ruled_out: Vec::new(), left: Vec::new(), out: vec![Variable::new(1)] };
        let (is, is_not) = (Literal::positive(1), Literal::negative(1));
        for (conclusions, steps, says) in [
            (vec![is], vec![only.clone()], true),
            // The last step states a contradiction, which is not the conclusion.
            (vec![is], vec![only, empty.clone()], false),
            (vec![is], vec![empty], false),
            (vec![is_not], vec![common], false),
        ] {
            let deduction = Deduction { conclusions, steps, hardness: 100, is_easiest: true };
            assert_eq!(deduction.says_what_follows(), says, "{deduction:?}");
        }
    }
}
