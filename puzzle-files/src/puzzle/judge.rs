//! The judgement of a file's rules: statements that contradict, statements that follow from the others, and open
//! choices.

use std::ops::{Range, RangeInclusive};

use bdd_core::{Budget, Interrupted, Literal, Variable};
use puzzle_core::answer::Facts;
use puzzle_core::sat::Solver;
use puzzle_core::{Marks, Words};
use puzzle_kind::Playable;
use puzzle_kind::{Part, Report, report::status};

use super::FilePuzzle;
use crate::statements::{Rule, Statement, rules_of};
use crate::tree::line_and_column;

/// The most solutions that are compared to see whether a rule says anything.
const MOST_COMPARED: usize = 1000;

/// What is said of the rules, all of it exact.
pub(crate) fn report(puzzle: &FilePuzzle, budget: &mut Budget<'_>) -> Result<Report, Interrupted> {
    let judge = Judge::new(puzzle);
    let found = puzzle.first_completions(&Marks::default(), 2, budget)?;
    let mut facts = Facts::new().with("status", status(found.len()));
    let mut lines = Vec::new();
    let list = |lines: &mut Vec<String>, of: &str, names: &[String]| {
        lines.push(of.to_owned());
        lines.extend(names.iter().map(|name| format!("  {name}")));
    };
    if found.is_empty() {
        let names = judge.names(&judge.contradiction(budget)?);
        lines.push("contradictory: there is no solution".to_owned());
        list(&mut lines, "these can't all hold, and without any one of them the others can:", &names);
        return Ok(Report { is_negative: true, ..Report::new(facts.with("contradiction", names), lines) });
    }
    let (superfluous, unknown) = judge.superfluous(budget)?;
    let [names, unknown] = [superfluous, unknown].map(|places| judge.names(&places));
    facts = facts.with("superfluous", names.clone());
    match found.as_slice() {
        [first, second, ..] => {
            lines.push("ambiguous: there are several solutions".to_owned());
            let other = |solution: &[Variable], other: &[Variable]| {
                let only = solution.iter().filter(|variable| !other.contains(variable));
                only.map(|&variable| puzzle.name(variable)).collect::<Vec<_>>()
            };
            let (first, second) = (other(first, second), other(second, first));
            let said = |names: &[String]| if names.is_empty() { "nothing".to_owned() } else { names.join(" ") };
            lines.push(format!("two of them differ: one has {}, the other {}", said(&first), said(&second)));
            facts = facts.with("one", first).with("other", second);
        }
        _ => lines.push("there is exactly one solution".to_owned()),
    }
    if !unknown.is_empty() {
        let of = "whether these are superfluous was not found out: too many solutions had to be compared";
        list(&mut lines, of, &unknown);
        facts = facts.with("unknown", unknown.clone());
    }
    if !names.is_empty() {
        list(&mut lines, "superfluous, each by itself: without it the solutions would be the same", &names);
    } else if unknown.is_empty() {
        lines.push("nothing is superfluous: without any one rule or given there would be more solutions".to_owned());
    }
    let mut report = Report { is_negative: found.len() > 1, ..Report::new(facts, lines) };
    if found.len() > 1 {
        report.parts.extend(found.into_iter().map(Part::Solution));
    }
    Ok(report)
}

struct Judge<'p> {
    puzzle: &'p FilePuzzle,
    /// The statements, and each given as one.
    said: Vec<Statement>,
}

impl Judge<'_> {
    fn new(puzzle: &FilePuzzle) -> Judge<'_> {
        let given = |(variable, at): &(Variable, Range<usize>)| {
            let name = format!("the given {}", puzzle.name(*variable));
            let rule = Rule::new(1..=1, vec![Literal::positive(*variable)], name.clone());
            Statement { at: at.clone(), name, rules: vec![rule] }
        };
        let said = puzzle.said.statements.iter().cloned().chain(puzzle.said.givens.iter().map(given)).collect();
        Judge { puzzle, said }
    }

    /// The places of all that may be blamed: what the values of a cell are is no statement of the author.
    fn blamable(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.said.len()).filter(|&place| !self.said[place].name.is_empty())
    }

    /// What these statements are, and the text line on which each stands.
    fn names(&self, places: &[usize]) -> Vec<String> {
        let name = |&place: &usize| {
            let Statement { name, at, .. } = &self.said[place];
            format!("{name} on line {}", line_and_column(&self.puzzle.text, at.start).0)
        };
        places.iter().map(name).collect()
    }

    /// A solver for what is said, without some of it and with more rules.
    fn solver(&self, left_out: &[usize], more: &[Rule], budget: &mut Budget<'_>) -> Result<Solver, Interrupted> {
        let kept = (0..self.said.len()).filter(|place| !left_out.contains(place));
        let rules = kept.flat_map(|place| &self.said[place].rules).chain(more);
        let (rules, _) = rules_of(self.puzzle.shown_and_hidden(), rules);
        Solver::new(&rules, [], budget)
    }

    /// The least of what is said, in the sense that nothing can be left out of it, that has no solution.
    fn contradiction(&self, budget: &mut Budget<'_>) -> Result<Vec<usize>, Interrupted> {
        let mut left_out = Vec::new();
        // Givens first: a rule says more than one of them.
        for place in self.blamable().rev() {
            left_out.push(place);
            if self.solver(&left_out, &[], budget)?.model(&[], budget)?.is_some() {
                left_out.pop();
            }
        }
        Ok(self.blamable().filter(|place| !left_out.contains(place)).collect())
    }

    /// Everything that follows from the rest, and everything of which that was not found out.
    fn superfluous(&self, budget: &mut Budget<'_>) -> Result<(Vec<usize>, Vec<usize>), Interrupted> {
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        let mut whole = self.solver(&[], &[], budget)?;
        for place in self.blamable() {
            let mut rest = self.solver(&[place], &[], budget)?;
            let mut can_fail = Some(false);
            for rule in &self.said[place].rules {
                can_fail = self.can_fail(rule, place, &mut rest, &mut whole, budget)?;
                if can_fail != Some(false) {
                    break;
                }
            }
            match can_fail {
                Some(false) => found.push(place),
                Some(true) => {}
                None => unknown.push(place),
            }
        }
        Ok((found, unknown))
    }

    /// Whether something is a solution of the rest and not of the whole for this rule: too few of its literals are true, or
    /// too many. `None` where hidden variables make that too long to find out.
    fn can_fail(
        &self,
        rule: &Rule,
        place: usize,
        rest: &mut Solver,
        whole: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Interrupted> {
        let (least, most) = (*rule.bounds.start(), *rule.bounds.end());
        let all = rule.literals.len();
        let [shown, _] = self.puzzle.shown_and_hidden();
        let is_shown = rule.literals.iter().all(|literal| literal.variable.index() < shown);
        let mut holds = |bounds: RangeInclusive<usize>| {
            // Where all of them are true, or none is, the solver need not be made anew.
            let are_all = *bounds.start() == all;
            if is_shown && (are_all || *bounds.end() == 0) {
                let assumed = rule.literals.iter().map(|&literal| if are_all { literal } else { !literal });
                return self.has_more(rest, &assumed.collect::<Vec<_>>(), whole, budget);
            }
            let broken = Rule { bounds, ..rule.clone() };
            self.has_more(&mut self.solver(&[place], &[broken], budget)?, &[], whole, budget)
        };
        let too_few = if least > 0 { holds(0..=least - 1)? } else { Some(false) };
        if too_few == Some(true) || most >= all {
            return Ok(too_few);
        }
        Ok(match holds(most + 1..=all)? {
            Some(false) => too_few,
            too_many => too_many,
        })
    }

    /// Whether a solver has a model that looks like none of the whole: the same to look at may be both, if hidden variables
    /// differ. `None` if too many had to be looked at.
    fn has_more(
        &self,
        solver: &mut Solver,
        assumed: &[Literal],
        whole: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Interrupted> {
        let [shown, hidden] = self.puzzle.shown_and_hidden();
        for _ in 0..MOST_COMPARED {
            let Some(model) = solver.model(assumed, budget)? else { return Ok(Some(false)) };
            let seen = |variable| Literal { variable, value: model.binary_search(&variable).is_ok() };
            let seen: Vec<Literal> = Variable::all(shown).map(seen).collect();
            if hidden == 0 || whole.model(&seen, budget)?.is_none() {
                return Ok(Some(true));
            }
            solver.require(seen.into_iter().map(|literal| !literal));
        }
        Ok(None)
    }
}
