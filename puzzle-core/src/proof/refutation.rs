//! The translation of explanations into refutations.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use bdd_core::{ConstraintId, Literal, Variable};

use super::formula::{Formula, one_line};
use super::{Id, Proof, ProofSteps, Written};
use crate::check::{self, Fault};
use crate::explanation::{Explanation, Frame};
use crate::guide::Status;
use crate::logic::{Copies, Cover, Reason, RuledOut, Step, all_steps, is_refutation};
use crate::marks::Conflict;
use crate::sentences;

impl Formula<'_> {
    /// Translates an explanation into a proof. The assumption of the proof is the negation of the explained status:
    /// that the variable is true or, if it is forced, that it is false.
    ///
    /// # Errors
    ///
    /// [`Fault`] if the explanation does not hold, or if it cites a mark that the formula does not have.
    ///
    /// # Panics
    ///
    /// If the puzzle does not have a variable or a line of the explanation.
    pub fn refute(&self, explanation: &Explanation) -> Result<Proof, Fault> {
        check::explanation(self.words, explanation)?;
        let mut marks = explanation.core.literals().chain(explanation.also.literals());
        if let Some(mark) = marks.find(|mark| !self.facts.contains_key(mark)) {
            return Err(Fault::Reason(mark.variable));
        }
        let frames = explanation.frames();
        let lemmas = explanation.lemmas.iter().map(|lemma| &lemma.steps);
        let steps = lemmas.chain([&explanation.steps]).flat_map(|steps| all_steps(steps));
        let cited = steps.flat_map(Step::ruled_out).filter(|reason| reason.because == Reason::Out);
        let mut writer = ProofWriter {
            formula: self,
            copies: Copies::new(self.rules()),
            about: explanation.variable,
            frames: frames.iter(),
            cited: cited.map(|reason| reason.variable).collect(),
            known: self.facts.iter().map(|(&literal, &id)| (literal, Some(id))).collect(),
            suppositions: Vec::new(),
            text: String::new(),
            // The assumption follows the constraints of the formula.
            last: self.len + 1,
        };
        for lemma in &explanation.lemmas {
            writer.deduce(&lemma.conclusions, &lemma.steps);
            if !lemma.says_what_follows() {
                writer.say();
            }
        }
        let statement = Literal { variable: explanation.variable, value: explanation.status == Status::Forced };
        writer.deduce(&[statement], &explanation.steps);
        let proved = writer.known.get(&statement).copied().flatten();
        let proved = proved.ok_or(Fault::Shape)?;
        let contradiction = writer.derive([], &[proved, self.len + 1]);
        let text = self.framed(&[!statement], &writer.text, &format!("UNSAT : {contradiction}"));
        Ok(Proof { assumption: vec![!statement], model: None, content: ProofSteps::Text(text) })
    }
}

/// A writer of the lines of a proof, with the state of the argument at the present line.
struct ProofWriter<'a> {
    formula: &'a Formula<'a>,
    copies: Copies,
    about: Variable,
    /// The frames whose sentences are not yet written, in the order of the steps.
    frames: std::slice::Iter<'a, Frame<'a>>,
    /// The variables that some step uses as ruled out by an earlier step.
    cited: BTreeSet<Variable>,
    /// The literals that are true at this point, each with the ID of its constraint. A supposition has no constraint.
    known: BTreeMap<Literal, Option<Id>>,
    /// The suppositions of the argument and of the cases at this point. A derived constraint says that a supposition is
    /// false or that the conclusion is true.
    suppositions: Vec<Literal>,
    text: String,
    /// The ID of the last constraint.
    last: Id,
}

impl ProofWriter<'_> {
    /// Writes the sentence of the next [`Frame`] as a comment.
    fn say(&mut self) {
        if let Some(frame) = self.frames.next() {
            let sentence = sentences::frame(self.formula.words, self.about, frame);
            writeln!(self.text, "* {}", one_line(&sentence)).expect("a string takes any text");
        }
    }

    /// Writes the constraint that one of the present suppositions is false or a literal of `conclusion` is true, and
    /// returns its ID. A checker verifies the constraint by unit propagation in the constraints `hints`.
    fn derive(&mut self, conclusion: impl IntoIterator<Item = Literal>, hints: &[Id]) -> Id {
        let literals = self.suppositions.iter().map(|&supposed| !supposed).chain(conclusion);
        self.text += "rup";
        literals.for_each(|literal| self.text += &format!(" 1 {}", Written(literal)));
        self.text += " >= 1 ; ~";
        let mut said = BTreeSet::new();
        hints.iter().filter(|&id| said.insert(*id)).for_each(|id| self.text += &format!(" {id}"));
        self.text.push('\n');
        self.last += 1;
        self.last
    }

    fn sum(&mut self, sum: &str) -> Id {
        self.text += &format!("pol {sum}\n");
        self.last += 1;
        self.last
    }

    fn conclude(&mut self, literal: Literal, hints: &[Id]) {
        let id = self.derive([literal], hints);
        self.known.insert(literal, Some(id));
    }

    /// Writes the conclusions of a step: that the variables `place` are true and the variables `out` are false. Leaves
    /// out each variable of `out` that no step cites.
    fn conclude_cited(&mut self, place: &[Variable], out: &[Variable], hints: &[Id]) {
        let out = out.iter().filter(|variable| self.cited.contains(variable));
        let literals = place.iter().copied().map(Literal::positive).chain(out.copied().map(Literal::negative));
        literals.collect::<Vec<_>>().into_iter().for_each(|literal| self.conclude(literal, hints));
    }

    /// Runs `argue` under one more supposition, which is forgotten afterwards.
    fn suppose<T>(&mut self, literal: Literal, argue: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.known.clone();
        // A literal that is certain already keeps its constraint.
        self.known.entry(literal).or_insert(None);
        self.suppositions.push(literal);
        let result = argue(self);
        self.suppositions.pop();
        self.known = known;
        result
    }

    /// Writes the argument for `conclusions` as steps of the proof.
    fn deduce(&mut self, conclusions: &[Literal], steps: &[Step]) {
        if let ([conclusion], true) = (conclusions, is_refutation(steps)) {
            self.say();
            let id = self.suppose(!*conclusion, |writer| writer.refute(steps));
            self.known.insert(*conclusion, Some(id));
            return;
        }
        self.say();
        let Some(hints) = steps.first().map(|step| self.single(step, conclusions)) else { return };
        conclusions.iter().for_each(|&conclusion| self.conclude(conclusion, &hints));
    }

    /// Returns the constraints from which the conclusions of an argument of one step follow.
    fn single(&mut self, step: &Step, conclusions: &[Literal]) -> Vec<Id> {
        let mut hints = Vec::new();
        let about = conclusions.iter().map(|conclusion| conclusion.variable);
        match step {
            Step::Excluded { by } => {
                self.cite(Literal::positive(*by), &mut hints);
                hints.extend(about.filter_map(|variable| self.formula.exclusion(*by, variable)));
            }
            Step::Full { on, .. } => about.for_each(|variable| self.cite_full(*on, variable, &mut hints)),
            Step::Blocked => about.for_each(|variable| self.cite(Literal::negative(variable), &mut hints)),
            Step::Conflict(Conflict::Exclusion(a, b)) => {
                [*a, *b].into_iter().for_each(|variable| self.cite(Literal::positive(variable), &mut hints));
                hints.extend(self.formula.exclusion(*a, *b));
            }
            Step::Conflict(Conflict::Blocked(on)) => {
                [true, false].into_iter().for_each(|value| self.cite(Literal { variable: *on, value }, &mut hints));
            }
            Step::Conflict(Conflict::TooMany(on)) => self.cite_line(*on, &[], &mut hints),
            Step::Only { on, ruled_out, .. } | Step::Decided { on, ruled_out, .. } => {
                self.cite_line(*on, ruled_out, &mut hints);
            }
            Step::Locked { base, covers, ruled_out, out } => hints = self.count(base, covers, ruled_out, out),
            Step::Common { on, ruled_out, left, .. } => {
                let pairs = about.flat_map(|out| left.iter().map(move |&by| (by, out)));
                hints.extend(pairs.filter_map(|(by, out)| self.formula.exclusion(by, out)));
                self.cite_line(*on, ruled_out, &mut hints);
            }
            Step::Empty { .. } | Step::Split { .. } => {}
        }
        hints
    }

    /// Writes the steps from a supposition to a contradiction as steps of the proof. Returns the ID of their last
    /// constraint, which says that one of the suppositions is false.
    fn refute(&mut self, steps: &[Step]) -> Id {
        for step in steps {
            self.say();
            let mut hints = Vec::new();
            match step {
                Step::Only { variable, on, ruled_out } => {
                    self.cite_line(*on, ruled_out, &mut hints);
                    self.conclude(Literal::positive(*variable), &hints);
                }
                Step::Decided { on, ruled_out, place, out, .. } => {
                    self.cite_line(*on, ruled_out, &mut hints);
                    self.conclude_cited(place, out, &hints);
                }
                Step::Locked { base, covers, ruled_out, out } => {
                    let hints = self.count(base, covers, ruled_out, out);
                    self.conclude_cited(&[], out, &hints);
                }
                Step::Split { on, ruled_out, cases, .. } => {
                    self.cite_line(*on, ruled_out, &mut hints);
                    for case in cases {
                        self.say();
                        hints.push(self.suppose(Literal::positive(case.variable), |writer| writer.refute(&case.steps)));
                    }
                    return self.derive([], &hints);
                }
                Step::Empty { on, ruled_out, .. } => {
                    self.cite_line(*on, ruled_out, &mut hints);
                    return self.derive([], &hints);
                }
                _ => {}
            }
        }
        self.last
    }

    /// Writes the step that adds up the constraints of a counting argument. Returns the constraints from which the
    /// conclusions of the argument follow.
    fn count(&mut self, base: &[ConstraintId], covers: &[Cover], ruled_out: &[RuledOut], out: &[Variable]) -> Vec<Id> {
        let rules = self.formula.rules();
        let of_base = base.iter().flat_map(|&on| rules.constraint(on).variables());
        let of_covers = covers.iter().flat_map(|cover| match cover {
            Cover::Line(on) => rules.constraint(*on).variables(),
            Cover::Clique(variables) => variables,
        });
        let is_true = |variable: &&Variable| self.known.contains_key(&Literal::positive(**variable));
        let of_both = of_base.clone().chain(of_covers);
        let standing: BTreeSet<Variable> = of_both.filter(is_true).copied().collect();
        let relevant = of_base.chain(out).chain(&standing).copied().collect();
        let sum = self.formula.counting(base, covers, &relevant);
        let mut hints = Vec::new();
        self.cite_reasons(ruled_out, &mut hints);
        standing.iter().for_each(|&variable| self.cite(Literal::positive(variable), &mut hints));
        hints.push(self.sum(&sum));
        hints
    }

    /// Adds the constraint of a known literal to `hints`. A supposition needs no hint, because every derived constraint
    /// contains its negation.
    fn cite(&self, literal: Literal, hints: &mut Vec<Id>) {
        hints.extend(self.known.get(&literal).copied().flatten());
    }

    /// Adds to `hints` the constraints that make the ruled-out variables false.
    fn cite_reasons(&self, reasons: &[RuledOut], hints: &mut Vec<Id>) {
        for &RuledOut { variable, because } in reasons {
            match because {
                Reason::Excluded { by } => {
                    self.cite(Literal::positive(by), hints);
                    hints.extend(self.formula.exclusion(by, variable));
                }
                Reason::Full { on } => self.cite_full(on, variable, hints),
                Reason::Blocked | Reason::Out | Reason::Supposed => self.cite(Literal::negative(variable), hints),
            }
        }
    }

    /// Adds to `hints` the constraints that make `variable` false because the line `on`, which contains it, is full.
    fn cite_full(&self, on: ConstraintId, variable: Variable, hints: &mut Vec<Id>) {
        let variables = self.formula.rules().constraint(on).variables();
        let standing = variables.iter().filter(|&&one| self.known.contains_key(&Literal::positive(one)));
        standing.clone().for_each(|&one| self.cite(Literal::positive(one), hints));
        match self.formula.upper(on) {
            Some(upper) => hints.push(upper),
            None => hints.extend(standing.filter_map(|&one| self.formula.exclusion(one, variable))),
        }
    }

    /// Adds to `hints` the reasons of a line's ruled-out variables, the constraints of its true variables, and its
    /// bounds.
    fn cite_line(&self, on: ConstraintId, reasons: &[RuledOut], hints: &mut Vec<Id>) {
        self.cite_reasons(reasons, hints);
        let constraint = self.formula.rules().constraint(on);
        let variables = constraint.variables();
        let standing = variables.iter().copied().filter(|&one| self.known.contains_key(&Literal::positive(one)));
        for one in standing {
            self.cite(Literal::positive(one), hints);
            if self.formula.upper(on).is_none() && constraint.max() < variables.len() {
                hints.extend(variables.iter().filter_map(|&other| self.formula.exclusion(one, other)));
            }
        }
        hints.extend(self.formula.lower(on));
        hints.extend(self.formula.upper(on));
        // The proof has to derive the values of copies, which the argument does not mention.
        let definitions = self.copies.definitions_in(self.formula.rules(), on).into_iter();
        hints.extend(definitions.filter_map(|clause| self.formula.lower(clause)));
    }
}
