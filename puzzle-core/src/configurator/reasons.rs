//! Explanations and hints of configurators.

use std::collections::BTreeSet;

use bdd_core::{Budget, Literal, Objective, Variable};

use super::words::{Phrases, choices, number_of};
use super::{Configuration, ConfiguratorError, state_name};
use crate::count::Count;
use crate::explain::explain;
use crate::explanation::Explanation;
use crate::guide::{Guide, Status};
use crate::hint::{Hint, hint};
use crate::marks::{Marks, Move};
use crate::sentences;
use crate::source::Source;
use crate::words::list;

/// The maximum number of sets of choices that a sentence lists.
const MAX_LISTED: usize = 6;

/// The explanation of an option's state, in sentences and as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reasons {
    /// The state of the option, as [`state_name`] returns it.
    pub state: &'static str,
    /// The explanation in sentences. The steps of the argument are indented.
    pub sentences: Vec<String>,
    /// All subset-minimal sets of choices that suffice to make the option impossible or required: the names of the
    /// chosen and of the refused options. The argument is about the first set.
    pub causes: Vec<(Vec<String>, Vec<String>)>,
    /// The names of the rules that the argument uses, each once.
    pub rules: Vec<String>,
    /// The steps of the argument.
    pub steps: Vec<StatedStep>,
    /// All subset-minimal sets of choices to take back so that the option is no longer impossible or required.
    pub lifts: Vec<Vec<String>>,
}

/// A step of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedStep {
    /// The step as a sentence.
    pub sentence: String,
    /// The names of the rules from which the step follows. A supposition follows from no rule.
    pub rules: Vec<String>,
    /// The number of cases that contain the step.
    pub depth: usize,
}

impl Configuration {
    /// Explains in sentences why `option` has its state; see [`Configuration::reasons`].
    ///
    /// # Errors
    ///
    /// The errors of [`Configuration::reasons`].
    pub fn explain(
        &self,
        marks: &Marks,
        option: &str,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<String>, ConfiguratorError> {
        Ok(self.reasons(marks, option, budget)?.sentences)
    }

    /// Explains why `option` is impossible or required: the choices that cause it, an argument in steps, and the sets
    /// of choices to take back. If the choices contradict each other, explains what contradicts the choice of `option`.
    /// For any other option, there is a single sentence with its state.
    ///
    /// ```
    /// use puzzle_core::{Budget, configurator::Configurator};
    ///
    /// let mut bag = Configurator::new("bag");
    /// bag.options(&[("strap", "5"), ("lock", "3")]);
    /// bag.requires("lock", &["strap"]).named("a lock hangs on a strap");
    /// let budget = &mut Budget::unlimited();
    /// let bag = bag.open(budget)?;
    /// let reasons = bag.reasons(&bag.marks(&["lock"], &[])?, "strap", budget)?;
    /// assert_eq!(reasons.sentences[0], "strap: required because you chose lock.");
    /// assert_eq!(reasons.rules, ["\"a lock hangs on a strap\""]);
    /// assert_eq!(reasons.lifts, [["lock"]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ConfiguratorError`] for an unknown option, if no explanation is found, and if the budget is exhausted or
    /// cancelled.
    pub fn reasons(&self, marks: &Marks, option: &str, budget: &mut Budget<'_>) -> Result<Reasons, ConfiguratorError> {
        let variable = self.product().named(option, None)?;
        let guide = self.guide(marks, budget)?;
        let state = state_name(guide.status(variable));
        let own: Marks = marks.literals().filter(|literal| literal.variable == variable).collect();
        let rest = marks.without(&own);
        // The literal that no configuration with the other choices has, if there is one.
        let refuted = match guide.status(variable) {
            Status::Excluded | Status::Dead => Some(true),
            Status::Forced => Some(false),
            Status::Placed if guide.is_completable() => None,
            Status::Placed => Some(true),
            // A refused option may be impossible anyway.
            Status::Blocked if guide.is_completable() => {
                let without = self.guide(&rest, budget)?;
                (!without.status(variable).is_possible()).then_some(true)
            }
            Status::Blocked => Some(false),
            Status::Given | Status::Open | Status::Unknown => None,
        };
        let Some(value) = refuted else {
            let sentence = self.state_sentence(&guide, variable);
            return Ok(Reasons { state, sentences: vec![sentence], ..Reasons::default() });
        };
        let reasons = self.refute(&rest, Literal { variable, value }, state, budget)?;
        Ok(reasons)
    }

    /// Returns the sentence for an option that is neither impossible nor required.
    fn state_sentence(&self, guide: &Guide, variable: Variable) -> String {
        let name = self.product().name_of(variable);
        let state = state_name(guide.status(variable));
        match guide.status(variable) {
            Status::Open => {
                let (with, total) = (guide.completions(variable), number_of(guide.total()));
                format!("{name}: {state}, in {with} of {total}.")
            }
            Status::Placed | Status::Blocked => format!("{name}: {state} by you."),
            _ => format!("{name}: {state}."),
        }
    }

    /// Explains why no configuration with `marks` has the literal `refuted`. `state` is the state of the option.
    fn refute(
        &self,
        marks: &Marks,
        refuted: Literal,
        state: &'static str,
        budget: &mut Budget<'_>,
    ) -> Result<Reasons, ConfiguratorError> {
        let product = self.product();
        let phrases = Phrases { product };
        let name = product.name_of(refuted.variable);
        let mut lifts = self.lifts(marks, refuted, budget)?;
        // The rules alone, without the limit of the total, may suffice for an argument.
        let by_rules = Guide::of(product, marks.clone(), &self.source.completions(marks, budget)?, budget)?;
        let argument = explain(&*self.source, &by_rules, refuted.variable, budget)?;
        let (core, also, steps) = match &argument {
            Some(argument) => (argument.core.clone(), argument.also.clone(), steps(phrases, argument, marks)),
            None => {
                let cores = self.all().blame(marks, Some(refuted), budget)?.cores;
                let core = cores.into_iter().next().unwrap_or_default();
                let step = self.total_step(&core, refuted, budget)?;
                (core, Marks::default(), vec![step])
            }
        };
        let mut causes = vec![core];
        if let Some(lifts) = &mut lifts {
            lifts.sort_by_key(BTreeSet::len);
            let more = transversals(lifts).into_iter().map(Marks::from_iter).filter(|other| *other != causes[0]);
            let more: Vec<Marks> = more.collect();
            causes.extend(more);
        }
        let because = causes.iter().take(MAX_LISTED).map(|cause| choices(product, cause));
        let because: Vec<String> = because.collect();
        let headline = match (refuted.value, causes[0].is_empty()) {
            (true, true) => format!("{name}: {state}, since no configuration has it."),
            (false, true) => format!("{name}: {state}, since every configuration has it."),
            (_, false) => {
                let more = if causes.len() > MAX_LISTED { " (and for more reasons)" } else { "" };
                let verb = if state == "chosen" || state == "refused" { ", but contradicted" } else { "" };
                format!("{name}: {state}{verb} because {}{more}.", because.join(", and also because "))
            }
        };
        let mut sentences = vec![headline];
        if !also.is_empty() {
            let names = also.literals().map(|literal| product.name_of(literal.variable).to_owned());
            sentences.push(format!("The steps also use your choices of {}, which makes them easier.", list(names)));
        }
        sentences
            .extend(steps.iter().map(|step| format!("  {:indent$}{}", "", step.sentence, indent = 2 * step.depth)));
        // A single step states the conclusion itself.
        if steps.len() > 1 {
            sentences.push(format!("  So {}.", phrases.must(!refuted)));
        }
        sentences.push(self.remedy(marks, refuted, lifts.as_deref(), budget)?);
        let mut rules: Vec<String> = Vec::new();
        for rule in steps.iter().flat_map(|step| &step.rules) {
            if !rules.contains(rule) {
                rules.push(rule.clone());
            }
        }
        let names = |value, cause: &Marks| {
            let of = cause.literals().filter(|literal| literal.value == value);
            of.map(|literal| product.name_of(literal.variable).to_owned()).collect::<Vec<_>>()
        };
        let causes = causes.iter().map(|cause| (names(true, cause), names(false, cause))).collect();
        let lifts = lifts.unwrap_or_default();
        let lifts =
            lifts.iter().map(|lift| lift.iter().map(|literal| product.name_of(literal.variable).to_owned()).collect());
        Ok(Reasons { state, sentences, causes, rules, steps, lifts: lifts.collect() })
    }

    /// Returns the step of an argument by the limit of the total: the cheapest configuration with the choices `core`
    /// and the literal `refuted` costs more.
    fn total_step(
        &self,
        core: &Marks,
        refuted: Literal,
        budget: &mut Budget<'_>,
    ) -> Result<StatedStep, ConfiguratorError> {
        let product = self.product();
        let supposed: Marks = core.literals().chain([refuted]).collect();
        let completions = self.source.completions(&supposed, budget)?;
        let best = completions.best(&product.weights, Objective::Cheapest, 1, budget)?.unwrap_or_default();
        let (limit, name) = product.limit.clone().unwrap_or_default();
        let limit = product.weights.written(limit);
        let with = Phrases { product }.having(&supposed);
        let sentence = match best.first() {
            Some(best) => {
                let cheapest = product.weights.written(best.total);
                format!("The cheapest configuration{with} costs {cheapest}, and {name} is {limit}.")
            }
            None => format!("No configuration{with} is within {name} of {limit}."),
        };
        Ok(StatedStep { sentence, rules: vec![name], depth: 0 })
    }

    /// Returns the sentence with the sets of choices to take back.
    fn remedy(
        &self,
        marks: &Marks,
        refuted: Literal,
        lifts: Option<&[BTreeSet<Literal>]>,
        budget: &mut Budget<'_>,
    ) -> Result<String, ConfiguratorError> {
        let product = self.product();
        let name = product.name_of(refuted.variable);
        let becomes = if refuted.value { "becomes possible" } else { "is no longer required" };
        let taken = |lift: &BTreeSet<Literal>| {
            let refusal = |literal: &Literal| match literal.value {
                true => product.name_of(literal.variable).to_owned(),
                false => format!("the refusal of {}", product.name_of(literal.variable)),
            };
            list(lift.iter().map(refusal))
        };
        Ok(match lifts {
            None => "There are too many sets of choices to take back to list them.".to_owned(),
            Some([]) => match product.limit {
                None => "The rules alone are the reason.".to_owned(),
                Some(_) => "The rules and the limit of the total alone are the reason.".to_owned(),
            },
            Some([only]) => {
                let rest = marks.literals().filter(|literal| !only.contains(literal)).chain([refuted]).collect();
                let total = self.guide(&rest, budget)?.total().clone();
                format!("Take back {}, and {name} {becomes} ({}).", taken(only), number_of(&total))
            }
            Some(several) => {
                let are_single = several.iter().all(|lift| lift.len() == 1);
                let listed = several.iter().take(MAX_LISTED).map(taken);
                let listed: Vec<String> = listed.collect();
                let more = if several.len() > MAX_LISTED { ", or others" } else { "" };
                match (are_single, listed.as_slice()) {
                    (true, [most @ .., last]) if more.is_empty() => {
                        format!("Take back {} or {last}, and {name} {becomes}.", most.join(", "))
                    }
                    _ => format!("Take back {}{more}: then {name} {becomes}.", listed.join(", or else ")),
                }
            }
        })
    }

    /// Returns the next step in sentences: the choice to make, then the reason if there is one. Returns no sentence if
    /// every option is decided or no step is known.
    ///
    /// # Errors
    ///
    /// [`ConfiguratorError`] if no hint is found, and if the budget is exhausted or cancelled.
    pub fn hint(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Vec<String>, ConfiguratorError> {
        let product = self.product();
        let guide = self.guide(marks, budget)?;
        let forced =
            |guide: &Guide| guide.variables().find(|(_, status, _)| *status == Status::Forced).map(|one| one.0);
        let by_rules = Guide::of(product, marks.clone(), &self.source.completions(marks, budget)?, budget)?;
        // An option that the rules require has the simplest reason, and one that only the limit requires the next.
        let found = match (guide.is_completable(), forced(&by_rules), forced(&guide)) {
            (true, Some(_), _) => hint(&*self.source, &by_rules, budget)?,
            (true, None, Some(required)) => return self.required(marks, required, budget),
            _ => hint(self.all(), &guide, budget)?,
        };
        let name = |variable| product.name_of(variable);
        let mut lines = match found {
            None => return Ok(Vec::new()),
            Some(Hint::Forced { why, .. }) => return self.required(marks, why.variable, budget),
            Some(Hint::KeepsMost { open, total, .. }) => {
                let groups = crate::naming::grouped(open.iter().map(|(variable, count)| (count, *variable)));
                let have = |count: &Count| if *count.value() == 1u8.into() { "has" } else { "have" };
                let each = groups.iter().map(|(count, variables)| match variables.as_slice() {
                    [only] => format!("{count} {} {}", have(count), name(*only)),
                    all => {
                        let names = list(all.iter().map(|&one| name(one).to_owned()));
                        format!("{count} {} {names} each", have(count))
                    }
                });
                let sentence = format!("Of {}, {}.", number_of(&total), each.collect::<Vec<_>>().join("; "));
                let hint = Hint::KeepsMost { on: None, open: open.clone(), total: total.clone() };
                match hint.first_move() {
                    Move::Place(best) => vec![format!("Choose {}.", name(best)), sentence],
                    _ => vec![sentence],
                }
            }
            Some(Hint::Repair { away, solutions }) => {
                let refusal = |literal: Literal| match literal.value {
                    true => name(literal.variable).to_owned(),
                    false => format!("the refusal of {}", name(literal.variable)),
                };
                let away = list(away.literals().map(refusal));
                vec![
                    format!("Take back {away}."),
                    format!("Your choices contradict each other; then {} would be left.", number_of(&solutions)),
                ]
            }
            Some(other) => {
                let mut lines = vec![sentences::hint_move(product, &other)];
                lines.extend(sentences::hint_reason(product, &other));
                lines
            }
        };
        lines.retain(|line| !line.is_empty());
        Ok(lines)
    }

    /// Returns the hint to choose a required option: the move, and the explanation without the remedy.
    fn required(
        &self,
        marks: &Marks,
        variable: Variable,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<String>, ConfiguratorError> {
        let name = self.product().name_of(variable).to_owned();
        let mut lines = vec![format!("Choose {name}.")];
        lines.extend(self.explain(marks, &name, budget)?);
        lines.pop();
        Ok(lines)
    }
}

/// Returns the steps of an argument in words.
fn steps(phrases: Phrases<'_>, argument: &Explanation, marks: &Marks) -> Vec<StatedStep> {
    let frames = argument.frames();
    let mut steps: Vec<StatedStep> = Vec::new();
    for frame in &frames {
        let (sentence, lines) = phrases.frame(argument.variable, frame, marks);
        let rules = lines.iter().map(|&line| phrases.product.rule(line).name.clone()).collect();
        let step = StatedStep { sentence, rules, depth: frame.cases.len() };
        // Successive frames with the same sentence become one step.
        if steps.last() != Some(&step) {
            steps.push(step);
        }
    }
    steps
}

/// Returns all subset-minimal sets that have an element of each of `sets`, the smallest first. If `sets` are all
/// minimal sets of choices to take back, the results are all minimal causes (by the duality of hitting sets).
fn transversals(sets: &[BTreeSet<Literal>]) -> Vec<BTreeSet<Literal>> {
    let mut found: Vec<BTreeSet<Literal>> = vec![BTreeSet::new()];
    for set in sets {
        let (hit, missed): (Vec<_>, Vec<_>) = found.into_iter().partition(|one| !one.is_disjoint(set));
        let mut next = hit.clone();
        for one in missed {
            for literal in set {
                let larger: BTreeSet<Literal> = one.iter().chain([literal]).copied().collect();
                if !hit.iter().any(|smaller| smaller.is_subset(&larger)) {
                    next.push(larger);
                }
            }
        }
        next.sort_by_key(BTreeSet::len);
        next.dedup();
        // A few causes are listed, so that a long list need not be complete.
        next.truncate(100);
        found = next;
    }
    if sets.is_empty() { Vec::new() } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_and_sets_to_take_back_are_dual() {
        let set = |variables: &[u16]| variables.iter().map(|&one| Literal::positive(one)).collect::<BTreeSet<_>>();
        assert_eq!(transversals(&[set(&[0]), set(&[1]), set(&[2])]), [set(&[0, 1, 2])]);
        assert_eq!(transversals(&[set(&[0, 1])]), [set(&[0]), set(&[1])]);
        let causes = [set(&[0, 1]), set(&[0, 2])];
        assert_eq!(transversals(&causes), [set(&[0]), set(&[1, 2])]);
        assert_eq!(transversals(&transversals(&causes)), causes);
    }
}
