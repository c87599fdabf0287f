//! The screen that shows an argument, such as the explanation of a status or the deduction of a hint, step by step.

use puzzle_core::explain::{self, Frame, Reason, Scene};
use puzzle_core::{Deduction, Explanation, Literal, Move, Status, Variable, sentences};
use puzzle_kind::{Cell, Playable};

use crate::action::Action;
use crate::board::GameBoard;
use crate::notice::NOTHING_TO_REPAIR;
use crate::screen_step::ScreenStep;
use crate::screen_text::{ScreenText, TextRole};
use crate::words::{TechniqueText, option_repair, option_state, technique, technique_of_explanation};

/// The argument that a [`WhyScreen`] shows step by step: an explanation or a deduction.
#[derive(Debug)]
pub(crate) enum Argument {
    /// The [`Explanation`] of an excluded, blocked, dead or forced variable.
    Explanation(Box<Explanation>),
    /// The [`Deduction`] of a hint, from the board as the player sees it.
    Deduction(Deduction),
}

impl Argument {
    /// Returns the [`Literal`]s that the argument proves.
    pub(crate) fn conclusions(&self) -> Vec<Literal> {
        match self {
            Argument::Explanation(explanation) => {
                let value = explanation.status == Status::Forced;
                vec![Literal { variable: explanation.variable, value }]
            }
            Argument::Deduction(deduction) => deduction.conclusions.clone(),
        }
    }

    /// Returns the variable of the first conclusion. Every argument has a conclusion.
    pub(crate) fn subject(&self) -> Variable {
        self.conclusions()[0].variable
    }

    pub(crate) fn explanation(&self) -> Option<&Explanation> {
        match self {
            Argument::Explanation(explanation) => Some(explanation),
            Argument::Deduction(_) => None,
        }
    }

    fn frames(&self) -> Vec<Frame<'_>> {
        match self {
            Argument::Explanation(explanation) => explanation.frames(),
            Argument::Deduction(deduction) => deduction.frames(),
        }
    }

    fn sentence(&self, puzzle: &dyn Playable, frame: &Frame<'_>) -> String {
        sentences::frame(puzzle, self.subject(), frame)
    }

    /// Returns the sentence that states the conclusion after the last frame (step); `None` if the last frame itself
    /// states it.
    fn conclusion(&self, puzzle: &dyn Playable) -> Option<String> {
        match self {
            Argument::Explanation(explanation) => sentences::conclusion(puzzle, explanation),
            Argument::Deduction(deduction) => sentences::deduction_conclusion(puzzle, deduction),
        }
    }

    /// Lists the variables of the conclusions, such as `b4` or `b4 and g2`.
    fn name(&self, puzzle: &dyn Playable) -> String {
        sentences::list(self.conclusions().iter().map(|literal| sentences::name(puzzle, literal.variable)))
    }

    /// Returns the title, such as `Why b4 is dead`.
    fn question(&self, puzzle: &dyn Playable) -> String {
        let conclusions = self.conclusions();
        let status = match self {
            Argument::Explanation(explanation) => explanation.status,
            Argument::Deduction(_) if conclusions.iter().all(|literal| literal.value) => Status::Forced,
            Argument::Deduction(_) => Status::Dead,
        };
        let are = if conclusions.len() == 1 { "is" } else { "are" };
        format!("Why {} {are} {}", self.name(puzzle), puzzle.status_name(status))
    }

    /// Shortens the sentence of a frame (step) for the smallest terminals. Leaves out reasons that the board shows.
    fn sentence_briefly(&self, puzzle: &dyn Playable, frame: &Frame<'_>) -> String {
        use explain::Step;
        let name = |variable| sentences::name(puzzle, variable);
        match &frame.scene {
            Scene::Suppose(literal) if literal.value => format!("Suppose {}.", name(literal.variable)),
            Scene::Suppose(literal) => format!("Suppose {}.", sentences::supposition(puzzle, *literal)),
            Scene::Case(variable, _) => format!("If {}:", name(*variable)),
            Scene::Step(Step::Only { variable, on, .. }) => {
                format!("{}: only {}.", puzzle.line_name(*on), name(*variable))
            }
            Scene::Step(Step::Empty { on, .. }) => format!("{}: none left!", puzzle.line_name(*on)),
            Scene::Step(Step::Split { on, cases, .. }) => format!("{}: {} cases.", puzzle.line_name(*on), cases.len()),
            _ => self.sentence(puzzle, frame),
        }
    }

    /// Returns the number of steps: one for each frame, and one more if a conclusion follows the frames.
    fn places(&self) -> usize {
        let frames = self.frames().len();
        let is_concluded = match self {
            Argument::Explanation(_) => frames > 1,
            // A frame that places a variable states the conclusion itself.
            Argument::Deduction(deduction) => !deduction.conclusions.iter().all(|literal| literal.value),
        };
        frames + usize::from(is_concluded)
    }
}

/// An argument, and the step shown.
#[derive(Debug)]
pub struct WhyScreen {
    pub(crate) argument: Argument,
    /// The index of the frame (step) shown; at the conclusion, the number of frames.
    at: usize,
    is_folded: bool,
    /// `true` if the player has blocked the explained variable. The argument then does without this mark.
    is_own_mark: bool,
}

/// The choices and rules from which the status of an option follows, from [`WhyScreen::causes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyCauses {
    /// The title, such as `Why sunroof is excluded`.
    pub title: String,
    /// The player's choices, such as `leather` or `not camera`; empty if the rules alone are the cause.
    pub choices: Vec<String>,
    /// The names of the rules, in the order in which the argument uses them.
    pub rules: Vec<String>,
    /// The choices to take back so that the status changes, as a sentence.
    pub repair: String,
}

impl WhyCauses {
    /// Returns the choices, the rules and the repair, each with its heading. The choices and the rules may be empty.
    #[must_use]
    pub fn sections(&self) -> [(&'static str, &[String]); 3] {
        [
            ("Your choices", &self.choices),
            ("Rules", &self.rules),
            ("To change the state", std::slice::from_ref(&self.repair)),
        ]
    }
}

/// A case that contains the step shown. A case ([`Scene::Case`]) is one of the alternatives that the argument tries in
/// turn.
struct OpenCase {
    /// The variable that the case supposes to be true.
    variable: Variable,
    /// The number of the case, counted from 1.
    number: usize,
    /// The number of cases that the argument distinguishes at this point.
    of: usize,
}

impl WhyScreen {
    pub(crate) fn new(argument: Argument) -> WhyScreen {
        WhyScreen { argument, at: 0, is_folded: false, is_own_mark: false }
    }

    /// Creates the screen about a variable that the player has blocked. `explanation` does without this mark: it says if
    /// the rules and the other marks rule the variable out too, or force it.
    pub(crate) fn of_own_mark(explanation: Explanation) -> WhyScreen {
        WhyScreen { is_own_mark: true, ..WhyScreen::new(Argument::Explanation(Box::new(explanation))) }
    }

    /// Returns `true` if the argument explains the status of a variable, and `false` if it is the [`Deduction`] of a
    /// hint.
    #[must_use]
    pub fn is_explanation(&self) -> bool {
        self.argument.explanation().is_some()
    }

    /// Returns `true` if [`Action::Repair`] has a move to make: the argument is an explanation, and marks of the player
    /// are its cause.
    #[must_use]
    pub fn has_repair(&self) -> bool {
        self.is_explanation() && self.repair().is_ok()
    }

    /// Returns the sentence that compares the player's own mark with the rules; `None` if the argument is about no such
    /// mark.
    fn verdict(&self, puzzle: &dyn Playable) -> Option<String> {
        let explanation = self.argument.explanation().filter(|_| self.is_own_mark)?;
        let verdict = match (explanation.status, explanation.core.is_empty()) {
            (Status::Forced, true) => "but the rules require it",
            (Status::Forced, false) => "but your other marks require it",
            (_, true) => "and the rules agree",
            (_, false) => "and your other marks rule it out as well",
        };
        Some(format!("You ruled out {}, {verdict}.", sentences::name(puzzle, explanation.variable)))
    }

    /// Returns the sentence about the marks to take back; `None` without an explanation, or if the explained status is
    /// that of the player's own mark, which only a wrong mark has to change.
    fn repair_sentence(&self, puzzle: &dyn Playable) -> Option<String> {
        let explanation = self.argument.explanation()?;
        match (self.is_own_mark, explanation.status, explanation.core.is_empty()) {
            (true, Status::Forced, _) => {
                Some(format!("Allow {} again.", sentences::name(puzzle, explanation.variable)))
            }
            (true, _, false) => None,
            _ => Some(sentences::repair(puzzle, explanation)),
        }
    }

    /// Returns the technique of the argument.
    pub(crate) fn technique(&self, puzzle: &dyn Playable) -> &'static TechniqueText {
        match &self.argument {
            Argument::Explanation(explanation) => technique_of_explanation(puzzle, explanation),
            Argument::Deduction(deduction) => technique(puzzle, deduction),
        }
    }

    /// Returns the status that the argument explains; `None` for the deduction of a hint.
    pub(crate) fn explained(&self) -> Option<Status> {
        self.argument.explanation().map(|explanation| explanation.status)
    }

    /// Returns the number of the step shown, counted from 1, and the number of steps.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at + 1, self.argument.places())
    }

    /// Returns the [`Frame`] (step) shown; `None` at the conclusion, which follows the last frame.
    #[must_use]
    pub fn frame(&self) -> Option<Frame<'_>> {
        self.argument.frames().into_iter().nth(self.at)
    }

    /// Returns the cases that contain the frame shown, the outermost first.
    fn open_cases(&self) -> Vec<OpenCase> {
        let mut open: Vec<OpenCase> = Vec::new();
        let frames = self.argument.frames();
        for (i, frame) in frames.iter().enumerate().take(self.at + 1) {
            open.truncate(frame.cases.len());
            if let Scene::Case(variable, _) = frame.scene {
                // If the previous case of the same split is still in `open`, this case is the next one. Otherwise this
                // is the first case, and the frame before it is the split.
                let case = match open.get(frame.cases.len() - 1) {
                    Some(before) => OpenCase { variable, number: before.number + 1, of: before.of },
                    None => OpenCase { variable, number: 1, of: frames[i - 1].left().len() },
                };
                open.truncate(frame.cases.len() - 1);
                open.push(case);
            }
        }
        // The conclusion is outside of all cases.
        if self.at >= frames.len() {
            open.clear();
        }
        open
    }

    /// Returns `true` if the argument has cases, which are alternatives that it tries in turn.
    fn has_cases(&self) -> bool {
        self.argument.frames().iter().any(|frame| matches!(frame.scene, Scene::Case(..)))
    }

    /// Returns `true` if the cases of the argument (the alternatives that it tries in turn) are folded.
    /// [`ScreenStep::Next`] and [`ScreenStep::Previous`] then skip every step that is nested in more cases than the
    /// step shown.
    #[must_use]
    pub fn is_folded(&self) -> bool {
        self.is_folded
    }

    pub(crate) fn describe(&self, puzzle: &dyn Playable) -> ScreenText {
        let argument = &self.argument;
        let (title, (at, of)) = (argument.question(puzzle), self.progress());
        let (sentence, brief) = match self.frame() {
            Some(frame) => (argument.sentence(puzzle, &frame), argument.sentence_briefly(puzzle, &frame)),
            None => {
                let conclusion = argument.conclusion(puzzle).unwrap_or_default();
                (conclusion.clone(), conclusion)
            }
        };
        let summary = match argument {
            Argument::Explanation(explanation) => sentences::summary(puzzle, explanation),
            Argument::Deduction(deduction) => sentences::caveat(deduction).into_iter().collect(),
        };
        let repair = self.repair_sentence(puzzle);
        let mut lines = vec![(TextRole::Question, title.clone())];
        lines.extend(self.verdict(puzzle).into_iter().chain(summary).map(|text| (TextRole::Summary, text)));
        lines.extend([(TextRole::Progress, self.progress_text(puzzle)), (TextRole::Step, sentence)]);
        lines.extend(repair.map(|text| (TextRole::Repair, text)));
        let heads = [title.clone(), argument.name(puzzle)].map(|what| format!("{what}  {at} of {of}")).to_vec();
        ScreenText { title, heads, lines, brief: vec![brief] }
    }

    /// Describes the step shown with its cases, such as `Step 3 of 7, case d5 (1/2)`.
    fn progress_text(&self, puzzle: &dyn Playable) -> String {
        let (at, of) = self.progress();
        let mut text = format!("Step {at} of {of}");
        for (i, OpenCase { variable, number, of }) in self.open_cases().into_iter().enumerate() {
            text.push_str(if i == 0 { ", case " } else { " > " });
            text.push_str(&format!("{} ({number}/{of})", sentences::name(puzzle, variable)));
        }
        if self.is_folded {
            text.push_str(", cases folded");
        }
        text
    }

    /// Returns the sentence of each step, with the number of nested cases (alternatives tried in turn) that contain the
    /// step.
    pub(crate) fn steps(&self, puzzle: &dyn Playable) -> Vec<(String, usize)> {
        let frames = self.argument.frames();
        let texts = frames.iter().map(|frame| (self.argument.sentence(puzzle, frame), frame.cases.len()));
        let conclusion = self.argument.conclusion(puzzle).map(|text| (text, 0));
        texts.chain(conclusion).take(self.argument.places()).collect()
    }

    /// Returns all sentences of the argument, for players who do not see the board.
    pub(crate) fn read_out(&self, puzzle: &dyn Playable) -> Vec<String> {
        let said = match &self.argument {
            Argument::Explanation(explanation) => {
                let mut said = sentences::explanation(puzzle, explanation);
                // The last line is the repair, which this screen words itself.
                said.pop();
                said.extend(self.repair_sentence(puzzle));
                said
            }
            Argument::Deduction(deduction) => sentences::deduction(puzzle, deduction),
        };
        // The indentation of nested cases means nothing in speech.
        self.verdict(puzzle).into_iter().chain(said.iter().map(|line| line.trim().to_owned())).collect()
    }

    /// Returns the names of the choices and rules from which the explained status follows, for an option of a
    /// configurator; `None` for the deduction of a hint.
    #[must_use]
    pub fn causes(&self, puzzle: &dyn Playable) -> Option<WhyCauses> {
        let explanation = self.argument.explanation()?;
        let mut rules: Vec<String> = Vec::new();
        for frame in explanation.frames() {
            let full = frame.ruled_out().iter().filter_map(|reason| match reason.because {
                Reason::Full { on } => Some(on),
                _ => None,
            });
            let own = if let Scene::Step(explain::Step::Full { on, .. }) = frame.scene { Some(*on) } else { None };
            let lines = frame.lines().iter().copied().chain(own).chain(full);
            let of_lines = lines.map(|line| puzzle.line_name(line));
            let pairs = frame.exclusions(explanation.variable);
            let of_pairs = pairs.into_iter().filter_map(|(a, b)| puzzle.shared(a, b));
            for rule in of_lines.chain(of_pairs).collect::<Vec<_>>() {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        let marks = explanation.core.literals().chain(explanation.also.literals());
        let choices = marks.map(|literal| {
            let name = puzzle.name(literal.variable);
            if literal.value { name } else { format!("not {name}") }
        });
        let name = puzzle.name(explanation.variable);
        let title = format!("Why {name} is {}", option_state(explanation.status));
        let repair = option_repair(puzzle, explanation);
        Some(WhyCauses { title, choices: choices.collect(), rules, repair })
    }

    /// Returns `Some(true)` if `action` is possible now, and `Some(false)` if it is not; `None` if this argument has no
    /// such action.
    pub(crate) fn offers(&self, action: Action) -> Option<bool> {
        let (at, of) = self.progress();
        match action {
            Action::Step(ScreenStep::Previous) => Some(at > 1),
            Action::Step(ScreenStep::SkipCase) => self.has_cases().then_some(at < of),
            Action::Fold => self.has_cases().then_some(true),
            Action::Repair => self.has_repair().then_some(true),
            _ => Some(at < of),
        }
    }

    /// Returns the [`Move`]s after which the explained variable is no longer ruled out or forced. They remove the
    /// player's placed and blocked variables that are the cause. If there are no such moves, returns the refusal as a
    /// sentence.
    pub(crate) fn repair(&self) -> Result<Vec<Move>, &'static str> {
        // Only an explanation names marks at fault.
        let explanation = self.argument.explanation().ok_or(NOTHING_TO_REPAIR)?;
        if self.is_own_mark {
            let is_wrong = explanation.status == Status::Forced;
            return if is_wrong { Ok(vec![Move::Unblock(explanation.variable)]) } else { Err(NOTHING_TO_REPAIR) };
        }
        let Some(repair) = &explanation.repair else {
            // An empty core means that the rules and the givens alone are the cause.
            let is_impossible = explanation.core.is_empty();
            return Err(if is_impossible {
                NOTHING_TO_REPAIR
            } else {
                "The moves to remove are not known: the search takes too long."
            });
        };
        let lift = &repair.lift;
        let away = lift.placed.iter().map(|&placed| Move::Remove(placed));
        Ok(away.chain(lift.blocked.iter().map(|&blocked| Move::Unblock(blocked))).collect())
    }

    /// Returns the cell that must be visible: the cell of the first candidate in the step shown. Without a candidate,
    /// it is the first cell of the step's line (constraint); without a line, the cell of the first conclusion.
    pub(crate) fn focus(&self, board: &GameBoard) -> Cell {
        let of_frame = self.frame().and_then(|frame| {
            let on_line = frame.line().and_then(|line| board.line(line).first().copied());
            frame.left().into_iter().find(|&variable| board.is_shown(variable)).or(on_line)
        });
        board.puzzle().cell(of_frame.unwrap_or_else(|| self.argument.subject()))
    }

    /// Folds or unfolds the cases of the argument; see [`WhyScreen::is_folded`].
    pub(crate) fn fold(&mut self) {
        self.is_folded = !self.is_folded;
    }

    pub(crate) fn step(&mut self, step: ScreenStep) {
        let frames = self.argument.frames();
        let last = self.argument.places() - 1;
        let depth = frames.get(self.at).map_or(0, |frame| frame.cases.len());
        // Deeper frames are inside the cases of the frame shown.
        let is_outside = |frame: &Frame<'_>| frame.cases.len() <= depth;
        // A case ends at the next case of the same split, or of a split around it.
        let is_border = |frame: &Frame<'_>| is_outside(frame) && matches!(frame.scene, Scene::Case(..));
        let ahead = |is_wanted: &dyn Fn(&Frame<'_>) -> bool| {
            let found = frames.iter().skip(self.at + 1).position(is_wanted);
            found.map_or(last, |further| self.at + 1 + further)
        };
        let back = |is_wanted: &dyn Fn(&Frame<'_>) -> bool| {
            frames[..self.at.min(frames.len())].iter().rposition(is_wanted).unwrap_or(0)
        };
        self.at = match step {
            ScreenStep::Next if self.is_folded => ahead(&is_outside),
            ScreenStep::Previous if self.is_folded => back(&is_outside),
            ScreenStep::SkipCase => ahead(&is_border),
            ScreenStep::CaseStart => back(&is_border),
            step => step.from(self.at, last, self.at),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqueens_guide::{Library, Placement, Size, Square};
    use puzzle_core::{Budget, Session, Status, explain};
    use std::sync::Arc;

    fn session(n: usize, queens: &str) -> Session {
        let size = Size::new(n).unwrap();
        let solutions = Library::embedded().load(size).unwrap();
        let queens = queens.split_whitespace().map(|name| name.parse().unwrap());
        let marks = Placement::new(size, queens, []).unwrap().marks();
        Session::resume(Arc::new(solutions), marks, &mut Budget::unlimited()).unwrap()
    }

    fn explained(session: &Session, variable: Variable) -> WhyScreen {
        let why = explain(&**session.source(), session.guide(), variable, &mut Budget::unlimited()).unwrap();
        WhyScreen::new(Argument::Explanation(Box::new(why.unwrap())))
    }

    fn why(n: usize, queens: &str, square: &str) -> WhyScreen {
        let session = session(n, queens);
        let square = Size::new(n).unwrap().variable(square.parse::<Square>().unwrap());
        explained(&session, square)
    }

    /// Returns the open cases on a board of 6 x 6, such as `d5 1/2`.
    fn cases(screen: &WhyScreen) -> String {
        let name = |variable| Size::new(6).unwrap().square_of(variable);
        let case = |case: OpenCase| format!("{} {}/{}", name(case.variable), case.number, case.of);
        screen.open_cases().into_iter().map(case).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_split_is_stepped_through_case_by_case() {
        let mut screen = why(6, "b1", "f2");
        let mut seen = vec![cases(&screen)];
        for _ in 0..screen.progress().1 {
            screen.step(ScreenStep::Next);
            seen.push(cases(&screen));
        }
        assert_eq!(seen, ["", "", "d5 1/2", "d5 1/2", "d6 2/2", "d6 2/2", "", ""]);
        assert_eq!(screen.progress(), (7, 7));
        screen.step(ScreenStep::CaseStart);
        assert_eq!(screen.progress().0, 1, "outside of the cases that is the beginning");
        screen.step(ScreenStep::SkipCase);
        assert_eq!(screen.progress().0, 7, "and skipping leads to the conclusion");
        for (step, expected) in [
            (ScreenStep::First, ""),
            (ScreenStep::Next, ""),
            (ScreenStep::Next, "d5 1/2"),
            (ScreenStep::Next, "d5 1/2"),
            (ScreenStep::SkipCase, "d6 2/2"),
            (ScreenStep::CaseStart, "d5 1/2"),
            (ScreenStep::Last, ""),
        ] {
            screen.step(step);
            assert_eq!(cases(&screen), expected, "{step:?}");
        }
    }

    #[test]
    fn folded_cases_are_stepped_over() {
        let mut screen = why(6, "b1", "f2");
        screen.fold();
        let mut seen = Vec::new();
        for _ in 0..4 {
            seen.push(screen.progress().0);
            screen.step(ScreenStep::Next);
        }
        assert_eq!(seen, [1, 2, 7, 7], "the supposition, the split, the conclusion");
        screen.step(ScreenStep::Previous);
        assert_eq!(screen.progress().0, 2);
        screen.fold();
        screen.step(ScreenStep::Next);
        assert_eq!(cases(&screen), "d5 1/2");
        // Within a case, only deeper frames are skipped.
        screen.fold();
        screen.step(ScreenStep::Next);
        assert_eq!((screen.progress().0, cases(&screen)), (4, "d5 1/2".to_owned()));
    }

    #[test]
    fn one_look_needs_no_conclusion() {
        let mut screen = why(8, "a1", "c3");
        for step in [
            ScreenStep::Next,
            ScreenStep::Last,
            ScreenStep::SkipCase,
            ScreenStep::CaseStart,
            ScreenStep::First,
            ScreenStep::Previous,
        ] {
            screen.step(step);
            assert_eq!(screen.progress(), (1, 1));
            assert!(screen.frame().is_some());
        }
    }

    #[test]
    fn nested_cases_are_numbered_as_they_are_nested() {
        // Any dead square with nested cases will do; the numbers are recounted from the steps.
        fn expect(steps: &[puzzle_core::explain::Step], path: &str, out: &mut Vec<String>) {
            for step in steps {
                out.push(path.to_owned());
                if let puzzle_core::explain::Step::Split { cases, .. } = step {
                    for (i, case) in cases.iter().enumerate() {
                        let inner = format!("{path} {} {}/{}", case.variable, i + 1, cases.len()).trim().to_owned();
                        out.push(inner.clone());
                        expect(&case.steps, &inner, out);
                    }
                }
            }
        }
        let cases = |screen: &WhyScreen| {
            let case = |case: OpenCase| format!("{} {}/{}", case.variable, case.number, case.of);
            screen.open_cases().into_iter().map(case).collect::<Vec<_>>().join(" ")
        };
        let mut deepest = 0;
        for queens in ["a1 c2 e5", "b4 d1", "e5 c6", "d4 f5 b7"] {
            let session = session(10, queens);
            for (variable, status, _) in session.guide().variables() {
                if status != Status::Dead {
                    continue;
                }
                let mut screen = explained(&session, variable);
                let mut expected = vec![String::new()];
                expect(&screen.argument.explanation().unwrap().steps, "", &mut expected);
                let mut seen = Vec::new();
                for _ in 0..expected.len() {
                    deepest = deepest.max(screen.open_cases().len());
                    seen.push(cases(&screen));
                    screen.step(ScreenStep::Next);
                }
                assert_eq!(seen, expected, "{queens} {variable}");
            }
        }
        assert!(deepest >= 2, "{deepest}");
    }
}
