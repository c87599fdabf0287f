//! The judgement of a file's rules: statements that contradict, statements that follow from the others, and open
//! choices.

use bdd_core::{Budget, Literal, Stopped, Variable};
use puzzle_core::answer::Facts;
use puzzle_core::sat::Solver;
use puzzle_core::{Marks, Words};
use puzzle_kind::Playable;
use puzzle_kind::{Part, Report, report::status};

use super::FilePuzzle;
use crate::statements::{Rule, rules_of};
use crate::tree::line_and_column;

/// Something that a file says: a statement, or a given, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Statement(usize),
    Given(usize),
}

/// The most solutions that are compared to see whether a rule says anything.
const MOST_COMPARED: usize = 1000;

/// What is said of the rules, all of it exact.
pub(crate) fn report(puzzle: &FilePuzzle, budget: &mut Budget<'_>) -> Result<Report, Stopped> {
    let judge = Judge::new(puzzle);
    let found = puzzle.first_completions(&Marks::default(), 2, budget)?;
    if found.is_empty() {
        let core = judge.contradiction(budget)?;
        let mut lines = vec!["contradictory: there is no solution".to_owned()];
        let names: Vec<String> = core.iter().map(|&said| judge.name(said)).collect();
        lines.push("these can't all hold, and without any one of them the others can:".to_owned());
        lines.extend(names.iter().map(|name| format!("  {name}")));
        let facts = Facts::new().with("status", status(0)).with("contradiction", names);
        return Ok(Report { is_negative: true, ..Report::new(facts, lines) });
    }
    let (superfluous, unknown) = judge.superfluous(budget)?;
    let unknown: Vec<String> = unknown.iter().map(|&said| judge.name(said)).collect();
    let names: Vec<String> = superfluous.iter().map(|&said| judge.name(said)).collect();
    let mut facts = Facts::new().with("status", status(found.len())).with("superfluous", names.clone());
    let mut lines = Vec::new();
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
        lines.push("whether these are superfluous was not found out: too many solutions had to be compared".to_owned());
        lines.extend(unknown.iter().map(|name| format!("  {name}")));
        facts = facts.with("unknown", unknown.clone());
    }
    if names.is_empty() && unknown.is_empty() {
        lines.push("nothing is superfluous: without any one rule or given there would be more solutions".to_owned());
    } else if !names.is_empty() {
        lines.push("superfluous, each by itself: without it the solutions would be the same".to_owned());
        lines.extend(names.iter().map(|name| format!("  {name}")));
    }
    let mut report = Report { is_negative: found.len() > 1, ..Report::new(facts, lines) };
    if found.len() > 1 {
        report.parts.extend(found.into_iter().map(Part::Solution));
    }
    Ok(report)
}

struct Judge<'p> {
    puzzle: &'p FilePuzzle,
    /// All that may be blamed: what the values of a cell are is no statement of the author.
    said: Vec<Said>,
}

impl Judge<'_> {
    fn new(puzzle: &FilePuzzle) -> Judge<'_> {
        let statements = puzzle.said.statements.iter().enumerate().filter(|(_, statement)| !statement.name.is_empty());
        let statements = statements.map(|(number, _)| Said::Statement(number));
        let givens = (0..puzzle.said.givens.len()).map(Said::Given);
        Judge { puzzle, said: statements.chain(givens).collect() }
    }

    /// What it is, and the text line on which it stands.
    fn name(&self, said: Said) -> String {
        let (name, at) = match said {
            Said::Statement(number) => {
                let statement = &self.puzzle.said.statements[number];
                (statement.name.clone(), &statement.at)
            }
            Said::Given(number) => {
                let (variable, at) = &self.puzzle.said.givens[number];
                (format!("the given {}", self.puzzle.name(*variable)), at)
            }
        };
        format!("{name} on line {}", line_and_column(&self.puzzle.text, at.start).0)
    }

    /// The rules of what is said, without some of it.
    fn rules_without(&self, left_out: &[Said]) -> Vec<&Rule> {
        let statements = self.puzzle.said.statements.iter().enumerate();
        let kept = statements.filter(|&(number, _)| !left_out.contains(&Said::Statement(number)));
        kept.flat_map(|(_, statement)| &statement.rules).collect()
    }

    fn givens_without(&self, left_out: &[Said]) -> Vec<Literal> {
        let givens = self.puzzle.said.givens.iter().enumerate();
        let kept = givens.filter(|&(number, _)| !left_out.contains(&Said::Given(number)));
        kept.map(|(_, &(given, _))| Literal::positive(given)).collect()
    }

    /// A solver for what is said, without some of it and with more rules.
    fn solver(&self, left_out: &[Said], more: &[Rule], budget: &mut Budget<'_>) -> Result<Solver, Stopped> {
        let rules = self.rules_without(left_out).into_iter().chain(more);
        let (rules, _) = rules_of(self.puzzle.shown_and_hidden(), rules);
        Solver::new(&rules, self.givens_without(left_out), budget)
    }

    /// The least of what is said, in the sense that nothing can be left out of it, that has no solution.
    fn contradiction(&self, budget: &mut Budget<'_>) -> Result<Vec<Said>, Stopped> {
        let mut left_out = Vec::new();
        // Givens first: a rule says more than one of them.
        for &said in self.said.iter().rev() {
            left_out.push(said);
            if self.solver(&left_out, &[], budget)?.model(&[], budget)?.is_some() {
                left_out.pop();
            }
        }
        Ok(self.said.iter().copied().filter(|said| !left_out.contains(said)).collect())
    }

    /// Everything that follows from the rest, and everything of which that was not found out.
    fn superfluous(&self, budget: &mut Budget<'_>) -> Result<(Vec<Said>, Vec<Said>), Stopped> {
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        let mut whole = self.solver(&[], &[], budget)?;
        for &said in &self.said {
            let follows = match said {
                Said::Statement(number) => {
                    let mut rest = self.solver(&[said], &[], budget)?;
                    let mut follows = Some(true);
                    for rule in &self.puzzle.said.statements[number].rules {
                        follows = match self.can_fail(rule, said, &mut rest, &mut whole, budget)? {
                            Some(false) => follows,
                            can_fail => can_fail.map(|can_fail| !can_fail),
                        };
                        if follows != Some(true) {
                            break;
                        }
                    }
                    follows
                }
                Said::Given(number) => {
                    let (given, _) = self.puzzle.said.givens[number];
                    Some(self.solver(&[said], &[], budget)?.model(&[Literal::negative(given)], budget)?.is_none())
                }
            };
            match follows {
                Some(true) => found.push(said),
                Some(false) => {}
                None => unknown.push(said),
            }
        }
        Ok((found, unknown))
    }

    /// Whether something is a solution of the rest and not of the whole for this rule: too few of its literals are true, or
    /// too many. `None` where hidden variables make that too long to find out.
    fn can_fail(
        &self,
        rule: &Rule,
        said: Said,
        rest: &mut Solver,
        whole: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Stopped> {
        let (least, most) = (*rule.bounds.start(), *rule.bounds.end());
        let all = rule.literals.len();
        let [shown, _] = self.puzzle.shown_and_hidden();
        let mut holds = |bounds: std::ops::RangeInclusive<usize>| {
            // Where all of them are true, or none is, the solver need not be made anew.
            if *bounds.start() == all || *bounds.end() == 0 {
                let value = *bounds.start() == all;
                let assumed: Vec<Literal> =
                    rule.literals.iter().map(|&literal| if value { literal } else { !literal }).collect();
                if rule.literals.iter().all(|literal| literal.variable.index() < shown) {
                    return self.has_more(rest, &assumed, whole, budget);
                }
            }
            let broken = Rule { bounds, form: crate::statements::Form::Line, ..rule.clone() };
            self.has_more(&mut self.solver(&[said], &[broken], budget)?, &[], whole, budget)
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
    ) -> Result<Option<bool>, Stopped> {
        let [shown, hidden] = self.puzzle.shown_and_hidden();
        for _ in 0..MOST_COMPARED {
            let Some(model) = solver.model(assumed, budget)? else { return Ok(Some(false)) };
            let all = Variable::all(shown);
            let seen = all.map(|variable| Literal { variable, value: model.binary_search(&variable).is_ok() });
            let seen: Vec<Literal> = seen.collect();
            if hidden == 0 || whole.model(&seen, budget)?.is_none() {
                return Ok(Some(true));
            }
            solver.require(seen.into_iter().map(|literal| !literal));
        }
        Ok(None)
    }
}
