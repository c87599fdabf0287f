//! The check of a file's rules, which finds contradictory statements, superfluous statements and several solutions.

use std::ops::{Range, RangeInclusive};

use bdd_core::{Budget, Interrupted, Literal, Variable};
use puzzle_core::answer::Facts;
use puzzle_core::sat::Solver;
use puzzle_core::{Marks, Words};
use puzzle_kind::Playable;
use puzzle_kind::{Report, ReportPart, report::status};

use super::FilePuzzle;
use crate::statements::{Rule, Statement, rules_of};
use crate::telling::Telling;
use crate::tree::line_and_column;

/// The maximum number of solutions that are compared to decide whether a rule is superfluous.
const MAX_COMPARED: usize = 1000;

/// Returns the report on the rules of a puzzle. If the puzzle has no solution, the report lists contradictory
/// statements, otherwise superfluous statements. If there are several solutions, it shows two of them.
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
        list(
            &mut lines,
            "these rules and givens contradict each other; without any one of them, the others would not:",
            &names,
        );
        return Ok(Report { is_negative: true, ..Report::new(facts.with("contradiction", names), lines) });
    }
    let (superfluous, unknown) = judge.superfluous(budget)?;
    let [names, unknown] = [superfluous, unknown].map(|indices| judge.names(&indices));
    facts = facts.with("superfluous", names.clone());
    match found.as_slice() {
        [first, second, ..] => {
            lines.push("ambiguous: there are several solutions".to_owned());
            let other = |solution: &[Variable], other: &[Variable]| {
                let only = solution.iter().filter(|variable| !other.contains(variable));
                only.map(|&variable| puzzle.name(variable)).collect::<Vec<_>>()
            };
            let (first, second) = (other(first, second), other(second, first));
            let list = |names: &[String]| if names.is_empty() { "nothing".to_owned() } else { names.join(" ") };
            lines.push(format!("two solutions differ: one has {}, the other has {}", list(&first), list(&second)));
            facts = facts.with("one", first).with("other", second);
        }
        _ => lines.push("there is exactly one solution".to_owned()),
    }
    if !unknown.is_empty() {
        let of = "it is not known whether these are superfluous, as there were too many solutions to compare:";
        list(&mut lines, of, &unknown);
        facts = facts.with("unknown", unknown.clone());
    }
    if !names.is_empty() {
        list(&mut lines, "superfluous: removing any one of these leaves the solutions the same:", &names);
    } else if unknown.is_empty() {
        lines.push("nothing is superfluous: without any one rule or given there would be more solutions".to_owned());
    }
    let mut report = Report { is_negative: found.len() > 1, ..Report::new(facts, lines) };
    if found.len() > 1 {
        report.parts.extend(found.into_iter().map(ReportPart::Solution));
    }
    Ok(report)
}

struct Judge<'p> {
    puzzle: &'p FilePuzzle,
    /// The statements of the file, and after them a statement for each given.
    statements: Vec<Statement>,
}

impl Judge<'_> {
    fn new(puzzle: &FilePuzzle) -> Judge<'_> {
        let given = |(variable, span): &(Variable, Range<usize>)| {
            let name = format!("the given {}", puzzle.name(*variable));
            let rule = Rule::new(1..=1, vec![Literal::positive(*variable)], name.clone());
            Statement { span: span.clone(), name, rules: vec![rule], telling: Telling::default() }
        };
        let statements = puzzle.contents.statements.iter().cloned();
        Judge { puzzle, statements: statements.chain(puzzle.contents.givens.iter().map(given)).collect() }
    }

    /// Returns the indices of the author's statements: all but the built-in statement that each cell has one value.
    fn blamable(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.statements.len()).filter(|&index| !self.statements[index].name.is_empty())
    }

    /// Returns the names of the statements with these indices, each with its line in the file.
    fn names(&self, indices: &[usize]) -> Vec<String> {
        let name = |&index: &usize| {
            let Statement { name, span, .. } = &self.statements[index];
            format!("{name} on line {}", line_and_column(&self.puzzle.text, span.start).0)
        };
        indices.iter().map(name).collect()
    }

    /// Returns a solver for all statements except those with the indices `left_out`, and for the rules `more`.
    fn solver(&self, left_out: &[usize], more: &[Rule], budget: &mut Budget<'_>) -> Result<Solver, Interrupted> {
        let kept = (0..self.statements.len()).filter(|index| !left_out.contains(index));
        let rules = kept.flat_map(|index| &self.statements[index].rules).chain(more);
        let (rules, _) = rules_of(self.puzzle.shown_and_hidden(), rules);
        Solver::new(&rules, [], budget)
    }

    /// Returns the indices of statements that contradict each other. The set is minimal: if any one of these statements
    /// is left out, the others have a common solution.
    fn contradiction(&self, budget: &mut Budget<'_>) -> Result<Vec<usize>, Interrupted> {
        let mut left_out = Vec::new();
        // Givens, which come last, are left out first: a contradiction among rules tells the author more.
        for index in self.blamable().rev() {
            left_out.push(index);
            if self.solver(&left_out, &[], budget)?.model(&[], budget)?.is_some() {
                left_out.pop();
            }
        }
        Ok(self.blamable().filter(|index| !left_out.contains(index)).collect())
    }

    /// Returns two lists of indices of statements. The first list has the superfluous statements: each of them follows
    /// from all other statements. The second list has the statements for which this stayed undecided.
    fn superfluous(&self, budget: &mut Budget<'_>) -> Result<(Vec<usize>, Vec<usize>), Interrupted> {
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        let mut whole = self.solver(&[], &[], budget)?;
        for index in self.blamable() {
            let mut rest = self.solver(&[index], &[], budget)?;
            let mut can_fail = Some(false);
            for rule in &self.statements[index].rules {
                can_fail = self.can_fail(rule, index, &mut rest, &mut whole, budget)?;
                if can_fail != Some(false) {
                    break;
                }
            }
            match can_fail {
                Some(false) => found.push(index),
                Some(true) => {}
                None => unknown.push(index),
            }
        }
        Ok((found, unknown))
    }

    /// Returns `true` if `rule` is needed: without its statement, there is a new solution, in which too few or too many
    /// literals of `rule` are true. Returns `None` if this stays undecided, because hidden variables make too many
    /// models to compare.
    ///
    /// `index` is the statement to which `rule` belongs. `rest` solves all statements except that statement, and
    /// `whole` solves all statements.
    fn can_fail(
        &self,
        rule: &Rule,
        index: usize,
        rest: &mut Solver,
        whole: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Interrupted> {
        let (min, max) = (*rule.bounds.start(), *rule.bounds.end());
        let all = rule.literals.len();
        let [shown, _] = self.puzzle.shown_and_hidden();
        let is_shown = rule.literals.iter().all(|literal| literal.variable.index() < shown);
        let mut holds = |bounds: RangeInclusive<usize>| {
            // A model in which all literals are true, or all are false, is found by assumptions, without a new solver.
            let are_all = *bounds.start() == all;
            if is_shown && (are_all || *bounds.end() == 0) {
                let assumed = rule.literals.iter().map(|&literal| if are_all { literal } else { !literal });
                return self.has_more(rest, &assumed.collect::<Vec<_>>(), whole, budget);
            }
            let broken = Rule { bounds, ..rule.clone() };
            self.has_more(&mut self.solver(&[index], &[broken], budget)?, &[], whole, budget)
        };
        let too_few = if min > 0 { holds(0..=min - 1)? } else { Some(false) };
        if too_few == Some(true) || max >= all {
            return Ok(too_few);
        }
        Ok(match holds(max + 1..=all)? {
            Some(false) => too_few,
            too_many => too_many,
        })
    }

    /// Returns `true` if `solver` has a model with the literals `assumed` that differs from every model of `whole` on
    /// the shown variables.
    ///
    /// Returns `None` if [`MAX_COMPARED`] models of `solver` do not decide this, since each of them agrees with a model
    /// of `whole` on the shown variables.
    fn has_more(
        &self,
        solver: &mut Solver,
        assumed: &[Literal],
        whole: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Interrupted> {
        let [shown, hidden] = self.puzzle.shown_and_hidden();
        for _ in 0..MAX_COMPARED {
            let Some(model) = solver.model(assumed, budget)? else { return Ok(Some(false)) };
            let projected = |variable| Literal { variable, value: model.binary_search(&variable).is_ok() };
            let projected: Vec<Literal> = Variable::all(shown).map(projected).collect();
            if hidden == 0 || whole.model(&projected, budget)?.is_none() {
                return Ok(Some(true));
            }
            solver.require(projected.into_iter().map(|literal| !literal));
        }
        Ok(None)
    }
}
