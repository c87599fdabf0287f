//! The guide, explanations and hints as data for other programs.
//!
//! The types of the engine ([`Guide`], [`Explanation`], [`Hint`]) identify variables by number. The functions of this
//! module convert them to [`Facts`], a tree of keys and values in which every variable has its name from [`Words`]. The
//! command line prints this tree as JSON, and the server sends it. The structure is the same for every puzzle; a puzzle
//! chooses some of the keys by its [`Terms`]. With the feature `serde`, [`Facts`] can be serialized; long numbers keep
//! all their digits.
//!
//! ```
//! use std::sync::Arc;
//!
//! use puzzle_core::answer::{self, Value};
//! use puzzle_core::{Budget, Diagram, Rules, Session};
//!
//! let mut rules = Rules::new(2);
//! rules.exactly_one(&[0, 1]);
//! let budget = &mut Budget::unlimited();
//! let game = Session::new(Arc::new(Diagram::conjoin(rules.clone(), budget)?), budget)?;
//! let facts = answer::guide(&rules, game.guide());
//! assert_eq!(facts.get("solutions"), Some(&Value::from(2u64)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use bdd_core::{ConstraintId, Literal, Variable};

use crate::count::Count;
use crate::explain::{Case, Reason, Repair, RuledOut, Step};
use crate::explanation::Explanation;
use crate::guide::{Guide, Status};
use crate::hint::Hint;
use crate::logic::Deduction;
use crate::marks::{Conflict, Marks};
use crate::naming;
use crate::sentences;
use crate::words::{Terms, Words};

pub use crate::facts::{Facts, Value};

/// Returns a position as data: the names of the marked variables, `consistent` (`true` if the marks have no conflict,
/// see [`Marks::conflicts`]), and `total` under the key `solutions`.
#[must_use]
pub fn position(words: &dyn Words, marks: &Marks, total: &Count) -> Facts {
    self::marks(words, marks).with("consistent", marks.conflicts(words).is_empty()).with("solutions", total)
}

/// Returns a guide as data: its [`position`], then for each variable the status and the number of completions that
/// contain it. The fact `exact` is `false` if the numbers are lower bounds. If the puzzle has weights, `cheapest` and
/// `dearest` are the smallest and the largest total weight of all completions. In the facts of each variable, they are
/// the totals of the completions that contain it.
#[must_use]
pub fn guide(words: &dyn Words, guide: &Guide) -> Facts {
    let is_exact = guide.total().is_exact();
    guide_with(words, guide, if is_exact { Facts::new() } else { Facts::new().with("exact", false) })
}

/// Returns the data of [`guide()`], with the facts `more` in place of the fact `exact`. The facts `more` come after the
/// facts of [`position`] and before the variables.
#[must_use]
pub fn guide_with(words: &dyn Words, guide: &Guide, more: Facts) -> Facts {
    let terms = words.terms();
    let variables = guide.variables().map(|(variable, status, completions)| {
        Facts::new()
            .with(terms.variable, naming::name(words, variable))
            .and(words.details(variable))
            .with("status", status_key(words, status))
            .with("solutions", completions)
            .and(range(words, guide, Some(variable)))
    });
    position(words, guide.marks(), guide.total())
        .and(more)
        .and(range(words, guide, None))
        .with(terms.variables, variables.collect::<Vec<_>>())
}

/// Returns the name of a status in JSON: [`Status::name`], or the puzzle's own word for given, placed and excluded
/// variables (see [`Terms`]).
#[must_use]
pub fn status_key(words: &dyn Words, status: Status) -> &'static str {
    let terms = words.terms();
    match status {
        Status::Given | Status::Placed => terms.stands.unwrap_or(status.name()),
        Status::Excluded => terms.excluded,
        status => status.name(),
    }
}

/// Returns two facts: `cheapest` and `dearest`, the smallest and the largest total weight of all completions, or only
/// of the completions that contain the variable `with`. Their values are `null` if there is no such completion or the
/// totals are unknown. Returns no facts if the puzzle has no weights.
#[must_use]
pub fn range(words: &dyn Words, guide: &Guide, with: Option<Variable>) -> Facts {
    let Some(weights) = words.weights() else { return Facts::new() };
    let range = guide.totals().and_then(|totals| match with {
        Some(variable) => totals.range_with(variable),
        None => totals.range(),
    });
    let number = |total: Option<i128>| total.map(|total| Value::Decimal(weights.written(total)));
    let (cheapest, dearest) = range.unzip();
    Facts::new().with("cheapest", number(cheapest)).with("dearest", number(dearest))
}

/// Returns the explanation of the status of `variable` as data. `why` is the result of [`explain`](crate::explain()),
/// which is `None` for a status without an explanation. The key `lemmas` has the deductions that are shown before the
/// steps, each in the form of [`deduction()`].
///
/// # Panics
///
/// If the puzzle has no such variable.
#[must_use]
pub fn explanation(words: &dyn Words, guide: &Guide, variable: Variable, why: Option<&Explanation>) -> Facts {
    let naming = Naming::of(words);
    let none = Marks::default();
    let repair = why.and_then(|why| why.repair.as_ref());
    let lemmas = why.filter(|why| !why.lemmas.is_empty()).map_or_else(Facts::new, |why| {
        Facts::new().with("lemmas", why.lemmas.iter().map(|one| deduction(words, one)).collect::<Vec<_>>())
    });
    position(words, guide.marks(), guide.total())
        .with(naming.terms.variable, naming::name(words, variable))
        .with("status", status_key(words, guide.status(variable)))
        .with("kind", why.map(|why| why.technique().name()))
        .with("core", marks(words, why.map_or(&none, |why| &why.core)))
        .and(lemmas)
        .with("steps", why.map_or_else(Vec::new, |why| naming.steps(variable, why.supposed(), &[], &why.steps)))
        .with("also", marks(words, why.map_or(&none, |why| &why.also)))
        .with("repair", repair.map(|repair| naming.repair(repair)))
}

/// Returns a hint as data and in sentences, after the [`position`] of the guide. `hint` is the result of
/// [`hint`](crate::hint()). The keys of its three grades are `look` (the place to look at), `play` (the move) and `why`
/// (the reason).
#[must_use]
pub fn hint(words: &dyn Words, guide: &Guide, hint: Option<&Hint>) -> Facts {
    position(words, guide.marks(), guide.total())
        .with("hint", hint.map(|hint| Naming::of(words).grades(guide.marks(), hint)))
}

/// Returns a deduction as data and in sentences.
#[must_use]
pub fn deduction(words: &dyn Words, deduction: &Deduction) -> Facts {
    let naming = Naming::of(words);
    let of = |value| deduction.conclusions.iter().filter(move |literal| literal.value == value);
    let named = |value| naming.names(of(value).map(|literal| &literal.variable));
    let about = deduction.conclusions.first().map(|literal| literal.variable);
    Facts::new()
        .with("kind", deduction.technique().name())
        .with("hardness", deduction.hardness as usize)
        .with("place", named(true))
        .with("rule_out", named(false))
        .with(
            "steps",
            about.map_or_else(Vec::new, |about| naming.steps(about, deduction.supposed(), &[], &deduction.steps)),
        )
        .with("sentences", sentences::deduction(words, deduction))
}

/// Returns the placed and the blocked variables, by name.
#[must_use]
pub fn marks(words: &dyn Words, marks: &Marks) -> Facts {
    let naming = Naming::of(words);
    Facts::new().with(naming.terms.placed, naming.names(&marks.placed)).with("blocked", naming.names(&marks.blocked))
}

/// A converter of explanations and hints to [`Facts`], with the names and terms of one puzzle.
struct Naming<'a> {
    words: &'a dyn Words,
    terms: Terms,
}

impl<'a> Naming<'a> {
    fn of(words: &'a dyn Words) -> Naming<'a> {
        Naming { words, terms: words.terms() }
    }

    fn names<'v>(&self, variables: impl IntoIterator<Item = &'v Variable>) -> Vec<String> {
        variables.into_iter().map(|&variable| naming::name(self.words, variable)).collect()
    }

    fn named(&self, variable: Variable) -> Facts {
        Facts::new().with(self.terms.variable, naming::name(self.words, variable))
    }

    /// Returns the steps of an argument about the variable `about` as data. `supposed` is the literal that the argument
    /// supposes. If the steps are inside of case splits, `within` has the enclosing cases, the outermost first. Each
    /// case has the line that is split, and the variable on this line that is supposed to be true.
    fn steps(
        &self,
        about: Variable,
        supposed: Option<Literal>,
        within: &[(ConstraintId, Variable)],
        steps: &[Step],
    ) -> Vec<Facts> {
        steps.iter().map(|step| self.step(about, supposed, within, step)).collect()
    }

    fn step(
        &self,
        about: Variable,
        supposed: Option<Literal>,
        within: &[(ConstraintId, Variable)],
        step: &Step,
    ) -> Facts {
        let kind = |kind: &'static str| Facts::new().with("step", kind);
        let line = |line| self.words.line_name(line);
        let on_line = |facts: Facts, on: &ConstraintId, ruled_out: &[RuledOut]| {
            let facts = facts.with("on", line(*on)).with("ruled_out", self.reasons(ruled_out));
            if step.by().is_empty() { facts } else { facts.with("by", self.names(step.by())) }
        };
        match step {
            Step::Excluded { by } => kind(self.terms.excluded).and(self.excluded(*by, about)),
            Step::Blocked => kind("blocked"),
            Step::Conflict(Conflict::Exclusion(a, b)) => {
                kind(self.terms.conflict).with(self.terms.placed, self.names([a, b])).and(self.shared(*a, *b))
            }
            Step::Full { on, by } => kind("full").with("on", line(*on)).with("by", self.names(by)),
            Step::Conflict(Conflict::TooMany(on)) => kind("too-many").with("on", line(*on)),
            Step::Decided { on, ruled_out, place, out, .. } => {
                on_line(kind("decided"), on, ruled_out).with("place", self.names(place)).with("out", self.names(out))
            }
            Step::Conflict(Conflict::Blocked(on)) => kind(self.terms.placed_on_blocked).and(self.named(*on)),
            Step::Only { variable, on, ruled_out } => on_line(kind("only").and(self.named(*variable)), on, ruled_out),
            Step::Locked { base, covers, ruled_out, out } => kind("locked")
                .with("pattern", self.words.pattern(base, covers))
                .with("base", base.iter().map(|&base| line(base)).collect::<Vec<_>>())
                .with("covers", covers.iter().map(|cover| naming::cover_name(self.words, cover)).collect::<Vec<_>>())
                .with("ruled_out", self.reasons(ruled_out))
                .with("out", self.names(out)),
            Step::Common { on, ruled_out, left, out } => {
                on_line(kind("common"), on, ruled_out).with("left", self.names(left)).with("out", self.names(out))
            }
            Step::Empty { on, ruled_out, .. } => on_line(kind("empty"), on, ruled_out),
            Step::Split { on, ruled_out, cases, .. } => {
                let case = |Case { variable, steps }: &Case| {
                    let within = [within, &[(*on, *variable)]].concat();
                    self.named(*variable)
                        .with("within", sentences::breadcrumb(self.words, supposed, &within))
                        .with("steps", self.steps(about, supposed, &within, steps))
                };
                on_line(kind("split"), on, ruled_out).with("cases", cases.iter().map(case).collect::<Vec<_>>())
            }
        }
    }

    fn reasons(&self, ruled_out: &[RuledOut]) -> Vec<Facts> {
        let reason = |&RuledOut { variable, because }: &RuledOut| {
            let named = |because: &'static str| self.named(variable).with("because", because);
            match because {
                Reason::Excluded { by } => named(self.terms.excluded).and(self.excluded(by, variable)),
                Reason::Full { on } => named("full").with("on", self.words.line_name(on)),
                Reason::Blocked => named("blocked"),
                Reason::Out => named("out"),
                Reason::Supposed => named("supposed"),
            }
        };
        ruled_out.iter().map(reason).collect()
    }

    fn excluded(&self, by: Variable, excluded: Variable) -> Facts {
        Facts::new().with("by", naming::name(self.words, by)).and(self.shared(by, excluded))
    }

    fn shared(&self, a: Variable, b: Variable) -> Facts {
        let shared = naming::shared(self.words, a, b);
        shared.map_or_else(Facts::new, |shared| Facts::new().with(self.terms.shared, shared))
    }

    fn repair(&self, Repair { lift, solutions, without }: &Repair) -> Facts {
        self.lifted(lift, solutions).with("without", without)
    }

    /// Returns the marks `away` that a repair removes, under the keys `lift` (placed) and `unblock` (blocked), and the
    /// number of solutions after the repair.
    fn lifted(&self, away: &Marks, solutions: &Count) -> Facts {
        let (lift, unblock) = (self.names(&away.placed), self.names(&away.blocked));
        Facts::new().with("lift", lift).with("unblock", unblock).with("solutions", solutions)
    }

    fn grades(&self, marks: &Marks, hint: &Hint) -> Facts {
        let line = |line| self.words.line_name(line);
        let look = |kind: &'static str| Facts::new().with("look", kind);
        let why = |kind: &'static str| Facts::new().with("why", kind);
        let (look, why) = match hint {
            Hint::Deduced(deduced) => {
                let why = why("deduced").and(deduction(self.words, deduced));
                (look("deduced").with("on", hint.line().map(line)), why)
            }
            Hint::Forced { on, .. } => (look("forced-on").with("on", line(*on)), why("forced")),
            Hint::KeepsMost { on, open, .. } => {
                let look = on.map_or_else(|| look("anywhere"), |on| look("narrowest").with("on", line(on)));
                let kept = open.iter().map(|(variable, count)| self.named(*variable).with("solutions", count));
                (look.with("open", open.len()), why("keeps-most").with("open", kept.collect::<Vec<_>>()))
            }
            Hint::Repair { away, solutions } => {
                (look("astray").with("count", away.len()), why("repair").and(self.lifted(away, solutions)))
            }
        };
        let sentences = Facts::new()
            .with("look", sentences::hint_focus(self.words, marks, hint))
            .with("play", sentences::hint_move(self.words, hint))
            .with("why", sentences::hint_reason(self.words, hint));
        let made = hint.first_move();
        let name = made.variable().map(|variable| naming::name(self.words, variable));
        let play = Facts::new().with("move", made.name()).with(self.terms.variable, name);
        Facts::new().with("look", look).with("play", play).with("why", why).with("sentences", sentences)
    }
}
