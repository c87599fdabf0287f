//! The sentences about configurations: options are chosen, refused, required and impossible.
//!
//! The sentences suit options in the singular and in the plural: no verb agrees with the name of an option.

use bdd_core::{ConstraintId, Literal, Variable};

use super::{ConfiguratorPuzzle, NamedRule, RuleKind};
use crate::count::Count;
use crate::explain::{Frame, Reason, RuledOut, Scene, Step};
use crate::marks::{Conflict, Marks};
use crate::naming::grouped;
use crate::puzzle::Puzzle;
use crate::sentences;
use crate::sentences::number;
use crate::words::{list, list_or};

/// Returns a number of configurations, such as `3 configurations`.
pub(super) fn number_of(count: &Count) -> String {
    if *count.value() == 1u8.into() { format!("{count} configuration") } else { format!("{count} configurations") }
}

/// Returns choices as the rest of a sentence that begins with `because`, such as `you chose bus and refused strap`.
pub(super) fn choices(product: &ConfiguratorPuzzle, marks: &Marks) -> String {
    let names = |of: &std::collections::BTreeSet<Variable>| list(of.iter().map(|&one| product.name_of(one).to_owned()));
    let chosen = (!marks.placed.is_empty()).then(|| format!("chose {}", names(&marks.placed)));
    let refused = (!marks.blocked.is_empty()).then(|| format!("refused {}", names(&marks.blocked)));
    format!("you {}", list(chosen.into_iter().chain(refused)))
}

impl ConfiguratorPuzzle {
    pub(super) fn name_of(&self, variable: Variable) -> &str {
        match self.names.get(variable.index()) {
            Some(name) => name,
            None => &self.copies[variable.index() - self.names.len()],
        }
    }
}

/// Returns a sentence with a capital letter at its beginning if it begins with the name of a rule. The name of an
/// option stays as it is.
fn capital(sentence: String) -> String {
    if sentence.starts_with("the ") { sentences::capital(&sentence) } else { sentence }
}

/// The sentences about a configurator.
#[derive(Clone, Copy)]
pub(super) struct Phrases<'a> {
    pub(super) product: &'a ConfiguratorPuzzle,
}

impl Phrases<'_> {
    fn names<'v>(&self, variables: impl IntoIterator<Item = &'v Variable>) -> String {
        list(variables.into_iter().map(|&variable| self.product.name_of(variable).to_owned()))
    }

    /// Returns the clause that a literal holds in all configurations.
    pub(super) fn must(&self, literal: Literal) -> String {
        let name = self.product.name_of(literal.variable);
        if literal.value { format!("{name} must be chosen") } else { format!("{name} can't be chosen") }
    }

    fn all_must(&self, place: &[Variable], out: &[Variable]) -> String {
        let must = (!place.is_empty()).then(|| format!("{} must be chosen", self.names(place)));
        let can_not = (!out.is_empty()).then(|| format!("{} can't be chosen", self.names(out)));
        list(must.into_iter().chain(can_not))
    }

    /// Returns the phrase for the configurations with some choices, such as ` with bus and without strap`.
    pub(super) fn having(&self, marks: &Marks) -> String {
        let with = (!marks.placed.is_empty()).then(|| format!("with {}", self.names(&marks.placed)));
        let without = (!marks.blocked.is_empty()).then(|| format!("without {}", self.names(&marks.blocked)));
        let all: Vec<String> = with.into_iter().chain(without).collect();
        if all.is_empty() { String::new() } else { format!(" {}", list(all)) }
    }

    /// Returns a frame of an argument as a sentence, and the lines that it uses. `about` is the variable that the
    /// argument is about, and `marks` are the user's choices.
    pub(super) fn frame(&self, about: Variable, frame: &Frame<'_>, marks: &Marks) -> (String, Vec<ConstraintId>) {
        let name = self.product.name_of(about);
        let then = if frame.supposed.is_some() { "Then " } else { "" };
        let sentence = match &frame.scene {
            Scene::Suppose(literal) => {
                let choose = if literal.value { "choose" } else { "don't choose" };
                format!("Suppose you {choose} {}.", self.product.name_of(literal.variable))
            }
            Scene::Case(variable, _) => format!("If you choose {}:", self.product.name_of(*variable)),
            Scene::Shown(conclusions) => {
                let of = |value| conclusions.iter().filter(move |one| one.value == value).map(|one| one.variable);
                format!("So {}.", self.all_must(&Vec::from_iter(of(true)), &Vec::from_iter(of(false))))
            }
            Scene::Step(Step::Excluded { by }) => format!("{}.", self.exclusion(name, *by, about)),
            Scene::Step(Step::Full { on, by }) => {
                let taken = self.has_its(self.product.rule(*on), by);
                format!("{taken}, so {name} can't be chosen.")
            }
            Scene::Step(Step::Blocked) => format!("You refused {name}."),
            Scene::Step(Step::Conflict(Conflict::Exclusion(a, b))) => {
                format!("{}.", self.exclusion(self.product.name_of(*a), *b, *a))
            }
            Scene::Step(Step::Conflict(Conflict::TooMany(on))) => {
                let of_line = self.product.rules().constraint(*on).variables().iter();
                let taken: Vec<Variable> = of_line.copied().filter(|one| marks.placed.contains(one)).collect();
                format!("{}.", self.has_its(self.product.rule(*on), &taken))
            }
            Scene::Step(Step::Conflict(Conflict::Blocked(on))) => {
                format!("You chose and refused {}.", self.product.name_of(*on))
            }
            Scene::Step(Step::Locked { .. } | Step::Common { .. }) => sentences::frame(self.product, about, frame),
            Scene::Step(step) => {
                let clause = self.clause(step);
                let reasons = self.reasons(step);
                format!("{then}{clause}{}.", if reasons.is_empty() { String::new() } else { format!(": {reasons}") })
            }
        };
        let mut lines = match &frame.scene {
            Scene::Case(..) => Vec::new(),
            Scene::Step(Step::Conflict(Conflict::TooMany(on))) => vec![*on],
            _ => frame.lines().to_vec(),
        };
        let excluded = match &frame.scene {
            Scene::Step(Step::Conflict(Conflict::Exclusion(a, b))) => vec![(*a, *b)],
            _ => frame.exclusions(about),
        };
        lines.extend(excluded.iter().filter_map(|&(a, b)| self.product.exclusive_line(a, b)));
        lines.extend(frame.ruled_out().iter().filter_map(|reason| match reason.because {
            Reason::Full { on } => Some(on),
            _ => None,
        }));
        (capital(sentence), lines)
    }

    /// Returns the clause that `names` can't be combined with `by`, with the name of the rule.
    fn exclusion(&self, names: &str, by: Variable, one: Variable) -> String {
        let rule = self.product.exclusive(by, one).filter(|rule| rule.is_named || rule.kind != RuleKind::Excludes);
        // A sentence can stand in parentheses as it is.
        let rule = rule.map_or_else(String::new, |rule| format!(" ({})", rule.name.trim_matches('"')));
        format!("{names} can't be combined with {}{rule}", self.product.name_of(by))
    }

    /// Returns the clause for the options that a rule allows, such as `"slow bus", with bus chosen, has its two
    /// already: a and b`.
    fn has_its(&self, rule: &NamedRule, taken: &[Variable]) -> String {
        let RuleKind::Count(_, max) = rule.kind else { return rule.name.clone() };
        let subject = self.subject(rule);
        let names = self.names(taken);
        match (max, taken.len()) {
            (0, _) => format!("{subject} allows none of its options: {names}"),
            (max, count) if count > max => format!("{subject} allows only {}: {names}", number(max)),
            (max, _) => format!("{subject} has its {} already: {names}", number(max)),
        }
    }

    /// Returns the name of a rule, with its condition.
    fn subject(&self, rule: &NamedRule) -> String {
        match &rule.condition {
            Some(condition) if rule.is_named => format!("{}, with {condition} chosen,", rule.name),
            _ => rule.name.clone(),
        }
    }

    /// Returns the options of a rule, and its condition.
    fn parts(&self, rule: &NamedRule) -> (Vec<Variable>, Option<Variable>) {
        let find = |name: &String| self.product.by_name[name];
        (rule.options.iter().map(find).collect(), rule.condition.as_ref().map(find))
    }

    /// Returns the clause for a step on a line.
    fn clause(&self, step: &Step) -> String {
        let Some(&on) = step.lines().first() else { return String::new() };
        let rule = self.product.rule(on);
        let (options, condition) = self.parts(rule);
        let line = self.product.rules().constraint(on);
        let is_out = |one: &Variable| step.ruled_out().iter().any(|reason| reason.variable == *one);
        let left: Vec<Variable> = options.iter().copied().filter(|one| !is_out(one)).collect();
        let chosen: Vec<Variable> = options.iter().copied().filter(|one| step.by().contains(one)).collect();
        let (place, out) = match step {
            Step::Only { variable, .. } => (vec![*variable], Vec::new()),
            Step::Decided { place, out, .. } => (place.clone(), out.clone()),
            _ => Default::default(),
        };
        let so = |reason: String| match (place.is_empty() && out.is_empty(), step) {
            (true, _) | (_, Step::Only { .. }) => reason,
            _ => format!("{reason}, so {}", self.all_must(&place, &out)),
        };
        let is_against_condition = condition.is_some_and(|condition| out.contains(&condition));
        match rule.kind {
            RuleKind::Count(min, max) => {
                // A line with the negated options bounds their number from above.
                let is_upper = options.first().and_then(|&one| line.literal(one)).is_some_and(|literal| !literal.value);
                let needs = |subject: String| match left.as_slice() {
                    [] if min == 1 => format!("{subject} has no option left"),
                    [] => format!("{subject} needs {} and has no option left", number(min)),
                    [only] if min == 1 => format!("{subject} has only {} left", self.product.name_of(*only)),
                    left => format!("{subject} needs {} and has only {} left", number(min), self.names(left)),
                };
                match (is_upper, is_against_condition) {
                    (true, false) => so(self.has_its(rule, &chosen)),
                    (true, true) => {
                        so(format!("{} allows only {}, and you have {}", rule.name, number(max), self.names(&chosen)))
                    }
                    // A line without negated options has too many chosen ones.
                    (false, _) if left.len() > min && line.is_positive() => format!("{} can't be met", rule.name),
                    (false, false) => so(needs(self.subject(rule))),
                    (false, true) => so(needs(rule.name.clone())),
                }
            }
            RuleKind::Requires => {
                let needed: Vec<Variable> = options[1..].to_vec();
                let name = |one: &Variable| self.product.name_of(*one).to_owned();
                let premises = self.premises(step);
                match (place.as_slice(), out.as_slice()) {
                    ([], []) => format!("{}{premises} needs {}", rule.name, list_or(needed.iter().map(name))),
                    (place @ [_, ..], []) => format!("{}{premises} requires {}", rule.name, self.names(place)),
                    (_, out) => format!("{}{premises} rules out {}", rule.name, self.names(out)),
                }
            }
            RuleKind::Excludes => {
                let premises = self.premises(step);
                match out.as_slice() {
                    [] => format!("{} doesn't allow {} together", rule.name, self.names(step.by())),
                    out => format!("{}{premises} rules out {}", rule.name, self.names(out)),
                }
            }
        }
    }

    /// Returns the chosen options from which a step follows, such as `, with bus chosen,`.
    fn premises(&self, step: &Step) -> String {
        if step.by().is_empty() { String::new() } else { format!(", with {} chosen,", self.names(step.by())) }
    }

    /// Returns the reasons why options are ruled out.
    fn reasons(&self, step: &Step) -> String {
        let Some(&on) = step.lines().first() else { return String::new() };
        let line = self.product.rules().constraint(on);
        // On a line with negated variables, an option that is ruled out may also make a literal true.
        let matters = |out: &&RuledOut| line.is_positive() || line.literal(out.variable).is_some_and(|one| one.value);
        let groups = grouped(step.ruled_out().iter().filter(matters).map(|out| (out.because, out.variable)));
        let clauses = groups.iter().map(|(because, variables)| {
            let names = self.names(variables);
            match because {
                Reason::Excluded { by } => self.exclusion(&names, *by, variables[0]),
                Reason::Full { on } => {
                    let rule = self.product.rule(*on);
                    let max = self.product.rules().constraint(*on).max();
                    match max {
                        0 => format!("{names} can't be chosen ({} allows none)", rule.name),
                        max => format!("{names} can't be chosen ({} has its {})", rule.name, number(max)),
                    }
                }
                Reason::Blocked => format!("you refused {names}"),
                Reason::Supposed => format!("you don't choose {names}"),
                Reason::Out => format!("{names} can't be chosen, as shown"),
            }
        });
        clauses.collect::<Vec<_>>().join("; ")
    }
}
